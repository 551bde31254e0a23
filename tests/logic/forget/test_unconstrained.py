from __future__ import annotations

import random

import pytest

from maul.logic import build
from maul.logic.build import Term, equal, not_, symbol
from maul.logic.forget.quantifiers import Fresh
from maul.logic.forget.unconstrained import blurred, moved_outward
from maul.logic.free import free_symbols
from maul.logic.softfloat import CLASSES
from maul.logic.sorts import BOOL, INT, BitVec
from tests.interpolate.traces import Maker
from tests.logic.equivalence import equivalent
from tests.logic.finite import (
    BIT,
    BITS,
    NIBBLE,
    SMALL_ARRAY,
    SMALL_FLOAT,
    assignments,
    counterexample,
    possible,
)

X, Y, Z = (symbol(name, BITS) for name in "xyz")
N, M = (symbol(name, NIBBLE) for name in "nm")
F, G = symbol("f", SMALL_FLOAT), symbol("g", SMALL_FLOAT)
A, AT = symbol("a", SMALL_ARRAY), symbol("at", BIT)
P, Q = symbol("p", BOOL), symbol("q", BOOL)
NUMBER, OTHER = symbol("number", INT), symbol("other", INT)


def fresh() -> Fresh:
    return Fresh(())


def two(value: int) -> Term:
    return build.bit_vector(value, 3)


OPERATIONS = [
    *[(f(X, Y), X) for f in (build.bv_add, build.bv_sub, build.bv_xor, build.bv_and, build.bv_or)],
    *[(f(Y, X), X) for f in (build.bv_sub, build.bv_and, build.bv_ule, build.bv_sle)],
    *[(f(X, Y), X) for f in (build.bv_ule, build.bv_sle, equal)],
    *[(f(X, Y), X) for f in (build.bv_shl, build.bv_lshr, build.bv_urem)],
    *[(build.bv_ashr(X, two(by)), X) for by in (1, 2)],
    *[(build.bv_udiv(X, two(by)), X) for by in (2, 3, 7)],
    *[(build.bv_mul(X, two(by)), X) for by in (2, 3, 4, 6, 7)],
    (build.bv_neg(X), X),
    (build.bv_not(X), X),
    (build.extract(X, 1, 0), X),
    (build.zero_extend(N, 1), N),
    (build.sign_extend(N, 1), N),
    (build.ite(P, X, Y), X),
    (build.ite(P, Y, X), X),
    (build.ite(P, Y, X), P),
    (build.select(A, AT), A),
    (build.and_(P, Q), P),
    (build.or_(P, Q), P),
    (build.fp_neg(F), F),
    (build.fp_abs(F), F),
    *[(f(F, G), F) for f in (build.fp_lt, build.fp_le, build.fp_eq)],
    *[(f(G, F), F) for f in (build.fp_lt, build.fp_le)],
    *[(build.fp_is(question, F), F) for question in CLASSES],
    (build.bits_to_fp(symbol("bits", BitVec(5)), SMALL_FLOAT), symbol("bits", BitVec(5))),
]


@pytest.mark.parametrize(("term", "x"), OPERATIONS, ids=repr)
def test_the_range_of_an_operation_is_exact(term: Term, x: Term) -> None:
    result = symbol("result", term.sort)
    facts = (equal(term, result),)
    moved = moved_outward(facts, x, fresh())

    assert moved is not None
    assert not any(x in free_symbols(fact) for fact in moved.facts)
    assert counterexample(facts, moved.facts, (x,)) is None


@pytest.mark.parametrize(
    "term",
    [
        build.multiply(NUMBER, build.integer(3)),
        build.modulo(NUMBER, build.integer(3)),
        build.divide(NUMBER, build.integer(3)),
        build.add(NUMBER, OTHER),
    ],
    ids=repr,
)
def test_the_range_of_an_operation_on_numbers_is_exact(term: Term) -> None:
    result = symbol("result", INT)
    fact = equal(term, result)
    moved = moved_outward((fact,), NUMBER, fresh())

    assert moved is not None
    before = build.exists([NUMBER], fact)
    after = build.exists(moved.new, build.and_(*moved.facts))
    assert equivalent(before, after)


@pytest.mark.parametrize(
    ("term", "x"),
    [
        (build.bv_mul(X, Y), X),
        (build.concat(N, M), N),
        (build.bv_shl(Y, X), X),
        (build.fp_add(F, G), F),
        (build.select(A, AT), AT),
        (build.bv_add(X, X), X),
        (build.divide(OTHER, NUMBER), NUMBER),
    ],
    ids=repr,
)
def test_an_unknown_range_is_left_alone(term: Term, x: Term) -> None:
    facts = (equal(term, symbol("result", term.sort)),)

    assert moved_outward(facts, x, fresh()) is None


def test_two_uses_are_left_alone() -> None:
    facts = (equal(build.bv_add(X, Y), Z), build.bv_ule(X, Y))

    assert moved_outward(facts, X, fresh()) is None


@pytest.mark.parametrize("seed", range(60))
def test_a_symbol_moves_outward_in_random_facts(seed: int) -> None:
    maker = Maker(random.Random(seed), (NIBBLE, NIBBLE, BOOL), frozenset({"bits", "ite"}))
    facts = tuple(maker.condition() for _ in range(2))

    for x in maker.variables:
        moved = moved_outward(facts, x, fresh())
        assert moved is None or counterexample(facts, moved.facts, (x,)) is None


@pytest.mark.parametrize("seed", range(40))
def test_blurred_facts_are_weaker(seed: int) -> None:
    maker = Maker(random.Random(seed), (NIBBLE, NIBBLE, BOOL), frozenset({"bits", "ite"}))
    facts = tuple(not_(maker.condition()) for _ in range(2))
    x, *others = maker.variables
    weaker = blurred(facts, [x], fresh())
    about = build.and_(*weaker.facts)

    assert x not in free_symbols(about)
    for values in assignments(others):
        assert not possible(build.and_(*facts), values) or possible(about, values)
