"""TOML that anybody may have written: every key is known, every value has its type.

Comes in: a path. Goes out: a ``Part``, which hands out values, or ``BadInput`` in one line with the
place in the file.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from maul.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST = 1 << 16  # bytes of a file
DOTS = 100  # on a line: tomllib takes time by the square of the parts of a key
MOST = 500  # entries of a list
LONGEST = 300  # characters of a text


class Part:
    """A table of TOML of which every key is known and every value has its type."""

    def __init__(self, content: object, where: str, keys: Sequence[str]) -> None:
        if not isinstance(content, dict):
            raise BadInput(f"{where}: is no table")
        self._content: dict[str, object] = content
        self._where = where
        for key in self._content:
            if key not in keys:
                raise BadInput(
                    f"{where}: there is no key {shortened(key)}; there are {', '.join(keys)}"
                )

    def refused(self, key: str, why: str) -> BadInput:
        """What to raise about a key."""
        return BadInput(f"{self._where}: {key}: {why}")

    def text(self, key: str, otherwise: str | None = None) -> str:
        """A line of text; one that has no ``otherwise`` must be there and say something."""
        found = self._content.get(key, otherwise)
        if found is None:
            raise self.refused(key, "is missing")
        if not isinstance(found, str):
            raise self.refused(key, "is no text")
        if len(found) > LONGEST or not found.isprintable():
            raise self.refused(key, f"is no line of at most {LONGEST} printable characters")
        if otherwise is None and not found.strip():
            raise self.refused(key, "is empty")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of different lines of text; none if it is not there."""
        found = self._list(key)
        for each in found:
            if not isinstance(each, str) or not each.strip() or len(each) > LONGEST:
                raise self.refused(key, "is no list of texts")
            if not each.isprintable():
                raise self.refused(key, "has a text that is not printable")
        if len(set(found)) != len(found):
            raise self.refused(key, "says something twice")
        return tuple(map(str, found))

    def lists(self, key: str) -> list[list[object]]:
        """A list of lists."""
        found = [each for each in self._list(key) if isinstance(each, list)]
        if len(found) != len(self._list(key)):
            raise self.refused(key, "is no list of lists")
        return found

    def choice(self, key: str, among: Sequence[str], otherwise: str | None = None) -> str:
        """One of several texts."""
        found = self.text(key, otherwise)
        if found not in among:
            told = ", ".join(filter(None, among))
            raise self.refused(key, f"there is no {shortened(found)}; there are {told}")
        return found

    def choices(self, key: str, among: Sequence[str]) -> tuple[str, ...]:
        """Several of several texts."""
        for each in self.texts(key):
            if each not in among:
                told = ", ".join(among)
                raise self.refused(key, f"there is no {shortened(each)}; there are {told}")
        return self.texts(key)

    def truth(self, key: str, *, otherwise: bool) -> bool:
        """True or false."""
        found = self._content.get(key, otherwise)
        if not isinstance(found, bool):
            raise self.refused(key, "is neither true nor false")
        return found

    def number(self, key: str, otherwise: float) -> float:
        """A positive number."""
        found = self._content.get(key, otherwise)
        if isinstance(found, bool) or not isinstance(found, (int, float)) or not 0 < found < 1e9:
            raise self.refused(key, "is no positive number below a milliard")
        return float(found)

    def count(self, key: str, otherwise: int) -> int:
        """A whole number from 1."""
        found = self._content.get(key, otherwise)
        if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 1e9:
            raise self.refused(key, "is no count")
        if found == 0 and key in self._content:
            raise self.refused(key, "is no count")
        return found

    def parts(self, key: str, keys: Sequence[str]) -> list[Part]:
        """The tables under ``[[key]]``."""
        return [
            Part(each, f"{self._where}: {key} {number}", keys)
            for number, each in enumerate(self._list(key), 1)
        ]

    def _list(self, key: str) -> list[object]:
        found = self._content.get(key, [])
        if not isinstance(found, list):
            raise self.refused(key, "is no list")
        if len(found) > MOST:
            raise self.refused(key, f"has more than {MOST} entries")
        return found


def shortened(text: str) -> str:
    """A text of somebody else's in one short line."""
    return ascii(text) if len(text) <= LONGEST and not text.isprintable() else text[:80]


def read_toml(path: str) -> object:
    """What a TOML file says."""
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read: {problem.strerror}") from None
    if len(text) > LARGEST:
        raise BadInput(f"{path}: longer than {LARGEST} bytes")
    if any(line.count(b".") > DOTS for line in text.splitlines()):
        raise BadInput(f"{path}: a line has more than {DOTS} dots")
    try:
        return tomllib.loads(text.decode())
    except RecursionError:
        raise BadInput(f"{path}: not understood: too deep") from None
    except ValueError as problem:  # not TOML, not UTF-8, a number of thousands of digits
        raise BadInput(f"{path}: not understood: {' '.join(str(problem).split())[:200]}") from None
