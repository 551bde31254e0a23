"""Lazy predicate abstraction: explore abstract states, refute error paths, track more predicates.

Comes in: a program model and a refuter. Goes out: ``Unsafe`` when a path to an error can be
executed, ``Safe`` with the reached formulas of each point when no abstract state is an error. The
loop is CEGAR [Beyer13, Alg. 2] around the CPA algorithm [Beyer13, Alg. 1]: an infeasible error path
is refuted by assertions at its points, and their parts are predicates from then on, each at the
place of its assertion.

Progress: with the conjuncts of the assertions as predicates, even the Cartesian abstraction follows
the assertions along the path to false, since they are inductive block by block. So a refuted path
is never met again, unless the solver does not show again what it has shown to the refuter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.domains.abstraction import cartesian
from maul.domains.predicate import (
    PredicateCpa,
    PredicatePrecision,
    PredicateState,
    by_function,
    by_location,
)
from maul.domains.questions import Questions
from maul.errors import LimitReached
from maul.events import Searched
from maul.explore.cpa_algorithm import Look, cpa_algorithm
from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.interpolate.protocol import Refuted
from maul.logic.build import Term, or_
from maul.logic.trace import Trace
from maul.logic.walk import conjuncts
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.refinement.predicates import end_of, pivot_in, predicates_of
from maul.node import node

if TYPE_CHECKING:
    from maul.cfa.model import Cfa, Location
    from maul.domains.abstraction import Abstraction
    from maul.domains.predicate import Scope
    from maul.explore.reached import Entry, Key
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Unsafe, Verdict
    from maul.run import Run

PATIENCE = 10.0  # seconds for one path: predicates are of use only if many paths are refuted

State: TypeAlias = PredicateState
States: TypeAlias = "Reached[PredicateState, PredicatePrecision]"
Order: TypeAlias = "Callable[[Entry[PredicateState, PredicatePrecision]], Key]"


# ---- choices -----------------------------------------------------------------------------------


def round_by_round(entry: Entry[State, PredicatePrecision]) -> Key:
    """Long paths first, but a location is not entered again before all else is explored."""
    rounds, at = 0, entry.parent
    while at is not None:
        rounds += _location(at) is _location(entry)
        at = at.parent
    return (rounds, -entry.depth, -entry.number)


def _location(entry: Entry[State, PredicatePrecision]) -> Location | None:
    point = entry.state.point
    return point.location if isinstance(point, Point) else None


def prune(reached: States, pivot: State) -> None:
    """Keep everything but what was reached by the first state that is to know more."""
    reached.prune(pivot)


def restart(reached: States, pivot: State) -> None:
    """Keep nothing but the first state."""
    reached.prune(reached.path(pivot)[1])


@node
class PredicateStyle:
    """The choices that are left open: which abstraction, what a predicate is, where it is tracked,
    in which order states are explored, and what is removed for a refinement."""

    abstraction: Abstraction = cartesian
    predicates: Callable[[Term], tuple[Term, ...]] = conjuncts
    scope: Scope = by_location
    order: Order = breadth_first
    refine: Callable[[States, State], None] = prune


def style_for(blocks: str) -> PredicateStyle:
    """The style that needed the fewest refinements and the least time on the tasks. Small blocks
    have many points, at which the same predicates matter; large ones have few, at which other
    predicates only tell more states apart."""
    if blocks == "large":
        return PredicateStyle(scope=by_location, order=breadth_first)
    return PredicateStyle(scope=by_function, order=round_by_round)


# ---- the method --------------------------------------------------------------------------------


def predicate_abstraction(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by lazy predicate abstraction."""
    return predicate_abstraction_in(style_for(setting.blocks), cfa, setting, run)


def predicate_abstraction_in(
    style: PredicateStyle, cfa: Cfa, setting: Setting, run: Run
) -> Verdict:
    """Verify a program with given choices."""
    return Cegar(style, cfa, setting, run).verdict()


class Cegar:
    """One verification: the analysis, the precision, and what was reached with them. What others
    learn beside predicates, and where they stop, they add to ``look`` and ``refute``."""

    def __init__(self, style: PredicateStyle, cfa: Cfa, setting: Setting, run: Run) -> None:
        self.style = style
        self.run = run
        paths = error_paths(cfa, setting.blocks, setting.arith, run)
        self.inspector = Inspector(paths, setting.refuter, run, patience=PATIENCE)
        self.questions = Questions(setting.provers, run)
        self.cpa = PredicateCpa(self.inspector.graph, style.abstraction, self.questions)
        self.precision = PredicatePrecision(style.scope, {})
        self.reached: States = Reached(_point, style.order)
        self.stale: set[State] = set()  # those made when the state before them was weaker

    def verdict(self) -> Verdict:
        """Explore and refine until there is no error, or one that is real [Beyer13, Alg. 2]."""
        reached = self.reached
        reached.add(self.cpa.first, self.precision, None)
        while (target := cpa_algorithm(self.cpa, reached, self.run, look=self.look)) is not None:
            self.tell()
            found = self.refute(target)
            if found is not None:
                return found
        self.tell()
        return self.inspector.safe(self.labels())

    def look(self, _: State) -> Look:
        """What to do with a state whose turn it is."""
        return Look.EXPLORE

    def refute(self, target: State) -> Unsafe | None:
        """Exclude the path to a target by predicates, or execute it."""
        path = self.reached.path(target)
        match self.inspector.inspect(self.trace(path)):
            case Refuted() as refuted:
                self.learn(path, refuted)
            case None:
                self.reached.prune(target)
            case execution:
                return execution
        return None

    def labels(self) -> dict[Hashable, Term]:
        """What holds at each point that was reached: one of the formulas there."""
        found: dict[Hashable, list[Term]] = {}
        for state in self.reached:
            found.setdefault(state.point, []).append(state.formula)
        return {point: or_(*formulas) for point, formulas in found.items()}

    def tell(self) -> None:
        """Say how far the search has come."""
        states, covered = len(self.reached), self.reached.covered
        self.run.emit(Searched(states, covered, self.cpa.posts, self.precision.size))

    # ---- error paths -------------------------------------------------------------------------

    def trace(self, path: tuple[State, ...]) -> Trace:
        """The blocks between the points of states."""
        return Trace(
            tuple(
                next(block for block in self.cpa.blocks(a.point) if block.target == b.point)
                for a, b in pairwise(path)
            )
        )

    # ---- refining ----------------------------------------------------------------------------

    def learn(self, path: tuple[State, ...], refuted: Refuted) -> None:
        """Track the predicates of the assertions from the first state on that is to know more."""
        pivot = self._pivot(path, refuted.assertions)
        self.style.refine(self.reached, pivot)
        self.reached.sharpen(self.precision)

    def _pivot(self, path: tuple[State, ...], assertions: tuple[Term, ...]) -> State:
        for parts in (self.style.predicates, conjuncts):
            self.precision = self.precision.with_more(predicates_of(path, assertions, parts))
            tracked = (self.cpa, self.precision)
            later = path[1:]  # the first state stays
            pivot = pivot_in(later, assertions[1:], tracked, self.questions, self.stale)
            if pivot is not None:
                return later[pivot]
        raise LimitReached(
            f"no progress: {self.inspector.name} gave nothing new for {end_of(path)}"
        )


def _point(state: State) -> Hashable:
    return state.point
