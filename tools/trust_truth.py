"""Establish by execution what the programs of trust expect.

    python -m tools.trust_truth [--jobs 2] [WORD ...]

Every program is compiled by gcc without and with optimisation, together with the translation unit
that it names, and run: ``unsafe`` must reach the error, ``safe`` must not; programs about memory
safety run under AddressSanitizer; what is ``refused`` must not compile or link. Prints every
program whose execution contradicts its head, then the totals. Exit status 1 when one does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.trust_programs import Program, programs

REACHED = 77
SECONDS = 20

# A failing assertion and the error function end the program with a status of their own.
SURROUNDINGS = """
extern void _exit(int);
extern long strtol(const char *, char **, int);
static const char *rest = INPUTS;
__attribute__((weak)) void reach_error(void) { _exit(77); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { _exit(77); }
#define INPUT(type, name) __attribute__((weak)) type __VERIFIER_nondet_##name(void) { \\
  char *end; type n = (type)strtol(rest, &end, 10); rest = *end ? end + 1 : end; return n; }
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(long, long)
INPUT(unsigned long, ulong)
"""

OPTIONS = ("-f", "-no-pie")  # what may be said to gcc
BY_DEFINITION = ("no sanitizer", "itself", "none")


def contradiction(program: Program) -> str:
    """How executions contradict what the head says; empty when they do not."""
    if program.truth in BY_DEFINITION:
        return ""
    with tempfile.TemporaryDirectory(prefix="trust-") as name:
        for level in ("-O0",) if _once(program) else ("-O0", "-O2"):
            found = _observed(program, level, Path(name))
            if found != program.expect:
                return f"{level}: {found}, expected {program.expect}"
    return ""


def _once(program: Program) -> bool:
    return program.of_memory or program.truth == "-O0 only"


def _observed(program: Program, level: str, folder: Path) -> str:
    """``safe``, ``unsafe`` or ``refused``, as gcc and the execution show it."""
    surroundings = folder / "surroundings.c"
    surroundings.write_text(SURROUNDINGS, encoding="ascii")
    others = [program.path.parent / program.other] if program.other else []
    command = ["gcc", "-std=gnu17", "-w", "-fwrapv", level, f'-DINPUTS="{program.inputs}"']
    command += ["-m32"] if program.model == "ILP32" else []
    command += ["-fsanitize=address"] if program.of_memory else []
    command += [program.truth] if program.truth.startswith(OPTIONS) else []
    command += [str(p) for p in (program.path, surroundings, *others)]
    built = _run([*command, "-o", str(folder / "program"), "-lm"], folder)
    if built.returncode != 0:
        return "refused"
    ended = _run([str(folder / "program")], folder)
    return "unsafe" if ended.returncode == REACHED else "safe"


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    sanitizer = f"exitcode={REACHED}:detect_leaks=1:detect_stack_use_after_return=1"
    environment = {**os.environ, "ASAN_OPTIONS": sanitizer, "LC_ALL": "C"}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )


def main() -> int:
    """Check all programs, or those whose name has one of the words."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    chosen = [p for p in programs() if _wanted(p, arguments.words)]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        found = list(pool.map(contradiction, chosen))
    wrong = [(p, c) for p, c in zip(chosen, found, strict=True) if c]
    for program, what in wrong:
        print(f"{program.name:50} {what}")
    defined = sum(p.truth in BY_DEFINITION for p in chosen)
    print(f"{len(chosen)} programs, {defined} true by definition, {len(wrong)} contradicted")
    return 1 if wrong else 0


def _wanted(program: Program, words: list[str]) -> bool:
    return not words or any(word in program.name for word in words)


if __name__ == "__main__":
    sys.exit(main())
