"""Allocations that cannot succeed give null, in every execution and every formula.

Comes in: a call of ``malloc``, ``calloc`` or ``realloc``. Goes out: edges. Where more bytes are
asked for than an object can have, or the product of ``calloc`` wraps, the result is null and
nothing happens; ``realloc`` of an object to no bytes frees it and gives null, as in glibc. All else
is the call itself, which is assumed to succeed: an assumption, listed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT
from maul.cfa import model
from maul.cfa.build.code import CodePoint
from maul.cfa.build.constants import convert
from maul.cfa.expressions import Binary, Constant
from maul.errors import Unsupported

if TYPE_CHECKING:
    from maul.c.source import Span
    from maul.cfa.build.code import Code
    from maul.cfa.expressions import Expression, Lvalue

MOST = {4: (1 << 31) - 1, 8: 1 << 46}
"""The most bytes that an allocation can have, by the size of pointers: PTRDIFF_MAX, and about what
the address space has room for."""

CHECKED = frozenset(("malloc", "calloc", "realloc"))
ALLOCATING = CHECKED | {"strdup", "strndup"}
ON_STACK = "what alloca and arrays of variable length take fits on the stack"


def never_fails(pointer_size: int) -> str:
    """What is assumed of allocations."""
    most = "2^31 - 1" if pointer_size == 4 else "2^46"
    return f"an allocation of up to {most} bytes never fails"


def emit_call(code: Code, operation: model.Call, span: Span) -> None:
    """The edges of a call of a library function."""
    if operation.function in ALLOCATING:
        code.whole.assume(never_fails(code.whole.program.model.pointer_size), span)
    elif operation.function == "alloca":
        code.whole.assume(ON_STACK, span)
    if operation.function in CHECKED:
        _allocate(code, operation, span)
    else:
        code.emit(operation, span)


def _allocate(code: Code, operation: model.Call, span: Span) -> None:
    """The edges of a call in CHECKED."""
    before, code.span = code.span, span
    end = CodePoint()
    sizes = operation.arguments[-2 if operation.function == "calloc" else -1 :]
    size_t = code.whole.program.model.size_t
    numbers = tuple(code.handy(convert(size_t, size)) for size in sizes)
    given = operation.arguments[: -len(numbers)]
    if given and operation.function == "realloc" and _value(numbers[0]) != 0:
        given = tuple(code.handy(each) for each in given)
    call = model.Call(operation.result, operation.function, (*given, *numbers))
    _refuse(code, numbers, call.result, end)
    if call.function == "realloc" and not _value(numbers[0]):
        _resize_to_nothing(code, call, end)
    code.emit(call)
    code.enter(end)
    code.span = before


def _value(number: Expression) -> int | None:
    return number.value if isinstance(number, Constant) and isinstance(number.value, int) else None


def _refuse(
    code: Code, numbers: tuple[Expression, ...], result: Lvalue | None, end: CodePoint
) -> None:
    """Give null where the product of the numbers is more than there can be."""
    most = MOST[code.whole.program.model.pointer_size]
    known = [value for number in numbers if (value := _value(number)) is not None]
    open_ = [number for number in numbers if _value(number) is None]
    factor = 1
    for value in known:
        factor *= value
    if not open_:
        if factor > most:
            _null(code, result, end)
    elif len(open_) == 1:
        if factor:
            _test(code, open_[0], Constant(open_[0].type, most // factor), result, end)
    else:
        count, size = open_
        fits, divides = CodePoint(), CodePoint()
        code.test(Binary(INT, "==", size, Constant(size.type, 0)), fits, divides)
        code.resume(divides)
        limit = Binary(size.type, "/", Constant(size.type, most), size)
        _test(code, count, limit, result, end)
        code.enter(fits)


def _test(
    code: Code, number: Expression, limit: Expression, result: Lvalue | None, end: CodePoint
) -> None:
    """Give null where a number is beyond a limit."""
    too_much, goes_on = CodePoint(), CodePoint()
    code.test(Binary(INT, ">", number, limit), too_much, goes_on)
    code.resume(too_much)
    _null(code, result, end)
    code.resume(goes_on)


def _null(code: Code, result: Lvalue | None, end: CodePoint) -> None:
    if result is not None:
        code.assign(result, convert(result.type, Constant(result.type, 0)))
    code.jump(end)


def _resize_to_nothing(code: Code, call: model.Call, end: CodePoint) -> None:
    """``realloc`` of an object to no bytes."""
    if "free" in code.whole.program.functions:
        raise Unsupported(code.span, "realloc in a program that defines free")
    pointer, size = call.arguments
    frees, goes_on = CodePoint(), CodePoint()
    if _value(size) is None:
        nothing = CodePoint()
        code.test(Binary(INT, "==", size, Constant(size.type, 0)), nothing, goes_on)
        code.resume(nothing)
    code.test(Binary(INT, "!=", pointer, Constant(pointer.type, 0)), frees, goes_on)
    code.resume(frees)
    code.emit(model.Call(None, "free", (pointer,)))
    _null(code, call.result, end)
    code.resume(goes_on)
