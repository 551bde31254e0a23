"""Places as Python closures: where a place lies, how its value is read and written.

A place is a base (the object of a variable, or a pointer) plus a constant plus, with a variable
index, a computed number of bytes; a bit-field adds the number of bits to skip. ``locate`` finds
that form, the other functions turn it into closures by the kind of value: each access inside a
variable whose size is known needs no check when it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, CType, Floating, Integer, VariableArray, size_of
from maul.cfa.expressions import (
    AddressOf,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Expression,
    Lvalue,
    MemberOf,
    Place,
    PointerAdd,
)
from maul.interpret.memory import EAGER, NOWHERE, NULL, Address, Blob, forget
from maul.interpret.registers import object_size
from maul.node import node

if TYPE_CHECKING:
    from maul.interpret.values import Translator

_CODES = {
    (1, True): Struct("<b"),
    (1, False): Struct("<B"),
    (2, True): Struct("<h"),
    (2, False): Struct("<H"),
    (4, True): Struct("<i"),
    (4, False): Struct("<I"),
    (8, True): Struct("<q"),
    (8, False): Struct("<Q"),
}
_FLOATS = {32: Struct("<f"), 64: Struct("<d")}


@node
class Where:
    """A place in memory: ``base() + constant + index()``, and the bits to skip there in a bit-
    field of ``width`` bits.
    """

    base: Callable[[], Address]
    slot: int | None  # the register of the object, when the base is a variable
    room: int  # the size of that object, otherwise -1
    constant: int
    index: Callable[[], int] | None
    skip: int
    width: int | None

    def inside(self, size: int) -> bool:
        """Whether ``size`` bytes are known to lie in a live object, and are there already."""
        return self.index is None and 0 <= self.constant <= min(self.room, EAGER) - size

    def address(self) -> Callable[[], Address]:
        """A closure that computes the address."""
        base, constant, index = self.base, self.constant, self.index
        if index is not None:
            indexed = index

            def moved() -> Address:
                at, offset = base()
                return at, offset + constant + indexed()

            return moved
        if constant == 0:
            return base

        def shifted() -> Address:
            at, offset = base()
            return at, offset + constant

        return shifted


def locate(t: Translator, place: Lvalue) -> Where:
    """The form of a place that is in memory."""
    match place:
        case Place(variable=variable):
            slot, objects = t.slot(variable), t.registers.objects
            return Where(lambda: (objects[slot], 0), slot, object_size(variable), 0, None, 0, None)
        case Deref(pointer=pointer):
            return _behind(t, pointer)
        case MemberOf(base=base, field=field):
            inner = locate(t, base)
            constant = inner.constant + field.offset // 8
            skip = 0 if field.width is None else field.offset % 8
            return _moved(inner, constant, inner.index, skip, field.width)
        case ElementOf(type=element, base=base, index=index):
            return _plus(t, locate(t, base), index, element)


def _moved(
    w: Where, constant: int, index: Callable[[], int] | None, skip: int, width: int | None
) -> Where:
    return Where(w.base, w.slot, w.room, constant, index, skip, width)


def _behind(t: Translator, pointer: Expression) -> Where:
    """The place a pointer points to; constant distances and taken addresses are seen through."""
    match pointer:
        case Convert(operand=operand) if t.sort(operand) == "pointer":
            return _behind(t, operand)
        case AddressOf(place=place):
            return locate(t, place)
        case PointerAdd(pointer=inner, index=Constant(value=int(count)), scale=scale, operator=op):
            w = _behind(t, inner)
            distance = count * scale if op == "+" else -count * scale
            return _moved(w, w.constant + distance, w.index, 0, None)
    return Where(t.pointer(pointer), None, -1, 0, None, 0, None)


def _plus(t: Translator, w: Where, index: Expression, element: CType) -> Where:
    """The element ``index`` after a place."""
    if isinstance(element, VariableArray):
        scale, count = extent(t, element), t.integer(index)
        return _moved(w, w.constant, _sum(w.index, lambda: count() * scale()), 0, None)
    size = size_of(element)
    if isinstance(index, Constant) and isinstance(index.value, int):
        return _moved(w, w.constant + index.value * size, w.index, 0, None)
    number = t.integer(index)
    scaled = number if size == 1 else lambda: number() * size
    return _moved(w, w.constant, _sum(w.index, scaled), 0, None)


def _sum(left: Callable[[], int] | None, right: Callable[[], int]) -> Callable[[], int]:
    if left is None:
        return right
    first = left
    return lambda: first() + right()


def extent(t: Translator, what: CType) -> Callable[[], int]:
    """The size of a type in bytes, when that is a matter of run time too."""
    if isinstance(what, VariableArray):
        inner, slot, integers = extent(t, what.element), t.slot(what.length), t.registers.integers
        return lambda: integers[slot] * inner()
    size = size_of(what)
    return lambda: size


# ---- reading -------------------------------------------------------------------------------------


def load_integer(t: Translator, what: CType, w: Where) -> Callable[[], int]:
    """The integer (or ``_Bool``) in a place."""
    signed = isinstance(what, Integer) and what.signed
    if w.width is not None:
        return _load_bits(t, w, w.width, signed=signed)
    size = size_of(what)
    code = _CODES.get((size, signed))
    bits = what.bits if isinstance(what, Integer) else 8
    if code is None or bits != 8 * size:
        return _load_bits(t, w, bits, signed=signed)
    unpack = code.unpack_from
    objects, check = t.registers.objects, t.memory.check
    if t.memory.is_direct and w.slot is not None and w.inside(size):
        slot, constant = w.slot, w.constant

        def direct() -> int:
            value: int = unpack(objects[slot].data, constant)[0]
            return value

        return _as_boolean(direct) if isinstance(what, Boolean) else direct
    address = w.address()

    def load() -> int:
        at, offset = address()
        if not 0 <= offset <= at.ready - size:
            at, offset = check(at, offset, size)
        value: int = unpack(at.data, offset)[0]
        return value

    return _as_boolean(load) if isinstance(what, Boolean) else load


def _as_boolean(raw: Callable[[], int]) -> Callable[[], int]:
    return lambda: 1 if raw() else 0


def _load_bits(t: Translator, w: Where, width: int, *, signed: bool) -> Callable[[], int]:
    """``width`` bits after the ones to skip, counted from the least significant one."""
    address, check, skip = w.address(), t.memory.check, w.skip
    size, mask = (skip + width + 7) // 8, (1 << width) - 1
    sign = 1 << width - 1 if signed else 0

    def load() -> int:
        at, offset = address()
        if not 0 <= offset <= at.ready - size:
            at, offset = check(at, offset, size)
        bits = int.from_bytes(at.data[offset : offset + size], "little") >> skip & mask
        return (bits ^ sign) - sign

    return load


def load_real(t: Translator, what: Floating, w: Where) -> Callable[[], float]:
    """The float in a place."""
    unpack, size, check, address = (
        _FLOATS[what.bits].unpack_from,
        what.size,
        t.memory.check,
        w.address(),
    )

    def load() -> float:
        at, offset = address()
        if not 0 <= offset <= at.ready - size:
            at, offset = check(at, offset, size)
        value: float = unpack(at.data, offset)[0]
        return value

    return load


def load_pointer(t: Translator, w: Where) -> Callable[[], Address]:
    """The pointer in a place; bytes that were not stored as a pointer are looked up as a number."""
    size, memory, address = t.memory.pointer_size, t.memory, w.address()
    check, unpack = memory.check_pointer, _CODES[size, False].unpack_from

    def load() -> Address:
        at, offset = address()
        if not 0 <= offset <= at.ready - size:
            at, offset = check(at, offset)
        stored = at.pointers.get(offset)
        if stored is not None:
            return stored
        number: int = unpack(at.data, offset)[0]
        return memory.at(number) if number else NULL

    return load


def load_blob(t: Translator, what: CType, w: Where) -> Callable[[], Blob]:
    """The bytes of an aggregate."""
    address, read, size = w.address(), t.memory.read_blob, extent(t, what)
    return lambda: read(address(), size())


# ---- writing -------------------------------------------------------------------------------------


def store_integer(t: Translator, what: CType, w: Where) -> Callable[[int], None]:
    """A closure that stores an integer of type ``what``."""
    if w.width is not None:
        return _store_bits(t, w, w.width)
    size = size_of(what)
    signed = isinstance(what, Integer) and what.signed
    code = _CODES.get((size, signed))
    bits = what.bits if isinstance(what, Integer) else 8
    if code is None or bits != 8 * size:
        return _store_bits(t, w, 8 * size)
    pack, pointer_size, check = code.pack_into, t.memory.pointer_size, t.memory.check_write
    objects = t.registers.objects
    is_inside = t.memory.is_direct and w.inside(size)
    if w.slot is not None and is_inside and objects[w.slot].writable:
        slot, constant = w.slot, w.constant

        def direct(value: int) -> None:
            at = objects[slot]
            pack(at.data, constant, value)
            if at.pointers:
                forget(at, constant, size, pointer_size)

        return direct
    address = w.address()

    def store(value: int) -> None:
        at, offset = address()
        if not (0 <= offset <= at.ready - size and at.writable):
            at, offset = check(at, offset, size)
        pack(at.data, offset, value)
        if at.pointers:
            forget(at, offset, size, pointer_size)

    return store


def _store_bits(t: Translator, w: Where, width: int) -> Callable[[int], None]:
    """A closure that changes ``width`` bits and leaves those around them alone."""
    address, check, skip = w.address(), t.memory.check_update, w.skip
    size, mask = (skip + width + 7) // 8, (1 << width) - 1
    others, pointer_size = ~(mask << skip), t.memory.pointer_size

    def store(value: int) -> None:
        at, offset = address()
        if not (0 <= offset <= at.ready - size and at.writable):
            at, offset = check(at, offset, size)
        end = offset + size
        old = int.from_bytes(at.data[offset:end], "little") & others
        at.data[offset:end] = (old | (value & mask) << skip).to_bytes(size, "little")
        if at.pointers:
            forget(at, offset, size, pointer_size)

    return store


def store_real(t: Translator, what: Floating, w: Where) -> Callable[[float], None]:
    """A closure that stores a float."""
    pack, size, pointer_size = _FLOATS[what.bits].pack_into, what.size, t.memory.pointer_size
    address, check = w.address(), t.memory.check_write

    def store(value: float) -> None:
        at, offset = address()
        if not (0 <= offset <= at.ready - size and at.writable):
            at, offset = check(at, offset, size)
        pack(at.data, offset, value)
        if at.pointers:
            forget(at, offset, size, pointer_size)

    return store


def store_pointer(t: Translator, w: Where) -> Callable[[Address], None]:
    """A closure that stores a pointer: its number as bytes, and itself beside them."""
    size, mask, address = t.memory.pointer_size, t.memory.mask, w.address()
    check, pack, keep = t.memory.check_write, _CODES[size, False].pack_into, t.memory.keep

    def store(value: Address) -> None:
        at, offset = address()
        if not (0 <= offset <= at.ready - size and at.writable):
            at, offset = check(at, offset, size)
        target, distance = value
        pack(at.data, offset, (target.base + distance) & mask)
        if at.pointers:
            forget(at, offset, size, size)
        if target is not NOWHERE:
            keep(at, offset, value)

    return store


def store_blob(t: Translator, w: Where) -> Callable[[Blob], None]:
    """A closure that stores an aggregate."""
    address, write = w.address(), t.memory.write_blob
    return lambda value: write(address(), value)
