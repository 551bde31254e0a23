"""Families of programs about memory: which methods decide which property, and up to which size.

    python -m tools.memory_families [--bounds 2,4,8,none] [--methods auto] [--seconds 20]
        [--families filled,stack] [--properties valid-deref] [--results FILE]
    python -m tools.memory_families --write FOLDER

For each family, property and bound there is a safe program and a twin with one error. Out: Markdown
tables of verdicts with the seconds that ``maul verify`` took; a "!" marks a wrong one. A bound of
none stands for a size that no unrolling reaches. After the first bound at which a question stays
open, larger ones are not tried. What is in the file of results is not asked again. Exit status 1
when a verdict is wrong. ``--write`` writes the programs and asks nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tools.memory_family_programs import FAMILIES, LARGE, PROPERTIES

GRACE = 40


class Row(NamedTuple):
    """What one row of a table is about; ``expected`` is TRUE or FALSE."""

    family: str
    wanted: str
    expected: str
    method: str

    def text(self, bound: int) -> str:
        """The program of the row for a bound."""
        violated = self.wanted if self.expected == "FALSE" else ""
        return FAMILIES[self.family].program(bound, violated)


class Told(NamedTuple):
    """A verdict, and the seconds it took."""

    verdict: str
    seconds: float

    def cell(self, expected: str) -> str:
        """The entry of a table."""
        wrong = "! " if self.verdict not in (expected, "UNKNOWN") else ""
        return f"{wrong}{self.verdict} {self.seconds:.1f}"


class Memory:
    """Answers that are kept in a file, one JSON object a line; none are kept without a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, Told] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                content = json.loads(line)
                self._known[content["key"]] = Told(content["verdict"], content["seconds"])

    def of(self, row: Row, bound: int, seconds: float) -> Told:
        """The answer for a row and a bound; asked for now if it is not known."""
        key = "/".join((*row, str(bound)))
        if key not in self._known:
            told = self._known[key] = asked(row, bound, seconds)
            print(f"{key}: {told.verdict} {told.seconds:.1f} s", file=sys.stderr, flush=True)
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"key": key, **told._asdict()}) + "\n")
        return self._known[key]


def asked(row: Row, bound: int, seconds: float) -> Told:
    """What ``maul verify`` says about a row and a bound."""
    return ask(row.text(bound), row.family, row.wanted, row.method, seconds)


def ask(text: str, name: str, wanted: str, method: str, seconds: float) -> Told:
    """Ask ``maul verify`` about a program, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="families-") as folder:
        source = Path(folder) / f"{name}.c"
        source.write_text(text, encoding="ascii")
        command = [sys.executable, "-m", "maul", "verify", "--property", wanted]
        command += ["--method", method, "--time-limit", f"{seconds:g}s", str(source)]
        began = time.monotonic()
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds + GRACE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Told("hangs", seconds + GRACE)
        told = re.search(r"^RESULT: (\w+)", done.stdout, re.MULTILINE)
        return Told(told[1] if told else "fault", time.monotonic() - began)


def series(row: Row, bounds: list[int], memory: Memory, seconds: float) -> dict[int, Told]:
    """The answers of one row, until the first that is open."""
    found: dict[int, Told] = {}
    for bound in bounds:
        found[bound] = memory.of(row, bound, seconds)
        if found[bound].verdict not in ("TRUE", "FALSE"):
            break
    return found


def table(rows: dict[Row, dict[int, Told]], bounds: list[int]) -> Iterator[str]:
    """A Markdown table of the rows."""
    heads = [
        "family",
        "method",
        *(f"n <= {bound}" if bound < LARGE else "any n" for bound in bounds),
    ]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for row, found in rows.items():
        cells = [found[b].cell(row.expected) if b in found else "-" for b in bounds]
        yield f"| {' | '.join([row.family, row.method, *cells])} |"


def write(folder: Path, families: list[str], bounds: list[int]) -> int:
    """Write all programs; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, bound in product(families, bounds):
        for violated in ("", *FAMILIES[name].twins):
            ending = violated.replace("-", "_") or "safe"
            text = FAMILIES[name].program(bound, violated)
            (folder / f"{name}_{bound}_{ending}.c").write_text(text, encoding="ascii")
            count += 1
    return count


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bounds", default="2,4,8,none")
    parser.add_argument("--methods", default="auto")
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--properties", default=",".join(PROPERTIES))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    options = parser.parse_args(arguments)
    options.bounds = [LARGE if n == "none" else int(n) for n in options.bounds.split(",")]
    options.families = options.families.split(",")
    return options


def main() -> int:
    """Ask what is not known, then print the tables."""
    options = parsed()
    if options.write is not None:
        print(f"{write(options.write, options.families, options.bounds)} programs")
        return 0
    memory = Memory(options.results)
    wrong = 0
    for wanted, expected in product(options.properties.split(","), ("TRUE", "FALSE")):
        rows = {}
        for family, method in product(options.families, options.methods.split(",")):
            row = Row(family, wanted, expected, method)
            rows[row] = series(row, options.bounds, memory, options.seconds)
            verdicts = [told.verdict for told in rows[row].values()]
            wrong += sum(verdict not in (expected, "UNKNOWN") for verdict in verdicts)
        kind = "safe programs" if expected == "TRUE" else "unsafe twins"
        print(f"\n{wanted}, {kind}: verdict and seconds\n")
        print("\n".join(table(rows, options.bounds)), flush=True)
    print(f"\n{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
