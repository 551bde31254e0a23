"""A memory graph as text for people, on one screen.

Comes in: a graph. Goes out: a line for each variable of which something is known, and one for each
object: ``s1: list of 2 or more cells {data: ?, next ->}, then null``. A value that is not known is
``?``, and ``?1`` where the same value stands in several places; an indented object is one that each
cell of the segment above has for itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from maul.c.ctype import Boolean, Integer, is_scalar
from maul.cfa.render import variable_text
from maul.node import value
from maul.shapes.graph import (
    Address,
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
from maul.shapes.names import GraphNames, limits, names_of, variables_in_order

LONGEST = 12  # fields of an object that are shown
STEP = "  "


def told(graph: ShapeGraph) -> str:
    """The whole graph in words, ending with a line end; empty when nothing is known at all."""
    shown = Shown(graph, names_of(graph))
    lines = [*_variables(shown), *_objects(shown), *_symbols(shown)]
    if graph.is_lost:
        lines.append("there may be objects on the heap that nothing leads to")
    return "".join(f"{line}\n" for line in lines)


@value
class Shown:
    """A graph with its names."""

    graph: ShapeGraph
    names: GraphNames

    def value_text(self, field: FieldValue) -> str:
        """What a field holds, with the colon or arrow before it."""
        match field.value:
            case KnownNumber(value=0) if not isinstance(field.type, (Integer, Boolean)):
                return " = null" if is_scalar(field.type) else ": all zero"
            case KnownNumber(value=number):
                return f": {number}"
            case Address() as address:
                return f" -> {self.names.target(address)}"
            case FunctionPointer(function=function):
                return f" -> {function}()"
            case UnknownValue(number=number):
                return f": {self.symbol(number, field)}"

    def symbol(self, number: ObjectId, field: FieldValue | None = None) -> str:
        """A value that is not known: its name if it stands elsewhere too, else what is known."""
        if self.has_name(number):
            return self.names.symbols[number]
        words = limits(self.graph.facts.get(number), field.type if field else None)
        return f"? ({words})" if words else "?"

    def has_name(self, number: ObjectId) -> bool:
        """Whether a symbol stands in several places, or in all cells of a segment."""
        return self.names.mentions[number] > 1 or number in self._shared()

    def _shared(self) -> set[ObjectId]:
        """The symbols in cells that have no owner: all cells have that one value."""
        return {
            field.value.number
            for number, made in self.graph.objects.items()
            if isinstance(made, Segment) or made.owner is not None
            for field in self.graph.fields_of(number)
            if isinstance(field.value, UnknownValue) and self.owner(field.value.number) is None
        }

    def owner(self, symbol: ObjectId) -> ObjectId | None:
        """The segment whose cells each have a symbol for themselves."""
        fact = self.graph.facts.get(symbol)
        return None if fact is None else fact.owner

    def fields(self, number: ObjectId, without: tuple[int | None, ...] = ()) -> list[str]:
        """The fields of an object, some left out."""
        texts = [
            self.names.member(number, field.offset, field.size) + self.value_text(field)
            for field in self.graph.fields_of(number)
            if field.offset not in without
        ]
        return texts if len(texts) <= LONGEST else [*texts[:LONGEST], "..."]


def _variables(shown: Shown) -> Iterator[str]:
    """A line for each variable of which something is known, under the name of its function."""
    function = ""
    for variable in variables_in_order(shown.graph):
        number = shown.graph.variables[variable]
        fields = shown.graph.fields_of(number)
        if not fields:
            continue
        if variable.function != function:
            function = variable.function
            yield f"{function}:"
        indent = STEP if function else ""
        scalar = len(fields) == 1 and fields[0].offset == 0 and is_scalar(variable.type)
        name = variable_text(variable)
        if scalar:
            yield f"{indent}{name}{shown.value_text(fields[0])}"
        else:
            yield f"{indent}{name} {{{', '.join(shown.fields(number))}}}"


def _objects(shown: Shown) -> Iterator[str]:
    """The lines of all objects but variables; what a segment owns is below it."""
    for number in shown.names.order:
        made = shown.graph.objects[number]
        if made.kind is not Kind.VARIABLE and made.owner is None:
            yield from _object(shown, number, "")


def _object(shown: Shown, number: ObjectId, indent: str) -> Iterator[str]:
    made = shown.graph.objects[number]
    name = shown.names.objects[number]
    yield f"{indent}{name}: " + (
        _segment(shown, number, made) if isinstance(made, Segment) else _region(shown, number, made)
    )
    for inner in shown.names.order:
        if shown.graph.objects[inner].owner == number:
            yield from _object(shown, inner, indent + STEP)


def _region(shown: Shown, number: ObjectId, made: MemoryRegion) -> str:
    if not made.is_live:
        return "freed" if made.kind is Kind.HEAP else "ended"
    record = shown.names.record(number)
    size = made.size
    if record is not None and isinstance(size, KnownNumber) and record.size == size.value:
        what = f"struct {record.tag}"
    else:
        bytes_ = str(size.value) if isinstance(size, KnownNumber) else shown.symbol(size.number)
        what = f"{bytes_} byte{'' if bytes_ == '1' else 's'}"
    where = " on the stack" if made.kind is Kind.AUTOMATIC else ""
    return f"{what}{where} {{{', '.join(shown.fields(number))}}}"


def _segment(shown: Shown, number: ObjectId, made: Segment) -> str:
    """What a cell looks like, and what comes behind the last one and before the first."""
    kind = "list" if made.back is None else "doubly linked list"
    many = "any number of" if made.minimum == 0 else f"{made.minimum} or more"
    ends = {
        field.offset: shown.value_text(field).removeprefix(" -> ").removeprefix(" = ").lstrip(": ")
        for field in shown.graph.fields_of(number)
        if field.offset in (made.link, made.back)
    }
    fields = shown.fields(number, (made.link, made.back))
    head = shown.names.member(number, made.head) if made.head else ""
    size = next(
        (field.size for field in shown.graph.fields_of(number) if field.offset == made.link), None
    )
    fields.append(f"{shown.names.member(number, made.link, size)} ->{f' {head}' if head else ''}")
    then = f", then {ends.get(made.link, '?')}"
    if made.back is not None:
        fields.append(f"{shown.names.member(number, made.back, size)} <-")
        then += f", before it {ends.get(made.back, '?')}"
    where = " on the stack" if made.kind is Kind.AUTOMATIC else ""
    return f"{kind} of {many} cells{where} {{{', '.join(fields)}}}{then}"


def _symbols(shown: Shown) -> Iterator[str]:
    """What is known of the values that have a name."""
    for number, name in shown.names.symbols.items():
        words = limits(shown.graph.facts.get(number))
        if words and shown.has_name(number):
            yield f"{name} is {words}"
