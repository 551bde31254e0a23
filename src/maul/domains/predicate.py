"""Predicate analysis: an abstract state is a point and a formula over the predicates tracked there.

Comes in: the blocks of a program, and a precision: predicates for each place. Goes out: a
configurable program analysis [Beyer13, section 2, "Predicate Analysis as CPA"]. ``post`` follows
the blocks from a point; ``prec`` says in the predicates of the target what holds after a block,
by Cartesian or Boolean abstraction. States are not merged, and one state covers another when it
follows from it.

Predicates belong to a scope, a location or a whole function, and are used at once wherever it is
entered again, under other call stacks too: the "eager" use that made Blast quicker [McMillan06,
section 3].
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.domains.abstract_post import AbstractPost
from maul.domains.program_graph import beyond_first
from maul.encode.blocks import Beyond
from maul.logic.build import FALSE, TRUE, Term, not_
from maul.logic.sorts import BOOL
from maul.logic.walk import conjuncts
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from maul.domains.abstraction import Abstraction
    from maul.domains.program_graph import ProgramGraph
    from maul.domains.questions import Questions
    from maul.logic.trace import Block

Scope: TypeAlias = "Callable[[Point], Hashable]"

Rule: TypeAlias = "Callable[[tuple[Term, ...], tuple[Term, ...]], tuple[Term, ...]]"
"""The predicates found for a place and those of the parent of a state in; what the state gets."""


def own(found: tuple[Term, ...], _: tuple[Term, ...]) -> tuple[Term, ...]:
    """What was found for the place."""
    return found


def own_or_parents(found: tuple[Term, ...], parents: tuple[Term, ...]) -> tuple[Term, ...]:
    """What was found for the place, "or if there are none, then predicates of its parent"
    [McMillan06, section 3]."""
    return found or parents


@node
class PredicatePrecision:
    """The predicates that are tracked, in the order in which they were found; ``scope`` tells which
    points share them, and ``rule`` what a state at a point gets."""

    scope: Scope
    predicates: Mapping[Hashable, tuple[Term, ...]]
    rule: Rule = own

    def at(self, point: Point, parents: tuple[Term, ...] = ()) -> tuple[Term, ...]:
        """The predicates to track at a point, after a state that was made with ``parents``."""
        return self.rule(self.predicates.get(self.scope(point), ()), parents)

    def with_more(self, found: Iterable[tuple[Point, Term]]) -> PredicatePrecision:
        """The precision with more predicates at some points."""
        predicates = dict(self.predicates)
        for point, predicate in found:
            scope = self.scope(point)
            known = predicates.get(scope, ())
            if predicate not in known and not_(predicate) not in known:
                predicates[scope] = (*known, predicate)
        return PredicatePrecision(self.scope, predicates, self.rule)

    @property
    def size(self) -> int:
        """How many predicates there are."""
        return sum(map(len, self.predicates.values()))


def atoms(formula: Term) -> tuple[Term, ...]:
    """The smallest parts of a formula that are true or false, in their order."""
    found: dict[Term, None] = {}
    seen = {formula}
    stack = [formula]
    while stack:
        part = stack.pop()
        inside = [argument for argument in part.arguments if argument.sort is BOOL]
        if not inside and part.operator != "constant":
            found[part] = None
        new = [argument for argument in dict.fromkeys(inside) if argument not in seen]
        seen.update(new)
        stack += reversed(new)
    return tuple(found)


def by_location(point: Point) -> Hashable:
    """Points of one location share predicates under all call stacks: they speak of the same
    variables, but in recursive functions each activation has its own."""
    return point.location, point.stack.activation


def by_function(point: Point) -> Hashable:
    """Points of one function share predicates."""
    return point.location.function, point.stack.activation


def by_activation(point: Point) -> Hashable:
    """All points share predicates, but for the activations of recursive functions."""
    return point.stack.activation


@node
class PredicateState:
    """The states at a point in which a formula holds, and the predicates it was made with.
    ``via`` is the block that is still to be taken to the point, from where the formula holds; None
    when none is."""

    point: Point | Beyond
    formula: Term
    predicates: tuple[Term, ...] = ()
    via: Block | None = None


class PredicateCpa:
    """The analysis of one program."""

    merges = False

    def __init__(self, graph: ProgramGraph, abstraction: Abstraction, questions: Questions) -> None:
        self._graph = graph
        self._questions = questions
        self._post = AbstractPost(abstraction, questions)
        self._parts: dict[Term, dict[Term, None]] = {}
        self._literals: dict[tuple[Term, ...], frozenset[Term]] = {}

    @property
    def posts(self) -> int:
        """How many abstract successors were computed."""
        return self._post.computed

    @property
    def first(self) -> PredicateState:
        """The state in which the program begins."""
        return PredicateState(self._graph.start, TRUE)

    # ---- the operators -----------------------------------------------------------------------

    def leq(self, e: PredicateState, f: PredicateState) -> bool:
        """Whether the formula of f is shown to follow, at the same point. About a predicate that e
        was made with there is nothing to ask: if it followed, it would be a conjunct."""
        assert e.via is None
        assert f.via is None
        if e.point != f.point:
            return False
        given, decided = self._conjuncts(e.formula), self._decided(e.predicates)
        missing = [part for part in self._conjuncts(f.formula) if part not in given]
        if any(part in decided for part in missing):
            return e.formula is FALSE
        return all(self._questions.entails(e.formula, part) for part in missing)

    def post(self, e: PredicateState, _: PredicatePrecision) -> Iterator[PredicateState]:
        """The states after each block from a point; what lies beyond the encoding first."""
        for block in self.blocks(e.point):
            target = block.target
            assert isinstance(target, Point | Beyond)
            yield PredicateState(target, e.formula, e.predicates, block)

    def merge(
        self, _: PredicateState, old: PredicateState, __: PredicatePrecision
    ) -> PredicateState:
        """States stay apart."""
        return old

    def stop(
        self, e: PredicateState, old: Collection[PredicateState], _: PredicatePrecision
    ) -> PredicateState | None:
        """One state that covers, the same formula before others."""
        if e.formula is FALSE:
            return e
        same = next((f for f in old if f.formula is e.formula and f.point == e.point), None)
        return same or next((f for f in old if self.leq(e, f)), None)

    def prec(
        self, e: PredicateState, pi: PredicatePrecision, _: Collection[PredicateState]
    ) -> tuple[PredicateState, PredicatePrecision]:
        """The state after its block in the words of the predicates at its point."""
        if e.via is None:
            return e, pi
        predicates = self.tracked(e.point, pi, e.predicates)
        found = self._post(e.formula, self._decided(e.predicates), e.via, predicates)
        return PredicateState(e.point, found, predicates), pi

    def is_target(self, e: PredicateState) -> bool:
        """Whether this is an error, or beyond what is encoded."""
        return e.formula is not FALSE and self._graph.is_error(e.point)

    def tracked(
        self, point: Point | Beyond, pi: PredicatePrecision, parents: tuple[Term, ...] = ()
    ) -> tuple[Term, ...]:
        """The predicates at a point, after a state that was made with ``parents``; nothing need be
        known where the search ends."""
        if isinstance(point, Beyond) or self._graph.is_error(point):
            return ()
        return pi.at(point, parents)

    def blocks(self, point: Point | Beyond) -> tuple[Block, ...]:
        """The blocks from a point, first to what lies beyond the encoding."""
        return beyond_first(self._graph.leaving(point))

    def _conjuncts(self, formula: Term) -> dict[Term, None]:
        """The conjuncts in their order, quick to look up."""
        found = self._parts.get(formula)
        if found is None:
            found = self._parts[formula] = dict.fromkeys(conjuncts(formula))
        return found

    def _decided(self, predicates: tuple[Term, ...]) -> frozenset[Term]:
        """The literals that are conjuncts if they follow."""
        found = self._literals.get(predicates)
        if found is None:
            found = frozenset((*predicates, *map(not_, predicates)))
            self._literals[predicates] = found
        return found
