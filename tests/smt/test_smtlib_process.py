"""Solvers in processes: what they answer, and what happens when they do not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from maul.formula import build
from maul.formula.sorts import BOOL, INT
from maul.smt.dialects import DIALECTS, GROUPS, PAIRS, SEQUENCE, SEQUENCE_IZ3, WITH_ARRAYS, Dialect
from maul.smt.protocols import Capabilities, GaveUp, Unsat
from maul.smt.session import Session, deadline_in
from maul.smt.smtlib_process import ProcessInterpolator, ProcessProver

FAKE = str(Path(__file__).with_name("fake_solver.py"))
ABLE = Capabilities(WITH_ARRAYS, cores=True, interpolation=WITH_ARRAYS)
i, j = build.symbol("i", INT), build.symbol("j", INT)
p = build.symbol("p", BOOL)
ONE = build.integer(1)
PARTS = (build.le(i, ONE), build.lt(i, j), build.lt(j, i))


def fake(*arguments: str, interpolants: str | None = SEQUENCE) -> Dialect:
    return Dialect("fake", (sys.executable, FAKE, *arguments), ABLE, interpolants)


def runs(pid: int) -> bool:
    """Whether a process runs: it is neither gone nor waiting for its burial."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for_end(*pids: int) -> bool:
    end = time.monotonic() + 1.0
    while any(runs(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.01)
    return not any(runs(pid) for pid in pids)


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@pytest.mark.parametrize(
    "how",
    [
        *("hangs", "dies", "prints garbage", "prints garbage without end", "answers late"),
        *("floods stderr", "does not read", "lies about the model"),
    ],
)
def test_a_solver_that_misbehaves_makes_the_prover_give_up_in_time(how: str) -> None:
    before = children()
    prover = ProcessProver(fake(how), 0.5)
    prover.assert_(build.lt(i, j))
    start = time.monotonic()
    answer = prover.check((p,), core=True)
    took = time.monotonic() - start

    assert isinstance(answer, GaveUp), answer
    assert took < 1.5
    assert before >= children()


@pytest.mark.parametrize("how", ["hangs", "dies", "prints garbage", "sat", "unsat", "unknown"])
def test_a_solver_that_misbehaves_makes_the_interpolator_give_up_in_time(how: str) -> None:
    start = time.monotonic()
    answer = ProcessInterpolator(fake(how)).interpolate(PARTS, 0.5)

    assert isinstance(answer, GaveUp), answer
    assert time.monotonic() - start < 1.5


def test_a_solver_that_is_not_there_is_no_error() -> None:
    dialect = Dialect("none", ("there-is-no-such-solver",), ABLE, SEQUENCE)

    assert isinstance(ProcessProver(dialect).check((p,)), GaveUp)
    assert isinstance(ProcessInterpolator(dialect).interpolate(PARTS, 1.0), GaveUp)


def test_what_the_solver_started_ends_with_it(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    session = Session([sys.executable, FAKE, "leaves a child", str(told)])
    answer = session.ask("(check-sat)", deadline_in(0.6))

    assert isinstance(answer, GaveUp)
    assert wait_for_end(*[int(pid) for pid in told.read_text().split()])


ABANDON = """
import sys
from maul.smt.session import Session, deadline_in
session = Session(sys.argv[1:])
print(session.pid, flush=True)
session.ask("(check-sat)", deadline_in(60))
"""


def test_solvers_do_not_outlive_a_maul_that_is_killed(tmp_path: Path, root: Path) -> None:
    told = tmp_path / "pids"
    command = [sys.executable, "-c", ABANDON, sys.executable, FAKE, "leaves a child", str(told)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as maul:
        assert maul.stdout is not None
        supervisor = int(maul.stdout.readline())
        end = time.monotonic() + 5
        while not (told.exists() and len(told.read_text().split()) == 2):
            assert time.monotonic() < end
            time.sleep(0.01)
        pids = [supervisor, *[int(pid) for pid in told.read_text().split()]]
        alive = [runs(pid) for pid in pids]
        os.kill(maul.pid, signal.SIGKILL)

    assert [True, True, True] == alive
    assert wait_for_end(*pids)


def test_a_core_is_read_by_the_names_of_its_parts() -> None:
    prover = ProcessProver(fake("unsat", "(part!2 part!0)"), 5.0)

    assert Unsat((PARTS[0], PARTS[2])) == prover.check(PARTS, core=True)
    wrong = ProcessProver(fake("unsat", "(part!2 part!7)"), 5.0)
    assert isinstance(wrong.check(PARTS, core=True), GaveUp)


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (SEQUENCE, "((<= i 1) (< i j))"),
        (SEQUENCE_IZ3, "(interpolants (<= i 1) (< i j))"),
        (SEQUENCE_IZ3, "(<= i 1) (< i j)"),
        (PAIRS, "((<= i 1)) ((< i j))"),
        (GROUPS, "(<= i 1) (< i j)"),
    ],
)
def test_interpolants_are_read_in_every_dialect(way: str, said: str) -> None:
    found = ProcessInterpolator(fake("unsat", said, interpolants=way)).interpolate(PARTS, 5.0)

    assert PARTS[:2] == found


@pytest.mark.parametrize("said", ["((<= i 1))", "((<= i 1) (< i", "((<= i 1) (< i unknown))", "1"])
def test_wrong_interpolants_are_given_up(said: str) -> None:
    found = ProcessInterpolator(fake("unsat", said)).interpolate(PARTS, 5.0)

    assert isinstance(found, GaveUp)


def test_every_dialect_has_a_way_to_ask_for_what_it_claims() -> None:
    for dialect in DIALECTS.values():
        assert bool(dialect.capabilities.interpolation) == (dialect.interpolants is not None)
