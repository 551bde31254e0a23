"""Families of programs for which safety interpolants, error interpolants and weights are made.

    python -m tools.effective_families [--sizes 1,2,4,8,16] [--seconds 40] [--blocks single]
        [--families sections,ahead,alternatives] [--modes R,R+S] [--results FILE]

Each family has for each n a safe program and an unsafe twin that differs from it in one line. In:
nothing. Out: for each family and mode of [Tian17] a row of a Markdown table, with the states that
were ever explored against n, or the error paths that were looked at, and how they grow; and what
the search was spared, for the largest n that all modes decide. After the first n at which a run
comes to no verdict, larger ones are not tried; why there was none is told. Exit code 1 when a
verdict is wrong. Results go to a file as well, one JSON object a line; what is in it already is not
run again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from maul.methods.safety_error import MODES
from tools.growth import FEWEST, Row, Series, growth, main_of, series
from tools.measured import Measured, Results


class Family(NamedTuple):
    """A kind of program: what it is written by, what is counted on it, and the twin that shows
    what it is made for."""

    program: Callable[..., str]
    counted: str
    shown: str


# ---- families ----------------------------------------------------------------------------------


def sections(n: int, *, safe: bool) -> str:
    """There are n sections one after the other; in each a lock is taken if it is wanted, and given
    back if it was: then it must be held. The unsafe twin does not take the last one.

    The predicates of a function are tracked everywhere in it, so that R tells every combination of
    locks apart. What is safe in front of a section does not depend on the sections before it.
    """
    every = range(1, n + 1)
    return main_of(
        *(f"int wanted{i}, held{i};" for i in every),
        *(line for i in every for line in _section(i, taken=safe or i < n)),
    )


def ahead(n: int, *, safe: bool) -> str:
    """A counter that must be 0 is tested, or the n sections of ``sections`` are passed, which is
    possible in one of two modes only: in that in which the unsafe twin sets the counter.

    The search comes to the other mode first. There it learns that the sections cannot be entered,
    and how an error would be reached if the counter were not 0. In the second mode R passes all
    sections before it tests the counter; error interpolants tell at the branch what is ahead.
    """
    every = range(1, n + 1)
    return main_of(
        *(f"int wanted{i}, held{i};" for i in every),
        "int mode, count;",
        "if (__VERIFIER_nondet_int()) {",
        "  mode = 0; count = 0;",
        "} else {",
        f"  mode = 1; count = {0 if safe else 1};",
        "}",
        "if (__VERIFIER_nondet_int()) {",
        "  if (mode) {",
        *(f"    {line}" for i in every for line in _section(i, taken=True)),
        "  }",
        "} else if (count != 0) reach_error();",
    )


def alternatives(n: int, *, safe: bool) -> str:
    """After one of two values was chosen there are n tests, of which one is made, that neither of
    the values passes, and one more that the second value of the unsafe twin passes: [Tian17, Fig.
    8] with n edges in place of one.

    With the first value every test is a spurious error path. With the second one they are again,
    for another reason; weights lead to the test that has not been full yet.
    """
    return main_of(
        "int s;",
        f"if (__VERIFIER_nondet_int()) s = 0; else s = {3 * n if safe else 4 * n};",
        *(
            f"{'' if i == n else 'else '}if (__VERIFIER_nondet_int()) "
            f"{{ if (s > {i}) if (s <= {2 * n + 1 - i}) reach_error(); }}"
            for i in range(n, 0, -1)
        ),
        f"else {{ if (s > {3 * n}) reach_error(); }}",
    )


def _section(i: int, *, taken: bool) -> Iterator[str]:
    yield f"wanted{i} = __VERIFIER_nondet_int(); held{i} = 0;"
    yield f"if (wanted{i}) held{i} = {int(taken)};"
    yield f"if (wanted{i}) if (held{i} != 1) reach_error();"


FAMILIES = {
    "sections": Family(sections, "explored", "TRUE"),
    "ahead": Family(ahead, "explored", "FALSE"),
    "alternatives": Family(alternatives, "error_paths", "FALSE"),
}
TITLES = {"explored": "states explored", "error_paths": "error paths"}
SPARED = {
    "explored": "explored",
    "covered": "covered",
    "left_out": "left out by S",
    "foreseen": "errors foreseen by E",
    "error_paths": "error paths",
}
VERDICTS = {"TRUE": "safe programs", "FALSE": "unsafe programs"}


# ---- tables ------------------------------------------------------------------------------------


def table(rows: Iterable[tuple[str, Series]], sizes: list[int], counted: str) -> Iterator[str]:
    """What was counted for each n and the seconds of the search, and how that grows."""
    heads = ["mode", *(f"n = {n}" for n in sizes), "growth"]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for mode, runs in rows:
        cells = [_cell(runs.get(n), counted) for n in sizes]
        decided = [(n, int(getattr(run, counted))) for n, run in runs.items() if run.is_decided]
        yield f"| {' | '.join([mode, *cells, curve(decided)])} |"


def curve(points: list[tuple[int, int]]) -> str:
    """The line that goes through all points, if there is one; else how they grow."""
    slopes = {Fraction(y - b, x - a) for (a, b), (x, y) in pairwise(points)}
    if len(points) >= FEWEST and len(slopes) == 1:
        (n, height), slope = points[0], slopes.pop()
        line, rest = f"{slope if slope != 1 else ''}n", height - slope * n
        return f"{line} {'-' if rest < 0 else '+'} {abs(rest)}" if rest else line
    return growth(points)


def _cell(run: Measured | None, counted: str) -> str:
    if run is None:
        return "-"
    return f"{'' if run.is_decided else '> '}{getattr(run, counted)} ({run.search:.1f} s)"


def spared(rows: Sequence[tuple[str, Series]]) -> Iterator[str]:
    """What each mode made and was spared, for the largest n that all modes decide."""
    decided = [{n for n, run in runs.items() if run.is_decided} for _, runs in rows]
    n = max(set.intersection(*decided), default=None)
    if n is None:
        return
    yield f"| n = {n} | {' | '.join(title for title in SPARED.values())} |"
    yield "|---" * (len(SPARED) + 1) + "|"
    for mode, runs in rows:
        yield f"| {' | '.join([mode, *(str(getattr(runs[n], name)) for name in SPARED)])} |"


def report(found: Mapping[Row, Series], sizes: list[int]) -> Iterator[str]:
    """Tables for each family and verdict, those that show what a family is made for first."""
    names = {(family, expected): None for family, expected, _, _ in found}
    for family, expected in sorted(names, key=lambda name: name[1] != FAMILIES[name[0]].shown):
        counted = FAMILIES[family].counted
        yield f"\n{family}, {VERDICTS[expected]}: {TITLES[counted]} (seconds of the search)\n"
        rows = [
            (row[2].removeprefix("interp:"), runs)
            for row, runs in found.items()
            if row[:2] == (family, expected)
        ]
        yield from table(rows, sizes, counted)
        if expected == FAMILIES[family].shown:
            yield ""
            yield from spared(rows)
    told = [
        f"- {'/'.join(row)}/{n}: {run.reason}"
        for row, runs in found.items()
        for n, run in runs.items()
        if not run.is_decided
    ]
    yield "\nWithout a verdict:\n"
    yield "\n".join(told) or "none"


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", default="1,2,4,8,16")
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--blocks", default="single")
    parser.add_argument("--results", type=Path, default=Path("effective-families.jsonl"))
    options = parser.parse_args(arguments)
    options.sizes = [int(n) for n in options.sizes.split(",")]
    options.arith = "bv"
    return options


def main() -> int:
    """Run what is missing, then print the tables."""
    options = parsed()
    results = Results(options.results)
    programs = {name: family.program for name, family in FAMILIES.items()}
    found: dict[Row, Series] = {}
    for family, expected, mode in product(
        options.families.split(","), VERDICTS, options.modes.split(",")
    ):
        row = (family, expected, f"interp:{mode}", options.blocks)
        found[row] = series(row, options, results, programs)
    print("\n".join(report(found, options.sizes)))
    print(f"\nWrong verdicts: {', '.join(results.wrong) or 'none'}")
    return 1 if results.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
