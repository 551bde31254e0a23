"""One step of the program on a state: what it demands, chooses and changes.

Comes in: a point, an edge that leaves it, and the state there. Goes out: the state after, changed
in place, the condition under which the step is taken, and what was noted on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.calls import bindings, result_place
from maul.cfa.model import Assign, Assume, Call, Havoc, Return
from maul.cfa.order import entered_function
from maul.encode.expressions import Evaluation
from maul.encode.numbers import NoTerm
from maul.encode.operations import assign, call, havoc
from maul.encode.passing import pass_arguments, pass_result
from maul.errors import Unsupported
from maul.logic.build import TRUE, Term, and_, not_, or_
from maul.logic.walk import conjuncts
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.tree import Variable
    from maul.cfa.calls import Point, Points, Stack
    from maul.cfa.model import Edge
    from maul.encode.chosen import Chosen
    from maul.encode.state import State


@node
class Taken:
    """A step: its condition, its arbitrary value if it chose one, the symbols made for it, what
    holds in every execution that comes along, and what must hold for the encoding to be right.
    Unless ``exact`` holds, too, the encoding lets more happen than the program does."""

    condition: Term
    chosen: Chosen | None
    inputs: tuple[Term, ...]
    facts: tuple[Term, ...]
    limits: Term
    exact: Term

    @property
    def sure(self) -> Term:
        """What must hold so that the program does just what the encoding says."""
        return and_(self.limits, self.exact)


def take(points: Points, source: Point, edge: Edge, state: State) -> Taken:
    """Change the state as a step does; ``Unsupported`` when it has no encoding."""
    at = evaluation(points, state, source.stack, edge)
    try:
        condition, chosen, other = _taken(points, source, edge, at)
    except NoTerm as what:
        raise Unsupported(edge.span, str(what)) from None
    sides = (at,) if other is None else (at, other)
    return Taken(
        condition,
        chosen,
        tuple(symbol for side in sides for symbol in side.inputs),
        tuple(fact for side in sides for fact in side.facts if fact is not TRUE),
        and_(*(limit for side in sides for limit in side.limits)),
        and_(*(condition for side in sides for condition in side.exact)),
    )


def _taken(
    points: Points, source: Point, edge: Edge, at: Evaluation
) -> tuple[Term, Chosen | None, Evaluation | None]:
    """Condition, choice, and the other activation that takes part in the step."""
    cfa, stack = points.cfa, source.stack
    match edge.operation:
        case Assume(condition=condition):
            return at.truth(condition), None, None
        case Assign() as operation:
            assign(at, operation)
        case Havoc() as operation:
            return TRUE, havoc(at, operation), None
        case Call() if entered_function(cfa, edge) is not None:
            entered = points.step(source, edge).stack
            callee = evaluation(points, at.state, entered, edge)
            pass_arguments(at, bindings(entered), callee)
            return TRUE, None, callee
        case Call() as operation if edge.target not in cfa.errors:
            return TRUE, call(at, operation), None
        case Return(value=value) if stack.parent is not None:
            caller = evaluation(points, at.state, stack.parent, edge)
            return TRUE, pass_result(at, value, caller, result_place(stack)), caller
    return TRUE, None, None


def evaluation(points: Points, state: State, stack: Stack, edge: Edge) -> Evaluation:
    """A state as the innermost activation of a stack sees it."""

    def instance(variable: Variable) -> Variable:
        return points.instance(variable, stack)

    def frames() -> Iterator[tuple[Evaluation, tuple[Variable, ...]]]:
        location = edge.source
        for frame in (stack, *stack.outer()):
            yield evaluation(points, state, frame, edge), state.layout.variables_at(location)
            if frame.call is not None:
                location = frame.call.target
        yield evaluation(points, state, stack, edge), points.cfa.globals

    return Evaluation(state, instance, edge, frames)


def joined(old: Term, new: Term) -> tuple[Term, Term]:
    """The guard of two ways that meet, and a condition that tells the new one from the old one.

    Two branches of one test differ in one conjunct only: what they have in common is the guard
    that they started from, and the conjunct tells them apart.
    """
    one, two = dict.fromkeys(conjuncts(old)), dict.fromkeys(conjuncts(new))
    common = [part for part in two if part in one]
    case = and_(*(part for part in two if part not in one))
    other = and_(*(part for part in one if part not in two))
    if case is not_(other):
        return and_(*common), case
    return and_(*common, or_(case, other)), case
