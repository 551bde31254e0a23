"""What a tree of processes uses, as the system tells it in /proc.

Comes in: the id of the process at the root. Goes out: its family and how much memory and processor
time they take. Where there is no /proc nothing is found, and limits of memory do not hold.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MEGABYTE = 1 << 20
CLEARING_SECONDS = 1.0  # that the system has to clear away what was killed


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
        seen = _rollup(process)
        if not seen["Rss"] and resident_megabytes([process]):
            return None
        total += seen["Pss"]
    return total


def borrowed_megabytes(borrowers: int, lender: int) -> float:
    """How much of the memory that some processes share with the one they were forked from counts as
    theirs: of each page everyone has the same part."""
    seen = _rollup(lender)
    part = seen["Pss"] - seen["Private_Clean"] - seen["Private_Dirty"]
    return min(borrowers * part, seen["Rss"] - seen["Pss"])


def exceeds(processes: Sequence[int], megabytes: float, lender: int) -> bool:
    """Whether some processes together hold more memory than that, beside what they share with the
    lender from which they were forked."""
    if resident_megabytes(processes) <= megabytes:
        return False
    exact = proportional_megabytes(processes)
    if exact is None:
        return True
    return exact > megabytes and exact - borrowed_megabytes(len(processes), lender) > megabytes


def processor_seconds(process: int) -> float:
    """The processor time of a process so far, without its children; 0 when it is gone."""
    # The name of the program, in parentheses, may contain anything.
    numbers = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    ticks = sum(map(int, numbers[11:13])) if len(numbers) > 12 else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def working_in(folder: str) -> list[int]:
    """The processes that run and work in a folder, or were told of it in their environment."""
    found = []
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            at = ""
            with contextlib.suppress(OSError):  # it is gone, or another user's
                at = os.readlink(f"/proc/{name}/cwd")
            knows = f"{at}/".startswith(f"{folder}/") or folder in _read(f"/proc/{name}/environ")
            if knows and _runs(int(name)):
                found.append(int(name))
    return found


def wait_until_gone(processes: Sequence[int], seconds: float = CLEARING_SECONDS) -> None:
    """Wait until the system has cleared away processes that were killed."""
    end = time.monotonic() + seconds
    for process in processes:
        while time.monotonic() < end and _runs(process):
            time.sleep(0.001)


def _runs(process: int) -> bool:
    """Whether a process is there and not just waiting to be buried by its parent."""
    state = _read(f"/proc/{process}/stat").rpartition(")")[2].split()
    return bool(state) and state[0] not in ("Z", "X")


def _rollup(process: int) -> defaultdict[str, float]:
    """What the system says of the memory of a process, in megabytes; maybe nothing."""
    found: defaultdict[str, float] = defaultdict(float)
    for line in _read(f"/proc/{process}/smaps_rollup").splitlines()[1:]:
        name, kilobytes, _ = line.split()
        found[name.rstrip(":")] = int(kilobytes) / 1024
    return found


def _read(path: str) -> str:
    """A small file of the system, empty when it is not there."""
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
