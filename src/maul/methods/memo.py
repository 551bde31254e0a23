"""Predicate abstraction with block-abstraction memoisation [WW12], CPA-MEMO in [Beyer13, Table 3].

Comes in: a program model and a refuter. Goes out: as from ``predicate``. The analysis goes through
function bodies and loops that are entered again and again at once, and remembers what it has found
out of them (``maul.explore.memoised``). An error path is followed through all units that it passes
and refuted as a path of the program; the predicates go to the places on it. What is stored of a
unit is forgotten if there is a new predicate about its variables; only then it is analysed again.

The proof labels the points of the program under each call stack, since that is what is checked: a
state inside a unit holds at its point under every stack for which its summary was used, together
with what was left out of the state with which the unit was entered there.

What we changed: a part that is entered only once is not remembered, and with large blocks neither
is a function without a loop, which is a part of a transition (docs/decisions/0026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.analyses.units import Units, units_of
from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Points
from maul.choices import BlockSize
from maul.domains.predicate import PredicateCpa, PredicatePrecision
from maul.domains.questions import Questions
from maul.encode.blocks import layout_for
from maul.encode.validity import questions_about_memory
from maul.errors import LimitReached
from maul.events import Reused, Searched
from maul.explore.memoised import MemoisedCpa, Summaries
from maul.explore.reached import Reached
from maul.logic.build import or_
from maul.logic.walk import conjuncts
from maul.methods.cegar import Search, Sharper, cegar
from maul.methods.paths.error_path import ErrorPaths
from maul.methods.paths.inspector import Inspector
from maul.methods.predicate_abstraction import PATIENCE, style_for
from maul.methods.refinement.predicates import PredicateRefinement, end_of, predicates_of
from maul.methods.setting import MethodEntry

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from maul.cfa.model import Cfa
    from maul.domains.predicate import PredicateState
    from maul.explore.memoised import States
    from maul.interpolate.protocol import Refuted
    from maul.logic.terms import Term
    from maul.methods.predicate_abstraction import PredicateStyle
    from maul.methods.refinement.predicates import PredicatePath, Sharpened
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Unsafe, Verdict
    from maul.run import Run

MOST_LABELS = 100_000  # states at points under their call stacks, of which a proof consists
UNITS = "functions-loops"


def units_for(cfa: Cfa, setting: Setting) -> Units:
    """The parts of a program that are remembered. Where a property asks whether memory is lost all
    variables of all callers matter everywhere, so that there are none."""
    if "memtrack" in questions_about_memory(cfa):
        return Units({}, {})
    kinds = setting.choice("memoise", UNITS).split("-")
    return units_of(
        cfa,
        with_functions="functions" in kinds,
        with_loops="loops" in kinds,
        with_short=setting.blocks not in (BlockSize.LARGE, BlockSize.MEDIUM),
    )


def memo(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by predicate abstraction that remembers what happens in parts of it."""
    return MemoSearch(style_for(setting), cfa, setting, run).verdict()


METHOD = MethodEntry(
    "memo",
    memo,
    "[WW12]",
    "predicate, but what happens in functions and loops is stored and reused: much repetition",
    choices=(("abstraction", "cartesian"), ("memoise", UNITS)),
)


class MemoSearch:
    """One verification: the analysis, what it has reached, and who refines it."""

    def __init__(self, style: PredicateStyle, cfa: Cfa, setting: Setting, run: Run) -> None:
        units = units_for(cfa, setting)
        ends = units.ends()
        graph = BlockGraph(Points(cfa), setting.blocks, lambda point: point.location in ends)
        paths = ErrorPaths(graph, layout_for(cfa, setting.arith), run)
        self._blocks = graph
        self._questions = Questions(setting.provers, run)
        self._inspector = Inspector(paths, setting.refuter, run, patience=PATIENCE)
        inside = PredicateCpa(self._inspector.graph, style.abstraction, self._questions)
        self._inside = inside
        self._summaries = Summaries(
            inside, self._inspector.graph, units, lambda: Reached(_point, style.order), run
        )
        self._cpa = MemoisedCpa(self._summaries)
        self._reached: States = Reached(_point, style.order)
        precision = PredicatePrecision(style.scope, {})
        self._refinement = PredicateRefinement(
            inside, self._inspector, self._questions, precision, style.predicates
        )
        self._style = style
        self._run = run

    def verdict(self) -> Verdict:
        """Explore and refine until there is no error, or one that is real."""
        self._reached.add(self._inside.first, self._refinement.precision, None)
        search = Search(self._cpa, self._reached, self._run, labels=self._labels, tell=self._tell)
        return cegar(search, self._refine, self._inspector.safe)

    def _tell(self, reached: States) -> None:
        """Say how far the search has come."""
        size = self._refinement.precision.size
        states, covered = self._summaries.sizes(reached)
        self._run.emit(Searched(states, covered, self._inside.posts, size))
        self._run.emit(Reused(self._summaries.analysed, self._summaries.reused))

    # ---- refinement ----------------------------------------------------------------------------

    def _refine(self, path: PredicatePath) -> Unsafe | Sharpened:
        """Have an error path refuted or executed that may go through units."""
        self._cpa.forget(self._reached)
        unrolled = tuple(self._cpa.unrolled(path))
        return self._refinement(unrolled, lambda _, why: self._learn(path, unrolled, why))

    def _learn(self, path: PredicatePath, unrolled: PredicatePath, why: Refuted) -> Sharpened:
        """Track more predicates. Of the states outside of units the first one is found anew that
        would know more; one that came out of a unit if the unit would."""
        refinement = self._refinement
        known = dict(zip(unrolled, why.assertions, strict=True))
        for parts in (self._style.predicates, conjuncts):
            found = predicates_of(unrolled, why.assertions, parts)
            refinement.precision = pi = refinement.precision.with_more(found)
            self._summaries.sharpen(pi)
            old = [e for e in path[1:] if self._is_outdated(e, pi)]
            if old:
                entails = self._questions.entails
                ignorant = (e for e in old if not entails(e.formula, known[e]))
                return Sharper(next(ignorant, old[0]), pi)
        who = self._inspector.name
        raise LimitReached(f"no progress: {who} gave nothing new for {end_of(unrolled)}")

    def _is_outdated(self, e: PredicateState, pi: PredicatePrecision) -> bool:
        """Whether a state would know more with a precision."""
        origin = self._cpa.origins.get(e)
        if origin is None:
            return e.predicates != self._inside.tracked(e.point, pi)
        summary = origin[0].summary
        return summary.precision is not self._summaries.in_unit(summary.inside.unit, pi).precision

    # ---- proofs --------------------------------------------------------------------------------

    def _labels(self, reached: States) -> Mapping[Hashable, Term]:
        """What holds at each point: one of the formulas there. A point that another block passes
        has no label, under no stack (``maul.methods.paths.labels``)."""
        passed = self._blocks.inner()
        found: dict[Hashable, dict[Term, None]] = {}
        for count, instance in enumerate(self._cpa.instances(reached)):
            self._run.tick()
            if count == MOST_LABELS:
                raise LimitReached(f"a proof of more than {MOST_LABELS} states at calls")
            if instance.at not in passed:
                found.setdefault(instance.point, {})[instance.formula] = None
        return {point: or_(*formulas) for point, formulas in found.items()}


def _point(state: PredicateState) -> Hashable:
    return state.point
