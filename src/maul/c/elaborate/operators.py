"""Operators: unary, binary, assignments, ``?:``.

Comes in: cursors of operators. Goes out: ``tree`` expressions on operands of the right type.
clang's implicit conversions of operands are looked through and done again, because gcc computes
bit-fields wider than int in their own width and clang does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import INT, Pointer, promoted, usual_conversion
from maul.c.elaborate.constants import has_run_time_size
from maul.c.elaborate.conversions import (
    COMPARISONS,
    SHIFTS,
    address_of,
    arithmetic,
    common_type,
    comparison,
    convert,
    decay,
    promote,
)
from maul.c.elaborate.cursors import without_conversions
from maul.c.elaborate.expressions import dereference, pointer_add
from maul.c.tree import (
    Assignment,
    Comma,
    CompoundAssign,
    Conditional,
    Expression,
    FunctionName,
    Increment,
    Logical,
    PointerDistance,
    UnaryOperation,
)

if TYPE_CHECKING:
    from maul.c.clang import Cursor
    from maul.c.elaborate.scope import ExpressionRule, Scope

_FUNCTIONS = (kinds.TYPE_FUNCTION_PROTO, kinds.TYPE_FUNCTION_NO_PROTO)
_STEPS = {
    kinds.UNARY_POST_INC: (1, True),
    kinds.UNARY_POST_DEC: (-1, True),
    kinds.UNARY_PRE_INC: (1, False),
    kinds.UNARY_PRE_DEC: (-1, False),
}


def _operand(scope: Scope, cursor: Cursor) -> Expression:
    """A value that an operator will promote: clang's conversions of numbers are left out."""
    return scope.expression(without_conversions(cursor))


def _unary(scope: Scope, cursor: Cursor) -> Expression:
    operator = clang.unary_operator(cursor)
    inner = clang.children(cursor)[-1]
    if operator in _STEPS:
        return _increment(scope, cursor, inner)
    if operator == kinds.UNARY_ADDRESS:
        return _address(scope, inner)
    if operator == kinds.UNARY_EXTENSION:
        return scope.expression(inner)
    if operator in (kinds.UNARY_REAL, kinds.UNARY_IMAG):
        raise scope.unsupported(cursor, "complex numbers")
    operand = _operand(scope, inner)
    if operator == kinds.UNARY_DEREFERENCE:
        pointer = decay(operand, scope.unit.model.pointer_size)
        return dereference(scope, pointer, scope.span(cursor))
    if operator == kinds.UNARY_NOT:
        return UnaryOperation(INT, "!", operand)
    operand = promote(operand)
    if operator == kinds.UNARY_PLUS:
        return operand
    return UnaryOperation(operand.type, "-" if operator == kinds.UNARY_MINUS else "~", operand)


def _address(scope: Scope, inner: Cursor) -> Expression:
    """``&operand``; a function is represented by its address already."""
    operand = scope.expression(inner)
    while inner.kind == kinds.PAREN_EXPR:
        inner = clang.children(inner)[0]
    is_function = clang.canonical_type(clang.cursor_type(inner)).kind in _FUNCTIONS
    # A parameter declared as a function is a pointer with an address of its own.
    if is_function and (inner.kind != kinds.DECL_REF_EXPR or isinstance(operand, FunctionName)):
        return operand
    return address_of(operand, scope.unit.model.pointer_size)


def _increment(scope: Scope, cursor: Cursor, inner: Cursor) -> Expression:
    step, postfix = _STEPS[clang.unary_operator(cursor)]
    target = scope.expression(inner)
    scale = _scale(scope, cursor, target)
    return Increment(target.type, target, step, postfix, scale, scope.span(cursor))


def _scale(scope: Scope, cursor: Cursor, target: Expression) -> int:
    """The size of what a pointer points to; 1 for numbers."""
    if not isinstance(target.type, Pointer):
        return 1
    if has_run_time_size(target.type.target):
        raise scope.unsupported(cursor, "stepping a pointer to a variable-length array")
    return scope.unit.types.size(target.type.target)


def _binary(scope: Scope, cursor: Cursor) -> Expression:
    operator = kinds.BINARY.get(clang.binary_operator(cursor), "")
    first, second = clang.children(cursor)
    if operator == "=":
        target = scope.expression(first)
        value = convert(scope.expression(second), target.type)
        return Assignment(target.type, target, value, scope.span(cursor))
    if operator == ",":
        left, right = scope.expression(first), scope.expression(second)
        return Comma(right.type, left, right)
    left, right = _operand(scope, first), _operand(scope, second)
    if operator in ("&&", "||"):
        return Logical(INT, operator, left, right)
    if operator in COMPARISONS:
        return comparison(operator, left, right)
    if isinstance(left.type, Pointer) or isinstance(right.type, Pointer):
        return _pointer_arithmetic(scope, cursor, operator, left, right)
    return arithmetic(operator, left, right)


def _pointer_arithmetic(
    scope: Scope, cursor: Cursor, operator: str, left: Expression, right: Expression
) -> Expression:
    """``p + i``, ``i + p``, ``p - i`` and ``p - q`` [C11 6.5.6]."""
    if isinstance(left.type, Pointer) and isinstance(right.type, Pointer):
        if has_run_time_size(left.type.target):
            raise scope.unsupported(cursor, "the difference of pointers to variable-length arrays")
        scale = scope.unit.types.size(left.type.target)
        return PointerDistance(scope.unit.model.ptrdiff_t, left, right, scale)
    if isinstance(right.type, Pointer):
        left, right = right, left
    return pointer_add(scope, operator, left, right)


def _compound_assignment(scope: Scope, cursor: Cursor) -> Expression:
    """``target op= value``: libclang does not show the type in which it is computed."""
    operator = kinds.BINARY[clang.binary_operator(cursor)].removesuffix("=")
    first, second = clang.children(cursor)
    target, value = scope.expression(first), _operand(scope, second)
    span = scope.span(cursor)
    t = target.type
    if isinstance(t, Pointer):
        scale = _scale(scope, cursor, target)
        return CompoundAssign(t, operator, target, value, t, scale, span)
    if operator in SHIFTS:
        return CompoundAssign(t, operator, target, promote(value), promoted(t), 1, span)
    computation = usual_conversion(t, value.type)
    value = convert(value, computation)
    return CompoundAssign(t, operator, target, value, computation, 1, span)


def _conditional(scope: Scope, cursor: Cursor) -> Expression:
    condition, first, second = clang.children(cursor)
    test = _operand(scope, condition)
    then, otherwise = _operand(scope, first), _operand(scope, second)
    t = common_type(then.type, otherwise.type, scope.type_of(cursor))
    return Conditional(t, test, convert(then, t), convert(otherwise, t))


RULES: dict[int, ExpressionRule] = {
    kinds.UNARY_OPERATOR: _unary,
    kinds.BINARY_OPERATOR: _binary,
    kinds.COMPOUND_ASSIGNMENT_OPERATOR: _compound_assignment,
    kinds.CONDITIONAL_OPERATOR: _conditional,
}
