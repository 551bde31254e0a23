"""What graphs say, looked up in ways that inclusion, join and abstraction share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.shapes.graph import Address, End, Kind, MemoryRegion, Segment, ShapeGraph, UnknownValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maul.c.tree import Variable
    from maul.shapes.graph import FieldValue, Object, ObjectId, Value


def field_at(graph: ShapeGraph, number: ObjectId, offset: int | None) -> FieldValue | None:
    """The field of an object that begins at an offset."""
    if offset is None:
        return None
    return next((field for field in graph.fields_of(number) if field.offset == offset), None)


def contents(graph: ShapeGraph, number: ObjectId) -> tuple[FieldValue, ...]:
    """The fields of a region, or those that are in every cell of a segment."""
    fields = graph.fields_of(number)
    found = graph.objects[number]
    if isinstance(found, Segment):
        return tuple(field for field in fields if field.offset not in (found.link, found.back))
    return fields


def addresses(graph: ShapeGraph) -> Iterator[tuple[ObjectId, FieldValue, Address]]:
    """All addresses that are stored, with the object and the field they are in."""
    for number in graph.objects:
        for field in graph.fields_of(number):
            if isinstance(field.value, Address):
                yield number, field, field.value


def targets(fields: Iterable[FieldValue]) -> Iterator[ObjectId]:
    """The objects that fields lead to."""
    for field in fields:
        if isinstance(field.value, Address):
            yield field.value.object


def owner_of(value: Value, graph: ShapeGraph) -> ObjectId | None:
    """Whose copies a value is made with: the owner of the symbol, or of the object."""
    match value:
        case UnknownValue(number=symbol):
            fact = graph.facts.get(symbol)
            return None if fact is None else fact.owner
        case Address(object=target, end=End.OWN):
            return target
        case Address(object=target):
            return graph.objects[target].owner
    return None


def is_live(found: Object) -> bool:
    """Whether the program may still use an object."""
    return isinstance(found, Segment) or found.is_live


def live_on_heap(graph: ShapeGraph) -> Iterator[ObjectId]:
    """What must not be overlooked: the live objects that ``free`` ends."""
    for number, found in graph.objects.items():
        if found.kind is Kind.HEAP and is_live(found):
            yield number


def with_variables(graph: ShapeGraph, other: ShapeGraph) -> ShapeGraph:
    """The same graph with regions, of which nothing is known, for the variables of another one."""
    missing: list[Variable] = [v for v in other.variables if v not in graph.variables]
    if not missing:
        return graph
    objects, variables = dict(graph.objects), dict(graph.variables)
    fresh = 1 + max(max(objects, default=0), max(graph.facts, default=0))
    for number, variable in enumerate(missing, start=fresh):
        found = other.objects[other.variables[variable]]
        if isinstance(found.size, UnknownValue):
            continue
        objects[number] = MemoryRegion(found.size, Kind.VARIABLE)
        variables[variable] = number
    return ShapeGraph(objects, graph.fields, graph.facts, variables, graph.automatic, graph.is_lost)
