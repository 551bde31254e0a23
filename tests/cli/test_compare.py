"""``maul compare`` as users start it."""

from __future__ import annotations

import csv
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from maul.cli.main import main
from maul.report.comparison.table import ComparedLine
from maul.result import Statistics
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Maul

BROKEN = "int main(void) { return 0 }\n"
NEVER = """\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
    while (i < n) {
        s = s * s + i;
        i = i + 1;
    }
    if (s == 7U && n > 100000U)
        reach_error();
    return 0;
}
"""


def test_configurations_agree_and_the_table_is_written_in_three_ways(
    maul: Maul, tmp_path: Path
) -> None:
    wanted = ["concrete", "bmc", "value-itp"]
    process = maul(
        "compare",
        "examples/door.c",
        "--methods",
        ",".join(wanted),
        "--json",
        tmp_path / "a.json",
        "--csv",
        tmp_path / "a.csv",
    )
    lines = process.stdout.splitlines()
    content = json.loads((tmp_path / "a.json").read_text())
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))

    assert "AGREED: FALSE (3 of 3)" == lines[-1]
    assert wanted == [line.split()[0] for line in lines[2:-1]]
    assert wanted == [row["configuration"] for row in content["rows"]]
    assert wanted == [row["configuration"] for row in rows]
    assert wanted == content["agreement"]["false"]
    assert {"FALSE"} == {row["verdict"] for row in rows}
    assert set(Statistics.__match_args__) <= set(rows[0])
    assert (0, "") == (process.returncode, process.stderr)


def test_quiet_leaves_the_last_line(maul: Maul) -> None:
    process = maul("compare", "examples/door.c", "--methods", "concrete", "--quiet")

    assert (0, "AGREED: FALSE (1 of 1)\n") == (process.returncode, process.stdout)


def test_nobody_answers(maul: Maul, tmp_path: Path) -> None:
    (tmp_path / "never.c").write_text(NEVER)
    process = maul("compare", tmp_path / "never.c", "--methods", "bmc", "--time-limit", "1s")

    assert (3, "NO ANSWER (0 of 1)") == (process.returncode, process.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["examples/door.c", "--methods", "impcat"], "there is no impcat"),
        (["examples/door.c", "--refuters", "newton:XP"], "there is no refuter newton:XP"),
        (["examples/door.c", "--methods", "bmc,,impact"], "--methods: not a list of names"),
        (["examples/door.c", "--jobs", "0"], "--jobs: must be positive"),
        (["examples/door.c", "--time-limit", "soon"], "--time-limit: not understood"),
        (["examples/door.c", "--property", "no-bugs"], "no-bugs"),
        (["missing.c", "--methods", "bmc,impact"], "missing.c"),
    ],
)
def test_what_is_wrong_with_the_call_is_said_on_one_line(
    maul: Maul, arguments: list[str], expected: str
) -> None:
    process = maul("compare", *arguments)

    assert (2, "") == (process.returncode, process.stdout)
    assert expected in process.stderr
    assert 1 == process.stderr.count("\n")


def test_an_error_in_the_program_is_bad_input(maul: Maul, tmp_path: Path) -> None:
    (tmp_path / "broken.c").write_text(BROKEN)
    process = maul("compare", tmp_path / "broken.c", "--methods", "bmc,concrete")

    assert (2, "") == (process.returncode, process.stdout)
    assert "broken.c:1:" in process.stderr


def test_a_contradiction_is_said_loudly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradicting(*_: object) -> Iterator[ComparedLine]:
        yield ComparedLine("bmc", "FALSE", "unreach-call")
        yield ComparedLine("impact", "TRUE")

    monkeypatch.setattr("maul.trials.compare.compared", contradicting)
    code = main(["compare", "examples/door.c", "--methods", "impact,bmc"])

    assert 1 == code
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("CONTRADICTION: TRUE by impact; FALSE by bmc.")


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_shows_what_is_finished(which: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "never.c").write_text(NEVER)
    methods = ["--methods", "bmc,impact", "--jobs", "1", "--time-limit", "50s"]
    process = subprocess.Popen(
        [sys.executable, "-m", "maul", "compare", str(tmp_path / "never.c"), *methods],
        stdout=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: children(process.pid))
    process.send_signal(which)
    output, _ = process.communicate(timeout=20)
    lines = output.splitlines()

    assert ["bmc", "impact"] == [line.split()[0] for line in lines[2:-1]]
    assert all(line.endswith("interrupted") for line in lines[2:-1])
    assert (3, "NO ANSWER (0 of 2)") == (process.returncode, lines[-1])


def children(process: int) -> list[str]:
    """The processes that a process has started and not buried."""
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return file.read().split()


def wait_for(something: Callable[[], object]) -> None:
    """Wait until there is something."""
    end = time.monotonic() + 20
    while not something():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)


def test_a_terminal_shows_the_table_from_the_beginning() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "maul", "compare", "examples/door.c", "--methods", "concrete,bmc"],
        cwd=ROOT,
        stdout=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    written = ""
    while select.select([ours], [], [], 40)[0]:
        try:
            written += os.read(ours, 4096).decode()
        except OSError:  # the other side is closed
            break
    os.close(ours)

    assert 0 == process.wait(timeout=20)
    assert "waiting" in written.partition("FALSE")[0]
    assert written.endswith("AGREED: FALSE (2 of 2)\r\n")
