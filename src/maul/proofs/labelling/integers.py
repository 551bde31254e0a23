"""Integer terms as bit-vector terms that mean the same.

Comes in: a term over integer variables, and for each variable the bit-vector that holds its value.
Goes out: a term without integers, or ``Untranslated``. An integer becomes a signed bit-vector
together with bounds, of just as many bits as the bounds need, so that no operation on it wraps; an
array of integers becomes one of bit-vectors, whose indices and elements are cut to what fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.encode.numbers import is_signed
from maul.logic.bit_functions import AND, LEFT, RIGHT, WIDEST
from maul.logic.build import (
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_and,
    bv_ashr,
    bv_mul,
    bv_neg,
    bv_sdiv,
    bv_shl,
    bv_sle,
    bv_smod,
    bv_sub,
    constant_array,
    distinct,
    equal,
    extract,
    ite,
    select,
    sign_extend,
    store,
    width_of,
    zero_extend,
)
from maul.logic.free import QUANTIFIERS
from maul.logic.rebuild import rebuild
from maul.logic.sorts import INT, Array, BitVec, Float
from maul.logic.terms import Function, int_payload, name_of
from maul.logic.walk import fold
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maul.c.ctype import CType

MOST_BITS = 1024

Counterparts: TypeAlias = "dict[Term, tuple[Term, CType]]"


class Untranslated(Exception):
    """A label has no counterpart over bit-vectors; the text says what of it."""


@node
class Number:
    """An integer: a signed bit-vector and bounds that fit it exactly."""

    term: Term
    low: int
    high: int

    def at(self, width: int) -> Term:
        """The same value in so many bits; the highest ones are cut off when it has more."""
        return _resized(self.term, width)


@node
class BitArray:
    """An array of integers: an array of bit-vectors, and whether these are signed."""

    term: Term
    signed: bool


@node
class Filled:
    """An array that holds one value but for what was written, first writes first: of which sort,
    the array says that it is compared with."""

    value: Number | Term
    writes: tuple[tuple[Number, Number | Term], ...]

    def like(self, other: BitArray) -> BitArray:
        """The same array with indices and elements of the sorts of another one."""
        sort = other.term.sort
        assert isinstance(sort, Array)
        of_index, of_element = _widths(other)
        found = constant_array(sort, _cut(self.value, of_element))
        for index, value in self.writes:
            found = store(found, index.at(of_index), _cut(value, of_element))
        return BitArray(found, other.signed)

    def at(self, index: Number) -> Meaning:
        """The element at an index."""
        found: Meaning = self.value
        for place, value in self.writes:
            found = _mixed("ite", [_equal([index, place]), value, found])
        return found


Meaning: TypeAlias = Number | BitArray | Filled | Term


def bits_for(*bounds: int) -> int:
    """The bits of a signed bit-vector that holds everything between two bounds."""
    return 1 + max((~bound if bound < 0 else bound).bit_length() for bound in bounds)


def _resized(vector: Term, width: int) -> Term:
    """A signed bit-vector in so many bits."""
    own = width_of(vector)
    return extract(vector, width - 1, 0) if width < own else sign_extend(vector, width - own)


class Translation:
    """From integer terms to bit-vector terms; remembers what it has done."""

    def __init__(self, counterparts: Mapping[Term, tuple[Term, CType]]) -> None:
        self._counterparts = counterparts
        self._known: dict[Term, Meaning] = {}

    def truth(self, label: Term) -> Term:
        """The counterpart of a formula."""
        found = fold(label, self._step, self._known)
        assert isinstance(found, Term)
        return found

    def _step(self, term: Term, parts: list[Meaning]) -> Meaning:
        operator = term.operator
        if operator == "symbol":
            return self._symbol(term)
        if operator == "constant" and term.sort is INT:
            value = int_payload(term)
            return Number(bit_vector(value, bits_for(value, value)), value, value)
        if operator in QUANTIFIERS:
            raise Untranslated("a quantifier has no counterpart over bit-vectors")
        numbers = [part for part in parts if isinstance(part, Number)]
        if operator == "apply" and isinstance(term.payload, Function):
            return _applied(term.payload, numbers)
        if numbers and len(numbers) == len(parts) and operator in _ON_NUMBERS:
            return _ON_NUMBERS[operator](numbers)
        if operator == "int2bv" and isinstance(term.payload, int):
            return numbers[0].at(term.payload)
        if operator in ("ite", "select", "store", "const", "bv2nat", "="):
            return _mixed(operator, parts)
        plain = tuple(part for part in parts if isinstance(part, Term))
        if len(plain) < len(parts) or term.sort is INT:
            raise Untranslated(f"{operator} of integers has no counterpart over bit-vectors")
        return rebuild(term, plain)

    def _symbol(self, symbol: Term) -> Meaning:
        found = self._counterparts.get(symbol)
        if found is None:
            if isinstance(symbol.sort, Array) or symbol.sort is INT:
                raise Untranslated(f"{name_of(symbol)} is no variable of the program")
            return symbol
        term, t = found
        if isinstance(term.sort, Array):
            return BitArray(term, is_signed(t))
        return _number(term, signed=is_signed(t)) if isinstance(term.sort, BitVec) else term


def _number(vector: Term, *, signed: bool) -> Number:
    """The value of a bit-vector."""
    width = width_of(vector)
    if signed:
        return Number(vector, -(1 << (width - 1)), (1 << (width - 1)) - 1)
    return Number(zero_extend(vector, 1), 0, (1 << width) - 1)


def _fitted(low: int, high: int, made: Callable[[int], Term]) -> Number:
    """A result with its bounds, made with as many bits as these need."""
    width = bits_for(low, high)
    if width > MOST_BITS:
        raise Untranslated("integers are too large for bit-vectors")
    return Number(made(width), low, high)


# ---- operators on numbers ----------------------------------------------------------------------


def _widest(numbers: Sequence[Number]) -> int:
    return max(width_of(number.term) for number in numbers)


def _sum(numbers: list[Number]) -> Number:
    def made(width: int) -> Term:
        result = numbers[0].at(width)
        for number in numbers[1:]:
            result = bv_add(result, number.at(width))
        return result

    return _fitted(sum(n.low for n in numbers), sum(n.high for n in numbers), made)


def _product(numbers: list[Number]) -> Number:
    left, right = numbers
    corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return _fitted(
        min(corners), max(corners), lambda width: bv_mul(left.at(width), right.at(width))
    )


def _largest(number: Number) -> int:
    return max(abs(number.low), abs(number.high))


def _divided(left: Number, right: Number) -> tuple[Term, Term, Term]:
    """Dividend, divisor and the remainder, which is never negative; by zero it is the dividend."""
    width = max(bits_for(_largest(left), _largest(right)), _widest((left, right))) + 1
    value, by = left.at(width), right.at(width)
    size = by if right.low >= 0 else ite(bv_sle(bit_vector(0, width), by), by, bv_neg(by))
    return value, by, bv_smod(value, size)


def _remainder(numbers: list[Number]) -> Number:
    left, right = numbers
    *_, rest = _divided(left, right)
    low, high = 0, _largest(right) - 1
    if right.low <= 0 <= right.high:
        low, high = min(low, left.low), max(high, left.high)
    return _fitted(low, high, lambda bits: _resized(rest, bits))


def _quotient(numbers: list[Number]) -> Number:
    """Rounded so that the remainder is not negative; zero when divided by zero."""
    left, right = numbers
    value, by, rest = _divided(left, right)
    exact = bv_sdiv(bv_sub(value, rest), by)
    if right.low <= 0 <= right.high:
        zero = bit_vector(0, width_of(by))
        exact = ite(equal(by, zero), zero, exact)
    low, high = -_largest(left), _largest(left)
    if right.low > 0:
        corners = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(corners), max(corners)
    return _fitted(low, high, lambda bits: _resized(exact, bits))


def _at_most(numbers: list[Number]) -> Term:
    width = _widest(numbers)
    return bv_sle(numbers[0].at(width), numbers[1].at(width))


def _equal(numbers: list[Number]) -> Term:
    width = _widest(numbers)
    return equal(numbers[0].at(width), numbers[1].at(width))


def _distinct(numbers: list[Number]) -> Term:
    width = _widest(numbers)
    return distinct(*(number.at(width) for number in numbers))


_ON_NUMBERS: dict[str, Callable[[list[Number]], Meaning]] = {
    "+": _sum,
    "*": _product,
    "div": _quotient,
    "mod": _remainder,
    "<=": _at_most,
    "=": _equal,
    "distinct": _distinct,
}


def _applied(function: Function, numbers: list[Number]) -> Number:
    """What a function stands for: see ``maul.logic.bit_functions``."""
    if function not in (AND, LEFT, RIGHT):
        raise Untranslated(f"{function.name} has no counterpart over bit-vectors")
    left, right = numbers
    width = _widest(numbers)
    if function is RIGHT:
        low, high = min(left.low, 0), max(left.high, -1)
        shifted = bv_ashr(left.at(width), right.at(width))
        return _fitted(low, high, lambda bits: _resized(shifted, bits))
    if function is AND:
        bounds = [n.high for n in numbers if n.low >= 0]
        low, high = (0, min(bounds)) if bounds else (-(1 << (width - 1)), (1 << (width - 1)) - 1)
        both = bv_and(left.at(width), right.at(width))
        return _fitted(low, high, lambda bits: _resized(both, bits))
    most = min(max(right.high, 0), WIDEST - 1)
    low, high = min(left.low << most, 0), max(left.high << most, 0)

    def made(bits: int) -> Term:
        enough = max(bits, width_of(right.term), bits_for(WIDEST))
        zero, amount = bit_vector(0, enough), right.at(enough)
        inside = and_(bv_sle(zero, amount), bv_sle(amount, bit_vector(WIDEST - 1, enough)))
        return _resized(ite(inside, bv_shl(left.at(enough), amount), zero), bits)

    return _fitted(low, high, made)


# ---- choices and arrays ------------------------------------------------------------------------


def _mixed(operator: str, parts: list[Meaning]) -> Meaning:
    """An operator on arguments of several kinds."""
    match operator, parts:
        case "ite", [Term() as holds, Number() as then, Number() as other]:
            low, high = min(then.low, other.low), max(then.high, other.high)
            return _fitted(low, high, lambda bits: ite(holds, then.at(bits), other.at(bits)))
        case "ite", [
            Term() as holds,
            BitArray() | Filled() as here,
            BitArray() | Filled() as there,
        ]:
            first, second = _alike(here, there)
            return BitArray(ite(holds, first.term, second.term), first.signed)
        case "ite", [Term() as holds, Term() as this, Term() as that]:
            return ite(holds, this, that)
        case "=", [Term() as one, Term() as two]:
            return equal(one, two)
        case "=", [BitArray() | Filled() as here, BitArray() | Filled() as there]:
            first, second = _alike(here, there)
            return equal(first.term, second.term)
        case "bv2nat", [Term() as vector]:
            return _number(vector, signed=False)
        case "select", [BitArray() as array, Number() as index]:
            element = select(array.term, index.at(_widths(array)[0]))
            is_number = isinstance(element.sort, BitVec)
            return _number(element, signed=array.signed) if is_number else element
        case "store", [BitArray() as array, Number() as index, Number() | Term() as value]:
            of_index, of_element = _widths(array)
            new = _cut(value, of_element)
            return BitArray(store(array.term, index.at(of_index), new), array.signed)
        case "const", [Number() | Term() as value]:
            return Filled(value, ())
        case "select", [Filled() as filled, Number() as index]:
            return filled.at(index)
        case "store", [Filled() as filled, Number() as index, Number() | Term() as value]:
            return Filled(filled.value, (*filled.writes, (index, value)))
    raise Untranslated(f"{operator} of integers has no counterpart over bit-vectors")


def _alike(here: BitArray | Filled, there: BitArray | Filled) -> tuple[BitArray, BitArray]:
    """Two arrays with indices and elements of the same sorts."""
    if isinstance(here, Filled) and isinstance(there, BitArray):
        here = here.like(there)
    if isinstance(there, Filled) and isinstance(here, BitArray):
        there = there.like(here)
    if isinstance(here, Filled) or isinstance(there, Filled):
        raise Untranslated("an array that is compared with no variable has no counterpart")
    if here.term.sort is not there.term.sort or here.signed != there.signed:
        raise Untranslated("arrays of different types have no counterpart")
    return here, there


def _cut(value: Number | Term, width: int) -> Term:
    """An element of an array."""
    return value.at(width) if isinstance(value, Number) else value


def _widths(array: BitArray) -> tuple[int, int]:
    """The widths of an array's indices and elements."""
    sort = array.term.sort
    assert isinstance(sort, Array)
    assert isinstance(sort.index, BitVec)
    assert isinstance(sort.element, (BitVec, Float))
    return sort.index.width, sort.element.width
