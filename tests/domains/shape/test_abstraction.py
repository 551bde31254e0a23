"""Which rows of cells become segments, and what is forgotten."""

from __future__ import annotations

from maul.c.ctype import INT
from maul.domains.shape.compare.abstraction import abstract
from maul.domains.shape.precision import ShapePrecision
from maul.node import replace
from maul.shapes.graph import (
    Address,
    End,
    Kind,
    KnownNumber,
    MemoryRegion,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)
from tests.domains.shape.heaps import NULL, Heap, circular, nested, simple, variable

COARSE = ShapePrecision()


def segments(graph: ShapeGraph) -> list[Segment]:
    """The segments of a graph, in order."""
    return [each for each in graph.objects.values() if isinstance(each, Segment)]


def stored(graph: ShapeGraph, name: str, offset: int = 0) -> Value:
    """What is stored in a variable."""
    number = next(n for v, n in graph.variables.items() if v.name == name)
    return next(f.value for f in graph.fields_of(number) if f.offset == offset)


def test_two_cells_become_a_segment() -> None:
    graph = abstract(simple([1, 1], {"h": 0}), COARSE)

    (segment,) = segments(graph)
    assert (0, 0, None, 2) == (segment.link, segment.head, segment.back, segment.minimum)
    start = stored(graph, "h")
    assert isinstance(start, Address)
    assert End.FIRST is start.end
    assert [NULL, KnownNumber(1)] == [f.value for f in graph.fields_of(start.object)]


def test_one_cell_is_no_row() -> None:
    assert [] == segments(abstract(simple([1], {"h": 0}), COARSE))


def test_as_many_cells_as_the_precision_says_are_a_row() -> None:
    three = ShapePrecision(shortest=3)

    assert [] == segments(abstract(simple([1, 1], {"h": 0}), three))
    assert [3] == [each.minimum for each in segments(abstract(simple([1] * 3, {"h": 0}), three))]


def test_a_longer_row_does_not_say_how_long_it_is() -> None:
    assert abstract(simple([1] * 3, {"h": 0}), COARSE) == abstract(
        simple([1] * 5, {"h": 0}), COARSE
    )


def test_no_row_goes_on_behind_a_cell_that_a_variable_leads_to() -> None:
    graph = abstract(simple([1] * 4, {"h": 0, "c": 2}), COARSE)

    assert [2, 2] == [each.minimum for each in segments(graph)]
    cursor = stored(graph, "c")
    assert isinstance(cursor, Address)
    assert End.FIRST is cursor.end


def test_different_numbers_become_a_symbol_of_each_cell() -> None:
    graph = abstract(simple([1, 0], {"h": 0}), COARSE)

    ((number, segment),) = ((n, e) for n, e in graph.objects.items() if isinstance(e, Segment))
    data = graph.fields_of(number)[-1].value
    assert isinstance(data, UnknownValue)
    fact = graph.facts[data.number]
    assert (0, 1, number) == (fact.low, fact.high, fact.owner)
    assert 2 == segment.minimum


def test_different_numbers_stay_apart_if_the_precision_says_so() -> None:
    graph = abstract(simple([1, 1, 0, 0], {"h": 0}), ShapePrecision(data=True))

    assert [2, 2] == [each.minimum for each in segments(graph)]


def test_doubly_linked_cells_keep_the_link_back() -> None:
    (segment,) = segments(abstract(simple([1] * 3, {"h": 0}, doubly=True, head=8), COARSE))

    assert (8, 8, 16) == (segment.link, segment.head, segment.back)


def test_a_ring_that_is_linked_in_the_middle_of_cells_has_a_last_cell() -> None:
    graph = abstract(circular([1, 1, 1], {}), COARSE)

    (segment,) = segments(graph)
    assert (8, 8, 16) == (segment.link, segment.head, segment.back)
    last = stored(graph, "ring", 8)
    assert isinstance(last, Address)
    assert (8, End.LAST) == (last.offset, last.end)


def test_lists_in_cells_belong_to_the_cells() -> None:
    graph = abstract(nested([[1, 1], [1, 1, 1]], parents=True, buffers=True), COARSE)

    outer, inner = segments(graph)
    number = next(n for n, each in graph.objects.items() if each is outer)
    assert (None, number) == (outer.owner, inner.owner)
    parents = [
        f.value.end
        for n, each in graph.objects.items()
        for f in graph.fields_of(n)
        if each.owner == number and isinstance(f.value, Address) and f.value.object == number
    ]
    assert [End.OWN, End.OWN] == parents  # of the list, and of the buffer


def test_lists_in_cells_may_be_empty() -> None:
    outer, inner = segments(abstract(nested([[1, 1], []], parents=False, buffers=False), COARSE))

    assert (2, 0) == (outer.minimum, inner.minimum)


def test_no_list_may_be_empty_if_the_precision_says_so() -> None:
    full = ShapePrecision(empties=False)

    (inner,) = segments(abstract(nested([[1, 1], []], parents=False, buffers=False), full))

    assert 2 == inner.minimum


def test_what_two_cells_share_is_not_theirs() -> None:
    heap = Heap()
    shared = heap.cell(8)
    for cell in heap.row(2):
        heap.store(cell, 8, Address(shared, 0))

    graph = abstract(heap.graph(), COARSE)

    (region,) = (
        each
        for each in graph.objects.values()
        if isinstance(each, MemoryRegion) and each.kind is Kind.HEAP
    )
    assert region.owner is None
    assert 1 == len(segments(graph))


def test_numbers_in_integer_variables_are_forgotten() -> None:
    heap = Heap()
    for name in ("i", "j"):
        heap.store(heap.variable(name, INT, 4), 0, KnownNumber(7), INT)

    kept = frozenset((variable("j", INT),))
    graph = abstract(heap.graph(), replace(COARSE, numbers=kept))

    assert isinstance(stored(graph, "i"), UnknownValue)
    assert KnownNumber(7) == stored(graph, "j")
