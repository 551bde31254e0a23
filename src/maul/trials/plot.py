"""``maul trials plot``: quantile plots of time, iterations and perfect sequences.

Comes in: files of results. Goes out: one file for each set and method as in [Dietsch17, Fig. 4 to
6], or for each category and all methods, with three plots, or the files of a plan: the tasks that a
configuration has solved, ordered by what is measured, make one line. Over scores a line begins
left of zero by what wrong answers cost. Drawing takes matplotlib, which is imported when it is
needed; the lines are plain data.
"""

from __future__ import annotations

import os
from itertools import accumulate
from typing import TYPE_CHECKING

from maul.errors import BadInput, cannot_write
from maul.node import node, value
from maul.trials.experiment import runs_of
from maul.trials.page import viewed
from maul.trials.plan_file import read_plan
from maul.trials.scoring import points, scoring
from maul.trials.sets import by_category, by_set, method_order, once, parts, source_order
from maul.trials.table import read_all

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from matplotlib.figure import Figure as Sheet
    from matplotlib.lines import Line2D

    from maul.trials.experiment import Experiment
    from maul.trials.record import FinishedRun
    from maul.trials.scoring import Scoring

ALL = "all"
# Colours that people with any kind of colour blindness can tell apart, without a yellow, which is
# pale on white; who comes later has the same colours with other dashes.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#56B4E9", "#E69F00")
DASHES = ("solid", "dashed", "dotted", "dashdot")


@value
class LineStyle:
    """What a line looks like."""

    colour: str
    dash: str


@value
class Curve:
    """What was measured for the tasks that a configuration has solved, in ascending order, and
    where on the other axis; at 1, 2, 3 and so on if nothing is said."""

    name: str
    values: tuple[float, ...]
    at: tuple[float, ...] = ()


@value
class Panel:
    """One plot: a line for each configuration."""

    title: str
    unit: str
    logarithmic: bool
    curves: tuple[Curve, ...]
    over: str = "solved tasks"


@value
class Figure:
    """Plots side by side that share a legend; the name is the file's, too."""

    name: str
    title: str
    panels: tuple[Panel, ...]


@node
class Metric:
    """Something measured of a solved task; None where there was nothing to measure."""

    title: str
    unit: str
    logarithmic: bool
    of: Callable[[FinishedRun], float | None]


LEAST = 0.001  # seconds: what is shown on a logarithmic scale is positive


def _perfect(record: FinishedRun) -> float | None:
    numbers = record.statistics
    return 100 * numbers.perfect_sequences / numbers.sequences if numbers.sequences else None


METRICS = {
    "time": Metric(
        "Time", "s", logarithmic=True, of=lambda r: max(r.statistics.wall_seconds, LEAST)
    ),
    "iterations": Metric(
        "Iterations", "refinements", logarithmic=False, of=lambda r: float(r.statistics.refinements)
    ),
    "perfect": Metric("Perfect sequences", "%", logarithmic=False, of=_perfect),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("results", nargs="+", metavar="FILE.jsonl", help="what trials run wrote")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the files go")
    parser.add_argument("--format", choices=("svg", "png"), default="svg")
    parser.add_argument("--plan", metavar="FILE.toml", help="the plots of this plan instead")
    parser.add_argument(
        "--by",
        choices=("category", "set"),
        default="set",
        help="one file for each category and for all, with all methods; or for each method and "
        "Bitvector, Integer, Memsafety, Float (set)",
    )


def plot(options: argparse.Namespace) -> list[str]:
    """Write the files that the options ask for; their paths."""
    records = read_all(options.results)
    if options.plan is not None:
        figures = figures_of_plan(read_plan(options.plan), records)
    elif options.by == "set":
        figures = figures_by_set(records)
    else:
        figures = figures_by_category(records)
    return drawn(figures, options.out, options.format)


# ---- data ----


def figures_by_set(records: Iterable[FinishedRun]) -> tuple[Figure, ...]:
    """For each method and set the lines of its refuters."""
    known = once(records)
    found = []
    for method in sorted({parts(record.configuration).method for record in known}):
        own = [record for record in known if parts(record.configuration).method == method]
        for each in by_set(own):
            runs = [(parts(r.configuration).source, r) for r in own if each.has(r)]
            names = sorted({record.configuration for _, record in runs}, key=source_order)
            order = dict.fromkeys(parts(name).source for name in names)
            name = f"{method}-{each.name}".lower()
            found.append(_figure(name, f"{method}, {each.name}", runs, order))
    return tuple(found)


def figures_by_category(records: Iterable[FinishedRun]) -> tuple[Figure, ...]:
    """For each category, and for all together, the lines of all configurations."""
    known = once(records)
    runs = [(record.configuration, record) for record in known]
    order = sorted({record.configuration for record in known}, key=method_order)
    found = [
        _figure(f"in-{each.name}", each.name, [run for run in runs if each.has(run[1])], order)
        for each in by_category(known)
    ]
    return (_figure(ALL, ALL, runs, order), *found)


def figures_of_plan(experiment: Experiment, records: Iterable[FinishedRun]) -> tuple[Figure, ...]:
    """The figures that a plan asks for; one without any runs is left out."""
    found = runs_of(experiment, once(records))
    rules = scoring(experiment.scoring)
    figures = []
    for plan in experiment.plots:
        view = viewed(plan.configurations, plan.sets, experiment, found)
        columns = [
            name for name in view.columns if not plan.method or name.startswith(f"{plan.method} ")
        ]
        runs = {name.removeprefix(f"{plan.method} "): view.of(name, view.sets) for name in columns}
        panels = tuple(_panel(METRICS[name], plan.over, runs, rules) for name in plan.panels)
        if any(runs.values()):
            figures.append(Figure(plan.name, plan.title, panels))
    return tuple(figures)


def _panel(
    metric: Metric, over: str, runs: Mapping[str, Sequence[FinishedRun]], rules: Scoring
) -> Panel:
    curves = (
        _over_score(name, own, metric, rules)
        if over == "score"
        else Curve(name, _values([(name, run) for run in own], name, metric))
        for name, own in runs.items()
    )
    told = "score" if over == "score" else "solved tasks"
    return Panel(metric.title, metric.unit, metric.logarithmic, tuple(curves), told)


def _over_score(name: str, runs: Sequence[FinishedRun], metric: Metric, rules: Scoring) -> Curve:
    """What was measured over the score that is reached with it, as in SV-COMP: wrong answers come
    first."""
    lost = sum(points(run, rules) for run in runs if run.wrong)
    measured = [(metric.of(run), points(run, rules)) for run in runs if run.correct]
    ordered = sorted((value, gain) for value, gain in measured if value is not None)
    reached = accumulate((gain for _, gain in ordered), initial=lost)
    return Curve(name, tuple(value for value, _ in ordered), tuple(map(float, reached))[1:])


def _figure(
    name: str, title: str, runs: Sequence[tuple[str, FinishedRun]], order: Iterable[str]
) -> Figure:
    panels = (
        Panel(
            metric.title,
            metric.unit,
            metric.logarithmic,
            tuple(Curve(line, _values(runs, line, metric)) for line in order),
        )
        for metric in METRICS.values()
    )
    return Figure(name, title, tuple(panels))


def _values(
    runs: Iterable[tuple[str, FinishedRun]], line: str, metric: Metric
) -> tuple[float, ...]:
    measured = (metric.of(record) for name, record in runs if name == line and record.correct)
    return tuple(sorted(each for each in measured if each is not None))


def styles(figures: Iterable[Figure]) -> dict[str, LineStyle]:
    """A look for each line, the same in all figures."""
    names: dict[str, None] = {}
    for figure in figures:
        names.update(dict.fromkeys(curve.name for panel in figure.panels for curve in panel.curves))
    looks = [LineStyle(colour, dash) for dash in DASHES for colour in COLOURS]
    return {name: looks[index % len(looks)] for index, name in enumerate(names)}


# ---- drawing ----

SIZE = (4.2, 3.4)  # inches, of one plot
LEGEND = 2.6  # inches beside the plots
RESOLUTION = 150  # dots an inch, of PNG
FEW = 20  # points of a line that are marked; with more the line is enough, and the file small


def drawn(figures: Sequence[Figure], folder: str, kind: str) -> list[str]:
    """Write a file for each figure, ``svg`` or ``png``; their paths."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an optional extra, and slow to load
        from matplotlib.figure import Figure as Paper  # noqa: PLC0415
    except ImportError:
        raise BadInput("plots need matplotlib: pip install 'maul[plots]'") from None
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"{folder}: cannot be made: {problem.strerror}") from None
    looks = styles(figures)
    paths = []
    # Text stays text, and the same data make the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "maul"}):
        for figure in figures:
            width, height = SIZE
            sheet = Paper(figsize=(width * len(figure.panels) + LEGEND, height))
            sheet.set_layout_engine("constrained")
            _draw(sheet, figure, looks)
            paths.append(os.path.join(folder, f"{figure.name}.{kind}"))
            _save(sheet, paths[-1], kind)
    return paths


def _draw(sheet: Sheet, figure: Figure, looks: Mapping[str, LineStyle]) -> None:
    sheet.suptitle(figure.title)
    lines: dict[str, Line2D] = {}
    grid = sheet.subplots(1, len(figure.panels), squeeze=False)
    for axes, panel in zip(grid[0], figure.panels, strict=True):
        axes.set_title(panel.title)
        axes.set_xlabel(panel.over)
        axes.set_ylabel(panel.unit)
        axes.grid(visible=True, alpha=0.3)
        if panel.logarithmic:
            axes.set_yscale("log")
        for curve in panel.curves:
            look = looks[curve.name]
            (line,) = axes.plot(
                curve.at or range(1, len(curve.values) + 1),
                curve.values,
                color=look.colour,
                linestyle=look.dash,
                linewidth=1.4,
                marker="." if len(curve.values) < FEW else "",
                label=curve.name,
            )
            lines.setdefault(curve.name, line)
        axes.locator_params(axis="x", integer=True)
        if not panel.logarithmic:
            axes.set_ylim(bottom=0)
            axes.locator_params(axis="y", integer=True)
    sheet.legend(lines.values(), lines.keys(), loc="outside right upper", fontsize="small")


def _save(sheet: Sheet, path: str, kind: str) -> None:
    try:
        sheet.savefig(
            path,
            format=kind,
            dpi=RESOLUTION,
            metadata={"Date": None} if kind == "svg" else None,
        )
    except OSError as problem:
        raise cannot_write(path, problem) from None
