"""Comparisons of numbers and addresses.

Comes in: a graph and two values. Goes out: whether they are equal or in order, or None when they
may be either. Two different live objects have no byte in common; the end of one may be the start of
another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Floating, Pointer
from maul.proofs.shapes.cases import TakenApart, demand_cells
from maul.proofs.shapes.memory import ZERO
from maul.proofs.shapes.numbers import compared
from maul.proofs.shapes.unfold import by_length
from maul.shapes.graph import (
    Address,
    FunctionPointer,
    KnownNumber,
    MemoryRegion,
    Segment,
    UnknownValue,
)

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.expressions import Binary
    from maul.proofs.shapes.cases import Found
    from maul.proofs.shapes.evaluate import GraphEvaluation
    from maul.proofs.shapes.memory import WorkingGraph


def holds(at: GraphEvaluation, e: Binary) -> bool | None:
    """Whether a comparison holds."""
    t = e.left.type
    if isinstance(t, Floating):
        return None
    left, right = at.value(e.left), at.value(e.right)
    if e.operator in ("==", "!="):
        equal = are_equal(at, left, right, t)
        return equal if equal is None or e.operator == "==" else not equal
    return _in_order(at.memory, e.operator, left, right, t)


def _in_order(
    memory: WorkingGraph, operator: str, left: Found, right: Found, t: CType
) -> bool | None:
    """Whether a relation of two numbers or addresses holds."""
    numbers = (KnownNumber, UnknownValue)
    if isinstance(left, numbers) and isinstance(right, numbers):
        if isinstance(left, UnknownValue) and left == right:
            return operator in ("<=", ">=")
        return compared(operator, memory.interval(left, t), memory.interval(right, t))
    if isinstance(left, Address) and isinstance(right, Address) and isinstance(t, Pointer):
        demand_cells(memory, left)
        demand_cells(memory, right)
        if (left.object, left.end) == (right.object, right.end):
            least = memory.size(left.object)[0]
            if 0 <= left.offset <= least and 0 <= right.offset <= least:
                ends = (left.offset, left.offset), (right.offset, right.offset)
                return compared(operator, *ends)
    return None


def are_equal(at: GraphEvaluation, left: Found, right: Found, t: CType) -> bool | None:
    """Whether two values of a type are the same."""
    if isinstance(left, UnknownValue) and left == right:
        return True
    if isinstance(left, Address) and isinstance(right, Address):
        return _same_place(at.memory, left, right)
    for each in (left, right):
        if isinstance(each, Address):
            demand_cells(at.memory, each)
    for one, other in ((left, right), (right, left)):
        if other == ZERO:
            is_set = at.is_set(one, t)
            return None if is_set is None else not is_set
    if isinstance(left, FunctionPointer) and isinstance(right, FunctionPointer):
        return left == right
    numbers = (KnownNumber, UnknownValue)
    if isinstance(left, numbers) and isinstance(right, numbers):
        return compared("==", at.memory.interval(left, t), at.memory.interval(right, t))
    return None


def is_byte(memory: WorkingGraph, found: Found) -> bool:
    """Whether a value is the address of a byte of a live object: then whatever equals it is the
    same address."""
    if not isinstance(found, Address):
        return False
    demand_cells(memory, found)
    made = memory.objects[found.object]
    is_live = isinstance(made, Segment) or made.is_live
    return is_live and 0 <= found.offset < memory.size(found.object)[0]


def _same_place(memory: WorkingGraph, left: Address, right: Address) -> bool | None:
    """Whether two addresses are equal. Two different live objects have no byte in common; the
    end of one may be the start of another."""
    demand_cells(memory, left)
    demand_cells(memory, right)
    if left.object == right.object:
        if left.end is right.end:
            return left.offset == right.offset
        if memory.objects[left.object].minimum < 2:  # type: ignore[union-attr] # has two ends
            raise TakenApart(by_length(memory, left.object))
    ends = []
    for each in (left, right):
        made = memory.objects[each.object]
        if isinstance(made, MemoryRegion) and not made.is_live:
            return None
        least = memory.size(each.object)[0]
        ends.append((0 <= each.offset < least, 0 < each.offset <= least))
    has_byte = ends[0][0] and ends[1][0]
    has_byte_before = ends[0][1] and ends[1][1]
    return False if has_byte or has_byte_before else None
