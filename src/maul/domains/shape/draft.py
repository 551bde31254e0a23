"""A memory graph while it is being changed.

Comes in: a graph. Goes out: another one (``finish``); the first is never touched. All reading and
writing of fields is done here, and what a graph may forget is forgotten here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Floating, Pointer, size_of
from maul.domains.shape.values import ZERO, byte_block, fact_of, is_block, reread
from maul.node import replace
from maul.shapes.graph import (
    Address,
    Fact,
    FieldValue,
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
    from collections.abc import Iterable, Iterator

    from maul.c.ctype import CType
    from maul.c.tree import Variable

ANYTHING = Fact()
EMPTY = ShapeGraph({}, {}, {}, {})


class GraphDraft:
    """A graph that can be changed: the parts of ``ShapeGraph``, as dictionaries of its own."""

    __slots__ = ("_next", "automatic", "facts", "fields", "is_lost", "objects", "variables")

    def __init__(self, graph: ShapeGraph) -> None:
        self.objects: dict[ObjectId, Object] = dict(graph.objects)
        self.fields: dict[ObjectId, tuple[FieldValue, ...]] = dict(graph.fields)
        self.facts: dict[ObjectId, Fact] = dict(graph.facts)
        self.variables: dict[Variable, ObjectId] = dict(graph.variables)
        self.automatic = graph.automatic
        self.is_lost = graph.is_lost
        self._next = 0

    def finish(self) -> ShapeGraph:
        """The graph as it is now. The draft can be changed further only after a ``copy``."""
        return ShapeGraph(
            self.objects, self.fields, self.facts, self.variables, self.automatic, self.is_lost
        )

    @property
    def has_fresh(self) -> bool:
        """Whether this draft has made an object or a symbol."""
        return self._next != 0

    def copy(self) -> GraphDraft:
        """Another draft of the same graph."""
        return GraphDraft(self.finish())

    # ---- symbols and objects --------------------------------------------------------------------

    def fresh(self) -> ObjectId:
        """A number that no object and no symbol of this graph has."""
        if self._next == 0:
            self._next = 1 + max(max(self.objects, default=0), max(self.facts, default=0))
        self._next += 1
        return self._next - 1

    def symbol(self, fact: Fact = ANYTHING) -> UnknownValue:
        """A new symbol."""
        number = self.fresh()
        self.facts[number] = fact
        return UnknownValue(number)

    def any_value(self, t: CType, owner: ObjectId | None = None) -> UnknownValue:
        """A new symbol for any value of a scalar type."""
        return self.symbol(fact_of(t, owner))

    def fact(self, symbol: UnknownValue) -> Fact:
        """What is known of a symbol."""
        return self.facts[symbol.number]

    def new_region(
        self, size: KnownNumber | UnknownValue, kind: Kind, owner: ObjectId | None = None
    ) -> int:
        """A new live object with arbitrary contents."""
        number = self.fresh()
        self.objects[number] = MemoryRegion(size, kind, owner=owner)
        if kind is Kind.AUTOMATIC:
            self.automatic = (*self.automatic, number)
        return number

    def variable(self, variable: Variable) -> ObjectId:
        """The object of a variable, made when there is none yet. ValueError when its type has no
        size."""
        found = self.variables.get(variable)
        if found is None:
            found = self.new_region(KnownNumber(size_of(variable.type)), Kind.VARIABLE)
            self.variables[variable] = found
        return found

    def end(self, number: ObjectId) -> None:
        """End the life of a region."""
        region = self.objects[number]
        assert isinstance(region, MemoryRegion)
        self.objects[number] = replace(region, is_live=False)
        self.fields.pop(number, None)
        if number in self.automatic:
            self.automatic = tuple(other for other in self.automatic if other != number)

    def drop_variable(self, variable: Variable) -> None:
        """Let a variable be gone: addresses of it lead to an ended object."""
        number = self.variables.pop(variable, None)
        if number is not None:
            self.end(number)

    # ---- fields ---------------------------------------------------------------------------------

    def fields_of(self, number: ObjectId) -> tuple[FieldValue, ...]:
        """The fields of an object."""
        return self.fields.get(number, ())

    def owner_within(self, number: ObjectId, offset: int) -> ObjectId | None:
        """Who owns an arbitrary value in the bytes of an object."""
        found = self.objects[number]
        if isinstance(found, Segment) and offset not in (found.link, found.back):
            return number
        return found.owner

    def known(self, number: ObjectId, offset: int, t: CType) -> Value | None:
        """The value of a scalar type at an offset; None where nothing says."""
        size = size_of(t)
        for field in self.fields.get(number, ()):
            if field.offset == offset and field.size == size and not is_block(field.type):
                value = field.value
                if value == ZERO:
                    return _zero_as(t)
                fact = self.facts.get(value.number) if isinstance(value, UnknownValue) else None
                return reread(value, field.type, t, fact)
            if field.offset + field.size > offset:
                inside = field.offset <= offset and offset + size <= field.offset + field.size
                return _zero_as(t) if inside and field.value == ZERO else None
        return None

    def read(self, number: ObjectId, offset: int, t: CType) -> Value:
        """The value of a scalar type at an offset. Where nothing is known a new symbol is made, and
        stored if the bytes are not part of something else."""
        value = self.known(number, offset, t)
        if value is not None:
            return value
        symbol = self.any_value(t, self.owner_within(number, offset))
        if not any(True for _ in self._touched(number, offset, size_of(t))):
            self._insert(number, (FieldValue(offset, size_of(t), t, symbol),))
        return symbol

    def write(self, number: ObjectId, offset: int, t: CType, value: Value) -> None:
        """Store a value of a scalar type; what was known of other fields on its bytes is gone. A
        zero in a zero block changes nothing."""
        size = size_of(t)
        if value == ZERO and self._is_in_zero_block(number, offset, size):
            return
        self.forget(number, offset, size)
        self._insert(number, (FieldValue(offset, size, t, value),))

    def _is_in_zero_block(self, number: ObjectId, offset: int, size: int) -> bool:
        """Whether bytes are part of a zero block."""
        return any(
            is_block(field.type)
            and field.offset <= offset
            and offset + size <= field.offset + field.size
            and field.value == ZERO
            for field in self.fields.get(number, ())
        )

    def zero(self, number: ObjectId, offset: int, size: int) -> None:
        """Store zero bytes."""
        self.forget(number, offset, size)
        if size > 0:
            self._insert(number, (FieldValue(offset, size, byte_block(size), ZERO),))

    def forget(self, number: ObjectId, offset: int, size: int) -> None:
        """Let bytes be arbitrary. Of zero blocks the rest is kept, other fields are dropped."""
        if size <= 0:
            return
        kept: list[FieldValue] = []
        for field in self.fields.get(number, ()):
            if field.offset + field.size <= offset or offset + size <= field.offset:
                kept.append(field)
            elif is_block(field.type) and field.value == ZERO:
                kept += _rest(field, offset, size)
        self._set(number, kept)

    def block(self, number: ObjectId, offset: int, size: int) -> tuple[FieldValue, ...]:
        """What is known of some bytes, as fields with offsets from the first of the bytes. Fields
        that lie inside in part are left out, but for zero blocks."""
        found: list[FieldValue] = []
        for field in self._touched(number, offset, size):
            start, stop = max(field.offset, offset), min(field.offset + field.size, offset + size)
            if stop - start == field.size:
                found.append(FieldValue(start - offset, field.size, field.type, field.value))
            elif is_block(field.type) and field.value == ZERO:
                found.append(
                    FieldValue(start - offset, stop - start, byte_block(stop - start), ZERO)
                )
        return tuple(found)

    def write_block(
        self, number: ObjectId, offset: int, size: int, block: tuple[FieldValue, ...]
    ) -> None:
        """Store what ``block`` gave of as many bytes."""
        self.forget(number, offset, size)
        moved = (
            FieldValue(field.offset + offset, field.size, field.type, field.value)
            for field in block
        )
        self._insert(number, moved)

    def is_zero(self, number: ObjectId, offset: int, size: int) -> bool:
        """Whether some bytes are certainly zero."""
        zeros = 0
        for field in self._touched(number, offset, size):
            if field.value != ZERO:
                return False
            start, stop = max(field.offset, offset), min(field.offset + field.size, offset + size)
            zeros += stop - start
        return zeros == size

    def _touched(self, number: ObjectId, offset: int, size: int) -> Iterator[FieldValue]:
        """The fields on some bytes."""
        for field in self.fields.get(number, ()):
            if field.offset < offset + size and offset < field.offset + field.size:
                yield field

    def _insert(self, number: ObjectId, new: Iterable[FieldValue]) -> None:
        """Add fields where there are none."""
        self._set(number, sorted((*self.fields.get(number, ()), *new), key=_offset))

    def _set(self, number: ObjectId, fields: list[FieldValue]) -> None:
        """Let an object have these fields."""
        if fields:
            self.fields[number] = tuple(fields)
        else:
            self.fields.pop(number, None)

    # ---- the whole graph ------------------------------------------------------------------------

    def narrow(self, symbol: UnknownValue, fact: Fact) -> None:
        """Say more of a symbol."""
        self.facts[symbol.number] = fact

    def substitute(self, old: UnknownValue | Address, new: Value) -> None:
        """Put another value wherever a value is; a symbol that is replaced is gone. An integer for
        a symbol goes into sizes, too."""
        for number, fields in self.fields.items():
            if any(field.value == old for field in fields):
                self.fields[number] = tuple(
                    FieldValue(field.offset, field.size, field.type, new)
                    if field.value == old
                    else field
                    for field in fields
                )
        if isinstance(old, UnknownValue):
            if isinstance(new, (KnownNumber, UnknownValue)):
                for number, found in self.objects.items():
                    if isinstance(found, MemoryRegion) and found.size == old:
                        self.objects[number] = replace(found, size=new)
            self.facts.pop(old.number, None)

    def mentions(self, symbol: UnknownValue) -> bool:
        """Whether a field or a size is this symbol."""
        return any(
            field.value == symbol for fields in self.fields.values() for field in fields
        ) or any(found.size == symbol for found in self.objects.values())

    def reached(self, roots: Iterable[ObjectId], *, by_pointers: bool = False) -> set[ObjectId]:
        """The objects that chains of addresses lead to from the roots, whatever the offsets;
        perhaps only by addresses that are stored as pointers, not as numbers."""
        waiting = list(roots)
        reached = set(waiting)
        while waiting:
            for field in self.fields.get(waiting.pop(), ()):
                value = field.value
                if by_pointers and not isinstance(field.type, Pointer):
                    continue
                if isinstance(value, Address) and value.object not in reached:
                    reached.add(value.object)
                    waiting.append(value.object)
        return reached

    def collect(self) -> None:
        """Drop what no variable and no automatic object reaches. Objects on the heap that are
        dropped alive are lost."""
        reached = self.reached((*self.variables.values(), *self.automatic))
        if len(reached) < len(self.objects):
            for number in [number for number in self.objects if number not in reached]:
                found = self.objects.pop(number)
                self.fields.pop(number, None)
                if found.kind is Kind.HEAP and (isinstance(found, Segment) or found.is_live):
                    self.is_lost = True
        self.drop_symbols()

    def drop_symbols(self) -> None:
        """Drop the symbols that nothing mentions."""
        mentioned = {
            field.value.number
            for fields in self.fields.values()
            for field in fields
            if isinstance(field.value, UnknownValue)
        }
        mentioned.update(
            found.size.number
            for found in self.objects.values()
            if isinstance(found.size, UnknownValue)
        )
        if len(mentioned) < len(self.facts):
            self.facts = {n: fact for n, fact in self.facts.items() if n in mentioned}


def _zero_as(t: CType) -> Value | None:
    """Zero bytes as a value of a scalar type; of a float there is no number."""
    return None if isinstance(t, Floating) else ZERO


def _rest(block: FieldValue, offset: int, size: int) -> list[FieldValue]:
    """The parts of a zero block before and behind some bytes."""
    before = offset - block.offset
    behind = block.offset + block.size - (offset + size)
    parts: list[FieldValue] = []
    if before > 0:
        parts.append(FieldValue(block.offset, before, byte_block(before), ZERO))
    if behind > 0:
        parts.append(FieldValue(offset + size, behind, byte_block(behind), ZERO))
    return parts


def _offset(field: FieldValue) -> int:
    """Where a field begins."""
    return field.offset
