"""Generated programs about lifetimes: interpreter, gcc and AddressSanitizer agree."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.lifetimes import disagreement, generated, told_by_gcc, told_by_maul

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")


@needs_gcc
@pytest.mark.parametrize("seed", range(8))
def test_maul_and_gcc_agree_when_objects_end(seed: int, tmp_path: Path) -> None:
    assert "" == disagreement(seed, tmp_path)


@needs_gcc
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_maul_and_gcc_agree_on_more_programs(seed: int, tmp_path: Path) -> None:
    assert "" == disagreement(seed, tmp_path)


@needs_gcc
def test_what_is_only_seen_by_age_is_told_by_both(tmp_path: Path) -> None:
    path = tmp_path / "rounds.c"
    head = generated(0).split("static void run")[0]
    path.write_text(
        f"{head}int main(void) {{\n"
        "for (int i = 0; i < 2; i++) {\nOBJECT(x);\nUSE(far0)\nKEEP(far0, &x);\n}\nreturn 0; }\n"
    )
    line = 1 + path.read_text().splitlines().index("USE(far0)")

    assert f"{line} 2" == told_by_gcc(path)
    assert str(line) == told_by_maul(path)


def test_a_seed_gives_the_same_program_again() -> None:
    assert generated(7) == generated(7)
    assert generated(7) != generated(8)


def test_programs_leave_scopes_in_all_ways() -> None:
    text = "".join(map(generated, range(30)))

    for way in ("break;", "continue;", "return;", "goto ", "switch ", "ARRAY(a", "run(depth + 1)"):
        assert way in text
