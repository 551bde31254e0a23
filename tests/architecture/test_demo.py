"""The programs of examples/ do what they say, and the demo shows it."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest

from tests.paths import ROOT

RUN = re.compile(r"^// run: (\S+) -> (.+)$", re.MULTILINE)
EXAMPLES = sorted((ROOT / "examples").glob("*.c"))
PROPERTY = re.compile(r"^// property: (\S+)$", re.MULTILINE)
RUNS = [
    (path.name, *(PROPERTY.findall(path.read_text()) or ["unreach-call"]), *run)
    for path in EXAMPLES
    for run in RUN.findall(path.read_text())
]


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(("name", "wanted", "inputs", "outcome"), RUNS)
def test_a_run_of_an_example_ends_as_it_says(
    name: str, wanted: str, inputs: str, outcome: str
) -> None:
    command = ("run", f"examples/{name}", "--property", wanted, "--inputs", inputs)
    process = started("-m", "maul", *command)

    assert outcome in process.stdout + process.stderr
    assert 2 != process.returncode


def test_the_demo_verifies_every_example_in_under_a_minute() -> None:
    began = time.monotonic()
    process = started("examples/demo.py")

    assert (0, "") == (process.returncode, process.stderr)
    assert time.monotonic() - began < 60
    table = process.stdout.partition("program     verdict  method")[2]
    shown = re.findall(r"^(\w+\.c) +(TRUE|FALSE) +\S+ +[\d.]+ s$", table, re.MULTILINE)
    assert [path.name for path in EXAMPLES] == [name for name, _ in shown]
    assert "invariant at examples/counter.c" in process.stdout
    assert "violated: unreach-call at midpoint.c:21" in process.stdout
    assert process.stdout.endswith("every verdict checked and as expected\n")
