from __future__ import annotations

from itertools import pairwise

import pytest

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Points
from maul.errors import LimitReached
from maul.explore.walks import passing, walks
from maul.run import Run
from tests.cfa.c_text import DECLARATIONS, marked

BEFORE = DECLARATIONS.count("\n")  # lines before the text of a program

LOOP = """int main(void) {
  int i = 0;
  while (i < 10) {
    i++;
    if (nondet()) i += 2;
  }
  if (i == 12)
    reach_error();
  return 0;
}"""


def graph_of(text: str, size: str = "single") -> BlockGraph:
    return BlockGraph(Points(marked(text)), size)


@pytest.mark.parametrize("size", ["single", "basic", "large"])
def test_walks_are_different_paths_to_the_error_by_length(size: str) -> None:
    graph = graph_of(LOOP, size)
    found = list(walks(graph, Run(), 12))

    assert 12 == len(set(found))
    assert sorted(map(len, found)) == [len(path) for path in found]
    for path in found:
        assert graph.start is path[0]
        assert graph.points.is_error(path[-1])
        assert all(b in graph.piece(a).ends for a, b in pairwise(path))


def test_walks_are_the_shortest_of_all_paths() -> None:
    graph = graph_of(LOOP)
    found = [len(path) for path in walks(graph, Run(), 9)]
    level, lengths = [graph.start], []
    for length in range(1, max(found) + 1):
        lengths += [length for point in level if graph.points.is_error(point)]
        level = [end for point in level for end in graph.piece(point).ends]

    assert lengths[:9] == found


def test_there_may_be_fewer_walks_than_asked_for() -> None:
    assert 1 == len(list(walks(graph_of("int main(void) { reach_error(); }"), Run(), 5)))
    assert [] == list(walks(graph_of("int main(void) { return 0; }"), Run(), 5))


def test_a_walk_through_lines_passes_them_in_order() -> None:
    graph = graph_of(LOOP)
    wanted = tuple(BEFORE + line for line in (5, 4, 4, 8))
    path = passing(graph, Run(), wanted)
    assert path is not None
    lines = iter(
        edge.span.line
        for a, b in pairwise(path)
        for edge, target in graph.points.successors(a)
        if target is b
    )

    assert all(line in lines for line in wanted)
    assert passing(graph, Run(), (BEFORE + 8, BEFORE + 4)) is None


def test_a_search_stops_at_the_time_limit() -> None:
    with pytest.raises(LimitReached):
        list(walks(graph_of(LOOP), Run(0.0), 1))


def test_a_function_that_never_returns_leads_nowhere() -> None:
    endless = "int f(int n) { return f(n + 1); }\nint main(void) { f(0); reach_error(); }"

    assert [] == list(walks(graph_of(endless), Run(), 1))
