"""Conditions: what a graph says when one holds.

Comes in: a draft, a condition and whether it holds. Goes out: the draft, narrowed; ``Stuck`` when
no execution goes on. What cannot be said in a graph is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, CType, Floating, Integer, Pointer, size_of
from maul.cfa.expressions import COMPARISONS, Binary, Constant, Convert, Overflows, Unary, Valid
from maul.cfa.intervals import OPPOSITE, restricted
from maul.domains.shape.addresses import Somewhere, names_a_place
from maul.domains.shape.cases import Stuck
from maul.domains.shape.values import ZERO, bounds_of
from maul.shapes.graph import Address, Fact, FunctionPointer, KnownNumber, UnknownValue

if TYPE_CHECKING:
    from maul.cfa.expressions import Expression
    from maul.cfa.intervals import Interval
    from maul.domains.shape.addresses import Target
    from maul.domains.shape.evaluate import ShapeEvaluation
    from maul.shapes.graph import Value


def assume(at: ShapeEvaluation, e: Expression, *, holds: bool) -> None:
    """Go on only where a condition holds, or only where it does not."""
    match e:
        case Unary(operator="!", operand=operand):
            assume(at, operand, holds=not holds)
        case Convert(operand=operand) if _keeps_truth(operand.type, e.type):
            assume(at, operand, holds=holds)
        case Binary(operator="==" | "!=", left=left, right=Constant(value=0)) if _is_truth(left):
            assume(at, left, holds=holds is (e.operator == "!="))
        case Binary(operator="&", left=left, right=right) if (
            holds and _is_truth(left) and _is_truth(right)
        ):
            assume(at, left, holds=True)
            assume(at, right, holds=True)
        case Binary(operator="|", left=left, right=right) if not holds:
            assume(at, left, holds=False)
            assume(at, right, holds=False)
        case Binary(operator=operator) if operator in COMPARISONS:
            _assume_comparison(at, e, holds=holds)
        case _:
            found = at.target(e)
            is_true = at.is_true(found, e.type)
            if is_true is None and not isinstance(e.type, Floating):
                _narrow(at, "!=" if holds else "==", found, ZERO, e.type)
            elif is_true is not None and is_true is not holds:
                raise Stuck


def _keeps_truth(old: CType, new: CType) -> bool:
    """Whether a conversion gives zero for zero only."""
    if isinstance(old, Floating) or isinstance(new, Floating):
        return False
    if isinstance(new, Boolean) or isinstance(old, Boolean):
        return True
    if isinstance(old, Integer) and isinstance(new, Integer):
        return new.bits >= old.bits
    return size_of(new) >= size_of(old)


def _is_truth(e: Expression) -> bool:
    """Whether an expression is 0 or 1."""
    match e:
        case Unary(operator="!") | Overflows() | Valid():
            return True
        case Binary(operator="&" | "|" | "^", left=left, right=right):
            return _is_truth(left) and _is_truth(right)
        case Binary(operator=operator):
            return operator in COMPARISONS
        case Convert(operand=operand, type=t):
            return isinstance(t, Boolean | Integer) and _is_truth(operand)
    return isinstance(e.type, Boolean)


def _assume_comparison(at: ShapeEvaluation, e: Binary, *, holds: bool) -> None:
    """Narrow what is compared."""
    left, right, t = at.target(e.left), at.target(e.right), e.left.type
    if isinstance(t, Floating):
        return
    operator = e.operator if holds else OPPOSITE[e.operator]
    answer = at.compare(operator, left, right, t)
    if answer is False:
        raise Stuck
    if answer is None:
        _narrow(at, operator, left, right, t)


def _narrow(at: ShapeEvaluation, operator: str, left: Target, right: Target, t: CType) -> None:
    """Say what follows from a comparison that may hold or not."""
    if isinstance(left, Somewhere) or isinstance(right, Somewhere):
        return
    if isinstance(t, Pointer):
        if operator == "==":
            _equate_pointers(at, left, right)
        elif operator == "!=":
            _exclude_null(at, left, right)
            _exclude_null(at, right, left)
        return
    bounds = bounds_of(t)
    if bounds is None or not _are_integers(left, right):
        return
    sides = at.bounds_of_value(left, t), at.bounds_of_value(right, t)
    narrowed = restricted(operator, *sides)
    if narrowed is None:
        raise Stuck
    if operator == "!=":
        _exclude_null(at, left, right)
        _exclude_null(at, right, left)
    _restrict(at, left, narrowed[0])
    _restrict(at, right, narrowed[1])
    if operator == "==" and isinstance(left, UnknownValue) and isinstance(right, UnknownValue):
        _unite(at, left, right)


def _are_integers(left: Value, right: Value) -> bool:
    return isinstance(left, (KnownNumber, UnknownValue)) and isinstance(
        right, (KnownNumber, UnknownValue)
    )


def _equate_pointers(at: ShapeEvaluation, left: Value, right: Value) -> None:
    """Put one pointer for the other. An address stands for another one of the same number where
    that is a pointer to the same place."""
    for symbol, other in ((left, right), (right, left)):
        if not isinstance(symbol, UnknownValue):
            continue
        match other:
            case KnownNumber(0) | FunctionPointer():
                at.draft.substitute(symbol, other)
                return
            case Address() if names_a_place(at.draft, other):
                at.draft.substitute(symbol, other)
                return
    if isinstance(left, UnknownValue) and isinstance(right, UnknownValue):
        _unite(at, left, right)


def _unite(at: ShapeEvaluation, left: UnknownValue, right: UnknownValue) -> None:
    """Let two symbols be one, if they are still symbols."""
    facts = at.draft.facts
    if left == right or left.number not in facts or right.number not in facts:
        return
    first, second = facts[left.number], facts[right.number]
    low = max((fact.low for fact in (first, second) if fact.low is not None), default=None)
    high = min((fact.high for fact in (first, second) if fact.high is not None), default=None)
    may_be_zero = first.may_be_zero and second.may_be_zero
    at.draft.substitute(right, left)
    at.draft.narrow(left, Fact(low, high, may_be_zero, first.owner))


def _exclude_null(at: ShapeEvaluation, value: Value, other: Value) -> None:
    """A value that differs from zero is not zero."""
    if isinstance(value, UnknownValue) and isinstance(other, KnownNumber) and other.value == 0:
        fact = at.draft.fact(value)
        at.draft.narrow(value, Fact(fact.low, fact.high, may_be_zero=False, owner=fact.owner))


def _restrict(at: ShapeEvaluation, value: Value, bounds: Interval) -> None:
    """An integer lies between bounds."""
    if not isinstance(value, UnknownValue):
        return
    low, high = bounds
    fact = at.draft.fact(value)
    may_be_zero = fact.may_be_zero and low <= 0 <= high
    if not may_be_zero:
        low, high = low + (low == 0), high - (high == 0)
    if low > high:
        raise Stuck
    if low == high:
        at.draft.substitute(value, KnownNumber(low))
    else:
        at.draft.narrow(value, Fact(low, high, may_be_zero, fact.owner))
