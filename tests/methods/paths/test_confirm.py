"""Paths to errors: confirmed exactly when a solver finds the formula of all blocks satisfiable."""

from __future__ import annotations

from random import Random

import pytest

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.cfa.model import Assume, Cfa, Edge
from maul.cfa.outcome import ErrorReached
from maul.encode.state import Layout
from maul.interpolate.protocol import Feasible
from maul.interpolate.refuter import decide
from maul.interpret.choices import in_order
from maul.interpret.machine import Machine
from maul.logic.build import symbol
from maul.logic.build.array import select, store
from maul.logic.build.bv import bit_vector
from maul.logic.evaluate import evaluate
from maul.logic.lookup import LONG, Lookup
from maul.logic.sorts import Array, BitVec
from maul.logic.terms import Term
from maul.logic.values import ArrayValue, Value
from maul.methods.paths.confirm import Confirmation, Infeasible, confirm
from maul.methods.paths.error_path import ErrorPaths, error_paths
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.verdict import Unsafe
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp
from tests.cfa.c_text import marked
from tests.cfa.small_programs import Writer

SIZES = ("single", "basic", "large")

MERGING = """int main(void) { int x = nondet(), y = nondet(), z = 0;
  if (x > 3) { z = nondet(); if (z == 5) y = 2; } else { z = nondet(); y = y + 1; }
  if (z == 9 && y == 4 && x < 0) reach_error(); return 0; }"""

FLOATS = """int main(void) { float f = nondet(); double d = f;
  if (f / 4 > 2.5f && d < 12) reach_error(); return 0; }"""

NODE = "struct node { struct node *next; int value; }; extern struct node *somewhere(void);"


def confirmed(paths: ErrorPaths, points: tuple[Point, ...]) -> Confirmation:
    return confirm(paths.graph, paths.layout, points, Run(30))


def is_real(cfa: Cfa, found: Confirmation) -> bool:
    """Whether it is an execution that the interpreter takes to the error."""
    return isinstance(found, Unsafe) and confirms(replay(cfa, found), found)


def executed(cfa: Cfa, *inputs: int) -> tuple[BlockGraph, tuple[Point, ...]]:
    """The path of single steps that the interpreter takes to an error."""
    edges: list[Edge] = []
    machine = Machine(cfa, in_order(inputs), lambda _, __: None)
    machine.observe = edges.append
    assert isinstance(machine.execute(1_000_000).outcome, ErrorReached)
    points = Points(cfa)
    path = [points.start]
    for edge in edges:
        path.append(points.step(path[-1], edge))
    return BlockGraph(points, "single"), tuple(path)


# ---- laws ----


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(12))
def test_a_path_is_confirmed_exactly_when_its_trace_is_feasible(seed: int, size: str) -> None:
    cfa = marked(Writer(seed).program())
    paths = error_paths(cfa, size, "bv", Run(60))
    for number in range(1, 5):
        path = paths.shortest(number)
        if path is None:
            break
        found = confirmed(paths, path.points)

        if isinstance(decide(path.trace, prover_for, 10.0), Feasible):
            assert is_real(cfa, found)
        else:
            assert isinstance(found, Infeasible)


@pytest.mark.parametrize("seed", range(20))
def test_reading_through_many_writes_gives_what_was_written(seed: int) -> None:
    random, width = Random(seed), BitVec(8)
    sort = Array(width, width)
    base, unknown = symbol("a", sort), symbol("i", width)
    lookup, array, old = Lookup(), base, base
    values: dict[Term, Value] = {
        base: ArrayValue(sort, 7, {n: random.randrange(256) for n in range(40)}),
        unknown: random.randrange(40),
    }
    for written in range(4 * LONG):
        index = unknown if random.random() < 0.02 else bit_vector(random.randrange(40), 8)
        array = store(array, index, bit_vector(written, 8))
        old = array if random.random() < 0.1 else old
        for held in (array, old):
            at = bit_vector(random.randrange(40), 8)
            read = lookup.element(held, at)

            assert evaluate(select(held, at), values) == evaluate(read, values)


# ---- examples ----


@pytest.mark.parametrize("arith", ["bv", "int"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [MERGING, FLOATS])
def test_the_shortest_path_that_can_be_executed_is_confirmed(
    text: str, size: str, arith: str
) -> None:
    cfa = marked(text)
    paths = error_paths(cfa, size, arith, Run(30))
    found = []
    for number in range(1, 9):
        path = paths.shortest(number)
        found += [] if path is None else [confirmed(paths, path.points)]

    assert any(is_real(cfa, each) for each in found)
    assert all(is_real(cfa, each) or isinstance(each, Infeasible) for each in found)


def test_a_loop_of_thousands_of_iterations_is_computed() -> None:
    cfa = marked("""int a[10]; int main(void) { int n = nondet(), s = 0;
      for (int i = 0; i < 2000; i++) { a[i % 10] = a[(i + 3) % 10] + 1; s = s + i; }
      if (n == s + a[4] && nondet() > n) reach_error(); return 0; }""")
    graph, points = executed(cfa, 1999000 + expected_cell(), 2_000_000_000)

    found = confirm(graph, Layout(cfa), points, Run(30))

    assert is_real(cfa, found)
    assert isinstance(found, Unsafe)
    assert 1999000 + expected_cell() == found.inputs[0]


def expected_cell() -> int:
    cells = [0] * 10
    for i in range(2000):
        cells[i % 10] = cells[(i + 3) % 10] + 1
    return cells[4]


def test_a_path_that_leaves_a_constant_loop_early_ends_where_it_is_impossible() -> None:
    cfa = marked("""int main(void) { int i = 0; while (i < 3) i = i + 1;
      if (nondet()) reach_error(); return 0; }""")
    paths = error_paths(cfa, "single", "bv", Run(10))
    path = paths.shortest(1)
    assert path is not None
    found = confirmed(paths, path.points)

    assert isinstance(found, Infeasible)
    assert found.blocks < len(path.points) - 1


def test_what_contradicts_only_in_the_solver_is_infeasible() -> None:
    cfa = marked("""int main(void) { int x = nondet(), y = nondet();
      if (x > 2 && x < 9 && y > x && y * y == 2 * x * x) reach_error(); return 0; }""")
    paths = error_paths(cfa, "single", "bv", Run(10))
    path = paths.shortest(1)
    assert path is not None

    assert isinstance(confirmed(paths, path.points), Infeasible) == (
        not isinstance(decide(path.trace, prover_for, 10.0), Feasible)
    )


def test_a_path_ends_where_its_conditions_contradict_one_another() -> None:
    cfa = marked("""int main(void) { int x = nondet(), y = nondet(), z = nondet();
      if (x < y) { if (y < x) { if (z > 3) { if (z < 9) reach_error(); } } } return 0; }""")
    paths = error_paths(cfa, "single", "bv", Run(10))
    path = paths.shortest(1)
    assert path is not None
    found = confirmed(paths, path.points)
    assert isinstance(found, Infeasible)
    last = path.points[found.blocks - 1].location.leaving[0]

    assert found.blocks < len(path.points) - 2
    assert isinstance(last.operation, Assume)
    assert "y" in str(last.operation.condition)


def test_new_objects_hold_what_the_path_needs() -> None:
    cfa = marked("""struct pair { int a; int b; }; int main(void) {
      struct pair *p = malloc(sizeof *p), *q; p->b = 2; q = malloc(sizeof *q);
      if (p->a == 5 && q->b == 7 && p->b == 2) reach_error(); return 0; }""")
    paths = error_paths(cfa, "single", "bv", Run(10))
    path = paths.shortest(1)
    assert path is not None

    assert is_real(cfa, confirmed(paths, path.points))


COPY = """int main(void) { char a[200], b[200]; size_t n = nondet(); if (n >= 200) return 0;
  a[199] = 7; b[3] = 1; memcpy(b, a, n); if (n > %d && b[3] != 1) reach_error(); return 0; }"""


@pytest.mark.parametrize(("least", "expected"), [(3, True), (150, False)])
def test_an_execution_that_the_encoding_leaves_out_is_none(least: int, expected: bool) -> None:  # noqa: FBT001
    cfa = marked(COPY % least)
    paths = error_paths(cfa, "single", "bv", Run(10))
    found = []
    for number in range(1, 4):
        path = paths.shortest(number)
        found += [] if path is None else [confirmed(paths, path.points)]

    assert expected == any(is_real(cfa, each) for each in found)
    assert all(is_real(cfa, each) or isinstance(each, Infeasible) for each in found)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "body",
    [
        "struct node *p = somewhere(); if (p->value == 5) reach_error();",
        "struct node *p = somewhere(); p->value = 3; if (p->value == 3) reach_error();",
        "struct node *p = somewhere(); if (p->next->value == 77) reach_error();",
        (
            "struct node *p = somewhere(), *q = somewhere(); p->value = 1; q->value = 2; "
            "if (p->value == 1) reach_error();"
        ),
        "struct node *p; if (p->next == p && p->value == 9) reach_error();",
    ],
)
def test_a_pointer_from_nowhere_may_point_to_something(body: str, size: str) -> None:
    cfa = marked(f"{NODE} int main(void) {{ {body} return 0; }}")
    paths = error_paths(cfa, size, "bv", Run(10))
    path = paths.shortest(1)
    assert path is not None

    assert is_real(cfa, confirmed(paths, path.points))


def test_a_path_that_follows_null_is_given_up() -> None:
    cfa = marked(
        f"{NODE} int main(void) {{ struct node *p = 0; p->value = 3; reach_error(); return 0; }}"
    )
    paths = error_paths(cfa, "single", "bv", Run(10))
    path = paths.shortest(1)
    assert path is not None

    assert isinstance(confirmed(paths, path.points), GaveUp)


@pytest.mark.parametrize("is_reversed", [False, True])
def test_objects_keep_the_addresses_of_the_search(is_reversed: bool) -> None:  # noqa: FBT001
    cfa = marked("""int a, b; int main(void) { int *p = &a, *q = &b; *p = 1; *q = 2;
      if (p < q) reach_error(); return 0; }""")
    layout = Layout(cfa)
    for variable in sorted(cfa.addressed, key=lambda v: v.name, reverse=is_reversed):
        layout.address(variable)
    paths = error_paths(cfa, "single", "bv", Run(10))
    path = paths.shortest(1)
    assert path is not None

    found = confirm(paths.graph, layout, path.points, Run(10))

    assert is_reversed == isinstance(found, Infeasible)
