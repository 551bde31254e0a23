"""What lies ahead of a state: safety and error interpolants as an analysis [Tian17, III.C].

Comes in: predicate analysis, what has been reached, and the interpolants of the places of the
program. Goes out: an analysis that decorates it. Where a full safety interpolant (S) shows that no
error lies ahead, ``post`` is empty; where an error interpolant (E) knows a suffix that leads to an
error, the error at its end is one more successor, and a target.

Both uses are confirmed before they count. When it is only the path, and not the state's formula,
that implies a safety interpolant, the labels on the path are strengthened, as in forced covering
[McMillan06, Fig. 6]: then they are inductive and can be certified. And what an error interpolant
promises is a path that has to be feasible as a whole.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.domains.predicate import PredicateState
from maul.errors import LimitReached, Unsupported
from maul.interpolate.protocol import Feasible
from maul.interpolate.refuter import decide
from maul.interpolate.safety_error import is_implied
from maul.logic.build import FALSE, TRUE, Term, and_, not_
from maul.logic.trace import Trace
from maul.methods.refinement.predicates import trace_of
from maul.run import Prospects

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Sequence

    from maul.domains.predicate import PredicateCpa, PredicatePrecision
    from maul.domains.questions import Questions
    from maul.explore.reached import Reached
    from maul.interpolate.safety_error import (
        Disjunct,
    )
    from maul.methods.paths.inspector import Inspector
    from maul.methods.refinement.interpolants import Learnt
    from maul.methods.refinement.predicates import PredicatePath
    from maul.proofs.verdict import Unsafe
    from maul.run import Run

MOST_IMPLIED = 2  # times that a safety interpolant follows at a point from the path alone


class ForesightCpa:
    """Predicate analysis that looks ahead. ``left_out`` counts the states beyond which nothing was
    explored because of a safety interpolant, ``used`` are their points; ``executions`` are those
    that lead to the errors which error interpolants told of."""

    merges = False

    def __init__(
        self,
        cpa: PredicateCpa,
        learnt: Learnt,
        reached: Reached[PredicateState, PredicatePrecision],
        questions: Questions,
        inspector: Inspector,
        run: Run,
    ) -> None:
        self.left_out = 0
        self.used: dict[Hashable, None] = {}
        self.executions: dict[PredicateState, Unsafe] = {}
        self.stale: set[PredicateState] = set()  # made when the state before them was weaker
        self._cpa = cpa
        self._learnt = learnt
        self._reached = reached
        self._questions = questions
        self._inspector = inspector
        self._run = run
        self._prospects: dict[tuple[str, Hashable], Prospects] = {}
        self._implied: Counter[Hashable] = Counter()

    # ---- Fig. 5 ----

    def post(self, e: PredicateState, pi: PredicatePrecision) -> Iterable[PredicateState]:
        """Nothing when the state is safe, the error ahead if there is one, else what follows:
        the cases (1), (2) and (3) of [Tian17, III.C]."""
        for edge in self._cpa.blocks(e.point):
            self._learnt.weights.meet(edge)
        if not self._is_crossing(e):
            return self._cpa.post(e, pi)
        with self._learnt.allowance.spend():
            path = self._reached.path(e)
            is_safe = self._is_safe(path)
            error = None if is_safe else self._error_ahead(path)
        if not is_safe and error is None:
            return self._cpa.post(e, pi)
        self._learnt.allowance.earn()
        return () if error is None else (error,)

    def _is_crossing(self, e: PredicateState) -> bool:
        """Whether ways part before a state or come together there, or not all is known about the
        state before. At any other one nothing can be said that was not said before."""
        before, safety = self._reached.parent(e), self._learnt.safety
        return (
            before is None
            or len(self._cpa.blocks(before.point)) > 1
            or self._learnt.weights.entering(e.point) > 1
            or (safety.is_full(e.point) and not safety.is_full(before.point))
        )

    # ---- S ----

    def _is_safe(self, path: PredicatePath) -> bool:
        """Whether no error lies ahead of the end of a path; the places before learn of it."""
        safe = self._safe(path) if self._learnt.mode.safety else None
        if safe is None:
            return False
        self.left_out += 1
        self.used[path[-1].point] = None
        self._learnt.pass_on(trace_of(self._cpa, safe).blocks, safe)
        return True

    def _entails(self, premise: Term, conclusion: Term) -> bool:
        """Whether a conclusion is shown to follow within the time that there is."""
        return self._questions.entails(premise, conclusion, self._learnt.craig.patience)

    def _safe(self, path: PredicatePath) -> PredicatePath | None:
        """A path if F(l) = f at its end and it implies I_s(l): then its last formula does, too."""
        e, safety = path[-1], self._learnt.safety
        if not safety.is_full(e.point):
            return None
        prospects = self._prospects.setdefault(("S", e.point), Prospects())
        if not prospects.are_good() or not self._learnt.craig.patience:
            return None
        safe = safety.interpolant(e.point)
        found = path if self._entails(e.formula, safe) else self._implying(path, safe)
        prospects.tell(success=found is not None)
        return found

    def _implying(self, path: PredicatePath, safe: Term) -> PredicatePath | None:
        """A path that implies what its last formula does not, strengthened so that it does."""
        if len(path) == 1 or len({state.point for state in path}) < len(path):
            return None  # what only so many rounds of a loop imply would have it unrolled
        point = path[-1].point
        if self._implied[point] >= MOST_IMPLIED:
            return None  # a place at which every path has its own reasons
        refuted = self._learnt.craig.refute(trace_of(self._cpa, path).blocks, safe)
        if refuted is None or FALSE in refuted.assertions[: len(path)]:
            return None  # a path that cannot be executed is a matter of R
        found = self._strengthen(path, refuted.assertions)
        self._implied[point] += found is not None
        return found

    def _strengthen(self, path: PredicatePath, assertions: Sequence[Term]) -> PredicatePath | None:
        """Add assertions to the formulas of a path, where they do not follow anyway; None when
        states are covered by one of those: they would come back. What predicates say of a stronger
        formula has not been asked, so it was made with none."""
        stronger = {
            state: PredicateState(state.point, and_(state.formula, phi))
            for state, phi in zip(path, assertions, strict=False)
            if not self._entails(state.formula, phi)
        }
        if any(self._reached.is_covering(state) for state in stronger):
            return None
        for state, narrowed in stronger.items():
            self._reached.narrow(state, narrowed)
            self.stale.update(self._reached.children(narrowed))
        return tuple(stronger.get(state, state) for state in path)

    # ---- E ----

    def _error_ahead(self, path: PredicatePath) -> PredicateState | None:
        """The error that is reached from the end of a path by the suffix of an error interpolant,
        if it is executed."""
        e, craig = path[-1], self._learnt.craig
        if not self._learnt.mode.error or not craig.patience:
            return None
        prospects = self._prospects.setdefault(("E", e.point), Prospects())
        for disjunct in self._learnt.error.disjuncts(e.point):
            if self._entails(e.formula, not_(disjunct.formula)):
                continue
            if not prospects.are_good() or not craig.patience:
                return None
            execution = self._execute(path, disjunct)
            prospects.tell(success=execution is not None)
            if execution is not None:
                error = disjunct.suffix[-1].target
                assert isinstance(error, Point)
                found = PredicateState(error, TRUE)
                self.executions[found] = execution
                return found
        return None

    def _execute(self, path: PredicatePath, disjunct: Disjunct) -> Unsafe | None:
        """The execution along a path and a suffix; without one a disjunct that the path implies
        was wrong about it, and is refined."""
        at, craig, error = path[-1].point, self._learnt.craig, self._learnt.error
        prefix = trace_of(self._cpa, path).blocks
        trace = Trace((*prefix, *disjunct.suffix))
        answer = decide(trace, craig.provers, craig.patience)
        if isinstance(answer, Feasible):
            found = self._executed(trace)
            if found is None:
                error.refine(at, disjunct, TRUE)
            return found
        patience = craig.patience
        if (
            answer is None
            and patience
            and is_implied(prefix, disjunct.formula, craig.provers, patience)
        ):
            safe = craig.weakest_along(disjunct.suffix)
            if safe is None:  # what excludes the suffix and holds before it, if that is found
                refuted = craig.excluded(trace)
                safe = TRUE if refuted is None else refuted.assertions[len(prefix)]
            error.refine(at, disjunct, safe)
        return None

    def _executed(self, trace: Trace) -> Unsafe | None:
        """The execution along a feasible trace; there is none when it leads to where the graph
        ends, is feasible only over integers, or undefined."""
        if not self._inspector.graph.is_violation(trace.blocks[-1].target):
            return None
        try:
            return self._inspector.execution(trace)
        except (LimitReached, Unsupported):
            self._run.tick()
            return None

    # ---- as the analysis inside ----

    def leq(self, e: PredicateState, f: PredicateState) -> bool:
        """Whether the formula of f is shown to follow."""
        return self._cpa.leq(e, f)

    def merge(
        self, e: PredicateState, old: PredicateState, pi: PredicatePrecision
    ) -> PredicateState:
        """States stay apart."""
        return self._cpa.merge(e, old, pi)

    def stop(
        self, e: PredicateState, old: Collection[PredicateState], pi: PredicatePrecision
    ) -> PredicateState | None:
        """One state that covers."""
        return self._cpa.stop(e, old, pi)

    def prec(
        self, e: PredicateState, pi: PredicatePrecision, old: Collection[PredicateState]
    ) -> tuple[PredicateState, PredicatePrecision]:
        """The state in the words of the predicates at its point."""
        return self._cpa.prec(e, pi, old)

    def is_target(self, e: PredicateState) -> bool:
        """Whether this is an error, or where the graph ends."""
        return self._cpa.is_target(e)
