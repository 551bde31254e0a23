"""Whether a graph is one: what ``maul.shapes.graph`` demands of its parts.

Comes in: a graph that anybody may have made, and the variables that there can be. Goes out: what is
wrong with it. Everything else in this package relies on nothing being wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import VOID, Floating, Integer, Pointer, is_scalar, known_size, size_of
from maul.node import replace
from maul.proofs.shapes.memory import ZERO, WorkingGraph, is_plain, zeros
from maul.proofs.shapes.numbers import all_of, within, wrapped
from maul.proofs.shapes.unfold import may_be_empty
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
    FunctionPointer,
    Kind,
    KnownNumber,
    MemoryRegion,
    ObjectId,
    Segment,
    ShapeGraph,
    UnknownValue,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from maul.c.tree import Variable


class IllFormed(Exception):
    """What is wrong with a graph."""


def demand(holds: object, text: str) -> None:
    """Go on only when something holds."""
    if not holds:
        raise IllFormed(text)


def weakened(graph: ShapeGraph, known: Container[Variable], pointer_size: int) -> ShapeGraph:
    """A graph that stands for at least as much and says nothing but what this package reads, when
    the given one is well-formed; ``IllFormed`` when it is not. A proof by the weaker graphs is one
    all the same."""
    _demand_parts(graph, pointer_size)
    memory = WorkingGraph(graph, pointer_size)
    for number in memory.objects:
        memory.fields[number] = tuple(_readable(memory.fields_of(number)))
    for value in list(memory.values()):
        if isinstance(value, UnknownValue):
            memory.facts.setdefault(value.number, Fact())
    _add_links(memory)
    _demand_owners(memory)
    _demand_values(memory)
    _part_symbols(memory)
    _demand_facts(memory)
    _demand_roots(memory, known)
    for number in memory.objects:
        demand(
            isinstance(memory.objects[number], MemoryRegion) or may_be_empty(memory, number),
            "an address in a segment that may be empty",
        )
    memory.collect()
    return memory.graph()


def _readable(fields: tuple[FieldValue, ...]) -> Iterator[FieldValue]:
    """The fields that mean something here."""
    for field in fields:
        if not is_scalar(field.type):
            if field.value == ZERO:
                yield zeros(field.offset, field.size)
        elif is_plain(field.type):
            if isinstance(field.type, Pointer) and isinstance(field.value, KnownNumber):
                number = KnownNumber(wrapped(field.value.value, field.type))
                yield FieldValue(field.offset, field.size, field.type, number)
            else:
                yield field


def _demand_parts(graph: ShapeGraph, pointer_size: int) -> None:
    """Every object and field for itself."""
    for number, made in graph.objects.items():
        demand(number > 0, "a number that is none")
        demand(isinstance(made.kind, Kind), "an object of no kind")
        match made:
            case MemoryRegion(size=KnownNumber(value=size)):
                demand(size >= 0, "an object of a negative size")
            case Segment():
                _demand_segment(made, pointer_size)
            case MemoryRegion(size=UnknownValue()):
                pass
            case _:
                raise IllFormed("an object that is none")
        _demand_fields(graph, number, made)
    demand(set(graph.fields) <= set(graph.objects), "fields of no object")
    demand(not set(graph.facts) & set(graph.objects), "a number of an object and a symbol")
    demand(all(number > 0 for number in graph.facts), "a number that is none")


def _demand_segment(made: Segment, pointer_size: int) -> None:
    size = made.size.value
    demand(made.minimum >= 0, "a segment with a negative minimum")
    demand(made.kind is Kind.HEAP, "a segment of objects that are not on the heap")
    demand(0 <= made.head < size, "a head outside of the cell")
    links = [made.link] if made.back is None else [made.link, made.back]
    for link in links:
        demand(0 <= link <= size - pointer_size, "a link outside of the cell")
    demand(made.back is None or abs(made.link - made.back) >= pointer_size, "links that overlap")


def _demand_fields(graph: ShapeGraph, number: ObjectId, made: MemoryRegion | Segment) -> None:
    end = 0
    if isinstance(made, MemoryRegion) and not made.is_live:
        demand(not graph.fields_of(number), "fields of an object that has ended")
    for field in graph.fields_of(number):
        demand(field.size > 0 and field.offset >= end, "fields that overlap or have no order")
        end = field.offset + field.size
        if is_scalar(field.type):
            demand(field.size == size_of(field.type), "a field that has not the size of its type")
        else:
            size = known_size(field.type)
            demand(
                size is None or field.size <= max(size, 1) or field.value == ZERO,
                "a field too large",
            )
    if isinstance(made.size, KnownNumber):
        demand(end <= made.size.value, "a field outside of its object")


def _add_links(memory: WorkingGraph) -> None:
    """Of links that are not there nothing is known."""
    pointer = Pointer(VOID, memory.pointer_size)
    for number, made in list(memory.objects.items()):
        if not isinstance(made, Segment):
            continue
        for link in (made.link, made.back):
            if link is None:
                continue
            found = memory.touching(number, link, memory.pointer_size)
            if not found:
                value = memory.any_of(pointer, made.owner)
                memory.write(number, link, pointer, value)
                continue
            fits = (
                len(found) == 1 and found[0].offset == link and isinstance(found[0].type, Pointer)
            )
            if not fits and memory.is_zero(number, link, memory.pointer_size):
                memory.write(number, link, pointer, ZERO)
                continue
            demand(fits, "a link that is no pointer")


def _demand_owners(memory: WorkingGraph) -> None:
    """Owners are segments, and nobody owns itself."""
    owners = {number: made.owner for number, made in memory.objects.items()}
    owners |= {number: fact.owner for number, fact in memory.facts.items()}
    for number, owner in owners.items():
        if owner is None:
            continue
        demand(isinstance(memory.objects.get(owner), Segment), "an owner that is no segment")
        seen = {number}
        here: ObjectId | None = owner
        while here is not None:
            demand(here not in seen, "owners in a circle")
            seen.add(here)
            here = owners[here]


def scope(memory: WorkingGraph, number: ObjectId | None) -> set[ObjectId]:
    """A segment and its owners."""
    found: set[ObjectId] = set()
    while number is not None:
        found.add(number)
        number = memory.objects[number].owner
    return found


def _demand_values(memory: WorkingGraph) -> None:
    """Values fit their fields, and what is owned is mentioned where its owner means something."""
    for number, made in memory.objects.items():
        outside = scope(memory, made.owner)
        if isinstance(made.size, UnknownValue):
            demand(_owner(memory, made.size) in {None, *outside}, "a size outside of its owner")
        for field in memory.fields_of(number):
            is_link = isinstance(made, Segment) and field.offset in (made.link, made.back)
            inside = outside | ({number} if isinstance(made, Segment) and not is_link else set())
            _demand_value(memory, field, inside)


def _demand_value(memory: WorkingGraph, field: FieldValue, inside: set[ObjectId]) -> None:
    value, t = field.value, field.type
    if not is_scalar(t):
        return
    is_address = isinstance(t, Pointer) or (
        isinstance(t, Integer) and field.size == memory.pointer_size
    )
    match value:
        case KnownNumber(value=number):
            demand(not isinstance(t, Floating), "a float that is a number")
            demand(within((number, number), all_of(t)), "a number that does not fit its field")
        case FunctionPointer():
            demand(is_address, "an address in a field of another type")
        case Address():
            demand(is_address, "an address in a field of another type")
            _demand_address(memory, value, inside)
            owner = memory.objects[value.object].owner
            demand(owner is None or owner in inside, "an owned object mentioned elsewhere")
        case UnknownValue():
            demand(value.number not in memory.objects, "an object that is a symbol")
            demand(_owner(memory, value) in {None, *inside}, "an owned symbol mentioned elsewhere")
        case _:
            raise IllFormed("a value that is none")


def _demand_address(memory: WorkingGraph, value: Address, inside: set[ObjectId]) -> None:
    made = memory.objects.get(value.object)
    demand(made is not None, "an address of no object")
    half = 1 << 8 * memory.pointer_size - 1
    demand(-half <= value.offset < half, "an offset that is none")
    is_region = isinstance(made, MemoryRegion)
    demand(is_region == (value.end is End.WHOLE), "an address of a cell of no segment")
    if value.end is End.OWN:
        demand(value.object in inside, "OWN outside of the cell")


def _owner(memory: WorkingGraph, symbol: UnknownValue) -> ObjectId | None:
    return memory.fact(symbol).owner


def _part_symbols(memory: WorkingGraph) -> None:
    """Symbols are numbers, addresses or floats from now on. That a number is the one of an address
    is forgotten, and so are bounds of what is no number."""
    sorts: dict[ObjectId, str] = {}
    parted: dict[tuple[ObjectId, str], UnknownValue] = {}

    def of(symbol: UnknownValue, sort: str) -> UnknownValue:
        if sorts.setdefault(symbol.number, sort) == sort:
            return symbol
        key = symbol.number, sort
        if key not in parted:
            parted[key] = memory.fresh(Fact(owner=memory.fact(symbol).owner))
            sorts[parted[key].number] = sort
        return parted[key]

    for made in memory.objects.values():
        if isinstance(made.size, UnknownValue):
            of(made.size, "number")
    for number in memory.objects:
        memory.fields[number] = tuple(
            replace(field, value=of(field.value, _sort(field)))
            if isinstance(field.value, UnknownValue)
            else field
            for field in memory.fields_of(number)
        )
    for number, sort in sorts.items():
        fact = memory.facts[number]
        if sort != "number":
            is_known = sort == "address" and not fact.may_be_zero
            memory.facts[number] = Fact(may_be_zero=not is_known, owner=fact.owner)


def _demand_facts(memory: WorkingGraph) -> None:
    """Some value fits what is known of each symbol."""
    for fact in memory.facts.values():
        low, high = fact.low, fact.high
        demand(low is None or high is None or low <= high, "bounds that nothing fits")
        demand(fact.may_be_zero or not low == high == 0, "zero that is not zero")


def _sort(field: FieldValue) -> str:
    match field.type:
        case Pointer():
            return "address"
        case Floating(bits=bits):
            return f"float{bits}"
    return "number"


def _demand_roots(memory: WorkingGraph, known: Container[Variable]) -> None:
    """Variables and automatic objects."""
    homes: set[ObjectId] = set()
    for variable, number in memory.variables.items():
        demand(variable in known, f"{variable.name} is no variable here")
        made = memory.objects.get(number)
        demand(isinstance(made, MemoryRegion), "a variable without object")
        assert isinstance(made, MemoryRegion)
        fits = made.is_live and made.kind is Kind.VARIABLE and made.owner is None
        demand(fits, "a variable in an object of another kind")
        size = known_size(variable.type)
        demand(size is not None and made.size == KnownNumber(size), "a variable of another size")
        demand(number not in homes, "two variables in one object")
        homes.add(number)
    automatic: set[ObjectId] = set()
    for number, made in memory.objects.items():
        if isinstance(made, MemoryRegion) and made.is_live:
            demand(made.kind is not Kind.VARIABLE or number in homes, "an object of no variable")
            if made.kind is Kind.AUTOMATIC:
                demand(made.owner is None, "an automatic object with an owner")
                automatic.add(number)
    demand(len(memory.automatic) == len(automatic), "another number of automatic objects")
    demand(set(memory.automatic) == automatic, "other automatic objects")
