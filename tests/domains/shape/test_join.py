"""What graphs have in common."""

from __future__ import annotations

import pytest

from maul.c.ctype import INT
from maul.domains.shape.compare.abstraction import abstract
from maul.domains.shape.compare.canonical import key
from maul.domains.shape.compare.inclusion import includes
from maul.domains.shape.compare.join import join
from maul.domains.shape.precision import ShapePrecision
from maul.node import replace
from maul.shapes.graph import (
    Address,
    Fact,
    Kind,
    KnownNumber,
    MemoryRegion,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)
from tests.domains.shape.heaps import (
    NULL,
    Heap,
    circular,
    nested,
    reachable,
    sharing,
    simple,
    variable,
)

COARSE = ShapePrecision()
OPEN = KnownNumber(-1)  # in its place is the address of a cell


def rows(graph: ShapeGraph | None) -> list[int]:
    """The least numbers of cells of the segments of a graph."""
    assert graph is not None
    return sorted(each.minimum for each in graph.objects.values() if isinstance(each, Segment))


def abstracted(graph: ShapeGraph) -> ShapeGraph:
    """A graph as it is at the head of a loop."""
    return abstract(graph, COARSE)


def number_in(name: str, number: int) -> ShapeGraph:
    """A graph with one integer variable."""
    heap = Heap()
    heap.store(heap.variable(name, INT, 4), 0, KnownNumber(number), INT)
    return heap.graph()


@pytest.mark.parametrize("doubly", [False, True])
def test_one_cell_and_more_cells_are_a_segment(doubly: bool) -> None:  # noqa: FBT001
    long = abstracted(simple([1] * 3, {"h": 0}, doubly=doubly))
    short = abstracted(simple([1], {"h": 0}, doubly=doubly))

    assert [1] == rows(join(long, short, COARSE))
    assert [1] == rows(join(short, long, COARSE))


@pytest.mark.parametrize("doubly", [False, True])
def test_no_cells_and_some_cells_are_a_segment_that_can_be_empty(
    doubly: bool,  # noqa: FBT001
) -> None:
    long = abstracted(simple([1] * 3, {"h": 0}, doubly=doubly))
    empty = abstracted(simple([], {"h": 0}, doubly=doubly))

    assert [0] == rows(join(long, empty, COARSE))
    assert join(long, empty, ShapePrecision(empties=False)) is None


def test_a_ring_may_be_empty() -> None:
    assert [0] == rows(join(abstracted(circular([1, 1], {})), circular([], {}), COARSE))


def test_what_a_cursor_has_passed_may_be_nothing() -> None:
    at_start = abstracted(simple([1] * 3, {"h": 0, "c": 0}))
    behind = abstracted(simple([1] * 3, {"h": 0, "c": 1}))
    at_end = abstracted(simple([1] * 3, {"h": 0, "c": 3}))

    joined = join(at_start, behind, COARSE)

    assert [0, 2] == rows(joined)
    assert joined is not None
    assert [0, 0] == rows(join(joined, at_end, COARSE))


def test_lists_of_lists_are_joined_in_their_cells() -> None:
    full = abstracted(nested([[1, 1], [1, 1]], parents=True, buffers=False))
    empty = abstracted(nested([[]], parents=True, buffers=False))

    assert [0, 1] == rows(join(full, empty, COARSE))


def test_graphs_that_disagree_are_not_joined() -> None:
    one = simple([1, 1], {"h": 0, "c": 0})
    other = simple([1, 1], {"h": 0, "c": 1})

    assert join(one, other, ShapePrecision(empties=False)) is None


def test_numbers_are_joined_to_bounds_that_are_far() -> None:
    joined = join(number_in("i", 0), number_in("i", 5), COARSE)

    assert joined is not None
    ((_, fact),) = joined.facts.items()
    assert (0, 255) == (fact.low, fact.high)


def test_numbers_of_the_precision_are_not_joined() -> None:
    kept = replace(COARSE, numbers=frozenset((variable("i", INT),)))

    assert join(number_in("i", 0), number_in("i", 5), kept) is None
    assert join(number_in("i", 5), number_in("i", 5), kept) is not None


def test_equal_values_stay_equal() -> None:
    graphs = []
    for number in (1, 2):
        heap = Heap()
        for name in ("i", "j"):
            heap.store(heap.variable(name, INT, 4), 0, KnownNumber(number), INT)
        graphs.append(heap.graph())

    joined = join(graphs[0], graphs[1], COARSE)

    assert joined is not None
    assert 1 == len(joined.facts)


def test_what_may_be_null_in_one_graph_may_be_null() -> None:
    def pointer(value: Value) -> ShapeGraph:
        heap = Heap()
        heap.store(heap.variable("h"), 0, value)
        return replace(heap.graph(), facts={9: Fact(may_be_zero=False)})

    for one, other in ((UnknownValue(9), NULL), (NULL, UnknownValue(9))):
        joined = join(pointer(one), pointer(other), COARSE)
        assert joined is not None
        assert [True] == [fact.may_be_zero for fact in joined.facts.values()]


def test_a_list_of_each_cell_and_one_of_all_cells_are_not_joined() -> None:
    own = abstracted(nested([[1, 1], [1, 1]], parents=False, buffers=False))
    shared = abstracted(sharing(2, [1, 1]))

    assert join(own, shared, COARSE) is None
    assert join(shared, own, COARSE) is None


def test_behind_cells_that_are_not_there_is_one_value() -> None:
    def graph(first: Value, second: Value) -> ShapeGraph:
        heap = Heap()
        cells = heap.row(2)  # so that everybody knows how cells are linked
        alone = heap.cell()
        heap.store(alone, 0, UnknownValue(90))
        heap.store(heap.variable("a"), 0, first if first != OPEN else Address(alone, 0))
        heap.store(heap.variable("b"), 0, second if second != OPEN else Address(alone, 0))
        assert cells
        facts = {90: Fact()}
        return replace(reachable(heap.graph()), facts=facts if first == OPEN else {})

    cell = graph(OPEN, OPEN)

    assert join(cell, graph(KnownNumber(16), KnownNumber(32)), COARSE) is None
    assert join(cell, graph(KnownNumber(16), KnownNumber(16)), COARSE) is not None


def test_two_rows_that_may_be_empty_do_not_own_the_same() -> None:
    heap = Heap()
    shared = heap.cell(8)
    for cell in heap.row(2):
        heap.store(cell, 8, Address(shared, 0))

    assert join(heap.graph(), simple([], {"h": 0}), COARSE) is None


def test_nothing_leads_into_a_cell_that_may_not_be_there() -> None:
    heap = Heap()
    first, second = heap.row(2)
    heap.store(first, 8, NULL)
    heap.store(second, 8, Address(first, 16))

    assert join(heap.graph(), simple([], {"h": 0}), COARSE) is None


def test_a_live_object_that_only_one_graph_has_is_not_lost() -> None:
    alone = simple([], {"h": 0})
    leaking = replace(alone, objects={**alone.objects, 9: MemoryRegion(KnownNumber(8), Kind.HEAP)})

    assert join(alone, leaking, COARSE) is None


def test_a_graph_joined_with_a_special_one_stays_the_same() -> None:
    general = abstracted(simple([1] * 3, {"h": 0}))
    special = simple([1] * 4, {"h": 0})

    joined = join(general, abstracted(special), COARSE)

    assert joined is not None
    assert key(general) == key(joined)
    assert includes(joined, special)
