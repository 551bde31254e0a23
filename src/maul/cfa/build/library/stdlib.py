"""Functions of the C library that are made of others: their edges call ``memcpy``, ``strlen``,
``malloc`` and the like.

Comes in: a request, that is the canonical name, the result type and the argument values. Goes out:
the value, after the edges. What C leaves open stays open: an allocation with an alignment that is
no power of two may fail or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, INT, Record
from maul.cfa import model
from maul.cfa.build.constants import NOTHING, binary, convert, number, pointed, wrapping, zero
from maul.cfa.build.library.described import arbitrary, errno, set_errno, when
from maul.cfa.build.library.formats import check_format
from maul.cfa.build.library.writer import Writer
from maul.cfa.expressions import Binary, Constant, Load, MemberOf, Overflows, PointerDifference
from maul.errors import Unsupported

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.build.code import Code, Whole
    from maul.cfa.build.library.requests import Handler, LoweredCall
    from maul.cfa.expressions import Expression, Place

EINVAL, ENOMEM = 22, 12


def _is_null(pointer: Expression) -> Expression:
    return Binary(INT, "==", pointer, zero(pointer.type))


def _is_set(pointer: Expression) -> Expression:
    return Binary(INT, "!=", pointer, zero(pointer.type))


# ---- blocks of bytes ----


def _bzero(code: Code, request: LoweredCall) -> Expression:
    w = Writer(code, request)
    start, size = w.argument(0, w.pointer), w.argument(1, w.size_t)
    w.do("memset", start, Constant(INT, 0), size)
    return NOTHING


def _bcopy(code: Code, request: LoweredCall) -> Expression:
    w = Writer(code, request)
    source, target, size = (
        w.argument(0, w.pointer),
        w.argument(1, w.pointer),
        w.argument(2, w.size_t),
    )
    w.do("memmove", target, source, size)
    return NOTHING


def _memccpy(code: Code, request: LoweredCall) -> Expression:
    """Copy up to a byte; null if it is not there."""
    w = Writer(code, request)
    target, source = w.argument(0, w.pointer), w.argument(1, w.pointer)
    byte, size = w.argument(2, INT), w.argument(3, w.size_t)
    result = w.place(w.pointer)
    found = w.call(w.pointer, "memchr", source, byte, size)

    def copy_all() -> None:
        w.do("memcpy", target, source, size)
        w.assign(result, zero(w.pointer))

    def copy_first() -> None:
        distance = PointerDifference(w.model.ptrdiff_t, found, source, 1)
        count = code.save(binary(w.size_t, "+", convert(w.size_t, distance), number(w.size_t, 1)))
        w.do("memcpy", target, source, count)
        w.assign(result, w.moved(target, count))

    w.either(_is_null(found), copy_all, copy_first)
    return w.load(result)


def _wide_copy(name: str) -> Handler:
    """``wmemcpy`` and ``wmemmove``."""

    def copy(code: Code, request: LoweredCall) -> Expression:
        w = Writer(code, request)
        target, source = w.argument(0, w.pointer), w.argument(1, w.pointer)
        count = wrapping(w.size_t, "*", w.argument(2, w.size_t), number(w.size_t, 4))
        w.do(name, target, source, count)
        return target

    return copy


# ---- texts ----


def _stpncpy(code: Code, request: LoweredCall) -> Expression:
    w = Writer(code, request)
    target, source, size = w.argument(0, w.text), w.argument(1, w.text), w.argument(2, w.size_t)
    length = w.call(w.size_t, "strnlen", source, size)
    w.do("strncpy", target, source, size)
    return w.moved(target, length)


def _strchrnul(code: Code, request: LoweredCall) -> Expression:
    w = Writer(code, request)
    text, character = w.argument(0, w.text), w.argument(1, INT)
    result = w.place(w.text)
    w.assign(result, w.call(w.text, "strchr", text, character))

    def take_end() -> None:
        w.assign(result, w.moved(text, w.call(w.size_t, "strlen", text)))

    when(code, _is_null(w.load(result)), take_end)
    return w.load(result)


def _strsep(code: Code, request: LoweredCall) -> Expression:
    """The text up to the next delimiter, which becomes its end."""
    w = Writer(code, request)
    where, delimiters = w.argument(0, w.model.pointer_to(w.text)), w.argument(1, w.text)
    start = code.save(Load(w.text, pointed(w.text, where)))

    def cut() -> None:
        end = w.call(w.text, "strpbrk", start, delimiters)

        def split() -> None:
            w.store(CHAR, end, Constant(CHAR, 0))
            w.store(w.text, where, w.moved(end, number(w.size_t, 1)))

        w.either(_is_set(end), split, lambda: w.store(w.text, where, zero(w.text)))

    when(code, _is_set(start), cut)
    return start


def kept_by_strtok(whole: Whole) -> Variable:
    """The object in which ``strtok`` keeps where it stopped."""
    return whole.library_object("strtok::rest", whole.program.model.pointer_to(CHAR))


def _strtok(code: Code, request: LoweredCall) -> Expression:
    """``strtok`` keeps in an object of the library what ``strtok_r`` keeps where it is told."""
    w = Writer(code, request)
    text, delimiters = w.argument(0, w.text), w.argument(1, w.text)
    if request.name == "strtok":
        hidden = code.whole.place(kept_by_strtok(code.whole))
        kept: Expression = code.whole.address(w.model.pointer_to(w.text), hidden)
    else:
        kept = w.argument(2, w.model.pointer_to(w.text))
    start, result = w.place(w.text), w.place(w.text)
    w.assign(start, text)
    rest = Load(w.text, pointed(w.text, kept))
    when(code, _is_null(w.load(start)), lambda: w.assign(start, rest))
    skipped = w.call(w.size_t, "strspn", w.load(start), delimiters)
    w.assign(start, w.moved(w.load(start), skipped))

    def take_token() -> None:
        end = code.save(
            w.moved(w.load(start), w.call(w.size_t, "strcspn", w.load(start), delimiters))
        )
        w.assign(result, w.load(start))

        def split() -> None:
            w.store(CHAR, end, Constant(CHAR, 0))
            w.store(w.text, kept, w.moved(end, number(w.size_t, 1)))

        w.either(_is_end(end), lambda: w.store(w.text, kept, end), split)

    def take_nothing() -> None:
        w.store(w.text, kept, w.load(start))
        w.assign(result, zero(w.text))

    w.either(_is_end(w.load(start)), take_nothing, take_token)
    return w.load(result)


def _is_end(pointer: Expression) -> Expression:
    """Whether a text ends where a pointer points to."""
    return Binary(INT, "==", Load(CHAR, pointed(CHAR, pointer)), number(CHAR, 0))


def _asprintf(code: Code, request: LoweredCall) -> Expression:
    """A text in new memory, formatted twice: to know its length, and to have it."""
    w = Writer(code, request)
    where = w.argument(0, w.model.pointer_to(w.text))
    rest = tuple(code.handy(each) for each in request.arguments[1:])
    check_format(code, request.name, rest, request.span)
    format_into = "vsnprintf" if request.name == "vasprintf" else "snprintf"
    length = w.place(INT)
    nowhere = zero(w.text), number(w.size_t, 0)
    w.assign(length, w.call(INT, format_into, *nowhere, *rest))

    def make() -> None:
        size = code.save(
            wrapping(w.size_t, "+", convert(w.size_t, w.load(length)), number(w.size_t, 1))
        )
        made = w.call(w.text, "malloc", size)

        def fill() -> None:
            w.assign(length, w.call(INT, format_into, made, size, *rest))
            w.store(w.text, where, made)

        w.either(_is_set(made), fill, lambda: w.assign(length, Constant(INT, -1)))

    when(code, Binary(INT, ">=", w.load(length), Constant(INT, 0)), make)

    def leave_open() -> None:
        code.emit(model.Havoc(pointed(w.text, where), f"written by {request.name}"), request.span)

    when(code, Binary(INT, "<", w.load(length), Constant(INT, 0)), leave_open)
    set_errno(code, request.span)
    return w.load(length)


# ---- allocation ----


def _aligned(at: int) -> Handler:
    """An allocation with an alignment; ``at`` is the argument that is its size."""

    def allocate(code: Code, request: LoweredCall) -> Expression:
        w = Writer(code, request)
        size = w.argument(at, w.size_t)
        result = w.place(w.pointer)
        w.assign(result, w.call(w.pointer, "malloc", size))
        if at:
            alignment = w.argument(0, w.size_t)
            when(code, _is_no_power(w, alignment), lambda: _maybe_null(w, result))
            when(code, _is_large(w, alignment), lambda: _maybe_null(w, result))
        set_errno(code, request.span)
        return w.load(result)

    return allocate


def _maybe_null(w: Writer, result: Place) -> None:
    fails = arbitrary(w.code, INT, f"whether {w.request.name} fails", w.request.span)
    when(
        w.code,
        Binary(INT, "!=", fails, Constant(INT, 0)),
        lambda: w.assign(result, zero(w.pointer)),
    )


LARGE = 1 << 24  # an alignment for which there need be no room


def _is_large(w: Writer, alignment: Expression) -> Expression:
    """Whether an object with an alignment need not fit anywhere."""
    return Binary(INT, ">", alignment, number(w.size_t, LARGE))


def _is_no_power(w: Writer, number_given: Expression) -> Expression:
    """Whether a number is no power of two."""
    one = number(w.size_t, 1)
    below = wrapping(w.size_t, "-", number_given, one)
    rest = binary(w.size_t, "&", number_given, below)
    is_one_bit = Binary(INT, "==", rest, number(w.size_t, 0))
    is_set = Binary(INT, "!=", number_given, number(w.size_t, 0))
    return Binary(INT, "==", Binary(INT, "&", is_one_bit, is_set), Constant(INT, 0))


def _posix_memalign(code: Code, request: LoweredCall) -> Expression:
    w = Writer(code, request)
    where = w.argument(0, w.model.pointer_to(w.pointer))
    alignment, size = w.argument(1, w.size_t), w.argument(2, w.size_t)
    result = w.place(INT)
    multiple = binary(w.size_t, "%", alignment, number(w.size_t, w.model.pointer_size))
    odd = Binary(INT, "!=", multiple, number(w.size_t, 0))

    def allocate() -> None:
        at = w.place(w.pointer)
        w.assign(at, w.call(w.pointer, "malloc", size))
        when(code, _is_large(w, alignment), lambda: _maybe_null(w, at))
        made = w.load(at)

        def give() -> None:
            w.store(w.pointer, where, made)
            w.assign(result, Constant(INT, 0))

        w.either(_is_set(made), give, lambda: w.assign(result, Constant(INT, ENOMEM)))

    wrong = Binary(INT, "|", odd, _is_no_power(w, alignment))
    is_wrong = Binary(INT, "!=", wrong, Constant(INT, 0))
    w.either(is_wrong, lambda: w.assign(result, Constant(INT, EINVAL)), allocate)
    set_errno(code, request.span)
    return w.load(result)


def _reallocarray(code: Code, request: LoweredCall) -> Expression:
    w = Writer(code, request)
    old = w.argument(0, w.pointer)
    count, size = w.argument(1, w.size_t), w.argument(2, w.size_t)
    result = w.place(w.pointer)
    product = wrapping(w.size_t, "*", count, size)
    w.either(
        Binary(INT, "!=", Overflows(INT, "*", count, size, w.size_t), Constant(INT, 0)),
        lambda: w.assign(result, zero(w.pointer)),
        lambda: w.assign(result, w.call(w.pointer, "realloc", old, code.save(product))),
    )
    set_errno(code, request.span)
    return w.load(result)


# ---- numbers ----


def _divide(code: Code, request: LoweredCall) -> Expression:
    """``div`` and its kin: quotient and remainder."""
    t = request.type
    fields = {field.name: field for field in t.fields} if isinstance(t, Record) else {}
    if not {"quot", "rem"} <= set(fields):
        raise Unsupported(request.span, f"{request.name} with another result than the library's")
    whole, part = (code.handy(argument) for argument in request.arguments[:2])
    result = code.whole.place(code.temporary(t))
    for name, operator in (("quot", "/"), ("rem", "%")):
        field = fields[name]
        left, right = convert(field.type, whole), convert(field.type, part)
        place = MemberOf(field.type, result, field)
        code.assign(place, Binary(field.type, operator, left, right), request.span)
    return code.whole.load(result.variable)


def _is_ascii(code: Code, request: LoweredCall) -> Expression:
    high = Binary(INT, "&", convert(INT, code.handy(request.arguments[0])), Constant(INT, ~0x7F))
    return Binary(INT, "==", high, Constant(INT, 0))


def _to_ascii(code: Code, request: LoweredCall) -> Expression:
    return Binary(INT, "&", convert(INT, code.handy(request.arguments[0])), Constant(INT, 0x7F))


def _rounding(_: Code, request: LoweredCall) -> Expression:
    """To nearest: nothing else can be asked for."""
    return zero(request.type)


def _errno_location(code: Code, _: LoweredCall) -> Expression:
    return code.whole.address(code.whole.program.model.pointer_to(INT), errno(code))


STDLIB: dict[str, Handler] = {
    **dict.fromkeys(("bzero", "explicit_bzero"), _bzero),
    "bcopy": _bcopy,
    "memccpy": _memccpy,
    "wmemcpy": _wide_copy("memcpy"),
    "wmemmove": _wide_copy("memmove"),
    "stpncpy": _stpncpy,
    "strchrnul": _strchrnul,
    "strsep": _strsep,
    **dict.fromkeys(("strtok", "strtok_r"), _strtok),
    **dict.fromkeys(("asprintf", "vasprintf"), _asprintf),
    **dict.fromkeys(("aligned_alloc", "memalign"), _aligned(1)),
    "valloc": _aligned(0),
    "posix_memalign": _posix_memalign,
    "reallocarray": _reallocarray,
    **dict.fromkeys(("div", "ldiv", "lldiv", "imaxdiv"), _divide),
    "isascii": _is_ascii,
    "toascii": _to_ascii,
    "fegetround": _rounding,
    "__errno_location": _errno_location,
}
