"""Solves the constraints of the alias analysis, each as soon as it is known.

Comes in: constraints, one call each: two pointers may be equal; a slot may hold a pointer; a scalar
of so many bytes is accessed; bytes of an object are an array, a member whose address is taken, or
copied. Goes out: a memory graph that satisfies all of them whenever a call returns.

This is the unification of Steensgaard ("Points-to Analysis in Almost Linear Time", POPL 1996) on
nodes with offsets as in data structure analysis (Lattner, Lenharth and Adve, PLDI 2007), with two
refinements. What a slot may point to is unified only when somebody looks through the slot. And the
member of a record whose address is taken is a node of its own until a pointer to it is used outside
of it: then, and only then, the way from the member to the record matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.analyses.regions.layout import MOST_HOPS, GraphLayout
from maul.cfa.analyses.regions.nodes import (
    FAR,
    MemoryCell,
    MemoryNode,
    MemoryPart,
    Origin,
    Slot,
    Thing,
    current,
)

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.analyses.regions.nodes import Ref


class MemoryGraph:
    """All nodes, in the order in which they were made."""

    def __init__(self) -> None:
        self.nodes: list[MemoryNode] = []
        self._layout = GraphLayout()

    # ---- nodes ---------------------------------------------------------------------------------

    def node(self) -> MemoryNode:
        """A new class, of no object yet."""
        made = MemoryNode()
        self.nodes.append(made)
        return made

    def thing(
        self,
        name: str,
        variable: Variable | None,
        size: int | None,
        *,
        is_allocated: bool = False,
    ) -> MemoryNode:
        """A new class of one object: a variable, or what a call makes."""
        made = self.node()
        thing = Thing(len(self.nodes), name, variable, is_allocated=is_allocated)
        made.things.append((thing, 0))
        made.most = FAR if size is None else size
        return made

    def equal(self, one: Ref, other: Ref) -> None:
        """Two pointers may be the same."""
        self._layout.unify(one, other)
        self._layout.settle()

    def stride(self, ref: Ref, distance: int) -> None:
        """A pointer moves by unknown multiples of a distance."""
        if distance:
            self._layout.set_stride(ref[0], distance)
            self._layout.settle()

    # ---- slots ---------------------------------------------------------------------------------

    def give(self, slot: Slot, ref: Ref, stride: int = 0) -> None:
        """A slot may hold a pointer, moved by unknown multiples of a stride."""
        self._layout.give(slot, ref, stride)
        self._layout.settle()

    def flow(self, source: Slot, distance: int, stride: int, target: Slot) -> None:
        """What one slot may hold, moved so far, another may hold."""
        self._layout.flow(source, distance, stride, target)
        self._layout.settle()

    def same(self, one: Slot, other: Slot) -> None:
        """Two slots may hold the same."""
        self._layout.join(one, other)
        self._layout.settle()

    def target(self, slot: Slot) -> Ref:
        """What a slot points to; from now on one thing."""
        top = slot.top()
        if not top.targets:
            self.give(top, (self.node(), 0))
        if not top.demanded or len(top.targets) > 1:
            self._layout.demand(top)
            self._layout.settle()
        return target_of(slot)

    # ---- bytes ---------------------------------------------------------------------------------

    def access(self, ref: Ref, size: int, type_: CType | None) -> Slot:
        """A scalar of a type is accessed as a whole, or raw bytes (None); what it holds."""
        self._used(ref, size)
        cell = lookup(ref, size)
        if cell is not None and (cell.type == type_ or cell.type is None):
            return cell.slot
        slot = Slot()
        self._layout.insert(ref, MemoryCell(0, size, type_, slot), 0)
        self._layout.settle()
        return slot

    def _used(self, ref: Ref, size: int) -> None:
        """Some bytes at a pointer are looked at."""
        node, offset = current(ref)
        self._layout.use(node, offset, offset + size)
        self._layout.settle()

    def part(self, ref: Ref, size: int, kind: str) -> Ref:
        """The bytes at a pointer are an "array" into which pointers lead, or a member ("scalar" or
        "record") whose address is taken; the pointer to it."""
        part = self._part(ref, size)
        (outer, low), (node, own) = current(ref), current(part)
        origin = Origin(outer, low, own, size, kind)
        if outer is not node and origin not in node.origins:
            node.origins[origin] = None
            if kind == "array":
                node.least, node.most = min(node.least, own), max(node.most, own + size)
            self._layout.check_origins(node)
            self._layout.settle()
        return part

    def _part(self, ref: Ref, size: int) -> Ref:
        """The content of some bytes."""
        self._used(ref, 0 if size == FAR else size)
        where = inside(ref, size)
        if where is not None:
            return where
        child = self.node()
        node, offset = current(ref)
        self._layout.embed(node, MemoryPart(offset, offset + size, (child, 0), hull=False), 0)
        self._layout.settle()
        return child, 0

    def copied(self, one: Ref, other: Ref, size: int | None) -> None:
        """Some bytes of one object, all when the size is None, may become those of another."""
        if size is None:
            self.equal(one, other)
        elif size > 0:
            self.cut(one, size)
            self.cut(other, size)
            first, second = current(one), current(other)
            if first[0] is not second[0] or first[0].at(first[1]) != second[0].at(second[1]):
                self.equal(self._part(one, size), self._part(other, size))

    def cut(self, ref: Ref, size: int) -> None:
        """Some bytes are read or written as a whole, which may not cut a typed cell into two."""
        self._used(ref, size)
        self._layout.cut(ref, 0)
        self._layout.cut((ref[0], ref[1] + size), 0)
        self._layout.settle()

    def view(self, ref: Ref, size: int) -> None:
        """A record or array of so many bytes is at a pointer."""
        node = current(ref)[0]
        if size > node.view:
            node.view = size
            self._layout.check_origins(node)
            self._layout.settle()


def target_of(slot: Slot) -> Ref:
    """What a slot points to that somebody looks through."""
    (node, (offset, _)), *_ = slot.top().targets.items()
    return current((node, offset))


def inside(ref: Ref, size: int) -> Ref | None:
    """Where the content of these bytes is as a part, or mixed with others; None when they are no
    part yet."""
    for _ in range(MOST_HOPS):
        node, offset = current(ref)
        offset = node.at(offset)
        if node.stride and offset + size > node.anchor + node.stride:
            return node, offset
        part = node.part_at(offset)
        end = min(offset + size, FAR)
        if part is None or end > part.high:
            return None
        ref = part.inner(offset)
        if part.hull or (part.low == offset and part.high == end):
            return ref
    return ref


def lookup(ref: Ref, size: int) -> MemoryCell | None:
    """The cell that is these bytes, or the raw bytes that they are among."""
    for _ in range(4 * MOST_HOPS):
        node, start = current(ref)
        start = node.at(start)
        if node.stride and start + size > node.anchor + node.stride:
            start, size = node.anchor, node.stride
        cell = node.cells.get(start)
        if cell is not None and cell.size == size:
            return cell
        part = node.part_at(start)
        if part is None:
            cell = node.cell_at(start)
            raw = cell is not None and cell.type is None and start + size <= cell.end
            return cell if raw else None
        if start + size > part.high:
            return None
        ref = part.inner(start)
    return None
