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
from maul.node import replace

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
        default=[],
        metavar="CONFIG",
        help="METHOD[/REFUTER][/solver=S][/trace-solver=S][/arith=A][/blocks=B][/SETTING=V]...,"
        " such as automizer/newton:IT-SP-LV",
    )
    parser.add_argument(
        "--out", required=True, metavar="FILE.jsonl", help="the results; what is there stays"
    )
    parser.add_argument(
        "--plan", metavar="FILE.toml", help="run this experiment; limits given here come first"
    )
    parser.add_argument(
        "--whole", action="store_true", help="all tasks of the plan's sets, not its samples"
    )
    parser.add_argument("--time-limit", metavar="60s", help="wall time of one run (60s)")
    parser.add_argument("--memory-limit", metavar="4GB", help="memory of one run (4GB)")
    parser.add_argument(
        "--mixed", action="store_true", help="go on although maul's revision is another one"
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
    from maul.trials.run import (
        carried_out,
        left,
        line,
        of_plan,
        refuse_other_revisions,
        summary,
    )

    plan = _plan(options)
    with Store(options.out) as store:
        jobs = left(plan, store)
        if not options.mixed:
            refuse_other_revisions(plan, store)
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
    for name in ("jobs", "sample"):
        number = getattr(options, name)
        if number is not None and number < 1:
            raise BadInput(f"--{name}: must be positive: {number}")
    if options.plan is None:
        return _told_plan(options)
    for name in ("configs", "category", "property", "primary", "list", "sample"):
        if getattr(options, name):
            raise BadInput(f"--{name}: the plan says that")
    return _read_plan(options)


def _told_plan(options: argparse.Namespace) -> Plan:
    """What the options ask for, without a plan file."""
    from maul.trials.configuration import read_configuration
    from maul.trials.run import Plan, crossing
    from maul.trials.tasks import TaskSelection, read_names, read_tasks

    if not options.configs:
        raise BadInput("say what is to be run: --configs CONFIG... or --plan FILE.toml")
    if options.whole:
        raise BadInput("--whole: is about the samples of a plan")
    selection = TaskSelection(
        tuple(options.category),
        tuple(options.property),
        None if options.list is None else read_names(options.list),
        options.primary,
        options.sample,
    )
    configurations = dict.fromkeys(read_configuration(text) for text in options.configs)
    return Plan(
        crossing(read_tasks(options.folder, selection), tuple(configurations)),
        quantity("--time-limit", options.time_limit or "60s", TIMES),
        quantity("--memory-limit", options.memory_limit or "4GB", SIZES),
    )


def _read_plan(options: argparse.Namespace) -> Plan:
    """What a plan file asks for; configurations that are not installed here are left out, and are
    named."""
    from maul.trials.configuration import is_installed
    from maul.trials.experiment import entries, plan_of, whole
    from maul.trials.plan_file import read_plan

    experiment = read_plan(options.plan)
    if options.whole:
        experiment = whole(experiment)
    known = entries(experiment)
    names = {entry.configuration: is_installed(entry.configuration) for entry in known}
    for chosen, is_there in names.items():
        if not is_there:
            print(f"maul: not installed, left out: {chosen.name}", file=sys.stderr)
    if options.time_limit is not None:
        experiment = replace(
            experiment, seconds=quantity("--time-limit", options.time_limit, TIMES)
        )
    if options.memory_limit is not None:
        experiment = replace(
            experiment, megabytes=quantity("--memory-limit", options.memory_limit, SIZES)
        )
    return plan_of(experiment, options.folder, [e for e in known if names[e.configuration]])


# ---- table, plot ----


def _add_table_options(parser: argparse.ArgumentParser) -> None:
    from maul.trials.table import add_options

    add_options(parser)


def _table(options: argparse.Namespace) -> int:
    if options.plan is None:
        from maul.trials.table import table

        text = table(options)
    else:
        from maul.trials.page import plan_page

        text = plan_page(options)
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
