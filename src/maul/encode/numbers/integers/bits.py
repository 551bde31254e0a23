"""Bits of mathematical integers: cutting, bitwise operators, shifts.

Comes in: Int terms and bounds that hold of them. Goes out: Int terms. An integer is seen as its
two's complement without end: ``mod 2^k`` keeps the lowest bits of negative numbers too, ``div 2^k``
shifts right arithmetically, and ``& | ^`` do not depend on the width of a type, because the result
is in range when the operands are. Since ``x | y`` is ``x + y - (x & y)`` and ``x ^ y`` is
``x + y - 2 (x & y)``, everything is a question of ``x & y``.

What ``div`` and ``mod`` by constants do not express well is an uninterpreted function. What the
functions stand for is in ``maul.logic.bit_functions``; ``laws`` is true of that. A formula with
such functions has all the models that it has to have, and perhaps more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.numbers.integers.intervals import NESTED, zeros
from maul.logic.bit_functions import AND, LEFT, RIGHT
from maul.logic.build import (
    Term,
    add,
    and_,
    apply,
    divide,
    equal,
    implies,
    integer,
    ite,
    le,
    lt,
    modulo,
    multiply,
    split_offset,
    subtract,
)
from maul.logic.terms import int_payload
from maul.logic.walk import subterms

if TYPE_CHECKING:
    from maul.cfa.intervals import Interval
    from maul.encode.numbers.integers.intervals import Intervals

MOST_RUNS = 3  # of ones in a mask that is taken apart
MOST_CASES = 8  # amounts by which a value that is not constant is shifted

ZERO, ONE = integer(0), integer(1)


def approximated(*terms: Term) -> tuple[Term, ...]:
    """The parts of the terms that an uninterpreted function stands for."""
    return tuple(
        part
        for part in subterms(*terms)
        if part.operator == "apply" and part.payload in (AND, LEFT, RIGHT)
    )


# ---- cutting ----


def cut(term: Term, count: int, bounds: Interval | None, intervals: Intervals) -> Term:
    """``term mod 2^count``, without what is known to be cut off."""
    size = 1 << count
    if bounds is not None and bounds[0] >= 0 and bounds[1] < size:
        return term
    kept = congruent(term, count)
    found = intervals.of(kept)
    if found is not None and found[0] >= 0 and found[1] < size:
        return kept
    return modulo(kept, integer(size))


def congruent(term: Term, count: int) -> Term:
    """A term with the same ``count`` lowest bits, without earlier cuts and turns."""
    while True:
        parts = term.arguments if term.operator == "+" else (term,)
        plain = add(ZERO, *(_uncut(part, 1 << count) for part in parts if zeros(part) < count))
        if plain is term:
            return term
        term = plain


def _uncut(part: Term, size: int) -> Term:
    """A part of a sum without what does not matter modulo ``size``."""
    if part.operator == "constant":
        value = int_payload(part)
        return part if abs(value) < size else integer(value % size)
    base, factor = _monomial(part)
    plain = _without_turns(base, size, NESTED)
    return part if plain is base else multiply(plain, integer(factor))


def _without_turns(term: Term, size: int, depth: int) -> Term:
    """A term without ``mod`` of a multiple of ``size``, and without a choice between a number and
    the same number moved by multiples of it."""
    if term.operator == "mod" and term.arguments[1].operator == "constant":
        modulus = int_payload(term.arguments[1])
        return term.arguments[0] if modulus and modulus % size == 0 else term
    if term.operator != "ite" or not depth:
        return term
    then, other = (_without_turns(branch, size, depth - 1) for branch in term.arguments[1:])
    base, offset = split_offset(then)
    other_base, other_offset = split_offset(other)
    if base is not other_base or (offset - other_offset) % size:
        return term
    return then if abs(offset) <= abs(other_offset) else other


def dropped(term: Term, count: int, intervals: Intervals) -> Term:
    """``term div 2^count``: the bits above the lowest ``count``."""
    if not count:
        return term
    parts = [_factors(part) for part in (term.arguments if term.operator == "+" else (term,))]
    exponents = {_exponent(factor) for _, factor in parts}
    # What lies below all bits of the other parts is dropped on its own.
    for at in sorted((at for at in exponents if at > 0), reverse=True):
        by = min(at, count)
        rest = _sum([(base, factor) for base, factor in parts if factor % (1 << by)])
        found = intervals.of(rest)
        if found is not None and found[0] >> by == found[1] >> by:
            high = [(base, factor >> by) for base, factor in parts if not factor % (1 << by)]
            return dropped(add(_sum(high), integer(found[0] >> by)), count - by, intervals)
    high = [(base, factor >> count) for base, factor in parts if not factor % (1 << count)]
    rest = _sum([(base, factor) for base, factor in parts if factor % (1 << count)])
    return add(_sum(high), _shifted_right(rest, count, intervals))


def _shifted_right(term: Term, count: int, intervals: Intervals) -> Term:
    """``term div 2^count`` in one form: no ``div`` or ``mod`` of constants inside of ``div``."""
    size = 1 << count
    if term.operator in ("div", "mod") and term.arguments[1].operator == "constant":
        inner, number = term.arguments[0], int_payload(term.arguments[1])
        if term.operator == "div" and number > 0:
            return divide(inner, integer(size * number))
        if term.operator == "mod" and number > 0 and number % size == 0:
            return modulo(dropped(inner, count, intervals), integer(number // size))
    return divide(term, integer(size))


def _sum(parts: list[tuple[Term, int]]) -> Term:
    return add(ZERO, *(multiply(base, integer(factor)) for base, factor in parts))


def _factors(part: Term) -> tuple[Term, int]:
    """A part of a sum as something times a number, a constant too."""
    return (ONE, int_payload(part)) if part.operator == "constant" else _monomial(part)


def _exponent(factor: int) -> int:
    return (factor & -factor).bit_length() - 1


def lowered(term: Term, count: int, bounds: Interval, intervals: Intervals) -> Term:
    """``term div 2^count``, when bounds of the term are known."""
    low, high = bounds[0] >> count, bounds[1] >> count
    return integer(low) if low == high else dropped(term, count, intervals)


def _monomial(part: Term) -> tuple[Term, int]:
    """A part of a sum as something times a number."""
    if part.operator == "*" and part.arguments[1].operator == "constant":
        return part.arguments[0], int_payload(part.arguments[1])
    return part, 1


def bits(term: Term, low: int, count: int, bounds: Interval | None, intervals: Intervals) -> Term:
    """``count`` bits from the bit ``low`` on, as a number that is not negative."""
    rest = dropped(term, low, intervals)
    above = None if bounds is None else (bounds[0] >> low, bounds[1] >> low)
    if above is not None and above[0] == above[1]:
        return integer(above[0] & ((1 << count) - 1))
    return cut(rest, count, above, intervals)


# ---- bitwise operators ----


def conjoined(
    one: tuple[Term, Interval], other: tuple[Term, Interval], intervals: Intervals
) -> Term:
    """``one & other``, both with their bounds."""
    (left, a), (right, b) = one, other
    if left is right:
        return left
    if left.operator == "constant":
        left, a, right, b = right, b, left, a
    if right.operator == "constant":
        masked = _masked(left, a, int_payload(right), intervals)
        if masked is not None:
            return masked
    if _are_apart(left, b) or _are_apart(right, a):
        return ZERO
    for bit, bounds, rest, its in ((left, a, right, b), (right, b, left, a)):
        if bounds[0] >= 0 and bounds[1] <= 1:
            return ite(equal(bit, ONE), bits(rest, 0, 1, its, intervals), ZERO)
    if left.number > right.number:
        left, right = right, left
    found = apply(AND, left, right)
    bounded = _bounds_of_and(intervals.of(left), intervals.of(right))
    if bounded is not None:
        intervals.learn(found, bounded)
    return found


def _are_apart(high: Term, bounds: Interval) -> bool:
    """Whether a number has zeros wherever one within the bounds may have ones."""
    return bounds[0] >= 0 and zeros(high) >= bounds[1].bit_length()


def _bounds_of_and(left: Interval | None, right: Interval | None) -> Interval | None:
    """The bounds of a conjunction: a number that is not negative, or all bits of both sides."""
    known = [side for side in (left, right) if side is not None]
    positive = [side[1] for side in known if side[0] >= 0]
    if positive:
        return (0, min(positive))
    if len(known) < 2:
        return None
    end = 1 << max(max(side[1], ~side[0]).bit_length() for side in known)
    return (-end, end - 1)


def _masked(term: Term, bounds: Interval, mask: int, intervals: Intervals) -> Term | None:
    """``term & mask``, when the mask or what it leaves out has few runs of ones."""
    if bounds[0] >= 0:
        every = (1 << bounds[1].bit_length()) - 1
        mask, rest = mask & every, every & ~mask
        if not rest:
            return term
    else:
        rest = ~mask
    ways = [(_runs(mask), True)] if mask >= 0 else []
    if rest >= 0:
        ways.append((_runs(rest), False))
    runs, keeps = min(ways, key=lambda way: len(way[0]))
    if len(runs) > MOST_RUNS:
        return None
    parts = [
        multiply(bits(term, low, high - low, bounds, intervals), integer(1 << low))
        for low, high in runs
    ]
    kept = add(ZERO, *parts)
    return kept if keeps else subtract(term, kept)


def _runs(mask: int) -> list[tuple[int, int]]:
    """Where a number that is not negative has ones: from, to (not included)."""
    found: list[tuple[int, int]] = []
    at = 0
    while mask >> at:
        at += ((mask >> at) & -(mask >> at)).bit_length() - 1
        rest = ~(mask >> at)
        end = at + (rest & -rest).bit_length() - 1
        found.append((at, end))
        at = end
    return found


def combined(operator: str, left: Term, right: Term, both: Term) -> Term:
    """``& | ^`` of two numbers, of which ``both`` is the conjunction."""
    if operator == "&":
        return both
    return subtract(add(left, right), both if operator == "|" else multiply(integer(2), both))


# ---- laws of the functions ----


def laws_of(term: Term, intervals: Intervals) -> Term:
    """What is true of an application of one of the functions."""
    x, y = term.arguments
    function = term.payload
    if function is AND:
        return and_(_law_of_and(term, x, y), _bounded(term, intervals))
    if function is RIGHT:
        return and_(
            implies(le(ZERO, x), and_(le(ZERO, term), le(term, x))),
            implies(lt(x, ZERO), and_(le(x, term), lt(term, ZERO))),
            implies(equal(y, ZERO), equal(term, x)),
            implies(and_(le(ZERO, x), lt(ZERO, y)), le(multiply(term, integer(2)), x)),
        )
    assert function is LEFT
    return and_(
        implies(le(ZERO, x), le(ZERO, term)),
        implies(le(x, ZERO), le(term, ZERO)),
        implies(equal(y, ZERO), equal(term, x)),
    )


def _law_of_and(term: Term, x: Term, y: Term) -> Term:
    """A number that is not negative bounds the result; two negative ones bound it from above."""
    return and_(
        *(implies(le(ZERO, side), and_(le(ZERO, term), le(term, side))) for side in (x, y)),
        implies(and_(lt(x, ZERO), lt(y, ZERO)), and_(le(term, x), le(term, y))),
        implies(equal(x, y), equal(term, x)),
        implies(equal(x, integer(-1)), equal(term, y)),
        implies(equal(y, integer(-1)), equal(term, x)),
    )


def _bounded(term: Term, intervals: Intervals) -> Term:
    """A disjunction has no more bits than its parts: that bounds the conjunction from below."""
    x, y = term.arguments
    sides = [intervals.of(x), intervals.of(y)]
    known = [side for side in sides if side is not None]
    if len(known) < 2:
        return and_()
    end = 1 << max(max(side[1], ~side[0]).bit_length() for side in known)
    return and_(le(integer(-end), term), le(subtract(add(x, y), integer(end - 1)), term))
