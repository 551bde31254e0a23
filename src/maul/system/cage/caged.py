"""Compilers and counterexamples run in a cage that the kernel keeps closed.

Comes in: a command, the folder it works in, and which walls are around it. Goes out: how it ended
and what it complained about, or ``NoCage`` when the machine cannot hold it; it is never started
then. docs/decisions/0018-the-cage.md says what the walls keep out and what they do not. Limits of
time, memory, files and output hold with and without walls, and no process survives.
"""

from __future__ import annotations

import contextlib
import enum
import marshal
import os
import resource
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from maul.node import value
from maul.system.cage import enter
from maul.system.cage.calls import NoFilter, compiler_filter, program_filter
from maul.system.cage.places import OF_SANITIZERS, of_compiler, of_program
from maul.system.limits import CLEARING_SECONDS, family, resident_megabytes
from maul.system.printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

MEGABYTES = 2048  # of memory that a command may take, with all it starts
_MEGABYTE = 1 << 20
_FILE = 256 * _MEGABYTE  # the largest file that a compiler may write
_OPEN_FILES = 256
_STACK = 256 * _MEGABYTE  # of a sanitized program: libraries lie in its shadow if there is no limit
_KEPT = 1 << 19  # bytes of the first and of the last messages
_MOST_SAID = 64 * _MEGABYTE  # who says more is ended
_CHUNK = 1 << 16
_PERIOD = 0.05  # seconds between two looks at the memory


class NoCage(Exception):
    """This machine cannot hold the command; the text says why."""


class Walls(enum.Enum):
    """Around what a command is. ``COMPILER``: it writes to its folder only and starts processes
    that end with it. ``PROGRAM``: it starts no process, opens no file but to read libraries.
    ``SANITIZED``: the same, but it reads of its own process what a sanitizer must know.
    ``NONE``: the user wants no cage; limits hold all the same."""

    COMPILER = "compiler"
    PROGRAM = "program"
    SANITIZED = "sanitized"
    NONE = "none"


@value
class CageLimits:
    """Seconds, and megabytes of memory. ``address_space`` limits what may be asked for as well; a
    sanitizer asks for much that it does not use."""

    seconds: float
    megabytes: int = MEGABYTES
    address_space: bool = True


@value
class CagedEnd:
    """The exit status of a command, negative for the signal that ended it, None when it came to a
    ``limit``: ``time``, ``memory`` or ``output``; and what it wrote to its standard error."""

    status: int | None
    messages: str
    limit: str = ""


def why_no_cage() -> str | None:
    """Why nothing can be caged here, as far as that is known without entering a cage."""
    if sys.platform != "linux" or not sys.executable:
        return "no Linux" if sys.executable else "no Python to start it with"
    try:
        compiler_filter()
    except NoFilter as why:
        return str(why)
    return None if enter.landlock_version() else enter.NO_LANDLOCK


def run_caged(
    command: Sequence[str],
    folder: str,
    walls: Walls,
    bounds: CageLimits,
    readable: Sequence[str] = (),
) -> CagedEnd:
    """Run a command in a folder, within walls; ``readable`` are the files and folders that a
    compiler may read beside the system's. Its first word is the path of an executable file."""
    if walls is not Walls.NONE and (why := why_no_cage()) is not None:
        raise NoCage(why)
    complaints, complain = os.pipe()
    try:
        order = _order(command, folder, walls, readable)
        order |= {"limits": _limits(walls, bounds), "complaints": complain}
        process = subprocess.Popen(  # noqa: S603 - it goes into the cage by itself
            [sys.executable, "-I", "-S", enter.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(complain,),
            start_new_session=True,
        )
        os.close(complain)
        complain = -1
        with process:
            ended = _CommandWatch(process, bounds).ended(order)
        why = os.read(complaints, _CHUNK).decode(errors="replace")
    finally:
        for descriptor in (complaints, complain):
            with contextlib.suppress(OSError):
                os.close(descriptor)
    if why:
        raise NoCage(why)
    return ended


def _order(
    command: Sequence[str], folder: str, walls: Walls, readable: Sequence[str]
) -> dict[str, Any]:
    """What the process that enters the cage is told, without limits."""
    environment = {"LC_ALL": "C", "TMPDIR": folder, "CCACHE_DISABLE": "1"}
    environment["PATH"] = os.environ.get("PATH", os.defpath)
    order: dict[str, Any] = {
        "command": list(command),
        "environment": environment,
        "folder": folder,
        "parent": os.getpid(),
        "watched": walls not in (Walls.PROGRAM, Walls.SANITIZED),
    }
    match walls:
        case Walls.COMPILER:
            places = of_compiler(command[0], folder, readable)
            return order | {"places": places, "filter": compiler_filter()}
        case Walls.PROGRAM | Walls.SANITIZED:
            _make_executable(command[0])
            places = of_program(command[0])
            if walls is Walls.SANITIZED:
                places += OF_SANITIZERS
            return order | {"places": places, "filter": program_filter()}
        case Walls.NONE:
            return order | {"places": (), "filter": b""}


def _make_executable(path: str) -> None:
    """Let a file be executed by its owner: compilers in the cage change no permissions."""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        os.fchmod(file, 0o700)
    finally:
        os.close(file)


def _limits(walls: Walls, bounds: CageLimits) -> list[tuple[int, int]]:
    """What the kernel is to limit, for each process."""
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: int(bounds.seconds) + 1,
        resource.RLIMIT_FSIZE: 0 if walls in (Walls.PROGRAM, Walls.SANITIZED) else _FILE,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_STACK: resource.RLIM_INFINITY,  # as much as the user has
    }
    if bounds.address_space:
        limits[resource.RLIMIT_AS] = bounds.megabytes * _MEGABYTE
    else:
        limits[resource.RLIMIT_STACK] = _STACK
    return list(limits.items())


class _CommandWatch:
    """Looks after a process: what it says, how long it takes, how much memory it has."""

    def __init__(self, process: subprocess.Popen[bytes], bounds: CageLimits) -> None:
        self._process = process
        self._bounds = bounds
        self._first = bytearray()
        self._last = bytearray()
        self._said = 0

    def ended(self, order: dict[str, Any]) -> CagedEnd:
        """Tell the process what to be and see how that ends."""
        assert self._process.stdin is not None
        assert self._process.stderr is not None
        text = marshal.dumps(order)
        try:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(len(text).to_bytes(8, "little") + text)
            os.set_blocking(self._process.stderr.fileno(), False)
            limit = self._limit()
        finally:
            # It is not waited for yet, so its number is still that of its group.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        status = self._process.wait()
        self._hear_the_rest()
        return CagedEnd(None if limit else status, self._messages(), limit)

    def _limit(self) -> str:
        """Wait for the end; which limit the process came to, if any."""
        handle = os.pidfd_open(self._process.pid)
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        assert self._process.stderr is not None
        said = self._process.stderr.fileno()
        poll.register(said, select.POLLIN)
        end = time.monotonic() + self._bounds.seconds
        next_look = time.monotonic() + _PERIOD
        try:
            while (now := time.monotonic()) < end:
                ready = dict(poll.poll(max(0.0, min(end, next_look) - now) * 1000 + 1))
                if handle in ready:
                    return ""
                if said in ready and not self._hear():
                    poll.unregister(said)
                if time.monotonic() >= next_look:
                    if limit := self._too_much():
                        return limit
                    next_look = time.monotonic() + _PERIOD
            return "time"
        finally:
            os.close(handle)

    def _too_much(self) -> str:
        if resident_megabytes(family(self._process.pid)) > self._bounds.megabytes:
            return "memory"
        return "output" if self._said > _MOST_SAID else ""

    def _hear(self) -> bool:
        """Keep the beginning and the end of what is said; whether there may be more."""
        assert self._process.stderr is not None
        try:
            piece = os.read(self._process.stderr.fileno(), _CHUNK)
        except BlockingIOError:
            return True
        self._said += len(piece)
        room = _KEPT - len(self._first)
        self._first += piece[:room]
        self._last += piece[room:] if room > 0 else piece
        del self._last[:-_KEPT]
        return bool(piece)

    def _hear_the_rest(self) -> None:
        """Read until nobody is left who could write; all of them were killed."""
        assert self._process.stderr is not None
        poll = select.poll()
        poll.register(self._process.stderr.fileno(), select.POLLIN)
        end = time.monotonic() + CLEARING_SECONDS
        while (left := end - time.monotonic()) > 0 and poll.poll(left * 1000):
            if not self._hear():
                return

    def _messages(self) -> str:
        """As text that can be shown: a program must not steer the user's terminal."""
        return printable(bytes(self._first + self._last).decode("utf-8", "replace"))
