"""What a tree of processes uses, as the system tells it in /proc.

Comes in: the id of the process at the root. Goes out: its family and how much memory and processor
time they take. Where there is no /proc nothing is found, and limits of memory do not hold.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MEGABYTE = 1 << 20
PATIENCE = 1.0  # seconds that the system has to clear away what was killed


def family(root: int) -> list[int]:
    """A process and all that descend from it, parents before their children."""
    found = [root]
    for process in found:
        try:
            tasks = os.listdir(f"/proc/{process}/task")
        except OSError:
            continue
        for thread in tasks:
            children = _read(f"/proc/{process}/task/{thread}/children")
            found += [int(child) for child in children.split()]
    return found


def resident_megabytes(processes: Sequence[int]) -> float:
    """The resident memory of some processes, what they share counted once for each."""
    pages = 0
    for process in processes:
        numbers = _read(f"/proc/{process}/statm").split()
        pages += int(numbers[1]) if len(numbers) > 1 else 0
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def proportional_megabytes(processes: Sequence[int]) -> float | None:
    """The resident memory of some processes, what they share counted once; None when the system
    does not tell. Slower to find out than the other number, which is never smaller."""
    total = 0.0
    for process in processes:
        resident, share = _resident_and_share(process)
        if not resident and resident_megabytes([process]):
            return None
        total += share
    return total


def lent_megabytes(lender: int) -> float:
    """The part of a process's resident memory that counts for others, who share it."""
    resident, share = _resident_and_share(lender)
    return resident - share


def exceeds(processes: Sequence[int], megabytes: float, lender: int) -> bool:
    """Whether some processes together hold more memory than that beside what the lender, from which
    they were forked, shares with them. All that it lends is taken to be lent to them: they may hold
    a little more when there are others."""
    if resident_megabytes(processes) <= megabytes:
        return False
    exact = proportional_megabytes(processes)
    if exact is None:
        return True
    return exact > megabytes and exact - lent_megabytes(lender) > megabytes


def processor_seconds(process: int) -> float:
    """The processor time of a process so far, without its children; 0 when it is gone."""
    # The name of the program, in parentheses, may contain anything.
    numbers = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    ticks = sum(map(int, numbers[11:13])) if len(numbers) > 12 else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def wait_until_gone(processes: Sequence[int]) -> None:
    """Wait until the system has cleared away processes that were killed."""
    end = time.monotonic() + PATIENCE
    for process in processes:
        while time.monotonic() < end and _runs(process):
            time.sleep(0.001)


def _runs(process: int) -> bool:
    """Whether a process is there and not just waiting to be buried by its parent."""
    state = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    return bool(state) and state[0] not in ("Z", "X")


def _resident_and_share(process: int) -> tuple[float, float]:
    """The resident memory of a process and its share of that, in megabytes; nothing when the
    system does not tell."""
    megabytes = {"Rss:": 0.0, "Pss:": 0.0}
    for line in _read(f"/proc/{process}/smaps_rollup").splitlines():
        name, number, *_ = line.split()
        if name in megabytes:
            megabytes[name] = int(number) / 1024
    return megabytes["Rss:"], megabytes["Pss:"]


def _read(path: str) -> str:
    """A small file of the system, empty when it is not there."""
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
