"""Explicit-value model checking, with and without refinement.

Comes in: a program model. Goes out: ``Unsafe`` when a path to an error can be executed, ``Safe``
with the values at loop heads when no abstract state is an error. ``value`` tracks all variables;
``value-itp`` starts with none and finds by interpolation which ones matter where [Beyer13, Alg. 2].

A path that values do not refute is no proof of an error: its unknown values may contradict each
other. So it is executed symbolically and a solver decides (``paths.confirm``). A path that
the solver refutes needs more than values; the search goes on for other errors, but cannot end in a
proof.

Progress: interpolants are inductive, so once their variables are tracked at the locations of the
path, the same path ends in a contradiction.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, TypeAlias

from maul.domains.assignments import Formulas, known
from maul.domains.explicit_states import ExplicitState, Shelf, ValuePrecision
from maul.domains.explicit_value import ExplicitCpa, ValueProgram
from maul.events import Searched
from maul.explore.reached import Reached
from maul.logic.build import Term
from maul.logic.compiled import Outgrown
from maul.methods.cegar import LeftOpen, Search, Sharper, cegar
from maul.methods.paths.confirm import Infeasible
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.refinement.values import (
    ValueRefinement,
    error_path,
    one_of,
    points_of,
    seldom_collecting,
    state_after,
)
from maul.methods.setting import MethodEntry
from maul.methods.value_styles import ALL, ASKED_FOR, place, value_style
from maul.proofs.verdict import Unknown, Unsafe

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.methods.refinement.values import Runs
    from maul.methods.setting import Setting
    from maul.methods.value_styles import ValueStyle
    from maul.proofs.verdict import Verdict
    from maul.run import Run

States: TypeAlias = "Reached[ExplicitState, ValuePrecision]"

ADVICE = "value-itp+predicate looks at such paths with predicates, too"


def value(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by tracking the values of all variables."""
    return explicit_value_in(value_style(setting, ALL), cfa, setting, run)


def value_itp(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by tracking the values of variables that error paths ask for."""
    return explicit_value_in(value_style(setting, ASKED_FOR), cfa, setting, run)


VALUE = MethodEntry(
    "value",
    value,
    "[Beyer13]",
    "tracks the values of all variables: state machines, loops with constant bounds",
    solver="bitwuzla",
    choices=ALL,
)
VALUE_ITP = MethodEntry(
    "value-itp",
    value_itp,
    "[Beyer13]",
    "tracks the values that error paths ask for: large programs with much control",
    solver="bitwuzla",
    choices=ASKED_FOR,
)


def explicit_value_in(style: ValueStyle, cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program with given choices."""
    return ExplicitSearch(style, cfa, setting, run).verdict()


class ExplicitSearch:
    """One verification. ``precision`` is what is tracked in the end."""

    def __init__(self, style: ValueStyle, cfa: Cfa, setting: Setting, run: Run) -> None:
        self.precision = style.precision
        self._style = style
        self._run = run
        everywhere = setting.blocks == "single"
        paths = error_paths(cfa, "single" if everywhere else "basic", setting.arith, run)
        self._inspector = Inspector(paths, setting.refuter, run)
        self._program = ValueProgram(self._inspector.graph, stops_everywhere=everywhere)
        self.threshold = self._program.threshold(style.threshold, style.precision)
        self._cpa = ExplicitCpa(self._program, style.precision, threshold=self.threshold)
        self._refinement = ValueRefinement(style.selection, self.threshold, run, style.spread(cfa))

    def verdict(self) -> Verdict:
        """Explore and refine, with room for as many variables as it takes."""
        with seldom_collecting():
            while True:
                try:
                    return cegar(self._search(), self._refine, self._inspector.safe)
                except Outgrown:  # begin again with room for more variables
                    capacity = self.precision.room(self._cpa.capacity)
                    self._cpa = ExplicitCpa(self._program, self.precision, capacity, self.threshold)

    def _search(self) -> Search[ExplicitState, ValuePrecision]:
        """The analysis at its beginning."""
        reached: States = Reached(place, self._style.order, Shelf)
        reached.add(self._cpa.first, self.precision, None)
        return Search(self._cpa, reached, self._run, labels=self._labels, tell=self._tell)

    def _labels(self, reached: States) -> dict[Hashable, Term]:
        """What holds where cycles are cut: one of the states there."""
        slots, formula = self._cpa.machine.slots, Formulas()
        cut = (e for e in reached if self._program.is_cut(e.place))
        return one_of((e.place, formula(known(e.values, slots))) for e in cut)

    def _tell(self, reached: States) -> None:
        states, covered = len(reached), reached.covered
        self._run.emit(Searched(states, covered, self._cpa.posts, self.precision.size))

    # ---- error paths -------------------------------------------------------------------------

    def _refine(
        self, path: tuple[ExplicitState, ...]
    ) -> Unsafe | Sharper[ExplicitState, ValuePrecision] | LeftOpen[ExplicitState]:
        """Track the variables that refute an error path; if values do not, execute it."""
        target, runs = path[-1], error_path(self._cpa.machine, path)
        if len(runs) < len(path) - 1:
            return Sharper(path[len(runs) + 1], self.precision)  # it is not found any more
        machine = self._cpa.machine
        found = self._refinement(path, runs, machine)
        found = found or self._refinement.recall(path, runs, machine)
        if found is not None:
            self.precision, pivot = found
            return Sharper(pivot, self.precision)
        if self._inspector.graph.is_end(target.place):
            self._inspector.go_on_at(target.place)
            return Sharper(target, self.precision)
        return self._execute(path, runs)

    def _execute(
        self, path: tuple[ExplicitState, ...], runs: Runs
    ) -> Unsafe | LeftOpen[ExplicitState]:
        """The execution along an error path; when there is none, or none is found, the first state
        on the path that is not shown to be reached is not followed any more."""
        points = points_of(runs)
        found = self._inspector.confirm(points)
        if isinstance(found, Unsafe):
            return found
        at = points[-2].location.leaving[0].span
        if isinstance(found, Infeasible):
            number = state_after(found.blocks, runs)
            why = f"values alone do not refute the error path by {at}"
        else:
            number, why = len(runs), f"the error path by {at} is not decided: {found.reason}"
        self._cpa.drop(path[number - 1], path[number].place)
        return LeftOpen(path[number], Unknown(why, ADVICE))
