"""Mathematical integers as values of types: their bounds, and how they are brought back into them.

Comes in: types, and Int terms. Goes out: bounds, and Int terms within the range of a type. A result
that may leave the range is brought back: by a choice when it can be at most one turn away,
otherwise with ``mod``; and not at all when bounds show that it stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CType, Integer, Pointer
from maul.cfa.intervals import Interval, exact, met
from maul.encode.numbers.integers.bits import congruent, cut
from maul.encode.numbers.integers.exact import SUMS
from maul.encode.numbers.integers.intervals import Intervals, range_of
from maul.encode.numbers.scalars import bits_of
from maul.logic.build import Term, add, integer, ite, le, multiply, subtract

if TYPE_CHECKING:
    from maul.encode.numbers.protocol import Typed

ANYTHING: Interval = (-(1 << 512), 1 << 512)


class Wrapping:
    """The ranges of types, those of pointers given, and what is known of terms."""

    def __init__(self, pointers: Integer) -> None:
        self._pointers = pointers
        self.intervals = Intervals()

    def range_of(self, t: CType) -> Interval:
        """The values of an integer, boolean or pointer type."""
        return range_of(self._pointers if isinstance(t, Pointer) else t)

    def bounds(self, t: CType, value: Term) -> Interval:
        """The bounds of a value of a type."""
        whole, found = self.range_of(t), self.intervals.of(value)
        return whole if found is None else met(whole, found) or whole

    def wrapped(self, t: CType, term: Term, bounds: Interval) -> Term:
        """A mathematical result, of which bounds are known, as a value of a type."""
        low, high = range_of(t)
        size = high - low + 1
        own = self.intervals.of(term)
        bounds = bounds if own is None else met(bounds, own) or bounds
        turns = (bounds[0] - low) // size
        if turns == (bounds[1] - low) // size:
            return subtract(term, integer(turns * size))
        plain = congruent(term, bits_of(t))
        own = None if plain is term else self.intervals.of(plain)
        if own is not None and low - size <= own[0] and own[1] <= high + size:
            return self.wrapped(t, plain, own)
        if bounds[0] < low - size or bounds[1] > high + size:
            moved = subtract(term, integer(low))
            return add(cut(moved, bits_of(t), None, self.intervals), integer(low))
        result = term
        if bounds[0] < low:
            result = ite(le(integer(low), term), result, add(term, integer(size)))
        if bounds[1] > high:
            result = ite(le(term, integer(high)), result, subtract(term, integer(size)))
        return result

    def moved(
        self, t: CType, start: tuple[str, Term], by: Typed, scale: int, *, wraps: bool
    ) -> Term:
        """A number of an unsigned type plus or minus ``scale`` times an integer."""
        operator, number = start
        result = SUMS[operator](number, multiply(by[1], integer(scale)))
        if not wraps:
            return result
        low, high = self.bounds(*by)
        bounds = exact(operator, self.bounds(t, number), (scale * low, scale * high), bits_of(t))
        assert bounds is not None
        return self.wrapped(t, result, bounds)
