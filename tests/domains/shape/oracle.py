"""What a memory graph stands for, by counting cells out: slow, simple, and with no code of maul."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from maul.c.ctype import Integer
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
    FunctionPointer,
    Kind,
    KnownNumber,
    MemoryRegion,
    Object,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)

JUNK = KnownNumber(0xBAD0)


# ---- readings: no segments -----------------------------------------------------------------------


def readings(graph: ShapeGraph, most: int) -> Iterator[ShapeGraph]:
    """The graph with all segments read, with at most so many regions."""
    if (
        sum(isinstance(each, MemoryRegion) and not each.owner for each in graph.objects.values())
        > most
    ):
        return
    segment = next(
        (n for n, each in graph.objects.items() if isinstance(each, Segment) and not each.owner),
        None,
    )
    if segment is None:
        yield graph
        return
    found = graph.objects[segment]
    assert isinstance(found, Segment)
    for count in range(found.minimum, most + 1):
        yield from readings(read(graph, segment, count), most)


@dataclass
class Reading:
    """One segment read with some cells: the new number of everything owned, cell by cell."""

    graph: ShapeGraph
    segment: int
    copies: list[dict[int, int]]

    def value(self, value: Value, cell: int | None) -> Value:
        """What a value means in a cell, or outside of the segment."""
        match value:
            case UnknownValue(number=n) if cell is not None and n in self.copies[cell]:
                return UnknownValue(self.copies[cell][n])
            case Address(object=self.segment, offset=offset, end=end):
                found = self.graph.objects[self.segment]
                assert isinstance(found, Segment)
                if end is End.OWN:
                    assert cell is not None
                    return Address(self.copies[cell][self.segment], offset)
                if self.copies:
                    which = self.copies[0 if end is End.FIRST else -1]
                    return Address(which[self.segment], offset)
                assert offset == found.head
                beyond = found.link if end is End.FIRST else found.back
                (field,) = [f for f in self.graph.fields_of(self.segment) if f.offset == beyond]
                return self.value(field.value, None)
            case Address(object=n, offset=offset, end=end):
                if cell is not None and n in self.copies[cell]:
                    return Address(self.copies[cell][n], offset, end)
        return value

    def fields(self, number: int, cell: int | None) -> tuple[FieldValue, ...]:
        """The fields of an object in a cell, or outside."""
        return tuple(
            FieldValue(f.offset, f.size, f.type, self.value(f.value, cell))
            for f in self.graph.fields_of(number)
        )

    def cell_fields(self, cell: int) -> tuple[FieldValue, ...]:
        """The fields of a cell."""
        found = self.graph.objects[self.segment]
        assert isinstance(found, Segment)
        fields: list[FieldValue] = []
        for f in self.graph.fields_of(self.segment):
            if f.offset in (found.link, found.back):
                other = cell + 1 if f.offset == found.link else cell - 1
                if 0 <= other < len(self.copies):
                    value: Value = Address(self.copies[other][self.segment], found.head)
                else:
                    value = self.value(f.value, None)
            else:
                value = self.value(f.value, cell)
            fields.append(FieldValue(f.offset, f.size, f.type, value))
        return tuple(fields)


def read(graph: ShapeGraph, segment: int, count: int) -> ShapeGraph:
    """The graph with so many regions in the place of a segment without owner."""
    owned = [n for n in (*graph.objects, *graph.facts) if segment in owners(graph, n)]
    fresh = iter(range(1 + max([*graph.objects, *graph.facts]), 10**9))
    copies = [{n: next(fresh) for n in (segment, *owned)} for _ in range(count)]
    reading = Reading(graph, segment, copies)
    found = graph.objects[segment]
    gone = {segment, *owned}
    objects: dict[int, Object] = {n: o for n, o in graph.objects.items() if n not in gone}
    fields = {n: reading.fields(n, None) for n in objects}
    facts = {n: f for n, f in graph.facts.items() if n not in gone}
    for cell, copy in enumerate(copies):
        objects[copy[segment]] = MemoryRegion(found.size, found.kind)
        fields[copy[segment]] = reading.cell_fields(cell)
        for n in owned:
            if n in graph.objects:
                old = graph.objects[n]
                owner = None if old.owner == segment else copy[old.owner or 0]
                if isinstance(old, MemoryRegion):
                    size = reading.value(old.size, cell)
                    assert isinstance(size, (KnownNumber, UnknownValue))
                    objects[copy[n]] = MemoryRegion(size, old.kind, old.is_live, owner)
                else:
                    objects[copy[n]] = Segment(
                        old.size, old.kind, old.link, old.head, old.back, old.minimum, owner
                    )
                fields[copy[n]] = reading.fields(n, cell)
            else:
                fact = graph.facts[n]
                owner = None if fact.owner == segment else copy[fact.owner or 0]
                facts[copy[n]] = Fact(fact.low, fact.high, fact.may_be_zero, owner)
    return ShapeGraph(objects, fields, facts, graph.variables, graph.automatic, graph.is_lost)


def owners(graph: ShapeGraph, number: int) -> list[int]:
    """The segments that own something, the innermost first."""
    known: Object | Fact = graph.objects.get(number) or graph.facts[number]
    return [] if known.owner is None else [known.owner, *owners(graph, known.owner)]


# ---- states: no symbols --------------------------------------------------------------------------


def states(graph: ShapeGraph, most: int, limit: int = 12) -> list[ShapeGraph]:
    """Some states that a graph stands for, with at most so many regions."""
    return [
        with_values(reading, which)
        for reading in islice(readings(graph, most), limit)
        for which in range(3)
    ]


def with_values(graph: ShapeGraph, which: int) -> ShapeGraph:
    """A graph without segments with one of the possible values for each symbol."""
    types = {
        f.value.number: f.type
        for fs in graph.fields.values()
        for f in fs
        if isinstance(f.value, UnknownValue)
    }
    chosen = {
        n: KnownNumber(candidates(graph.facts[n], isinstance(t, Integer))[(which + n * which) % 3])
        for n, t in types.items()
    }
    fields = {
        n: tuple(
            FieldValue(f.offset, f.size, f.type, chosen[f.value.number])
            if isinstance(f.value, UnknownValue)
            else f
            for f in fs
        )
        for n, fs in graph.fields.items()
    }
    return ShapeGraph(graph.objects, fields, {}, graph.variables, graph.automatic, graph.is_lost)


def candidates(fact: Fact, is_integer: bool) -> list[int]:  # noqa: FBT001
    """Three values that a fact allows."""
    if not is_integer:
        return [0 if fact.may_be_zero else JUNK.value, JUNK.value, JUNK.value]
    low = -1000 if fact.low is None else fact.low
    high = 1000 if fact.high is None else fact.high
    allowed = [n for n in (low, high, low + 1, (low + high) // 2, 0) if allows(fact, n)]
    return (allowed * 3)[:3]


def allows(fact: Fact, number: int) -> bool:
    """Whether a fact allows a number."""
    return (
        (fact.low is None or fact.low <= number)
        and (fact.high is None or number <= fact.high)
        and (number != 0 or fact.may_be_zero)
    )


# ---- whether a graph stands for a state ----------------------------------------------------------


def stands_for(graph: ShapeGraph, state: ShapeGraph) -> bool:
    """Whether a graph stands for a state."""
    return any(fits(reading, state) for reading in readings(graph, len(state.objects)))


def fits(reading: ShapeGraph, state: ShapeGraph) -> bool:
    """Whether a graph without segments stands for a state."""
    missing = reading.variables.keys() - state.variables.keys()
    if any(reading.fields_of(reading.variables[variable]) for variable in missing):
        return False
    same: dict[int, int] = {}
    bound: dict[int, Value] = {}
    waiting = [
        (n, state.variables[variable])
        for variable, n in reading.variables.items()
        if variable not in missing
    ]
    if len(reading.automatic) != len(state.automatic):
        return False
    waiting += zip(reading.automatic, state.automatic, strict=True)
    while waiting:
        n, m = waiting.pop()
        if n in same:
            if same[n] != m:
                return False
            continue
        old, new = reading.objects[n], state.objects[m]
        assert isinstance(old, MemoryRegion)
        assert isinstance(new, MemoryRegion)
        if m in same.values() or (old.kind, old.is_live) != (new.kind, new.is_live):
            return False
        if isinstance(old.size, KnownNumber) and old.size != new.size:
            return False
        same[n] = m
        for field in reading.fields_of(n):
            there = [f.value for f in state.fields_of(m) if f.offset == field.offset]
            if not there or not may_be(reading, bound, field.value, there[0], waiting):
                return False
    return (reading.is_lost or live(state) <= set(same.values())) and live(reading) <= set(same)


def may_be(
    reading: ShapeGraph,
    bound: dict[int, Value],
    value: Value,
    there: Value,
    waiting: list[tuple[int, int]],
) -> bool:
    """Whether a value can be one of a state; of addresses the objects have to be compared."""
    match value, there:
        case KnownNumber() | FunctionPointer(), _:
            return value == there
        case UnknownValue(number=n), _:
            if bound.setdefault(n, there) != there:
                return False
            fact = reading.facts[n]
            if isinstance(there, KnownNumber):
                return allows(fact, there.value) or there == JUNK
            return fact.low is None and fact.high is None
        case Address(), Address():
            waiting.append((value.object, there.object))
            return value.offset == there.offset
    return False


def live(graph: ShapeGraph) -> set[int]:
    """The live objects on the heap."""
    return {
        n
        for n, each in graph.objects.items()
        if each.kind is Kind.HEAP and isinstance(each, MemoryRegion) and each.is_live
    }


# ---- what graphs promise -------------------------------------------------------------------------


def broken_invariants(graph: ShapeGraph) -> list[str]:
    """What is wrong with a graph: the invariants of ``maul.shapes.graph`` that do not hold."""
    found: list[str] = []
    if set(graph.objects) & set(graph.facts) or 0 in (*graph.objects, *graph.facts):
        found.append("numbers")
    for n in graph.fields:
        fields = graph.fields_of(n)
        if n not in graph.objects:
            found.append(f"fields of no object {n}")
            continue
        if any(a.offset + a.size > b.offset for a, b in pairwise(fields)):
            found.append(f"fields of {n} overlap or are out of order")
        where = graph.objects[n]
        if isinstance(where, MemoryRegion) and not where.is_live and fields:
            found.append(f"ended {n} has fields")
        for field in fields:
            if isinstance(where, Segment) and field.offset not in (where.link, where.back):
                inside = [n, *owners(graph, n)]
            else:
                inside = owners(graph, n)
            found += [f"{n}+{field.offset}: {why}" for why in broken_value(graph, n, field, inside)]
    for variable, n in graph.variables.items():
        each = graph.objects[n]
        if each.kind is not Kind.VARIABLE or each.owner is not None:
            found.append(f"variable {variable.name}")
    for n, each in graph.objects.items():
        offsets = [field.offset for field in graph.fields_of(n)]
        if isinstance(each, Segment) and (
            each.link not in offsets or (each.back is not None and each.back not in offsets)
        ):
            found.append(f"segment {n} has no link")
        if isinstance(each, Segment) and each.link == each.back:
            found.append(f"segment {n} goes forth and back the same way")
    return found


def broken_value(graph: ShapeGraph, n: int, field: FieldValue, inside: list[int]) -> list[str]:
    """What is wrong with a value in a field of an object in the copies of some segments."""
    match field.value:
        case UnknownValue(number=symbol):
            if symbol not in graph.facts:
                return ["symbol without fact"]
            owner = graph.facts[symbol].owner
            return [] if owner is None or owner in inside else ["owned symbol outside"]
        case Address(object=target, offset=offset, end=end):
            if target not in graph.objects:
                return ["address of nothing"]
            each = graph.objects[target]
            found = [] if each.owner is None or each.owner in inside else ["owned object outside"]
            if isinstance(each, MemoryRegion) != (end is End.WHOLE):
                found.append("wrong end")
            if end is End.OWN and target not in inside:
                found.append("OWN outside")
            if isinstance(each, Segment) and each.minimum == 0 and end in (End.FIRST, End.LAST):
                if offset != each.head or (end is End.LAST and each.back is None):
                    found.append("address of a cell that may not be there")
                if target == n and field.offset in (each.link, each.back):
                    found.append("a segment that may be empty leads to itself")
            return found
    return []
