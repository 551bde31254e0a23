"""Shape analysis: lists and what hangs on them, of any length, as memory graphs.

Comes in: a program model. Goes out: ``Unsafe`` when a path to an error can be executed, ``Safe``
with the graphs where cycles are cut when no graph leads to an error [Dudka13; Muller14].

The analysis begins coarse: of the numbers in variables nothing is kept at loop heads, two cells in
a row become a segment, and graphs are joined wherever that is possible. A path to an error that no
execution takes makes it sharper: the path is followed once more with sharper and sharper graphs
(``_sharpenings``) until one of them gets stuck, and the search begins again with that precision
[Beyer13, Alg. 2]. Where the path is stuck already, it was found because graphs were joined: then
fewer of them are. What no graph refutes is left open.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.domains.shape.analysis import ShapeCpa, ShapeState
from maul.domains.shape.precision import ShapePrecision
from maul.errors import Unsupported
from maul.events import Refined, Searched
from maul.explore.orders import reverse_post_order
from maul.explore.reached import Reached
from maul.methods.cegar import LeftOpen, Search, Sharper, cegar
from maul.methods.paths.confirm import Infeasible
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.refinement.conditions import asked_on
from maul.methods.setting import MethodEntry
from maul.proofs.verdict import Safe, Shaped, Unknown, Unsafe
from maul.shapes.text import told

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from maul.c.source import Span
    from maul.c.tree import Variable
    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa, Edge
    from maul.logic.terms import Term
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run
    from maul.shapes.graph import Graph

States: TypeAlias = "Reached[ShapeState, ShapePrecision]"

MOST_TOLD = 400  # characters of a graph where the shape was lost
LONGEST = 5  # cells in a row that are kept apart at most


def shape(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by the shapes of what is in memory."""
    return ShapeSearch(cfa, setting, run).verdict()


METHOD = MethodEntry(
    "shape",
    shape,
    "[Dudka13]",
    "memory graphs: lists of any length are built, walked, changed and freed",
    solver="bitwuzla",
)


class ShapeSearch:
    """One verification. ``precision`` is what graphs say in the end."""

    def __init__(self, cfa: Cfa, setting: Setting, run: Run) -> None:
        self.precision = ShapePrecision()
        self._run = run
        paths = error_paths(cfa, "single", setting.arith, run)
        self._inspector = Inspector(paths, setting.refuter, run)
        self._points = paths.points
        self._cpa = ShapeCpa(paths.points)

    def verdict(self) -> Verdict:
        """Explore and refine."""
        reached: States = Reached(place, reverse_post_order(place))
        reached.add(self._cpa.first, self.precision, None)
        search = Search(self._cpa, reached, self._run, labels=_nothing, tell=self._tell)
        return cegar(search, self._refine, lambda _: self._proof(reached))

    def _proof(self, reached: States) -> Safe:
        """The graphs where states cover each other."""
        graphs: dict[Point, list[Graph]] = {}
        for state in reached:
            if self._cpa.is_kept(state.point):
                graphs.setdefault(state.point, []).append(state.graph)
        known = {point: tuple(each) for point, each in graphs.items()}
        return Safe(Shaped(self._points, known))

    def _tell(self, reached: States) -> None:
        states, covered = len(reached), reached.covered
        self._run.emit(Searched(states, covered, self._cpa.posts, self.precision.size))

    # ---- error paths -------------------------------------------------------------------------

    def _refine(
        self, path: tuple[ShapeState, ...]
    ) -> Unsafe | Sharper[ShapeState, ShapePrecision] | LeftOpen[ShapeState]:
        """Look at the path as an execution; if there is none, with sharper graphs."""
        points = [state.point for state in path]
        if path[-1].lost is not None:
            return self._sharpened(path) or self._left_open(path, str(path[-1].lost))
        found = self._inspector.confirm(points)
        if isinstance(found, Unsafe):
            return found
        at = _place(points)
        if not isinstance(found, Infeasible):
            return self._left_open(path, f"the error path by {at} is not decided: {found.reason}")
        why = f"shapes do not tell whether the error at {at} is reached"
        return self._sharpened(path) or self._left_open(path, why)

    def _left_open(self, path: tuple[ShapeState, ...], why: str) -> LeftOpen[ShapeState]:
        """Follow a path no more, and claim no proof."""
        self._cpa.drop(path[-1])
        lines = (line.strip() for line in told(path[-1].graph).splitlines())
        return LeftOpen(path[-1], Unknown(why, f"in memory: {'; '.join(lines)[:MOST_TOLD]}"))

    def _sharpened(
        self, path: tuple[ShapeState, ...]
    ) -> Sharper[ShapeState, ShapePrecision] | None:
        """Begin again with graphs that do not lead along a path, if there are some."""
        sharper = self._sharper([state.point for state in path])
        if sharper is None:
            return None
        self.precision = sharper
        self._run.emit(Refined(len(path) - 1, "shape", perfect=False, seconds=0.0))
        return Sharper(path[0], sharper)

    def _sharper(self, points: Sequence[Point]) -> ShapePrecision | None:
        """A precision with which the graphs do not lead along the path."""
        asked = asked_on(points, self._points)
        if not self._leads_along(points, self.precision):  # it does since graphs were joined
            known = self.precision.with_numbers(asked)
            return known if known != self.precision else _less_joined(known)
        for precision in _sharpenings(self.precision, asked):
            self._run.tick()
            if not self._leads_along(points, precision):
                return precision
        return None

    def _leads_along(self, points: Sequence[Point], precision: ShapePrecision) -> bool:
        """Whether some graph leads along a path, or is lost at its end, when nothing else is joined
        with it."""
        states = [self._cpa.first]
        for source, target in pairwise(points):
            self._run.tick()
            edge = _edge(self._cpa.points.successors(source), target)
            following: dict[Hashable, ShapeState] = {}
            for state in states:
                try:
                    graphs = self._cpa.stepped(state.graph, source, edge)
                except Unsupported:
                    return True
                for graph in graphs:
                    after, _ = self._cpa.prec(ShapeState(target, graph), precision, ())
                    following[after.key] = after
            states = list(following.values())
            if not states:
                return False
        return self._points.is_error(points[-1])


def place(state: ShapeState) -> Point:
    """Where a state is."""
    return state.point


def _nothing(_: States) -> Mapping[Hashable, Term]:
    """The proof is made of graphs, not of labels."""
    return {}


def _place(points: Sequence[Point]) -> Span:
    """Where an error path leaves the way."""
    return next(edge.span for edge in points[-2].location.leaving)


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
