"""A proof by memory graphs is checked by code that did not find it.

Comes in: a program and graphs at some of its points. Goes out: how many obligations were shown; or
the first that does not hold; or why there is no telling. The obligations: the program starts with
nothing in memory; from there and from every graph that is used, each way is walked until a point
that has graphs, where one of them has to stand for what is there; and no way leads to an error. A
point at which cycles are cut and that has no graphs is claimed never to be reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.source import NOWHERE
from maul.cfa.calls import Points
from maul.cfa.model import Call
from maul.cfa.order import cut_at
from maul.errors import LimitReached, Unsupported
from maul.proofs.checked import Checked
from maul.proofs.shapes.cover import Covering
from maul.proofs.shapes.evaluate import Lost
from maul.proofs.shapes.execute import Steps
from maul.proofs.shapes.own import own_graphs
from maul.proofs.shapes.wellformed import IllFormed
from maul.result import CheckOutcome
from maul.shapes.graph import Graph

if TYPE_CHECKING:
    from maul.c.source import Span
    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa, Edge
    from maul.proofs.verdict import Shaped
    from maul.run import Run

CHECKER = "graphs"
NOTHING = Graph({}, {}, {}, {})


class Refuted(Exception):
    """An obligation does not hold."""


def check_shapes(cfa: Cfa, evidence: Shaped, run: Run) -> Checked:
    """Show once more that no execution of the program reaches an error."""
    if evidence.points.cfa is not cfa:
        return Checked(CheckOutcome.REFUTED, 0, "the graphs are those of another program", CHECKER)
    walk = Walk(cfa, run)
    outcome, reason = CheckOutcome.CONFIRMED, ""
    try:
        walk.show(evidence)
    except (Refuted, IllFormed) as wrong:
        outcome, reason = CheckOutcome.REFUTED, str(wrong)
    except (LimitReached, Unsupported, Lost) as stop:
        outcome, reason = CheckOutcome.INCONCLUSIVE, str(stop)
    return Checked(outcome, walk.obligations, reason, CHECKER)


class Walk:
    """The walk from graphs to graphs."""

    def __init__(self, cfa: Cfa, run: Run) -> None:
        self.obligations = 0
        self._points = Points(cfa)
        self._run = run
        self._steps = Steps(self._points, run)
        self._covering = Covering(cfa.model.pointer_size, run)
        self._waiting: list[tuple[Point, Graph]] = []

    def show(self, evidence: Shaped) -> None:
        """Show all obligations."""
        graphs = own_graphs(self._points, self._steps, evidence, self._run)
        is_cut = cut_at(self._points, graphs)
        used: set[tuple[Point, int]] = set()
        seen: dict[Point, list[Graph]] = {}

        def arrive(point: Point, graph: Graph, edge: Edge | None) -> None:
            """Come to a point."""
            if self._points.is_error(point):
                violated = self._points.cfa.errors[point.location]
                raise Refuted(f"{_where(edge)}: an error can be reached ({violated})")
            if not is_cut(point):
                known = seen.setdefault(point, [])
                if self._is_new(point, graph, known):
                    known.append(graph)
                    self._waiting.append((point, graph))
                return
            self.obligations += 1
            if point not in graphs:
                raise Refuted(f"{_where(edge)}: a loop or function without graphs can be reached")
            needed = self._covering.by(graph, graphs[point])
            if needed is None:
                raise Refuted(f"{_where(edge)}: no graph stands for what is there")
            for index in needed:
                if (point, index) not in used:
                    used.add((point, index))
                    self._waiting.append((point, graphs[point][index]))

        arrive(self._points.start, NOTHING, None)
        while self._waiting:
            point, graph = self._waiting.pop()
            for edge, target in self._points.successors(point):
                for after in self._followed(graph, point, edge):
                    arrive(target, after, edge)
            self.obligations += 1

    def _followed(self, graph: Graph, point: Point, edge: Edge) -> list[Graph]:
        """What is behind an edge."""
        self._run.tick()
        if isinstance(edge.operation, Call) and edge.target in self._points.cfa.errors:
            return [graph]  # the call is the error
        try:
            return self._steps.of(graph, point, edge)
        except Lost as lost:
            raise Lost(f"{edge.span.file}:{edge.span.line}: {lost}") from None

    def _is_new(self, point: Point, graph: Graph, known: list[Graph]) -> bool:
        """Whether no graph that was here before stands for a graph, where ways meet."""
        if len(point.location.entering) < 2 and point.location.leaving:
            return True
        return self._covering.by(graph, known, depth=0) is None


def _where(edge: Edge | None) -> str:
    """The place of an edge in the source text."""
    span: Span = NOWHERE if edge is None else edge.span
    return f"{span.file}:{span.line}"
