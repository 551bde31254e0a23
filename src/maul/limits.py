"""Limits that hold whatever the program is doing: a thread that watches the clock and the memory.

Comes in: the limits, and what to do when one is passed. The watcher runs beside the work, so that
it also ends a solver that does not come back; it must not return.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PERIOD = 0.05  # seconds between two looks
GRACE = 0.4  # seconds that the work has to end by itself when its time is over


def watch(
    seconds: float | None, megabytes: float | None, passed: Callable[[str], None]
) -> threading.Event:
    """Call ``passed`` with the name of the limit that is passed first; set the event to stop."""
    done = threading.Event()
    end = None if seconds is None else time.monotonic() + seconds + GRACE

    def look() -> None:
        while not done.wait(PERIOD):
            if end is not None and time.monotonic() > end:
                passed("time limit")
            if megabytes is not None and resident_megabytes() > megabytes:
                passed("memory limit")

    threading.Thread(target=look, name="limits", daemon=True).start()
    return done


def resident_megabytes() -> float:
    """The resident memory of this process and its children; 0 where the system does not tell."""
    total = 0
    for process in _family(os.getpid()):
        try:
            with open(f"/proc/{process}/statm", encoding="ascii") as numbers:
                total += int(numbers.read().split()[1])
        except (OSError, IndexError):
            continue
    return total * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def _family(root: int) -> list[int]:
    """A process and all that descend from it."""
    family = [root]
    for process in family:
        try:
            tasks = os.listdir(f"/proc/{process}/task")
        except OSError:
            continue
        for thread in tasks:
            try:
                with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as children:
                    family += [int(child) for child in children.read().split()]
            except OSError:
                continue
    return family
