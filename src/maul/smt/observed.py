"""Who is told about the questions that solvers answer.

Provers are made in many places: by methods, by refuters for their own use, by checkers. Each of
them reports here, so that nobody who makes one has to think of it. The listener belongs to the
context, that is to the thread, in which it was set.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from maul.events import Queried
from maul.smt.protocols import Sat, Unsat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maul.smt.protocols import Answer

_listener: ContextVar[Callable[[Queried], None] | None] = ContextVar("listener", default=None)


@contextmanager
def observed_by(listener: Callable[[Queried], None]) -> Iterator[None]:
    """Tell the listener about every question that is answered meanwhile."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def observed(prover: str, solve: Callable[[], Answer]) -> Answer:
    """The answer of a prover, which the listener hears of."""
    listener = _listener.get()
    if listener is None:
        return solve()
    began = time.perf_counter()
    answer = solve()
    listener(Queried(prover, outcome_of(answer), time.perf_counter() - began))
    return answer


def outcome_of(answer: Answer) -> str:
    """The name of an answer."""
    match answer:
        case Sat():
            return "sat"
        case Unsat():
            return "unsat"
    return "gave up"
