"""Values of models that solvers spell in their own ways: functions, arrays, numbers of any length.

Comes in: what a solver writes. Goes out: the values of ``maul.logic.values``. Entries are in the
order of their indices, and none repeats the default, so that the same model reads the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from maul.logic.build import and_, equal, ite, symbol
from maul.logic.evaluate import evaluate
from maul.logic.values import ArrayValue, constant
from maul.node import value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.sorts import Array
    from maul.logic.terms import Function, Term
    from maul.logic.values import Value

# Python refuses longer conversions between numbers and decimal texts at once.
DIGITS = 4000


class NoExactValue(ValueError):
    """The solver's value has no finite description here, as the square root of two has none."""


@value
class FunctionValue:
    """A function: a term over its parameters. It can be called with values."""

    parameters: tuple[Term, ...]
    body: Term

    def __call__(self, *arguments: Value) -> Value:
        """The result for the arguments."""
        return evaluate(self.body, dict(zip(self.parameters, arguments, strict=True)))


def array_value(sort: Array, writes: Iterable[tuple[Value, Value]], default: Value) -> ArrayValue:
    """The array in which each index holds the first element written for it."""
    entries: dict[Value, Value] = {}
    order: list[int | Fraction] = []
    for index, element in writes:
        if isinstance(index, ArrayValue):
            raise NoExactValue(f"an array that is indexed by arrays: {sort}")
        if index not in entries:
            entries[index] = element
            order.append(index)
    kept: dict[Value, Value] = {
        index: entries[index] for index in sorted(order) if entries[index] != default
    }
    return ArrayValue(sort, default, kept)


def parameters_of(function: Function) -> tuple[Term, ...]:
    """Symbols to write a function's meaning with."""
    return tuple([symbol(f"argument!{n}", sort) for n, sort in enumerate(function.parameters)])


def function_value(
    function: Function, entries: Iterable[tuple[tuple[Value, ...], Value]], default: Value
) -> FunctionValue:
    """The function of a table in which no arguments come twice."""
    parameters = parameters_of(function)
    body = constant(default, function.result)
    for arguments, result in entries:
        here = [
            equal(parameter, constant(argument, parameter.sort))
            for parameter, argument in zip(parameters, arguments, strict=True)
        ]
        body = ite(and_(*here), constant(result, function.result), body)
    return FunctionValue(parameters, body)


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


def integer_of(text: str) -> int:
    """The number that decimal digits, perhaps after a minus sign, stand for."""
    if len(text) <= DIGITS:
        return int(text)
    digits = text.removeprefix("-")
    result = 0
    for start in range(0, len(digits), DIGITS):
        piece = digits[start : start + DIGITS]
        result = result * 10 ** len(piece) + int(piece)
    return -result if text.startswith("-") else result


def fraction_of(text: str) -> Fraction:
    """The rational number of a text such as ``-3/4`` or ``2``."""
    numerator, _, denominator = text.partition("/")
    return Fraction(integer_of(numerator), integer_of(denominator) if denominator else 1)
