"""Compares what the table says about functions of the C library with what the real library does.

For every function in the table a program calls it and observes the result, ``errno`` and all bytes
that its pointer arguments point to (tools/effects_programs.py). gcc compiles it against the real
library, and it is run. Then maul is asked whether what happened can happen: it must not prove that
it cannot. Functions that are modelled exactly must print the same in the interpreter. Refused ones
are never executed: maul must refuse to read the call.

    python -m tools.effects [--jobs 2] [NAME...]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from maul.c.ctype import LP64
from maul.cfa import library
from maul.cfa.library.table import texts
from maul.cfa.outcome import Ended
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.errors import BadInput, LimitReached, Unsupported
from maul.interpolate.catalogue import refuter
from maul.interpret.machine import interpret
from maul.methods.bmc import bmc
from maul.methods.setting import Setting
from maul.node import value
from maul.proofs.verdict import Safe, Unsafe
from maul.run import Run
from maul.system.deep import call_deep
from tools.effects_programs import ROUNDS, Called, called, printing, reaching

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS = 20.0
GCC = shutil.which("gcc") or "gcc"
# What ends the program, waits for another thread or for good, or writes to the standard output.
_NOT_EXECUTED = (
    "abort exit _Exit _exit quick_exit __assert __assert_fail __assert_perror_fail cfree alloca "
    "__stack_chk_fail __chk_fail __fortify_fail isfinite isnormal"
)
# Functions whose results or bytes the model leaves open, though their other effects are exact.
_OPEN = (
    "malloc aligned_alloc memalign valloc realloc reallocarray scanf fscanf sscanf __isoc99_scanf "
    "__isoc99_fscanf __isoc99_sscanf"
)


@value
class Finding:
    """What came of one call: ``right``, ``wrong``, ``unknown``, ``refused`` or ``skipped``."""

    name: str
    number: int
    outcome: str
    detail: str = ""


def compare(name: str, rounds: int = ROUNDS) -> list[Finding]:
    """Some rounds of one function."""
    known = library.model(name)
    prototype = texts()[name].partition(" : ")[0]
    if known is None or known.kind == library.REFUSED:
        return [_refused(name, prototype)]
    if name in _NOT_EXECUTED.split():
        return [Finding(name, 0, "skipped", "not executed")]
    found, seen = [], set()
    for number in range(rounds):
        made = called(prototype, number)
        if made is None:
            return [Finding(name, number, "skipped", "no arguments for it")]
        if made not in seen:
            seen.add(made)
            with tempfile.TemporaryDirectory() as folder:
                found.append(_compared(made, number, Path(folder)))
    return found


def _refused(name: str, prototype: str) -> Finding:
    """That maul refuses a call, whatever it is called with."""
    known = library.model(name)
    is_refused = known is not None and known.kind == library.REFUSED
    return Finding(name, 0, "refused" if is_refused else "wrong", prototype)


def _compared(made: Called, number: int, folder: Path) -> Finding:
    """One round."""
    observed = _observed(made, folder)
    if observed is None:
        return Finding(made.name, number, "skipped", "the call does not end well")
    known = library.model(made.name)
    if known is not None and known.kind != library.DESCRIBED and made.name not in _OPEN.split():
        printed = _interpreted(_preprocessed(printing(made), folder))
        if printed is not None and _settled(made, printed) != _settled(made, observed):
            different = [f"{a} not {b}" for a, b in zip(printed, observed, strict=False) if a != b]
            return Finding(made.name, number, "wrong", f"the interpreter has {different[:3]}")
    outcome, detail = _admitted(_preprocessed(reaching(made, observed), folder))
    return Finding(made.name, number, outcome, detail)


def _settled(made: Called, observed: list[str]) -> list[str]:
    """The observations that the model does not leave open."""
    known = library.model(made.name)
    line = known.table if known is not None else None
    words = line.words if line is not None else frozenset()
    is_open = bool(words & {"sign", "truth"}) or (line is not None and line.effects.low is not None)
    left = {"@errno"} | ({"@number"} if is_open else set())
    return [line for line in observed if line.split()[0] not in left]


def _observed(made: Called, folder: Path) -> list[str] | None:
    """What the real library does."""
    source, binary, given = folder / "printing.c", folder / "printing", folder / "input"
    source.write_text(printing(made))
    given.write_text("42 q\nrest\n")
    flags = ["-O0", "-w", "-fno-builtin", "-o", str(binary), str(source), "-lm"]
    compiled = subprocess.run([GCC, *flags], capture_output=True, check=False)
    if compiled.returncode:
        return None
    with given.open() as file:
        try:
            run = subprocess.run(
                [str(binary)], stdin=file, capture_output=True, cwd=folder, timeout=5, check=False
            )
        except subprocess.TimeoutExpired:
            return None
    lines = run.stdout.decode("latin-1").splitlines()
    return [line for line in lines if line.startswith("@")] if run.returncode == 0 else None


def _preprocessed(text: str, folder: Path) -> str:
    """The file in which the headers of the real library are expanded."""
    source, target = folder / "program.c", folder / "program.i"
    source.write_text(text)
    subprocess.run([GCC, "-E", "-O0", "-o", str(target), str(source)], check=True)
    return str(target)


def _interpreted(path: str) -> list[str] | None:
    """What the interpreter prints; None when it cannot say."""
    try:
        cfa = call_deep(lambda: read_program([path], LP64, read_property("unreach-call")))
        execution = call_deep(lambda: interpret(cfa))
    except Unsupported:
        return None
    if not isinstance(execution.outcome, Ended):
        return None
    lines = execution.output.decode("latin-1").splitlines()
    return [line for line in lines if line.startswith("@")]


def _admitted(path: str) -> tuple[str, str]:
    """Whether maul thinks that what happened can happen."""
    try:
        cfa = call_deep(lambda: read_program([path], LP64, read_property("unreach-call")))
        setting = Setting(refuter("auto"))
        verdict = call_deep(lambda: bmc(cfa, setting, Run(SECONDS)))
    except (Unsupported, LimitReached) as reason:
        return "unknown", str(reason)
    except BadInput as reason:
        return "wrong", str(reason)
    if isinstance(verdict, Safe):
        return "wrong", "maul proves that what happened cannot happen"
    return ("right", "") if isinstance(verdict, Unsafe) else ("unknown", str(verdict))


def main(arguments: Iterable[str] | None = None) -> int:
    """Compare all functions, or those that are named."""
    parser = argparse.ArgumentParser(description="Compare the table with the real C library.")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args(None if arguments is None else list(arguments))
    names = given.names or sorted(texts())
    outcomes: Counter[str] = Counter()
    functions: dict[str, set[str]] = {}
    with ProcessPoolExecutor(given.jobs) as pool:
        for findings in pool.map(partial(compare, rounds=given.rounds), names):
            for finding in findings:
                outcomes[finding.outcome] += 1
                functions.setdefault(finding.outcome, set()).add(finding.name)
                if finding.outcome in ("wrong", "unknown", "skipped"):
                    print(
                        f"{finding.name} {finding.number}: {finding.outcome}: {finding.detail}",
                        flush=True,
                    )
    for outcome, count in sorted(outcomes.items()):
        print(f"{outcome}: {count} calls of {len(functions[outcome])} functions")
    return 1 if outcomes["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
