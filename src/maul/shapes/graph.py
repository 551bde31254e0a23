"""Memory graphs as data, and what they stand for [Dudka13; Muller14].

A ``ShapeGraph`` stands for a set of states of a program: all values of the variables of its active
functions, and all objects in memory. A state belongs to the graph when there is a way to read the
graph that gives the state. To read a graph is to choose, in this order,

1. for each segment without owner how many cells it has, at least ``minimum``; then for each cell a
   copy of everything the segment owns (objects and symbols), and so on inside: an owned segment has
   a number of cells in each copy;
2. for each symbol, in each copy, a value that its fact allows.

What is read consists of regions only. Different regions are different objects of the program: live
ones do not overlap, and an ended one is no live one. There is no other live object on the heap
(but see ``ShapeGraph.is_lost``) and no other automatic object or variable.

**Segments.** A segment that is read with cells c1 to cn stands for n regions of its size and kind,
all live. With ``link`` as the offset of the link and ``head`` as the place in a cell that links
lead to:

- the link of c(i) is the address of ``head`` in c(i + 1), that of c(n) is what the segment's own
  field at ``link`` says;
- if there is a ``back``, the field at ``back`` of c(i) is the address of ``head`` in c(i - 1), that
  of c1 is what the segment's own field at ``back`` says;
- all other fields are in every cell as the segment has them: a value without owner is the same in
  all cells, one with the segment as owner is each cell's own;
- ``FIRST`` in an address means c1, ``LAST`` means cn; in what the segment owns, ``OWN`` means the
  cell whose copy it is (also in fields of the segment itself).

A segment with no cells is no object at all: then an address of ``head`` in ``FIRST`` means what the
field at ``link`` says, and one of ``head`` in ``LAST`` what the field at ``back`` says. So while
``minimum`` is 0, FIRST and LAST come with the offset ``head`` only, LAST only if there is a
``back``, and the fields at ``link`` and ``back`` do not mention the segment itself.

**Owners.** The owner of an object or symbol is a segment, or None. What a segment owns is mentioned
by the segment's own fields (but those at ``link`` and ``back``), and by what has the same owner or
is owned further inside; nowhere else. ``OWN`` is mentioned in the same places. Variables are never
owned.

**Fields.** The bytes of an object that no field covers are arbitrary. Fields do not overlap and are
in the order of their offsets. ``KnownNumber(0)`` in a field that is no scalar stands for zero
bytes. Of an ended object there are no fields, and its size is what it was.

**Values.** A number or symbol in a field of an integer type is the mathematical value of the C
object. An ``Address`` is a pointer to a place in (or near) an object; in a field of an integer type
it is the number of that address. An offset may lie outside of the object. Null is
``KnownNumber(0)``, and no address of an object is null. A float is a symbol always; a symbol
without bounds is any bytes, of a pointer type any address (null, of an object, or of nothing).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from maul.c.ctype import CType
from maul.c.tree import Variable
from maul.node import value

ObjectId: TypeAlias = int
"""Objects and symbols have numbers; one number is never both, and 0 is neither."""


class Kind(Enum):
    """Who ends an object: ``free``; its scope or function (``BEGIN_OBJECT`` and ``alloca`` make
    it); or nobody who could be asked, since a variable is where it is as long as it is seen."""

    HEAP = "heap"
    AUTOMATIC = "automatic"
    VARIABLE = "variable"


class End(Enum):
    """Which cell of a segment an address means; ``WHOLE`` means a region."""

    WHOLE = "whole"
    FIRST = "first"
    LAST = "last"
    OWN = "own"


# ---- values ----


@value
class KnownNumber:
    """A known integer, in the type of its field; of pointers the address of that number."""

    value: int


@value
class Address:
    """The address ``offset`` bytes from the start of an object, or of a cell of a segment."""

    object: ObjectId
    offset: int
    end: End = End.WHOLE


@value
class FunctionPointer:
    """The address of a function."""

    function: str


@value
class UnknownValue:
    """A value that is not known; the same symbol is the same value. Its fact is in the graph."""

    number: ObjectId


Value: TypeAlias = KnownNumber | Address | FunctionPointer | UnknownValue


@value
class Fact:
    """What is known of a symbol of an integer type: ``low`` and ``high`` are bounds of its value;
    None is none. ``may_be_zero`` is false when the value, also that of a pointer, is not zero."""

    low: int | None = None
    high: int | None = None
    may_be_zero: bool = True
    owner: ObjectId | None = None


# ---- objects ----


@value
class FieldValue:
    """What ``size`` bytes at an offset hold; ``type`` is the type they were stored with."""

    offset: int
    size: int
    type: CType
    value: Value


@value
class MemoryRegion:
    """An object of the program. ``size`` counts bytes: a number or a symbol."""

    size: KnownNumber | UnknownValue
    kind: Kind
    is_live: bool = True
    owner: ObjectId | None = None


@value
class Segment:
    """Any number of cells, at least ``minimum``, that lead from one to the next; see above."""

    size: KnownNumber
    kind: Kind
    link: int
    head: int
    back: int | None
    minimum: int
    owner: ObjectId | None = None


Object: TypeAlias = MemoryRegion | Segment


@value
class ShapeGraph:
    """A set of states, see above.

    ``variables`` has for each variable of the program that matters a region of kind VARIABLE; of a
    variable that is not there nothing is known, and nothing points to it. ``automatic`` has the
    live objects of kind AUTOMATIC, each after those that were made before it (``END_FRAME`` asks).
    ``is_lost``: there may be live objects on the heap beside those of the graph, to which nothing
    leads that the graph knows of: an object was lost.
    """

    objects: Mapping[ObjectId, Object]
    fields: Mapping[ObjectId, tuple[FieldValue, ...]]
    facts: Mapping[ObjectId, Fact]
    variables: Mapping[Variable, ObjectId]
    automatic: tuple[ObjectId, ...] = ()
    is_lost: bool = False

    def fields_of(self, number: ObjectId) -> tuple[FieldValue, ...]:
        """The fields of an object."""
        return self.fields.get(number, ())
