"""Integers that are known and integers that are not: numbers and bounds.

Comes in: operands as bounds (low, high). Goes out: bounds of the result of an operator of the
program model, wrapped around; a number has equal bounds.
"""

from __future__ import annotations

from maul.c.ctype import CType, Integer
from maul.c.numbers import shape
from maul.cfa.intervals import Interval, bitwise, exact, fitted, full, shifted_right, truncated


def computed(operator: str, left: Interval, right: Interval, t: CType) -> Interval:
    """The bounds of ``left operator right`` in type ``t``; for shifts the right operand has a type
    of its own. Where an operand may have no result, anything of the type."""
    into = full(t)
    assert into is not None
    bits = shape(t)[0]
    match operator:
        case "&" | "|" | "^":
            found = bitwise(operator, left, right)
        case "%" if left[0] == left[1] and right[0] == right[1] != 0:
            rest = left[0] - right[0] * truncated(left[0], right[0])
            found = (rest, rest)
        case ">>":
            found = shifted_right(left, right, bits)
        case _:
            found = exact(operator, left, right, bits)
    return into if found is None else fitted(found, into)


def negated(operator: str, operand: Interval, t: CType) -> Interval:
    """The bounds of ``-x`` or ``~x``."""
    into = full(t)
    assert into is not None
    low, high = operand
    if operator == "-":
        return fitted((-high, -low), into)
    return fitted((-high - 1, -low - 1), into)


def overflows(operator: str, left: Interval, right: Interval, of: CType) -> Interval:
    """The bounds of the answer whether the mathematical result does not fit a type."""
    into = full(of)
    assert into is not None
    if operator == "neg":
        found: Interval | None = (-left[1], -left[0])
    else:
        bits = of.bits if isinstance(of, Integer) else 8
        found = exact(operator, left, right, bits)
    if found is None:
        return (0, 1)
    if into[0] <= found[0] and found[1] <= into[1]:
        return (0, 0)
    if found[1] < into[0] or into[1] < found[0]:
        return (1, 1)
    return (0, 1)
