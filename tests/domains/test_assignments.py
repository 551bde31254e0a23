"""Abstract variable assignments mean sets of states, and their operations are what the sets say.

The universe is small enough to list: variables of two bits and of one, a Boolean, and an array of
four bits. Assignments list three of its elements at most, so that what they say of "all others"
counts.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from maul.domains.assignments import (
    BOTTOM,
    Assignment,
    Element,
    Key,
    conjunction,
    formula,
    implies,
    known,
    restricted,
    symbol_of,
    value_in,
    values_of,
)
from maul.logic.build import symbol
from maul.logic.compiled.posts import Slots
from maul.logic.evaluate import holds
from maul.logic.sorts import BOOL, Array, BitVec
from maul.logic.values import ArrayValue

TWO, ONE = BitVec(2), BitVec(1)
CELLS = Array(TWO, ONE)
X, Y, B, A = symbol("x", TWO), symbol("y", ONE), symbol("b", BOOL), symbol("a", CELLS)
LISTED = tuple(Element(A, index) for index in range(3))
KEYS: tuple[Key, ...] = (X, Y, B, A, *LISTED)
State: TypeAlias = tuple[int, int, bool, tuple[int, ...]]
STATES: tuple[State, ...] = tuple(
    (x, y, b, cells)
    for x, y, b in product(range(4), range(2), (False, True))
    for cells in product((0, 1), repeat=4)
)
RANGES: dict[Key, int] = {X: 4, Y: 2, A: 2, **dict.fromkeys(LISTED, 2)}


@st.composite
def assignments(draw: st.DrawFn) -> Assignment:
    found: dict[Key, bool | int | None] = {}
    for key in draw(st.permutations(KEYS)):
        if key is B:
            values: st.SearchStrategy[bool | int] = st.booleans()
        else:
            values = st.integers(0, RANGES[key] - 1)
        if draw(st.booleans()):
            found[key] = draw(st.one_of(st.none(), values))
    return found


PRECISIONS = st.lists(st.sampled_from(KEYS), unique=True)


def stands_for(v: Assignment | None, state: State) -> bool:
    """Whether a state is one of those that an assignment means [Beyer13, section 2]."""
    if v is BOTTOM:
        return False
    x, y, b, cells = state
    scalars = {X: x, Y: y, B: b}
    if any(v.get(key) not in (None, held) for key, held in scalars.items()):
        return False
    others = v.get(A)
    said = [v.get(Element(A, index), others) for index in range(4)]
    return all(one in (None, cell) for one, cell in zip(said, cells, strict=True))


def meaning(v: Assignment | None) -> frozenset[State]:
    return frozenset(state for state in STATES if stands_for(v, state))


@cache
def slots() -> Slots:
    found = Slots(6)
    for x in (Y, A, X, B):
        found.of(x)
    return found


# ---- implication, conjunction, contradiction ---------------------------------------------------


@given(assignments(), assignments())
def test_implication_is_inclusion(v: Assignment, w: Assignment) -> None:
    assert (meaning(v) <= meaning(w)) == implies(v, w)


@given(assignments(), assignments())
def test_a_conjunction_means_what_both_mean(v: Assignment, w: Assignment) -> None:
    assert meaning(v) & meaning(w) == meaning(conjunction(v, w))


@given(assignments(), assignments())
def test_a_conjunction_is_bottom_exactly_when_it_is_contradicting(
    v: Assignment, w: Assignment
) -> None:
    assert (not meaning(v) & meaning(w)) == (conjunction(v, w) is BOTTOM)


@given(assignments())
def test_bottom_implies_everything_and_nothing_else_implies_bottom(v: Assignment) -> None:
    assert implies(BOTTOM, v)
    assert implies(BOTTOM, BOTTOM)
    assert not implies(v, BOTTOM)
    assert conjunction(v, BOTTOM) is BOTTOM
    assert conjunction(BOTTOM, v) is BOTTOM


@given(assignments(), assignments())
def test_an_interpolant_exists_for_every_contradicting_pair(v: Assignment, w: Assignment) -> None:
    # The first lemma of [Beyer13, section 3]: restrict the first to what the second speaks of.
    if conjunction(v, w) is not BOTTOM:
        return
    found = restricted(v, list(w))

    assert implies(v, found)
    assert conjunction(found, w) is BOTTOM
    assert {symbol_of(key) for key in found} <= {symbol_of(key) for key in w}


def test_the_cases_of_the_paper() -> None:
    # [Beyer13, section 3]: the abstraction of {x = 2, y = 5} to {x}, and the cases of "and".
    assert {X: 2} == restricted({X: 2, Y: 1}, [X])
    assert {X: 2, Y: 1} == conjunction({X: 2}, {Y: 1})
    assert {X: 2} == conjunction({X: 2}, {X: 2})
    assert conjunction({X: 2}, {X: 3}) is BOTTOM


def test_an_unknown_variable_adds_nothing_to_a_conjunction() -> None:
    # The paper has top here; what both mean is the value that one of them has.
    assert {X: 2} == conjunction({X: 2}, {X: None})


# ---- precisions --------------------------------------------------------------------------------


@given(assignments(), PRECISIONS)
def test_a_restriction_is_implied_and_speaks_of_the_precision_only(
    v: Assignment, keys: list[Key]
) -> None:
    found = restricted(v, keys)

    assert implies(v, found)
    assert all(key in keys or symbol_of(key) in keys for key in found)
    for key in keys:
        assert value_in(v, key) == value_in(found, key)


@given(assignments(), PRECISIONS, PRECISIONS)
def test_a_larger_precision_keeps_more(v: Assignment, some: list[Key], more: list[Key]) -> None:
    assert implies(restricted(v, [*some, *more]), restricted(v, some))
    assert meaning(v) == meaning(restricted(v, KEYS))


# ---- formulas and tuples -----------------------------------------------------------------------


@given(assignments())
def test_the_formula_of_an_assignment_holds_in_its_states(v: Assignment) -> None:
    term = formula(v)
    for x, y, b, cells in STATES:
        array = ArrayValue(CELLS, 0, dict(enumerate(cells)))

        assert stands_for(v, (x, y, b, cells)) == holds(term, {X: x, Y: y, B: b, A: array})


@given(assignments())
def test_a_tuple_says_the_same_as_its_assignment(v: Assignment) -> None:
    values = values_of(v, slots())

    assert meaning(v) == meaning(known(values, slots()))
    assert values == values_of(known(values, slots()), slots())


@given(assignments())
def test_a_variable_that_has_no_slot_is_left_out(v: Assignment) -> None:
    only = Slots(2, only=(X, A))
    values = values_of(v, only)

    assert meaning(restricted(v, [X, A])) == meaning(known(values, only))
