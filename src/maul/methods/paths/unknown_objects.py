"""Pointers from nowhere, in a counterexample: they point to unknown objects, or are null.

Comes in: steps of an unrolling, and a model of it. Goes out: conditions under which the interpreter
can follow the model, since addresses mean the same to both: what is accessed is not null, and an
arbitrary pointer is null or points into an unknown object; and what those objects hold. Formulas
alone demand nothing of the kind: an address is any number, and something is stored everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer, is_scalar, size_of
from maul.cfa.addresses import PAGE, UNKNOWN
from maul.cfa.expressions import Deref, Load
from maul.cfa.walk import inner_first, root, written_place
from maul.encode.numbers import FIRST_ALLOCATED, FIRST_UNKNOWN, OBJECT_BITS, NoTerm, executed
from maul.encode.state import HEAP
from maul.encode.steps import evaluation
from maul.logic.build import Term, and_, equal, implies, not_, or_
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.values import ArrayValue
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Edge
    from maul.encode.chosen import Chosen
    from maul.encode.expressions import Evaluation
    from maul.encode.state import Layout, State
    from maul.methods.paths.valuation import ValueOf

OBJECTS = 16  # unknown objects that there are
FIRST_USED = 0x1000  # nothing lies below
MOST_CELLS = 1024  # of an arbitrary record


def accessible(points: Points, source: Point, edge: Edge, state: State) -> Iterator[Term]:
    """That a step accesses objects only, and that pointers in unknown objects point to such."""
    at = evaluation(points, state, source.stack, edge)
    target = written_place(edge.operation)
    loads = [part for part in inner_first(edge.operation) if isinstance(part, Load)]
    try:
        for place in (*(load.place for load in loads), *(() if target is None else (target,))):
            top = root(place)
            if isinstance(top, Deref):
                yield _is_object(at, top)
        for load in loads:
            top = root(load.place)
            if isinstance(top, Deref) and isinstance(load.type, Pointer):
                yield implies(_is_unknown(at, top), _is_from_nowhere(at.layout, at.value(load)))
    except NoTerm:
        return


def _is_object(at: Evaluation, place: Deref) -> Term:
    """Whether a pointer points to where objects are."""
    layout, end = at.layout, at.layout.places()[""]
    if layout.is_wide:
        return or_(
            _is_between(at, place, (1, end)),
            _is_between(at, place, (FIRST_ALLOCATED, (1 << OBJECT_BITS) - 1)),
            _is_unknown(at, place),
        )
    is_variable = and_(_compared(at, place, ">=", FIRST_USED), _compared(at, place, "<", end))
    in_heap = _compared(at, place, ">=", HEAP)
    return or_(is_variable, in_heap, _is_unknown(at, place))


def _is_unknown(at: Evaluation, place: Deref) -> Term:
    """Whether a pointer points to an unknown object."""
    if at.layout.is_wide:
        return _is_between(at, place, (FIRST_UNKNOWN, FIRST_UNKNOWN + OBJECTS))
    start, _ = UNKNOWN[at.layout.model.pointer_size]
    end = start + OBJECTS * PAGE
    return and_(_compared(at, place, ">=", start), _compared(at, place, "<", end))


def _is_between(at: Evaluation, place: Deref, numbers: tuple[int, int]) -> Term:
    """Whether the number of the object that a pointer points to is from, to before two numbers."""
    objects = at.numbers.objects
    number = objects.object_of(at.value(place.pointer))
    first, end = map(objects.numbered, numbers)
    return and_(objects.at_most(first, number), not_(objects.at_most(end, number)))


def _compared(at: Evaluation, place: Deref, operator: str, number: int) -> Term:
    t, address = place.pointer.type, at.value(place.pointer)
    return at.numbers.comparison(t, operator, address, at.numbers.addresses.constant(number))


def from_nowhere(layout: Layout, chosen: Chosen) -> Iterator[Term]:
    """That arbitrary pointers are null or point to an unknown object."""
    cells = list(chosen.cells())
    for _, t, value in cells[:MOST_CELLS]:
        if isinstance(t, Pointer):
            yield _is_from_nowhere(layout, value)


def apart(layout: Layout, chosen: Iterable[Chosen]) -> tuple[Term, ...]:
    """That arbitrary pointers are null or point each to another unknown object. Formulas may tell
    the objects of two pointers apart whatever their addresses are; the interpreter cannot."""
    cells = [cell for each in chosen if is_scalar(each.type) for cell in each.cells()]
    pointers = [value for _, t, value in cells if isinstance(t, Pointer)]
    return tuple(
        _is_one_of(layout, value, (number,)) for number, value in enumerate(pointers[:OBJECTS])
    )


def _is_from_nowhere(layout: Layout, value: Term) -> Term:
    return _is_one_of(layout, value, range(OBJECTS))


def _is_one_of(layout: Layout, value: Term, objects: Iterable[int]) -> Term:
    """Whether a pointer is null or points into one of some unknown objects."""
    places = (_place(layout, number) for number in objects)
    return or_(*(equal(value, place) for place in (layout.numbers.addresses.constant(0), *places)))


def _place(layout: Layout, number: int) -> Term:
    """A place in the unknown object of a number."""
    if layout.is_wide:
        return layout.numbers.objects.located(FIRST_UNKNOWN + number, PAGE // 4)
    start, _ = UNKNOWN[layout.model.pointer_size]
    return layout.numbers.addresses.constant(start + number * PAGE + PAGE // 4)


@node
class Read:
    """A read through a pointer: the symbol of the cells, the index of the first one, how many
    there are, the bytes of each, and whether pointers are kept there."""

    held: Term
    index: Term
    count: int
    size: int
    is_pointer: bool


@node
class Careful:
    """What must hold so that a step accesses objects only, and what it reads through pointers."""

    conditions: tuple[Term, ...]
    reads: tuple[Read, ...]


def reads(points: Points, source: Point, edge: Edge, state: State) -> Iterator[Read]:
    """What a step reads through pointers."""
    at = evaluation(points, state, source.stack, edge)
    for part in inner_first(edge.operation):
        if isinstance(part, Load) and isinstance(root(part.place), Deref) and is_scalar(part.type):
            try:
                region, spot = at.region(part.place), at.spot(part.place)
                held, index = at.layout.held(region, None), at.memory.index(region, spot, 0)
            except NoTerm:
                continue
            if not region.alone:
                count = size_of(part.type) if region.type is None else 1
                yield Read(held, index, count, region.size, isinstance(region.type, Pointer))


def contents(
    layout: Layout, accesses: Iterable[Read], value_of: ValueOf
) -> tuple[tuple[int, bytes], ...]:
    """What a model puts into unknown objects, as far as it is read."""
    start, end = UNKNOWN[layout.model.pointer_size]
    found: dict[int, bytes] = {}
    for read in accesses:
        first = evaluate(read.index, {part: value_of(part) for part in free_symbols(read.index)})
        held = value_of(read.held)
        assert isinstance(first, int)
        assert isinstance(held, ArrayValue)
        for number in range(read.count):
            code = held.at(first + number)
            index = executed(first + number, layout.model.pointer_size)
            if start <= index < end and isinstance(code, int):
                if read.is_pointer:
                    code = executed(code, layout.model.pointer_size)
                code &= (1 << 8 * read.size) - 1
                found[index] = code.to_bytes(read.size, "little")
    return tuple(sorted(found.items()))
