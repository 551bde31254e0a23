"""Arithmetic on intervals of integers: what a C operation can give when its operands lie in given
bounds.

Comes in: bounds (low, high), both included, and types. Goes out: bounds that hold for every
combination of operands. ``exact`` is about mathematical integers; ``fitted`` brings a result back
into a type, modulo 2^bits, as the program model computes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Boolean, Integer

if TYPE_CHECKING:
    from maul.c.ctype import CType

Interval: TypeAlias = tuple[int, int]

TRUTH: Interval = (0, 1)
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}

_FULL: dict[Integer, Interval] = {}


def full(of: CType) -> Interval | None:
    """All values of an integer type; None for other types."""
    if isinstance(of, Integer):
        found = _FULL.get(of)
        if found is None:
            half = 1 << (of.bits - 1)
            found = _FULL[of] = (-half, half - 1) if of.signed else (0, 2 * half - 1)
        return found
    return TRUTH if isinstance(of, Boolean) else None


def joined(left: Interval, right: Interval) -> Interval:
    """The least interval that holds both."""
    return (min(left[0], right[0]), max(left[1], right[1]))


def met(left: Interval, right: Interval) -> Interval | None:
    """What lies in both; None when nothing does."""
    low, high = max(left[0], right[0]), min(left[1], right[1])
    return (low, high) if low <= high else None


def contains(outer: Interval, inner: Interval) -> bool:
    """Whether every value of ``inner`` lies in ``outer``."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def fitted(value: Interval, into: Interval) -> Interval:
    """The bounds after wrapping around into a type with values ``into``: exact when all values wrap
    equally often."""
    if into[0] <= value[0] and value[1] <= into[1]:
        return value
    size = into[1] - into[0] + 1
    turns = (value[0] - into[0]) // size
    if (value[1] - into[0]) // size == turns:
        return (value[0] - turns * size, value[1] - turns * size)
    return into


def exact(operator: str, left: Interval, right: Interval, bits: int) -> Interval | None:
    """The bounds of ``left operator right`` in mathematical integers, for ``+ - * / % <<`` in a
    type of ``bits`` bits.

    None when an operand may have no result: a divisor of zero, a shift by a negative number or by
    ``bits`` and more.
    """
    match operator:
        case "+":
            return (left[0] + right[0], left[1] + right[1])
        case "-":
            return (left[0] - right[1], left[1] - right[0])
        case "*":
            corners = [a * b for a in left for b in right]
            return (min(corners), max(corners))
        case "/":
            return None if right[0] <= 0 <= right[1] else _quotient(left, right)
        case "%":
            return None if right[0] <= 0 <= right[1] else _remainder(left, right)
        case "<<":
            if right[0] >= 0 and right[1] < bits:
                corners = [a << b for a in left for b in right]
                return (min(corners), max(corners))
    return None


def truncated(dividend: int, divisor: int) -> int:
    """Division that truncates towards zero [C11 6.5.5p6]."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def _quotient(left: Interval, right: Interval) -> Interval:
    """Bounds of a division whose divisor has one sign: it is monotone in each operand when the
    other is fixed."""
    corners = [truncated(a, b) for a in left for b in right]
    return (min(corners), max(corners))


def _remainder(left: Interval, right: Interval) -> Interval:
    """Bounds of a remainder: smaller than the divisor, no larger than the dividend, of its sign."""
    smallest = min(abs(right[0]), abs(right[1]))
    if left[0] > -smallest and left[1] < smallest:
        return left  # the dividend itself
    largest = max(abs(right[0]), abs(right[1])) - 1
    low = 0 if left[0] >= 0 else max(left[0], -largest)
    high = 0 if left[1] <= 0 else min(left[1], largest)
    return (low, high)


def bitwise(operator: str, left: Interval, right: Interval) -> Interval | None:
    """The bounds of ``& | ^`` on operands of one type; None when nothing is known."""
    if left[0] == left[1] and right[0] == right[1]:
        value = {"&": left[0] & right[0], "|": left[0] | right[0], "^": left[0] ^ right[0]}[
            operator
        ]
        return (value, value)
    if operator == "&":
        # A non-negative operand bounds the result, whatever the sign of the other.
        bounds = [side[1] for side in (left, right) if side[0] >= 0]
        return (0, min(bounds)) if bounds else None
    if left[0] < 0 or right[0] < 0:
        return None
    ones = (1 << max(left[1], right[1]).bit_length()) - 1
    return (max(left[0], right[0]) if operator == "|" else 0, ones)


def shifted_right(left: Interval, right: Interval, bits: int) -> Interval | None:
    """The bounds of an arithmetic ``>>``; None when the shift may be out of range."""
    if right[0] < 0 or right[1] >= bits:
        return None
    corners = [a >> b for a in left for b in right]
    return (min(corners), max(corners))


def compared(operator: str, left: Interval, right: Interval) -> Interval:
    """The bounds of a comparison: 0, 1 or either."""
    narrowed = restricted(operator, left, right)
    if narrowed is None:
        return (0, 0)
    if restricted(OPPOSITE[operator], left, right) is None:
        return (1, 1)
    return TRUTH


def restricted(operator: str, left: Interval, right: Interval) -> tuple[Interval, Interval] | None:
    """What is left of both sides when the comparison holds; None when it cannot."""
    match operator:
        case "<":
            low, high = (
                (left[0], min(left[1], right[1] - 1)),
                (max(right[0], left[0] + 1), right[1]),
            )
            return (low, high) if low[0] <= low[1] and high[0] <= high[1] else None
        case "<=":
            low, high = (left[0], min(left[1], right[1])), (max(right[0], left[0]), right[1])
            return (low, high) if low[0] <= low[1] and high[0] <= high[1] else None
        case ">" | ">=":
            swapped = restricted("<" if operator == ">" else "<=", right, left)
            return None if swapped is None else (swapped[1], swapped[0])
        case "==":
            common = met(left, right)
            return None if common is None else (common, common)
    return _unequal(left, right)


def _unequal(left: Interval, right: Interval) -> tuple[Interval, Interval] | None:
    """What is left of both sides when they differ: a single value is cut off the ends of the other
    side."""
    if right[0] == right[1]:
        rest = _without(left, right[0])
        return None if rest is None else (rest, right)
    if left[0] == left[1]:
        rest = _without(right, left[0])
        return None if rest is None else (left, rest)
    return left, right


def _without(interval: Interval, value: int) -> Interval | None:
    """The interval without one value, if that is again an interval."""
    low = interval[0] + (interval[0] == value)
    high = interval[1] - (interval[1] == value)
    return (low, high) if low <= high else None
