"""Progress on a terminal: one line that is written again and again while the work goes on.

Comes in: events and what the processes use. Goes out: a line on the terminal, through ``rich``,
which is imported here only: who does not look does not wait for it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.status import Status

from maul.events import Deepened, Stage
from maul.report.statistics import Counting

if TYPE_CHECKING:
    from maul.events import Event
    from maul.system.child import Usage

PERIOD = 0.1  # seconds between two lines


class Progress:
    """A line that tells how far a verification has come, from ``start`` to ``stop``."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = Console() if console is None else console
        self._status = Status("starting", console=self._console)
        self._counting = Counting()
        self._began = time.monotonic()
        self._searching = self._began  # since when
        self._next = 0.0
        self._stage = "starting"
        self._bound = 0

    def start(self) -> None:
        """Begin to write."""
        self._status.start()

    def stop(self) -> None:
        """Leave the terminal as it was."""
        self._status.stop()

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        self._counting.hear(event)
        match event:
            case Stage(name=name, detail=detail):
                self._stage = f"{name} {detail}".strip()
                self._bound = 0
                self._searching = time.monotonic()
            case Deepened(bound=bound):
                self._bound = bound

    def look(self, usage: Usage) -> None:
        """Write the line again, not too often."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + PERIOD
            self._status.update(self.line(usage))

    def line(self, usage: Usage) -> str:
        """Iteration, states, successors a second, refinements, solver time, memory."""
        counted, searched = self._counting, self._counting.searched
        parts = [self._stage, f"{time.monotonic() - self._began:.0f} s"]
        if self._bound:
            parts.append(f"bound {self._bound}")
        if searched.states:
            parts.append(f"{searched.states} states")
        if counted.posts:
            spent = max(time.monotonic() - self._searching, PERIOD)
            parts.append(f"{counted.posts / spent:,.0f} posts/s")
        if counted.refinements:
            parts.append(f"{counted.refinements} refinements")
        if searched.predicates:
            parts.append(f"{searched.predicates} predicates")
        parts.append(f"solvers {counted.solver_seconds:.1f} s")
        parts.append(f"{usage.megabytes:.0f} MB")
        return " | ".join(parts)
