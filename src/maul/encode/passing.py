"""Arguments and results of functions with a body: values that go from one activation to another.

Everything is evaluated where it comes from before anything is stored where it goes to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import is_scalar
from maul.cfa.expressions import Expression, Lvalue, Place
from maul.encode.copies import Source, write
from maul.encode.operations import arbitrary
from maul.encode.wholes import forget, is_large
from maul.logic.terms import Term

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.tree import Variable
    from maul.encode.chosen import Chosen
    from maul.encode.expressions import Evaluation


def pass_arguments(
    caller: Evaluation, bindings: Sequence[tuple[Variable, Expression]], callee: Evaluation
) -> None:
    """Give the parameters of the callee the values of the arguments."""
    values = [_evaluated(caller, argument) for _, argument in bindings]
    for (parameter, _), value in zip(bindings, values, strict=True):
        _stored(callee, Place(parameter.type, parameter), value)


def pass_result(
    callee: Evaluation, value: Expression | None, caller: Evaluation, target: Lvalue | None
) -> Chosen | None:
    """Give the caller what the callee returns; the arbitrary value when nothing is returned."""
    if target is None:
        return None
    if value is None:
        return arbitrary(caller, target, "no result")
    _stored(caller, target, _evaluated(callee, value))
    return None


def _evaluated(at: Evaluation, e: Expression) -> Term | Source | None:
    """A value; None of what is too large to be copied."""
    if is_scalar(e.type):
        return at.value(e)
    return None if is_large(e.type) else at.aggregate(e)


def _stored(at: Evaluation, target: Lvalue, value: Term | Source | None) -> None:
    if value is None:
        forget(at, target, "large")
    elif isinstance(value, Term):
        at.store(target, value)
    else:
        write(at.memory, at.spot(target), at.cells(target), value)
