"""Segments taken apart, exactly as ``maul.shapes.graph`` says what they stand for.

Comes in: a graph with a segment that has no owner. Goes out: graphs that stand for the same states
together, in which the segment is empty, or has its first or last cell beside it as a region.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import replace
from maul.shapes.graph import Address, End, MemoryRegion, ObjectId, Segment, UnknownValue, Value

if TYPE_CHECKING:
    from maul.proofs.shapes.memory import WorkingGraph


def segment(memory: WorkingGraph, number: ObjectId) -> Segment:
    """The segment of a number; it has no owner."""
    made = memory.objects[number]
    assert isinstance(made, Segment)
    assert made.owner is None
    return made


def by_emptiness(memory: WorkingGraph, number: ObjectId) -> tuple[WorkingGraph, ...]:
    """Without cells, and with at least one."""
    if segment(memory, number).minimum > 0:
        return (memory,)
    return emptied(memory, number), with_minimum(memory, number, 1)


def by_length(memory: WorkingGraph, number: ObjectId) -> tuple[WorkingGraph, ...]:
    """Without cells, with one, with at least two."""
    least = segment(memory, number).minimum
    if least >= 2:
        return (memory,)
    more = (only_cell(memory, number), with_minimum(memory, number, 2))
    return more if least == 1 else (emptied(memory, number), *more)


def by_first(memory: WorkingGraph, number: ObjectId) -> tuple[WorkingGraph, ...]:
    """The first cell becomes a region."""
    return _by_cell(memory, number, End.FIRST)


def by_last(memory: WorkingGraph, number: ObjectId) -> tuple[WorkingGraph, ...]:
    """The last cell becomes a region."""
    return _by_cell(memory, number, End.LAST)


def _by_cell(memory: WorkingGraph, number: ObjectId, end: End) -> tuple[WorkingGraph, ...]:
    if segment(memory, number).minimum == 0:
        some = with_minimum(memory, number, 1)
        return emptied(memory, number), *_by_cell(some, number, end)
    taken = _taken(memory, number, end)
    if may_be_empty(taken, number):
        return (taken,)
    return only_cell(memory, number), _taken(with_minimum(memory, number, 2), number, end)


def with_minimum(memory: WorkingGraph, number: ObjectId, minimum: int) -> WorkingGraph:
    """The same with at least so many cells."""
    memory = memory.copy()
    memory.objects[number] = replace(segment(memory, number), minimum=minimum)
    return memory


def emptied(memory: WorkingGraph, number: ObjectId) -> WorkingGraph:
    """The segment has no cells: addresses of it mean what its links say."""
    memory = memory.copy()
    made = segment(memory, number)
    assert made.minimum == 0
    first = memory.field_at(number, made.link).value
    last = None if made.back is None else memory.field_at(number, made.back).value
    _remove(memory, number)

    def of(value: Value) -> Value:
        if not isinstance(value, Address) or value.object != number:
            return value
        assert value.offset == made.head
        if value.end is End.FIRST:
            return first
        assert value.end is End.LAST
        assert last is not None
        return last

    memory.substitute(of)
    return memory


def only_cell(memory: WorkingGraph, number: ObjectId) -> WorkingGraph:
    """The segment has exactly one cell."""
    memory = memory.copy()
    made = segment(memory, number)
    cell = _cell(memory, number)
    for link in (made.link, made.back):
        if link is not None:
            memory.fields[cell] += (memory.field_at(number, link),)
    _sort(memory, cell)
    _remove(memory, number)
    _mean(memory, number, (End.FIRST, End.LAST), cell)
    return memory


def _taken(memory: WorkingGraph, number: ObjectId, end: End) -> WorkingGraph:
    """The first or last cell is a region; the segment has the others."""
    memory = memory.copy()
    made = segment(memory, number)
    cell = _cell(memory, number)
    for link in (made.link, made.back):
        if link is not None:
            memory.fields[cell] += (memory.field_at(number, link),)
    _sort(memory, cell)
    _mean(memory, number, (end,), cell)
    to_cell = Address(cell, made.head)
    if end is End.FIRST:
        memory.set_link(cell, made.link, Address(number, made.head, End.FIRST))
        if made.back is not None:
            memory.set_link(number, made.back, to_cell)
    else:
        memory.set_link(number, made.link, to_cell)
        if made.back is not None:
            memory.set_link(cell, made.back, Address(number, made.head, End.LAST))
    memory.objects[number] = replace(made, minimum=made.minimum - 1)
    return memory


def may_be_empty(memory: WorkingGraph, number: ObjectId) -> bool:
    """Whether all mentions of a segment keep to what holds of one that may be empty."""
    made = memory.objects[number]
    assert isinstance(made, Segment)
    if made.minimum > 0:
        return True
    for each in memory.objects:
        for field in memory.fields_of(each):
            value = field.value
            if not isinstance(value, Address) or value.object != number or value.end is End.OWN:
                continue
            if value.offset != made.head or (value.end is End.LAST and made.back is None):
                return False
            if each == number and field.offset in (made.link, made.back):
                return False
    return True


def owned(memory: WorkingGraph, number: ObjectId) -> set[ObjectId]:
    """The objects and symbols that belong to each cell, and to what belongs to it."""
    found: set[ObjectId] = {number}
    while True:
        more = {each for each, made in memory.objects.items() if made.owner in found}
        more |= {each for each, fact in memory.facts.items() if fact.owner in found}
        if more <= found:
            return found - {number}
        found |= more


def _cell(memory: WorkingGraph, number: ObjectId) -> ObjectId:
    """A region that is one cell, with a copy of all that belongs to it; its links are not set."""
    made = segment(memory, number)
    cell = memory.number()
    copies = {each: memory.number() for each in sorted(owned(memory, number))}
    new = {number: None, **copies}

    def of(value: Value) -> Value:
        match value:
            case UnknownValue(number=old) if old in copies:
                return UnknownValue(copies[old])
            case Address(object=old, offset=offset, end=end) if old in copies:
                return Address(copies[old], offset, end)
            case Address(object=old, offset=offset, end=End.OWN) if old == number:
                return Address(cell, offset)
        return value

    for old, copy in copies.items():
        if old in memory.facts:
            fact = memory.facts[old]
            assert fact.owner is not None
            memory.facts[copy] = replace(fact, owner=new[fact.owner])
        else:
            inner = memory.objects[old]
            assert inner.owner is not None
            size = of(inner.size)
            memory.objects[copy] = replace(inner, owner=new[inner.owner], size=size)
            memory.fields[copy] = tuple(
                replace(field, value=of(field.value)) for field in memory.fields_of(old)
            )
    memory.objects[cell] = MemoryRegion(made.size, made.kind)
    memory.fields[cell] = tuple(
        replace(field, value=of(field.value))
        for field in memory.fields_of(number)
        if field.offset not in (made.link, made.back)
    )
    return cell


def _sort(memory: WorkingGraph, number: ObjectId) -> None:
    fields = memory.fields[number]
    memory.fields[number] = tuple(sorted(fields, key=lambda field: field.offset))


def _mean(memory: WorkingGraph, number: ObjectId, ends: tuple[End, ...], cell: ObjectId) -> None:
    """Addresses of an end of a segment mean a cell."""

    def of(value: Value) -> Value:
        if isinstance(value, Address) and value.object == number and value.end in ends:
            return Address(cell, value.offset)
        return value

    memory.substitute(of)


def _remove(memory: WorkingGraph, number: ObjectId) -> None:
    """Take out a segment and what belongs to it."""
    for each in (number, *owned(memory, number)):
        memory.objects.pop(each, None)
        memory.fields.pop(each, None)
        memory.facts.pop(each, None)
