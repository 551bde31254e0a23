"""Domain types: what blocks do to a variable, and how soon it is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.domains.assignments import Element
from maul.interpolate.explicit_value.types import CONSTANT, COUNTER, FLAG, WIDE, DomainTypes
from maul.logic.build import bit_vector, bv_add, bv_sub, equal, ite, select, store, symbol
from maul.logic.sorts import BOOL, Array, BitVec
from maul.logic.transition import Transition, assign, havoc

if TYPE_CHECKING:
    from maul.logic.terms import Term

WORD = BitVec(32)
A, B, COUNT = (symbol(f"typed: {name}", WORD) for name in ("a", "b", "count"))
MEMORY = symbol("typed: memory", Array(WORD, WORD))


def word(number: int) -> Term:
    return bit_vector(number, 32)


@pytest.mark.parametrize(
    ("expected", "transitions"),
    [
        (CONSTANT, []),
        (CONSTANT, [havoc(A)]),
        (FLAG, [assign(A, word(0)), assign(A, word(1))]),
        (CONSTANT, [assign(A, word(0)), assign(A, word(2))]),
        (FLAG, [assign(A, ite(equal(B, word(0)), word(1), A))]),
        (COUNTER, [assign(A, word(0)), assign(A, bv_add(A, word(1)))]),
        (COUNTER, [assign(A, ite(equal(B, word(0)), bv_sub(A, word(1)), A))]),
        (WIDE, [assign(A, bv_add(A, B))]),
        (WIDE, [assign(A, bv_add(B, word(1)))]),
        (COUNTER, [assign(A, B), assign(B, bv_add(B, word(1)))]),
        (COUNTER, [assign(B, A), assign(B, bv_add(B, word(1)))]),
        (FLAG, [assign(A, B), assign(B, word(1)), assign(COUNT, bv_add(COUNT, A))]),
    ],
)
def test_the_type_of_a_variable_is_the_worst_of_what_blocks_do(
    expected: int, transitions: list[Transition]
) -> None:
    assert expected == DomainTypes()(transitions)(A)


def test_variables_that_get_the_same_input_are_not_of_one_type() -> None:
    chosen = symbol("typed: any", WORD)
    any_a, any_b = (Transition((), {x: chosen}, (chosen,)) for x in (A, B))
    assert CONSTANT == DomainTypes()([any_a, any_b, assign(B, bv_add(B, word(1)))])(A)


def test_elements_of_an_array_are_of_one_type() -> None:
    element = select(MEMORY, word(4))
    counting = assign(MEMORY, store(MEMORY, word(4), bv_add(element, word(1))))
    setting = assign(MEMORY, store(MEMORY, A, word(7)))
    assert COUNTER == DomainTypes()([setting, counting])(Element(MEMORY, 8))
    assert CONSTANT == DomainTypes()([setting])(Element(MEMORY, 4))
    assert FLAG == DomainTypes()([setting])(symbol("hand: truth", BOOL))
