"""Limits that hold: maul on programs that diverge, again and again, under a limit.

    python -m tools.kill_tests [--count 50] [--limit time|memory|signal] [--seconds 5]

Programs of our own keep maul busy in different ways: unrolling, refining, inside one question to a
solver. Each run must end soon after its limit, say so in its last line, and leave no
process behind: every process of a run carries a mark in its environment, which is looked for
afterwards. ``signal`` ends maul by SIGTERM, SIGINT and SIGKILL instead. In: nothing. Out: a table,
exit code 1 when a run did not do as it should.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

TOLERANCE = 2.0  # seconds after the limit
MEMORY_PATIENCE = 120.0  # seconds in which a run must have used up its memory
MARK = "MAUL_KILL_TEST"

HEAD = """extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
"""
PROGRAMS = {
    "unrolling": """int main(void) {
  unsigned i = 0, s = 0, n = __VERIFIER_nondet_uint();
  while (i < n) { i++; s += i * i; }
  if (6 * s != n * (n + 1) * (2 * n + 1)) reach_error();
}""",
    "refining": """int main(void) {
  unsigned x = 1, y = 3;
  while (__VERIFIER_nondet_int()) { unsigned z = x * y + 7; y = x ^ (z >> 3); x = z | 1; }
  if (x == 305419897) reach_error();
}""",
    "one question": """unsigned long mix(unsigned long x) {
  x ^= x >> 33; x *= 18397679294719823053UL; x ^= x >> 33; x *= 14181476777654086739UL;
  return x ^ x >> 33;
}
int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
  if (x < y && mix(x) == mix(y)) reach_error();
}""",
    "many values": """int main(void) {
  int a[64]; unsigned s = 0;
  for (int i = 0; i < 64; i++) a[i] = __VERIFIER_nondet_int();
  for (int r = 0; r < 64; r++)
    for (int i = 0; i + 1 < 64; i++)
      if (a[i] > a[i + 1]) { int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }
  for (int i = 0; i + 1 < 64; i++) if (a[i] > a[i + 1]) reach_error();
}""",
}
METHODS = ("auto", "bmc", "impact", "predicate")
# What takes much memory: the interpreter, and one question to a solver.
GREEDY = {
    "allocating, concrete": """extern void *malloc(unsigned long);
int main(void) {
  for (unsigned n = 0; n < 4000000000u; n++) {
    char *p = malloc(1 << 20);
    p[0] = 1;
    p[(1 << 20) - 1] = (char) n;
  }
  reach_error();
}""",
    "one question, bmc": """int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
  for (int i = 0; i < 200; i++) x = x * (y + i) + x / (y | 1);
  if (x == 7777777) reach_error();
}""",
}
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)


class Ended(NamedTuple):
    """How a run ended: the last line, after how many seconds, and the processes it left."""

    last: str
    seconds: float
    left: list[int]


def marked(mark: str) -> list[int]:
    """The processes that carry a mark."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                environment = Path(f"/proc/{name}/environ").read_bytes()
            except OSError:
                continue
            if wanted in environment.split(b"\0"):
                found.append(int(name))
    return found


def run(arguments: list[str], mark: str, interrupt: tuple[float, int] | None = None) -> Ended:
    """Run maul, and after some seconds send it a signal if that is wanted."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "maul", "verify", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, MARK: mark},
        text=True,
    )
    if interrupt is not None:
        time.sleep(interrupt[0])
        process.send_signal(interrupt[1])
    output, _ = process.communicate()
    seconds = time.monotonic() - began
    # A killed parent cannot wait for its children: the kernel may need a moment for them.
    if interrupt is not None and interrupt[1] == signal.SIGKILL:
        time.sleep(0.3)
    lines = output.splitlines() or [""]
    return Ended(lines[-1], seconds, marked(mark))


def trial(which: str, number: int, folder: Path, seconds: float) -> tuple[str, Ended, bool]:
    """One run: what it was, how it ended, and whether that was right."""
    if which == "memory":
        what = list(GREEDY)[number % len(GREEDY)]
        text, method = GREEDY[what], what.rpartition(" ")[2]
    else:
        name = list(PROGRAMS)[number % len(PROGRAMS)]
        text, method = PROGRAMS[name], METHODS[number // len(PROGRAMS) % len(METHODS)]
        what = f"{name}, {method}"
    path = folder / "program.c"
    path.write_text(f"{HEAD}{text}\n", encoding="utf-8")
    arguments = [str(path), "--method", method]
    mark = f"{os.getpid()}-{number}"
    if which == "time":
        ended = run([*arguments, "--time-limit", f"{seconds:g}s"], mark)
        right = ended.seconds <= seconds + TOLERANCE
        right &= ended.last == "RESULT: UNKNOWN(time limit)"
    elif which == "memory":
        limits = ["--memory-limit", "500MB", "--time-limit", f"{MEMORY_PATIENCE:g}s"]
        ended = run([*arguments, *limits], mark)
        right = ended.last == "RESULT: UNKNOWN(memory limit)"
    else:
        sent = SIGNALS[number % len(SIGNALS)]
        ended = run(arguments, mark, (1.5 + number % 7 * 0.4, sent))
        expected = "" if sent == signal.SIGKILL else "RESULT: UNKNOWN(interrupted)"
        right = ended.last == expected
    return what, ended, right and not ended.left


def main() -> int:
    """Run the trials and tell how they went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--limit", choices=("time", "memory", "signal"), default="time")
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    wrong = 0
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            what, ended, right = trial(options.limit, number, Path(folder), options.seconds)
            wrong += not right
            slowest = max(slowest, ended.seconds)
            mark = "ok" if right else "WRONG"
            left = f", left: {ended.left}" if ended.left else ""
            print(f"{number + 1:3} {mark:5} {ended.seconds:6.2f} s  {what}: {ended.last}{left}")
            sys.stdout.flush()
    print(f"{options.count - wrong} of {options.count} right, slowest {slowest:.2f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
