"""The tables of an experiment, made of finished runs.

Comes in: an experiment and records of any kind. Goes out: a grid for each of its tables, and what
stands below them: how many runs, of which revision, within which limit, how many wrong. A table
shows of each set the tasks that all its configurations have run; a configuration that has run
nothing in any set, because its solver was not installed, is not waited for. So the results of a
campaign that is still going on make a table, too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.node import node, replace, value
from maul.report.grid import Grid, ungrouped
from maul.trials.cells import CELLS, NOTHING, seconds, two_digits
from maul.trials.experiment import runs_of
from maul.trials.plan_file import read_plan
from maul.trials.scoring import scoring
from maul.trials.sets import Set, once
from maul.trials.solved import solved_by_place
from maul.trials.table import FORMATS, below, read_all, solved_grid

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from maul.trials.cells import Cell
    from maul.trials.experiment import Experiment, SetEntry, TablePlan
    from maul.trials.record import FinishedRun
    from maul.trials.scoring import Scoring

OVERALL = "Overall"
SHORTEST = 0.01  # seconds that a time is divided by
LARGE = 100  # factors have two digits up to this one


@value
class Page:
    """Tables with their titles, the runs that are in them, and how many tasks are not."""

    tables: tuple[tuple[str, Grid], ...]
    records: tuple[FinishedRun, ...]
    left_out: int


@node
class View:
    """What a table is made of: the names of its sets and columns, and the runs of each of them by
    task. In a set all columns that have runs have the same tasks; ``left_out`` are the others.
    ``places`` are the method and the label of each configuration."""

    sets: tuple[str, ...]
    columns: tuple[str, ...]
    runs: Mapping[tuple[str, str], Mapping[str, FinishedRun]]
    left_out: frozenset[tuple[str, str]]
    places: Mapping[str, tuple[str, str]]

    def of(self, column: str, sets: Iterable[str]) -> list[FinishedRun]:
        """The runs of a column in some sets; a task counts once for each of them."""
        return [run for name in sets for run in self.runs.get((name, column), {}).values()]

    def tasks(self, name: str) -> list[str]:
        """The tasks of a set."""
        own = (self.runs.get((name, column), {}) for column in self.columns)
        return sorted({task for runs in own for task in runs})


def page(experiment: Experiment, records: Iterable[FinishedRun]) -> Page:
    """All tables of an experiment."""
    found = runs_of(experiment, once(records))
    rules = scoring(experiment.scoring)
    tables = []
    used: dict[tuple[str, str, str], FinishedRun] = {}
    left_out: set[tuple[str, str]] = set()
    for plan in experiment.tables:
        view = viewed(plan.configurations, plan.sets, experiment, found)
        shown = on_solved_by_all(view) if plan.solved_by_all else view
        tables.append((plan.title, SHAPES[plan.rows](plan, shown, rules)))
        left_out |= view.left_out
        for runs in view.runs.values():
            used.update({(r.task, r.property, r.configuration): r for r in runs.values()})
    return Page(tuple(tables), tuple(used.values()), len(left_out))


# ---- what a table is made of ----


def column_of(entry: SetEntry) -> str:
    """The name of a column: the label, and the method where there are several."""
    return f"{entry.method} {entry.label}" if entry.method else entry.label


def viewed(
    labels: Sequence[str],
    sets: Sequence[str],
    experiment: Experiment,
    found: Mapping[SetEntry, Mapping[str, FinishedRun]],
) -> View:
    """The runs of some labels and sets (none: all), on tasks that all of them have run."""
    names = [each.name for each in experiment.sets if not sets or each.name in sets]
    entries = [e for e in found if e.set in names and (not labels or e.label in labels)]
    runs: dict[tuple[str, str], Mapping[str, FinishedRun]] = {}
    left_out: set[tuple[str, str]] = set()
    known_columns = {column_of(entry) for entry in entries if found[entry]}
    for name in names:
        own = {
            column_of(entry): found[entry]
            for entry in entries
            if entry.set == name and column_of(entry) in known_columns
        }
        common = set.intersection(*map(set, own.values())) if own else set()
        left_out |= {(name, task) for known in own.values() for task in known} - {
            (name, task) for task in common
        }
        for column, known in own.items():
            runs[name, column] = {task: run for task, run in known.items() if task in common}
    wanted = labels or [each.label for each in experiment.configurations]
    ordered = [entry for label in wanted for entry in entries if entry.label == label]
    order = [column_of(entry) for entry in ordered]
    places = {entry.configuration.name: (entry.method, entry.label) for entry in ordered}
    columns = tuple(dict.fromkeys(order))
    return View(tuple(names), columns, runs, frozenset(left_out), places)


def on_solved_by_all(view: View) -> View:
    """The same, on the tasks that no column fails on."""
    runs = {}
    for (name, column), known in view.runs.items():
        others = [runs for (other, _), runs in view.runs.items() if other == name]
        runs[name, column] = {
            task: run for task, run in known.items() if all(each[task].correct for each in others)
        }
    return replace(view, runs=runs)


# ---- the shapes of tables ----


def _sets(plan: TablePlan, view: View, rules: Scoring) -> Grid:
    """A row for each set and one for all, for each configuration some cells."""
    cells = [CELLS[name] for name in plan.cells]
    known = [name for name in view.sets if view.tasks(name)]
    rows = [
        (name, str(len(view.tasks(name))), *_cells(view, [name], cells, rules)) for name in known
    ]
    total = str(sum(len(view.tasks(name)) for name in known))
    last = [(OVERALL, total, *_cells(view, known, cells, rules))] if len(known) != 1 else []
    return Grid(
        ("", "", *(column for column in view.columns for _ in cells)),
        ("set", "tasks", *(cell.head for _ in view.columns for cell in cells)),
        (tuple(rows), tuple(last)),
    )


def _cells(view: View, sets: Sequence[str], cells: Sequence[Cell], rules: Scoring) -> Iterator[str]:
    for column in view.columns:
        yield from (cell.text(view.of(column, sets), rules) for cell in cells)


def _configurations(plan: TablePlan, view: View, rules: Scoring) -> Grid:
    """A row for each configuration; numbers as parts of another configuration's, if so wanted."""
    cells = [CELLS[name] for name in plan.cells]
    base = view.of(plan.relative_to, view.sets)
    rows = []
    for column in view.columns:
        runs = view.of(column, view.sets)
        shown = (
            _part(cell, runs, base, rules) if base else cell.text(runs, rules) for cell in cells
        )
        rows.append((column, str(len(runs)), *shown))
    return ungrouped(("configuration", "tasks", *(cell.head for cell in cells)), rows)


def _part(
    cell: Cell, runs: Sequence[FinishedRun], base: Sequence[FinishedRun], rules: Scoring
) -> str:
    """A number as a part of another one."""
    match cell.of(runs, rules), cell.of(base, rules):
        case (int() | float()) as own, (int() | float()) as whole if runs and whole:
            return f"{own / whole:.3f}"
    return NOTHING


def _tasks(plan: TablePlan, view: View, rules: Scoring) -> Grid:
    """A row for each task, for each configuration some cells."""
    cells = [CELLS[name] for name in plan.cells]
    rows = []
    for name in view.sets:
        for task in view.tasks(name):
            own = [view.runs.get((name, column), {}).get(task) for column in view.columns]
            expected = next(run.expected for run in own if run is not None).upper()
            runs = [[] if run is None else [run] for run in own]
            by_column = dict(zip(view.columns, own, strict=True))
            ratios = (ratio(by_column[one], by_column[other]) for one, other in plan.pairs)
            shown = (cell.text(each, rules) for each in runs for cell in cells)
            rows.append((short(task), expected, *shown, *ratios))
    return Grid(
        ("", "", *(column for column in view.columns for _ in cells), *("" for _ in plan.pairs)),
        (
            *("task", "expected", *(cell.head for _ in view.columns for cell in cells)),
            *(f"{one} / {other}" for one, other in plan.pairs),
        ),
        (tuple(rows),),
    )


def ratio(one: FinishedRun | None, other: FinishedRun | None) -> str:
    """How many times as long the first run took; a bound when only one of them was solved."""
    if one is None or other is None or not (one.correct or other.correct):
        return NOTHING
    times = seconds(one) / max(seconds(other), SHORTEST)
    bound = "" if one.correct and other.correct else "< " if one.correct else "> "
    return f"{bound}{times:.2g}" if times < LARGE else f"{bound}{times:.0f}"


def short(task: str) -> str:
    """The name of a task without its folder and property."""
    return task.rpartition(":")[0].rpartition("/")[2].removesuffix(".yml") or task


def _pairs(plan: TablePlan, view: View, _: Scoring) -> Grid:
    """What each of two configurations solves alone, and the seconds that both need for the rest."""
    rows = []
    for one, other in plan.pairs:
        runs = [
            (run, view.runs[name, other][task])
            for name in view.sets
            if (name, other) in view.runs
            for task, run in view.runs.get((name, one), {}).items()
        ]
        both = [pair for pair in runs if pair[0].correct and pair[1].correct]
        alone = [sum(pair[i].correct for pair in runs) - len(both) for i in (0, 1)]
        times = [sum(pair[i].statistics.wall_seconds for pair in both) for i in (0, 1)]
        counts = (*map(str, alone), str(len(both)), *map(two_digits, times))
        rows.append((one, other, *counts))
    head = ("one", "other", "only one", "only other", "both", "time of one", "time of other")
    return ungrouped(head, rows)


def _sources(_: TablePlan, view: View, __: Scoring) -> Grid:
    """Labels by methods and sets, with what was solved exclusively [Dietsch17, Table 1]."""
    records = {(r.task, r.configuration): r for runs in view.runs.values() for r in runs.values()}
    sets = [Set(name, _membership(view, name)) for name in view.sets if view.tasks(name)]
    return solved_grid(solved_by_place(tuple(records.values()), sets, view.places))


def _membership(view: View, name: str) -> Callable[[FinishedRun], bool]:
    own = {
        (run.task, run.configuration)
        for (other, _), runs in view.runs.items()
        if other == name
        for run in runs.values()
    }
    return lambda record: (record.task, record.configuration) in own


SHAPES: Mapping[str, Callable[[TablePlan, View, Scoring], Grid]] = {
    "sets": _sets,
    "configurations": _configurations,
    "tasks": _tasks,
    "sources": _sources,
    "pairs": _pairs,
}


# ---- a page ----


def plan_page(options: argparse.Namespace) -> str:
    """The page that the options of ``maul trials table --plan`` ask for."""
    if options.scores or options.by != "category":
        raise BadInput("--scores, --by: the plan says which tables there are")
    experiment = read_plan(options.plan)
    if options.scoring is not None:
        experiment = replace(experiment, scoring=options.scoring)
    return page_told(page(experiment, read_all(options.results)), options.format)


def page_told(made: Page, how: str) -> str:
    """A page, in a format."""
    if how == "json":
        tables = [
            {"title": title, "groups": each.groups, "head": each.head, "parts": each.parts}
            for title, each in made.tables
        ]
        return json.dumps(tables, indent=2) + "\n"
    told = [f"{_heading(title, how)}{FORMATS[how](each)}" for title, each in made.tables]
    if how != "csv":
        told.append(below(made.records, made.left_out))
    return "\n".join(told)


def _heading(title: str, how: str) -> str:
    return f"**{title}**\n\n" if how == "markdown" else f"{title}\n\n" if how == "text" else ""
