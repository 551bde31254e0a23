"""Who solved what: the laws of the table, and its layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from maul.trials.record import FinishedRun
from maul.trials.scoring import NOW, scoring
from maul.trials.sets import parts
from maul.trials.solved import (
    Column,
    Portfolio,
    Score,
    SolvedCell,
    SolvedRow,
    SolvedTable,
    scores,
    solved_by_category,
    solved_by_set,
)
from tests.trials.records import FEW, orders, record, runs, spent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TODAY = scoring(NOW)
LAYOUTS = pytest.mark.parametrize("layout", [solved_by_category, solved_by_set])


def groups(table: SolvedTable) -> list[list[int]]:
    """The columns of each group; the last one is the sum."""
    return [
        [i for i, column in enumerate(table.columns) if column.group == name]
        for name in dict.fromkeys(column.group for column in table.columns)
    ]


@LAYOUTS
@FEW
@given(runs())
def test_exclusive_is_at_most_solved_is_at_most_tasks(
    layout: Callable[[Iterable[FinishedRun]], SolvedTable], records: list[FinishedRun]
) -> None:
    table = layout(records)

    for row in table.rows:
        for cell, column in zip(row.cells, table.columns, strict=True):
            assert cell is None or 0 <= cell.exclusive <= cell.solved <= column.tasks


@LAYOUTS
@FEW
@given(runs())
def test_a_sum_is_the_sum_of_its_columns(
    layout: Callable[[Iterable[FinishedRun]], SolvedTable], records: list[FinishedRun]
) -> None:
    table = layout(records)

    for *columns, last in groups(table):
        assert sum(table.columns[i].tasks for i in columns) == table.columns[last].tasks
        for row in table.rows:
            known = [cell for i in columns if (cell := row.cells[i]) is not None]
            total = SolvedCell(sum(c.solved for c in known), sum(c.exclusive for c in known))

            assert (total if known else None) == row.cells[last]


@LAYOUTS
@FEW
@given(runs())
def test_a_portfolio_solves_what_each_of_its_members_solves_and_what_one_of_them_does(
    layout: Callable[[Iterable[FinishedRun]], SolvedTable], records: list[FinishedRun]
) -> None:
    table = layout(records)
    names = {"any craig": "craig:", "any newton:IT-SP-LV": "newton:IT-SP-LV", "any": ""}

    for portfolio in table.portfolios:
        members = [row for row in table.rows if names[portfolio.name] in f"/{row.name}"]
        for i, solved in enumerate(portfolio.solved):
            known = [cell.solved for row in members if (cell := row.cells[i]) is not None]

            assert (solved is None) == (not known)
            assert solved is None or max(known) <= solved <= sum(known)


@LAYOUTS
@FEW
@given(runs())
def test_what_all_solve_exclusively_is_at_most_what_they_solve_together(
    layout: Callable[[Iterable[FinishedRun]], SolvedTable], records: list[FinishedRun]
) -> None:
    table = layout(records)

    for portfolio in table.portfolios[-1:]:
        for i, solved in enumerate(portfolio.solved):
            exclusive = sum(cell.exclusive for row in table.rows if (cell := row.cells[i]))

            assert exclusive <= (solved or 0)


@LAYOUTS
@FEW
@given(orders())
def test_the_order_of_records_does_not_matter(
    layout: Callable[[Iterable[FinishedRun]], SolvedTable],
    both: tuple[list[FinishedRun], list[FinishedRun]],
) -> None:
    some, others = both

    assert layout(some) == layout(others)
    assert scores(some, TODAY) == scores(others, TODAY)


@FEW
@given(runs())
def test_every_solved_task_is_counted_once_for_its_configuration(
    records: list[FinishedRun],
) -> None:
    table = solved_by_category(records)
    expected = {
        name: sum(each.correct for each in records if each.configuration == name)
        for name in {each.configuration for each in records}
    }

    assert expected == {row.name: cell.solved for row in table.rows if (cell := row.cells[-1])}


@FEW
@given(runs())
def test_methods_stand_side_by_side_and_sources_below_each_other(
    records: list[FinishedRun],
) -> None:
    table = solved_by_set(records)
    known = [parts(each.configuration) for each in records]

    assert sorted({each.method for each in known}) == list(
        dict.fromkeys(column.group for column in table.columns)
    )
    assert {each.source for each in known} == {row.name for row in table.rows}


def test_a_table_by_category() -> None:
    table = solved_by_category(
        [
            record("a", "impact", "TRUE", category="loops"),
            record("a", "impact/craig:iz3", "TRUE", category="loops"),
            record("b", "impact", "TRUE", category="arrays"),
            record("b", "impact/craig:iz3", "UNKNOWN", category="arrays"),
            record("c", "impact", "FALSE", category="arrays"),
        ]
    )

    assert table == SolvedTable(
        (Column("", "arrays", 2), Column("", "loops", 1), Column("", "sum", 3)),
        (
            SolvedRow("impact/craig:iz3", (SolvedCell(0, 0), SolvedCell(1, 0), SolvedCell(1, 0))),
            SolvedRow("impact", (SolvedCell(1, 1), SolvedCell(1, 0), SolvedCell(2, 1))),
        ),
        (Portfolio("any craig", (0, 1, 1)), Portfolio("any", (1, 1, 2))),
    )


def test_a_table_by_set_has_exclusiveness_within_a_method() -> None:
    table = solved_by_set(
        [
            record("a", "automizer/newton:SP/arith=int"),
            record("a", "automizer/newton:SP/arith=bv"),
            record("a", "automizer/newton:IT-SP-LV/arith=int", "UNKNOWN"),
            record("a", "kojak/newton:SP/arith=int"),
        ]
    )

    assert table == SolvedTable(
        (
            Column("automizer", "Bitvector", 1),
            Column("automizer", "Integer", 1),
            Column("automizer", "sum", 2),
            Column("kojak", "Bitvector", 1),
            Column("kojak", "Integer", 1),
            Column("kojak", "sum", 2),
        ),
        (
            SolvedRow(
                "newton:IT-SP-LV", (None, SolvedCell(0, 0), SolvedCell(0, 0), None, None, None)
            ),
            SolvedRow(
                "newton:SP",
                (
                    SolvedCell(1, 1),
                    SolvedCell(1, 1),
                    SolvedCell(2, 2),
                    None,
                    SolvedCell(1, 1),
                    SolvedCell(1, 1),
                ),
            ),
        ),
        (
            Portfolio("any newton:IT-SP-LV", (None, 0, 0, None, None, None)),
            Portfolio("any", (1, 1, 2, None, 1, 1)),
        ),
    )


def test_a_score_counts_costs_of_solved_tasks_only() -> None:
    (score,) = scores(
        [
            record("a", statistics=spent(1.0, 2, 1)),
            record("b", statistics=spent(2.0, 2, 2)),
            record("c", verdict="UNKNOWN", statistics=spent(15.0, 9, 0)),
            record("d", verdict="FALSE", statistics=spent(3.0, 7, 7)),
            record("e", verdict="ERROR"),
        ],
        TODAY,
    )

    assert Score("impact", 5, 2, 2 + 2 - 16, 1, 1, 3.0, 1.5, 4, 0.75) == score


def test_a_score_without_solved_tasks_has_no_mean_and_no_share() -> None:
    (score,) = scores([record(verdict="UNKNOWN")], TODAY)

    assert (None, None) == (score.mean_seconds, score.perfect)
