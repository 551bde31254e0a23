"""Labels for people: of many cases the first, and nothing of what has no name in C."""

from __future__ import annotations

from maul.logic.build import FALSE, TRUE, Term, and_, bit_vector, equal, or_, symbol
from maul.logic.sorts import BitVec
from maul.report.path import Names
from tests.cfa.c_text import marked

NAMES = Names(
    marked("int main(void) { int first = 0, last = 0; if (first == last) reach_error(); }"), {}
)
X, Y = (symbol(f"main::{name}", BitVec(32)) for name in ("first", "last"))
HEAP = symbol("free memory", BitVec(64))


def number(value: int) -> Term:
    return bit_vector(value, 32)


# The older term is told first.
FIRST = [equal(X, number(value)) for value in range(1000)]


def case(value: int) -> Term:
    return and_(FIRST[value], equal(Y, number(2)), equal(HEAP, bit_vector(1, 64)))


def test_few_cases_are_told() -> None:
    label = or_(FIRST[1], equal(Y, number(2)))

    assert NAMES.text(label) == NAMES.label(label)
    assert "first == 1 || last == 2" == NAMES.label(label)
    assert "true" == NAMES.label(TRUE)
    assert "false" == NAMES.label(FALSE)


def test_of_many_cases_the_first_are_told() -> None:
    told = NAMES.label(or_(*map(case, range(1000))), (HEAP,))

    assert told.startswith("(first == 0 && last == 2) || ")
    assert told.endswith("|| ... (1000 cases)")
    assert len(told) < 120


def test_what_is_hidden_is_not_told() -> None:
    assert "first == 7 && last == 2" == NAMES.label(case(7), (HEAP,))
    assert "free memory" in NAMES.label(case(7))
