"""Jobs in parallel processes: a record of each, whatever becomes of it, and nothing left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from maul.events import Stage
from maul.result import Conclusion, Result, Statistics
from maul.system.child import Usage
from maul.system.limits import family
from maul.trials.configuration import Preferences
from maul.trials.pool import Job, judged, run_jobs
from maul.trials.tasks import Trial
from tests.trials.task_folder import ENDLESS, broken, closed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from maul.events import Event

CONCRETE = Preferences("concrete")


def job(folder: Path, name: str, text: str, expected: str = "", seconds: float = 60.0) -> Job:
    path = folder / f"{name}.c"
    path.write_text(text)
    trial = Trial(name, "own", (str(path),), "unreach-call", expected=expected)
    return Job(trial, CONCRETE, seconds, 4000.0)


def test_every_job_has_a_record_whatever_becomes_of_it(tmp_path: Path) -> None:
    before = family(os.getpid())
    jobs = [
        job(tmp_path, "right", closed(1), "true"),
        job(tmp_path, "wrong", broken(1), "false"),
        job(tmp_path, "blamed", broken(1), "true"),
        job(tmp_path, "bad", "int main(void) { return\n", "true"),
        job(tmp_path, "endless", ENDLESS, "true", seconds=1.0),
    ]

    records = {record.task: record for record in run_jobs(jobs, 2)}
    assert {"right", "wrong", "blamed", "bad", "endless"} == set(records)
    assert {
        "right": ("TRUE", 2),
        "wrong": ("FALSE", 1),
        "blamed": ("FALSE", -16),
        "bad": ("ERROR", 0),
        "endless": ("UNKNOWN", 0),
    } == {name: (record.verdict, record.score) for name, record in records.items()}
    assert "unreach-call" == records["wrong"].violated
    assert records["blamed"].wrong
    assert "bad.c:1" in records["bad"].reason
    assert "time limit" == records["endless"].reason
    assert ("own", "unreach-call", "concrete", 60.0) == (
        records["right"].category,
        records["right"].property,
        records["right"].configuration,
        records["right"].time_limit,
    )
    assert "concrete" == records["right"].decided_by
    assert 0 < records["right"].statistics.cpu_seconds
    assert before == family(os.getpid()), "every process is gone"


def test_events_and_usage_are_heard_here(tmp_path: Path) -> None:
    heard: list[tuple[str, Event | Usage]] = []
    threads = set()

    def hear(of: Job, what: Event | Usage) -> None:
        threads.add(threading.get_ident())
        heard.append((of.trial.name, what))

    jobs = [job(tmp_path, "one", closed(1)), job(tmp_path, "two", closed(2))]
    assert 2 == len([*run_jobs(jobs, 2, hear)])

    for name in ("one", "two"):
        stages = [what.name for of, what in heard if of == name and isinstance(what, Stage)]
        assert ["reading", "searching", "checking"] == stages
        assert [] != [what for of, what in heard if of == name and isinstance(what, Usage)]
    assert {threading.get_ident()} == threads


def test_no_more_jobs_run_at_a_time_than_there_are_workers(tmp_path: Path) -> None:
    started: list[str] = []

    def jobs() -> Iterator[Job]:
        for number in range(3):
            started.append(f"p{number}")
            yield job(tmp_path, f"p{number}", closed(number))

    for number, record in enumerate(run_jobs(jobs(), 1)):
        assert f"p{number}" == record.task
        assert number + 1 == len(started)


def test_when_nobody_wants_more_records_everything_ends(tmp_path: Path) -> None:
    before = family(os.getpid())
    jobs = [job(tmp_path, "quick", closed(1)), job(tmp_path, "endless", ENDLESS)]
    records = run_jobs(jobs, 2)

    assert "quick" == next(records).task
    assert len(before) < len(family(os.getpid())), "the other one is under way"
    records.close()
    assert before == family(os.getpid())


@pytest.mark.parametrize("generation", [1, 2])
def test_a_process_that_is_killed_is_a_record(tmp_path: Path, generation: int) -> None:
    """The watching process, or the one that does the work."""
    before = family(os.getpid())
    killed: list[int] = []

    def hear(_: Job, what: Event | Usage) -> None:
        processes = [pid for pid in family(os.getpid()) if pid not in before]
        if isinstance(what, Usage) and len(processes) >= generation and not killed:
            killed.append(processes[generation - 1])
            os.kill(killed[0], signal.SIGKILL)

    [record] = run_jobs([job(tmp_path, "endless", ENDLESS)], 1, hear)
    assert "ERROR" == record.verdict
    assert "died of signal 9" in record.reason
    patience = time.monotonic() + 10
    while before != family(os.getpid()) and time.monotonic() < patience:
        time.sleep(0.01)
    assert before == family(os.getpid())


@pytest.mark.parametrize(
    ("reason", "verdict"),
    [
        ("internal error: KeyError: 3 at impact.py:7", "ERROR"),
        ("died of signal 11", "ERROR"),
        ("ended with exit code 1", "ERROR"),
        ("time limit", "UNKNOWN"),
        ("memory limit", "UNKNOWN"),
        ("values alone do not refute the error path", "UNKNOWN"),
    ],
)
def test_a_crash_is_an_error_and_giving_up_is_not(reason: str, verdict: str) -> None:
    trial = Trial("a", "", ("a.c",), "unreach-call", expected="true")
    result = Result(Conclusion.UNKNOWN, reason=reason, statistics=Statistics(1.0))

    record = judged(Job(trial, CONCRETE, 5.0, 100.0), result)
    assert (verdict, reason, 0) == (record.verdict, record.reason, record.score)
    assert 1.0 == record.statistics.wall_seconds


def test_another_subproperty_is_a_wrong_alarm() -> None:
    trial = Trial("a", "", ("a.c",), "p/valid-memsafety.prp", "LP64", "false", "valid-free")
    result = Result(Conclusion.FALSE, violated="valid-deref")

    record = judged(Job(trial, CONCRETE, 5.0, 100.0), result)
    assert record.wrong
    assert not record.correct
    assert "valid-memsafety" == record.property
