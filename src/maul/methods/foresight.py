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

from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.domains.predicate import PredicateState
from maul.errors import LimitReached, Unsupported
from maul.interpolate.safety_error import PathQuestions
from maul.logic.build import FALSE, TRUE, Term, and_, not_
from maul.logic.trace import Trace
from maul.methods.refinement.predicates import trace_of

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

    from maul.domains.predicate import PredicateCpa, PredicatePrecision
    from maul.domains.questions import Questions
    from maul.explore.reached import Reached
    from maul.interpolate.safety_error import Disjunct
    from maul.logic.trace import Block
    from maul.methods.paths.inspector import Inspector
    from maul.methods.refinement.interpolants import Learnt
    from maul.methods.refinement.predicates import PredicatePath
    from maul.proofs.verdict import Unsafe
    from maul.run import Run

Suffix: TypeAlias = "tuple[Block, ...]"


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
        self._paths = PathQuestions(learnt.craig.provers, run.left)
        self._in_vain: dict[PredicateState, Term] = {}  # safety interpolants that do not follow
        self._no_way: dict[PredicateState, set[Suffix]] = {}  # suffixes that cannot be taken

    # ---- Fig. 5 ----

    def post(self, e: PredicateState, pi: PredicatePrecision) -> Iterable[PredicateState]:
        """Nothing when the state is safe, the error ahead if there is one, else what follows:
        the cases (1), (2) and (3) of [Tian17, III.C]."""
        for edge in self._cpa.blocks(e.point):
            self._learnt.weights.meet(edge)
        path = self._reached.path(e)
        if self._learnt.mode.safety and self._is_safe(path):
            return ()
        error = self._error_ahead(path) if self._learnt.mode.error else None
        return self._cpa.post(e, pi) if error is None else (error,)

    # ---- S ----

    def _is_safe(self, path: PredicatePath) -> bool:
        """Whether no error lies ahead of the end of a path; the places before learn of it."""
        safe = self._safe(path)
        if safe is None:
            return False
        self.left_out += 1
        self.used[path[-1].point] = None
        if self._learnt.pass_on(trace_of(self._cpa, safe).blocks, safe):
            self._reached.reorder()
        return True

    def _safe(self, path: PredicatePath) -> PredicatePath | None:
        """A path if F(l) = f at its end and it implies I_s(l): then its last formula does, too.
        What did not follow is asked again only when it has changed."""
        e, safety = path[-1], self._learnt.safety
        safe = safety.interpolant(e.point)
        if not safety.is_full(e.point) or self._in_vain.get(e) is safe:
            return None
        if self._questions.entails(e.formula, safe):
            return path
        found = self._implying(path, safe)
        if found is None:
            self._in_vain[e] = safe
        return found

    def _implying(self, path: PredicatePath, safe: Term) -> PredicatePath | None:
        """A path that implies what its last formula does not, strengthened so that it does."""
        if len(path) == 1 or len({state.point for state in path}) < len(path):
            return None  # what only so many rounds of a loop imply would have it unrolled
        blocks = trace_of(self._cpa, path).blocks
        if not self._paths.implies(blocks, safe) or not self._paths.is_feasible(blocks):
            return None  # a path that cannot be executed is a matter of R
        return self._strengthen(path, self._needed(path, blocks, safe))

    def _needed(
        self, path: PredicatePath, blocks: Sequence[Block], safe: Term
    ) -> dict[PredicateState, Term] | None:
        """What the states of a path have to say for its end to be safe: weakest preconditions, back
        to a state that knows enough; where they have no short form, interpolants of the path."""
        craig, found, goal = self._learnt.craig, dict[PredicateState, Term](), safe
        for i in range(len(blocks), -1, -1):
            if self._questions.entails(path[i].formula, goal):
                return found
            found[path[i]] = goal
            weaker = craig.weakest(blocks[i - 1], goal) if i else None
            if weaker is None:
                break
            goal = weaker
        refuted = craig.refute(tuple(blocks), safe)
        if refuted is None or FALSE in refuted.assertions[: len(path)]:
            return None
        entails, needed = self._questions.entails, zip(path, refuted.assertions, strict=False)
        return {state: phi for state, phi in needed if not entails(state.formula, phi)}

    def _strengthen(
        self, path: PredicatePath, needed: Mapping[PredicateState, Term] | None
    ) -> PredicatePath | None:
        """Let states of a path say what they have to; None when that is not known, or states are
        covered by one of those: they would come back. What predicates say of a stronger formula has
        not been asked, so it was made with none."""
        if needed is None or any(map(self._reached.is_covering, needed)):
            return None
        stronger = {
            state: PredicateState(state.point, and_(state.formula, phi))
            for state, phi in needed.items()
        }
        for state, narrowed in stronger.items():
            self._reached.narrow(state, narrowed)
            self.stale.update(self._reached.children(narrowed))
        return tuple(stronger.get(state, state) for state in path)

    # ---- E ----

    def _error_ahead(self, path: PredicatePath) -> PredicateState | None:
        """The error that is reached from the end of a path by the suffix of an error interpolant,
        if it is executed. A state shares the suffixes that cannot be taken with the state before
        it, as far as they go on by the block between them."""
        e, disjuncts = path[-1], self._learnt.error.disjuncts(path[-1].point)
        if not disjuncts:
            return None
        blocks = trace_of(self._cpa, path).blocks
        no_way = self._no_way.setdefault(e, set())
        if blocks:
            before = self._no_way.get(path[-2], ())
            no_way.update(suffix[1:] for suffix in before if suffix[0] is blocks[-1])
        for disjunct in disjuncts:
            if disjunct.suffix in no_way:
                continue
            no_way.add(disjunct.suffix)
            if self._questions.entails(e.formula, not_(disjunct.formula)):
                continue
            execution = self._execute(blocks, e.point, disjunct)
            if execution is not None:
                error = disjunct.suffix[-1].target
                assert isinstance(error, Point)
                found = PredicateState(error, TRUE)
                self.executions[found] = execution
                return found
        return None

    def _execute(
        self, prefix: tuple[Block, ...], at: Hashable, disjunct: Disjunct
    ) -> Unsafe | None:
        """The execution along a path and a suffix; without one a disjunct that the path implies
        was wrong about it, and is refined."""
        craig, error = self._learnt.craig, self._learnt.error
        trace, paths = Trace((*prefix, *disjunct.suffix)), self._paths
        if paths.is_feasible(trace.blocks):
            found = self._executed(trace)
            if found is None:
                error.refine(at, disjunct, TRUE)
            return found
        if (
            paths.is_infeasible(trace.blocks)
            and paths.implies(prefix, disjunct.formula)
            and paths.is_feasible(prefix)
        ):
            safe = craig.weakest_along(disjunct.suffix)
            if safe is None:  # what excludes the suffix and holds before it, if that is found
                refuted = craig.excluded(trace)
                safe = TRUE if refuted is None else refuted.assertions[len(prefix)]
            error.refine(at, disjunct, safe)
        return None

    def _executed(self, trace: Trace) -> Unsafe | None:
        """The execution along a feasible trace; none where the graph ends, or what is feasible
        over integers only, or undefined."""
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
