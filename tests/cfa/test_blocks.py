from __future__ import annotations

import pytest

from maul.cfa.blocks import LARGEST_PIECE, BlockGraph, PieceOfProgram
from maul.cfa.calls import Point, Points
from maul.cfa.order import loop_heads
from tests.cfa.c_text import marked
from tests.cfa.small_programs import Writer

SIZES = ("single", "basic", "adjustable:1", "adjustable:4", "medium", "loops-functions", "large")

DIAMONDS = """int main(void) { int x = 0;
  if (nondet()) x = 1; else x = 2;
  if (nondet()) x += 1; else x += 2;
  if (nondet()) x += 1; else x += 2;
  if (x == 9) reach_error(); return 0; }"""

LOOP = """int twice(int x) { return 2 * x; }
int main(void) { int i = 0; while (i < nondet()) i = twice(i) + 1; if (i < 0) reach_error(); }"""

RECURSION = """int f(int n) { if (n == 0) return 0; return f(n - 1) + 1; }
int main(void) { if (f(3) != 3) reach_error(); return 0; }"""


WRITTEN = [Writer(seed).program() for seed in range(6)]


def reached(graph: BlockGraph, limit: int = 3000) -> list[PieceOfProgram]:
    """The pieces that the start leads to."""
    found = {graph.start: graph.piece(graph.start)}
    waiting = [graph.start]
    for point in waiting:
        for end in graph.piece(point).ends:
            if end not in found and len(found) < limit:
                found[end] = graph.piece(end)
                waiting.append(end)
    return list(found.values())


def paths(graph: BlockGraph, most: int) -> set[tuple[Point, ...]]:
    """The paths of single steps to an error, of at most so many steps, as the blocks tell them."""
    whole: set[tuple[Point, ...]] = set()
    waiting: list[tuple[Point, ...]] = [(graph.start,)]
    while waiting:
        path = waiting.pop()
        if graph.points.is_error(path[-1]):
            whole.add(path)
            continue
        piece = graph.piece(path[-1])
        ways = ways_through(piece)
        waiting += [(*path, *way) for way in ways if len(path) + len(way) <= most]
    return whole


def ways_through(piece: PieceOfProgram) -> list[tuple[Point, ...]]:
    """All sequences of points from the source of a piece to its ends."""
    ways: list[tuple[Point, ...]] = []
    waiting: list[tuple[Point, ...]] = [()]
    while waiting:
        way = waiting.pop()
        at = way[-1] if way else piece.source
        for step in piece.steps:
            if step.source is at:
                further = (*way, step.target)
                (ways if step.target in piece.ends else waiting).append(further)
    return ways


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [DIAMONDS, LOOP, RECURSION, *WRITTEN])
def test_blocks_of_every_size_tell_the_same_paths(size: str, text: str) -> None:
    points = Points(marked(text))

    assert paths(BlockGraph(points, "single"), 60) == paths(BlockGraph(points, size), 60)


@pytest.mark.parametrize("size", SIZES)
def test_steps_come_after_those_that_lead_to_them(size: str) -> None:
    for piece in reached(BlockGraph(Points(marked(LOOP)), size)):
        known = {piece.source}
        for step in piece.steps:
            assert step.source in known
            known.add(step.target)


def test_a_large_block_goes_through_branches_and_calls_up_to_a_loop_head() -> None:
    cfa = marked(LOOP)
    graph = BlockGraph(Points(cfa), "large")
    heads = loop_heads(cfa.functions["main"])
    ends = {end.location for piece in reached(graph) for end in piece.ends}

    assert {*heads, *cfa.errors} == ends


def test_a_large_block_without_loops_is_the_whole_program() -> None:
    (only, *_) = reached(BlockGraph(Points(marked(DIAMONDS)), "large"))

    assert 1 == len(only.ends)
    assert 8 == len(ways_through(only))


def test_what_cannot_reach_an_end_is_left_out() -> None:
    graph = BlockGraph(
        Points(marked("int main(void) { int x = 0; if (nondet()) return 33; reach_error(); }")),
        "large",
    )

    assert "33" not in repr([step.edge.operation for step in graph.piece(graph.start).steps])


def test_a_piece_that_grows_too_large_ends_at_calls() -> None:
    doubling = "\n".join(
        f"int f{n}(void) {{ return f{n - 1}() + f{n - 1}(); }}" for n in range(1, 12)
    )
    cfa = marked(
        f"int f0(void) {{ return nondet(); }}\n{doubling}\n"
        "int main(void) { if (f11() == 3) reach_error(); return 0; }"
    )
    graph = BlockGraph(Points(cfa), "large")

    assert all(len(piece.steps) <= LARGEST_PIECE for piece in reached(graph, 200))


def test_the_steps_to_one_end_leave_out_ways_to_the_others() -> None:
    cfa = marked(
        "int main(void) { int x = nondet(); if (x == 1) { x = 5; reach_error(); } x = 7; "
        "while (nondet()) x++; if (x) reach_error(); return 0; }"
    )
    graph = BlockGraph(Points(cfa), "large")
    piece = graph.piece(graph.start)
    (first, second) = sorted(piece.ends, key=lambda end: not graph.points.is_error(end))
    texts = [repr([step.edge.operation for step in piece.steps_to(end)]) for end in (first, second)]

    assert [True, False] == ["value=5" in text for text in texts]
    assert [False, True] == ["value=7" in text for text in texts]


# Of the ways to where paths meet, one has one step more than the other.
UNEVEN = """int main(void) { int x = 0; if (nondet()) x = 1; if (nondet()) x += 1;
  if (nondet()) x += 1; if (nondet()) x += 1; if (x == 9) reach_error(); return 0; }"""


@pytest.mark.parametrize("text", [LOOP, DIAMONDS, UNEVEN, *WRITTEN[:3]])
@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_an_adjustable_block_has_at_most_so_many_steps(length: int, text: str) -> None:
    graph = BlockGraph(Points(marked(text)), f"adjustable:{length}")
    between = BlockGraph(graph.points, "loops-functions")
    for piece in reached(graph):
        ways = [(piece.source, *way) for way in ways_through(piece)]
        at_length = {way[-1] for way in ways if len(way) == length + 1}

        assert all(len(way) <= length + 1 for way in ways)
        # It ends earlier only where blocks without a greatest length end.
        assert {*piece.ends} - at_length <= {*between.piece(piece.source).ends}


@pytest.mark.parametrize("text", [LOOP, DIAMONDS, UNEVEN])
def test_growing_blocks_have_fewer_ends(text: str) -> None:
    points = Points(marked(text))
    sizes = ("single", "adjustable:1", "adjustable:2", "adjustable:4", "adjustable:9999")
    counts = [len(reached(BlockGraph(points, size))) for size in (*sizes, "loops-functions")]

    assert counts == sorted(counts, reverse=True)
    assert counts[0] == counts[1] > counts[2]
    assert counts[-2] == counts[-1]


@pytest.mark.parametrize("text", [LOOP, RECURSION, *WRITTEN])
def test_blocks_end_at_loop_heads_and_where_functions_are_entered_and_left(text: str) -> None:
    cfa = marked(text)
    graph = BlockGraph(Points(cfa), "loops-functions")
    heads = {head for automaton in cfa.automata() for head in loop_heads(automaton)}
    entries = {automaton.entry for automaton in cfa.functions.values()}
    for piece in reached(graph, 100):
        assert all(step.source.stack is piece.source.stack for step in piece.steps)
        for end in piece.ends:
            is_left = end.stack is not piece.source.stack
            assert end.location in heads | entries | {*cfa.errors} or is_left


@pytest.mark.parametrize("text", [DIAMONDS, LOOP, RECURSION])
def test_a_basic_block_has_one_way_to_each_of_its_ends(text: str) -> None:
    for piece in reached(BlockGraph(Points(marked(text)), "basic")):
        for end in piece.ends:
            sources = [step.source for step in piece.steps_to(end)]
            assert len(set(sources)) == len(sources)
