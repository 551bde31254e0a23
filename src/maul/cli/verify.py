"""The command ``maul verify``: options in, a report and an exit code out.

The last line on stdout is the result, whatever happens: a limit, an interrupt, a solver that dies.
Progress is shown when stdout is a terminal and nobody asked for quiet.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from maul.choices import METHOD, REFUTER, Arith
from maul.cli.options import (
    OK,
    SIZES,
    TIMES,
    UNKNOWN,
    VIOLATION,
    add_choices,
    add_model_options,
    add_program_options,
    quantity,
    read_blocks,
    read_choices,
    write_text,
)
from maul.result import Conclusion, Result

if TYPE_CHECKING:
    import argparse

    from maul.report.progress import Progress
    from maul.request import Request

CODES = {Conclusion.TRUE: OK, Conclusion.FALSE: VIOLATION, Conclusion.UNKNOWN: UNKNOWN}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    from maul.smt.catalogue import SEARCHERS

    add_program_options(parser)
    parser.add_argument("--method", default="auto", metavar="NAME", help="see maul methods (auto)")
    parser.add_argument("--refuter", metavar="NAME", help="see maul refuters (auto)")
    parser.add_argument(
        "--solver",
        choices=SEARCHERS,
        help="the solver that searches (what suits the method); another one checks",
    )
    parser.add_argument(
        "--trace-solver",
        choices=SEARCHERS,
        help="the solver that refuters ask whether a path is feasible, and for cores (as --solver)",
    )
    add_model_options(parser)
    parser.add_argument(
        "--malloc",
        choices=("never-fails", "may-fail"),
        default="never-fails",
        help="whether allocations may give a null pointer (never-fails)",
    )
    parser.add_argument(
        "--undefined",
        choices=("any", "pure"),
        help="whether functions without body may change what they can reach (any; pure with a "
        "property file)",
    )
    parser.add_argument(
        "--volatile",
        choices=("any", "plain"),
        help="whether reading a volatile object gives any value (any; plain with a property file)",
    )
    parser.add_argument(
        "--time-limit", default="60s", metavar="60s", help="wall time: 500ms, 60s, 15min (60s)"
    )
    parser.add_argument(
        "--memory-limit",
        default="4GB",
        metavar="4GB",
        help="resident memory of all processes: 500MB, 4GB (4GB)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for guesses (0)")
    parser.add_argument("--json", metavar="PATH", help="write the result as JSON")
    parser.add_argument(
        "--harness", metavar="PATH.c", help="write a program that executes the counterexample"
    )
    parser.add_argument(
        "--execute",
        choices=("caged", "never", "uncaged"),
        default="caged",
        help="compile and execute a counterexample; uncaged: it may do what you may (caged)",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="no verdict that rests on assumptions, or for which nothing was checked",
    )
    parser.add_argument(
        "--evidence", metavar="PATH", help="write evidence that was refuted, for a bug report"
    )
    parser.add_argument("--quiet", action="store_true", help="only the last line")
    parser.add_argument(
        "--counts", action="store_true", help="what the search has counted, in one line"
    )
    add_choices(parser, METHOD, REFUTER)
    parser.set_defaults(command=verify, apart=False)


def verify(options: argparse.Namespace) -> int:
    """The command ``maul verify``: verify and report. An interrupt ends the work, and there is a
    result all the same."""
    from maul.report.result import as_json, counts_line, evidence_json, lines, result_line

    request = _request(options)
    try:
        result = _answered(request, _progress(quiet=options.quiet))
    except KeyboardInterrupt:
        result = Result(Conclusion.UNKNOWN, reason="interrupted")
    text = [] if options.quiet else lines(result)
    text += [counts_line(result.statistics)] if options.counts else []
    print(_shown([*text, result_line(result)]), flush=True)
    if options.json:
        write_text(options.json, as_json(request, result))
    if options.harness and result.counterexample is not None:
        write_text(options.harness, result.counterexample.harness)
    if options.evidence and result.refuted_evidence is not None:
        write_text(options.evidence, evidence_json(result.refuted_evidence))
    return CODES[result.verdict]


def _shown(report: list[str]) -> str:
    """The report as one text, with colours on a terminal."""
    if not sys.stdout.isatty():
        return "\n".join(report)
    from maul.report.terminal import coloured

    return coloured(report)


def _request(options: argparse.Namespace) -> Request:
    from maul.request import Request

    return Request(
        tuple(options.files),
        options.property or "unreach-call",
        options.data_model,
        tuple(options.includes),
        options.method,
        options.refuter,
        options.solver,
        read_blocks(options),
        Arith(options.arith),
        options.malloc,
        quantity("--time-limit", options.time_limit, TIMES),
        quantity("--memory-limit", options.memory_limit, SIZES),
        options.seed,
        options.harness,
        options.execute,
        undefined=options.undefined,
        volatile=options.volatile,
        strict=options.strict,
        choices=read_choices(options, METHOD, REFUTER),
        trace_solver=options.trace_solver,
    )


def _progress(*, quiet: bool) -> Progress | None:
    if quiet or not sys.stdout.isatty():
        return None
    from maul.report.progress import Progress

    return Progress()


def _answered(request: Request, progress: Progress | None) -> Result:
    """The result, with progress on the way."""
    from maul.api import answered
    from maul.system.child import Listeners

    if progress is None:
        return answered(request, Listeners(lambda _: None))
    progress.start()
    try:
        return answered(request, Listeners(progress.hear, progress.look))
    finally:
        progress.stop()
