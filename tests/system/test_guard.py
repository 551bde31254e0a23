"""Work under a guard: whoever is killed, neither processes nor files are left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from maul.run import Run
from maul.system.child import Limits, Listeners, Stopped, in_guarded_child
from maul.system.folders import temporary_folder
from maul.system.guard import clear_up
from maul.system.limits import family, wait_until_gone

# Tells who is who: itself, the guard, the worker, its child that works, and someone whose parent
# is gone; all have a file in a temporary folder.
SCRIPT = """
import os, subprocess, sys, time
from maul.system.child import Limits, Listeners, in_child, in_guarded_child
from maul.system.folders import temporary_folder

ORPHAN = "import os, time; os.fork() and os._exit(0); print(os.getpid(), flush=True); "
ORPHAN += "os.close(1); time.sleep(60)"

def inner(tell):
    with temporary_folder() as folder:
        open(os.path.join(folder, "file"), "w").close()
        start = [sys.executable, "-c", ORPHAN]
        session = subprocess.Popen(
            start, stdout=subprocess.PIPE, start_new_session=True, cwd=folder)
        orphan = int(session.stdout.readline())
        session.wait()
        tell((os.getppid(), os.getpid(), orphan))
        time.sleep(0.1)
        tell(())
        time.sleep(60)

def hear(told):
    if told:
        print(os.getpid(), *told, flush=True)

def work(tell):
    def both(told):
        tell(told)
        time.sleep(0.1)
        tell(())
    return in_child(inner, Limits(), Listeners(lambda told: told and both((os.getppid(), *told))))

print(in_guarded_child(work, Limits(), Listeners(hear)), flush=True)
"""
PLACES = ("maul", "guard", "work", "inner", "orphan")


def is_running(pid: int) -> bool:
    wait_until_gone([pid])
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def hear_signals() -> None:
    """A test that runs in the background or under nohup ignores some, and so would its children."""
    for each in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(each, signal.SIG_DFL if each != signal.SIGINT else signal.default_int_handler)


@pytest.mark.parametrize(
    ("killed", "sent"),
    [
        *((place, signal.SIGKILL) for place in PLACES[:4]),
        ("maul", signal.SIGTERM),
        ("maul", signal.SIGINT),
        ("maul", signal.SIGHUP),
        ("maul", signal.SIGQUIT),
    ],
)
def test_nothing_is_left_whoever_is_killed(
    tmp_path: Path, killed: str, sent: signal.Signals
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        text=True,
        preexec_fn=hear_signals,  # noqa: PLW1509 - this process has one thread here
    )
    assert process.stdout is not None
    pids = dict(zip(PLACES, map(int, process.stdout.readline().split()), strict=True))
    assert [] != list(tmp_path.glob("maul-*/maul-*/file"))
    os.kill(pids[killed], sent)
    process.communicate(timeout=60)
    end = time.monotonic() + 20
    while time.monotonic() < end and (
        any(map(is_running, pids.values())) or any(tmp_path.iterdir())
    ):
        time.sleep(0.02)

    assert {} == {place: pid for place, pid in pids.items() if is_running(pid)}
    assert [] == list(tmp_path.iterdir())


def test_what_is_temporary_in_the_work_lies_in_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    def work(_: object) -> str:
        with temporary_folder() as folder:
            return folder

    found = in_guarded_child(work, Limits(Run(20.0).left), Listeners(lambda _: None))

    assert isinstance(found, str)
    assert tmp_path == Path(found).parent.parent
    assert str(tmp_path) == os.environ["TMPDIR"]
    assert [] == list(tmp_path.iterdir())


def test_work_is_possible_without_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maul.system.folders.CUSTOMARY", ())
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)

    assert 7 == in_guarded_child(lambda _: 7, Limits(Run(20.0).left), Listeners(lambda _: None))


def test_a_guard_that_is_killed_is_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    def work(_: object) -> None:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(20)

    found = in_guarded_child(work, Limits(Run(20.0).left), Listeners(lambda _: None))

    assert Stopped("died of signal 9") == found
    assert [] == list(tmp_path.iterdir())


def test_work_is_possible_in_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    before = family(os.getpid())
    found: list[object] = []

    def verify(number: int) -> None:
        def work(_: object) -> int:
            with temporary_folder():
                time.sleep(0.05)
                return number

        found.append(in_guarded_child(work, Limits(Run(20.0).left), Listeners(lambda _: None)))

    threads = [threading.Thread(target=verify, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [0, 1, 2, 3, 4, 5] == sorted(map(int, map(str, found)))
    assert before == family(os.getpid())
    assert [] == list(tmp_path.iterdir())


def test_who_knows_the_folder_of_a_killed_guard_is_ended_and_nobody_else(tmp_path: Path) -> None:
    folder, other = tmp_path / "maul-a", tmp_path / "maul-ab"
    folder.mkdir()
    other.mkdir()
    ours = [
        subprocess.Popen(["sleep", "60"], cwd=folder),
        subprocess.Popen(["sleep", "60"], env={**os.environ, "TMPDIR": str(folder)}),
    ]
    stranger = subprocess.Popen(["sleep", "60"], cwd=other)
    clear_up(str(folder))

    assert [-signal.SIGKILL] * 2 == [process.wait(timeout=20) for process in ours]
    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()
    assert [other] == list(tmp_path.iterdir())
