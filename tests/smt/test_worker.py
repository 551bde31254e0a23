"""Functions in processes that can be killed."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from maul.smt.protocols import GaveUp
from maul.smt.worker import in_worker, warm_worker
from tests.smt.solvers.smtlib.test_prover import wait_for_end


def test_a_function_is_called_with_its_argument() -> None:
    assert -5 == in_worker(operator.neg, 5, 5.0)


def test_a_worker_is_used_again() -> None:
    in_worker(operator.neg, 1, 5.0)
    pid = warm_worker().pid
    in_worker(int, "no number", 5.0)

    assert pid == warm_worker().pid
    assert -2 == in_worker(operator.neg, 2, 5.0)


def test_large_arguments_and_results_fit_through_the_pipe() -> None:
    large = bytes(10_000_000)

    assert large == in_worker(bytes, large, 10.0)


def test_what_hangs_is_killed_at_the_limit() -> None:
    in_worker(operator.neg, 1, 5.0)
    pid = warm_worker().pid
    start = time.monotonic()
    answer = in_worker(time.sleep, 60, 0.2)

    assert GaveUp("time limit") == answer
    assert time.monotonic() - start < 1.2
    assert wait_for_end(pid)
    assert -3 == in_worker(operator.neg, 3, 5.0)


def test_a_worker_that_dies_gives_up() -> None:
    assert GaveUp("the worker ended with 3") == in_worker(os._exit, 3, 5.0)
    assert isinstance(in_worker(signal.raise_signal, signal.SIGKILL, 5.0), GaveUp)


@pytest.mark.parametrize(
    ("function", "argument"),
    [(operator.neg, "text"), (sys.exit, 1), (lambda x: x, 1), (operator.neg, threading.Lock())],
)
def test_whatever_goes_wrong_is_an_answer(function: object, argument: object) -> None:
    assert callable(function)
    assert isinstance(in_worker(function, argument, 5.0), GaveUp)


def test_what_the_function_prints_does_not_disturb_the_answer() -> None:
    assert 0 == in_worker(os.system, "echo noise", 5.0)
    assert -4 == in_worker(operator.neg, 4, 5.0)


def test_deep_recursion_has_room_in_a_worker() -> None:
    deep = f"(lambda f: f(f, 100_000))(lambda f, n: n and 1 + f(f, n - 1)) == {100_000}"

    assert True is in_worker(eval, deep, 10.0)


def test_a_worker_ends_with_its_thread() -> None:
    pids: list[int] = []

    def body() -> None:
        in_worker(operator.neg, 1, 5.0)
        pids.append(warm_worker().pid)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()

    assert 1 == len(pids)
    assert wait_for_end(*pids)


ABANDON = """
import time
from maul.smt.worker import in_worker, warm_worker
print(warm_worker().pid, flush=True)
in_worker(eval, "sum(iter(int, 1))", 60)
"""


def test_a_busy_worker_does_not_outlive_a_maul_that_is_killed() -> None:
    command = [sys.executable, "-c", ABANDON]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as maul:
        assert maul.stdout is not None
        pid = int(maul.stdout.readline())
        time.sleep(0.3)
        os.kill(maul.pid, signal.SIGKILL)

    assert wait_for_end(pid)
