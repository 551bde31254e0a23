"""Hoare triples over random blocks, against all values of small numbers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.hoare import Triples
from maul.domains.questions import Questions
from maul.logic.build import FALSE, TRUE, and_, bv_ule, equal, not_, or_
from maul.logic.trace import Block
from maul.logic.transition import Transition, assign, assume, havoc
from maul.run import Run
from maul.smt.choose import prover_for
from tests.explore.hand_built import (
    ALL,
    INPUT,
    VARIABLES,
    State,
    atom,
    number,
    step,
    transition_of,
    true_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.terms import Term
    from maul.smt.protocols import Prover

x, y = VARIABLES


def triples() -> Triples:
    return Triples(Questions(prover_for, Run(60)))


def silent() -> Triples:
    """Triples that no solver may be asked about."""

    def make(_: Iterable[Term]) -> Prover:
        pytest.fail("a solver was asked")

    return Triples(Questions(make, Run(60)))


def block(transition: Transition) -> Block:
    return Block("a", "b", transition)


def random_predicates(random: Random) -> tuple[Term, ...]:
    made = (random.choice((atom, either))(random) for _ in range(random.randint(1, 5)))
    return tuple(dict.fromkeys(p for p in made if p not in (TRUE, FALSE)))


def either(random: Random) -> Term:
    return or_(atom(random), atom(random))


def states_of(known: Iterable[Term]) -> list[State]:
    return [state for state in sorted(ALL) if all(true_in(p, state) for p in known)]


def following_in(states: Iterable[State], candidates: Iterable[Term]) -> frozenset[Term]:
    return frozenset(p for p in candidates if all(true_in(p, state) for state in states))


def test_what_follows_holds_after_every_execution_and_all_of_it_is_found() -> None:
    random, decided = Random(21), triples()
    outcomes = []
    for _ in range(600):
        candidates = random_predicates(random)
        chosen = random.sample(sorted(ALL), 3)
        known = following_in(chosen, candidates)
        closed = random.random() < 0.5
        if closed:
            known = following_in(states_of(known), candidates)
        else:
            known = frozenset(p for p in known if random.random() < 0.6)
        taken = block(transition_of(random))
        starts = states_of(known)
        ends = step(starts, taken)
        found = decided.following(known, taken, candidates, closed=closed)
        outcomes.append(found)

        if found is None:
            assert not ends
        elif ends:
            assert following_in(ends, candidates) == found
        else:
            # Nobody asks about guards that have nothing to do with what is known or looked for.
            assert not step(ALL, taken)
    assert outcomes.count(None) > 20
    assert len({found for found in outcomes if found}) > 100


def test_what_is_not_known_to_be_closed_is_asked_about() -> None:
    zero, small = equal(x, number(0)), bv_ule(x, number(1))
    nothing = block(assign(y, number(2)))

    assert frozenset((zero, small)) == triples().following(
        frozenset((zero,)), nothing, (zero, small), closed=False
    )


def test_what_a_block_does_not_touch_needs_no_solver() -> None:
    known, other = equal(x, number(1)), bv_ule(x, y)
    kept = block(assign(y, number(3)))

    assert frozenset((known,)) == silent().following(
        frozenset((known,)), kept, (known,), closed=False
    )
    assert frozenset((known,)) == silent().following(
        frozenset((known,)), block(assume(TRUE)), (known, other), closed=True
    )


def test_what_holds_before_under_another_name_needs_no_solver() -> None:
    before, after = equal(x, number(2)), equal(y, number(2))

    assert frozenset((after,)) == silent().following(
        frozenset((before,)), block(assign(y, x)), (after,), closed=True
    )


def test_the_conjuncts_of_what_is_known_are_known() -> None:
    one, other = equal(x, number(2)), bv_ule(y, x)
    known = frozenset((and_(one, other),))

    assert frozenset((one, other)) == silent().following(
        known, block(assume(TRUE)), (one, other), closed=True
    )


def test_a_guard_that_is_known_to_be_false_needs_no_solver() -> None:
    known = equal(x, number(1))
    for guards in ((FALSE,), (bv_ule(x, y), not_(known))):
        taken = block(Transition(guards, {}, ()))

        assert silent().following(frozenset((known,)), taken, (known,), closed=True) is None


def test_a_value_from_outside_is_not_known() -> None:
    known = equal(x, number(1))

    assert frozenset() == triples().following(
        frozenset((known,)), block(havoc(x)), (known, equal(x, y)), closed=True
    )


def test_blocks_that_do_the_same_are_one_letter_and_are_asked_about_once() -> None:
    decided, asked = triples(), []
    known, after = frozenset((bv_ule(x, y),)), bv_ule(y, x)
    twins = [Transition((equal(x, y),), {x: y, y: x}, ()) for _ in range(2)]
    swapped = Transition((equal(x, y),), {y: x, x: y}, ())
    for place, transition in enumerate((*twins, swapped)):
        found = decided.following(known, Block(place, 0, transition), (after,), closed=True)
        asked.append(decided.asked)

        assert frozenset((after,)) == found
        assert decided.letter(Block(0, place, twins[0])) is decided.letter(
            Block(place, 0, transition)
        )
    assert [1, 1, 1] == asked


@pytest.mark.parametrize(
    "other",
    [
        Transition((equal(x, INPUT),), {}, ()),
        Transition((), {}, (INPUT,)),
        Transition((equal(x, INPUT),), {y: x}, (INPUT,)),
        Transition((equal(x, INPUT),), {x: x}, (INPUT,)),
    ],
)
def test_blocks_that_do_not_do_the_same_are_different_letters(other: Transition) -> None:
    decided = triples()
    one = Transition((equal(x, INPUT),), {}, (INPUT,))

    assert decided.letter(block(one)) is not decided.letter(block(other))


def test_what_one_block_cannot_do_is_not_said_of_another() -> None:
    # The first block can never be taken, but its impossible guard is among what is known, and what
    # is left of its guards are those of the second.
    impossible = (bv_ule(x, number(0)), not_(equal(x, number(0))))
    possible, after = bv_ule(number(1), y), not_(equal(y, number(0)))
    decided = triples()
    dead, alive = Transition((*impossible, possible), {}, ()), Transition((possible,), {}, ())

    assert decided.following(frozenset(impossible), block(dead), (after,), closed=True) is None
    assert frozenset((after,)) == decided.following(
        frozenset(), block(alive), (after,), closed=True
    )


def test_an_input_is_not_taken_for_a_variable_of_its_name() -> None:
    chosen = Transition((equal(y, number(0)),), {x: y}, (y,))
    after = equal(x, number(0))

    known = frozenset((equal(y, number(1)),))
    assert frozenset() == triples().following(known, block(chosen), (after,), closed=False)
