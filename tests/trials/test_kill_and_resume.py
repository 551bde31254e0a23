"""``maul trials run`` killed at any moment and started again: no finished run is lost, none is
repeated, and no process is left behind."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from maul.trials.record import read_records
from tests.trials.task_folder import ENDLESS, define, quick_tasks

NUMBER = 3  # of tasks in each category
KILLS = 10
PATIENCE = 30.0  # seconds for the system to end what was killed, on the busiest machine
MARK = "MAUL_TEST_OF_KILLS"
CONFIGURATIONS = ("concrete", "concrete/arith=int")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def marked(mark: str) -> list[int]:
    """The processes that descend from what was started with a mark in its environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                environment = (entry / "environ").read_bytes()
            except OSError:
                continue
            if f"{MARK}={mark}".encode() in environment.split(b"\0"):
                found.append(int(entry.name))
    return found


def left_behind(mark: str) -> list[int]:
    """The processes with a mark that the system does not end; they are ended here."""
    end = time.monotonic() + PATIENCE
    while marked(mark) and time.monotonic() < end:
        time.sleep(0.01)
    found = marked(mark)
    for process in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return found


def started(tasks: Path, results: Path, mark: str) -> subprocess.Popen[bytes]:
    arguments = ["trials", "run", str(tasks), "--configs", *CONFIGURATIONS, "--jobs", "2"]
    return subprocess.Popen(
        [sys.executable, "-m", "maul", *arguments, "--out", str(results), "--time-limit", "600s"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {MARK: mark},
    )


def whole_lines(results: Path) -> bytes:
    content = results.read_bytes() if results.exists() else b""
    return content[: content.rfind(b"\n") + 1]


def wait_for(moment: random.Random, run: subprocess.Popen[bytes], results: Path) -> None:
    """Wait for a random moment: some time after the start, or just after another run is finished,
    which is when a record may be half written."""
    before = len(whole_lines(results))
    if moment.random() < 0.5:
        time.sleep(moment.uniform(0.0, 1.0))
        return
    while run.poll() is None and len(whole_lines(results)) == before:
        time.sleep(0.002)
    time.sleep(moment.choice((0.0, moment.uniform(0.0, 0.2))))


def stopped(run: subprocess.Popen[bytes], how: signal.Signals) -> bytes:
    """End a run; what it said of errors."""
    run.send_signal(how)
    assert run.stderr is not None
    said = run.stderr.read()
    run.wait()
    return said


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_run(tmp_path: Path, how: signal.Signals) -> None:
    define(tmp_path / "tasks", "endless", ENDLESS, "true")
    results = tmp_path / "results.jsonl"
    mark = f"{os.getpid()}-{how}"
    run = started(tmp_path / "tasks", results, mark)
    end = time.monotonic() + PATIENCE
    while len(marked(mark)) < 5 and time.monotonic() < end:  # two that watch and two that work
        time.sleep(0.01)
    assert 5 <= len(marked(mark))
    said = stopped(run, how)

    assert [] == left_behind(mark)
    assert b"" == results.read_bytes()
    if how == signal.SIGKILL:
        assert (-9, b"") == (run.returncode, said)
    else:
        assert 3 == run.returncode
        assert b"maul: interrupted" in said
        assert 1 == said.count(b"\n")


def test_killing_and_resuming_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    tasks = quick_tasks(tmp_path / "tasks", NUMBER)
    results = tmp_path / "results.jsonl"
    moment = random.Random(6)
    kept = b""
    for number in range(KILLS):
        mark = f"{os.getpid()}-{number}"
        run = started(tasks, results, mark)
        wait_for(moment, run, results)
        finished = whole_lines(results)
        said = stopped(run, signal.SIGKILL)

        assert b"" == said
        assert finished.startswith(kept), "what was there has changed"
        assert whole_lines(results).startswith(finished), "a finished run is lost"
        kept = whole_lines(results)
        assert [] == left_behind(mark)

    last = started(tasks, results, "last")
    _, errors = last.communicate(timeout=300)
    assert (0, b"") == (last.returncode, errors)
    assert whole_lines(results).startswith(kept)
    assert whole_lines(results) == results.read_bytes()
    records = read_records(results)
    pairs = Counter((record.task, record.configuration) for record in records)
    assert 2 * NUMBER * len(CONFIGURATIONS) == len(pairs)
    assert {1} == set(pairs.values()), "a run is repeated"
    assert all(record.correct for record in records)
