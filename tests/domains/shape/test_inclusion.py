"""Which graphs stand for all states of others."""

from __future__ import annotations

import pytest

from maul.domains.shape.compare.abstraction import abstract
from maul.domains.shape.compare.inclusion import includes
from maul.domains.shape.precision import ShapePrecision
from maul.node import replace
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
    Kind,
    KnownNumber,
    MemoryRegion,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)
from tests.domains.shape.heaps import NULL, POINTER, Heap, chain, circular, nested, simple

COARSE = ShapePrecision()


def with_field(graph: ShapeGraph, number: int, offset: int, value: Value) -> ShapeGraph:
    """A graph with another value in a field."""
    fields = tuple(
        replace(f, value=value) if f.offset == offset else f for f in graph.fields_of(number)
    )
    return replace(graph, fields={**graph.fields, number: fields})


@pytest.mark.parametrize("doubly", [False, True])
def test_a_segment_stands_for_rows_of_at_least_its_minimum(
    doubly: bool,  # noqa: FBT001
) -> None:
    general = abstract(simple([1] * 3, {"h": 0}, doubly=doubly), COARSE)

    answers = [includes(general, simple([1] * n, {"h": 0}, doubly=doubly)) for n in range(5)]

    assert [False, False, True, True, True] == answers


def test_a_region_is_no_segment() -> None:
    special = simple([1] * 2, {"h": 0})

    assert not includes(special, abstract(special, COARSE))


def test_a_row_ends_where_the_segment_says() -> None:
    general = abstract(simple([1] * 4, {"h": 0, "c": 2}), COARSE)

    assert includes(general, simple([1] * 6, {"h": 0, "c": 3}))
    assert not includes(general, simple([1] * 6, {"h": 0, "c": 5}))


def test_links_back_have_to_lead_to_the_cell_before() -> None:
    special = simple([1] * 4, {"h": 0}, doubly=True)
    general = abstract(special, COARSE)
    # the cells have the numbers 1 to 4
    torn = with_field(special, 3, 8, Address(1, 0))

    assert includes(general, special)
    assert not includes(general, torn)


def test_different_objects_are_not_the_same() -> None:
    apart = Heap()
    for name in ("h", "c"):
        cell = apart.cell()
        apart.store(apart.variable(name), 0, Address(cell, 0))
    same = Heap()
    cell = same.cell()
    for name in ("h", "c"):
        same.store(same.variable(name), 0, Address(cell, 0))

    assert not includes(apart.graph(), same.graph())
    assert not includes(same.graph(), apart.graph())


def test_no_live_object_is_overlooked() -> None:
    general = simple([], {"h": 0})
    special = replace(
        general, objects={**general.objects, 9: MemoryRegion(KnownNumber(8), Kind.HEAP)}
    )

    assert not includes(general, special)
    assert not includes(special, general)
    assert includes(replace(general, is_lost=True), special)
    assert not includes(general, replace(general, is_lost=True))


def test_what_belongs_to_cells_is_not_shared() -> None:
    heap = Heap()
    buffer = heap.cell(8)
    for cell in heap.row(2):
        heap.store(cell, 8, Address(buffer, 0))
    shared = heap.graph()
    own = Heap()
    for cell in own.row(2):
        own.store(cell, 8, Address(own.cell(8), 0))

    for one, other in ((shared, own.graph()), (own.graph(), shared)):
        assert includes(abstract(one, COARSE), one)
        assert not includes(abstract(one, COARSE), other)
        assert not includes(abstract(one, COARSE), abstract(other, COARSE))


def test_lists_that_belong_to_cells_are_not_shared() -> None:
    heap = Heap()
    inner = chain(heap, [1, 1])
    outer = [heap.cell(40), heap.cell(40)]
    heap.store(heap.variable("h"), 0, Address(outer[0], 0))
    heap.store(outer[0], 0, Address(outer[1], 0))
    heap.store(outer[1], 0, NULL)
    for cell in outer:
        heap.store(cell, 8, Address(inner[0], 0))
    shared = abstract(heap.graph(), COARSE)
    own = abstract(nested([[1, 1], [1, 1]], parents=False, buffers=False), COARSE)

    assert includes(shared, heap.graph())
    assert not includes(own, shared)
    assert not includes(shared, own)


def test_what_is_the_same_in_all_cells_is_no_own_symbol() -> None:
    def with_owner(owner: int | None) -> ShapeGraph:
        heap = Heap()
        heap.store(heap.variable("h"), 0, Address(8, 0, End.FIRST))
        graph = heap.graph()
        fields = (FieldValue(0, 8, POINTER, NULL), FieldValue(8, 8, POINTER, UnknownValue(9)))
        return replace(
            graph,
            objects={**graph.objects, 8: Segment(KnownNumber(16), Kind.HEAP, 0, 0, None, 1)},
            fields={**graph.fields, 8: fields},
            facts={9: Fact(owner=owner)},
        )

    assert includes(with_owner(8), with_owner(None))
    assert not includes(with_owner(None), with_owner(8))


def test_symbols_stand_for_one_value() -> None:
    def pair(left: Value, right: Value) -> ShapeGraph:
        heap = Heap()
        for name, value in (("h", left), ("c", right)):
            heap.store(heap.variable(name), 0, value)
        return replace(heap.graph(), facts={8: Fact(may_be_zero=False), 9: Fact()})

    assert includes(pair(UnknownValue(9), UnknownValue(9)), pair(NULL, NULL))
    assert not includes(pair(UnknownValue(9), UnknownValue(9)), pair(NULL, KnownNumber(1)))
    assert includes(pair(UnknownValue(8), UnknownValue(9)), pair(KnownNumber(1), NULL))
    assert not includes(pair(UnknownValue(8), UnknownValue(9)), pair(NULL, NULL))
    assert not includes(pair(NULL, NULL), pair(NULL, UnknownValue(9)))


def test_rings_and_nested_lists_include_theirs() -> None:
    ring = abstract(circular([1] * 3, {}), COARSE)
    lists = abstract(nested([[1], [], [1, 1]], parents=True, buffers=False), COARSE)

    assert [n >= 2 for n in range(5)] == [includes(ring, circular([1] * n, {})) for n in range(5)]
    assert includes(lists, nested([[], [1, 1, 1]], parents=True, buffers=False))
    assert not includes(lists, nested([[], [1, 1, 1]], parents=False, buffers=False))
