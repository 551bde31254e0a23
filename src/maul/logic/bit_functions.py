"""Functions on integers that stand for operations on their bits.

Where ``div`` and ``mod`` do not say well what an operation does to the bits of a number, a formula
over integers has an uninterpreted function instead. What each stands for is here, for whoever
evaluates such a formula or translates it to bit-vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.sorts import INT
from maul.logic.terms import Function

if TYPE_CHECKING:
    from collections.abc import Callable

AND = Function("bits_and", (INT, INT), INT)
LEFT = Function("shift_left", (INT, INT), INT)
RIGHT = Function("shift_right", (INT, INT), INT)

WIDEST = 128  # bits; shifting left by as many leaves nothing of any type


def _left(value: int, amount: int) -> int:
    return value << amount if 0 <= amount < WIDEST else 0


def _right(value: int, amount: int) -> int:
    return value >> (amount if 0 <= amount < WIDEST else WIDEST)


MEANINGS: dict[Function, Callable[[int, int], int]] = {
    AND: lambda left, right: left & right,
    LEFT: _left,
    RIGHT: _right,
}
"""What the functions stand for; an amount that no type has leaves nothing but the sign."""
