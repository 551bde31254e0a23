"""Solvers in processes: what they answer, and what happens when they do not."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from maul.logic import build
from maul.logic.sorts import BOOL, INT
from maul.smt.catalogue import SOLVERS
from maul.smt.protocols import TIME_LIMIT, Capabilities, GaveUp, Unsat
from maul.smt.solver import Executable
from maul.smt.solvers.smtlib.dialects import (
    GROUPS,
    PAIRS,
    SEQUENCE,
    SEQUENCE_IZ3,
    WITH_ARRAYS,
    Dialect,
)
from maul.smt.solvers.smtlib.prover import ProcessInterpolator, ProcessProver, _script
from maul.smt.solvers.smtlib.session import Session, deadline_in

FAKE = str(Path(__file__).with_name("fake_solver.py"))
ABLE = Capabilities(WITH_ARRAYS, cores=True, interpolation=WITH_ARRAYS)
i, j = build.symbol("i", INT), build.symbol("j", INT)
p = build.symbol("p", BOOL)
ONE = build.integer(1)
PARTS = (build.le(i, ONE), build.lt(i, j), build.lt(j, i))


def fake(
    *arguments: str,
    interpolants: str | None = SEQUENCE,
    resets: bool = False,
    patience: float = 0.0,
) -> Dialect:
    command = (sys.executable, FAKE, *arguments)
    return Dialect("fake", command, ABLE, interpolants, resets=resets, patience=patience)


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
    threads = Path("/proc/self/task").iterdir()
    found: set[str] = set()
    for thread in threads:
        with contextlib.suppress(OSError):  # a thread may end while its children are counted
            found.update((thread / "children").read_text(encoding="utf-8").split())
    return found


MISBEHAVIOURS = (
    *("hangs", "hangs when asked", "dies", "does not start", "prints garbage", "answers late"),
    *("prints garbage without end", "floods stderr", "does not read", "complains"),
)


@pytest.mark.parametrize("how", [*MISBEHAVIOURS, "lies about the model"])
def test_a_solver_that_misbehaves_makes_the_prover_give_up_in_time(how: str) -> None:
    before = children()
    prover = ProcessProver(fake(how, resets=True), 0.5)
    prover.assert_(build.lt(i, j))
    start = time.monotonic()
    answer = prover.check((p,), core=True)
    took = time.monotonic() - start

    assert isinstance(answer, GaveUp), answer
    assert took < 1.5
    assert before >= children()


@pytest.mark.parametrize("how", [*MISBEHAVIOURS, "unsat"])
def test_a_solver_that_misbehaves_makes_the_interpolator_give_up_in_time(how: str) -> None:
    before = children()
    start = time.monotonic()
    answer = ProcessInterpolator(fake(how, resets=True)).interpolate(PARTS, 0.5)

    assert isinstance(answer, GaveUp), answer
    assert time.monotonic() - start < 1.5
    assert before >= children()


@pytest.mark.parametrize("how", ["sat", "unknown"])
def test_parts_that_are_not_shown_unsatisfiable_have_no_interpolants(how: str) -> None:
    answer = ProcessInterpolator(fake(how)).interpolate(PARTS, 5.0)

    assert isinstance(answer, GaveUp)


def test_no_time_is_no_answer() -> None:
    assert TIME_LIMIT == ProcessInterpolator(fake("unsat", ANSWER)).interpolate(PARTS, 0.0)
    assert TIME_LIMIT == ProcessProver(fake("unsat")).check((p,), seconds=0.0)


# ---- solvers that are kept ----

ANSWER = "((<= i 1) (< i j))"


def test_a_solver_that_resets_answers_many_questions() -> None:
    before = children()
    interpolator = ProcessInterpolator(fake("unsat", ANSWER, resets=True))
    first, running = interpolator.interpolate(PARTS, 5.0), children()
    second = interpolator.interpolate(PARTS, 5.0)
    same = ProcessInterpolator(fake("unsat", ANSWER, resets=True)).interpolate(PARTS, 5.0)

    assert PARTS[:2] == first == second == same
    assert 1 == len(running - before)
    assert running == children()


def test_a_solver_that_survives_errors_is_kept() -> None:
    before = children()
    command = fake("complains").command
    sturdy = Dialect("fake", command, ABLE, SEQUENCE, resets=True, survives=True)
    first, running = ProcessProver(sturdy).check((p,), seconds=5.0), children()
    second = ProcessProver(sturdy).check((p,), seconds=5.0)

    assert isinstance(first, GaveUp)
    assert first == second
    assert 1 == len(running - before)
    assert running == children()


def test_a_solver_that_stops_by_itself_is_told_when() -> None:
    said = "(:reason-unknown cancelled)"
    punctual = Dialect("fake", fake("unknown", said).command, ABLE, SEQUENCE, limit="timeout")
    script = _script(punctual, "produce-models", PARTS, 0, deadline_in(5.0))
    milliseconds = int(script.partition("(set-option :timeout ")[2].partition(")")[0])

    assert 4000 < milliseconds < 5000
    assert TIME_LIMIT == ProcessProver(punctual).check((p,), seconds=5.0)
    assert TIME_LIMIT == ProcessInterpolator(punctual).interpolate(PARTS, 5.0)


def test_a_solver_that_does_not_reset_answers_one() -> None:
    before = children()
    interpolator = ProcessInterpolator(fake("unsat", ANSWER))

    assert PARTS[:2] == interpolator.interpolate(PARTS, 5.0) == interpolator.interpolate(PARTS, 5.0)
    assert before >= children()


def test_a_solver_that_died_meanwhile_is_started_again() -> None:
    before = children()
    interpolator = ProcessInterpolator(fake("unsat", ANSWER, "()", resets=True))
    first = interpolator.interpolate(PARTS, 5.0)
    (kept,) = children() - before
    os.kill(int(kept), signal.SIGKILL)
    assert wait_for_end(int(kept))

    assert PARTS[:2] == first == interpolator.interpolate(PARTS, 5.0)
    assert isinstance(interpolator.interpolate(PARTS, 5.0), GaveUp)


def test_a_solver_that_starts_late_is_ready_for_the_next_question() -> None:
    interpolator = ProcessInterpolator(fake("starts late", ANSWER, patience=60.0))

    assert TIME_LIMIT == interpolator.interpolate(PARTS, 0.1)
    assert TIME_LIMIT == interpolator.interpolate(PARTS, 0.1)
    assert PARTS[:2] == interpolator.interpolate(PARTS, 20.0)


def test_a_solver_that_never_starts_is_not_waited_for_for_ever() -> None:
    before = children()
    interpolator = ProcessInterpolator(fake("hangs", patience=0.3))
    first, running = interpolator.interpolate(PARTS, 0.1), children()
    second = interpolator.interpolate(PARTS, 0.3)

    assert TIME_LIMIT == first == second
    assert 1 == len(running - before)
    assert before >= children()


def test_kept_solvers_end_with_their_thread() -> None:
    before = children()
    dialect = fake("unsat", ANSWER, "for the thread", resets=True)
    running: set[str] = set()

    def ask() -> None:
        ProcessInterpolator(dialect).interpolate(PARTS, 5.0)
        running.update(children())

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()

    assert running - before
    assert before >= children()


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
from maul.smt.solvers.smtlib.session import Session, deadline_in
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
        (SEQUENCE_IZ3, "(<= i 1) (< i j)"),
        (PAIRS, "((<= i 1));((< i j))"),
        (GROUPS, "(<= i 1);(< i j)"),
    ],
)
def test_interpolants_are_read_in_every_dialect(way: str, said: str) -> None:
    dialect = fake("unsat", *said.split(";"), interpolants=way)
    found = ProcessInterpolator(dialect).interpolate(PARTS, 5.0)

    assert PARTS[:2] == found


@pytest.mark.parametrize("said", ["((<= i 1))", "((<= i 1) (< i", "((<= i 1) (< i unknown))", "1"])
def test_wrong_interpolants_are_given_up(said: str) -> None:
    found = ProcessInterpolator(fake("unsat", said)).interpolate(PARTS, 5.0)

    assert isinstance(found, GaveUp)


def test_the_solver_s_own_words_are_said_and_heard() -> None:
    quoted = build.symbol("a <=", INT)
    dialect = fake("unsat", "((=< i 1) (=< |a <=| 1))")
    theirs = Dialect("fake", dialect.command, ABLE, SEQUENCE, words=(("<=", "=<"),))
    parts = (build.le(i, ONE), build.le(quoted, ONE), build.lt(quoted, i))
    script = _script(theirs, "produce-models", parts, 0, deadline_in(5.0))

    assert "(assert (=< |a <=| 1))" in script
    assert parts[:2] == ProcessInterpolator(theirs).interpolate(parts, 5.0)


def test_every_dialect_has_a_way_to_ask_for_what_it_claims() -> None:
    homes = [solver.home for solver in SOLVERS.values()]
    dialects = [home.dialect for home in homes if isinstance(home, Executable)]

    assert [] != dialects
    for dialect in dialects:
        assert bool(dialect.capabilities.interpolation) == (dialect.interpolants is not None)
