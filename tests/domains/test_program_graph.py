"""The graph of a program: where it ends, and how it goes on there."""

from __future__ import annotations

import pytest

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.domains.program_graph import (
    DOUBLING,
    STEP_BY_STEP,
    Deepening,
    ProgramGraph,
    beyond_first,
)
from maul.encode.blocks import Beyond, Encoder, layout_for
from tests.cfa.c_text import DECLARATIONS, marked

WALK = """void walk(void) { if (nondet()) walk(); }
int main(void) { walk(); reach_error(); return 0; }"""

COPY = """char *t[1000], *s[1000];
int main(void) {
  unsigned n = nondet();
  if (n > 1000) return 0;
  memcpy(t, s, n);
  if (t[0] == s[0] + 1) reach_error();
  return 0;
}"""


def graph_of(text: str, deepening: Deepening = DOUBLING) -> ProgramGraph:
    cfa = marked(DECLARATIONS + text)
    return ProgramGraph(Encoder(BlockGraph(Points(cfa), "large"), layout_for(cfa, "bv")), deepening)


def reached(graph: ProgramGraph) -> list[Point]:
    """All points of the graph."""
    found = [graph.start]
    for point in found:
        targets = (block.target for block in graph.leaving(point))
        found += [t for t in targets if isinstance(t, Point) and t not in found]
    return found


@pytest.mark.parametrize(
    ("deepening", "depths"), [(DOUBLING, [2, 4, 8, 16]), (STEP_BY_STEP, [2, 4, 6, 8])]
)
def test_the_graph_ends_one_activation_too_deep(deepening: Deepening, depths: list[int]) -> None:
    graph = graph_of(WALK, deepening)
    for depth in depths:
        ends = [point for point in reached(graph) if graph.is_end(point)]

        assert {depth + 1} == {end.stack.activation for end in ends}
        assert all(graph.is_error(end) and () == graph.leaving(end) for end in ends)
        assert not any(graph.is_violation(end) for end in ends)
        assert graph.deepen()
        assert not any(graph.is_error(end) for end in ends)


def test_an_error_of_the_program_is_a_violation_and_no_end() -> None:
    graph = graph_of(WALK)
    errors = [point for point in reached(graph) if graph.is_violation(point)]

    assert errors
    assert all(graph.is_error(error) and not graph.is_end(error) for error in errors)


def test_step_by_step_it_does_not_get_deeper_than_forty() -> None:
    graph = graph_of(WALK, STEP_BY_STEP)
    while graph.deepen():
        assert graph.activations <= 40

    assert 42 == graph.activations


def test_what_is_not_encoded_is_an_error_as_long_as_it_is_heeded() -> None:
    graph = graph_of(COPY)
    *others, last = graph.leaving(graph.start)

    assert isinstance(last.target, Beyond)
    assert (last, *others) == beyond_first((*others, last))
    assert graph.is_error(last.target)
    graph.heeds_beyond = False
    assert not graph.is_error(last.target)
    assert graph.is_end(last.target)
    assert tuple(others) == graph.leaving(graph.start)
    assert tuple(others) == beyond_first(tuple(others))
