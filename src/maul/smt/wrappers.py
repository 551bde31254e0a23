"""Provers around provers: counted, cached, budgeted.

Comes in: a prover. Goes out: a prover that does the same and, on top, tells how often and how long
it was asked, remembers answers, or keeps to a deadline that many provers share.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from maul.formula.build_core import not_
from maul.node import value
from maul.smt.incremental import follows
from maul.smt.observed import outcome_of
from maul.smt.protocols import TIME_LIMIT, GaveUp, Unsat, smaller

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.formula.terms import Term
    from maul.smt.protocols import Answer, Capabilities, Prover


class _Around:
    """A prover that passes everything on."""

    def __init__(self, inner: Prover) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The name of the prover inside."""
        return self._inner.name

    @property
    def capabilities(self) -> Capabilities:
        """What the prover inside is able to do."""
        return self._inner.capabilities

    def assert_(self, term: Term) -> None:
        """Demand the term until its level is popped."""
        self._inner.assert_(term)

    def push(self) -> None:
        """Begin a level."""
        self._inner.push()

    def pop(self) -> None:
        """Forget the last level."""
        self._inner.pop()

    def check(
        self, assumptions: Sequence[Term] = (), *, core: bool = False, seconds: float | None = None
    ) -> Answer:
        """Whether everything can be true."""
        return self._inner.check(assumptions, core=core, seconds=seconds)

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        return follows(self, premise, conclusion)

    def close(self) -> None:
        """Let go of what the prover inside holds."""
        self._inner.close()


# ---- counted ----


@value
class Query:
    """One check: by whom, with what outcome (``sat``, ``unsat``, ``gave up``), and how long."""

    prover: str
    outcome: str
    seconds: float


class CountedProver(_Around):
    """Reports every check to a callback."""

    def __init__(self, inner: Prover, report: Callable[[Query], None]) -> None:
        super().__init__(inner)
        self._report = report

    def check(
        self, assumptions: Sequence[Term] = (), *, core: bool = False, seconds: float | None = None
    ) -> Answer:
        """Whether everything can be true; reported."""
        start = time.perf_counter()
        answer = self._inner.check(assumptions, core=core, seconds=seconds)
        self._report(Query(self.name, outcome_of(answer), time.perf_counter() - start))
        return answer


# ---- cached ----


class CachedProver(_Around):
    """Asks no question twice. Models are not kept: a satisfiable question is asked again for one,
    while ``implies`` remembers both outcomes. What was given up is not remembered.
    """

    def __init__(self, inner: Prover) -> None:
        super().__init__(inner)
        # A state is a number for everything asserted: one state and one more term make another.
        self._states: dict[tuple[int, Term], int] = {}
        self._levels = [0]
        self._unsatisfiable: dict[tuple[int, frozenset[Term], bool], frozenset[Term]] = {}
        self._implied: dict[tuple[int, Term, Term], bool] = {}
        self.hits = 0

    def assert_(self, term: Term) -> None:
        """Demand the term until its level is popped."""
        step = (self._levels[-1], term)
        self._levels[-1] = self._states.setdefault(step, len(self._states) + 1)
        self._inner.assert_(term)

    def push(self) -> None:
        """Begin a level."""
        self._levels.append(self._levels[-1])
        self._inner.push()

    def pop(self) -> None:
        """Forget the last level."""
        self._inner.pop()
        self._levels.pop()

    def check(
        self, assumptions: Sequence[Term] = (), *, core: bool = False, seconds: float | None = None
    ) -> Answer:
        """Whether everything can be true; what is known to be unsatisfiable is not asked again."""
        state, assumed = self._levels[-1], frozenset(assumptions)
        known = self._unsatisfiable.get((state, assumed, core))
        if known is None and not core:
            known = self._unsatisfiable.get((state, assumed, True))
        if known is not None:
            self.hits += 1
            return Unsat(tuple([term for term in dict.fromkeys(assumptions) if term in known]))
        answer = self._inner.check(assumptions, core=core, seconds=seconds)
        if isinstance(answer, Unsat):
            self._unsatisfiable[state, assumed, core] = frozenset(answer.core)
        return answer

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        if premise is conclusion:
            return True
        key = (self._levels[-1], premise, conclusion)
        known = self._implied.get(key)
        if known is not None:
            self.hits += 1
            return known
        answer = self.check((premise, not_(conclusion)))
        if not isinstance(answer, GaveUp):
            self._implied[key] = isinstance(answer, Unsat)
        return isinstance(answer, Unsat)


# ---- budgeted ----


class Budget:
    """A deadline that provers share."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds

    def left(self) -> float:
        """How many seconds are left; negative when it is over."""
        return self._deadline - time.monotonic()


class BudgetedProver(_Around):
    """Keeps each check within what is left of a budget."""

    def __init__(self, inner: Prover, budget: Budget) -> None:
        super().__init__(inner)
        self._budget = budget

    def check(
        self, assumptions: Sequence[Term] = (), *, core: bool = False, seconds: float | None = None
    ) -> Answer:
        """Whether everything can be true, if there is time left to find out."""
        left = self._budget.left()
        if left <= 0:
            return TIME_LIMIT
        limit = smaller(left, seconds)
        return self._inner.check(assumptions, core=core, seconds=limit)
