"""The command ``maul trace``: one path to an error, and what a refuter says of it.

Exit codes: 0 the path cannot be taken, 1 it can, 2 the input or the call is wrong, 3 nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.choices import REFUTER, Arith, block_size
from maul.cli.options import (
    OK,
    TIMES,
    UNKNOWN,
    VIOLATION,
    add_choices,
    add_program_options,
    quantity,
    read_choices,
    read_model,
)
from maul.errors import BadInput, LimitReached
from maul.system.printable import printable_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from maul.cfa.calls import Point, Points
    from maul.methods.paths.error_path import Explained


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    from maul.smt.catalogue import SEARCHERS

    add_program_options(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--walk", type=int, default=1, metavar="N", help="the N-th shortest path to an error (1)"
    )
    which.add_argument(
        "--path", metavar="3,4,7", help="the shortest path that passes these lines in this order"
    )
    parser.add_argument(
        "--refuter", default="auto", metavar="NAME", help="see maul refuters (auto)"
    )
    parser.add_argument(
        "--trace-solver",
        choices=SEARCHERS,
        help="the solver that decides whether the path is feasible, and finds cores (z3)",
    )
    parser.add_argument(
        "--blocks", metavar="SIZE", default="single", help="see maul verify (single)"
    )
    parser.add_argument("--arith", choices=[Arith.BV.value, Arith.INT.value], default="bv")
    parser.add_argument("--time-limit", default="60s", metavar="60s", help="wall time (60s)")
    parser.add_argument(
        "--shapes",
        choices=("text", "dot", "svg"),
        help="show the memory graphs along the path instead of asking a refuter",
    )
    add_choices(parser, REFUTER)
    parser.set_defaults(command=trace)


def trace(options: argparse.Namespace) -> int:
    """Show one path to an error and what a refuter says of it."""
    from maul.cfa.transform.prune import prune
    from maul.interpolate.catalogue import refuter
    from maul.methods.paths.error_path import error_paths, explained
    from maul.proofs.execution.replay import confirms, replay
    from maul.report.path import told
    from maul.run import Run
    from maul.smt.catalogue import searcher
    from maul.smt.choose import preferring

    if options.shapes is not None and options.blocks != "single":
        raise BadInput("--shapes: goes with blocks of one statement")
    if options.walk < 1:
        raise BadInput(f"--walk: counts from 1: {options.walk}")
    tracer = options.trace_solver
    if tracer is not None:
        searcher(tracer).close()
    traces = None if tracer is None else preferring(tracer)
    refute = refuter(options.refuter, traces=traces, choices=read_choices(options, REFUTER))
    run = Run(quantity("--time-limit", options.time_limit, TIMES))
    whole = read_model(options)
    blocks = block_size("--blocks", options.blocks)
    paths = error_paths(prune(whole).cfa, blocks, options.arith, run)
    try:
        if options.path is None:
            path = paths.shortest(options.walk)
        else:
            path = paths.through(_lines(options.path))
        if path is None:
            print(f"TRACE: there are fewer than {options.walk} paths to an error")
            return OK
        if options.shapes is not None:
            return _show_shapes(paths.points, path.points, options.shapes)
        found = explained(paths, path, refute, run)
    except LimitReached as limit:
        print(f"TRACE: unknown, {limit}")
        return UNKNOWN
    for line in told(found, lambda claim: confirms(replay(whole, claim), claim)):
        print(printable_line(line))
    return _tell(found)


def _show_shapes(of: Points, path: Sequence[Point], form: str) -> int:
    """Show the memory graphs along a path in blocks of one statement."""
    from maul.cli.shapes import drawing, graphs_along, lines
    from maul.domains.shape.analysis import ShapeCpa

    along = tuple(graphs_along(ShapeCpa(of), path))
    if form == "text":
        for each in along:
            for line in lines(each):
                print(printable_line(line))
        return OK
    from maul.cli.graphviz import svg

    drawn = drawing(along)
    print(drawn if form == "dot" else svg(drawn), end="")
    return OK


def _tell(found: Explained) -> int:
    """Say in one line what became of a path; the exit code tells it to scripts."""
    from maul.interpolate.protocol import Feasible, Refuted
    from maul.smt.protocols import GaveUp

    line, code = "", OK
    match found.answer:
        case Feasible():
            line, code = "feasible", VIOLATION
        case Refuted(source=source, perfect=perfect, language=k):
            within = f" in L({k})" if k else ""
            line = f"infeasible, by {source}{within}, {'perfect' if perfect else 'not perfect'}"
        case GaveUp(reason=reason):
            line, code = f"unknown, {reason}", UNKNOWN
    print(f"TRACE: {line}, {len(found.path.trace)} blocks, {found.seconds:.2f} s")
    return code


def _lines(text: str) -> list[int]:
    """The numbers of ``--path``."""
    try:
        return [int(item) for item in text.split(",")]
    except ValueError:
        raise BadInput(f"--path: not a list of line numbers: {text}") from None
