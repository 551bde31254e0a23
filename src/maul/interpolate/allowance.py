"""Time for what a search could do without."""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FIRST = 0.3  # seconds that there are before anything was done
SHARE = 0.1  # of the time of all else
EARNED = 0.05  # seconds for each success


class Allowance:
    """How long to work on what may save time later: for a share of the time that all else has
    taken, and longer the more often it was worth it. So a search that gains nothing by it is hardly
    slower than without."""

    def __init__(
        self,
        first: float = FIRST,
        share: float = SHARE,
        earned: float = EARNED,
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
