"""Solvers other than those that searched say whether an obligation holds.

Comes in: premises and a goal. Goes out: whether the goal follows, and in the end the names of those
who said so. Whom to ask about which theory depends on who answered such questions in the search
(``maul.smt.choose.may_check``). Many obligations need no solver at all, since the goal is among the
premises as it stands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from maul.logic.build import FALSE, Term, and_, not_
from maul.logic.sorts import Array
from maul.logic.walk import conjuncts, disjuncts, subterms
from maul.smt.asked import NOBODY_ASKED, Answered
from maul.smt.catalogue import SOLVERS
from maul.smt.choose import EQUAL_ARRAYS, may_check
from maul.smt.protocols import TIME_LIMIT, GaveUp, Unsat, smaller
from maul.smt.theories import FLOATS, PLAIN, has_floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.run import Run
    from maul.smt.protocols import Answer

OFTEN = 3
NOBODY = "rewriting"


class Examiners:
    """The solvers that check one proof, chosen by who was asked in the search."""

    def __init__(self, run: Run, asked: Answered = NOBODY_ASKED) -> None:
        self._run = run
        self._asked_before = asked
        self._answered: dict[str, None] = {}
        self._gave_up: dict[str, int] = {}
        self._known: dict[Term, Answer] = {}

    @property
    def names(self) -> str:
        """Those who have answered."""
        return " and ".join(self._answered) or NOBODY

    def follows(self, premises: Sequence[Term], goal: Term) -> Answer:
        """``Unsat`` when the goal holds whenever the premises do; else a model, or no answer."""
        if is_obvious(premises, goal):
            return Unsat()
        answer = self._ask(and_(*premises, not_(goal)))
        parts = conjuncts(goal)
        if not isinstance(answer, GaveUp) or len(parts) == 1:
            return answer
        for part in parts:
            answer = self._ask(and_(*premises, not_(part)))
            if not isinstance(answer, Unsat):
                break
        return answer

    def _ask(self, question: Term) -> Answer:
        """Whether the question can be true; of cases that differ in what it does not speak of it is
        asked once."""
        if question is FALSE:
            return Unsat()
        found = self._known.get(question)
        if found is None:
            found = self._known[question] = self._asked(question)
        return found

    def _asked(self, question: Term) -> Answer:
        """What they say, one after the other."""
        panel = may_check(self._asked_before, _theory(question))
        # Who has often given up is asked last.
        order = sorted(panel, key=lambda name: self._gave_up.get(name, 0) // OFTEN)
        answer: Answer = TIME_LIMIT
        for place, name in enumerate(order):
            self._run.tick()
            solver = SOLVERS[name]
            patience = solver.patience if place + 1 < len(order) else None
            prover = solver.prover(None)
            prover.assert_(question)
            answer = prover.check(seconds=smaller(patience, self._run.left()))
            prover.close()
            if not isinstance(answer, GaveUp):
                self._answered[name] = None
                return answer
            self._gave_up[name] = self._gave_up.get(name, 0) + 1
        return answer


def is_obvious(premises: Sequence[Term], goal: Term) -> bool:
    """Whether the goal follows as it stands: for each of its conjuncts one of the cases is among
    the premises, or the premises contradict each other as they stand."""
    known = frozenset(part for premise in premises for part in conjuncts(premise))
    if FALSE in known or any(p.operator == "not" and p.arguments[0] in known for p in known):
        return True
    return all(any(case <= known for case in cases) for cases in _cases(goal))


@lru_cache(maxsize=64)
def _cases(goal: Term) -> tuple[tuple[frozenset[Term], ...], ...]:
    """The conjuncts of a goal, each as its cases; one goal is asked about with many premises."""
    return tuple(
        tuple(frozenset(conjuncts(case)) for case in disjuncts(part)) for part in conjuncts(goal)
    )


def _theory(question: Term) -> str:
    """What a question is about, as far as it decides who is asked."""
    parts = subterms(question)
    if has_floats(parts):
        return FLOATS
    if any(part.operator == "=" and isinstance(part.arguments[0].sort, Array) for part in parts):
        return EQUAL_ARRAYS
    return PLAIN
