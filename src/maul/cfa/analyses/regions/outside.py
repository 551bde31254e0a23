"""What functions without body can reach, and what they may store where.

Comes in: a memory graph, and what such functions are given (the primitive ``DISTURB``) and return.
Goes out: the graph in which they may have stored all that they can reach wherever they can, and the
nodes that they may write.

All calls share one slot, ``Outside.held``: a callee may keep what it is given and hand it to any
other. It points into objects anywhere, and it points to an object of its own, of which the program
knows nothing. Slots that can be reached and can hold a pointer are that slot, so that nothing is
unified as long as nobody looks through one of them. Numbers that can be reached carry pointers out
but not back in: that one of them is made a pointer is a matter of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer
from maul.cfa.analyses.regions.nodes import Slot, current

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.cfa.analyses.regions.flow import Flow
    from maul.cfa.analyses.regions.nodes import MemoryCell, MemoryNode, Ref, Thing
    from maul.cfa.analyses.regions.solve import MemoryGraph


class Outside:
    """What the functions without body of one program have in common."""

    def __init__(self, graph: MemoryGraph) -> None:
        self.held = Slot()
        self.held.wide = True
        self._graph = graph
        self._taken: list[tuple[Ref, int]] = []  # records that are passed, with their sizes
        self._made: list[tuple[Ref, int]] = []  # records that are returned
        own = graph.thing("elsewhere", None, None)
        own.unknown = True
        graph.give(self.held, (own, 0), 1)

    # ---- calls ---------------------------------------------------------------------------------

    def take(self, flows: Sequence[Flow]) -> None:
        """A scalar is passed."""
        for source, _, _ in flows:
            if isinstance(source, tuple):
                self._graph.give(self.held, source, 1)
            else:
                self._graph.flow(source, 0, 1, self.held)

    def take_record(self, ref: Ref, size: int) -> None:
        """A record is passed by value."""
        self._taken.append((ref, size))

    def give(self, slot: Slot) -> None:
        """A pointer is returned."""
        self._graph.same(self.held, slot)

    def give_record(self, ref: Ref, size: int) -> None:
        """A record is returned by value."""
        self._made.append((ref, size))

    # ---- all that can be reached ---------------------------------------------------------------

    def close(self) -> None:
        """Let everything that can be reached hold, and be, what can be reached."""
        is_news = True
        while is_news:
            is_news = False
            for cell, written in self._cells():
                is_news |= self._tie(cell, written=written)

    def _cells(self) -> list[tuple[MemoryCell, bool]]:
        """The cells that can be read, and whether they can be written."""
        found = [
            (cell, not _is_fixed_node(at)) for at in self.nodes() for cell in at.cells.values()
        ]
        found += [(cell, False) for each in self._taken for cell in _inside(*each)]
        return found + [(cell, True) for each in self._made for cell in _inside(*each)]

    def _tie(self, cell: MemoryCell, *, written: bool) -> bool:
        """Connect what a cell holds with all the rest; whether that was news."""
        slot, held = cell.slot.top(), self.held.top()
        if slot is held:
            return False
        if written and (cell.type is None or isinstance(cell.type, Pointer)):
            self._graph.same(held, slot)
            return True
        if any(follower.top() is held for follower, _, _ in slot.followers):
            return False
        self._graph.flow(slot, 0, 1, held)
        return True

    def nodes(self) -> Iterator[MemoryNode]:
        """The nodes that can be reached."""
        waiting = [current((at, 0))[0] for at in self.held.top().targets]
        seen = set(waiting)
        while waiting:
            at = waiting.pop()
            yield at
            around = [part.child for part in at.parts.values()]
            around += [origin.node for origin in at.origins]
            around += [below for cell in at.cells.values() for below in cell.slot.top().targets]
            for each in around:
                below = current((each, 0))[0]
                if below not in seen:
                    seen.add(below)
                    waiting.append(below)


def is_fixed(thing: Thing) -> bool:
    """Whether an object is defined const, or is a string literal."""
    variable = thing.variable
    return variable is not None and (variable.constant or variable.name.startswith('"'))


def _is_fixed_node(at: MemoryNode) -> bool:
    return bool(at.things) and not at.unknown and all(is_fixed(thing) for thing, _ in at.things)


def _inside(ref: Ref, size: int) -> list[MemoryCell]:
    """The cells in some bytes, those of parts included."""
    found: list[MemoryCell] = []
    waiting, seen = [(ref, size)], 0
    while waiting and seen < 1 << 16:
        seen += 1
        (at, start), size = current(waiting[-1][0]), waiting.pop()[1]
        if at.stride:
            start, size = at.anchor, at.stride
        found += at.cells_in(start, start + size)
        for part in at.parts_in(start, start + size):
            low, high = max(part.low, start), min(part.high, start + size)
            waiting.append((part.inner(low), high - low))
    return found
