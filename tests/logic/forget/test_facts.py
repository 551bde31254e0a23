from __future__ import annotations

import random

import pytest

from maul.logic.build import (
    FALSE,
    Term,
    add,
    and_,
    bv_add,
    equal,
    integer,
    le,
    lt,
    not_,
    or_,
    symbol,
)
from maul.logic.evaluate import holds
from maul.logic.forget.facts import Facts
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT
from tests.interpolate.traces import Maker
from tests.logic.finite import BITS, assignments

N, M = symbol("n", INT), symbol("m", INT)
P, Q = symbol("p", BOOL), symbol("q", BOOL)
X, Y, Z = (symbol(name, BITS) for name in "xyz")


@pytest.mark.parametrize("seed", range(60))
def test_facts_are_equivalent_to_what_was_added(seed: int) -> None:
    rng = random.Random(seed)
    maker = Maker(rng, (BITS, BITS, BOOL), frozenset({"bits", "ite"}))
    added = [maker.condition() for _ in range(rng.randint(1, 4))]
    facts = Facts(added)

    for values in assignments(maker.variables):
        assert holds(and_(*added), values) == holds(facts.term(), values)


@pytest.mark.parametrize("seed", range(60))
def test_bounds_are_equivalent_to_what_was_added(seed: int) -> None:
    rng = random.Random(seed)
    bounds = [le(add(N, M), integer(rng.randint(-2, 2))) for _ in range(3)]
    added = [bound if rng.random() < 0.5 else not_(bound) for bound in bounds]
    facts = Facts(added)

    for total in range(-4, 5):
        values = {N: total, M: 0}
        assert holds(and_(*added), values) == holds(facts.term(), values)


@pytest.mark.parametrize("seed", range(30))
def test_the_index_tells_which_facts_mention_a_symbol(seed: int) -> None:
    maker = Maker(random.Random(seed), (BITS, BITS, BOOL), frozenset({"bits", "ite"}))
    facts = Facts(maker.condition() for _ in range(3))
    facts.substitute({maker.variables[0]: maker.term(BITS)})
    facts.add(maker.condition())

    for x in maker.variables:
        assert [f for f in facts if x in free_symbols(f)] == list(facts.mentioning(x))


def test_only_the_tightest_bound_is_kept() -> None:
    facts = Facts((le(N, integer(5)), le(N, integer(3)), le(N, integer(4)), lt(integer(0), N)))

    assert [le(N, integer(3)), lt(integer(0), N)] == list(facts)


@pytest.mark.parametrize(
    "added",
    [
        (P, not_(P)),
        (not_(or_(P, Q)), Q),
        (le(N, integer(3)), lt(integer(3), N)),
        (lt(integer(3), N), le(N, integer(2))),
        (le(N, integer(2)), lt(integer(3), N)),
        (and_(P, FALSE),),
    ],
)
def test_contradictions_are_seen(added: tuple[Term, ...]) -> None:
    facts = Facts(added)
    facts.add(Q)

    assert facts.is_false
    assert [FALSE] == list(facts)
    assert () == facts.mentioning(P)


def test_equal_summands_cancel() -> None:
    one = integer(1)

    assert [equal(N, M)] == list(Facts((equal(add(N, one), add(M, one)),)))
    assert [equal(add(N, one), M)] == list(Facts((equal(add(N, integer(3)), add(M, integer(2))),)))
    assert [equal(X, Y)] == list(Facts((equal(bv_add(X, X), bv_add(X, Y)),)))
    assert [not_(equal(X, Y))] == list(Facts((not_(equal(bv_add(X, Z), bv_add(Y, Z))),)))


def test_a_removed_bound_can_be_added_again() -> None:
    bound = le(N, integer(3))
    facts = Facts((bound,))
    facts.remove(bound)
    facts.add(le(N, integer(5)))

    assert [le(N, integer(5))] == list(facts)
