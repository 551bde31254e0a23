"""The process between maul and its work, which ends the work and clears up after it.

Comes in: how the work is started, and the path of a folder for what is temporary. Goes out: the id
of the guard, whose child does the work. Whatever comes first, the work's end, a request or the end
of the process that asked for it, however that came about: the guard kills every descendant of the
work, also those whose parents are gone (the kernel gives them to the guard), waits until none is
left, removes the folder, and ends as the work ended. It does nothing else, so that nothing that
the work does can keep it from that.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from maul.system.folders import PRIVATE, remove_folder
from maul.system.limits import family, wait_until_gone, working_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from resource import struct_rusage

PERIOD = 1.0  # seconds between two looks at the parent, where the kernel does not tell of its end
ENDING_SECONDS = 10.0  # that killed processes have to go, and a guard to end
NO_PROCESS = 71  # the exit code of a guard that cannot start the work
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def start_guarded(start: Callable[[int], NoReturn], write: int, folder: str | None) -> int:
    """Start a guard and its child, which calls ``start`` with the id of its parent; ``write`` is a
    descriptor that only the child shall hold. Call it with interrupts blocked."""
    parent, group = os.getpid(), os.getpgrp()
    pid = os.fork()
    if pid:
        return pid
    status = NO_PROCESS
    try:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _stand_apart()
        made = folder is not None and _is_made(folder)
        guard = os.getpid()
        child = os.fork()
        if child == 0:
            with contextlib.suppress(OSError):  # so that a terminal can stop it
                os.setpgid(0, group)
            if folder is not None and made:
                os.environ["TMPDIR"] = folder
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            start(guard)
        os.close(write)
        status = _wait(child, parent)
    finally:
        if folder is not None:
            remove_folder(folder)
        os._exit(status)


def end_guarded(guard: int, folder: str | None) -> struct_rusage | None:
    """Have a guard end its work, and wait for it; what all of them used."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(guard, signal.SIGTERM)
        used = _wait_for(guard)
        if used is not None:
            return used
        processes = family(guard)  # it hangs, or was stopped
        for process in processes:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        _, _, used = os.wait4(guard, 0)
        wait_until_gone(processes[1:])
        clear_up(folder)
        return used
    return None


def clear_up(folder: str | None) -> None:
    """Clear up after a guard that was killed. The work and what it forked end by themselves; the
    programs that they started know the folder."""
    if folder is None:
        return
    end = time.monotonic() + ENDING_SECONDS
    while time.monotonic() < end:
        left = working_in(folder)
        for process in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        remove_folder(folder)
        if not left and not os.path.lexists(folder):
            return
        time.sleep(0.01)


def _wait_for(guard: int) -> struct_rusage | None:
    """Bury a guard; None when it does not end."""
    end = time.monotonic() + ENDING_SECONDS
    while time.monotonic() < end:
        process, _, used = os.wait4(guard, os.WNOHANG)
        if process:
            return used
        time.sleep(0.001)
    return None


# ---- in the guard ----


def control_process(option: int, argument: int) -> None:
    """Ask the kernel for something about this process, as far as there is such a kernel."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, argument, 0, 0, 0)


def _stand_apart() -> None:
    """Neither the signals of a terminal nor those for the group of the work are for the guard; it
    is told of its parent's end, and given the descendants that have no parent any more."""
    with contextlib.suppress(OSError):
        os.setpgid(0, 0)
    control_process(PR_SET_PDEATHSIG, signal.SIGTERM)
    control_process(PR_SET_CHILD_SUBREAPER, 1)


def _is_made(folder: str) -> bool:
    """Make the folder of the work; without it the work has to do with what there is."""
    try:
        os.mkdir(folder, PRIVATE)
    except OSError:
        return False
    return True


def _wait(child: int, parent: int) -> int:
    """Wait for the end of the child, of the parent, or for a request; kill who is left. The exit
    code: that of the child, or 128 and the signal it died of."""
    status: int | None = None
    while status is None and os.getppid() == parent:
        told = signal.sigtimedwait((signal.SIGTERM, signal.SIGCHLD), PERIOD)
        status = _bury(child)
        if told is not None and told.si_signo == signal.SIGTERM:
            break
    _end_all(child if status is None else 0)
    code = os.waitstatus_to_exitcode(status or 0)
    return 128 - code if code < 0 else code


def _bury(child: int) -> int | None:
    """Bury the dead; the status of the child, if it is among them."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                break
            if process == child:
                found = status
    return found


def _end_all(child: int) -> None:
    """Kill the child, if it lives, and every other descendant, until none is left."""
    end = time.monotonic() + ENDING_SECONDS
    known = [child] if child else []
    while time.monotonic() < end:
        for process in (*known, *family(os.getpid())[1:]):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        known = []
        _bury(child)
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        signal.sigtimedwait((signal.SIGCHLD,), 0.02)
