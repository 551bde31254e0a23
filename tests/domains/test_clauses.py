"""Clauses of Boolean combinations against all values of small numbers."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.clauses import Combination, clauses
from maul.domains.witnesses import Witnesses
from maul.logic.build import TRUE, and_, bit_vector, equal, implies, ite, not_, or_, symbol
from maul.logic.evaluate import holds
from maul.logic.sorts import BitVec
from maul.logic.walk import conjuncts, disjuncts
from maul.smt.protocols import GaveUp
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from maul.logic.terms import Term
    from maul.smt.protocols import Answer, Prover

X, Y = symbol("x", BitVec(2)), symbol("y", BitVec(2))
STATES = [{X: x, Y: y} for x, y in product(range(4), repeat=2)]
PREDICATES = (
    equal(X, Y),
    equal(X, bit_vector(1, 2)),
    equal(X, bit_vector(2, 2)),
    not_(equal(Y, bit_vector(1, 2))),
)
LITERALS = {*PREDICATES, *map(not_, PREDICATES)}


def ask(prover: Prover, assumptions: tuple[Term, ...]) -> Answer:
    return prover.check(assumptions)


def clauses_of(whole: Term, *literals: Term) -> Term:
    return clauses(Z3Prover(), ask, Combination(whole, PREDICATES, literals), Witnesses())


def combination(random: Random, depth: int = 3) -> Term:
    if depth == 0:
        return random.choice(PREDICATES)
    one, two, three = (combination(random, depth - 1) for _ in range(3))
    return random.choice((and_(one, two), or_(one, two), not_(one), ite(one, two, three)))


@pytest.mark.parametrize("seed", range(30))
def test_clauses_say_what_the_combination_says(seed: int) -> None:
    random = Random(seed)
    whole, literal = combination(random), random.choice((TRUE, *PREDICATES))
    made = clauses_of(whole, literal)

    for state in STATES:
        if holds(literal, state):
            assert holds(made, state) == holds(whole, state)
    for clause in conjuncts(made):
        assert LITERALS.issuperset(disjuncts(clause))


def test_what_the_meaning_of_predicates_says_anyway_is_not_said() -> None:
    same, one, two, other = PREDICATES

    assert TRUE is clauses_of(not_(and_(one, two)))
    assert TRUE is clauses_of(implies(and_(same, one), not_(other)))
    assert TRUE is clauses_of(or_(one, same), one)


def test_no_literal_of_a_clause_can_be_left_out() -> None:
    random = Random(1)
    for _ in range(30):
        whole = combination(random)
        inside = [state for state in STATES if holds(whole, state)]
        for clause in conjuncts(clauses_of(whole)):
            for literal in disjuncts(clause):
                shorter = or_(*(other for other in disjuncts(clause) if other is not literal))

                assert not all(holds(shorter, state) for state in inside)


def test_a_combination_that_is_too_hard_stays_as_it_is() -> None:
    def never(_: Prover, __: tuple[Term, ...]) -> Answer:
        return GaveUp("tired")

    def only_models(prover: Prover, assumptions: tuple[Term, ...]) -> Answer:
        return prover.check(assumptions) if len(assumptions) == 1 else GaveUp("tired")

    whole = or_(PREDICATES[0], PREDICATES[1])
    for asked in (never, only_models):
        made = clauses(Z3Prover(), asked, Combination(whole, PREDICATES, ()), Witnesses())

        assert whole is made


def test_the_prover_is_left_as_it_was() -> None:
    prover = Z3Prover()
    wanted = Combination(or_(*PREDICATES[:2]), PREDICATES, ())
    first = clauses(prover, ask, wanted, Witnesses())

    assert first is clauses(prover, ask, wanted, Witnesses())
    assert prover.implies(TRUE, TRUE)
    assert not prover.implies(TRUE, PREDICATES[0])
