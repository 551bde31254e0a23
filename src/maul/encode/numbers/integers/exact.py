"""Mathematical results of C's operations on Int terms, and whether they leave a type.

Comes in: Int terms and bounds that hold of them. Goes out: Int terms that are not brought back into
any range, or conditions. C's division truncates; the remainder of SMT-LIB's ``div`` is never
negative, so the two agree on dividends that are not negative, whatever the divisor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.intervals import Interval, exact
from maul.encode.numbers.integers.bits import ZERO
from maul.encode.numbers.integers.intervals import range_of
from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    divide,
    equal,
    integer,
    ite,
    le,
    lt,
    modulo,
    multiply,
    negate,
    not_,
    or_,
    subtract,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType

SUMS: dict[str, Callable[[Term, Term], Term]] = {"+": add, "-": subtract, "*": multiply}
LONGEST_SHIFT = 255  # a longer one is another question than that of lost bits


def truncated(operator: str, left: Term, right: Term, bounds: Interval) -> Term:
    """``/`` or ``%`` by what is not zero; the bounds are those of the dividend."""
    compute = divide if operator == "/" else modulo
    if bounds[0] >= 0:
        return compute(left, right)
    negative = negate(compute(negate(left), right))
    return negative if bounds[1] <= 0 else ite(le(ZERO, left), compute(left, right), negative)


def by_zero(operator: str, t: CType, left: Term) -> Term:
    """What bit-vectors divided by zero give: the dividend as remainder, all ones as quotient."""
    if operator == "%":
        return left
    low, high = range_of(t)
    return integer(high) if low >= 0 else ite(le(ZERO, left), integer(-1), integer(1))


def leaves(term: Term, bounds: Interval, of: CType) -> Term:
    """Whether a term lies outside of the range of a type."""
    low, high = range_of(of)
    below = (lt(term, integer(low)),) if bounds[0] < low else ()
    above = (lt(integer(high), term),) if bounds[1] > high else ()
    return or_(*below, *above)


def overflows(
    operator: str, left: tuple[Term, Interval], right: tuple[Term, Interval], of: CType
) -> Term:
    """Whether the mathematical result of an operation does not fit; both sides with bounds."""
    (x, a), (y, b) = left, right
    if operator == "neg":
        return leaves(negate(x), (-a[1], -a[0]), of)
    if operator == "<<":
        return _loses_bits(left, right, of)
    if operator == "/":
        largest = max(abs(a[0]), abs(a[1]))
        outside = leaves(truncated("/", x, y, a), (-largest, largest), of)
        return and_(not_(equal(y, ZERO)), outside)
    bounds = exact(operator, a, b, 0)
    assert bounds is not None
    return leaves(SUMS[operator](x, y), bounds, of)


def _loses_bits(left: tuple[Term, Interval], right: tuple[Term, Interval], of: CType) -> Term:
    """Whether a value shifted left is negative, or larger than what the amount leaves room for.
    An impossible amount is another question, and says no."""
    (x, a), (amount, (least, most)) = left, right
    _, high = range_of(of)
    room = ZERO
    for by in range(min(most, high.bit_length()), max(least, 0) - 1, -1):
        room = ite(equal(amount, integer(by)), integer(high >> by), room)
    possible = le(ZERO, amount) if least < 0 else TRUE
    if most > LONGEST_SHIFT:
        possible = and_(possible, le(amount, integer(LONGEST_SHIFT)))
    return and_(possible, or_(lt(x, ZERO) if a[0] < 0 else FALSE, lt(room, x)))
