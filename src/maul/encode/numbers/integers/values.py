"""C values as mathematical integers that wrap around exactly.

Comes in: C types and terms. Goes out: terms, by the protocol ``numbers.Numbers``. A value of an
integer, boolean or pointer type is an Int within the range of the type. A result that may leave the
range is brought back (``wrapping``), unless the caller knows that it does not (``wraps=False``).
Division by zero and shifts by impossible amounts have the values that they have bit-precisely.
Bitwise operators that integers cannot express are uninterpreted functions: see ``bits``. Floats
are as in ``maul.encode.numbers.scalars``; on the way to and from them a value is a bit-vector.

Bounds of symbols come from ``facts``, bounds of operands from their types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, CType, DataModel, Floating, Integer, Pointer
from maul.cfa.intervals import exact
from maul.choices import Arith
from maul.encode.numbers.addresses import objects_of
from maul.encode.numbers.integers.bits import (
    MOST_CASES,
    ZERO,
    approximated,
    combined,
    conjoined,
    cut,
    dropped,
    laws_of,
    lowered,
)
from maul.encode.numbers.integers.bytes import bytes_of, put_together, replaced
from maul.encode.numbers.integers.exact import SUMS, by_zero, overflows, truncated
from maul.encode.numbers.integers.intervals import range_of
from maul.encode.numbers.integers.plain import PlainIntegers
from maul.encode.numbers.integers.wide import WideIntegers
from maul.encode.numbers.integers.wrapping import ANYTHING, Wrapping
from maul.encode.numbers.places import space_of
from maul.encode.numbers.scalars import (
    bits_of,
    float_arithmetic,
    float_bits,
    float_comparison,
    float_sort,
    is_signed,
    object_size,
)
from maul.logic.bit_functions import LEFT, RIGHT
from maul.logic.build import (
    Term,
    apply,
    bits_to_fp,
    bv_to_int,
    concat,
    equal,
    extract,
    fp_is,
    fp_neg,
    fp_number,
    fp_to_fp,
    fp_to_signed,
    fp_to_unsigned,
    int_to_bv,
    integer,
    ite,
    le,
    lt,
    multiply,
    negate,
    not_,
    signed_bv_to_int,
    signed_to_fp,
    subtract,
    unsigned_to_fp,
)
from maul.logic.sorts import INT, Sort

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from maul.encode.numbers.addresses import Addresses, Objects
    from maul.encode.numbers.protocol import Bytes, Typed, Unknown


class IntNumbers:
    """The meaning of C's numbers as integers; the methods are those of ``Numbers``."""

    name: Arith = Arith.INT
    byte_sort: Sort = INT

    def __init__(
        self, model: DataModel, *, is_wide: bool = False, without_object: Collection[int] = ()
    ) -> None:
        pointers = Integer(space_of(model).bits, signed=False) if is_wide else model.size_t
        self._values = Wrapping(pointers)
        self._intervals = self._values.intervals
        self.addresses: Addresses = (
            WideIntegers(model, self._values, without_object)
            if is_wide
            else PlainIntegers(model, self._values)
        )

    @property
    def objects(self) -> Objects:
        """What wide addresses tell of objects."""
        return objects_of(self.addresses)

    # ---- values ----

    def sort(self, t: CType) -> Sort:
        """The sort of the values of a scalar type."""
        if isinstance(t, Floating):
            return float_sort(t)
        range_of(t)
        return INT

    def constant(self, t: CType, value: int | float | tuple[int, int]) -> Term:  # noqa: PYI041
        """The term of a constant."""
        if isinstance(t, Floating):
            sort = float_sort(t)
            assert isinstance(value, (int, float))
            return fp_number(float(value), sort)
        assert isinstance(value, int)
        low, _ = range_of(Integer(bits_of(t), signed=is_signed(t)))
        return integer((value - low) % (1 << bits_of(t)) + low)

    def facts(self, t: CType, value: Term) -> tuple[Term, ...]:
        """A value lies in the range of its type; of a symbol that is remembered."""
        if isinstance(t, Floating):
            return ()
        low, high = self._values.range_of(t)
        self._intervals.learn(value, (low, high))
        return (le(integer(low), value), le(value, integer(high)))

    def laws(self, *terms: Term) -> tuple[Term, ...]:
        """What holds of the uninterpreted functions in the terms."""
        return tuple(laws_of(part, self._intervals) for part in approximated(*terms))

    def within(self, term: Term, low: int, high: int) -> bool:
        """Whether a term is seen to lie within bounds."""
        found = self._intervals.of(term)
        return found is not None and low <= found[0] and found[1] <= high

    def truth(self, t: CType, value: Term) -> Term:
        """Whether a value is not zero."""
        if isinstance(t, Floating):
            return not_(fp_is("fp.isZero", value))
        return not_(equal(value, ZERO))

    def number(self, t: CType, holds: Term) -> Term:
        """1 or 0 of an integer type."""
        return ite(holds, self.constant(t, 1), self.constant(t, 0))

    def converted(self, source: CType, target: CType, value: Term, *, wraps: bool = True) -> Term:
        """The value in another scalar type [C11 6.3.1]."""
        if isinstance(source, Floating) or isinstance(target, Floating):
            return self._floating(source, target, value)
        if isinstance(source, Pointer) and isinstance(target, Pointer):
            return value
        bounds = self._values.bounds(source, value)
        if not wraps:
            return value
        if isinstance(target, Boolean):
            inside = bounds[0] >= 0 and bounds[1] <= 1
            return value if inside else self.number(target, self.truth(source, value))
        return self._values.wrapped(target, value, bounds)

    def _floating(self, source: CType, target: CType, value: Term) -> Term:
        """A conversion from or to a floating type."""
        if isinstance(target, Floating):
            sort = float_sort(target)
            if isinstance(source, Floating):
                return fp_to_fp(value, sort)
            vector = int_to_bv(value, bits_of(source))
            return signed_to_fp(vector, sort) if is_signed(source) else unsigned_to_fp(vector, sort)
        if isinstance(target, Boolean):
            return self.number(target, self.truth(source, value))
        width = bits_of(target)
        if is_signed(target):
            return signed_bv_to_int(fp_to_signed(value, width))
        return bv_to_int(fp_to_unsigned(value, width))

    # ---- operators ----

    def negated(self, t: CType, value: Term, *, wraps: bool = True) -> Term:
        """``-value``."""
        if isinstance(t, Floating):
            return fp_neg(value)
        low, high = self._values.bounds(t, value)
        result = negate(value)
        return self._values.wrapped(t, result, (-high, -low)) if wraps else result

    def complement(self, t: CType, value: Term) -> Term:
        """``~value``: what is missing to -1, or to the largest value."""
        low, high = range_of(t)
        return subtract(integer(low + high), value)

    def arithmetic(
        self, t: CType, operator: str, left: Term, right: Term, *, wraps: bool = True
    ) -> Term:
        """``left operator right`` for an operator whose operands have the type of the result."""
        if isinstance(t, Floating):
            return float_arithmetic(operator, left, right)
        a, b = self._values.bounds(t, left), self._values.bounds(t, right)
        if operator in ("&", "|", "^"):
            both = conjoined((left, a), (right, b), self._intervals)
            return combined(operator, left, right, both)
        if operator in ("/", "%"):
            return self._divided(t, operator, left, right, wraps=wraps)
        result = SUMS[operator](left, right)
        bounds = exact(operator, a, b, bits_of(t))
        assert bounds is not None
        return self._values.wrapped(t, result, bounds) if wraps else result

    def _divided(self, t: CType, operator: str, left: Term, right: Term, *, wraps: bool) -> Term:
        """``/`` or ``%``; by zero as bit-vectors have it."""
        a, b = self._values.bounds(t, left), self._values.bounds(t, right)
        result = truncated(operator, left, right, a)
        if wraps and operator == "/" and b[0] <= -1 <= b[1]:
            largest = max(abs(a[0]), abs(a[1]))
            result = self._values.wrapped(t, result, (-largest, largest))
        if right is ZERO or (wraps and b[0] <= 0 <= b[1]):
            return ite(equal(right, ZERO), by_zero(operator, t, left), result)
        return result

    def shifted(self, operator: str, left: Typed, right: Typed, *, wraps: bool = True) -> Term:
        """``left << right`` or ``left >> right``; the amount may have another type."""
        (t, value), (other, amount) = left, right
        low, high = self._values.bounds(other, amount)
        first, last = max(low, 0), min(high, bits_of(t) - 1)
        if last - first >= MOST_CASES and value.operator != "constant":
            return self._shifted_by_any(operator, left, amount, wraps=wraps)
        # The value for impossible amounts, unless there are none.
        result = self._shifted_by(operator, left, bits_of(t), wraps=wraps)
        if first <= last and ((low == first and high == last) or (operator == "<<" and not wraps)):
            result = self._shifted_by(operator, left, last, wraps=wraps)
            last -= 1
        for by in range(last, first - 1, -1):
            case = self._shifted_by(operator, left, by, wraps=wraps)
            result = ite(equal(amount, integer(by)), case, result)
        return result

    def _shifted_by(self, operator: str, left: Typed, by: int, *, wraps: bool) -> Term:
        """A value shifted by a known amount, at most the width of its type."""
        t, value = left
        low, high = self._values.bounds(t, value)
        if operator == ">>":
            return lowered(value, by, (low, high), self._intervals)
        if by >= bits_of(t):
            return ZERO
        result = multiply(value, integer(1 << by))
        return self._values.wrapped(t, result, (low << by, high << by)) if wraps else result

    def _shifted_by_any(self, operator: str, left: Typed, amount: Term, *, wraps: bool) -> Term:
        """A value shifted by an amount of which too little is known: uninterpreted."""
        t, value = left
        if operator == "<<":
            result = apply(LEFT, value, amount)
            return self._values.wrapped(t, result, ANYTHING) if wraps else result
        result = apply(RIGHT, value, amount)
        own = self._intervals.of(value)
        if own is not None:
            self._intervals.learn(result, (min(own[0], 0), max(own[1], 0)))
        return result

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
        return lt(left, right) if operator == "<" else le(left, right)

    def overflows(self, operator: str, left: Typed, right: Typed, of: CType) -> Term:
        """Whether the mathematical result of the operation does not fit the type ``of``."""
        sides = [(value, self._values.bounds(t, value)) for t, value in (left, right)]
        return overflows(operator, sides[0], sides[1], of)

    # ---- representation ----

    def byte(self, number: int) -> Term:
        """A known byte."""
        return integer(number)

    def joined(self, t: CType, data: Sequence[Term]) -> Term:
        """The value that the bytes of an object of a scalar type represent."""
        if not isinstance(t, Floating):
            return self.field(t, data, 0)
        whole = int_to_bv(data[0], 8)
        for byte in data[1:]:
            whole = concat(int_to_bv(byte, 8), whole)
        return bits_to_fp(whole, float_sort(t))

    def split(self, t: CType, value: Term, unknown: Unknown) -> Bytes:
        """The bytes that represent a value in an object of its type."""
        size = object_size(t)
        if isinstance(t, Floating):
            vector = float_bits(t, value, unknown)
            return tuple(bv_to_int(extract(vector, low + 7, low)) for low in range(0, 8 * size, 8))
        width, bounds = bits_of(t), self._values.bounds(t, value)
        if width < 8 * size:
            value, bounds = cut(value, width, bounds, self._intervals), (0, (1 << width) - 1)
        return bytes_of(value, size, bounds, self._intervals)

    def field(self, t: CType, data: Sequence[Term], bit: int) -> Term:
        """The value of a bit-field that begins at a bit of the bytes and ends in the last one."""
        whole, bounds = put_together(data, self._intervals)
        above = ANYTHING if bounds is None else (bounds[0] >> bit, bounds[1] >> bit)
        return self._values.wrapped(t, dropped(whole, bit, self._intervals), above)

    def replaced(self, t: CType, data: Sequence[Term], bit: int, value: Term) -> Bytes:
        """The bytes with the bit-field at that bit replaced."""
        new = cut(value, bits_of(t), self._values.bounds(t, value), self._intervals)
        return replaced(data, (bit, bit + bits_of(t)), new, self._intervals)
