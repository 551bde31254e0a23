"""Calls: of functions, through pointers, of builtins and of the atomic operations.

Comes in: cursors of calls. Goes out: ``CallExpression`` with arguments of the parameters' types, or
the value of a builtin that the compiler computes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import CHAR, VOID, ArrayType, FunctionType, Pointer
from maul.c.elaborate.constants import constant
from maul.c.elaborate.conversions import address_of, argument_promoted, convert, decay, is_pure
from maul.c.elaborate.cursors import without_wrapping
from maul.c.elaborate.types import is_volatile
from maul.c.tree import CallExpression, Comma, Expression, FunctionName, Literal

if TYPE_CHECKING:
    from maul.c.clang import Cursor
    from maul.c.elaborate.scope import ExpressionRule, Scope

# The functions whose first arguments are argument lists: how many.
_LISTS = {
    "__builtin_va_start": 1,
    "__builtin_va_end": 1,
    "__builtin_va_copy": 2,
    "__va_arg_ptr": 1,
}
# Infinity and not-a-number in float and double.
_NUMBERS = frozenset(
    f"__builtin_{name}{suffix}" for name in ("huge_val", "inf", "nan") for suffix in ("", "f")
)
# Questions about a floating value in its own type: their argument is not promoted.
_TYPE_GENERIC = frozenset(
    f"__builtin_{name}"
    for name in (
        *("isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "fpclassify", "signbit"),
        *("isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered"),
    )
)
# libclang shows the operands of an atomic operation in the order in which clang keeps them. Here,
# for each number of operands, is the order in which they are written.
_ATOMIC_ORDER = {
    1: (0,),
    2: (0, 1),
    3: (0, 2, 1),
    4: (0, 2, 3, 1),
    5: (0, 2, 4, 1, 3),
    6: (0, 2, 4, 5, 1, 3),
}
# The atomic operations with further operands in memory.
_THROUGH_POINTERS = frozenset(
    f"__atomic_{name}"
    for name in ("load", "store", "exchange", "compare_exchange", "compare_exchange_n")
)


def _call(scope: Scope, cursor: Cursor) -> Expression:
    first, *rest = clang.children(cursor)
    name = clang.spelling(cursor)
    if name.startswith("__builtin_"):
        computed = _computed_builtin(scope, cursor, name, rest)
        if computed is not None:
            return computed
    callee = scope.expression(first)
    span = scope.span(cursor)
    t = callee.type.target if isinstance(callee.type, Pointer) else None
    if not isinstance(t, FunctionType):
        raise scope.unsupported(cursor, "a call of something that is no function")
    lists = _LISTS.get(name, 0)
    arguments = [_argument_list(scope, argument) for argument in rest[:lists]]
    if name == "__builtin_va_start":
        rest = rest[:1]  # the second argument only names the last parameter
    if name in _TYPE_GENERIC:
        arguments += [scope.expression(argument) for argument in rest]
    else:
        arguments += _arguments(scope, t, lists, rest[lists:])
    result = scope.unit.types.of_cursor(cursor)
    made = CallExpression(result, callee, tuple(arguments), span)
    if name.startswith(("__sync_", "__atomic_")) and rest:
        _note_volatile(scope, made, rest[0])
    return made


def _note_volatile(scope: Scope, made: CallExpression, pointer: Cursor) -> None:
    """Remember that an atomic operation is one on a volatile object."""
    if _leads_to_volatile(pointer):
        scope.unit.symbols.volatile[made] = None


def _leads_to_volatile(pointer: Cursor) -> bool:
    """Whether an operand is a pointer to a volatile object, or an array of such objects."""
    t = clang.canonical_type(clang.cursor_type(without_wrapping(pointer)))
    return is_volatile(clang.pointee_type(t) if t.kind == kinds.TYPE_POINTER else t)


def _computed_builtin(
    scope: Scope, cursor: Cursor, name: str, arguments: list[Cursor]
) -> Expression | None:
    """The value of a builtin that stands for a value; None for one that is a function."""
    if name == "__builtin_constant_p":
        # gcc without optimisation: what is no constant expression is not constant.
        return constant(scope, cursor) or Literal(scope.type_of(cursor), 0)
    if name in ("__builtin_expect", "__builtin_expect_with_probability"):
        return _expected(scope, cursor, arguments)
    return constant(scope, cursor) if name in _NUMBERS else None


def _arguments(
    scope: Scope, t: FunctionType, start: int, cursors: list[Cursor]
) -> list[Expression]:
    """The arguments from number ``start`` on, converted as in an assignment or promoted."""
    size = scope.unit.model.pointer_size
    found = []
    for index, cursor in enumerate(cursors, start):
        value = scope.expression(cursor)
        if index < len(t.parameters):
            found.append(convert(value, t.parameters[index]))
        else:
            found.append(argument_promoted(value, size))
    return found


def _argument_list(scope: Scope, cursor: Cursor) -> Expression:
    """The address of the storage of a ``va_list``: an array, a pointer to one, or a ``char *``."""
    value = scope.expression(without_wrapping(cursor))
    size = scope.unit.model.pointer_size
    if isinstance(value.type, ArrayType):
        return decay(value, size)
    if isinstance(value.type, Pointer) and value.type.target != CHAR:
        return value
    return address_of(value, size)


def _expected(scope: Scope, cursor: Cursor, arguments: list[Cursor]) -> Expression:
    """``__builtin_expect(a, b)`` and its relatives: the value of ``a``."""
    value, *others = (scope.expression(argument) for argument in arguments)
    result: Expression = convert(value, scope.type_of(cursor))
    for other in others:
        if not is_pure(other):
            result = Comma(result.type, convert(other, VOID), result)
    return result


def atomic(scope: Scope, cursor: Cursor, name: str, parts: list[Cursor]) -> Expression:
    """An ``__atomic_*`` operation as a call with its operands as they are written."""
    order = _ATOMIC_ORDER.get(len(parts))
    if order is None:
        raise scope.unsupported(cursor, name)
    operands = [parts[index] for index in order]
    if name in _THROUGH_POINTERS and any(map(_leads_to_volatile, operands[1:])):
        raise scope.unsupported(cursor, f"{name} with an operand in a volatile object")
    arguments = tuple(map(scope.expression, operands))
    result = scope.unit.types.of_cursor(cursor)
    t = FunctionType(result, (), variadic=True, prototyped=False)
    span = scope.span(cursor)
    scope.unit.symbols.library_function(name, t, span)
    made = CallExpression(result, FunctionName(scope.pointer_to(t), name), arguments, span)
    _note_volatile(scope, made, parts[0])
    return made


RULES: dict[int, ExpressionRule] = {kinds.CALL_EXPR: _call}
