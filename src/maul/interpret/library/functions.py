"""The modelled library: what a call of a function without a body does.

Each entry takes the call site and gives a closure that performs the call. Names are those of the
C library; the same function with the prefix ``__builtin_`` is found under the same name. What is
not here returns an input and changes nothing (``maul.interpret.machine``).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from maul.cfa.expressions import Place
from maul.cfa.library import (
    ARGUMENTS_OF_MAIN,
    ASSERTION_FAILURES,
    BEGIN_OBJECT,
    DISTURB,
    END_FRAME,
    END_OBJECT,
    HANDLE,
    UNKNOWN_FUNCTION,
    VARIABLE_ARGUMENT,
    WRITING_ANY,
)
from maul.cfa.outcome import Aborted, Ended, Finish
from maul.errors import Unsupported
from maul.interpret.library.format import Argument, Take, formatted, in_order
from maul.interpret.library.mathematics import MATHEMATICS
from maul.interpret.library.site import Effect, LibraryCall
from maul.interpret.library.strings import STRINGS
from maul.interpret.memory import NULL, Address, Blob, ObjectMemory, Undefined

Entry: TypeAlias = Callable[[LibraryCall], Effect]
Formatter: TypeAlias = Callable[[LibraryCall, int], Callable[[], bytes]]


ARGUMENT = b"x\0"  # of main, all of them: what a harness gives, too


# ---- the end of the program --------------------------------------------------------------------


def _exit(site: LibraryCall) -> Effect:
    status = site.integer(0)

    def end() -> None:
        raise Finish(Ended(status() & 0xFF))

    return end


def _abort(site: LibraryCall) -> Effect:
    outcome = Aborted(site.function, site.span)

    def end() -> None:
        raise Finish(outcome)

    return end


def _undefined(what: str) -> Entry:
    def entry(_: LibraryCall) -> Effect:
        def end() -> None:
            raise Undefined(what)

        return end

    return entry


# ---- the heap ----------------------------------------------------------------------------------


def _malloc(site: LibraryCall) -> Effect:
    size = site.size(0)
    return site.give_pointer(lambda: _allocated(site, size()))


def _allocated(site: LibraryCall, size: int) -> Address:
    """A new object with arbitrary contents, or null."""
    world = site.world
    at = None if world.malloc_fails() else world.memory.allocate(size)
    if at is None:
        return NULL
    world.memory.leave_open(at)
    contents = world.choices.fill(site.edge, size)
    if contents is not None:
        world.memory.write((at, 0), contents)
    return at, 0


def _calloc(site: LibraryCall) -> Effect:
    number, size, world = site.size(0), site.size(1), site.world

    def allocate() -> Address:
        at = None if world.malloc_fails() else world.memory.allocate(number() * size())
        return NULL if at is None else (at, 0)

    return site.give_pointer(allocate)


def _realloc(site: LibraryCall) -> Effect:
    old, size, memory = site.pointer(0), site.size(1), site.world.memory

    def reallocate() -> Address:
        before, wanted = memory.resolve(old()), size()
        if memory.is_null(before):
            return _allocated(site, wanted)
        source, offset = before
        if source.kind != "heap" or source.size < 0 or offset != 0:
            raise Undefined("realloc of what is not the start of an allocated object")
        after = _allocated(site, wanted)
        if after == NULL:
            return NULL
        memory.write_blob(after, memory.read_blob(before, min(source.size, wanted)))
        memory.release(before)
        return after

    return site.give_pointer(reallocate)


def _arguments(site: LibraryCall) -> Effect:
    """What main is given: pointers to texts that it may change, and a null pointer behind them."""
    count, memory = site.integer(0), site.world.memory

    def give() -> Address:
        many, step = count(), memory.pointer_size
        at = memory.globals.place("arguments", "argv", (many + 1) * step)
        texts: list[tuple[int, Address]] = []
        numbers = bytearray()
        for number in range(many):
            text = memory.globals.place("argument", f"argv[{number}]", len(ARGUMENT)), 0
            memory.write(text, ARGUMENT)
            texts.append((number * step, text))
            numbers += memory.number(text).to_bytes(step, "little")
        memory.write_blob((at, 0), Blob(bytes(numbers + bytes(step)), tuple(texts)))
        return at, 0

    return site.give_pointer(give)


def _free(site: LibraryCall) -> Effect:
    pointer, release = site.pointer(0), site.world.memory.release
    return lambda: release(pointer())


def _alloca(site: LibraryCall) -> Effect:
    return _automatic(site, "alloca", "")


def _begin(site: LibraryCall) -> Effect:
    name = site.result.variable.name if isinstance(site.result, Place) else ""
    return _automatic(site, "stack", name.removesuffix(HANDLE))


def _automatic(site: LibraryCall, kind: str, name: str) -> Effect:
    """Make an object that ends when the function returns, if not earlier."""
    size, world = site.size(0), site.world

    def allocate() -> Address:
        wanted = size()
        at = world.memory.note_made(world.memory.stack.push(kind, name, wanted))
        world.memory.leave_open(at)
        contents = world.choices.fill(site.edge, wanted)
        if contents is not None:
            world.memory.write((at, 0), contents)
        return at, 0

    return site.give_pointer(allocate)


def _end(site: LibraryCall) -> Effect:
    pointer, end = site.pointer(0), site.world.memory.end
    return lambda: end(pointer())


def _end_frame(site: LibraryCall) -> Effect:
    pointer, end = site.pointer(0), site.world.memory.end_from
    return lambda: end(pointer())


# ---- output ------------------------------------------------------------------------------------


def _writer(site: LibraryCall, stream: int | None) -> Callable[[bytes], None]:
    """A closure that writes to the stream in an argument, None being standard output."""
    output = site.world.output
    if stream is None:
        return output.append
    pointer, standard = site.pointer(stream), site.world.streams["stdout"]

    def write(data: bytes) -> None:
        if pointer()[0] is standard:
            output.append(data)

    return write


def _printf(stream: int | None, template: int, formatter: Formatter) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        write, text = _writer(site, stream), formatter(site, template)

        def run() -> int:
            data = text()
            write(data)
            return len(data)

        return site.give_integer(run)

    return entry


def _formatter(site: LibraryCall, template: int) -> Callable[[], bytes]:
    memory, pointer = site.world.memory, site.pointer(template)
    arguments = [value for _, value in site.numbers(template + 1)]
    return lambda: formatted(memory.text(pointer()), in_order(arguments), memory)


def _list_formatter(site: LibraryCall, template: int) -> Callable[[], bytes]:
    """As ``_formatter``, with the arguments in a ``va_list``."""
    memory, pointer, rest = site.world.memory, site.pointer(template), site.pointer(template + 1)

    def text() -> bytes:
        first = rest()
        if memory.pointer_size == 8:
            first = memory.read_pointer(first)  # a va_list is an array there
        return formatted(memory.text(pointer()), _stored(memory, first), memory)

    return text


def _stored(memory: ObjectMemory, first: Address) -> Take:
    """Arguments that a variadic call has stored one after the other, each in its slots."""
    at, offset = first
    following = count(offset, VARIABLE_ARGUMENT)

    def take(sort: str, bits: int) -> Argument:
        here = at, next(following)
        if sort == "pointer":
            return memory.read_pointer(here)
        data = memory.read(here, bits // 8)
        if sort == "integer":
            return int.from_bytes(data, "little", signed=True)
        value: float = struct.unpack("<d", data)[0]
        return value

    return take


def _sprintf(site: LibraryCall, formatter: Formatter = _formatter) -> Effect:
    memory, target, text = site.world.memory, site.pointer(0), formatter(site, 1)

    def run() -> int:
        data = text()
        memory.write(target(), data + b"\0")
        return len(data)

    return site.give_integer(run)


def _snprintf(site: LibraryCall, formatter: Formatter = _formatter) -> Effect:
    memory, target, size = site.world.memory, site.pointer(0), site.size(1)
    text = formatter(site, 2)

    def run() -> int:
        data, room = text(), size()
        if room:
            memory.write(target(), data[: room - 1] + b"\0")
        return len(data)

    return site.give_integer(run)


def _puts(stream: int | None, end: bytes) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        memory, text, write = site.world.memory, site.pointer(0), _writer(site, stream)

        def run() -> int:
            data = memory.text(text()) + end
            write(data)
            return len(data) if stream is None else 1  # as glibc does; C says: not negative

        return site.give_integer(run)

    return entry


def _putchar(stream: int | None) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        character, write = site.integer(0), _writer(site, stream)

        def run() -> int:
            code = character() & 0xFF
            write(bytes([code]))
            return code

        return site.give_integer(run)

    return entry


def _fwrite(site: LibraryCall) -> Effect:
    memory, data, write = site.world.memory, site.pointer(0), _writer(site, 3)
    size, number = site.size(1), site.size(2)

    def run() -> int:
        write(memory.read(data(), size() * number()))
        return number() if size() else 0

    return site.give_integer(run)


def _refused(site: LibraryCall) -> Effect:
    raise Unsupported(site.span, site.function)


def _nothing(site: LibraryCall) -> Effect:
    return site.give_integer(lambda: 0)


def _any_bytes(site: LibraryCall) -> Effect:
    """The bytes that were chosen, zero if nobody chose. A function that may write so many bytes
    need not do it: those behind the end of the object are not written.
    """
    world, target, size = site.world, site.pointer(0), site.size(1)

    def run() -> None:
        to, count = world.memory.resolve(target()), size()
        chosen = world.choices.fill(site.edge, count)
        count = min(count, max(to[0].size - to[1], 1))
        if size():
            world.memory.check_write(*to, count)  # before as many bytes are made
            world.memory.write_any(to, (chosen or b"")[:count].ljust(count, b"\0"))

    return run


LIBRARY: dict[str, Entry] = {
    **dict.fromkeys(WRITING_ANY, _any_bytes),
    **dict.fromkeys(("exit", "_exit", "_Exit", "quick_exit"), _exit),
    **dict.fromkeys(
        (*ASSERTION_FAILURES, "abort", "__builtin_trap", "__VERIFIER_error"),
        _abort,
    ),
    **dict.fromkeys(("__stack_chk_fail", "__chk_fail", "__fortify_fail"), _abort),
    "__builtin_unreachable": _undefined("__builtin_unreachable reached"),
    UNKNOWN_FUNCTION: _undefined("call through an invalid function pointer"),
    ARGUMENTS_OF_MAIN: _arguments,
    "malloc": _malloc,
    "calloc": _calloc,
    "realloc": _realloc,
    **dict.fromkeys(("free", "cfree"), _free),
    "alloca": _alloca,
    BEGIN_OBJECT: _begin,
    END_OBJECT: _end,
    END_FRAME: _end_frame,
    "printf": _printf(None, 0, _formatter),
    "fprintf": _printf(0, 1, _formatter),
    "vprintf": _printf(None, 0, _list_formatter),
    "vfprintf": _printf(0, 1, _list_formatter),
    **dict.fromkeys(("dprintf", "vdprintf"), _refused),
    "sprintf": _sprintf,
    "snprintf": _snprintf,
    "vsprintf": lambda site: _sprintf(site, _list_formatter),
    "vsnprintf": lambda site: _snprintf(site, _list_formatter),
    "puts": _puts(None, b"\n"),
    "fputs": _puts(1, b""),
    **dict.fromkeys(("putchar", "putchar_unlocked"), _putchar(None)),
    **dict.fromkeys(("putc", "fputc"), _putchar(1)),
    "fwrite": _fwrite,
    **dict.fromkeys(("fflush", "perror", DISTURB), _nothing),
    **STRINGS,
    **MATHEMATICS,
}
