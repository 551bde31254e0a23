"""A conversation with an SMT-LIB 2 solver in a process of its own.

Comes in: a command line, then texts of commands. Goes out: what the solver printed, or a reason to
give up: it is not there, hangs, dies, or talks without end. An ``echo`` after the commands marks
the end of the answer, whatever the answer looks like. What it prints on stderr is thrown away.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import weakref
from typing import TYPE_CHECKING

from maul.smt import supervisor
from maul.smt.pipes import PipeClosed, TooLate, receive_some, send
from maul.smt.protocols import TIME_LIMIT, GaveUp

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_BYTES = 1 << 28


class Session:
    """A running solver."""

    def __init__(self, command: Sequence[str]) -> None:
        ours, theirs = os.pipe()
        guarded = [sys.executable, "-I", "-S", supervisor.__file__, str(ours), *command]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own solver
                guarded,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=(ours,),
                start_new_session=True,
            )
        except OSError:
            os.close(theirs)
            raise
        finally:
            os.close(ours)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        self._rounds = 0
        self._unread = bytearray()
        self.close = weakref.finalize(self, _end, self._process, theirs)

    @property
    def pid(self) -> int:
        """The id of the process group."""
        return self._process.pid

    def ask(self, commands: str, deadline: float) -> str | GaveUp:
        """What the solver prints in answer to some commands; after giving up it is closed."""
        self._rounds += 1
        marker = f"end-of-answer-{self._rounds}"
        try:
            return self._converse(f'{commands}\n(echo "{marker}")\n', marker, deadline)
        except TooLate:
            self.close()
            return TIME_LIMIT
        except PipeClosed:
            self.close()
            return GaveUp("the solver ended without an answer")
        except BaseException:
            self.close()
            raise

    def _converse(self, text: str, marker: str, deadline: float) -> str | GaveUp:
        send(self._to, text.encode(), deadline)
        end = marker.encode()
        said = self._unread
        looked = 0
        while (place := said.find(end, looked)) < 0:
            looked = max(0, len(said) - len(end))
            said += receive_some(self._from, deadline)
            if len(said) > MOST_BYTES:
                self.close()
                return GaveUp("the solver talks without end")
        # Some solvers print the mark with its quotes, others without.
        self._unread = said[place + len(end) :].removeprefix(b'"')
        answer = said[:place].decode(errors="replace")
        return answer.strip().removesuffix('"').strip()


def _end(process: subprocess.Popen[bytes], lifeline: int) -> None:
    """Kill the solver and everything it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    os.close(lifeline)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def start(command: Sequence[str]) -> Session | GaveUp:
    """A new conversation."""
    if shutil.which(command[0]) is None:
        return GaveUp(f"{command[0]} is not installed")
    try:
        return Session(command)
    except OSError as error:
        return GaveUp(f"{command[0]} cannot be started: {error}")


def deadline_in(seconds: float) -> float:
    """The moment so many seconds from now."""
    return time.monotonic() + seconds
