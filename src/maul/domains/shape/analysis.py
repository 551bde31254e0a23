"""Shape analysis as a configurable program analysis: states are points with memory graphs.

A step is one edge of the program. Where cycles are cut, the graph is abstracted (``prec``), joined
with those that are there (``merge``), and covered by one that stands for it (``stop``). Where ways
meet in between, only graphs that are the same cover each other; everywhere else nothing is compared
[Dudka13, section 3].
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from maul.cfa.model import Call
from maul.cfa.order import loop_heads, recursive_functions
from maul.domains.shape.compare.abstraction import abstract
from maul.domains.shape.compare.canonical import key
from maul.domains.shape.compare.inclusion import includes
from maul.domains.shape.compare.join import join
from maul.domains.shape.execute import ShapeExecution
from maul.domains.shape.growth import ShapeLost, outgrown
from maul.errors import LimitReached, Unsupported

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from maul.c.source import Span
    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Automaton, Edge, Location
    from maul.domains.shape.precision import ShapePrecision
    from maul.shapes.graph import ShapeGraph

DEEPEST = 12  # activations of one function: nothing is known here of recursion


class ShapeState:
    """The states of memory at a point that a graph stands for; or, when the shape was ``lost`` on
    the way there, any states: then the graph is that before the last step. Compared by identity."""

    __slots__ = ("_key", "graph", "lost", "point")

    def __init__(self, point: Point, graph: ShapeGraph, lost: Unsupported | None = None) -> None:
        self.point = point
        self.graph = graph
        self.lost = lost
        self._key: Hashable = None

    @property
    def key(self) -> Hashable:
        """The same for graphs that differ in the numbers of their objects only."""
        if self._key is None:
            self._key = key(self.graph)
        return self._key


class ShapeCpa:
    """The analysis of one program."""

    merges = True

    def __init__(self, points: Points) -> None:
        self.points = points
        self.posts = 0
        self.dropped: set[tuple[Point, Hashable]] = set()
        self._execution = ShapeExecution(points)
        self.cuts = Cuts(points)

    @property
    def first(self) -> ShapeState:
        """Where the program starts: there is nothing in memory."""
        return ShapeState(self.points.start, self._execution.initial())

    def is_kept(self, point: Point) -> bool:
        """Whether states at a point can cover each other."""
        return self.cuts.is_cut(point) or self.cuts.is_meeting(point)

    def stepped(self, graph: ShapeGraph, point: Point, edge: Edge) -> tuple[ShapeGraph, ...]:
        """What an edge from a point makes of a graph."""
        return self._execution.step(graph, point, edge)

    # ---- the operators -----------------------------------------------------------------------

    def leq(self, e: ShapeState, f: ShapeState) -> bool:
        """Whether the graph of f includes that of e."""
        return e.point is f.point and (e.key == f.key or includes(f.graph, e.graph))

    def post(self, e: ShapeState, pi: ShapePrecision) -> Iterator[ShapeState]:
        """What each edge from the point makes of the graph."""
        del pi
        self.posts += 1
        if e.point.stack.activation > DEEPEST:
            raise LimitReached(f"recursion of {e.point.stack.automaton.name}")
        for edge, point in self.points.successors(e.point):
            try:
                after = self.stepped(e.graph, e.point, edge)
            except Unsupported as lost:
                yield ShapeState(point, e.graph, lost)
            else:
                yield from (ShapeState(point, graph) for graph in after)

    def merge(self, e: ShapeState, old: ShapeState, pi: ShapePrecision) -> ShapeState:
        """A graph that stands for both, if there is one with segments for what differs."""
        if e.lost or old.lost or not pi.joins or not self.cuts.is_cut(e.point) or self.leq(e, old):
            return old
        joined = join(old.graph, e.graph, pi)
        return old if joined is None else ShapeState(e.point, joined)

    def stop(
        self, e: ShapeState, old: Collection[ShapeState], pi: ShapePrecision
    ) -> ShapeState | None:
        """A state whose graph includes this one; where no cycle is cut, one with the same."""
        del pi
        if e.lost is not None:
            return e  # it was looked at, and nobody knows how to go on
        if not self.is_kept(e.point):
            return None
        same = next((each for each in old if each.key == e.key), None)
        if same is not None or not self.cuts.is_cut(e.point):
            return same
        return next((each for each in old if includes(each.graph, e.graph)), None)

    def prec(
        self, e: ShapeState, pi: ShapePrecision, old: Collection[ShapeState]
    ) -> tuple[ShapeState, ShapePrecision]:
        """Without what does not matter any more; at loop heads with segments for rows of cells."""
        if e.lost is not None or not self.is_kept(e.point):
            return e, pi
        graph = self._execution.forget_dead(e.graph, e.point)
        if not self.cuts.is_cut(e.point):
            return ShapeState(e.point, graph), pi
        graph = abstract(graph, pi)
        why = outgrown(graph, len(old))
        if why is not None:
            raise ShapeLost(_span(e.point), why, graph)
        return ShapeState(e.point, graph), pi

    def is_target(self, e: ShapeState) -> bool:
        """Whether the property is violated or the shape is lost, unless that was looked at."""
        is_bad = e.lost is not None or self.points.is_error(e.point)
        return is_bad and (e.point, e.key) not in self.dropped

    def drop(self, e: ShapeState) -> None:
        """Take no state like this one for a target any more."""
        self.dropped.add((e.point, e.key))


def _span(point: Point) -> Span:
    """Where a point is in the text."""
    return next(edge.span for edge in point.location.leaving)


class Cuts:
    """Where the cycles of a program are cut, and where ways meet."""

    def __init__(self, points: Points) -> None:
        self._recursive = frozenset(recursive_functions(points.cfa))
        self._heads: dict[Automaton, frozenset[Location]] = {}

    def is_cut(self, point: Point) -> bool:
        """Whether a point is the head of a loop, or the entry of a recursive function."""
        automaton = point.stack.automaton
        found = self._heads.get(automaton)
        if found is None:
            found = frozenset(loop_heads(automaton))
            if automaton.name in self._recursive:
                found |= {automaton.entry}
            self._heads[automaton] = found
        return point.location in found

    def is_meeting(self, point: Point) -> bool:
        """Whether several ways lead to a point."""
        entering = point.location.entering
        return len(entering) > 1 or any(isinstance(edge.operation, Call) for edge in entering)
