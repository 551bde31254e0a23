"""Reads a solved memory graph: which cell bytes are in, and which objects a node stands for.

Comes in: nodes that will not change any more. Goes out: cells with the way to them, and for each
node its roots, that is the objects that it is, or is a part of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import ArrayType, Record, known_size
from maul.cfa.analyses.regions.nodes import FAR, MemoryCell, Slot, current
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.analyses.regions.nodes import MemoryNode, Ref, Thing

_DEEPEST = 64  # parts of parts that are looked into


@node
class Found:
    """A cell and the node it is in. ``path`` tells it from all others that the same object has:
    where the parts on the way begin, then its own offset; ``offset`` is where it lies in the object
    (the first of its kind, when a stride makes several of them one: ``repeated``).
    """

    cell: MemoryCell
    node: MemoryNode
    path: tuple[int, ...]
    offset: int
    repeated: bool


class _Way:
    """From a node down into its parts."""

    __slots__ = ("base", "path", "repeated")

    def __init__(self) -> None:
        self.base = 0
        self.path: tuple[int, ...] = ()
        self.repeated = False

    def into(self, low: int, offset: int, *, repeated: bool) -> _Way:
        """Into the part that begins at ``low`` and is the ``offset`` of another node."""
        way = _Way()
        way.base = self.base + low - offset
        way.path = (*self.path, low)
        way.repeated = self.repeated or repeated
        return way

    def found(self, cell: MemoryCell, holder: MemoryNode) -> Found:
        """A cell of the node that it leads to."""
        repeated = self.repeated or holder.stride != 0
        return Found(cell, holder, (*self.path, cell.start), self.base + cell.start, repeated)


def cell_of(ref: Ref, size: int, t: CType | None) -> Found:
    """The cell of an access of the program; one it does not have gets a cell where none is."""
    way = _Way()
    for _ in range(_DEEPEST):
        holder, start = current(ref)
        start = holder.at(start)
        if holder.stride and start + size > holder.anchor + holder.stride:
            start, size = holder.anchor, holder.stride
        part = holder.part_at(start)
        if part is None or start + size > part.high:
            break
        ref = part.inner(start)
        way = way.into(part.low, current((part.child, part.offset))[1], repeated=holder.stride != 0)
    else:
        raise ValueError("a part of itself")
    touched = holder.cells_in(start, start + size)
    if not touched:
        touched = [MemoryCell(start, size, t, Slot())]
        holder.cells[start] = touched[0]
        holder.starts = sorted(holder.cells)
    cell = touched[0]
    if cell.start > start or cell.end < start + size or (cell.type and cell.size != size):
        raise ValueError("an access that the program does not have")
    return way.found(cell, holder)


def cells_from(ref: Ref, size: int) -> Iterator[tuple[int, Found]]:
    """The cells in some bytes, each with its distance from the first byte."""
    # Ranges still to go through: a pointer, the distance of it, the number of bytes, the way.
    waiting = [(ref, 0, size, _Way())]
    while waiting:
        ref, distance, size, way = waiting.pop()
        holder, start = current(ref)
        at = holder.at(start)
        part = holder.part_at(at)
        if part is not None:
            inside = min(size, part.high - at)
            if holder.stride:
                inside = min(inside, holder.anchor + holder.stride - at)
            if inside < size:
                waiting.append(((holder, start + inside), distance + inside, size - inside, way))
            if len(way.path) < _DEEPEST:
                offset = current((part.child, part.offset))[1]
                inner = way.into(part.low, offset, repeated=holder.stride != 0)
                waiting.append((part.inner(at), distance, inside, inner))
            continue
        cell = holder.cell_at(at)
        if cell is None:
            step = _next(holder, at) - at
        elif cell.type is None:
            step = 1
            yield distance, way.found(cell, holder)
        else:
            step = cell.end - at
            if cell.start == at and step <= size:
                yield distance, way.found(cell, holder)
        if step < size:
            waiting.append(((holder, start + step), distance + step, size - step, way))


def all_cells(ref: Ref) -> Iterator[Found]:
    """The cells of the node that a pointer leads into, those of its parts included."""
    waiting = [(current(ref)[0], _Way())]
    seen: dict[MemoryNode, _Way] = {}
    while waiting:
        holder, way = waiting.pop()
        if holder in seen:
            continue
        seen[holder] = way
        yield from (way.found(cell, holder) for cell in holder.cells.values())
        for part in holder.parts.values():
            child, offset = current((part.child, part.offset))
            waiting.append((child, way.into(part.low, offset, repeated=holder.stride != 0)))


def room_at(ref: Ref) -> int | None:
    """How many bytes from a pointer on are in the members and arrays that its node stands for; None
    when it stands for whole objects only. With a stride the pointer may be anywhere: then it is the
    size of the smallest."""
    holder, offset = current(ref)
    found = [
        origin.size if holder.stride else origin.own + origin.size - offset
        for origin in holder.origins
        if current((origin.node, 0))[0] is not holder
    ]
    least = min(found, default=FAR)
    return None if least >= FAR // 2 else max(least, 0)


def _next(holder: MemoryNode, offset: int) -> int:
    """Where the next cell or part begins behind an offset, or the offsets begin again."""
    bounds = [FAR if not holder.stride else holder.anchor + holder.stride]
    bounds += [cell.start for cell in holder.cells_in(offset, bounds[0])[:1]]
    bounds += [part.low for part in holder.parts_in(offset, bounds[0])[:1]]
    return min(bounds)


# ---- objects -------------------------------------------------------------------------------------


@node
class Roots:
    """The objects of a node, each with its offset there. ``repeated``: an object may have several
    parts like this, or there are objects that the program does not make: ``unknown``. The
    ``number`` is that of the node."""

    number: int
    things: tuple[tuple[Thing, int], ...]
    repeated: bool
    unknown: bool


class Ancestry:
    """The objects of nodes; of the variables only those whose address is taken."""

    def __init__(self, nodes: list[MemoryNode], addressed: frozenset[Variable]) -> None:
        self._addressed = addressed
        self._known: dict[MemoryNode, Roots] = {}
        self._around: dict[MemoryNode, list[tuple[MemoryNode, int]]] = {}
        tops = [made for made in nodes if made.above is None]
        self._numbers = {made: number for number, made in enumerate(tops)}
        for outer in tops:
            for part in outer.parts.values():
                child, offset = current((part.child, part.offset))
                self._around.setdefault(child, []).append((outer, offset - part.low))
        spread_unknown(tops)

    def of(self, start: MemoryNode) -> Roots:
        """The objects that a node is, or is a part of."""
        known = self._known.get(start)
        if known is None:
            known = self._known[start] = self._collected(start)
        return known

    def _collected(self, start: MemoryNode) -> Roots:
        things: list[tuple[Thing, int]] = []
        seen = {start: 0}
        waiting, repeated, unknown = [start], False, False
        while waiting:
            holder = waiting.pop()
            base = seen[holder]
            unknown = unknown or holder.unknown
            repeated = repeated or holder.stride != 0 or holder.unknown
            things += [
                (thing, base + offset)
                for thing, offset in holder.things
                if thing.variable is None or thing.variable in self._addressed
            ]
            for outer, distance in self._around.get(holder, ()):
                if outer in seen:
                    repeated = True
                else:
                    seen[outer] = base + distance
                    waiting.append(outer)
        things.sort(key=lambda found: found[0].number)
        return Roots(self._numbers[start], tuple(things), repeated, unknown)


def spread_unknown(tops: list[MemoryNode]) -> None:
    """What pointers of unknown objects point to may be unknown objects."""
    waiting = [made for made in tops if made.unknown or made.arbitrary]
    while waiting:
        holder = waiting.pop()
        for part in holder.parts.values():
            child = current((part.child, 0))[0]
            if (holder.unknown and not child.unknown) or not child.arbitrary:
                child.unknown |= holder.unknown
                child.arbitrary = True
                waiting.append(child)
        for cell in holder.cells.values():
            for target in cell.slot.top().targets:
                pointed = current((target, 0))[0]
                if not pointed.unknown:
                    pointed.unknown = True
                    waiting.append(pointed)


# ---- names ---------------------------------------------------------------------------------------


def spelt(name: str, t: CType | None, offset: int, *, repeated: bool) -> str:
    """How people call the bytes at an offset of an object; ``repeated`` for those like them too."""
    while t is not None and offset >= 0:
        size = known_size(t)
        if isinstance(t, ArrayType):
            element = known_size(t.element)
            if not element:
                break
            index = offset // element
            name += "[]" if repeated and index == 0 else f"[{index}]"
            t, offset = t.element, offset % element
        elif isinstance(t, Record) and size is not None and offset < size:
            inner = next(
                (
                    field
                    for field in t.fields
                    if 0 <= offset - field.offset // 8 < (known_size(field.type) or FAR)
                ),
                None,
            )
            if inner is None:
                break
            name = f"{name}.{inner.name}" if inner.name else name
            t, offset = inner.type, offset - inner.offset // 8
        else:
            break
    return f"{name}{offset:+d}" if offset else name
