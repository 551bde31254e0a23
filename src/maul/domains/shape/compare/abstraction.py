"""Graphs at the heads of loops: rows of cells become segments, and numbers are forgotten
[Dudka13, section 5]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Integer
from maul.domains.shape.compare.canonical import renumbered
from maul.domains.shape.compare.fusion import fused
from maul.domains.shape.compare.lookup import addresses
from maul.domains.shape.compare.ownership import owned
from maul.domains.shape.compare.segments import rows
from maul.domains.shape.values import fact_of
from maul.node import replace
from maul.shapes.graph import (
    Fact,
    FieldValue,
    KnownNumber,
    ObjectId,
    Segment,
    ShapeGraph,
    UnknownValue,
)

if TYPE_CHECKING:
    from maul.domains.shape.compare.segments import CellRow
    from maul.domains.shape.precision import ShapePrecision


def abstract(graph: ShapeGraph, precision: ShapePrecision) -> ShapeGraph:
    """A graph that stands for at least the same states and does not get larger and larger."""
    graph = _without_numbers(graph, precision)
    return renumbered(without_unknown_variables(with_segments(graph, precision)))


def with_segments(graph: ShapeGraph, precision: ShapePrecision) -> ShapeGraph:
    """The graph with segments in the place of all rows of cells."""
    while (shorter := _with_segment(graph, precision)) is not None:
        graph = shorter
    return graph


def _with_segment(graph: ShapeGraph, precision: ShapePrecision) -> ShapeGraph | None:
    """The graph with a segment in the place of a row of cells, if there is such a row. Cells that
    own little come first: rows inside of cells have to be the same before the cells are."""
    found = [row for row in rows(graph) if _is_worth(graph, row.cells, precision)]
    if len(found) > 1:
        found.sort(key=lambda row: len(owned(graph, row.cells[0], row.shape)))
    for row in found:
        made = _fused_row(graph, row, precision)
        if made is not None:
            return made
    return None


def _is_worth(graph: ShapeGraph, cells: tuple[ObjectId, ...], precision: ShapePrecision) -> bool:
    """Whether cells in a row are enough for a segment."""
    return len(cells) > 1 and (
        len(cells) >= precision.shortest
        or any(isinstance(graph.objects[cell], Segment) for cell in cells)
    )


def _fused_row(graph: ShapeGraph, row: CellRow, precision: ShapePrecision) -> ShapeGraph | None:
    """The graph with as many cells of the row as possible, from one on, as a segment."""
    cells = list(row.cells)
    while _is_worth(graph, tuple(cells), precision):
        made, segment, taken = graph, cells[0], 1
        for cell in cells[1:]:
            longer = fused(made, segment, cell, row.shape, precision)
            if longer is None:
                break
            made, segment = longer
            taken += 1
        if _is_worth(graph, tuple(cells[:taken]), precision):
            return _at_least(made, segment, max(2, precision.shortest))
        cells = cells[taken:]
    return None


def _at_least(graph: ShapeGraph, segment: ObjectId, most: int) -> ShapeGraph:
    """The graph in which no more is said than that a segment has ``most`` cells at least."""
    found = graph.objects[segment]
    assert isinstance(found, Segment)
    if found.minimum <= most:
        return graph
    return replace(graph, objects={**graph.objects, segment: replace(found, minimum=most)})


def _without_numbers(graph: ShapeGraph, precision: ShapePrecision) -> ShapeGraph:
    """The graph without the numbers in integer variables, but for those that the precision has."""
    fields: dict[ObjectId, tuple[FieldValue, ...]] = {}
    facts: dict[ObjectId, Fact] = {}
    fresh = 1 + max(max(graph.objects, default=0), max(graph.facts, default=0))
    for variable, number in graph.variables.items():
        if variable in precision.numbers or not isinstance(variable.type, (Integer, Boolean)):
            continue
        known = graph.fields_of(number)
        if any(isinstance(field.value, KnownNumber) for field in known):
            forgotten: list[FieldValue] = []
            for field in known:
                if isinstance(field.value, KnownNumber) and isinstance(
                    field.type, (Integer, Boolean)
                ):
                    facts[fresh] = fact_of(field.type)
                    forgotten.append(
                        FieldValue(field.offset, field.size, field.type, UnknownValue(fresh))
                    )
                    fresh += 1
            fields[number] = tuple(forgotten)
    if not fields:
        return graph
    return replace(graph, fields={**graph.fields, **fields}, facts={**graph.facts, **facts})


def without_unknown_variables(graph: ShapeGraph) -> ShapeGraph:
    """The graph without variables of which nothing is known and that nothing leads to."""
    used = {address.object for _, _, address in addresses(graph)}
    kept = {v: n for v, n in graph.variables.items() if n in used or graph.fields_of(n)}
    if len(kept) == len(graph.variables):
        return graph
    dropped = set(graph.variables.values()) - set(kept.values())
    objects = {n: found for n, found in graph.objects.items() if n not in dropped}
    return replace(graph, objects=objects, variables=kept)
