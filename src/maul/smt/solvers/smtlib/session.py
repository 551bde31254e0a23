"""A conversation with an SMT-LIB 2 solver in a process of its own.

Comes in: a command line, then texts of commands. Goes out: what the solver printed, or a reason to
give up: it is not there, hangs, dies, or talks without end. An ``echo`` after the commands marks
the end of the answer, whatever the answer looks like. What it prints on stderr is thrown away.

Some solvers take longer to start than to answer. Such a solver can be kept, one for each thread and
command line: ``take`` gives the one that was kept or a new one, ``keep`` is for the next ``take``.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import TYPE_CHECKING

from maul.smt.pipes import PipeClosed, TooLate, receive_some, send
from maul.smt.protocols import TIME_LIMIT, GaveUp
from maul.smt.solvers.smtlib import supervisor

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_BYTES = 1 << 28
# What a solver does not free stays small when it is not asked for ever.
MOST_QUESTIONS = 2000


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
        self._began = time.monotonic()
        self._rounds = 0
        self._is_ready = False
        self._unread = bytearray()
        self.close = weakref.finalize(self, _end, self._process, theirs)

    @property
    def pid(self) -> int:
        """The id of the process group."""
        return self._process.pid

    @property
    def rounds(self) -> int:
        """How often the solver was asked."""
        return self._rounds

    def is_alive(self) -> bool:
        """Whether the solver can be asked."""
        return self.close.alive and self._process.poll() is None

    def age(self) -> float:
        """For how many seconds the solver has been running."""
        return time.monotonic() - self._began

    def greet(self, deadline: float) -> str | GaveUp:
        """Wait until the solver answers; when that takes too long it may be greeted again."""
        if self._is_ready:
            return ""
        answer = self._exchange(None if self._rounds else "", deadline)
        self._is_ready = not isinstance(answer, GaveUp)
        return answer

    def ask(self, commands: str, deadline: float) -> str | GaveUp:
        """What the solver prints in answer to some commands; after giving up it is closed."""
        answer = self._exchange(commands, deadline)
        if answer == TIME_LIMIT:
            self.close()
        return answer

    def _exchange(self, commands: str | None, deadline: float) -> str | GaveUp:
        """Send commands, if there are any, and read up to the mark after the last ones."""
        try:
            if commands is not None:
                self._rounds += 1
                text = f'{commands}\n(echo "{self._mark()}")\n'
                send(self._to, text.encode(), deadline)
            return self._hear(deadline)
        except TooLate:
            return TIME_LIMIT
        except PipeClosed:
            self.close()
            return GaveUp("the solver ended without an answer")
        except BaseException:
            self.close()
            raise

    def _mark(self) -> str:
        return f"end-of-answer-{self._rounds}"

    def _hear(self, deadline: float) -> str | GaveUp:
        end = self._mark().encode()
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


# ---- solvers that are kept ----

_mine = threading.local()


def _kept() -> dict[tuple[str, ...], Session]:
    """The solvers of this thread that wait; they end with it."""
    sessions: dict[tuple[str, ...], Session] | None = getattr(_mine, "sessions", None)
    if sessions is None:
        sessions = _mine.sessions = {}
    return sessions


def take(command: tuple[str, ...], deadline: float, patience: float) -> Session | GaveUp:
    """A solver that reads and answers: the one that was kept or a new one.

    One that is not ready at the deadline goes on starting, to be ready for the next question,
    until its age is ``patience`` seconds.
    """
    kept = _kept().pop(command, None)
    session = kept if kept and kept.is_alive() else start(command)
    if isinstance(session, GaveUp):
        return session
    greeting = session.greet(deadline)
    if not isinstance(greeting, GaveUp):
        return session
    if session.age() < patience:
        keep(command, session)
    else:
        session.close()
    return greeting


def keep(command: tuple[str, ...], session: Session) -> None:
    """Let a solver wait for the next question with the same command line."""
    if session.is_alive() and session.rounds < MOST_QUESTIONS:
        _kept()[command] = session
    else:
        session.close()


def deadline_in(seconds: float) -> float:
    """The moment so many seconds from now."""
    return time.monotonic() + seconds
