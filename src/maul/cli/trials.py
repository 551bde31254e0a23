"""The command ``maul trials``: many tasks under many configurations, and what came of them.

``run`` fills a file with results, one line each; killed and started again it goes on where it was.
``table`` and ``plot`` show such a file. Exit codes of ``run``: 0 all done and nothing wrong, 1 a
verdict is wrong, 2 the call is wrong, 3 interrupted.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from maul.cli.options import OK, SIZES, TIMES, UNKNOWN, VIOLATION, quantity
from maul.errors import BadInput

if TYPE_CHECKING:
    import argparse

    from maul.trials.run import Plan


def add_options(parser: argparse.ArgumentParser) -> None:
    """The three parts of the command."""
    parts = parser.add_subparsers(required=True, metavar="run|table|plot", prog="maul trials")
    for name, add_part_options, command, advice in (
        ("run", _add_run_options, _run, "verify every task, and keep the results"),
        ("table", _add_table_options, _table, "what was solved, by configuration and category"),
        ("plot", _add_plot_options, _plot, "how time and refinements are distributed"),
    ):
        part = parts.add_parser(name, help=advice, add_options=add_part_options)
        part.set_defaults(command=command, apart=False)


# ---- run ----


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="task definitions (.yml), or C files only")
    parser.add_argument(
        "--configs",
        nargs="+",
        action="extend",
        required=True,
        metavar="CONFIG",
        help="METHOD[/REFUTER][/solver=S][/arith=A][/blocks=B][/SETTING=V]...,"
        " such as automizer/newton:IT-SP-LV",
    )
    parser.add_argument(
        "--out", required=True, metavar="FILE.jsonl", help="the results; what is there stays"
    )
    parser.add_argument(
        "--time-limit", default="60s", metavar="60s", help="wall time of one run (60s)"
    )
    parser.add_argument(
        "--memory-limit", default="4GB", metavar="4GB", help="memory of one run (4GB)"
    )
    parser.add_argument(
        "--jobs", type=int, default=_half(), metavar="N", help="runs at a time (half the cores)"
    )
    parser.add_argument(
        "--property", action="append", default=[], metavar="P", help="names that begin with P"
    )
    parser.add_argument(
        "--primary", action="store_true", help="only the first property of each definition"
    )
    parser.add_argument(
        "--category", action="append", default=[], metavar="C", help="tasks in the subfolder C"
    )
    parser.add_argument("--list", metavar="FILE", help="only the tasks named there, one a line")
    parser.add_argument(
        "--sample", type=int, metavar="N", help="N tasks, as many of each category; always the same"
    )
    parser.add_argument("--quiet", action="store_true", help="do not tell of every run")


def _half() -> int:
    """A run is sometimes two processes that work."""
    return max(1, (os.cpu_count() or 1) // 2)


def _run(options: argparse.Namespace) -> int:
    """Run what is left; a signal ends everything at once, and what is finished stays."""
    from maul.trials.record import Store
    from maul.trials.run import carried_out, left, line, of_plan, summary

    plan = _plan(options)
    with Store(options.out) as store:
        jobs = left(plan, store)
        done = len(of_plan(plan, store))
        if done and not options.quiet:
            print(f"{done} of {done + len(jobs)} runs are in {options.out}", flush=True)
        try:
            for number, record in enumerate(carried_out(jobs, store, options.jobs), 1):
                if not options.quiet:
                    print(line(record, number, len(jobs)), flush=True)
        except KeyboardInterrupt:
            print("maul: interrupted; the same command goes on", file=sys.stderr)
            return UNKNOWN
        records = of_plan(plan, store)
    for text in summary(records):
        print(text)
    return VIOLATION if any(record.wrong for record in records) else OK


def _plan(options: argparse.Namespace) -> Plan:
    """What is to be done; ``BadInput`` for what there is not."""
    from maul.trials.configuration import read_configuration
    from maul.trials.run import Plan
    from maul.trials.tasks import TaskSelection, read_names, read_tasks

    for name in ("jobs", "sample"):
        number = getattr(options, name)
        if number is not None and number < 1:
            raise BadInput(f"--{name}: must be positive: {number}")
    selection = TaskSelection(
        tuple(options.category),
        tuple(options.property),
        None if options.list is None else read_names(options.list),
        options.primary,
        options.sample,
    )
    return Plan(
        read_tasks(options.folder, selection),
        tuple(dict.fromkeys(read_configuration(text) for text in options.configs)),
        quantity("--time-limit", options.time_limit, TIMES),
        quantity("--memory-limit", options.memory_limit, SIZES),
    )


# ---- table, plot ----


def _add_table_options(parser: argparse.ArgumentParser) -> None:
    from maul.trials.table import add_options

    add_options(parser)


def _table(options: argparse.Namespace) -> int:
    from maul.trials.table import table

    text = table(options)
    print(text, end="" if text.endswith("\n") else "\n")
    return OK


def _add_plot_options(parser: argparse.ArgumentParser) -> None:
    from maul.trials.plot import add_options

    add_options(parser)


def _plot(options: argparse.Namespace) -> int:
    from maul.trials.plot import plot

    for path in plot(options):
        print(path)
    return OK
