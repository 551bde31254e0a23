"""The tool that runs all plans: what it writes into documents, and what it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.trials.record import read_records
from tests.paths import ROOT
from tests.trials.task_folder import quick_tasks
from tools.experiments import DOCUMENTS, PLANS, block, main, rendered

if TYPE_CHECKING:
    from pathlib import Path

PLAN = """\
title = "{title}"
seconds = 20

[[set]]
name = "right"
categories = ["closed"]

[[configuration]]
label = "run"
run = "concrete"
{more}
[[table]]
title = "Solved"
rows = "sets"
cells = ["solved"]

[[plot]]
name = "{name}"
title = "Times of {name}"
panels = ["time"]
over = "score"
"""
UNROLL = '\n[[configuration]]\nlabel = "unroll"\nrun = "bmc"\n'
PAGE = """\
# Two plans

<!-- plan: one -->
old
<!-- end: one -->

Between.

<!-- plan: two -->
older
<!-- end: two -->
"""


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A document with places for two plans, of which the second has a run of the first."""
    folder = tmp_path / "documents"
    (folder / PLANS).mkdir(parents=True)
    for name, more in (("one", ""), ("two", UNROLL)):
        text = PLAN.format(title=f"Plan {name}", name=name, more=more)
        (folder / PLANS / f"{name}.toml").write_text(text)
    (folder / "page.md").write_text(PAGE)
    return folder


def called(tmp_path: Path, documents: Path, *more: str) -> int:
    tasks = quick_tasks(tmp_path / "tasks", 1)
    arguments = [str(tasks), str(tmp_path / "results"), "--documents", str(documents)]
    return main([*arguments, "--jobs", "1", *more])


def test_all_plans_are_run_once_and_rendered(
    tmp_path: Path, documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == called(tmp_path, documents, "--only", "one")
    first = (documents / "page.md").read_text()
    assert "| right | 1 | 1 |" in first
    assert "older" in first
    assert "\nold\n" not in first
    assert 0 == called(tmp_path, documents, "--count")
    assert "one: 1 runs, 1 done, 0.0 hours to go\ntwo: 2 runs, 1 done" in capsys.readouterr().out
    assert 0 == called(tmp_path, documents)
    second = (documents / "page.md").read_text()
    assert "| right | 1 | 1 | 1 |" in second
    assert "older" not in second
    assert "Between." in second
    assert ["concrete", "bmc"] == [
        record.configuration for record in read_records(tmp_path / "results" / "results.jsonl")
    ]
    assert 0 == called(tmp_path, documents, "--render")
    assert second == (documents / "page.md").read_text()


def test_plots_are_drawn_where_matplotlib_is_and_always_the_same(
    tmp_path: Path, documents: Path
) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, which draws, is not installed")
    called(tmp_path, documents)
    drawn = (documents / "plots" / "two.svg").read_bytes()

    assert "![Times of two](plots/two.svg)" in (documents / "page.md").read_text()
    assert 0 == called(tmp_path, documents, "--render")
    assert drawn == (documents / "plots" / "two.svg").read_bytes()


def test_a_plan_that_there_is_not_is_refused(
    tmp_path: Path, documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == called(tmp_path, documents, "--only", "three")
    assert "there is no plan three; there are one, two" in capsys.readouterr().err


def test_only_the_place_of_a_plan_is_written() -> None:
    assert PAGE.replace("older", "\nnew\\1\n") == rendered(PAGE, "two", "new\\1\n")[:-1] + "\n"


@pytest.mark.parametrize("path", sorted((DOCUMENTS / PLANS).glob("*.toml")), ids=lambda p: p.stem)
def test_every_plan_has_a_place_in_a_document(path: Path) -> None:
    places = [
        document.name
        for document in (ROOT / "docs" / "experiments").glob("*.md")
        if block(path.stem).search(document.read_text(encoding="utf-8"))
    ]

    assert 1 == len(places)
