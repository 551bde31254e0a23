"""Pages of plans: what each shape of table shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.node import replace
from maul.report.grid import markdown
from maul.trials.experiment import (
    Experiment,
    LabelledConfiguration,
    TablePlan,
    TaskSet,
    entries,
)
from maul.trials.page import page, page_told, ratio, short
from maul.trials.plan_file import read_plan
from maul.trials.tasks import TaskSelection
from tests.paths import ROOT
from tests.trials.records import record, spent

if TYPE_CHECKING:
    from pathlib import Path

    from maul.trials.record import FinishedRun

PLANS = sorted((ROOT / "docs" / "experiments" / "plans").glob("*.toml"))
SETS = (
    TaskSet("Loops", TaskSelection(categories=("loops",))),
    TaskSet("Arrays", TaskSelection(categories=("arrays",)), ("arith=int",)),
)
LABELLED = (
    LabelledConfiguration("SP", "*/newton:SP"),
    LabelledConfiguration("Z3", "*/craig:spacer", ("Loops",)),
)


def experiment(*tables: TablePlan, scoring: int = 2012) -> Experiment:
    methods = ("automizer", "kojak")
    return Experiment("x", "X", "", 15.0, 99.0, scoring, methods, SETS, LABELLED, tables, ())


RECORDS = (
    record("loops/a.yml:p", "automizer/newton:SP", statistics=spent(1.0, 4, 3)),
    record("loops/b.yml:p", "automizer/newton:SP", "UNKNOWN", statistics=spent(15.0, 2)),
    record("loops/a.yml:p", "kojak/newton:SP", statistics=spent(2.0)),
    record("loops/b.yml:p", "kojak/newton:SP", statistics=spent(3.5)),
    record("loops/a.yml:p", "automizer/craig:spacer", "FALSE", statistics=spent(0.5)),
    record("loops/b.yml:p", "automizer/craig:spacer", statistics=spent(0.5)),
    # Not yet run by every configuration of its set, and of no set at all.
    record("loops/c.yml:p", "automizer/newton:SP", statistics=spent(0.5)),
    record("floats/d.yml:p", "automizer/newton:SP", category="floats"),
    record("arrays/e.yml:p", "automizer/newton:SP/arith=int", category="arrays"),
    record("arrays/e.yml:p", "kojak/newton:SP/arith=int", "UNKNOWN", category="arrays"),
    record("arrays/e.yml:p", "kojak/newton:SP", category="arrays"),
)


def table(plan: TablePlan, *records: FinishedRun) -> str:
    ((title, grid),) = page(experiment(plan), records or RECORDS).tables
    assert plan.title == title
    return markdown(grid)


def test_a_row_for_each_set_and_one_for_all() -> None:
    plan = TablePlan("T", "sets", ("score", "solved", "time"), ("SP",))

    assert table(plan) == (
        "| set | tasks | automizer SP score | automizer SP solved | automizer SP time"
        " | kojak SP score | kojak SP solved | kojak SP time |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        "| Loops | 2 | 2 | 1 | 1 | 4 | 2 | 5.5 |\n"
        "| Arrays | 1 | 2 | 1 | 0 | 0 | 0 | 0 |\n"
        "| Overall | 3 | 4 | 2 | 1 | 4 | 2 | 5.5 |\n"
    )


def test_a_set_that_one_configuration_has_not_begun_is_waited_for() -> None:
    begun = [each for each in RECORDS if each.configuration != "kojak/newton:SP/arith=int"]
    plan = TablePlan("T", "sets", ("solved",), ("SP",))
    made = page(experiment(plan), begun)

    assert "Arrays" not in markdown(made.tables[0][1])
    assert 2 == made.left_out


def test_points_are_those_of_the_plan() -> None:
    plan = TablePlan("T", "configurations", ("score", "wrong"), ("Z3",), ("Loops",))

    assert "| automizer Z3 | 2 | 0 | 1 |\n" in table(plan)
    later = experiment(plan, scoring=2026)
    assert "| automizer Z3 | 2 | -14 | 1 |\n" in markdown(page(later, RECORDS).tables[0][1])


def test_numbers_as_parts_of_another_configuration() -> None:
    plan = TablePlan(
        *("T", "configurations", ("solved", "refinements"), ("SP",), ("Loops",)),
        relative_to="automizer SP",
    )

    assert "| kojak SP | 2 | 2.000 | 0.000 |\n" in table(plan)


def test_tasks_that_no_configuration_fails_on() -> None:
    plan = TablePlan("T", "configurations", ("time",), ("SP",), ("Loops",), solved_by_all=True)

    assert "| automizer SP | 1 | 1 |\n| kojak SP | 1 | 2 |\n" in table(plan)


def test_a_row_for_each_task() -> None:
    pairs = (("automizer SP", "kojak SP"),)
    plan = TablePlan("T", "tasks", ("verdict", "time-of-all"), ("SP",), ("Loops",), pairs=pairs)

    assert "| a | TRUE | TRUE | 1.0 | TRUE | 2.0 | 0.5 |\n" in table(plan)
    assert "| b | TRUE | - | 15.0 | TRUE | 3.5 | > 4.3 |\n" in table(plan)
    assert "automizer SP / kojak SP |\n" in table(plan)


def test_sources_by_methods_and_sets_with_what_nobody_else_solves() -> None:
    assert table(TablePlan("T", "sources")) == (
        "|  | automizer Loops | automizer Arrays | automizer sum"
        " | kojak Loops | kojak Arrays | kojak sum |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        "| tasks | 2 | 1 | 3 | 2 | 1 | 3 |\n"
        "| SP | 1 (1) | 1 (1) | 2 (2) | 2 (2) | 0 (0) | 2 (2) |\n"
        "| Z3 | 1 (1) | - | 1 (1) | - | - | - |\n"
        "| any craig | 1 | - | 1 | - | - | - |\n"
        "| any | 2 | 1 | 3 | 2 | 0 | 2 |\n"
    )


def test_two_by_two() -> None:
    pairs = (("automizer SP", "kojak SP"),)

    assert "| automizer SP | kojak SP | 1 | 1 | 1 | 1 | 2 |\n" in table(
        TablePlan("T", "pairs", pairs=pairs)
    )


def test_below_the_tables_stands_what_they_are_made_of() -> None:
    made = page(experiment(TablePlan("T", "sources"), TablePlan("U", "sources")), RECORDS)
    last = page_told(made, "markdown").splitlines()[-3:]

    assert (8, 1) == (len(made.records), made.left_out)
    assert last[0].startswith("Runs: 8, wrong: 1, errors: 0. Revision: unknown. Limit: 15 s. Tasks")
    assert ["", "WRONG: automizer/craig:spacer: loops/a.yml:p: FALSE, expected true"] == last[1:]


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (record(statistics=spent(4.0)), record(statistics=spent(2.0)), "2"),
        (record(statistics=spent(4.0)), record(verdict="ERROR", statistics=spent(2.0)), "< 0.27"),
        (record(verdict="UNKNOWN"), record(statistics=spent(0.0)), "> 1500"),
        (record(verdict="UNKNOWN"), record(verdict="UNKNOWN"), "-"),
        (None, record(), "-"),
    ],
)
def test_a_ratio_is_a_bound_when_one_was_not_solved(
    one: FinishedRun | None, other: FinishedRun | None, told: str
) -> None:
    assert told == ratio(one, other)


def test_the_short_name_of_a_task() -> None:
    assert ["a.i", "odd"] == [short(name) for name in ("x/a.i.yml:unreach-call", "odd")]


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_every_plan_of_the_papers_makes_its_page(path: Path) -> None:
    plan = read_plan(path)
    made = [
        replace(
            record(f"{category}/{name}.yml:p", entry.configuration.name, category=category),
            data_model="ILP32",
            primary=True,
        )
        for entry in entries(plan)
        for each in plan.sets
        if each.name == entry.set
        for category in each.selection.categories[:1] or ("drivers",)
        for name in ("cdaudio", "parport")
    ]
    made = list({(r.task, r.configuration): r for r in made}.values())
    told = page(plan, made)

    assert [table.title for table in plan.tables] == [title for title, _ in told.tables]
    for how in ("text", "markdown", "csv", "json"):
        assert page_told(told, how)
