"""Records, arrays and blocks of bytes, moved cell by cell.

A ``Source`` gives the value of the bytes at an offset as a value of any scalar type: of constant
data, of repeated bytes, or of cells that were read before anything is written. It need not have
the cells of the target: where they differ the value is put together of its bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import CType, Pointer
from maul.encode.memory import BYTE, Memory, Spot, cell_type
from maul.encode.numbers import object_size
from maul.logic.build import FALSE, TRUE, Term, ite, not_, or_

if TYPE_CHECKING:
    from maul.cfa.analyses.regions import Region
    from maul.encode.numbers import Typed

Source: TypeAlias = Callable[[int, CType], Term]
Cells: TypeAlias = "Iterable[tuple[int, Region]]"
"""Byte offsets from a spot, ascending, and the regions of the cells there."""

LARGEST_OBJECT = 1 << 16  # bytes that are copied one by one
WIDEST = 16  # bytes of a cell


def constant_data(memory: Memory, data: bytes) -> Source:
    """Known bytes."""
    numbers = memory.numbers

    def piece(offset: int, t: CType) -> Term:
        part = data[offset : offset + object_size(t)]
        return memory.from_bytes(t, [numbers.byte(byte) for byte in part])

    return piece


def repeated(memory: Memory, byte: Term) -> Source:
    """The same byte over and over."""

    def piece(_: int, t: CType) -> Term:
        return memory.from_bytes(t, (byte,) * object_size(t))

    return piece


def copied(memory: Memory, spot: Spot, cells: Cells) -> Source:
    """What cells hold now. A byte that belongs to no cell, such as padding, is arbitrary."""
    found = {
        offset: (cell_type(region), memory.cell(region, spot, offset)) for offset, region in cells
    }

    def byte(offset: int) -> Term:
        for start in range(offset, offset - WIDEST, -1):
            known = found.get(start)
            if known is not None and offset < start + object_size(known[0]):
                return memory.as_bytes(*known)[offset - start]
        return memory.fresh("padding", BYTE)

    def piece(offset: int, t: CType) -> Term:
        known, size = found.get(offset), object_size(t)
        if known is not None and object_size(known[0]) == size:
            return memory.recast(known[0], t, known[1])
        return memory.from_bytes(t, [byte(offset + index) for index in range(size)])

    return piece


def write(memory: Memory, spot: Spot, cells: Cells, source: Source) -> None:
    """Give cells the values of a source."""
    for offset, region in cells:
        memory.set_cell(region, spot, offset, source(offset, cell_type(region)))


def write_first(memory: Memory, spot: Spot, cells: Cells, source: Source, count: Typed) -> None:
    """Give cells the values of a source as far as they lie in the first ``count`` bytes."""
    updates = [
        (offset, region, _partly(memory, (region, spot, offset), source, count))
        for offset, region in cells
    ]
    for offset, region, value in updates:
        memory.set_cell(region, spot, offset, value)


def fill_new(memory: Memory, spot: Spot, cells: Cells, source: Source, count: Typed) -> None:
    """Give cells the values of a source as far as they lie in a new object of ``count`` bytes. A
    cell that its end cuts is none of it."""
    for offset, region in cells:
        is_behind = at_most(memory, count, offset)
        if is_behind is not TRUE:
            new = source(offset, cell_type(region))
            value = ite(is_behind, memory.cell(region, spot, offset), new)
            memory.set_cell(region, spot, offset, value)


def _partly(memory: Memory, where: tuple[Region, Spot, int], source: Source, count: Typed) -> Term:
    """The value of a cell of which only bytes before ``count`` are replaced."""
    region, _, offset = where
    t, end = cell_type(region), offset + region.size
    ends_inside = at_most(memory, count, end - 1)
    if ends_inside is FALSE:
        return source(offset, t)
    old = memory.cell(*where)
    begins_after = at_most(memory, count, offset)
    if begins_after is TRUE:
        return old
    new = source(offset, t)
    if isinstance(t, Pointer):
        # Part of a pointer has no term; of most pointers nobody replaces a part.
        memory.limits.append(or_(not_(ends_inside), begins_after))
    if isinstance(t, Pointer) or region.size == 1:
        return ite(begins_after, old, new)
    parts = zip(memory.as_bytes(t, old), memory.as_bytes(t, new), strict=True)
    mixed = [
        ite(at_most(memory, count, at), kept, given)
        for at, (kept, given) in enumerate(parts, offset)
    ]
    return ite(ends_inside, ite(begins_after, old, memory.from_bytes(t, mixed)), new)


def at_most(memory: Memory, value: Typed, limit: int) -> Term:
    """Whether a number is at most a limit that its type can hold."""
    t, term = value
    return memory.numbers.comparison(t, "<=", term, memory.numbers.constant(t, limit))
