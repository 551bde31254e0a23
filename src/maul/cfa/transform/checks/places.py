"""The checks of one access that need no knowledge of objects: null pointers, indices of arrays.

Null: the pointer that an access goes through is null, whatever was added to it [C11 6.5.3.2p4, note
102; 6.5.6p8]: ``p[3]`` and ``p->next`` follow ``p``. An address that is taken (``&p->next``) is no
access.

Index: an element of an array whose length its type tells, wherever the array is: a variable, a
member of a record, a row of another array. What is reached through a pointer into the array is a
question about objects. A member array at the end of a record that is reached through a pointer may
be longer than its type says when that says 0 or 1 (or nothing): so records of variable length were
written before C had a way to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, ArrayType, Record
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    MemberOf,
    Place,
)
from maul.cfa.transform.checks.check import refuted
from maul.cfa.walk import followed, root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.analyses.ranges import Ranges
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Edge
    from maul.cfa.transform.checks.check import Check


def null_pointers(edge: Edge, place: Lvalue, subproperty: str) -> Iterator[Check]:
    """The check that the pointer by which a place is accessed is not null."""
    pointer = followed(place)
    if pointer is None or _is_number(pointer):
        return
    null = Binary(INT, "==", pointer, Constant(pointer.type, 0))
    yield refuted(null, subproperty, edge.span)


def _is_number(pointer: Expression) -> bool:
    """Whether a pointer is a number of the program text other than null."""
    if isinstance(pointer, Convert):
        pointer = pointer.operand
    return isinstance(pointer, Constant) and pointer.value != 0


def indices(ranges: Ranges, edge: Edge, place: Lvalue, subproperty: str) -> Iterator[Check]:
    """The checks of the indices in a place, outer arrays first."""
    steps: list[ElementOf] = []
    while True:
        match place:
            case ElementOf(base=base):
                steps.append(place)
                place = base
            case MemberOf(base=base):
                place = base
            case Deref(pointer=AddressOf(place=inner)):
                place = inner
            case Place() | Deref():
                break
    for step in reversed(steps):
        length = _length(step.base)
        if length is None:
            continue
        low, high = ranges.of(edge.source, step.index)
        if low < 0:
            negative = Binary(INT, "<", step.index, Constant(step.index.type, 0))
            yield refuted(negative, subproperty, edge.span)
        if high >= length:
            beyond = Binary(INT, ">=", step.index, Constant(step.index.type, length))
            yield refuted(beyond, subproperty, edge.span)


def _length(array: Lvalue) -> int | None:
    """How many elements an array certainly has not more of; None when its type does not tell."""
    if not isinstance(array.type, ArrayType):
        return None
    length = array.type.length
    if length is not None and length <= 1 and _is_at_end(array) and isinstance(root(array), Deref):
        return None
    return length


def _is_at_end(array: Lvalue) -> bool:
    """Whether an array is the last member of its record."""
    if not isinstance(array, MemberOf) or not isinstance(array.base.type, Record):
        return False
    members = array.base.type.fields or ()
    return bool(members) and members[-1] == array.field
