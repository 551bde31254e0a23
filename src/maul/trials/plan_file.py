"""Plan files: an experiment as TOML.

Comes in: the path of a file that anybody may have written. Goes out: an ``Experiment``, or one line
that says where what is wrong. docs/trials.md describes the keys; a key that is not there is
refused, so that a slip of the pen does not change an experiment in silence. A plan names no folder
and no file: where tasks and results are is said on the command line.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.trials.cells import CELLS
from maul.trials.experiment import (
    EACH_METHOD,
    Experiment,
    LabelledConfiguration,
    PlotPlan,
    TablePlan,
    TaskSet,
    entries,
)
from maul.trials.scoring import NOW, scoring
from maul.trials.tasks import TaskSelection
from maul.trials.toml import Part, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maul.trials.experiment import SetEntry

ROWS = ("sets", "configurations", "tasks", "sources", "pairs")
PANELS = ("time", "iterations", "perfect")
OVERS = ("solved", "score")


def read_plan(path: str | os.PathLike[str]) -> Experiment:
    """The experiment that a file describes."""
    where = os.fspath(path)
    plan = Part(
        read_toml(where),
        where,
        _PLAN,
    )
    year = plan.count("scoring", NOW)
    try:
        scoring(year)
    except BadInput as problem:
        raise BadInput(f"{where}: scoring: {problem}") from None
    found = Experiment(
        os.path.basename(where).removesuffix(".toml"),
        plan.text("title"),
        plan.text("paper", ""),
        plan.number("seconds", 60.0),
        plan.number("megabytes", 4096.0),
        year,
        plan.texts("methods"),
        tuple(map(_set, plan.parts("set", _SET))),
        tuple(map(_labelled, plan.parts("configuration", _CONFIGURATION))),
        tuple(map(_table, plan.parts("table", _TABLE))),
        tuple(map(_plot, plan.parts("plot", _PLOT))),
    )
    _check(found, where)
    return found


# ---- the parts ----

_PLAN = (
    *("title", "paper", "seconds", "megabytes", "scoring", "methods"),
    *("set", "configuration", "table", "plot"),
)
_SET = (
    *("name", "categories", "property", "primary", "data-model", "names"),
    *("tasks", "sample", "seed", "settings"),
)
_CONFIGURATION = ("label", "run", "sets")
_TABLE = (
    *("title", "rows", "cells", "configurations", "sets"),
    *("relative-to", "solved-by-all", "pairs"),
)
_PLOT = ("name", "title", "panels", "over", "configurations", "sets", "method")


def _set(part: Part) -> TaskSet:
    wanted = part.text("property", "")
    model = part.choice("data-model", ("", "ILP32", "LP64"), "")
    return TaskSet(
        part.text("name"),
        TaskSelection(
            part.texts("categories"),
            (wanted,) if wanted else (),
            part.texts("tasks") or None,
            part.truth("primary", otherwise=False),
            part.count("sample", 0) or None,
            part.texts("names"),
            model or None,
            part.count("seed", 0),
        ),
        part.texts("settings"),
    )


def _labelled(part: Part) -> LabelledConfiguration:
    return LabelledConfiguration(part.text("label"), part.text("run"), part.texts("sets"))


def _table(part: Part) -> TablePlan:
    pairs = tuple(_pair(part, each) for each in part.lists("pairs"))
    found = TablePlan(
        part.text("title"),
        part.choice("rows", ROWS),
        part.choices("cells", tuple(CELLS)),
        part.texts("configurations"),
        part.texts("sets"),
        part.text("relative-to", ""),
        part.truth("solved-by-all", otherwise=False),
        pairs,
    )
    if pairs and found.rows not in ("pairs", "tasks"):
        raise part.refused("pairs", "is for rows = 'pairs' or 'tasks'")
    if found.rows == "pairs" and not pairs:
        raise part.refused("pairs", "is missing")
    if (found.rows in ("sets", "configurations", "tasks")) != bool(found.cells):
        raise part.refused("cells", f"does not suit rows = '{found.rows}'")
    return found


def _pair(part: Part, given: Sequence[object]) -> tuple[str, str]:
    match given:
        case [str(one), str(other)]:
            return one, other
    raise part.refused("pairs", "is no list of pairs of labels")


def _plot(part: Part) -> PlotPlan:
    name = part.text("name")
    if not all(letter.isalnum() or letter in "-_" for letter in name) or not name.isascii():
        raise part.refused("name", "is no name of a file: letters, digits, - and _")
    return PlotPlan(
        name,
        part.text("title"),
        part.choices("panels", PANELS) or ("time",),
        part.choice("over", OVERS, "solved"),
        part.texts("configurations"),
        part.texts("sets"),
        part.text("method", ""),
    )


# ---- what fits together ----


def _check(found: Experiment, where: str) -> None:
    """``BadInput`` for what is said twice, or of something that there is not."""
    sets = [each.name for each in found.sets]
    labels = [each.label for each in found.configurations]
    if not sets or not labels:
        raise BadInput(f"{where}: a plan needs a [[set]] and a [[configuration]] at least")
    _once("set", sets, where)
    _once("configuration", labels, where)
    _once("plot", [each.name for each in found.plots], where)
    if not found.methods and any(c.run.startswith(EACH_METHOD) for c in found.configurations):
        raise BadInput(f"{where}: '{EACH_METHOD}...' needs methods = [...]")
    _known("configuration", "set", (s for c in found.configurations for s in c.sets), sets, where)
    for table in found.tables:
        pairs = [label for pair in table.pairs for label in pair]
        base = [table.relative_to] if table.relative_to else []
        named = (*table.configurations, *base, *pairs)
        _known("table", "configuration", named, labels, where)
        columns = table.configurations or labels
        _known("table", "configuration", (*base, *pairs), columns, where)
        _known("table", "set", table.sets, sets, where)
    for plot in found.plots:
        _known("plot", "configuration", plot.configurations, labels, where)
        _known("plot", "set", plot.sets, sets, where)
        _known("plot", "method", [plot.method] if plot.method else [], found.methods, where)
    try:
        known = entries(found)
    except BadInput as problem:
        raise BadInput(f"{where}: {problem}") from None
    if any(table.rows == "sources" for table in found.tables):
        _refuse_twins(known, where)


def _refuse_twins(known: Iterable[SetEntry], where: str) -> None:
    """``BadInput`` for two labels of one configuration, which would solve nothing exclusively."""
    made: dict[tuple[str, str], str] = {}
    for entry in known:
        other = made.setdefault((entry.set, entry.configuration.name), entry.label)
        if other != entry.label:
            name = entry.configuration.name
            raise BadInput(f"{where}: {other} and {entry.label} are both {name}")


def _once(what: str, names: Iterable[str], where: str) -> None:
    known: set[str] = set()
    for name in names:
        if name in known:
            raise BadInput(f"{where}: there are two of {what} {name}")
        known.add(name)


def _known(part: str, what: str, names: Iterable[str], known: Sequence[str], where: str) -> None:
    for name in names:
        if name not in known:
            raise BadInput(
                f"{where}: a {part} names the {what} {name}; there are {', '.join(known) or 'none'}"
            )
