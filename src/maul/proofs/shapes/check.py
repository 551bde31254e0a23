"""A proof by memory graphs is checked by code that did not find it.

Comes in: a program and graphs at some of its points. Goes out: how many obligations were shown; or
the first that does not hold; or why there is no telling. The obligations: the program starts with
nothing in memory; from there and from every graph that is used, each way is walked until a point
that has graphs, where one of them has to stand for what is there; and no way leads to an error. A
point at which cycles are cut and that has no graphs is claimed never to be reached.

Where graphs have labels, a way leads nowhere if it contradicts the label that it began with, and
what stands for the end of a way is a graph whose label holds there (``predicates``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.source import NOWHERE
from maul.cfa.calls import Points
from maul.cfa.model import Call
from maul.cfa.order import cut_at
from maul.errors import LimitReached, Unsupported
from maul.proofs.checked import Checked
from maul.proofs.shapes.cases import TrackLost
from maul.proofs.shapes.cover import Covering
from maul.proofs.shapes.execute import Steps
from maul.proofs.shapes.own import own_graphs
from maul.proofs.shapes.wellformed import IllFormed
from maul.result import CheckOutcome
from maul.shapes.graph import ShapeGraph
from maul.smt.asked import NOBODY_ASKED, Answered

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from maul.c.source import Span
    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa, Edge
    from maul.proofs.shapes.predicates import PathConditions, WalkedWay
    from maul.proofs.verdict import Shaped
    from maul.run import Run

CHECKER = "graphs"
NOTHING = ShapeGraph({}, {}, {}, {})


class ObligationFails(Exception):
    """An obligation does not hold."""


def check_shapes(cfa: Cfa, evidence: Shaped, run: Run, asked: Answered = NOBODY_ASKED) -> Checked:
    """Show once more that no execution of the program reaches an error; ``asked`` says who
    answered in the search."""
    if evidence.points.cfa is not cfa:
        return Checked(CheckOutcome.REFUTED, 0, "the graphs are those of another program", CHECKER)
    walk = GraphWalk(cfa, run)
    checked = _checked(walk, evidence, asked)
    layout = evidence.layout
    if checked.outcome == CheckOutcome.CONFIRMED or layout is None or layout.ranges is None:
        return checked
    return _checked(GraphWalk(cfa, run, adds_ranges=True), evidence, asked)


def _checked(walk: GraphWalk, evidence: Shaped, asked: Answered) -> Checked:
    """What a walk shows."""
    outcome, reason = CheckOutcome.CONFIRMED, ""
    try:
        walk.show(evidence, asked)
    except (ObligationFails, IllFormed) as wrong:
        outcome, reason = CheckOutcome.REFUTED, str(wrong)
    except (LimitReached, Unsupported, TrackLost) as stop:
        outcome, reason = CheckOutcome.INCONCLUSIVE, str(stop)
    doubt = None if walk.conditions is None else walk.conditions.doubt(outcome)
    if doubt is not None:
        outcome, reason = CheckOutcome.INCONCLUSIVE, doubt
    return Checked(outcome, walk.obligations, reason, walk.checker)


class GraphWalk:
    """The walk from graphs to graphs; where they have labels, along ways that labels know about.
    With ``adds_ranges`` labels also say what the search knew of ranges."""

    def __init__(self, cfa: Cfa, run: Run, *, adds_ranges: bool = False) -> None:
        self.obligations = 0
        self.conditions: PathConditions | None = None
        self._adds_ranges = adds_ranges
        self._points = Points(cfa)
        self._run = run
        self._steps = Steps(self._points, run)
        self._covering = Covering(cfa.model.pointer_size, run)
        self._waiting: list[tuple[Point, ShapeGraph, WalkedWay | None]] = []

    @property
    def checker(self) -> str:
        """Who has shown it."""
        names = () if self.conditions is None else self.conditions.names
        return " and ".join((CHECKER, *names))

    def show(self, evidence: Shaped, asked: Answered) -> None:
        """Show all obligations."""
        graphs = own_graphs(self._points, self._steps, evidence, self._run)
        self.conditions = conditions = self._conditions(evidence, asked)
        is_cut = cut_at(self._points, graphs)
        used: set[tuple[Point, int]] = set()
        seen: dict[Point, list[ShapeGraph]] = {}

        def arrive(
            point: Point, graph: ShapeGraph, way: WalkedWay | None, edge: Edge | None
        ) -> None:
            """Come to a point."""
            if self._points.is_error(point):
                if not self._is_excluded(way):
                    violated = self._points.cfa.errors[point.location]
                    raise ObligationFails(f"{_where(edge)}: an error can be reached ({violated})")
                self.obligations += 1
                return
            if not is_cut(point):
                known = seen.setdefault(point, [])
                # What holds on one way to a point need not hold on the other.
                if way is not None or self._is_new(point, graph, known):
                    known.append(graph)
                    self._waiting.append((point, graph, way))
                return
            self.obligations += 1
            for index in self._needed(point, graph, way, graphs.get(point), _where(edge)):
                if (point, index) not in used:
                    used.add((point, index))
                    begin = None if conditions is None else conditions.at(point, index)
                    self._waiting.append((point, graphs[point][index], begin))

        arrive(
            self._points.start, NOTHING, None if conditions is None else conditions.initial(), None
        )
        while self._waiting:
            point, graph, way = self._waiting.pop()
            for edge, target in self._points.successors(point):
                after = None if way is None else way.then(point, edge)
                for found in self._followed(graph, point, edge, after):
                    arrive(target, found, after, edge)
            self.obligations += 1

    def _conditions(self, evidence: Shaped, asked: Answered) -> PathConditions | None:
        """What labels say; None when graphs have none."""
        if evidence.layout is None:
            return None
        from maul.proofs.shapes.predicates import (  # noqa: PLC0415 - loads solvers
            PathConditions,
            own_labels,
        )

        labels = own_labels(self._points, self._steps, evidence)
        if self._adds_ranges:
            labels = labels.with_ranges(evidence.layout)
        return PathConditions(self._points.cfa, labels, self._run, asked)

    def _is_excluded(self, way: WalkedWay | None) -> bool:
        """Whether labels say that no execution takes a way."""
        return way is not None and self.conditions is not None and self.conditions.excludes(way)

    def _needed(
        self,
        point: Point,
        graph: ShapeGraph,
        way: WalkedWay | None,
        known: list[ShapeGraph] | None,
        where: str,
    ) -> Iterable[int]:
        """The graphs of a point that stand for what is there, and whose labels hold."""
        needed: Collection[int] | None = None
        if known is not None and way is not None and self.conditions is not None:
            needed = self._covered(graph, known, self.conditions, (way, point))
        elif known is not None:
            needed = self._covering.by(graph, known)
        if needed is not None:
            return needed
        if self._is_excluded(way):
            return ()
        if known is None:
            raise ObligationFails(f"{where}: a loop or function without graphs can be reached")
        raise ObligationFails(f"{where}: no graph stands for what is there")

    def _covered(
        self,
        graph: ShapeGraph,
        known: list[ShapeGraph],
        conditions: PathConditions,
        end: tuple[WalkedWay, Point],
    ) -> Collection[int] | None:
        """Graphs of which one stands for what is at the end of a way, with labels of which one
        holds; or graphs that do so together, if all of their labels hold."""
        each = [
            index
            for index, other in enumerate(known)
            if self._covering.by(graph, (other,), depth=0) is not None
        ]
        if each:
            return each if conditions.leads_to(*end, each) else None
        needed = self._covering.by(graph, known)
        return needed if needed is not None and conditions.leads_to_all(*end, needed) else None

    def _followed(
        self, graph: ShapeGraph, point: Point, edge: Edge, way: WalkedWay | None
    ) -> list[ShapeGraph]:
        """What is behind an edge, the last one of a way."""
        self._run.tick()
        if isinstance(edge.operation, Call) and edge.target in self._points.cfa.errors:
            return [graph]  # the call is the error
        try:
            return self._steps.of(graph, point, edge)
        except TrackLost as lost:
            if self._is_excluded(way):
                return []
            raise TrackLost(f"{edge.span.file}:{edge.span.line}: {lost}") from None

    def _is_new(self, point: Point, graph: ShapeGraph, known: list[ShapeGraph]) -> bool:
        """Whether no graph that was here before stands for a graph, where ways meet."""
        if len(point.location.entering) < 2 and point.location.leaving:
            return True
        return self._covering.by(graph, known, depth=0) is None


def _where(edge: Edge | None) -> str:
    """The place of an edge in the source text."""
    span: Span = NOWHERE if edge is None else edge.span
    return f"{span.file}:{span.line}"
