"""What corresponds in two graphs, as data: shapes of lists, depths, and objects that are twins."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Boolean, Floating, Integer, Pointer, Record
from maul.domains.shape.compare.lookup import contents, field_at, is_live
from maul.node import value
from maul.shapes.graph import (
    Address,
    End,
    FunctionPointer,
    Kind,
    KnownNumber,
    ObjectId,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.shapes.graph import FieldValue

ELSEWHERE = (-1, -2)  # what objects become that correspond to nothing


@value
class Shape:
    """How the cells of a list are linked."""

    size: KnownNumber
    link: int
    head: int
    back: int | None


@value
class Level:
    """We are in a cell of the segment ``result``, which stands for cells of two objects; None
    where there are no cells."""

    result: ObjectId
    left: ObjectId | None
    right: ObjectId | None


Depth: TypeAlias = tuple[Level, ...]


@value
class Twin:
    """Objects that correspond; the result is a segment if there is a ``shape``. If ``is_skipped``
    there is one object, and in the other graph its segment has no cells."""

    result: ObjectId
    left: ObjectId | None
    right: ObjectId | None
    shape: Shape | None
    depth: Depth
    is_skipped: bool = False

    @property
    def inside(self) -> Depth:
        """Where its fields are, but for those that link cells."""
        if self.shape is None:
            return self.depth
        return (*self.depth, Level(self.result, self.left, self.right))


@value
class Pairing:
    """Whether two values correspond. ``is_exact``: different numbers do not. ``behind``: they are
    behind an object that has no cells in one of the graphs, 0 or 1."""

    left: Value
    right: Value
    type: CType | None
    is_exact: bool
    depth: Depth
    behind: int | None = None


@value
class Skip:
    """An object of one graph that has no cells in the other: the address by which it is met, the
    value there, and which end of the row the address means."""

    is_left: bool
    address: Address
    other: Value
    end: End


def shape_of(segment: Segment) -> Shape:
    """The shape of a segment."""
    return Shape(segment.size, segment.link, segment.head, segment.back)


def looks_like(graph: ShapeGraph, number: ObjectId, shape: Shape) -> bool:
    """Whether an object can be seen as a cell, or cells, of a shape."""
    found = graph.objects[number]
    if isinstance(found, Segment):
        known = shape_of(found)
        return (known.size, known.link, known.head) == (shape.size, shape.link, shape.head) and (
            shape.back in (None, known.back)
        )
    return (
        is_live(found)
        and found.kind is Kind.HEAP
        and found.size == shape.size
        and is_pointer(field_at(graph, number, shape.link))
        and (shape.back is None or is_pointer(field_at(graph, number, shape.back)))
    )


def is_pointer(field: FieldValue | None) -> bool:
    """Whether a field is one that can link cells."""
    return field is not None and not isinstance(field.type, Integer | Boolean | Floating)


def cell_fields(graph: ShapeGraph, number: ObjectId, shape: Shape | None) -> tuple[FieldValue, ...]:
    """The fields of an object as a cell of a shape that are in every cell."""
    fields = contents(graph, number)
    if shape is None:
        return fields
    return tuple(field for field in fields if field.offset not in (shape.link, shape.back))


def level_of(owner: ObjectId | None, side: int, depth: Depth) -> int | None:
    """How deep in some copies what a segment of a graph owns is; None if it is not there."""
    if owner is None:
        return 0
    for index, level in enumerate(depth):
        if (level.left, level.right)[side] == owner:
            return index + 1
    return None


def is_same_pointer(link: FieldValue | None, t: CType | None) -> bool:
    """Whether the link in a cell is a pointer like the one that leads to the cell, as far as their
    types tell."""
    if link is None or not isinstance(link.type, Pointer) or not isinstance(t, Pointer):
        return True
    targets = link.type.target, t.target
    return targets[0] is targets[1] or not all(isinstance(each, Record) for each in targets)


def is_first(address: Address, shared: ObjectId | None) -> bool:
    """Whether an address is one in the first cell of a row."""
    return address.object == shared and address.end in (End.WHOLE, End.FIRST)


def are_corresponding(left: Value, right: Value, question: Pairing) -> bool:
    """Whether two values that are no addresses correspond."""
    if left == right:
        return True
    if isinstance(left, FunctionPointer) or isinstance(right, FunctionPointer):
        return isinstance(left, UnknownValue) or isinstance(right, UnknownValue)
    if question.is_exact:
        return isinstance(left, UnknownValue) and isinstance(right, UnknownValue)
    return True
