"""The exact value of a term when its symbols have values.

Comes in: a term, values for its free symbols, functions for its uninterpreted ones. Goes out: its
value, or ``Undetermined``: a symbol without a value, or a quantifier over too many values to try.
Where SMT-LIB leaves the value open, evaluation takes one: 0 for quotients by zero of numbers, the
dividend for the remainder, the second argument for ``fp.min`` and ``fp.max`` of different zeros, 0
for floats that no integer of the width is near.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from maul.logic import softfloat
from maul.logic.build import cut_of, float_sort, width_of
from maul.logic.free import QUANTIFIERS
from maul.logic.meaning import (
    BV_BINARY,
    BV_COMPARISON,
    extracted,
    int_div,
    int_mod,
    real_div,
    sign_extended,
    signed,
)
from maul.logic.sorts import BOOL, Array, BitVec, Float, Sort
from maul.logic.terms import Function, Term, bound_of, int_payload, name_of
from maul.logic.values import ArrayValue, Value, cardinality
from maul.logic.walk import outside_quantifiers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MOST_CASES = 1 << 12


class Undetermined(ValueError):
    """The term has no value that can be computed here."""


def evaluate(
    term: Term,
    values: Mapping[Term, Value],
    functions: Mapping[Function, Callable[..., Value]] | None = None,
) -> Value:
    """The value of a term under values for its symbols and functions."""
    known: dict[Term, Value] = dict(values)
    for part in outside_quantifiers((term,), known):
        if part.operator in QUANTIFIERS:
            known[part] = _quantified(part, values, functions)
        elif part.operator == "symbol":
            raise Undetermined(f"{name_of(part)} has no value")
        elif part.operator == "apply":
            known[part] = _applied(part, known, functions or {})
        else:
            known[part] = _value(part, [known[argument] for argument in part.arguments])
    return known[term]


def holds(
    term: Term,
    values: Mapping[Term, Value],
    functions: Mapping[Function, Callable[..., Value]] | None = None,
) -> bool:
    """Whether a Boolean term is true under values for its symbols and functions."""
    value = evaluate(term, values, functions)
    assert isinstance(value, bool)
    return value


def _applied(
    term: Term,
    known: Mapping[Term, Value],
    functions: Mapping[Function, Callable[..., Value]],
) -> Value:
    """The value of a function application."""
    function = term.payload
    assert isinstance(function, Function)
    if function not in functions:
        raise Undetermined(f"{function.name} has no value")
    return functions[function](*[known[argument] for argument in term.arguments])


def _quantified(
    term: Term,
    values: Mapping[Term, Value],
    functions: Mapping[Function, Callable[..., Value]] | None,
) -> bool:
    """The value of a quantified term, by trying everything."""
    bound = bound_of(term)
    sizes = [cardinality(symbol.sort) for symbol in bound]
    if prod([size or MOST_CASES + 1 for size in sizes]) > MOST_CASES:
        raise Undetermined(f"{term.operator} over too many values")
    body = term.arguments[0]
    cases = product(*[_all_values(symbol.sort) for symbol in bound])
    results = (
        holds(body, {**values, **dict(zip(bound, case, strict=True))}, functions) for case in cases
    )
    return any(results) if term.operator == "exists" else all(results)


def _all_values(sort: Sort) -> list[Value]:
    """Every value of a small sort."""
    if sort is BOOL:
        return [False, True]
    if isinstance(sort, Float):
        patterns = range(1 << sort.width)
        return [bits for bits in patterns if softfloat.canonical(bits, sort) == bits]
    assert isinstance(sort, BitVec)
    return list(range(1 << sort.width))


# ---- one operator ----


def _value(term: Term, values: Sequence[Value]) -> Value:
    """The value of a term from those of its arguments."""
    operator = term.operator
    if operator in CORE:
        return CORE[operator](values)
    if operator == "constant":
        assert isinstance(term.payload, (bool, int, Fraction))
        return term.payload
    if operator == "const":
        assert isinstance(term.sort, Array)
        return ArrayValue(term.sort, values[0], {})
    if operator in ("select", "store"):
        array, index, *element = values
        assert isinstance(array, ArrayValue)
        return array.with_element(index, element[0]) if element else array.at(index)
    numbers = [value for value in values if not isinstance(value, ArrayValue)]
    assert len(numbers) == len(values)
    if operator in ARITHMETIC:
        return ARITHMETIC[operator](numbers)
    integers = [int(value) for value in numbers]
    if isinstance(term.arguments[0].sort, Float):
        return _of_floats(term, integers)
    if isinstance(term.sort, Float):
        return _to_float(term, integers[0])
    return _of_vectors(term, integers)


def _distinct(values: Sequence[Value]) -> bool:
    """Whether no two values are equal."""
    return not any(one == other for i, one in enumerate(values) for other in values[:i])


CORE: dict[str, Callable[[Sequence[Value]], Value]] = {
    "not": lambda values: not values[0],
    "and": all,
    "or": any,
    "=": lambda values: values[0] == values[1],
    "distinct": _distinct,
    "ite": lambda values: values[1] if values[0] else values[2],
}

ARITHMETIC: dict[str, Callable[[Sequence[int | Fraction]], Value]] = {
    "+": sum,
    "*": prod,
    "div": lambda values: int_div(int(values[0]), int(values[1])),
    "mod": lambda values: int_mod(int(values[0]), int(values[1])),
    "/": lambda values: real_div(Fraction(values[0]), Fraction(values[1])),
    "<=": lambda values: values[0] <= values[1],
    "to_real": lambda values: Fraction(values[0]),
    "to_int": lambda values: values[0].__floor__(),
    "bv2nat": lambda values: values[0],
}


def _of_vectors(term: Term, values: Sequence[int]) -> Value:
    """The value of an operation on bit-vectors, or from Int to them."""
    operator = term.operator
    if operator == "int2bv":
        return values[0] & ((1 << int_payload(term)) - 1)
    width = width_of(term.arguments[0])
    if operator in BV_BINARY:
        return BV_BINARY[operator](width, *values)
    if operator in BV_COMPARISON:
        return BV_COMPARISON[operator](width, *values)
    match operator:
        case "bvnot":
            return ~values[0] & ((1 << width) - 1)
        case "bvneg":
            return -values[0] & ((1 << width) - 1)
        case "concat":
            return values[0] << width_of(term.arguments[1]) | values[1]
        case "extract":
            return extracted(values[0], *cut_of(term))
        case "zero_extend":
            return values[0]
        case "sign_extend":
            return sign_extended(values[0], width, int_payload(term))
    raise Undetermined(f"no meaning of {operator}")


# ---- floats ----


def _of_floats(term: Term, values: Sequence[int]) -> Value:
    """The value of an operation on floats."""
    operator, sort = term.operator, float_sort(term.operator, *term.arguments)
    if operator in softfloat.BINARY:
        return softfloat.BINARY[operator](_mode(term), sort, *values)
    if operator in softfloat.COMPARISON:
        return softfloat.COMPARISON[operator](sort, *values)
    if operator in softfloat.CLASSES:
        return softfloat.CLASSES[operator](values[0], sort)
    match operator:
        case "fp.neg":
            return softfloat.negated(values[0], sort)
        case "fp.abs":
            return softfloat.absolute(values[0], sort)
        case "fp.rem":
            return softfloat.rem(sort, *values)
        case "fp.fma":
            return softfloat.fma(_mode(term), sort, *values)
        case "fp.sqrt":
            return softfloat.sqrt(_mode(term), sort, values[0])
        case "fp.roundToIntegral":
            return softfloat.round_to_integral(_mode(term), sort, values[0])
        case "fp.min" | "fp.max":
            choose = softfloat.minimum if operator == "fp.min" else softfloat.maximum
            chosen = choose(sort, *values)
            return values[1] if chosen is None else chosen
        case "fp.to_sbv" | "fp.to_ubv":
            return _to_integer(term, values[0], sort)
        case "to_fp_float":
            assert isinstance(term.sort, Float)
            return softfloat.to_format(_mode(term), values[0], sort, term.sort)
    raise Undetermined(f"no meaning of {operator}")


def _mode(term: Term) -> str:
    """The rounding mode of a term."""
    mode = term.payload[0] if isinstance(term.payload, tuple) else term.payload
    assert isinstance(mode, str)
    return mode


def _to_integer(term: Term, bits: int, sort: Float) -> int:
    """The value of ``fp.to_sbv`` or ``fp.to_ubv``."""
    value = softfloat.to_integer(_mode(term), bits, sort)
    width = width_of(term)
    low = -(1 << (width - 1)) if term.operator == "fp.to_sbv" else 0
    if value is None or not low <= value < low + (1 << width):
        return 0
    return value & ((1 << width) - 1)


def _to_float(term: Term, value: int) -> int:
    """The value of a conversion from bit-vectors to floats."""
    assert isinstance(term.sort, Float)
    if term.operator == "to_fp_bits":
        return softfloat.canonical(value, term.sort)
    if term.operator == "to_fp_signed":
        value = signed(value, width_of(term.arguments[0]))
    return softfloat.rounded(Fraction(value), _mode(term), term.sort)
