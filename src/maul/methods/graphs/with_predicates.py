"""Shapes and predicates together, each refined where it is the one that helps.

Comes in: a program model and a refuter. Goes out: ``Unsafe`` when a path to an error can be
executed, ``Safe`` with memory graphs and formulas where cycles are cut when no abstract state is an
error. It is [Beyer13, Alg. 2] for the combination of section 3 there, "Auxiliary Predicate
Analysis", with memory graphs in the place of values [Dudka13].

An error path that no execution takes is looked at without what is in memory first: if plain
variables alone make it impossible, the predicates that show it are tracked from then on. Otherwise
the graphs become sharper, if that helps, as in ``maul.methods.graphs.alone``; what neither refutes
is left open. The order matters where a counter has no bound: graphs that keep its numbers apart
would never come to an end, predicates may.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.domains.predicate import PredicateCpa, PredicatePrecision
from maul.domains.program_graph import Deepening
from maul.domains.questions import Questions
from maul.domains.shape.analysis import DEEPEST, ShapeCpa
from maul.domains.shape.precision import ShapePrecision
from maul.domains.shape.with_predicates import (
    PlainBlocks,
    ShapePredicateCpa,
    ShapePredicateState,
    ShapesAndPredicates,
)
from maul.errors import Unsupported
from maul.events import Refined, Searched
from maul.explore.orders import reverse_post_order
from maul.explore.reached import Reached
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE
from maul.logic.walk import conjuncts
from maul.methods.cegar import LeftOpen, Search, Sharper, cegar
from maul.methods.paths.confirm import Infeasible
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.predicate_abstraction import ABSTRACTIONS, SCOPES
from maul.methods.refinement.predicates import predicates_of
from maul.methods.refinement.shapes import sharper_along
from maul.methods.setting import MethodEntry
from maul.proofs.verdict import Safe, Shaped, Unknown, Unsafe

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa
    from maul.logic.terms import Term
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run
    from maul.shapes.graph import ShapeGraph

States: TypeAlias = "Reached[ShapePredicateState, ShapesAndPredicates]"
Path: TypeAlias = tuple[ShapePredicateState, ...]
Sharpened: TypeAlias = Sharper[ShapePredicateState, ShapesAndPredicates]
Open: TypeAlias = LeftOpen[ShapePredicateState]

PATIENCE = 10.0  # seconds of the refuter for one path: graphs may help, too


def shape_predicate(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by the shapes of what is in memory and by predicates."""
    return ShapePredicateSearch(cfa, setting, run).verdict()


METHOD = MethodEntry(
    "shape+predicate",
    shape_predicate,
    "[Dudka13]",
    "memory graphs, and predicates over plain variables where these do not suffice",
    choices=(("abstraction", "cartesian"), ("scope", "function")),
)


class ShapePredicateSearch:
    """One verification. ``tracked`` is what is tracked in the end."""

    def __init__(self, cfa: Cfa, setting: Setting, run: Run) -> None:
        scope, rule = SCOPES[setting.choice("scope", "function")]
        self.tracked = ShapesAndPredicates(ShapePrecision(), PredicatePrecision(scope, {}, rule))
        self._run = run
        paths = error_paths(cfa, "single", setting.arith, run)
        # The analysis of shapes has a limit of its own on how deep recursion is followed.
        deepening = Deepening(DEEPEST + 1, lambda activations: activations, DEEPEST)
        self._inspector = Inspector(
            paths, setting.refuter, run, patience=PATIENCE, deepening=deepening
        )
        self._layout = paths.layout
        self._shapes = ShapeCpa(paths.points)
        abstraction = ABSTRACTIONS[setting.choice("abstraction", "cartesian")]
        questions = Questions(setting.provers, run)
        predicates = PredicateCpa(self._inspector.graph, abstraction, questions)
        self._cpa = ShapePredicateCpa(self._shapes, predicates, PlainBlocks(paths.encoder))

    def verdict(self) -> Verdict:
        """Explore and refine."""
        reached: States = Reached(place, reverse_post_order(place))
        reached.add(self._cpa.first, self.tracked, None)
        search = Search(self._cpa, reached, self._run, labels=_nothing, tell=self._tell)
        return cegar(search, self._refine, lambda _: self._proof(reached))

    def _proof(self, reached: States) -> Safe:
        """The graphs where states cover each other, and what is known of predicates there."""
        graphs: dict[Point, list[ShapeGraph]] = {}
        labels: dict[Point, list[Term]] = {}
        for state in reached:
            if self._shapes.is_kept(state.point):
                graphs.setdefault(state.point, []).append(state.shape.graph)
                labels.setdefault(state.point, []).append(state.formula)
        return Safe(
            Shaped(
                self._shapes.points,
                {point: tuple(each) for point, each in graphs.items()},
                self._layout,
                {point: tuple(each) for point, each in labels.items()},
            )
        )

    def _tell(self, reached: States) -> None:
        size = self.tracked.shapes.size + self.tracked.predicates.size
        self._run.emit(Searched(len(reached), reached.covered, self._cpa.posts, size))

    # ---- error paths -------------------------------------------------------------------------

    def _refine(self, path: Path) -> Unsafe | Sharpened | Open:
        """Look at a path as an execution; if there is none, with predicates, then with sharper
        graphs."""
        points = [state.point for state in path]
        lost = path[-1].shape.lost
        if lost is not None:
            return self._excluded(path, points) or self._left_open(path, str(lost))
        found = self._inspector.confirm(points)
        if isinstance(found, Unsafe):
            return found
        at = next(edge.span for edge in points[-2].location.leaving)
        if not isinstance(found, Infeasible):
            return self._left_open(path, f"the error path by {at} is not decided: {found.reason}")
        why = f"shapes and predicates do not tell whether the error at {at} is reached"
        return self._excluded(path, points) or self._left_open(path, why)

    def _left_open(self, path: Path, why: str) -> Open:
        """Follow a path no more, and claim no proof."""
        self._shapes.drop(path[-1].shape)
        return LeftOpen(path[-1], Unknown(why))

    def _excluded(self, path: Path, points: Sequence[Point]) -> Sharpened | None:
        """Begin again with predicates that exclude a path, or with graphs that do not lead along
        it, if there are some."""
        if self._more_predicates(path):
            return Sharper(path[0], self.tracked)
        sharper = sharper_along(points, self._shapes, self.tracked.shapes, self._run)
        if sharper is None:
            return None
        self.tracked = ShapesAndPredicates(sharper, self.tracked.predicates)
        self._run.emit(Refined(len(path) - 1, "shape", perfect=False, seconds=0.0))
        return Sharper(path[0], self.tracked)

    def _more_predicates(self, path: Path) -> bool:
        """Track the predicates that exclude a path whatever is in memory; False when there are none
        that are new."""
        try:
            trace = self._cpa.trace(path)
        except Unsupported:
            return False
        answer = self._inspector.ask(trace)
        if not isinstance(answer, Refuted):
            return False
        states = [state for state in path if state.is_kept]
        last = next(number for number, phi in enumerate(answer.assertions) if phi is FALSE)
        known = [state.predicates for state in states[:last]]
        found = predicates_of(known, answer.assertions[:last], conjuncts)
        precision = self.tracked.predicates.with_more(found)
        is_doubt_new = self._cpa.doubt(states[last].point)
        is_new = precision.size > self.tracked.predicates.size
        self.tracked = ShapesAndPredicates(self.tracked.shapes, precision)
        return is_new or is_doubt_new


def place(state: ShapePredicateState) -> Point:
    """Where a state is."""
    return state.point


def _nothing(_: States) -> Mapping[Hashable, Term]:
    """The proof is made of graphs with labels, not of labels alone."""
    return {}
