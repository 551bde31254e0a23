"""Arithmetic on C's numbers: integers of every width, binary32 and binary64.

Integers are Python ints in the range of their type; floats are Python floats, a binary32 one
being always representable as such. Rounding an operation on binary32 first to binary64 and then
to binary32 is exact for + - * and / and the square root, because a binary64 significand has at
least two bits more than twice those of a binary32 one.
"""

from __future__ import annotations

import math
import struct
from ctypes import c_float

from maul.c.ctype import Boolean, CType, Integer

# What x86 makes of an invalid operation: the quiet NaN with its sign set.
INVALID = struct.unpack("<d", b"\0\0\0\0\0\0\xf8\xff")[0]


def shape(t: CType) -> tuple[int, bool]:
    """Width and signedness of an integer type or ``_Bool``."""
    if isinstance(t, Integer):
        return t.bits, t.signed
    if isinstance(t, Boolean):
        return 1, False
    raise ValueError(f"not an integer type: {t}")


def bounds(bits: int, *, signed: bool) -> tuple[int, int]:
    """The smallest and the largest value."""
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def wrap(value: int, bits: int, *, signed: bool) -> int:
    """``value`` modulo 2^bits, in range."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> bits - 1 else value


def quotient(left: int, right: int) -> int:
    """Division rounding towards zero [C11 6.5.5]."""
    result = abs(left) // abs(right)
    return result if (left < 0) == (right < 0) else -result


def single(value: float) -> float:
    """Round to binary32, to nearest even; too large becomes infinite."""
    return c_float(value).value


def single_of_integer(value: int) -> float:
    """The binary32 nearest to an integer, rounded once."""
    surplus = value.bit_length() - 50
    if surplus > 3:
        # Keep 50 bits and remember in the last one whether anything was cut off.
        magnitude = abs(value)
        kept = magnitude >> surplus | bool(magnitude & (1 << surplus) - 1)
        value = kept << surplus if value >= 0 else -(kept << surplus)
    return c_float(float(value)).value


def quotient_of_floats(left: float, right: float) -> float:
    """IEEE division."""
    if right != 0.0:
        return left / right
    if math.isnan(left):
        return left
    if left == 0.0:
        return float(INVALID)
    return math.copysign(math.inf, left) * math.copysign(1.0, right)
