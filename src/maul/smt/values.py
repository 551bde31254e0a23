"""The values of a model: exact, comparable, picklable; and terms made of them.

Bit-vectors are their unsigned numbers, floats their bits (NaN being one), arrays and functions
their entries and a value for everywhere else. Entries are in order of their indices, and none
repeats the default, so that equal meanings are equal values wherever the sort is infinite.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from maul.formula.build_array import constant_array, store
from maul.formula.build_bv import bit_vector
from maul.formula.build_core import boolean
from maul.formula.build_fp import fp_bits
from maul.formula.build_int import integer, real
from maul.formula.sorts import BOOL, INT, REAL, Array, BitVec, Float
from maul.node import value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.formula.sorts import Sort
    from maul.formula.terms import Term


@value
class ArrayValue:
    """An array: its elements at some indices, and everywhere else."""

    entries: tuple[tuple[Value, Value], ...]
    default: Value


@value
class FunctionValue:
    """A function: its results for some arguments, and for all others."""

    entries: tuple[tuple[tuple[Value, ...], Value], ...]
    default: Value


Value: TypeAlias = "bool | int | Fraction | ArrayValue"

# Python refuses longer conversions between numbers and decimal texts at once.
DIGITS = 4000


class NoExactValue(ValueError):
    """The solver's value has no finite description, as the square root of two has none."""


def array_value(writes: Iterable[tuple[Value, Value]], default: Value) -> ArrayValue:
    """The array in which each index holds the first element written for it."""
    entries: dict[Value, Value] = {}
    for index, element in writes:
        entries.setdefault(index, element)
    kept = [(index, element) for index, element in entries.items() if element != default]
    return ArrayValue(tuple(sorted(kept, key=lambda entry: _order(entry[0]))), default)


def function_value(
    entries: Iterable[tuple[tuple[Value, ...], Value]], default: Value
) -> FunctionValue:
    """The function in which arguments have the first result given for them."""
    results: dict[tuple[Value, ...], Value] = {}
    for arguments, result in entries:
        results.setdefault(arguments, result)
    kept = [(arguments, result) for arguments, result in results.items() if result != default]
    kept.sort(key=lambda entry: [_order(argument) for argument in entry[0]])
    return FunctionValue(tuple(kept), default)


def _order(item: Value) -> tuple[object, ...]:
    """A key that puts the values of one sort in order."""
    if isinstance(item, ArrayValue):
        pairs = [(_order(index), _order(element)) for index, element in item.entries]
        return _order(item.default), tuple(pairs)
    return (item,)


def some_value(sort: Sort) -> Value:
    """A value of the sort, for what a formula does not mention."""
    match sort:
        case Array():
            return ArrayValue((), some_value(sort.element))
        case _ if sort is BOOL:
            return False
        case _ if sort is REAL:
            return Fraction(0)
        case _:
            return 0


def constant(item: Value, sort: Sort) -> Term:
    """The term that stands for a value."""
    match sort, item:
        case Array(), ArrayValue():
            term = constant_array(sort, constant(item.default, sort.element))
            for index, element in item.entries:
                term = store(term, constant(index, sort.index), constant(element, sort.element))
            return term
        case BitVec(), int():
            return bit_vector(item, sort.width)
        case Float(), int():
            return fp_bits(item, sort)
        case _, bool() if sort is BOOL:
            return boolean(item)
        case _, int() if sort is INT:
            return integer(item)
        case _, int() | Fraction() if sort is REAL:
            return real(item)
    raise ValueError(f"{item!r} is no value of sort {sort}")


# ---- decimal texts of any length ----


def decimal(number: int) -> str:
    """The number in decimal digits."""
    if abs(number) < 10**DIGITS:
        return str(number)
    pieces = []
    rest = abs(number)
    while rest:
        rest, piece = divmod(rest, 10**DIGITS)
        pieces.append(str(piece).zfill(DIGITS))
    return ("-" if number < 0 else "") + "".join(reversed(pieces)).lstrip("0")


def number(text: str) -> int:
    """The number that decimal digits, perhaps after a minus sign, stand for."""
    if len(text) <= DIGITS:
        return int(text)
    digits = text.removeprefix("-")
    result = 0
    for start in range(0, len(digits), DIGITS):
        piece = digits[start : start + DIGITS]
        result = result * 10 ** len(piece) + int(piece)
    return -result if text.startswith("-") else result


def fraction(text: str) -> Fraction:
    """The rational number of a text such as ``-3/4`` or ``2``."""
    numerator, _, denominator = text.partition("/")
    return Fraction(number(numerator), number(denominator) if denominator else 1)
