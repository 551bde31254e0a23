"""``maul trials plot``: lines as data, and files."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from maul.errors import BadInput
from maul.trials.experiment import Experiment, LabelledConfiguration, PlotPlan, TaskSet
from maul.trials.plot import (
    METRICS,
    Figure,
    add_options,
    figures_by_category,
    figures_by_set,
    figures_of_plan,
    plot,
    styles,
)
from maul.trials.record import FinishedRun, as_line
from maul.trials.sets import parts
from maul.trials.tasks import TaskSelection
from tests.trials.records import FEW, orders, record, runs, spent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

BOTH = pytest.mark.parametrize("figures", [figures_by_category, figures_by_set])
RECORDS = (
    record("a", "automizer/craig:iz3", statistics=spent(2.0, 4, 3)),
    record("b", "automizer/craig:iz3", statistics=spent(1.0)),
    record("c", "automizer/craig:iz3", "UNKNOWN", statistics=spent(9.0, 9, 9)),
    record("a", "automizer/newton:SP", statistics=spent(0.0, 2, 2)),
    record("a", "kojak/newton:SP/arith=int", statistics=spent(3.0)),
)


@BOTH
@FEW
@given(runs())
def test_lines_ascend(
    figures: Callable[[Iterable[FinishedRun]], tuple[Figure, ...]], records: list[FinishedRun]
) -> None:
    for figure in figures(records):
        for panel in figure.panels:
            for curve in panel.curves:
                assert list(curve.values) == sorted(curve.values)


@BOTH
@FEW
@given(orders())
def test_the_order_of_records_does_not_matter(
    figures: Callable[[Iterable[FinishedRun]], tuple[Figure, ...]],
    both: tuple[list[FinishedRun], list[FinishedRun]],
) -> None:
    some, others = both

    assert figures(some) == figures(others)


@FEW
@given(runs())
def test_a_line_of_all_tasks_is_as_long_as_what_was_solved(records: list[FinishedRun]) -> None:
    every = figures_by_category(records)[0]

    for panel in every.panels[:2]:
        for curve in panel.curves:
            own = [each for each in records if each.configuration == curve.name]
            assert sum(each.correct for each in own) == len(curve.values)


@FEW
@given(runs())
def test_the_same_line_looks_the_same_everywhere_and_no_two_look_alike(
    records: list[FinishedRun],
) -> None:
    looks = styles(figures_by_set(records))

    assert {parts(each.configuration).source for each in records} >= set(looks)
    assert len(looks) == len(set(looks.values()))


def test_a_figure_for_each_method_and_set() -> None:
    figures = figures_by_set(RECORDS)
    time, iterations, perfect = figures[0].panels

    assert ["automizer-bitvector", "kojak-integer"] == [figure.name for figure in figures]
    assert ["craig:iz3", "newton:SP"] == [curve.name for curve in time.curves]
    assert [metric.title for metric in METRICS.values()] == [
        time.title,
        iterations.title,
        perfect.title,
    ]
    assert ((1.0, 2.0), (0.0, 4.0), (75.0,)) == (
        time.curves[0].values,
        iterations.curves[0].values,
        perfect.curves[0].values,
    )


def test_a_time_of_nothing_is_shown_on_a_logarithmic_scale() -> None:
    time = figures_by_set(RECORDS)[0].panels[0]

    assert (0.001,) == time.curves[1].values


def options(folder: Path, *more: str) -> argparse.Namespace:
    file = folder / "results.jsonl"
    file.write_text("".join(map(as_line, RECORDS)), encoding="utf-8")
    parser = argparse.ArgumentParser()
    add_options(parser)
    return parser.parse_args([str(file), "--out", str(folder / "plots"), *more])


def test_without_matplotlib_there_is_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(BadInput, match=r"pip install 'maul\[plots\]'"):
        plot(options(tmp_path))


def test_svg_files_are_drawn_with_titles_and_a_legend_and_always_the_same(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws, is not installed")
    paths = plot(options(tmp_path))
    names = ["automizer-bitvector.svg", "kojak-integer.svg"]

    assert [str(tmp_path / "plots" / name) for name in names] == paths
    written = (tmp_path / "plots" / names[0]).read_bytes()
    text = " ".join(ET.fromstring(written).itertext())
    for word in ("automizer, Bitvector", "Time", "Iterations", "Perfect sequences", "craig:iz3"):
        assert word in text
    assert paths == plot(options(tmp_path))
    assert written == (tmp_path / "plots" / names[0]).read_bytes()


def test_png_files_are_drawn_by_category(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws, is not installed")
    paths = plot(options(tmp_path, "--format", "png", "--by", "category"))

    assert [str(tmp_path / "plots" / name) for name in ("all.png", "in-loops.png")] == paths
    assert (tmp_path / "plots" / "all.png").read_bytes().startswith(b"\x89PNG")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws, is not installed")
    (tmp_path / "plots").write_text("a file")

    with pytest.raises(BadInput, match="plots: cannot be made"):
        plot(options(tmp_path))


def planned(over: str) -> Experiment:
    plots = (
        PlotPlan("one", "One", ("time", "perfect"), over, method="automizer"),
        PlotPlan("none", "None", ("time",), over, ("other",)),
    )
    labelled = (
        LabelledConfiguration("SP", "*/newton:SP"),
        LabelledConfiguration("other", "bmc"),
    )
    sets = (TaskSet("all", TaskSelection()),)
    return Experiment("x", "X", "", 1.0, 1.0, 2012, METHODS, sets, labelled, (), plots)


METHODS = ("automizer", "kojak")
SOLVED = (
    record("a", "automizer/newton:SP", statistics=spent(2.0, 2, 1)),
    record("b", "automizer/newton:SP", "FALSE", expected="false", statistics=spent(1.0)),
    record("c", "automizer/newton:SP", "FALSE", statistics=spent(0.5)),
    record("d", "automizer/newton:SP", "UNKNOWN", statistics=spent(9.0)),
    record("a", "kojak/newton:SP"),
)


def test_the_figures_of_a_plan_are_of_its_method_and_over_what_it_says() -> None:
    records = [each for each in SOLVED if each.configuration.startswith("automizer")]
    (figure,) = figures_of_plan(planned("solved"), records)
    (scored,) = figures_of_plan(planned("score"), records)

    assert ("one", ["SP"]) == (figure.name, [curve.name for curve in figure.panels[0].curves])
    assert ((1.0, 2.0), ()) == (figure.panels[0].curves[0].values, figure.panels[0].curves[0].at)
    # One wrong alarm costs 2 points in 2012; a counterexample is worth 1, a proof 2.
    assert (-1.0, 1.0) == scored.panels[0].curves[0].at
    assert ("solved tasks", "score") == (figure.panels[0].over, scored.panels[0].over)


def test_figures_show_tasks_that_all_configurations_have_run() -> None:
    (figure,) = figures_of_plan(planned("solved"), SOLVED)

    assert (2.0,) == figure.panels[0].curves[0].values


def test_a_plan_with_one_panel_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws, is not installed")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'title = "X"\n[[set]]\nname = "all"\n[[configuration]]\nlabel = "SP"\n'
        'run = "automizer/newton:SP"\n[[plot]]\nname = "sp"\ntitle = "T"\n'
    )

    assert [str(tmp_path / "plots" / "sp.svg")] == plot(options(tmp_path, "--plan", str(plan)))
