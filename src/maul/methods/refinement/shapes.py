"""Sharper memory graphs, as they are learnt from error paths.

Comes in: the points of a path to an error, and the precision with which graphs lead along it. Goes
out: the coarsest precision that is tried with which they do not. The path is followed once more
with sharper and sharper graphs until one of them gets stuck. Where it is stuck already, the path
was found because graphs were joined: then fewer of them are.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.domains.shape.analysis import ShapeState
from maul.errors import Unsupported
from maul.methods.refinement.conditions import asked_on

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from maul.c.tree import Variable
    from maul.cfa.calls import Point
    from maul.cfa.model import Edge
    from maul.domains.shape.analysis import ShapeCpa
    from maul.domains.shape.precision import ShapePrecision
    from maul.run import Run

LONGEST = 5  # cells in a row that are kept apart at most


def sharper_along(
    points: Sequence[Point], cpa: ShapeCpa, current: ShapePrecision, run: Run
) -> ShapePrecision | None:
    """A sharper precision with which the graphs do not lead along the path; None when there is
    none."""
    asked = asked_on(points, cpa.points)
    if not _leads_along(points, cpa, current, run):  # it does since graphs were joined
        known = current.with_numbers(asked)
        return known if known != current else _less_joined(known)
    for precision in _sharpenings(current, asked):
        run.tick()
        if not _leads_along(points, cpa, precision, run):
            return precision
    return None


def _leads_along(
    points: Sequence[Point], cpa: ShapeCpa, precision: ShapePrecision, run: Run
) -> bool:
    """Whether some graph leads along a path, or is lost at its end, when nothing else is joined
    with it."""
    states = [cpa.first]
    for source, target in pairwise(points):
        run.tick()
        edge = _edge(cpa.points.successors(source), target)
        following: dict[Hashable, ShapeState] = {}
        for state in states:
            try:
                for graph in cpa.stepped(state.graph, source, edge):
                    after, _ = cpa.prec(ShapeState(target, graph), precision, ())
                    following[after.key] = after
            except Unsupported:
                return True
        states = list(following.values())
        if not states:
            return False
    return cpa.points.is_error(points[-1])


def _edge(steps: Sequence[tuple[Edge, Point]], target: Point) -> Edge:
    """The edge that leads to a point."""
    return next(edge for edge, point in steps if point is target)


def _less_joined(current: ShapePrecision) -> ShapePrecision | None:
    """A precision with which fewer graphs are joined; None when none are joined."""
    if current.joins:
        return current.without_empties() if current.empties else current.apart()
    return None


def _sharpenings(current: ShapePrecision, asked: frozenset[Variable]) -> Iterator[ShapePrecision]:
    """Precisions that tell more than the current one about a path on its own, the coarse ones
    first: the numbers that the path asks about, numbers in cells, longer rows of cells."""
    known = current.with_numbers(asked)
    longer = (known.with_data().longer(n) for n in range(known.shortest, LONGEST + 1))
    yield from (each for each in dict.fromkeys((known, *longer)) if each != current)
