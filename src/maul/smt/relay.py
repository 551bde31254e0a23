"""Two provers one after the other: what the first gives up on, the second is asked.

Comes in: how to make each of them. Goes out: a prover. The first has so many steps for a
question, or all the time that there is, the second what is left; it is made when it is first needed
and then told everything that is asserted.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from maul.smt.allowance import A_SECOND, SLOW, allowed
from maul.smt.incremental import follows
from maul.smt.protocols import Capabilities, GaveUp, smaller

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.logic.terms import Term
    from maul.smt.protocols import Answer, Prover


class RelayProver:
    """Asks the first prover for ``patience`` steps, None for all the time; then the second."""

    def __init__(self, first: Prover, second: Callable[[], Prover], patience: int | None) -> None:
        self._first = first
        self._make_second = second
        self._second: Prover | None = None
        self._patience = patience
        self._levels: list[list[Term]] = [[]]

    @property
    def name(self) -> str:
        """The name of the first prover."""
        return self._first.name

    @property
    def capabilities(self) -> Capabilities:
        """What the first prover is able to do."""
        return self._first.capabilities

    def assert_(self, term: Term) -> None:
        """Demand the term until its level is popped."""
        self._levels[-1].append(term)
        self._first.assert_(term)
        if self._second is not None:
            self._second.assert_(term)

    def push(self) -> None:
        """Begin a level."""
        self._levels.append([])
        self._first.push()
        if self._second is not None:
            self._second.push()

    def pop(self) -> None:
        """Forget the last level."""
        self._levels.pop()
        self._first.pop()
        if self._second is not None:
            self._second.pop()

    def check(
        self,
        assumptions: Sequence[Term] = (),
        *,
        core: bool = False,
        seconds: float | None = None,
        steps: int | None = None,
    ) -> Answer:
        """Whether everything can be true; of a question for so many steps the second prover does
        not hear."""
        if steps is not None:
            return self._first.check(assumptions, core=core, seconds=seconds, steps=steps)
        began = time.monotonic()
        answer = self._of_first(assumptions, seconds, core=core)
        left = None if seconds is None else seconds - (time.monotonic() - began)
        if not isinstance(answer, GaveUp) or (left is not None and left <= 0):
            return answer
        return self._other().check(assumptions, core=core, seconds=left)

    def _of_first(
        self, assumptions: Sequence[Term], seconds: float | None, *, core: bool
    ) -> Answer:
        """What the first prover says; slow steps must not take the time of the second."""
        if self._patience is None:
            return self._first.check(assumptions, core=core, seconds=seconds)
        limit = smaller(SLOW * self._patience / A_SECOND, None if seconds is None else seconds / 2)
        with allowed(self._patience):
            return self._first.check(assumptions, core=core, seconds=limit)

    def _other(self) -> Prover:
        """The second prover, in the same state as the first."""
        if self._second is None:
            self._second = self._make_second()
            for number, level in enumerate(self._levels):
                if number:
                    self._second.push()
                for term in level:
                    self._second.assert_(term)
        return self._second

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        return follows(self, premise, conclusion)

    def close(self) -> None:
        """Let go of both provers."""
        self._first.close()
        if self._second is not None:
            self._second.close()
