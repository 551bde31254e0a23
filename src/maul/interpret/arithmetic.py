"""Operations on numbers that C leaves undefined for some operands: checked, then computed."""

from __future__ import annotations

import math

from maul.c.numbers import quotient
from maul.interpret.memory import Undefined


def divide(left: int, right: int, lowest: int) -> int:
    """``/`` where it is defined; ``lowest`` is the least value of the type, 0 for unsigned ones."""
    if right == 0:
        raise Undefined("division by zero")
    if right == -1 and left == lowest:
        raise Undefined("division overflows")
    return quotient(left, right)


def remainder(left: int, right: int, lowest: int) -> int:
    """``%`` where it is defined; the sign is that of ``left``."""
    if right == 0:
        raise Undefined("remainder of a division by zero")
    if right == -1 and left == lowest:
        raise Undefined("remainder of a division that overflows")
    return left - right * quotient(left, right)


def shift_amount(amount: int, bits: int) -> int:
    """The amount of a shift where it is defined [C11 6.5.7]."""
    if amount < 0:
        raise Undefined("shift by a negative amount")
    if amount >= bits:
        raise Undefined("shift by the width of the type or more")
    return amount


def truncated(value: float, low: int, high: int) -> int:
    """A float as an integer of the given range [C11 6.3.1.4]."""
    if math.isfinite(value):
        result = int(value)
        if low <= result <= high:
            return result
    raise Undefined("conversion of a float that does not fit the integer type")
