"""Every single damage that can be done to a set of graphs, each with a name."""

from __future__ import annotations

from collections.abc import Iterator

from maul.c.ctype import Integer, Pointer
from maul.node import replace
from maul.proofs.verdict import Shaped
from maul.shapes.graph import (
    Address,
    End,
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

Damaged = tuple[str, ShapeGraph]


def damaged_sets(evidence: Shaped) -> Iterator[tuple[str, Shaped]]:
    """The evidence with one damage each; a name begins with the number of the loop."""
    for place, (point, graphs) in enumerate(evidence.graphs.items()):
        others = {at: each for at, each in evidence.graphs.items() if at is not point}
        yield f"{place}: point missing", Shaped(evidence.points, others)
        for index, graph in enumerate(graphs):
            rest = (*graphs[:index], *graphs[index + 1 :])
            if rest:
                missing = Shaped(evidence.points, {**others, point: rest})
                yield f"{place}: graph {index} missing", missing
            for name, damaged in damages(graph):
                changed = {**others, point: (*rest, damaged)}
                yield f"{place}: {name} of graph {index}", Shaped(evidence.points, changed)


def damages(graph: ShapeGraph) -> Iterator[Damaged]:
    """The graph with one damage each."""
    yield "is_lost changed", replace(graph, is_lost=not graph.is_lost)
    for number, made in graph.objects.items():
        yield from _of_object(graph, number, made)
    for number in graph.objects:
        for field in graph.fields_of(number):
            yield from _of_field(graph, number, field)
    for number, fact in graph.facts.items():
        yield from _of_fact(graph, number, fact)
    yield from _of_variables(graph)


# ---- objects -------------------------------------------------------------------------------------


def _of_object(graph: ShapeGraph, number: ObjectId, made: Object) -> Iterator[Damaged]:
    def with_(**changes: object) -> ShapeGraph:
        return _with_object(graph, number, replace(made, **changes))

    name = _name(graph, number)
    assert isinstance(made.size, KnownNumber)
    yield f"{name} larger", with_(size=KnownNumber(made.size.value + 8))
    yield f"{name} smaller", with_(size=KnownNumber(made.size.value - 8))
    if isinstance(made, Segment):
        yield f"{name} longer", with_(minimum=made.minimum + 1)
        yield f"{name} longer by two", with_(minimum=made.minimum + 2)
        yield f"{name} with another link", with_(link=0 if made.link else 8)
        yield f"{name} with another head", with_(head=8 - made.head)
        if made.back is None:
            yield f"{name} with a way back", with_(back=0)
        else:
            yield f"{name} with link and back exchanged", with_(link=made.back, back=made.link)
            yield f"{name} without back", with_(back=None)
    else:
        if not graph.fields_of(number):
            yield f"{name} with other liveness", with_(is_live=not made.is_live)
        yield f"{name} ended", _without_fields(with_(is_live=False), number)
        for kind in Kind:
            if kind is not made.kind:
                yield f"{name} of kind {kind.value}", with_(kind=kind)
    for owner in (None, *graph.objects):
        if owner != made.owner:
            yield f"{name} owned by {_name(graph, owner)}", with_(owner=owner)
    others = {n: o for n, o in graph.objects.items() if n != number}
    yield f"{name} missing", replace(graph, objects=others)


def _of_field(graph: ShapeGraph, number: ObjectId, field: FieldValue) -> Iterator[Damaged]:
    """A field with another value, place or type, or none."""
    name = f"{_name(graph, number)} at {field.offset}"

    def with_(*fields: FieldValue) -> ShapeGraph:
        kept = [each for each in graph.fields_of(number) if each is not field]
        new = tuple(sorted((*kept, *fields), key=lambda each: each.offset))
        return replace(graph, fields={**graph.fields, number: new})

    yield f"{name} forgotten", with_()
    yield f"{name} elsewhere", with_(replace(field, offset=field.offset + 4))
    for what, value in _other_values(graph, field):
        yield f"{name} {what}", with_(replace(field, value=value))


def _other_values(graph: ShapeGraph, field: FieldValue) -> Iterator[tuple[str, Value]]:
    old = field.value
    if isinstance(old, KnownNumber):
        yield "one more", KnownNumber(old.value + 1)
    if not isinstance(old, KnownNumber):
        yield "zero", KnownNumber(0)
        yield "seven", KnownNumber(7)
    if isinstance(old, Address):
        yield "eight bytes on", replace(old, offset=old.offset + 8)
        for end in End:
            if end is not old.end:
                yield f"at the {end.value}", replace(old, end=end)
    if isinstance(field.type, Pointer):
        for number, made in graph.objects.items():
            end = End.WHOLE if isinstance(made, MemoryRegion) else End.FIRST
            if not isinstance(old, Address) or old.object != number:
                yield f"leads to {_name(graph, number)}", Address(number, 0, end)
    for number, fact in graph.facts.items():
        is_number = fact.low is not None
        if old != UnknownValue(number) and is_number == isinstance(field.type, Integer):
            yield f"is ?{number}", UnknownValue(number)


def _of_fact(graph: ShapeGraph, number: ObjectId, fact: Fact) -> Iterator[Damaged]:
    def with_(**changes: object) -> ShapeGraph:
        return replace(graph, facts={**graph.facts, number: replace(fact, **changes)})

    name = f"?{number}"
    if fact.low is not None and fact.high is not None:
        yield f"{name} higher", with_(low=fact.low + 1)
        yield f"{name} lower", with_(high=fact.high - 1)
        yield f"{name} none", with_(low=1, high=0)
    yield f"{name} may be zero or not", with_(may_be_zero=not fact.may_be_zero)
    for owner in (None, *graph.objects):
        if owner != fact.owner:
            yield f"{name} owned by {_name(graph, owner)}", with_(owner=owner)


def _of_variables(graph: ShapeGraph) -> Iterator[Damaged]:
    for variable, number in graph.variables.items():
        others = {each: n for each, n in graph.variables.items() if each is not variable}
        yield f"{variable.name} gone", replace(graph, variables=others)
        rest = {n: o for n, o in graph.objects.items() if n != number}
        fields = {n: f for n, f in graph.fields.items() if n != number}
        yield (
            f"{variable.name} forgotten",
            replace(graph, variables=others, objects=rest, fields=fields),
        )
        for other in graph.objects:
            if other != number:
                changed = {**graph.variables, variable: other}
                yield f"{variable.name} is {_name(graph, other)}", replace(graph, variables=changed)


# ---- parts ---------------------------------------------------------------------------------------


def _with_object(graph: ShapeGraph, number: ObjectId, made: Object) -> ShapeGraph:
    return replace(graph, objects={**graph.objects, number: made})


def _without_fields(graph: ShapeGraph, number: ObjectId) -> ShapeGraph:
    return replace(graph, fields={n: f for n, f in graph.fields.items() if n != number})


def _name(graph: ShapeGraph, number: ObjectId | None) -> str:
    """What an object is called."""
    if number is None:
        return "nobody"
    for variable, home in graph.variables.items():
        if home == number:
            return variable.name
    made = graph.objects[number]
    return f"{'s' if isinstance(made, Segment) else 'o'}{number}"
