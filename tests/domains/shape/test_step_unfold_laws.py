"""The laws of unfolding, against an oracle that counts cells out: nothing is lost or added."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from maul.domains.shape.draft import GraphDraft
from maul.domains.shape.unfold import unfold_first, unfold_last, with_cells
from maul.shapes.graph import Segment, ShapeGraph
from tests.domains.shape.heaps import a_graph
from tests.domains.shape.oracle import broken_invariants, stands_for, states

MOST = 7  # regions in a state


def opened(draft: GraphDraft, number: int, size: int) -> tuple[GraphDraft, ...]:
    """The segment left out, or its first cell cut off."""
    return cut_off(draft, number, size, unfold_first)


def opened_at_the_end(draft: GraphDraft, number: int, size: int) -> tuple[GraphDraft, ...]:
    """The segment left out, or its last cell cut off."""
    return cut_off(draft, number, size, unfold_last)


def cut_off(
    draft: GraphDraft,
    number: int,
    size: int,
    unfold: Callable[[GraphDraft, int, int], tuple[GraphDraft, ...]],
) -> tuple[GraphDraft, ...]:
    """The segment left out, or a cell cut off."""
    return tuple(
        part
        for some in with_cells(draft, number, size)
        for part in (unfold(some, number, size) if number in some.objects else (some,))
    )


@pytest.mark.parametrize("unfold", [with_cells, opened, opened_at_the_end])
@settings(max_examples=60)
@given(graph=a_graph())
def test_the_parts_stand_for_what_the_graph_stands_for(
    unfold: Callable[[GraphDraft, int, int], tuple[GraphDraft, ...]], graph: ShapeGraph
) -> None:
    """Each state of the graph is one of a part, and each of a part one of the graph."""
    for number, found in graph.objects.items():
        if isinstance(found, Segment) and found.owner is None:
            parts = [part.finish() for part in unfold(GraphDraft(graph), number, 8)]

            assert [[] for _ in parts] == [broken_invariants(part) for part in parts]
            for state in states(graph, MOST):
                assert any(stands_for(part, state) for part in parts)
            for part in parts:
                assert all(stands_for(graph, state) for state in states(part, MOST))
