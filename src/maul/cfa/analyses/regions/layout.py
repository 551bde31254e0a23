"""Keeps the memory graph consistent while the alias analysis adds to it.

Comes in: single changes (two pointers are the same, a cell, a part, a cut, a target of a slot).
Goes out: the graph, once the work that the changes cause is done. Nodes are merged by a weighted
union-find, and what a merge brings together is merged in turn. Work is kept in a list, so that
nothing recurses; the order in which it is done does not matter for the result being sound.
"""

from __future__ import annotations

from bisect import insort
from math import gcd
from typing import TYPE_CHECKING

from maul.cfa.analyses.regions.nodes import (
    FAR,
    MemoryCell,
    MemoryNode,
    MemoryPart,
    Origin,
    Slot,
    common_type,
    current,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.cfa.analyses.regions.nodes import Ref

MOST_HOPS = 16  # parts of parts; what is deeper is part of itself
_MOST_TARGETS = 16  # of a slot that nobody looks through


class GraphLayout:
    """Each method may leave work behind; ``settle`` does it."""

    def __init__(self) -> None:
        self._todo: list[Callable[[], None]] = []

    def settle(self) -> None:
        """Do all the work that is left."""
        while self._todo:
            self._todo.pop()()

    # ---- slots ---------------------------------------------------------------------------------

    def give(self, slot: Slot, ref: Ref, stride: int) -> None:
        """A slot may hold a pointer, moved by unknown multiples of a stride."""
        slot = slot.top()
        told = slot.demanded and bool(slot.targets)  # the followers know what is unified with it
        new = slot.take(ref, stride)
        if new is None:
            return
        node, offset, step = new
        if not told:
            for follower, distance, further in slot.followers:
                self._later_give(follower, (node, offset + distance), gcd(step, further))
        if slot.demanded or (len(slot.targets) > _MOST_TARGETS and not slot.wide):
            self.demand(slot)

    def _later_give(self, slot: Slot, ref: Ref, stride: int) -> None:
        self._todo.append(lambda: self.give(slot, ref, stride))

    def flow(self, source: Slot, distance: int, stride: int, target: Slot) -> None:
        """What one slot may hold, moved, another may hold."""
        source = source.top()
        if source is target.top() and not distance and not stride:
            return
        source.followers.append((target, distance, stride))
        target.top().wide |= source.wide
        for node, (offset, step) in list(source.targets.items()):
            self.give(target, (node, offset + distance), gcd(step, stride))

    def demand(self, slot: Slot) -> None:
        """Somebody looks through a slot: all it may point to is one."""
        slot = slot.top()
        slot.demanded = True
        targets = list(slot.targets.items())
        if not targets:
            return
        (first, (start, _)), *others = targets
        slot.targets = dict(targets[:1])
        for node, (_, stride) in targets:
            if stride:
                self.set_stride(node, stride)
        for node, (offset, _) in others:
            self.unify((first, start), (node, offset))

    def join(self, one: Slot, other: Slot) -> None:
        """What one slot may hold the other may hold, too, and the other way round."""
        one, other = one.top(), other.top()
        if one is other:
            return
        other.above = one
        mine, its = list(one.targets.items()), list(other.targets.items())
        old, new = one.followers, other.followers
        one.followers = old + new
        one.demanded = one.demanded or other.demanded
        one.wide = one.wide or other.wide
        for follower, distance, stride in new:
            for node, (offset, step) in mine:
                self._later_give(follower, (node, offset + distance), gcd(step, stride))
        for node, (offset, step) in its:
            self._later_give(one, (node, offset), step)
        if one.demanded:
            self._todo.append(lambda: self.demand(one))

    # ---- nodes ---------------------------------------------------------------------------------

    def unify(self, one: Ref, other: Ref) -> None:
        """Two pointers are the same."""
        (a, x), (b, y) = current(one), current(other)
        if a is b:
            if x != y:
                self.set_stride(a, abs(x - y))
            return
        if a.weight() < b.weight():
            a, x, b, y = b, y, a, x
        distance = x - y
        b.above, b.shift = a, distance
        if not a.things and b.things and a.at(b.anchor + distance) != a.anchor:
            self._take_out(a)
            a.anchor = b.anchor + distance
        a.things += [(thing, offset + distance) for thing, offset in b.things]
        for it in b.origins:
            a.origins[Origin(it.node, it.low, it.own + distance, it.size, it.kind)] = None
        a.view = max(a.view, b.view)
        a.least, a.most = min(a.least, b.least + distance), max(a.most, b.most + distance)
        a.unknown |= b.unknown
        a.arbitrary |= b.arbitrary
        if b.stride:
            self.set_stride(a, b.stride)
        if b.used[0] <= b.used[1]:
            self.use(a, b.used[0] + distance, b.used[1] + distance)
        self.check_origins(a)
        self._take_out(b)
        for part in [part for part in a.parts.values() if current((part.child, 0))[0] is a]:
            self._drop(a, part)
            self._later_embed(a, part, 0)

    def set_stride(self, node: MemoryNode, distance: int) -> None:
        """Offsets at multiples of a distance are the same."""
        node = current((node, 0))[0]
        stride = gcd(node.stride, distance)
        if stride != node.stride:
            self._take_out(node)
            node.stride = stride
            self.check_origins(node)

    def _take_out(self, node: MemoryNode) -> None:
        """Take all that is in a node out, to be put in again."""
        cells, parts, cuts = node.cells, node.parts, node.cuts
        node.cells, node.parts, node.cuts = {}, {}, set()
        node.starts, node.lows = [], []
        for cut in sorted(cuts):
            self._later_cut((node, cut), 0)
        for cell in cells.values():
            self._later_insert((node, cell.start), cell, 0)
        for part in parts.values():
            self._later_embed(node, part, 0)

    def use(self, node: MemoryNode, low: int, high: int) -> None:
        """Pointers into a node are used at these offsets."""
        first, last = node.used
        if low < first or high > last:
            node.used = min(low, first), max(high, last)
            self.check_origins(node)

    def check_origins(self, node: MemoryNode) -> None:
        """A pointer to a member or into an array that may leave it is a pointer into the record
        around it, so these are no nodes of their own any more."""
        for origin in list(node.origins):
            if not _stays(node, origin):
                del node.origins[origin]
                self._later_unify((origin.node, origin.low), (node, origin.own))

    def _later_unify(self, one: Ref, other: Ref) -> None:
        self._todo.append(lambda: self.unify(one, other))

    # ---- cells ---------------------------------------------------------------------------------

    def _later_insert(self, ref: Ref, cell: MemoryCell, hops: int) -> None:
        self._todo.append(lambda: self.insert(ref, cell, hops))

    def insert(self, ref: Ref, given: MemoryCell, hops: int) -> None:
        """An access touches as many bytes as a cell has, at a pointer."""
        node, start = current(ref)
        size, type_ = given.size, given.type
        self.use(node, start, start + size)
        start = node.at(start)
        if node.stride and start + size > node.anchor + node.stride:
            start, size, type_ = node.anchor, node.stride, None
        cell = MemoryCell(start, size, type_, given.slot)
        parts = node.parts_in(start, cell.end)
        if parts:
            self._insert_into_parts(node, cell, parts, hops)
            return
        touched = node.cells_in(start, cell.end)
        if not touched:
            if any(start < cut < cell.end for cut in node.cuts):
                cell.type = None
            node.cells[start] = cell
            insort(node.starts, start)
        elif len(touched) == 1 and touched[0].start == start and touched[0].size == size:
            same = touched[0]
            same.type = common_type(same.type, type_, size)
            self.join(same.slot, cell.slot)
        else:
            low, high = min(start, touched[0].start), max(cell.end, touched[-1].end)
            whole = MemoryCell(low, high - low, None, cell.slot)
            self._later_insert((node, low), whole, hops)
            for old in touched:
                self._remove(node, old)
                self.join(cell.slot, old.slot)

    def _insert_into_parts(
        self, node: MemoryNode, cell: MemoryCell, parts: list[MemoryPart], hops: int
    ) -> None:
        first = parts[0]
        if first.low <= cell.start and cell.end <= first.high:
            inner = first.inner(cell.start)
            if hops < MOST_HOPS:
                self._later_insert(inner, cell, hops + 1)
            else:
                self._later_insert((node, cell.start), cell, 0)
                self._later_unify((node, cell.start), inner)
            return
        self._later_insert((node, cell.start), cell, hops)
        self._grow(node, cell.start, cell.end, parts)

    def _remove(self, node: MemoryNode, cell: MemoryCell) -> None:
        del node.cells[cell.start]
        node.starts.remove(cell.start)

    # ---- parts ---------------------------------------------------------------------------------

    def _later_embed(self, node: MemoryNode, part: MemoryPart, hops: int) -> None:
        self._todo.append(lambda: self.embed(node, part, hops))

    def embed(self, node: MemoryNode, part: MemoryPart, hops: int) -> None:
        """Bytes of a node are those of another."""
        node, low = current((node, part.low))
        child, offset = current((part.child, part.offset))
        if child is node:
            self.unify((node, low), (child, offset))
            return
        self.use(node, low, low if part.high == FAR else low + part.high - part.low)
        low = node.at(low)
        if node.stride and low + part.high - part.low > node.anchor + node.stride:
            self.unify((node, low), (child, offset))
            return
        new = part.moved(low, (child, offset))
        touched = node.parts_in(low, new.high)
        if len(touched) == 1 and touched[0].low <= low and new.high <= touched[0].high:
            self._embed_deeper(touched[0], new, hops)
            return
        if any(old.low < low or old.high > new.high for old in touched):
            self._grow(node, low, new.high, [new, *touched])
            return
        for old in touched:
            self._drop(node, old)
            ref = old.child, old.offset
            self._later_embed(child, old.moved(offset + old.low - low, ref), 0)
        node.parts[low] = new
        insort(node.lows, low)
        for cut in sorted(node.cuts):
            if low < cut < new.high:
                self._later_cut(new.inner(cut), 0)
        for cell in node.cells_in(low, new.high):
            self._remove(node, cell)
            self._later_insert((node, cell.start), cell, 0)

    def _embed_deeper(self, outer: MemoryPart, new: MemoryPart, hops: int) -> None:
        """A part inside another one."""
        inner = outer.inner(new.low)
        same = outer.low == new.low and outer.high == new.high
        if same or outer.hull or hops >= MOST_HOPS:
            self.unify(inner, (new.child, new.offset))
        else:
            self._later_embed(inner[0], new.moved(inner[1], (new.child, new.offset)), hops + 1)

    def _grow(self, node: MemoryNode, low: int, high: int, parts: list[MemoryPart]) -> None:
        """Parts that overlap each other or an access become one part."""
        first = parts[0]
        for part in parts:
            low, high = min(low, part.low), max(high, part.high)
            if node.parts.get(part.low) is part:
                self._drop(node, part)
        self._later_embed(node, MemoryPart(low, high, first.inner(low), hull=True), 0)
        for part in parts[1:]:
            self._later_unify(first.inner(part.low), (part.child, part.offset))

    def _drop(self, node: MemoryNode, part: MemoryPart) -> None:
        del node.parts[part.low]
        node.lows.remove(part.low)

    # ---- cuts ----------------------------------------------------------------------------------

    def _later_cut(self, ref: Ref, hops: int) -> None:
        self._todo.append(lambda: self.cut(ref, hops))

    def cut(self, ref: Ref, hops: int) -> None:
        """No typed cell may go across a byte's start."""
        node, offset = current(ref)
        offset = node.at(offset)
        if offset in node.cuts:
            return
        node.cuts.add(offset)
        part = node.part_at(offset)
        if part is not None and part.low < offset:
            if hops < MOST_HOPS:
                self._later_cut(part.inner(offset), hops + 1)
            else:
                self._later_unify((node, offset), part.inner(offset))
            return
        cell = node.cell_at(offset)
        if cell is not None and cell.start < offset:
            cell.type = None


def _stays(node: MemoryNode, origin: Origin) -> bool:
    """Whether pointers into a node that come from a member or array do not leave it.

    Without a stride, the offsets at which pointers are used tell that; they stay in an array as
    long as they stay in some array or object of the node. With a stride nobody can tell; but who
    goes from an element or scalar to the record around will look at the record as a whole.
    """
    if node.stride:
        return origin.kind != "record" and origin.size >= node.view
    low, high = node.used
    if origin.kind == "array":
        return low > high or (node.least <= low and high <= node.most)
    return origin.own <= low and high <= origin.own + origin.size
