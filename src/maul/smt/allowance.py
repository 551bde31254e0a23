"""How much may be done for what the search could do without, counted in steps.

Seconds depend on the machine and on what else it does, and with them what a search finds; steps do
not. z3 counts its own. Other work is worth as many steps as z3 takes in the same time: bitwuzla
counts how often it asks whether to stop, procedures of our own count what they look at, and for a
solver that counts nothing the time is converted.

Solvers are asked in many places for one answer. So an allowance is no argument but belongs to the
context, as the listener of ``observed`` does: whatever is asked within it is charged to it, and to
the allowances that it is part of. When it is used up there are no more answers, which means what it
always means: nothing is known. Limits in seconds hold beside it.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from maul.smt.protocols import TIME_LIMIT, GaveUp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

STEP_LIMIT = GaveUp("step limit")
A_SECOND = 2_000_000  # steps: what z3 takes in a second, more or less, of the questions it is asked

SLOW = 10  # times longer may steps take than they are worth, lest those not counted hang


class Allowance:
    """Steps that may be taken, and how many were."""

    def __init__(self, steps: int, outer: Allowance | None) -> None:
        self.spent = 0
        self._steps = steps
        self._outer = outer

    def left(self) -> int:
        """The steps that are left, 0 when this allowance or one around it is used up."""
        left = max(0, self._steps - self.spent)
        return left if self._outer is None else min(left, self._outer.left())

    def spend(self, steps: int) -> None:
        """Take steps, also from the allowances around this one."""
        self.spent += steps
        if self._outer is not None:
            self._outer.spend(steps)


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def allowed(steps: int) -> Iterator[Allowance]:
    """Allow so many steps for everything that is done meanwhile."""
    allowance = Allowance(steps, _current.get())
    before = _current.set(allowance)
    try:
        yield allowance
    finally:
        _current.reset(before)


def steps_left() -> int | None:
    """The steps that are left, None without an allowance."""
    allowance = _current.get()
    return None if allowance is None else allowance.left()


def spend(steps: int) -> None:
    """Take steps from the allowance, if there is one."""
    allowance = _current.get()
    if allowance is not None:
        allowance.spend(steps)


def is_used_up() -> bool:
    """Whether there is an allowance and nothing is left of it."""
    return steps_left() == 0


def by_the_clock(seconds: float, solve: Callable[[float], T | GaveUp]) -> T | GaveUp:
    """The answer of a solver that does not count its steps, within what the allowance is worth in
    seconds."""
    left = steps_left()
    if left is None:
        return solve(seconds)
    if not left:
        return STEP_LIMIT
    worth = left / A_SECOND
    began = time.monotonic()
    answer = solve(min(seconds, worth))
    spend(round((time.monotonic() - began) * A_SECOND))
    return STEP_LIMIT if answer == TIME_LIMIT and worth < seconds else answer
