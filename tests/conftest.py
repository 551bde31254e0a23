"""What every test may use: the repository's root and the command ``maul`` as users start it."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import signal
import subprocess
import sys
from collections.abc import Iterator
from mmap import PAGESIZE
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import settings

from tests.logic.sweeping import sweep
from tests.paths import ROOT

# The same examples on every run, on machines of any speed.
settings.register_profile("maul", derandomize=True, deadline=None, database=None)
settings.load_profile("maul")

# Tests that are started in the background ignore an interrupt, and so would all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


MUCH = 500 << 20  # bytes
left_behind = 0
BEFORE = pytest.StashKey[frozenset[str]]()


def resident() -> int:
    """The bytes of memory that this process has, where the system tells."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * PAGESIZE if pages.exists() else 0


@pytest.fixture(autouse=True)
def _clear_away() -> Iterator[None]:
    """Memory of solvers stays with the threads that searched, long after these have ended, unless
    the system's library is asked to give it back: many searches in one process add up."""
    global left_behind  # noqa: PLW0603
    yield
    if resident() > left_behind + MUCH:
        gc.collect()
        sweep()  # collects again: finalisers have released more
        with contextlib.suppress(AttributeError):  # a library of another make
            ctypes.CDLL(None).malloc_trim(0)
        left_behind = resident()


def untracked() -> frozenset[str]:
    """The files of the working tree that git neither tracks nor ignores; none where there is no
    git."""
    if not (ROOT / ".git").exists():
        return frozenset()
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    with contextlib.suppress(OSError):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        return frozenset(line[3:] for line in lines if line.startswith("??"))
    return frozenset()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Remember what lay about before the tests; processes that xdist starts do not look."""
    if not hasattr(session.config, "workerinput"):
        session.config.stash[BEFORE] = untracked()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail when the tests, or the commands that they ran, have left files in the working tree."""
    before = session.config.stash.get(BEFORE, None)
    if before is not None and (left := sorted(untracked() - before)):
        sys.stderr.write(f"\nthe tests have left files in the working tree: {', '.join(left)}\n")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


class Maul(Protocol):
    """Runs ``maul`` with the given arguments."""

    def __call__(
        self, *arguments: str | Path, cwd: Path = ROOT, timeout: float = 60
    ) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def maul() -> Maul:
    """The command line in a process of its own; a hang is a failure."""

    def run(
        *arguments: str | Path, cwd: Path = ROOT, timeout: float = 60
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "maul", *map(str, arguments)],
            cwd=cwd,
            timeout=timeout,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
