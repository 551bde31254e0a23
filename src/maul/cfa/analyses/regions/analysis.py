"""A sound alias analysis that splits the memory of a program into regions of typed cells.

Comes in: a program model. Goes out: for every place the region that an access to it touches, and
for a number of bytes from a place the cells in them.

What is promised: two accesses that can touch a common byte, in an execution without undefined
behaviour, are in the same region, and either they are the same cell of it or the region is one of
bytes. The other way round nothing is promised: one region can hold cells of many objects.

What that rests on:

- An access stays inside the object that its pointer was derived from [C11 6.5.6]. That object is
  the member when a pointer to a scalar member moves by an unknown distance, and the array when a
  pointer into an array that is a member moves. A pointer at a constant distance from a member, and
  one to the record around it (``container_of``, a cast from the first member), leads where it says.
- The last array in a record may be longer than declared when its length is 0, 1 or left out.
- An integer carries the pointers that it was computed from, of whatever width; that a program
  guesses an address, or builds one from the outcomes of comparisons, is not considered.
- Functions without body and without model change what the calls of ``DISTURB`` in the program say
  (``regions_outside``); without any they return pointers to objects of their own. What an
  uninitialised pointer points to is nobody's business.

The analysis is insensitive to the order of operations and, but for small functions that look
through no pointer, to who calls a function; its time is nearly linear. ``operations`` reads
the program, ``solve`` names the papers, ``cells`` reads the result.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from maul.cfa.analyses.regions.cells import (
    Ancestry,
    Found,
    all_cells,
    cell_of,
    cells_from,
    room_at,
    spelt,
)
from maul.cfa.analyses.regions.flow import bytes_of
from maul.cfa.analyses.regions.nodes import current
from maul.cfa.analyses.regions.operations import solved
from maul.cfa.analyses.regions.outside import is_fixed
from maul.cfa.expressions import Place
from maul.cfa.order import recursive_functions
from maul.cfa.walk import root
from maul.node import node

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.analyses.regions.flow import Flows
    from maul.cfa.analyses.regions.nodes import MemoryCell, Ref
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa


@node
class Region:
    """A part of memory: cells of ``size`` bytes, each accessed as a whole only.

    ``type`` is that of all accesses, the unsigned integer of that size when they do not agree, and
    None for a region of bytes, whose accesses are of any sizes (``size`` is then 1). ``alone``: all
    that the program ever has of it is one cell, in a variable; ``single``: all its cells are in one
    object, a variable.
    """

    name: str
    size: int
    type: CType | None
    alone: bool
    single: bool = False


def regions(cfa: Cfa) -> Regions:
    """Split the memory of a program."""
    return Regions(cfa)


class Regions:
    """Answers from the solved graph, computed when first asked: many programs have no memory."""

    def __init__(self, cfa: Cfa) -> None:
        self._cfa = cfa
        self._known: dict[Lvalue, Region] = {}
        self._shared: dict[MemoryCell, Region] = {}
        self._private: dict[tuple[Variable, tuple[int, ...]], Region] = {}
        self._names: dict[str, int] = {}

    @cached_property
    def _flows(self) -> Flows:
        return solved(self._cfa)

    @cached_property
    def _ancestry(self) -> Ancestry:
        return Ancestry(self._flows.graph.nodes, self._cfa.addressed)

    @cached_property
    def _recursive(self) -> frozenset[str]:
        return frozenset(recursive_functions(self._cfa))

    def of(self, place: Lvalue) -> Region:
        """The region of a scalar access at a place that is in memory."""
        region = self._known.get(place)
        if region is None:
            owner, (size, t) = self._owner(place), bytes_of(place)
            region = self._region(owner, cell_of(self._location(owner, place), size, t))
            self._known[place] = region
        return region

    def cells(self, place: Lvalue, size: int) -> tuple[tuple[int, Region], ...]:
        """The cells in ``size`` bytes from the place: (byte offset, region), ascending.

        Bytes that no scalar access touches have no cell; in a region of bytes each byte has one. A
        typed cell that is not all inside is left out; no operation of constant size cuts one.
        """
        owner = self._owner(place)
        found = cells_from(self._location(owner, place), size)
        return tuple((offset, self._region(owner, cell)) for offset, cell in found)

    def behind(self, pointer: Expression) -> tuple[Region, ...]:
        """The regions of all cells that are where a pointer leads, whatever their distance."""
        return tuple(
            dict.fromkeys(
                self._region(None, cell) for cell in all_cells(self._flows.pointer(pointer))
            )
        )

    def room(self, pointer: Expression) -> int | None:
        """How many bytes there are from where a pointer leads to the end of the member or array it
        leads into, when that has regions of its own."""
        return room_at(self._flows.pointer(pointer))

    def variables_at(self, pointer: Expression) -> tuple[Variable, ...]:
        """The variables that a pointer may point to."""
        node = current(self._flows.pointer(pointer))[0]
        things = (thing.variable for thing, _ in self._ancestry.of(node).things)
        return tuple(dict.fromkeys(variable for variable in things if variable is not None))

    @cached_property
    def disturbed(self) -> tuple[Region, ...]:
        """The regions that functions without body may write."""
        outside = self._flows.outside
        if outside is None:
            return ()
        found: dict[Region, None] = {}
        for at in outside.nodes():
            things = self._ancestry.of(at).things
            if not things or at.unknown or not all(is_fixed(thing) for thing, _ in things):
                for cell in at.cells.values():
                    whole = Found(cell, at, (cell.start,), cell.start, repeated=at.stride != 0)
                    found[self._region(None, whole)] = None
        return tuple(found)

    def _owner(self, place: Lvalue) -> Variable | None:
        """The variable that a place is in, when nothing else can reach it."""
        top = root(place)
        if not isinstance(top, Place):
            return None
        variable = self._flows.variable(top.variable)
        return None if variable in self._cfa.addressed else variable

    def _location(self, owner: Variable | None, place: Lvalue) -> Ref:
        if owner is None:
            return self._flows.location(place)
        return self._flows.node_of(owner), self._flows.distance(place)

    def _region(self, owner: Variable | None, found: Found) -> Region:
        if owner is None:
            region = self._shared.get(found.cell)
            if region is None:
                region = self._shared[found.cell] = self._of_shared(found)
            return region
        key = (owner, found.path)
        region = self._private.get(key)
        if region is None:
            name = spelt(owner.name, owner.type, found.offset, repeated=found.repeated)
            alone = not found.repeated and owner.function not in self._recursive
            region = self._private[key] = self._made(name, found.cell, alone=alone)
        return region

    def _of_shared(self, found: Found) -> Region:
        """The region of all cells that pointers reach under one node."""
        roots, start = self._ancestry.of(found.node), found.cell.start
        if not roots.things:
            name = spelt(f"any{roots.number}", None, start, repeated=True)
            return self._made(name, found.cell, alone=False)
        thing, offset = roots.things[0]
        variable = thing.variable
        t = None if variable is None else variable.type
        single = (
            len(roots.things) == 1
            and not roots.unknown
            and variable is not None
            and variable.function not in self._recursive
        )
        name = spelt(thing.name, t, start - offset, repeated=roots.repeated)
        return self._made(name, found.cell, alone=single and not roots.repeated, single=single)

    def _made(self, name: str, cell: MemoryCell, *, alone: bool, single: bool = False) -> Region:
        count = self._names[name] = self._names.get(name, 0) + 1
        full = name if count == 1 else f"{name}~{count}"
        if cell.type is None:
            return Region(full, 1, None, alone=alone and cell.size == 1, single=single)
        return Region(full, cell.size, cell.type, alone=alone, single=single)
