"""What belongs to a cell of a list: what its segment owns, or would own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.shape.compare.lookup import targets
from maul.domains.shape.compare.twins import cell_fields
from maul.shapes.graph import ObjectId, Segment, ShapeGraph

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.domains.shape.compare.twins import Shape


def owned(graph: ShapeGraph, cell: ObjectId, shape: Shape) -> set[ObjectId]:
    """What belongs to a cell: what a segment owns, or what is reached only through the fields of a
    region that do not link cells."""
    if isinstance(graph.objects[cell], Segment):
        return {n for n in graph.objects if cell in owners(graph, n)}
    inner = {field.offset for field in cell_fields(graph, cell, shape)}
    roots = {*graph.variables.values(), *graph.automatic}
    roots |= graph.objects.keys() - _reached(graph, roots)
    outside = _reached(graph, roots, cell, inner)
    return _reached(graph, {cell}) - outside


def owners(graph: ShapeGraph, number: ObjectId) -> list[ObjectId]:
    """Who owns an object, the innermost first."""
    found: list[ObjectId] = []
    owner = graph.objects[number].owner
    while owner is not None:
        found.append(owner)
        owner = graph.objects[owner].owner
    return found


def _reached(
    graph: ShapeGraph,
    roots: Collection[ObjectId],
    cell: ObjectId | None = None,
    without: Collection[int] = (),
) -> set[ObjectId]:
    """What is reached from some objects without some fields of a cell."""
    waiting, reached = list(roots), set(roots)
    while waiting:
        number = waiting.pop()
        fields = graph.fields_of(number)
        if number == cell:
            fields = tuple(field for field in fields if field.offset not in without)
        for target in targets(fields):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached
