"""The command ``maul`` in a process that is a fork of this one.

It is what users start, from its arguments and standard streams to its exit code, but for the start
of Python and the imports, which take longer than most of what tests ask for. What these may break
is for tests that start it as users do, such as those of test_faults.py.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from maul.cli.main import run

PATIENCE = 120.0  # seconds after which it counts as hanging


def forked(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """How ``maul`` ends with the given arguments, and what it says."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        streams = (output.fileno(), complaints.fileno())
        process = multiprocessing.get_context("fork").Process(
            target=_be_maul, args=(arguments, cwd or Path.cwd(), streams)
        )
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(arguments, PATIENCE)
        output.seek(0)
        complaints.seek(0)
        return subprocess.CompletedProcess(
            arguments, process.exitcode, output.read(), complaints.read()
        )


def _be_maul(arguments: tuple[str, ...], cwd: Path, streams: tuple[int, int]) -> NoReturn:
    os.chdir(cwd)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, descriptor in enumerate((nothing, *streams)):
        os.dup2(descriptor, number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - to the end
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - to the end
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["maul", *arguments]
    run()
