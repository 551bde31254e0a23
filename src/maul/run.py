"""One verification under way: its limits, its seed, and who listens. Handed down, never global."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from maul.errors import LimitReached

if TYPE_CHECKING:
    from maul.events import Event


class Run:
    """Time that is left, asked for by whoever may take long, and a listener for events."""

    def __init__(
        self,
        seconds: float | None = None,
        listener: Callable[[Event], None] | None = None,
        seed: int = 0,
    ) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._listener = listener
        self.seed = seed

    def left(self) -> float | None:
        """The seconds that are left, None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def part(self, share: float) -> Run:
        """A run that has a share of the time that is left and the same listener."""
        left = self.left()
        return Run(None if left is None else left * share, self._listener, self.seed)

    def tick(self) -> None:
        """Go on, or stop because the time is over."""
        if self._end is not None and time.monotonic() > self._end:
            raise LimitReached("time limit")

    def emit(self, event: Event) -> None:
        """Tell what happened."""
        if self._listener is not None:
            self._listener(event)
