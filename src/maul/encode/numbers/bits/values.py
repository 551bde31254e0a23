"""C values as terms, bit-precisely: which sort a type has, and what the operators mean.

Comes in: C types and terms. Goes out: terms, by the protocol ``numbers.Numbers``. Integers and
addresses are bit-vectors of their width, ``_Bool`` is one bit, ``float`` and ``double`` are IEEE
numbers rounded to nearest even. What C leaves undefined has the value that SMT-LIB gives it: a
verdict about such a run is for the interpreter, which executes every counterexample, and for the
properties about undefined behaviour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, CType, DataModel, Floating, Integer, Pointer
from maul.choices import Arith
from maul.encode.numbers.addresses import objects_of
from maul.encode.numbers.bits.plain import PlainBits
from maul.encode.numbers.bits.wide import WideBits
from maul.encode.numbers.bits.widths import leaves, resized, shift_overflows
from maul.encode.numbers.scalars import (
    bits_of,
    float_arithmetic,
    float_bits,
    float_comparison,
    float_sort,
    is_signed,
    object_size,
)
from maul.logic.build import (
    Term,
    bit_vector,
    bits_to_fp,
    bv_add,
    bv_and,
    bv_ashr,
    bv_lshr,
    bv_mul,
    bv_mul_overflows,
    bv_neg,
    bv_not,
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
    concat,
    equal,
    extract,
    fp_is,
    fp_neg,
    fp_number,
    fp_to_fp,
    fp_to_signed,
    fp_to_unsigned,
    ite,
    not_,
    signed_to_fp,
    unsigned_to_fp,
    width_of,
)
from maul.logic.sorts import BitVec, Sort

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from maul.encode.numbers.addresses import Addresses, Objects
    from maul.encode.numbers.protocol import Bytes, Typed, Unknown


_INTEGER = {"+": bv_add, "-": bv_sub, "*": bv_mul, "&": bv_and, "|": bv_or, "^": bv_xor}


class BitNumbers:
    """The bit-precise meaning of C's numbers; the methods are those of ``Numbers``."""

    name: Arith = Arith.BV
    byte_sort: Sort = BitVec(8)

    def __init__(
        self, model: DataModel, *, is_wide: bool = False, without_object: Collection[int] = ()
    ) -> None:
        self.addresses: Addresses = WideBits(model, without_object) if is_wide else PlainBits(model)

    @property
    def objects(self) -> Objects:
        """What wide addresses tell of objects."""
        return objects_of(self.addresses)

    def sort(self, t: CType) -> Sort:
        """The sort of the values of a scalar type."""
        if isinstance(t, Pointer):
            return self.addresses.sort
        return float_sort(t) if isinstance(t, Floating) else BitVec(bits_of(t))

    def constant(self, t: CType, value: int | float | tuple[int, int]) -> Term:  # noqa: PYI041
        """The term of a constant."""
        if isinstance(t, Floating):
            sort = float_sort(t)
            assert isinstance(value, (int, float))
            return fp_number(float(value), sort)
        assert isinstance(value, int)
        if isinstance(t, Pointer):
            return self.addresses.constant(value % (1 << bits_of(t)))
        return bit_vector(value, bits_of(t))

    def facts(self, t: CType, value: Term) -> tuple[Term, ...]:  # noqa: ARG002 - of every type
        """Nothing: every value of the sort is one of the type."""
        return ()

    def laws(self, *terms: Term) -> tuple[Term, ...]:  # noqa: ARG002 - of all of them
        """Nothing: there are no uninterpreted functions."""
        return ()

    def truth(self, t: CType, value: Term) -> Term:
        """Whether a value is not zero."""
        if isinstance(t, Floating):
            return not_(fp_is("fp.isZero", value))
        return not_(equal(value, bit_vector(0, width_of(value))))

    def number(self, t: CType, holds: Term) -> Term:
        """1 or 0 of an integer type."""
        return ite(holds, self.constant(t, 1), self.constant(t, 0))

    def converted(
        self,
        source: CType,
        target: CType,
        value: Term,
        *,
        wraps: bool = True,  # noqa: ARG002 - bit-vectors wrap anyway
    ) -> Term:
        """The value in another scalar type [C11 6.3.1]."""
        if isinstance(source, Pointer) and isinstance(target, Pointer):
            return value
        if isinstance(target, Boolean):
            return self.number(target, self.truth(source, value))
        if isinstance(target, Floating):
            sort = float_sort(target)
            if isinstance(source, Floating):
                return fp_to_fp(value, sort)
            return signed_to_fp(value, sort) if is_signed(source) else unsigned_to_fp(value, sort)
        if isinstance(source, Floating):
            width = bits_of(target)
            return fp_to_signed(value, width) if is_signed(target) else fp_to_unsigned(value, width)
        return resized(value, bits_of(target), signed=is_signed(source))

    # ---- operators ----

    def negated(self, t: CType, value: Term, *, wraps: bool = True) -> Term:  # noqa: ARG002
        """``-value``."""
        return fp_neg(value) if isinstance(t, Floating) else bv_neg(value)

    def complement(self, t: CType, value: Term) -> Term:  # noqa: ARG002 - the same for all types
        """``~value``."""
        return bv_not(value)

    def arithmetic(
        self,
        t: CType,
        operator: str,
        left: Term,
        right: Term,
        *,
        wraps: bool = True,  # noqa: ARG002 - bit-vectors wrap anyway
    ) -> Term:
        """``left operator right`` for an operator whose operands have the type of the result."""
        if isinstance(t, Floating):
            return float_arithmetic(operator, left, right)
        if operator in _INTEGER:
            return _INTEGER[operator](left, right)
        if operator == "/":
            return bv_sdiv(left, right) if is_signed(t) else bv_udiv(left, right)
        assert operator == "%"
        return bv_srem(left, right) if is_signed(t) else bv_urem(left, right)

    def shifted(
        self,
        operator: str,
        left: Typed,
        right: Typed,
        *,
        wraps: bool = True,  # noqa: ARG002 - bit-vectors wrap anyway
    ) -> Term:
        """``left << right`` or ``left >> right``; the amount may have another width."""
        width, signed = width_of(left[1]), is_signed(left[0])
        wide = max(width, width_of(right[1]))
        value = resized(left[1], wide, signed=signed)
        by = resized(right[1], wide, signed=is_signed(right[0]))
        if operator == "<<":
            return resized(bv_shl(value, by), width, signed=False)
        shift = bv_ashr if signed else bv_lshr
        return resized(shift(value, by), width, signed=False)

    def comparison(self, t: CType, operator: str, left: Term, right: Term) -> Term:
        """Whether ``left operator right`` holds between two values of type ``t``."""
        if operator in (">", ">="):
            return self.comparison(t, {">": "<", ">=": "<="}[operator], right, left)
        if operator == "!=":
            return not_(self.comparison(t, "==", left, right))
        if isinstance(t, Floating):
            return float_comparison(operator, left, right)
        if operator == "==":
            return equal(left, right)
        if isinstance(t, Pointer):
            below = self.addresses.is_below
            return below(left, right) if operator == "<" else not_(below(right, left))
        if is_signed(t):
            return bv_slt(left, right) if operator == "<" else bv_sle(left, right)
        return bv_ult(left, right) if operator == "<" else bv_ule(left, right)

    def overflows(self, operator: str, left: Typed, right: Typed, of: CType) -> Term:
        """Whether the mathematical result of the operation does not fit the type ``of``.

        Computed in so many bits that nothing is lost: the sum of the widths for a product, two more
        than the largest for the others.
        """
        assert isinstance(of, Integer)
        a, b = width_of(left[1]), width_of(right[1])
        if operator == "*" and left[0] == right[0] == of:
            return bv_mul_overflows(left[1], right[1], signed=of.signed)
        if operator == "<<":
            return shift_overflows(left, right, of)
        width = max(a + b if operator == "*" else max(a, b), of.bits) + 2
        x = resized(left[1], width, signed=is_signed(left[0]))
        y = resized(right[1], width, signed=is_signed(right[0]))
        return leaves(bv_neg(x) if operator == "neg" else _exact(operator, x, y), of)

    # ---- representation ----

    def byte(self, number: int) -> Term:
        """A known byte."""
        return bit_vector(number, 8)

    def joined(self, t: CType, data: Sequence[Term]) -> Term:
        """The value that the bytes of an object of a scalar type represent."""
        whole = _joined(data)
        if isinstance(t, Floating):
            return bits_to_fp(whole, float_sort(t))
        return extract(whole, bits_of(t) - 1, 0)

    def split(self, t: CType, value: Term, unknown: Unknown) -> Bytes:
        """The bytes that represent a value in an object of its type."""
        bits = float_bits(t, value, unknown) if isinstance(t, Floating) else value
        return _split(resized(bits, 8 * object_size(t), signed=False))

    def field(self, t: CType, data: Sequence[Term], bit: int) -> Term:
        """The value of a bit-field that begins at a bit of the bytes and ends in the last one."""
        return extract(_joined(data), bit + bits_of(t) - 1, bit)

    def replaced(self, t: CType, data: Sequence[Term], bit: int, value: Term) -> Bytes:
        """The bytes with the bit-field at that bit replaced."""
        old, end = _joined(data), bit + bits_of(t)
        result = value if bit == 0 else concat(value, extract(old, bit - 1, 0))
        if end < width_of(old):
            result = concat(extract(old, width_of(old) - 1, end), result)
        return _split(result)


def _joined(data: Sequence[Term]) -> Term:
    """Bytes as one bit-vector, the first one lowest."""
    whole = data[0]
    for byte in data[1:]:
        whole = concat(byte, whole)
    return whole


def _split(whole: Term) -> Bytes:
    """A bit-vector as bytes, the lowest one first."""
    return tuple(extract(whole, low + 7, low) for low in range(0, width_of(whole), 8))


# ---- overflow ----


def _exact(operator: str, x: Term, y: Term) -> Term:
    if operator == "/":
        zero = bit_vector(0, width_of(y))
        return ite(equal(y, zero), zero, bv_sdiv(x, y))
    return _INTEGER[operator](x, y)
