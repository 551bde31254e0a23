"""Conversions between scalar types on values of a memory graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, CType, Floating, Integer, Pointer, size_of
from maul.domains.shape.arithmetic import computed
from maul.domains.shape.values import fits, wrapped
from maul.shapes.graph import Fact, KnownNumber, UnknownValue

if TYPE_CHECKING:
    from maul.domains.shape.addresses import Target
    from maul.domains.shape.evaluate import ShapeEvaluation
    from maul.shapes.graph import Value


def convert(at: ShapeEvaluation, found: Target, old: CType, new: CType) -> Target:
    """A value of one scalar type in another."""
    if isinstance(old, Floating) or isinstance(new, Floating):
        return found if old == new else at.anything(new)
    if isinstance(new, Boolean):
        if isinstance(found, UnknownValue) and fits(at.draft.fact(found), new):
            return found
        return at.truth_value(at.is_true(found, old))
    if isinstance(found, KnownNumber):
        return KnownNumber(wrapped(found.value, new))
    if isinstance(old, Pointer) and isinstance(new, Pointer):
        return found
    if isinstance(found, UnknownValue):
        return _converted_symbol(at, found, old, new)
    return found if size_of(new) == at.pointer_size else at.anything(new)


def _converted_symbol(at: ShapeEvaluation, found: UnknownValue, old: CType, new: CType) -> Value:
    fact = at.draft.fact(found)
    is_wide = size_of(new) >= size_of(old)
    if isinstance(old, Integer | Boolean) and isinstance(new, Integer):
        if fits(fact, new):
            return found
        return at.between(computed("+", at.bounds_of_value(found, old), (0, 0), new))
    made = at.draft.any_value(new)
    if is_wide and not fact.may_be_zero:
        new_fact = at.draft.fact(made)
        at.draft.narrow(made, Fact(new_fact.low, new_fact.high, may_be_zero=False))
    return made
