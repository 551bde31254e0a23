"""What lies between two points of a path."""

from __future__ import annotations

from collections.abc import Sequence

from maul.cfa.between import Between
from maul.cfa.calls import Point, Points
from maul.cfa.model import Cfa, Location
from tests.cfa.c_text import marked

PROGRAM = """int twice(int x) { return x + x; }
int main(void) { int y = 1, z = 0;
  if (nondet()) z = twice(y); else z = 3;
  if (z == 9) reach_error();
  while (nondet()) z = z + 1;
  if (y == 2) reach_error();
  return 0; }"""


def main_path(cfa: Cfa, indices: Sequence[int]) -> list[Point]:
    """The points of main at some locations."""
    points = Points(cfa)
    waiting = [points.start]
    found: dict[int, Point] = {}
    while waiting:
        point = waiting.pop()
        if point.stack.automaton.name == "main":
            if point.location.index in found:
                continue
            found[point.location.index] = point
        waiting += [target for _, target in points.successors(point)]
    return [found[index] for index in indices]


def names(cfa: Cfa, first: int, last: int) -> set[str]:
    """The locations between two of main."""
    places = Between(cfa)(main_path(cfa, [first, last]))

    assert {1} == {activation for _, activation in places}
    return {repr(location) for location, _ in places}


def joined(cfa: Cfa) -> Location:
    """The first location of main to which two ways lead."""
    return next(at for at in cfa.functions["main"].locations if len(at.entering) == 2)


def test_both_ways_and_the_function_that_one_of_them_calls_lie_between() -> None:
    cfa = marked(PROGRAM)
    main, end = cfa.functions["main"].locations, joined(cfa)
    found = names(cfa, 0, end.index)

    assert {repr(at) for at in main if at.index <= end.index} <= found
    assert {repr(at) for at in cfa.functions["twice"].locations} <= found
    assert found.isdisjoint(repr(edge.target) for edge in end.leaving)


def test_of_what_begins_and_ends_at_a_loop_the_whole_loop_lies_between() -> None:
    cfa = marked("int main(void) { int x = 0; while (nondet()) x = x + 1; return x; }")
    head = joined(cfa)
    again = {repr(edge.source) for edge in head.entering if edge.source.index > head.index}
    found = names(cfa, head.index, head.index)

    assert again
    assert {repr(head), *again} <= found
    assert f"main@{head.index - 1}" not in found
    assert repr(cfa.functions["main"].exit) not in found
