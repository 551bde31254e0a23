"""Craig against Newton in trace abstraction and splitting: the experiment of [Dietsch17, 7].

    python -m tools.craig_vs_newton FOLDER --out RESULTS.jsonl [--time-limit 15s] [--sample 15]
        [--memsafety 15] [--floats 6] [--sets Bitvector,Memsafety] [--jobs 2] [--list]

In: a folder of SV-COMP task definitions. Out: a file of results for ``maul trials table --by set``
and ``maul trials plot``. Four sets: Bitvector, a sample of five categories bit by bit; Integer,
the same tasks with mathematical integers; Memsafety, a sample of the category of memory safety with
mathematical integers; Float, a sample of the category of floats. Both methods
with the eight variants of Newton with z3, IT-SP-LV with other solvers, and every Craig interpolator
that is installed, with z3 for all other questions, each where it knows the theory. ``--list``
prints the commands and runs nothing. Killed and started again it goes on where it was. Exit code 1
when a verdict was wrong.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Collection, Iterator
from typing import NamedTuple

from maul.cli.main import main as maul
from maul.interpolate.catalogue import refuters
from maul.interpolate.newton import VARIANTS
from maul.smt.catalogue import solvers

METHODS = ("automizer", "kojak")
FIVE = ("arrays", "bitvector", "control-flow", "device-drivers", "heap")
BEST = "newton:IT-SP-LV"
NEWTON = tuple(f"newton:{name}/solver=z3" for name in VARIANTS)


class Set(NamedTuple):
    """A set of the paper: where its tasks are, what they ask, what integers are, and who knows the
    theory."""

    name: str
    categories: tuple[str, ...]
    wanted: str
    arith: str
    solvers: tuple[str, ...]
    interpolators: tuple[str, ...]


SETS = (
    Set(
        "Bitvector",
        FIVE,
        "unreach-call",
        "bv",
        ("cvc5", "bitwuzla"),
        ("spacer", "bitwuzla", "cvc5", "princess"),
    ),
    Set(
        "Integer",
        FIVE,
        "unreach-call",
        "int",
        ("cvc5", "smtinterpol"),
        ("spacer", "farkas", "cvc5", "iz3", "smtinterpol", "princess"),
    ),
    Set(
        "Memsafety",
        ("memsafety",),
        "valid-memsafety",
        "int",
        ("cvc5", "smtinterpol"),
        ("spacer", "farkas", "cvc5", "iz3", "smtinterpol", "princess"),
    ),
    Set("Float", ("floats",), "unreach-call", "bv", ("cvc5", "bitwuzla"), ("cvc5",)),
)


def rows(one: Set, installed: Collection[str]) -> Iterator[str]:
    """The sources of assertions for a set, as far as they are installed."""
    yield from NEWTON
    for solver in one.solvers:
        if solver in installed:
            yield f"{BEST}/solver={solver}"
    for name in one.interpolators:
        if f"craig:{name}" in installed:
            yield f"craig:{name}/solver=z3"


def commands(options: argparse.Namespace, installed: Collection[str]) -> Iterator[list[str]]:
    """The calls of maul, one for each set."""
    sizes = {"Float": options.floats, "Memsafety": options.memsafety}
    for one in (each for each in SETS if each.name in options.sets):
        size = sizes.get(one.name, options.sample)
        configurations = [
            f"{method}/{row}/arith={one.arith}"
            for row in rows(one, installed)
            for method in METHODS
        ]
        chosen = [word for name in one.categories for word in ("--category", name)]
        yield [
            *("trials", "run", options.folder, "--out", options.out),
            *("--primary", "--property", one.wanted, *chosen, "--sample", str(size)),
            *("--time-limit", options.time_limit, "--jobs", str(options.jobs)),
            *("--configs", *configurations),
        ]


def _sets(names: str) -> frozenset[str]:
    """The sets that are named, all of them if none is."""
    known = [one.name for one in SETS]
    wanted = names.split(",") if names else known
    for name in wanted:
        if name not in known:
            raise argparse.ArgumentTypeError(
                f"there is no set {name}; there are {', '.join(known)}"
            )
    return frozenset(wanted)


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--out", required=True, metavar="RESULTS.jsonl")
    parser.add_argument("--time-limit", default="15s")
    parser.add_argument("--sample", type=int, default=15, help="tasks of the first two sets")
    parser.add_argument("--memsafety", type=int, default=15, help="tasks of the third set")
    parser.add_argument("--floats", type=int, default=6, help="tasks of the fourth set")
    parser.add_argument("--sets", type=_sets, default=_sets(""), metavar="NAME,NAME")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="print the commands only")
    return parser.parse_args(arguments)


def main() -> int:
    """Run one set after the other."""
    options = parsed()
    installed = {entry.name for entry in refuters() if entry.is_installed()}
    installed |= {solver.name for solver in solvers() if solver.installed}
    worst = 0
    for command in commands(options, installed):
        if options.list:
            print(shlex.join(["maul", *command]))
        else:
            code = maul(command)
            if code > 1:  # interrupted, or refused
                return code
            worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main())
