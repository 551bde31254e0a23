"""Calls of functions without a body, on a memory graph.

Comes in: a draft and a call. Goes out: the draft after the call. What a function may write that the
graph cannot follow is refused, with the name of the function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import VOID, Integer, Pointer, is_scalar, size_of
from maul.cfa.expressions import Convert, Deref, Place
from maul.cfa.library import (
    ARGUMENTS_OF_MAIN,
    BEGIN_OBJECT,
    DISTURB,
    END_FRAME,
    END_OBJECT,
    PRIMITIVE,
    WRITING_ANY,
    canonical,
    model,
)
from maul.domains.shape.addresses import least_size
from maul.domains.shape.cases import Stuck
from maul.domains.shape.conversions import convert
from maul.domains.shape.storing import find as find_place
from maul.domains.shape.storing import forget, store
from maul.domains.shape.values import ZERO
from maul.errors import Unsupported
from maul.shapes.graph import Address, Fact, Kind, KnownNumber, UnknownValue

if TYPE_CHECKING:
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Call
    from maul.domains.shape.addresses import Target
    from maul.domains.shape.evaluate import ShapeEvaluation
    from maul.shapes.graph import ObjectId, Value

Entry: TypeAlias = "Callable[[ShapeEvaluation, Call], Target | None]"

NON_NULL = Fact(may_be_zero=False)


def call(at: ShapeEvaluation, operation: Call) -> None:
    """What a call of a function without a body does. It gives any result unless said otherwise."""
    known, name = model(operation.function), canonical(operation.function)
    if known is not None and not known.returns:
        return
    if operation.result is not None and not isinstance(operation.result, Place):
        find_place(at, operation.result)  # splits the graph before it is changed
    found: Target | None = None
    if known is not None and known.kind == PRIMITIVE:
        entry = _ENTRIES.get(name)
        if entry is not None:
            found = entry(at, operation)
        elif known.writes:
            raise Unsupported(at.span, _refusal(operation.function))
    _store_result(at, operation, found)


def _refusal(function: str) -> str:
    """Why a call is refused."""
    if function == DISTURB:
        return "what functions without a body may change"
    return f"what {function} does to memory"


def _store_result(at: ShapeEvaluation, operation: Call, found: Target | None) -> None:
    """Store a result that is a pointer, or any value."""
    result = operation.result
    if result is None:
        return
    if found is None or not is_scalar(result.type):
        forget(at, result)
        return
    pointer = Pointer(VOID, at.pointer_size)
    store(at, result, at.kept(convert(at, found, pointer, result.type)))


# ---- objects that begin ----


def _size(at: ShapeEvaluation, e: Expression) -> KnownNumber | UnknownValue:
    """A number of bytes."""
    size_t = Integer(8 * at.pointer_size, signed=False)
    found = at.value(e if e.type == size_t else Convert(size_t, e))
    return found if isinstance(found, (KnownNumber, UnknownValue)) else at.draft.any_value(size_t)


def _malloc(at: ShapeEvaluation, operation: Call) -> Target:
    size = _size(at, operation.arguments[0])
    return Address(at.draft.new_region(size, Kind.HEAP), 0)


def _calloc(at: ShapeEvaluation, operation: Call) -> Target:
    """A new object that is zero; of one whose size is not known nothing is said."""
    number, size = (_size(at, argument) for argument in operation.arguments[:2])
    if isinstance(number, KnownNumber) and isinstance(size, KnownNumber):
        total = number.value * size.value
        made = at.draft.new_region(KnownNumber(total), Kind.HEAP)
        at.draft.zero(made, 0, total)
        return Address(made, 0)
    match number, size:
        case (KnownNumber(1), other) | (other, KnownNumber(1)):
            total_size = other
        case _:
            total_size = at.draft.any_value(Integer(8 * at.pointer_size, signed=False))
    return Address(at.draft.new_region(total_size, Kind.HEAP), 0)


def _duplicate(at: ShapeEvaluation, operation: Call) -> Target:
    """A new text of any length."""
    del operation
    largest = (1 << (8 * at.pointer_size)) - 1
    size = at.draft.symbol(Fact(1, largest, may_be_zero=False))
    return Address(at.draft.new_region(size, Kind.HEAP), 0)


def _automatic(at: ShapeEvaluation, operation: Call) -> Target:
    size = _size(at, operation.arguments[0])
    return Address(at.draft.new_region(size, Kind.AUTOMATIC), 0)


def _realloc(at: ShapeEvaluation, operation: Call) -> Target:
    """A new object with the contents of the old one, as far as both reach for certain."""
    old, size = at.target(operation.arguments[0]), _size(at, operation.arguments[1])
    if old == ZERO:
        return Address(at.draft.new_region(size, Kind.HEAP), 0)
    number = _whole_object(at, operation, old, Kind.HEAP)
    least = size.value if isinstance(size, KnownNumber) else max(at.draft.fact(size).low or 0, 0)
    kept = min(least_size(at.draft, number), least)
    block = at.draft.block(number, 0, kept)
    made = at.draft.new_region(size, Kind.HEAP)
    at.draft.write_block(made, 0, kept, block)
    at.draft.end(number)
    return Address(made, 0)


# ---- objects that end ----


def _whole_object(at: ShapeEvaluation, operation: Call, pointer: Target, kind: Kind) -> ObjectId:
    """The live region that a pointer is the start of; nothing else can be ended."""
    place = Deref(VOID, operation.arguments[0])
    number, _, _ = at.reach(pointer, 0, place)
    if not isinstance(pointer, Address):
        raise Unsupported(at.span, _refusal(operation.function))
    if pointer.offset != 0 or at.draft.objects[number].kind is not kind:
        raise Stuck
    return number


def _free(at: ShapeEvaluation, operation: Call) -> None:
    pointer = at.target(operation.arguments[0])
    if pointer != ZERO:
        at.draft.end(_whole_object(at, operation, pointer, Kind.HEAP))


def _end_object(at: ShapeEvaluation, operation: Call) -> None:
    pointer = at.target(operation.arguments[0])
    if pointer != ZERO:
        at.draft.end(_whole_object(at, operation, pointer, Kind.AUTOMATIC))


def _end_frame(at: ShapeEvaluation, operation: Call) -> None:
    """End an automatic object and all that were made later."""
    pointer = at.target(operation.arguments[0])
    first = _whole_object(at, operation, pointer, Kind.AUTOMATIC)
    objects = at.draft.automatic
    for number in objects[objects.index(first) :]:
        at.draft.end(number)


# ---- bytes ----


def _count(at: ShapeEvaluation, e: Expression) -> tuple[int, int]:
    """Bounds of a number of bytes, either zero or more than zero: of no bytes nothing is asked."""
    low, high = at.bounds_of_value(_size(at, e), _size_type(at))
    if low > 0 or high == 0:
        return low, high
    return (1, high) if at.cases.choose(e, 0, 1) else (0, 0)


def _bytes(
    at: ShapeEvaluation, operation: Call, which: int, least: int
) -> tuple[ObjectId, int, int]:
    """The bytes that an argument points to, ``least`` of which are touched."""
    pointer = operation.arguments[which]
    return at.reach(at.target(pointer), least, Deref(VOID, pointer))


def _copy(at: ShapeEvaluation, operation: Call) -> Target:
    """``memcpy`` and ``memmove``."""
    to = at.target(operation.arguments[0])
    low, high = _count(at, operation.arguments[2])
    if high == 0:
        return to
    target = _bytes(at, operation, 0, low)
    source = _bytes(at, operation, 1, low)
    is_known = low == high and target[1] == target[2] and source[1] == source[2]
    if is_known:
        block = at.draft.block(source[0], source[1], low)
        at.draft.write_block(target[0], target[1], low, block)
    else:
        at.draft.forget(target[0], target[1], target[2] - target[1] + high)
    return to


def _copy_and_move(at: ShapeEvaluation, operation: Call) -> Target:
    """``mempcpy``: the address behind what was copied."""
    to = _copy(at, operation)
    size = _size(at, operation.arguments[2])
    if isinstance(to, Address) and isinstance(size, KnownNumber):
        return Address(to.object, to.offset + size.value, to.end)
    return at.draft.symbol()


def _set(at: ShapeEvaluation, operation: Call) -> Target:
    """``memset``: of bytes other than zero nothing is said."""
    to, byte = at.target(operation.arguments[0]), at.value(operation.arguments[1])
    low, high = _count(at, operation.arguments[2])
    if high == 0:
        return to
    number, first, last = _bytes(at, operation, 0, low)
    is_zero = isinstance(byte, KnownNumber) and byte.value % 256 == 0
    if is_zero and low == high and first == last:
        at.draft.zero(number, first, low)
    else:
        at.draft.forget(number, first, last - first + high)
    return to


def _write_any(at: ShapeEvaluation, operation: Call) -> None:
    """Any bytes, as many as the second argument says, but none behind the object."""
    _, high = _count(at, operation.arguments[1])
    if high > 0:
        number, first, last = _bytes(at, operation, 0, 1)
        at.draft.forget(number, first, last - first + high)


def _write_text(at: ShapeEvaluation, operation: Call) -> None:
    """Any bytes from where the first argument points."""
    number, first, _ = _bytes(at, operation, 0, 1)
    at.draft.forget(number, first, 1 << (8 * at.pointer_size))


def _copy_text(at: ShapeEvaluation, operation: Call) -> Target:
    """As ``_write_text``; the result is the first argument."""
    to = at.target(operation.arguments[0])
    _write_text(at, operation)
    return to


def _write_counted(at: ShapeEvaluation, operation: Call) -> None:
    """As ``_write_text``, for ``snprintf``: where there is no room nothing is written."""
    if _count(at, operation.arguments[1])[1] > 0:
        _write_text(at, operation)


def _copy_counted(at: ShapeEvaluation, operation: Call) -> Target:
    """As ``_copy_text``, for ``strncpy``: no characters need no room."""
    if _count(at, operation.arguments[2])[1] > 0:
        return _copy_text(at, operation)
    return at.target(operation.arguments[0])


def _write_second(at: ShapeEvaluation, operation: Call) -> None:
    """``modf`` and ``frexp`` store one number where the second argument points."""
    pointer = operation.arguments[1].type
    assert isinstance(pointer, Pointer)
    size = size_of(pointer.target)
    number, first, last = _bytes(at, operation, 1, size)
    at.draft.forget(number, first, last - first + size)


def _arguments_of_main(at: ShapeEvaluation, operation: Call) -> Value:
    del operation
    return at.draft.symbol(NON_NULL)


def _size_type(at: ShapeEvaluation) -> Integer:
    return Integer(8 * at.pointer_size, signed=False)


_ENTRIES: dict[str, Entry] = {
    "malloc": _malloc,
    "calloc": _calloc,
    **dict.fromkeys(("strdup", "strndup"), _duplicate),
    "realloc": _realloc,
    **dict.fromkeys(("alloca", BEGIN_OBJECT), _automatic),
    **dict.fromkeys(("free", "cfree"), _free),
    END_OBJECT: _end_object,
    END_FRAME: _end_frame,
    **dict.fromkeys(("memcpy", "memmove"), _copy),
    "mempcpy": _copy_and_move,
    "memset": _set,
    **dict.fromkeys(WRITING_ANY, _write_any),
    **dict.fromkeys(("strcpy", "strcat", "strncat"), _copy_text),
    "strncpy": _copy_counted,
    **dict.fromkeys(("stpcpy", "sprintf", "vsprintf"), _write_text),
    **dict.fromkeys(("snprintf", "vsnprintf"), _write_counted),
    **{f"{name}{suffix}": _write_second for name in ("modf", "frexp") for suffix in ("", "f", "l")},
    ARGUMENTS_OF_MAIN: _arguments_of_main,
}
