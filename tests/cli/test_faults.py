"""Whatever fails, maul says so in one line, its exit code is no verdict, and nothing is left."""

from __future__ import annotations

import json
import os
import random
import resource
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from maul.cli import dispatch, lists
from maul.cli import main as cli
from maul.cli.main import main
from maul.errors import Failed
from tools.faults import METHODS, Disturbance, complaints, disturbed

SAFE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() % 2 == 5)
    reach_error();
  return 0;
}
"""
UNSAFE = SAFE.replace("% 2 == 5", "* 7 == 91")
VERDICTS = {"safe": (0, "RESULT: TRUE"), "unsafe": (1, "RESULT: FALSE(unreach-call)")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where maul is run: two programs, and a folder for what is temporary."""
    (tmp_path / "safe.c").write_text(SAFE)
    (tmp_path / "unsafe.c").write_text(UNSAFE)
    (tmp_path / "temporary").mkdir()
    return tmp_path


def shell(
    folder: Path, line: str, prepare: Callable[[], None] | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """A line of the shell, in which ``maul`` is the command."""
    command = f"{shlex.quote(sys.executable)} -m maul"
    environment = {**os.environ, "TMPDIR": str(folder / "temporary"), **variables}
    environment.pop("PYTHONUNBUFFERED", None)
    done = subprocess.run(
        ["bash", "-c", f'maul() {{ {command} "$@"; }}; {line}'],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        preexec_fn=prepare,
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert [] == list((folder / "temporary").iterdir())
    return done


@pytest.mark.parametrize("program", VERDICTS)
@pytest.mark.parametrize("variables", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["", "unbuffered"])
def test_a_result_that_cannot_be_written_is_no_verdict(
    folder: Path, program: str, variables: dict[str, str]
) -> None:
    setting = "".join(f"export {name}={value}; " for name, value in variables.items())
    full = shell(folder, f"{setting} maul verify {program}.c > /dev/full")

    assert (4, "maul: cannot go on: No space left on device\n") == (full.returncode, full.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        "verify safe.c",
        "verify unsafe.c",
        "cfa safe.c",
        "run safe.c --inputs 1",
        "--help",
        "methods",
    ],
)
@pytest.mark.smoke
def test_a_closed_stdout_is_found_before_the_work(folder: Path, arguments: str) -> None:
    closed = shell(folder, f"maul {arguments} >&-")

    assert 4 == closed.returncode
    assert "maul: the result cannot be written: stdout is closed\n" == closed.stderr
    assert 4 == shell(folder, f"maul {arguments} <&- >&- 2>&-").returncode


@pytest.mark.parametrize(
    "arguments",
    [
        *("cfa safe.c", "run safe.c --inputs 1", "trace safe.c", "methods", "solvers", "refuters"),
        *("--help", "--version", "verify --help", "trials table --help"),
        "compare safe.c --methods bmc",
    ],
)
def test_every_command_notices_that_it_cannot_write(folder: Path, arguments: str) -> None:
    full = shell(folder, f"maul {arguments} > /dev/full")

    assert (4, 1) == (full.returncode, len(full.stderr.splitlines()))


def test_a_reader_that_has_gone_is_no_verdict_and_no_news(folder: Path) -> None:
    done = shell(folder, "maul verify unsafe.c | true; exit ${PIPESTATUS[0]}")

    assert (4, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize("program", VERDICTS)
def test_a_verdict_needs_no_stderr(folder: Path, program: str) -> None:
    for redirection in ("2>&- <&-", "2>/dev/full"):
        done = shell(folder, f"maul verify {program}.c --quiet {redirection}")

        assert VERDICTS[program] == (done.returncode, done.stdout.strip())


def test_a_complaint_that_cannot_be_written_is_a_failure(folder: Path) -> None:
    for arguments in ("verify missing.c", "no-such-command"):
        assert 4 == shell(folder, f"maul {arguments} 2>/dev/full").returncode


@pytest.mark.parametrize("option", ["--json", "--harness"])
def test_a_file_that_cannot_be_written_is_a_failure_and_told_after_the_result(
    folder: Path, option: str
) -> None:
    full = shell(folder, f"maul verify unsafe.c --quiet {option} /dev/full")
    nowhere = shell(folder, f"maul verify unsafe.c --quiet --method bmc {option} no/such/folder")

    assert (4, "RESULT: FALSE(unreach-call)\n") == (full.returncode, full.stdout)
    assert "maul: /dev/full: cannot be written: No space left on device\n" == full.stderr
    assert (2, "RESULT: FALSE(unreach-call)\n") == (nowhere.returncode, nowhere.stdout)
    assert 4 == shell(folder, "maul compare safe.c --methods bmc --csv /dev/full").returncode


def test_results_of_trials_that_cannot_be_kept_are_a_failure(folder: Path) -> None:
    (folder / "tasks").mkdir()
    (folder / "tasks" / "safe.c").write_text(SAFE)
    full = shell(folder, "maul trials run tasks --configs bmc --out /dev/full --quiet")

    assert 4 == full.returncode
    assert "maul: /dev/full: cannot be written: No space left on device\n" == full.stderr


def test_without_a_place_for_temporary_files_there_is_one_line_at_most(folder: Path) -> None:
    (folder / "headers.c").write_text(f"#include <stdlib.h>\n{UNSAFE}")
    for program in ("safe", "unsafe", "headers"):
        done = shell(folder, f"maul verify {program}.c --quiet", TMPDIR="/proc/self/fdinfo")

        assert len(done.stderr.splitlines()) <= 1
        assert done.returncode in (0 if program == "safe" else 1, 3, 4)


@pytest.mark.parametrize("megabytes", [40, 100, 300, 600])
def test_too_little_memory_is_one_line(folder: Path, megabytes: int) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    done = shell(folder, "maul verify unsafe.c --quiet", limit)

    assert len(done.stderr.splitlines()) <= 1
    match done.returncode:
        case 1:
            assert VERDICTS["unsafe"][1] == done.stdout.strip()
        case 3:
            assert done.stdout.startswith("RESULT: UNKNOWN(")
        case code:
            assert (4, "") == (code, done.stdout)


@pytest.mark.parametrize("files", [5, 8])
def test_too_few_open_files_are_one_line(folder: Path, files: int) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    done = shell(folder, "exec 2>&1; maul verify unsafe.c --quiet", limit)

    assert 1 == len(done.stdout.splitlines())
    assert done.returncode in (3, 4) or (1, VERDICTS["unsafe"][1]) == (
        done.returncode,
        done.stdout.strip(),
    )


def test_a_file_that_may_not_grow_is_no_verdict(folder: Path) -> None:
    done = shell(folder, "ulimit -f 0; maul verify safe.c > result")

    assert (4, "maul: cannot go on: File too large\n") == (done.returncode, done.stderr)


def test_names_that_no_encoding_can_show_are_shown(folder: Path) -> None:
    name = b"caf\xe9 \xf0\x9f\x8d\xb5.c"
    Path(os.fsdecode(bytes(folder) + b"/" + name)).write_text(UNSAFE)
    done = shell(folder, "maul verify *.c.c || maul verify caf*", PYTHONIOENCODING="ascii")

    assert (1, "RESULT: FALSE(unreach-call)") == (done.returncode, done.stdout.splitlines()[-1])


def test_a_broken_solver_library_is_no_verdict(folder: Path) -> None:
    (folder / "broken").mkdir()
    for library in ("z3", "bitwuzla", "cvc5"):
        (folder / "broken" / f"{library}.py").write_text("raise ImportError('broken library')\n")
    path = os.pathsep.join([str(folder / "broken"), os.environ.get("PYTHONPATH", "")])
    done = shell(folder, "maul verify safe.c --quiet --method impact", PYTHONPATH=path)

    assert 3 == done.returncode
    assert done.stdout.startswith("RESULT: UNKNOWN(")
    assert "broken library" in done.stdout or "z3" in done.stdout


# ---- what is raised ----


@pytest.mark.parametrize(
    ("problem", "code", "line"),
    [
        (KeyboardInterrupt(), 3, "maul: interrupted"),
        (MemoryError(), 4, "maul: cannot go on: out of memory"),
        (OSError(24, "Too many open files"), 4, "maul: cannot go on: Too many open files"),
        (BlockingIOError(11, "no more processes"), 4, "maul: cannot go on: no more processes"),
        (Failed("the disk is full"), 4, "maul: the disk is full"),
        (RecursionError("too deep"), 4, "maul: internal error: RecursionError: too deep at "),
        (KeyError("x"), 4, "maul: internal error: KeyError: 'x' at "),
        (BrokenPipeError(), 4, ""),
    ],
)
def test_whatever_is_raised_is_one_line_and_a_code(
    problem: BaseException,
    code: int,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_: object) -> int:
        raise problem

    monkeypatch.setattr(dispatch, "carry_out", fail)
    monkeypatch.chdir(tmp_path)

    assert code == main(["methods"])
    told = capsys.readouterr().err
    assert told.startswith(line)
    assert len(told.splitlines()) == bool(line)
    is_bug = "internal error" in line
    assert is_bug == ("MAUL_TRACEBACK=1" in told)
    assert [] == os.listdir(tmp_path)


def test_the_traceback_of_a_bug_can_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(dispatch, "carry_out", fail)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAUL_TRACEBACK", "1")
    main(["methods"])

    assert "Traceback" in capsys.readouterr().err


def test_something_is_said_when_nothing_works(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(dispatch, "carry_out", fail)
    monkeypatch.setattr(cli, "_explain", fail)

    assert 4 == main(["methods"])
    assert "maul: failed: MemoryError\n" == capfd.readouterr().err


def test_a_crash_of_a_command_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def crash(_: object) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    monkeypatch.setattr(lists, "list_methods", crash)

    assert 4 == main(["methods"])
    assert "maul: no answer: died of signal 9\n" == capfd.readouterr().err


def test_no_command_takes_all_memory(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dispatch, "MEGABYTES", 200)
    text = 'int main(void) { for (;;) printf("%1000000d", 1); }\n'
    (folder / "program.c").write_text("#include <stdio.h>\n" + text)

    assert 4 == main(["run", str(folder / "program.c")])
    assert "maul: no answer: memory limit\n" == capfd.readouterr().err


# ---- a verdict for which nothing was checked ----


@pytest.mark.parametrize(
    ("text", "flags", "what"),
    [
        ("int main(void) { return 0; }\n", "", "call of reach_error"),
        (
            "#define NDEBUG\n#include <assert.h>\nint main(void) { assert(0); return 0; }\n",
            "",
            "call of reach_error",
        ),
        (
            "extern void __CPROVER_assert(int);\nint main(void) { __CPROVER_assert(0); }\n",
            "",
            "call of reach_error",
        ),
        ("int main(void) { return 0; }\n", "--property no-overflow", "operation that can overflow"),
    ],
)
def test_a_true_that_checked_nothing_says_so(
    folder: Path, text: str, flags: str, what: str
) -> None:
    (folder / "program.c").write_text(text)
    plain = shell(folder, f"maul verify program.c {flags} --json plain.json")
    strict = shell(folder, f"maul verify program.c {flags} --strict --json strict.json")

    why = f"no {what} can be reached"
    assert f"TRUE (nothing to check: {why})" == plain.stdout.splitlines()[0]
    assert (0, "RESULT: TRUE") == (plain.returncode, plain.stdout.splitlines()[-1])
    assert f"RESULT: UNKNOWN(strict: nothing to check: {why})" == strict.stdout.splitlines()[-1]
    assert 3 == strict.returncode
    for name, verdict in (("plain", "TRUE"), ("strict", "UNKNOWN")):
        content = json.loads((folder / f"{name}.json").read_text())
        assert (verdict, why) == (content["verdict"], content["vacuous"])


@pytest.mark.parametrize("program", VERDICTS)
def test_a_verdict_that_assumes_nothing_is_strict(folder: Path, program: str) -> None:
    done = shell(folder, f"maul verify {program}.c --strict --json result.json")

    assert VERDICTS[program] == (done.returncode, done.stdout.splitlines()[-1])
    assert None is json.loads((folder / "result.json").read_text())["vacuous"]


@pytest.mark.parametrize("program", VERDICTS)
def test_a_verdict_that_rests_on_assumptions_is_not_strict(folder: Path, program: str) -> None:
    text = (SAFE if program == "safe" else UNSAFE).replace(
        "int main(void) {", "extern int unknown(void);\nint main(void) {\n  unknown();"
    )
    (folder / "program.c").write_text(text)
    plain = shell(folder, "maul verify program.c")
    strict = shell(folder, "maul verify program.c --strict")

    assert VERDICTS[program] == (plain.returncode, plain.stdout.splitlines()[-1])
    assert (3, "RESULT: UNKNOWN(strict: 1 assumption)") == (
        strict.returncode,
        strict.stdout.splitlines()[-1],
    )
    assert f"  without --strict: {VERDICTS[program][1][8:].partition('(')[0]}" in strict.stdout


# ---- kills ----


@pytest.mark.parametrize(
    "chosen",
    [
        ("endless", "auto", Disturbance(0.9, signal.SIGHUP, to_descendant=False)),
        ("endless", "bmc", Disturbance(0.7, signal.SIGKILL, to_descendant=False)),
        ("endless", "predicate", Disturbance(0.8, signal.SIGKILL, to_descendant=True)),
        ("unsafe", "bmc", Disturbance(0.5, signal.SIGKILL, to_descendant=True)),
        ("unsafe", "concrete", Disturbance(0.4, signal.SIGINT, to_descendant=False)),
        ("unsafe", "auto", Disturbance(0.6, signal.SIGKILL, to_descendant=False)),
        ("safe", "auto", Disturbance(0.2, signal.SIGTERM, to_descendant=False)),
        ("safe", "impact", Disturbance(0.05, signal.SIGINT, to_descendant=False)),
    ],
    ids=lambda chosen: f"{chosen[0]}, {chosen[1]}, {chosen[2]}",
)
def test_nothing_is_left_of_a_disturbed_run(
    tmp_path: Path, chosen: tuple[str, str, Disturbance]
) -> None:
    run = disturbed(tmp_path, chosen, random.Random(1))

    assert chosen[1] in METHODS
    assert [] == complaints(chosen, run)
