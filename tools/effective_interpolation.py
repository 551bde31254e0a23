"""The six modes of [Tian17] on device drivers and others: Tables II and III and Fig. 9 in small.

    python -m tools.effective_interpolation FOLDER --out RESULTS.jsonl [--time-limit 15s]
        [--sample N] [--jobs 2] [--blocks single] [--tables | --list]

In: a folder of SV-COMP task definitions, of which four categories are taken, the tasks whose first
property is unreach-call. Out: a file of results, as ``maul trials`` writes it, and Markdown: what
each mode solved and the time it took, states that were explored and spared, and how the modes
compare to R. Tasks that a mode has not run yet are left out of the tables. ``--list`` prints the
command and runs nothing; ``--tables`` prints the tables of what is there. Killed and started again
it goes on where it was. Exit code 1 when a verdict was wrong.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from maul.cli.main import main as maul
from maul.errors import BadInput
from maul.methods.safety_error import MODES
from maul.report.grid import markdown, ungrouped
from maul.trials.configuration import read_configuration
from maul.trials.record import FinishedRun, read_records

CATEGORIES = ("device-drivers", "control-flow", "systemc", "product-lines")
BASE, BEST = "R", "R+S+E+W"
NOTHING = "-"

Runs = Mapping[str, Mapping[str, FinishedRun]]
"""By mode, then by task; every mode has the same tasks."""


# ---- runs --------------------------------------------------------------------------------------


def configurations(blocks: str | None) -> dict[str, str]:
    """The configuration of each mode, as it is named in results."""
    size = f"/blocks={blocks}" if blocks else ""
    return {mode: read_configuration(f"interp:{mode}{size}").name for mode in MODES}


def command(options: argparse.Namespace) -> list[str]:
    """The call of maul."""
    chosen = [word for name in CATEGORIES for word in ("--category", name)]
    size = [] if options.sample is None else ["--sample", str(options.sample)]
    return [
        *("trials", "run", options.folder, "--out", options.out),
        *("--primary", "--property", "unreach-call", *chosen, *size),
        *("--time-limit", options.time_limit, "--jobs", str(options.jobs)),
        *("--configs", *configurations(options.blocks).values()),
    ]


def runs_of(records: Iterable[FinishedRun], names: Mapping[str, str]) -> Runs:
    """The runs of tasks that all modes have run; of two runs the later one counts."""
    found: dict[str, dict[str, FinishedRun]] = {name: {} for name in names.values()}
    for record in records:
        if record.configuration in found:
            found[record.configuration][record.task] = record
    common = sorted(set.intersection(*(set(runs) for runs in found.values())))
    return {mode: {task: found[name][task] for task in common} for mode, name in names.items()}


def solved_by_all(runs: Runs) -> Runs:
    """The runs of tasks that no mode fails on."""
    return {
        mode: {
            task: run
            for task, run in found.items()
            if all(each[task].correct for each in runs.values())
        }
        for mode, found in runs.items()
    }


# ---- tables ------------------------------------------------------------------------------------


def report(runs: Runs) -> Iterator[str]:
    """All tables as Markdown."""
    yield _headed("Solved and not solved [Tian17, Table II]", by_category(runs, _solved))
    yield _headed("Seconds [Tian17, Table III]", by_category(runs, _seconds))
    yield _headed("States, on all tasks", _spared(runs))
    yield _headed("States, on the tasks that all modes solve", _spared(solved_by_all(runs)))
    yield _headed(f"Compared to {BASE} [Tian17, Fig. 9]", _compared(runs))
    yield _headed("On the tasks that a mode and R solve", _ratios(runs))
    yield "Wrong: " + (", ".join(wrong(runs)) or "none") + "\n"


def _headed(title: str, lines: tuple[Sequence[str], Iterable[tuple[str, ...]]]) -> str:
    head, rows = lines
    return f"{title}:\n\n{markdown(ungrouped(head, rows))}"


Lines = tuple[Sequence[str], Iterable[tuple[str, ...]]]
"""The head of a table, and its rows."""


def by_category(runs: Runs, cell: Callable[[Sequence[FinishedRun]], str]) -> Lines:
    """A row for each category and one for all, a column for each mode."""
    tasks = runs[BASE].values()
    names = [name for name in CATEGORIES if any(run.category == name for run in tasks)]
    names += sorted({run.category for run in tasks} - set(names))
    rows = []
    for name in (*names, "all"):
        chosen = [
            [run for run in found.values() if name in (run.category, "all")]
            for found in runs.values()
        ]
        rows.append((name, str(len(chosen[0])), *map(cell, chosen)))
    return ("category", "tasks", *runs), rows


def _solved(runs: Sequence[FinishedRun]) -> str:
    solved = sum(run.correct for run in runs)
    return f"{solved} / {len(runs) - solved}"


def _seconds(runs: Sequence[FinishedRun]) -> str:
    return f"{sum(map(seconds, runs)):.0f}"


def seconds(run: FinishedRun) -> float:
    """The time of a run; one that was cut off counts its limit."""
    is_cut = not run.correct and run.reason.startswith("time limit")
    return run.time_limit if is_cut else run.statistics.wall_seconds


def _spared(runs: Runs) -> Lines:
    """What the search has made, and what it was spared."""
    rows = []
    for mode, found in runs.items():
        numbers = [run.statistics for run in found.values()]
        rows.append(
            (
                mode,
                str(sum(each.explored for each in numbers)),
                str(sum(each.covered for each in numbers)),
                str(sum(each.left_out for each in numbers)),
                str(sum(each.foreseen for each in numbers)),
                str(sum(each.refinements for each in numbers)),
            )
        )
    head = ("mode", "explored", "covered", "left out by S", "errors foreseen by E", "refutations")
    return head, rows


def _compared(runs: Runs) -> Lines:
    """How much of what R solves stays solved, and of the rest unsolved."""
    solved = {task for task, run in runs[BASE].items() if run.correct}
    rows = []
    for mode, found in runs.items():
        kept = sum(run.correct for task, run in found.items() if task in solved)
        gained = sum(run.correct for task, run in found.items() if task not in solved)
        failed = len(found) - len(solved)
        rows.append((mode, share(kept, len(solved)), share(failed - gained, failed), str(gained)))
    return ("mode", f"of {BASE}'s solved: solved", "of the others: not solved", "gained"), rows


def _ratios(runs: Runs) -> Lines:
    """What a mode needs where both find the verdict, as a part of what R needs; and what it solves
    and needs on all tasks."""
    base = runs[BASE]
    rows = []
    for mode, found in runs.items():
        both = [task for task, run in found.items() if run.correct and base[task].correct]
        pairs = [(found[task], base[task]) for task in both]
        rows.append(
            (
                mode,
                str(len(both)),
                _ratio(pairs, lambda run: run.statistics.explored),
                _ratio(pairs, seconds),
                _ratio(_pairs(found, base), lambda run: run.correct),
                _ratio(_pairs(found, base), seconds),
            )
        )
    return ("mode", "tasks", "explored", "time", "solved, all tasks", "time, all tasks"), rows


def _pairs(
    one: Mapping[str, FinishedRun], other: Mapping[str, FinishedRun]
) -> list[tuple[FinishedRun, FinishedRun]]:
    return [(run, other[task]) for task, run in one.items()]


def _ratio(
    pairs: Sequence[tuple[FinishedRun, FinishedRun]], number: Callable[[FinishedRun], float]
) -> str:
    """What all first runs come to, as a part of what the second ones do."""
    whole = sum(number(run) for _, run in pairs)
    return f"{sum(number(run) for run, _ in pairs) / whole:.3f}" if whole else NOTHING


def share(part: int, whole: int) -> str:
    """A part in numbers and percent."""
    return f"{part} of {whole} ({100 * part / whole:.1f}%)" if whole else NOTHING


def wrong(runs: Runs) -> list[str]:
    """The wrong verdicts."""
    every = ((mode, run) for mode, found in runs.items() for run in found.values())
    return [f"{run.task} ({mode}: {run.verdict})" for mode, run in every if run.wrong]


# ---- the call ----------------------------------------------------------------------------------


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--out", required=True, metavar="RESULTS.jsonl")
    parser.add_argument("--time-limit", default="15s")
    parser.add_argument("--sample", type=int, metavar="N", help="N tasks, not all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--blocks", help="single, basic, medium or large; else as the modes choose")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="print the command only")
    what.add_argument("--tables", action="store_true", help="run nothing, print the tables only")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run what is missing, then print the tables."""
    options = parsed(arguments)
    if options.list:
        print(shlex.join(["maul", *command(options)]))
        return 0
    code = 0 if options.tables else maul(command(options))
    if code > 1:  # interrupted, or refused
        return code
    try:
        runs = runs_of(read_records(Path(options.out)), configurations(options.blocks))
    except BadInput as problem:
        print(f"effective_interpolation: {problem}", file=sys.stderr)
        return 2
    print("\n".join(["", *report(runs)]))
    return 1 if wrong(runs) else code


if __name__ == "__main__":
    sys.exit(main())
