"""The checks of one operator on integers: overflow, division by zero, shifts that go too far.

Overflow [C11 6.5p5]: ``+ - * / %`` and unary ``-`` on signed types of at least the width of int
whose result does not fit; ``<<`` when the left operand is negative or the result does not fit [C11
6.5.7p4]. Conversions never overflow.

Division and remainder by zero [C11 6.5.5p5], of integers only: what floats divide by zero is
defined [IEEE754]. A shift by a negative amount, or by the width of the left operand or more [C11
6.5.7p3], whatever is shifted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, Integer
from maul.cfa.expressions import Binary, Constant, Overflows, Unary
from maul.cfa.transform.checks.check import refuted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.analyses.ranges import Ranges
    from maul.cfa.model import Edge
    from maul.cfa.transform.checks.check import Check

_CAN_OVERFLOW = frozenset({"+", "-", "*", "/", "%", "<<"})


def overflows(
    ranges: Ranges, edge: Edge, expression: Binary | Unary, subproperty: str
) -> Iterator[Check]:
    """The checks that the result of an operator fits its type."""
    of = expression.type
    if not isinstance(of, Integer) or not of.signed or of.bits < INT.bits:
        return
    if isinstance(expression, Unary):
        if expression.operator == "-" and not ranges.cannot_wrap(edge, expression):
            operand = expression.operand
            yield refuted(Overflows(INT, "neg", operand, operand, of), subproperty, edge.span)
        return
    left, right, operator = expression.left, expression.right, expression.operator
    if operator == "<<" and ranges.of(edge.source, left)[0] < 0:
        negative = Binary(INT, "<", left, Constant(left.type, 0))
        yield refuted(negative, subproperty, edge.span)
    if operator in _CAN_OVERFLOW and not ranges.cannot_wrap(edge, expression):
        # a % b is defined when a / b is representable [C11 6.5.5p6].
        asked = "/" if operator == "%" else operator
        yield refuted(Overflows(INT, asked, left, right, of), subproperty, edge.span)


def divisors(ranges: Ranges, edge: Edge, expression: Binary, subproperty: str) -> Iterator[Check]:
    """The check that an integer is not divided by zero."""
    right = expression.right
    if expression.operator not in ("/", "%") or not isinstance(expression.type, Integer):
        return
    low, high = ranges.of(edge.source, right)
    if low <= 0 <= high:
        by_zero = Binary(INT, "==", right, Constant(right.type, 0))
        yield refuted(by_zero, subproperty, edge.span)


def shifts(ranges: Ranges, edge: Edge, expression: Binary, subproperty: str) -> Iterator[Check]:
    """The checks of the amount of a shift."""
    of, amount = expression.type, expression.right
    if expression.operator not in ("<<", ">>") or not isinstance(of, Integer):
        return
    low, high = ranges.of(edge.source, amount)
    if low < 0:
        negative = Binary(INT, "<", amount, Constant(amount.type, 0))
        yield refuted(negative, subproperty, edge.span)
    if high >= of.bits:
        too_far = Binary(INT, ">=", amount, Constant(amount.type, of.bits))
        yield refuted(too_far, subproperty, edge.span)
