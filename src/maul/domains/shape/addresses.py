"""Addresses: how they compare, and which bytes of which region they lead to.

Segments are opened on the way as far as an answer needs it (``CaseSplit``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.domains.shape.cases import CaseSplit, Stuck
from maul.domains.shape.unfold import unfold_first, unfold_last, with_cells
from maul.domains.shape.values import may_be_zero
from maul.node import replace, value
from maul.shapes.graph import (
    Address,
    End,
    FunctionPointer,
    KnownNumber,
    MemoryRegion,
    ObjectId,
    Segment,
    UnknownValue,
    Value,
)

if TYPE_CHECKING:
    from maul.domains.shape.draft import GraphDraft

NEAR = 4096
"""No address so close to an object is null, and no number below is the address of an object."""


@value
class Somewhere:
    """An address in a known object, ``low`` to ``high`` bytes from its start."""

    object: ObjectId
    low: int
    high: int
    end: End = End.WHOLE


Target: TypeAlias = Value | Somewhere


def lies_near(draft: GraphDraft, address: Address | Somewhere) -> bool:
    """Whether an address is so close to its object that it cannot be null."""
    low, high = offsets(address)
    return low > -NEAR and high < NEAR + least_size(draft, address.object)


def offsets(address: Address | Somewhere) -> tuple[int, int]:
    """The bounds of the offset of an address."""
    if isinstance(address, Address):
        return address.offset, address.offset
    return address.low, address.high


def least_size(draft: GraphDraft, number: ObjectId) -> int:
    """The bytes that an object has at least."""
    size = draft.objects[number].size
    if isinstance(size, KnownNumber):
        return size.value
    return max(draft.fact(size).low or 0, 0)


def largest_size(draft: GraphDraft, number: ObjectId) -> int | None:
    """The bytes that an object has at most."""
    size = draft.objects[number].size
    return size.value if isinstance(size, KnownNumber) else draft.fact(size).high


def open_segment(draft: GraphDraft, address: Address | Somewhere, pointer_size: int) -> None:
    """Make sure that the cell an address means exists."""
    found = draft.objects[address.object]
    if isinstance(found, Segment) and found.minimum == 0:
        parts = with_cells(draft, address.object, pointer_size)
        raise CaseSplit(*(part.finish() for part in parts))


def reached_region(
    draft: GraphDraft, address: Address | Somewhere, size: int, pointer_size: int
) -> tuple[ObjectId, int, int]:
    """The live region that an address leads into, and the bounds of the offset when ``size`` bytes
    there are accessed."""
    found = draft.objects[address.object]
    if isinstance(found, Segment):
        open_segment(draft, address, pointer_size)
        unfold = unfold_last if address.end is End.LAST else unfold_first
        parts = unfold(draft, address.object, pointer_size)
        raise CaseSplit(*(part.finish() for part in parts))
    if not found.is_live:
        raise Stuck
    low, high = offsets(address)
    largest = largest_size(draft, address.object)
    low = max(low, 0)
    if largest is not None:
        high = min(high, largest - size)
    if low > high:
        raise Stuck
    if isinstance(found.size, UnknownValue):
        _reach_to(draft, found.size, low + size)
    return address.object, low, high


def _reach_to(draft: GraphDraft, size: UnknownValue, least: int) -> None:
    """Know that an object has so many bytes at least."""
    fact = draft.fact(size)
    if fact.low is None or fact.low < least:
        draft.narrow(size, replace(fact, low=least, may_be_zero=fact.may_be_zero and least <= 0))


# ---- comparisons --------------------------------------------------------------------------------


def are_equal(draft: GraphDraft, left: Target, right: Target, pointer_size: int) -> bool | None:
    """Whether two addresses are the same number; None when that depends."""
    if left == right and not isinstance(left, Somewhere):
        return True
    for each in (left, right):
        if isinstance(each, (Address, Somewhere)):
            open_segment(draft, each, pointer_size)
    match left, right:
        case Somewhere(), _:
            return _may_be_null(draft, left, right)
        case _, Somewhere():
            return _may_be_null(draft, right, left)
        case Address(), Address():
            return _are_same_place(draft, left, right, pointer_size)
        case Address(), _:
            return _is_address(draft, left, right)
        case _, Address():
            return _is_address(draft, right, left)
        case (UnknownValue() as symbol, KnownNumber(0)) | (
            KnownNumber(0),
            UnknownValue() as symbol,
        ):
            return None if may_be_zero(draft.fact(symbol)) else False
        case (KnownNumber(), KnownNumber()) | (FunctionPointer(), FunctionPointer()):
            return left == right
        case (FunctionPointer(), KnownNumber(0)) | (KnownNumber(0), FunctionPointer()):
            return False
    return None


def _may_be_null(draft: GraphDraft, address: Somewhere, other: Target) -> bool | None:
    """Whether an address is a value: known of null only."""
    if isinstance(other, KnownNumber) and other.value == 0 and lies_near(draft, address):
        return False
    return None


def _is_address(draft: GraphDraft, address: Address, other: Value) -> bool | None:
    """Whether an address is what is no address of an object."""
    match other:
        case KnownNumber(0) if lies_near(draft, address):
            return False
        case FunctionPointer() if _is_inside(draft, address, past=False):
            return False
    return None


def _are_same_place(
    draft: GraphDraft, left: Address, right: Address, pointer_size: int
) -> bool | None:
    if left.object == right.object and left.end is right.end:
        return left.offset == right.offset
    found = draft.objects[left.object]
    if left.object == right.object and isinstance(found, Segment) and found.minimum < 2:
        parts = unfold_first(draft, left.object, pointer_size)
        raise CaseSplit(*(part.finish() for part in parts))
    if not _is_inside(draft, left, past=True) or not _is_inside(draft, right, past=True):
        return None
    if left.offset > 0 and right.offset == 0 and not _is_inside(draft, left, past=False):
        return None
    if right.offset > 0 and left.offset == 0 and not _is_inside(draft, right, past=False):
        return None
    return False


def _is_inside(draft: GraphDraft, address: Address, *, past: bool) -> bool:
    """Whether an address lies in its object, which is alive, or perhaps just past its end."""
    found = draft.objects[address.object]
    if isinstance(found, MemoryRegion) and not found.is_live:
        return False
    size = least_size(draft, address.object)
    return 0 <= address.offset < size or (past and address.offset == size)


def names_a_place(draft: GraphDraft, address: Address) -> bool:
    """Whether whatever is the same number is a pointer to the same place: the address lies inside
    of a live object."""
    return _is_inside(draft, address, past=False)


def distance(left: Target, right: Target) -> int | None:
    """How many bytes the left address is behind the right one."""
    match left, right:
        case Address(), Address():
            if left.object == right.object and left.end is right.end:
                return left.offset - right.offset
        case KnownNumber(), KnownNumber():
            return left.value - right.value
    return None
