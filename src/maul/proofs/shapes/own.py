"""The evidence over points of the checker's own.

Comes in: points and graphs that anybody may have made. Goes out: the same graphs, weakened to what
is read here, at points that this package made from the program; ``IllFormed`` says what is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import replace
from maul.proofs.shapes.wellformed import IllFormed, demand, weakened

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.calls import Point, Points, Stack
    from maul.proofs.shapes.execute import Steps
    from maul.proofs.verdict import Shaped
    from maul.run import Run
    from maul.shapes.graph import ShapeGraph


def own_graphs(
    points: Points, steps: Steps, evidence: Shaped, run: Run
) -> dict[Point, list[ShapeGraph]]:
    """The graphs of the evidence at the points of the checker."""
    found: dict[Point, list[ShapeGraph]] = {}
    for foreign, graphs in evidence.graphs.items():
        try:
            point, known = _own_point(points, steps, evidence.points, foreign)
            for graph in graphs:
                run.tick()
                found.setdefault(point, []).append(_own_graph(points, graph, known))
        except IllFormed as wrong:
            raise IllFormed(f"{wrong} at {foreign.location}") from None
        except (AttributeError, KeyError, TypeError, ValueError) as wrong:
            raise IllFormed(f"evidence that cannot be read: {wrong!r}") from None
    return found


def own_points(points: Points, steps: Steps, evidence: Shaped) -> dict[Point, Point]:
    """The points of the checker by those of the evidence that have graphs."""
    return {
        foreign: _own_point(points, steps, evidence.points, foreign)[0]
        for foreign in evidence.graphs
    }


def _own_point(
    points: Points, steps: Steps, others: Points, foreign: Point
) -> tuple[Point, dict[Variable, Variable]]:
    """The same point of the checker, and its variables by those of the evidence."""
    stack, known = _own_stack(points, steps, others, foreign.stack)
    here = foreign.location in stack.automaton.locations
    demand(here, "a location of another function")
    return points.point(foreign.location, stack), known


def _own_stack(
    points: Points, steps: Steps, others: Points, foreign: Stack
) -> tuple[Stack, dict[Variable, Variable]]:
    """The same stack of the checker, and its variables by those of the evidence."""
    frames = [foreign, *foreign.outer()]
    frames.reverse()
    stack = points.start.stack
    demand(frames[0].automaton is stack.automaton, "a stack that begins elsewhere")
    known = {variable: variable for variable in points.cfa.globals}
    for frame in frames:
        if frame is not frames[0]:
            call = frame.call
            demand(call is not None, "a stack without calls")
            assert call is not None
            is_here = call.source in stack.automaton.locations and call in call.source.leaving
            demand(is_here, "a call of another function")
            entered = points.step(points.point(call.source, stack), call).stack
            demand(entered is not stack and entered.automaton is frame.automaton, "no call at all")
            stack = entered
        for plain, own in steps.variables(stack):
            known[others.instance(plain, frame)] = own
    return stack, known


def _own_graph(points: Points, graph: ShapeGraph, known: dict[Variable, Variable]) -> ShapeGraph:
    """A graph over variables of the checker, weakened."""
    for variable in graph.variables:
        demand(variable in known, f"{variable.name} is no variable here")
    variables = {known[variable]: number for variable, number in graph.variables.items()}
    demand(len(variables) == len(graph.variables), "a variable twice")
    own = frozenset(known.values())
    return weakened(replace(graph, variables=variables), own, points.cfa.model.pointer_size)
