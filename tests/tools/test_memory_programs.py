"""Programs about memory: gcc's sanitizers and the interpreter see the same errors in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.generate.memory.plants import VIOLATED
from tools.generate.memory.program import PRESENT, MemoryProgram, generate
from tools.memory_observe import Seen, judged
from tools.memory_programs import Compared, compare, rated

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


@needs_gcc
@pytest.mark.parametrize("start", range(1, 13, 4))
def test_both_sides_see_the_same(start: int) -> None:
    found = [each for seed in range(start, start + 4) for each in _compared(seed, "LP64")]

    assert [] == [each.summary() for each in found if each.classified != "same"]


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("model", ["ILP32", "LP64"])
@pytest.mark.parametrize("start", range(100, 300, 20))
def test_both_sides_see_the_same_in_many_programs(start: int, model: str) -> None:
    found = [each for seed in range(start, start + 20) for each in _compared(seed, model)]

    assert [] == [each.summary() for each in found if each.classified != "same"]


def _compared(seed: int, model: str) -> list[Compared]:
    return compare(seed, (model,), PRESENT)


def test_a_third_of_the_programs_has_an_error_and_every_kind_occurs() -> None:
    planted = [generate(seed).kind for seed in range(1200)]

    assert 0.25 < sum(kind != "" for kind in planted) / len(planted) < 0.4
    assert {"", *VIOLATED} == set(planted)


def test_a_seed_gives_one_program() -> None:
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


def test_strings_are_left_out_when_they_are_not_wanted() -> None:
    bodies = [
        generate(seed, frozenset()).text.partition("static void part1")[2] for seed in range(99)
    ]

    assert [] == [body for body in bodies if "strcpy" in body or "strlen" in body]


def test_the_line_of_an_error_is_the_planted_one() -> None:
    for seed in range(60):
        program = generate(seed)
        lines = program.text.splitlines()
        assert bool(program.kind) == bool(program.line)
        assert not program.kind or f"// planted: {program.kind}" in lines[program.line - 1]


@pytest.mark.parametrize(
    ("sanitizer", "maul", "classified"),
    [
        (Seen("valid-deref", 7), Seen("valid-deref", 7), "same"),
        (Seen("valid-deref", 7), Seen("valid-deref", 8), "differ"),
        (Seen("valid-deref", 7), Seen(), "differ"),
        (Seen("valid-free", 7), Seen("valid-free", 7), "planted wrong"),
        (Seen(), Seen("valid-deref", 7), "missed"),
        (Seen(), Seen(), "differ"),
        (Seen("valid-deref", 7), Seen(failure="unsupported: strlen"), "unsupported"),
    ],
)
def test_a_comparison_is_classified(sanitizer: Seen, maul: Seen, classified: str) -> None:
    compared = Compared(1, "LP64", "bounds", "valid-deref", 7, sanitizer, maul)

    assert classified == compared.classified


@pytest.mark.parametrize(
    ("violated", "wanted", "told", "right"),
    [
        ("", "valid-memsafety", "TRUE", "right"),
        ("", "valid-memsafety", "FALSE(valid-deref)", "wrong"),
        ("valid-free", "valid-memsafety", "FALSE(valid-free)", "right"),
        ("valid-free", "valid-memsafety", "FALSE(valid-deref)", "wrong"),
        ("valid-free", "valid-memsafety", "TRUE", "wrong"),
        ("valid-free", "valid-memsafety", "UNKNOWN(late)", "unknown"),
        ("valid-memcleanup", "valid-memsafety", "TRUE", "right"),
        ("valid-memtrack", "valid-memcleanup", "FALSE(valid-memcleanup)", "right"),
        ("valid-memtrack", "valid-memcleanup", "TRUE", "wrong"),
    ],
)
def test_an_answer_is_rated(violated: str, wanted: str, told: str, right: str) -> None:
    program = MemoryProgram("", "some", violated, 3) if violated else MemoryProgram("", "", "", 0)

    assert right == rated(program, wanted, f"RESULT: {told}\n").partition(":")[0]


def test_a_program_that_fails_in_another_way_is_no_program_without_errors(tmp_path: Path) -> None:
    assert judged("", 3, tmp_path).failure
    assert judged("x.c:3:4: runtime error: shift exponent 99\n", 1, tmp_path).failure
