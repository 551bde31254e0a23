"""Conditions: whether they can hold, and what is known when they do.

Comes in: a graph under change and a condition that is assumed. Goes out: nothing, but the graph
says more; ``Contradiction`` when the condition cannot hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Floating, Integer, Pointer, size_of
from maul.cfa.expressions import COMPARISONS, Binary, Convert, Unary
from maul.proofs.shapes.cases import Near
from maul.proofs.shapes.compare import holds, is_byte
from maul.proofs.shapes.memory import ZERO, Contradiction
from maul.proofs.shapes.numbers import MIRRORED, NEGATED, all_of, remaining, within
from maul.shapes.graph import KnownNumber, UnknownValue

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.expressions import Expression
    from maul.proofs.shapes.cases import Found
    from maul.proofs.shapes.evaluate import GraphEvaluation


def assume(at: GraphEvaluation, e: Expression, *, is_set: bool) -> None:
    """A scalar is not zero, or it is."""
    if isinstance(e.type, Floating):
        return
    match e:
        case Unary(operator="!", operand=operand):
            assume(at, operand, is_set=not is_set)
        case Convert(operand=operand) if _keeps_zero(at, operand, e.type):
            assume(at, operand, is_set=is_set)
        case Binary(operator=operator) if operator in COMPARISONS:
            _compare(at, e, operator if is_set else NEGATED[operator])
        case Binary(operator="|", left=left, right=right):
            _either(at, left, right, is_set=is_set)
        case Binary(operator="&", left=left, right=right) if _is_truth(at, left, right):
            _both(at, left, right, is_set=is_set)
        case _:
            known = at.truth(e)
            if known is not None and known != is_set:
                raise Contradiction
            if known is None:
                _note(at, at.value(e), e.type, is_set=is_set)


def _keeps_zero(at: GraphEvaluation, operand: Expression, t: CType) -> bool:
    """Whether a conversion is zero exactly when its operand is."""
    old = operand.type
    if isinstance(old, Floating) or isinstance(t, Floating):
        return False
    if not isinstance(t, Integer | Pointer) or size_of(old) <= size_of(t):
        return not isinstance(t, Integer) or t.bits == 8 * size_of(t)
    value = at.plain(at.value(operand))
    return isinstance(value, KnownNumber | UnknownValue) and within(
        at.memory.interval(value, old), all_of(t)
    )


def _is_truth(at: GraphEvaluation, left: Expression, right: Expression) -> bool:
    """Whether two operands are 0 or 1."""
    for each in (left, right):
        value = at.plain(at.value(each))
        if not within(at.memory.interval(value, each.type), (0, 1)):
            return False
    return True


def _either(at: GraphEvaluation, left: Expression, right: Expression, *, is_set: bool) -> None:
    """At least one of two numbers is not zero, or both are."""
    if not is_set:
        assume(at, left, is_set=False)
        assume(at, right, is_set=False)
        return
    for one, other in ((left, right), (right, left)):
        if at.truth(one) is False:
            assume(at, other, is_set=True)
            return


def _both(at: GraphEvaluation, left: Expression, right: Expression, *, is_set: bool) -> None:
    """Both of two truth values are 1, or one is not."""
    if is_set:
        assume(at, left, is_set=True)
        assume(at, right, is_set=True)
        return
    for one, other in ((left, right), (right, left)):
        if at.truth(one) is True:
            assume(at, other, is_set=False)
            return


def _note(at: GraphEvaluation, value: Found, t: CType, *, is_set: bool) -> None:
    """A value that may be zero is, or is not."""
    if not isinstance(value, UnknownValue):
        return
    if is_set:
        at.memory.exclude_zero(value)
        if isinstance(t, Integer):
            at.memory.bound(value, at.memory.interval(value, t))
    else:
        at.memory.put_for(value, ZERO)


def _compare(at: GraphEvaluation, e: Binary, operator: str) -> None:
    """A comparison holds."""
    t = e.left.type
    if isinstance(t, Floating):
        return
    known = holds(at, Binary(e.type, operator, e.left, e.right))
    if known is False:
        raise Contradiction
    if known is True:
        return
    left, right = at.value(e.left), at.value(e.right)
    if isinstance(t, Pointer):
        _compare_pointers(at, left, right, operator)
        return
    if not isinstance(left, KnownNumber | UnknownValue) or not isinstance(
        right, KnownNumber | UnknownValue
    ):
        return
    memory = at.memory
    a, b = memory.interval(left, t), memory.interval(right, t)
    for value, new in (
        (left, remaining(operator, a, b)),
        (right, remaining(MIRRORED[operator], b, a)),
    ):
        if isinstance(value, UnknownValue):
            memory.bound(value, new)
    if operator == "!=":
        for value, other in ((left, right), (right, left)):
            if other == ZERO and isinstance(value, UnknownValue):
                memory.exclude_zero(value)
    for value in (left, right):
        if isinstance(value, UnknownValue):
            low, high = memory.interval(value, t)
            if low == high:
                memory.put_for(value, KnownNumber(low))
    if operator == "==" and isinstance(left, UnknownValue) and isinstance(right, UnknownValue):
        memory.unite(left, right)


def _compare_pointers(at: GraphEvaluation, left: Found, right: Found, operator: str) -> None:
    """Two pointers are equal or not: something is learned of unknown ones."""
    if operator == "!=":
        for value, other in ((left, right), (right, left)):
            if isinstance(value, UnknownValue) and other == ZERO:
                at.memory.exclude_zero(value)
    if operator != "==":
        return
    for value, other in ((left, right), (right, left)):
        if not isinstance(value, UnknownValue):
            continue
        if isinstance(other, UnknownValue):
            at.memory.unite(value, other)
            return
        if isinstance(other, KnownNumber) or is_byte(at.memory, other):
            assert not isinstance(other, Near)
            at.memory.put_for(value, other)
        else:
            at.memory.exclude_zero(value)
