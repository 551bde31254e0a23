"""C values as terms, bit-precisely: which sort a type has, and what the operators mean.

Comes in: C types and terms. Goes out: terms, by the protocol ``numbers.Numbers``. Integers and
addresses are bit-vectors of their width, ``_Bool`` is one bit, ``float`` and ``double`` are IEEE
numbers rounded to nearest even. What C leaves undefined has the value that SMT-LIB gives it: a
verdict about such a run is for the interpreter, which executes every counterexample, and for the
properties about undefined behaviour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, CType, DataModel, Floating, Integer, Pointer, size_of
from maul.choices import Arith
from maul.encode.numbers.places import FIRST_ALLOCATED, OBJECT_BITS, space_of
from maul.logic.build import (
    TRUE,
    Term,
    and_,
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
    ite,
    not_,
    or_,
    sign_extend,
    signed_to_fp,
    unsigned_to_fp,
    width_of,
    zero_extend,
)
from maul.logic.meaning import signed
from maul.logic.sorts import FLOAT32, FLOAT64, BitVec, Float, Sort
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.encode.numbers.protocol import Bytes, Typed, Unknown


class NoTerm(Exception):
    """Something that has no term, such as a value of type long double; the text names it."""


# ---- types: the same whatever numbers mean ----


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


# ---- bit-vectors ----

SMALL_STEP = 1 << 20  # bytes that a pointer moves by without leaving the space of its object

_INTEGER = {"+": bv_add, "-": bv_sub, "*": bv_mul, "&": bv_and, "|": bv_or, "^": bv_xor}


class BitNumbers:
    """The bit-precise meaning of C's numbers; the methods are those of ``Numbers``."""

    name: Arith = Arith.BV
    byte_sort: Sort = BitVec(8)

    def __init__(self, model: DataModel, *, is_wide: bool = False) -> None:
        self.is_wide = is_wide
        self.space = space_of(model)
        self._bits = 8 * model.pointer_size
        self.index_sort: Sort = BitVec(self._bits)
        self.number_sort: Sort = BitVec(OBJECT_BITS)
        self.address_sort: Sort = BitVec(self.space.bits) if is_wide else self.index_sort

    def sort(self, t: CType) -> Sort:
        """The sort of the values of a scalar type."""
        if isinstance(t, Pointer):
            return self.address_sort
        return float_sort(t) if isinstance(t, Floating) else BitVec(bits_of(t))

    def constant(self, t: CType, value: int | float | tuple[int, int]) -> Term:  # noqa: PYI041
        """The term of a constant."""
        if isinstance(t, Floating):
            sort = float_sort(t)
            assert isinstance(value, (int, float))
            return fp_number(float(value), sort)
        assert isinstance(value, int)
        if isinstance(t, Pointer):
            return self.address(value % (1 << self._bits))
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
            below = self.is_below
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
            return _shift_overflows(left, right, of)
        width = max(a + b if operator == "*" else max(a, b), of.bits) + 2
        x = resized(left[1], width, signed=is_signed(left[0]))
        y = resized(right[1], width, signed=is_signed(right[0]))
        return _leaves(bv_neg(x) if operator == "neg" else _exact(operator, x, y), of)

    # ---- indices ----

    def index(self, number: int) -> Term:
        """A known index."""
        return bit_vector(number, self._bits)

    def advanced(
        self,
        operator: str,
        index: Term,
        by: Typed,
        scale: int,
        *,
        wraps: bool = True,  # noqa: ARG002 - bit-vectors wrap anyway
    ) -> Term:
        """The index plus or minus ``scale`` times an integer of any type."""
        distance = self._distance(by, scale)
        return bv_add(index, distance) if operator == "+" else bv_sub(index, distance)

    def _distance(self, by: Typed, scale: int) -> Term:
        """``scale`` times an integer, in as many bits as pointers have."""
        at = resized(by[1], self._bits, signed=is_signed(by[0]))
        return bv_mul(at, bit_vector(scale, self._bits))

    # ---- addresses ----

    def address(self, number: int) -> Term:
        """The address that a number is; when addresses are wide it is none of an object."""
        return bit_vector(number, width_of_sort(self.address_sort))

    def located(self, number: int, offset: int = 0) -> Term:
        """The address so many bytes behind the start of an object."""
        return bit_vector(self.space.at(number, offset), self.space.bits)

    def started(self, number: Term) -> Term:
        """The address of the start of an object."""
        return concat(number, bit_vector(self.space.middle, self._bits))

    def numbered(self, number: int) -> Term:
        """The number of an object."""
        return bit_vector(number, OBJECT_BITS)

    def next_number(self, number: Term) -> Term:
        """The number after that of an object."""
        return bv_add(number, bit_vector(1, OBJECT_BITS))

    def at_most(self, number: Term, other: Term) -> Term:
        """Whether a number of an object is at most another one."""
        return bv_ule(number, other)

    def object_of(self, address: Term) -> Term:
        """The number of the object that an address lies in."""
        return extract(address, self.space.bits - 1, self._bits)

    def offset_of(self, address: Term) -> Term:
        """The distance of an address from the start of its object, as an index."""
        return bv_sub(low_bits(address, self._bits), bit_vector(self.space.middle, self._bits))

    def previous_number(self, number: Term) -> Term:
        """The number before that of an object."""
        return bv_add(number, bit_vector(-1, OBJECT_BITS))

    def is_in(self, address: Term, number: Term) -> Term:
        """Whether an address lies in the space of an object."""
        return equal(self.object_of(address), number)

    def is_allocated(self, address: Term) -> Term:
        """Whether an address lies in the space of an object that is none of a variable."""
        return bv_ule(bit_vector(FIRST_ALLOCATED, OBJECT_BITS), self.object_of(address))

    def is_inside(self, address: Term, size: Term, number: Term, length: Term) -> Term:  # noqa: ARG002
        """Whether so many bytes from an address in the space of an object lie inside of it."""
        offset = self.offset_of(address)
        return and_(bv_ule(offset, length), bv_ule(size, bv_sub(length, offset)))

    def is_object(self, address: Term) -> Term:
        """Whether an address is more than a number: it has an object."""
        return not_(equal(self.object_of(address), bit_vector(0, OBJECT_BITS)))

    def as_number(self, address: Term) -> tuple[Term, Term]:
        """An address as an unsigned integer of the size of a pointer, and when that is one that
        leads back to it."""
        if not self.is_wide:
            return address, TRUE
        space, number = self.space, self.object_of(address)
        low, offset = low_bits(address, self._bits), self.offset_of(address)
        fine = bit_vector(1 << space.fine_bits, self._bits)
        slot = resized(number, max(space.slot_bits, OBJECT_BITS), signed=False)
        placed = concat(
            extract(slot, space.slot_bits - 1, 0), extract(offset, space.fine_bits - 1, 0)
        )
        fits = and_(bv_ule(number, bit_vector(space.last_slot, OBJECT_BITS)), bv_ult(offset, fine))
        none = equal(number, bit_vector(0, OBJECT_BITS))
        return ite(none, low, placed), or_(none, fits)

    def as_address(self, number: Term) -> Term:
        """The address that an unsigned integer of the size of a pointer leads to."""
        if not self.is_wide:
            return number
        space = self.space
        slot = extract(number, self._bits - 1, space.fine_bits)
        offset = resized(extract(number, space.fine_bits - 1, 0), self._bits, signed=False)
        there = concat(
            resized(slot, OBJECT_BITS, signed=False),
            bv_add(offset, bit_vector(space.middle, self._bits)),
        )
        last, none = bit_vector(space.last_slot, space.slot_bits), bit_vector(0, space.slot_bits)
        taken = and_(not_(equal(slot, none)), bv_ule(slot, last))
        return ite(taken, there, resized(number, space.bits, signed=False))

    def plus(self, address: Term, offset: int, *, wraps: bool = True) -> Term:  # noqa: ARG002
        """An address so many bytes further."""
        if not offset:
            return address
        if self.is_wide and address.operator == "concat":
            number, low = address.arguments
            return concat(number, bv_add(low, bit_vector(offset, width_of(low))))
        if self.is_wide and address.operator == "ite":
            condition, then, other = address.arguments
            if then.operator == other.operator == "constant":
                return ite(condition, self.plus(then, offset), self.plus(other, offset))
        return bv_add(address, bit_vector(offset, width_of(address)))

    def moved(
        self,
        operator: str,
        address: Term,
        index: Typed,
        scale: int,
        *,
        wraps: bool = True,
    ) -> Term:
        """The address plus or minus ``scale`` times an index of any integer type."""
        if not self.is_wide:
            return self.advanced(operator, address, index, scale, wraps=wraps)
        distance = self._distance(index, scale)
        if distance.operator == "constant":
            by = signed(int_payload(distance), self._bits) * (1 if operator == "+" else -1)
            if abs(by) <= SMALL_STEP:
                return self.plus(address, by)
        low = low_bits(address, self._bits)
        low = bv_add(low, distance) if operator == "+" else bv_sub(low, distance)
        return concat(self.object_of(address), low)

    def difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two addresses divided by ``scale``, of type ptrdiff_t."""
        if self.is_wide:
            left, right = low_bits(left, self._bits), low_bits(right, self._bits)
        return bv_sdiv(bv_sub(left, right), bit_vector(max(scale, 1), self._bits))

    def is_below(self, left: Term, right: Term) -> Term:
        """Whether an address comes before another one: numbers that are none of objects come
        before all objects or, as the error codes of Linux, after them."""
        if self.is_wide:
            left, right = self._ordered(left), self._ordered(right)
        return bv_ult(left, right)

    def _ordered(self, address: Term) -> Term:
        """A number that is greater the later the address comes."""
        high = bit_vector(((1 << self.space.slot_bits) - 1) << self.space.fine_bits, self._bits)
        none = equal(self.object_of(address), bit_vector(0, OBJECT_BITS))
        low = low_bits(address, self._bits)
        is_late = and_(none, bv_ule(high, low))
        return ite(is_late, concat(bit_vector(-1, OBJECT_BITS), low), address)

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


def width_of_sort(sort: Sort) -> int:
    """The bits of a bit-vector sort."""
    assert isinstance(sort, BitVec)
    return sort.width


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


def _shift_overflows(left: Typed, right: Typed, of: Integer) -> Term:
    """A negative value, or bits lost. An impossible amount is another question, and says no."""
    wide = 2 * max(width_of(left[1]), of.bits, 8)
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
