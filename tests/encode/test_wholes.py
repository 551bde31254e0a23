"""Objects changed as a whole hold the same as when each cell is written."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from maul.c.ctype import ILP32, LP64, ArrayType, DataModel, Floating, size_of
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.cfa.expressions import Place
from maul.encode.copies import constant_data, write
from maul.encode.expressions import Evaluation
from maul.encode.memory import cell_type
from maul.encode.numbers import BitNumbers, IntNumbers, NoTerm
from maul.encode.state import Layout, State
from maul.encode.wholes import all_new, fill, is_whole
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.sorts import Array
from maul.logic.values import ArrayValue, default_value
from tests.cfa.c_text import cfa_of
from tests.encode.memory_states import edges, variable
from tests.encode.test_memory import random_type

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.logic.terms import Term
    from maul.logic.values import Value

MEANINGS = pytest.mark.parametrize("make", [BitNumbers, IntNumbers], ids=lambda make: make.name)
DECLARATIONS = ("char a[20]", "int a[7]", "short a[3][4]", "struct { int x; short y[4]; } a")
WHOLES = settings(max_examples=60)


@cache
def program(declaration: str, model: DataModel) -> Cfa:
    """A program with a variable that one pointer reaches, and nothing else."""
    t = declaration.split(" ", maxsplit=1)[0]
    pointer = "char *p = (char *)&a;" if t == "struct" else f"{t} *p = ({t} *)a;"
    return cfa_of(f"int main(void) {{ {declaration}; {pointer} return p[nondet()]; }}", model)


def somewhere(
    data: st.DataObject, make: type[BitNumbers | IntNumbers]
) -> tuple[Place, Evaluation, Evaluation]:
    """A variable of any type, reached by a pointer or not, in two states that are alike."""
    model, is_wide = data.draw(st.sampled_from((ILP32, LP64))), data.draw(st.booleans())
    declaration = data.draw(st.sampled_from(DECLARATIONS))
    cfa = program(declaration, model)
    layout = Layout(cfa, make(model, is_wide=is_wide))
    held = variable(cfa, "a")
    if data.draw(st.booleans()):
        t = random_type(Random(data.draw(st.integers(0, 10**6))), 3)
        held = Variable("main::own", ArrayType(t, 2), "main", NOWHERE)
    place = Place(held.type, held)
    sides = [Evaluation(State(layout), lambda each: each, edges(cfa)[0]) for _ in range(2)]
    assume(is_whole(sides[0], place))
    return place, sides[0], sides[1]


def cells(at: Evaluation, place: Place) -> list[Term]:
    """What all cells hold."""
    spot = at.spot(place)
    return [at.memory.cell(region, spot, offset) for offset, region in at.cells(place)]


@MEANINGS
@given(data=st.data())
@WHOLES
def test_a_whole_is_filled_as_cell_by_cell(
    make: type[BitNumbers | IntNumbers], data: st.DataObject
) -> None:
    """With bytes, as many as are given, and zeros behind them."""
    place, whole, single = somewhere(data, make)
    size = size_of(place.type)
    few = st.lists(st.sampled_from((0, 0, 1, 255)), max_size=size)
    given_bytes = bytes(data.draw(few))
    if data.draw(st.booleans()):
        given_bytes = given_bytes.ljust(size, b"\0")
    try:
        source = constant_data(single.memory, given_bytes.ljust(size, b"\0"))
        write(single.memory, single.spot(place), single.cells(place), source)
    except NoTerm:
        return  # a long double is no term, however it is written
    fill(whole, place, given_bytes)

    assert [evaluate(each, {}) for each in cells(single, place)] == [
        evaluate(each, {}) for each in cells(whole, place)
    ]


@MEANINGS
@given(data=st.data())
@WHOLES
def test_a_new_whole_holds_any_value_in_each_cell(
    make: type[BitNumbers | IntNumbers], data: st.DataObject
) -> None:
    """Independently of the others; and what is said to be chosen is what the cells hold."""
    place, at, _ = somewhere(data, make)
    assume(not any(isinstance(cell_type(region), Floating) for _, region in at.cells(place)))
    chosen = all_new(at, place, "any")
    found = cells(at, place)
    wanted = [data.draw(st.integers(0, 1)) for _ in found]
    known: dict[Term, Value] = {}
    for cell, value in zip(found, wanted, strict=True):
        if cell.operator == "symbol":
            known[cell] = value
            continue
        array, index = cell.arguments
        assert (cell.operator, array.operator) == ("select", "symbol")
        assert isinstance(array.sort, Array)
        number, old = evaluate(index, {}), known.get(array, default_value(array.sort))
        assert isinstance(old, ArrayValue)
        known[array] = old.with_element(number, value)

    assert wanted == [evaluate(cell, known) for cell in found]
    assert [
        (offset, cell_type(region), cell)
        for (offset, region), cell in zip(at.cells(place), found, strict=True)
    ] == list(chosen.cells())
    assert set(known) <= {part for cell in found for part in free_symbols(cell)}
