"""The command ``maul compare``: one program through many configurations, one table.

On a terminal the table is there from the beginning and filled by and by; else it is printed when
all is done, in the order that was asked for. The last line on stdout tells what the configurations
agree on. Exit codes: 0 all that answered agree, 1 two contradict each other, 2 the input or the
call is wrong, 3 nobody answered. An interrupt shows what is finished.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing, nullcontext, suppress
from typing import TYPE_CHECKING

from maul.cli.options import (
    OK,
    SIZES,
    TIMES,
    UNKNOWN,
    VIOLATION,
    add_model_options,
    add_program_options,
    quantity,
    read_blocks,
    write_text,
)
from maul.errors import BadInput

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from maul.events import Event
    from maul.report.comparison import Board, ComparedLine
    from maul.system.child import Usage
    from maul.trials.compare import Comparison


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_program_options(parser)
    parser.add_argument(
        "--methods", metavar="A,B", help="see maul methods (one of each kind: impact, bmc, ...)"
    )
    parser.add_argument("--refuters", metavar="C,D", help="see maul refuters (auto)")
    add_model_options(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="runs at a time (the processors)")
    parser.add_argument(
        "--time-limit", default="60s", metavar="60s", help="wall time of each run (60s)"
    )
    parser.add_argument(
        "--memory-limit", default="4GB", metavar="4GB", help="memory of each run (4GB)"
    )
    parser.add_argument("--json", metavar="PATH", help="write the comparison as JSON")
    parser.add_argument("--csv", metavar="PATH", help="write a line for each configuration")
    parser.add_argument("--quiet", action="store_true", help="only the last line")
    parser.set_defaults(command=compare, apart=False)


def compare(options: argparse.Namespace) -> int:
    """Compare and report."""
    from maul.report.comparison import agreement, agreement_line, as_csv, as_json, as_text
    from maul.trials.compare import refuse_bad_input

    comparison = _comparison(options)
    is_live = sys.stdout.isatty() and not options.quiet
    lines = _lines(comparison, is_live=is_live)
    refuse_bad_input(lines)
    if options.json:
        write_text(options.json, as_json(_question(comparison), lines))
    if options.csv:
        write_text(options.csv, as_csv(lines))
    found = agreement(lines)
    table = "" if is_live or options.quiet else as_text(lines)
    print(f"{table}{agreement_line(found)}", flush=True)
    if found.is_contradiction:
        return VIOLATION
    return OK if found.verdict else UNKNOWN


def _comparison(options: argparse.Namespace) -> Comparison:
    """What is to be compared; ``BadInput`` for what there is not."""
    from maul.cfa.transform.specification import read_property
    from maul.trials.compare import METHODS, REFUTERS, Comparison, configurations
    from maul.trials.tasks import Trial

    jobs = len(os.sched_getaffinity(0)) if options.jobs is None else options.jobs
    if jobs < 1:
        raise BadInput(f"--jobs: must be positive: {jobs}")
    wanted = options.property or "unreach-call"
    read_property(wanted)  # to be refused before the work begins
    return Comparison(
        Trial(
            " ".join(options.files),
            "",
            tuple(options.files),
            wanted,
            options.data_model,
            includes=tuple(options.includes),
        ),
        configurations(
            _names("--methods", options.methods, METHODS),
            _names("--refuters", options.refuters, REFUTERS),
            read_blocks(options),
            options.arith,
        ),
        quantity("--time-limit", options.time_limit, TIMES),
        quantity("--memory-limit", options.memory_limit, SIZES),
        jobs,
    )


def _names(option: str, text: str | None, default: Sequence[str]) -> Sequence[str]:
    """The names in a list with commas."""
    if text is None:
        return default
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise BadInput(f"{option}: not a list of names: {text}")
    return names


def _lines(comparison: Comparison, *, is_live: bool) -> list[ComparedLine]:
    """A line for each configuration, in their order; with a table on the way if someone looks."""
    from maul.report.comparison import Board
    from maul.trials.compare import compared

    board = Board([chosen.name for chosen in comparison.configurations])
    with _table(board, is_live=is_live) as look:

        def hear(configuration: str, told: Event | Usage) -> None:
            board.hear(configuration, told)
            look()

        with suppress(KeyboardInterrupt), closing(compared(comparison, hear)) as lines:
            for line in lines:
                board.finish(line)
                look()
        board.close()
    return board.lines()


def _table(board: Board, *, is_live: bool) -> AbstractContextManager[Callable[[], None]]:
    """Something to call whenever the board may have changed."""
    if not is_live:
        return nullcontext(lambda: None)
    from maul.report.comparison import LiveTable

    return LiveTable(board)


def _question(comparison: Comparison) -> dict[str, object]:
    from maul.trials.tasks import property_name

    trial = comparison.trial
    return {
        "files": list(trial.files),
        "property": property_name(trial),
        "data_model": trial.data_model,
        "time_limit": comparison.seconds,
        "memory_limit": comparison.megabytes,
    }
