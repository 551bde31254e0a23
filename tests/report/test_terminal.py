"""A report on a terminal: colours, and the same text."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys

import pytest
from rich.console import Console

from maul.report.terminal import coloured
from tests.paths import ROOT

pytestmark = pytest.mark.smoke

CODES = re.compile(r"\x1b\[[\d;]*m")
REPORT = [
    "FALSE (replayed; compiled and executed)",
    "inputs",
    "  a.c:14  __VERIFIER_nondet_int() = 1",
    "path",
    "  a.c:14  int [low] = __VERIFIER_nondet_int();     low = 1",
    "  a.c:9     return (low + high) / 2;               midpoint() = -1",
    "violated: unreach-call at a.c:21 by reach_error()",
    "invariant at a.c:10:12: total == count * 2U",
    "assumed: an allocation never fails (a.c:39:42) " + "x" * 300,
    "RESULT: FALSE(unreach-call)",
]


def test_colours_change_no_character() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=40)
    shown = coloured(REPORT, console)

    assert shown != "\n".join(REPORT)
    assert "\n".join(REPORT) == CODES.sub("", shown)


@pytest.mark.parametrize(("word", "code"), [("TRUE", "1;32"), ("FALSE", "1;31")])
def test_a_verdict_has_its_colour(word: str, code: str) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard")

    assert f"\x1b[{code}m{word}\x1b[0m (why)" == coloured([f"{word} (why)"], console)


def test_the_command_colours_its_report_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "maul", "verify", "examples/valves.c", "--method", "bmc"],
        cwd=ROOT,
        stdout=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            chunk = os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
        if not chunk:
            break
        written += chunk
    os.close(ours)

    assert 0 == process.wait(60)
    assert "\x1b[1;32mTRUE" in written.decode()
    assert "RESULT: TRUE" == written.decode().splitlines()[-1]
