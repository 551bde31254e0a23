from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from maul.interpolate.newton.elimination import Projection, eliminate
from maul.logic import build
from maul.logic.build import FALSE, TRUE, Term, and_, equal, exists, forall, integer, not_, symbol
from maul.logic.forget.facts import Facts
from maul.logic.forget.quantifiers import Fresh
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT, Array, BitVec
from maul.logic.walk import dag_size, has_quantifier
from maul.run import Deadline
from maul.smt.allowance import A_SECOND
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp
from tests.interpolate.traces import FAMILIES, Maker
from tests.logic.equivalence import equivalent
from tests.logic.finite import (
    BIT,
    NIBBLE,
    SMALL_ARRAY,
    SMALL_FLOAT,
    assignments,
    counterexample,
    possible,
)

if TYPE_CHECKING:
    from maul.logic.sorts import Sort

SECONDS = 10.0
STEPS = 10 * A_SECOND
N, M, K = (symbol(name, INT) for name in "nmk")
X, Y, Z = (symbol(name, BitVec(32)) for name in "xyz")
A, B = (symbol(name, Array(INT, INT)) for name in "ab")
P = symbol("p", BOOL)
ONE = integer(1)

FINITE: dict[str, tuple[tuple[Sort, ...], frozenset[str]]] = {
    "vectors": ((NIBBLE, NIBBLE, NIBBLE, BOOL), frozenset({"bits", "ite"})),
    "arrays": ((SMALL_ARRAY, SMALL_ARRAY, BIT, BIT), frozenset({"ite"})),
    "floats": ((SMALL_FLOAT, SMALL_FLOAT), frozenset({"ite"})),
}
# How many of the random questions must be answered.
ENOUGH = {"vectors": 0.75, "arrays": 0.45, "floats": 0.3}


# ---- laws ----


@pytest.mark.parametrize("family", FINITE)
def test_what_is_eliminated_is_equivalent_to_trying_all_values(family: str) -> None:
    answered = 0
    for seed in range(40):
        maker = Maker(random.Random(seed), *FINITE[family])
        body = and_(*[maker.condition() for _ in range(3)])
        dead = maker.variables[::2]
        for quantified in (exists(dead, body), forall(dead, not_(body))):
            answer = eliminate(quantified, prover_for, STEPS)
            if isinstance(answer, GaveUp):
                continue
            answered += 1
            assert not has_quantifier(answer)
            assert not any(x in dead for x in free_symbols(answer))
            facts = answer if quantified.operator == "exists" else not_(answer)
            if has_quantifier(quantified):
                assert counterexample((body,), (facts,), dead) is None
    assert answered >= ENOUGH[family] * 80


@pytest.mark.parametrize("family", ["linear", "ite"])
def test_what_is_eliminated_is_equivalent_according_to_another_solver(family: str) -> None:
    answered = 0
    for seed in range(12):
        maker = Maker(random.Random(seed), *FAMILIES[family])
        body = and_(*[maker.condition() for _ in range(2)])
        quantify = exists if seed % 2 else forall
        quantified = quantify(maker.variables[:1], body)
        answer = eliminate(quantified, prover_for, STEPS)
        if not isinstance(answer, GaveUp):
            answered += 1
            assert equivalent(quantified, answer)
    assert answered >= 11


@pytest.mark.parametrize("seed", range(30))
def test_weakening_forgets_and_is_weaker(seed: int) -> None:
    maker = Maker(random.Random(seed), (NIBBLE, NIBBLE, BOOL), frozenset({"bits", "ite"}))
    given = [maker.condition() for _ in range(3)]
    x, *others = maker.variables
    facts = Facts(given)
    Projection(Deadline(SECONDS), Fresh(maker.variables), prover_for, STEPS).weaken(facts, [x])
    after = facts.term()

    assert all(s in others for s in free_symbols(after))
    for values in assignments(others):
        assert not possible(and_(*given), values) or possible(after, values)


# ---- examples ----


def word(value: int) -> Term:
    return build.bit_vector(value, 32)


W = symbol("w", BitVec(32))
TWO = integer(2)
SUM = build.add(N, ONE)


def of_sum(fact: Term) -> Term:
    """A fact about what makes z to y."""
    return exists([W], and_(equal(build.bv_add(W, Z), Y), fact))


@pytest.mark.parametrize(
    ("expected", "quantified"),
    [
        (TRUE, exists([N], build.lt(M, N))),
        (FALSE, forall([N], build.lt(M, N))),
        (build.le(M, integer(3)), exists([N], and_(equal(M, SUM), build.le(N, TWO)))),
        (not_(build.le(M, integer(3))), forall([N], not_(and_(equal(M, SUM), build.le(N, TWO))))),
        (build.le(M, K), exists([N], and_(build.le(M, N), build.le(N, K)))),
        # Only what mentions the symbol is touched.
        (and_(P, build.le(M, K)), and_(P, exists([N], and_(build.le(M, N), build.le(N, K))))),
        # Both halves of a disjunction, each by itself.
        (
            build.or_(build.le(M, ONE), P),
            exists([N], build.or_(and_(equal(N, M), build.le(N, ONE)), P)),
        ),
        # Facts about dead symbols alone.
        (P, exists([N, M], and_(P, equal(build.multiply(N, TWO), M), build.lt(TWO, M)))),
        (FALSE, exists([N], and_(P, equal(build.multiply(N, TWO), ONE)))),
        # z3 takes this for true .
        (
            not_(equal(N, integer(0))),
            exists([A], not_(equal(build.select(A, N), build.select(A, build.multiply(N, TWO))))),
        ),
        (
            equal(build.select(B, N), M),
            exists([A], equal(B, build.store(A, N, M))),
        ),
        (
            and_(equal(build.select(B, ONE), M), equal(build.select(B, TWO), K)),
            exists([A], and_(equal(B, build.store(A, ONE, M)), equal(build.select(A, TWO), K))),
        ),
        (
            and_(
                equal(build.select(B, N), M),
                build.or_(equal(N, K), equal(build.select(B, K), ONE)),
            ),
            exists([A], and_(equal(B, build.store(A, N, M)), equal(build.select(A, K), ONE))),
        ),
        # Vectors: the other side of a sum, and the bits that a mask leaves.
        (build.bv_ule(build.bv_sub(Y, Z), X), of_sum(build.bv_ule(W, X))),
        (equal(build.bv_and(Y, Z), Y), exists([W], equal(Y, build.bv_and(W, Z)))),
    ],
    ids=repr,
)
def test_answers_are_short(expected: Term, quantified: Term) -> None:
    answer = eliminate(quantified, prover_for, STEPS)

    assert isinstance(answer, Term)
    assert expected is answer or equivalent(expected, answer)
    assert dag_size(answer) <= dag_size(expected) + 4


def test_nested_quantifiers_go_from_inside() -> None:
    inner = exists([N], and_(build.le(M, N), build.le(N, K)))

    assert TRUE is eliminate(forall([M], exists([K], inner)), prover_for, STEPS)


def test_a_term_without_quantifiers_is_returned_as_it_is() -> None:
    assert P is eliminate(P, prover_for, STEPS)


def test_what_stays_quantified_is_given_up() -> None:
    somewhere = exists([N], equal(build.select(A, N), N))

    assert GaveUp("a quantifier is left") == eliminate(somewhere, prover_for, STEPS)


def test_without_time_it_gives_up() -> None:
    hard = exists([N], equal(build.multiply(N, N), M))

    assert GaveUp("time limit") == eliminate(hard, prover_for, 0.0)


def test_what_cannot_be_forgotten_is_left_alone_when_that_is_allowed() -> None:
    stays = equal(build.select(A, N), N)
    facts = Facts((stays, build.le(M, K), equal(K, ONE)))
    projection = Projection(Deadline(SECONDS), Fresh(()), prover_for, STEPS)
    projection.forget_if_possible(facts, [N, K])

    assert {stays, build.le(M, ONE)} == set(facts)
