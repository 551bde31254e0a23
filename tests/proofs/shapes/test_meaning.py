"""Taking segments apart and laying graphs over each other, compared with what graphs stand for."""

from __future__ import annotations

import random

import pytest

from maul.node import replace
from maul.proofs.shapes.cover import Covering
from maul.proofs.shapes.embed import includes
from maul.proofs.shapes.memory import WorkingGraph
from maul.proofs.shapes.unfold import by_emptiness, by_first, by_last, by_length
from maul.proofs.shapes.wellformed import IllFormed, weakened
from maul.run import Run
from maul.shapes.graph import Segment, ShapeGraph
from tests.proofs.shapes.damage import damages
from tests.proofs.shapes.drawn import drawn, variables
from tests.proofs.shapes.readings import chosen, form, readings, stands_for

MOST = 4  # objects on the heap of a reading


def forms(graph: ShapeGraph) -> set[object]:
    return {form(heap) for heap in readings(graph, MOST)}


@pytest.mark.parametrize("seed", range(40))
def test_parts_of_a_segment_stand_for_the_same_together(seed: int) -> None:
    for number in range(10):
        graph = drawn((seed, number))
        for segment, made in graph.objects.items():
            if not isinstance(made, Segment) or made.owner is not None:
                continue
            for apart in (by_emptiness, by_first, by_last, by_length):
                memory = WorkingGraph(graph, 8)
                before = forms(graph)
                after: set[object] = set()
                for part in apart(memory, segment):
                    assert weakened(part.graph(), frozenset(variables()), 8)
                    after |= forms(part.graph())
                assert after == before, apart.__name__


@pytest.mark.parametrize("seed", range(40))
def test_what_is_included_stands_for_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(5):
        graph = drawn((seed, number))
        pairs = [(graph, drawn((seed, number, "other")))]
        for _, damaged in damages(graph):
            try:
                changed = weakened(damaged, frozenset(variables()), 8)
            except IllFormed:
                continue
            pairs += [(graph, changed), (changed, graph)]
        for general, special in pairs:
            if includes(general, special, 8, Run(60)):
                _agree([general], special, rng)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_covered_by_parts_is_covered(seed: int) -> None:
    rng = random.Random(seed)
    covering = Covering(8, Run(60))
    for number in range(5):
        graph = drawn((seed, number))
        assert covering.by(graph, [graph]) == frozenset({0})
        for segment, made in graph.objects.items():
            if isinstance(made, Segment) and made.owner is None:
                parts = [_known(part) for part in by_first(WorkingGraph(graph, 8), segment)]
                needed = covering.by(graph, parts)
                assert needed is not None
                _agree([parts[index] for index in needed], graph, rng)
                for part in parts:
                    is_lost = part.is_lost and not graph.is_lost  # what no variable leads to
                    assert is_lost or covering.by(part, [graph]) is not None


def _known(memory: WorkingGraph) -> ShapeGraph:
    """What variables lead to."""
    memory.collect()
    return memory.graph()


def _agree(general: list[ShapeGraph], special: ShapeGraph, rng: random.Random) -> None:
    """Whatever one graph stands for, one of others does, too."""
    for reading in readings(special, MOST):
        heap = chosen(reading, rng)
        assert any(stands_for(each, heap, rng) for each in general)


def test_nothing_is_lost_in_a_graph_that_says_so() -> None:
    graph = drawn("any")
    assert not includes(replace(graph, is_lost=False), replace(graph, is_lost=True), 8, Run(9))
    assert includes(replace(graph, is_lost=True), replace(graph, is_lost=False), 8, Run(9))
