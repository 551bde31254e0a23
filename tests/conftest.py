"""What every test may use: the repository's root and the command ``maul`` as users start it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from mmap import PAGESIZE
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import settings

from maul.formula.terms import sweep

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every run, on machines of any speed.
settings.register_profile("maul", derandomize=True, deadline=None, database=None)
settings.load_profile("maul")

# Tests that are started in the background ignore an interrupt, and so would all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


MUCH = 1 << 30  # bytes


@pytest.fixture(autouse=True, scope="module")
def _forget_terms() -> Iterator[None]:
    """Jobs are forked from the tests, and what they share with these counts against their limits on
    memory."""
    yield
    pages = Path("/proc/self/statm")
    if pages.exists() and int(pages.read_text().split()[1]) * PAGESIZE > MUCH:
        sweep()


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
