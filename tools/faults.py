"""Signals and kills at random moments: no run leaves anything behind or ends as with a verdict.

    python -m tools.faults --count 100 --seed 1

Each run verifies a safe, an unsafe or an endless program and is disturbed at a random moment: maul
gets SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGKILL, or one of its descendants gets SIGKILL, or nothing
happens. Afterwards no process of it runs, its folder for temporary files is empty, and the exit
code is 0 or 1 only when the right result was printed. An interrupt that comes while Python itself
is starting is not maul's to handle: Python shows a traceback, and its exit code may be 1.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from maul.system.limits import family, working_in

PATIENCE = 20.0  # seconds that a killed run has until nothing of it is left
LIMIT = 20.0  # seconds of a run
HEAD = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
"""
# The right verdict, and the program.
PROGRAMS = {
    "safe": (
        "TRUE",
        """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x % 2 == 5) reach_error();
}""",
    ),
    "unsafe": (
        "FALSE",
        """#include <string.h>
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x * 7 == 91) reach_error();
}""",
    ),
    "counting": (
        "TRUE",
        """int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = 0;
  for (unsigned count = 0; count < n; count++) total += 2;
  if (total % 2) reach_error();
}""",
    ),
    "deep": (
        "FALSE",
        """int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = 0;
  for (unsigned count = 0; count < n && count < 40; count++) total += count;
  if (total == 435) reach_error();
}""",
    ),
    "endless": (
        "UNKNOWN",
        """int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 0, b = 1;
  for (unsigned i = 0; i < n; i++) { unsigned t = a + b * b + i; a = b ^ t; b = t * 3; }
  if (a * b == 12345 && n > 100000) reach_error();
}""",
    ),
}
METHODS = ("auto", "bmc", "impact", "predicate", "value+predicate", "concrete", "automizer")
SENT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL)


class Disturbance(NamedTuple):
    """After how many seconds which signal is sent, to maul or to one of its descendants."""

    seconds: float
    sent: signal.Signals | None
    to_descendant: bool

    def __str__(self) -> str:
        if self.sent is None:
            return "undisturbed"
        whom = "a descendant" if self.to_descendant else "maul"
        return f"{self.sent.name} to {whom} after {self.seconds:.2f} s"


class Run(NamedTuple):
    """How a run ended: exit code, stdout, stderr, and what is left of it."""

    code: int
    output: str
    errors: str
    left: list[str]


def drawn(choose: random.Random) -> tuple[str, str, Disturbance]:
    """A program, a method, and what happens."""
    program, method = choose.choice(list(PROGRAMS)), choose.choice(METHODS)
    seconds = choose.choice((0.3, 1.0, 3.0)) * choose.random()
    kind = choose.randrange(10)
    if kind == 0 and program != "endless":
        return program, method, Disturbance(0.0, None, to_descendant=False)
    if kind < 5:
        return program, method, Disturbance(seconds, signal.SIGKILL, to_descendant=True)
    return program, method, Disturbance(seconds, choose.choice(SENT), to_descendant=False)


def disturbed(folder: Path, drawn_run: tuple[str, str, Disturbance], choose: random.Random) -> Run:
    """Run maul in a folder and disturb it."""
    program, method, disturbance = drawn_run
    temporary = folder / "temporary"
    temporary.mkdir()
    (folder / "program.c").write_text(HEAD + PROGRAMS[program][1] + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "maul", "verify", "program.c", "--method", method]
    process = subprocess.Popen(
        [*command, "--time-limit", f"{LIMIT:g}s"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(temporary)},
        preexec_fn=_hear_signals,  # noqa: PLW1509 - there are no threads here
    )
    if disturbance.sent is not None:
        time.sleep(disturbance.seconds)
        _send(process, disturbance, choose)
    output, errors = process.communicate()
    return Run(process.returncode, output, errors, _left(temporary))


def _hear_signals() -> None:
    """What a shell starts in the background ignores some signals."""
    for sent in SENT[:-1]:
        signal.signal(sent, signal.SIG_DFL)


def _send(process: subprocess.Popen[str], disturbance: Disturbance, choose: random.Random) -> None:
    assert disturbance.sent is not None
    if not disturbance.to_descendant:
        process.send_signal(disturbance.sent)
        return
    descendants = family(process.pid)[1:]
    if descendants:
        try:
            os.kill(choose.choice(descendants), disturbance.sent)
        except ProcessLookupError:
            return


def _left(temporary: Path) -> list[str]:
    """The processes and files of a run that are still there after a while."""
    end = time.monotonic() + PATIENCE
    while True:
        left = [f"process {pid}" for pid in working_in(str(temporary))]
        left += [str(path.relative_to(temporary)) for path in temporary.iterdir()]
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.02)


def complaints(drawn_run: tuple[str, str, Disturbance], run: Run) -> list[str]:
    """What is wrong with how a run ended."""
    program, _, disturbance = drawn_run
    wrong = [f"left: {', '.join(run.left)}"] if run.left else []
    if disturbance.sent == signal.SIGINT and _is_early(run):
        return wrong
    last = (run.output.splitlines() or [""])[-1]
    printed = last.removeprefix("RESULT: ").partition("(")[0] if "RESULT: " in last else ""
    if printed in ("TRUE", "FALSE") and printed != PROGRAMS[program][0]:
        wrong.append(f"wrong verdict: {last}")
    if run.code < 0:
        is_ours = not disturbance.to_descendant and disturbance.sent == -run.code
        wrong += [] if is_ours else [f"died of signal {-run.code}"]
    elif run.code in (0, 1):
        expected = ("TRUE", "FALSE")[run.code]
        wrong += [] if printed == expected else [f"exit code {run.code} with '{last}'"]
    elif run.code == 3:
        is_told = printed == "UNKNOWN" or "maul: interrupted" in run.errors
        wrong += [] if is_told else [f"exit code 3 with '{last}'"]
    else:
        wrong.append(f"exit code {run.code}: {run.errors.strip()[:200]}")
    if "Traceback" in run.errors and not (run.code < 0 and disturbance.sent == signal.SIGINT):
        wrong.append(f"a traceback: {run.errors.strip()[-200:]}")
    return wrong


def _is_early(run: Run) -> bool:
    """Whether Python was interrupted before it had come to maul."""
    return "KeyboardInterrupt" in run.errors and f"{os.sep}maul{os.sep}cli" not in run.errors


def main() -> int:
    """Disturb many runs and tell how they ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choose = random.Random(options.seed)
    failures = 0
    for number in range(1, options.count + 1):
        chosen = drawn(choose)
        with tempfile.TemporaryDirectory() as folder:
            run = disturbed(Path(folder), chosen, choose)
        wrong = complaints(chosen, run)
        failures += bool(wrong)
        last = (run.output.splitlines() or [""])[-1]
        what = f"{chosen[0]}, {chosen[1]}, {chosen[2]}: {run.code} {last}"
        print(f"{number:3} {'WRONG' if wrong else 'ok':5} {what} {'; '.join(wrong)}", flush=True)
    print(f"{options.count - failures} of {options.count} right")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
