from __future__ import annotations

import random

import pytest

from maul.logic.build import (
    FALSE,
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_ule,
    equal,
    ite,
    not_,
    or_,
    select,
    store,
    symbol,
)
from maul.logic.forget.facts import Facts
from maul.logic.forget.quantifiers import (
    Fresh,
    cases,
    connected,
    is_closed,
    joined,
    read_through,
    resolve,
    unread,
    unwritten,
)
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL
from tests.interpolate.traces import Maker
from tests.logic.finite import BIT, NIBBLE, SMALL_ARRAY, counterexample

X, Y, Z, W = (symbol(name, NIBBLE) for name in "xyzw")
A, B = symbol("a", SMALL_ARRAY), symbol("b", SMALL_ARRAY)
AT, BY, C, D = (symbol(name, BIT) for name in ("at", "by", "c", "d"))
P = symbol("p", BOOL)
ONE = bit_vector(1, 2)


def makers(seed: int) -> Maker:
    rng = random.Random(seed)
    if rng.random() < 0.5:
        return Maker(rng, (NIBBLE, NIBBLE, NIBBLE, BOOL), frozenset({"bits", "ite"}))
    return Maker(rng, (SMALL_ARRAY, SMALL_ARRAY, BIT, BIT), frozenset({"ite"}))


# ---- laws ----


@pytest.mark.parametrize("seed", range(120))
def test_resolution_keeps_what_is_possible(seed: int) -> None:
    maker = makers(seed)
    given = [maker.condition() for _ in range(3)]
    dead = maker.variables[::2]
    facts = Facts(given)
    left = resolve(facts, dead, Fresh(maker.variables))

    assert counterexample(given, tuple(facts), dead) is None
    mentioned = {s for fact in facts for s in free_symbols(fact)}
    assert mentioned.isdisjoint([x for x in dead if x not in left])


@pytest.mark.parametrize("seed", range(60))
def test_cases_are_equivalent_to_their_fact(seed: int) -> None:
    maker = makers(seed)
    fact = maker.condition()
    parts = cases(fact, maker.variables[:2])

    if parts is not None:
        assert counterexample((fact,), (or_(*parts),), ()) is None
        assert counterexample((or_(*parts),), (fact,), ()) is None


@pytest.mark.parametrize("seed", range(60))
def test_joined_branches_are_their_disjunction(seed: int) -> None:
    maker = makers(seed)
    common = maker.condition()
    branches = [[maker.condition(), common], [common, maker.condition()], [common]]
    expected = or_(*[and_(*branch) for branch in branches])

    assert counterexample((expected,), joined(branches), ()) is None
    assert counterexample(joined(branches), (expected,), ()) is None


@pytest.mark.parametrize("seed", range(80))
def test_arrays_are_read_through_and_forgotten_exactly(seed: int) -> None:
    maker = Maker(random.Random(seed), (SMALL_ARRAY, SMALL_ARRAY, BIT, BIT), frozenset({"ite"}))
    facts = tuple(maker.condition() for _ in range(2))

    for x in maker.variables:
        through = read_through(facts, x)
        if through is not None:
            assert counterexample(facts, through, ()) is None
        simpler = unwritten(facts)
        assert simpler is None or counterexample(facts, simpler, ()) is None
        if x.sort is SMALL_ARRAY:
            moved = unread(through or facts, x, Fresh(maker.variables))
            assert moved is None or counterexample(facts, moved.facts, (x,)) is None


# ---- examples ----


def test_the_simplest_definition_is_taken() -> None:
    facts = Facts((equal(X, bv_add(Y, Z)), equal(X, ONE), bv_ule(X, W)))

    assert [] == resolve(facts, [X], Fresh(()))
    assert {equal(bv_add(Y, Z), ONE), bv_ule(ONE, W)} == set(facts)


def test_definitions_may_need_each_other() -> None:
    facts = Facts((equal(bv_add(X, Y), Z), equal(bv_add(Y, ONE), W), bv_ule(X, W)))

    assert [] == resolve(facts, [X, Y], Fresh(()))
    assert all(free_symbols(fact) == (Z, W) or free_symbols(fact) == (W, Z) for fact in facts)


def test_groups_share_no_dead_symbol() -> None:
    facts = Facts((bv_ule(X, Y), bv_ule(Y, W), bv_ule(Z, W), bv_ule(W, ONE)))

    assert [
        ((X, Y), [bv_ule(X, Y), bv_ule(Y, W)]),
        ((Z,), [bv_ule(Z, W)]),
    ] == connected(facts, [X, Y, Z])
    assert is_closed((bv_ule(X, Y),), (X, Y))
    assert not is_closed((bv_ule(X, Y), bv_ule(Y, W)), (X, Y))


def test_a_read_chooses_between_the_writes() -> None:
    fact = equal(select(store(A, AT, C), BY), D)

    assert (equal(ite(equal(AT, BY), C, select(A, BY)), D),) == read_through((fact,), C)
    assert read_through((fact,), D) is None


def test_a_write_of_what_is_held_already_is_none() -> None:
    known = equal(select(A, AT), C)

    assert (known, equal(A, B)) == unwritten((known, equal(store(A, AT, C), B)))
    assert unwritten((known, equal(store(A, AT, D), B))) is None


def test_an_array_differs_from_others_where_it_is_not_read() -> None:
    differs = not_(equal(A, B))

    moved = unread((differs,), A, Fresh(()))
    assert moved is not None
    assert () == moved.facts
    # There are two indices, and both are read.
    assert unread((differs, select_is(AT), select_is(BY)), A, Fresh(())) is None


def select_is(index: Term) -> Term:
    return equal(select(A, index), index)


def test_cases_without_dead_symbols_stay_together() -> None:
    fact = or_(P, bv_ule(X, Y), bv_ule(Y, Z), equal(Z, ONE))
    parts = cases(fact, [X])

    assert parts is not None
    assert [bv_ule(X, Y), or_(P, bv_ule(Y, Z), equal(Z, ONE))] == list(parts)


def test_no_branch_is_false() -> None:
    assert (FALSE,) == joined([])


def test_fresh_symbols_are_not_taken() -> None:
    fresh = Fresh([symbol("?0", BOOL), symbol("?2", BIT)])

    assert [symbol("?1", BIT), symbol("?3", BOOL)] == [fresh(BIT), fresh(BOOL)]
