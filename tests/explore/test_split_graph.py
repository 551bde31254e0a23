"""The split graph against a plain one: all edges listed, every search from the beginning."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from itertools import pairwise, product
from random import Random

import pytest

from maul.explore.split_graph import SplitEdge, SplitGraph, SplitPart
from maul.logic.build import FALSE, TRUE, Term, and_, not_, or_, symbol
from maul.logic.evaluate import holds
from maul.logic.sorts import BOOL
from maul.logic.trace import Block
from maul.logic.transition import assume
from maul.run import Run

ATOMS = tuple(symbol(name, BOOL) for name in "abc")
STATES = [dict(zip(ATOMS, values, strict=True)) for values in product((False, True), repeat=3)]
P, Q, R = ATOMS


class Places:
    """A graph of numbered places; nothing leaves an error."""

    def __init__(self, arrows: Sequence[tuple[int, int]], *errors: int) -> None:
        self.blocks = [Block(a, b, assume(TRUE)) for a, b in arrows if a not in errors]
        self.errors = set(errors)
        self.start = 0

    def leaving(self, place: Hashable) -> list[Block]:
        return [block for block in self.blocks if block.source == place]

    def is_error(self, place: Hashable) -> bool:
        return place in self.errors


def anything(_: SplitEdge) -> bool:
    return True


class Plain:
    """The same graph with a list of all its edges."""

    def __init__(self, places: Places, split: SplitGraph) -> None:
        self.places = places
        self.start = split.start
        wholes = {b.target: split.targets(split.start, b)[0] for b in places.leaving(0)}
        wholes[0] = split.start
        waiting = [*wholes]
        for place in waiting:
            for block in places.leaving(place):
                if block.target not in wholes:
                    wholes[block.target] = split.targets(wholes[place], block)[0]
                    waiting.append(block.target)
        self.parts = list(wholes.values())
        blocks = [block for block in places.blocks if block.source in wholes]
        self.edges = {SplitEdge(wholes[b.source], b, wholes[b.target]) for b in blocks}

    def split(self, part: SplitPart, halves: Sequence[SplitPart]) -> None:
        def now(old: SplitPart) -> Sequence[SplitPart]:
            return halves if old is part else (old,)

        self.parts = [new for old in self.parts for new in now(old)]
        self.edges = {
            SplitEdge(source, edge.block, target)
            for edge in self.edges
            for source in now(edge.source)
            for target in now(edge.target)
        }

    def distances(self) -> dict[SplitPart, int]:
        found = {self.start: 0}
        waiting = deque([self.start])
        while waiting:
            part = waiting.popleft()
            for edge in self.edges:
                if edge.source is part and edge.target not in found:
                    found[edge.target] = found[part] + 1
                    waiting.append(edge.target)
        return found

    def shortest(self) -> int | None:
        """The length of a shortest path to an error."""
        lengths = [n for part, n in self.distances().items() if self.places.is_error(part.place)]
        return min(lengths, default=None)


def drawn(random: Random) -> Places:
    count = random.randint(3, 6)
    arrows = [(random.randrange(count), random.randrange(1, count)) for _ in range(2 * count)]
    return Places([(0, 1), *arrows], count - 1)


def assertion(random: Random) -> Term:
    literals = [random.choice((atom, not_(atom))) for atom in random.sample(ATOMS, 2)]
    return random.choice((literals[0], and_(*literals), or_(*literals)))


def change(random: Random, split: SplitGraph, plain: Plain) -> None:
    """Split a part or remove an edge, in both graphs."""
    inner = [p for p in plain.parts if p is not split.start and not split.is_error(p)]
    edges = sorted(plain.edges, key=lambda e: (e.source.number, e.target.number))
    if inner and random.random() < 0.4:
        part = random.choice(inner)
        plain.split(part, split.split(part, assertion(random)))
    elif edges:
        edge = random.choice(edges)
        plain.edges.remove(edge)
        split.remove(edge)


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_plain_graph_whatever_is_split_and_removed(seed: int) -> None:
    random = Random(seed)
    places = drawn(random)
    split = SplitGraph(places, Run())
    plain = Plain(places, split)
    for _ in range(25):
        change(random, split, plain)
        shortest = plain.shortest()
        path = split.path(anything)

        assert shortest == (None if path is None else len(path))
        assert path is None or plain.edges.issuperset(path)
        assert path is None or path[0].source is split.start
        assert path is None or all(a.target is b.source for a, b in pairwise(path))
    for part in plain.parts:
        for block in split.blocks(part):
            targets = [edge.target for edge in plain.edges if edge[:2] == (part, block)]
            assert set(targets) == set(split.targets(part, block))
            assert len(targets) == len(split.targets(part, block))
    assert len(plain.parts) == split.size


@pytest.mark.parametrize("seed", range(30))
def test_the_parts_of_a_place_share_no_state_and_have_all(seed: int) -> None:
    random = Random(seed)
    places = drawn(random)
    split = SplitGraph(places, Run())
    plain = Plain(places, split)
    for _ in range(20):
        change(random, split, plain)

    for place in {part.place for part in plain.parts}:
        labels = [part.label for part in split.parts_of(place)]
        assert [1] * len(STATES) == [sum(holds(p, state) for p in labels) for state in STATES]


@pytest.mark.parametrize("seed", range(40))
def test_labels_are_the_reached_parts(seed: int) -> None:
    random = Random(seed)
    places = drawn(random)
    places.errors.clear()
    split = SplitGraph(places, Run())
    plain = Plain(places, split)
    for _ in range(30):
        change(random, split, plain)
    assert split.path(anything) is None
    found = split.labels()

    reached = plain.distances()
    for place in {part.place for part in plain.parts}:
        label = or_(
            *(part.label for part in plain.parts if part in reached and part.place == place)
        )
        told = found.get(place, FALSE)
        assert [holds(label, s) for s in STATES] == [holds(told, s) for s in STATES]


def test_where_all_is_reached_the_label_is_true() -> None:
    split = SplitGraph(Places([(0, 1)]), Run())
    (whole,) = split.parts_of(1)
    yes, no = split.split(whole, P)
    split.split(yes, Q)
    left, right = split.split(no, R)

    assert split.path(anything) is None
    assert {0: TRUE, 1: TRUE} == split.labels()
    (block,) = split.blocks(split.start)
    split.remove(SplitEdge(split.start, block, right))
    assert split.path(anything) is None
    assert {0: TRUE, 1: or_(P, R)} == split.labels()
    split.remove(SplitEdge(split.start, block, left))
    assert split.path(anything) is None
    assert {0: TRUE, 1: P} == split.labels()


def test_a_place_that_is_not_reached_has_no_label() -> None:
    split = SplitGraph(Places([(0, 1), (1, 2)]), Run())
    path = split.path(anything)
    (edge,) = (
        SplitEdge(split.start, block, target)
        for block in split.blocks(split.start)
        for target in split.targets(split.start, block)
    )
    split.remove(edge)

    assert path is None
    assert split.path(anything) is None
    assert {0: TRUE} == split.labels()


def test_facts_that_are_known_are_not_said_again() -> None:
    split = SplitGraph(Places([(0, 1)]), Run())
    (whole,) = split.parts_of(1)
    yes, _ = split.split(whole, P)
    both, one = split.split(yes, and_(P, Q))

    assert and_(P, Q) is both.label
    assert and_(P, not_(Q)) is one.label


def test_edges_that_are_impossible_are_asked_about_once() -> None:
    split = SplitGraph(Places([(0, 1), (0, 2), (2, 1), (1, 3)], 3), Run())
    asked: list[tuple[Hashable, Hashable]] = []

    def without_the_last(edge: SplitEdge) -> bool:
        asked.append((edge.source.place, edge.target.place))
        return not split.is_error(edge.target)

    assert split.path(without_the_last) is None
    assert split.path(without_the_last) is None
    assert [(0, 1), (0, 2), (1, 3)] == asked  # by (2, 1) nothing new is met
    assert 1 == split.removed


def test_a_graph_that_has_changed_is_asked_again() -> None:
    places = Places([(0, 1), (1, 2)], 2)
    split = SplitGraph(places, Run())
    before = split.path(anything)
    places.errors = {3}
    places.blocks += Places([(1, 3)]).blocks
    split.renew()
    after = split.path(anything)

    assert before is not None
    assert after is not None
    assert [1, 2] == [edge.target.place for edge in before]
    assert [1, 3] == [edge.target.place for edge in after]


def test_the_start_is_not_split() -> None:
    split = SplitGraph(Places([(0, 1), (1, 0)]), Run())
    with pytest.raises(AssertionError, match="start"):
        split.split(split.start, P)
