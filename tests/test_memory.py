"""Memory safety, proved and refuted: what the head comment of a program says must come out.

``// property:`` names the property, ``// violated:`` the one that a counterexample violates, and
``// methods:`` who can decide the program, where that is not every method asked here.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul import verify
from maul.result import Conclusion
from tests.paths import PROGRAMS

FILES = sorted((PROGRAMS / "memory").glob("*.c"))
METHODS = "impact, automizer"
SECONDS = 60.0

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def head(program: Path, key: str, default: str = "") -> str:
    """What the head comment says under a key."""
    for line in program.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"// {key}: "):
            return line.partition(": ")[2]
    return default


def cases() -> list[tuple[Path, str, str]]:
    """Each program with its methods, the data models taking turns."""
    found = []
    for number, program in enumerate(FILES):
        for turn, method in enumerate(head(program, "methods", METHODS).split(", ")):
            found.append((program, method, ("ILP32", "LP64")[(number // 2 + turn) % 2]))
    return found


@pytest.mark.parametrize(
    ("program", "method", "model"), cases(), ids=lambda part: getattr(part, "stem", part)
)
def test_a_program_is_decided_as_its_head_says(program: Path, method: str, model: str) -> None:
    """TRUE with a proof that was checked, or FALSE with the property that is violated."""
    result = verify(
        [str(program)],
        property=head(program, "property"),
        method=method,
        data_model=model,
        time_limit=SECONDS,
    )

    expected = Conclusion.TRUE if head(program, "expect") == "safe" else Conclusion.FALSE
    assert (expected, head(program, "violated")) == (result.verdict, result.violated)


def test_every_program_has_a_twin() -> None:
    """What is proved safe differs from something unsafe."""
    names = {path.stem for path in FILES}

    for name in names:
        kind = "_safe" if name.endswith("_safe") else "_unsafe"
        other = "_unsafe" if kind == "_safe" else "_safe"
        assert name.removesuffix(kind) + other in names
