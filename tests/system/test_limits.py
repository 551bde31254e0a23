"""What processes use, as the system tells it."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from maul.system.limits import (
    exceeds,
    family,
    processor_seconds,
    proportional_megabytes,
    resident_megabytes,
    wait_until_gone,
)
from tools.kill_tests import trial


def test_a_family_has_parents_before_children() -> None:
    script = "import subprocess; subprocess.run(['sleep', '30'])"
    process = subprocess.Popen([sys.executable, "-c", script])
    try:
        while len(family(process.pid)) < 2:
            time.sleep(0.01)
        found = family(os.getpid())

        assert os.getpid() == found[0]
        assert found.index(process.pid) < found.index(family(process.pid)[1])
    finally:
        for pid in family(process.pid)[::-1]:
            os.kill(pid, 9)
        process.wait()


def test_a_process_that_is_gone_uses_nothing() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    gone = [process.pid]

    assert 0.0 == resident_megabytes(gone)
    assert 0.0 == proportional_megabytes(gone)
    assert 0.0 == processor_seconds(process.pid)
    assert not exceeds(gone, 0.0, os.getpid())
    wait_until_gone(gone)


def test_memory_counted_by_share_is_never_more() -> None:
    mine = [os.getpid()]
    before = proportional_megabytes(mine)
    # From the system: memory that was freed before would be counted already.
    block = mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for _ in range(64):
        block.write(b"x" * (1 << 20))
    share = proportional_megabytes(mine)

    assert before is not None
    assert share is not None
    assert 60 <= share - before <= 100  # what others shared until now counts, too
    assert share <= resident_megabytes(mine) + 1
    assert exceeds(mine, share / 2, os.getppid())
    assert not exceeds(mine, share * 2, os.getppid())
    block.close()


def test_processor_time_grows() -> None:
    before = processor_seconds(os.getpid())
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass

    assert processor_seconds(os.getpid()) > before


@pytest.mark.parametrize("number", range(0, 16, 5))
def test_a_program_that_diverges_ends_at_its_time_limit_and_leaves_nothing(
    tmp_path: Path, number: int
) -> None:
    """A quick version of ``tools.kill_tests``: each program and each method once."""
    what, ended, _ = trial("time", number, tmp_path, 1.0)

    assert "RESULT: UNKNOWN(time limit)" == ended.last, what
    assert [] == ended.left


@pytest.mark.parametrize("number", range(3))
def test_a_verification_that_is_ended_leaves_nothing(tmp_path: Path, number: int) -> None:
    what, ended, right = trial("signal", number, tmp_path, 1.0)

    assert right, (what, ended)
