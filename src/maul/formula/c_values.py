"""C values as terms, bit-precisely: which sort a type has, and what the operators mean.

Comes in: C types and terms. Goes out: terms. Integers and addresses are bit-vectors of their
width, ``_Bool`` is one bit, ``float`` and ``double`` are IEEE numbers rounded to nearest even.
What C leaves undefined has the value that SMT-LIB gives it: a verdict about such a run is for the
interpreter, which executes every counterexample, and for the properties about undefined behaviour.
"""

from __future__ import annotations

from maul.c.ctype import Boolean, CType, Floating, Integer, Pointer, size_of
from maul.formula.build import (
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_and,
    bv_ashr,
    bv_lshr,
    bv_mul,
    bv_neg,
    bv_or,
    bv_sdiv,
    bv_shl,
    bv_sle,
    bv_slt,
    bv_srem,
    bv_sub,
    bv_udiv,
    bv_ule,
    bv_ult,
    bv_urem,
    bv_xor,
    equal,
    extract,
    ite,
    not_,
    or_,
    sign_extend,
    width_of,
    zero_extend,
)
from maul.formula.build_bits import bv_mul_overflows
from maul.formula.build_fp import (
    fp_add,
    fp_div,
    fp_eq,
    fp_is,
    fp_le,
    fp_lt,
    fp_mul,
    fp_neg,
    fp_number,
    fp_sub,
    fp_to_fp,
    fp_to_signed,
    fp_to_unsigned,
    signed_to_fp,
    unsigned_to_fp,
)
from maul.formula.sorts import FLOAT32, FLOAT64, BitVec, Float, Sort


class NoTerm(Exception):
    """Something that has no term, such as a value of type long double; the text names it."""


def sort_of(t: CType) -> Sort:
    """The sort of the values of a scalar type."""
    match t:
        case Integer(bits=bits):
            return BitVec(bits)
        case Pointer(size=size):
            return BitVec(8 * size)
        case Boolean():
            return BitVec(1)
        case Floating(bits=32):
            return FLOAT32
        case Floating(bits=64):
            return FLOAT64
        case Floating():
            raise NoTerm("long double")
    raise NoTerm(f"a value of type {t}")


def object_size(t: CType) -> int:
    """The bytes of an object of the type."""
    try:
        return size_of(t)
    except ValueError:
        raise NoTerm("an object of unknown size") from None


def constant(t: CType, value: int | float | tuple[int, int]) -> Term:  # noqa: PYI041 - exact
    """The term of a constant."""
    sort = sort_of(t)
    if isinstance(sort, Float):
        assert isinstance(value, (int, float))
        return fp_number(float(value), sort)
    assert isinstance(sort, BitVec)
    assert isinstance(value, int)
    return bit_vector(value, sort.width)


def is_signed(t: CType) -> bool:
    """Whether comparing and widening values of ``t`` looks at a sign."""
    return isinstance(t, Integer) and t.signed


def truth(t: CType, value: Term) -> Term:
    """Whether a value is not zero."""
    if isinstance(t, Floating):
        return not_(fp_is("fp.isZero", value))
    return not_(equal(value, bit_vector(0, width_of(value))))


def number(t: CType, holds: Term) -> Term:
    """1 or 0 of an integer type."""
    return ite(holds, constant(t, 1), constant(t, 0))


# ---- conversions ----


def converted(source: CType, target: CType, value: Term) -> Term:
    """The value in another scalar type [C11 6.3.1]."""
    if isinstance(target, Boolean):
        return number(target, truth(source, value))
    if isinstance(target, Floating):
        return _to_float(source, target, value)
    if isinstance(source, Floating):
        width = bits_of(target)
        return fp_to_signed(value, width) if is_signed(target) else fp_to_unsigned(value, width)
    return resized(value, bits_of(target), signed=is_signed(source))


def bits_of(t: CType) -> int:
    """The bits of an integer, boolean or pointer type."""
    sort = sort_of(t)
    assert isinstance(sort, BitVec)
    return sort.width


def _to_float(source: CType, target: CType, value: Term) -> Term:
    sort = sort_of(target)
    assert isinstance(sort, Float)
    if isinstance(source, Floating):
        return fp_to_fp(value, sort)
    return signed_to_fp(value, sort) if is_signed(source) else unsigned_to_fp(value, sort)


def resized(value: Term, width: int, *, signed: bool) -> Term:
    """Bits cut off at the top, or added: copies of the sign, or zeros."""
    extra = width - width_of(value)
    if extra < 0:
        return extract(value, width - 1, 0)
    if extra == 0:
        return value
    return sign_extend(value, extra) if signed else zero_extend(value, extra)


# ---- operators ----

_INTEGER = {"+": bv_add, "-": bv_sub, "*": bv_mul, "&": bv_and, "|": bv_or, "^": bv_xor}
_FLOATING = {"+": fp_add, "-": fp_sub, "*": fp_mul, "/": fp_div}


def negated(t: CType, value: Term) -> Term:
    """``-value``."""
    return fp_neg(value) if isinstance(t, Floating) else bv_neg(value)


def arithmetic(t: CType, operator: str, left: Term, right: Term) -> Term:
    """``left operator right`` for an operator whose operands have the type of the result."""
    if isinstance(t, Floating):
        return _FLOATING[operator](left, right)
    if operator in _INTEGER:
        return _INTEGER[operator](left, right)
    if operator == "/":
        return bv_sdiv(left, right) if is_signed(t) else bv_udiv(left, right)
    assert operator == "%"
    return bv_srem(left, right) if is_signed(t) else bv_urem(left, right)


def shifted(t: CType, operator: str, left: Term, right: Term, amount: CType) -> Term:
    """``left << right`` or ``left >> right``; the amount may have another width."""
    width, wide = width_of(left), max(width_of(left), width_of(right))
    value = resized(left, wide, signed=is_signed(t))
    by = resized(right, wide, signed=is_signed(amount))
    if operator == "<<":
        return resized(bv_shl(value, by), width, signed=False)
    shift = bv_ashr if is_signed(t) else bv_lshr
    return resized(shift(value, by), width, signed=False)


def comparison(t: CType, operator: str, left: Term, right: Term) -> Term:
    """Whether ``left operator right`` holds between two values of type ``t``."""
    if operator in (">", ">="):
        return comparison(t, {">": "<", ">=": "<="}[operator], right, left)
    if operator == "!=":
        return not_(comparison(t, "==", left, right))
    if isinstance(t, Floating):
        return {"==": fp_eq, "<": fp_lt, "<=": fp_le}[operator](left, right)
    if operator == "==":
        return equal(left, right)
    if is_signed(t):
        return bv_slt(left, right) if operator == "<" else bv_sle(left, right)
    return bv_ult(left, right) if operator == "<" else bv_ule(left, right)


# ---- overflow ----


def overflows(
    operator: str, left: tuple[CType, Term], right: tuple[CType, Term], of: CType
) -> Term:
    """Whether the mathematical result of the operation does not fit the type ``of``.

    Computed in so many bits that nothing is lost: the sum of the widths for a product, two more
    than the largest for the others.
    """
    assert isinstance(of, Integer)
    a, b = width_of(left[1]), width_of(right[1])
    if operator == "*" and left[0] == right[0] == of:
        return bv_mul_overflows(left[1], right[1], signed=of.signed)
    if operator == "<<":
        return _shift_overflows(left, right, of)
    width = a + b + 2 if operator == "*" else max(a, b, of.bits) + 2
    x = resized(left[1], width, signed=is_signed(left[0]))
    y = resized(right[1], width, signed=is_signed(right[0]))
    return _leaves(bv_neg(x) if operator == "neg" else _exact(operator, x, y), of)


def _exact(operator: str, x: Term, y: Term) -> Term:
    if operator == "/":
        zero = bit_vector(0, width_of(y))
        return ite(equal(y, zero), zero, bv_sdiv(x, y))
    return _INTEGER[operator](x, y)


def _shift_overflows(left: tuple[CType, Term], right: tuple[CType, Term], of: Integer) -> Term:
    """A negative value, or bits lost. An impossible amount is another question, and says no."""
    wide = 2 * max(width_of(left[1]), of.bits)
    x = resized(left[1], wide, signed=is_signed(left[0]))
    by = resized(right[1], max(wide, width_of(right[1])), signed=is_signed(right[0]))
    possible = bv_ult(by, bit_vector(256, width_of(by)))
    short = bv_ult(by, bit_vector(of.bits, width_of(by)))
    moved = bv_shl(x, resized(by, wide, signed=False))
    zero = bit_vector(0, wide)
    lost = ite(short, _leaves(moved, of), not_(equal(x, zero)))
    return and_(possible, or_(bv_slt(x, zero), lost))


def _leaves(exact: Term, of: Integer) -> Term:
    """Whether a wide value has another value when cut to the type and widened again."""
    back = resized(extract(exact, of.bits - 1, 0), width_of(exact), signed=of.signed)
    return not_(equal(exact, back))
