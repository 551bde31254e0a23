"""Precisions and predicates; the laws of the analysis are in tests/laws/test_cpa.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Points
from maul.domains.abstraction import boolean, cartesian
from maul.domains.predicate import (
    PredicateCpa,
    PredicatePrecision,
    PredicateState,
    atoms,
    by_function,
    by_location,
    own_or_parents,
)
from maul.domains.program_graph import ProgramGraph
from maul.domains.questions import Questions
from maul.encode.blocks import Encoder, layout_for
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.logic.build import TRUE, and_, bit_vector, bv_ule, equal, ite, not_, or_, symbol
from maul.logic.sorts import BOOL, BitVec
from maul.logic.terms import name_of
from maul.run import Run
from maul.smt.choose import prover_for
from tests.cfa.c_text import marked

if TYPE_CHECKING:
    from maul.domains.abstraction import Abstraction

X, Y = symbol("x", BitVec(8)), symbol("y", BitVec(8))
A, B, C = bv_ule(X, Y), equal(X, bit_vector(3, 8)), symbol("c", BOOL)

TEXT = """int f(int x) { return x + 1; }
int main(void) { int y = f(1); y = f(y); if (y == 4) reach_error(); return 0; }"""


def test_atoms_are_the_parts_without_boolean_parts() -> None:
    assert {A, B, C} == {*atoms(or_(and_(A, not_(B)), ite(C, A, not_(A))))}
    assert () == atoms(TRUE)
    assert (A,) == atoms(not_(A))


def test_a_predicate_is_tracked_once_whether_negated_or_not() -> None:
    start = Points(marked(TEXT)).start
    precision = PredicatePrecision(by_location, {}).with_more(
        [(start, A), (start, not_(A)), (start, B)]
    )

    assert (A, B) == precision.at(start)
    assert 2 == precision.size
    assert (A, B) == precision.with_more([(start, A)]).at(start)


def test_a_scope_is_a_location_or_a_function_under_all_call_stacks() -> None:
    points = Points(marked(TEXT))
    seen = [points.start]
    for point in seen:
        seen += [target for _, target in points.successors(point) if target not in seen]
    inside = [point for point in seen if point.location.function == "f"]
    entries = [p for p in inside if p.location is inside[0].location]

    assert 2 == len(entries)
    assert by_location(entries[0]) == by_location(entries[1])
    assert len({by_location(point) for point in inside}) * 2 == len(inside)
    assert 1 == len({by_function(point) for point in inside})
    assert by_function(points.start) != by_function(inside[0])


def test_a_state_gets_the_predicates_of_its_parent_only_where_none_were_found() -> None:
    points = Points(marked(TEXT))
    (start, ((_, next_), *_)) = points.start, points.successors(points.start)
    precision = PredicatePrecision(by_location, {}, own_or_parents).with_more([(start, A)])

    assert (A,) == precision.at(start, (B,))
    assert (B,) == precision.at(next_, (B,))
    assert () == precision.at(next_)
    assert () == PredicatePrecision(by_location, {}).with_more([(start, A)]).at(next_, (B,))


OPEN = """int main(void) { int a = nondet(), b = nondet(); if (a != 1 && b != 1) return 0;
  while (nondet()) { if (a != 1 && b != 1) reach_error(); } return 0; }"""


@pytest.mark.parametrize("abstraction", [cartesian, boolean])
def test_only_the_boolean_abstraction_proves_what_a_disjunction_of_predicates_says(
    abstraction: Abstraction,
) -> None:
    cfa = marked(OPEN)
    graph = BlockGraph(Points(cfa), "large")
    encoder = Encoder(graph, layout_for(cfa, "bv"))
    (head,) = [end for end in graph.piece(graph.start).ends if not graph.points.is_error(end)]
    (first,) = [block for block in encoder.leaving(graph.start).blocks if block.target is head]
    variables = {name_of(x).split("::")[-1]: x for x in first.transition.updates}
    a, b = (equal(variables[name], bit_vector(1, 32)) for name in "ab")
    precision = PredicatePrecision(by_location, {}).with_more([(head, a), (head, b)])
    cpa = PredicateCpa(ProgramGraph(encoder), abstraction, Questions(prover_for, Run(20)))
    reached: Reached[PredicateState, PredicatePrecision] = Reached(lambda e: e.point, breadth_first)
    reached.add(cpa.first, precision, None)
    error = cpa_algorithm(cpa, reached, Run(20))

    assert (error is None) == (abstraction is boolean)
