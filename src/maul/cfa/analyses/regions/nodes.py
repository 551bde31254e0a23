"""The parts of the memory graph that the alias analysis works on: nodes, cells, parts, slots.

- A *node* is a class of objects; a pointer into it is a pair (node, offset), a ``Ref``. When two
  pointers into one node at a distance d may be equal, or a pointer moves by unknown multiples of d,
  offsets count modulo d from then on: that is the *stride* of the node.
- A *cell* is an interval of bytes that accesses touch as a whole. Accesses that overlap and are not
  the same interval join into one cell of *raw* bytes.
- A *part* is an interval of a node whose content is in another node, at some offset: an array in a
  record (its stride is then not that of the record), a member whose address is taken, a record that
  is copied as a whole.
- A *slot* is what can hold a pointer: a variable, a cell, the result of a function.

``maul.cfa.analyses.regions.layout`` changes them, ``maul.cfa.analyses.regions.cells`` reads them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import gcd
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import VOID, Integer, Pointer
from maul.node import value

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.c.tree import Variable

FAR = 1 << 62
"""The end of a part that has no end; beyond all offsets."""


class MemoryCell:
    """``size`` bytes from ``start``: one scalar of ``type``, or raw bytes, which have none."""

    __slots__ = ("size", "slot", "start", "type")

    def __init__(self, start: int, size: int, type_: CType | None, slot: Slot) -> None:
        self.start = start
        self.size = size
        self.type = type_
        self.slot = slot

    @property
    def end(self) -> int:
        """The first byte behind."""
        return self.start + self.size


class MemoryPart:
    """The bytes from ``low`` to before ``high`` of a node are those of ``child`` from ``offset``;
    ``hull`` when it was made of several that overlap."""

    __slots__ = ("child", "high", "hull", "low", "offset")

    def __init__(self, low: int, high: int, ref: Ref, *, hull: bool) -> None:
        self.low = low
        self.high = min(high, FAR)
        self.child, self.offset = ref
        self.hull = hull

    def inner(self, offset: int) -> Ref:
        """Where an offset of the node is in the child."""
        return self.child, offset - self.low + self.offset

    def moved(self, low: int, ref: Ref) -> MemoryPart:
        """The same bytes, counted from elsewhere."""
        high = FAR if self.high == FAR else low + self.high - self.low
        return MemoryPart(low, high, ref, hull=self.hull)


class Thing:
    """An object of the program: a variable, or what one call allocates or returns (then
    ``variable`` is None; ``is_allocated`` if it is of ``malloc`` or its kin). Things are numbered
    as they are met."""

    __slots__ = ("is_allocated", "name", "number", "variable")

    def __init__(
        self, number: int, name: str, variable: Variable | None, *, is_allocated: bool
    ) -> None:
        self.number = number
        self.name = name
        self.variable = variable
        self.is_allocated = is_allocated

    @property
    def alignment(self) -> int:
        """What its address is a multiple of, wherever it lies. All allocators keep to that, for
        small objects, too; variables may be declared with less."""
        return 8 if self.is_allocated else 1


@value
class Origin:
    """``size`` bytes at an offset ``low`` of another node are those of this one from ``own``: an
    "array" to the elements of which there are pointers, or a member ("scalar" or "record") whose
    address is taken."""

    node: MemoryNode
    low: int
    own: int
    size: int
    kind: str


class MemoryNode:
    """A class of objects. Merged into ``above``, its offset 0 is ``shift`` there; all else counts
    only while ``above`` is None. Cells and parts do not overlap; ``starts`` and ``lows`` are their
    offsets in order. With a stride, all offsets lie from ``anchor`` to before ``anchor + stride``.

    ``origins`` say where in other nodes pointers into this one may come from.
    """

    __slots__ = (
        "above",
        "anchor",
        "arbitrary",
        "cells",
        "cuts",
        "least",
        "lows",
        "most",
        "origins",
        "parts",
        "shift",
        "starts",
        "stride",
        "things",
        "unknown",
        "used",
        "view",
    )

    def __init__(self) -> None:
        self.above: MemoryNode | None = None
        self.shift = 0
        self.stride = 0
        self.anchor = 0
        self.starts: list[int] = []
        self.cells: dict[int, MemoryCell] = {}
        self.lows: list[int] = []
        self.parts: dict[int, MemoryPart] = {}
        self.cuts: set[int] = set()  # no typed cell goes across one of these
        self.things: list[tuple[Thing, int]] = []
        self.unknown = False  # there may be objects in it that the program does not make
        self.arbitrary = False  # what its cells hold may come from elsewhere
        self.origins: dict[Origin, None] = {}
        self.least = self.most = 0  # the offsets that its objects and arrays have
        self.used = (FAR, -FAR)  # the offsets of all cells, parts and copies
        self.view = 0  # the size of the largest record or array that pointers into it point to

    def at(self, offset: int) -> int:
        """The offset that stands for all those that the stride makes equal."""
        if self.stride:
            return self.anchor + (offset - self.anchor) % self.stride
        return offset

    def cell_at(self, offset: int) -> MemoryCell | None:
        """The cell that a byte is in."""
        found = self.cells_in(offset, offset + 1)
        return found[0] if found else None

    def part_at(self, offset: int) -> MemoryPart | None:
        """The part that a byte is in."""
        found = self.parts_in(offset, offset + 1)
        return found[0] if found else None

    def cells_in(self, low: int, high: int) -> list[MemoryCell]:
        """The cells that have a byte in an interval, in order."""
        if not self.starts:
            return []
        first = max(bisect_right(self.starts, low) - 1, 0)
        last = bisect_left(self.starts, high)
        found = [self.cells[start] for start in self.starts[first:last]]
        return found if not found or found[0].end > low else found[1:]

    def parts_in(self, low: int, high: int) -> list[MemoryPart]:
        """The parts that have a byte in an interval, in order."""
        if not self.lows:
            return []
        first = max(bisect_right(self.lows, low) - 1, 0)
        last = bisect_left(self.lows, high)
        found = [self.parts[start] for start in self.lows[first:last]]
        return found if not found or found[0].high > low else found[1:]

    def weight(self) -> int:
        """What it costs to merge it into another node."""
        return len(self.starts) + len(self.lows) + len(self.things) + len(self.origins)


Ref: TypeAlias = tuple[MemoryNode, int]


class Slot:
    """What may hold a pointer.

    As long as nobody looks through it, it can have several ``targets``: one offset a node, and the
    stride of unknown distances from there (0: none). Once somebody does it is ``demanded``, and all
    targets are one. What it may hold goes to the ``followers``, moved by a distance and a stride.
    """

    __slots__ = ("above", "demanded", "followers", "targets", "wide")

    def __init__(self) -> None:
        self.above: Slot | None = None
        self.demanded = False
        self.targets: dict[MemoryNode, tuple[int, int]] = {}
        self.followers: list[tuple[Slot, int, int]] = []
        self.wide = False  # it may have many targets although nobody looks through it

    def top(self) -> Slot:
        """The slot that this one was joined into."""
        slot = self
        while slot.above is not None:
            if slot.above.above is not None:
                slot.above = slot.above.above
            slot = slot.above
        return slot

    def take(self, ref: Ref, stride: int) -> tuple[MemoryNode, int, int] | None:
        """One target more; None when it was there, otherwise all that is known of its node."""
        if any(node.above is not None for node in self.targets):
            self._refresh()
        node, offset = current(ref)
        known = self.targets.get(node)
        if known is None:
            self.targets[node] = offset, stride
            return node, offset, stride
        step = gcd(known[1], stride, abs(offset - known[0]))
        if step == known[1]:
            return None
        self.targets[node] = known[0], step
        return node, known[0], step

    def _refresh(self) -> None:
        """Some of the targets' nodes were merged."""
        old, self.targets = self.targets, {}
        for node, (offset, step) in old.items():
            self.take((node, offset), step)


def current(ref: Ref) -> Ref:
    """The same pointer into the node that its node was merged into."""
    node, offset = ref
    above = node.above
    if above is None:
        return ref
    passed = [node]
    while above.above is not None:
        passed.append(above)
        above = above.above
    total = 0
    for below in reversed(passed):
        total += below.shift
        below.above, below.shift = above, total
    return above, offset + total


def common_type(one: CType | None, other: CType | None, size: int) -> CType | None:
    """The type of a cell of ``size`` bytes that is accessed with two types; None for raw bytes."""
    if one == other:
        return one
    if one is None or other is None:
        return None
    if isinstance(one, Pointer) and isinstance(other, Pointer):
        return Pointer(VOID, size)
    return Integer(8 * size, signed=False)
