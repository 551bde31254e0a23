"""Forgetting a value of which only bounds are known.

Comes in: facts and a symbol. Goes out: facts without it that are equivalent to "there is a value
with ...", when each of the facts is a bound on the symbol or says what it is not. Between a lower
and an upper bound there is room: that is Fourier and Motzkin's rule, exact on integers where the
symbol has no factor, and on bit-vectors in one of their two orders.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from maul.logic.build import (
    Term,
    add,
    and_,
    bit_vector,
    bv_add,
    bv_sle,
    bv_slt,
    bv_ule,
    bv_ult,
    equal,
    integer,
    le,
    lt,
    multiply,
    not_,
    number_of,
    real,
    subtract,
    width_of,
)
from maul.logic.forget.equations import mentions
from maul.logic.sorts import INT, REAL, Array, BitVec, Float
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable

# More pairs of bounds would be more facts than are forgotten.
PAIRS = 16
ORDERS = {"bvule": (bv_ule, bv_ult), "bvsle": (bv_sle, bv_slt)}


@node
class Bound:
    """``limit <= x`` (below) or ``x <= limit``; ``<`` when strict."""

    order: str
    is_below: bool
    is_strict: bool
    limit: Term


def without_bounds(facts: Iterable[Term], x: Term) -> tuple[Term, ...] | None:
    """What the facts say of everything but a symbol that all of them mention."""
    bounds: list[Bound] = []
    others = 0
    for fact in facts:
        if _is_disequality(fact, x):
            others += 1
            continue
        bound = _bound(fact, x)
        if bound is None:
            return None
        bounds.append(bound)
    lower = [bound for bound in bounds if bound.is_below]
    upper = [bound for bound in bounds if not bound.is_below]
    if not bounds:
        return () if others < _least_number_of_values(x, others) else None
    if len({bound.order for bound in bounds}) > 1 or len(lower) * len(upper) > PAIRS:
        return None
    if x.sort is INT or x.sort is REAL:
        if not lower or not upper:
            return ()
        return None if others else tuple(_room(*pair) for pair in product(lower, upper))
    if others:
        return None
    if lower and upper:
        return tuple(_room_for_bits(*pair) for pair in product(lower, upper))
    return tuple(not_(equal(bound.limit, _extreme(bound))) for bound in bounds if bound.is_strict)


def _is_disequality(fact: Term, x: Term) -> bool:
    """Whether the fact excludes at most one value of the symbol."""
    if fact.operator != "not" or fact.arguments[0].operator != "=":
        return False
    left, right = fact.arguments[0].arguments
    if left.sort is INT or left.sort is REAL:
        return _linear(left, right, x) is not None
    return (left is x and not mentions(right, x)) or (right is x and not mentions(left, x))


def _least_number_of_values(x: Term, enough: int) -> int:
    """At least so many values there are, counted up to a little more than enough."""
    sort = x.sort
    if isinstance(sort, BitVec):
        return 1 << min(sort.width, enough.bit_length() + 1)
    if sort is INT or sort is REAL:
        return enough + 1
    if isinstance(sort, Float):
        # At least half of the patterns are no NaN.
        return 1 << min(sort.width - 1, enough.bit_length() + 1)
    if isinstance(sort, Array) and (sort.index is INT or isinstance(sort.index, BitVec)):
        width = sort.index.width if isinstance(sort.index, BitVec) else enough + 1
        return 1 << min(1 << min(width, 10), enough + 1)
    return 0


def _bound(fact: Term, x: Term) -> Bound | None:
    """The fact as a bound on the symbol."""
    inner = fact.arguments[0] if fact.operator == "not" else fact
    is_positive = inner is fact
    if inner.operator == "<=":
        return _linear_bound(inner, x, is_positive=is_positive)
    if inner.operator not in ORDERS:
        return None
    left, right = inner.arguments
    if left is x and not mentions(right, x):
        return Bound(inner.operator, not is_positive, not is_positive, right)
    if right is x and not mentions(left, x):
        return Bound(inner.operator, is_positive, not is_positive, left)
    return None


def _linear_bound(comparison: Term, x: Term, *, is_positive: bool) -> Bound | None:
    left, right = comparison.arguments
    found = _linear(left, right, x)
    if found is None:
        return None
    factor, rest = found
    if x.sort is REAL:
        limit = multiply(rest, real(-1 / Fraction(factor)))
        return Bound("<=", (factor > 0) != is_positive, not is_positive, limit)
    if abs(factor) != 1:
        return None
    # factor * x + rest <= 0, or > 0, which is >= 1.
    limit = multiply(rest, integer(-int(factor)))
    if not is_positive:
        limit = subtract(limit, integer(-int(factor)))
    return Bound("<=", (factor > 0) != is_positive, is_strict=False, limit=limit)


def _linear(left: Term, right: Term, x: Term) -> tuple[int | Fraction, Term] | None:
    """A factor (not 0) and a rest without the symbol: their sum with it is left less right."""
    if x.sort is not left.sort:
        return None
    difference = subtract(left, right)
    parts = difference.arguments if difference.operator == "+" else (difference,)
    factor: int | Fraction = 0
    rest = [integer(0) if x.sort is INT else real(0)]
    for part in parts:
        if part is x:
            factor = 1
        elif not mentions(part, x):
            rest.append(part)
        elif part.operator == "*" and part.arguments[0] is x and _is_constant(part.arguments[1]):
            factor = number_of(part.arguments[-1])
        else:
            return None
    return (factor, add(*rest)) if factor else None


def _is_constant(term: Term) -> bool:
    return term.operator == "constant"


def _room(lower: Bound, upper: Bound) -> Term:
    """That there is a number between two bounds."""
    compare = lt if lower.is_strict or upper.is_strict else le
    return compare(lower.limit, upper.limit)


def _room_for_bits(lower: Bound, upper: Bound) -> Term:
    """That there is a vector between two bounds."""
    at_most, less = ORDERS[lower.order]
    if not lower.is_strict and not upper.is_strict:
        return at_most(lower.limit, upper.limit)
    apart = less(lower.limit, upper.limit)
    if not lower.is_strict or not upper.is_strict:
        return apart
    # Below something else, the limit has a successor.
    one = bit_vector(1, width_of(lower.limit))
    return and_(apart, not_(equal(bv_add(lower.limit, one), upper.limit)))


def _extreme(bound: Bound) -> Term:
    """The vector beyond which there is none on the side of the symbol."""
    width = width_of(bound.limit)
    if bound.order == "bvule":
        return bit_vector(-1 if bound.is_below else 0, width)
    return bit_vector((1 << (width - 1)) - (1 if bound.is_below else 0), width)
