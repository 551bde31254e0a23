"""Two neighbours in a row become one segment.

What their cells say is joined as two graphs are, with everything outside corresponding to itself.
What only one of the cells leads to becomes the segment's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.shape.compare.correspondence import Correspondence
from maul.domains.shape.compare.lookup import field_at, is_live, targets
from maul.domains.shape.compare.ownership import owned, owners
from maul.domains.shape.compare.product import Product, are_ends_right
from maul.domains.shape.compare.segments import shapes_in
from maul.domains.shape.compare.twins import ELSEWHERE, Depth, Level, Shape, Twin, looks_like
from maul.node import replace
from maul.shapes.graph import (
    Address,
    End,
    FieldValue,
    Kind,
    MemoryRegion,
    Object,
    ObjectId,
    Segment,
    ShapeGraph,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.domains.shape.precision import ShapePrecision


def fused(
    graph: ShapeGraph, first: ObjectId, second: ObjectId, shape: Shape, precision: ShapePrecision
) -> tuple[ShapeGraph, ObjectId] | None:
    """A graph in which two neighbours are one segment, and that segment; None if they cannot be."""
    if not looks_like(graph, first, shape) or not looks_like(graph, second, shape):
        return None
    parts = [owned(graph, each, shape) for each in (first, second)]
    found = _correspondence(graph, (first, second), parts, shape, precision)
    if found is None:
        return None
    for becomes, part in zip(found.becomes, parts, strict=True):
        if any(n not in becomes and _must_stay(graph.objects[n]) for n in part):
            return None
    product = Product(found)
    if not product.is_possible:
        return None
    return _assembled(graph, (first, second), (*parts[0], *parts[1]), product)


def _must_stay(found: Object) -> bool:
    """Whether an object may not be dropped."""
    return is_live(found) and found.kind is Kind.HEAP


def _correspondence(
    graph: ShapeGraph,
    cells: tuple[ObjectId, ObjectId],
    parts: list[set[ObjectId]],
    shape: Shape,
    precision: ShapePrecision,
) -> Correspondence | None:
    """How the contents of two cells correspond."""
    first, second = cells
    depth: Depth = tuple(Level(n, n, n) for n in reversed(owners(graph, first)))
    found = Correspondence(graph, graph, precision, shapes_in(graph))
    found.next = 1 + max(*graph.objects, *graph.facts)
    found.floor = len(depth) + 1
    found.shared = first
    inside = {first, second, *parts[0], *parts[1]}
    for side in (0, 1):
        found.becomes[side].update((n, n) for n in graph.objects if n not in inside)
    twin = Twin(found.next, first, second, shape, depth)
    found.next += 1
    found.twins[twin.result] = twin
    found.becomes[0].update({first: twin.result, second: ELSEWHERE[0]})
    found.becomes[1].update({first: ELSEWHERE[1], second: twin.result})
    return found.solved() if found.ask_contents(twin) else None


def _assembled(
    graph: ShapeGraph,
    cells: tuple[ObjectId, ObjectId],
    dropped: Collection[ObjectId],
    product: Product,
) -> tuple[ShapeGraph, ObjectId] | None:
    """The graph with a segment in the place of two cells; None if something asks for what is
    neither the first nor the last cell."""
    first, second = cells
    result = next(iter(product.objects))
    segment = product.objects[result]
    assert isinstance(segment, Segment)
    least = _least(graph, first) + _least(graph, second)
    objects = {n: found for n, found in graph.objects.items() if n not in {*cells, *dropped}}
    objects.update(product.objects)
    objects[result] = replace(segment, minimum=least)
    fields = {n: graph.fields_of(n) for n in objects if graph.fields_of(n)}
    fields.update(product.fields)
    links = [field_at(graph, second, segment.link), field_at(graph, first, segment.back)]
    kept = [field for field in fields.get(result, ()) if field.offset not in _links(segment)]
    ends = [field for field in links if field is not None]
    fields[result] = tuple(sorted((*kept, *ends), key=lambda field: field.offset))
    for number, known in fields.items():
        if any(target in cells for target in targets(known)):
            redirected = [_redirected(field, cells, result) for field in known]
            if None in redirected:
                return None
            fields[number] = tuple(field for field in redirected if field is not None)
    if not are_ends_right(objects, fields):
        return None
    facts = {**graph.facts, **product.facts}
    made = ShapeGraph(objects, fields, facts, graph.variables, graph.automatic, graph.is_lost)
    return made, result


def _links(segment: Segment) -> tuple[int | None, ...]:
    """The offsets of the fields that link cells."""
    return segment.link, segment.back


def _redirected(
    field: FieldValue, cells: tuple[ObjectId, ObjectId], result: ObjectId
) -> FieldValue | None:
    """A field with addresses of two cells replaced by those of the segment they became."""
    match field.value:
        case Address(object=target, offset=offset, end=end) if target in cells:
            if target == cells[0] and end in (End.WHOLE, End.FIRST):
                value: Value = Address(result, offset, End.FIRST)
            elif target == cells[1] and end in (End.WHOLE, End.LAST):
                value = Address(result, offset, End.LAST)
            else:
                return None
            return FieldValue(field.offset, field.size, field.type, value)
    return field


def _least(graph: ShapeGraph, number: ObjectId) -> int:
    """How many cells an object is at least."""
    found = graph.objects[number]
    return 1 if isinstance(found, MemoryRegion) else found.minimum
