"""What predicate analyses learn from the assertions that refute an error path.

Comes in: the states of a path and an assertion for each. Goes out: the predicates of the assertions
at the points of the states, and the first state that is to know more. Whoever searches goes on from
there: with the conjuncts of assertions that are inductive block by block as predicates, even the
Cartesian abstraction follows them along the path to false.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.logic.build import FALSE, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from maul.domains.predicate import PredicateCpa, PredicatePrecision, PredicateState
    from maul.domains.questions import Questions


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
    it is stale, since the state before it has become stronger."""
    cpa, precision = tracked
    old = [
        number
        for number, state in enumerate(path)
        if state in stale or state.predicates != cpa.tracked(state.point, precision)
    ]
    ignorant = (n for n in old if not questions.entails(path[n].formula, assertions[n]))
    return next(ignorant, old[0] if old else None)


def end_of(path: Sequence[PredicateState]) -> str:
    """An error path for people: where its last block begins."""
    before = path[-2].point
    assert isinstance(before, Point)
    leaving = before.location.leaving
    return f"the path by {leaving[0].span}" if leaving else f"the path by {before.location}"
