"""Cartesian and Boolean abstraction against all values of small numbers."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.abstraction import Premises, boolean, cartesian
from maul.domains.witnesses import Witnesses
from maul.logic.build import FALSE, TRUE, and_, bit_vector, bv_add, bv_ule, equal, not_, or_, symbol
from maul.logic.evaluate import holds
from maul.logic.sorts import BitVec
from maul.logic.walk import conjuncts
from maul.smt.protocols import GaveUp
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from maul.domains.abstraction import Abstraction, Ask
    from maul.logic.terms import Term
    from maul.smt.protocols import Answer, Prover

X, Y = symbol("x", BitVec(2)), symbol("y", BitVec(2))
STATES = [{X: x, Y: y} for x, y in product(range(4), repeat=2)]


def ask(prover: Prover, assumptions: tuple[Term, ...]) -> Answer:
    return prover.check(assumptions)


def atom(random: Random) -> Term:
    left, right = random.choice((X, Y)), random.choice((X, Y, bit_vector(random.randrange(4), 2)))
    return random.choice((equal, bv_ule))(bv_add(left, bit_vector(random.randrange(2), 2)), right)


def told(prover: Prover, *terms: Term, asked: Ask = ask) -> Premises:
    """A prover that has been told terms."""
    for term in terms:
        prover.assert_(term)
    return Premises(prover, terms, frozenset(), asked, Witnesses())


def abstracted(abstraction: Abstraction, formula: Term, predicates: tuple[Term, ...]) -> Term:
    return abstraction(told(Z3Prover(), formula), {p: p for p in predicates})


def cases() -> list[tuple[Term, tuple[Term, ...]]]:
    random = Random(5)
    found = []
    for _ in range(60):
        formula = and_(or_(atom(random), atom(random)), atom(random))
        predicates = dict.fromkeys(atom(random) for _ in range(4))
        found.append((formula, tuple(p for p in predicates if p not in (TRUE, FALSE))))
    return found


def test_the_cartesian_abstraction_is_the_literals_that_follow() -> None:
    for formula, predicates in cases():
        true_in = [state for state in STATES if holds(formula, state)]
        literals = {
            literal
            for p in predicates
            for literal in (p, not_(p))
            if all(holds(literal, state) for state in true_in)
        }
        made = abstracted(cartesian, formula, predicates)

        assert (FALSE if not true_in else and_(*literals)) is made or literals == {*conjuncts(made)}


def test_the_boolean_abstraction_is_the_strongest_that_the_predicates_can_say() -> None:
    for formula, predicates in cases():
        possible = {
            tuple(holds(p, state) for p in predicates) for state in STATES if holds(formula, state)
        }
        made = abstracted(boolean, formula, predicates)
        for state in STATES:
            assert holds(made, state) == (tuple(holds(p, state) for p in predicates) in possible)


@pytest.mark.parametrize("abstraction", [cartesian, boolean])
def test_the_prover_is_left_as_it_was(abstraction: Abstraction) -> None:
    known = told(Z3Prover(), bv_ule(X, Y))
    first = abstraction(known, {equal(X, Y): equal(X, Y), bv_ule(X, Y): bv_ule(X, Y)})

    assert first is abstraction(known, {equal(X, Y): equal(X, Y), bv_ule(X, Y): bv_ule(X, Y)})
    assert bv_ule(X, Y) is abstraction(known, {bv_ule(X, Y): bv_ule(X, Y)})


@pytest.mark.parametrize("abstraction", [cartesian, boolean])
def test_what_the_prover_gives_up_on_is_not_known(abstraction: Abstraction) -> None:
    def never(_: Prover, __: tuple[Term, ...]) -> Answer:
        return GaveUp("tired")

    known = told(Z3Prover(), equal(X, Y), asked=never)

    assert TRUE is abstraction(known, {bv_ule(X, Y): bv_ule(X, Y)})


@pytest.mark.parametrize("abstraction", [cartesian, boolean])
def test_what_the_prover_gives_up_on_later_is_not_known_either(abstraction: Abstraction) -> None:
    asked = []

    def once(prover: Prover, assumptions: tuple[Term, ...]) -> Answer:
        asked.append(assumptions)
        return prover.check(assumptions) if len(asked) == 1 else GaveUp("tired")

    predicates = (bv_ule(X, Y), bv_ule(Y, X))

    assert TRUE is abstraction(told(Z3Prover(), asked=once), {p: p for p in predicates})
    assert len(asked) > 1


def test_a_question_about_all_that_is_too_hard_is_asked_about_each() -> None:
    def only_short(prover: Prover, assumptions: tuple[Term, ...]) -> Answer:
        together = any("differs" in str(assumption) for assumption in assumptions)
        return GaveUp("too hard") if together else prover.check(assumptions)

    known = told(Z3Prover(), equal(X, Y), asked=only_short)
    predicates = (bv_ule(X, Y), bv_ule(Y, X), equal(X, bit_vector(0, 2)))

    assert and_(*predicates[:2]) is cartesian(known, {p: p for p in predicates})
