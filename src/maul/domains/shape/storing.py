"""Storing values in a memory graph: scalars, and blocks of bytes such as records.

Comes in: a place and what it gets. Goes out: the draft, changed. The place is found before anything
is changed, so that the graph can still be split.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import ArrayType, Integer, is_scalar, known_size, size_of
from maul.cfa.expressions import Bytes, Load, MemberOf, Place, Zero
from maul.cfa.render import expression_text
from maul.domains.shape.conversions import convert
from maul.domains.shape.evaluate import bit_field_bytes
from maul.domains.shape.values import ZERO, byte_block
from maul.errors import Unsupported
from maul.node import value
from maul.shapes.graph import FieldValue, KnownNumber

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.expressions import Expression, Lvalue
    from maul.domains.shape.evaluate import ShapeEvaluation
    from maul.shapes.graph import ObjectId, Value

MANY = 32  # elements of a table of which none is kept


@value
class ValueBlock:
    """The value of a record or an array: ``size`` bytes and what is known of them."""

    size: int
    fields: tuple[FieldValue, ...]


@value
class StoragePlace:
    """Bytes of a region: from an offset between ``low`` and ``high`` on."""

    object: ObjectId
    low: int
    high: int


def evaluated(at: ShapeEvaluation, e: Expression) -> Value | ValueBlock:
    """The value of an expression of any type."""
    if is_scalar(e.type):
        return at.value(e)
    size = at.size(e.type)
    match e:
        case Zero():
            return ValueBlock(size, (FieldValue(0, size, byte_block(size), ZERO),) if size else ())
        case Bytes():
            return ValueBlock(size, _elements(e))
        case Load() if size == 0:
            return ValueBlock(0, ())
        case Load(place=place):
            spot = find(at, place)
            if spot.low == spot.high:
                return ValueBlock(size, at.draft.block(spot.object, spot.low, size))
            return ValueBlock(size, ())
    raise Unsupported(at.span, f"the value of `{expression_text(e)}`")


def _elements(e: Bytes) -> tuple[FieldValue, ...]:
    """The numbers in a table, and the zeros behind them."""
    data = e.data.rstrip(b"\0")
    match e.type:
        case ArrayType(element=Integer(signed=signed) as element):
            step = size_of(element)
        case _:
            return ()
    count = -(-len(data) // step)
    if count > MANY:
        return ()
    found = [
        FieldValue(
            at,
            step,
            element,
            KnownNumber(int.from_bytes(e.data[at : at + step], "little", signed=signed)),
        )
        for at in range(0, count * step, step)
    ]
    rest = len(e.data) - count * step
    if rest > 0:
        found.append(FieldValue(count * step, rest, byte_block(rest), ZERO))
    return tuple(found)


def _words(data: bytes, step: int, count: int) -> Iterator[tuple[int, bytes]]:
    """The first words of a table, and where they are."""
    return ((at, data[at : at + step]) for at in range(0, count * step, step))


def find(at: ShapeEvaluation, place: Lvalue) -> StoragePlace:
    """Where a place is; of a bit-field the bytes that hold its bits."""
    if isinstance(place, Place):
        return StoragePlace(at.variable(place.variable), 0, 0)
    if isinstance(place, MemberOf) and place.field.width is not None:
        size = bit_field_bytes(place)
    else:
        size = at.size(place.type)
    return StoragePlace(*at.reach(at.address(place), size, place))


def store(at: ShapeEvaluation, place: Lvalue, what: Value | ValueBlock) -> None:
    """Store a value; a record without members has no bytes, and may be stored nowhere."""
    if not isinstance(what, ValueBlock) or what.size > 0:
        put(at, place, find(at, place), what)


def put(at: ShapeEvaluation, place: Lvalue, spot: StoragePlace, what: Value | ValueBlock) -> None:
    """Store a value where a place was found to be."""
    if isinstance(what, ValueBlock):
        if spot.low == spot.high:
            at.draft.write_block(spot.object, spot.low, what.size, what.fields)
        else:
            at.draft.forget(spot.object, spot.low, spot.high - spot.low + what.size)
    elif isinstance(place, MemberOf) and place.field.width is not None:
        at.draft.forget(spot.object, spot.low, spot.high - spot.low + bit_field_bytes(place))
    elif spot.low == spot.high:
        at.draft.write(spot.object, spot.low, place.type, what)
    else:
        size = size_of(place.type)
        at.draft.forget(spot.object, spot.low, spot.high - spot.low + size)


def forget(at: ShapeEvaluation, place: Lvalue) -> None:
    """Let a place hold anything."""
    if isinstance(place, Place) and known_size(at.instance(place.variable).type) is None:
        return  # no name for it leads into the graph: whoever looks at it is refused
    spot = find(at, place)
    if isinstance(place, MemberOf) and place.field.width is not None:
        size = bit_field_bytes(place)
    else:
        size = size_of(place.type)
    at.draft.forget(spot.object, spot.low, spot.high - spot.low + size)


def converted(
    at: ShapeEvaluation, what: Value | ValueBlock, old: Expression, place: Lvalue
) -> Value | ValueBlock:
    """A value in the type of the place that it is stored in."""
    if isinstance(what, ValueBlock) or not is_scalar(place.type):
        if isinstance(what, ValueBlock) and what.size == known_size(place.type):
            return what
        raise Unsupported(at.span, f"`{expression_text(old)}` as a value of another type")
    found = convert(at, what, old.type, place.type)
    return at.kept(found)
