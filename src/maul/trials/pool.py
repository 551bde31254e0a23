"""Many verifications, several at a time, each in processes of its own.

Comes in: jobs. Goes out: a record of each, as it is finished; what happens on the way goes to a
listener. A job is watched by a process that does just what ``maul verify`` does: the limits hold,
and a crash is a record, too. All processes of a job end with it; and they end when this process
does, however that comes about: the system kills the watchers, whose own children end with them.

The processes live as long as the thread that started them: run jobs in the main thread.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, Pipe, wait
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from maul.api import answered
from maul.errors import BadInput
from maul.events import Event
from maul.node import node, value
from maul.request import Request
from maul.result import Conclusion, Result, Statistics
from maul.system.child import INTERRUPTS, Listeners, Usage, end_with_parent, summary
from maul.system.guard import ENDING_SECONDS
from maul.system.limits import family, wait_until_gone
from maul.trials.record import FinishedRun
from maul.trials.scoring import score
from maul.trials.tasks import Trial, property_name

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.trials.configuration import Preferences

ERROR = "ERROR"
# How reasons begin that are no fault of the program under verification.
CRASHES = ("internal error", "died of signal", "ended with exit code", "the watching process")


@value
class Job:
    """One verification: what, how, within which limits, and by which revision of maul."""

    trial: Trial
    configuration: Preferences
    seconds: float
    megabytes: float
    revision: str = ""


Hear: TypeAlias = Callable[[Job, Event | Usage], None]


def run_jobs(
    jobs: Iterable[Job], workers: int, hear: Hear | None = None
) -> Generator[FinishedRun, None, None]:
    """Verify, so many jobs at a time; ``hear`` is called here, never in another process. Whoever
    wants no more records closes the generator, which ends all jobs."""
    waiting = iter(jobs)
    running: list[_RunningJob] = []
    try:
        while True:
            for job in _next(waiting, workers - len(running)):
                _start(job, running, is_heard=hear is not None)
            if not running:
                return
            ready = wait([each.connection for each in running])
            for each in [each for each in running if each.connection in ready]:
                record = _told(each, hear)
                if record is not None:
                    each.end()
                    running.remove(each)
                    yield record
    finally:
        for each in running:
            each.end()


def _next(jobs: Iterator[Job], number: int) -> Iterator[Job]:
    for _ in range(number):
        job = next(jobs, None)
        if job is None:
            return
        yield job


# ---- this side ----


@node
class _RunningJob:
    """A job under way, and the process that watches it."""

    job: Job
    pid: int
    connection: Connection
    began: float

    def epitaph(self) -> str:
        """How the process died; it is still to be buried."""
        status = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        code = status.si_status if status else 0
        signalled = status is not None and status.si_code != os.CLD_EXITED
        how = f"died of signal {code}" if signalled else f"ended with exit code {code}"
        return f"the watching process {how}"

    def end(self) -> None:
        """Kill what is left of the job, and wait until it is gone."""
        _, *others = family(self.pid)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        wait_until_gone(others, ENDING_SECONDS)  # the guard of the job sees that, and ends the rest
        self.connection.close()


def _start(job: Job, running: list[_RunningJob], *, is_heard: bool) -> None:
    """Start the process that watches a job."""
    ours, theirs = Pipe(duplex=False)
    parent = os.getpid()
    # An interrupt must not come between the fork and the moment from which the child is known.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        pid = os.fork()
        if pid == 0:
            others = [ours, *[each.connection for each in running]]
            _serve(job, _EventOutbox(theirs, is_heard=is_heard), others, parent)
        running.append(_RunningJob(job, pid, ours, time.monotonic()))
    finally:
        theirs.close()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _told(running: _RunningJob, hear: Hear | None) -> FinishedRun | None:
    """Pass on what a job tells; its record, when it is finished."""
    try:
        messages: tuple[Event | Usage | FinishedRun, ...] = running.connection.recv()
    except EOFError:
        return _failed(running.job, running.epitaph(), running.began)
    for message in messages:
        if isinstance(message, FinishedRun):
            return message
        if hear is not None:
            hear(running.job, message)
    return None


# ---- the other side ----


class _EventOutbox:
    """Sends what happens to the one who hears, all of a moment at once."""

    def __init__(self, connection: Connection, *, is_heard: bool) -> None:
        self._connection = connection
        self._is_heard = is_heard
        self._waiting: list[Event | Usage] = []

    def tell(self, event: Event) -> None:
        if self._is_heard:
            self._waiting.append(event)

    def look(self, usage: Usage) -> None:
        if self._is_heard:
            self._connection.send((*self._waiting, usage))
            self._waiting = []

    def finish(self, record: FinishedRun) -> None:
        self._connection.send((*self._waiting, record))


def _serve(job: Job, outbox: _EventOutbox, others: Collection[Connection], parent: int) -> NoReturn:
    """Watch over a job; the body of the child."""
    try:
        end_with_parent(parent)
        # An interrupt is the parent's to handle; what a solver prints is nobody's.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        for connection in others:
            connection.close()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        outbox.finish(_record(job, outbox))
    finally:
        os._exit(0)


def _record(job: Job, outbox: _EventOutbox) -> FinishedRun:
    """What came of a job, whatever that is."""
    began = time.monotonic()
    try:
        result = answered(_request(job), Listeners(outbox.tell, outbox.look))
    except BadInput as problem:
        return _failed(job, str(problem), began)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the others are to go on
        return _failed(job, f"internal error: {summary(error)}", began)
    return judged(job, result)


def _request(job: Job) -> Request:
    trial, chosen = job.trial, job.configuration
    return Request(
        trial.files,
        trial.property,
        trial.data_model,
        trial.includes,
        method=chosen.method,
        refuter=chosen.refuter,
        solver=chosen.solver,
        blocks=chosen.blocks,
        arith=chosen.arith,
        seconds=job.seconds,
        megabytes=job.megabytes,
        choices=chosen.choices,
        trace_solver=chosen.trace_solver,
    )


def _failed(job: Job, reason: str, began: float) -> FinishedRun:
    """The record of a job that has no result."""
    spent = Statistics(wall_seconds=round(time.monotonic() - began, 3))
    return _record_of(job, Result(Conclusion.UNKNOWN, reason=reason, statistics=spent), ERROR)


def judged(job: Job, result: Result) -> FinishedRun:
    """The record of a job: its result, and what that is worth."""
    crashed = result.verdict is Conclusion.UNKNOWN and result.reason.startswith(CRASHES)
    return _record_of(job, result, ERROR if crashed else result.verdict)


def _record_of(job: Job, result: Result, verdict: str) -> FinishedRun:
    trial = job.trial
    points = score(trial.expected, trial.subproperty, verdict, result.violated)
    return FinishedRun(
        trial.name,
        trial.category,
        property_name(trial),
        trial.expected,
        job.configuration.name,
        job.seconds,
        verdict,
        result.violated,
        result.reason,
        points > 0,
        points < 0,
        points,
        result.statistics,
        result.decided_by.method,
        job.revision,
        trial.data_model,
        trial.primary,
    )
