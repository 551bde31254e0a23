"""Do methods find errors that are put into safe programs? Each mutant is one of our safe programs
with one operator or constant changed.

    python -m tools.mutants_in_c find [--per-program 3] [--seed 1]
    python -m tools.mutants_in_c run [--method bmc] [--seconds 10] [--all] [NAME ...]

``find`` keeps those mutants that reach the error when gcc's binary is given random inputs, without
anything undefined before, and writes them with these inputs to tests/programs/mutants.csv. ``run``
asks maul about the first mutant of each program, or about all, and prints a table: TRUE is wrong
and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from maul.c.ctype import LP64
from maul.cfa.outcome import ErrorReached
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.interpret.machine import interpret
from maul.system.deep import call_deep
from tools.observe import FLAGS, SANITIZERS

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "programs"
STORED = PROGRAMS / "mutants.csv"
MODEL = "LP64"
REACHED = 107
SECONDS = 3  # that one hunt may take
TRIED = 24  # mutants of a program that are tried at most

OPERATORS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "++": "--",
    "--": "++",
    "+=": "-=",
    "-=": "+=",
    "+": "-",
    "-": "+",
    "/": "*",
    "%": "/",
    "&": "|",
    "|": "&",
    "^": "|",
    "<<": ">>",
    ">>": "<<",
}
BINARY = ("+", "-", "/", "%", "&", "|", "^", "<<", ">>", "<", ">")
"""Operators that mean something else when no operand stands before them."""
TOKEN = re.compile(
    r'//[^\n]*|#[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*'
    r"|0x[0-9a-fA-F]+\w*|\d+\.\d*(?:e[-+]?\d+)?\w*|\d+e[-+]?\d+\w*|\d+\w*"
    r"|->|<<=|>>=|\.\.\.|[-+*/%&|^<>=!]=|\+\+|--|&&|\|\||<<|>>|\S"
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """In ``program``, the text ``old`` at a line and column (from 1) becomes ``new``; the inputs
    reach the error."""

    program: str
    line: int
    column: int
    old: str
    new: str
    inputs: str = ""

    def applied(self, text: str) -> str:
        """The text of the program with the change."""
        lines = text.split("\n")
        at, line = self.column - 1, lines[self.line - 1]
        if line[at : at + len(self.old)] != self.old:
            raise ValueError(f"{self} does not fit {self.program} any more")
        lines[self.line - 1] = line[:at] + self.new + line[at + len(self.old) :]
        return "\n".join(lines)

    def values(self) -> list[int | float]:
        """The inputs as numbers."""
        words = self.inputs.split()
        return [float.fromhex(word) if "p" in word else int(word) for word in words]


def stored() -> list[Mutant]:
    """The mutants that were found."""
    with STORED.open(encoding="ascii", newline="") as file:
        return [
            Mutant(row[0], int(row[1]), int(row[2]), row[3], row[4], row[5])
            for row in csv.reader(file)
        ]


# ---- changes -------------------------------------------------------------------------------------


def mutants(program: Path) -> Iterator[Mutant]:
    """Every change of one operator or constant behind the declarations of functions."""
    before = ""
    for number, line in enumerate(program.read_text(encoding="ascii").split("\n"), 1):
        if line.startswith("extern"):
            continue
        for match in TOKEN.finditer(line):
            token = match[0]
            for new in _changes(token, before):
                yield Mutant(program.stem, number, match.start() + 1, token, new)
            if not token.startswith(("//", "#")):
                before = token


def _changes(token: str, before: str) -> list[str]:
    """What a token may become."""
    has_operand = bool(re.match(r"[\w)\]]", before)) and before not in ("return", "case")
    if token in OPERATORS and (token not in BINARY or has_operand):
        return [OPERATORS[token]]
    if re.fullmatch(r"\d+", token):
        number = int(token)
        return [str(number + 1), *([str(number - 1)] if number else [])]
    return []


# ---- inputs that reach the error -----------------------------------------------------------------

DRIVER = """\
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
extern int program_main();
static unsigned long long state;
static char *drawn;
static unsigned long long draw(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}
static long long number(void) {
  static const long long edges[] = {0, 1, -1, 127, 128, 255, 256, 32767, 65535, 2147483647,
                                    -2147483647 - 1, 4294967295, 46341, 65536};
  switch (draw() % 4) {
  case 0: return (long long)(draw() % 4);
  case 1: return (long long)(draw() % 30) - 10;
  case 2: return edges[draw() % (sizeof edges / sizeof *edges)];
  default: return (long long)draw();
  }
}
static double real(void) {
  double x = (double)(number() % 1000);
  return draw() % 3 ? x / (1 << draw() % 4) : draw() % 2 ? x * 1e-200 : x * 1e-42;
}
#define INPUT(T, name) T __VERIFIER_nondet_##name(void) { \\
  T x = (T)number(); \\
  if (strlen(drawn) < 60000) sprintf(drawn + strlen(drawn), "%lld ", (long long)x); \\
  return x; }
#define REAL(T, name) T __VERIFIER_nondet_##name(void) { \\
  T x = (T)real(); \\
  if (strlen(drawn) < 60000) sprintf(drawn + strlen(drawn), "%a ", (double)x); \\
  return x; }
INPUT(int, int) INPUT(unsigned, uint) INPUT(char, char) INPUT(unsigned char, uchar)
INPUT(short, short) INPUT(unsigned short, ushort) INPUT(long, long) INPUT(unsigned long, ulong)
INPUT(long long, longlong) INPUT(_Bool, bool) REAL(float, float) REAL(double, double)
void reach_error(void) { _exit(107); }
void __assert_fail() { _exit(107); }
int main(void) {
  drawn = mmap(0, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (unsigned long long seed = 1; seed <= 1500; seed++) {
    int status;
    *drawn = 0;
    pid_t child = fork();
    if (!child) {
      struct itimerval soon = {{0, 0}, {0, 20000}};
      signal(SIGALRM, SIG_DFL);
      setitimer(ITIMER_REAL, &soon, 0);
      state = seed * 0x9e3779b97f4a7c15ull;
      program_main();
      _exit(0);
    }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 107) {
      puts(drawn);
      return 107;
    }
  }
  return 0;
}
"""


class Hunter:
    """gcc and the driver that tries random inputs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "driver.c").write_text(DRIVER, encoding="ascii")
        if self._gcc("-c", str(folder / "driver.c"), "-o", str(folder / "driver.o")):
            raise RuntimeError("gcc cannot build the driver")

    def _gcc(self, *arguments: str) -> int:
        command = ["gcc", "-std=gnu11", "-fwrapv", "-O1", "-w", *FLAGS[MODEL], *arguments]
        done = subprocess.run(command, capture_output=True, check=False, timeout=20 * SECONDS)
        return done.returncode

    def inputs(self, text: str) -> str | None:
        """Inputs that reach the error, with nothing undefined before it; None if none is found."""
        if self._reaching(text, ()) is None:
            return None
        return self._reaching(text, SANITIZERS)

    def _reaching(self, text: str, options: Sequence[str]) -> str | None:
        source, binary = self._folder / "mutant.c", self._folder / "mutant"
        source.write_text(text, encoding="ascii")
        parts = ["-Dmain=program_main", str(source), str(self._folder / "driver.o"), "-lm"]
        if self._gcc(*options, *parts, "-o", str(binary)):
            return None
        try:
            done = subprocess.run(
                [str(binary)], capture_output=True, text=True, check=False, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return None
        return done.stdout.strip() if done.returncode == REACHED else None


def find(per_program: int, seed: int) -> list[Mutant]:
    """Mutants of every safe program that reach the error."""
    found: list[Mutant] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        hunter = Hunter(Path(name))
        for program in sorted(PROGRAMS.glob("*_safe.c")):
            text = program.read_text(encoding="ascii")
            candidates = list(mutants(program))
            random.Random(f"{seed} {program.stem}").shuffle(candidates)
            kept: list[Mutant] = []
            for candidate in candidates[:TRIED]:
                inputs = hunter.inputs(candidate.applied(text))
                if inputs is None:
                    continue
                mutant = replace(candidate, inputs=inputs)
                if reaches(mutant, Path(name)):
                    kept.append(mutant)
                else:
                    print(f"gcc and the interpreter do not agree: {mutant}")
                if len(kept) == per_program:
                    break
            print(f"{program.stem:40} {len(kept)} of {len(candidates)}", flush=True)
            found += kept
    return found


def reaches(mutant: Mutant, folder: Path) -> bool:
    """Whether the interpreter, too, comes to the error with the stored inputs."""
    path = written(mutant, folder)

    def run() -> bool:
        cfa = read_program([str(path)], LP64, read_property("unreach-call"))
        return isinstance(interpret(cfa, mutant.values()).outcome, ErrorReached)

    return call_deep(run)


def written(mutant: Mutant, folder: Path) -> Path:
    """The mutant as a file."""
    path = folder / f"{mutant.program}_{mutant.line}_{mutant.column}.c"
    original = (PROGRAMS / f"{mutant.program}.c").read_text(encoding="ascii")
    path.write_text(mutant.applied(original), encoding="ascii")
    return path


# ---- what maul says ------------------------------------------------------------------------------


def verdict(mutant: Mutant, method: str, seconds: float, folder: Path) -> str:
    """The last line of ``maul verify``, without ``RESULT:``."""
    command = [sys.executable, "-m", "maul", "verify", str(written(mutant, folder))]
    command += ["--method", method, "--time-limit", f"{seconds}s", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    last = (done.stdout.strip().splitlines() or [done.stderr.strip()[-200:]])[-1]
    return last.removeprefix("RESULT: ")


def first_of_each(every: Sequence[Mutant]) -> list[Mutant]:
    """The first mutant of each program."""
    return list({mutant.program: mutant for mutant in reversed(every)}.values())[::-1]


def campaign(chosen: Sequence[Mutant], method: str, seconds: float) -> Counter[str]:
    """Ask about each and print a table."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        for mutant in chosen:
            start = time.monotonic()
            said = verdict(mutant, method, seconds, Path(name))
            counts[said.partition("(")[0]] += 1
            change = f"line {mutant.line}: {mutant.old} becomes {mutant.new}"
            taken = time.monotonic() - start
            print(f"{mutant.program:36} {change:28} {taken:6.1f} s  {said}", flush=True)
    return counts


def main() -> int:
    """Find mutants, or ask maul about those that were found."""
    parser = argparse.ArgumentParser(description="One change in each safe program.")
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("--per-program", type=int, default=3)
    finding.add_argument("--seed", type=int, default=1)
    running = commands.add_parser("run")
    running.add_argument("--method", default="bmc")
    running.add_argument("--seconds", type=float, default=10)
    running.add_argument("--all", action="store_true", help="not only the first of each program")
    running.add_argument("names", nargs="*", metavar="NAME", help="part of a program's name")
    options = parser.parse_args()
    if options.command == "find":
        found = find(options.per_program, options.seed)
        with STORED.open("w", encoding="ascii", newline="") as file:
            for each in found:
                row = (each.program, each.line, each.column, each.old, each.new, each.inputs)
                csv.writer(file, lineterminator="\n").writerow(row)
        print(f"{len(found)} mutants of {len(first_of_each(found))} programs")
        return 0
    chosen = stored() if options.all else first_of_each(stored())
    if options.names:
        chosen = [m for m in chosen if any(name in m.program for name in options.names)]
    counts = campaign(chosen, options.method, options.seconds)
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    return 1 if counts["TRUE"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
