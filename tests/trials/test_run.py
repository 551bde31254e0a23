"""Plans: what is left of them, in which order, and what is said about what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.errors import BadInput
from maul.node import replace
from maul.result import Conclusion, Result, Statistics
from maul.trials.configuration import Preferences
from maul.trials.pool import Job, judged
from maul.trials.record import Store, read_records
from maul.trials.run import Plan, carried_out, crossing, left, line, of_plan, summary
from maul.trials.tasks import Trial
from tests.trials.task_folder import closed

if TYPE_CHECKING:
    from pathlib import Path

    from maul.trials.record import FinishedRun

FIRST, SECOND = Preferences("concrete"), Preferences("bmc")


def trial(name: str, expected: str = "true", file: str = "absent.c") -> Trial:
    return Trial(name, "own", (file,), "unreach-call", expected=expected)


def plan(*trials: Trial, seconds: float = 20.0) -> Plan:
    return Plan(crossing(trials, (FIRST, SECOND)), seconds, 4096.0)


def record(of: Trial, chosen: Preferences, verdict: str) -> FinishedRun:
    crashed = verdict == "ERROR"
    result = Result(
        Conclusion.UNKNOWN if crashed else Conclusion(verdict),
        reason="internal error" if crashed else "",
        statistics=Statistics(wall_seconds=1.25),
    )
    return judged(Job(of, chosen, 20.0, 4096.0), result)


def pairs(jobs: tuple[Job, ...]) -> list[tuple[str, str]]:
    return [(job.trial.name, job.configuration.name) for job in jobs]


def test_the_configurations_of_a_task_are_next_to_each_other(tmp_path: Path) -> None:
    with Store(tmp_path / "results.jsonl") as store:
        jobs = left(plan(trial("a"), trial("b")), store)

    assert [("a", "concrete"), ("a", "bmc"), ("b", "concrete"), ("b", "bmc")] == pairs(jobs)
    assert {(20.0, 4096.0)} == {(job.seconds, job.megabytes) for job in jobs}


def test_what_is_in_the_store_is_not_left(tmp_path: Path) -> None:
    with Store(tmp_path / "results.jsonl") as store:
        store.add(record(trial("a"), SECOND, "TRUE"))
        store.add(record(trial("c"), FIRST, "TRUE"))
        wanted = plan(trial("a"), trial("b"))

        assert [("a", "concrete"), ("b", "concrete"), ("b", "bmc")] == pairs(left(wanted, store))
        assert (record(trial("a"), SECOND, "TRUE"),) == of_plan(wanted, store)


def test_results_under_a_longer_limit_are_not_mixed(tmp_path: Path) -> None:
    with Store(tmp_path / "results.jsonl") as store:
        store.add(record(trial("c"), FIRST, "TRUE"))

        with pytest.raises(BadInput, match="time limit of 20 s, more than 10 s"):
            left(plan(trial("a"), seconds=10.0), store)
        others = Plan(crossing((trial("a"),), (SECOND,)), 10.0, 4096.0)
        assert [("a", "bmc")] == pairs(left(others, store))


def test_what_a_shorter_limit_was_too_short_for_is_made_again(tmp_path: Path) -> None:
    with Store(tmp_path / "results.jsonl") as store:
        store.add(record(trial("a"), FIRST, "TRUE"))
        store.add(record(trial("a"), SECOND, "UNKNOWN"))
        longer = plan(trial("a"), seconds=30.0)
        assert [("a", "bmc")] == pairs(left(longer, store))

        store.add(replace(record(trial("a"), SECOND, "FALSE"), time_limit=30.0))
        assert () == left(longer, store)
        assert ["TRUE", "FALSE"] == [each.verdict for each in of_plan(longer, store)]


def test_a_record_is_on_the_disk_before_it_is_told(tmp_path: Path) -> None:
    program = tmp_path / "prog.c"
    program.write_text(closed(1))
    path = tmp_path / "results.jsonl"
    wanted = Plan(crossing((trial("a", file=str(program)), trial("b")), (FIRST,)), 20.0, 4000.0)
    with Store(path) as store:
        for each in carried_out(left(wanted, store), store, 1):
            assert each == read_records(path)[-1]

        assert ["TRUE", "ERROR"] == [each.verdict for each in of_plan(wanted, store)]
        assert () == left(wanted, store)


def test_a_finished_run_is_one_line() -> None:
    right, wrong = record(trial("a"), FIRST, "TRUE"), record(trial("a", "false"), FIRST, "TRUE")
    unknown = record(trial("a"), SECOND, "UNKNOWN")

    assert "[ 3/12]     1.2s TRUE    ok    a concrete" == line(right, 3, 12)
    assert "[12/12]     1.2s TRUE    WRONG a concrete" == line(wrong, 12, 12)
    assert "[1/1]     1.2s UNKNOWN -     a bmc" == line(unknown, 1, 1)


def test_the_summary_ends_with_what_is_wrong() -> None:
    records = [
        record(trial("a"), FIRST, "TRUE"),
        record(trial("b", "false"), FIRST, "TRUE"),
        record(trial("a"), SECOND, "ERROR"),
        record(trial("b", "false"), SECOND, "FALSE"),
    ]

    assert [
        "concrete: 2 runs, 1 correct, 1 wrong, 0 errors, score -30",
        "bmc: 2 runs, 1 correct, 0 wrong, 1 errors, score 1",
        "WRONG: b concrete: TRUE, expected false",
    ] == summary(records)
