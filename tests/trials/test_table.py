"""``maul trials table``: the formats."""

from __future__ import annotations

import argparse
import csv
import json
from typing import TYPE_CHECKING

import pytest

from maul.errors import BadInput
from maul.node import replace
from maul.trials.record import as_line
from maul.trials.table import add_options, table, wrong_answers
from tests.trials.records import record, spent

if TYPE_CHECKING:
    from pathlib import Path

    from maul.trials.record import FinishedRun

RECORDS = (
    record("a", "automizer/craig:iz3", "TRUE", statistics=spent(1.25, 4, 3)),
    record("b", "automizer/craig:iz3", "UNKNOWN", category="arrays"),
    record("a", "automizer/newton:SP", "TRUE", statistics=spent(0.5)),
    record("b", "automizer/newton:SP", "TRUE", category="arrays", statistics=spent(2.0)),
)


def shown(folder: Path, records: tuple[FinishedRun, ...], *options: str) -> str:
    file = folder / "results.jsonl"
    file.write_text("".join(map(as_line, records)), encoding="utf-8")
    parser = argparse.ArgumentParser()
    add_options(parser)
    return table(parser.parse_args([str(file), *options]))


def test_a_cell_is_solved_and_exclusively_solved(tmp_path: Path) -> None:
    assert shown(tmp_path, RECORDS) == (
        "                     arrays  loops    sum\n"
        "-----------------------------------------\n"
        "tasks                     1      1      2\n"
        "-----------------------------------------\n"
        "automizer/craig:iz3   0 (0)  1 (0)  1 (0)\n"
        "automizer/newton:SP   1 (1)  1 (0)  2 (1)\n"
        "-----------------------------------------\n"
        "any craig                 0      1      1\n"
        "any                       1      1      2\n"
        "\n"
        "Runs: 4, wrong: 0, errors: 0. Revision: unknown. Limit: 15 s.\n"
    )


def test_sets_stand_below_their_method(tmp_path: Path) -> None:
    assert shown(tmp_path, RECORDS, "--by", "set", "--format", "markdown") == (
        "|  | automizer Bitvector | automizer sum |\n"
        "| --- | ---: | ---: |\n"
        "| tasks | 2 | 2 |\n"
        "| craig:iz3 | 1 (0) | 1 (0) |\n"
        "| newton:SP | 2 (1) | 2 (1) |\n"
        "| any craig | 1 | 1 |\n"
        "| any | 2 | 2 |\n"
        "\n"
        "Runs: 4, wrong: 0, errors: 0. Revision: unknown. Limit: 15 s.\n"
    )


def test_csv_has_two_columns_for_a_cell(tmp_path: Path) -> None:
    lines = list(csv.DictReader(shown(tmp_path, RECORDS, "--format", "csv").splitlines()))

    assert ["tasks", "automizer/craig:iz3", "automizer/newton:SP", "any craig", "any"] == [
        line["configuration"] for line in lines
    ]
    assert ("1", "1", "2", "1") == (
        lines[2]["arrays solved"],
        lines[2]["arrays exclusive"],
        lines[2]["sum solved"],
        lines[2]["sum exclusive"],
    )


def test_json_has_the_names_of_the_fields(tmp_path: Path) -> None:
    content = json.loads(shown(tmp_path, RECORDS, "--by", "set", "--format", "json"))

    assert content["columns"][0] == {"group": "automizer", "name": "Bitvector", "tasks": 2}
    assert content["rows"][1] == {
        "name": "newton:SP",
        "cells": [{"solved": 2, "exclusive": 1}, {"solved": 2, "exclusive": 1}],
    }
    assert content["portfolios"][-1] == {"name": "any", "solved": [2, 2]}


def test_scores_in_every_format(tmp_path: Path) -> None:
    text = shown(tmp_path, RECORDS, "--scores").splitlines()
    lines = list(csv.DictReader(shown(tmp_path, RECORDS, "--scores", "--format", "csv").split()))
    content = json.loads(shown(tmp_path, RECORDS, "--scores", "--format", "json"))

    assert " ".join(text[2].split()) == "automizer/craig:iz3 2 1 2 0 0 1.2 1.25 4 75%"
    assert " ".join(text[3].split()) == "automizer/newton:SP 2 2 4 0 0 2.5 1.25 0 -"
    assert ["0.75", ""] == [line["perfect"] for line in lines]
    assert [4, 0] == [each["refinements"] for each in content]


def test_wrong_answers_are_listed_below(tmp_path: Path) -> None:
    wrong = record("c", "automizer/newton:SP", "TRUE", expected="false")
    expected = "WRONG: automizer/newton:SP: c: TRUE, expected false"

    assert [expected] == wrong_answers([*RECORDS, wrong, wrong])
    assert shown(tmp_path, (*RECORDS, wrong)).endswith(f"\n\n{expected}\n")
    assert shown(tmp_path, (*RECORDS, wrong), "--scores").endswith(f"\n\n{expected}\n")


def test_points_are_those_of_a_year(tmp_path: Path) -> None:
    wrong = record("c", "automizer/newton:SP", "TRUE", expected="false")

    def points(*options: str) -> str:
        text = shown(tmp_path, (*RECORDS, wrong), "--scores", *options)
        return text.splitlines()[3].split()[3]

    assert ["-28", "0", "-4"] == [
        points(*each) for each in ((), ("--scoring", "2012"), ("--scoring", "2013"))
    ]


def test_tasks_that_not_every_configuration_has_run_can_be_left_out(tmp_path: Path) -> None:
    more = record("c", "automizer/newton:SP", "TRUE")
    text = shown(tmp_path, (*RECORDS, more), "--complete")

    assert shown(tmp_path, RECORDS) in text.replace(" Tasks left", "\n Tasks left")
    assert "because not every configuration has run them: 1.\n" in text


def test_below_a_table_stands_which_maul_made_it(tmp_path: Path) -> None:
    newer = replace(RECORDS[0], revision="abc", time_limit=60.0)
    text = shown(tmp_path, (newer, *RECORDS[1:]))

    assert (
        "Revision: abc (1 of 4), unknown (3 of 4). Limit: 15 s (3 of 4), 60 s (1 of 4).\n" in text
    )


def test_a_file_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"results\.jsonl: there are no results"):
        shown(tmp_path, ())
