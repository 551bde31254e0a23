"""The memory of the interpreter: objects with addresses, bytes, and the pointers stored in them.

An address is a pair (object, offset), so that it is known to which object a pointer belongs
wherever it points; the number it converts to is the object's base plus the offset. Between any
two objects lies a gap, so that one past the end of an object is not the start of another. The
null pointer and pointers made of numbers that lie in no object belong to ``NOWHERE``, whose base
is 0. Bytes are little endian; beside them an object keeps the pointers stored in it, which an
overlapping store forgets.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable
from itertools import pairwise
from operator import attrgetter
from typing import TypeAlias

from maul.c.ctype import DataModel
from maul.c.source import Span
from maul.cfa.addresses import PAGE, UNKNOWN
from maul.cfa.model import Call, Edge
from maul.node import node

GAP = 64
ALIGNMENT = 256  # what declarations ask for is not looked at, so it is more than most of them
EAGER = 1 << 20  # so many bytes of an object are made at once, more when they are accessed
AUTOMATIC = ("alloca", "stack")  # objects that end by a primitive; variables end by themselves
LARGEST = 1 << 29  # an access further from the start of an object needs more memory than we take


class Undefined(Exception):
    """The program does what C leaves undefined; the text says what."""


class Exhausted(Exception):
    """The interpreted program needs more of ``which`` than there is."""

    def __init__(self, which: str) -> None:
        super().__init__(which)
        self.which = which


class Unsettled(Exception):
    """The program wants something that nothing in it determines; the text says what."""


class Unmodelled(Exception):
    """The program does what the interpreter does not model; the text names it."""


class Object:
    """A piece of memory of ``size`` bytes; -1 once it is dead.

    The first ``ready`` bytes are in ``data``, the others are zero until they are accessed; a dead
    object has -1 there as well, so that one comparison checks bounds and life. ``kind`` is one of
    global, local, heap, alloca, stack (of ``BEGIN_OBJECT``), string, function, stream, incomplete
    (of unknown size). What people are told of it stays when it is dead: its ``extent``, which is
    the size it had, where it was ``made``, ``by`` which call, and where it ``ended``.
    """

    __slots__ = (
        *("base", "data", "kind", "name", "pointers", "ready", "size", "writable"),
        *("extent", "made", "by", "ended"),
    )

    def __init__(self, kind: str, name: str, base: int, size: int) -> None:
        self.kind = kind
        self.name = name
        self.base = base
        self.size = self.extent = size
        self.made: Span | None = None
        self.by = ""
        self.ended: Span | None = None
        self.ready = min(EAGER, size)
        self.data = bytearray(self.ready) if size > 0 else bytearray()
        self.pointers: dict[int, Address] = {}
        self.writable = kind != "string"

    def die(self) -> None:
        """End the life of the object: every later access is undefined."""
        self.size = self.ready = -1
        self.data = bytearray()
        self.pointers = {}

    def prepare(self, end: int) -> None:
        """Make the bytes before ``end``."""
        if end > LARGEST:
            raise Exhausted("memory")
        self.data.extend(bytes(min(self.size, max(end, 2 * self.ready)) - self.ready))
        self.ready = len(self.data)


Address: TypeAlias = tuple[Object, int]

NOWHERE = Object("nowhere", "", 0, -1)
NULL: Address = (NOWHERE, 0)


@node
class Blob:
    """The value of an aggregate: its bytes and the pointers among them, by offset."""

    data: bytes
    pointers: tuple[tuple[int, Address], ...]


def forget(at: Object, offset: int, size: int, pointer_size: int) -> None:
    """Drop the stored pointers of which a byte in ``size`` bytes at ``offset`` changes."""
    pointers = at.pointers
    first, end = offset - pointer_size + 1, offset + size
    if size <= len(pointers):
        for key in range(first, end):
            pointers.pop(key, None)
    else:
        for key in [key for key in pointers if first <= key < end]:
            del pointers[key]


_base = attrgetter("base")


def _room(size: int) -> int:
    """The distance from the start of an object to where the next one may start."""
    return (max(size, 0) + GAP + 2 * ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


class AddressRange:
    """A range of addresses with its objects in order of address."""

    __slots__ = ("end", "next", "objects", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = self.next = start
        self.end = end
        self.objects: list[Object] = []

    def push(self, kind: str, name: str, size: int) -> Object:
        """A new object above all others."""
        room = _room(size)
        if self.next + room > self.end:
            raise Exhausted("memory")
        at = Object(kind, name, self.next, size)
        self.next += room
        self.objects.append(at)
        return at

    def place(self, kind: str, name: str, size: int) -> Object:
        """A new object above all others, or in a gap when the region is full."""
        if self.next + _room(size) > self.end:
            return self._squeeze(kind, name, size)
        return self.push(kind, name, size)

    def _squeeze(self, kind: str, name: str, size: int) -> Object:
        """A new object in the lowest gap that is large enough."""
        free, room = self.start, _room(size)
        for other in self.objects:
            if free + room <= other.base:
                break
            free = other.base + _room(other.size)
        if free + room > self.end:
            raise Exhausted("memory")
        at = Object(kind, name, free, size)
        insort(self.objects, at, key=_base)
        return at

    def mark(self) -> tuple[int, int]:
        """How far the region is filled."""
        return len(self.objects), self.next

    def cut(self, mark: tuple[int, int]) -> None:
        """Take out all objects made since ``mark``."""
        height, self.next = mark
        del self.objects[height:]

    def remove(self, at: Object) -> None:
        """Take an object out; its addresses belong to no object any more."""
        del self.objects[bisect_right(self.objects, at.base, key=_base) - 1]

    def holding(self, address: int) -> Object | None:
        """The object that contains ``address`` or ends there."""
        index = bisect_right(self.objects, address, key=_base) - 1
        if index < 0:
            return None
        at = self.objects[index]
        return at if address <= at.base + max(at.size, 0) else None


# Where the regions start: functions, globals, heap, stack, end.
_LAYOUT = {
    4: (0x0804_8000, 0x1000_0000, 0x2000_0000, 0x8000_0000, 0xFFFF_0000),
    8: (
        0x0040_0000,
        0x0000_1000_0000_0000,
        0x0000_2000_0000_0000,
        0x0000_6000_0000_0000,
        0x0000_7FFF_FFFF_0000,
    ),
}


class ObjectMemory:
    """All objects of one execution. With ``is_direct``, what lies inside of a variable is accessed
    without a check."""

    is_direct = True

    def __init__(self, model: DataModel) -> None:
        self.pointer_size = model.pointer_size
        self.mask = (1 << 8 * model.pointer_size) - 1
        bounds = _LAYOUT[model.pointer_size]
        self.functions, self.globals, self.heap, self.stack = (
            AddressRange(start, end) for start, end in pairwise(bounds)
        )
        self._regions = (self.heap, self.stack, self.globals, self.functions)
        self.here: Edge | None = None  # the last edge that could make or end objects
        self._functions: dict[str, Object] = {}
        self._unknown: dict[int, Object] | None = None

    # ---- objects ---------------------------------------------------------------------------------

    def function(self, name: str) -> Object:
        """The object that is the function ``name``; it has an address and no bytes."""
        at = self._functions.get(name)
        if at is None:
            at = self._functions[name] = self.functions.place("function", name, -1)
        return at

    def know_unknown(self, contents: Iterable[tuple[int, bytes]]) -> None:
        """Let there be unknown objects that hold given bytes at given addresses, zero elsewhere."""
        self._unknown = {}
        for address, data in contents:
            self.write(self.at(address), data)

    def _page(self, number: int) -> Object | None:
        """The unknown object that an address lies in."""
        start, end = UNKNOWN[self.pointer_size]
        if self._unknown is None or not start <= number < end:
            return None
        base = number // PAGE * PAGE
        if base not in self._unknown:
            self._unknown[base] = Object("unknown", "an unknown object", base, PAGE)
        return self._unknown[base]

    def allocate(self, size: int) -> Object | None:
        """A new heap object; None when the request is larger than an object can be."""
        if size > self.mask >> 1:
            return None
        try:
            return self.note_made(self.heap.place("heap", "", size))
        except (Exhausted, MemoryError):
            return None

    def note_made(self, at: Object) -> Object:
        """Remember where an object is made, and by whom."""
        if self.here is not None:
            at.made = self.here.span
            called = self.here.operation
            if isinstance(called, Call):
                at.by = f"{called.function} in {self.here.source.function}"
        return at

    def _end(self, at: Object) -> None:
        """End the life of an object, and remember where."""
        at.ended = None if self.here is None else self.here.span
        at.die()

    def release(self, address: Address) -> None:
        """``free``: the heap object that starts at ``address`` dies."""
        at, offset = self.resolve(address)
        if at is NOWHERE and offset == 0:
            return
        if at.kind == "heap" and at.size < 0:
            raise Undefined("memory freed twice")
        if at.kind != "heap" or offset != 0:
            raise Undefined("free of what is not the start of an allocated object")
        self.heap.remove(at)
        self._end(at)

    def mark(self) -> tuple[int, int]:
        """The height of the stack."""
        return self.stack.mark()

    def unwind(self, mark: tuple[int, int]) -> None:
        """End the life of all stack objects made since ``mark``."""
        for at in self.stack.objects[mark[0] :]:
            self._end(at)
        self.stack.cut(mark)

    def end(self, address: Address) -> None:
        """End the life of the automatic object that starts at an address, if it is not null."""
        at, offset = self.resolve(address)
        if at is NOWHERE and offset == 0:
            return
        if at.kind not in AUTOMATIC or at.size < 0 or offset != 0:
            raise Unmodelled("the end of what is no automatic object")
        self.stack.remove(at)
        self._end(at)

    def end_from(self, address: Address) -> None:
        """End the life of an automatic object and of all that were made later."""
        first, _ = self.resolve(address)
        for at in [at for at in self.stack.objects if at.base >= first.base]:
            if at.kind in AUTOMATIC:
                self.end((at, 0))

    def clear(self, floor: tuple[int, int]) -> None:
        """Forget all objects but functions and the globals below ``floor``."""
        self.globals.cut(floor)
        self.heap.cut((0, self.heap.start))
        self.stack.cut((0, self.stack.start))

    def leave_open(self, at: Object) -> None:
        """What a new object holds is arbitrary."""

    # ---- addresses -------------------------------------------------------------------------------

    def is_null(self, address: Address) -> bool:
        """Whether an address is the null pointer."""
        return (address[0].base + address[1]) & self.mask == 0

    def are_equal(self, left: Address, right: Address) -> bool:
        """Whether two addresses are the same number."""
        return left == right or self.number(left) == self.number(right)

    def overlap(self, left: Address, right: Address, size: int) -> bool:
        """Whether ``size`` bytes at two different addresses have some in common."""
        return 0 < abs(self.distance(left, right)) < size

    def distance(self, left: Address, right: Address) -> int:
        """How far the first address is behind the second, as numbers."""
        return self.number(left) - self.number(right)

    def number(self, address: Address) -> int:
        """The number that an address is."""
        return (address[0].base + address[1]) & self.mask

    def at(self, number: int) -> Address:
        """The address that a number is."""
        for region in self._regions:
            if region.start <= number < region.end:
                found = region.holding(number)
                if found is not None:
                    return found, number - found.base
        page = self._page(number)
        return (NOWHERE, number) if page is None else (page, number - page.base)

    def resolve(self, address: Address) -> Address:
        """The same address with its offset in range, in the object it falls into if it has none."""
        at, offset = address
        half = (self.mask >> 1) + 1
        offset = ((offset + half) & self.mask) - half
        return self.at(offset & self.mask) if at is NOWHERE else (at, offset)

    def check(self, at: Object, offset: int, size: int) -> Address:
        """The address once more, in its object; undefined unless ``size`` bytes are there."""
        found, where = self.resolve((at, offset))
        if 0 <= where <= found.size - size:
            if where + size > found.ready:
                found.prepare(where + size)
            return found, where
        if size == 0:
            return found, where
        if found is NOWHERE:
            null = 0 <= where < 4096
            raise Undefined("null pointer dereferenced" if null else "invalid pointer dereferenced")
        if found.kind == "incomplete":
            raise Unmodelled(f"access to {found.name}, an object of unknown size")
        if found.kind == "function":
            raise Undefined("function accessed as an object")
        if found.size < 0:
            raise Undefined(f"{_described(found)} accessed {_ENDS.get(found.kind, _RETURNED)}")
        raise Undefined(f"access outside of {_described(found)}")

    def check_write(self, at: Object, offset: int, size: int) -> Address:
        """As ``check``; a string literal must not be written [C11 6.4.5]."""
        found, where = self.check(at, offset, size)
        if not found.writable and size:
            raise Undefined("string literal modified")
        return found, where

    def check_update(self, at: Object, offset: int, size: int) -> Address:
        """As ``check_write``, where some bits stay what they were."""
        return self.check_write(at, offset, size)

    def check_pointer(self, at: Object, offset: int) -> Address:
        """As ``check``, for a pointer."""
        return self.check(at, offset, self.pointer_size)

    # ---- bytes -----------------------------------------------------------------------------------

    def read(self, address: Address, size: int) -> bytes:
        """The bytes at an address."""
        at, offset = self.check(*address, size)
        return bytes(at.data[offset : offset + size])

    def write(self, address: Address, data: bytes) -> None:
        """Store bytes at an address."""
        at, offset = self.check_write(*address, len(data))
        at.data[offset : offset + len(data)] = data
        if at.pointers:
            forget(at, offset, len(data), self.pointer_size)

    def write_any(self, address: Address, data: bytes) -> None:
        """Store bytes that somebody chose: they might be others."""
        self.write(address, data)

    def read_blob(self, address: Address, size: int) -> Blob:
        """The bytes and pointers at an address."""
        at, offset = self.check(*address, size)
        data = bytes(at.data[offset : offset + size])
        if not at.pointers:
            return Blob(data, ())
        last = offset + size - self.pointer_size
        return Blob(
            data,
            tuple((k - offset, p) for k, p in at.pointers.items() if offset <= k <= last),
        )

    def write_blob(self, address: Address, blob: Blob) -> None:
        """Store bytes and pointers at an address."""
        self.write(address, blob.data)
        if blob.pointers:
            at, offset = self.resolve(address)
            for key, pointer in blob.pointers:
                self.keep(at, offset + key, pointer)

    def keep(self, at: Object, offset: int, pointer: Address) -> None:
        """Note that the number stored at an offset is a pointer."""
        at.pointers[offset] = pointer

    def read_pointer(self, address: Address) -> Address:
        """The pointer at an address."""
        at, offset = self.check_pointer(*address)
        stored = at.pointers.get(offset)
        if stored is not None:
            return stored
        return self.at(int.from_bytes(at.data[offset : offset + self.pointer_size], "little"))

    def text(self, address: Address, limit: int | None = None) -> bytes:
        """The characters before the first zero, at most ``limit``."""
        at, offset = self.check(*address, 0 if limit == 0 else 1)
        end = at.size if limit is None else min(at.size, offset + limit)
        zero = at.data.find(0, offset, end)
        if zero < 0 and at.ready < end:
            zero = at.ready  # what was never accessed is zero
        if zero >= 0:
            return bytes(at.data[offset:zero])
        if limit is None or offset + limit > at.size:
            raise Undefined(f"string not terminated in {_described(at)}")
        return bytes(at.data[offset:end])


_RETURNED = "after its function returned"
_ENDS = {"heap": "after it was freed", "stack": "after its scope was left"}


def _described(at: Object) -> str:
    """How a message calls an object."""
    words = {
        "heap": "an allocated object",
        "alloca": "an object of alloca",
        "string": "a string literal",
    }
    return words.get(at.kind, at.name)
