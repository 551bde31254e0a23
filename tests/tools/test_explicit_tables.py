"""The tables of docs/experiments/explicit-values.md are counted right."""

from __future__ import annotations

import json

from tools.explicit_tables import common, method_of, outcomes, pair, report, table


def line(task: str, method: str, score: int, seconds: float, *, wrong: bool = False) -> str:
    """One run as the measurements write it."""
    run = {
        "id": f"{task}.yml:unreach-call",
        "category": task.partition("/")[0],
        "tool": f"cmd:maul verify {{file}} --time-limit {{time}}s --method {method} --quiet",
        "verdict": "true",
        "correct": score > 0,
        "wrong": wrong,
        "crash": False,
        "late": False,
        "score": score,
        "wall": seconds,
    }
    return json.dumps(run)


LINES = [
    line("eca/a", "value", 2, 1.04),
    line("eca/b", "value", 0, 15.0),
    line("eca/b", "value-itp", 1, 2.0),
    line("heap/c", "value", 0, 15.0),
    line("heap/c", "value-itp", 2, 14.0),
    line("eca/a", "value-itp", 0, 15.0),
    line("eca/d", "value-itp", 2, 1.0),
    line("eca/a", "value-itp", 2, 0.5),
]


def test_the_method_is_found_in_the_command() -> None:
    assert "value-itp+predicate" == method_of("cmd:maul verify {file} --method value-itp+predicate")
    assert "value" == method_of("maul verify x.c --method=value --quiet")
    assert "auto" == method_of("maul verify x.c")


def test_a_later_run_takes_the_place_of_an_earlier_one() -> None:
    found = outcomes(LINES)

    assert 0.5 == found["value-itp"]["eca/a.yml:unreach-call"].seconds


def test_only_tasks_that_every_method_has_run_are_compared() -> None:
    tasks = [name.partition(".")[0] for name in common(outcomes(LINES), ("value", "value-itp"))]

    assert ["eca/a", "eca/b", "heap/c"] == tasks


def test_a_category_has_its_score_its_solved_tasks_and_their_seconds() -> None:
    rows = list(table(outcomes(LINES), ("value", "value-itp")))

    assert [
        "| eca | 2 | 2 | 1 | 1 | 3 | 2 | 2.5 |",
        "| heap | 1 | 0 | 0 | 0 | 2 | 1 | 14 |",
        "| all | 3 | 2 | 1 | 1 | 5 | 3 | 16 |",
    ] == rows[2:]
    assert 1 == len({row.count("|") for row in rows})


def test_a_pair_is_timed_on_what_both_solve() -> None:
    assert "| value | value-itp | 0 | 2 | 1 | 1 | 0.5 |" == pair(
        outcomes(LINES), "value", "value-itp"
    )


def test_what_went_wrong_is_named() -> None:
    wrong = line("eca/e", "value", -32, 1.0, wrong=True)

    assert "Wrong, crashed or late: none" == list(report(outcomes(LINES)))[-1]
    assert (
        "Wrong, crashed or late: eca/e.yml:unreach-call (value)"
        == (list(report(outcomes([*LINES, wrong])))[-1])
    )
