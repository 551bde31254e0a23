"""The check of the model notices what it should."""

from __future__ import annotations

import pytest

from maul.c.ctype import CHAR, INT
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.cfa.build.check import well_formed
from maul.cfa.expressions import AddressOf, Constant, Expression, Load, Place, Unary
from maul.cfa.model import Assign, Assume, Cfa, Edge, Location, Operation
from maul.system.deep import call_deep
from tests.cfa.build.listing import built

pytestmark = pytest.mark.smoke

X = Variable("main::x", INT, "main", NOWHERE)
PLACE = Place(INT, X)


def with_first_edge(operation: Operation) -> Cfa:
    """A small program whose first edge does something else."""
    cfa = built("int main(void) { int x = 1; return x; }")
    at = cfa.functions["main"].entry
    at.leaving = (Edge(at, operation, at.leaving[0].target, NOWHERE),)
    return cfa


def deep(levels: int) -> Expression:
    expression: Expression = Load(INT, PLACE)
    for _ in range(levels):
        expression = Unary(INT, "-", expression)
    return expression


@pytest.mark.parametrize(
    ("complaint", "operation"),
    [
        ("assignment of another type", Assign(PLACE, Constant(CHAR, 1))),
        ("odd constant", Assign(PLACE, Constant(INT, 1 << 31))),
        ("too deep", Assign(PLACE, deep(450))),
        ("no pointer", Assume(AddressOf(INT, PLACE))),
    ],
)
def test_a_broken_edge_is_noticed(complaint: str, operation: Operation) -> None:
    cfa = with_first_edge(operation)
    broken = call_deep(lambda: well_formed(cfa))

    assert any(complaint in what for what in broken)


def test_two_edges_must_be_complementary() -> None:
    cfa = built("int main(void) { int x = 1; if (x) return 1; return 2; }")
    at: Location = cfa.functions["main"].locations[1]
    at.leaving = (at.leaving[0], at.leaving[0])

    assert any("not complementary" in broken for broken in well_formed(cfa))
