"""Bytes of mathematical integers: taking numbers apart and putting them together.

Comes in: Int terms; a byte is one from 0 to 255. Goes out: the bytes of a number, lowest first, or
a number that has the given bytes. The bytes of one number, put together again, are that number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.intervals import Interval, met
from maul.encode.numbers.integers.bits import bits
from maul.logic.build import Term, add, integer, multiply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.encode.numbers.integers.intervals import Intervals

BYTE: Interval = (0, 255)


def bytes_of(
    term: Term, count: int, bounds: Interval | None, intervals: Intervals
) -> tuple[Term, ...]:
    """The lowest bytes of a number."""
    return tuple(bits(term, 8 * at, 8, bounds, intervals) for at in range(count))


def put_together(data: Sequence[Term], intervals: Intervals) -> tuple[Term, Interval | None]:
    """A number whose lowest bytes are the given ones, and its bounds."""
    whole = _whole(data, intervals)
    if whole is not None:
        return whole, intervals.of(whole)
    parts, low, high = [], 0, 0
    for at, byte in enumerate(data):
        found = intervals.of(byte)
        bounds = BYTE if found is None else met(BYTE, found) or BYTE
        parts.append(multiply(byte, integer(1 << 8 * at)))
        low, high = low + (bounds[0] << 8 * at), high + (bounds[1] << 8 * at)
    return add(*parts), (low, high)


def _whole(data: Sequence[Term], intervals: Intervals) -> Term | None:
    """The number that was taken apart into these bytes, if one was."""
    first = data[0]
    if first.operator != "mod" or len(data) == 1:
        return None
    inner, count = first.arguments[0], len(data)
    # Which of its bits were cut off depends on what was known of the number.
    for bounds in (intervals.of(inner), (0, (1 << 8 * count) - 1)):
        if bytes_of(inner, count, bounds, intervals) == tuple(data):
            return inner
    return None


def replaced(
    data: Sequence[Term], at: tuple[int, int], value: Term, intervals: Intervals
) -> tuple[Term, ...]:
    """Bytes in which the bits from, to (not included) are a number that has no more bits."""
    (low, high), total = at, 8 * len(data)
    old, bounds = put_together(data, intervals)
    parts = [
        bits(old, 0, low, bounds, intervals),
        multiply(value, integer(1 << low)),
        multiply(bits(old, high, total - high, bounds, intervals), integer(1 << high)),
    ]
    return bytes_of(add(*parts), len(data), (0, (1 << total) - 1), intervals)
