"""What holds of scalar types whatever numbers mean: bits, bytes, signs, and floats.

Comes in: C types, and floats as terms. Goes out: their sizes, and the terms of operations on
floats, which are IEEE numbers rounded to nearest even in every meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, CType, Floating, Integer, Pointer, size_of
from maul.logic.build import (
    Term,
    bit_vector,
    bits_to_fp,
    equal,
    fp_add,
    fp_div,
    fp_eq,
    fp_le,
    fp_lt,
    fp_mul,
    fp_sub,
)
from maul.logic.sorts import FLOAT32, FLOAT64, BitVec, Float
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from maul.encode.numbers.protocol import Unknown


class NoTerm(Exception):
    """Something that has no term, such as a value of type long double; the text names it."""


def object_size(t: CType) -> int:
    """The bytes of an object of the type."""
    try:
        return size_of(t)
    except ValueError:
        raise NoTerm("an object of unknown size") from None


def is_signed(t: CType) -> bool:
    """Whether comparing and widening values of ``t`` looks at a sign."""
    return isinstance(t, Integer) and t.signed


def bits_of(t: CType) -> int:
    """The bits of the values of an integer, boolean or pointer type."""
    match t:
        case Integer(bits=bits):
            return bits
        case Pointer(size=size):
            return 8 * size
        case Boolean():
            return 1
    raise NoTerm(f"a value of type {t}")


# ---- floats: the same whatever numbers mean ----

_FLOATING = {"+": fp_add, "-": fp_sub, "*": fp_mul, "/": fp_div}


def float_sort(t: Floating) -> Float:
    """The sort of a floating type."""
    match t.bits:
        case 32:
            return FLOAT32
        case 64:
            return FLOAT64
    raise NoTerm("long double")


def float_arithmetic(operator: str, left: Term, right: Term) -> Term:
    """``left operator right`` on floats."""
    return _FLOATING[operator](left, right)


def float_comparison(operator: str, left: Term, right: Term) -> Term:
    """Whether ``==``, ``<`` or ``<=`` holds between floats."""
    return {"==": fp_eq, "<": fp_lt, "<=": fp_le}[operator](left, right)


def float_bits(t: Floating, value: Term, unknown: Unknown) -> Term:
    """A float as the bit-vector that represents it."""
    if value.operator == "constant":
        return bit_vector(int_payload(value), t.bits)
    # SMT-LIB has no function from floats to bits: they are bits that make that float.
    sort = float_sort(t)
    return unknown(BitVec(t.bits), lambda bits: equal(bits_to_fp(bits, sort), value))
