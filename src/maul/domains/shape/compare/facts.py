"""What is known of values: whether one fact implies another, and the hull of two.

A hull that is larger than the first fact goes to the next of a few thresholds, so that hulls of
hulls come to an end [CC77].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.shape.values import bounds_of
from maul.shapes.graph import Address, End, Fact, FunctionPointer, KnownNumber, UnknownValue

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.shapes.graph import ObjectId, ShapeGraph, Value

ANYTHING = Fact()
_INSIDE = (-1, 0, 1, 255)
THRESHOLDS = tuple(
    sorted({*_INSIDE, *(-(1 << n) for n in (7, 15, 31, 63)), *((1 << n) - 1 for n in (31, 63))})
)


def fact_about(value: Value, graph: ShapeGraph) -> Fact:
    """All that is known of a value, as if it were a symbol without owner."""
    match value:
        case KnownNumber(value=number):
            return Fact(number, number, may_be_zero=number == 0)
        case UnknownValue(number=symbol):
            fact = graph.facts.get(symbol, ANYTHING)
            return Fact(fact.low, fact.high, fact.may_be_zero)
        case FunctionPointer():
            return Fact(may_be_zero=False)
        case Address(object=target, end=end):
            return Fact(may_be_zero=end in (End.FIRST, End.LAST) and can_be_empty(graph, target))


def can_be_empty(graph: ShapeGraph, number: ObjectId) -> bool:
    """Whether an object is a segment that may have no cells."""
    return getattr(graph.objects[number], "minimum", 1) == 0


def implies(special: Fact, general: Fact, t: CType | None) -> bool:
    """Whether every value of a type that one fact allows is allowed by another."""
    special = within(special, t)
    if general.low is not None and (special.low is None or special.low < general.low):
        return False
    if general.high is not None and (special.high is None or special.high > general.high):
        return False
    return general.may_be_zero or not _may_be_zero(special)


def within(fact: Fact, t: CType | None) -> Fact:
    """A fact with the bounds of a type where it has none."""
    bounds = None if t is None else bounds_of(t)
    if bounds is None:
        return fact
    low = bounds[0] if fact.low is None else fact.low
    high = bounds[1] if fact.high is None else fact.high
    return Fact(low, high, fact.may_be_zero, fact.owner)


def widened(old: Fact, new: Fact, t: CType | None, owner: ObjectId | None) -> Fact:
    """What holds of the values of both facts; bounds that are not the old ones are thresholds."""
    zero = _may_be_zero(old) or _may_be_zero(new)
    bounds = None if t is None else bounds_of(t)
    if bounds is None:
        return Fact(may_be_zero=zero, owner=owner)
    old, new = within(old, t), within(new, t)
    low, high = _low(old.low, new.low), _high(old.high, new.high)
    low = bounds[0] if low is None else max(low, bounds[0])
    high = bounds[1] if high is None else min(high, bounds[1])
    return Fact(low, high, zero, owner)


def _low(old: int | None, new: int | None) -> int | None:
    """A lower bound of both."""
    if old is None or new is None or old <= new:
        return None if new is None else old
    return max((each for each in THRESHOLDS if each <= new), default=None)


def _high(old: int | None, new: int | None) -> int | None:
    """An upper bound of both."""
    if old is None or new is None or old >= new:
        return None if new is None else old
    return min((each for each in THRESHOLDS if each >= new), default=None)


def _may_be_zero(fact: Fact) -> bool:
    """Whether zero is among the values of a fact."""
    below = fact.high is not None and fact.high < 0
    above = fact.low is not None and fact.low > 0
    return fact.may_be_zero and not below and not above
