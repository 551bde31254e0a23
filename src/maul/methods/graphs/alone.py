"""Shape analysis: lists and what hangs on them, of any length, as memory graphs.

Comes in: a program model. Goes out: ``Unsafe`` when a path to an error can be executed, ``Safe``
with the graphs where cycles are cut when no graph leads to an error [Dudka13; Muller14].

The analysis begins coarse: of the numbers in variables nothing is kept at loop heads, two cells in
a row become a segment, and graphs are joined wherever that is possible. A path to an error that no
execution takes makes it sharper (``maul.methods.refinement.shapes``), and the search begins again
with that precision [Beyer13, Alg. 2]. What no graph refutes is left open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.domains.shape.analysis import ShapeCpa, ShapeState
from maul.domains.shape.growth import ShapeLost
from maul.domains.shape.precision import ShapePrecision
from maul.events import Refined, Searched
from maul.explore.orders import reverse_post_order
from maul.explore.reached import Reached
from maul.methods.cegar import LeftOpen, Search, Sharper, cegar
from maul.methods.paths.confirm import Infeasible
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.refinement.shapes import sharper_along
from maul.methods.setting import MethodEntry
from maul.proofs.verdict import Safe, Shaped, Unknown, Unsafe
from maul.shapes.text import told

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from maul.c.source import Span
    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa
    from maul.logic.terms import Term
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run
    from maul.shapes.graph import ShapeGraph

States: TypeAlias = "Reached[ShapeState, ShapePrecision]"

MOST_TOLD = 400  # characters of a graph where the shape was lost


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
        try:
            return cegar(search, self._refine, lambda _: self._proof(reached))
        except ShapeLost as lost:
            return Unknown(str(lost), _in_memory(lost.graph))

    def _proof(self, reached: States) -> Safe:
        """The graphs where states cover each other."""
        graphs: dict[Point, list[ShapeGraph]] = {}
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
        return LeftOpen(path[-1], Unknown(why, _in_memory(path[-1].graph)))

    def _sharpened(
        self, path: tuple[ShapeState, ...]
    ) -> Sharper[ShapeState, ShapePrecision] | None:
        """Begin again with graphs that do not lead along a path, if there are some."""
        points = [state.point for state in path]
        sharper = sharper_along(points, self._cpa, self.precision, self._run)
        if sharper is None:
            return None
        self.precision = sharper
        self._run.emit(Refined(len(path) - 1, "shape", perfect=False, seconds=0.0))
        return Sharper(path[0], sharper)


def _in_memory(graph: ShapeGraph) -> str:
    """A graph in one line."""
    lines = (line.strip() for line in told(graph).splitlines())
    return f"in memory: {'; '.join(lines)[:MOST_TOLD]}"


def place(state: ShapeState) -> Point:
    """Where a state is."""
    return state.point


def _nothing(_: States) -> Mapping[Hashable, Term]:
    """The proof is made of graphs, not of labels."""
    return {}


def _place(points: Sequence[Point]) -> Span:
    """Where an error path leaves the way."""
    return next(edge.span for edge in points[-2].location.leaving)
