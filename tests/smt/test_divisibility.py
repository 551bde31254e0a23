"""Quantified divisors as remainders."""

from __future__ import annotations

import random

import pytest

from maul.logic import build
from maul.logic.evaluate import holds
from maul.logic.sorts import INT, REAL
from maul.logic.terms import TRUE, Function, Term
from maul.logic.walk import has_quantifier
from maul.smt.divisibility import without_divisors

i, j, v = (build.symbol(name, INT) for name in "ijv")
r, s = (build.symbol(name, REAL) for name in "rs")
STEP = Function("step", (INT,), INT)
TWO = build.integer(2)


@pytest.mark.parametrize("seed", range(20))
def test_divisors_are_remainders(seed: int) -> None:
    rng = random.Random(seed)
    factors = rng.sample((-6, -4, -3, -1, 2, 5), 2)
    sums = [
        build.add(
            build.multiply(v, build.integer(factor)),
            build.multiply(i, build.integer(rng.randint(-3, 3))),
            build.integer(rng.randint(-4, 4)),
            j,
        )
        for factor in factors
    ]
    equation = build.equal(*sums)
    some = without_divisors(build.exists([v], equation))
    none = without_divisors(build.forall([v], build.not_(equation)))

    assert not has_quantifier(some)
    assert build.not_(some) is none
    for here in range(-4, 5):
        for there in range(-2, 3):
            solved = any(holds(equation, {i: here, j: there, v: n}) for n in range(-40, 40))
            assert solved == holds(some, {i: here, j: there})


def test_no_number_divides_none() -> None:
    never = build.forall([v], build.not_(build.equal(i, build.multiply(v, TWO))))
    plain = without_divisors(never)

    assert build.not_(build.equal(build.modulo(i, TWO), build.integer(0))) is plain
    assert TRUE is without_divisors(build.exists([v], build.equal(i, build.add(v, j))))


@pytest.mark.parametrize(
    "term",
    [
        build.exists([v], build.equal(build.modulo(v, build.integer(3)), i)),
        build.exists([v], build.equal(build.multiply(v, v), i)),
        build.exists([v], build.equal(build.add(v, v, build.apply(STEP, v)), i)),
        build.exists([v], build.le(build.multiply(v, TWO), i)),
        build.exists([v, j], build.equal(build.multiply(v, TWO), build.multiply(j, i))),
        build.exists([r], build.equal(build.multiply(r, build.real(2)), s)),
        build.forall([v], build.equal(build.multiply(v, TWO), i)),
    ],
    ids=str,
)
def test_other_quantifiers_stay(term: Term) -> None:
    assert term is without_divisors(term)
