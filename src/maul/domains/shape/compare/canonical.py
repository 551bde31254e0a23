"""Graphs that are the same but for the numbers of objects and symbols.

Objects and symbols are numbered in the order in which they are met from the variables (by name),
then from the automatic objects; what nobody leads to comes last. Facts that nobody uses are left
out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import replace
from maul.shapes.graph import (
    Address,
    Fact,
    FieldValue,
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
    from collections.abc import Hashable, Iterable, Mapping

ANYTHING = Fact()


def key(graph: ShapeGraph) -> Hashable:
    """Equal for two graphs only if they are the same but for the numbers in them."""
    graph = renumbered(graph)
    return (
        tuple((variable.name, number) for variable, number in graph.variables.items()),
        tuple((n, found, graph.fields_of(n)) for n, found in graph.objects.items()),
        tuple(graph.facts.items()),
        graph.automatic,
        graph.is_lost,
    )


def renumbered(graph: ShapeGraph) -> ShapeGraph:
    """The same graph with numbers by the order of their discovery, and in that order."""
    variables = sorted(graph.variables.items(), key=lambda item: item[0].name)
    order = _Order(graph)
    order.follow(number for _, number in variables)
    order.follow(graph.automatic)
    order.follow(graph.objects)
    new = order.numbers
    objects: dict[ObjectId, Object] = {}
    fields: dict[ObjectId, tuple[FieldValue, ...]] = {}
    facts: dict[ObjectId, Fact] = {}
    for old, number in new.items():
        if old in graph.objects:
            objects[number] = _object(graph.objects[old], new)
            if graph.fields_of(old):
                fields[number] = tuple(_field(field, new) for field in graph.fields_of(old))
        else:
            fact = graph.facts.get(old, ANYTHING)
            owner = None if fact.owner is None else new[fact.owner]
            facts[number] = Fact(fact.low, fact.high, fact.may_be_zero, owner)
    return ShapeGraph(
        objects,
        fields,
        facts,
        {variable: new[number] for variable, number in variables},
        tuple(new[number] for number in graph.automatic),
        graph.is_lost,
    )


class _Order:
    """``numbers`` has the new number of everything that was met so far."""

    def __init__(self, graph: ShapeGraph) -> None:
        self.numbers: dict[ObjectId, int] = {}
        self._graph = graph

    def follow(self, roots: Iterable[ObjectId]) -> None:
        """Number the roots and what they lead to."""
        waiting = [root for root in roots if root not in self.numbers]
        for root in waiting:
            self._meet(root)
        while waiting:
            following: list[ObjectId] = []
            for number in waiting:
                size = self._graph.objects[number].size
                if isinstance(size, UnknownValue):
                    self._meet(size.number)
                for field in self._graph.fields_of(number):
                    match field.value:
                        case Address(object=target) if self._meet(target):
                            following.append(target)
                        case UnknownValue(number=symbol):
                            self._meet(symbol)
            waiting = following

    def _meet(self, number: ObjectId) -> bool:
        """Whether something is met for the first time."""
        if number in self.numbers:
            return False
        self.numbers[number] = len(self.numbers) + 1
        return True


def _object(old: Object, new: Mapping[ObjectId, int]) -> Object:
    """An object with new numbers."""
    owner = None if old.owner is None else new[old.owner]
    match old:
        case MemoryRegion(size=size):
            return replace(old, size=_size(size, new), owner=owner)
        case Segment():
            return replace(old, owner=owner)


def _size(
    size: KnownNumber | UnknownValue, new: Mapping[ObjectId, int]
) -> KnownNumber | UnknownValue:
    """A size with new numbers."""
    return UnknownValue(new[size.number]) if isinstance(size, UnknownValue) else size


def _field(field: FieldValue, new: Mapping[ObjectId, int]) -> FieldValue:
    """A field with new numbers."""
    match field.value:
        case Address(object=target, offset=offset, end=end):
            value: Value = Address(new[target], offset, end)
        case UnknownValue(number=symbol):
            value = UnknownValue(new[symbol])
        case other:
            return FieldValue(field.offset, field.size, field.type, other)
    return FieldValue(field.offset, field.size, field.type, value)
