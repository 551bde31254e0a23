"""Show maul at work on the programs beside this file, and fail when one does not do as it says.

A program states at its end what is true of it, ``// verify: TRUE`` or ``// verify: FALSE``, and may
state the property that is meant, ``// property: no-overflow``, and what a run with given inputs
comes to, ``// run: 10,20 -> normal end``, which a test executes.

In: examples/*.c. Out: for each the verdict with its invariant or counterexample, and a table of
all; exit code 1 and one line for each surprise on stderr.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from maul import Result, verify
from maul.report.grid import text, ungrouped
from maul.report.result import lines, result_line

ROOT = Path(__file__).resolve().parent.parent
EXPECTED = re.compile(r"^// verify: (TRUE|FALSE)$", re.MULTILINE)
PROPERTY = re.compile(r"^// property: (\S+)$", re.MULTILINE)
SECONDS = 20.0
MOST_LINES = 24
LONGEST = 120
HEAD = ("program", "verdict", "method", "time")


def summary(source: str) -> str:
    """The first sentence of the head comment."""
    comment = re.sub(r"^(?:/\*| \*|//) ?", "", source, flags=re.MULTILINE)
    return " ".join(comment.split()).partition(". ")[0].partition(": ")[0].rstrip(".") + "."


def shortened(shown: list[str]) -> list[str]:
    """The report in so many lines that eight of them can be read."""
    cut = [line if len(line) <= LONGEST else f"{line[: LONGEST - 4]} ..." for line in shown]
    if len(cut) <= MOST_LINES:
        return cut
    half = MOST_LINES // 2
    return [*cut[:half], f"  ... ({len(cut) - 2 * half} more lines)", *cut[-half:]]


def show(result: Result) -> None:
    """Print a report as ``maul verify`` does, with colours on a terminal."""
    report = [*shortened(lines(result)), result_line(result)]
    if sys.stdout.isatty():
        from maul.report.terminal import coloured  # noqa: PLC0415 - only for terminals

        print(coloured(report))
    else:
        print("\n".join(report))


def main() -> int:
    """Verify all programs in alphabetical order."""
    os.chdir(ROOT)
    rows, found = [], []
    for path in sorted(Path("examples").glob("*.c")):
        source = path.read_text(encoding="utf-8")
        named = PROPERTY.search(source)
        wanted, option = (named[1], f" --property {named[1]}") if named else ("unreach-call", "")
        print(f"\n{'-' * 80}\n{path.name}: {summary(source)}\n", flush=True)
        print(f"$ maul verify {path}{option}", flush=True)
        result = verify(str(path), wanted, time_limit=SECONDS)
        show(result)
        expected = EXPECTED.search(source)
        if expected is None or result.verdict != expected[1]:
            found.append(f"{path}: {result.verdict}, expected {expected[1] if expected else '?'}")
        seconds = f"{result.statistics.wall_seconds:.1f} s"
        rows.append((path.name, str(result.verdict), result.decided_by.method, seconds))
    print(f"\n{'-' * 80}\n{text(ungrouped(HEAD, rows))}", flush=True)
    for surprise in found:
        print(f"demo: {surprise}", file=sys.stderr)
    if not found:
        print(f"demo: {len(rows)} programs verified, every verdict checked and as expected")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
