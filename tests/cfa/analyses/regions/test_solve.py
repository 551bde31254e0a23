"""The memory graph satisfies all constraints it was given, in whatever order they came."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import TypeAlias

import pytest

from maul.c.ctype import CHAR, INT, CType, Integer
from maul.cfa.analyses.regions.nodes import FAR, MemoryCell, MemoryNode, Slot, current
from maul.cfa.analyses.regions.solve import MemoryGraph, inside, lookup

SHORT, LONG = Integer(16, signed=True), Integer(64, signed=True)
TYPES: tuple[tuple[int, CType | None], ...] = (
    (1, CHAR),
    (2, SHORT),
    (4, INT),
    (8, LONG),
    (2, None),
)
Ref: TypeAlias = tuple[MemoryNode, int]


class Constraints:
    """Random constraints on a graph, and what must hold when all are in."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.graph = MemoryGraph()
        self.nodes = [self.graph.thing(f"n{k}", None, 64) for k in range(5)]
        self.refs: list[Ref] = [(node, 0) for node in self.nodes]
        self.accesses: list[tuple[Ref, int]] = []
        self.laws: list[Callable[[], None]] = []

    def ref(self) -> Ref:
        node, offset = self.random.choice(self.refs)
        return node, offset + self.random.choice((0, 0, 0, 4, 8, 12, 16, 24, 2, 6))

    def add(self) -> None:
        """One constraint more."""
        kind = self.random.choice(("access",) * 6 + ("equal", "stride", "part", "copied", "flow"))
        getattr(self, kind)()

    def access(self) -> None:
        ref, (size, type_) = self.ref(), self.random.choice(TYPES)
        self.graph.access(ref, size, type_)
        self.accesses.append((ref, size))

    def equal(self) -> None:
        one, other = self.ref(), self.ref()
        self.graph.equal(one, other)
        self.laws.append(lambda: self.same_cells(one, other, 64))

    def stride(self) -> None:
        if self.random.random() < 0.5:
            return
        ref, distance = self.ref(), self.random.choice((8, 16, 24, 32))
        self.graph.stride(ref, distance)
        self.laws.append(lambda: self.same_cells(ref, (ref[0], ref[1] + 3 * distance), 8))

    def part(self) -> None:
        ref, size = self.ref(), self.random.choice((4, 8, 16))
        kind = self.random.choice(("array", "scalar", "record"))
        inner = self.graph.part(ref, size, kind)
        self.refs.append(inner)
        self.laws.append(lambda: self.same_cells(ref, inner, size))
        if kind == "record":
            self.laws.append(lambda: self.left(inner, ref))

    def copied(self) -> None:
        one, other, size = self.ref(), self.ref(), self.random.choice((8, 16, 24, None))
        self.graph.copied(one, other, size)
        self.laws.append(lambda: self.same_cells(one, other, size or 64))
        if size is not None:
            for start in (one, other):
                self.laws.append(lambda start=start: self.not_cut(start))  # type: ignore[misc]
                self.laws.append(lambda start=start: self.not_cut((start[0], start[1] + size)))  # type: ignore[misc]

    def flow(self) -> None:
        """A pointer goes through slots and comes out as itself, moved."""
        ref, slots = self.ref(), [Slot() for _ in range(3)]
        steps = [(0, 1), (1, 2)]
        self.random.shuffle(steps)
        wanted = self.random.random() < 0.5
        if wanted:
            self.graph.target(slots[2])
        for source, target in steps:
            self.graph.flow(slots[source], 4, 0, slots[target])
        self.graph.give(slots[0], ref)
        out = self.graph.target(slots[2])
        self.refs.append(out)
        self.laws.append(lambda: self.same_cells((ref[0], ref[1] + 8), out, 64))

    # ---- laws ----------------------------------------------------------------------------------

    def check(self) -> None:
        """Everything that was asked for holds, and the graph is in order."""
        for node in self.graph.nodes:
            if node.above is None:
                in_order(node)
        for ref, size in self.accesses:
            cell = lookup(ref, size)
            assert cell is not None
            assert cell.type is None or size == cell.size
        for law in self.laws:
            law()

    def same_cells(self, one: Ref, other: Ref, size: int) -> None:
        """Equal pointers lead to the same bytes."""
        for distance in range(size):
            here, there = cell_at(one, distance), cell_at(other, distance)
            assert here == there, (distance, here, there)

    def left(self, inner: Ref, around: Ref) -> None:
        """What is accessed outside of a member is what is around it."""
        for distance in range(-32, 64):
            there = cell_at(inner, distance)
            assert there is None or there == cell_at(around, distance)

    def not_cut(self, ref: Ref) -> None:
        """No typed cell goes across a place."""
        before, after = cell_at(ref, -1), cell_at(ref, 0)
        if before is not None and after is not None and before[0] is after[0]:
            assert before[0].type is None or before[1] > after[1]


def cell_at(ref: Ref, distance: int) -> tuple[MemoryCell, int] | None:
    """The cell that a byte is in, and which byte of it that is."""
    where = ref[0], ref[1] + distance
    for _ in range(100):
        node, offset = current(where)
        offset = node.at(offset)
        part = node.part_at(offset)
        if part is None:
            cell = node.cell_at(offset)
            return None if cell is None else (cell, offset - cell.start)
        where = part.inner(offset)
    return None  # nobody ever accessed this part of itself


def in_order(node: MemoryNode) -> None:
    """Cells and parts are where a node says, and do not overlap."""
    assert sorted(node.cells) == node.starts
    assert sorted(node.parts) == node.lows
    taken = sorted(
        [(cell.start, cell.end) for cell in node.cells.values()]
        + [(part.low, part.high) for part in node.parts.values()]
    )
    assert all(one[1] <= other[0] for one, other in pairwise(taken))
    if node.stride and taken:
        assert node.anchor <= taken[0][0]
        assert taken[-1][1] <= node.anchor + node.stride
    for part in node.parts.values():
        assert node is not current((part.child, 0))[0]


@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_all_constraints_hold_in_the_end(first: int) -> None:
    for seed in range(first, first + 100):
        constraints = Constraints(seed)
        for _ in range(constraints.random.randint(3, 30)):
            constraints.add()
        constraints.check()


def test_accesses_that_overlap_are_raw_bytes() -> None:
    graph = MemoryGraph()
    node = graph.node()
    graph.access((node, 0), 4, INT)
    graph.access((node, 2), 4, INT)
    cell = lookup((node, 0), 4)

    assert cell is not None
    assert (0, 6, None) == (cell.start, cell.size, cell.type)


def test_a_pointer_to_itself_at_a_distance_makes_a_stride() -> None:
    graph = MemoryGraph()
    node = graph.node()
    graph.access((node, 0), 4, INT)
    graph.equal((node, 0), (node, 12))

    assert lookup((node, 0), 4) is lookup((node, 24), 4)
    assert lookup((node, 4), 4) is None


def test_an_array_in_a_record_has_a_stride_of_its_own() -> None:
    graph = MemoryGraph()
    record = graph.thing("record", None, 40)
    array = graph.part((record, 8), 16, "array")
    graph.stride(array, 4)
    graph.access((record, 24), 4, INT)
    graph.access(array, 4, INT)

    assert 0 == record.stride
    assert lookup((record, 8), 4) is lookup((record, 20), 4)
    assert lookup((record, 8), 4) is not lookup((record, 24), 4)


def test_an_array_without_end_takes_all_that_follows() -> None:
    graph = MemoryGraph()
    record = graph.node()
    tail = graph.part((record, 4), FAR, "array")
    graph.access((record, 100), 4, INT)

    assert lookup((tail[0], 96), 4) is lookup((record, 100), 4)


def test_a_member_is_a_node_of_its_own_until_a_pointer_leaves_it() -> None:
    graph = MemoryGraph()
    one, other = graph.thing("one", None, 16), graph.thing("other", None, 16)
    for node in (one, other):
        graph.access((node, 0), 4, INT)
    first, second = graph.part((one, 8), 8, "record"), graph.part((other, 8), 8, "record")
    graph.equal(first, second)
    graph.access(first, 4, INT)

    assert lookup((one, 8), 4) is lookup((other, 8), 4)
    assert lookup((one, 0), 4) is not lookup((other, 0), 4)

    graph.access((first[0], first[1] - 8), 4, INT)

    assert lookup((one, 0), 4) is lookup((other, 0), 4)


def test_targets_stay_apart_until_somebody_looks_through_the_slot() -> None:
    graph = MemoryGraph()
    one, other, slot, copy = graph.node(), graph.node(), Slot(), Slot()
    graph.flow(slot, 0, 0, copy)
    graph.give(slot, (one, 0))
    graph.give(slot, (other, 0))

    assert current((one, 0))[0] is not current((other, 0))[0]

    graph.target(copy)

    assert current((one, 0)) == current((other, 0))


def test_a_pointer_that_moves_in_a_circle_has_a_stride_when_it_is_used() -> None:
    graph = MemoryGraph()
    node, slot = graph.node(), Slot()
    graph.flow(slot, 4, 0, slot)
    graph.give(slot, (node, 0))

    assert 0 == node.stride

    graph.target(slot)

    assert 4 == node.stride


def test_bytes_that_are_no_part_are_inside_none() -> None:
    graph = MemoryGraph()
    node = graph.node()
    part = graph.part((node, 8), 8, "record")

    assert inside((node, 0), 8) is None
    assert part == inside((node, 8), 8)
