"""Bit-vectors cut, joined and widened, converted from and to integers, and questions of overflow.

Comes in: bit-vector (or Int) terms. Goes out: an equivalent of the asked-for term.
"""

from __future__ import annotations

from maul.logic.build.bv import (
    bit_vector,
    bv_add,
    bv_mul,
    bv_neg,
    bv_sle,
    bv_slt,
    bv_sub,
    bv_ule,
    width_of,
)
from maul.logic.build.core import and_, equal, ite, mismatch, not_, or_
from maul.logic.build.integers import add, integer, modulo
from maul.logic.meaning import extracted, sign_extended
from maul.logic.sorts import INT, BitVec
from maul.logic.terms import Term, application, indexed, int_payload


def concat(high: Term, low: Term) -> Term:
    """The bits of ``high``, then those of ``low``."""
    high_width, low_width = width_of(high), width_of(low)
    width = high_width + low_width
    if high.operator == "constant":
        if low.operator == "constant":
            return bit_vector(int_payload(high) << low_width | int_payload(low), width)
        if not high.payload:
            return zero_extend(low, high_width)
    if high.operator == low.operator == "extract" and high.arguments == low.arguments:
        top, middle = cut_of(high)
        below, bottom = cut_of(low)
        if middle == below + 1:
            return extract(high.arguments[0], top, bottom)
    return application("concat", (high, low), BitVec(width))


def extract(term: Term, high: int, low: int) -> Term:
    """Bits ``high`` down to ``low``, counted from zero."""
    width = width_of(term)
    if not 0 <= low <= high < width:
        raise mismatch(f"extract {high} {low}", term)
    if high - low + 1 == width:
        return term
    operator = term.operator
    if operator == "constant":
        return bit_vector(extracted(int_payload(term), high, low), high - low + 1)
    if operator == "extract":
        bottom = cut_of(term)[1]
        return extract(term.arguments[0], high + bottom, low + bottom)
    if operator == "concat":
        top, bottom_part = term.arguments
        below = width_of(bottom_part)
        if high < below:
            return extract(bottom_part, high, low)
        if low >= below:
            return extract(top, high - below, low - below)
    elif operator in ("zero_extend", "sign_extend"):
        inner = term.arguments[0]
        if high < width_of(inner):
            return extract(inner, high, low)
        if operator == "zero_extend" and low >= width_of(inner):
            return bit_vector(0, high - low + 1)
        if low == 0:
            extend = zero_extend if operator == "zero_extend" else sign_extend
            return extend(inner, high + 1 - width_of(inner))
    elif _chooses_constants(term):
        condition, then, other = term.arguments
        return ite(condition, extract(then, high, low), extract(other, high, low))
    return indexed("extract", (term,), (high, low), BitVec(high - low + 1))


def cut_of(term: Term) -> tuple[int, int]:
    """The first and last bit of an ``extract``."""
    payload = term.payload
    assert isinstance(payload, tuple)
    high, low = payload
    assert isinstance(high, int)
    assert isinstance(low, int)
    return high, low


def zero_extend(term: Term, extra: int) -> Term:
    """``extra`` zeros in front."""
    width = width_of(term)
    if not extra:
        return term
    if term.operator == "constant":
        return bit_vector(int_payload(term), width + extra)
    if term.operator == "zero_extend":
        return zero_extend(term.arguments[0], int_payload(term) + extra)
    if _chooses_constants(term):
        condition, then, other = term.arguments
        return ite(condition, zero_extend(then, extra), zero_extend(other, extra))
    return indexed("zero_extend", (term,), extra, BitVec(width + extra))


def sign_extend(term: Term, extra: int) -> Term:
    """``extra`` copies of the sign bit in front."""
    width = width_of(term)
    if not extra:
        return term
    if term.operator == "constant":
        return bit_vector(sign_extended(int_payload(term), width, extra), width + extra)
    if term.operator == "zero_extend":
        return zero_extend(term.arguments[0], int_payload(term) + extra)
    if term.operator == "sign_extend":
        return sign_extend(term.arguments[0], int_payload(term) + extra)
    if _chooses_constants(term):
        condition, then, other = term.arguments
        return ite(condition, sign_extend(then, extra), sign_extend(other, extra))
    return indexed("sign_extend", (term,), extra, BitVec(width + extra))


def _chooses_constants(term: Term) -> bool:
    """Whether the term chooses between two constants, as C's truth values do."""
    return (
        term.operator == "ite"
        and term.arguments[1].operator == "constant"
        and term.arguments[2].operator == "constant"
    )


# ---- integers ----


def bv_to_int(term: Term) -> Term:
    """The unsigned number of a bit-vector."""
    width_of(term)
    if term.operator == "constant":
        return integer(int_payload(term))
    if term.operator == "zero_extend":
        return bv_to_int(term.arguments[0])
    if term.operator == "int2bv":
        return modulo(term.arguments[0], integer(1 << width_of(term)))
    return application("bv2nat", (term,), INT)


def signed_bv_to_int(term: Term) -> Term:
    """The two's complement number of a bit-vector."""
    if term.operator == "sign_extend":
        return signed_bv_to_int(term.arguments[0])
    width = width_of(term)
    unsigned = bv_to_int(term)
    negative = bv_slt(term, bit_vector(0, width))
    return ite(negative, add(unsigned, integer(-(1 << width))), unsigned)


def int_to_bv(term: Term, width: int) -> Term:
    """The bit-vector congruent to an integer."""
    if term.sort is not INT:
        raise mismatch("int2bv", term)
    if term.operator == "constant":
        return bit_vector(int_payload(term), width)
    if term.operator == "bv2nat":
        inner = term.arguments[0]
        extra = width - width_of(inner)
        return zero_extend(inner, extra) if extra >= 0 else extract(inner, width - 1, 0)
    return indexed("int2bv", (term,), width, BitVec(width))


# ---- overflow: does the exact result differ from the one of the given width? ----


def bv_add_overflows(left: Term, right: Term, *, signed: bool) -> Term:
    """Whether the sum leaves the range."""
    total = bv_add(left, right)
    if not signed:
        return not_(bv_ule(left, total))
    # With the sign of both arguments the result must have it too.
    zero = bit_vector(0, width_of(left))
    a, b, c = bv_slt(left, zero), bv_slt(right, zero), bv_slt(total, zero)
    return and_(equal(a, b), not_(equal(a, c)))


def bv_sub_overflows(left: Term, right: Term, *, signed: bool) -> Term:
    """Whether the difference leaves the range."""
    if not signed:
        return not_(bv_ule(right, left))
    zero = bit_vector(0, width_of(left))
    a, b = bv_slt(left, zero), bv_slt(right, zero)
    c = bv_slt(bv_sub(left, right), zero)
    return and_(not_(equal(a, b)), not_(equal(a, c)))


def bv_neg_overflows(term: Term, *, signed: bool) -> Term:
    """Whether the negative leaves the range."""
    width = width_of(term)
    if signed:
        return equal(term, bit_vector(1 << (width - 1), width))
    return not_(equal(term, bit_vector(0, width)))


def bv_mul_overflows(left: Term, right: Term, *, signed: bool) -> Term:
    """Whether the product leaves the range; multiplies in twice the width."""
    width = width_of(left)
    extend = sign_extend if signed else zero_extend
    exact = bv_mul(extend(left, width), extend(right, width))
    if not signed:
        return not_(bv_ule(exact, bit_vector((1 << width) - 1, 2 * width)))
    low = bv_neg(bit_vector(1 << (width - 1), 2 * width))
    return or_(
        bv_slt(exact, low), not_(bv_sle(exact, bit_vector((1 << (width - 1)) - 1, 2 * width)))
    )


def bv_sdiv_overflows(left: Term, right: Term) -> Term:
    """Whether the signed quotient leaves the range: the least number by minus one."""
    width = width_of(left)
    return and_(
        equal(left, bit_vector(1 << (width - 1), width)), equal(right, bit_vector(-1, width))
    )
