"""Run ``maul cfa`` over a folder of SV-COMP task definitions and report what it costs.

    python tools/corpus.py TASKS [--jobs 2] [--property NAME|own]

Prints every program that gives no automaton with its message, then the totals: how many automata,
the time, the slowest five, the time per thousand lines of the largest program and of one of about
three thousand lines, and the largest resident memory.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True)
class Task:
    """A program, its data model and its first property."""

    program: Path
    model: str
    property_file: Path
    lines: int


@dataclass(frozen=True, slots=True)
class Result:
    """What one run said and cost."""

    task: Task
    code: int
    message: str
    seconds: float
    megabytes: float


def tasks(folder: Path) -> list[Task]:
    """All task definitions below ``folder``, one a program."""
    found: dict[Path, Task] = {}
    for definition in sorted(folder.rglob("*.yml")):
        content = yaml.safe_load(definition.read_text())
        if not isinstance(content, dict) or "input_files" not in content:
            continue
        names = content["input_files"]
        program = definition.parent / (names if isinstance(names, str) else names[0])
        model = content.get("options", {}).get("data_model", "ILP32")
        prp = definition.parent / content["properties"][0]["property_file"]
        lines = program.read_bytes().count(b"\n")
        found.setdefault(program.resolve(), Task(program, model, prp, lines))
    return list(found.values())


def measure(task: Task, property_name: str) -> Result:
    """One run of ``maul cfa``; its output is thrown away, its last message kept."""
    wanted = str(task.property_file) if property_name == "own" else property_name
    command = [sys.executable, "-m", "maul", "cfa", str(task.program)]
    command += ["--data-model", task.model, "--property", wanted]
    with tempfile.TemporaryFile() as messages:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=messages)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        messages.seek(0)
        text = messages.read().decode("utf-8", "replace").strip()
    last = text.splitlines()[-1] if text else ""
    if "Traceback" in text:
        last = f"TRACEBACK {last}"
    return Result(task, process.returncode, last, seconds, usage.ru_maxrss / 1024)


def report(results: list[Result], wall: float) -> None:
    """Print what went wrong, then the figures."""
    for result in results:
        if result.code != 0:
            print(f"{result.code} {result.task.program.name}: {result.message[:200]}")
    good = sum(result.code == 0 for result in results)
    tracebacks = sum(result.message.startswith("TRACEBACK") for result in results)
    total = sum(result.seconds for result in results)
    print(f"automata: {good} of {len(results)}; tracebacks: {tracebacks}")
    print(f"time: {total:.1f} s in all runs, {wall:.1f} s on the clock")
    print(f"memory: at most {max(result.megabytes for result in results):.0f} MB")
    print("slowest:")
    for result in sorted(results, key=lambda r: -r.seconds)[:5]:
        print(f"  {result.seconds:6.2f} s {result.task.lines:6} lines {result.task.program.name}")
    largest = max(results, key=lambda r: r.task.lines)
    middle = min(results, key=lambda r: abs(r.task.lines - 3000))
    rates = [1000 * 1000 * r.seconds / r.task.lines for r in (largest, middle)]
    for result, rate in zip((largest, middle), rates, strict=True):
        name = result.task.program.name
        print(f"{rate:.0f} ms a thousand lines: {result.task.lines} lines, {name}")
    print(f"ratio: {rates[0] / rates[1]:.2f}")


def main() -> int:
    """Measure and report; 1 when a run ended in a traceback."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--property", default="unreach-call")
    options = parser.parse_args()
    start = time.perf_counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        found = tasks(options.folder)
        results = list(pool.map(lambda task: measure(task, options.property), found))
    report(results, time.perf_counter() - start)
    return int(any(result.message.startswith("TRACEBACK") for result in results))


if __name__ == "__main__":
    sys.exit(main())
