"""Text from outside as text that can be shown.

Comes in: a text that a program, a file name or a compiler may have had a part in. Goes out: the
same without what steers a terminal; as a line also without what would look like another line.
"""

from __future__ import annotations

_CODES = (*range(32), *range(127, 160), 0x2028, 0x2029)
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))  # of writing
_IN_LINES = {code: "?" for code in (*_CODES, *_DIRECTIONS) if chr(code) != "\t"}
_BETWEEN_LINES = {code: sign for code, sign in _IN_LINES.items() if chr(code) != "\n"}


def printable(text: str) -> str:
    """Some lines."""
    return text.translate(_BETWEEN_LINES)


def printable_line(text: str) -> str:
    """One line."""
    return text.translate(_IN_LINES)
