from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import build as b
from maul.logic import walk
from maul.logic.evaluate import evaluate, holds
from maul.logic.free import free_symbols
from maul.logic.smtlib.reader import parse_term
from maul.logic.smtlib.writer import script, term_text
from maul.logic.sorts import BOOL, INT, BitVec
from maul.logic.terms import Term
from maul.logic.values import constant
from tests.logic.random_terms import (
    ALL_SORTS,
    ALL_SYMBOLS,
    FAMILIES,
    NARROW,
    Maker,
    random_value,
    random_values,
)
from tests.logic.sweeping import sweep

p, q = b.symbol("p", BOOL), b.symbol("q", BOOL)
i, j, k = (b.symbol(name, INT) for name in "ijk")


def chain(length: int) -> Term:
    """A term of the given depth that cannot be flattened."""
    v = BitVec(32)
    x, y = b.symbol("x", v), b.symbol("y", v)
    term = x
    for _ in range(length // 2):
        term = b.bv_xor(b.bv_add(term, y), x)
    return term


def test_subterms_come_once_and_after_their_arguments() -> None:
    term = b.and_(b.or_(p, q), b.not_(b.and_(p, q)))
    parts = walk.subterms(term)

    assert len(set(parts)) == len(parts) == walk.dag_size(term) == 6
    for place, part in enumerate(parts):
        assert all(argument in parts[:place] for argument in part.arguments)


def test_the_tree_size_counts_shared_parts_each_time() -> None:
    term = b.symbol("x", BitVec(8))
    for _ in range(200):
        term = b.bv_mul(term, b.bv_not(term))

    assert walk.tree_size(term) > 2**200
    assert walk.dag_size(term) == 401


def test_a_fold_with_a_memo_visits_nothing_twice() -> None:
    visited: list[Term] = []

    def step(term: Term, _values: list[int]) -> int:
        visited.append(term)
        return 0

    memo: dict[Term, int] = {}
    walk.fold(b.and_(p, q), step, memo)
    walk.fold(b.or_(b.and_(p, q), b.not_(p)), step, memo)

    assert len(set(visited)) == len(visited) == 5


def test_conjuncts_are_those_of_nested_conjunctions_in_order() -> None:
    names = [b.symbol(f"c{index}", BOOL) for index in range(500)]
    whole = b.TRUE
    for name in names:
        whole = b.and_(whole, name)

    assert set(names) == set(walk.conjuncts(whole))
    assert () == walk.conjuncts(b.TRUE)
    assert (p,) == walk.conjuncts(p)
    assert () == walk.disjuncts(b.FALSE)
    assert (b.FALSE,) == walk.conjuncts(b.FALSE)


@given(seed=st.integers(0, 10**9))
@settings(max_examples=150)
def test_substituting_constants_evaluates(seed: int) -> None:
    rng = random.Random(seed)
    _, built = Maker(rng).pair(rng.choice(ALL_SORTS), 4)
    values = random_values(rng)
    constants = {symbol: constant(value, symbol.sort) for symbol, value in values.items()}
    result = walk.substitute(built, constants)

    assert () == free_symbols(result)
    assert evaluate(built, values) == evaluate(result, {})


@given(seed=st.integers(0, 10**9))
@settings(max_examples=150)
def test_substitution_is_evaluation_under_changed_values(seed: int) -> None:
    rng = random.Random(seed)
    maker = Maker(rng)
    _, built = maker.pair(rng.choice(ALL_SORTS), 3)
    replaced = rng.sample(ALL_SYMBOLS, 4)
    replacements = {symbol: maker.pair(symbol.sort, 2)[1] for symbol in replaced}
    values = random_values(rng)
    changed = {**values, **{s: evaluate(t, values) for s, t in replacements.items()}}

    assert evaluate(built, changed) == evaluate(walk.substitute(built, replacements), values)


@given(seed=st.integers(0, 10**9))
@settings(max_examples=100)
def test_substitution_below_quantifiers_is_evaluation_under_changed_values(seed: int) -> None:
    rng = random.Random(seed)
    maker = Maker(rng, FAMILIES["vectors"])
    small = [symbol for symbol in ALL_SYMBOLS if symbol.sort in (BOOL, NARROW)]
    _, inner = maker.pair(BOOL, 3)
    _, outer = maker.pair(BOOL, 2)
    body = b.and_(outer, b.forall(rng.sample(small, 1), inner))
    term = b.or_(b.exists(rng.sample(small, 1), body), outer)
    replacements = {s: rng.choice([t for t in small if t.sort is s.sort]) for s in small}
    values = random_values(rng)
    changed = {**values, **{s: values[t] for s, t in replacements.items()}}

    assert holds(term, changed) == holds(walk.substitute(term, replacements), values)


def test_substitution_is_simultaneous() -> None:
    assert b.le(b.add(j, j), i) is walk.substitute(b.le(b.add(i, i), j), {i: j, j: i})


def test_a_bound_symbol_makes_way_for_one_that_comes_in() -> None:
    term = b.exists([i], b.lt(i, j))
    result = walk.substitute(term, {j: i})

    assert (i,) == free_symbols(result)
    assert result is not b.exists([i], b.lt(i, i))


def test_bound_symbols_are_not_replaced_but_free_ones_of_the_same_name_are() -> None:
    term = b.and_(b.le(i, b.integer(1)), b.exists([i], b.le(i, j)))
    result = walk.substitute(term, {i: k})

    assert b.and_(b.le(k, b.integer(1)), b.exists([i], b.le(i, j))) is result


def test_free_symbols_leave_out_bound_ones_and_keep_those_free_elsewhere() -> None:
    inner = b.exists([i], b.le(i, j))

    assert (j,) == free_symbols(inner)
    assert {i, j} == set(free_symbols(b.and_(inner, b.le(i, b.integer(0)))))
    assert (k,) == free_symbols(b.forall([j], b.or_(inner, b.le(k, j))))
    assert walk.has_quantifier(b.not_(inner))
    assert not walk.has_quantifier(b.le(i, j))


def test_a_rewrite_rebuilds_above_what_it_changes() -> None:
    term = b.or_(b.equal(i, j), p)
    result = walk.rewrite(term, lambda part: j if part is i else part)

    assert result is b.TRUE


def walk_deep(depth: int) -> None:
    """Walk a term of the given depth in every way, and let go of it."""
    f = b.Function("f", (INT,), INT)
    term = i
    for _ in range(depth):
        term = b.apply(f, term)
    other = walk.substitute(term, {i: j})

    assert walk.dag_size(term) == depth + 1
    assert depth == evaluate(other, {j: 0}, {f: lambda n: n + 1})


@pytest.mark.parametrize("depth", [50_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_deep_terms_are_walked_and_forgotten_without_recursion(depth: int) -> None:
    walk_deep(depth)

    assert sweep() >= 2 * depth


def test_deep_terms_are_pickled_without_recursion() -> None:
    term = chain(50_000)

    assert pickle.loads(pickle.dumps(term)) is term


def test_terms_thirty_thousand_deep_are_written_and_read_without_recursion() -> None:
    term = chain(30_000)
    text = term_text(term)

    assert parse_term(text, free_symbols(term)) is term
    assert script((b.equal(term, b.bit_vector(0, 32)),)).count("\n") > 100


def test_deep_alternating_quantifiers_do_not_recurse() -> None:
    term = b.le(i, j)
    for index in range(3000):
        bound = b.symbol(f"b{index}", INT)
        quantify = b.exists if index % 2 else b.forall
        term = quantify([bound], b.or_(b.not_(term), b.le(bound, j)))

    assert {i, j} == set(free_symbols(term))
    assert {i, k} == set(free_symbols(walk.substitute(term, {j: k})))


def test_random_values_of_every_sort_have_a_constant() -> None:
    rng = random.Random(3)
    for sort in ALL_SORTS:
        value = random_value(sort, rng)

        assert evaluate(constant(value, sort), {}) == value
