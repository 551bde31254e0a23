"""``maul trials table``: files of results in, a table out.

The tables are those of ``solved``; as text, Markdown, CSV or JSON. In text and Markdown a cell is
``solved (exclusively solved)`` as in [Dietsch17, Table 1], and wrong answers are listed below; in
CSV these are two columns.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.report.grid import Grid, csv, markdown, text, ungrouped
from maul.trials.record import read_records
from maul.trials.scoring import NOW, YEARS, scoring
from maul.trials.sets import method_order, once, task_of
from maul.trials.solved import Score, scores, solved_by_category, solved_by_set

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from maul.trials.record import FinishedRun
    from maul.trials.solved import SolvedCell, SolvedTable

NOTHING = "-"  # was run there
FORMATS: dict[str, Callable[[Grid], str]] = {"text": text, "markdown": markdown, "csv": csv}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("results", nargs="+", metavar="FILE.jsonl", help="what trials run wrote")
    parser.add_argument("--format", choices=(*FORMATS, "json"), default="text")
    parser.add_argument("--plan", metavar="FILE.toml", help="the tables of this plan instead")
    parser.add_argument(
        "--scoring",
        type=int,
        choices=YEARS,
        metavar="YEAR",
        help=f"points as in SV-COMP of that year, from {YEARS[0]} (the plan's, or {NOW})",
    )
    parser.add_argument(
        "--complete",
        action="store_true",
        help="only tasks that every configuration has run; a plan's tables are always so",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--by",
        choices=("category", "set"),
        default="category",
        help="configurations by categories, or refuters by methods and Bitvector, Integer, "
        "Memsafety, Float (category)",
    )
    which.add_argument(
        "--scores", action="store_true", help="what each configuration scored and cost instead"
    )


def table(options: argparse.Namespace) -> str:
    """The table that the options ask for."""
    known = read_all(options.results)
    records, left_out = complete(known) if options.complete else (known, 0)
    if options.scores:
        made = scores(records, scoring(options.scoring or NOW))
        return scores_told(made, options.format, below(records, left_out))
    solved = solved_by_set(records) if options.by == "set" else solved_by_category(records)
    return table_told(solved, options.format, below(records, left_out))


def complete(records: Sequence[FinishedRun]) -> tuple[list[FinishedRun], int]:
    """The runs of tasks that every configuration has run, and how many tasks the others are of."""
    runs = Counter(task_of(record) for record in once(records))
    wanted = len({record.configuration for record in records})
    kept = [record for record in records if runs[task_of(record)] == wanted]
    return kept, len(runs) - len({task_of(record) for record in kept})


def read_all(paths: Sequence[str]) -> list[FinishedRun]:
    """The records of all files; there must be some."""
    records = [record for path in paths for record in read_records(path)]
    if not records:
        raise BadInput(f"{', '.join(paths)}: there are no results")
    return records


def table_told(made: SolvedTable, how: str, last: str) -> str:
    """A table of solved tasks, in a format."""
    if how == "json":
        return _json(_table_data(made))
    if how == "csv":
        return csv(_apart(made))
    return f"{FORMATS[how](solved_grid(made))}\n{last}"


def scores_told(made: Sequence[Score], how: str, last: str) -> str:
    """What configurations scored, in a format."""
    if how == "json":
        return _json([_score_data(each) for each in made])
    if how == "csv":
        values = [_score_data(each).values() for each in made]
        lines = (tuple("" if v is None else str(v) for v in line) for line in values)
        return csv(ungrouped(Score.__match_args__, lines))
    head = ("configuration", "tasks", "solved", "score", "wrong", "errors")
    costs = ("time (s)", "mean (s)", "refinements", "perfect")
    shown = FORMATS[how](ungrouped((*head, *costs), map(_score_cells, made)))
    return f"{shown}\n{last}"


def wrong_answers(records: Iterable[FinishedRun]) -> list[str]:
    """One line for each wrong answer: nobody is to overlook it."""
    wrong = sorted(
        (record for record in records if record.wrong),
        key=lambda record: (method_order(record.configuration), record.task),
    )
    lines = (
        f"WRONG: {each.configuration}: {each.task}: {each.verdict}, expected {each.expected}"
        for each in wrong
    )
    return list(dict.fromkeys(lines))


def below(records: Iterable[FinishedRun], left_out: int = 0) -> str:
    """What stands below a table: by which maul it was made, and what is wrong."""
    known = tuple(records)
    wrong = wrong_answers(known)
    revisions = _counted(record.revision or "unknown" for record in known)
    limits = _counted(f"{record.time_limit:g} s" for record in known)
    errors = sum(record.verdict == "ERROR" for record in known)
    told = [f"Runs: {len(known)}, wrong: {len(wrong)}, errors: {errors}."]
    told += [f"Revision: {revisions}. Limit: {limits}."] if known else []
    if left_out:
        told.append(f"Tasks left out, because not every configuration has run them: {left_out}.")
    return "".join(f"{line}\n" for line in (" ".join(told), *[""][: len(wrong)], *wrong))


def _counted(names: Iterable[str]) -> str:
    """Names; if there are several, with how often each of them is there."""
    counts = Counter(names)
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{name} ({counts[name]} of {counts.total()})" for name in sorted(counts))


# ---- solved and exclusively solved, in one cell or in two ----


def solved_grid(made: SolvedTable) -> Grid:
    """For people."""
    return Grid(
        ("", *(column.group for column in made.columns)),
        ("", *(column.name for column in made.columns)),
        (
            (("tasks", *(str(column.tasks) for column in made.columns)),),
            tuple((row.name, *map(_cell, row.cells)) for row in made.rows),
            tuple((each.name, *map(_number, each.solved)) for each in made.portfolios),
        ),
    )


def _cell(cell: SolvedCell | None) -> str:
    return NOTHING if cell is None else f"{cell.solved} ({cell.exclusive})"


def _number(number: int | None) -> str:
    return NOTHING if number is None else str(number)


def _apart(made: SolvedTable) -> Grid:
    """For programs: two columns for each; nothing is left empty but what was not run."""
    heads = [(f"{c.group} {c.name}".strip(), c.tasks) for c in made.columns]
    head = [f"{name} {what}" for name, _ in heads for what in ("solved", "exclusive")]
    lines = [("tasks", *(cell for _, tasks in heads for cell in (str(tasks), "")))]
    for row in made.rows:
        pairs = (("", "") if c is None else (str(c.solved), str(c.exclusive)) for c in row.cells)
        lines.append((row.name, *(cell for pair in pairs for cell in pair)))
    for each in made.portfolios:
        known = ("" if number is None else str(number) for number in each.solved)
        lines.append((each.name, *(cell for number in known for cell in (number, ""))))
    return ungrouped(("configuration", *head), lines)


# ---- data ----


def _json(content: object) -> str:
    import json  # noqa: PLC0415 - only when it is asked for

    return json.dumps(content, indent=2) + "\n"


def _table_data(made: SolvedTable) -> dict[str, object]:
    columns = [{"group": c.group, "name": c.name, "tasks": c.tasks} for c in made.columns]
    rows = [
        {
            "name": row.name,
            "cells": [
                None if c is None else {"solved": c.solved, "exclusive": c.exclusive}
                for c in row.cells
            ],
        }
        for row in made.rows
    ]
    portfolios = [{"name": each.name, "solved": list(each.solved)} for each in made.portfolios]
    return {"columns": columns, "rows": rows, "portfolios": portfolios}


def _score_data(score: Score) -> dict[str, str | float | None]:
    return {name: getattr(score, name) for name in Score.__match_args__}


def _score_cells(each: Score) -> tuple[str, ...]:
    counts = (each.tasks, each.solved, each.score, each.wrong, each.errors)
    return (
        each.name,
        *map(str, counts),
        f"{each.seconds:.1f}",
        NOTHING if each.mean_seconds is None else f"{each.mean_seconds:.2f}",
        str(each.refinements),
        NOTHING if each.perfect is None else f"{each.perfect:.0%}",
    )
