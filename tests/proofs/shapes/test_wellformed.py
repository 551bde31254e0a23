"""Graphs that are none are recognised before anything relies on them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from maul.c.ctype import CHAR, INT, VOID, ArrayType, Floating, Pointer
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.node import replace
from maul.proofs.shapes import check_shapes
from maul.proofs.shapes.wellformed import IllFormed, weakened
from maul.proofs.verdict import Shaped
from maul.run import Run
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
    FunctionPointer,
    Kind,
    KnownNumber,
    MemoryRegion,
    Segment,
    ShapeGraph,
    UnknownValue,
)
from tests.proofs.shapes.drawn import variables
from tests.proofs.shapes.proofs import evidence
from tests.proofs.shapes.sketch import NULL, POINTER, Sketch, first, last

A, B, _ = variables()
KNOWN = frozenset((A, B))
OTHER = Variable("v0", Pointer(VOID, 8), "", NOWHERE)


class Parts:
    """A well-formed graph whose parts are at hand: a list that owns texts, values and lists, a
    cell, an object on the stack."""

    def __init__(self) -> None:
        self.sketch = sketch = Sketch()
        self.cells = sketch.segment(1, size=48, link=8, back=16)
        self.text = sketch.region(16, owner=self.cells)
        self.inner = sketch.segment(0, owner=self.cells)
        self.own = sketch.symbol(0, 9, owner=self.cells)
        self.any = sketch.symbol()
        self.cell = sketch.region(16)
        self.local = sketch.region(16, Kind.AUTOMATIC)
        sketch.put(self.cells, 0, self.own, INT)
        sketch.put(self.cells, 24, Address(self.text, 0))
        sketch.put(self.cells, 32, first(self.inner))
        sketch.put(self.cells, 40, Address(self.cell, 0))
        sketch.put(self.text, 0, Address(self.cells, 0, End.OWN))
        sketch.put(self.cell, 0, self.any)
        self.a = sketch.variable(A, first(self.cells))
        self.b = sketch.variable(B, last(self.cells))

    def put(self, number: int, field: FieldValue) -> None:
        """Add a field, whatever it is, in the order of offsets."""
        fields = self.sketch.fields.setdefault(number, [])
        fields.append(field)
        fields.sort(key=lambda each: each.offset)

    def change(self, number: int, **changes: object) -> None:
        """Change an object."""
        self.sketch.objects[number] = replace(self.sketch.objects[number], **changes)


Damage = Callable[[Parts], object]


def _put(where: str, offset: int, value: object, t: object = POINTER, size: int = 8) -> Damage:
    def damage(p: Parts) -> None:
        made = value(p) if callable(value) else value
        p.put(getattr(p, where), FieldValue(offset, size, t, made))  # type: ignore[arg-type]

    return damage


def _change(where: str, **changes: object) -> Damage:
    return lambda p: p.change(getattr(p, where), **changes)


def _instead(where: str, offset: int, value: object) -> Damage:
    """Another value in a field."""

    def damage(p: Parts) -> None:
        fields = p.sketch.fields[getattr(p, where)]
        index = next(i for i, field in enumerate(fields) if field.offset == offset)
        made = value(p) if callable(value) else value
        fields[index] = replace(fields[index], value=made)

    return damage


def _all(*damages: Damage) -> Damage:
    """Several damages."""

    def damage(p: Parts) -> None:
        for each in damages:
            each(p)

    return damage


def _end(p: Parts) -> None:
    p.change(p.cell, is_live=False)


def _circle(p: Parts) -> None:
    p.change(p.cells, owner=p.inner)


def _shared(p: Parts) -> None:
    p.sketch.variables[B] = p.a


def _overlap(p: Parts) -> None:
    p.sketch.fields[p.cell] = [FieldValue(0, 8, POINTER, NULL), FieldValue(4, 8, POINTER, NULL)]


def _disorder(p: Parts) -> None:
    p.sketch.fields[p.cell] = [FieldValue(8, 8, POINTER, NULL), FieldValue(0, 8, POINTER, NULL)]


WRONG: dict[str, Damage] = {
    "an address of nothing": _put("cell", 8, Address(99, 0)),
    "fields that overlap": _overlap,
    "fields in no order": _disorder,
    "a field of no bytes": _put("cell", 8, NULL, ArrayType(CHAR, 0), 0),
    "a field before its object": _put("cell", -8, NULL),
    "a field behind its object": _put("cell", 12, NULL),
    "a field of another size than its type": _put("cell", 8, NULL, POINTER, 4),
    "fields of nothing": lambda p: p.put(99, FieldValue(0, 8, POINTER, NULL)),
    "fields of what has ended": _end,
    "a negative size": _change("text", size=KnownNumber(-1)),
    "a negative minimum": _change("inner", minimum=-1),
    "owners in a circle": _circle,
    "an owner of itself": lambda p: p.change(p.inner, owner=p.inner),
    "an owner that is a region": lambda p: p.change(p.text, owner=p.cell),
    "an owner that is not there": _change("text", owner=99),
    "a symbol with an owner that is not there": lambda p: p.sketch.facts.update(
        {p.own.number: Fact(0, 9, owner=99)}
    ),
    "an owned object in a variable": _instead("a", 0, lambda p: Address(p.text, 0)),
    "an owned object in the link": _instead("cells", 8, lambda p: Address(p.text, 0)),
    "an owned symbol in a cell": _put("cell", 8, lambda p: p.own, INT, 4),
    "OWN in a variable": _instead("a", 0, lambda p: Address(p.cells, 0, End.OWN)),
    "OWN in the link": _instead("cells", 8, lambda p: Address(p.cells, 0, End.OWN)),
    "OWN of another": _put("cell", 8, lambda p: Address(p.cells, 0, End.OWN)),
    "FIRST of a region": _instead("a", 0, lambda p: first(p.cell)),
    "a segment as a whole": _instead("a", 0, lambda p: Address(p.cells, 0)),
    "another place in a segment that may be empty": _all(
        _change("cells", minimum=0), _instead("a", 0, lambda p: first(p.cells, 4))
    ),
    "LAST of a segment without back that may be empty": _instead(
        "cells", 32, lambda p: last(p.inner)
    ),
    "an empty segment that leads to itself": _all(
        _change("cells", minimum=0), _instead("cells", 8, lambda p: first(p.cells))
    ),
    "a link outside": _change("cells", link=44),
    "a head outside": _change("cells", head=48),
    "links that overlap": _change("cells", back=12),
    "a link that is a number": _change("cells", link=0),
    "two variables in one object": _shared,
    "a variable in the heap": lambda p: p.sketch.variables.update({B: p.cell}),
    "a variable that is a list": lambda p: p.sketch.variables.update({B: p.cells}),
    "a variable of another size": _change("a", size=KnownNumber(16)),
    "a variable that has ended": _all(
        _change("a", is_live=False), lambda p: p.sketch.fields.pop(p.a)
    ),
    "a variable that there is not": lambda p: p.sketch.variables.update({OTHER: p.b}),
    "an object of no variable": _change("cell", kind=Kind.VARIABLE),
    "a list on the stack": _change("cells", kind=Kind.AUTOMATIC),
    "an owned object on the stack": _change("text", kind=Kind.AUTOMATIC),
    "automatic objects that are not listed": lambda p: p.sketch.automatic.clear(),
    "an automatic object twice": lambda p: p.sketch.automatic.append(p.local),
    "a heap object among the automatic ones": lambda p: p.sketch.automatic.append(p.cell),
    "bounds that nothing fits": lambda p: p.sketch.facts.update({p.own.number: Fact(2, 1)}),
    "zero that is not zero": lambda p: p.sketch.facts.update(
        {p.own.number: Fact(0, 0, may_be_zero=False, owner=p.cells)}
    ),
    "a symbol that is an object": _put("cell", 8, lambda p: UnknownValue(p.cell)),
    "a number of an object and a symbol": lambda p: p.sketch.facts.update({p.cell: Fact()}),
    "a number below one": lambda p: p.sketch.objects.update(
        {-1: MemoryRegion(KnownNumber(8), Kind.HEAP)}
    ),
    "a number that does not fit": _put("cell", 8, KnownNumber(2**31), INT, 4),
    "an address in an int": _put("cell", 8, lambda p: Address(p.cell, 0), INT, 4),
    "a function in an int": _put("cell", 8, FunctionPointer("main"), INT, 4),
    "a float that is known": _put("cell", 8, KnownNumber(1), Floating(64, 8)),
    "an offset beyond all memory": _put("cell", 8, lambda p: Address(p.cell, 2**63)),
    "a size that each cell has for itself": lambda p: p.change(p.cell, size=p.own),
}


def test_the_parts_are_well_formed() -> None:
    assert weakened(Parts().sketch.graph(), KNOWN, 8) is not None


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_graph_is_recognised(name: str) -> None:
    parts = Parts()
    WRONG[name](parts)
    with pytest.raises(IllFormed):
        weakened(parts.sketch.graph(), KNOWN, 8)


def test_numbers_in_pointers_come_round() -> None:
    parts = Parts()
    parts.put(parts.cell, FieldValue(8, 8, POINTER, KnownNumber(-1)))
    found = weakened(parts.sketch.graph(), KNOWN, 8)
    assert found.fields_of(parts.cell)[1].value == KnownNumber(2**64 - 1)


def test_what_is_said_of_numbers_is_not_said_of_pointers() -> None:
    parts = Parts()
    parts.put(parts.cell, FieldValue(8, 4, INT, parts.any))
    parts.sketch.facts[parts.any.number] = Fact(1, 2, may_be_zero=False)
    found = weakened(parts.sketch.graph(), KNOWN, 8)
    pointer, number = (field.value for field in found.fields_of(parts.cell))
    assert isinstance(pointer, UnknownValue)
    assert isinstance(number, UnknownValue)
    assert found.facts[pointer.number] == Fact(may_be_zero=False)
    assert found.facts[number.number] == Fact()


def test_what_no_variable_leads_to_is_lost() -> None:
    parts = Parts()
    parts.sketch.region(8)
    assert weakened(parts.sketch.graph(), KNOWN, 8).is_lost


def test_evidence_that_cannot_be_read_is_refuted() -> None:
    shaped = evidence("stack")
    for nonsense in (
        dict.fromkeys(shaped.graphs, (None,)),
        dict.fromkeys(shaped.graphs, (ShapeGraph(None, {}, {}, {}),)),  # type: ignore[arg-type]
        dict.fromkeys(shaped.graphs, ("graph",)),
        dict.fromkeys(("main",), next(iter(shaped.graphs.values()))),
    ):
        wrong = Shaped(shaped.points, nonsense)  # type: ignore[arg-type]
        assert check_shapes(shaped.points.cfa, wrong, Run(9)).outcome == "refuted"


def test_graphs_of_another_program_are_refuted() -> None:
    one, other = evidence("stack"), evidence("ring")
    assert check_shapes(one.points.cfa, other, Run(9)).outcome == "refuted"
    mixed = Shaped(one.points, other.graphs)
    assert check_shapes(one.points.cfa, mixed, Run(9)).outcome == "refuted"


def test_segments_are_not_of_the_kinds_of_regions() -> None:
    assert not isinstance(Parts().sketch.objects[1], MemoryRegion)
    assert isinstance(Parts().sketch.objects[1], Segment)
