"""One verification under way: its limits. Handed down, never global."""

from __future__ import annotations

import time

from maul.errors import LimitReached


class Run:
    """Time that is left, asked for by whoever may take long."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """The seconds that are left, None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def tick(self) -> None:
        """Go on, or stop because the time is over."""
        if self._end is not None and time.monotonic() > self._end:
            raise LimitReached("time limit")
