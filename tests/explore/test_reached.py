"""The reached set: order, covers, and what waits after a part has been removed."""

from __future__ import annotations

import pytest

from maul.explore.reached import Entry, Reached


def key(entry: Entry[str, int]) -> tuple[int, ...]:
    return (entry.depth,)


def tree() -> Reached[str, int]:
    """States are called by their place and a number; a1 covers a successor of c1."""
    reached = Reached[str, int](lambda e: e[0], key)
    for state, parent in (("s", None), ("a1", "s"), ("c1", "s"), ("b1", "a1"), ("a2", "b1")):
        reached.add(state, 0, parent)
    reached.cover("c1", by="a1")
    return reached


def popped(reached: Reached[str, int]) -> list[str]:
    found = []
    while (waiting := reached.pop()) is not None:
        found.append(waiting[0])
    return found


def test_what_waits_comes_by_its_key_and_the_older_first() -> None:
    assert ["s", "a1", "c1", "b1", "a2"] == popped(tree())


def test_a_state_waits_once_and_again_when_asked_to() -> None:
    reached = tree()
    popped(reached)
    reached.wait("b1")
    reached.wait("b1")

    assert ["b1"] == popped(reached)


def test_states_at_one_place_are_near_each_other() -> None:
    assert ("a1", "a2") == tuple(tree().near("a3"))
    assert () == tuple(tree().near("x"))


def test_a_path_leads_from_the_first_state() -> None:
    assert ("s", "a1", "b1", "a2") == tree().path("a2")


def test_a_subtree_is_removed_and_what_it_covered_is_explored_again() -> None:
    reached = tree()
    popped(reached)
    reached.prune("a1")

    assert ["s", "c1"] == list(reached)
    assert () == tuple(reached.near("a1"))
    assert ["s", "c1"] == popped(reached)


def test_what_covers_inside_of_a_removed_subtree_is_forgotten() -> None:
    reached = tree()
    popped(reached)
    reached.cover("a2", by="a1")
    reached.prune("b1")

    assert ["s", "a1", "c1"] == list(reached)
    assert ["a1"] == popped(reached)


def test_removed_states_do_not_wait() -> None:
    reached = tree()
    reached.prune("b1")

    assert ["s", "a1", "c1"] == popped(reached)


def test_everything_goes_on_with_a_sharper_precision() -> None:
    reached = tree()
    reached.sharpen(7)

    assert ("s", 7) == reached.pop()


def test_a_replaced_state_waits_and_keeps_its_place_in_the_tree() -> None:
    reached = tree()
    popped(reached)
    reached.replace("a1", "a9", 3)

    assert ("a2", "a9") == tuple(reached.near("a"))
    assert ("s", "a9", "b1") == reached.path("b1")
    assert ("a9", 3) == reached.pop()


def test_a_narrowed_state_keeps_its_place_and_does_not_wait() -> None:
    reached = tree()
    popped(reached)
    reached.narrow("b1", "b9")

    assert ("s", "a1", "b9", "a2") == reached.path("a2")
    assert ("b9",) == tuple(reached.near("b"))
    assert "b1" not in reached
    assert [] == popped(reached)
    reached.prune("b9")
    assert ["s", "a1", "c1"] == sorted(reached, key=["s", "a1", "c1"].index)


def test_a_state_that_covers_others_is_not_narrowed() -> None:
    reached = tree()

    assert [True, False] == [reached.is_covering(state) for state in ("a1", "b1")]
    with pytest.raises(AssertionError, match="what it covers"):
        reached.narrow("a1", "a9")
    assert ("a1", "a2") == tuple(reached.near("a"))


def test_a_state_whose_covered_ones_are_gone_can_be_narrowed() -> None:
    reached = tree()
    reached.prune("c1")

    assert not reached.is_covering("a1")
    reached.narrow("a1", "a9")
    assert ("s", "a9", "b1") == reached.path("b1")


def test_a_narrowed_state_that_waits_goes_on_waiting() -> None:
    reached = tree()
    reached.narrow("b1", "b9")

    assert ["s", "a1", "c1", "b9", "a2"] == popped(reached)


def test_waiting_states_can_be_put_in_another_order() -> None:
    heavy = dict.fromkeys(("s", "a", "b", "c"), 0)
    reached = Reached[str, int](lambda e: e[0], lambda entry: (heavy[entry.state[0]],))
    for state, parent in (("s", None), ("a1", "s"), ("b1", "s"), ("c1", "s"), ("b2", "a1")):
        reached.add(state, 0, parent)

    assert ("s", 0) == reached.pop()
    heavy.update(a=3, b=2, c=1)
    assert ("a1", 0) == reached.pop()
    reached.prune("b2")
    reached.reorder()
    assert ["c1", "b1", "a1"] == popped(reached)
    reached.wait("b1")
    reached.reorder()
    assert ["b1"] == popped(reached)
