"""Explicit values and predicates together, each refined where it is the one that helps.

Comes in: a program model and a refuter. Goes out: ``Unsafe`` when a path to an error can be
executed, ``Safe`` with values and formulas at loop heads when no abstract state is an error. It is
[Beyer13, Alg. 2] for the combination of section 3 there, "Auxiliary Predicate Analysis": an error
path that values refute makes the values more precise (in ``value-itp+predicate``; in
``value+predicate`` all are tracked from the beginning); one that can be executed is an error; any
other one is beyond values, and the predicates that refute it are tracked. A variable that takes too
many values on one path is dropped while the search goes on, and comes back as predicates.

Progress: a variable is dropped at a place for good, so that happens finitely often. In between,
interpolants and assertions are inductive along the path that they refute, over the same values that
the search knows, so once their variables and predicates are tracked this path is not met again;
unless the solver does not show again what it has shown to the refuter: a refinement that adds
nothing ends the search.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from maul.domains.assignments import Formulas, known
from maul.domains.explicit_value import CAPACITY, ExplicitCpa, ValueProgram
from maul.domains.predicate import PredicateCpa, PredicatePrecision
from maul.domains.questions import Questions
from maul.domains.value_predicate import (
    CompositeShelf,
    CompositeState,
    Tracked,
    ValuePredicateCpa,
)
from maul.errors import LimitReached
from maul.events import Searched
from maul.explore.reached import Reached
from maul.interpolate.protocol import Feasible, Refuted
from maul.logic.build import FALSE, Term, and_
from maul.logic.compiled import Outgrown
from maul.logic.walk import conjuncts
from maul.methods.cegar import LeftOpen, Search, Sharper, cegar
from maul.methods.paths.confirm import Infeasible
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.refinement.predicates import end_of, pivot_in, predicates_of
from maul.methods.refinement.values import (
    ValueRefinement,
    error_path,
    one_of,
    points_of,
    seldom_collecting,
    state_after,
)
from maul.methods.setting import MethodEntry
from maul.methods.value_styles import (
    ALL_COMBINED,
    ASKED_FOR_COMBINED,
    combined_style,
    place,
)
from maul.proofs.verdict import Unknown, Unsafe

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.methods.refinement.values import Runs
    from maul.methods.setting import Setting
    from maul.methods.value_styles import CombinedStyle
    from maul.proofs.verdict import Verdict
    from maul.run import Run

PATIENCE = 10.0  # seconds for one path: it may be left open, and others may be an error

States: TypeAlias = "Reached[CompositeState, Tracked]"
Path: TypeAlias = tuple[CompositeState, ...]
Refinement: TypeAlias = Unsafe | Sharper[CompositeState, Tracked] | LeftOpen[CompositeState]


def value_predicate(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by the values of all variables, and by predicates."""
    return value_predicate_in(combined_style(setting, ALL_COMBINED), cfa, setting, run)


def value_itp_predicate(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by the values and predicates that error paths ask for."""
    return value_predicate_in(combined_style(setting, ASKED_FOR_COMBINED), cfa, setting, run)


VALUE_PREDICATE = MethodEntry(
    "value+predicate",
    value_predicate,
    "[Beyer13]",
    "values of all variables, and predicates where these do not suffice",
    choices=ALL_COMBINED,
)
VALUE_ITP_PREDICATE = MethodEntry(
    "value-itp+predicate",
    value_itp_predicate,
    "[Beyer13]",
    "values that error paths ask for, and predicates where these do not suffice",
    choices=ASKED_FOR_COMBINED,
)


def value_predicate_in(style: CombinedStyle, cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program with given choices."""
    return CompositeSearch(style, cfa, setting, run).verdict()


class CompositeSearch:
    """One verification. ``tracked`` is what is tracked in the end."""

    def __init__(self, style: CombinedStyle, cfa: Cfa, setting: Setting, run: Run) -> None:
        self.tracked = Tracked(style.precision, PredicatePrecision(style.scope, {}, style.rule))
        self._style = style
        self._run = run
        everywhere = setting.blocks == "single"
        paths = error_paths(cfa, "single" if everywhere else "basic", setting.arith, run)
        inspector = Inspector(paths, setting.refuter, run, patience=PATIENCE)
        self._inspector = inspector
        self._program = ValueProgram(inspector.graph, stops_everywhere=everywhere)
        self.threshold = self._program.threshold(style.threshold, style.precision)
        self._questions = Questions(setting.provers, run)
        self._predicates = PredicateCpa(inspector.graph, style.abstraction, self._questions)
        self._cpa = self._analysis(CAPACITY)
        self._refinement = ValueRefinement(style.selection, self.threshold, run, style.spread(cfa))

    def _analysis(self, capacity: int) -> ValuePredicateCpa:
        values = ExplicitCpa(self._program, self.tracked.values, capacity, self.threshold)
        return ValuePredicateCpa(values, self._predicates)

    def verdict(self) -> Verdict:
        """Explore and refine, with room for as many variables as it takes."""
        with seldom_collecting():
            while True:
                try:
                    return cegar(self._search(), self._refine, self._inspector.safe)
                except Outgrown:  # begin again with room for more variables
                    capacity = self.tracked.values.room(self._cpa.values.capacity)
                    self._cpa = self._analysis(capacity)

    def _search(self) -> Search[CompositeState, Tracked]:
        """The analysis at its beginning."""
        reached: States = Reached(place, self._style.order, CompositeShelf)
        reached.add(self._cpa.first, self.tracked, None)
        return Search(self._cpa, reached, self._run, labels=self._labels, tell=self._tell)

    def _labels(self, reached: States) -> dict[Hashable, Term]:
        """What holds where cycles are cut: one of the states there."""
        slots, formula = self._cpa.values.machine.slots, Formulas()
        return one_of(
            (e.place, and_(formula(known(e.values.values, slots)), e.predicates.formula))
            for e in reached
            if self._program.is_cut(e.place)
        )

    def _tell(self, reached: States) -> None:
        size = self.tracked.values.size + self.tracked.predicates.size
        self._run.emit(Searched(len(reached), reached.covered, self._cpa.posts, size))

    def _refine(self, path: Path) -> Refinement:
        """Track more values or more predicates, whatever refutes an error path, or execute it."""
        runs = error_path(self._cpa.values.machine, tuple(e.values for e in path))
        if len(runs) < len(path) - 1:
            return Sharper(path[len(runs) + 1], self.tracked)  # it is not found any more
        pivot = self._more_values(path, runs)
        return self._decide(path, runs) if pivot is None else Sharper(pivot, self.tracked)

    # ---- values ------------------------------------------------------------------------------

    def _more_values(self, path: Path, runs: Runs) -> CompositeState | None:
        """Track the variables that refute an error path; the first state that is to know more, None
        when values do not refute it."""
        values = tuple(e.values for e in path)
        found = self._refinement(values, runs, self._cpa.values.machine)
        if found is None:
            return None
        precision, pivot = found
        self.tracked = Tracked(precision, self.tracked.predicates)
        return path[values.index(pivot)]

    # ---- predicates --------------------------------------------------------------------------

    def _decide(self, path: Path, runs: Runs) -> Refinement:
        """The execution along an error path that values do not refute; when there is none,
        predicates refute it, or it is left open."""
        target, length = path[-1], len(runs)
        is_end = self._inspector.graph.is_end(target.place)
        if not is_end:
            confirmed = self._inspector.confirm(points_of(runs))
            if isinstance(confirmed, Unsafe):
                return confirmed
            if not isinstance(confirmed, Infeasible):
                return self._leave_open(path, f"is not decided: {confirmed.reason}")
            length = state_after(confirmed.blocks, runs)
        if (pivot := self._outdated(path)) is not None:
            return Sharper(pivot, self.tracked)
        match self._inspector.ask(self._cpa.trace(path, runs[:length])):
            case Refuted(assertions=assertions):
                pivot = self._more_predicates(path, assertions)
                return Sharper(pivot, self.tracked)
            case Feasible() if is_end:
                self._inspector.go_on_at(target.place)
                return Sharper(target, self.tracked)
            case Feasible():
                return self._leave_open(path, "is possible for the refuter only")
            case stopped:
                return self._leave_open(path, f"is not refuted: {stopped.reason}")

    def _outdated(self, path: Path) -> CompositeState | None:
        """The first state that knows a variable that has taken too many values at its place since:
        predicates are to speak of the variable, not of the values that it took first."""
        if self.threshold is None:
            return None
        symbols = self._cpa.values.machine.slots.symbols()
        number = self.threshold.outdated((e.values for e in path), symbols)
        return None if number is None else path[number]

    def _leave_open(self, path: Path, why: str) -> LeftOpen[CompositeState]:
        """Follow a path no more, and claim no proof."""
        self._cpa.values.drop(path[-2].values, path[-1].place)
        return LeftOpen(path[-1], Unknown(f"{end_of([e.predicates for e in path])} {why}"))

    def _more_predicates(self, path: Path, assertions: Sequence[Term]) -> CompositeState:
        """Track the predicates of the assertions; the first state that is to know more."""
        last = next(number for number, phi in enumerate(assertions) if phi is FALSE)
        states = [e.predicates for e in path[: last + 1]]
        found = predicates_of(states, assertions[: last + 1], conjuncts)
        precision = self.tracked.predicates.with_more(found)
        self.tracked = Tracked(self.tracked.values, precision)
        is_new = self._cpa.doubt(path[last].place)
        tracked = (self._predicates, precision)
        pivot = pivot_in(states[1:], assertions[1 : last + 1], tracked, self._questions)
        if pivot is not None:
            return path[1 + pivot]
        if is_new:
            return path[last]
        raise LimitReached(
            f"no progress: {self._inspector.name} gave nothing new for {end_of(states)}"
        )
