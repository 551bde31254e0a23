"""Memory graphs written by hand, and the points of a program that they belong to."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from maul.c.ctype import INT, LP64, VOID, CType, Pointer, size_of
from maul.c.preprocess import read_sources
from maul.c.tree import Variable
from maul.cfa.calls import Point, Points
from maul.cfa.model import Cfa
from maul.cfa.order import loop_heads
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.cfa.walk import mentioned_variables
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
from maul.system.deep import call_deep

POINTER = Pointer(VOID, 8)
NULL = KnownNumber(0)
HEADER = """
#include <stdlib.h>
extern int nondet(void);
extern void reach_error(void);
"""


def program(text: str, wanted: str = "valid-memsafety", *, is_pruned: bool = True) -> Cfa:
    """The model of a program with the errors of a property."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.c")
        path.write_text(HEADER + text, encoding="utf-8")

        def read() -> Cfa:
            sources = read_sources((str(path),), LP64, (), "never")
            whole = read_program(sources, LP64, read_property(wanted))
            return prune(whole).cfa if is_pruned else whole

        return call_deep(read)


def cut_points(points: Points) -> list[Point]:
    """The points at loop heads, in the order in which a breadth-first search meets them."""
    heads = {at for automaton in points.cfa.automata() for at in loop_heads(automaton)}
    seen, waiting = {points.start: None}, [points.start]
    for point in waiting:
        for _, target in points.successors(point):
            if target not in seen:
                seen[target] = None
                waiting.append(target)
    return [point for point in seen if point.location in heads]


class Sketch:
    """A graph under construction."""

    def __init__(self) -> None:
        self.objects: dict[ObjectId, Object] = {}
        self.fields: dict[ObjectId, list[FieldValue]] = {}
        self.facts: dict[ObjectId, Fact] = {}
        self.variables: dict[Variable, ObjectId] = {}
        self.automatic: list[ObjectId] = []
        self._last = 0

    def number(self) -> int:
        """A number that nothing has."""
        self._last += 1
        return self._last

    def symbol(
        self, low: int | None = None, high: int | None = None, **more: object
    ) -> UnknownValue:
        """A new symbol."""
        number = self.number()
        self.facts[number] = Fact(low, high, **more)  # type: ignore[arg-type] # as the test says
        return UnknownValue(number)

    def put(self, number: ObjectId, offset: int, value: Value, t: CType = POINTER) -> None:
        """Let an object hold a value."""
        fields = self.fields.setdefault(number, [])
        fields.append(FieldValue(offset, size_of(t), t, value))
        fields.sort(key=lambda field: field.offset)

    def variable(self, variable: Variable, value: Value | None = None) -> ObjectId:
        """A variable, perhaps with a value."""
        number = self.number()
        self.objects[number] = MemoryRegion(KnownNumber(size_of(variable.type)), Kind.VARIABLE)
        self.variables[variable] = number
        if value is not None:
            self.put(number, 0, value, variable.type)
        return number

    def region(
        self, size: int | UnknownValue, kind: Kind = Kind.HEAP, owner: ObjectId | None = None
    ) -> ObjectId:
        """A live region."""
        number = self.number()
        self.objects[number] = MemoryRegion(
            KnownNumber(size) if isinstance(size, int) else size, kind, owner=owner
        )
        if kind is Kind.AUTOMATIC:
            self.automatic.append(number)
        return number

    def ended(self, size: int = 16) -> ObjectId:
        """A region that was freed."""
        number = self.number()
        self.objects[number] = MemoryRegion(KnownNumber(size), Kind.HEAP, is_live=False)
        return number

    def segment(
        self,
        minimum: int = 0,
        then: Value = NULL,
        *,
        size: int = 16,
        link: int = 8,
        head: int = 0,
        back: int | None = None,
        before: Value = NULL,
        owner: ObjectId | None = None,
    ) -> ObjectId:
        """Any number of cells, and what is behind the last and before the first."""
        number = self.number()
        self.objects[number] = Segment(
            KnownNumber(size), Kind.HEAP, link, head, back, minimum, owner
        )
        self.put(number, link, then)
        if back is not None:
            self.put(number, back, before)
        return number

    def graph(self, *, is_lost: bool = False) -> ShapeGraph:
        """The graph."""
        return ShapeGraph(
            dict(self.objects),
            {number: tuple(fields) for number, fields in self.fields.items()},
            dict(self.facts),
            dict(self.variables),
            tuple(self.automatic),
            is_lost,
        )


def first(number: ObjectId, offset: int = 0) -> Address:
    """The address of the first cell of a segment."""
    return Address(number, offset, End.FIRST)


def last(number: ObjectId, offset: int = 0) -> Address:
    """The address of the last cell of a segment."""
    return Address(number, offset, End.LAST)


def named(cfa: Cfa) -> Mapping[str, Variable]:
    """The variables of a program by their names."""
    found = {variable.name: variable for variable in cfa.globals}
    for automaton in cfa.automata():
        for variable in automaton.parameters:
            found[variable.name] = variable
        for location in automaton.locations:
            for edge in location.leaving:
                for variable in mentioned_variables(edge.operation):
                    found[variable.name] = variable
    return found


CELL_DATA = INT
