"""What is easily forgotten when one graph is laid over another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from maul.c.ctype import BOOL, CHAR, INT, ArrayType, Integer
from maul.node import replace
from maul.proofs.shapes.embed import includes
from maul.proofs.shapes.wellformed import weakened
from maul.run import Run
from maul.shapes.graph import Address, End, FieldValue, Kind, KnownNumber, ShapeGraph, UnknownValue
from tests.proofs.shapes.drawn import variables
from tests.proofs.shapes.sketch import NULL, Sketch, first, last

A, B, C = variables()


def covers(general: ShapeGraph, special: ShapeGraph) -> bool:
    known = frozenset(variables())
    return includes(weakened(general, known, 8), weakened(special, known, 8), 8, Run(9))


def _two_cells(*, same: bool) -> ShapeGraph:
    sketch = Sketch()
    one, other = sketch.region(8), sketch.region(8)
    sketch.variable(A, Address(one, 0))
    sketch.variable(B, Address(one if same else other, 0))
    return sketch.graph(is_lost=True)


def _two_freed(*, same: bool) -> ShapeGraph:
    sketch = Sketch()
    one, other = sketch.ended(), sketch.ended()
    sketch.variable(A, Address(one, 0))
    sketch.variable(B, Address(one if same else other, 0))
    return sketch.graph()


def _two_values(*, same: bool) -> ShapeGraph:
    sketch = Sketch()
    one, other = sketch.symbol(), sketch.symbol()
    sketch.variable(A, one)
    sketch.variable(B, one if same else other)
    return sketch.graph()


def _list_and_cell(*, apart: bool) -> ShapeGraph:
    """A list, and a pointer to a cell: one of the list or another one."""
    sketch = Sketch()
    cell = sketch.region(16)
    sketch.put(cell, 8, NULL)
    cells = sketch.segment(1) if apart else cell
    sketch.variable(A, first(cells) if apart else Address(cell, 0))
    sketch.variable(B, Address(cell, 0))
    return sketch.graph()


def _two_lists(*, same: bool) -> ShapeGraph:
    sketch = Sketch()
    one = sketch.segment(0)
    other = one if same else sketch.segment(0)
    sketch.variable(A, first(one))
    sketch.variable(B, first(other))
    return sketch.graph(is_lost=True)


def _list(minimum: int = 0, **more: object) -> ShapeGraph:
    sketch = Sketch()
    cells = sketch.segment(minimum, **more)  # type: ignore[arg-type] # as the test says
    sketch.variable(A, first(cells))
    return sketch.graph()


def _row(length: int, *, wrong_back: bool = False) -> ShapeGraph:
    """Cells that lead on and back."""
    sketch = Sketch()
    cells = [sketch.region(16) for _ in range(length)]
    for index, cell in enumerate(cells):
        after = cells[index + 1] if index + 1 < length else None
        before = cells[index - 1] if index > 0 else None
        if wrong_back and before is not None:
            before = cell
        sketch.put(cell, 8, NULL if after is None else Address(after, 0))
        sketch.put(cell, 0, NULL if before is None else Address(before, 0))
    sketch.variable(A, Address(cells[0], 0) if cells else NULL)
    return sketch.graph()


def _texts(*, shared: bool, count: int = 2) -> ShapeGraph:
    """Cells that lead to texts: all to the same, or each to its own."""
    sketch = Sketch()
    cells = [sketch.region(16) for _ in range(count)]
    texts = [sketch.region(4) for _ in range(1 if shared else count)]
    for index, cell in enumerate(cells):
        sketch.put(cell, 0, Address(texts[0 if shared else index], 0))
        sketch.put(cell, 8, Address(cells[index + 1], 0) if index + 1 < count else NULL)
    sketch.variable(A, Address(cells[0], 0))
    return sketch.graph()


def _segment_of_texts(*, shared: bool) -> ShapeGraph:
    sketch = Sketch()
    cells = sketch.segment(1)
    text = sketch.region(4, owner=None if shared else cells)
    sketch.put(cells, 0, Address(text, 0))
    sketch.variable(A, first(cells))
    return sketch.graph()


def _segment_of_values(*, shared: bool) -> ShapeGraph:
    sketch = Sketch()
    cells = sketch.segment(1)
    sketch.put(cells, 0, sketch.symbol(0, 9, owner=None if shared else cells), INT)
    sketch.variable(A, first(cells))
    return sketch.graph()


def _segment_of_selves(end: End) -> ShapeGraph:
    """Each cell leads to itself, or to the first one."""
    sketch = Sketch()
    cells = sketch.segment(1)
    sketch.put(cells, 0, Address(cells, 0, end))
    sketch.variable(A, first(cells))
    return sketch.graph()


def _segment_of_addresses(*, shared: bool) -> ShapeGraph:
    """What each cell holds is one address, or its own."""
    sketch = Sketch()
    cells = sketch.segment(1)
    sketch.put(cells, 0, sketch.symbol(owner=None if shared else cells))
    sketch.variable(A, first(cells))
    return sketch.graph()


def _with(
    value: KnownNumber | UnknownValue | None, t: Integer = INT, **facts: object
) -> ShapeGraph:
    sketch = Sketch()
    cell = sketch.region(16)
    if value is None:
        value = sketch.symbol(**facts)  # type: ignore[arg-type] # as the test says
    sketch.put(cell, 0, value, t)
    sketch.variable(A, Address(cell, 0))
    return sketch.graph()


def _nonzero(then: KnownNumber | UnknownValue, minimum: int) -> ShapeGraph:
    """A pointer to a list that may be empty, with a copy in a cell."""
    sketch = Sketch()
    cells = sketch.segment(minimum, then)
    sketch.variable(A, first(cells))
    return sketch.graph(is_lost=True)


def _pointer(**facts: bool) -> ShapeGraph:
    sketch = Sketch()
    sketch.variable(A, sketch.symbol(**facts))
    return sketch.graph(is_lost=True)


def _last(minimum: int, *, way_back: bool, offset: int = 0) -> ShapeGraph:
    sketch = Sketch()
    cells = sketch.segment(minimum, back=0 if way_back else None)
    sketch.variable(A, first(cells))
    sketch.variable(B, last(cells, offset))
    return sketch.graph()


def _back_of_zeros(*, known: bool) -> ShapeGraph:
    """A list with a way back of which the first cell knows that nothing is before it."""
    sketch = Sketch()
    cells = sketch.segment(1, size=24, back=16 if known else None)
    if not known:
        zeros = FieldValue(16, 8, ArrayType(CHAR, 8), NULL)
        sketch.fields[cells].append(zeros)
    sketch.variable(A, first(cells))
    return sketch.graph()


def _sized(size: int | None, low: int = 0) -> ShapeGraph:
    sketch = Sketch()
    cell = sketch.region(sketch.symbol(low, 100) if size is None else size)
    sketch.variable(A, Address(cell, 0))
    return sketch.graph()


def _scopes(order: tuple[int, int]) -> ShapeGraph:
    sketch = Sketch()
    both = [sketch.region(8, Kind.AUTOMATIC) for _ in range(2)]
    sketch.variable(A, Address(both[0], 0))
    sketch.variable(B, Address(both[1], 0))
    return replace(sketch.graph(), automatic=tuple(both[index] for index in order))


def _kind(kind: Kind) -> ShapeGraph:
    sketch = Sketch()
    cell = sketch.region(8, kind)
    sketch.variable(A, Address(cell, 0))
    return sketch.graph()


def _freed(*, is_live: bool) -> ShapeGraph:
    sketch = Sketch()
    cell = sketch.region(16) if is_live else sketch.ended()
    sketch.variable(A, Address(cell, 0))
    return sketch.graph()


CASES: dict[str, tuple[Callable[[], ShapeGraph], Callable[[], ShapeGraph], bool]] = {
    "two objects are not one": (
        lambda: _two_cells(same=False),
        lambda: _two_cells(same=True),
        False,
    ),
    "one object is not two": (
        lambda: _two_cells(same=True),
        lambda: _two_cells(same=False),
        False,
    ),
    "two freed objects are not one": (
        lambda: _two_freed(same=False),
        lambda: _two_freed(same=True),
        False,
    ),
    "two values may be one": (
        lambda: _two_values(same=False),
        lambda: _two_values(same=True),
        True,
    ),
    "one value is not two": (
        lambda: _two_values(same=True),
        lambda: _two_values(same=False),
        False,
    ),
    "a cell of the list is none beside it": (
        lambda: _list_and_cell(apart=True),
        lambda: _list_and_cell(apart=False),
        False,
    ),
    "two lists are not one": (
        lambda: _two_lists(same=False),
        lambda: _two_lists(same=True),
        False,
    ),
    "three cells are a list": (lambda: _list(3), lambda: _list(3), True),
    "two cells are not three": (lambda: _list(3), lambda: _list(2), False),
    "a row leads back": (lambda: _list(2, back=0), lambda: _row(3), True),
    "a row that is too short": (lambda: _list(2, back=0), lambda: _row(1), False),
    "nothing at all is a row": (lambda: _list(0, back=0), lambda: _row(0), True),
    "a row that leads back wrongly": (
        lambda: _list(2, back=0),
        lambda: _row(3, wrong_back=True),
        False,
    ),
    "what is before the first cell": (
        lambda: _list(1, back=0, before=KnownNumber(8)),
        lambda: _row(2),
        False,
    ),
    "what is behind the last cell": (
        lambda: _list(1, back=0, then=KnownNumber(8)),
        lambda: _row(2),
        False,
    ),
    "each its own text": (
        lambda: _segment_of_texts(shared=False),
        lambda: _texts(shared=False),
        True,
    ),
    "one text is not each its own": (
        lambda: _segment_of_texts(shared=False),
        lambda: _texts(shared=True),
        False,
    ),
    "each its own is not one text": (
        lambda: _segment_of_texts(shared=True),
        lambda: _texts(shared=False),
        False,
    ),
    "all the same text": (
        lambda: _segment_of_texts(shared=True),
        lambda: _texts(shared=True),
        True,
    ),
    "lists of texts of each": (
        lambda: _segment_of_texts(shared=False),
        lambda: _segment_of_texts(shared=True),
        False,
    ),
    "lists of one text": (
        lambda: _segment_of_texts(shared=True),
        lambda: _segment_of_texts(shared=False),
        False,
    ),
    "values of each cell may be the same": (
        lambda: _segment_of_values(shared=False),
        lambda: _segment_of_values(shared=True),
        True,
    ),
    "one value in all cells": (
        lambda: _segment_of_values(shared=True),
        lambda: _segment_of_values(shared=False),
        False,
    ),
    "each cell leads to itself": (
        lambda: _segment_of_selves(End.OWN),
        lambda: _segment_of_selves(End.OWN),
        True,
    ),
    "each cell leads to the first": (
        lambda: _segment_of_selves(End.OWN),
        lambda: _segment_of_selves(End.FIRST),
        False,
    ),
    "an address in each cell": (
        lambda: _segment_of_addresses(shared=False),
        lambda: _segment_of_selves(End.OWN),
        True,
    ),
    "its own address is not one for all": (
        lambda: _segment_of_addresses(shared=True),
        lambda: _segment_of_selves(End.OWN),
        False,
    ),
    "a number within bounds": (
        lambda: _with(None, low=0, high=9),
        lambda: _with(KnownNumber(9)),
        True,
    ),
    "a number above": (lambda: _with(None, low=0, high=9), lambda: _with(KnownNumber(10)), False),
    "bounds that are wider": (
        lambda: _with(None, low=0, high=9),
        lambda: _with(None, low=0, high=10),
        False,
    ),
    "a number for a value": (
        lambda: _with(KnownNumber(3)),
        lambda: _with(None, low=3, high=3),
        True,
    ),
    "a value that may be another": (
        lambda: _with(KnownNumber(3)),
        lambda: _with(None, low=3, high=4),
        False,
    ),
    "a value of nothing known": (
        lambda: _with(KnownNumber(3)),
        lambda: _with(None, low=None, high=None),
        False,
    ),
    "a truth value needs no bounds": (
        lambda: _with(None, t=BOOL, low=0, high=1),  # type: ignore[arg-type]
        lambda: _with(None, t=BOOL, low=None, high=None),  # type: ignore[arg-type]
        True,
    ),
    "a list that may be empty is null": (
        lambda: _pointer(may_be_zero=False),
        lambda: _nonzero(NULL, 0),
        False,
    ),
    "a list with a cell is not null": (
        lambda: _pointer(may_be_zero=False),
        lambda: _nonzero(NULL, 1),
        True,
    ),
    "a pointer may be null": (
        lambda: _pointer(may_be_zero=False),
        lambda: _pointer(may_be_zero=True),
        False,
    ),
    "the last cell": (
        lambda: _last(0, way_back=True),
        lambda: _last(1, way_back=True),
        True,
    ),
    "the last cell of perhaps none": (
        lambda: _last(1, way_back=True, offset=4),
        lambda: _last(0, way_back=True),
        False,
    ),
    "no way back": (lambda: _last(1, way_back=True), lambda: _last(1, way_back=False), False),
    "a way back that is not needed": (
        lambda: _last(1, way_back=False),
        lambda: _last(1, way_back=True),
        True,
    ),
    "only the first cell has nothing before it": (
        lambda: _back_of_zeros(known=False),
        lambda: _back_of_zeros(known=True),
        False,
    ),
    "an object of a size": (lambda: _sized(None), lambda: _sized(7), True),
    "an object of a smaller size": (lambda: _sized(None, 8), lambda: _sized(7), False),
    "an object of another size": (lambda: _sized(8), lambda: _sized(7), False),
    "an object of any size": (lambda: _sized(8), lambda: _sized(None, 8), False),
    "scopes in order": (lambda: _scopes((0, 1)), lambda: _scopes((0, 1)), True),
    "scopes in another order": (lambda: _scopes((0, 1)), lambda: _scopes((1, 0)), False),
    "an object on the stack is none on the heap": (
        lambda: _kind(Kind.HEAP),
        lambda: _kind(Kind.AUTOMATIC),
        False,
    ),
    "freed is not live": (
        lambda: _freed(is_live=True),
        lambda: _freed(is_live=False),
        False,
    ),
    "live is not freed": (
        lambda: _freed(is_live=False),
        lambda: _freed(is_live=True),
        False,
    ),
    "what is forgotten may be there": (
        lambda: _pointer(may_be_zero=True),
        lambda: _kind(Kind.HEAP),
        True,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_one_graph_is_laid_over_another(name: str) -> None:
    general, special, is_included = CASES[name]
    assert covers(general(), special()) is is_included


def test_what_nobody_knows_is_lost() -> None:
    general = replace(_pointer(may_be_zero=True), is_lost=False)
    assert not covers(general, _kind(Kind.HEAP))
    assert covers(general, _freed(is_live=False))
    assert not covers(general, replace(general, is_lost=True))


def test_a_variable_that_is_not_there_may_hold_anything() -> None:
    nothing = ShapeGraph({}, {}, {}, {})
    sketch = Sketch()
    sketch.variable(C)
    assert covers(sketch.graph(), nothing)
    assert covers(nothing, sketch.graph())
    sketch.put(sketch.variables[C], 0, NULL)
    assert not covers(sketch.graph(), nothing)
