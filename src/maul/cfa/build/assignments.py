"""Side effects: assignments, increments and whatever is evaluated without being wanted.

An assignment finds its target first and then its value; a compound assignment does so unless its
right side has side effects, which gcc then evaluates before all else (observed; C leaves the order
open).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import tree
from maul.c.ctype import Floating, Pointer, promoted
from maul.cfa.build.constants import ONE, convert, number
from maul.cfa.build.expressions import deliver, place, run, two_ways, value
from maul.cfa.build.facts import MayChange
from maul.cfa.build.scopes import inside
from maul.cfa.build.volatile import read, write
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    ElementOf,
    Expression,
    FunctionAddress,
    Load,
    Lvalue,
    MemberOf,
    Place,
    PointerAdd,
    Unary,
)

if TYPE_CHECKING:
    from maul.cfa.build.code import Code


def effect(code: Code, e: tree.Expression) -> None:
    """Evaluate ``e`` for its side effects only."""
    match e:
        case tree.Assignment():
            _assign(code, e)
        case tree.CallExpression():
            code.translators.call_into(code, e, None)
        case tree.Increment(target=target, span=span):
            at = place(code, target)
            write(code, target, at, _stepped(e, read(code, target, at)), span)
        case tree.CompoundAssign(span=span):
            at, new = _compound(code, e)
            write(code, e.target, at, new, span)
        case tree.Conversion(operand=operand):
            effect(code, operand)
        case tree.Comma(left=left, right=right):
            effect(code, left)
            effect(code, right)
        case tree.Conditional(condition=condition, then=then, otherwise=otherwise):
            two_ways(
                code,
                condition,
                lambda: None if then is None else effect(code, then),
                lambda: effect(code, otherwise),
            )
        case tree.Logical(operator="&&", left=left, right=right):
            two_ways(code, left, lambda: effect(code, right), lambda: None)
        case tree.Logical(left=left, right=right):
            two_ways(code, left, lambda: None, lambda: effect(code, right))
        case tree.StatementExpression():
            inside(code, e, lambda: _evaluate(code, e))
        case _:
            result_value = value(code, e)
            if _risky(result_value):
                code.save(result_value)


def _evaluate(code: Code, e: tree.StatementExpression) -> None:
    """A statement expression whose value nobody wants."""
    run(code, e.body)
    if e.result is not None:
        effect(code, e.result)


def _risky(v: Expression) -> bool:
    """Whether computing the value may be undefined behaviour: then it is computed though unused."""
    match v:
        case Convert(operand=operand):
            return _risky(operand) or isinstance(operand.type, Floating)
        case Load(place=at):
            while isinstance(at, MemberOf):
                at = at.base
            return not isinstance(at, Place)
        case Unary(operator="!", operand=operand):
            return _risky(operand)
        case Binary(operator="==" | "!=" | "<" | ">" | "<=" | ">=", left=left, right=right):
            return _risky(left) or _risky(right)
        case Constant() | FunctionAddress() | AddressOf():
            return False
    return True


def _assign(code: Code, e: tree.Assignment) -> Lvalue:
    """The edges of an assignment: the target's address first, then the value."""
    target = code.keep_place(place(code, e.target), code.effects(e.value))
    if isinstance(target, Place):
        deliver(code, e.value, lambda result: code.assign(target, result, e.span), target)
    else:
        write(code, e.target, target, value(code, e.value), e.span)
    return target


def _assigned(code: Code, e: tree.Assignment) -> Expression:
    """An assignment whose value is wanted."""
    if isinstance(e.target, tree.Name) and not isinstance(e.value, tree.Literal):
        return Load(e.type, _assign(code, e))
    target = code.keep_place(place(code, e.target), code.effects(e.value))
    return _stored(code, e, target, value(code, e.value))


def _stored(
    code: Code,
    e: tree.Assignment | tree.CompoundAssign | tree.Increment,
    target: Lvalue,
    new: Expression,
) -> Expression:
    """Store ``new``; the result is the value now in the target."""
    span = e.span
    base = target
    while isinstance(base, MemberOf):
        base = base.base
    if isinstance(base, Place):
        code.assign(target, new, span)
        return new if isinstance(new, Constant) else Load(new.type, target)
    while isinstance(base, (MemberOf, ElementOf)):
        base = base.base
    written = frozenset((base.variable,)) if isinstance(base, Place) else frozenset()
    new = code.keep(new, MayChange(written, memory=True, calls=False))
    write(code, e.target, target, new, span)
    return new


def _stepped(e: tree.Increment, old: Expression) -> Expression:
    """The value one step further."""
    operator = "+" if e.step > 0 else "-"
    if isinstance(e.type, Pointer):
        return PointerAdd(e.type, operator, old, ONE, e.scale)
    t = promoted(e.type)
    return convert(e.type, Binary(t, operator, convert(t, old), number(t, 1)))


def _incremented(code: Code, e: tree.Increment) -> Expression:
    """``++`` or ``--`` whose value is wanted."""
    target = place(code, e.target)
    old = read(code, e.target, target)
    if not e.postfix:
        return _stored(code, e, target, _stepped(e, old))
    old = code.save(old)
    write(code, e.target, target, _stepped(e, old), e.span)
    return old


def _compound(code: Code, e: tree.CompoundAssign) -> tuple[Lvalue, Expression]:
    """The target of ``target op= value`` and its new value."""
    if code.effects(e.value) is not None:
        operand = code.keep(value(code, e.value), code.effects(e.target))
        target = place(code, e.target)
    else:
        target = place(code, e.target)
        operand = value(code, e.value)
    old = read(code, e.target, target)
    if isinstance(e.computation, Pointer):
        return target, PointerAdd(e.type, e.operator, old, operand, e.scale)
    left = convert(e.computation, old)
    return target, convert(e.type, Binary(e.computation, e.operator, left, operand))


def assigned(code: Code, e: tree.Assignment | tree.CompoundAssign | tree.Increment) -> Expression:
    """An expression that assigns, for its value."""
    match e:
        case tree.Assignment():
            return _assigned(code, e)
        case tree.Increment():
            return _incremented(code, e)
        case tree.CompoundAssign():
            target, new = _compound(code, e)
            return _stored(code, e, target, new)
