"""Conditions: ``if``, loops, ``&&``, ``||``, ``!`` and ``?:`` branch by control flow, without 0/1
values.

Comes in: an expression and the two points to go to. A condition that is constant leaves one way
only.
"""

from __future__ import annotations

from maul.c import tree
from maul.c.ctype import Boolean, Integer
from maul.cfa import library
from maul.cfa.build.assignments import effect
from maul.cfa.build.code import Code, CodePoint
from maul.cfa.build.constants import NEGATED, truth_of
from maul.cfa.build.expressions import run, value
from maul.cfa.build.facts import direct_callee
from maul.cfa.build.scopes import has_objects


def branch(code: Code, e: tree.Expression, yes: CodePoint, no: CodePoint) -> None:
    """Go on at ``yes`` when ``e`` is not zero, else at ``no``."""
    if code.at is None:
        return
    match e:
        case tree.Logical(operator=operator, left=left, right=right):
            middle = CodePoint()
            if operator == "&&":
                branch(code, left, middle, no)
            else:
                branch(code, left, yes, middle)
            code.resume(middle)
            branch(code, right, yes, no)
        case tree.UnaryOperation(operator="!", operand=operand):
            branch(code, operand, no, yes)
        case tree.Conditional(condition=condition, then=then, otherwise=otherwise) if then:
            first, second = CodePoint(), CodePoint()
            branch(code, condition, first, second)
            code.resume(first)
            branch(code, then, yes, no)
            code.resume(second)
            branch(code, otherwise, yes, no)
        case tree.Comma(left=left, right=right):
            effect(code, left)
            branch(code, right, yes, no)
        case tree.StatementExpression(body=body, result=result) if (
            result is not None and not has_objects(code, e)
        ):
            run(code, body)
            branch(code, result, yes, no)
        case tree.Conversion(operand=operand) if _keeps_truth(e):
            branch(code, operand, yes, no)
        case tree.BinaryOperation(operator="!=", left=left, right=tree.Literal(value=0)) if (
            _is_truth(left)
        ):
            branch(code, left, yes, no)
        case tree.BinaryOperation(operator="==", left=left, right=tree.Literal(value=0)) if (
            _is_truth(left)
        ):
            branch(code, left, no, yes)
        case tree.CallExpression(callee=callee, arguments=(condition, expected)) if (
            direct_callee(callee) == "__builtin_expect"
        ):
            effect(code, expected)
            branch(code, condition, yes, no)
        case _:
            _branch_on_value(code, e, yes, no)


def _branch_on_value(code: Code, e: tree.Expression, yes: CodePoint, no: CodePoint) -> None:
    if (call := _compared(e)) is not None:
        code.compared.add(call)
    condition = value(code, e)
    truth = truth_of(condition)
    if truth is None:
        code.test(condition, yes, no)
    else:
        code.jump(yes if truth else no)


def _compared(e: tree.Expression) -> tree.CallExpression | None:
    """The call of whose value a condition asks only whether it is zero, or its sign."""
    match e:
        case tree.BinaryOperation(
            operator="==" | "!=", left=tree.CallExpression() as call, right=other
        ):
            return call if _is_zero(other) else None
        case tree.BinaryOperation(
            operator=operator, left=tree.CallExpression() as call, right=other
        ) if operator in NEGATED:
            name = direct_callee(call.callee)
            known = library.model(name) if name is not None else None
            has_sign = known is not None and known.table and "sign" in known.table.words
            return call if has_sign and _is_zero(other) else None
    return e if isinstance(e, tree.CallExpression) else None


def _is_zero(e: tree.Expression) -> bool:
    while isinstance(e, tree.Conversion):
        e = e.operand
    return isinstance(e, tree.Literal) and e.value == 0


def _keeps_truth(e: tree.Conversion) -> bool:
    """Whether the converted value is zero exactly when the operand is."""
    if isinstance(e.type, Boolean):
        return True
    inner = e.operand.type
    return isinstance(e.type, Integer) and (
        isinstance(inner, Boolean) or (isinstance(inner, Integer) and inner.bits <= e.type.bits)
    )


def _is_truth(e: tree.Expression) -> bool:
    """Whether ``e`` is a truth value, so that comparing it with zero is a condition on ``e``."""
    while isinstance(e, tree.Conversion) and _keeps_truth(e):
        e = e.operand
    match e:
        case tree.Logical() | tree.UnaryOperation(operator="!"):
            return True
        case tree.BinaryOperation(operator=operator):
            return operator in NEGATED
        case tree.CallExpression(callee=callee):
            return direct_callee(callee) == "__builtin_expect"
    return False
