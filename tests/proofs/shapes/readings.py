"""What a graph stands for, by the words of ``maul.shapes.graph``: all ways to read it, as far as
segments do not have too many cells; and whether a heap is one of them. Slow, and nothing of the
checker is used."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from maul.c.ctype import VOID, Integer, Pointer
from maul.node import node, value
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FunctionPointer,
    Kind,
    KnownNumber,
    MemoryRegion,
    ObjectId,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)

Path: TypeAlias = tuple[tuple[ObjectId, int], ...]
"""The cells in which something lies, the outermost first."""
Name: TypeAlias = tuple[ObjectId, Path]


@value
class At:
    """The address of a place in an object of a reading."""

    name: Name
    offset: int


@value
class Open:
    """A symbol of a reading."""

    name: Name


@value
class Elsewhere:
    """An address of nothing that is in the reading."""

    number: int


POINTER = Pointer(VOID, 8)
Token: TypeAlias = KnownNumber | FunctionPointer | At | Open | Elsewhere


@node
class Heap:
    """One reading: regions with their fields, by offset; symbols with what is known of them."""

    regions: dict[Name, MemoryRegion]
    fields: dict[Name, dict[int, tuple[object, Token]]]
    facts: dict[Name, Fact]
    variables: dict[str, Name]
    is_lost: bool

    def at(self, name: Name, offset: int, t: object, rng: random.Random) -> Token:
        """What an object holds; what is not known is anything, and the same when asked again."""
        fields = self.fields[name]
        if offset not in fields:
            fields[offset] = t, any_token(t, Fact(), [At(each, 0) for each in self.regions], rng)
        return fields[offset][1]

    def is_live(self, name: Name) -> bool | None:
        """Whether an object is alive; None when nobody can tell."""
        return self.regions[name].is_live

    def meant(self, number: KnownNumber) -> Token:
        """The address that a number is."""
        return number

    def live(self) -> list[Name]:
        """The live objects on the heap."""
        return [n for n, r in self.regions.items() if r.is_live and r.kind is Kind.HEAP]


def readings(graph: ShapeGraph, most: int) -> Iterator[Heap]:
    """The readings with so many live objects on the heap at most."""
    for counts, _ in _of_owner(graph, None, (), most):
        heap = _Reading(graph, counts).heap()
        if len(heap.live()) <= most:
            yield heap


Counted: TypeAlias = tuple[dict[Name, int], int]
"""How many cells segments have, and how many more objects there may be."""


def _of_owner(
    graph: ShapeGraph, owner: ObjectId | None, path: Path, left: int
) -> Iterator[Counted]:
    """How many cells the segments of an owner, in one cell of it, and all inside may have."""
    here = [number for number, made in graph.objects.items() if made.owner == owner]
    regions = [graph.objects[number] for number in here]
    left -= sum(
        1 for r in regions if isinstance(r, MemoryRegion) and r.is_live and r.kind is Kind.HEAP
    )
    segments = [number for number in here if isinstance(graph.objects[number], Segment)]
    if left >= 0:
        yield from _of_segments(graph, segments, path, left)


def _of_segments(
    graph: ShapeGraph, segments: list[ObjectId], path: Path, left: int
) -> Iterator[Counted]:
    if not segments:
        yield {}, left
        return
    number, *others = segments
    made = graph.objects[number]
    assert isinstance(made, Segment)
    for count in range(made.minimum, left + 1):
        for inside, after in _of_cells(graph, number, path, count, left - count):
            for rest, end in _of_segments(graph, others, path, after):
                yield {(number, path): count, **inside, **rest}, end


def _of_cells(
    graph: ShapeGraph, number: ObjectId, path: Path, count: int, left: int
) -> Iterator[Counted]:
    if count == 0:
        yield {}, left
        return
    for last, after in _of_owner(graph, number, (*path, (number, count - 1)), left):
        for before, end in _of_cells(graph, number, path, count - 1, after):
            yield {**before, **last}, end


class _Reading:
    """A graph with a number of cells for each segment, in each cell."""

    def __init__(self, graph: ShapeGraph, counts: Mapping[Name, int]) -> None:
        self._graph = graph
        self._counts = counts

    def heap(self) -> Heap:
        heap = Heap({}, {}, {}, {}, self._graph.is_lost)
        self._add(heap, None, ())
        for variable, number in self._graph.variables.items():
            heap.variables[variable.name] = (number, ())
        return heap

    def _add(self, heap: Heap, owner: ObjectId | None, path: Path) -> None:
        """Add what an owner has in one of its cells."""
        for number, fact in self._graph.facts.items():
            if fact.owner == owner:
                heap.facts[number, path] = fact
        for number, made in self._graph.objects.items():
            if made.owner != owner:
                continue
            if isinstance(made, MemoryRegion):
                heap.regions[number, path] = made
                heap.fields[number, path] = {
                    field.offset: (field.type, self._token(field.value, path))
                    for field in self._graph.fields_of(number)
                }
                continue
            for index in range(self._counts[number, path]):
                self._add_cell(heap, number, made, path, index)

    def _add_cell(
        self, heap: Heap, number: ObjectId, made: Segment, path: Path, index: int
    ) -> None:
        inner = (*path, (number, index))
        name, last = (number, inner), self._counts[number, path] - 1
        heap.regions[name] = MemoryRegion(made.size, made.kind)
        cell: dict[int, tuple[object, Token]] = {}
        for link, index_of_next, end in ((made.link, index + 1, last), (made.back, index - 1, 0)):
            if link is not None:
                after = At((number, (*path, (number, index_of_next))), made.head)
                cell[link] = POINTER, self._beyond(number, link, path) if index == end else after
        for field in self._graph.fields_of(number):
            if field.offset not in (made.link, made.back):
                cell[field.offset] = field.type, self._token(field.value, inner)
        heap.fields[name] = cell
        self._add(heap, number, inner)

    def _token(self, mentioned: Value, path: Path) -> Token:
        """What a value means inside of some cells."""
        graph = self._graph
        match mentioned:
            case KnownNumber() | FunctionPointer():
                return mentioned
            case UnknownValue(number=number):
                fact = graph.facts.get(number, Fact())
                return Open((number, self._within(path, fact.owner)))
            case Address(object=number, offset=offset, end=End.OWN):
                return At((number, self._within(path, number)), offset)
        made = graph.objects[mentioned.object]
        around = self._within(path, made.owner)
        if isinstance(made, MemoryRegion):
            return At((mentioned.object, around), mentioned.offset)
        count = self._counts[mentioned.object, around]
        is_first = mentioned.end is End.FIRST
        if count == 0:
            assert mentioned.offset == made.head
            link = made.link if is_first else made.back
            assert link is not None
            return self._beyond(mentioned.object, link, around)
        cell = (mentioned.object, 0 if is_first else count - 1)
        return At((mentioned.object, (*around, cell)), mentioned.offset)

    def _beyond(self, number: ObjectId, link: int, path: Path) -> Token:
        """What a segment says of one of its ends."""
        for field in self._graph.fields_of(number):
            if field.offset == link:
                return self._token(field.value, path)
        return Open((-1000 * number - link, path))  # nothing

    def _within(self, path: Path, owner: ObjectId | None) -> Path:
        """The cells as far as an owner's."""
        if owner is None:
            return ()
        numbers = [number for number, _ in path]
        return path[: numbers.index(owner) + 1]


# ---- equal readings ------------------------------------------------------------------------------


def form(heap: Heap) -> object:
    """The same for readings that differ in names only; everything is reached from variables."""
    names: dict[Name, int] = {}
    order: list[Name] = []

    def called(name: Name) -> int:
        if name not in names:
            names[name] = len(names)
            order.append(name)
        return names[name]

    roots = tuple((variable, called(name)) for variable, name in sorted(heap.variables.items()))
    lines: list[object] = []
    for name in order:
        if name not in heap.regions:
            fact = heap.facts.get(name, Fact())
            lines.append((fact.low, fact.high, fact.may_be_zero))
            continue
        region = heap.regions[name]
        fields: list[object] = []
        for offset, (_, token) in sorted(heap.fields[name].items()):
            match token:
                case At(name=target, offset=distance):
                    fields.append((offset, called(target), distance))
                case Open(name=symbol):
                    fields.append((offset, called(symbol)))
                case other:
                    fields.append((offset, repr(other)))
        lines.append((repr(region.size), region.kind, region.is_live, tuple(fields)))
    return roots, tuple(lines), heap.is_lost


# ---- heaps ---------------------------------------------------------------------------------------


def chosen(heap: Heap, rng: random.Random) -> Heap:
    """A reading in which every symbol has a value."""
    values: dict[Name, Token] = {}
    places = [At(name, rng.choice((0, 8))) for name in heap.regions]

    def of(t: object, token: Token) -> Token:
        if not isinstance(token, Open):
            return token
        if token.name not in values:
            fact = heap.facts.get(token.name, Fact())
            values[token.name] = any_token(t, fact, places, rng)
        return values[token.name]

    fields = {
        name: {offset: (t, of(t, token)) for offset, (t, token) in each.items()}
        for name, each in heap.fields.items()
    }
    return Heap(heap.regions, fields, {}, heap.variables, heap.is_lost)


def any_token(t: object, fact: Fact, places: list[At], rng: random.Random) -> Token:
    """Some value of a type that a fact allows."""
    if isinstance(t, Integer):
        low, high = -(2**31), 2**31 - 1
        low = low if fact.low is None else max(low, fact.low)
        high = high if fact.high is None else min(high, fact.high)
        numbers = [n for n in (low, high, 0, 1, 7) if low <= n <= high and (n or fact.may_be_zero)]
        return KnownNumber(rng.choice(numbers)) if numbers else KnownNumber(rng.randint(low, high))
    assert isinstance(t, Pointer)
    tokens: list[Token] = [Elsewhere(rng.randrange(3)), *places]
    return rng.choice([*tokens, KnownNumber(0)] if fact.may_be_zero else tokens)


def stands_for(graph: ShapeGraph, heap: Heap, rng: random.Random) -> bool:
    """Whether a heap without symbols is a reading of a graph."""
    most = len(heap.live())
    return any(_fits(reading, heap, rng) for reading in readings(graph, most))


def _fits(
    reading: Heap, heap: Heap, rng: random.Random, guessed: tuple[tuple[Name, Name], ...] = ()
) -> bool:
    """Whether a reading is a heap, when its symbols get values; what nothing leads to is tried
    over everything that is left."""
    over = _laid(reading, heap, rng, guessed)
    if over is None:
        return False
    open_ = [name for name in reading.regions if name not in over and _is_needed(reading, name)]
    if open_:
        left = [name for name in heap.regions if name not in over.values()]
        return any(_fits(reading, heap, rng, (*guessed, (open_[0], each))) for each in left)
    is_all = set(over.values()) >= set(heap.live())
    return reading.is_lost or (not heap.is_lost and is_all)


def _laid(
    reading: Heap, heap: Heap, rng: random.Random, guessed: tuple[tuple[Name, Name], ...]
) -> dict[Name, Name] | None:
    """Which object is which, from the variables on; None when something does not fit."""
    over: dict[Name, Name] = {}
    values: dict[Name, Token] = {}
    known = [(n, heap.variables[v]) for v, n in reading.variables.items() if v in heap.variables]
    waiting = [*known, *guessed]
    while waiting:
        name, target = waiting.pop()
        if name in over and over[name] == target:
            continue
        if name in over or target in over.values():
            return None
        over[name] = target
        one, other = reading.regions[name], heap.regions[target]
        if isinstance(one.size, UnknownValue):
            assert not isinstance(other.size, UnknownValue)
            symbol = one.size.number, ()
            fact = reading.facts.get(symbol, Fact())
            known_size = values.setdefault(symbol, other.size)
            is_same = known_size == other.size and _allows(fact, other.size)
        else:
            is_same = one.size == other.size
        if (
            not is_same
            or heap.is_live(target) not in (None, one.is_live)
            or (one.is_live and one.kind is not other.kind)
        ):
            return None
        for offset, (t, token) in reading.fields[name].items():
            there = heap.at(target, offset, t, rng)
            if isinstance(token, At | FunctionPointer) and isinstance(there, KnownNumber):
                there = heap.meant(there)
            if isinstance(token, At):
                if not isinstance(there, At) or there.offset != token.offset:
                    return None
                waiting.append((token.name, there.name))
            elif isinstance(token, Open):
                fact = reading.facts.get(token.name, Fact())
                if values.setdefault(token.name, there) != there or not _allows(fact, there):
                    return None
            elif token != there:
                return None
    return over


def _is_needed(reading: Heap, name: Name) -> bool:
    """Objects on the heap that a reading has must be there."""
    return reading.regions[name].kind is Kind.HEAP


def _allows(fact: Fact, token: Token) -> bool:
    if not isinstance(token, KnownNumber):
        return True
    if token.value == 0 and not fact.may_be_zero:
        return False
    low = fact.low is None or fact.low <= token.value
    return low and (fact.high is None or token.value <= fact.high)
