"""Plan files: what they say is read, and whatever else is in them is refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.errors import BadInput
from maul.trials.experiment import entries, plan_of, whole
from maul.trials.plan_file import read_plan
from tests.paths import ROOT
from tests.trials.task_folder import quick_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from maul.trials.experiment import Experiment

PLANS = sorted((ROOT / "docs" / "experiments" / "plans").glob("*.toml"))
GOOD = """\
title = "Two of a kind"
paper = "none"
seconds = 20
megabytes = 2000
scoring = 2012
methods = ["automizer", "kojak"]

[[set]]
name = "closed"
categories = ["closed"]
property = "unreach"
primary = true

[[set]]
name = "open"
categories = ["open"]
names = ["*/unsafe*"]
data-model = "ILP32"
settings = ["arith=int"]
sample = 2

[[configuration]]
label = "one"
run = "concrete"

[[configuration]]
label = "SP"
run = "*/newton:SP"
sets = ["open"]

[[table]]
title = "Solved"
rows = "sets"
cells = ["score", "solved", "time"]

[[plot]]
name = "plot-1"
title = "Times"
panels = ["time"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    return path


def good(folder: Path) -> Experiment:
    return read_plan(written(folder, GOOD))


def test_a_plan_is_what_the_file_says(tmp_path: Path) -> None:
    plan = good(tmp_path)

    assert ("plan", "Two of a kind", 20.0, 2000.0, 2012) == (
        plan.name,
        plan.title,
        plan.seconds,
        plan.megabytes,
        plan.scoring,
    )
    assert [
        ("closed", "", "one", "concrete"),
        ("open", "", "one", "concrete/arith=int"),
        ("open", "automizer", "SP", "automizer/newton:SP/arith=int"),
        ("open", "kojak", "SP", "kojak/newton:SP/arith=int"),
    ] == [(e.set, e.method, e.label, e.configuration.name) for e in entries(plan)]


def test_tasks_of_all_sets_take_turns_and_their_configurations_stay_together(
    tmp_path: Path,
) -> None:
    plan = good(tmp_path)
    tasks = quick_tasks(tmp_path / "tasks", 3)
    runs = plan_of(plan, str(tasks), entries(plan)).runs
    told = [(trial.category, chosen.name) for trial, chosen in runs]
    of_open = [
        ("open", f"{name}/arith=int")
        for name in ("concrete", "automizer/newton:SP", "kojak/newton:SP")
    ]

    assert [("closed", "concrete"), *of_open] * 2 + [("closed", "concrete")] == told
    assert len(runs) == len(set(runs))
    every = plan_of(whole(plan), str(tasks), entries(plan)).runs
    assert [("closed", "concrete"), *of_open] * 3 == [(t.category, c.name) for t, c in every]
    assert set(runs) <= set(every)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('title = "Two of a kind"', "", "title: is missing"),
        ("seconds = 20", 'seconds = "20"', "seconds: is no positive number"),
        ("seconds = 20", "seconds = nan", "seconds: is no positive number"),
        ("seconds = 20", "limit = 20", "there is no key limit"),
        ("scoring = 2012", "scoring = 1999", "there was no scoring in 1999"),
        ("primary = true", "primary = 1", "set 1: primary: is neither true nor false"),
        ('name = "open"', 'name = "closed"', "there are two of set closed"),
        ("sample = 2", "sample = 0", "set 2: sample: is no count"),
        ("sample = 2", "sample = true", "set 2: sample: is no count"),
        ("sample = 2", "sample = 2\nsample = 3", "not understood: "),
        ('["arith=int"]', '["arith=odd"]', "set open: configuration concrete/arith=odd"),
        ('["arith=int"]', '["arith=int", "arith=int"]', "settings: says something twice"),
        ('data-model = "ILP32"', 'data-model = "ILP64"', "data-model: there is no ILP64"),
        ('label = "SP"', 'label = "one"', "there are two of configuration one"),
        ('run = "concrete"', 'run = "nothing"', "there is no nothing"),
        ('run = "*/newton:SP"', 'run = "*/newton:XX"', "there is no refuter newton:XX"),
        ('sets = ["open"]', 'sets = ["shut"]', "names the set shut"),
        ('methods = ["automizer", "kojak"]', "", "needs methods"),
        ('rows = "sets"', 'rows = "columns"', "table 1: rows: there is no columns"),
        ('rows = "sets"', 'rows = "sources"', "table 1: cells: does not suit"),
        ('rows = "sets"', 'rows = "pairs"', "table 1: pairs: is missing"),
        ('"score", "solved"', '"score", "smell"', "table 1: cells: there is no smell"),
        ('name = "plot-1"', 'name = "../plot"', "plot 1: name: is no name of a file"),
        ('name = "plot-1"', 'name = "a\\nb"', "plot 1: name: is no line"),
        ('"time"]\n', '"time"]\nconfigurations = ["two"]\n', "names the configuration two"),
        ("[[plot]]", "[[plots]]", "there is no key plots"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new, 1))

    with pytest.raises(BadInput) as refused:
        read_plan(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_files_that_are_no_plans_are_refused(tmp_path: Path) -> None:
    deep = "a = " + "[" * 100_000
    dotted = "a" + ".a" * 30_000 + " = 1"
    large = "x" * (1 << 18)
    for text in ("title = 1" + "0" * 5000, deep, dotted, large, "\udcff = 1", "", "[[set]]"):
        with pytest.raises(BadInput) as refused:
            read_plan(written(tmp_path, text))
        assert "\n" not in str(refused.value)
    with pytest.raises(BadInput, match="cannot be read"):
        read_plan(tmp_path)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
WORDS = ("title", "set", "name", "run", "label", "cells", "sets", "pairs", "seconds", "sample")


def as_toml(made: object) -> str:
    match made:
        case bool():
            return str(made).lower()
        case str():
            return '"' + "".join(f"\\U{ord(letter):08x}" for letter in made) + '"'
        case list():
            return "[" + ", ".join(map(as_toml, made)) + "]"
    return "0" if made is None else str(made)


@st.composite
def garbage(draw: st.DrawFn) -> bytes:
    """Bytes, or a plan of which a line is replaced by another key and any value."""
    if draw(st.booleans()):
        return draw(st.binary(max_size=60))
    lines = GOOD.splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    lines[at] = f"{draw(st.sampled_from(WORDS))} = {as_toml(draw(VALUES))}"
    return "\n".join(lines).encode()


@settings(max_examples=200)
@given(garbage())
def test_whatever_is_in_a_file_it_is_a_plan_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "garbage.toml"
    path.write_bytes(content)
    said, known = "", 0
    try:
        known = len(entries(read_plan(path)))
    except BadInput as refused:
        said = str(refused)

    assert said.startswith(f"{path}: ") if said else known
    assert "\n" not in said


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_the_plans_of_the_papers_can_be_read(path: Path) -> None:
    plan = read_plan(path)

    assert plan.paper.startswith("[")
    assert plan.tables
    assert 60.0 == plan.seconds
