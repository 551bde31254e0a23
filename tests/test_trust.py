"""The programs of trust: no answer is wrong, and no expectation is an opinion.

Here a part of them is asked about, one twin of a kind of the first ring, by the command line as
it is within this process, which need not import solvers for each; ``make trust`` asks about all of
them as users do and ``tools.trust_truth`` establishes every expectation by execution.
"""

from __future__ import annotations

import shutil
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from maul.cli.main import main
from tools.trust import ask, judged
from tools.trust_programs import Program, programs
from tools.trust_truth import contradiction

ALL = programs()

# Answers that are wrong and known to be: each leaves the list when it is right.
KNOWN_WRONG: frozenset[str] = frozenset()


def kinds() -> dict[str, list[Program]]:
    """The programs by kind, in order."""
    found: dict[str, list[Program]] = defaultdict(list)
    for program in ALL:
        found[program.kind].append(program)
    return dict(found)


def first_ring() -> list[Program]:
    """One program of each kind of the first ring, safe and unsafe ones in turn."""
    ring = [twins for twins in kinds().values() if twins[0].ring == "first"]
    return [twins[number % len(twins)] for number, twins in enumerate(ring)]


def asked() -> list[object]:
    """The programs that are asked about, every other one among the slow tests; what is known to be
    wrong must be wrong."""
    known = pytest.mark.xfail(reason="known to be wrong")
    return [
        pytest.param(
            p,
            id=p.name,
            marks=[pytest.mark.slow] * (number % 4 > 1) + [known] * (p.name in KNOWN_WRONG),
        )
        for number, p in enumerate(first_ring())
    ]


@pytest.mark.parametrize("program", asked())
def test_no_answer_is_wrong(
    program: Program,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    code = main(["verify", "--time-limit", "4s", *program.options.split(), str(program.path)])
    told = capsys.readouterr()
    answer = judged(program, told.out, told.err, code)

    assert "" == answer.wrong, answer.output


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("program", first_ring()[::8], ids=lambda p: p.name)
def test_an_execution_shows_what_is_expected(program: Program) -> None:
    assert "" == contradiction(program)


@pytest.mark.smoke
def test_every_program_says_what_is_expected_and_why() -> None:
    assert [] == [p.name for p in ALL if p.expect not in ("safe", "unsafe", "refused")]
    assert [] == [p.name for p in ALL if not p.because]


@pytest.mark.smoke
def test_every_kind_has_a_program_of_either_expectation() -> None:
    alone = [k for k, twins in kinds().items() if {p.expect for p in twins} == {"safe"}]
    missing = [k for k, twins in kinds().items() if {p.expect for p in twins} == {"unsafe"}]

    assert [] == missing
    assert [k for k in alone if not k.startswith("vacuous/")] == []


@pytest.mark.smoke
def test_other_translation_units_exist_and_are_used() -> None:
    named = {p.path.parent / p.other for p in ALL if p.other}
    there = {o for p in {p.path.parent for p in ALL} for o in p.glob("*.other.c")}

    assert named == there


def test_an_answer_against_the_truth_is_wrong() -> None:
    program = next(p for p in ALL if p.name == "vacuous/something_to_check_unsafe")
    said = "TRUE (certified)\\nRESULT: TRUE"
    answer = ask(program, [sys.executable, "-c", f"print('{said}')"], "8s")

    assert "TRUE, but unsafe" == answer.wrong
