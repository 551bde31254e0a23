"""Who is told about the questions that solvers answer.

Provers are made in many places: by methods, by refuters for their own use, by checkers. Each of
them reports here, so that nobody who makes one has to think of it. Independence rests on that: who
may check a proof depends on who answered in the search (``maul.smt.choose.may_check``), and a
refuter from elsewhere that makes provers of its own must not escape it. This is why the listener is
no argument but belongs to the context, that is to the thread, in which it was set.
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


def observed(prover: str, theory: str, solve: Callable[[], Answer]) -> Answer:
    """The answer of a prover to a question of a theory, which the listener hears of."""
    listener = _listener.get()
    if listener is None:
        return solve()
    began = time.perf_counter()
    answer = solve()
    listener(Queried(prover, outcome_of(answer), time.perf_counter() - began, theory))
    return answer


def outcome_of(answer: Answer) -> str:
    """The name of an answer."""
    match answer:
        case Sat():
            return "sat"
        case Unsat():
            return "unsat"
    return "gave up"
