from __future__ import annotations

import random

import pytest

from maul.logic.build import Term, bv_add, bv_ule, equal, forall, not_, or_, symbol
from maul.logic.evaluate import evaluate, holds
from maul.logic.sorts import BOOL
from maul.logic.transformers import wp
from maul.logic.transition import Transition, assign, assume
from maul.logic.values import Value
from tests.interpolate.traces import Maker
from tests.logic.finite import NIBBLE, assignments

X, Y, CHOSEN = (symbol(name, NIBBLE) for name in ("x", "y", "chosen"))


def successors(transition: Transition, state: dict[Term, Value]) -> list[dict[Term, Value]]:
    """The states after a transition, found by trying all inputs."""
    found = []
    for inputs in assignments(transition.inputs):
        values = {**state, **inputs}
        if all(holds(guard, values) for guard in transition.guards):
            found.append({x: evaluate(transition.updates.get(x, x), values) for x in state})
    return found


def random_transition(seed: int) -> tuple[Maker, Transition]:
    maker = Maker(random.Random(seed), (NIBBLE, NIBBLE, BOOL), frozenset({"bits", "ite"}))
    while True:
        transition = maker.transition()
        if all(s.sort is NIBBLE or s.sort is BOOL for s in transition.inputs):
            return maker, transition


@pytest.mark.parametrize("seed", range(40))
def test_wp_holds_in_exactly_the_states_that_reach_nothing_else(seed: int) -> None:
    maker, transition = random_transition(seed)
    phi = maker.condition()
    before = wp(phi, transition)

    for state in assignments(maker.variables):
        safe = all(holds(phi, after) for after in successors(transition, state))
        assert safe == holds(before, state)


def test_an_input_is_not_a_variable_of_the_same_name() -> None:
    transition = Transition((bv_ule(CHOSEN, Y),), {X: CHOSEN}, (CHOSEN,))
    about_variable = equal(CHOSEN, Y)

    for state in assignments((X, Y, CHOSEN)):
        assert (state[CHOSEN] == state[Y]) == holds(wp(about_variable, transition), state)


def test_single_statements_are_as_in_the_paper() -> None:
    phi = bv_ule(X, Y)

    assert or_(not_(equal(X, Y)), phi) is wp(phi, assume(equal(X, Y)))
    assert bv_ule(bv_add(X, Y), Y) is wp(phi, assign(X, bv_add(X, Y)))
    assert forall([CHOSEN], bv_ule(CHOSEN, Y)) is wp(phi, Transition((), {X: CHOSEN}, (CHOSEN,)))
