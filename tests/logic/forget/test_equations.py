from __future__ import annotations

import random

import pytest

from maul.logic.build import (
    Term,
    add,
    and_,
    bit_vector,
    bv_add,
    bv_mul,
    concat,
    equal,
    extract,
    fp_neg,
    integer,
    multiply,
    not_,
    real,
    select,
    sign_extend,
    store,
    subtract,
    symbol,
    to_real,
    zero_extend,
)
from maul.logic.forget.equations import solved
from maul.logic.forget.quantifiers import Fresh
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT, REAL, BitVec
from maul.smt.solvers.z3.prover import Z3Prover
from tests.interpolate.traces import Maker
from tests.logic.finite import BIT, BITS, NIBBLE, SMALL_ARRAY, SMALL_FLOAT, counterexample

X, Y, Z = (symbol(name, BITS) for name in "xyz")
N, M = (symbol(name, NIBBLE) for name in "nm")
A, B = symbol("a", SMALL_ARRAY), symbol("b", SMALL_ARRAY)
AT, BY = symbol("at", BIT), symbol("by", BIT)
C, D = symbol("c", BIT), symbol("d", BIT)
F, G = symbol("f", SMALL_FLOAT), symbol("g", SMALL_FLOAT)
P, Q, R = (symbol(name, BOOL) for name in "pqr")
WIDE = symbol("wide", BitVec(4))
NUMBER, OTHER = symbol("number", INT), symbol("other", INT)
RATIO = symbol("ratio", REAL)


def check(fact: Term, x: Term) -> bool:
    """Whether the fact is solved; the solution must say the same."""
    found = solved(fact, x, Fresh(()))
    if found is None:
        return False
    assert x not in free_symbols(found.value)
    assert counterexample((fact,), (equal(x, found.value), *found.rest), ()) is None
    return True


@pytest.mark.parametrize(
    ("fact", "x"),
    [
        (equal(X, Y), X),
        (equal(bv_add(X, Y), Z), X),
        (equal(bv_add(bv_mul(X, bit_vector(5, 3)), Y), Z), X),
        (equal(concat(N, M), WIDE), N),
        (equal(concat(N, M), WIDE), M),
        (equal(zero_extend(N, 2), WIDE), N),
        (equal(sign_extend(N, 2), WIDE), N),
        (equal(extract(WIDE, 1, 0), N), WIDE),
        (equal(extract(WIDE, 2, 1), N), WIDE),
        (equal(extract(WIDE, 3, 2), N), WIDE),
        (equal(fp_neg(F), G), F),
        (P, P),
        (not_(P), P),
        (equal(P, Q), P),
        (not_(equal(P, Q)), P),
        (equal(equal(P, Q), R), P),
        (equal(store(A, AT, C), B), A),
        (equal(store(A, AT, C), B), C),
        (equal(store(store(A, AT, C), BY, D), B), A),
        (equal(store(A, AT, bv_add(select(A, BY), C)), B), A),
        (equal(store(store(A, AT, C), BY, select(A, AT)), B), A),
    ],
)
def test_equations_are_solved_below_what_can_be_undone(fact: Term, x: Term) -> None:
    assert check(fact, x)


@pytest.mark.parametrize(
    ("fact", "x"),
    [
        (equal(bv_mul(X, bit_vector(2, 3)), Y), X),
        (equal(bv_mul(X, Y), Z), X),
        (equal(bv_add(X, Y), bv_mul(X, Z)), X),
        (equal(store(A, AT, C), B), AT),
        (equal(select(A, AT), C), A),
        (not_(equal(X, Y)), X),
    ],
)
def test_what_is_no_definition_is_not_solved(fact: Term, x: Term) -> None:
    assert not check(fact, x)


@pytest.mark.parametrize("seed", range(100))
def test_a_solution_says_the_same_as_the_fact(seed: int) -> None:
    maker = Maker(random.Random(seed), (BITS, BITS, BOOL), frozenset({"bits", "ite"}))
    fact = equal(maker.term(BITS), maker.term(BITS))

    for x in maker.variables:
        check(fact, x)


@pytest.mark.parametrize(
    ("fact", "x"),
    [
        (equal(multiply(NUMBER, integer(3)), OTHER), NUMBER),
        (equal(multiply(NUMBER, integer(-2)), add(NUMBER, OTHER)), NUMBER),
        (equal(subtract(OTHER, NUMBER), integer(7)), NUMBER),
        (equal(multiply(RATIO, real(3)), to_real(OTHER)), RATIO),
        (equal(multiply(to_real(NUMBER), real(3)), RATIO), NUMBER),
    ],
)
def test_numbers_are_solved_with_their_divisibility(fact: Term, x: Term) -> None:
    found = solved(fact, x, Fresh(()))

    assert found is not None
    assert x not in free_symbols(found.value)
    solution = and_(equal(x, found.value), *found.rest)
    assert Z3Prover().implies(fact, solution)
    assert Z3Prover().implies(solution, fact)
