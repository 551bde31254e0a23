"""Deep recursion survives, and results and errors come back to the caller."""

from __future__ import annotations

import sys
import threading

import pytest

from maul.system.deep import call_deep


def depth(n: int) -> int:
    return 0 if n == 0 else 1 + depth(n - 1)


def test_the_result_comes_back() -> None:
    assert call_deep(lambda: "done") == "done"


def test_recursion_may_be_a_hundred_thousand_deep() -> None:
    assert call_deep(lambda: depth(100_000)) == 100_000


def test_an_error_comes_back_as_itself() -> None:
    error = KeyError("mine")

    def fail() -> None:
        raise error

    with pytest.raises(KeyError) as caught:
        call_deep(fail)
    assert caught.value is error


def test_limits_are_as_before_afterwards() -> None:
    limit, stack = sys.getrecursionlimit(), threading.stack_size()
    call_deep(lambda: None)
    assert (sys.getrecursionlimit(), threading.stack_size()) == (limit, stack)
