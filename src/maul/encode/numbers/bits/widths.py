"""Bit-vectors made wider and narrower, and whether that loses something.

Comes in: bit-vectors. Goes out: the same numbers in other widths, or the condition under which an
exact result does not fit the type that it is meant for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.numbers.scalars import is_signed
from maul.logic.build import (
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_shl,
    bv_slt,
    bv_ult,
    equal,
    extract,
    ite,
    not_,
    or_,
    sign_extend,
    width_of,
    zero_extend,
)

if TYPE_CHECKING:
    from maul.c.ctype import Integer
    from maul.encode.numbers.protocol import Typed


def low_bits(term: Term, width: int) -> Term:
    """The lowest bits of a term; those of a sum are the sum of those of its parts."""
    if width_of(term) == width:
        return term
    if term.operator == "bvadd":
        return bv_add(*(low_bits(part, width) for part in term.arguments))
    return extract(term, width - 1, 0)


def resized(value: Term, width: int, *, signed: bool) -> Term:
    """Bits cut off at the top, or added: copies of the sign, or zeros."""
    extra = width - width_of(value)
    if extra < 0:
        return extract(value, width - 1, 0)
    if extra == 0:
        return value
    return sign_extend(value, extra) if signed else zero_extend(value, extra)


def shift_overflows(left: Typed, right: Typed, of: Integer) -> Term:
    """A negative value, or bits lost. An impossible amount is another question, and says no."""
    wide = 2 * max(width_of(left[1]), of.bits, 8)
    x = resized(left[1], wide, signed=is_signed(left[0]))
    by = resized(right[1], max(wide, width_of(right[1])), signed=is_signed(right[0]))
    possible = bv_ult(by, bit_vector(256, width_of(by)))
    short = bv_ult(by, bit_vector(of.bits, width_of(by)))
    moved = bv_shl(x, resized(by, wide, signed=False))
    zero = bit_vector(0, wide)
    lost = ite(short, leaves(moved, of), not_(equal(x, zero)))
    return and_(possible, or_(bv_slt(x, zero), lost))


def leaves(exact: Term, of: Integer) -> Term:
    """Whether a wide value has another value when cut to the type and widened again."""
    back = resized(extract(exact, of.bits - 1, 0), width_of(exact), signed=of.signed)
    return not_(equal(exact, back))
