"""One program about memory, two executions: what the sanitizers say of it and what the interpreter
says.

Comes in: C text, a data model, and what ``__VERIFIER_nondet_int`` returns, if the text wants that.
Goes out: from each side the first violation that was ``Seen``: the subproperty, and the line of an
access or of what is freed. Behind the last input there are zeros.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from maul.c.source import Span
from maul.cfa.model import Cfa
from maul.cfa.outcome import Ended, ErrorReached, Outcome
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.errors import BadInput, Unsupported
from maul.interpret.machine import interpret
from maul.proofs.execution.harness.sanitizers import reported
from maul.system.deep import call_deep
from tools.observe import MODELS

STEPS = 1_000_000
SECONDS = 20
ZEROS = 300
WITHOUT_LINE = ("valid-memtrack", "valid-memcleanup")

# Counts what is left at the end, which no sanitizer reports, and gives the program its inputs.
_COUNTING = """
#include <stdio.h>
#include <stdlib.h>
__attribute__((weak)) int __VERIFIER_nondet_int(void)
{
  static char *rest;
  if (!rest)
    rest = getenv("INPUTS");
  if (!rest || !*rest)
    return 0;
  int number = strtol(rest, &rest, 10);
  rest += *rest == ',';
  return number;
}
extern size_t __sanitizer_get_current_allocated_bytes(void);
static size_t before;
__attribute__((constructor)) static void begin(void)
{
  before = __sanitizer_get_current_allocated_bytes();
}
__attribute__((destructor)) static void end(void)
{
  if (__sanitizer_get_current_allocated_bytes() > before)
    dprintf(2, "LEFT\\n");
}
"""
_OPTIONS = (
    "-std=gnu17",
    "-g",
    "-O0",
    "-w",
    "-fno-builtin",
    "-fno-common",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined",
    "-fno-sanitize=alignment,nonnull-attribute",
    "-fno-sanitize-recover=undefined",
)
_RUNTIME = "detect_stack_use_after_return=1:detect_leaks=1:allocator_may_return_null=1"


_LEAK = "ERROR: LeakSanitizer: detected memory leaks"


@dataclass(frozen=True, slots=True)
class Seen:
    """A violation: the subproperty, empty when there is none, and the line, 0 when it has none.
    ``failure`` tells why nothing can be said."""

    violated: str = ""
    line: int = 0
    failure: str = ""

    def __str__(self) -> str:
        return self.failure or f"{self.violated or 'no violation'} {self.line or ''}".strip()


class Sanitizers:
    """gcc with its sanitizers for one data model; what it makes is written into a folder."""

    def __init__(self, model: str, folder: Path) -> None:
        self._model = ["-m32"] if model == "ILP32" else ["-m64"]
        self._binary = folder / f"program-{model}"
        self._counting = folder / f"counting-{model}.o"
        source = folder / "counting.c"
        source.write_text(_COUNTING, encoding="ascii")
        problem = self._gcc("-c", str(source), "-o", str(self._counting))
        if problem:
            raise RuntimeError(f"gcc cannot build for {model}: {problem}")

    def _gcc(self, *arguments: str) -> str:
        command = ["gcc", *_OPTIONS, *self._model, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def observe(self, source: Path) -> Seen:
        """Compile and run a program."""
        (seen,) = self.observe_with(source, [()])
        return seen

    def observe_with(self, source: Path, sequences: Iterable[Sequence[int]]) -> list[Seen]:
        """Compile a program, and run it once with each sequence of inputs."""
        problem = self._gcc(str(source), str(self._counting), "-o", str(self._binary))
        if problem:
            return [Seen(failure=f"gcc: {problem.splitlines()[0]}") for _ in sequences]
        return [self._run(source, inputs) for inputs in sequences]

    def _run(self, source: Path, inputs: Sequence[int]) -> Seen:
        environment = {**os.environ, "ASAN_OPTIONS": _RUNTIME, "UBSAN_OPTIONS": "color=never"}
        environment["INPUTS"] = ",".join(map(str, inputs))
        try:
            done = subprocess.run(
                [str(self._binary)],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=SECONDS,
                env=environment,
            )
        except subprocess.TimeoutExpired:
            return Seen(failure="timeout")
        return judged(done.stderr, done.returncode, source)


def judged(messages: str, status: int, source: Path) -> Seen:
    """What the messages of a program that ended with a status say."""
    if ": runtime error: " in messages:
        where, _, what = messages.partition(": runtime error: ")
        if "null pointer" in what or "out of bounds" in what:
            return Seen("valid-deref", int(where.split(":")[-2]))
        return Seen(failure=f"undefined: {what.splitlines()[0]}")
    report = reported(messages, Span(str(source), 1, 1, str(source), 1))
    if report is None and _LEAK in messages:
        return Seen("valid-memtrack")
    if report is None:
        left = "LEFT" in messages
        if status or (messages and not left):
            return Seen(failure=f"exit status {status}: {messages[:200]}")
        return Seen("valid-memcleanup" if left else "")
    if not report.subproperty:
        return Seen(failure=f"report: {report.kind}")
    return Seen(report.subproperty, 0 if report.subproperty in WITHOUT_LINE else report.line)


def interpreted(source: Path, model: str) -> Seen:
    """What the interpreter says: of valid-memsafety, then of valid-memcleanup."""
    (seen,) = interpreted_with(source, model, [()])
    return seen


def interpreted_with(
    source: Path,
    model: str,
    sequences: Iterable[Sequence[int]],
    properties: Sequence[str] = ("valid-memsafety", "valid-memcleanup"),
) -> list[Seen]:
    """What the interpreter says for each sequence of inputs: the first property is asked first."""

    def run() -> list[Seen]:
        cfas = [read_program([str(source)], MODELS[model], read_property(p)) for p in properties]
        return [_first(cfas, inputs) for inputs in sequences]

    try:
        return call_deep(run)
    except Unsupported as refused:
        failure = f"unsupported: {refused}"
    except BadInput as refused:
        failure = f"bad input: {refused}"
    except Exception as crash:  # noqa: BLE001 - a crash of what is under test is a finding
        failure = f"crash: {type(crash).__name__}: {crash}"
    return [Seen(failure=failure) for _ in sequences]


def _first(cfas: Sequence[Cfa], inputs: Sequence[int]) -> Seen:
    """The first of some properties that an execution violates."""
    for cfa in cfas:
        seen = _seen(interpret(cfa, [*inputs, *[0] * ZEROS], steps=STEPS).outcome)
        if seen.violated or seen.failure:
            return seen
    return Seen()


def _seen(outcome: Outcome) -> Seen:
    match outcome:
        case Ended():
            return Seen()
        case ErrorReached(property=violated, span=span):
            return Seen(violated, 0 if violated in WITHOUT_LINE else span.line)
    what = getattr(outcome, "what", getattr(outcome, "which", ""))
    return Seen(failure=f"{type(outcome).__name__} {what} at line {outcome.span.line}")
