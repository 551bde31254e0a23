"""Mathematical integers in C: exact as long as everything fits into long long.

Comes in: pieces of C text with the range of their values, and the operation to write. Goes out: a
piece with its range, computed in a type that holds it; None when there is no such type.
"""

from __future__ import annotations

from itertools import product
from math import prod

from maul.report.c_text.pieces import PRIMARY, PRODUCT, SUM, UNARY, IntegerPiece, inside, joined

INT_RANGE = (-(1 << 31), (1 << 31) - 1)
LONG_RANGE = (-(1 << 63), (1 << 63) - 1)


def _fits(low: int, high: int, limits: tuple[int, int]) -> bool:
    """Whether one range is inside another."""
    return limits[0] <= low and high <= limits[1]


def number_constant(value: int) -> IntegerPiece | None:
    """A constant; the least long long has no literal, so it is left out."""
    if not _fits(value - 1, value, LONG_RANGE):
        return None
    wide = not _fits(value - 1, value, INT_RANGE)
    strength = UNARY if value < 0 else PRIMARY
    return IntegerPiece(
        f"{value}{'LL' if wide else ''}", strength, value, value, 64 if wide else 32
    )


def _long(piece: IntegerPiece) -> IntegerPiece | None:
    """The number as a long long."""
    if piece.bits == 64 and not piece.unsigned:
        return piece
    if not _fits(piece.low, piece.high, LONG_RANGE):
        return None
    text = f"(long long){inside(piece, UNARY)}"
    return IntegerPiece(text, UNARY, piece.low, piece.high, 64)


def number_comparison(operator: str, left: IntegerPiece, right: IntegerPiece) -> str | None:
    """A comparison of values, whatever the types."""
    if left.unsigned == right.unsigned or min(left.low, right.low) >= 0:
        return joined(left, operator, right)
    a, b = _long(left), _long(right)
    return None if a is None or b is None else joined(a, operator, b)


def number_operation(operator: str, pieces: list[IntegerPiece]) -> IntegerPiece | None:
    """A sum, product, quotient or remainder."""
    match operator:
        case "+":
            low, high = sum([p.low for p in pieces]), sum([p.high for p in pieces])
            return _computed("+", _least_first(pieces), low, high)
        case "*":
            corners = [prod(corner) for corner in product(*[(p.low, p.high) for p in pieces])]
            negated = _negated(pieces)
            if negated is not None:
                return negated
            return _computed("*", pieces, min(corners), max(corners))
        case "div" | "mod":
            return _divided(operator, *pieces)
    return None


def _negated(pieces: list[IntegerPiece]) -> IntegerPiece | None:
    """The negative, when that is what a product is."""
    piece, factor = pieces
    if (factor.low, factor.high) != (-1, -1):
        return None
    low, high = -piece.high, -piece.low
    source = piece if _exact(piece, low, high) else _long(piece)
    if source is None or not _fits(low, high, LONG_RANGE):
        return None
    return IntegerPiece(f"-{inside(source, PRIMARY)}", UNARY, low, high, source.bits)


def _exact(piece: IntegerPiece, low: int, high: int) -> bool:
    """Whether the type of a piece computes results of a range exactly."""
    limits = INT_RANGE if piece.bits == 32 else LONG_RANGE
    return not piece.unsigned and _fits(low, high, limits)


def _least_first(pieces: list[IntegerPiece]) -> list[IntegerPiece]:
    """Numbers in an order in which every partial sum has the range computed for it."""
    return sorted(pieces, key=lambda p: p.low == p.high)


def _computed(
    operator: str, pieces: list[IntegerPiece], low: int, high: int
) -> IntegerPiece | None:
    """An operation of several numbers in the least type that is exact for all its steps."""
    spread_low = sum([min(p.low, 0) for p in pieces]) if operator == "+" else low
    spread_high = sum([max(p.high, 0) for p in pieces]) if operator == "+" else high
    if all(_exact(piece, spread_low, spread_high) for piece in pieces):
        parts: list[IntegerPiece] = pieces
    else:
        if not _fits(spread_low, spread_high, LONG_RANGE):
            return None
        first = _long(pieces[0])
        others = [p if not p.unsigned or p.bits == 32 else _long(p) for p in pieces[1:]]
        parts = [p for p in [first, *others] if p is not None]
        if len(parts) < len(pieces):
            return None
    strength = SUM if operator == "+" else PRODUCT
    text = inside(parts[0], strength)
    for part in parts[1:]:
        sign, shown = operator, inside(part, strength + 1)
        if operator == "+" and part.text.startswith("-") and part.strength == UNARY:
            sign, shown = "-", part.text[1:]
        text += f" {sign} {shown}"
    bits = max([part.bits for part in parts])
    return IntegerPiece(text, strength, low, high, bits)


def _divided(operator: str, left: IntegerPiece, right: IntegerPiece) -> IntegerPiece | None:
    """A quotient or remainder where C and SMT-LIB agree: nothing is negative, nothing zero."""
    if left.low < 0 or right.low <= 0:
        return None
    bits, unsigned = max(left.bits, right.bits), left.unsigned or right.unsigned
    if operator == "div":
        text, low, high = joined(left, "/", right), left.low // right.high, left.high // right.low
    else:
        text, low, high = joined(left, "%", right), 0, min(left.high, right.high - 1)
    return IntegerPiece(text, PRODUCT, low, high, bits, unsigned)
