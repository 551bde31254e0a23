"""The command ``maul verify``: options in, a report and an exit code out.

The last line on stdout is the result, whatever happens: a limit, an interrupt, a solver that dies.
Progress is shown when stdout is a terminal and nobody asked for quiet.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from maul.errors import BadInput, cannot_write

if TYPE_CHECKING:
    import argparse

    from maul.report.progress import Progress
    from maul.result import Request, Result

OK, VIOLATION, USAGE, UNKNOWN = 0, 1, 2, 3
CODES = {"TRUE": OK, "FALSE": VIOLATION, "UNKNOWN": UNKNOWN}


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """The options that say how methods look at a program."""
    parser.add_argument(
        "--blocks",
        choices=("single", "basic", "medium", "large"),
        help="how much of the program is one step (what suits the method)",
    )
    parser.add_argument(
        "--arith",
        choices=("auto", "bv", "int"),
        default="auto",
        help="integers as bit-vectors or as numbers (auto)",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--method", default="auto", metavar="NAME", help="see maul methods (auto)")
    parser.add_argument("--refuter", metavar="NAME", help="see maul refuters (auto)")
    parser.add_argument(
        "--solver",
        choices=("z3", "bitwuzla", "cvc5", "smtinterpol"),
        help="the solver that searches (what suits the method); another one checks",
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
    parser.add_argument("--quiet", action="store_true", help="only the last line")


def verify(options: argparse.Namespace) -> int:
    """Verify and report; an interrupt ends the work, and there is a result all the same."""
    from maul.report.result import as_json, lines, result_line
    from maul.result import Result

    request = _request(options)
    try:
        result = _answered(request, _progress(quiet=options.quiet))
    except KeyboardInterrupt:
        result = Result("UNKNOWN", reason="interrupted")
    text = [] if options.quiet else lines(result)
    print(_shown([*text, result_line(result)]), flush=True)
    if options.json:
        write_text(options.json, as_json(request, result))
    if options.harness and result.counterexample is not None:
        write_text(options.harness, result.counterexample.harness)
    return CODES[result.verdict]


def _shown(report: list[str]) -> str:
    """The report as one text, with colours on a terminal."""
    if not sys.stdout.isatty():
        return "\n".join(report)
    from maul.report.terminal import coloured

    return coloured(report)


def _request(options: argparse.Namespace) -> Request:
    from maul.result import Request

    return Request(
        tuple(options.files),
        options.property or "unreach-call",
        options.data_model,
        tuple(options.includes),
        options.method,
        options.refuter,
        options.solver,
        options.blocks,
        options.arith,
        options.malloc,
        quantity("--time-limit", options.time_limit, TIMES),
        quantity("--memory-limit", options.memory_limit, SIZES),
        options.seed,
        options.harness,
        options.execute,
        undefined=options.undefined,
        volatile=options.volatile,
        strict=options.strict,
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


TIMES = {"ms": 0.001, "s": 1.0, "": 1.0, "min": 60.0, "h": 3600.0}
SIZES = {"MB": 1.0, "": 1.0, "GB": 1024.0, "TB": 1024.0 * 1024}


def quantity(option: str, text: str, units: dict[str, float]) -> float:
    """A positive number with a unit."""
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    try:
        amount = float(digits) * units[text[len(digits) :]]
    except (ValueError, KeyError):
        raise BadInput(f"{option}: not understood: {text}") from None
    if not 0 < amount < float("inf"):
        raise BadInput(f"{option}: must be positive: {text}")
    return amount


def write_text(path: str, text: str) -> None:
    """Write a file that the user named."""
    try:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
    except OSError as problem:
        raise cannot_write(path, problem) from None
