"""What people call the things in a memory graph: objects, their members, values that are not known.

Comes in: a graph. Goes out: ``GraphNames``: regions are o1, o2, ..., segments s1, s2, ..., numbered
as the variables lead to them; variables keep their names; members are called as in the record that
a pointer to the object, or the variable itself, says it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from maul.c.ctype import ArrayType, CType, Integer, Pointer, Record, known_size, size_of
from maul.c.tree import Variable
from maul.cfa.render import variable_text
from maul.node import value
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
    KnownNumber,
    ObjectId,
    Segment,
    ShapeGraph,
    UnknownValue,
)

Seen: TypeAlias = tuple[int, CType]
"""At this offset of an object, somebody says, is something of this type."""

_ENDS = {End.WHOLE: "", End.FIRST: "", End.LAST: "last of ", End.OWN: "own cell of "}


@value
class GraphNames:
    """The names in one graph; ``order`` has its objects, variables first, then as they are met."""

    order: tuple[ObjectId, ...]
    objects: dict[ObjectId, str]
    seen: dict[ObjectId, tuple[Seen, ...]]
    mentions: Counter[ObjectId]
    symbols: dict[ObjectId, str]

    def member(self, number: ObjectId, offset: int, size: int | None = None) -> str:
        """What is at an offset of an object: a path of members, or ``+offset``.

        With a size it is the member of that size, else the outermost that begins there.
        """
        for at, seen in self.seen[number]:
            path = _path(seen, offset - at, size)
            if path is not None:
                return f"+{at} {path}" if at else path
        return f"+{offset}"

    def record(self, number: ObjectId) -> Record | None:
        """The record that fills a whole object, if somebody says so."""
        for at, seen in self.seen[number]:
            if at == 0 and isinstance(seen, Record):
                return seen
        return None

    def target(self, address: Address) -> str:
        """Where an address leads to: an object, one of its cells, a member of it."""
        name = _ENDS[address.end] + self.objects[address.object]
        if not address.offset:
            return name
        member = self.member(address.object, address.offset)
        return f"{name} {member}" if member.startswith("+") else f"{name}.{member}"


def names_of(graph: ShapeGraph) -> GraphNames:
    """Give the things of a graph their names."""
    order = tuple(_order(graph))
    objects = {}
    variables = {number: variable for variable, number in graph.variables.items()}
    shown = Counter(variable_text(variable) for variable in graph.variables)
    counted: Counter[str] = Counter()
    for number in order:
        if number in variables:
            short = variable_text(variables[number])
            objects[number] = f"&{short if shown[short] == 1 else variables[number].name}"
        else:
            kind = "s" if isinstance(graph.objects[number], Segment) else "o"
            counted[kind] += 1
            objects[number] = f"{kind}{counted[kind]}"
    mentions = _mentions(graph)
    symbols: dict[ObjectId, str] = {}
    for number in order:
        for field in graph.fields_of(number):
            if isinstance(field.value, UnknownValue) and field.value.number not in symbols:
                symbols[field.value.number] = f"?{len(symbols) + 1}"
        size = graph.objects[number].size
        if isinstance(size, UnknownValue) and size.number not in symbols:
            symbols[size.number] = f"?{len(symbols) + 1}"
    return GraphNames(order, objects, _seen(graph), mentions, symbols)


def variables_in_order(graph: ShapeGraph) -> list[Variable]:
    """Globals first, then function by function, and there by name."""
    return sorted(graph.variables, key=lambda variable: (variable.function, variable.name))


def limits(fact: Fact | None, t: CType | None = None) -> str:
    """What is known of a symbol, in words: empty when it is only what its type says."""
    if fact is None:
        return ""
    low, high = fact.low, fact.high
    if isinstance(t, Integer):
        low = None if low == (-(1 << t.bits - 1) if t.signed else 0) else low
        high = None if high == (1 << t.bits - t.signed) - 1 else high
    if low is not None and high is not None:
        words = f"{low} to {high}"
    elif low is not None or high is not None:
        words = f"at least {low}" if low is not None else f"at most {high}"
    else:
        words = ""
    includes_zero = (fact.low is None or fact.low <= 0) and (fact.high is None or fact.high >= 0)
    return f"{words}, not 0".removeprefix(", ") if not fact.may_be_zero and includes_zero else words


def _order(graph: ShapeGraph) -> Iterator[ObjectId]:
    """All objects: those of variables, then in breadth what they lead to, then the rest."""
    waiting = [graph.variables[variable] for variable in variables_in_order(graph)]
    met = set(waiting)
    rest = iter(sorted(graph.objects))
    while True:
        for number in waiting:
            yield number
            for field in graph.fields_of(number):
                if isinstance(field.value, Address) and field.value.object not in met:
                    met.add(field.value.object)
                    waiting.append(field.value.object)
        unmet = next((number for number in rest if number not in met), None)
        if unmet is None:
            return
        met.add(unmet)
        waiting = [unmet]


def _mentions(graph: ShapeGraph) -> Counter[ObjectId]:
    """How often each symbol occurs."""
    found: Counter[ObjectId] = Counter()
    for number, made in graph.objects.items():
        values = [made.size, *(field.value for field in graph.fields_of(number))]
        found.update(each.number for each in values if isinstance(each, UnknownValue))
    return found


def _seen(graph: ShapeGraph) -> dict[ObjectId, tuple[Seen, ...]]:
    """What the types of variables and of pointers say of each object, the largest first."""
    found: dict[ObjectId, set[Seen]] = {number: set() for number in graph.objects}
    for variable, number in graph.variables.items():
        found[number].add((0, variable.type))
    for number in graph.objects:
        for field in graph.fields_of(number):
            match field:
                case FieldValue(
                    type=Pointer(target=target), value=Address(object=to, offset=offset)
                ):
                    if _says_something(target, graph, to, offset):
                        found[to].add((offset, target))
    return {
        number: tuple(sorted(seen, key=lambda each: (-size_of(each[1]), each[0], str(each[1]))))
        for number, seen in found.items()
    }


def _says_something(t: CType, graph: ShapeGraph, to: ObjectId, offset: int) -> bool:
    """Whether a type tells of members, and there is room for it."""
    size = known_size(t)
    whole = graph.objects[to].size
    if not isinstance(t, Record) or t.is_union or size is None or offset < 0:
        return False
    return not isinstance(whole, KnownNumber) or offset + size <= whole.value


def _path(t: CType, offset: int, size: int | None) -> str | None:
    """The members that lead to an offset in a type; None where there are none."""
    match t:
        case Record(is_union=False):
            for member in t.fields:
                width = known_size(member.type)
                at = member.offset // 8
                if width is None or member.width is not None or not at <= offset < at + width:
                    continue
                if offset == at and size in (None, width) and member.name:
                    return member.name
                inner = _path(member.type, offset - at, size)
                if inner is not None:
                    return f"{member.name}.{inner}".lstrip(".").replace(".[", "[")
        case ArrayType(element=element):
            width = known_size(element)
            if width:
                index, within = divmod(offset, width)
                if within == 0 and size in (None, width):
                    return f"[{index}]"
                inner = _path(element, within, size)
                return None if inner is None else f"[{index}].{inner}"
    return None
