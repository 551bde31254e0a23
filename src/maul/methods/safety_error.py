"""More effective interpolation: reachability, safety and error interpolants [Tian17].

Comes in: a program model and a refuter. Goes out: ``Safe`` with the reached formulas and the safety
interpolants that were used, or ``Unsafe``. The flow is that of [Tian17, Fig. 5] on lazy predicate
abstraction: R-interpolants are its predicates; a state is left out when its path implies a full
safety interpolant (S), and the search ends when a known suffix leads from it to an error (E); what
is explored first may be decided by weights (W). Points that cannot reach an error are gone before
the search begins (``maul.cfa.transform.prune``) [Tian17, IV.A].

Both uses are confirmed before they count. When it is only the path, and not the state's formula,
that implies a safety interpolant, the labels on the path are strengthened, as in forced covering
[McMillan06, Fig. 6]: then they are inductive and can be certified. And what an error interpolant
promises is a path that has to be feasible as a whole.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.cfa.order import loop_heads
from maul.cfa.transform.prune import reaching_error
from maul.domains.predicate import PredicateState
from maul.encode.blocks import Beyond
from maul.errors import LimitReached, Unsupported
from maul.events import Spared
from maul.explore.cpa_algorithm import Look
from maul.explore.weights import Weights
from maul.interpolate.protocol import Feasible, Refuted
from maul.interpolate.refuter import decide
from maul.interpolate.safety_error import (
    ErrorInterpolants,
    Interpolation,
    SafetyInterpolants,
    Spurious,
    is_implied,
)
from maul.logic.build import FALSE, TRUE, Term, and_, not_, or_
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition
from maul.methods.predicate_abstraction import Cegar, PredicateStyle, style_for
from maul.node import value
from maul.run import Allowance, Prospects

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from maul.cfa.model import Cfa
    from maul.domains.predicate import PredicateCpa, PredicatePrecision
    from maul.explore.reached import Entry, Key
    from maul.interpolate.safety_error import Disjunct
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Unsafe, Verdict
    from maul.run import Run


Path: TypeAlias = tuple[PredicateState, ...]
MOST_IMPLIED = 2  # times that a safety interpolant follows at a point from the path alone


@value
class Mode:
    """What is used beside reachability interpolants."""

    safety: bool = False
    error: bool = False
    weights: bool = False


MODES = {
    "R": Mode(),
    "R+E": Mode(error=True),
    "R+S": Mode(safety=True),
    "R+S+E": Mode(safety=True, error=True),
    "R+S+W": Mode(safety=True, weights=True),
    "R+S+E+W": Mode(safety=True, error=True, weights=True),
}


def safety_error(mode: Mode, cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program in a mode."""
    return SafetyError(mode, cfa, setting, run).verdict()


class SafetyError(Cegar):
    """One verification. ``left_out`` counts the states beyond which nothing was explored because
    of a safety interpolant, ``foreseen`` the errors that an error interpolant told of."""

    def __init__(self, mode: Mode, cfa: Cfa, setting: Setting, run: Run) -> None:
        style = style_for(setting.blocks)
        self._without_weights = style.order
        if mode.weights:
            style = PredicateStyle(
                style.abstraction, style.predicates, style.scope, self._by_weight, style.refine
            )
        super().__init__(style, cfa, setting, run)
        self.mode = mode
        self.left_out = self.foreseen = 0
        self.allowance = Allowance()
        craig = Interpolation(  # these are no error paths
            setting.refuter, setting.provers, self.allowance
        )
        self._provers = setting.provers
        graph = Blocks(self.cpa)
        reaching = reaching_error(cfa)
        heads = frozenset(at for automaton in cfa.automata() for at in loop_heads(automaton))
        self.weights = Weights(graph.leaving)
        self.error = ErrorInterpolants(craig)
        self.safety = SafetyInterpolants(
            graph,
            lambda place: isinstance(place, Point) and place.location not in reaching,
            craig,
            self._follows,
            lambda place: isinstance(place, Point) and place.location in heads,
        )
        self._craig = craig
        self._used: dict[Hashable, None] = {}
        self._prospects: dict[tuple[str, Hashable], Prospects] = {}
        self._implied: Counter[Hashable] = Counter()
        self._orders: dict[int, Key] = {}  # without weights, by the numbers of states
        self._found: Unsafe | None = None

    def tell(self) -> None:
        """Say how far the search has come."""
        super().tell()
        self.run.emit(Spared(self.reached.added, self.left_out, self.foreseen))

    # ---- Fig. 5: a state whose turn it is ----

    def look(self, e: PredicateState) -> Look:
        """Leave out what is beyond a state that is safe; stop at one with an error ahead."""
        if not self.mode.safety and not self.mode.error:
            return Look.EXPLORE
        for edge in self.cpa.blocks(e.point):
            self.weights.meet(edge)
        if not self._is_crossing(e):
            return Look.EXPLORE
        with self.allowance.spend():
            found = self._ahead(e)
        if found is not Look.EXPLORE:
            self.allowance.earn()
        return found

    def _ahead(self, e: PredicateState) -> Look:
        """What safety and error interpolants tell of what comes after a state."""
        path = self.reached.path(e)
        if self.mode.safety and (safe := self._safe(path)) is not None:
            self.left_out += 1
            self._used[e.point] = None
            self._pass_on(safe)
            return Look.LEAVE_OUT
        if self.mode.error:
            self._found = self._error_ahead(e, path)
            if self._found is not None:
                self.foreseen += 1
                return Look.STOP
        return Look.EXPLORE

    def _is_crossing(self, e: PredicateState) -> bool:
        """Whether ways part before a state or come together there, or not all is known about the
        state before. At any other one nothing can be said that was not said before."""
        before = self.reached.parent(e)
        return (
            before is None
            or len(self.cpa.blocks(before.point)) > 1
            or self.weights.entering(e.point) > 1
            or (self.safety.is_full(e.point) and not self.safety.is_full(before.point))
        )

    def refute(self, target: PredicateState) -> Unsafe | None:
        """Exclude the path to a target, or execute it."""
        return self._found or super().refute(target)

    def learn(self, path: Path, refuted: Refuted) -> None:
        """Update S-Interp, E-Interp and R-Interp."""
        if self.mode.safety or self.mode.error:
            with self.allowance.spend():
                self._update(Spurious(refuted, self._provers, self.allowance))
        super().learn(path, refuted)
        if self.mode.weights:
            self.reached.reorder()

    def _update(self, path: Spurious) -> None:
        if self.mode.safety:
            full = self.safety.update(path)
            if self.mode.weights:
                last = path.places[path.last_reachable]
                self.weights.update(full, None if self.safety.is_full(last) else last)
        if self.mode.error:
            self.error.update(path)

    def labels(self) -> dict[Hashable, Term]:
        """What holds at each point: a formula that was reached, or a safety interpolant."""
        found = super().labels()
        for place, term in self.safety.labels(self._used).items():
            found[place] = or_(found[place], term) if place in found else term
        return found

    # ---- S ----

    def _follows(self, premise: Term, conclusion: Term) -> bool:
        """Whether a conclusion is shown to follow, also from nothing."""
        if premise is TRUE:
            return conclusion is TRUE or self.questions.model(not_(conclusion)) is None
        return self._entails(premise, conclusion)

    def _entails(self, premise: Term, conclusion: Term) -> bool:
        """The same of the formula of a state, within the time that there is."""
        return self.questions.entails(premise, conclusion, self._craig.patience)

    def _safe(self, path: Path) -> Path | None:
        """A path if F(l) = f at its end and it implies I_s(l): then its last formula does, too."""
        e = path[-1]
        if not self.safety.is_full(e.point):
            return None
        prospects = self._prospects.setdefault(("S", e.point), Prospects())
        if not prospects.are_good() or not self._craig.patience:
            return None
        safe = self.safety.interpolant(e.point)
        found = path if self._entails(e.formula, safe) else self._implying(path, safe)
        prospects.tell(success=found is not None)
        return found

    def _implying(self, path: Path, safe: Term) -> Path | None:
        """A path that implies what its last formula does not, strengthened so that it does."""
        if len(path) == 1 or len({state.point for state in path}) < len(path):
            return None  # what only so many rounds of a loop imply would have it unrolled
        point = path[-1].point
        if self._implied[point] >= MOST_IMPLIED:
            return None  # a place at which every path has its own reasons
        refuted = self._craig.refute(self.trace(path).blocks, safe)
        if refuted is None or FALSE in refuted.assertions[: len(path)]:
            return None  # a path that cannot be executed is a matter of R
        found = self._strengthened(path, refuted.assertions)
        self._implied[point] += found is not None
        return found

    def _strengthened(self, path: Path, assertions: Sequence[Term]) -> Path | None:
        """A path with assertions added to its formulas, where they do not follow anyway; None when
        states are covered by one of those: they would come back. What predicates say of a stronger
        formula has not been asked, so it was made with none."""
        stronger = {
            state: PredicateState(state.point, and_(state.formula, phi))
            for state, phi in zip(path, assertions, strict=False)
            if not self._entails(state.formula, phi)
        }
        if any(self.reached.is_covering(state) for state in stronger):
            return None
        for state, narrowed in stronger.items():
            self.reached.narrow(state, narrowed)
            self.stale.update(self.reached.children(narrowed))
        return tuple(stronger.get(state, state) for state in path)

    def _pass_on(self, path: Path) -> None:
        """Let the places before a state that is left out know that nothing happens there."""
        full: list[Hashable] = []
        blocks = self.trace(path).blocks
        for i in range(len(blocks) - 1, -1, -1):
            before, after = path[i], path[i + 1]
            was_full = self.safety.is_full(before.point)
            if not self.safety.pass_on(blocks[i], before.formula, after.formula):
                break
            if not was_full:
                full.append(before.point)
        if self.mode.weights:
            self.weights.update(full, None)

    # ---- E ----

    def _error_ahead(self, e: PredicateState, path: Path) -> Unsafe | None:
        """An execution that goes on by the suffix of an error interpolant at a state."""
        prospects = self._prospects.setdefault(("E", e.point), Prospects())
        for disjunct in self.error.disjuncts(e.point) if self._craig.patience else ():
            if self._entails(e.formula, not_(disjunct.formula)):
                continue
            if not prospects.are_good() or not self._craig.patience:
                return None
            found = self._execution(path, disjunct)
            prospects.tell(success=found is not None)
            if found is not None:
                return found
        return None

    def _execution(self, path: Path, disjunct: Disjunct) -> Unsafe | None:
        """The execution along a path and a suffix; without one a disjunct that the path implies
        was wrong about it, and is refined."""
        prefix = self.trace(path).blocks
        trace = Trace((*prefix, *disjunct.suffix))
        answer = decide(trace, self._provers, self._craig.patience)
        if isinstance(answer, Feasible):
            if isinstance(trace.blocks[-1].target, Beyond):
                self.error.refine(path[-1].point, disjunct, TRUE)  # where nothing is known
                return None
            return self._executed(path[-1].point, disjunct, trace)
        patience = self._craig.patience
        if (
            answer is None
            and patience
            and is_implied(prefix, disjunct.formula, self._provers, patience)
        ):
            safe = self._craig.weakest_along(disjunct.suffix) or self._between(trace, len(prefix))
            self.error.refine(path[-1].point, disjunct, safe)
        return None

    def _executed(self, at: Point | Beyond, disjunct: Disjunct, trace: Trace) -> Unsafe | None:
        """The execution along a feasible trace; without one, because it is feasible only over
        integers, or undefined, the disjunct is of no use."""
        places = (trace.blocks[0].source, *(block.target for block in trace.blocks))
        try:
            return self.paths.execution(tuple(p for p in places if isinstance(p, Point)))
        except (LimitReached, Unsupported):
            self.run.tick()
            self.error.refine(at, disjunct, TRUE)
            return None

    def _between(self, trace: Trace, position: int) -> Term:
        """What holds at a position of a trace that is not feasible, and excludes the rest of it;
        true when nothing is found."""
        refuted = self._craig.excluded(trace)
        return TRUE if refuted is None else refuted.assertions[position]

    # ---- W ----

    def _by_weight(self, entry: Entry[PredicateState, PredicatePrecision]) -> Key:
        """As without weights, but of the states of one depth those of the heaviest edges first."""
        order = self._orders.get(entry.number)
        if order is None:
            order = self._orders[entry.number] = self._without_weights(entry)
        if entry.parent is None:
            return order
        before, point = entry.parent.state.point, entry.state.point
        edge = next(edge for edge in self.cpa.blocks(before) if edge.target == point)
        kind, weight = self.weights.rank(edge)
        *depth, number = order
        return (*depth, -kind, -weight, number)


class Blocks:
    """The program as a graph of the blocks that the analysis follows. What cannot be encoded, which
    matters only to those who get there, leads to where nothing is known."""

    def __init__(self, cpa: PredicateCpa) -> None:
        self._cpa = cpa
        self._unsupported: dict[Point, tuple[Block, ...]] = {}

    @property
    def start(self) -> Hashable:
        """Where every execution begins."""
        return self._cpa.first.point

    def leaving(self, place: Hashable) -> Sequence[Block]:
        """The blocks from a point."""
        if not isinstance(place, Point) or self.is_error(place):
            return ()
        if place not in self._unsupported:
            try:
                return self._cpa.blocks(place)
            except Unsupported:
                nothing = Transition((), {}, ())
                self._unsupported[place] = (Block(place, Beyond(place), nothing),)
        return self._unsupported[place]

    def is_error(self, place: Hashable) -> bool:
        """Whether this is an error, or beyond what is encoded."""
        return isinstance(place, Point | Beyond) and self._cpa.is_error(place)
