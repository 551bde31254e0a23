"""Families of programs that grow: how the methods grow with them.

    python -m tools.growth [--sizes 2,4,8,16,32] [--seconds 60] [--families locks,loops]
        [--methods predicate,impact] [--blocks single,large] [--arith bv] [--results FILE]

Each family has for each n a safe program and an unsafe twin that differs from it in one place. In:
nothing. Out: time and states against n as Markdown tables, and for each row how they grow: like a
power of n, unless an exponential function fits clearly better. After the first n at which a run
comes to no verdict, larger ones are not tried; why there was none is told. Exit code 1 when a
verdict is wrong. Results go to a file as well, one JSON object a line; what is in it already is not
run again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import exp, log
from pathlib import Path
from statistics import linear_regression

from tools.measured import Measured, Question, Results

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""
FEWEST, FITTED = 3, 4  # points for a curve
CLEARLY = 0.5  # of the distance is that of an exponential function, or it is none
LEAST = 1.2  # base of an exponential function that is told from noise
CONSTANT = 0.1  # powers of n below this
QUICK = 0.2  # seconds in which there is more of starting than of searching


# ---- families ----------------------------------------------------------------------------------


def locks(n: int, *, safe: bool) -> str:
    """In each round some of n locks are taken and given back; one that is given back must be
    held. The unsafe twin does not take the last one."""
    every = range(1, n + 1)
    return main_of(
        *(f"int wanted{i}, held{i};" for i in every),
        "while (__VERIFIER_nondet_int()) {",
        *(f"  wanted{i} = __VERIFIER_nondet_int(); held{i} = 0;" for i in every),
        *(f"  if (wanted{i}) held{i} = 1;" for i in every if safe or i < n),
        *(f"  if (wanted{i}) {{ if (held{i} != 1) reach_error(); held{i} = 0; }}" for i in every),
        "}",
    )


def branches(n: int, *, safe: bool) -> str:
    """The n branches one after the other, each counted on one of two sides; none may be missed. The
    unsafe twin counts the last one twice on one side."""
    last = "left++" if safe else "left += 2"
    sides = [*["left++"] * (n - 1), last]
    return main_of(
        "int left = 0, right = 0;",
        *(f"if (__VERIFIER_nondet_int()) {side}; else right++;" for side in sides),
        f"if (left + right != {n}) reach_error();",
    )


def loops(n: int, *, safe: bool) -> str:
    """There are n loops one after the other; in each the state is that of the loop at the start of
    a round. The unsafe twin leaves the last one in another state after some round."""
    lines = ["int state = 0;"]
    for i in range(1, n + 1):
        back = f"state = {i};" if safe or i < n else "if (__VERIFIER_nondet_int()) state = 0;"
        lines += [
            f"state = {i};",
            "while (__VERIFIER_nondet_int()) {",
            f"  if (state != {i}) reach_error();",
            f"  if (__VERIFIER_nondet_int()) state = {i + 1};",
            f"  {back}",
            "}",
        ]
    return main_of(*lines)


def bound(n: int, *, safe: bool) -> str:
    """The branches of ``branches`` as one loop of n rounds. The unsafe twin goes one round
    further than it counts."""
    return main_of(
        "int left = 0, right = 0;",
        f"for (int i = 0; i < {n if safe else n + 1}; i++)",
        "  if (__VERIFIER_nondet_int()) left++; else right++;",
        f"if (left + right != {n}) reach_error();",
    )


def main_of(*lines: str) -> str:
    """A program of these lines."""
    body = "".join(f"  {line}\n" for line in lines)
    return f"{HEAD}int main(void) {{\n{body}  return 0;\n}}\n"


FAMILIES: dict[str, Callable[..., str]] = {
    "locks": locks,
    "branches": branches,
    "loops": loops,
    "bound": bound,
}


# ---- runs --------------------------------------------------------------------------------------

Row = tuple[str, str, str, str]  # family, expected verdict, method, blocks
Series = dict[int, Measured]


def series(
    row: Row,
    options: argparse.Namespace,
    results: Results,
    families: Mapping[str, Callable[..., str]] = FAMILIES,
) -> Series:
    """The runs of one row of the table, until the first without a verdict."""
    family, expected, method, blocks = row
    runs: Series = {}
    for n in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / f"{family}{n}.c"
            program.write_text(families[family](n, safe=expected == "TRUE"), encoding="utf-8")
            question = Question(str(program), expected, method, blocks, options.seconds)
            question = replace(question, arith=options.arith)
            runs[n] = results.of("/".join((*row, str(n))), question)
        if not runs[n].is_decided:
            break
    return runs


def growth(points: Sequence[tuple[int, float]]) -> str:
    """How values grow with n: the curve through the last four points on a logarithmic scale, a
    power of n unless an exponential function is clearly nearer."""
    last = points[-FITTED:]
    if len(last) < FEWEST:
        return "?"
    heights = [log(value) for _, value in last]
    power, power_error = _line([log(n) for n, _ in last], heights)
    rate, rate_error = _line([float(n) for n, _ in last], heights)
    if power < CONSTANT:
        return "constant"
    is_exponential = rate_error < CLEARLY * power_error and exp(rate) > LEAST
    return f"{exp(rate):.2f}^n" if is_exponential else f"n^{power:.1f}"


def _line(xs: list[float], ys: list[float]) -> tuple[float, float]:
    """The slope of the straight line nearest to points, and the sum of squared distances."""
    slope, intercept = linear_regression(xs, ys)
    error = sum((slope * a + intercept - b) ** 2 for a, b in zip(xs, ys, strict=True))
    return slope, error


# ---- tables ------------------------------------------------------------------------------------


def table(rows: Iterable[tuple[Row, Series]], sizes: list[int]) -> Iterator[str]:
    """Seconds and states for each n, and how they grow."""
    heads = ["family", "method", "blocks", *(f"n = {n}" for n in sizes), "states", "time"]
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for (family, _, method, blocks), runs in rows:
        cells = [_cell(runs.get(n)) for n in sizes]
        decided = [(n, run) for n, run in runs.items() if run.is_decided]
        states = growth([(n, run.states) for n, run in decided])
        times = growth([(n, run.search) for n, run in decided if run.search > QUICK])
        yield f"| {' | '.join([family, method, blocks, *cells, states, times])} |"


def _cell(run: Measured | None) -> str:
    if run is None:
        return "-"
    return f"{'' if run.is_decided else '> '}{run.search:.1f} s ({run.states})"


def main() -> int:
    """Run what is missing, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="2,4,8,16,32")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--methods", default="predicate,impact")
    parser.add_argument("--blocks", default="single,large")
    parser.add_argument("--arith", default="bv")
    parser.add_argument("--results", type=Path, default=Path("growth.jsonl"))
    options = parser.parse_args()
    options.sizes = [int(n) for n in options.sizes.split(",")]
    results = Results(options.results)
    names = (options.families.split(","), ("TRUE", "FALSE"))
    found: dict[Row, Series] = {}
    for row in product(*names, options.methods.split(","), options.blocks.split(",")):
        found[row] = series(row, options, results)
    for expected, title in (("TRUE", "Safe programs"), ("FALSE", "Their unsafe twins")):
        print(f"\n{title}: seconds of the search (states)\n")
        rows = [(row, runs) for row, runs in found.items() if row[1] == expected]
        print("\n".join(table(rows, options.sizes)))
    told = [
        f"- {'/'.join(row)}/{n}: {run.reason}"
        for row, runs in found.items()
        for n, run in runs.items()
        if not run.is_decided
    ]
    print("\nWithout a verdict:\n")
    print("\n".join(told) or "none")
    print(f"\nWrong verdicts: {', '.join(results.wrong) or 'none'}")
    return 1 if results.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
