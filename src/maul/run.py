"""One verification under way: its limits, its seed, and who listens. Handed down, never global.

Beside the whole ``Run`` there are the limits of its parts: a ``Deadline`` for one question, an
``Allowance`` for what the search could do without, and ``Prospects`` for what keeps failing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from maul.errors import LimitReached

if TYPE_CHECKING:
    from collections.abc import Iterator

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


# ---- what may be left undone ----

ALLOWED_FIRST = 0.3  # seconds that there are before anything was done
ALLOWED_SHARE = 0.1  # of the time of all else
ALLOWED_EACH = 0.05  # seconds for each success


class Allowance:
    """How long to work on what may save time later: for a share of the time that all else has
    taken, and longer the more often it was worth it. So a search that gains nothing by it is hardly
    slower than without."""

    def __init__(
        self,
        first: float = ALLOWED_FIRST,
        share: float = ALLOWED_SHARE,
        earned: float = ALLOWED_EACH,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._granted = first
        self._share = share
        self._earned = earned
        self._clock = clock
        self._began = clock()
        self._spent = 0.0
        self._since: float | None = None  # when what is spent now began

    @property
    def left(self) -> float:
        """The seconds that are left; none when there are no more."""
        now = self._clock()
        spent = self._spent if self._since is None else self._spent + now - self._since
        return max(0.0, self._granted + self._share * (now - self._began - spent) - spent)

    def earn(self) -> None:
        """Know of a success."""
        self._granted += self._earned

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Count the time of what is done here."""
        self._since = self._clock()
        try:
            yield
        finally:
            self._spent += self._clock() - self._since
            self._since = None


UNLIMITED = Allowance(math.inf)


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
