"""How a compiled program ended, and what that says of a counterexample.

Comes in: the exit status and the messages of the compiled program, and the execution that it should
repeat. Goes out: whether the violation was seen; if not, how the program ended in words, whether
the interpreter foresees that ending, and what else may be the cause of it.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from maul.cfa.outcome import Aborted, Blocked, Ended, InputExhausted, UndefinedBehaviour
from maul.node import node
from maul.proofs.execution.harness.heap import LEFT_BEHIND, LOST_OBJECT, REACHED
from maul.proofs.execution.harness.sanitizers import LEFT, LOST, STATUS, is_seen, reported
from maul.proofs.execution.harness.text import MARK, STOPPED

if TYPE_CHECKING:
    from maul.c.source import Span
    from maul.cfa.outcome import Execution

_ABORTS = frozenset((signal.SIGABRT, signal.SIGILL, signal.SIGTRAP))
_FAULTS = frozenset((signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL))
# A limit, a stack that is full, or whoever ends processes here may send these.
_LIMITS = frozenset((signal.SIGKILL, signal.SIGXCPU, signal.SIGXFSZ, signal.SIGSEGV))


@node
class Ending:
    """How a compiled program ended: its ``status`` (None when it did not end in time, the negative
    number of a signal), in words, whether the violation was ``seen``, and what else than the
    program may be the cause."""

    status: int | None
    text: str
    seen: bool = False
    doubts: tuple[str, ...] = ()


def ending_of(status: int | None, messages: str, violated: str, span: Span) -> Ending:
    """What a status and messages mean for a violation at a place."""
    if status is None:
        return Ending(status, "does not end in time", doubts=("it may need longer",))
    if status == REACHED and LEFT_BEHIND in messages:
        return Ending(status, "leaves objects behind", seen=violated == LEFT)
    if status == REACHED and LOST_OBJECT in messages:
        return Ending(status, "loses an object", seen=violated == LOST)
    if status == STATUS:
        return _sanitized(messages, violated, span)
    if status == REACHED and MARK in messages:
        return Ending(status, "reaches the error", seen=violated == "unreach-call")
    if status < 0:
        number = signal.Signals(-status)
        doubts = (f"a limit may be the cause of {number.name}",) if number in _LIMITS else ()
        return Ending(status, f"is ended by {number.name}", doubts=doubts)
    if status == STOPPED:
        said = messages.strip().splitlines()
        last = said[-1].rpartition(", ")[2] if said else ""
        return Ending(status, f"takes another way: {last}")
    return Ending(status, f"ends with status {status}")


def _sanitized(messages: str, violated: str, span: Span) -> Ending:
    """The ending of a program in which a sanitizer found something."""
    found = reported(messages, span)
    if found is None:
        return Ending(STATUS, f"ends with status {STATUS}")
    place = f" in line {found.line}" if found.line else ""
    seen = is_seen(found, violated, span)
    return Ending(STATUS, f"shows {found.kind}{place}", seen=seen)


def is_foreseen(ending: Ending, foreseen: Execution) -> bool:
    """Whether the interpreter foresees that a program ends as it did."""
    number = -ending.status if ending.status is not None and ending.status < 0 else None
    match foreseen.outcome:
        case Ended(status=status):
            return ending.status == status
        case Aborted():
            return number in _ABORTS
        case Blocked() | InputExhausted():
            return ending.status == STOPPED
        case UndefinedBehaviour():
            return number in _FAULTS
    return False
