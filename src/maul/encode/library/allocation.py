"""The heap in formulas: ``malloc``, ``calloc``, ``realloc``, ``alloca``.

Comes in: the evaluation of a call and its operation. Goes out: the address of a new object, the
next free one; the heap moves on. Nothing was ever written there, so the object holds arbitrary
values. That an object is smaller than the address space is a fact: a larger one cannot be made. An
execution that makes more objects than there are numbers for them, 2^31 or 2^32, is not considered,
even if it frees some in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import VOID, Pointer
from maul.cfa.addresses import END
from maul.cfa.expressions import Deref, Expression, Load
from maul.encode.copies import (
    LARGEST_OBJECT,
    WIDEST,
    Cells,
    at_most,
    constant_data,
    copied,
    fill_new,
    write_first,
)
from maul.encode.memory import Spot, cell_type
from maul.encode.numbers import FIRST_ALLOCATED, OBJECT_BITS, NoTerm
from maul.encode.state import HEAP
from maul.encode.validity import IN_FRAME, IN_SCOPE, ON_HEAP
from maul.logic.build import Term, and_, ite, select, store
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from maul.cfa.analyses.regions import Region
    from maul.cfa.model import Call
    from maul.encode.expressions import Evaluation
    from maul.encode.numbers import Typed

LARGEST_COPY = 64  # bytes that an operation of unknown size may touch
LARGEST = 1 << 47  # bytes of an object, where addresses are plain
SLOT = 1 << 32  # bytes that an object takes at least, where addresses are plain
LAST_SLOT = END[8] - 2 * LARGEST


def malloc(at: Evaluation, operation: Call) -> Typed:
    """A new object with arbitrary contents."""
    return _address(at, allocated(at, at.size(operation.arguments[0])))


def alloca(at: Evaluation, operation: Call) -> Typed:
    """A new object that ends with its function."""
    return _address(at, allocated(at, at.size(operation.arguments[0]), IN_FRAME))


def begin_object(at: Evaluation, operation: Call) -> Typed:
    """A new object that ends with its scope."""
    return _address(at, allocated(at, at.size(operation.arguments[0]), IN_SCOPE))


def end_object(at: Evaluation, pointer: Expression) -> None:
    """The object that a pointer points to ends, if there is one."""
    if at.layout.validity is not None:
        at.layout.validity.end(at, at.value(pointer))


def end_frame(at: Evaluation, pointer: Expression) -> None:
    """All objects that end by themselves end, from the one that a pointer points to on."""
    if at.layout.validity is not None:
        at.layout.validity.end_from(at, at.value(pointer))


def calloc(at: Evaluation, operation: Call) -> Typed:
    """A new object that is zero."""
    number, size = (at.size(argument) for argument in operation.arguments[:2])
    # An allocation for which the product wraps does not get here.
    count = size[0], at.numbers.arithmetic(size[0], "*", number[1], size[1], wraps=False)
    most = first_bytes(count)
    address = allocated(at, count)
    cells = result_cells(at, operation, most)
    fill_new(at.memory, at_address(address), cells, constant_data(at.memory, bytes(most)), count)
    return _address(at, address)


def realloc(at: Evaluation, operation: Call) -> Typed:
    """A new object with the contents of the old one, as far as both reach."""
    old, count = operation.arguments[0], at.size(operation.arguments[1])
    before = at.value(old)
    kept = count[0], _smaller(at, count, _size_of_object(at, before))
    most = first_bytes(kept)
    source = copied(at.memory, at_address(before), block(at, old, most))
    address = allocated(at, count)
    cells = result_cells(at, operation, most)
    write_first(at.memory, at_address(address), cells, source, kept)
    if at.layout.validity is not None:
        at.layout.validity.end(at, before)
    return _address(at, address)


def allocated(at: Evaluation, size: Typed, kind: int = ON_HEAP) -> Term:
    """The address of a new object; the heap moves on."""
    layout = at.layout
    if layout.validity is not None:
        layout.validity.begin(at, at.state.value(layout.heap), size[1], kind)
    address = _next_object(at, size) if layout.is_wide else _next_slot(at, size)
    if layout.sizes is not None:
        sizes = at.state.value(layout.sizes)
        at.state.values[layout.sizes] = store(sizes, address, size[1])
    return address


def _next_object(at: Evaluation, size: Typed) -> Term:
    """The start of the next object, whatever its size."""
    layout, objects = at.layout, at.numbers.objects
    number = at.state.value(layout.heap)
    most = objects.numbered((1 << OBJECT_BITS) - 2)
    at.facts.append(
        and_(
            objects.at_most(objects.numbered(FIRST_ALLOCATED), number),
            objects.at_most(number, most),
        )
    )
    # An object has less than half of the address space [C11 6.5.6p9, ptrdiff_t].
    at.facts.append(at_most(at.memory, size, objects.space.middle - 1))
    at.state.values[layout.heap] = objects.next_number(number)
    return objects.started(number)


def _next_slot(at: Evaluation, size: Typed) -> Term:
    """The next free slot, a plain address; an object that is larger than a slot takes more."""
    layout, numbers, addresses = at.layout, at.numbers, at.numbers.addresses
    pointer = layout.model.pointer_to(VOID)
    address = at.state.value(layout.heap)
    at.facts.append(at_most(at.memory, size, LARGEST))
    # Where branches met the heap may have skipped slots.
    at.facts.append(
        and_(
            numbers.comparison(pointer, "<=", addresses.constant(HEAP), address),
            numbers.comparison(pointer, "<", address, addresses.constant(LAST_SLOT)),
        )
    )
    t, term = size
    if term.operator == "constant":
        needed = SLOT * (int_payload(term) // SLOT + 1)
        at.state.values[layout.heap] = addresses.plus(address, needed, wraps=False)
        return address
    more = numbers.arithmetic(t, "&", term, numbers.constant(t, -SLOT), wraps=False)
    moved = addresses.moved("+", address, (t, more), 1, wraps=False)
    at.state.values[layout.heap] = addresses.plus(moved, SLOT, wraps=False)
    return address


def _size_of_object(at: Evaluation, address: Term) -> Typed:
    """The size that was asked for when an object was allocated; of no object it is 0."""
    layout, t = at.layout, at.layout.model.size_t
    assert layout.sizes is not None, "a program that reallocates keeps the sizes of objects"
    size = at.memory.noted(t, select(at.state.value(layout.sizes), address))
    exists = at.numbers.truth(layout.model.pointer_to(VOID), address)
    return t, ite(exists, size, at.numbers.constant(t, 0))


def _smaller(at: Evaluation, left: Typed, right: Typed) -> Term:
    return ite(at.numbers.comparison(left[0], "<=", left[1], right[1]), left[1], right[1])


def _address(at: Evaluation, value: Term) -> Typed:
    return at.layout.model.pointer_to(VOID), value


# ---- blocks of bytes ----


def first_bytes(count: Typed) -> int:
    """How many bytes of a new object get a known value; what is in the others is arbitrary, which
    is more than can happen."""
    known = int_payload(count[1]) if count[1].operator == "constant" else LARGEST_COPY
    return min(known, LARGEST_OBJECT)


def bounded(at: Evaluation, count: Typed) -> int:
    """How many bytes an operation may touch: a constant, or the most that is considered."""
    term = count[1]
    if term.operator != "constant":
        at.limits.append(at_most(at.memory, count, LARGEST_COPY))
        return LARGEST_COPY
    known = int_payload(term)
    if known > LARGEST_OBJECT:
        raise NoTerm(f"an operation on {known} bytes")
    return known


def stay_inside(at: Evaluation, pointer: Expression, count: Typed) -> None:
    """Leave out operations on more bytes than there are in the member or array that a pointer leads
    into: those behind it are in other regions."""
    room = at.layout.regions.room(pointer)
    if room is not None:
        at.limits.append(at_most(at.memory, count, room))


def reach(at: Evaluation, to: Expression, count: Typed) -> tuple[int, tuple[Region, ...]]:
    """How many bytes a write may touch of which the encoding says what they are then, and the
    regions of those beyond. Part of a pointer has no term, so where there are pointers there is
    nothing beyond."""
    if count[1].operator != "constant":
        others = at.layout.regions.behind(to)
        if not any(isinstance(region.type, Pointer) for region in others):
            return LARGEST_COPY, others
    return bounded(at, count), ()


def forget(at: Evaluation, regions: tuple[Region, ...], count: Typed) -> None:
    """Anything may be in these regions when more bytes were written than the encoding says."""
    if not regions:
        return
    is_known = at_most(at.memory, count, LARGEST_COPY)
    at.memory.exact.append(is_known)
    for region in regions:
        held = at.layout.held(region, None)
        known = at.state.value(held)
        made = (
            at.memory.fresh("written", cell_type(region))
            if region.alone
            else at.memory.symbol("written", held.sort)
        )
        at.state.values[held] = ite(is_known, known, made)


def block(at: Evaluation, pointer: Expression, count: int) -> Cells:
    """The cells that begin in so many bytes from where a pointer points."""
    if not isinstance(pointer.type, Pointer):
        raise NoTerm(f"an address of type {pointer.type}")
    # Cells that are not all inside would be missing.
    found = at.layout.regions.cells(Deref(VOID, pointer), count + WIDEST)
    return [(offset, region) for offset, region in found if offset < count]


def result_cells(at: Evaluation, operation: Call, count: int) -> Cells:
    """The cells in so many bytes from where the result of a call points."""
    if operation.result is None or not isinstance(operation.result.type, Pointer):
        return ()
    return block(at, Load(operation.result.type, operation.result), count)


def at_address(address: Term) -> Spot:
    """The spot at an address."""
    return Spot(None, address, (), 0, 0)
