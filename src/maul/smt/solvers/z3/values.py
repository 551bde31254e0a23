"""The values of a z3 model, read exactly.

Comes in: a model and the symbols and functions of interest. Goes out: values. z3 writes arrays as
stores into constant arrays, or as a table like that of a function.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from maul.logic.softfloat import nan
from maul.logic.sorts import BOOL, INT, Array, BitVec, Float
from maul.logic.values import default_value
from maul.smt.values import (
    FunctionValue,
    NoExactValue,
    array_value,
    fraction_of,
    function_value,
    integer_of,
)

if TYPE_CHECKING:
    from maul.logic.sorts import Sort
    from maul.logic.terms import Function
    from maul.logic.values import Value
    from maul.smt.solvers.z3.terms import Z3Context

STORE, CONSTANT_ARRAY = 0x300, 0x302
TRUE = 1


def evaluated(context: Z3Context, model: int, term: int) -> int:
    """The value of a term in a model as z3 writes it; open ones are chosen."""
    found = ctypes.c_void_p()
    z3 = context.z3
    if not z3.model_eval(context.handle, model, term, True, ctypes.byref(found)):  # noqa: FBT003
        raise NoExactValue("z3 cannot evaluate a symbol in its own model")
    assert found.value is not None
    return found.value


def read(context: Z3Context, model: int, term: int, sort: Sort) -> Value:
    """What a value written by z3 stands for."""
    z3, handle = context.z3, context.handle
    match sort:
        case BitVec():
            return int(_digits(context, term, "get_numeral_binary_string"), 2)
        case Float():
            # The bits of NaN are open in z3, and may even be those of a number.
            if z3.fpa_is_numeral_nan(handle, term):
                return nan(sort)
            bits = evaluated(context, model, z3.mk_fpa_to_ieee_bv(handle, term))
            return int(_digits(context, bits, "get_numeral_binary_string"), 2)
        case Array():
            return _read_array(context, model, term, sort)
    if sort is BOOL:
        return z3.get_bool_value(handle, term) == TRUE
    text = _digits(context, term, "get_numeral_string")
    return integer_of(text) if sort is INT else fraction_of(text)


def _digits(context: Z3Context, term: int, form: str) -> str:
    """The digits of a number; not every Real has them."""
    z3, handle = context.z3, context.handle
    if not z3.is_numeral_ast(handle, term) or z3.is_algebraic_number(handle, term):
        raise NoExactValue(f"z3's value is {z3.text('ast_to_string', handle, term)[:200]}")
    return z3.text(form, handle, term)


def _read_array(context: Z3Context, model: int, term: int, sort: Array) -> Value:
    """An array: stores from the outermost in, then what they store into."""
    z3, handle = context.z3, context.handle
    writes: list[tuple[Value, Value]] = []
    while z3.is_app(handle, term):
        kind = z3.get_decl_kind(handle, z3.get_app_decl(handle, term))
        if kind == STORE:
            index, element = (z3.get_app_arg(handle, term, place) for place in (1, 2))
            writes.append(
                (
                    read(context, model, index, sort.index),
                    read(context, model, element, sort.element),
                )
            )
            term = z3.get_app_arg(handle, term, 0)
        elif kind == CONSTANT_ARRAY:
            element = z3.get_app_arg(handle, term, 0)
            return array_value(sort, writes, read(context, model, element, sort.element))
        elif z3.is_as_array(handle, term):
            declaration = z3.get_as_array_func_decl(handle, term)
            entries, default = _table(context, model, declaration, (sort.index,), sort.element)
            writes += [(arguments[0], result) for arguments, result in entries]
            return array_value(sort, writes, default)
        else:
            break
    raise NoExactValue(f"z3's array is {z3.text('ast_to_string', handle, term)[:200]}")


def read_function(context: Z3Context, model: int, function: Function) -> FunctionValue:
    """The meaning of a function."""
    declaration = context.function(function)
    table = _table(context, model, declaration, function.parameters, function.result)
    return function_value(function, *table)


def _table(
    context: Z3Context, model: int, declaration: int, parameters: tuple[Sort, ...], result: Sort
) -> tuple[list[tuple[tuple[Value, ...], Value]], Value]:
    """The entries of a function in the model, and its value elsewhere."""
    z3, handle = context.z3, context.handle
    table = z3.model_get_func_interp(handle, model, declaration)
    if not table:
        return [], default_value(result)
    entries = []
    for place in range(z3.func_interp_get_num_entries(handle, table)):
        entry = z3.func_interp_get_entry(handle, table, place)
        arguments = [
            read(context, model, z3.func_entry_get_arg(handle, entry, position), sort)
            for position, sort in enumerate(parameters)
        ]
        found = z3.func_entry_get_value(handle, entry)
        entries.append((tuple(arguments), read(context, model, found, result)))
    default = z3.func_interp_get_else(handle, table)
    return entries, read(context, model, default, result)
