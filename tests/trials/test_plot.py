"""``maul trials plot``: lines as data, and files."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from maul.errors import BadInput
from maul.trials.plot import (
    METRICS,
    Figure,
    add_options,
    figures_by_category,
    figures_by_set,
    plot,
    styles,
)
from maul.trials.record import FinishedRun, as_line
from maul.trials.sets import parts
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
    assert [metric.title for metric in METRICS] == [time.title, iterations.title, perfect.title]
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
