"""The modelled functions of ``<string.h>``, ``<ctype.h>`` and the number parsers of
``<stdlib.h>``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from maul.interpret.library.site import Effect, LibraryCall
from maul.interpret.memory import NULL, Address, ObjectMemory, Undefined

Entry: TypeAlias = Callable[[LibraryCall], Effect]


def _shifted(address: Address, distance: int) -> Address:
    return address[0], address[1] + distance


# ---- blocks of bytes ---------------------------------------------------------------------------


def _copy(site: LibraryCall, *, may_overlap: bool, past_end: bool = False) -> Effect:
    memory, target, source, size = (
        site.world.memory,
        site.pointer(0),
        site.pointer(1),
        site.size(2),
    )

    def run() -> Address:
        to, count = target(), size()
        _copied(memory, to, source(), count, may_overlap=may_overlap)
        return _shifted(to, count) if past_end else to

    return site.give_pointer(run)


def _copied(
    memory: ObjectMemory, to: Address, source: Address, count: int, *, may_overlap: bool
) -> None:
    """Copy bytes and the pointers among them."""
    if not may_overlap and count and memory.overlap(to, source, count):
        raise Undefined("copy between regions that overlap")
    memory.write_blob(to, memory.read_blob(source, count))


def _memset(site: LibraryCall) -> Effect:
    memory, target, value, size = (
        site.world.memory,
        site.pointer(0),
        site.integer(1),
        site.size(2),
    )

    def run() -> Address:
        to, count = target(), size()
        memory.check_write(*to, count)  # before as many bytes are made
        memory.write(to, bytes([value() & 0xFF]) * count)
        return to

    return site.give_pointer(run)


def _memcmp(site: LibraryCall) -> Effect:
    memory, left, right, size = site.world.memory, site.pointer(0), site.pointer(1), site.size(2)

    def run() -> int:
        count = size()
        p, q = memory.read(left(), count), memory.read(right(), count)
        return (p > q) - (p < q)

    return site.give_integer(run)


def _memchr(site: LibraryCall) -> Effect:
    memory, text, code, size = site.world.memory, site.pointer(0), site.integer(1), site.size(2)

    def run() -> Address:
        start, limit = memory.resolve(text()), size()
        room = max(0, start[0].size - start[1])
        found = memory.read(start, min(limit, max(room, 1))).find(code() & 0xFF)
        if found >= 0:
            return _shifted(start, found)
        memory.check(*start, limit)  # it was searched to the end
        return NULL

    return site.give_pointer(run)


# ---- strings -----------------------------------------------------------------------------------


def _strlen(site: LibraryCall) -> Effect:
    memory, text = site.world.memory, site.pointer(0)
    return site.give_integer(lambda: len(memory.text(text())))


def _strnlen(site: LibraryCall) -> Effect:
    memory, text, limit = site.world.memory, site.pointer(0), site.size(1)
    return site.give_integer(lambda: len(memory.text(text(), limit())))


def _strcpy(*, past_end: bool) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        memory, target, source = site.world.memory, site.pointer(0), site.pointer(1)

        def run() -> Address:
            to, start = target(), source()
            count = len(memory.text(start)) + 1
            _copied(memory, to, start, count, may_overlap=False)
            return _shifted(to, count - 1) if past_end else to

        return site.give_pointer(run)

    return entry


def _strncpy(site: LibraryCall) -> Effect:
    memory, target, source, size = (
        site.world.memory,
        site.pointer(0),
        site.pointer(1),
        site.size(2),
    )

    def run() -> Address:
        to, count = target(), size()
        memory.check_write(*to, count)
        memory.write(to, memory.text(source(), count).ljust(count, b"\0"))
        return to

    return site.give_pointer(run)


def _strcat(site: LibraryCall) -> Effect:
    memory, target, source = site.world.memory, site.pointer(0), site.pointer(1)
    limit = site.size(2) if len(site.arguments) > 2 else None

    def run() -> Address:
        to = target()
        text = memory.text(source(), None if limit is None else limit())
        memory.write(_shifted(to, len(memory.text(to))), text + b"\0")
        return to

    return site.give_pointer(run)


def _strcmp(site: LibraryCall) -> Effect:
    memory, left, right = site.world.memory, site.pointer(0), site.pointer(1)
    limit = site.size(2) if len(site.arguments) > 2 else None

    def run() -> int:
        most = None if limit is None else limit()
        p, q = memory.text(left(), most), memory.text(right(), most)
        return (p > q) - (p < q)

    return site.give_integer(run)


def _strchr(*, last: bool) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        memory, text, code = site.world.memory, site.pointer(0), site.integer(1)

        def run() -> Address:
            start = text()
            data = memory.text(start) + b"\0"
            found = data.rfind(code() & 0xFF) if last else data.find(code() & 0xFF)
            return NULL if found < 0 else _shifted(start, found)

        return site.give_pointer(run)

    return entry


def _strstr(site: LibraryCall) -> Effect:
    memory, text, part = site.world.memory, site.pointer(0), site.pointer(1)

    def run() -> Address:
        start = text()
        found = memory.text(start).find(memory.text(part()))
        return NULL if found < 0 else _shifted(start, found)

    return site.give_pointer(run)


def _span(*, of_listed: bool) -> Entry:
    """The length of the first part of a string made of listed characters, or of others only."""

    def entry(site: LibraryCall) -> Effect:
        memory, text, listed = site.world.memory, site.pointer(0), site.pointer(1)

        def run() -> int:
            data, codes = memory.text(text()), memory.text(listed())
            stops = (i for i, code in enumerate(data) if (code in codes) != of_listed)
            return next(stops, len(data))

        return site.give_integer(run)

    return entry


def _strpbrk(site: LibraryCall) -> Effect:
    memory, text, listed = site.world.memory, site.pointer(0), site.pointer(1)

    def run() -> Address:
        start, codes = text(), memory.text(listed())
        found = (i for i, code in enumerate(memory.text(start)) if code in codes)
        index = next(found, None)
        return NULL if index is None else _shifted(start, index)

    return site.give_pointer(run)


def _strdup(site: LibraryCall) -> Effect:
    world, text = site.world, site.pointer(0)
    limit = site.size(1) if len(site.arguments) > 1 else None

    def run() -> Address:
        data = world.memory.text(text(), None if limit is None else limit()) + b"\0"
        at = None if world.malloc_fails() else world.memory.allocate(len(data))
        if at is None:
            return NULL
        world.memory.write((at, 0), data)
        return at, 0

    return site.give_pointer(run)


# ---- characters --------------------------------------------------------------------------------


def _characters(codes: Callable[[int], bool]) -> Entry:
    """A test of a character in the "C" locale."""

    def entry(site: LibraryCall) -> Effect:
        code = site.integer(0)
        return site.give_integer(lambda: 1 if codes(code()) else 0)

    return entry


def _case(first: str, distance: int) -> Entry:
    low = ord(first)

    def entry(site: LibraryCall) -> Effect:
        code = site.integer(0)

        def run() -> int:
            c = code()
            return c + distance if low <= c < low + 26 else c

        return site.give_integer(run)

    return entry


def _is_letter(c: int) -> bool:
    return 65 <= c <= 90 or 97 <= c <= 122


def _is_digit(c: int) -> bool:
    return 48 <= c <= 57


STRINGS: dict[str, Entry] = {
    "memcpy": lambda site: _copy(site, may_overlap=False),
    "mempcpy": lambda site: _copy(site, may_overlap=False, past_end=True),
    "memmove": lambda site: _copy(site, may_overlap=True),
    "memset": _memset,
    **dict.fromkeys(("memcmp", "bcmp"), _memcmp),
    "memchr": _memchr,
    "strlen": _strlen,
    "strnlen": _strnlen,
    "strcpy": _strcpy(past_end=False),
    "stpcpy": _strcpy(past_end=True),
    "strncpy": _strncpy,
    **dict.fromkeys(("strcat", "strncat"), _strcat),
    **dict.fromkeys(("strcmp", "strncmp"), _strcmp),
    **dict.fromkeys(("strchr", "index"), _strchr(last=False)),
    **dict.fromkeys(("strrchr", "rindex"), _strchr(last=True)),
    "strstr": _strstr,
    "strspn": _span(of_listed=True),
    "strcspn": _span(of_listed=False),
    "strpbrk": _strpbrk,
    **dict.fromkeys(("strdup", "strndup"), _strdup),
    "isdigit": _characters(_is_digit),
    "isalpha": _characters(_is_letter),
    "isalnum": _characters(lambda c: _is_letter(c) or _is_digit(c)),
    "islower": _characters(lambda c: 97 <= c <= 122),
    "isupper": _characters(lambda c: 65 <= c <= 90),
    "isspace": _characters(lambda c: c == 32 or 9 <= c <= 13),
    "isblank": _characters(lambda c: c in (9, 32)),
    "iscntrl": _characters(lambda c: 0 <= c < 32 or c == 127),
    "isprint": _characters(lambda c: 32 <= c < 127),
    "isgraph": _characters(lambda c: 32 < c < 127),
    "ispunct": _characters(lambda c: 32 < c < 127 and not (_is_letter(c) or _is_digit(c))),
    "isxdigit": _characters(lambda c: _is_digit(c) or 65 <= c <= 70 or 97 <= c <= 102),
    "tolower": _case("A", 32),
    "toupper": _case("a", -32),
}
