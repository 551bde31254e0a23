"""Random programs about lists: both sides see the same in them, and answers are rated."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.generate.lists import DEFECTS, FORGOTTEN, OPERATIONS, ListProgram, generate
from tools.list_programs import agree, compare, main, rated, violations
from tools.memory_families import Told
from tools.memory_observe import Sanitizers

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


@needs_gcc
def test_both_sides_see_the_same(tmp_path: Path) -> None:
    """A few programs, a few executions of each."""
    sanitizers = Sanitizers("LP64", tmp_path)

    assert [] == [
        each for seed in range(4) for each in compare(generate(seed), seed, 6, sanitizers)
    ]


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 180, 20))
def test_both_sides_see_the_same_in_many_programs(start: int, tmp_path: Path) -> None:
    """And there is nothing to see in programs without a defect."""
    sanitizers = Sanitizers("LP64", tmp_path)
    seeds = range(start, start + 20)

    assert [] == [each for seed in seeds for each in compare(generate(seed), seed, 12, sanitizers)]


def test_programs_without_a_defect_are_safe_and_most_defects_show() -> None:
    """What the interpreter sees in a few executions."""
    found = {seed: violations(generate(seed), seed, 8) for seed in range(200, 224)}
    shown = [bool(violated) for seed, violated in found.items() if generate(seed).kind]

    assert [] == [seed for seed, violated in found.items() if violated and not generate(seed).kind]
    assert sum(shown) > len(shown) / 3


def test_a_seed_gives_one_program_and_a_third_has_a_defect_of_every_kind() -> None:
    """The generator depends on its seed only."""
    kinds = [generate(seed).kind for seed in range(900)]

    assert generate(7) == generate(7)
    assert generate(7) != generate(8)
    assert {"", FORGOTTEN, *DEFECTS} == set(kinds)
    assert 0.25 < sum(map(bool, kinds)) / len(kinds) < 0.42


@pytest.mark.parametrize("kind", DEFECTS)
def test_a_defect_changes_its_operation(kind: str) -> None:
    """What is replaced is there."""
    defect = DEFECTS[kind]

    assert defect.old in OPERATIONS[defect.operation]
    assert defect.old != defect.new


@pytest.mark.parametrize(
    ("maul", "gcc", "expected"),
    [
        ("valid-deref", "valid-deref", True),
        ("valid-memtrack", "valid-deref", True),
        ("valid-memtrack", "valid-memcleanup", True),
        ("valid-memtrack", "", False),
        ("valid-deref", "valid-memtrack", False),
        ("unsupported: calloc", "", False),
    ],
)
def test_what_is_lost_is_seen_early_by_one_side(maul: str, gcc: str, *, expected: bool) -> None:
    """The sanitizers may see something worse that comes later."""
    assert expected == agree(maul, gcc)


@pytest.mark.parametrize(
    ("verdict", "wanted", "kind", "violated", "expected"),
    [
        ("TRUE", "valid-memsafety", "", set(), "right"),
        ("TRUE", "valid-memsafety", "not freed", {"valid-memtrack"}, "wrong"),
        ("TRUE", "valid-memsafety", FORGOTTEN, {"valid-memcleanup"}, "unconfirmed"),
        ("TRUE", "valid-memcleanup", FORGOTTEN, {"valid-memcleanup"}, "wrong"),
        ("FALSE", "valid-memsafety", "", set(), "wrong"),
        ("FALSE", "valid-memsafety", "not freed", {"valid-memtrack"}, "right"),
        ("FALSE", "valid-memsafety", "not freed", set(), "unconfirmed"),
        ("TRUE", "unreach-call", "wrong number", {"unreach-call"}, "wrong"),
        ("UNKNOWN", "unreach-call", "wrong number", {"unreach-call"}, "unknown"),
        ("hangs", "unreach-call", "", set(), "wrong"),
    ],
)
def test_a_verdict_is_rated(
    verdict: str, wanted: str, kind: str, violated: set[str], expected: str
) -> None:
    """By what executions show, and by what is safe by construction."""
    assert expected == rated(verdict, wanted, kind, violated)


def test_a_wrong_answer_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The program is kept, and the exit status says that something is wrong."""
    program = ListProgram("int main(void) { return 0; }\n", "")
    monkeypatch.setattr("tools.list_programs.generate", lambda _: program)
    monkeypatch.setattr("tools.list_programs.ask", lambda *_: Told("FALSE", 1.0))

    assert 1 == main(["--verify", "1", "--seed", "5", "--keep", str(tmp_path)])
    assert "WRONG: seed 5: FALSE, executions show nothing" in capsys.readouterr().out
    assert program.text == (tmp_path / "seed-5.c").read_text()
