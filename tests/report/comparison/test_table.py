"""Comparisons: agreement, tables, and what is shown on the way."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from maul.events import Queried, Refined, Stage
from maul.report.comparison.live import LiveTable
from maul.report.comparison.table import (
    Board,
    ComparedLine,
    agreement,
    agreement_line,
    as_csv,
    as_json,
    as_text,
)
from maul.result import Statistics
from maul.system.child import Usage

VERDICTS = st.lists(st.sampled_from(("TRUE", "FALSE", "UNKNOWN", "ERROR")), max_size=6)
COST = Statistics(
    wall_seconds=1.5, refinements=4, sequences=4, perfect_sequences=3, solver_seconds=0.25
)
LINES = (
    ComparedLine("impact", "TRUE", statistics=COST),
    ComparedLine("bmc", "UNKNOWN", reason="time\nlimit"),
)


def said(*verdicts: str) -> list[ComparedLine]:
    return [ComparedLine(f"c{number}", verdict) for number, verdict in enumerate(verdicts)]


@given(VERDICTS)
def test_an_agreement_is_what_everybody_says_who_says_something(verdicts: list[str]) -> None:
    answers = {verdict for verdict in verdicts if verdict in ("TRUE", "FALSE")}
    found = agreement(said(*verdicts))

    assert (len(answers) == 2) == found.is_contradiction
    assert (answers == {found.verdict}) == (len(answers) == 1)
    assert len(verdicts) == found.asked


@given(VERDICTS)
def test_the_last_line_begins_with_one_of_three_words(verdicts: list[str]) -> None:
    found = agreement(said(*verdicts))
    line = agreement_line(found)

    assert line.startswith("CONTRADICTION: ") == found.is_contradiction
    assert line.startswith("AGREED: ") == bool(found.verdict)
    assert line.startswith("NO ANSWER ") == (not found.true and not found.false)


def test_the_last_line_tells_how_many_agree() -> None:
    assert agreement_line(agreement(said("TRUE", "ERROR", "TRUE"))) == "AGREED: TRUE (2 of 3)"
    assert agreement_line(agreement(said("UNKNOWN", "ERROR"))) == "NO ANSWER (0 of 2)"


def test_a_contradiction_names_both_sides() -> None:
    line = agreement_line(agreement(said("FALSE", "TRUE", "UNKNOWN", "TRUE")))

    assert line.startswith("CONTRADICTION: TRUE by c1, c3; FALSE by c0.")


def test_the_table_tells_verdict_time_iterations_perfect_share_and_solver_time() -> None:
    assert as_text(LINES) == (
        "configuration  verdict    time  iterations  perfect  solver time  reason\n"
        "----------------------------------------------------------------------------\n"
        "impact         TRUE     1.50 s           4      75%       0.25 s\n"
        "bmc            UNKNOWN  0.00 s           0        -       0.00 s  time limit\n"
    )


def test_a_violated_property_is_shown_and_no_column_is_empty() -> None:
    head, _, line = as_text([ComparedLine("bmc", "FALSE", "valid-deref")]).splitlines()

    assert "FALSE(valid-deref)" in line
    assert "reason" not in head


def test_a_long_reason_is_cut_in_the_table_only() -> None:
    long = ComparedLine("impact", "UNKNOWN", reason="because " * 20)

    assert as_text([long]).splitlines()[-1].endswith("because because ...")
    assert long.reason == json.loads(as_json({}, [long]))["rows"][0]["reason"]


def test_csv_has_every_statistic() -> None:
    first, second = csv.DictReader(as_csv(LINES).splitlines(keepends=True))

    assert {"configuration", "verdict", "violated", "reason", *Statistics.__match_args__} == set(
        first
    )
    assert ("1.5", "3") == (first["wall_seconds"], first["perfect_sequences"])
    assert "time\nlimit" == second["reason"]


def test_json_has_question_agreement_and_rows() -> None:
    content = json.loads(as_json({"files": ["a.c"]}, LINES))

    assert ["a.c"] == content["files"]
    assert content["agreement"] == {
        "verdict": "TRUE",
        "contradiction": False,
        "asked": 2,
        "true": ["impact"],
        "false": [],
    }
    assert [1.5, 0.0] == [row["wall_seconds"] for row in content["rows"]]


def test_json_has_no_verdict_for_a_contradiction() -> None:
    content = json.loads(as_json({}, said("TRUE", "FALSE")))

    assert (None, True) == (
        content["agreement"]["verdict"],
        content["agreement"]["contradiction"],
    )


def test_a_board_shows_who_waits_who_works_and_who_is_done() -> None:
    times = iter([10.0, 12.5])
    board = Board(["impact", "bmc", "kojak"], lambda: next(times))
    board.finish(LINES[0])
    board.hear("bmc", Usage())
    board.hear("bmc", Stage("searching", "bmc"))
    board.hear("bmc", Queried("z3", "sat", 0.5))
    board.hear("bmc", Refined(3, "auto", perfect=True, seconds=0.1))

    assert board.rows() == [
        ("impact", "TRUE", "1.50 s", "4", "75%", "0.25 s", ""),
        ("bmc", "searching bmc", "2.50 s", "1", "100%", "0.50 s", ""),
        ("kojak", "waiting", "", "", "", "", ""),
    ]


def test_lines_come_in_the_order_that_was_asked_for() -> None:
    board = Board(["impact", "bmc"])
    for line in reversed(LINES):
        board.finish(line)

    assert list(LINES) == board.lines()


def test_who_is_not_done_when_a_board_is_closed_was_interrupted() -> None:
    board = Board(["impact", "bmc"])
    board.finish(LINES[0])
    board.close()

    assert [LINES[0], ComparedLine("bmc", "UNKNOWN", reason="interrupted")] == board.lines()


@pytest.mark.parametrize("name", ["impact", "newton:SP [bold]"])
def test_the_table_on_a_terminal_is_written_again_and_stays(name: str) -> None:
    written = io.StringIO()
    board = Board([name])
    with LiveTable(board, Console(file=written, force_terminal=True, width=100)) as look:
        first = written.getvalue()
        look()
        board.finish(ComparedLine(name, "TRUE"))

    assert "waiting" in first
    assert name in first
    last = written.getvalue().rpartition("configuration")[2]
    assert "TRUE" in last
    assert "waiting" not in last
    assert written.getvalue().rstrip("\r\n").endswith("\x1b[?25h")
