"""Cells say what a dictionary with a default says, and share what they do not change."""

from __future__ import annotations

import pickle
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic.cells import Cells, Known, known_cells

FAR = 1 << 33


def random_index(rng: random.Random) -> int:
    """An index near others, in another page, or far away."""
    return rng.choice((rng.randrange(6), 1000 + rng.randrange(3), FAR + rng.randrange(2), -1))


def random_history(
    rng: random.Random,
) -> tuple[Cells | None, Known | None, dict[int, Known | None]]:
    """Cells after some stores, with the default and the elements they should hold."""
    default = rng.choice((None, 0, 5))
    cells: Cells | None = None if default is None else Cells(default, {})
    held: dict[int, Known | None] = {}
    for _ in range(rng.randint(0, 12)):
        index, value = random_index(rng), rng.choice((None, 0, 1, 5))
        cells = known_cells({index: value}) if cells is None else cells.stored(index, value)
        held[index] = value
        if cells is None:
            held, default = {}, None
    return cells, default, held


@given(seed=st.integers(0, 10**9))
@settings(max_examples=200)
def test_stores_are_read_back(seed: int) -> None:
    """Elements, listing, equality and hash are those of the dictionary."""
    cells, default, held = random_history(random.Random(seed))
    listed = {i: v for i, v in sorted(held.items()) if v != default}
    if cells is None:
        assert default is None
        assert not listed
        return
    assert {i: held.get(i, default) for i in (*held, 77)} == {i: cells.at(i) for i in (*held, 77)}
    assert list(listed.items()) == list(cells.items())
    assert len(listed) == cells.count
    again = Cells(default, dict(reversed(listed.items())))
    assert again == cells
    assert hash(again) == hash(cells)
    assert cells == pickle.loads(pickle.dumps(cells))


@given(seed=st.integers(0, 10**9))
@settings(max_examples=200)
def test_different_knowledge_is_different(seed: int) -> None:
    """Cells are equal only when they hold the same everywhere."""
    rng = random.Random(seed)
    (one, _, held), (other, _, also) = random_history(rng), random_history(rng)
    if one is None or other is None:
        return
    indices = (*held, *also, 77)
    assert (one == other) == all(one.at(i) == other.at(i) for i in indices)


@given(seed=st.integers(0, 10**9))
@settings(max_examples=300)
def test_agreement_is_what_both_say(seed: int) -> None:
    """An element is known in the agreement exactly when it is known and the same in both."""
    rng = random.Random(seed)
    (one, _, held), (other, _, also) = random_history(rng), random_history(rng)
    if one is None or other is None:
        return
    both = one.agreed(other)
    for index in (*held, *also, 77):
        expected = one.at(index) if one.at(index) == other.at(index) else None
        if index == 77 and one.default != other.default:
            expected = None
        assert expected == (None if both is None else both.at(index))


@given(seed=st.integers(0, 10**9))
@settings(max_examples=300)
def test_equality_is_told_only_when_it_is_certain(seed: int) -> None:
    """True needs everything known, False a difference where one of them lists something."""
    rng = random.Random(seed)
    (one, _, _), (other, _, _) = random_history(rng), random_history(rng)
    if one is None or other is None:
        return
    pairs = [(one.at(i), other.at(i)) for i, _ in (*one.items(), *other.items())]
    differ = any(a != b for a, b in pairs if None not in (a, b))
    known = all(None not in pair for pair in (*pairs, (one.default, other.default)))
    expected = False if differ else (True if known and one == other else None)
    assert expected == one.equal_to(other)


def test_restriction_keeps_the_chosen_elements() -> None:
    """Others become unknown, also those that the default told."""
    cells = Cells(7, {1: 2, 5: None})
    kept = cells.restricted(frozenset((1, 3, 5)))
    assert kept == Cells(None, {1: 2, 3: 7})
    assert known_cells({4: 1}) is not None
    assert Cells(None, {4: 1}).restricted(frozenset((9,))) is None


def test_forgetting_the_last_element_leaves_nothing() -> None:
    """None stands for an array of which nothing is known."""
    assert Cells(None, {4: 1}).stored(4, None) is None
    assert Cells(0, {}).stored(4, None) == Cells(0, {4: None})


def test_storing_what_is_there_changes_nothing() -> None:
    """The same object comes back."""
    cells = Cells(3, {1: 2})
    assert cells is cells.stored(1, 2)
    assert cells is cells.stored(9, 3)


def test_many_elements_are_stored_one_by_one() -> None:
    """A hundred thousand stores into one array, in another order than they are listed."""
    count = 100_000
    cells = Cells(None, {-4: 0})
    for i in range(count):
        made = cells.stored(4 * (i * 7919 % count), i)
        assert made is not None
        cells = made
    assert count + 1 == cells.count
    assert 1 == cells.at(4 * 7919)
    assert [-4, 0, 4] == [index for index, _ in cells.items()][:3]
