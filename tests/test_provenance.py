"""Pointers taken apart and put together again: no answer is wrong, no expectation an opinion.

A part of the programs is asked about here, by the command line within this process, those among
them that were answered wrongly once; the others are slow tests. ``tools.provenance`` asks about all
of them as users do.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul.cli.main import main
from tools.provenance import PROVENANCE, chosen, totals
from tools.trust import Answer, judged
from tools.trust_programs import Program, programs
from tools.trust_truth import contradiction

ALL = programs(PROVENANCE)
ASKED = chosen([])
ONCE_WRONG = (
    "above_all_objects",
    "constant_from_number",
    "constant_in_bytes",
    "constant_moved",
    "freed_number",
    "narrowed_and_freed",
    "number_survives_realloc",
    "rounded_down",
)


def asked(every: int) -> list[object]:
    """Each program in each data model; all but one of ``every`` are slow, and those that were
    answered wrongly."""
    names = [f"{program.path.stem}-{program.model}" for program in ASKED]
    return [
        pytest.param(
            program,
            id=name,
            marks=[pytest.mark.slow] * (number % every > 0 and not name.startswith(ONCE_WRONG)),
        )
        for number, (program, name) in enumerate(zip(ASKED, names, strict=True))
    ]


@pytest.mark.parametrize("program", asked(41))
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
@pytest.mark.parametrize("program", ASKED[::29], ids=lambda p: p.name)
def test_an_execution_shows_what_is_expected(program: Program) -> None:
    assert "" == contradiction(program)


@pytest.mark.smoke
def test_every_program_says_what_is_expected_and_why() -> None:
    assert len(ALL) > 100
    assert [] == [p.name for p in ALL if p.expect not in ("safe", "unsafe") or not p.because]


@pytest.mark.smoke
def test_a_program_is_asked_about_in_both_data_models_unless_it_names_one() -> None:
    models = [p.model for p in ASKED if p.name == "provenance/cast_and_back_safe"]
    narrow = [p.model for p in ASKED if p.name == "provenance/cast_to_narrower_half_safe"]

    assert ["LP64", "ILP32"] == models
    assert ["ILP32"] == narrow


def test_a_wrong_answer_stands_first() -> None:
    unsafe = next(p for p in ASKED if p.expect == "unsafe")
    lines = list(totals("auto", [Answer(unsafe, "TRUE", "TRUE (certified)", "", 0)]))

    assert lines[0].startswith("WRONG auto")
    assert "auto: 1 answers, 1 wrong: unsafe TRUE 1" == lines[1]
