from __future__ import annotations

from maul.cfa.calls import Point, Points, bindings, result_place
from maul.cfa.expressions import Place
from maul.cfa.model import Call, Return
from tests.cfa.c_text import cfa_of, marked

TWICE = """int g; int f(int x) { int y = x; return y; }
int main(void) { g = f(1); g = f(2); return g; }"""

RECURSION = """int f(int n) { int y = n; if (n == 0) return 0; return y + f(n - 1); }
int main(void) { return f(nondet()); }"""


def walk(points: Points, limit: int = 1000) -> list[Point]:
    """Points in the order of a breadth-first walk."""
    found = [points.start]
    for point in found:
        for _, target in points.successors(point):
            if target not in found and len(found) < limit:
                found.append(target)
    return found


def test_a_call_enters_the_function_and_its_return_goes_on_behind_the_call() -> None:
    cfa = cfa_of(TWICE)
    points = Points(cfa)
    inside = [p for p in walk(points) if p.location is cfa.functions["f"].entry]
    (first, second) = inside

    assert first.stack is not second.stack
    assert first.stack.parent is second.stack.parent
    for point in inside:
        ((edge, behind),) = points.successors(point)
        while behind.stack is point.stack:
            ((edge, behind),) = points.successors(behind)
        assert isinstance(edge.operation, Return)
        assert point.stack.call is not None
        assert behind.location is point.stack.call.target
        assert behind.stack is point.stack.parent


def test_points_and_stacks_are_made_once() -> None:
    points = Points(cfa_of(TWICE))

    assert walk(points) == walk(points)
    assert len(walk(points)) == len({(p.location, p.stack) for p in walk(points)})


def test_nothing_is_made_before_it_is_met() -> None:
    points = Points(cfa_of(RECURSION))

    assert {} == points.start.stack.calls
    assert 1 == points.start.stack.depth


def test_the_end_of_the_program_is_the_exit_of_the_start() -> None:
    cfa = cfa_of("int main(void) { return 0; }")
    points = Points(cfa)
    last = walk(points)[-1]

    assert last.location is cfa.start.exit
    assert () == points.successors(last)


def test_a_call_of_a_function_without_body_is_one_step() -> None:
    points = Points(cfa_of("int main(void) { return nondet(); }"))

    assert {"<start>", "main"} == {p.location.function for p in walk(points)}


def test_a_forbidden_call_is_not_entered() -> None:
    cfa = marked("void reach_error(void) { } int main(void) { reach_error(); return 0; }")
    points = Points(cfa)
    found = walk(points)

    assert points.is_error(found[-1])
    assert "reach_error" not in {p.location.function for p in found}


def test_parameters_and_results_are_bound_across_the_call() -> None:
    cfa = cfa_of(TWICE)
    point = next(p for p in walk(Points(cfa)) if p.location is cfa.functions["f"].entry)
    ((parameter, argument),) = bindings(point.stack)
    assert point.stack.call is not None
    call = point.stack.call.operation

    assert isinstance(call, Call)
    assert "f::x" == parameter.name
    assert argument is call.arguments[0]
    assert isinstance(result_place(point.stack), Place)
    assert result_place(point.stack) is call.result


def test_the_start_binds_nothing() -> None:
    points = Points(cfa_of(TWICE))

    assert () == bindings(points.start.stack)
    assert result_place(points.start.stack) is None


def test_locals_are_named_by_depth_only_in_recursion() -> None:
    cfa = cfa_of(RECURSION)
    points = Points(cfa)
    entries = [p for p in walk(points, 200) if p.location is cfa.functions["f"].entry]
    parameter = cfa.functions["f"].parameters[0]
    names = [points.instance(parameter, p.stack).name for p in entries[:3]]

    assert ["f::n", "f::n@2", "f::n@3"] == names
    assert points.instance(parameter, entries[0].stack) is parameter
    again = points.instance(parameter, entries[1].stack)
    assert again is points.instance(parameter, entries[1].stack)


def test_two_calls_one_after_the_other_share_the_names_of_locals() -> None:
    cfa = cfa_of(TWICE)
    points = Points(cfa)
    parameter = cfa.functions["f"].parameters[0]
    stacks = [p.stack for p in walk(points) if p.location is cfa.functions["f"].entry]

    assert [parameter, parameter] == [points.instance(parameter, stack) for stack in stacks]


def test_globals_have_one_name_at_any_depth() -> None:
    cfa = cfa_of("int g; " + RECURSION.replace("int y = n;", "int y = n; g = n;"))
    points = Points(cfa)
    deep = walk(points, 200)[-1].stack
    (variable,) = [each for each in cfa.globals if each.name == "g"]

    assert deep.activation > 1
    assert points.instance(variable, deep) is variable


def test_stacks_of_any_depth_can_be_made() -> None:
    points = Points(cfa_of("void f(void) { f(); } int main(void) { f(); return 0; }"))
    point = points.start
    for _ in range(20_000):
        ((_, point),) = points.successors(point)

    assert point.stack.depth > 19_000
    assert point.stack.activation == point.stack.depth - 2


def test_a_point_is_moved_to_another_stack_with_the_calls_above() -> None:
    text = """int g; int h(int x) { g = g + x; return g; } int f(int x) { return h(x); }
    int main(void) { g = f(1); g = f(2); return g; }"""
    points = Points(cfa_of(text))
    entered = [p for p in walk(points) if p.location is points.cfa.functions["f"].entry]
    one, other = (point.stack for point in entered)
    inside = [p for p in walk(points) if p.stack is one or one in p.stack.outer()]

    assert {"f", "h"} == {point.location.function for point in inside}
    for point in inside:
        moved = points.moved(point, one, other)
        assert moved.location is point.location
        assert moved.stack is other or other in moved.stack.outer()
        assert point is points.moved(moved, other, one)
        assert point is points.moved(point, one, one)
