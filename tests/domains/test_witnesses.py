"""What holds in states that models have shown, against evaluation."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

from maul.domains import witnesses as module
from maul.domains.witnesses import Witnesses
from maul.logic.build import and_, bit_vector, bv_ule, equal, forall, ite, not_, or_, symbol
from maul.logic.evaluate import holds
from maul.logic.sorts import BOOL, BitVec

if TYPE_CHECKING:
    import pytest

    from maul.logic.terms import Function, Term
    from maul.logic.values import Value
    from maul.smt.values import FunctionValue

X, Y = symbol("x", BitVec(2)), symbol("y", BitVec(2))
STATES: list[dict[Term, Value]] = [{X: x, Y: y} for x, y in product(range(4), repeat=2)]
ATOMS = (bv_ule(X, Y), equal(X, Y), equal(X, bit_vector(0, 2)), bv_ule(Y, bit_vector(2, 2)))


class Shown:
    """A model that is a state."""

    def __init__(self, state: dict[Term, Value]) -> None:
        self._state = state

    def value(self, symbol: Term) -> Value:
        return self._state[symbol]

    def function(self, function: Function) -> FunctionValue:
        raise NotImplementedError


def formula(random: Random, depth: int = 3) -> Term:
    """A Boolean combination of atoms."""
    if depth == 0:
        return random.choice(ATOMS)
    one, two, three = (formula(random, depth - 1) for _ in range(3))
    return random.choice(
        (and_(one, two), or_(one, two), not_(one), ite(one, two, three), equal(one, two))
    )


def test_combinations_are_those_of_the_states_in_which_all_that_is_told_holds() -> None:
    random = Random(3)
    for _ in range(80):
        seen = Witnesses()
        states = random.sample(STATES, 5)
        for state in states:
            seen.see(Shown(state), (X, Y))
        told, asked = [formula(random)], [formula(random), formula(random)]
        expected = {
            tuple(holds(term, state) for term in asked) for state in states if holds(told[0], state)
        }
        found = seen.combinations(told, asked)

        assert expected == {*found}
        assert len(found) == len(expected)


def test_states_that_are_seen_later_count() -> None:
    seen = Witnesses()

    assert [] == seen.combinations((), ATOMS[:1])
    seen.see(Shown({X: 1, Y: 2}), (X, Y))
    assert [(True,)] == seen.combinations((), ATOMS[:1])
    seen.see(Shown({X: 2, Y: 1}), (X, Y))
    assert [(True,), (False,)] == seen.combinations((), ATOMS[:1])


def test_what_a_model_does_not_speak_of_has_a_value_all_the_same() -> None:
    seen = Witnesses()
    seen.see(Shown({X: 0}), (X,))

    assert [(True,)] == seen.combinations((), (equal(X, Y),))


def test_states_in_which_a_term_has_no_value_are_no_witnesses() -> None:
    many = symbol("many", BitVec(32))
    unclear = forall([many], not_(equal(many, bit_vector(7, 32))))
    seen = Witnesses()
    seen.see(Shown({X: 0}), (X,))

    assert [] == seen.combinations((), (or_(unclear, symbol("p", BOOL)),))


def test_states_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STATES", 2)
    seen = Witnesses()
    for x in (0, 1, 2):
        seen.see(Shown({X: x, Y: 0}), (X, Y))

    assert [(True,)] == seen.combinations((), (equal(X, bit_vector(2, 2)),))
