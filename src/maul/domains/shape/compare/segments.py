"""Rows of cells: objects on the heap of the same size of which one leads to the next.

A link may lead to the middle of the next cell, as those of lists that are embedded in records do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer, Record
from maul.domains.shape.compare.lookup import addresses, is_live
from maul.domains.shape.compare.ownership import owned
from maul.domains.shape.compare.pieces import are_alike
from maul.domains.shape.compare.twins import Shape, shape_of
from maul.node import value
from maul.shapes.graph import Address, End, FieldValue, Kind, KnownNumber, ObjectId, Segment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from maul.shapes.graph import ShapeGraph

TO_FIRST = (End.WHOLE, End.FIRST)
TO_LAST = (End.WHOLE, End.LAST)


@value
class CellRow:
    """Cells that lead from one to the next."""

    shape: Shape
    cells: tuple[ObjectId, ...]


@value
class Mention:
    """An address that is stored, and where."""

    source: ObjectId
    field: FieldValue
    address: Address


def shapes_in(*graphs: ShapeGraph) -> tuple[Shape, ...]:
    """The shapes of lists that are seen in graphs: of segments, and of two cells in a row. For
    cells of other sizes it is what their types suggest."""
    found: dict[Shape, None] = {}
    for graph in graphs:
        for each in graph.objects.values():
            if isinstance(each, Segment):
                found[shape_of(each)] = None
        for _, _, shapes in _neighbours(graph):
            found.update(dict.fromkeys(shapes[:-1] or shapes))
    sizes = {shape.size for shape in found}
    guesses = (shape for graph in graphs for shape in _guesses(graph))
    found.update(dict.fromkeys(shape for shape in guesses if shape.size not in sizes))
    return tuple(found)


def _guesses(graph: ShapeGraph) -> Iterator[Shape]:
    """What single cells may be: in what a pointer leads to there are one or two pointers of the
    same type."""
    for _, field, address in addresses(graph):
        cell, t = graph.objects[address.object], field.type
        if cell.kind is not Kind.HEAP or not isinstance(cell.size, KnownNumber):
            continue
        if not isinstance(t, Pointer) or not isinstance(t.target, Record):
            continue
        links = [
            link.offset
            for link in graph.fields_of(address.object)
            if link.type == t
            and address.offset <= link.offset < address.offset + (t.target.size or 0)
        ]
        if len(links) in (1, 2):
            back = links[1] if len(links) == 2 else None
            yield Shape(cell.size, links[0], address.offset, back)


def rows(graph: ShapeGraph) -> list[CellRow]:
    """All rows of at least two cells that nothing else leads into: doubly linked ones first, then
    by their length."""
    mentions: dict[ObjectId, list[Mention]] = {}
    for source, field, address in addresses(graph):
        mentions.setdefault(address.object, []).append(Mention(source, field, address))
    following: dict[Shape, dict[ObjectId, ObjectId]] = {}
    for cell, after, shapes in _neighbours(graph):
        for shape in shapes:
            following.setdefault(shape, {})[cell] = after
    found: list[CellRow] = []
    for shape, after_of in following.items():
        found.extend(_rows(graph, shape, after_of, mentions))
    found.sort(key=lambda row: (row.shape.back is None, -len(row.cells), row.shape.link))
    return found


def _neighbours(graph: ShapeGraph) -> Iterator[tuple[ObjectId, ObjectId, list[Shape]]]:
    """Two cells of which one leads to the other, and the shapes that this may be; the last of them
    is that of a singly linked list."""
    for cell, field, address in addresses(graph):
        one, other = graph.objects[cell], graph.objects[address.object]
        if (
            cell == address.object
            or not isinstance(field.type, Pointer)
            or not isinstance(one.size, KnownNumber)
            or one.size != other.size
            or one.kind is not Kind.HEAP
            or other.kind is not Kind.HEAP
            or one.owner != other.owner
            or not is_live(one)
            or not is_live(other)
            or address.end not in TO_FIRST
            or not _leads_on(graph, address.object, field)
        ):
            continue
        singly = Shape(one.size, field.offset, address.offset, None)
        shapes = [
            Shape(one.size, field.offset, address.offset, back.offset)
            for back in graph.fields_of(address.object)
            if back.offset != field.offset
            and isinstance(back.value, Address)
            and back.value.object == cell
            and back.value.offset == address.offset
            and back.value.end in TO_LAST
        ]
        shapes = [
            shape
            for shape in (*shapes, singly)
            if all(
                not isinstance(each, Segment) or shape_of(each) == shape for each in (one, other)
            )
        ]
        if shapes:
            yield cell, address.object, shapes


def _leads_on(graph: ShapeGraph, cell: ObjectId, link: FieldValue) -> bool:
    """Whether a cell has a link like that of the cell before it."""
    return all(
        are_alike((link,), (field,))
        for field in graph.fields_of(cell)
        if field.offset == link.offset
    )


def _rows(
    graph: ShapeGraph,
    shape: Shape,
    after_of: Mapping[ObjectId, ObjectId],
    mentions: Mapping[ObjectId, Sequence[Mention]],
) -> Iterator[CellRow]:
    """The longest rows of a shape."""
    entered = {
        cell: _extra(graph, cell, after_of, shape, mentions)
        for cell, after in after_of.items()
        if not _has_last(graph, cell, after, mentions[cell])
    }
    good = {
        cell: after_of[cell]
        for cell, extra in entered.items()
        if all(_means_last(mention, shape, graph) for mention in extra)
    }
    later = set(good.values())
    for first in after_of:
        if first in later:
            continue
        row = [first]
        while row[-1] in good and good[row[-1]] not in row:
            cell = row[-1]
            row.append(good[cell])
            if entered[cell]:
                if len(row) > 1:
                    yield CellRow(shape, tuple(row))
                row = [after_of[row[-1]]] if row[-1] in after_of else []
                if not row:
                    break
        if len(row) > 1:
            yield CellRow(shape, tuple(row))


def _extra(
    graph: ShapeGraph,
    cell: ObjectId,
    after_of: Mapping[ObjectId, ObjectId],
    shape: Shape,
    mentions: Mapping[ObjectId, Sequence[Mention]],
) -> list[Mention]:
    """Who leads to the cell behind another one beside its neighbours and what belongs to it."""
    after = after_of[cell]
    behind = after_of.get(after)
    found = [
        mention
        for mention in mentions[after]
        if mention.source != after
        and not (mention.source == cell and mention.field.offset == shape.link)
        and not (
            mention.source == behind
            and shape.back is not None
            and mention.field.offset == shape.back
            and mention.address.end in TO_LAST
        )
    ]
    if not found:
        return []
    inside = owned(graph, after, shape)
    return [mention for mention in found if mention.source not in inside]


def _has_last(
    graph: ShapeGraph, cell: ObjectId, after: ObjectId, mentions: Sequence[Mention]
) -> bool:
    """Whether somebody but the cell behind it asks for the last cell of a segment."""
    return isinstance(graph.objects[cell], Segment) and any(
        mention.address.end is End.LAST and mention.source != after for mention in mentions
    )


def _means_last(mention: Mention, shape: Shape, graph: ShapeGraph) -> bool:
    """Whether an address from outside can be that of the last cell of a row. What a pointer
    variable leads to is no last cell, but one that is looked at."""
    address = mention.address
    source = graph.objects[mention.source]
    return (
        shape.back is not None
        and address.offset == shape.head
        and address.end in TO_LAST
        and not (
            source.kind is Kind.VARIABLE
            and isinstance(mention.field.type, Pointer)
            and source.size == KnownNumber(mention.field.size)
        )
    )
