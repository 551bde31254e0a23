"""One program, two executions: what gcc's binary does and what the interpreter says it does.

Comes in: C text, inputs, a data model. Goes out: an ``Observation`` from each side, comparable.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from maul.c.ctype import ILP32, LP64
from maul.c.elaborate.program import elaborate
from maul.cfa.build.program import build
from maul.cfa.outcome import Ended
from maul.errors import BadInput, Unsupported
from maul.interpret.machine import interpret
from maul.system.deep import call_deep
from tools.generate.inputs import SOURCES

MODELS = {"ILP32": ILP32, "LP64": LP64}
FLAGS = {"ILP32": ("-m32", "-msse2", "-mfpmath=sse"), "LP64": ("-m64",)}
COMMON = ("-std=gnu11", "-fwrapv", "-O0")
SANITIZERS = (
    "-fsanitize=undefined,address,float-cast-overflow",
    "-fno-sanitize=shift-base,signed-integer-overflow",
    "-fno-sanitize-recover=undefined",
)
STEPS = 3_000_000
SECONDS = 10


@dataclass(frozen=True, slots=True)
class Observation:
    """How a run ended ("exit 3", "signal 11", "undefined behaviour: ...") and what it printed."""

    ending: str
    output: bytes


class Toolchain:
    """gcc for one data model, with the input functions compiled once into ``folder``."""

    def __init__(self, model: str, folder: Path) -> None:
        self.model = model
        self._folder = folder
        source = folder / f"inputs-{model}.c"
        source.write_text(_input_functions(), encoding="ascii")
        self._inputs = folder / f"inputs-{model}.o"
        problem = self._gcc("-c", str(source), "-o", str(self._inputs))
        if problem:
            raise RuntimeError(f"gcc cannot build for {model}: {problem}")

    def _gcc(self, *arguments: str) -> str:
        """Run gcc; what it complains about, empty when all is well."""
        command = ["gcc", *COMMON, *FLAGS[self.model], *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def observe(
        self, source: Path, inputs: Sequence[int], options: Sequence[str] = ()
    ) -> Observation:
        """Compile and run a program."""
        binary = self._folder / f"{source.stem}-{self.model}"
        problem = self._gcc(*options, str(source), str(self._inputs), "-lm", "-o", str(binary))
        if problem:
            errors = [line for line in problem.splitlines() if "error" in line]
            return Observation(f"gcc: {errors[0] if errors else problem}", b"")
        values = " ".join(str(value) for value in inputs)
        environment = {**os.environ, "INPUTS": values, "ASAN_OPTIONS": "detect_leaks=0"}
        try:
            done = subprocess.run(
                [str(binary)],
                capture_output=True,
                check=False,
                timeout=SECONDS,
                env=environment,
            )
        except subprocess.TimeoutExpired:
            return Observation("timeout", b"")
        finally:
            binary.unlink(missing_ok=True)
        if done.stderr:
            return Observation(f"sanitizer: {done.stderr[:300]!r}", done.stdout)
        ending = f"exit {done.returncode}" if done.returncode >= 0 else f"signal {-done.returncode}"
        return Observation(ending, done.stdout)


def missing_toolchain(model: str, folder: Path) -> str | None:
    """Why gcc cannot build for the data model, None when it can."""
    if shutil.which("gcc") is None:
        return "gcc is not installed"
    probe = folder / f"probe-{model}.c"
    probe.write_text('#include <stdio.h>\nint main(void) { return puts("") < 0; }\n')
    try:
        observed = Toolchain(model, folder).observe(probe, ())
    except RuntimeError as problem:
        return str(problem).splitlines()[0]
    return None if observed.ending == "exit 0" else f"gcc for {model}: {observed.ending}"


def interpreted(source: Path, inputs: Sequence[int], model: str) -> Observation:
    """Run a program through the front end, the builder and the interpreter."""

    def run() -> Observation:
        program = elaborate([str(source)], MODELS[model])
        execution = interpret(build(program), list(inputs), steps=STEPS)
        match execution.outcome:
            case Ended(status=status):
                return Observation(f"exit {status}", execution.output)
            case outcome:
                name = type(outcome).__name__
                what = getattr(outcome, "what", getattr(outcome, "which", ""))
                return Observation(f"{name} {what} at {outcome.span}", execution.output)

    try:
        return call_deep(run)
    except (BadInput, Unsupported) as refused:
        return Observation(f"{type(refused).__name__}: {refused}", b"")
    except Exception as crash:  # noqa: BLE001 - a crash of what is under test is a finding
        return Observation(f"crash: {type(crash).__name__}: {crash}", b"")


def _input_functions() -> str:
    """C text of the input functions, which take their values from the environment."""
    lines = [
        "#include <stdlib.h>",
        "static unsigned long long next(void) {",
        '  static char *at; if (!at) at = getenv("INPUTS");',
        "  while (*at == ' ') at++;",
        "  if (!*at) abort();",
        "  return *at == '-' ? (unsigned long long)strtoll(at, &at, 10) : strtoull(at, &at, 10);",
        "}",
    ]
    for name, t in SOURCES:
        through = "(long long)" if t.floating else ""
        lines.append(f"{t.name} __VERIFIER_nondet_{name}(void) {{ return {through}next(); }}")
    return "\n".join(lines) + "\n"
