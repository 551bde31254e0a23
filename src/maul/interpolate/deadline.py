"""How much time is left of a limit."""

from __future__ import annotations

import time


class Deadline:
    """The seconds that are left, asked for by calling it."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __call__(self) -> float:
        """The seconds, 0 when the time is over."""
        return max(0.0, self._end - time.monotonic())
