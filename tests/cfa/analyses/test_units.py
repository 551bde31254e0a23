"""The parts of a program that are entered again and again."""

from __future__ import annotations

import pytest

from maul.cfa.analyses.units import Inside, Units, units_of
from maul.cfa.calls import Point, Points
from maul.cfa.model import Return
from tests.cfa.c_text import marked

TEXT = """int g;
int twice(int n) { int i = 0; while (i < n) { i = i + 1; if (i == 9) return i; } return i; }
int once(int n) { while (n > 0) { n = n - 1; while (nondet()) g = g + 1; } return n; }
int small(int n) { int s = n + 1; return s; }
int down(int n) { int m = n; while (m > 1) m = m - 1; if (n > 0) return down(n - 1); return m; }
void calls_down(void) { g = 1; down(g); g = 2; }
void empty(void) { }
int main(void) {
  g = twice(g) + twice(2) + once(3) + small(4);
  while (nondet()) { g = small(g); calls_down(); empty(); empty(); }
  if (g == 77) reach_error();
  return 0; }"""


def names(units: Units, kind: str) -> list[str]:
    """The functions of the units of a kind, each with the line of its entry."""
    return [unit.entry.function for unit in getattr(units, kind).values()]


def found(*, with_short: bool = True) -> Units:
    return units_of(marked(TEXT), with_functions=True, with_loops=True, with_short=with_short)


def test_functions_are_units_when_they_are_called_in_several_places_or_in_a_loop() -> None:
    assert ["twice", "small"] == names(found(), "functions")
    assert ["twice"] == names(found(with_short=False), "functions")


def test_loops_are_units_inside_others_and_in_functions_that_are_entered_again() -> None:
    assert ["twice", "once"] == names(found(), "loops")


@pytest.mark.parametrize("kind", ["functions", "loops"])
def test_only_what_is_asked_for_is_a_unit(kind: str) -> None:
    cfa = marked(TEXT)
    has_functions = kind == "functions"
    units = units_of(
        cfa, with_functions=has_functions, with_loops=not has_functions, with_short=True
    )

    assert bool(units.functions) is has_functions
    assert bool(units.loops) is not has_functions


def walk(points: Points) -> list[Point]:
    """Some points in the order of a breadth-first walk."""
    seen = {points.start: None}
    for point in (waiting := [points.start]):
        for _, target in points.successors(point):
            if target not in seen and len(seen) < 2000:
                seen[target] = None
                waiting.append(target)
    return waiting


def test_a_unit_is_left_where_control_leaves_it() -> None:
    cfa = marked(TEXT)
    units = units_of(cfa, with_functions=True, with_loops=True, with_short=True)
    points = Points(cfa)
    for point in walk(points):
        unit = units.entered(point, None)
        if unit is None:
            continue
        inside = Inside(unit, point.stack)
        seen, waiting = {point}, [point]
        while waiting:
            at = waiting.pop()
            if inside.is_left_at(at):
                continue
            for edge, target in points.successors(at):
                # What is under another stack was called from inside; nothing returns.
                assert target.stack is point.stack or point.stack in target.stack.outer()
                assert not isinstance(edge.operation, Return) or at.stack is not point.stack
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)


def test_a_function_that_begins_with_a_loop_is_entered_before_the_loop() -> None:
    text = """int g; void f(void) { while (nondet()) g = g + 1; }
    int main(void) { f(); f(); if (g) reach_error(); return 0; }"""
    cfa = marked(text)
    units = units_of(cfa, with_functions=True, with_loops=True, with_short=True)
    points = Points(cfa)
    entry = cfa.functions["f"].entry
    point = next(p for p in walk(points) if p.location is entry)
    function, loops = units.functions[entry], units.loops

    assert function is units.entered(point, None)
    assert loops.get(entry) is units.entered(point, Inside(function, point.stack))
    for loop in loops.values():
        head = points.point(loop.entry, point.stack)
        assert units.entered(head, Inside(loop, point.stack)) is None
