"""The families of docs/experiments/effective-interpolation.md."""

from __future__ import annotations

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
from maul.run import Run
from tools.effective_families import FAMILIES, curve, report, spared, table
from tools.measured import Measured, Question, measured


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

    more = [after - before for before, after in pairwise(base)]
    assert all(after > 1.8 * before for before, after in pairwise(more))
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
