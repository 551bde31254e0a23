"""What was solved by whom, per category or in the layout of [Dietsch17, Table 1], and scores.

Comes in: records of finished runs, in any order. Goes out: for each row and column how many tasks
were solved, and how many of these in no other row; or what each configuration scored and cost. By
category, a row is a configuration. By set, methods stand side by side and a row is a source of
assertions, as in the paper. Portfolios are what several rows solve together.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from maul.node import value
from maul.trials.scoring import points
from maul.trials.sets import (
    BEST,
    by_category,
    by_set,
    method_order,
    once,
    parts,
    source_order,
    task_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from maul.trials.record import FinishedRun
    from maul.trials.scoring import Scoring
    from maul.trials.sets import Set

SUM = "sum"
PORTFOLIOS: Sequence[tuple[str, Callable[[str], bool]]] = (
    ("any craig", lambda source: source.startswith("craig:")),
    (f"any {BEST}", lambda source: source.split("/")[0] == BEST),
    ("any", lambda _: True),
)


@value
class Column:
    """A set of tasks for a group of runs (a method, or "" for all of them), and its size."""

    group: str
    name: str
    tasks: int


@value
class SolvedCell:
    """How many tasks were solved, and how many of them in no other row."""

    solved: int
    exclusive: int


@value
class SolvedRow:
    """A configuration or a source of assertions; None where nothing was run."""

    name: str
    cells: tuple[SolvedCell | None, ...]


@value
class Portfolio:
    """What several rows solve together; None where none of them was run."""

    name: str
    solved: tuple[int | None, ...]


@value
class SolvedTable:
    """Columns, the last of each group being the sum of the others, rows, and portfolios."""

    columns: tuple[Column, ...]
    rows: tuple[SolvedRow, ...]
    portfolios: tuple[Portfolio, ...]


@value
class Score:
    """What a configuration scored and cost: ``seconds`` and ``refinements`` of solved tasks in
    all, ``mean_seconds`` and the share of ``perfect`` sequences among them (None without any)."""

    name: str
    tasks: int
    solved: int
    score: int
    wrong: int
    errors: int
    seconds: float
    mean_seconds: float | None
    refinements: int
    perfect: float | None


def solved_by_category(records: Iterable[FinishedRun]) -> SolvedTable:
    """Configurations by categories."""
    known = once(records)
    order = sorted({record.configuration for record in known}, key=method_order)
    return solved_by_place(known, by_category(known), {name: ("", name) for name in order})


def solved_by_set(records: Iterable[FinishedRun]) -> SolvedTable:
    """Sources of assertions by methods and sets, as in [Dietsch17, Table 1]."""
    known = once(records)
    order = sorted({record.configuration for record in known}, key=source_order)
    places = {name: (parts(name).method, parts(name).source) for name in order}
    return solved_by_place(known, by_set(known), places)


def solved_by_place(
    records: Sequence[FinishedRun], sets: Sequence[Set], places: Mapping[str, tuple[str, str]]
) -> SolvedTable:
    """The table in which each configuration has its place: a group of columns, and a row."""
    groups = sorted({group for group, _ in places.values()})
    names = [*(each.name for each in sets), SUM]
    columns = {(group, index): _Solved() for group in groups for index in range(len(names))}
    tasks: list[set[Task]] = [set() for _ in names]
    for record in records:
        group, row = places[record.configuration]
        for index, each in enumerate(sets):
            if each.has(record):
                # A task counts once for each set that it is in: a sum is the sum of its columns.
                task = (index, *task_of(record))
                for at in (index, len(sets)):
                    columns[group, at].add(row, task, record)
                    tasks[at].add(task)
    rows = {row: parts(name).source for name, (_, row) in places.items()}
    return SolvedTable(
        tuple(Column(group, names[index], len(tasks[index])) for group, index in columns),
        tuple(SolvedRow(row, tuple(each.cell(row) for each in columns.values())) for row in rows),
        tuple(_portfolios(columns.values(), rows)),
    )


def scores(records: Iterable[FinishedRun], rules: Scoring) -> tuple[Score, ...]:
    """What each configuration scored, by the rules of some year, and cost."""
    runs: defaultdict[str, list[FinishedRun]] = defaultdict(list)
    for record in once(records):
        runs[record.configuration].append(record)
    return tuple(_score(name, runs[name], rules) for name in sorted(runs, key=method_order))


# ---- solved, and by nobody else ----

Task = tuple[int, str, str]  # which set, name, property


class _Solved:
    """Who has run tasks of a column, and solved which."""

    def __init__(self) -> None:
        self._solved: defaultdict[str, set[Task]] = defaultdict(set)

    def add(self, row: str, task: Task, record: FinishedRun) -> None:
        """Take note of a run."""
        self._solved[row].update([task] if record.correct else ())

    def cell(self, row: str) -> SolvedCell | None:
        """What a row has solved."""
        if row not in self._solved:
            return None
        others = self._together(name for name in self._solved if name != row)
        return SolvedCell(len(self._solved[row]), len(self._solved[row] - others))

    def by_any(self, rows: Iterable[str]) -> int | None:
        """How many tasks rows have solved together."""
        known = [row for row in rows if row in self._solved]
        return len(self._together(known)) if known else None

    def _together(self, rows: Iterable[str]) -> set[Task]:
        return {task for row in rows for task in self._solved[row]}


def _portfolios(columns: Collection[_Solved], rows: Mapping[str, str]) -> Iterator[Portfolio]:
    """What the rows solve together whose sources belong together."""
    for name, has in PORTFOLIOS:
        chosen = [row for row, source in rows.items() if has(source)]
        if chosen:
            yield Portfolio(name, tuple(column.by_any(chosen) for column in columns))


# ---- scores ----


def _score(name: str, records: Sequence[FinishedRun], rules: Scoring) -> Score:
    solved = [record.statistics for record in records if record.correct]
    seconds = sum(each.wall_seconds for each in solved)
    sequences = sum(each.sequences for each in solved)
    perfect = sum(each.perfect_sequences for each in solved)
    return Score(
        name,
        len(records),
        len(solved),
        sum(points(record, rules) for record in records),
        sum(record.wrong for record in records),
        sum(record.verdict == "ERROR" for record in records),
        round(seconds, 3),
        round(seconds / len(solved), 3) if solved else None,
        sum(each.refinements for each in solved),
        round(perfect / sequences, 4) if sequences else None,
    )
