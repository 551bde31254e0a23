"""Expressions that are no operators: names, members, elements, casts, conversions, GNU extensions.

Comes in: cursors of expressions. Goes out: ``tree`` expressions. Types are worked out from the
operands and not taken from libclang where the two differ: bit-fields, and parameters declared as
arrays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import CHAR, VOID, ArrayType, CType, FunctionType, Pointer, Record, VariableArray
from maul.c.elaborate.calls import atomic
from maul.c.elaborate.constants import constant, has_run_time_size, offset_of, run_time_size, string
from maul.c.elaborate.conversions import arithmetic, common_type, convert, decay, wrapped
from maul.c.elaborate.cursors import implicit_operand, is_short_conditional, without_conversions
from maul.c.tree import (
    Aggregate,
    Compound,
    CompoundLiteral,
    Conditional,
    Decay,
    Dereference,
    Evaluate,
    Expression,
    FunctionName,
    Label,
    Literal,
    Member,
    PointerSum,
    StatementExpression,
    Subscript,
)

if TYPE_CHECKING:
    from maul.c.clang import Cursor
    from maul.c.elaborate.scope import ExpressionRule, Scope
    from maul.c.source import Span
    from maul.c.tree import Initialiser, Statement

_ARRAYS = (kinds.TYPE_CONSTANT_ARRAY, kinds.TYPE_INCOMPLETE_ARRAY)
_SYNC_SIZE = r"_(?:1|2|4|8|16)$"

# ---- names, members, elements ----


def _name(scope: Scope, cursor: Cursor) -> Expression:
    """A variable, a function (as its address) or an enumerator (as its value)."""
    declaration = clang.referenced(cursor)
    found = scope.variables.get(declaration.declaration)
    if found is not None:
        return found
    unit = scope.unit
    known = unit.named.get(declaration.declaration)
    if known is not None:
        return known
    kind = declaration.kind
    if kind == kinds.ENUM_CONSTANT_DECL:
        t = scope.type_of(cursor)
        return Literal(t, wrapped(clang.enum_value(declaration), t))
    if kind == kinds.FUNCTION_DECL:
        return function_name(scope, declaration, cursor)
    if kind == kinds.VAR_DECL and clang.has_global_storage(declaration):
        return unit.symbols.name(unit, declaration)
    raise scope.unsupported(cursor, f"the name {clang.spelling(cursor)}")


def function_name(scope: Scope, declaration: Cursor, typed: Cursor) -> FunctionName:
    """The address of a function, with the type it has at the cursor ``typed``."""
    shown = clang.cursor_type(typed)
    if shown.kind == kinds.TYPE_UNEXPOSED:  # libclang hides the types of builtins
        shown = clang.cursor_type(declaration)
    t = scope.unit.types.of(shown)
    if not isinstance(t, FunctionType):
        raise scope.unsupported(typed, f"the function {clang.spelling(declaration)}")
    name = clang.spelling(declaration)
    if name.startswith("__sync_"):
        # clang appends the size of the operand, which is not in the text.
        name = re.sub(_SYNC_SIZE, "", name)
        scope.unit.symbols.library_function(name, t, scope.span(typed))
    else:
        name = scope.unit.symbols.function(scope.unit, declaration)
    return FunctionName(scope.pointer_to(t), name)


def _member(scope: Scope, cursor: Cursor) -> Expression:
    """``base.member`` and ``pointer->member``, with the anonymous members in between."""
    base = scope.expression(clang.children(cursor)[0])
    if isinstance(base.type, Pointer):
        base = dereference(scope, base, scope.span(cursor))
    for field in scope.unit.types.path(base.type, clang.referenced(cursor)):
        base = Member(field.type, base, field)
    return base


def dereference(scope: Scope, pointer: Expression, span: Span) -> Expression:
    """``*pointer``; a function remains its address, ``*array`` is the first element."""
    t = pointer.type
    if not isinstance(t, Pointer):
        raise ValueError(f"no pointer: {t}")
    if isinstance(t.target, FunctionType):
        return pointer
    scope.unit.types.complete(t.target)
    return Dereference(t.target, pointer, span)


def pointer_add(scope: Scope, operator: str, pointer: Expression, index: Expression) -> Expression:
    """``pointer + index`` or ``pointer - index`` in units of what the pointer points to."""
    t = pointer.type
    if not isinstance(t, Pointer):
        raise ValueError(f"no pointer: {t}")
    if not has_run_time_size(t.target):
        return PointerSum(t, operator, pointer, index, scope.unit.types.size(t.target))
    signed = scope.unit.model.ptrdiff_t
    size = convert(run_time_size(scope, t.target), signed)
    return PointerSum(t, operator, pointer, arithmetic("*", convert(index, signed), size), 1)


def _element(scope: Scope, cursor: Cursor) -> Expression:
    """``a[i]``, also written ``i[a]``."""
    left, right = clang.children(cursor)
    base, index = scope.expression(left), scope.expression(right)
    if not isinstance(base.type, (Pointer, ArrayType, VariableArray)):
        base, index = index, base
    if isinstance(base, Decay) and isinstance(base.operand.type, ArrayType):
        return Subscript(base.operand.type.element, base.operand, index)
    base = decay(base, scope.unit.model.pointer_size)
    return dereference(scope, pointer_add(scope, "+", base, index), scope.span(cursor))


# ---- conversions ----


def _parenthesised(scope: Scope, cursor: Cursor) -> Expression:
    return scope.expression(clang.children(cursor)[0])


def _cast(scope: Scope, cursor: Cursor) -> Expression:
    """``(type)operand``; the type may hold expressions of its own, so the operand is the last."""
    operand = scope.expression(clang.children(cursor)[-1])
    t = scope.unit.types.of_cursor(cursor)
    if isinstance(t, Record) and not isinstance(operand.type, Record):
        return _cast_to_union(scope, cursor, t, operand)
    return convert(operand, t)


def _cast_to_union(scope: Scope, cursor: Cursor, t: Record, operand: Expression) -> Expression:
    """GNU ``(union u)value``: an object whose member of the value's type holds the value."""
    for field in t.fields:
        if field.type == operand.type:
            return _object(scope, cursor, t, Aggregate((((field,), operand),)))
    raise scope.unsupported(cursor, "a cast to a union of this form")


def _unexposed(scope: Scope, cursor: Cursor) -> Expression:
    """What libclang has no kind for: implicit conversions above all."""
    parts = clang.children(cursor)
    operand = implicit_operand(cursor, parts)
    if operand is not None:
        return _implicit_conversion(scope, cursor, operand)
    if any(part.kind in (kinds.TYPE_REF, kinds.MEMBER_REF) for part in parts):
        return constant(scope, cursor) or offset_of(scope, cursor)
    if is_short_conditional(parts):
        return _conditional_without_middle(scope, cursor, parts)
    # Of what has three parts, __builtin_choose_expr may be constant and still have side effects.
    found = constant(scope, cursor) if len(parts) != 3 else None
    if found is not None:
        return found
    word = scope.printed.operations.get(cursor.statement, "")
    if word == "__builtin_choose_expr":
        return scope.expression(parts[1] if clang.evaluate(parts[0]) else parts[2])
    if word.startswith(("__atomic_", "__c11_atomic_")):
        return atomic(scope, cursor, word, parts)
    raise scope.unsupported(cursor, f"the expression {word or 'at this place'}")


def _implicit_conversion(scope: Scope, cursor: Cursor, inner: Cursor) -> Expression:
    """What clang converts by itself; reading an lvalue changes no type: bit-fields keep theirs."""
    operand = scope.expression(inner)
    shown, before = clang.cursor_type(cursor), clang.cursor_type(inner)
    if inner.kind == kinds.STRING_LITERAL and clang.canonical_type(shown).kind in _ARRAYS:
        # __func__ and its relatives: the name of the function, in gcc for all of them.
        return string(CHAR, list(scope.name.encode()))
    if shown.pointer == before.pointer:
        return operand
    if isinstance(operand.type, (ArrayType, VariableArray)):
        return decay(operand, scope.unit.model.pointer_size)
    if isinstance(operand, FunctionName):
        t = scope.type_of(cursor)
        if isinstance(t, Pointer) and isinstance(t.target, FunctionType):
            return FunctionName(t, operand.function)
        return convert(operand, t)
    unqualified = clang.unqualified_type(clang.canonical_type(before)).pointer
    if clang.unqualified_type(clang.canonical_type(shown)).pointer == unqualified:
        return operand
    return convert(operand, scope.type_of(cursor))


# ---- objects and statements inside expressions ----


def _conditional_without_middle(scope: Scope, cursor: Cursor, parts: list[Cursor]) -> Expression:
    """GNU ``a ?: b``; libclang shows ``a`` three times."""
    condition = scope.expression(without_conversions(parts[0]))
    otherwise = scope.expression(without_conversions(parts[3]))
    t = common_type(condition.type, otherwise.type, scope.type_of(cursor))
    return Conditional(t, condition, None, convert(otherwise, t))


def _compound_literal(scope: Scope, cursor: Cursor) -> Expression:
    """``(type){...}``, and what clang passes for a transparent union."""
    inside = clang.children(cursor)[-1]
    t = scope.unit.types.of_cursor(cursor)
    parts = clang.children(inside)
    if isinstance(t, Record) and t.is_union and len(parts) == 1 and _is_implicit(inside, parts[0]):
        return _cast_to_union(scope, cursor, t, scope.expression(parts[0]))
    return _object(scope, cursor, t, scope.initialiser(t, inside))


def _is_implicit(braces: Cursor, first: Cursor) -> bool:
    """Whether a list was made up by clang: it then begins where its first element begins."""
    outer, inner = clang.extent(braces), clang.extent(first)
    return clang.range_start(outer).encoded == clang.range_start(inner).encoded


def _object(scope: Scope, cursor: Cursor, t: CType, initialiser: Initialiser) -> CompoundLiteral:
    """An unnamed object of the function, or of the program where it must live for ever."""
    span = scope.span(cursor)
    variable = scope.fresh("$literal", t, span)
    return CompoundLiteral(t, variable, initialiser, span)


def _statement_expression(scope: Scope, cursor: Cursor) -> Expression:
    """GNU ``({ ... })``: the value is that of the last statement, if it is an expression."""
    inside = clang.children(clang.children(cursor)[0])
    body: list[Statement] = scope.statements(inside[:-1])
    last = inside[-1] if inside else None
    while last is not None and last.kind == kinds.LABEL_STMT:
        body.append(Label(scope.label(last), Compound(()), scope.span(last)))
        last = clang.children(last)[-1]
    if last is not None and not clang.is_expression(last):
        body.append(scope.statement(last))
    if last is None or not clang.is_expression(last):
        return StatementExpression(VOID, tuple(body), None)
    result = scope.expression(last)
    if result.type == VOID:
        body.append(Evaluate(result, scope.span(last)))
        return StatementExpression(VOID, tuple(body), None)
    return StatementExpression(result.type, tuple(body), result)


def _unsupported(what: str) -> ExpressionRule:
    def rule(scope: Scope, cursor: Cursor) -> Expression:
        raise scope.unsupported(cursor, what)

    return rule


RULES: dict[int, ExpressionRule] = {
    kinds.DECL_REF_EXPR: _name,
    kinds.MEMBER_REF_EXPR: _member,
    kinds.ARRAY_SUBSCRIPT_EXPR: _element,
    kinds.PAREN_EXPR: _parenthesised,
    kinds.CSTYLE_CAST_EXPR: _cast,
    kinds.UNEXPOSED_EXPR: _unexposed,
    kinds.COMPOUND_LITERAL_EXPR: _compound_literal,
    kinds.STMT_EXPR: _statement_expression,
    kinds.ADDR_LABEL_EXPR: _unsupported("the address of a label"),
    kinds.IMAGINARY_LITERAL: _unsupported("complex numbers"),
    kinds.INIT_LIST_EXPR: _unsupported("a list of initialisers in an expression"),
}
