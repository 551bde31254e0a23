"""Which variables decide the way of a path.

Comes in: the points of a path. Goes out: the variables of integer types, as the activations on its
stack know them, that its conditions mention, and those that their values are computed from.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Integer
from maul.cfa.calls import bindings, result_place
from maul.cfa.expressions import Place
from maul.cfa.model import Assign, Assume, Call, Return
from maul.cfa.walk import mentioned_variables, root, written_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from maul.c.tree import Variable
    from maul.cfa.calls import Point, Points, Stack
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Edge


def asked_on(points: Sequence[Point], of: Points) -> frozenset[Variable]:
    """The variables of integer types whose values decide whether a path can be taken, and those in
    its last step."""
    needed: set[Variable] = set()
    for source, target in reversed(tuple(pairwise(points))):
        edge = next(edge for edge, point in of.successors(source) if point is target)
        if target is points[-1]:
            needed.update(_instances(mentioned_variables(edge.operation), source.stack, of))
        needed.update(_before(edge, source, target, of, needed))
    return frozenset(each for each in needed if isinstance(each.type, Integer | Boolean))


def _before(
    edge: Edge, source: Point, target: Point, of: Points, needed: set[Variable]
) -> Iterator[Variable]:
    """The variables that a step needs of the state before it."""
    here = source.stack
    match edge.operation:
        case Assume():
            yield from _instances(mentioned_variables(edge.operation), here, of)
        case Assign(value=value) as assign:
            place = written_place(assign)
            top = None if place is None else root(place)
            if isinstance(top, Place) and of.instance(top.variable, here) in needed:
                yield from _in_value(value, here, of)
        case Call() if target.stack.parent is here:
            for parameter, argument in bindings(target.stack):
                if of.instance(parameter, target.stack) in needed:
                    yield from _in_value(argument, here, of)
        case Return(value=value) if value is not None and here.parent is not None:
            place = result_place(here)
            top = None if place is None else root(place)
            if isinstance(top, Place) and of.instance(top.variable, here.parent) in needed:
                yield from _in_value(value, here, of)


def _in_value(value: Expression, stack: Stack, of: Points) -> Iterator[Variable]:
    return _instances(mentioned_variables(Return(value)), stack, of)


def _instances(variables: Iterable[Variable], stack: Stack, of: Points) -> Iterator[Variable]:
    return (of.instance(variable, stack) for variable in variables)
