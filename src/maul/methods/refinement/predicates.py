"""What predicate analyses learn from the assertions that refute an error path.

Comes in: the states of a path and an assertion for each. Goes out: the predicates of the assertions
at the points of the states, and the first state that is to know more. Whoever searches goes on from
there: with the conjuncts of assertions that are inductive block by block as predicates, even the
Cartesian abstraction follows them along the path to false.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.domains.predicate import PredicatePrecision, PredicateState
from maul.errors import LimitReached
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE, Term
from maul.logic.trace import Trace
from maul.logic.walk import conjuncts
from maul.methods.cegar import Sharper

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from maul.domains.predicate import PredicateCpa
    from maul.domains.questions import Questions
    from maul.methods.paths.inspector import Inspector
    from maul.proofs.verdict import Unsafe

PredicatePath: TypeAlias = tuple[PredicateState, ...]
Sharpened: TypeAlias = Sharper[PredicateState, PredicatePrecision]


class PredicateRefinement:
    """Excludes error paths by predicates, or has them executed. ``predicates`` tells what the
    predicates of an assertion are."""

    def __init__(
        self,
        cpa: PredicateCpa,
        inspector: Inspector,
        questions: Questions,
        precision: PredicatePrecision,
        predicates: Callable[[Term], tuple[Term, ...]] = conjuncts,
    ) -> None:
        self.precision = precision
        self.stale: set[PredicateState] = set()  # made when the state before them was weaker
        self._cpa = cpa
        self._inspector = inspector
        self._questions = questions
        self._predicates = predicates

    def __call__(
        self, path: PredicatePath, learn: Callable[[PredicatePath, Refuted], Sharpened]
    ) -> Unsafe | Sharpened:
        """The execution along an error path, or what is learnt from its refutation; where the graph
        of the program has grown, the path goes on."""
        match self._inspector.inspect(trace_of(self._cpa, path)):
            case Refuted() as refuted:
                return learn(path, refuted)
            case None:
                return Sharper(path[-1], self.precision)
            case execution:
                return execution

    def learn(self, path: PredicatePath, refuted: Refuted) -> Sharpened:
        """Track the predicates of the assertions from the first state on that is to know more."""
        assertions, later = refuted.assertions, path[1:]  # the first state stays
        for parts in (self._predicates, conjuncts):
            self.precision = self.precision.with_more(predicates_of(path, assertions, parts))
            tracked = (self._cpa, self.precision)
            pivot = pivot_in(later, assertions[1:], tracked, self._questions, self.stale)
            if pivot is not None:
                return Sharper(later[pivot], self.precision)
        who = self._inspector.name
        raise LimitReached(f"no progress: {who} gave nothing new for {end_of(path)}")


def trace_of(cpa: PredicateCpa, path: PredicatePath) -> Trace:
    """The blocks between the points of states."""
    return Trace(
        tuple(
            next(block for block in cpa.blocks(a.point) if block.target == b.point)
            for a, b in pairwise(path)
        )
    )


def predicates_of(
    path: Sequence[PredicateState],
    assertions: Sequence[Term],
    parts: Callable[[Term], tuple[Term, ...]],
) -> Iterator[tuple[Point, Term]]:
    """The predicates of assertions at their points."""
    for state, assertion in zip(path, assertions, strict=True):
        if isinstance(state.point, Point) and assertion is not FALSE:
            yield from ((state.point, part) for part in parts(assertion))


def pivot_in(
    path: Sequence[PredicateState],
    assertions: Sequence[Term],
    tracked: tuple[PredicateCpa, PredicatePrecision],
    questions: Questions,
    stale: Collection[PredicateState] = (),
) -> int | None:
    """The number of the first state that would know more if it was made again, and does not know
    its assertion, else of the first one that would know more: there are more predicates now, or
    it is stale, since the state before it has become stronger. The path is one that follows a
    state without predicates."""
    cpa, precision = tracked
    parents = ((), *(state.predicates for state in path))
    old = [
        number
        for number, (state, of_parent) in enumerate(zip(path, parents, strict=False))
        if state in stale or state.predicates != cpa.tracked(state.point, precision, of_parent)
    ]
    ignorant = (n for n in old if not questions.entails(path[n].formula, assertions[n]))
    return next(ignorant, old[0] if old else None)


def end_of(path: Sequence[PredicateState]) -> str:
    """An error path for people: where its last block begins."""
    before = path[-2].point
    assert isinstance(before, Point)
    leaving = before.location.leaving
    return f"the path by {leaving[0].span}" if leaving else f"the path by {before.location}"
