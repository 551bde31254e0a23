"""More effective interpolation: reachability, safety and error interpolants [Tian17].

Comes in: a program model and a refuter. Goes out: ``Safe`` with the reached formulas and the safety
interpolants that were used, or ``Unsafe``. The flow is that of [Tian17, Fig. 5] on lazy predicate
abstraction: R-interpolants are its predicates; what safety (S) and error (E) interpolants say of
a state whose turn it is, an analysis around it knows (``maul.methods.foresight``); a path that
cannot be executed updates all three; and what is explored first may be decided by weights (W).
Points that cannot reach an error are gone before the search begins (``maul.cfa.transform.prune``)
[Tian17, IV.A].
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.cfa.order import loop_heads
from maul.cfa.transform.prune import reaching_error
from maul.choices import BlockSize
from maul.encode.blocks import Beyond
from maul.errors import Unsupported
from maul.events import Spared
from maul.explore.weights import Weights
from maul.interpolate.safety_error import (
    ErrorInterpolants,
    Interpolation,
    SafetyInterpolants,
    Spurious,
    one_source,
)
from maul.logic.build import TRUE, Term, not_, or_
from maul.logic.trace import Block
from maul.logic.transition import Transition
from maul.methods.cegar import Search, cegar
from maul.methods.foresight import ForesightCpa
from maul.methods.predicate_abstraction import CHOSEN, PredicateSearch, style_for
from maul.methods.refinement.interpolants import Learnt, Mode
from maul.methods.setting import MethodEntry
from maul.node import replace

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from maul.cfa.model import Cfa
    from maul.domains.predicate import PredicateCpa, PredicatePrecision, PredicateState
    from maul.domains.program_graph import ProgramGraph
    from maul.explore.reached import Entry, Key
    from maul.interpolate.protocol import Refuted
    from maul.methods.predicate_abstraction import States
    from maul.methods.refinement.predicates import PredicatePath, Sharpened
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Unsafe, Verdict
    from maul.run import Run

LEFT_TO_RIGHT = "left-to-right"
ORDER = f"{LEFT_TO_RIGHT}; with large blocks breadth-first"
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


def _entry(mode: str, advice: str) -> MethodEntry:
    return MethodEntry(
        f"interp:{mode}",
        partial(safety_error, MODES[mode]),
        "[Tian17]",
        advice,
        choices=tuple({**dict(CHOSEN), "order": ORDER}.items()),
    )


R = _entry("R", "predicate abstraction with reachability interpolants only, to compare with")
R_E = _entry(
    "R+E", "stops as soon as the way to a known error path is open: bugs behind many branches"
)
R_S = _entry("R+S", "leaves out what lies behind states that are known to be safe: many branches")
R_S_E = _entry("R+S+E", "both")
R_S_W = _entry("R+S+W", "safe states, and the branches first that make them known early")
R_S_E_W = _entry("R+S+E+W", "all of these: the paper's best")


def _depth_first(setting: Setting) -> Setting:
    """The same with the order of [Tian17, Fig. 5], unless the user has chosen another one."""
    return replace(setting, choices=(("order", LEFT_TO_RIGHT), *setting.choices))


class SafetyError:
    """One verification: predicate abstraction, and what it learns beside predicates."""

    def __init__(self, mode: Mode, cfa: Cfa, setting: Setting, run: Run) -> None:
        self._is_small = setting.blocks != BlockSize.LARGE
        style = style_for(_depth_first(setting) if self._is_small else setting)
        self._without_weights = style.order
        self._orders: dict[int, Key] = {}  # without weights, by the numbers of states
        if mode.weights:
            style = replace(style, order=self._by_weight)
        self.mode = mode
        self.predicate = PredicateSearch(style, cfa, setting, run)
        self.reached = self.predicate.reached
        self.learnt = self._interpolants(cfa, setting)
        self.foresight = ForesightCpa(
            self.predicate.cpa,
            self.learnt,
            self.reached,
            self.predicate.questions,
            self.predicate.inspector,
            run,
        )
        self.predicate.refinement.stale = self.foresight.stale
        self._run = run

    def _interpolants(self, cfa: Cfa, setting: Setting) -> Learnt:
        """What is known before the first path was looked at."""
        # Between large blocks interpolants of paths to no error take more time than they spare.
        refuter = one_source(setting.refuter, setting.provers) if self._is_small else None
        craig = Interpolation(refuter, setting.provers)
        graph = BlocksAhead(self.predicate.cpa, self.predicate.inspector.graph)
        reaching = reaching_error(cfa)
        heads = frozenset(at for automaton in cfa.automata() for at in loop_heads(automaton))
        safety = SafetyInterpolants(
            graph,
            lambda place: isinstance(place, Point) and place.location not in reaching,
            craig,
            self._follows,
            lambda place: isinstance(place, Point) and place.location in heads,
        )
        error, weights = ErrorInterpolants(craig), Weights(graph.leaving)
        return Learnt(self.mode, safety, error, weights, craig)

    def _follows(self, premise: Term, conclusion: Term) -> bool:
        """Whether a conclusion is shown to follow, also from nothing."""
        questions = self.predicate.questions
        if premise is TRUE:
            return conclusion is TRUE or questions.model(not_(conclusion)) is None
        return questions.entails(premise, conclusion)

    @property
    def _looks_ahead(self) -> bool:
        return self.mode.safety or self.mode.error

    def verdict(self) -> Verdict:
        """Explore and refine until there is no error, or one that is real."""
        predicate, reached = self.predicate, self.reached
        cpa = self.foresight if self._looks_ahead else predicate.cpa
        reached.add(predicate.cpa.first, predicate.refinement.precision, None)
        search = Search(cpa, reached, self._run, labels=self.labels, tell=self.tell)
        return cegar(search, self._refine, predicate.inspector.safe)

    def _refine(self, path: PredicatePath) -> Unsafe | Sharpened:
        """The execution along an error path, foreseen or not, or what is learnt from it."""
        foreseen = self.foresight.executions.get(path[-1])
        return foreseen or self.predicate.refinement(path, self.learn)

    def learn(self, path: PredicatePath, refuted: Refuted) -> Sharpened:
        """Update S-Interp, E-Interp and R-Interp [Tian17, Fig. 5]."""
        if self._looks_ahead:
            self.learnt.update(Spurious(refuted, self.learnt.craig.provers))
        found = self.predicate.learn(path, refuted)
        if self.mode.weights:
            self.reached.reorder()
        return found

    def labels(self, reached: States) -> dict[Hashable, Term]:
        """What holds at each point: a formula that was reached, or a safety interpolant."""
        found = self.predicate.labels(reached)
        for place, term in self.learnt.safety.labels(self.foresight.used).items():
            found[place] = or_(found[place], term) if place in found else term
        return found

    def tell(self, reached: States) -> None:
        """Say how far the search has come."""
        self.predicate.tell(reached)
        ahead = self.foresight
        self._run.emit(Spared(reached.added, ahead.left_out, len(ahead.executions)))

    # ---- W [Tian17, IV.B] ----

    def _by_weight(self, entry: Entry[PredicateState, PredicatePrecision]) -> Key:
        """As without weights, but of states between which only their age decides those of the
        heaviest edges first: depth first, the branches of the last state."""
        order = self._orders.get(entry.number)
        if order is None:
            order = self._orders[entry.number] = self._without_weights(entry)
        if entry.parent is None:
            return order
        before, point = entry.parent.state.point, entry.state.point
        edges = self.predicate.cpa.blocks(before)
        edge = next((edge for edge in edges if edge.target == point), None)
        if edge is None:  # an error that was foreseen
            return order
        kind, weight = self.learnt.weights.rank(edge)
        has_number = abs(order[-1]) == entry.number  # which only tells states of one rank apart
        rank, number = (order[:-1], order[-1:]) if has_number else (order, ())
        return (*rank, -kind, -weight, *number)


class BlocksAhead:
    """The program as a graph of the blocks that the analysis follows. What cannot be encoded, which
    matters only to those who get there, leads to where nothing is known."""

    def __init__(self, cpa: PredicateCpa, graph: ProgramGraph) -> None:
        self._cpa = cpa
        self._graph = graph
        self._unsupported: dict[Point, tuple[Block, ...]] = {}

    @property
    def start(self) -> Hashable:
        """Where every execution begins."""
        return self._graph.start

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
        return isinstance(place, Beyond) or self._graph.is_error(place)
