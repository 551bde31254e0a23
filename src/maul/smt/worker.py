"""Functions that may hang, in a process that can be killed.

Comes in: a function, an argument, seconds. Goes out: what the function returns, or ``GaveUp``: at
the limit the process is killed, and whatever goes wrong in it is a reason to give up, never an
exception here. Each thread keeps one warm worker, since starting Python and loading a solver takes
as long as many a question. A worker never outlives its thread: the kernel kills it (Linux), and
everywhere it ends when its pipe is closed.

Function and result travel as pickles, the function by its name; both ends are this module. So does
what is left of the allowance (``maul.smt.allowance``): the function takes its steps from that.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import TYPE_CHECKING, TypeVar

from maul.smt.allowance import A_SECOND, SLOW, STEP_LIMIT, allowed, spend, steps_left
from maul.smt.pipes import PipeClosed, TooLate, receive, send
from maul.smt.protocols import TIME_LIMIT, GaveUp
from maul.system.deep import call_deep

if TYPE_CHECKING:
    from collections.abc import Callable

A = TypeVar("A")
R = TypeVar("R")

START = "import sys; sys.path[:] = sys.argv[2:]; from maul.smt.worker import serve; serve()"
PR_SET_PDEATHSIG = 1
LENGTH = 8
A_CALL = 5.0  # seconds to start a worker and to send what it needs


# ---- this side ----


class Worker:
    """A process that calls functions."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", START, str(os.getpid()), *sys.path]
        self._process = subprocess.Popen(  # noqa: S603 - ourselves
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._back = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._back, False)
        self.kill = weakref.finalize(self, _end, self._process)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def call(self, request: bytes, deadline: float) -> bytes:
        """The pickled answer to a pickled question; ``TooLate`` or ``PipeClosed`` without one."""
        send(self._to, len(request).to_bytes(LENGTH) + request, deadline)
        length = int.from_bytes(receive(self._back, LENGTH, deadline))
        return receive(self._back, length, deadline)

    def epitaph(self) -> str:
        """How the process ended."""
        self.kill()
        code = self._process.returncode
        return f"the worker died of signal {-code}" if code < 0 else f"the worker ended with {code}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and bury it."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


_mine = threading.local()


def warm_worker() -> Worker:
    """The worker of this thread, a new one if need be.

    One for each thread: the kernel ends a worker together with the thread that started it.
    """
    worker: Worker | None = getattr(_mine, "worker", None)
    if worker is None or not worker.is_alive():
        worker = _mine.worker = Worker()
    return worker


def in_worker(function: Callable[[A], R], argument: A, seconds: float) -> R | GaveUp:
    """What ``function(argument)`` returns when called in another process within the limit."""
    steps = steps_left()
    if steps is None:
        answer, _ = _called(function, argument, None, seconds)
        return answer
    if not steps:
        return STEP_LIMIT
    longest = A_CALL + SLOW * steps / A_SECOND
    answer, spent = _called(function, argument, steps, min(seconds, longest))
    spend(spent)
    if answer == TIME_LIMIT and longest < seconds:
        spend(steps)  # nobody knows how many it took
        return STEP_LIMIT
    return answer


def _called(
    function: Callable[[A], R], argument: A, steps: int | None, seconds: float
) -> tuple[R | GaveUp, int]:
    """What the function returns, and the steps that it took, 0 when they were not counted."""
    deadline = time.monotonic() + seconds
    try:
        request = pickle.dumps((function, argument, steps), pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        return GaveUp(f"cannot be sent to a worker: {error}"), 0
    try:
        worker = warm_worker()
    except OSError as error:
        return GaveUp(f"no worker: {error}"), 0
    try:
        found: tuple[R | GaveUp, int] = pickle.loads(  # noqa: S301 - our own
            worker.call(request, deadline)
        )
    except TooLate:
        worker.kill()
        return TIME_LIMIT, 0
    except PipeClosed:
        return GaveUp(worker.epitaph()), 0
    except (pickle.UnpicklingError, AttributeError, ImportError, EOFError) as error:
        worker.kill()
        return GaveUp(f"the worker's answer cannot be read: {error}"), 0
    except BaseException:
        # An interrupted question would leave its answer in the pipe for the next one.
        worker.kill()
        raise
    return found


# ---- the other side ----


def serve() -> None:
    """Answer questions until the pipe is closed; the body of a worker process."""
    end_with_parent(int(sys.argv[1]))
    # Whatever a solver prints must not get between the answers.
    back = os.dup(1)
    os.dup2(2, 1)
    call_deep(lambda: _answer_all(0, back))


def end_with_parent(parent: int) -> None:
    """Let the kernel kill this process when its parent ends, as far as there is such a kernel."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _answer_all(to: int, back: int) -> None:
    """Read questions, write answers."""
    while True:
        try:
            length = int.from_bytes(receive(to, LENGTH, None))
            request = receive(to, length, None)
        except PipeClosed:
            return
        answer = _answer(request)
        send(back, len(answer).to_bytes(LENGTH) + answer, None)


def _answer(request: bytes) -> bytes:
    """The pickled answer to one question."""
    try:
        function, argument, steps = pickle.loads(request)  # noqa: S301 - from our own parent
        if steps is None:
            return pickle.dumps((function(argument), 0), pickle.HIGHEST_PROTOCOL)
        with allowed(steps) as allowance:
            answer = function(argument)
        return pickle.dumps((answer, allowance.spent), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is the answer
        reason = f"{type(error).__name__}: {error}"
        return pickle.dumps((GaveUp(reason[:500]), 0), pickle.HIGHEST_PROTOCOL)
