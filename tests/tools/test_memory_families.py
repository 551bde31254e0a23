"""Families about memory: every twin has its error, and no safe program has one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.memory_families import Memory, Row, Told, parsed, series, table, write
from tools.memory_family_programs import FAMILIES, LARGE, PROPERTIES
from tools.memory_observe import Sanitizers, Seen, interpreted

CASES = [(name, violated) for name in FAMILIES for violated in ("", *PROPERTIES)]


@pytest.mark.smoke
@pytest.mark.parametrize("name", FAMILIES)
def test_a_twin_differs_in_one_line_for_each_property(name: str) -> None:
    safe = FAMILIES[name].program(8).splitlines()
    for violated in PROPERTIES:
        twin = FAMILIES[name].program(8, violated).splitlines()
        pairs = zip(safe[1:], twin[1:], strict=True)  # the first line says what is expected

        assert 1 == sum(line != other for line, other in pairs), violated


@pytest.mark.parametrize(("name", "violated"), CASES)
def test_the_interpreter_finds_the_error_and_no_other(
    name: str, violated: str, tmp_path: Path
) -> None:
    source = _with_size(tmp_path, name, violated, 3)

    assert violated == interpreted(source, "LP64").violated


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize(
    ("name", "violated"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] * (n % 5 > 0))
        for n, case in enumerate(CASES[::-1])
    ],
)
def test_the_sanitizers_find_the_error_and_no_other(
    name: str, violated: str, tmp_path: Path
) -> None:
    sanitizers = Sanitizers("LP64", tmp_path)
    for size in (2, 5):
        seen = sanitizers.observe(_with_size(tmp_path, name, violated, size))
        assert violated == seen.violated, seen


def _with_size(folder: Path, name: str, violated: str, size: int) -> Path:
    source = folder / "program.c"
    text = FAMILIES[name].program(LARGE, violated)
    source.write_text(f"{text}unsigned __VERIFIER_nondet_uint(void) {{ return {size}; }}\n")
    return source


def test_after_an_open_question_no_larger_one_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = {2: Told("TRUE", 1.0), 4: Told("UNKNOWN", 9.0)}
    monkeypatch.setattr("tools.memory_families.asked", lambda _row, bound, _seconds: told[bound])
    row = Row("filled", "valid-deref", "TRUE", "auto")
    found = series(row, [2, 4, 8], Memory(tmp_path / "results"), 9)

    assert told == found
    assert told == series(row, [2, 4, 8], Memory(tmp_path / "results"), 9)
    assert "| filled | auto | TRUE 1.0 | UNKNOWN 9.0 | - |" in table({row: found}, [2, 4, 8])


def test_a_wrong_verdict_is_marked() -> None:
    assert "! FALSE 2.0" == Told("FALSE", 2.0).cell("TRUE")
    assert Seen() != Seen("valid-deref")


def test_the_programs_can_be_written(tmp_path: Path) -> None:
    count = write(tmp_path, ["filled", "stack"], parsed(["--bounds", "2,none"]).bounds)

    assert 20 == count == len(list(tmp_path.glob("*.c")))
