"""The questions of the properties about memory, asked of a memory graph.

Comes in: a question (``Valid``). Goes out: the answer, None when that depends on what the graph
does not say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.shape.addresses import (
    NEAR,
    Somewhere,
    largest_size,
    least_size,
    offsets,
    open_segment,
)
from maul.shapes.graph import Address, End, FunctionPointer, Kind, KnownNumber, MemoryRegion

if TYPE_CHECKING:
    from maul.cfa.expressions import Valid
    from maul.domains.shape.addresses import Target
    from maul.domains.shape.evaluate import ShapeEvaluation


def answer(at: ShapeEvaluation, e: Valid) -> bool | None:
    """The answer to a question about memory."""
    match e.question:
        case "deref":
            return _is_accessible(at, at.target(e.pointer), at.bounds(e.size))
        case "free":
            return _can_be_freed(at, at.target(e.pointer))
        case "memtrack":
            return _is_tracked(at)
    return _is_clean(at)


def _is_accessible(at: ShapeEvaluation, pointer: Target, size: tuple[int, int]) -> bool | None:
    """Whether so many bytes lie in one live object."""
    low_size, high_size = size
    match pointer:
        case Address() | Somewhere():
            found = at.draft.objects[pointer.object]
            if isinstance(found, MemoryRegion) and not found.is_live:
                inside, outside = False, True
            else:
                open_segment(at.draft, pointer, at.pointer_size)
                low, high = offsets(pointer)
                inside = low >= 0 and high + high_size <= least_size(at.draft, pointer.object)
                largest = largest_size(at.draft, pointer.object)
                outside = high < 0 or (largest is not None and low + max(low_size, 1) > largest)
        case KnownNumber(value=number):
            inside, outside = False, number < NEAR
        case FunctionPointer():
            inside, outside = False, True
        case _:
            inside = outside = False
    if inside:
        return True
    return False if outside and low_size > 0 else None


def _can_be_freed(at: ShapeEvaluation, pointer: Target) -> bool | None:
    """Whether a pointer is null or the start of a live object on the heap."""
    match pointer:
        case KnownNumber(value=number):
            return True if number == 0 else (False if number < NEAR else None)
        case FunctionPointer():
            return False
        case Address(object=number, offset=offset):
            found = at.draft.objects[number]
            if isinstance(found, MemoryRegion) and not found.is_live:
                return False
            open_segment(at.draft, pointer, at.pointer_size)
            return offset == 0 and found.kind is Kind.HEAP
    return None


def _is_tracked(at: ShapeEvaluation) -> bool | None:
    """Whether a chain of addresses leads from a variable to every live object on the heap. What the
    graph does not know might lead to the others."""
    reached = at.draft.reached(at.roots(at.draft), by_pointers=True)
    if at.draft.is_lost:
        return None
    for number, found in at.draft.objects.items():
        if number in reached or found.kind is not Kind.HEAP:
            continue
        if found.owner is not None and found.owner not in reached:
            continue  # the answer is that of its owner
        if isinstance(found, MemoryRegion):
            if found.is_live:
                return None
        else:
            if found.owner is None:
                open_segment(at.draft, Address(number, found.head, End.FIRST), at.pointer_size)
            return None
    return True


def _is_clean(at: ShapeEvaluation) -> bool | None:
    """Whether no object on the heap is alive."""
    for number, found in at.draft.objects.items():
        if found.kind is not Kind.HEAP or found.owner is not None:
            continue
        if isinstance(found, MemoryRegion):
            if found.is_live:
                return False
        else:
            open_segment(at.draft, Address(number, found.head, End.FIRST), at.pointer_size)
            return False
    return None if at.draft.is_lost else True
