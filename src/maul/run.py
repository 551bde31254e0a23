"""One verification under way: its limits, its seed, and who listens. Handed down, never global.

Beside the whole ``Run`` there are the limits of its parts: a ``Deadline`` for one question, and
``Prospects`` for what keeps failing.
"""

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


class Deadline:
    """The seconds that are left, asked for by calling it."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __call__(self) -> float:
        """The seconds, 0 when the time is over."""
        return max(0.0, self._end - time.monotonic())


class Prospects:
    """Whether something that often fails is worth another try: at first always, and the longer it
    has failed the more seldom."""

    MOST_FAILURES = 4  # failures in a row before the first chance is let go
    LONGEST = 8  # chances that are let go between two tries

    def __init__(self) -> None:
        self._failures = 0
        self._skip = 0

    def are_good(self) -> bool:
        """Whether to try now."""
        if self._skip:
            self._skip -= 1
            return False
        return True

    def tell(self, *, success: bool) -> None:
        """What came of a try."""
        self._failures = 0 if success else self._failures + 1
        self._skip = min(max(self._failures - self.MOST_FAILURES + 1, 0), self.LONGEST)
