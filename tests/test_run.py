"""Time for what a search could do without is a share of the time of all else."""

from __future__ import annotations

import math

import pytest

from maul.run import UNLIMITED, Allowance


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_there_is_a_little_at_first_and_a_share_of_the_time_of_all_else() -> None:
    clock = Clock()
    allowance = Allowance(first=1.0, share=0.25, earned=0.0, clock=clock)
    assert allowance.left == 1.0
    clock.now += 4.0
    assert allowance.left == 2.0


def test_what_is_spent_is_gone_also_while_it_is_spent() -> None:
    clock = Clock()
    allowance = Allowance(first=1.0, share=0.25, earned=0.0, clock=clock)
    with allowance.spend():
        clock.now += 0.5
        assert allowance.left == 0.5
        clock.now += 2.0
        assert allowance.left == 0.0
    assert allowance.left == 0.0
    clock.now += 4.0  # a share of this does not make up for it
    assert allowance.left == 0.0
    clock.now += 4.0
    assert allowance.left == pytest.approx(0.5)


def test_time_counts_as_spent_when_something_goes_wrong() -> None:
    clock = Clock()
    allowance = Allowance(first=1.0, share=0.0, clock=clock)

    def fail() -> None:
        with allowance.spend():
            clock.now += 1.0
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert allowance.left == 0.0


def test_success_earns_more() -> None:
    allowance = Allowance(first=0.0, share=0.0, earned=0.5, clock=Clock())
    assert allowance.left == 0.0
    allowance.earn()
    allowance.earn()
    assert allowance.left == 1.0


def test_without_a_limit_there_is_always_more() -> None:
    with UNLIMITED.spend():
        assert math.isinf(UNLIMITED.left)
