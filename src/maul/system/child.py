"""Work in a process of its own, with limits that hold whatever the work is doing.

Comes in: a function, limits, and listeners for what it tells on the way. Goes out: what it returns,
or why it was stopped. The process is forked, so the function may use everything that is in memory;
what it tells and returns travels through a pipe as pickles. It is killed with all its descendants
at a limit, when it is done, and when this process ends, however that comes about: solvers that do
not come back, or that keep Python's lock, cannot prevent it. A guarded child has a guard between
itself and this process, which also sees to what others leave behind when they are killed.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import select
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from maul.errors import BadInput, Failed
from maul.events import Stage
from maul.node import node, value
from maul.system.deep import call_deep
from maul.system.folders import new_path
from maul.system.guard import (
    NO_PROCESS,
    PR_SET_PDEATHSIG,
    clear_up,
    control_process,
    end_guarded,
    start_guarded,
)
from maul.system.limits import (
    exceeds,
    family,
    processor_seconds,
    resident_megabytes,
    wait_until_gone,
)

if TYPE_CHECKING:
    from resource import struct_rusage

R = TypeVar("R")
M = TypeVar("M")

PERIOD = 0.05  # seconds between two looks at the memory
SELDOM = 4  # how much longer than a look the time to the next one is: much memory is seen slowly
DELAY = 0.05  # seconds that a message may wait for others
TIME, MEMORY = "time limit", "memory limit"
PROCESSES = "the system gives no more processes"
INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NO_MEMORY = 127  # so the C library ends a process that has no memory for a library's variables
SIGNALLED = 128  # an exit code above it tells of a signal
LENGTH = 8
CHUNK = 1 << 16


@node
class Limits:
    """How many seconds are left, asked for again and again, and how much memory the child with its
    descendants may take beside what it shares with this process; None is no limit."""

    left: Callable[[], float | None] = lambda: None
    megabytes: float | None = None


@value
class Stopped:
    """There is no result: ``time limit``, ``memory limit``, or how the process died."""

    reason: str


@value
class Usage:
    """What a process and its descendants use: memory now and at most so far, processor time."""

    megabytes: float = 0.0
    most_megabytes: float = 0.0
    processor_seconds: float = 0.0


@node
class Listeners(Generic[M]):
    """Who hears each message, and who is told now and then what is used."""

    tell: Callable[[M], None]
    look: Callable[[Usage], None] = lambda _: None


def in_child(
    work: Callable[[Callable[[M], None]], R], limits: Limits, listeners: Listeners[M]
) -> R | Stopped:
    """What ``work`` returns in a child process. It is handed a function with which it tells
    something to the listener. ``BadInput`` and ``Failed`` are raised here, too; any other exception
    is a reason to have stopped."""
    parent = os.getpid()

    def start(read: int, write: int) -> int:
        pid = os.fork()
        if pid == 0:
            os.close(read)
            _serve(work, write, parent)
        return pid

    return _watched(start, _Ways(_kill), limits, listeners)


def in_guarded_child(
    work: Callable[[Callable[[M], None]], R], limits: Limits, listeners: Listeners[M]
) -> R | Stopped:
    """As ``in_child``, for work that is not itself done in a child: it has a guard and a folder of
    its own for what is temporary, and neither processes nor files are left of it."""
    folder: str | None = None
    with contextlib.suppress(OSError):
        folder = new_path()

    def start(read: int, write: int) -> int:
        def serve(guard: int) -> NoReturn:
            os.close(read)
            _serve(work, write, guard)

        return start_guarded(serve, write, folder)

    ways = _Ways(lambda pid: end_guarded(pid, folder), lambda: clear_up(folder))
    return _watched(start, ways, limits, listeners)


@node
class _Ways:
    """How to end a process and those that descend from it, and what to do when it has died."""

    end: Callable[[int], struct_rusage | None]
    mourn: Callable[[], None] = lambda: None


def _watched(
    start: Callable[[int, int], int], ways: _Ways, limits: Limits, listeners: Listeners[M]
) -> R | Stopped:
    """Start a process that writes to a pipe, and wait for what becomes of its work."""
    read, write = os.pipe()
    # What is there now is never garbage; looking at it would copy every page in the child.
    gc.freeze()
    # An interrupt must not come between the fork and the moment from which the child is watched.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        pid = start(read, write)
    except OSError:
        os.close(read)
        gc.unfreeze()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        raise
    finally:
        os.close(write)
    watch: _Watch[M, R] = _Watch(pid, read, limits, listeners)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return watch.result()
    finally:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        watch.end(ways)
        os.close(read)
        gc.unfreeze()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill(child: int) -> struct_rusage | None:
    """Kill a child with its descendants; what it used."""
    processes = family(child)
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)
    used = None
    with contextlib.suppress(ChildProcessError):  # someone else has buried it
        _, _, used = os.wait4(child, 0)
    wait_until_gone(processes[1:])
    return used


# ---- what is sent ----


@node
class _Told(Generic[M]):
    """Messages for the listener."""

    messages: tuple[M, ...]


@node
class _Returned(Generic[R]):
    """The work is done."""

    result: R


@value
class _Refused:
    """The work met bad input, or the system refused what it needs."""

    text: str
    by_system: bool = False


# ---- this side ----


class _Watch(Generic[M, R]):
    """Listens to a child and looks at what it uses."""

    def __init__(self, pid: int, read: int, limits: Limits, listeners: Listeners[M]) -> None:
        self._pid = pid
        self._read = read
        self._limits = limits
        self._listeners = listeners
        self._received = bytearray()
        self._most = 0.0
        self._seconds: dict[int, float] = {}
        self._next_look = time.monotonic() + PERIOD

    def result(self) -> R | Stopped:
        """Wait for the result or a limit."""
        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        while True:
            left = self._limits.left()
            if left is not None and left <= 0:
                return Stopped(TIME)
            now = time.monotonic()
            if now >= self._next_look:
                if self._look():
                    return Stopped(MEMORY)
                looked = time.monotonic()
                self._next_look = looked + max(PERIOD, SELDOM * (looked - now))
            wait = PERIOD if left is None else min(PERIOD, left)
            if poll.poll(wait * 1000):
                ended = self._hear()
                if ended is not None:
                    return ended.result if isinstance(ended, _Returned) else ended

    def _hear(self) -> _Returned[R] | Stopped | None:
        """Read what the child sent; its last word, when it comes."""
        piece = os.read(self._read, CHUNK)
        if not piece:
            return Stopped(self._epitaph())
        self._received += piece
        while len(self._received) >= LENGTH:
            end = LENGTH + int.from_bytes(self._received[:LENGTH])
            if len(self._received) < end:
                break
            message: _Told[M] | _Returned[R] | _Refused | Stopped = pickle.loads(  # noqa: S301
                self._received[LENGTH:end]
            )
            del self._received[:end]
            match message:
                case _Told(messages=messages):
                    for each in messages:
                        self._listeners.tell(each)
                case _Refused(text=text, by_system=by_system):
                    raise (Failed if by_system else BadInput)(text)
                case _Returned() | Stopped():
                    return message
        return None

    def _epitaph(self) -> str:
        """How a child died that said no last word."""
        status = 0
        with contextlib.suppress(ChildProcessError):  # someone else has buried it
            _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        code = os.waitstatus_to_exitcode(status)
        if code == NO_PROCESS:
            return "no process can be started"
        if code == NO_MEMORY:
            return MEMORY
        if code < 0 or code > SIGNALLED:
            return f"died of signal {-code if code < 0 else code - SIGNALLED}"
        return f"ended with exit code {code}"

    def _look(self) -> bool:
        """See what the child uses, tell it, and say whether that is too much."""
        processes = family(self._pid)
        now = resident_megabytes(processes)
        self._most = max(self._most, now)
        for process in processes:
            spent = processor_seconds(process)
            self._seconds[process] = max(spent, self._seconds.get(process, 0.0))
        self._listeners.look(Usage(now, self._most, sum(self._seconds.values())))
        most = self._limits.megabytes
        return most is not None and exceeds(processes, most, os.getpid())

    def end(self, ways: _Ways) -> None:
        """Kill the child with its descendants, and tell what it used in all."""
        if not self._pid:
            ways.mourn()
            return
        used = ways.end(self._pid)
        spent = sum(self._seconds.values())
        if used is not None:
            # The child's own largest size: it may have been too quick for a look.
            self._most = max(self._most, used.ru_maxrss / 1024)
            spent = max(used.ru_utime + used.ru_stime, spent)
        self._listeners.look(Usage(0.0, self._most, spent))


# ---- the other side ----


class _Outbox(Generic[M]):
    """Sends messages, some at a time."""

    def __init__(self, write: int) -> None:
        self._write = write
        self._waiting: list[M] = []
        self._last = time.monotonic()

    def tell(self, message: M) -> None:
        """Send a message, soon; at once when a new part of the work begins, which may be a long
        one without a word."""
        self._waiting.append(message)
        if isinstance(message, Stage) or time.monotonic() - self._last > DELAY:
            self.flush()

    def flush(self) -> None:
        """Send what waits."""
        if self._waiting:
            self.send(_Told(tuple(self._waiting)))
            self._waiting = []
        self._last = time.monotonic()

    def send(self, content: object) -> None:
        """Send something at once."""
        message = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
        rest = memoryview(len(message).to_bytes(LENGTH) + message)
        while rest:
            rest = rest[os.write(self._write, rest) :]


def _serve(work: Callable[[Callable[[M], None]], R], write: int, parent: int) -> NoReturn:
    """Do the work and send its result; the body of the child."""
    try:
        end_with_parent(parent)
        # An interrupt is the parent's to handle; what a solver prints is not part of the answer.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        os.dup2(2, 1)
        outbox: _Outbox[M] = _Outbox(write)
        last_word = _last_word(work, outbox)
        outbox.flush()
        outbox.send(last_word)
        # Descendants of a process that is gone cannot be found: the parent kills all of them.
        while os.getppid() == parent:
            time.sleep(1.0)
    finally:
        os._exit(0)


def _last_word(
    work: Callable[[Callable[[M], None]], R], outbox: _Outbox[M]
) -> _Returned[R] | _Refused | Stopped:
    """What came of the work."""
    try:
        return _Returned(call_deep(lambda: work(outbox.tell)))
    except BadInput as problem:
        return _Refused(str(problem))
    except Failed as problem:
        return _Refused(str(problem), by_system=True)
    except MemoryError:
        return Stopped(MEMORY)
    except BlockingIOError:
        return Stopped(PROCESSES)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is a reason to stop
        if os.environ.get("MAUL_TRACEBACK"):
            import traceback  # noqa: PLC0415 - for those who look for a bug

            traceback.print_exception(error)
        return Stopped(f"internal error: {summary(error)}")


def summary(error: BaseException) -> str:
    """An exception on one line: what, and where it was raised."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return text
    return f"{text} at {os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}"


def end_with_parent(parent: int) -> None:
    """Let the kernel kill this process when its parent ends, as far as there is such a kernel."""
    control_process(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
