"""What the provers inside this process share: levels, refusals, entailment, models that go stale.

Comes in: terms. Goes out: calls of the few methods in which the solvers differ. A term the solver
has no words for is not an error: it is remembered with its level, and checks give up because of it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from maul.logic.build import not_
from maul.logic.terms import by_number
from maul.smt.allowance import STEP_LIMIT, by_the_clock, spend, steps_left
from maul.smt.observed import observed
from maul.smt.protocols import TIME_LIMIT, GaveUp, StaleModel, Unsat, smaller
from maul.smt.theories import FLOATS, PLAIN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maul.logic.terms import Function, Term
    from maul.logic.values import Value
    from maul.smt.protocols import Answer, Capabilities, Prover
    from maul.smt.values import FunctionValue

Handle = TypeVar("Handle")

A_CHECK = 500  # steps for what is done around a check


class Untranslatable(Exception):
    """The solver has no words for a term; the text names what it lacks."""


class IncrementalProver(ABC, Generic[Handle]):
    """A prover whose terms and levels live in a solver; ``Handle`` is the solver's term."""

    name: str
    capabilities: Capabilities

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._refusals: list[tuple[int, str]] = []
        self._floats: list[int] = []  # the levels at which something with floats was asserted
        self._level = 0
        self._steps: int | None = None  # for the check under way
        self.uses = 0

    # ---- in which the solvers differ ----

    @abstractmethod
    def _translated(self, term: Term) -> Handle:
        """The solver's term, or ``Untranslatable``."""

    @abstractmethod
    def _has_floats(self, term: Term) -> bool:
        """Whether there is a float anywhere in a term that was translated."""

    @abstractmethod
    def _demand(self, handle: Handle) -> None:
        """Assert."""

    @abstractmethod
    def _begin_level(self) -> None:
        """Push."""

    @abstractmethod
    def _end_level(self) -> None:
        """Pop."""

    @abstractmethod
    def _solve(
        self, assumptions: dict[Term, Handle], seconds: float | None, *, core: bool
    ) -> Answer:
        """Check."""

    def _taken(self) -> int | None:
        """The steps that the solver has taken so far; None if it does not count them."""
        return None

    # ---- the protocol ----

    def assert_(self, term: Term) -> None:
        """Demand the term until its level is popped."""
        self.uses += 1
        try:
            self._demand(self._translated(term))
            if self._has_floats(term):
                self._floats.append(self._level)
        except Untranslatable as refusal:
            self._refusals.append((self._level, str(refusal)))

    def push(self) -> None:
        """Begin a level."""
        self.uses += 1
        self._level += 1
        self._begin_level()

    def pop(self) -> None:
        """Forget the last level."""
        if not self._level:
            raise ValueError("there is no level to pop")
        self.uses += 1
        self._level -= 1
        self._end_level()
        while self._refusals and self._refusals[-1][0] > self._level:
            self._refusals.pop()
        while self._floats and self._floats[-1] > self._level:
            self._floats.pop()

    def check(
        self,
        assumptions: Sequence[Term] = (),
        *,
        core: bool = False,
        seconds: float | None = None,
        steps: int | None = None,
    ) -> Answer:
        """Whether everything can be true."""
        self.uses += 1
        if self._refusals:
            return GaveUp(self._refusals[-1][1])
        limit = smaller(self._seconds, seconds)
        if limit is not None and limit <= 0:
            return TIME_LIMIT
        try:
            handles = {term: self._translated(term) for term in assumptions}
        except Untranslatable as refusal:
            return GaveUp(str(refusal))
        theory = FLOATS if self._floats or any(map(self._has_floats, handles)) else PLAIN
        return observed(self.name, theory, lambda: self._allowed(handles, limit, steps, core=core))

    def _allowed(
        self, handles: dict[Term, Handle], seconds: float | None, steps: int | None, *, core: bool
    ) -> Answer:
        """Check within what is left of the allowance, and charge it."""
        self._steps = steps
        allowance = steps_left()
        if allowance is None:
            return self._solve(handles, seconds, core=core)
        taken = self._taken()
        if taken is None:
            longest = math.inf if seconds is None else seconds
            return by_the_clock(longest, lambda limit: self._solve(handles, limit, core=core))
        if not allowance:
            return STEP_LIMIT
        self._steps = allowance if steps is None else min(steps, allowance)
        answer = self._solve(handles, seconds, core=core)
        spent = max(0, (self._taken() or 0) - taken)
        spend(A_CHECK + spent)
        return STEP_LIMIT if answer == TIME_LIMIT and spent >= self._steps else answer

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        return follows(self, premise, conclusion)

    def close(self) -> None:
        """Let go of the solver: nothing is held that Python does not free."""


class LiveModel(ABC, Generic[Handle]):
    """Values read from a solver as long as it stands where it found them."""

    def __init__(self, prover: IncrementalProver[Handle]) -> None:
        self._prover = prover
        self._use = prover.uses
        self._values: dict[Term, Value] = {}
        self._functions: dict[Function, FunctionValue] = {}

    @abstractmethod
    def _read(self, symbol: Term) -> Value:
        """The value in the solver."""

    @abstractmethod
    def _read_function(self, function: Function) -> FunctionValue:
        """The function in the solver."""

    def value(self, symbol: Term) -> Value:
        """The value of a symbol."""
        if symbol not in self._values:
            self._ask()
            self._values[symbol] = self._read(symbol)
        return self._values[symbol]

    def function(self, function: Function) -> FunctionValue:
        """The meaning of a function."""
        if function not in self._functions:
            self._ask()
            self._functions[function] = self._read_function(function)
        return self._functions[function]

    def _ask(self) -> None:
        """Make sure that the solver still knows."""
        if self._use != self._prover.uses:
            raise StaleModel(f"{self._prover.name} has been used since it found this model")


def follows(prover: Prover, premise: Term, conclusion: Term) -> bool:
    """Whether the prover shows that nothing satisfies the premise but not the conclusion."""
    if premise is conclusion:
        return True
    return isinstance(prover.check((premise, not_(conclusion))), Unsat)


def missing(root: Term, known: Mapping[Term, object]) -> list[Term]:
    """The subterms that are not known, arguments before what is made of them."""
    stack = [root]
    seen = {root}
    while stack:
        for argument in stack.pop().arguments:
            if argument not in known and argument not in seen:
                seen.add(argument)
                stack.append(argument)
    return sorted(seen, key=by_number)
