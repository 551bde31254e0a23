"""Questions about memory where they are about variables."""

from __future__ import annotations

import pytest

from maul.c.ctype import ILP32, DataModel
from maul.encode.expressions import Evaluation
from maul.encode.numbers import BitNumbers, IntNumbers
from maul.encode.questions import answered
from maul.encode.state import Layout, State
from maul.logic.build import FALSE, TRUE, Term
from tests.encode.memory_states import LENGTH, edges, pointer_question, program, variable


def is_accessible(layout: Layout, offset: int, size: int) -> Term:
    """Whether so many bytes of a variable can be accessed through a pointer."""
    cfa, state = program(ILP32), State(layout)
    a, p = variable(cfa, "a"), variable(cfa, "p")
    state.values[layout.register(p)] = layout.numbers.addresses.plus(layout.address(a), offset)
    at = Evaluation(state, lambda each: each, edges(cfa)[0])
    return answered(at, pointer_question(cfa, "deref", size))


@pytest.mark.parametrize("make", [BitNumbers, IntNumbers], ids=lambda make: make.name)
def test_a_layout_that_goes_on_from_another_one_knows_how_large_variables_are(
    make: type[BitNumbers | IntNumbers],
) -> None:
    """The checker's layout takes over the places that the search gave out."""
    model: DataModel = ILP32
    first, second = (Layout(program(model), make(model, is_wide=True)) for _ in range(2))
    first.address(variable(program(model), "a"))
    second.settle(first.places())
    for layout in (first, second):
        assert is_accessible(layout, 0, LENGTH) is TRUE
        assert is_accessible(layout, LENGTH - 1, 1) is TRUE
        assert is_accessible(layout, LENGTH, 1) is FALSE
        assert is_accessible(layout, -1, 1) is FALSE
