"""Statements.

Comes in: cursors of statements. Goes out: ``tree`` statements. The empty statement is an empty
block.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import VOID, Integer, Void
from maul.c.elaborate.assembly import UnknownEffect, called, written_inputs
from maul.c.elaborate.constants import integer_constant
from maul.c.elaborate.conversions import convert, promote, wrapped
from maul.c.elaborate.declarations import declare
from maul.c.tree import (
    AddressExpression,
    Assembly,
    Break,
    CaseLabel,
    Compound,
    Continue,
    Conversion,
    Default,
    DoWhile,
    Evaluate,
    Expression,
    For,
    Goto,
    If,
    Label,
    Member,
    Name,
    ReturnStatement,
    Statement,
    Switch,
    While,
)

if TYPE_CHECKING:
    from maul.c.clang import Cursor
    from maul.c.elaborate.scope import Scope, StatementRule

EMPTY = Compound(())


def evaluate(scope: Scope, cursor: Cursor) -> Statement:
    """An expression as a statement."""
    span = scope.span(cursor)
    return Evaluate(scope.expression(cursor), span)


def _block(scope: Scope, cursor: Cursor) -> Compound:
    return Compound(tuple(scope.statements(clang.children(cursor))))


def _empty(scope: Scope, cursor: Cursor) -> Statement:  # noqa: ARG001
    return EMPTY


def _attributed(scope: Scope, cursor: Cursor) -> Statement:
    """A statement with attributes, such as ``__attribute__((fallthrough));``."""
    inside = [c for c in clang.children(cursor) if c.kind < kinds.FIRST_ATTRIBUTE]
    if len(inside) != 1:
        raise scope.unsupported(cursor, "a statement of this form")
    return scope.statement(inside[0])


def _declarations(scope: Scope, cursor: Cursor) -> Statement:
    """A declaration outside of a block's list, as after a label, where it declares one thing."""
    found = [s for c in clang.children(cursor) for s in declare(scope, c)]
    if len(found) > 1:
        raise scope.unsupported(cursor, "several declarations after a label")
    return found[0] if found else EMPTY


def _if(scope: Scope, cursor: Cursor) -> Statement:
    span = scope.span(cursor)
    condition, then, *rest = clang.children(cursor)
    return If(
        scope.expression(condition),
        scope.statement(then),
        scope.statement(rest[0]) if rest else None,
        span,
    )


def _while(scope: Scope, cursor: Cursor) -> Statement:
    span = scope.span(cursor)
    condition, body = clang.children(cursor)
    return While(scope.expression(condition), scope.statement(body), span)


def _do(scope: Scope, cursor: Cursor) -> Statement:
    span = scope.span(cursor)
    body, condition = clang.children(cursor)
    return DoWhile(scope.statement(body), scope.expression(condition), span)


def _for(scope: Scope, cursor: Cursor) -> Statement:
    """A loop whose missing parts libclang leaves out."""
    span = scope.span(cursor)
    parts = clang.children(cursor)
    first, condition, step = _for_parts(scope, cursor, parts)
    before = scope.statements([first]) if first is not None else []
    loop = For(
        before[0] if len(before) == 1 else None,
        scope.expression(condition) if condition is not None else None,
        scope.expression(step) if step is not None else None,
        scope.statement(parts[-1]),
        span,
    )
    return Compound((*before, loop)) if len(before) > 1 else loop


def _for_parts(
    scope: Scope, cursor: Cursor, parts: list[Cursor]
) -> tuple[Cursor | None, Cursor | None, Cursor | None]:
    """Initialisation, condition and step of a loop; ``parts`` are its children, the body last."""
    if len(parts) == 4:
        return parts[0], parts[1], parts[2]
    if len(parts) == 1:
        return None, None, None
    shape = scope.printed.loops.get(cursor.statement)
    if shape is None or sum(shape) != len(parts) - 1:
        raise scope.unsupported(cursor, "a for loop of this form")
    present = iter(parts)
    first, condition, step = (next(present) if there else None for there in shape)
    return first, condition, step


def _switch(scope: Scope, cursor: Cursor) -> Statement:
    span = scope.span(cursor)
    value, body = clang.children(cursor)
    operand = promote(scope.expression(value))
    if not isinstance(operand.type, Integer):
        raise scope.unsupported(cursor, "switch of something that is no integer")
    scope.switch_types.append(operand.type)
    inside = scope.statement(body)
    scope.switch_types.pop()
    return Switch(operand, inside, span)


def _case(scope: Scope, cursor: Cursor) -> Statement:
    """A case, or a range of cases, converted to the type of the switch."""
    span = scope.span(cursor)
    low, *others, body = clang.children(cursor)
    t = scope.switch_types[-1]
    first = wrapped(integer_constant(scope, low), t)
    last = wrapped(integer_constant(scope, others[0]), t) if others else first
    return CaseLabel(first, last, scope.statement(body), span)


def _default(scope: Scope, cursor: Cursor) -> Statement:
    span = scope.span(cursor)
    return Default(scope.statement(clang.children(cursor)[-1]), span)


def _label(scope: Scope, cursor: Cursor) -> Statement:
    span = scope.span(cursor)
    return Label(scope.label(cursor), scope.statement(clang.children(cursor)[-1]), span)


def _goto(scope: Scope, cursor: Cursor) -> Statement:
    target = clang.referenced(clang.children(cursor)[0])
    return Goto(scope.label(target), scope.span(cursor))


def _computed_goto(scope: Scope, cursor: Cursor) -> Statement:
    raise scope.unsupported(cursor, "a computed goto")


def _break(scope: Scope, cursor: Cursor) -> Statement:
    return Break(scope.span(cursor))


def _continue(scope: Scope, cursor: Cursor) -> Statement:
    return Continue(scope.span(cursor))


def _return(scope: Scope, cursor: Cursor) -> Statement:
    """``return``; a value in a function without result is only evaluated."""
    span = scope.span(cursor)
    operands = clang.children(cursor)
    if not operands:
        return ReturnStatement(None, span)
    value = scope.expression(operands[0])
    if isinstance(scope.result, Void):
        return Compound((Evaluate(convert(value, VOID), span), ReturnStatement(None, span)))
    return ReturnStatement(convert(value, scope.result), span)


def _assembly(scope: Scope, cursor: Cursor) -> Statement:
    """Inline assembly: its operands are expressions, outputs first."""
    span = scope.span(cursor)
    operands = [c for c in clang.children(cursor) if clang.is_expression(c)]
    shape = scope.printed.assemblies.get(cursor.statement)
    if shape is None or len(shape.outputs) + len(shape.inputs) != len(operands):
        raise scope.unsupported(cursor, "inline assembly of this form")
    if shape.jumps:
        raise scope.unsupported(cursor, "asm goto")
    values = [scope.expression(operand) for operand in operands]
    try:
        written = written_inputs(shape)
        names, numbers = called(shape)
    except UnknownEffect as unknown:
        raise scope.unsupported(cursor, f"inline assembly: {unknown}") from None
    names += [_hypervisor_table(values[n]) if n < len(values) else "" for n in numbers]
    if any(not name or scope.unit.symbols.is_defined(name) for name in names):
        raise scope.unsupported(cursor, "inline assembly: call")
    outputs, inputs = values[: len(shape.outputs)], values[len(shape.outputs) :]
    changed = [value for number, value in enumerate(inputs) if number in written]
    return Assembly((*outputs, *changed), tuple(inputs), span)


def _hypervisor_table(address: Expression) -> str:
    """The variable ``pv_..._ops`` in which an address lies; "" when it is another address."""
    e = address
    while isinstance(e, (Conversion, AddressExpression, Member)):
        e = e.base if isinstance(e, Member) else e.operand
    if isinstance(e, Name) and re.fullmatch(r"pv_\w+_ops", e.variable.name):
        return e.variable.name
    return ""


RULES: dict[int, StatementRule] = {
    kinds.COMPOUND_STMT: _block,
    kinds.NULL_STMT: _empty,
    kinds.UNEXPOSED_STMT: _attributed,
    kinds.DECL_STMT: _declarations,
    kinds.IF_STMT: _if,
    kinds.WHILE_STMT: _while,
    kinds.DO_STMT: _do,
    kinds.FOR_STMT: _for,
    kinds.SWITCH_STMT: _switch,
    kinds.CASE_STMT: _case,
    kinds.DEFAULT_STMT: _default,
    kinds.LABEL_STMT: _label,
    kinds.GOTO_STMT: _goto,
    kinds.INDIRECT_GOTO_STMT: _computed_goto,
    kinds.BREAK_STMT: _break,
    kinds.CONTINUE_STMT: _continue,
    kinds.RETURN_STMT: _return,
    kinds.ASM_STMT: _assembly,
    **dict.fromkeys(range(kinds.FIRST_EXPR, kinds.LAST_EXPR + 1), evaluate),
}
