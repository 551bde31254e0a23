from __future__ import annotations

import random

import pytest

from maul.logic.build import (
    Term,
    add,
    and_,
    bit_vector,
    bv_sle,
    bv_ule,
    equal,
    exists,
    integer,
    le,
    multiply,
    not_,
    real,
    symbol,
)
from maul.logic.forget.bounds import without_bounds
from maul.logic.sorts import INT, REAL, Sort
from tests.logic.equivalence import equivalent
from tests.logic.finite import BITS, NIBBLE, SMALL_ARRAY, SMALL_FLOAT, counterexample

X, Y, Z = (symbol(name, NIBBLE) for name in "xyz")
NUMBER, LOW, HIGH = (symbol(name, INT) for name in ("number", "low", "high"))
RATIO, LEAST, MOST = (symbol(name, REAL) for name in ("ratio", "least", "most"))


def negated_or_not(rng: random.Random, fact: Term) -> Term:
    return fact if rng.random() < 0.5 else not_(fact)


@pytest.mark.parametrize("seed", range(150))
def test_bounds_of_bits_are_forgotten_exactly(seed: int) -> None:
    rng = random.Random(seed)
    compare = rng.choice((bv_ule, bv_sle))
    facts = []
    for _ in range(rng.randint(1, 4)):
        limit = rng.choice((Y, Z, bit_vector(rng.randrange(4), 2)))
        pair = rng.choice(((X, limit), (limit, X)))
        facts.append(negated_or_not(rng, compare(*pair)))
    about = [fact for fact in facts if not isinstance(fact.payload, bool)]
    found = without_bounds(about, X)

    assert found is None or counterexample(about, found, (X,)) is None
    assert found is not None or any(fact.operator in ("=", "not") for fact in about)


@pytest.mark.parametrize("sort", [NIBBLE, BITS, SMALL_FLOAT, SMALL_ARRAY], ids=str)
def test_there_is_room_beside_few_values_but_not_beside_all(sort: Sort) -> None:
    x = symbol("x", sort)
    others = [symbol(f"y{i}", x.sort) for i in range(4)]

    assert () == without_bounds([not_(equal(x, other)) for other in others[:3]], x)
    if sort is NIBBLE:
        assert without_bounds([not_(equal(x, other)) for other in others], x) is None


@pytest.mark.parametrize("seed", range(60))
def test_bounds_of_numbers_are_forgotten_exactly(seed: int) -> None:
    rng = random.Random(seed)
    x, low, high = rng.choice(((NUMBER, LOW, HIGH), (RATIO, LEAST, MOST)))
    number = integer if x is NUMBER else real
    facts = []
    for _ in range(rng.randint(1, 4)):
        side = multiply(x, number(rng.choice((1, 1, -1, 2))))
        other = add(rng.choice((low, high)), number(rng.randint(-3, 3)))
        facts.append(negated_or_not(rng, le(side, other)))
    found = without_bounds(facts, x)
    if found is None:
        return
    before, after = exists([x], and_(*facts)), and_(*found)

    assert equivalent(before, after)


def test_a_factor_keeps_a_bound_on_integers() -> None:
    facts = (le(multiply(NUMBER, integer(2)), HIGH), le(LOW, multiply(NUMBER, integer(2))))

    assert without_bounds(facts, NUMBER) is None


def test_one_sided_bounds_say_nothing_even_beside_excluded_values() -> None:
    facts = (le(LOW, NUMBER), le(HIGH, NUMBER), not_(equal(NUMBER, add(LOW, HIGH))))

    assert () == without_bounds(facts, NUMBER)
    assert without_bounds((*facts, le(NUMBER, HIGH)), NUMBER) is None


def test_two_orders_are_not_mixed() -> None:
    assert without_bounds((bv_ule(X, Y), bv_sle(Z, X)), X) is None
