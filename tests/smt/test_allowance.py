"""Work that is counted: the same answers however busy the machine is."""

from __future__ import annotations

import operator
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from maul.logic.build import bit_vector, bv_mul, bv_ule, equal, symbol
from maul.logic.sorts import BitVec
from maul.smt.allowance import (
    A_SECOND,
    STEP_LIMIT,
    allowed,
    by_the_clock,
    is_used_up,
    spend,
    steps_left,
)
from maul.smt.isolated import IsolatedProver
from maul.smt.protocols import TIME_LIMIT, Sat, Unsat
from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver
from maul.smt.solvers.cvc5.prover import Cvc5Prover
from maul.smt.solvers.z3.capabilities import CAPABILITIES
from maul.smt.solvers.z3.prover import Z3Prover
from maul.smt.solvers.z3.spacer import SpacerInterpolator
from maul.smt.worker import in_worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.smt.protocols import Answer, Prover

X, Y = symbol("x", BitVec(64)), symbol("y", BitVec(64))
TWO = bit_vector(2, 64)
FACTORS = equal(bv_mul(X, Y), bit_vector(1000003 * 1000033, 64))  # of a product of primes
RANGES = [
    bv_ule(low, high) for n in (X, Y) for low, high in ((TWO, n), (n, bit_vector(1 << 31, 64)))
]
FOREVER = 600.0  # seconds, for those who count
STEPS = 20_000


def isolated() -> Prover:
    return IsolatedProver("z3", CAPABILITIES, Z3Prover)


def told(make: Callable[[], Prover]) -> Prover:
    """A prover that has to find factors."""
    prover = make()
    for term in (FACTORS, *RANGES):
        prover.assert_(term)
    return prover


@pytest.mark.parametrize("make", [Z3Prover, BitwuzlaProver, isolated])
def test_a_solver_that_counts_stops_at_the_same_step(make: Callable[[], Prover]) -> None:
    spent = []
    for _ in range(2):
        prover = told(make)
        with allowed(STEPS) as allowance:
            assert STEP_LIMIT == prover.check(seconds=FOREVER)
        spent.append(allowance.spent)

    assert spent[0] == spent[1]
    assert STEPS <= spent[0] < 2 * STEPS


def test_a_solver_that_does_not_count_is_stopped_by_the_clock() -> None:
    prover = told(Cvc5Prover)
    began = time.monotonic()
    with allowed(A_SECOND // 10) as allowance:
        assert STEP_LIMIT == prover.check(seconds=FOREVER)

    assert allowance.spent > 0
    assert time.monotonic() - began < FOREVER / 10


@pytest.mark.parametrize("make", [Z3Prover, BitwuzlaProver, Cvc5Prover, isolated])
def test_without_steps_nobody_answers(make: Callable[[], Prover]) -> None:
    prover = make()
    with allowed(0):
        assert STEP_LIMIT == prover.check((bv_ule(TWO, X),))

    assert isinstance(prover.check((bv_ule(TWO, X),)), Sat)


def test_limits_of_both_kinds_hold_beside_each_other() -> None:
    with allowed(1000 * A_SECOND):
        assert TIME_LIMIT == told(Z3Prover).check(seconds=0.2)


def test_answers_within_an_allowance_are_those_without_one() -> None:
    with allowed(A_SECOND) as allowance:
        assert isinstance(Z3Prover().check((bv_ule(TWO, X),)), Sat)
        assert isinstance(Z3Prover().check((equal(X, TWO), bv_ule(X, bit_vector(1, 64)))), Unsat)

    assert 0 < allowance.spent < A_SECOND


def test_an_allowance_is_part_of_those_around_it() -> None:
    with allowed(100) as outer:
        with allowed(1000) as inner:
            spend(30)
            assert 70 == inner.left() == steps_left()
        with allowed(50):
            spend(60)
            assert is_used_up()
        assert 10 == outer.left()
        assert not is_used_up()

    assert 90 == outer.spent
    assert steps_left() is None


def test_what_takes_no_steps_is_charged_for_its_time() -> None:
    def late(seconds: float) -> Answer:
        assert seconds <= 0.01
        time.sleep(seconds)
        return TIME_LIMIT

    with allowed(A_SECOND // 100):
        assert STEP_LIMIT == by_the_clock(FOREVER, late)
        assert is_used_up()


def test_the_allowance_goes_along_into_a_worker() -> None:
    with allowed(1000) as allowance:
        assert 900 == in_worker(_left_after, 100, FOREVER)

    assert 100 == allowance.spent
    with allowed(0):
        assert STEP_LIMIT == in_worker(operator.neg, 1, FOREVER)


def _left_after(steps: int) -> int | None:
    spend(steps)
    return steps_left()


def test_spacer_counts_its_steps() -> None:
    numbers = [symbol(f"n{i}", BitVec(32)) for i in range(7)]
    three = bit_vector(3, 32)
    parts = [equal(numbers[0], bit_vector(1, 32))]
    for one, other in pairwise(numbers):
        parts.append(equal(other, bv_mul(one, bv_mul(one, three))))
    parts.append(equal(numbers[-1], three))
    spent = []
    for _ in range(2):
        with allowed(STEPS) as allowance:
            assert STEP_LIMIT == SpacerInterpolator().interpolate(parts, FOREVER)
        spent.append(allowance.spent)

    assert spent[0] == spent[1]
    assert STEPS <= spent[0] < 2 * STEPS
