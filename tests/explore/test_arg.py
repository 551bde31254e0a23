"""The unwinding keeps its covering relation consistent [McMillan06, Def. 2 and 3]."""

from __future__ import annotations

from random import Random

import pytest

from maul.explore.arg import Unwinding, Vertex, nearest_common_ancestor
from maul.logic.build import FALSE, TRUE, and_, or_, symbol
from maul.logic.sorts import BOOL
from maul.logic.trace import Block
from maul.logic.transition import Transition

P, Q = symbol("p", BOOL), symbol("q", BOOL)
NOTHING = Transition((), {}, ())


def unwound(depth: int, width: int = 1) -> Unwinding:
    """A tree in which every vertex is at the place "loop"."""
    tree = Unwinding("loop")
    level = [tree.root]
    for _ in range(depth):
        for v in level:
            tree.expand(v, [Block("loop", "loop", NOTHING)] * width)
        level = [w for v in level for w in v.children]
    return tree


def covered(tree: Unwinding) -> list[int]:
    return [v.number for v in tree.vertices if v.is_covered]


def is_under_an_arc(v: Vertex) -> bool:
    return any(w.coverer is not None for w in v.path())


def test_what_is_below_a_covered_vertex_is_covered() -> None:
    tree = unwound(3)

    tree.cover(tree.vertices[2], tree.vertices[1])

    assert [2, 3] == covered(tree)


def test_arcs_into_a_subtree_go_when_it_gets_covered() -> None:
    tree = unwound(3)
    tree.cover(tree.vertices[3], tree.vertices[2])

    tree.cover(tree.vertices[1], tree.vertices[0])

    assert tree.vertices[3].coverer is None
    assert [1, 2, 3] == covered(tree)
    assert [tree.vertices[3]] == tree.uncovered


def test_a_covered_vertex_must_not_cover() -> None:
    tree = unwound(3)
    tree.cover(tree.vertices[1], tree.vertices[0])

    with pytest.raises(AssertionError, match="must not cover"):
        tree.cover(tree.vertices[3], tree.vertices[2])


def test_a_vertex_is_not_covered_by_a_younger_one() -> None:
    tree = unwound(2)

    with pytest.raises(AssertionError, match="order of creation"):
        tree.cover(tree.vertices[1], tree.vertices[2])


def test_strengthening_a_label_uncovers_who_relied_on_it() -> None:
    tree = unwound(2)
    tree.cover(tree.vertices[2], tree.vertices[1])

    tree.strengthen(tree.vertices[1], P)

    assert [] == covered(tree)
    assert 0 == tree.arcs
    assert P is tree.vertices[1].label


def test_nothing_below_an_unreachable_vertex_is_reachable() -> None:
    tree = unwound(3, width=2)
    low, below = tree.vertices[4], tree.vertices[1].children[0].children[1]
    tree.cover(low, tree.vertices[3])

    tree.strengthen(tree.vertices[1], FALSE)

    assert FALSE is below.label
    assert all(v.label is FALSE for v in tree.vertices[1].subtree())
    assert TRUE is tree.vertices[2].label
    assert 0 == tree.arcs


def test_the_invariant_of_a_place_is_what_uncovered_vertices_say() -> None:
    tree = unwound(3)
    for v, label in zip(tree.vertices[1:], (P, Q, and_(P, Q)), strict=True):
        tree.strengthen(v, label)
    tree.cover(tree.vertices[3], tree.vertices[2])
    tree.root.label = FALSE

    assert {"loop": or_(P, Q)} == tree.labels()


def test_broken_laws_are_found() -> None:
    tree = unwound(2)

    def laws() -> list[str]:
        return list(tree.broken_laws(lambda a, _, b: a is b or b is TRUE, lambda a, b: a is b))

    assert [] == laws()

    tree.vertices[2].label = P
    assert ["the label of v2 at loop does not follow from its parent's"] == laws()

    tree.vertices[2].label = TRUE
    tree.vertices[1].label = P
    tree.cover(tree.vertices[2], tree.vertices[1])
    assert 2 == len(laws())


def test_the_nearest_common_ancestor_is_the_lowest_of_both_paths() -> None:
    tree = unwound(4, width=2)
    random = Random(0)
    for _ in range(50):
        v, w = random.choice(tree.vertices), random.choice(tree.vertices)
        common = [x for x in v.path() if x in w.path()]

        assert common[-1] is nearest_common_ancestor(v, w)
        assert v.path(common[-1])[0] is common[-1]


@pytest.mark.parametrize("seed", range(30))
def test_random_operations_keep_the_relation_consistent(seed: int) -> None:
    random = Random(seed)
    tree = unwound(4, width=2)
    for _ in range(60):
        v, w = sorted(random.sample(tree.vertices, 2), key=lambda x: -x.number)
        if random.random() < 0.2:
            tree.strengthen(w, random.choice((P, Q)))
        elif not (v.is_covered or w.is_covered):
            tree.cover(v, w)

    arcs = [(v, v.coverer) for v in tree.vertices if v.coverer is not None]
    assert len(arcs) == tree.arcs
    assert all(not is_under_an_arc(w) for _, w in arcs)
    assert all(v in w.covers for v, w in arcs)
    assert [is_under_an_arc(v) for v in tree.vertices] == [v.is_covered for v in tree.vertices]
