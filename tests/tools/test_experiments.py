"""The programs and tables of the experiments in docs/experiments."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tools.drivers import questions, speed_up
from tools.growth import FAMILIES, growth
from tools.measured import Measured, Question, Results, measured
from tools.variants import VARIANTS, configured

PROGRAMS = list(product(FAMILIES, ("TRUE", "FALSE")))
CONFIGURATIONS = (("impact", "single"), ("predicate", "large"))


@pytest.mark.parametrize(("family", "expected"), PROGRAMS)
def test_small_programs_of_a_family_have_the_verdict_that_is_expected(
    family: str, expected: str, tmp_path: Path
) -> None:
    program = tmp_path / "program.c"
    for n, (method, blocks) in zip((1, 2), CONFIGURATIONS, strict=True):
        program.write_text(FAMILIES[family](n, safe=expected == "TRUE"))
        found = measured(Question(str(program), expected, method, blocks, 60.0))

        assert expected == found.verdict, found.reason
        assert found.states > 0
        assert 0 <= found.solver <= found.outside <= found.search


@pytest.mark.parametrize("family", FAMILIES)
def test_a_twin_differs_in_one_line(family: str) -> None:
    safe, unsafe = (FAMILIES[family](4, safe=safe).splitlines() for safe in (True, False))
    common = set(safe) & set(unsafe)

    assert 1 == max(sum(line not in common for line in text) for text in (safe, unsafe))


def test_growth_tells_powers_from_exponential_functions() -> None:
    sizes = (2, 4, 8, 16)

    assert "n^1.0" == growth([(n, 3 * n) for n in sizes])
    assert "n^2.0" == growth([(n, 5 * n * n) for n in sizes])
    assert "2.00^n" == growth([(n, 7 * 2**n) for n in sizes])
    assert "constant" == growth([(n, 3) for n in sizes])
    assert "?" == growth([(2, 10), (4, 1000)])


def test_a_run_that_is_too_slow_is_cut_off_with_what_it_told(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(FAMILIES["locks"](24, safe=True))
    found = measured(Question(str(program), "TRUE", "predicate", "single", 1.0))

    assert "UNKNOWN" == found.verdict
    assert found.search > 0.9
    assert found.states > 0


def test_a_measurement_in_the_file_is_not_made_again_and_wrong_ones_are_known(
    tmp_path: Path,
) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"key": "a", "verdict": "FALSE", "search": 2.5}\n')
    results = Results(path)

    assert 2.5 == results.of("a", Question("nothing.c", "TRUE", "impact", "large", 1.0)).search
    assert ["a"] == results.wrong


def test_drivers_are_found_by_name_and_the_smallest_comes_first(tmp_path: Path) -> None:
    for name, size in (("floppy.i.cil-3", 20), ("kbfiltr_simpl2.cil-1", 10), ("other", 1)):
        (tmp_path / f"{name}.c").write_text("x" * size)
        (tmp_path / f"{name}.yml").write_text(
            f"input_files: '{name}.c'\noptions:\n  data_model: ILP32\nproperties:\n"
            "  - property_file: ../p/unreach-call.prp\n    expected_verdict: true\n"
        )
    found = list(questions(tmp_path, ("floppy", "kbfiltr")))

    assert ["kbfiltr_simpl2.cil-1.c", "floppy.i.cil-3.c"] == [Path(q.file).name for q in found]
    assert ["TRUE", "TRUE"] == [q.expected for q in found]


def test_a_speed_up_is_a_bound_when_one_of_two_runs_came_to_no_verdict() -> None:
    done, cut = Measured("TRUE", search=2.0), Measured(search=60.0)

    assert "1.0" == speed_up(done, done)
    assert "> 30.0" == speed_up(cut, done)
    assert "< 0.03" == speed_up(done, cut)
    assert "?" == speed_up(cut, cut)


def test_every_variant_of_the_methods_decides_a_small_program(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(FAMILIES["locks"](1, safe=True))
    found = {}
    for variant in VARIANTS:
        method, choices = configured(variant)
        question = Question(str(program), "TRUE", method, "single", 60.0, choices=choices)
        found[variant] = measured(question).verdict

    assert dict.fromkeys(found, "TRUE") == found
