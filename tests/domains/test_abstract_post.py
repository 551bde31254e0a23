"""Abstract successors of random blocks, split into parts, against all values of small numbers."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.abstract_post import AbstractPost
from maul.domains.abstraction import boolean, cartesian
from maul.domains.questions import Questions
from maul.logic.build import FALSE, TRUE, and_, bit_vector, bv_add, bv_ule, equal, not_, or_, symbol
from maul.logic.evaluate import evaluate, holds
from maul.logic.sorts import BitVec
from maul.logic.trace import Block
from maul.logic.transition import Transition
from maul.logic.walk import conjuncts
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maul.domains.abstraction import Abstraction
    from maul.logic.terms import Term
    from maul.logic.values import Value
    from maul.smt.protocols import Prover

VARIABLES = tuple(symbol(name, BitVec(1)) for name in "wxyz")
INPUT = symbol("input", BitVec(1))
STATES = [
    dict(zip((*VARIABLES, INPUT), values, strict=True)) for values in product(range(2), repeat=5)
]


def operand(random: Random, *more: Term) -> Term:
    return random.choice((*VARIABLES, *more, bit_vector(random.randrange(2), 1)))


def atom(random: Random, *more: Term) -> Term:
    left = random.choice(VARIABLES)
    made = random.choice((equal, bv_ule))(left, operand(random, *more))
    return random.choice((made, not_(made)))


def block_of(random: Random) -> Block:
    guards = tuple(atom(random, INPUT) for _ in range(random.randrange(3)))
    updates = {
        x: bv_add(operand(random, INPUT), operand(random))
        for x in random.sample(VARIABLES, random.randrange(3))
    }
    return Block("a", "b", Transition(guards, updates, (INPUT,)))


def after(block: Block, state: Mapping[Term, Value]) -> dict[Term, Value]:
    updates = block.transition.updates
    return {x: evaluate(updates.get(x, x), state) for x in VARIABLES}


def states_of(formula: Term) -> list[dict[Term, int]]:
    return [state for state in STATES if holds(formula, state)]


def literals_of(predicates: Iterable[Term]) -> list[Term]:
    return [literal for p in predicates for literal in (p, not_(p))]


def random_predicates(random: Random) -> tuple[Term, ...]:
    """Some predicates, each once, negated or not."""
    found: dict[Term, None] = {}
    for predicate in (atom(random) for _ in range(5)):
        if predicate not in (TRUE, FALSE) and not_(predicate) not in found:
            found[predicate] = None
    return tuple(found)


@pytest.mark.parametrize("abstraction", [cartesian, boolean])
def test_successors_say_all_that_the_predicates_can_say(abstraction: Abstraction) -> None:
    random = Random(11)
    post = AbstractPost(abstraction, Questions(prover_for, Run(60)))
    compared = 0
    for _ in range(200):
        before, predicates = random_predicates(random), random_predicates(random)
        chosen = random.sample(STATES, 3)
        known = [p for p in literals_of(before) if all(holds(p, state) for state in chosen)]
        formula = and_(*known)
        follow = [p for p in literals_of(before) if all(holds(p, s) for s in states_of(formula))]
        if follow != known:
            continue  # no earlier step makes such a formula
        block = block_of(random)
        starts = states_of(and_(formula, *block.transition.guards))
        ends = [after(block, state) for state in starts]
        expected = {p for p in literals_of(predicates) if all(holds(p, end) for end in ends)}
        made = post(formula, frozenset(literals_of(before)), block, predicates)
        compared += 1

        assert (made is FALSE) == (not ends)
        assert all(holds(made, end) for end in ends)
        if ends:
            assert expected == {part for part in conjuncts(made) if part in expected}
            assert abstraction is boolean or len(expected) == len(conjuncts(made))

    assert compared > 100


def test_the_boolean_abstraction_of_several_steps_is_the_strongest_step_by_step() -> None:
    random = Random(7)
    post = AbstractPost(boolean, Questions(prover_for, Run(60)))
    told = 0
    for _ in range(60):
        predicates = random_predicates(random)
        formula: Term = TRUE
        decided: frozenset[Term] = frozenset()
        for _ in range(4):
            block = block_of(random)
            tracked = random_predicates(random) if random.random() < 0.3 else predicates
            starts = states_of(and_(formula, *block.transition.guards))
            ends = [after(block, state) for state in starts]
            possible = {tuple(holds(p, end) for p in tracked) for end in ends}
            formula = post(formula, decided, block, tracked)
            for state in STATES:
                is_possible = tuple(holds(p, state) for p in tracked) in possible
                assert holds(formula, state) == is_possible
            told += any(part not in literals_of(tracked) for part in conjuncts(formula))
            decided = frozenset(literals_of(tracked))
            predicates = tracked
            if formula is FALSE:
                break

    assert told > 10


def test_a_disjunction_is_known_after_what_does_not_touch_it() -> None:
    w, x, y, z = VARIABLES
    post = AbstractPost(boolean, Questions(prover_for, Run(60)))
    one, two = bv_ule(w, x), equal(x, y)
    decided = frozenset(literals_of((one, two)))
    elsewhere = Block("a", "b", Transition((equal(z, bit_vector(1, 1)),), {z: w}, ()))

    assert or_(one, two) is post(or_(one, two), decided, elsewhere, (one, two))


def test_a_question_that_was_asked_is_not_asked_again() -> None:
    asked: list[Prover] = []

    def make(_: Iterable[Term]) -> Prover:
        asked.append(Z3Prover())
        return asked[-1]

    w, x, y, z = VARIABLES
    post = AbstractPost(cartesian, Questions(make, Run(60)))
    step = Block("a", "b", Transition((bv_ule(x, y),), {}, ()))
    one = post(equal(w, z), frozenset(), step, (bv_ule(x, y), equal(w, z)))

    assert and_(bv_ule(x, y), equal(w, z)) is one
    assert 1 == len(asked)
    assert bv_ule(x, y) is post(TRUE, frozenset(), step, (bv_ule(x, y),))
    assert one is post(equal(w, z), frozenset(), step, (bv_ule(x, y), equal(w, z)))
    assert 1 == len(asked)
    assert 2 == post.computed


def test_what_a_block_does_not_touch_needs_no_solver() -> None:
    def make(_: Iterable[Term]) -> Prover:
        pytest.fail("a solver was asked")

    w, x, y, _ = VARIABLES
    post = AbstractPost(cartesian, Questions(make, Run(60)))
    step = Block("a", "b", Transition((), {y: w}, ()))
    known, unknown = equal(w, bit_vector(1, 1)), bv_ule(x, w)
    decided = frozenset((known, not_(known), unknown, not_(unknown)))

    assert known is post(known, decided, step, (known, unknown))
    assert equal(y, w) is post(known, decided, step, (equal(y, w),))
    assert FALSE is post(known, decided, Block("a", "b", Transition((FALSE,), {}, ())), (known,))


def test_guards_are_asked_about_even_where_nothing_is_tracked() -> None:
    w, x, y, _ = VARIABLES
    post = AbstractPost(cartesian, Questions(prover_for, Run(60)))
    given, unknown = and_(equal(w, x), equal(x, y)), bv_ule(x, w)
    decided = frozenset(literals_of((*conjuncts(given), unknown)))
    impossible = Block("a", "b", Transition((not_(equal(w, y)),), {}, ()))
    telling = Block("a", "b", Transition((equal(x, bit_vector(0, 1)),), {}, ()))

    assert FALSE is post(given, decided, impossible, ())
    assert unknown is post(TRUE, decided, telling, (unknown,))
