"""``maul trials`` with a plan, from outside: one file says what to run and which tables to make."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from maul.node import replace
from maul.trials.record import Store, as_line, read_records
from tests.trials.task_folder import broken, closed, define, quick_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Maul

PLAN = """\
title = "Executions and unrollings"
paper = "[BCCZ99]"
scoring = 2013
seconds = 30

[[set]]
name = "right"
categories = ["closed"]

[[set]]
name = "broken"
categories = ["open"]

[[configuration]]
label = "run"
run = "concrete"

[[configuration]]
label = "unroll"
run = "bmc"

[[table]]
title = "Points"
rows = "sets"
cells = ["score", "solved"]

[[table]]
title = "Verdicts"
rows = "tasks"
cells = ["verdict"]
sets = ["broken"]
"""
PAGE = """\
**Points**

| set | tasks | run score | run solved | unroll score | unroll solved |
| --- | ---: | ---: | ---: | ---: | ---: |
| right | 1 | 2 | 1 | 2 | 1 |
| broken | 1 | 1 | 1 | 1 | 1 |
| Overall | 2 | 3 | 2 | 3 | 2 |

**Verdicts**

| task | expected | run verdict | unroll verdict |
| --- | ---: | ---: | ---: |
| unsafe | FALSE | FALSE | FALSE |

Runs: 4, wrong: 0, errors: 0. Revision: {revision}. Limit: 30 s.
"""


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """Two tasks, one of each kind, and a plan beside them."""
    define(tmp_path / "tasks" / "closed", "safe", closed(1), "true")
    define(tmp_path / "tasks" / "open", "unsafe", broken(1), "false")
    (tmp_path / "plan.toml").write_text(PLAN)
    return tmp_path / "tasks"


def test_a_plan_is_run_resumed_and_made_into_a_page(
    maul: Maul, tmp_path: Path, tasks: Path
) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "results.jsonl"
    arguments = ("trials", "run", tasks, "--plan", plan, "--out", out, "--quiet")
    done = maul(*arguments)
    assert (0, "") == (done.returncode, done.stderr)
    records = read_records(out)
    assert {("ILP32", True, 30.0)} == {(r.data_model, r.primary, r.time_limit) for r in records}
    (revision,) = {record.revision for record in records}
    assert revision

    # A run that was lost is made again, and no other one.
    kept = "".join(map(as_line, records[1:]))
    out.write_text(kept)
    assert 0 == maul(*arguments).returncode
    assert out.read_text().startswith(kept)
    assert 4 == len(read_records(out))

    page = maul("trials", "table", out, "--plan", plan, "--format", "markdown")
    assert (0, PAGE.format(revision=revision)) == (page.returncode, page.stdout)
    content = json.loads(maul("trials", "table", out, "--plan", plan, "--format", "json").stdout)
    assert ["Points", "Verdicts"] == [each["title"] for each in content]


def test_a_part_of_a_campaign_makes_a_page_of_whole_tasks(
    maul: Maul, tmp_path: Path, tasks: Path
) -> None:
    quick_tasks(tasks, 1)
    plan, out = tmp_path / "plan.toml", tmp_path / "results.jsonl"
    maul("trials", "run", tasks, "--plan", plan, "--out", out, "--quiet")
    records = read_records(out)
    assert 8 == len(records)
    lost = next(record for record in records if record.task.startswith("closed/safe0"))
    out.write_text("".join(as_line(record) for record in records if record != lost))
    page = maul("trials", "table", out, "--plan", plan, "--format", "markdown")

    assert "| right | 1 | 2 | 1 | 2 | 1 |\n| broken | 2 |" in page.stdout
    assert "Runs: 6, wrong: 0" in page.stdout
    assert "because not every configuration has run them: 1." in page.stdout


def test_another_revision_is_refused_unless_it_is_wanted(
    maul: Maul, tmp_path: Path, tasks: Path
) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "results.jsonl"
    arguments = ("trials", "run", tasks, "--plan", plan, "--out", out, "--quiet")
    maul(*arguments)
    older = [replace(record, revision="older") for record in read_records(out)]
    out.write_text("".join(map(as_line, older[1:])))
    kept = out.read_bytes()
    done = maul(*arguments)

    assert 2 == done.returncode
    assert "holds runs of another revision (3 at revision older)" in done.stderr
    assert kept == out.read_bytes()
    assert 0 == maul(*arguments, "--mixed").returncode
    assert 4 == len(read_records(out))
    page = maul("trials", "table", out, "--plan", plan).stdout
    assert "(1 of 4)" in page
    assert "older (3 of 4)" in page
    done = maul("trials", "table", out, "--plan", plan, "--scores")
    assert (2, "maul: --scores, --by: the plan says which tables there are\n") == (
        done.returncode,
        done.stderr,
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--plan", "{plan}", "--configs", "bmc"], "--configs: the plan says that"),
        (["--plan", "{plan}", "--sample", "3"], "--sample: the plan says that"),
        (["--plan", "nothing.toml"], "nothing.toml: cannot be read"),
        (["--configs", "bmc", "--whole"], "--whole: is about the samples of a plan"),
        ([], "say what is to be run"),
    ],
)
def test_what_does_not_go_with_a_plan_is_refused(
    maul: Maul, tmp_path: Path, tasks: Path, arguments: list[str], complaint: str
) -> None:
    out = tmp_path / "results.jsonl"
    told = [each.format(plan=tmp_path / "plan.toml") for each in arguments]
    done = maul("trials", "run", tasks, "--out", out, *told)

    assert (2, "") == (done.returncode, done.stdout)
    assert complaint in done.stderr
    assert 1 == done.stderr.count("\n")
    assert not out.exists()


def test_limits_of_the_call_come_before_those_of_the_plan(
    maul: Maul, tmp_path: Path, tasks: Path
) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "results.jsonl"
    with Store(out):
        pass
    arguments = ("trials", "run", tasks, "--plan", plan, "--out", out, "--quiet")
    assert 0 == maul(*arguments, "--time-limit", "25s").returncode

    assert {25.0} == {record.time_limit for record in read_records(out)}


def test_a_configuration_that_is_not_installed_is_left_out(
    maul: Maul, tmp_path: Path, tasks: Path
) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "results.jsonl"
    more = '\n[[configuration]]\nlabel = "M"\nrun = "impact/craig:opensmt"\nsets = ["right"]\n'
    plan.write_text(PLAN + more)
    done = maul("trials", "run", tasks, "--plan", plan, "--out", out, "--quiet")

    assert 0 == done.returncode
    assert "maul: not installed, left out: impact/craig:opensmt\n" == done.stderr
    assert 4 == len(read_records(out))
    assert (
        "| right | 1 | 2 | 1 | 2 | 1 | - | - |"
        in maul("trials", "table", out, "--plan", plan, "--format", "markdown").stdout
    )
