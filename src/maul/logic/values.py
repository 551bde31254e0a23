"""What terms stand for: the values of each sort.

Bool: bool. Int and BitVec (unsigned): int. Real: Fraction. Float: its bits, an int, NaN being one
number. Array: ``ArrayValue``. Functions: any Python function from values to a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.logic import softfloat
from maul.logic.build import SortMismatch, constant_array, store
from maul.logic.sorts import BOOL, INT, REAL, Array, BitVec, Float, Sort
from maul.logic.terms import Term, leaf

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


class ArrayValue:
    """An array that holds ``default`` wherever ``entries`` does not say otherwise."""

    __slots__ = ("default", "entries", "sort")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, sort: Array, default: Value, entries: Mapping[Value, Value]) -> None:
        self.sort = sort
        self.default = default
        self.entries = dict(entries)

    def at(self, index: Value) -> Value:
        """The element at an index."""
        return self.entries.get(index, self.default)

    def with_element(self, index: Value, element: Value) -> ArrayValue:
        """The array with another element at an index."""
        return ArrayValue(self.sort, self.default, {**self.entries, index: element})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ArrayValue) or other.sort is not self.sort:
            return False
        keys = {**self.entries, **other.entries}
        if any(self.at(key) != other.at(key) for key in keys):
            return False
        count = cardinality(self.sort.index)
        # Different defaults show unless every index has an entry.
        return self.default == other.default or (count is not None and len(keys) >= count)

    def __repr__(self) -> str:
        return f"ArrayValue({self.sort}, {self.default}, {self.entries})"


Value: TypeAlias = "bool | int | Fraction | ArrayValue"


def cardinality(sort: Sort) -> int | None:
    """How many values a sort has; None for infinitely many, or far too many to count."""
    if sort is BOOL:
        return 2
    if isinstance(sort, BitVec):
        return 1 << sort.width
    if isinstance(sort, Float):
        return (1 << sort.width) - (1 << sort.significand_bits) + 3
    return None


def default_value(sort: Sort) -> Value:
    """Some value of a sort: false, zero, an array of them."""
    if isinstance(sort, Array):
        return ArrayValue(sort, default_value(sort.element), {})
    return number(0, sort)


def number(value: int | Fraction, sort: Sort) -> bool | int | Fraction:
    """A number as a value of a sort: unsigned in bit-vectors, as bits in floats."""
    from fractions import Fraction  # noqa: PLC0415 - slow to import, and rarely needed

    if sort is BOOL:
        return bool(value)
    if isinstance(sort, Float):
        return softfloat.rounded(Fraction(value), softfloat.RNE, sort)
    if sort is REAL:
        return Fraction(value)
    if value.denominator != 1:
        raise SortMismatch(f"{value} is not of sort {sort}")
    return int(value) & ((1 << sort.width) - 1) if isinstance(sort, BitVec) else int(value)


def constant(value: Value, sort: Sort) -> Term:
    """The term that stands for a value."""
    if isinstance(sort, Array):
        assert isinstance(value, ArrayValue)
        made = constant_array(sort, constant(value.default, sort.element))
        for index, element in value.entries.items():
            made = store(made, constant(index, sort.index), constant(element, sort.element))
        return made
    assert not isinstance(value, ArrayValue)
    if sort is BOOL:
        return leaf("constant", sort, bool(value))
    if sort is INT or sort is REAL or isinstance(sort, BitVec):
        return leaf("constant", sort, number(value, sort))
    assert isinstance(sort, Float)
    assert isinstance(value, int)
    return leaf("constant", sort, softfloat.canonical(value, sort))
