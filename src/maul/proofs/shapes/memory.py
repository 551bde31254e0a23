"""A memory graph under change: reading, writing, ending, forgetting.

Comes in: a well-formed graph. Goes out: another one. Reading and writing is done by bytes: what a
write covers is dropped, what is read in another way than it was written is arbitrary. Nothing here
knows of programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, ArrayType, Boolean, Floating, Integer, Pointer, is_scalar, size_of
from maul.node import replace
from maul.proofs.shapes.numbers import all_of, in_both, within, wrapped
from maul.shapes.graph import (
    Address,
    Fact,
    FieldValue,
    FunctionPointer,
    Kind,
    KnownNumber,
    MemoryRegion,
    Object,
    ObjectId,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.proofs.shapes.numbers import Interval

ZERO = KnownNumber(0)
ANYTHING = Fact()


class Contradiction(Exception):
    """The graph stands for no state."""


class WorkingGraph:
    """A graph that can be changed; ``pointer_size`` is that of the program."""

    def __init__(self, graph: ShapeGraph, pointer_size: int) -> None:
        self.objects: dict[ObjectId, Object] = dict(graph.objects)
        self.fields: dict[ObjectId, tuple[FieldValue, ...]] = dict(graph.fields)
        self.facts: dict[ObjectId, Fact] = dict(graph.facts)
        self.variables: dict[Variable, ObjectId] = dict(graph.variables)
        self.automatic: tuple[ObjectId, ...] = graph.automatic
        self.is_lost = graph.is_lost
        self.pointer_size = pointer_size
        self._last = max((0, *self.objects, *self.facts))

    def graph(self) -> ShapeGraph:
        """The graph as it is now."""
        return ShapeGraph(
            dict(self.objects),
            dict(self.fields),
            dict(self.facts),
            dict(self.variables),
            self.automatic,
            self.is_lost,
        )

    def copy(self) -> WorkingGraph:
        """Another one that is the same."""
        copied = WorkingGraph(self.graph(), self.pointer_size)
        copied._last = self._last
        return copied

    # ---- objects and symbols ---------------------------------------------------------------------

    def number(self) -> ObjectId:
        """A number that nothing has."""
        self._last += 1
        return self._last

    def fresh(self, fact: Fact = ANYTHING) -> UnknownValue:
        """A new symbol."""
        number = self.number()
        self.facts[number] = fact
        return UnknownValue(number)

    def any_of(self, t: CType, owner: ObjectId | None = None) -> UnknownValue:
        """A new symbol for any value of a scalar type."""
        if isinstance(t, Integer | Boolean):
            low, high = all_of(t)
            return self.fresh(Fact(low, high, owner=owner))
        return self.fresh(Fact(owner=owner))

    def between(self, low: int, high: int) -> KnownNumber | UnknownValue:
        """A number between bounds."""
        return KnownNumber(low) if low == high else self.fresh(Fact(low, high))

    def new(self, size: KnownNumber | UnknownValue, kind: Kind) -> ObjectId:
        """A new live region with arbitrary contents."""
        number = self.number()
        self.objects[number] = MemoryRegion(size, kind)
        if kind is Kind.AUTOMATIC:
            self.automatic = (*self.automatic, number)
        return number

    def home(self, variable: Variable) -> ObjectId:
        """The region of a variable; one that was not there is new. ValueError when its type has no
        size."""
        found = self.variables.get(variable)
        if found is None:
            found = self.new(KnownNumber(size_of(variable.type)), Kind.VARIABLE)
            self.variables[variable] = found
        return found

    def end(self, number: ObjectId) -> None:
        """End a region."""
        region = self.objects[number]
        assert isinstance(region, MemoryRegion)
        self.objects[number] = replace(region, is_live=False)
        self.fields.pop(number, None)
        self.automatic = tuple(each for each in self.automatic if each != number)

    def drop_variable(self, variable: Variable) -> None:
        """A variable is gone."""
        number = self.variables.pop(variable, None)
        if number is not None:
            self.end(number)

    # ---- facts -----------------------------------------------------------------------------------

    def fact(self, symbol: UnknownValue) -> Fact:
        """What is known of a symbol."""
        return self.facts.get(symbol.number, ANYTHING)

    def interval(self, value: Value, t: CType) -> Interval:
        """Bounds of a value of an integer or pointer type."""
        whole = all_of(t)
        match value:
            case KnownNumber(value=number):
                return number, number
            case UnknownValue():
                fact = self.fact(value)
                low = whole[0] if fact.low is None else fact.low
                high = whole[1] if fact.high is None else fact.high
                return in_both((low, high), whole)
        return whole

    def size(self, number: ObjectId) -> Interval:
        """Bounds of the size of an object."""
        size = self.objects[number].size
        match size:
            case KnownNumber(value=known):
                return known, known
            case UnknownValue():
                fact = self.fact(size)
                greatest = 1 << 8 * self.pointer_size
                return max(fact.low or 0, 0), greatest if fact.high is None else fact.high

    def bound(self, symbol: UnknownValue, to: Interval) -> None:
        """A symbol of an integer type lies between bounds."""
        fact = self.fact(symbol)
        low = to[0] if fact.low is None else max(fact.low, to[0])
        high = to[1] if fact.high is None else min(fact.high, to[1])
        if not fact.may_be_zero:
            low, high = low + (low == 0), high - (high == 0)
        if low > high:
            raise Contradiction
        self.facts[symbol.number] = replace(fact, low=low, high=high)

    def exclude_zero(self, symbol: UnknownValue) -> None:
        """A symbol is not zero."""
        self.facts[symbol.number] = fact = replace(self.fact(symbol), may_be_zero=False)
        if fact.low is not None and fact.high is not None:
            self.bound(symbol, (fact.low, fact.high))

    # ---- reading ---------------------------------------------------------------------------------

    def fields_of(self, number: ObjectId) -> tuple[FieldValue, ...]:
        """The fields of an object."""
        return self.fields.get(number, ())

    def touching(self, number: ObjectId, offset: int, size: int) -> list[FieldValue]:
        """The fields that have a byte among the given ones."""
        return [
            field
            for field in self.fields_of(number)
            if field.offset < offset + size and offset < field.offset + field.size
        ]

    def is_zero(self, number: ObjectId, offset: int, size: int) -> bool:
        """Whether some bytes are known to be zero."""
        here = offset
        for field in self.touching(number, offset, size):
            if field.offset > here or field.value != ZERO or isinstance(field.type, Floating):
                return False
            here = field.offset + field.size
        return here >= offset + size

    def read(self, number: ObjectId, offset: int, t: CType) -> Value:
        """What an object holds, as a value of a scalar type. Bytes of which nothing is known get a
        symbol, so that reading again gives the same."""
        size, found = size_of(t), self.touching(number, offset, size_of(t))
        owner = self.own_scope(number)
        if not found and is_plain(t):
            value = self.any_of(t, owner)
            self._put(number, FieldValue(offset, size, t, value))
            return value
        if len(found) == 1 and is_scalar(found[0].type):
            field = found[0]
            if field.offset == offset and field.size == size:
                return self._seen_as(field, t, owner)
        if self.is_zero(number, offset, size) and not isinstance(t, Floating):
            return ZERO
        return self.any_of(t, owner)

    def own_scope(self, number: ObjectId) -> ObjectId | None:
        """The owner of what stands in an object and is arbitrary: in a segment each cell has its
        own."""
        made = self.objects[number]
        return number if isinstance(made, Segment) else made.owner

    def _seen_as(self, field: FieldValue, t: CType, owner: ObjectId | None) -> Value:
        """The value of a field, read as one of another type of the same size."""
        value, old = field.value, field.type
        if old == t or (isinstance(old, Pointer) and isinstance(t, Pointer)):
            if isinstance(value, UnknownValue) and isinstance(t, Integer | Boolean):
                self.bound(value, all_of(t))
            return value
        if isinstance(t, Boolean):
            is_set = isinstance(value, KnownNumber) and value.value != 0
            return (
                ZERO
                if value == ZERO and not is_float(old)
                else (KnownNumber(1) if is_set and not is_float(old) else self.any_of(t, owner))
            )
        if is_float(old) or is_float(t) or (isinstance(old, Boolean) and value != ZERO):
            return self.any_of(t, owner)
        if not (is_plain(old) and is_plain(t)):
            return self.any_of(t, owner)
        match value:
            case KnownNumber(value=known):
                return KnownNumber(wrapped(known, t))
            case Address() | FunctionPointer():
                return value
            case UnknownValue() if isinstance(old, Integer) and isinstance(t, Integer):
                if within(self.interval(value, old), all_of(t)):
                    self.bound(value, all_of(t))
                    return value
        seen = self.any_of(t, owner)
        if not self.fact(value).may_be_zero:
            self.exclude_zero(seen)
        return seen

    # ---- writing ---------------------------------------------------------------------------------

    def forget(self, number: ObjectId, offset: int, size: int) -> None:
        """Some bytes are arbitrary from now on; of blocks of zeros the rest is kept."""
        kept: list[FieldValue] = []
        for field in self.fields_of(number):
            end = field.offset + field.size
            if end <= offset or offset + size <= field.offset:
                kept.append(field)
            elif not is_scalar(field.type):
                if field.offset < offset:
                    kept.append(zeros(field.offset, offset - field.offset))
                if offset + size < end:
                    kept.append(zeros(offset + size, end - offset - size))
        self.fields[number] = tuple(kept)

    def write(self, number: ObjectId, offset: int, t: CType, value: Value) -> None:
        """Store a value of a scalar type."""
        size = size_of(t)
        self.forget(number, offset, size)
        if is_plain(t):
            self._put(number, FieldValue(offset, size, t, value))

    def write_zeros(self, number: ObjectId, offset: int, size: int) -> None:
        """Store zero bytes."""
        self.forget(number, offset, size)
        if size > 0:
            self._put(number, zeros(offset, size))

    def block(self, number: ObjectId, offset: int, size: int) -> tuple[FieldValue, ...]:
        """What is known of some bytes, with offsets from the first of them."""
        found: list[FieldValue] = []
        for field in self.touching(number, offset, size):
            start = max(field.offset, offset)
            end = min(field.offset + field.size, offset + size)
            if not is_scalar(field.type):
                found.append(zeros(start - offset, end - start))
            elif end - start == field.size:
                found.append(replace(field, offset=start - offset))
        return tuple(found)

    def write_block(
        self, number: ObjectId, offset: int, size: int, block: tuple[FieldValue, ...]
    ) -> None:
        """Store bytes of which something is known."""
        self.forget(number, offset, size)
        self._put(number, *(replace(field, offset=offset + field.offset) for field in block))

    def _put(self, number: ObjectId, *new: FieldValue) -> None:
        """Add fields where none are."""
        fields = (*self.fields_of(number), *new)
        self.fields[number] = tuple(sorted(fields, key=lambda each: each.offset))

    def set_link(self, number: ObjectId, offset: int, value: Value) -> None:
        """Give the pointer at an offset another value."""
        old = self.field_at(number, offset)
        self.fields[number] = tuple(
            replace(field, value=value) if field is old else field
            for field in self.fields_of(number)
        )

    def field_at(self, number: ObjectId, offset: int) -> FieldValue:
        """The field that starts at an offset."""
        return next(field for field in self.fields_of(number) if field.offset == offset)

    # ---- values everywhere -----------------------------------------------------------------------

    def substitute(self, of: Callable[[Value], Value]) -> None:
        """Give every value another name for what it is."""
        for number, fields in self.fields.items():
            self.fields[number] = tuple(self._refitted(field, of(field.value)) for field in fields)
        for number, made in self.objects.items():
            size = of(made.size)
            if size is not made.size:
                assert isinstance(size, KnownNumber | UnknownValue)
                self.objects[number] = replace(made, size=size)

    def _refitted(self, field: FieldValue, value: Value) -> FieldValue:
        """A field with a value that means the same, as its type says it."""
        if value is field.value:
            return field
        if isinstance(field.type, Integer | Boolean):
            if isinstance(value, KnownNumber):
                number = KnownNumber(wrapped(value.value, field.type))
                if isinstance(field.value, UnknownValue) and number != value:
                    raise Contradiction
                value = number
            elif isinstance(value, UnknownValue) and isinstance(field.value, Address):
                value = self.any_of(field.type)  # from a pointer
        return replace(field, value=value)

    def put_for(self, symbol: UnknownValue, value: Value) -> None:
        """A symbol is a value."""
        self.substitute(lambda old: value if old == symbol else old)

    def unite(self, left: UnknownValue, right: UnknownValue) -> None:
        """Two symbols of the same bounds, which nobody owns, are one value."""
        facts = [self.facts.get(each.number) for each in (left, right)]
        if None in facts or any(fact is not None and fact.owner is not None for fact in facts):
            return
        if facts[1] is not None and not facts[1].may_be_zero:
            self.exclude_zero(left)
        self.put_for(right, left)

    def values(self) -> Iterator[Value]:
        """All values that are mentioned."""
        for fields in self.fields.values():
            for field in fields:
                yield field.value
        for made in self.objects.values():
            yield made.size

    # ---- garbage ---------------------------------------------------------------------------------

    def collect(self) -> None:
        """Drop what no variable leads to. A live object on the heap is lost then."""
        reached: set[ObjectId] = set()
        waiting = [*self.variables.values(), *self.automatic]
        while waiting:
            number = waiting.pop()
            if number in reached:
                continue
            reached.add(number)
            waiting += [
                field.value.object
                for field in self.fields_of(number)
                if isinstance(field.value, Address)
            ]
        for number, made in list(self.objects.items()):
            if number not in reached:
                if made.kind is Kind.HEAP and is_live(made):
                    self.is_lost = True
                del self.objects[number]
        self.fields = {n: f for n, f in self.fields.items() if f and n in self.objects}
        mentioned = {value.number for value in self.values() if isinstance(value, UnknownValue)}
        self.facts = {n: f for n, f in self.facts.items() if n in mentioned}


def zeros(offset: int, size: int) -> FieldValue:
    """A block of zero bytes."""
    return FieldValue(offset, size, ArrayType(CHAR, size), ZERO)


def is_live(made: Object) -> bool:
    """Whether an object has not ended."""
    return isinstance(made, Segment) or made.is_live


def is_float(t: CType) -> bool:
    """Whether nothing is known of values of a type."""
    return isinstance(t, Floating)


def is_plain(t: CType) -> bool:
    """Whether the bytes of a scalar type are its value and nothing else."""
    return not isinstance(t, Integer) or t.bits == 8 * size_of(t)
