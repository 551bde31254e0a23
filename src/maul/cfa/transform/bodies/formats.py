"""Formats of ``printf`` as pieces: text that is written as it is, and conversions.

Comes in: the bytes of a constant format. Goes out: its pieces in order; None when there is one that
maul does not know to the byte.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from maul.node import value

_CONVERSION = re.compile(
    rb"%(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?P<point>\.(?P<precision>\*|\d+)?)?"
    rb"(?P<length>hh|h|ll|l|j|z|t|q|L)?(?P<letter>[a-zA-Z%])"
)
STAR = -1


@value
class Plain:
    """``count`` bytes of the format from ``start`` on."""

    start: int
    count: int


@value
class FormatConversion:
    """One conversion. ``width`` and ``precision`` are numbers, ``STAR`` where an argument says
    them, None where there is none.
    """

    flags: str
    width: int | None
    precision: int | None
    length: str
    letter: str

    @property
    def numbers(self) -> int:
        """How many arguments it takes before the one that it converts."""
        return (self.width == STAR) + (self.precision == STAR)


Piece: TypeAlias = Plain | FormatConversion


def pieces(template: bytes) -> tuple[Piece, ...] | None:
    """The pieces of a format, which ends at its first zero; None if one is not known."""
    template = template.partition(b"\0")[0]
    found: list[Piece] = []
    at = 0
    while at < len(template):
        sign = template.find(b"%", at)
        end = len(template) if sign < 0 else sign
        if end > at:
            found.append(Plain(at, end - at))
        if sign < 0:
            break
        match = _CONVERSION.match(template, sign)
        if match is None:
            return None
        if match[0] == b"%%":
            found.append(Plain(sign, 1))
        elif match["letter"] == b"%":
            return None
        else:
            found.append(_conversion(match))
        at = match.end()
    return tuple(found)


def _conversion(match: re.Match[bytes]) -> FormatConversion:
    precision = _number(match["precision"])
    if match["point"] is not None and precision is None:
        precision = 0
    return FormatConversion(
        match["flags"].decode("ascii"),
        _number(match["width"]),
        precision,
        (match["length"] or b"").decode("ascii"),
        match["letter"].decode("ascii"),
    )


def _number(text: bytes | None) -> int | None:
    if text is None:
        return None
    return STAR if text == b"*" else int(text)
