"""Trying seldom what keeps failing."""

from __future__ import annotations


class Prospects:
    """Whether something that often fails is worth another try: at first always, and the longer it
    has failed the more seldom."""

    PATIENCE = 4  # failures in a row before the first chance is let go
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
        self._skip = min(max(self._failures - self.PATIENCE + 1, 0), self.LONGEST)
