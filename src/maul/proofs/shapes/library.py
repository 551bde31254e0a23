"""What calls of functions without a body do to a memory graph.

Comes in: a graph under change and a call. Goes out: the result, the graph changed; ``TrackLost``
names the functions of which nothing is known here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.library import (
    BEGIN_OBJECT,
    DESCRIBED,
    END_FRAME,
    END_OBJECT,
    INPUT,
    PRIMITIVE,
    WRITING_ANY,
    model,
)
from maul.proofs.shapes.cases import EndsHere, TrackLost, demand_cells
from maul.proofs.shapes.memory import ZERO
from maul.proofs.shapes.numbers import all_of
from maul.shapes.graph import Address, Kind, KnownNumber, MemoryRegion, ObjectId, UnknownValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.cfa.expressions import Expression
    from maul.cfa.model import Call
    from maul.proofs.shapes.cases import Found
    from maul.proofs.shapes.evaluate import GraphEvaluation
    from maul.proofs.shapes.numbers import Interval

Result: TypeAlias = "Found | None"
"""None is an arbitrary value."""

LARGEST = {4: (1 << 31) - 1, 8: 1 << 46}
"""Requests of so many bytes never fail, by assumption."""


def call(at: GraphEvaluation, operation: Call) -> Result:
    """Call a function without a body."""
    name = operation.function
    known = _FUNCTIONS.get(name)
    if known is not None:
        return known(at, operation.arguments)
    if not is_harmless(name):
        raise TrackLost(f"what {name} does is not known here")
    return None


def is_harmless(name: str) -> bool:
    """Whether nothing but the result of a function matters."""
    known = model(name)
    if known is None:
        return True  # it changes nothing but what the edges behind its call say
    if not known.returns:
        return True
    if name in _ALLOCATING:
        return False
    if known.kind in (INPUT, DESCRIBED):
        return True
    return known.kind == PRIMITIVE and not known.writes


_ALLOCATING = frozenset(("strdup", "strndup"))


def _size(at: GraphEvaluation, e: Expression) -> KnownNumber | UnknownValue:
    """A number of bytes."""
    value = at.plain(at.value(e))
    if not isinstance(value, KnownNumber | UnknownValue):
        return at.memory.any_of(e.type)
    if isinstance(value, UnknownValue):
        at.memory.bound(value, all_of(e.type))
    return value


def _may_fail(at: GraphEvaluation, size: Interval) -> bool:
    """Whether a request may fail, and does."""
    return size[1] > LARGEST[at.memory.pointer_size] and at.choices.among(2, _may_fail) == 1


def _malloc(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    size = _size(at, arguments[0])
    if _may_fail(at, at.memory.interval(size, arguments[0].type)):
        return ZERO
    return Address(at.memory.new(size, Kind.HEAP), 0)


def _calloc(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    memory, t = at.memory, arguments[0].type
    one, other = (memory.interval(_size(at, e), e.type) for e in arguments[:2])
    low, high = one[0] * other[0], one[1] * other[1]
    if _may_fail(at, (low, high)):
        return ZERO
    high = min(high, all_of(t)[1])
    if low > high:
        return ZERO  # more bytes than there are
    made = memory.new(memory.between(low, high), Kind.HEAP)
    if low == high:
        memory.write_zeros(made, 0, low)
    return Address(made, 0)


def _realloc(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    old, size = at.value(arguments[0]), _size(at, arguments[1])
    if at.is_set(old, arguments[0].type) is False:
        return _malloc(at, arguments[1:])
    number = _start(at, old, (Kind.HEAP,))
    before = at.memory.objects[number].size
    if not isinstance(size, KnownNumber) or not isinstance(before, KnownNumber):
        raise TrackLost("realloc to or from a size that is not known")
    if _may_fail(at, (size.value, size.value)):
        return ZERO
    if size.value == 0 and at.choices.among(2, _realloc) == 0:
        at.memory.end(number)
        return ZERO
    both = min(size.value, before.value)
    block = at.memory.block(number, 0, both)
    at.memory.end(number)
    made = at.memory.new(size, Kind.HEAP)
    at.memory.write_block(made, 0, both, block)
    return Address(made, 0)


def _free(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    pointer = at.value(arguments[0])
    if at.is_set(pointer, arguments[0].type) is not False:
        at.memory.end(_start(at, pointer, (Kind.HEAP,)))
    return None


def _start(at: GraphEvaluation, pointer: Found, kinds: tuple[Kind, ...]) -> ObjectId:
    """The live region of one of some kinds that a pointer leads to the start of."""
    if not isinstance(pointer, Address):
        raise TrackLost("the end of an object that is not known")
    demand_cells(at.memory, pointer)
    if pointer.offset != 0 or at.memory.objects[pointer.object].kind not in kinds:
        raise EndsHere
    found = at.spot(pointer, 0)
    assert found is not None
    return found.object


def _begin(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    return Address(at.memory.new(_size(at, arguments[0]), Kind.AUTOMATIC), 0)


def _automatic(at: GraphEvaluation, pointer: Found) -> ObjectId:
    """The live automatic object that a pointer leads to the start of."""
    if isinstance(pointer, Address) and pointer.offset == 0:
        made = at.memory.objects[pointer.object]
        if isinstance(made, MemoryRegion) and made.is_live and made.kind is Kind.AUTOMATIC:
            return pointer.object
    raise TrackLost("the end of what is no automatic object")


def _end(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    pointer = at.value(arguments[0])
    if at.is_set(pointer, arguments[0].type) is not False:
        at.memory.end(_automatic(at, pointer))
    return None


def _end_frame(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    first = _automatic(at, at.value(arguments[0]))
    made = at.memory.automatic
    for number in made[made.index(first) :]:
        at.memory.end(number)
    return None


def _copy(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    memory = at.memory
    to, source = at.value(arguments[0]), at.value(arguments[1])
    size = _size(at, arguments[2])
    if size == ZERO:
        return to
    if isinstance(size, UnknownValue):
        _forget(at, to, memory.interval(size, arguments[2].type))
        return to
    behind = at.spot(source, size.value)
    ahead = at.spot(to, size.value)
    if ahead is None:
        raise TrackLost("a copy to an unknown place")
    if behind is None or behind.low != behind.high or ahead.low != ahead.high:
        memory.forget(ahead.object, ahead.low, ahead.high - ahead.low + size.value)
        return to
    block = memory.block(behind.object, behind.low, size.value)
    memory.write_block(ahead.object, ahead.low, size.value, block)
    return to


def _copy_and_pass(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    to = _copy(at, arguments)
    size = _size(at, arguments[2])
    if to is None or not isinstance(size, KnownNumber):
        return None
    return at.moved(to, (size.value, size.value))


def _set(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    to, byte = at.value(arguments[0]), at.value(arguments[1])
    size = _size(at, arguments[2])
    if size == ZERO:
        return to
    if isinstance(size, KnownNumber) and isinstance(byte, KnownNumber) and byte.value % 256 == 0:
        ahead = at.spot(to, size.value)
        if ahead is not None and ahead.low == ahead.high:
            at.memory.write_zeros(ahead.object, ahead.low, size.value)
            return to
    _forget(at, to, at.memory.interval(size, arguments[2].type))
    return to


def _any_bytes(at: GraphEvaluation, arguments: tuple[Expression, ...]) -> Result:
    size = _size(at, arguments[1])
    if size != ZERO:
        _forget(at, at.value(arguments[0]), at.memory.interval(size, arguments[1].type))
    return None


def _forget(at: GraphEvaluation, start: Found, size: Interval) -> None:
    """Up to so many bytes get any values, as far as the object goes."""
    try:
        found = at.spot(start, 0 if size[0] == 0 else 1)
    except EndsHere:
        if size[0] == 0:  # then it goes on, and nothing is written
            return
        raise
    if found is None:
        raise TrackLost("bytes are written to an unknown place")
    at.memory.forget(found.object, found.low, found.high - found.low + size[1])


_FUNCTIONS: dict[str, Callable[[GraphEvaluation, tuple[Expression, ...]], Result]] = {
    "malloc": _malloc,
    "calloc": _calloc,
    "realloc": _realloc,
    **dict.fromkeys(("free", "cfree"), _free),
    **dict.fromkeys(("alloca", BEGIN_OBJECT), _begin),
    END_OBJECT: _end,
    END_FRAME: _end_frame,
    **dict.fromkeys(("memcpy", "memmove"), _copy),
    "mempcpy": _copy_and_pass,
    "memset": _set,
    **dict.fromkeys(WRITING_ANY, _any_bytes),
}
