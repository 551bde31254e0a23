"""Quantifier elimination that knows what to try first, and the traps.

Comes in: a term with quantifiers, or facts with symbols to forget. Goes out: an equivalent without
them, or a reason to give up. Only the facts about a symbol are touched: ``exists`` moves inward
past the others, and over a disjunction. Definitions are used up first, facts about dead symbols
alone are asked of a prover [Dietsch17, section 7: DER, UPD]; then come bounds, arrays and cases;
then, for the smallest connected part of what is left, z3's elimination, but never for arrays,
floats or functions, about which it is wrong or does not come back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.logic.build import FALSE, TRUE, Term, and_, exists, not_
from maul.logic.forget import (
    Facts,
    Fresh,
    Moved,
    blurred,
    cases,
    connected,
    is_closed,
    joined,
    moved_outward,
    read_through,
    resolve,
    unread,
    unwritten,
    without_bounds,
)
from maul.logic.free import QUANTIFIERS, free_symbols
from maul.logic.sorts import BOOL, INT, REAL, Array, BitVec
from maul.logic.terms import bound_of
from maul.logic.walk import dag_size, has_quantifier, rewrite, substitute, subterms
from maul.run import Deadline
from maul.smt.allowance import A_SECOND, allowed, is_used_up, spend
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat
from maul.smt.solvers.z3.eliminator import Z3Eliminator

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maul.smt.protocols import Answer, MakeProver

DEPTH = 4  # of cases within cases
BRANCHES = 32  # of all cases of one question
FEW_BRANCHES = 8
MOVES = 200  # of symbols in one question, lest they go in circles
ELIMINATING = 30 * A_SECOND  # steps for one elimination by z3 when nothing else is to be done
CHECK = A_SECOND  # steps for one question about satisfiability
GROWTH = 20  # an equivalent that is larger by such a factor is no help
ROUNDS = 3  # of weakening, each one operation further outward
LARGEST = 2000  # subterms of facts that are worth the trouble
A_SUBTERM = 20  # steps for looking at a subterm
SMALL = 200  # but this many subterms always are


def eliminate(term: Term, provers: MakeProver, seconds: float) -> Term | GaveUp:
    """An equivalent term without quantifiers."""
    return _eliminated(term, provers, seconds, Projection.forget)


def eliminate_plainly(term: Term, provers: MakeProver, seconds: float) -> Term | GaveUp:
    """The same where that takes few cases and no elimination by z3: soon, or not at all."""
    return _eliminated(term, provers, seconds, Projection.forget_plainly)


def _eliminated(term: Term, provers: MakeProver, seconds: float, forget: Forget) -> Term | GaveUp:
    if not has_quantifier(term):
        return term
    left = Deadline(seconds)
    fresh = Fresh(part for part in subterms(term) if part.operator == "symbol")

    def step(part: Term) -> Term:
        if part.operator not in QUANTIFIERS:
            return part
        body = part.arguments[0]
        facts = Facts((body if part.operator == "exists" else not_(body),))
        projection = Projection(left, fresh, provers, patience=ELIMINATING)
        if forget(projection, facts, bound_of(part)):
            raise _Stuck
        return facts.term() if part.operator == "exists" else not_(facts.term())

    try:
        return rewrite(term, step)
    except _Stuck:
        return GaveUp("a quantifier is left") if left() else TIME_LIMIT


class _Stuck(Exception):
    """A quantifier that stays."""


Forget: TypeAlias = "Callable[[Projection, Facts, Iterable[Term]], tuple[Term, ...]]"


class Projection:
    """Forgets symbols within a time limit; ``patience`` is how many steps one question to z3's
    elimination may take."""

    def __init__(self, left: Deadline, fresh: Fresh, provers: MakeProver, patience: int) -> None:
        self._left = left
        self._fresh = fresh
        self._provers = provers
        self._patience = patience
        self._branches = self._moves = 0
        self._may_ask = True

    def forget(self, facts: Facts, dead: Iterable[Term]) -> tuple[Term, ...]:
        """Make ``exists dead. facts`` of facts; the dead symbols that stay, with what is said of
        them."""
        self._branches, self._moves = BRANCHES, MOVES
        self._may_ask = True
        return self._forget(facts, dead, DEPTH)

    def forget_plainly(self, facts: Facts, dead: Iterable[Term]) -> tuple[Term, ...]:
        """The same with few cases, and without asking z3 to eliminate anything."""
        self._branches, self._moves = FEW_BRANCHES, MOVES
        self._may_ask = False
        return self._forget(facts, dead, DEPTH)

    def forget_if_possible(self, facts: Facts, dead: Sequence[Term]) -> None:
        """Forget those of the symbols that can be, and leave the facts about the others alone."""
        for group, about in connected(facts, dead):
            trial = Facts(about)
            if not facts.is_false and not self.forget(trial, group):
                facts.remove(*about)
                facts.add(*trial)

    def weaken(self, facts: Facts, dead: Iterable[Term]) -> None:
        """Forget symbols that stay otherwise, with as little else as is easily done."""
        if isinstance(self._check(tuple(facts)), Unsat):
            facts.add(FALSE)
            return
        self._branches, self._moves = BRANCHES, MOVES
        self._may_ask = False
        waiting: Sequence[Term] = tuple(dead)
        for _ in range(ROUNDS):
            about = dict.fromkeys([fact for x in waiting for fact in facts.mentioning(x)])
            facts.remove(*about)
            if dag_size(*about) > LARGEST:
                return
            weaker = blurred(tuple(about), waiting, self._fresh)
            facts.add(*weaker.facts)
            waiting = self._forget(facts, weaker.new, DEPTH)
        facts.remove(*dict.fromkeys([fact for x in waiting for fact in facts.mentioning(x)]))

    def _forget(self, facts: Facts, dead: Iterable[Term], depth: int) -> tuple[Term, ...]:
        stuck: list[Term] = []
        for group, about in connected(facts, resolve(facts, dead, self._fresh)):
            spend(A_SUBTERM * dag_size(*about))
            if not self._left() or is_used_up():
                stuck += group
                continue
            found, left = self._without(about, group, depth)
            stuck += left
            facts.remove(*about)
            facts.add(*found)
            if facts.is_false:
                return ()
        return tuple(stuck)

    def _without(
        self, facts: Sequence[Term], dead: tuple[Term, ...], depth: int
    ) -> tuple[Sequence[Term], tuple[Term, ...]]:
        """Facts equivalent to ``exists dead. facts``, where no dead symbol has a definition, and
        the symbols that they still have to be quantified over."""
        if is_closed(facts, dead):
            decided = self._decided(facts)
            return (facts, dead) if decided is None else (decided, ())
        if dag_size(*facts) > LARGEST:
            return facts, dead
        rest, stuck = facts, dead
        found: Sequence[Term] | None = None
        moved = self._moved(facts, dead)
        if moved is not None:
            again = Facts(moved.facts)
            stuck = self._forget(again, (*dead, *moved.new), depth)
            rest = tuple(again)
            found = None if stuck else rest
        elif depth:
            found = self._by_cases(facts, dead, depth)
        if found is None:
            found = self._by_solver(facts, dead)
        return (rest, stuck) if found is None else (found, ())

    def _decided(self, facts: Sequence[Term]) -> Sequence[Term] | None:
        """Facts about dead symbols alone can all hold or cannot: UPD of [Dietsch17, section 7]."""
        answer = self._check(facts)
        match answer:
            case Sat():
                return ()
            case Unsat():
                return (FALSE,)
        return None

    def _check(self, facts: Sequence[Term]) -> Answer:
        with allowed(CHECK):
            return self._provers(facts).check(facts, seconds=self._left())

    def _moved(self, facts: Sequence[Term], dead: Iterable[Term]) -> Moved | None:
        """The facts with a dead symbol gone, or where it can be dealt with."""
        self._moves -= 1
        if self._moves <= 0:
            return None
        has_arrays = any(isinstance(part.sort, Array) for part in subterms(*facts))
        for x, about in _mentioning(facts, dead).items():
            if not self._left():
                return None
            moved = self._move(about, x, has_arrays=has_arrays)
            if moved is not None:
                touched = frozenset(about)
                rest = [fact for fact in facts if fact not in touched]
                return Moved((*rest, *moved.facts), moved.new)
        return None

    def _move(self, about: Sequence[Term], x: Term, *, has_arrays: bool) -> Moved | None:
        """Facts about a symbol that say the same without it, or are simpler."""
        bounded = without_bounds(about, x)
        if bounded is not None:
            return Moved(bounded, ())
        simpler = (unwritten(about) or read_through(about, x)) if has_arrays else None
        if simpler is not None:
            return Moved(simpler, ())
        found = moved_outward(about, x, self._fresh)
        if found is None and isinstance(x.sort, Array):
            found = unread(about, x, self._fresh)
        return found

    def _by_cases(
        self, facts: Sequence[Term], dead: tuple[Term, ...], depth: int
    ) -> Sequence[Term] | None:
        """The disjunction of what is left in each case."""
        split = _fewest_cases(facts, dead)
        if split is None or len(split) > self._branches:
            return None
        self._branches -= len(split)
        branches = []
        for case in split:
            branch = Facts(case)
            if branch.is_false or isinstance(self._check(tuple(branch)), Unsat):
                continue
            if self._forget(branch, dead, depth - 1):
                return None
            branches.append(tuple(branch))
        return joined(branches)

    def _by_solver(self, facts: Sequence[Term], dead: tuple[Term, ...]) -> Sequence[Term] | None:
        """What z3 makes of it, in theories that it is right about."""
        body = and_(*facts)
        if not self._may_ask or any(not _is_numeric(part) for part in subterms(body)):
            return None
        with allowed(self._patience):
            answer = Z3Eliminator().eliminate(exists(dead, body), self._left())
        if isinstance(answer, GaveUp) or dag_size(answer) > SMALL + GROWTH * dag_size(body):
            # What it is asked next is this question with more around it.
            self._may_ask = False
            return None
        return (answer,)


def _mentioning(facts: Iterable[Term], dead: Iterable[Term]) -> dict[Term, list[Term]]:
    """The facts about each dead symbol."""
    found: dict[Term, list[Term]] = {x: [] for x in dead}
    for fact in facts:
        for s in free_symbols(fact):
            if s in found:
                found[s].append(fact)
    return {x: about for x, about in found.items() if about}


def _fewest_cases(facts: Sequence[Term], dead: tuple[Term, ...]) -> list[Sequence[Term]] | None:
    """The facts in a few cases, each without one of the reasons why dead symbols stay."""
    for x in dead:
        if x.sort is BOOL:
            return [[substitute(fact, {x: value}) for fact in facts] for value in (TRUE, FALSE)]
    best: tuple[Term, tuple[Term, ...]] | None = None
    for fact in facts:
        parts = cases(fact, dead)
        if parts is not None and (best is None or len(parts) < len(best[1])):
            best = fact, parts
    if best is None:
        return None
    return [[part, *[fact for fact in facts if fact is not best[0]]] for part in best[1]]


def _is_numeric(term: Term) -> bool:
    """Whether z3's elimination is right about terms of this kind."""
    sort = term.sort
    is_known = sort is BOOL or sort is INT or sort is REAL or isinstance(sort, BitVec)
    return is_known and term.operator != "apply"
