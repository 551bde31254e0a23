"""Work in a child: what it returns and tells arrives, limits hold, nobody is left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from maul.errors import BadInput
from maul.run import Run
from maul.system.child import Limits, Listeners, Stopped, Usage, in_child, in_guarded_child
from maul.system.limits import family, wait_until_gone

Tell = Callable[[int], None]
Apart = Callable[[Callable[[Tell], object], Limits, Listeners[int]], object]
SOON = 0.3  # seconds


def within(seconds: float) -> Limits:
    return Limits(Run(seconds).left)


def deaf() -> Listeners[int]:
    return Listeners(lambda _: None)


def is_running(pid: int) -> bool:
    wait_until_gone([pid])
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_what_the_work_returns_comes_back() -> None:
    big = "x" * 1_000_000

    assert (big, 3) == in_child(lambda _: (big, 3), within(20), deaf())


def test_that_there_are_no_more_processes_is_no_bug() -> None:
    def work(_: Tell) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")  # what fork says

    assert Stopped("the system gives no more processes") == in_child(work, within(20), deaf())


def test_messages_arrive_in_order_before_the_result() -> None:
    heard: list[int] = []

    def work(tell: Tell) -> str:
        for number in range(5000):
            tell(number)
        return "done"

    assert "done" == in_child(work, within(20), Listeners(heard.append))
    assert list(range(5000)) == heard


def test_messages_arrive_while_the_work_goes_on() -> None:
    heard: list[int] = []

    def work(tell: Tell) -> None:
        for number in range(100):
            tell(number)
            time.sleep(0.02)

    assert Stopped("time limit") == in_child(work, within(SOON), Listeners(heard.append))
    assert heard == list(range(len(heard)))
    assert heard


def test_bad_input_is_raised_here() -> None:
    def work(_: Tell) -> None:
        raise BadInput("prog.c:1: no main")

    with pytest.raises(BadInput, match="no main"):
        in_child(work, within(20), deaf())


def test_any_other_exception_is_a_reason_with_its_place() -> None:
    def work(_: Tell) -> None:
        raise AssertionError("label is not inductive")

    stopped = in_child(work, within(20), deaf())

    assert isinstance(stopped, Stopped)
    assert "internal error: AssertionError: label is not inductive" in stopped.reason
    assert "test_child.py:" in stopped.reason


@pytest.mark.parametrize("apart", [in_child, in_guarded_child])
def test_a_child_that_dies_is_a_reason(apart: Apart) -> None:
    def work(_: Tell) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(20)

    assert Stopped("died of signal 9") == apart(work, within(20), deaf())


@pytest.mark.parametrize("apart", [in_child, in_guarded_child])
def test_the_time_limit_holds_while_the_interpreter_s_lock_is_held(apart: Apart) -> None:
    def work(_: Tell) -> None:
        ctypes.PyDLL(None).sleep(30)

    began = time.monotonic()

    assert Stopped("time limit") == apart(work, within(SOON), deaf())
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("apart", [in_child, in_guarded_child])
def test_the_memory_limit_counts_all_descendants(apart: Apart) -> None:
    def work(_: Tell) -> None:
        script = "import time; block = bytearray(b'x') * (200 << 20); time.sleep(30)"
        subprocess.run([sys.executable, "-c", script], check=True)

    limits = Limits(Run(30.0).left, megabytes=150.0)

    assert Stopped("memory limit") == apart(work, limits, deaf())


def stranger() -> int:
    """Another child of this process, which just waits."""
    pid = os.fork()
    if pid == 0:
        time.sleep(60)
        os._exit(0)
    return pid


@pytest.mark.parametrize("strangers", [0, 3])
@pytest.mark.parametrize("more", [10, 300])
@pytest.mark.parametrize("apart", [in_child, in_guarded_child])
def test_memory_that_is_shared_with_the_parent_does_not_count(
    apart: Apart, more: int, strangers: int
) -> None:
    block = bytearray(b"x") * (400 << 20)
    others = [stranger() for _ in range(strangers)]

    def work(_: Tell) -> int:
        own = bytearray(b"x") * (more << 20)
        time.sleep(SOON if more < 100 else 20)
        return len(block) + len(own)

    # Of 400 megabytes that two share each is said to have 200.
    found = apart(work, Limits(Run(30.0).left, megabytes=180.0), deaf())
    for other in others:
        os.kill(other, signal.SIGKILL)
        os.waitpid(other, 0)
    assert ((400 + more) << 20 if more < 100 else Stopped("memory limit")) == found


def test_memory_that_descendants_share_counts_once() -> None:
    def work(tell: Tell) -> int:
        block = bytearray(b"x") * (200 << 20)

        def inner(_: Tell) -> int:
            time.sleep(SOON)
            return len(block)

        found = in_child(inner, Limits(Run(30.0).left), Listeners(tell))
        assert isinstance(found, int)
        return found

    assert 200 << 20 == in_child(work, Limits(Run(30.0).left, megabytes=330.0), deaf())


@pytest.mark.parametrize("apart", [in_child, in_guarded_child])
@pytest.mark.parametrize("ends", [True, False], ids=["work ends", "work hangs"])
def test_no_descendant_is_left(ends: bool, apart: Apart) -> None:  # noqa: FBT001
    heard: list[int] = []
    before = family(os.getpid())

    def work(tell: Tell) -> None:
        for own_session in (False, True):
            process = subprocess.Popen(["sleep", "60"], start_new_session=own_session)
            tell(process.pid)
        time.sleep(0.1)
        tell(os.getpid())
        if not ends:
            time.sleep(60)

    apart(work, within(20.0 if ends else 1.0), Listeners(heard.append))

    assert 3 == len(heard)
    assert [] == [pid for pid in heard if is_running(pid)]
    assert before == family(os.getpid())


ORPHAN = """
import os, sys, time
from maul.system.child import Limits, Listeners, in_child
def work(tell):
    tell(os.getpid())
    time.sleep(0.1)
    tell(0)
    time.sleep(60)
in_child(work, Limits(), Listeners(lambda pid: pid and print(pid, flush=True)))
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_child_ends_with_its_parent(sent: signal.Signals) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.send_signal(sent)
    parent.communicate()

    assert not is_running(child)


@pytest.mark.parametrize("apart", [in_child, in_guarded_child])
def test_what_was_used_is_told_at_the_end(apart: Apart) -> None:
    seen: list[Usage] = []

    def work(_: Tell) -> None:
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass

    apart(work, within(20), Listeners(lambda _: None, seen.append))

    assert seen[-1].processor_seconds >= 0.1
    assert seen[-1].most_megabytes > 1


def test_children_may_have_children() -> None:
    heard: list[int] = []

    def work(tell: Tell) -> object:
        return in_child(lambda tell_more: tell_more(7), within(10), Listeners(tell))

    assert None is in_child(work, within(20), Listeners(heard.append))
    assert [7] == heard
