"""Declarations inside functions, parameters, and function definitions.

Comes in: cursors of declarations. Goes out: ``Declare`` statements, static variables handed to the
linker, and whole ``FunctionDefinition``s. A variable-length array becomes a pointer to what
``alloca`` gave; its lengths are hidden variables, computed where it is declared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import INT, VOID, ArrayType, Boolean, CType, FunctionType, Integer, VariableArray
from maul.c.elaborate.constants import run_time_size
from maul.c.elaborate.conversions import convert, is_pure
from maul.c.elaborate.scope import Scope
from maul.c.elaborate.types import ARRAYS, innermost
from maul.c.tree import (
    CallExpression,
    Compound,
    Conversion,
    Declare,
    Dereference,
    FunctionDefinition,
    FunctionName,
    Initialiser,
    Name,
    Statement,
    Variable,
)

if TYPE_CHECKING:
    from maul.c.clang import Cursor, Type
    from maul.c.elaborate.scope import Rules, Unit


def declare(scope: Scope, cursor: Cursor) -> list[Statement]:
    """What a declaration in a function does when control passes it."""
    if cursor.kind == kinds.TYPEDEF_DECL:
        return _declare_type(scope, cursor)
    if cursor.kind != kinds.VAR_DECL:
        return []  # functions, labels and other types do nothing
    if clang.has_attributes(cursor):
        _check_attributes(scope, cursor)
    storage = clang.storage_class(cursor)
    span = scope.span(cursor)
    if storage == kinds.STORAGE_EXTERN:
        return []
    if storage == kinds.STORAGE_STATIC:
        _declare_static(scope, cursor)
        return []
    shown = clang.canonical_type(clang.cursor_type(cursor))
    if _is_variable(shown):
        return _declare_variable_array(scope, cursor, shown)
    t = scope.unit.types.of(shown)
    variable = scope.fresh(clang.spelling(cursor), t, span, constant=is_constant(cursor))
    scope.variables[cursor.declaration] = Name(variable.type, variable)
    value = clang.initialiser(cursor)
    first = None if value is None else scope.initialiser(variable.type, value)
    _check_deduced_type(scope, cursor, first)
    return [Declare(variable, first, span)]


def _check_attributes(scope: Scope, cursor: Cursor) -> None:
    """Refuse a variable that is more than a variable."""
    if "cleanup(" in clang.pretty(cursor):
        raise scope.unsupported(cursor, "a variable with the attribute cleanup")
    is_extern = clang.storage_class(cursor) == kinds.STORAGE_EXTERN
    labels = [c for c in clang.children(cursor) if c.kind == kinds.ASM_LABEL_ATTR]
    if labels and not is_extern:
        raise scope.unsupported(cursor, "a variable in a register of its own")


def is_constant(cursor: Cursor) -> bool:
    """Whether a variable is defined const, so that nobody may write it [C11 6.7.3p6]."""
    return bool(clang.is_const(innermost(clang.cursor_type(cursor))))


def _check_deduced_type(scope: Scope, cursor: Cursor, first: Initialiser | None) -> None:
    """Refuse ``typeof`` and ``__auto_type`` of a wide bit-field: clang does not see its width."""
    kind = clang.cursor_type(cursor).kind
    deduced: list[CType] = []
    if kind == kinds.TYPE_AUTO and isinstance(first, Conversion):
        deduced.append(first.operand.type)
    elif kind == kinds.TYPE_UNEXPOSED:
        value = clang.initialiser(cursor)
        own = value.statement if value is not None else None
        operands = [c for c in clang.children(cursor) if clang.is_expression(c)]
        deduced += [scope.expression(c).type for c in operands if c.statement != own]
    for t in deduced:
        if isinstance(t, Integer) and t.bits > INT.bits and t.bits & (t.bits - 1):
            raise scope.unsupported(cursor, "a type deduced from a wide bit-field")


def _declare_static(scope: Scope, cursor: Cursor) -> None:
    """A static variable is a global with the function's name in front."""
    was_static, scope.is_static = scope.is_static, True
    t = scope.unit.types.of_cursor(cursor)
    name, constant = clang.spelling(cursor), is_constant(cursor)
    variable = scope.fresh(name, t, scope.span(cursor), constant=constant)
    scope.variables[cursor.declaration] = Name(t, variable)
    value = clang.initialiser(cursor)
    scope.unit.symbols.static_variable(
        variable, None if value is None else scope.initialiser(t, value)
    )
    scope.is_static = was_static


# ---- variable-length arrays ----


def _is_variable(t: Type) -> bool:
    """Whether a type has a variable length, itself or in what it points to."""
    while t.kind in ARRAYS or t.kind == kinds.TYPE_POINTER:
        if t.kind == kinds.TYPE_VARIABLE_ARRAY:
            return True
        t = clang.canonical_type(
            clang.pointee_type(t) if t.kind == kinds.TYPE_POINTER else clang.array_element(t)
        )
    return False


def _declare_variable_array(scope: Scope, cursor: Cursor, shown: Type) -> list[Statement]:
    """Compute the lengths; then allocate the array, or declare the pointer to one."""
    span = scope.span(cursor)
    name = clang.spelling(cursor)
    value = clang.initialiser(cursor)
    own = value.statement if value is not None else None
    sizes = [c for c in clang.children(cursor) if clang.is_expression(c) and c.statement != own]
    result, t = _lengths(scope, cursor, shown, sizes)
    if not isinstance(t, VariableArray):
        variable = scope.fresh(name, t, span)
        scope.variables[cursor.declaration] = Name(t, variable)
        first = None if value is None else scope.initialiser(t, value)
        return [*result, Declare(variable, first, span)]
    if value is not None:
        raise scope.unsupported(cursor, "an initialised variable-length array")
    pointer = scope.pointer_to(t.element)
    variable = scope.fresh(name, pointer, span)
    scope.variables[cursor.declaration] = Dereference(t, Name(pointer, variable), span)
    address = scope.pointer_to(VOID)
    function = FunctionType(address, (scope.unit.model.size_t,), variadic=False, prototyped=True)
    scope.unit.symbols.library_function("alloca", function, span)
    callee = FunctionName(scope.pointer_to(function), "alloca")
    storage = CallExpression(address, callee, (run_time_size(scope, t),), span)
    return [*result, Declare(variable, convert(storage, pointer), span, is_array=True)]


def _declare_type(scope: Scope, cursor: Cursor) -> list[Statement]:
    """A typedef: the lengths of a variable-length array type are computed here, once."""
    shown = clang.canonical_type(clang.typedef_type(cursor))
    if not _is_variable(shown):
        return []
    sizes = [c for c in clang.children(cursor) if clang.is_expression(c)]
    return _lengths(scope, cursor, shown, sizes)[0]


def _lengths(
    scope: Scope, cursor: Cursor, shown: Type, sizes: list[Cursor]
) -> tuple[list[Statement], CType]:
    """Declarations of the hidden lengths of a type, and the type itself.

    libclang gives the sizes of all dimensions, those of the innermost first.
    """
    result: list[Statement] = []
    span = scope.span(cursor)
    size_t = scope.unit.model.size_t
    remaining = list(sizes)
    uses_another = False

    def meaning(t: Type) -> CType:
        nonlocal uses_another
        t = clang.canonical_type(t)
        if t.kind == kinds.TYPE_VARIABLE_ARRAY and scope.unit.types.knows(t):
            uses_another = True  # by a typedef or typeof
            return scope.unit.types.of(t)
        if t.kind == kinds.TYPE_POINTER:
            return scope.pointer_to(meaning(clang.pointee_type(t)))
        if t.kind not in ARRAYS:
            return scope.unit.types.of(t)
        if t.kind == kinds.TYPE_INCOMPLETE_ARRAY or not remaining:
            raise scope.unsupported(cursor, "a variable-length array type of this form")
        size = remaining.pop()
        if t.kind == kinds.TYPE_CONSTANT_ARRAY:
            return ArrayType(meaning(clang.array_element(t)), clang.array_length(t))
        value = scope.expression(size)
        if not isinstance(value.type, (Integer, Boolean)):  # the size is hidden in a typeof
            raise scope.unsupported(cursor, "a variable-length array type of this form")
        length = scope.fresh(clang.spelling(cursor) + "$length", size_t, span)
        result.append(Declare(length, convert(value, size_t), span))
        found = VariableArray(meaning(clang.array_element(t)), length)
        scope.unit.types.remember_variable_array(t, found)
        return found

    t = meaning(shown)
    # What is left over is the operand of a typeof; it has nothing to compute.
    if remaining and not (uses_another and all(is_pure(scope.expression(c)) for c in remaining)):
        raise scope.unsupported(cursor, "a variable-length array type of this form")
    return result, t


# ---- functions ----


def define(unit: Unit, rules: Rules, name: str, cursor: Cursor) -> FunctionDefinition:
    """The function that ``cursor`` defines, under the unique name it has in the program."""
    scope = Scope(unit, rules, name, cursor)
    span = scope.span(cursor)
    shown = clang.cursor_type(cursor)
    t = unit.types.of(shown)
    if not isinstance(t, FunctionType):
        raise scope.unsupported(cursor, "a function of this form")
    unit.types.complete(t.result)
    scope.result = t.result
    parameters: list[Variable] = []
    before: list[Statement] = []
    for parameter in clang.parameters(cursor):
        variable, lengths = _parameter(scope, parameter)
        parameters.append(variable)
        before += lengths
    body = scope.statement(
        next(part for part in clang.children(cursor) if part.kind == kinds.COMPOUND_STMT)
    )
    assert isinstance(body, Compound)
    return FunctionDefinition(
        name,
        t,
        tuple(parameters),
        Compound((*before, *body.statements)) if before else body,
        not clang.is_noreturn(shown),
        span,
    )


def _parameter(scope: Scope, cursor: Cursor) -> tuple[Variable, list[Statement]]:
    """A parameter; the lengths of a variable-length one are computed on entry."""
    span = scope.span(cursor)
    shown = clang.canonical_type(clang.cursor_type(cursor))
    lengths: list[Statement] = []
    if _is_variable(shown):
        sizes = [c for c in clang.children(cursor) if clang.is_expression(c)]
        lengths, t = _lengths(scope, cursor, shown, sizes)
    else:
        t = scope.unit.types.of(shown)
    t = scope.unit.types.adjusted(t)
    variable = scope.fresh(clang.spelling(cursor) or "$unnamed", t, span)
    scope.variables[cursor.declaration] = Name(t, variable)
    return variable, lengths
