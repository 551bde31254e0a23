"""What graphs have in common."""

from __future__ import annotations

import pytest

from maul.c.ctype import INT
from maul.domains.shape.abstraction import abstract
from maul.domains.shape.canonical import key
from maul.domains.shape.inclusion import includes
from maul.domains.shape.join import join
from maul.domains.shape.precision import ShapePrecision
from maul.node import replace
from maul.shapes.graph import Graph, Kind, Number, Region, Segment
from tests.domains.shape.heaps import Heap, circular, nested, simple, variable

COARSE = ShapePrecision()


def rows(graph: Graph | None) -> list[int]:
    """The least numbers of cells of the segments of a graph."""
    assert graph is not None
    return sorted(each.minimum for each in graph.objects.values() if isinstance(each, Segment))


def abstracted(graph: Graph) -> Graph:
    """A graph as it is at the head of a loop."""
    return abstract(graph, COARSE)


def number_in(name: str, number: int) -> Graph:
    """A graph with one integer variable."""
    heap = Heap()
    heap.store(heap.variable(name, INT, 4), 0, Number(number), INT)
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
            heap.store(heap.variable(name, INT, 4), 0, Number(number), INT)
        graphs.append(heap.graph())

    joined = join(graphs[0], graphs[1], COARSE)

    assert joined is not None
    assert 1 == len(joined.facts)


def test_a_live_object_that_only_one_graph_has_is_not_lost() -> None:
    alone = simple([], {"h": 0})
    leaking = replace(alone, objects={**alone.objects, 9: Region(Number(8), Kind.HEAP)})

    assert join(alone, leaking, COARSE) is None


def test_a_graph_joined_with_a_special_one_stays_the_same() -> None:
    general = abstracted(simple([1] * 3, {"h": 0}))
    special = simple([1] * 4, {"h": 0})

    joined = join(general, abstracted(special), COARSE)

    assert joined is not None
    assert key(general) == key(joined)
    assert includes(joined, special)
