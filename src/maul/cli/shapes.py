"""What ``maul trace --shapes`` shows: the memory graphs along one path to an error.

Nothing is abstracted or joined, so that the graphs are those of this path alone. A graph is told
wherever the path comes to the head of a loop, and at its end.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.errors import Unsupported
from maul.node import value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c.source import Span
    from maul.cfa.calls import Point
    from maul.domains.shape.analysis import ShapeCpa
    from maul.shapes.graph import ShapeGraph

FEW = 4  # graphs that are shown of one place


@value
class GraphsThere:
    """The graphs at a place of a path; none when it cannot be taken so far."""

    at: Span
    graphs: tuple[ShapeGraph, ...]
    lost: str = ""


def graphs_along(cpa: ShapeCpa, points: Sequence[Point]) -> Iterator[GraphsThere]:
    """The graphs at the loop heads of a path, and at its end."""
    graphs: tuple[ShapeGraph, ...] = (cpa.first.graph,)
    for source, target in pairwise(points):
        edge = next(edge for edge, point in cpa.points.successors(source) if point is target)
        if cpa.cuts.is_cut(source):
            yield GraphsThere(edge.span, graphs)
        try:
            graphs = tuple(after for each in graphs for after in cpa.stepped(each, source, edge))
        except Unsupported as lost:
            yield GraphsThere(edge.span, graphs, str(lost))
            return
        if not graphs or target is points[-1]:
            yield GraphsThere(edge.span, graphs)
            return


def lines(found: GraphsThere) -> Iterator[str]:
    """What people read of the graphs at a place."""
    from maul.shapes.text import told

    if not found.graphs:
        yield f"{found.at}: no graph leads on from here: the path cannot be taken"
    for graph in found.graphs[:FEW]:
        yield f"{found.at}:"
        yield from (f"  {line}" for line in told(graph).splitlines())
    if len(found.graphs) > FEW:
        yield f"{found.at}: {len(found.graphs) - FEW} more graphs"
    if found.lost:
        yield f"the shape is lost: {found.lost}"


def drawing(along: Sequence[GraphsThere]) -> str:
    """The last graph of a path, for Graphviz."""
    from maul.shapes.picture import dot

    graphs = [graph for each in along for graph in each.graphs]
    return dot(graphs[-1])
