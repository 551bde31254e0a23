"""``maul trials run`` from outside: what it prints, keeps and refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.trials.record import Store, read_records
from tests.trials.task_folder import broken, closed, define

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Maul


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """Two tasks, one of each kind."""
    define(tmp_path / "tasks" / "closed", "safe", closed(1), "true")
    define(tmp_path / "tasks" / "open", "unsafe", broken(1), "false")
    return tmp_path / "tasks"


def test_every_task_is_run_and_a_second_time_nothing(
    maul: Maul, tmp_path: Path, tasks: Path
) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ("trials", "run", tasks, "--configs", "concrete", "--out", out)
    done = maul(*arguments)

    first, second, total = done.stdout.splitlines()
    assert (0, "") == (done.returncode, done.stderr)
    assert first.startswith("[1/2] ")
    assert first.endswith("TRUE    ok    closed/safe.yml:unreach-call concrete")
    assert second.endswith("FALSE   ok    open/unsafe.yml:unreach-call concrete")
    assert "concrete: 2 runs, 2 correct, 0 wrong, 0 errors, score 3" == total
    assert 2 == len(read_records(out))
    kept = out.read_bytes()
    again = maul(*arguments)
    assert [f"2 of 2 runs are in {out}", total] == again.stdout.splitlines()
    assert kept == out.read_bytes()
    more = maul(*arguments, "--quiet", "--category", "open", "--configs", "bmc")
    assert 0 == more.returncode, more.stderr
    assert ["concrete", "concrete", "bmc"] == [each.configuration for each in read_records(out)]


def test_a_wrong_verdict_is_told_last_and_by_the_exit_code(maul: Maul, tmp_path: Path) -> None:
    define(tmp_path / "tasks", "blamed", broken(1), "true")
    define(tmp_path / "tasks", "right", closed(1), "true")
    out = tmp_path / "results.jsonl"
    for _ in range(2):  # also when there is nothing left to do
        done = maul("trials", "run", tmp_path / "tasks", "--configs", "concrete", "--out", out)

        assert 1 == done.returncode
        last = done.stdout.splitlines()[-1]
        assert "WRONG: blamed.yml:unreach-call concrete: FALSE(unreach-call), expected true" == last


def test_a_program_that_cannot_be_read_is_an_error_of_its_own(maul: Maul, tmp_path: Path) -> None:
    (tmp_path / "bad.c").write_text("int main(void) { return\n")
    (tmp_path / "good.c").write_text(closed(1))
    out = tmp_path / "results.jsonl"
    done = maul("trials", "run", tmp_path, "--configs", "concrete", "--out", out)

    assert 0 == done.returncode
    assert ["ERROR", "TRUE"] == [record.verdict for record in read_records(out)]
    assert "2 runs, 0 correct, 0 wrong, 1 errors, score 0" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--configs", "nothing"], "there is no nothing"),
        (["--configs", "bmc", "--jobs", "0"], "--jobs: must be positive: 0"),
        (["--configs", "bmc", "--sample", "-1"], "--sample: must be positive: -1"),
        (["--configs", "bmc", "--time-limit", "soon"], "--time-limit: not understood: soon"),
        (["--configs", "bmc", "--category", "nothing"], "there are no such tasks"),
        (["--configs", "bmc", "--list", "nothing"], "nothing: cannot be read"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    maul: Maul, tmp_path: Path, tasks: Path, arguments: list[str], complaint: str
) -> None:
    out = tmp_path / "results.jsonl"
    done = maul("trials", "run", tasks, "--out", out, *arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert complaint in done.stderr
    assert 1 == done.stderr.count("\n")
    assert not out.exists()


def test_results_under_a_longer_time_limit_are_not_added_to(
    maul: Maul, tmp_path: Path, tasks: Path
) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ("trials", "run", tasks, "--configs", "concrete", "--out", out, "--category")
    assert 0 == maul(*arguments, "closed", "--time-limit", "30s").returncode
    kept = out.read_bytes()
    done = maul(*arguments, "open", "--time-limit", "20s")

    assert 2 == done.returncode
    assert "with a time limit of 30 s, more than 20 s" in done.stderr
    assert kept == out.read_bytes()


def test_two_runs_do_not_share_a_file(maul: Maul, tmp_path: Path, tasks: Path) -> None:
    out = tmp_path / "results.jsonl"
    with Store(out):
        done = maul("trials", "run", tasks, "--configs", "concrete", "--out", out)

    assert 2 == done.returncode
    assert "another run is writing to it" in done.stderr


@pytest.mark.parametrize("part", ["run", "table", "plot"])
def test_every_part_explains_itself(maul: Maul, part: str) -> None:
    done = maul("trials", part, "--help")

    assert 0 == done.returncode
    assert done.stdout.startswith(f"usage: maul trials {part} [-h]")
