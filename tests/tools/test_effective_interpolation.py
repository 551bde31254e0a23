"""The families, tables and commands of docs/experiments/effective-interpolation.md."""

from __future__ import annotations

import shlex
from itertools import pairwise, product
from pathlib import Path

import pytest

from maul.c.ctype import ILP32
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.interpolate.catalogue import refuter
from maul.methods.safety_error import MODES, SafetyError
from maul.methods.setting import Setting
from maul.proofs.verdict import Safe
from maul.result import Statistics
from maul.run import Run
from maul.trials.record import FinishedRun
from tools.effective_families import FAMILIES, curve, report, spared, table
from tools.effective_interpolation import (
    by_category,
    command,
    configurations,
    main,
    parsed,
    runs_of,
    seconds,
    share,
    solved_by_all,
    wrong,
)
from tools.effective_interpolation import report as tables
from tools.measured import Measured, Question, measured

NAMES = configurations(None)

# ---- families ----


def explored(tmp_path: Path, family: str, n: int, mode: str, *, safe: bool) -> int:
    """The states that a mode makes; the verdict has to be right."""
    file = tmp_path / "program.c"
    file.write_text(FAMILIES[family].program(n, safe=safe))
    cfa = prune(read_program([str(file)], ILP32, read_property("unreach-call"), ())).cfa
    search = SafetyError(MODES[mode], cfa, Setting(refuter("auto"), "single", "bv"), Run(60))
    assert safe == isinstance(search.verdict(), Safe)
    return search.reached.added


@pytest.mark.parametrize("family", FAMILIES)
def test_a_twin_differs_in_one_line(family: str) -> None:
    safe, unsafe = (FAMILIES[family].program(4, safe=safe).splitlines() for safe in (True, False))

    assert 1 == sum(a != b for a, b in zip(safe, unsafe, strict=True))


@pytest.mark.parametrize(("family", "expected"), [*product(FAMILIES, ("TRUE", "FALSE"))])
def test_every_mode_has_the_verdict_that_is_expected(
    family: str, expected: str, tmp_path: Path
) -> None:
    for mode in MODES:
        explored(tmp_path, family, 2, mode, safe=expected == "TRUE")


@pytest.mark.parametrize(
    ("family", "expected", "mode"),
    [("sections", "TRUE", "R+S"), ("ahead", "FALSE", "R+E"), ("alternatives", "FALSE", "R+S+W")],
)
def test_what_is_left_out_or_foreseen_passes_the_check(
    family: str, expected: str, mode: str, tmp_path: Path
) -> None:
    program = tmp_path / "program.c"
    program.write_text(FAMILIES[family].program(2, safe=expected == "TRUE"))
    found = measured(Question(str(program), expected, f"interp:{mode}", "single", 60.0))

    assert expected == found.verdict, found.reason
    assert found.left_out + found.foreseen > 0
    assert found.explored >= found.states


@pytest.mark.parametrize(("family", "mode"), [("sections", "R+S"), ("ahead", "R+E")])
def test_interpolants_turn_exponential_into_linear(family: str, mode: str, tmp_path: Path) -> None:
    safe = FAMILIES[family].shown == "TRUE"
    base, better = (
        [explored(tmp_path, family, n, each, safe=safe) for n in (2, 3, 4, 5)]
        for each in ("R", mode)
    )

    assert all(after > 1.9 * before for before, after in pairwise(base))
    assert 1 == len({after - before for before, after in pairwise(better)})


def test_weights_save_an_error_path_for_each_alternative(tmp_path: Path) -> None:
    n = 3
    program = tmp_path / "program.c"
    program.write_text(FAMILIES["alternatives"].program(n, safe=False))
    paths = [
        measured(Question(str(program), "FALSE", f"interp:{mode}", "single", 60.0)).error_paths
        for mode in ("R", "R+S", "R+S+W")
    ]

    assert [2 * n + 1, 2 * n + 1, n + 1] == paths


def test_a_line_through_all_points_is_told_exactly() -> None:
    assert "16n - 1" == curve([(1, 15), (2, 31), (4, 63)])
    assert "8n + 27" == curve([(1, 35), (2, 43), (8, 91)])
    assert "n + 1" == curve([(1, 2), (2, 3), (4, 5)])
    assert "3n" == curve([(1, 3), (2, 6), (4, 12)])
    assert "n^2.0" == curve([(1, 5), (2, 20), (4, 80)])
    assert "2.00^n" == curve([(n, 7 * 2**n) for n in (2, 4, 8, 16)])
    assert "?" == curve([(1, 15), (2, 31)])


def test_the_table_of_a_family_counts_what_it_is_made_for() -> None:
    done, cut = Measured("TRUE", search=1.04, explored=15), Measured(search=40.0, explored=99)
    rows = list(table([("R", {1: done, 2: cut})], [1, 2, 4], "explored"))

    assert "| R | 15 (1.0 s) | > 99 (40.0 s) | - | ? |" == rows[-1]
    assert 1 == len({row.count("|") for row in rows})


def test_what_was_spared_is_told_for_the_largest_program_that_all_decide() -> None:
    runs = {n: Measured("TRUE", explored=10 * n, left_out=n) for n in (1, 2, 4)}
    cut = {1: runs[1], 2: runs[2], 4: Measured(explored=99)}
    rows = list(spared([("R", cut), ("R+S", runs)]))

    assert rows[0].startswith("| n = 2 | explored |")
    assert ["| R | 20 | 0 | 2 | 0 | 0 |", "| R+S | 20 | 0 | 2 | 0 | 0 |"] == rows[2:]
    assert [] == list(spared([("R", {1: Measured()}), ("R+S", runs)]))


def test_the_tables_of_families_come_with_those_first_that_show_something() -> None:
    runs = {1: Measured("TRUE", "10 obligations", search=1.0)}
    lines = list(
        report(
            {
                ("ahead", "TRUE", "interp:R", "single"): {1: Measured(reason="time limit")},
                ("sections", "TRUE", "interp:R", "single"): runs,
            },
            [1],
        )
    )
    titles = [line for line in lines if "seconds of the search" in line]

    assert ["sections", "ahead"] == [line.strip().partition(",")[0] for line in titles]
    assert "- ahead/TRUE/interp:R/single/1: time limit" == lines[-1]


# ---- tables of tasks ----


def run(task: str, mode: str, verdict: str, numbers: Statistics, reason: str = "") -> FinishedRun:
    """A run of a task that is safe."""
    return FinishedRun(
        task,
        task.partition("/")[0],
        "unreach-call",
        "true",
        NAMES[mode],
        15.0,
        verdict,
        "",
        reason,
        verdict == "TRUE",
        verdict == "FALSE",
        0,
        numbers,
    )


def records() -> list[FinishedRun]:
    """Three tasks: one that all modes solve, one that only the last does, one that only R does."""
    found = []
    for i, mode in enumerate(MODES):
        numbers = Statistics(
            wall_seconds=2.0 - 0.25 * i, explored=100 - 10 * i, left_out=i, foreseen=1, covered=7
        )
        last = mode == "R+S+E+W"
        found += [
            run("systemc/a", mode, "TRUE", numbers),
            run("eca/b", mode, *(("TRUE", numbers) if last else ("UNKNOWN", Statistics(14.0)))),
            run("systemc/c", mode, *(("UNKNOWN", Statistics(3.0)) if i else ("TRUE", numbers))),
        ]
        if not last:
            found[-2] = run("eca/b", mode, "UNKNOWN", Statistics(14.0), "time limit")
    return found


def test_only_tasks_that_every_mode_has_run_are_compared() -> None:
    more = run("eca/d", "R", "TRUE", Statistics(1.0))
    again = run("systemc/a", "R", "UNKNOWN", Statistics(1.0))
    runs = runs_of([*records(), more, again], NAMES)

    assert list(MODES) == list(runs)
    assert all(["eca/b", "systemc/a", "systemc/c"] == list(found) for found in runs.values())
    assert not runs["R"]["systemc/a"].correct


def test_a_run_that_was_cut_off_counts_its_limit() -> None:
    assert 15.0 == seconds(run("a/b", "R", "UNKNOWN", Statistics(14.0), "time limit"))
    assert 14.0 == seconds(run("a/b", "R", "UNKNOWN", Statistics(14.0), "unsupported"))
    assert 14.0 == seconds(run("a/b", "R", "TRUE", Statistics(14.0)))


def test_a_category_of_the_paper_comes_first_and_all_last() -> None:
    head, rows = by_category(runs_of(records(), NAMES), lambda found: str(len(found)))

    assert ("category", "tasks", *MODES) == head
    assert [("systemc", *("2",) * 7), ("eca", *("1",) * 7), ("all", *("3",) * 7)] == list(rows)


def test_tasks_are_counted_and_modes_compared() -> None:
    told = "\n".join(tables(runs_of(records(), NAMES)))

    for row in (
        "| systemc | 2 | 2 / 0 | 1 / 1 | 1 / 1 | 1 / 1 | 1 / 1 | 1 / 1 |",
        "| all | 3 | 2 / 1 | 1 / 2 | 1 / 2 | 1 / 2 | 1 / 2 | 2 / 1 |",
        "| eca | 1 | 15 | 15 | 15 | 15 | 15 | 1 |",
        "| R | 200 | 14 | 0 | 2 | 0 |",
        "| R+S+E+W | 100 | 14 | 10 | 2 | 0 |",
        "| R | 2 of 2 (100.0%) | 1 of 1 (100.0%) | 0 |",
        "| R+S+E+W | 1 of 2 (50.0%) | 0 of 1 (0.0%) | 1 |",
        "| R+S+E+W | 1 | 0.500 | 0.375 | 1.000 | 0.237 |",
    ):
        assert row in told
    assert told.endswith("Wrong: none\n")


def test_what_all_modes_solve_is_told_apart() -> None:
    found = solved_by_all(runs_of(records(), NAMES))

    assert all(["systemc/a"] == list(tasks) for tasks in found.values())
    assert "| R | 100 | 7 | 0 | 1 | 0 |" in "\n".join(tables(runs_of(records(), NAMES)))


def test_a_wrong_verdict_is_named() -> None:
    runs = runs_of([*records(), run("eca/b", "R+E", "FALSE", Statistics(1.0))], NAMES)

    assert ["eca/b (R+E: FALSE)"] == wrong(runs)


def test_nothing_is_a_share_of_nothing() -> None:
    assert "-" == share(0, 0)
    assert "1 of 3 (33.3%)" == share(1, 3)


# ---- the call ----


def test_every_mode_is_run_on_four_categories() -> None:
    words = command(parsed(["tasks", "--out", "r.jsonl", "--sample", "8", "--blocks", "single"]))

    assert [f"interp:{mode}/blocks=single" for mode in MODES] == words[
        words.index("--configs") + 1 :
    ]
    assert 4 == words.count("--category")
    assert {"--primary", "unreach-call"} <= set(words)
    assert "8" == words[words.index("--sample") + 1]
    assert "--sample" not in command(parsed(["tasks", "--out", "r.jsonl"]))


def test_a_folder_is_run_once_and_its_tables_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "tasks" / "systemc"
    folder.mkdir(parents=True)
    (folder / "a.c").write_text(FAMILIES["sections"].program(1, safe=True))
    (folder / "a.yml").write_text(
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n"
        "  - property_file: ../unreach-call.prp\n    expected_verdict: true\n"
        "options:\n  language: C\n  data_model: ILP32\n"
    )
    (tmp_path / "tasks" / "unreach-call.prp").write_text(
        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
    )
    call = [str(tmp_path / "tasks"), "--out", str(tmp_path / "r.jsonl"), "--jobs", "1"]

    assert 0 == main(call)
    told = capsys.readouterr().out
    assert "| systemc | 1 | 1 / 0 | 1 / 0 | 1 / 0 | 1 / 0 | 1 / 0 | 1 / 0 |" in told

    assert 0 == main([*call, "--tables"])
    assert told.endswith(capsys.readouterr().out)

    assert 0 == main([*call, "--list"])
    assert shlex.join(["maul", *command(parsed(call))]) + "\n" == capsys.readouterr().out
