"""What an execution can end with, and what is known of it afterwards."""

from __future__ import annotations

from typing import TypeAlias

from maul.c.source import Span
from maul.cfa.model import Edge, Location
from maul.node import node
from maul.result import Violation


@node
class ErrorReached:
    """An error location was entered: ``property`` is violated."""

    location: Location
    property: str
    span: Span


@node
class Ended:
    """``main`` returned or ``exit`` was called; ``status`` is what the parent process sees, 0 to
    255.
    """

    status: int


@node
class Aborted:
    """``function`` ended the program abnormally: abort, a failing assert, a trap."""

    function: str
    span: Span


@node
class InputExhausted:
    """One more input was wanted than there was."""

    span: Span


@node
class UndefinedBehaviour:
    """The program did what C leaves undefined."""

    what: str
    span: Span


@node
class OutOfSteps:
    """Too many ``which``: "steps", "call depth" or "memory"."""

    which: str
    span: Span


@node
class Blocked:
    """No edge can be taken: an assumption of the program does not hold, or a point is reached that
    the program calls unreachable."""

    span: Span


@node
class DependsOnOutside:
    """The execution depends on ``what``, which nothing in the program determines."""

    what: str
    span: Span


Outcome: TypeAlias = (
    ErrorReached
    | Ended
    | Aborted
    | InputExhausted
    | UndefinedBehaviour
    | OutOfSteps
    | Blocked
    | DependsOnOutside
)


@node
class Execution:
    """One execution: how it ended, what it wrote to standard output, what it took."""

    outcome: Outcome
    output: bytes
    steps: int  # edges taken, the last one, which ended the execution, included
    path: tuple[Edge, ...] | None  # None unless it was asked for
    inputs_used: int
    approximations: tuple[str, ...]  # functions whose result another C library may round otherwise
    violation: Violation | None = None  # what happened, when an error was reached


class Finish(Exception):
    """The execution ends here."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome
