"""What is live: read before it is written again, on some way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.cfa.analyses.live import Live
from maul.cfa.calls import Points
from maul.cfa.expressions import AddressOf, Load, Place
from maul.cfa.walk import inner_first, variables_in_place, written_place
from tests.cfa.c_text import DECLARATIONS, marked
from tests.cfa.small_programs import Writer

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.calls import Point
    from maul.cfa.model import Location, Operation

STRAIGHT = """int main(void) {
  int a = nondet(), b = nondet(), c = 0;
  c = a; // first
  a = b;
  b = 1; // last
  if (a == c) reach_error();
  return 0; }"""

AROUND = """int twice(int x) {
  return 2 * x; // inside
}
int main(void) {
  int kept = nondet(), lost = nondet(), result;
  result = twice(lost);
  if (result == kept) reach_error();
  return 0; }"""

RECURSIVE = """int sum(int n) {
  int rest;
  if (n == 0) return 0; // inside
  rest = sum(n - 1);
  return rest + n; }
int main(void) { if (sum(3) != 6) reach_error(); return 0; }"""


def live_at(text: str, mark: str, depth: int = 0) -> set[str]:
    """The names of what is live where the line with a mark begins, under so many calls."""
    line = (DECLARATIONS + text).split(mark)[0].count("\n") + 1
    points = Points(marked(text))
    waiting, seen = [points.start], {points.start}
    for point in waiting:
        leaving = point.location.leaving
        if leaving and leaving[0].span.line == line and point.stack.depth >= depth:
            return {v.name for v in Live(points).at(point) if "$" not in v.name}
        new = [target for _, target in points.successors(point) if target not in seen]
        seen.update(new)
        waiting += new
    raise AssertionError(f"nothing begins in line {line}")


def test_a_variable_is_live_from_its_assignment_to_its_last_use() -> None:
    assert live_at(STRAIGHT, "// first") == {"main::a", "main::b"}
    assert live_at(STRAIGHT, "// last") == {"main::a", "main::c"}


def test_callers_keep_what_they_read_afterwards() -> None:
    assert live_at(AROUND, "// inside") == {"twice::x", "main::kept"}


def test_each_activation_of_a_recursive_function_has_its_own() -> None:
    assert live_at(RECURSIVE, "// inside", depth=5) == {"sum::n", "sum::n@2", "sum::n@3"}


def test_what_pointers_reach_is_live_while_its_function_runs() -> None:
    text = """int main(void) { int a = 1, *p = &a; int b = 2;
      b = *p; // here
      return b; }"""

    assert "main::a" in live_at(text, "// here")


@pytest.mark.parametrize("seed", range(12))
def test_what_some_way_reads_before_it_is_written_is_live(seed: int) -> None:
    points = Points(marked(Writer(seed).program()))
    live, checked = Live(points), 0
    for point in reached(points):
        found = {variable.name for variable in live.at(point)}
        for variable in read_first(point.location, 8):
            checked += 1
            assert points.instance(variable, point.stack).name in found
    assert checked


def reached(points: Points, most: int = 300) -> list[Point]:
    """The points that the start leads to, the nearest first."""
    found = {points.start: None}
    for point in (waiting := [points.start]):
        new = [target for _, target in points.successors(point) if target not in found]
        found.update(dict.fromkeys(new))
        if len(found) < most:
            waiting += new
    return list(found)


def read_first(at: Location, steps: int) -> set[Variable]:
    """The locals that a way of so many steps in the function reads before it writes them."""
    if steps == 0:
        return set()
    found: set[Variable] = set()
    for edge in at.leaving:
        place = written_place(edge.operation)
        written = {place.variable} if isinstance(place, Place) else set()
        found |= reads(edge.operation) | (read_first(edge.target, steps - 1) - written)
    return {variable for variable in found if variable.function}


def reads(operation: Operation) -> set[Variable]:
    """The variables in what an operation evaluates."""
    places = [e.place for e in inner_first(operation) if isinstance(e, (Load, AddressOf))]
    return {variable for place in places for variable in variables_in_place(place)}
