"""What the operations of the program model do to a state.

Comes in: an operation that is no branch and enters no function with a body, and the state before.
Goes out: the state after, changed in place, and what the operation chose, if it chose an arbitrary
value. Library functions that have a model but no encoding raise NoTerm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, is_scalar, known_size
from maul.c.ctype import ArrayType as CArray
from maul.cfa.expressions import Bytes, Expression, Lvalue, Zero
from maul.cfa.library import (
    ARGUMENTS_OF_MAIN,
    DESCRIBED,
    DISTURB,
    END_FRAME,
    INPUT,
    PRIMITIVE,
    WRITING_ANY,
    canonical,
    model,
)
from maul.encode.chosen import Chosen
from maul.encode.copies import write, write_first
from maul.encode.library.allocation import (
    at_address,
    block,
    bounded,
    end_frame,
    end_object,
    result_cells,
    stay_inside,
)
from maul.encode.library.functions import ALLOCATING, ENDING, QUIET, computed
from maul.encode.memory import cell_type
from maul.encode.wholes import all_new, fill, forget, is_large, is_whole
from maul.logic.build import select
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.ctype import CType
    from maul.cfa.analyses.regions import Region
    from maul.cfa.model import Assign, Call, Havoc
    from maul.encode.expressions import Evaluation
    from maul.encode.memory import Spot
    from maul.logic.build import Term

MANY_CELLS = 64  # beyond, one symbol stands for arbitrary values of all cells of a region

MOST_CONTENTS = 4096  # bytes of an allocated object whose first values are kept for execution


def assign(at: Evaluation, operation: Assign) -> None:
    """Store a value, scalar or not."""
    put(at, operation.target, operation.value)


def put(at: Evaluation, target: Lvalue, value: Expression) -> None:
    """Store the value of an expression in a place of the same state."""
    if is_scalar(target.type):
        at.store(target, at.value(value))
    elif isinstance(value, Zero | Bytes) and is_whole(at, target):
        fill(at, target, value.data if isinstance(value, Bytes) else b"")
    elif is_large(target.type):
        forget(at, target, "large")
    else:
        source = at.aggregate(value)
        write(at.memory, at.spot(target), at.cells(target), source)


def havoc(at: Evaluation, operation: Havoc) -> Chosen:
    """Give a place an arbitrary value."""
    target = operation.target
    if operation.origin == "extern" and known_size(target.type) is None and not at.is_own(target):
        # It has no address here, so nobody can look at it, and nobody wrote to it before.
        return Chosen(target.type, lambda: ())
    return arbitrary(at, target, "any")


def arbitrary(at: Evaluation, target: Lvalue, why: str) -> Chosen:
    """Store an arbitrary value."""
    if is_scalar(target.type):
        t, value = target.type, at.memory.fresh(why, target.type)
        at.store(target, value)
        return Chosen(t, lambda: ((0, t, value),))
    if is_whole(at, target):
        return all_new(at, target, why)
    if is_large(target.type):
        forget(at, target, why)
        return Chosen(target.type, tuple)
    spot = at.spot(target)
    cells = tuple(at.cells(target))
    values = _arbitrary_cells(at, cells, spot, why)
    for offset, region, value in values:
        at.memory.set_cell(region, spot, offset, value)
    chosen = tuple((offset, cell_type(region), value) for offset, region, value in values)
    return Chosen(target.type, lambda: chosen)


def call(at: Evaluation, operation: Call) -> Chosen | None:
    """Call a function without a body; its result when that is arbitrary, or the first contents of
    the object that it allocates."""
    known, name = model(operation.function), canonical(operation.function)
    if known is None or known.kind in (INPUT, DESCRIBED):
        if operation.result is None:
            return None
        return arbitrary(at, operation.result, operation.function)
    assert known.kind == PRIMITIVE
    if not known.returns:
        return None
    if name in WRITING_ANY:
        return _any_bytes(at, operation)
    if name == DISTURB:
        _disturb(at)
        return None
    if name == ARGUMENTS_OF_MAIN and operation.result is not None:
        arbitrary(at, operation.result, "argv")
        return None
    if name in ENDING:
        end_object(at, operation.arguments[0])
    if name == END_FRAME:
        end_frame(at, operation.arguments[0])
    if name in QUIET:
        if operation.result is not None:
            arbitrary(at, operation.result, name)
        return None
    t, value = computed(at, name, operation)
    if operation.result is not None:
        at.store(operation.result, at.numbers.converted(t, operation.result.type, value))
    return _contents(at, operation, value) if name in ALLOCATING else None


def _any_bytes(at: Evaluation, operation: Call) -> Chosen:
    """Any bytes where a pointer points to; the rest of what is there stays."""
    pointer, count = operation.arguments[0], at.size(operation.arguments[1])
    stay_inside(at, pointer, count)
    most, spot = bounded(at, count), at_address(at.value(pointer))
    made: dict[int, tuple[CType, Term]] = {}

    def piece(offset: int, t: CType) -> Term:
        made[offset] = t, at.memory.fresh("any", t)
        return made[offset][1]

    write_first(at.memory, spot, block(at, pointer, most), piece, count)
    chosen = tuple((offset, t, value) for offset, (t, value) in made.items())
    return Chosen(CArray(CHAR, most), lambda: chosen, is_contents=True)


def _disturb(at: Evaluation) -> None:
    """Functions without body give any value to all that they can reach."""
    for region in at.layout.regions.disturbed:
        held = at.layout.held(region, None)
        if region.alone:
            at.state.values[held] = at.memory.fresh("changed", cell_type(region))
        else:
            at.state.values[held] = at.memory.symbol("changed", held.sort)


def _contents(at: Evaluation, operation: Call, address: Term) -> Chosen:
    """What the object at an address holds, as far as someone may want to know."""
    size = at.size(operation.arguments[-1])[1]
    known = int_payload(size) if size.operator == "constant" else MANY_CELLS
    count, spot = min(known, MOST_CONTENTS), at_address(address)
    cells = tuple(result_cells(at, operation, count))
    held = {region: at.state.value(at.layout.held(region, None)) for _, region in cells}

    def contents() -> Iterator[tuple[int, CType, Term]]:
        for offset, region in cells:
            value = held[region]
            if not region.alone:
                value = select(value, at.memory.index(region, spot, offset))
            if offset + region.size <= count:
                yield offset, cell_type(region), value

    return Chosen(CArray(CHAR, count), contents, is_contents=True)


def _arbitrary_cells(
    at: Evaluation, cells: tuple[tuple[int, Region], ...], spot: Spot, why: str
) -> list[tuple[int, Region, Term]]:
    """Arbitrary values for cells: of many in one region, one symbol gives them all."""
    counts: dict[Region, int] = {}
    for _, region in cells:
        counts[region] = counts.get(region, 0) + 1
    arrays: dict[Region, Term] = {}
    for region, count in counts.items():
        if count > MANY_CELLS:
            arrays[region] = at.memory.symbol(why, at.layout.held(region, spot.owner).sort)
    found: list[tuple[int, Region, Term]] = []
    for offset, region in cells:
        if region in arrays:
            value = select(arrays[region], at.memory.index(region, spot, offset))
            at.memory.noted(cell_type(region), value)
        else:
            value = at.memory.fresh(why, cell_type(region))
        found.append((offset, region, value))
    return found
