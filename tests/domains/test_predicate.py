"""Precisions and predicates; the laws of the analysis are in tests/laws/test_cpa.py."""

from __future__ import annotations

from maul.cfa.calls import Points
from maul.domains.predicate import PredicatePrecision, atoms, by_function, by_location
from maul.logic.build import TRUE, and_, bit_vector, bv_ule, equal, ite, not_, or_, symbol
from maul.logic.sorts import BOOL, BitVec
from tests.cfa.c_text import marked

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
