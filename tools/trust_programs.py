"""The programs of trust: what their head comments say.

``// expect: safe | unsafe | refused`` is the truth: whether the error can be reached, or that gcc
does not take the program; ``// must: decided`` asks for more than *unknown*; ``// ring: first`` are
the kinds that users met, the others are variations. ``// options:`` are given to maul, and
``// inputs:`` and ``// with: FILE`` (another translation unit beside it) to the compiled program
that shows the truth. ``// unless: WORD`` lets TRUE stand when an assumption with that word is
listed, ``// says: PATTERN`` asks for it in the first line of a TRUE, and ``// truth: ...`` is an
option for gcc or tells why no execution shows the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "programs" / "trust"
KEYS = ("expect", "ring", "must", "options", "inputs", "with", "unless", "says", "truth", "because")


@dataclass(frozen=True, slots=True)
class Program:
    """A program and what its head says; a key that is missing is the empty text."""

    path: Path
    expect: str
    ring: str
    must: str
    options: str
    inputs: str
    other: str
    unless: str
    says: str
    truth: str
    because: str

    @property
    def kind(self) -> str:
        """Its folder and its name without the expectation: what it shares with its twin."""
        name = self.path.stem
        for ending in ("_safe", "_unsafe"):
            name = name.removesuffix(ending)
        return f"{self.path.parent.name}/{name}"

    @property
    def name(self) -> str:
        """Its folder and its name."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def model(self) -> str:
        """The data model that its options name."""
        return "ILP32" if "ILP32" in self.options else "LP64"

    @property
    def of_memory(self) -> bool:
        """Whether it is about memory safety and not about reaching an error."""
        return "valid-" in self.options


def read(path: Path) -> Program:
    """What the head comment of a program says."""
    said = dict.fromkeys(KEYS, "")
    for line in path.read_text(encoding="utf-8").splitlines():
        key, colon, rest = line.removeprefix("// ").partition(":")
        if not line.startswith("// ") or not colon or key not in said:
            break
        said[key] = rest.strip()
    return Program(path, *(said[key] for key in KEYS))


def programs(folder: Path = FOLDER) -> list[Program]:
    """All programs below ``folder``; the other translation units are none."""
    return [read(p) for p in sorted(folder.rglob("*.c")) if not p.name.endswith(".other.c")]
