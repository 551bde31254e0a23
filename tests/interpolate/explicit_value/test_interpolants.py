"""Interpolation of variable assignments: paths worked out by hand. The laws are with the runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.domains.assignments import Assignment, Element
from maul.interpolate.explicit_value.interpolants import (
    DOMAIN_TYPE,
    FIRST,
    NO_COUNTER,
    PREFIXES,
    SHORTEST_LIVED,
    Interpolants,
    Refiner,
    Selection,
)
from maul.interpolate.explicit_value.runs import Suffixes
from maul.interpolate.explicit_value.types import by_occurrence
from maul.logic.build import (
    bit_vector,
    bv_add,
    bv_ult,
    constant_array,
    equal,
    select,
    store,
    symbol,
)
from maul.logic.sorts import Array, BitVec
from maul.logic.trace import Block
from maul.logic.transition import Transition, assign, assume, input_for

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from maul.domains.assignments import Key
    from maul.interpolate.explicit_value.types import Rank
    from maul.logic.terms import Term

WORD = BitVec(32)


def word(number: int) -> Term:
    return bit_vector(number, 32)


# Made in this order, in which variables of one type are tried.
STATE, SAVED, FLAG, COUNT, A, B = (
    symbol(f"hand: {name}", WORD) for name in ("state", "saved", "flag", "i", "a", "b")
)
MEMORY = symbol("hand: memory", Array(WORD, WORD))
INCREMENT = assign(COUNT, bv_add(COUNT, word(1)))
BELOW_2 = assume(bv_ult(COUNT, word(2)))
CHOSEN = input_for(FLAG)


def path_of(*transitions: Transition) -> tuple[Block, ...]:
    return tuple(Block(i, i + 1, transition) for i, transition in enumerate(transitions))


# Two reasons: block 8 contradicts i = 2, block 9 contradicts saved = 1 and state = 3.
HAND = path_of(
    Transition((), {COUNT: word(0), STATE: word(1), FLAG: word(0)}, ()),  # 1
    BELOW_2,  # 2
    assign(SAVED, STATE),  # 3
    INCREMENT,  # 4
    assign(STATE, word(3)),  # 5
    Transition((), {FLAG: CHOSEN}, (CHOSEN,)),  # 6
    INCREMENT,  # 7
    BELOW_2,  # 8
    assume(equal(SAVED, STATE)),  # 9
)


def tracked(*positions: AbstractSet[Key]) -> list[AbstractSet[Key]]:
    return [*positions]


def precision(found: Interpolants | None) -> list[AbstractSet[Key]]:
    assert found is not None
    return [set(keys) for keys in found.precision()]


def test_the_precision_at_every_location_is_the_one_worked_out_by_hand() -> None:
    # Types: i is a counter, state and saved are constants (one is copied into the other), flag is a
    # flag. So they are tried in the order i, state, saved, flag. SP is of the blocks that follow.
    # l0: nothing is known.
    # l1: v = {i=0, state=1, flag=0}. Without i: saved=1 and state=3 at block 9, contradicting, so
    #     i goes. Without state: saved is unknown at block 9, so state stays. Without flag: still 1
    #     and 3 at block 9, so flag goes. {state=1}
    # l2: block 2 tells nothing of i, which may be 0 or 1. {state=1}
    # l3: v = {state=1, saved=1}. Without state: block 5 gives it 3, contradicting, so state goes.
    #     Without saved: nothing is known, so saved stays. {saved=1}
    # l4: i is not known, so it is not known after block 4. {saved=1}
    # l5: v = {state=3, saved=1}. Without state: block 9 binds state to 1; without saved: it binds
    #     saved to 3. Both stay. {state=3, saved=1}
    # l6, l7, l8: nothing of both is written. Block 9 contradicts them.
    both = {STATE, SAVED}
    by_hand = tracked(set(), {STATE}, {STATE}, {SAVED}, {SAVED}, both, both, both, both)
    found = Refiner().refine(HAND, {})
    assert by_hand == precision(found)
    assert found is not None
    assert {STATE: 3, SAVED: 1} == found.assignments[-1]
    assert 9 == found.contradiction


def test_in_another_order_the_counter_stays() -> None:
    # Tried in the order state, saved, flag, i. l1: without state, i = 2 at block 8: state goes,
    # then flag; without i, nothing is known: i stays, and is all there is until block 8.
    by_hand = tracked(set(), *[{COUNT}] * 7)
    assert by_hand == precision(Refiner(order=by_occurrence).refine(HAND, {}))


def test_sliced_prefixes_offer_both_reasons() -> None:
    counter = tracked(set(), *[{COUNT}] * 7)
    assert counter == precision(Refiner(FIRST).refine(HAND, {}))
    # Something is tracked at 7 positions for the first prefix, at 8 for the second.
    assert counter == precision(Refiner(SHORTEST_LIVED).refine(HAND, {}))
    by_type = Refiner(DOMAIN_TYPE).refine(HAND, {})
    assert precision(Refiner().refine(HAND, {})) == precision(by_type)
    assert by_type is not None
    assert (8,) == by_type.dropped


def test_the_shortest_lived_reason_may_come_last() -> None:
    late = path_of(assign(A, word(1)), INCREMENT, INCREMENT, assume(equal(A, word(2))))
    late += path_of(assign(B, word(1)), assume(equal(B, word(2))))
    assert [set(), {A}, {A}, {A}] == precision(Refiner(FIRST).refine(late, {}))
    assert [*[set()] * 5, {B}] == precision(Refiner(SHORTEST_LIVED).refine(late, {}))


def test_of_a_counter_and_a_flag_only_the_flag_stays() -> None:
    # [Beyer13, Listing 1.1] with a bound on the counter that refutes the path, too.
    path = path_of(
        Transition((), {COUNT: word(0), FLAG: word(0)}, ()),
        INCREMENT,
        assume(bv_ult(word(1), COUNT)),
        assume(bv_ult(word(0), FLAG)),
    )
    assert [set(), {FLAG}, {FLAG}, {FLAG}] == precision(Refiner().refine(path, {}))


def test_a_counter_is_tracked_when_nothing_else_refutes() -> None:
    rounds = 3000
    path = path_of(assign(COUNT, word(0)), *[INCREMENT] * rounds, assume(equal(COUNT, word(0))))
    found = Refiner().refine(path, {})
    assert found is not None
    assert [{}, *({COUNT: n} for n in range(rounds + 1))] == [*found.assignments]
    assert found.is_minimal


def test_each_element_of_an_array_is_a_variable() -> None:
    path = path_of(
        assign(MEMORY, store(store(MEMORY, word(4), word(1)), word(8), word(2))),
        assign(A, select(MEMORY, word(8))),
        assume(equal(A, word(1))),
    )
    assert [set(), {Element(MEMORY, 8)}, {A}] == precision(Refiner().refine(path, {}))


def test_an_array_known_as_a_whole_is_one_variable() -> None:
    zeros = constant_array(Array(WORD, WORD), word(0))
    path = path_of(
        assign(MEMORY, store(zeros, word(4), word(1))),
        assume(equal(select(MEMORY, word(8)), word(1))),
    )
    found = Refiner().refine(path, {})
    assert [set(), {MEMORY}] == precision(found)
    assert found is not None
    assert {MEMORY: 0, Element(MEMORY, 4): None} == found.assignments[1]


def test_one_refiner_takes_paths_with_ever_more_variables() -> None:
    refiner = Refiner()
    for count in (10, 100, 1000):
        many = [symbol(f"hand: {count} {i}", WORD) for i in range(count)]
        path = path_of(*(assign(x, word(1)) for x in many), assume(equal(many[0], word(2))))
        assert [set(), *[{many[0]}] * count] == precision(refiner.refine(path, {}))


def test_no_more_prefixes_are_tried_than_asked_for() -> None:
    blocks = path_of(*(assume(equal(A, word(n))) for n in range(1, 2 * PREFIXES)))
    numbers: list[int] = []

    def latest(found: Interpolants, _: Rank) -> tuple[int, ...]:
        numbers.append(found.contradiction)
        return (-found.contradiction,)

    found = Refiner(Selection("latest", 3, latest)).refine(blocks, {A: 0})
    assert found is not None
    assert ([1, 2, 3], 3, (1, 2)) == (numbers, found.contradiction, found.dropped)


def test_wrong_answers_about_the_rest_of_a_path_do_not_make_wrong_interpolants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Suffixes, "contradicts", lambda *_: True)
    found = Refiner().refine(path_of(assign(A, word(1)), assume(equal(A, word(2)))), {})
    assert found is not None
    assert [{}, {A: 1}] == [*found.assignments]
    assert not found.is_minimal


def test_a_reason_without_counters_is_taken_at_once() -> None:
    rounds = [assign(A, bv_add(A, word(1))) for _ in range(3)]
    counted, flagged = assume(equal(A, word(9))), assume(equal(B, word(1)))
    start: Assignment = {A: 0, B: 0}
    first = Refiner(FIRST).refine(path_of(*rounds, counted, flagged), start)
    chosen = Refiner(NO_COUNTER).refine(path_of(*rounds, counted, flagged), start)
    early = Refiner(NO_COUNTER).refine(path_of(flagged, *rounds, counted), start)
    assert first is not None
    assert chosen is not None
    assert early is not None
    assert [{A}, {B}, {B}] == [
        {key for v in found.assignments for key in v} for found in (first, chosen, early)
    ]
    assert ((4,), ()) == (chosen.dropped, early.dropped)
