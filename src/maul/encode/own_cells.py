"""The cells of variables that no pointer reaches: records and arrays, taken apart by their shape.

Comes in: a place in such a variable. Goes out: the region that it lies in, and for a record or
array its cells. Every access names its way through the variable, so a scalar member is a cell of
its own and the elements of an array, at whatever depth, are one region. Unions, bit-fields and
``long double`` are bytes. Padding has no cells.

Indices are taken to stay inside the arrays that they index, as C demands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import ArrayType, Boolean, CType, Floating, Integer, Pointer, Record
from maul.cfa.analyses.regions import Region
from maul.cfa.expressions import ElementOf, Lvalue, MemberOf, Place
from maul.encode.numbers import object_size

if TYPE_CHECKING:
    from collections.abc import Iterator

_BITS = " bits"
_BYTES = " bytes"


class OwnCells:
    """The regions of variables that no pointer reaches, made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, CType | None], Region] = {}  # shared by all variables

    def of(self, place: Lvalue) -> Region:
        """The region of a scalar in a place."""
        path, closed = _path(place)
        if not closed and isinstance(place, MemberOf) and place.field.width is not None:
            path, closed = _before_last(path) + _BITS, True
        return self._region(path, None if closed else place.type)

    def cells(self, place: Lvalue) -> Iterator[tuple[int, Region]]:
        """The cells of a place: byte offsets, ascending, and regions."""
        path, closed = _path(place)
        if closed:
            region = self._region(path, None)
            return ((offset, region) for offset in range(object_size(place.type)))
        return self._cells(path, place.type, 0)

    def regions(self, place: Lvalue) -> tuple[Region, ...]:
        """The regions of the cells of a place."""
        path, closed = _path(place)
        if closed:
            return (self._region(path, None),)
        return tuple(dict.fromkeys(self._regions(path, place.type)))

    def _region(self, path: str, t: CType | None) -> Region:
        """The region of a path: of bytes, or of cells of a scalar type."""
        if isinstance(t, Floating) and t.bits not in (32, 64):
            path, t = path + _BYTES, None
        found = self._made.get((path, t))
        if found is None:
            alone = t is not None and "[]" not in path
            found = Region(path, 1 if t is None else object_size(t), t, alone)
            self._made[path, t] = found
        return found

    def _cells(self, path: str, t: CType, start: int) -> Iterator[tuple[int, Region]]:
        match t:
            case ArrayType(element=element):
                size = object_size(element)
                for offset in range(start, start + object_size(t), max(size, 1)):
                    yield from self._cells(path + "[]", element, offset)
            case Record(is_union=False):
                bits = self._region(path + _BITS, None)
                for field in _fields(t):
                    if isinstance(field, int):
                        yield start + field, bits
                    else:
                        name, kind, offset = field
                        yield from self._cells(f"{path}.{name}", kind, start + offset)
            case Integer() | Pointer() | Boolean() | Floating(bits=32 | 64):
                yield start, self._region(path, t)
            case _:
                region = self._region(path + _BYTES, None)
                yield from ((start + offset, region) for offset in range(object_size(t)))

    def _regions(self, path: str, t: CType) -> Iterator[Region]:
        match t:
            case ArrayType(element=element):
                yield from self._regions(path + "[]", element)
            case Record(is_union=False):
                for field in _fields(t):
                    if isinstance(field, int):
                        yield self._region(path + _BITS, None)
                    else:
                        yield from self._regions(f"{path}.{field[0]}", field[1])
            case _:
                yield from (region for _, region in self._cells(path, t, 0))


def _fields(record: Record) -> list[tuple[str, CType, int] | int]:
    """The members of a struct by offset: name, type and offset of each, and of its bit-fields the
    offsets of the bytes that they touch."""
    found: dict[int, tuple[str, CType, int] | int] = {}
    for field in record.fields:
        if field.width is None:
            # What has no bytes of its own may share its offset with the next member.
            flexible = isinstance(field.type, ArrayType) and field.type.length is None
            if not flexible and object_size(field.type):
                name = field.name or f"at {field.offset // 8}"
                found[field.offset // 8] = name, field.type, field.offset // 8
        else:
            touched = range(field.offset // 8, (field.offset + field.width + 7) // 8)
            found.update(zip(touched, touched, strict=True))
    return [found[offset] for offset in sorted(found)]


def _path(place: Lvalue) -> tuple[str, bool]:
    """The way from a variable to a place, and whether it ends before, at bytes."""
    steps: list[MemberOf | ElementOf] = []
    while isinstance(place, (MemberOf, ElementOf)):
        steps.append(place)
        place = place.base
    assert isinstance(place, Place)
    path, t = "", place.type
    for step in reversed(steps):
        if isinstance(t, Record) and t.is_union:
            return path + _BYTES, True
        if isinstance(step, ElementOf):
            path += "[]"
        else:
            path += f".{step.field.name or f'at {step.field.offset // 8}'}"
        t = step.type
    union = isinstance(t, Record) and t.is_union
    return path + _BYTES if union else path, union


def _before_last(path: str) -> str:
    return path[: path.rindex(".")]
