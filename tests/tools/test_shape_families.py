"""Programs about linked structures: they are what they say, and methods find what is wrong."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from maul import verify
from maul.result import Conclusion
from tools.memory_families import Told
from tools.memory_observe import Sanitizers
from tools.shape_families import (
    FOLDER,
    LOOP,
    UNBOUNDED,
    ShapeProgram,
    contradictions,
    observed,
    parsed,
    programs,
    series,
    truth,
)

PROGRAMS = programs()
UNSAFE = [program for program in PROGRAMS if program.violated]
# Unrolling finds these errors within seconds.
QUICK = ("embedded_links", "marked_cells", "pushed_and_freed")
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def name(program: object) -> str:
    """How a test of a program is called."""
    return program.path.stem if isinstance(program, ShapeProgram) else str(program)


@pytest.mark.smoke
def test_every_safe_program_has_an_unsafe_twin() -> None:
    """A twin has the same property, and the head of each says what is to be expected."""
    pairs: dict[str, list[ShapeProgram]] = {}
    for program in PROGRAMS:
        pairs.setdefault(program.family, []).append(program)

    assert len(pairs) > 30
    for family, both in pairs.items():
        assert [f"{family}_safe", f"{family}_unsafe"] == [each.path.stem for each in both]
        assert ["TRUE", "FALSE"] == [each.expected for each in both]
        assert both[0].wanted == both[1].wanted
        assert any(violated for _, violated in both[1].runs)
    for program in PROGRAMS:
        (expected,) = re.findall(r"^// expect: (\w+)", program.text(), re.MULTILINE)
        assert program.path.stem.endswith(f"_{expected}")
        assert program.runs
        assert "__VERIFIER_nondet_int()" in program.text()
    assert sum(LOOP in program.text() for program in PROGRAMS) > 60


@pytest.mark.parametrize("program", PROGRAMS, ids=name)
def test_the_interpreter_sees_what_a_program_says(program: ShapeProgram) -> None:
    """The runs in its head end as they say."""
    expected = [(violated,) for _, violated in program.runs]

    assert expected == observed(program, [inputs for inputs, _ in program.runs], None)


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=name)
def test_the_sanitizers_see_what_a_program_says(program: ShapeProgram, tmp_path: Path) -> None:
    """And in random runs they see what the interpreter sees."""
    assert [] == list(contradictions(program, 8, Sanitizers("LP64", tmp_path)))


@needs_gcc
@pytest.mark.parametrize("program", [p for p in UNSAFE if p.family in QUICK], ids=name)
def test_unrolling_finds_the_error(program: ShapeProgram) -> None:
    """The errors come after few rounds."""
    result = verify([str(program.path)], property=program.wanted, method="bmc", time_limit=60)

    assert Conclusion.FALSE is result.verdict
    assert program.violated in (result.violated, program.wanted)


def test_a_bound_counts_the_rounds_of_all_loops_over_inputs() -> None:
    """A bounded form of an unsafe program can be safe: nothing is said then."""
    (program,) = [each for each in UNSAFE if each.family == "appended_at_tail"]

    assert ["TRUE or FALSE", "FALSE", "FALSE"] == [truth(program, n) for n in (2, 3, UNBOUNDED)]
    assert "counted < 3 && (counted++, __VERIFIER_nondet_int())" in program.text(3)
    assert [("",), ("valid-memtrack",)] == [
        *observed(program, [(1, 1, 1)], None, 2),
        *observed(program, [(1, 1, 1)], None, 3),
    ]


def test_a_wrong_verdict_is_marked_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof of an unsafe program is wrong; an open answer is not."""
    answers = iter((Told("TRUE", 1.0), Told("UNKNOWN", 2.0)))
    monkeypatch.setattr("tools.shape_families.ask", lambda *_: next(answers))
    options = parsed(["--bounds", "8,none", "--method", "bmc"])
    (program,) = programs(("ring",), ("unsafe",))

    assert ["! TRUE 1.0", "UNKNOWN 2.0"] == series(program, options.bounds, options)


@needs_gcc
def test_a_program_that_lies_is_found(tmp_path: Path) -> None:
    """What a head says is compared with what happens."""
    (program,) = programs(("ring",), ("unsafe",))
    text = program.text().replace("// violated: valid-deref\n", "").replace("valid-deref", "end")
    lies = tmp_path / "ring_safe.c"
    lies.write_text(text, encoding="ascii")
    found = ShapeProgram(lies, program.wanted, "", (((1, 0), ""),))

    assert ["ring_safe with 1,0: valid-deref, expected nothing"] == list(
        contradictions(found, 0, Sanitizers("LP64", tmp_path))
    )
    assert FOLDER.is_dir()
