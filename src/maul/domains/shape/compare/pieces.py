"""Two objects field by field: what both say of the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Floating, Pointer, Record
from maul.domains.shape.values import ZERO, byte_block, is_block, same_type
from maul.node import value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c.ctype import CType
    from maul.shapes.graph import FieldValue, Value


@value
class CommonField:
    """Bytes of which two objects say something."""

    offset: int
    size: int
    type: CType
    left: Value
    right: Value


def value_at(fields: Sequence[FieldValue], wanted: FieldValue) -> Value | None:
    """What fields say of the bytes of another field, read as its type; None if nothing."""
    for field in fields:
        if field.offset + field.size <= wanted.offset:
            continue
        if (
            field.offset == wanted.offset
            and field.size == wanted.size
            and same_type(field.type, wanted.type)
        ):
            return field.value
        break
    return ZERO if _are_zero(fields, wanted) else None


def pieces(left: Sequence[FieldValue], right: Sequence[FieldValue]) -> Iterator[CommonField]:
    """The bytes of which both say something, in the order of their offsets."""
    found: dict[int, CommonField] = {}
    for field in left:
        other = value_at(right, field)
        if other is not None:
            found[field.offset] = CommonField(
                field.offset, field.size, field.type, field.value, other
            )
    for field in right:
        other = value_at(left, field)
        if other is not None and field.offset not in found:
            found[field.offset] = CommonField(
                field.offset, field.size, field.type, other, field.value
            )
    for piece in _common_zeros(left, right):
        found.setdefault(piece.offset, piece)
    end = 0
    for _, piece in sorted(found.items()):
        if piece.offset >= end:
            yield piece
            end = piece.offset + piece.size


def are_alike(left: Sequence[FieldValue], right: Sequence[FieldValue]) -> bool:
    """Whether two objects can be cells of one list: where one has a pointer, the other has one,
    too, and they do not lead to different records."""
    types = {field.offset: field.type for field in right if not is_block(field.type)}
    for field in left:
        one, other = field.type, types.get(field.offset)
        if other is None or is_block(one):
            continue
        if isinstance(one, Pointer) is not isinstance(other, Pointer):
            return False
        if isinstance(one, Pointer) and isinstance(other, Pointer):
            targets = one.target, other.target
            if all(isinstance(each, Record) for each in targets) and targets[0] is not targets[1]:
                return False
    return True


def _common_zeros(left: Sequence[FieldValue], right: Sequence[FieldValue]) -> Iterator[CommonField]:
    """Where blocks of zero bytes overlap."""
    for one in left:
        for other in right:
            start = max(one.offset, other.offset)
            size = min(one.offset + one.size, other.offset + other.size) - start
            if size > 0 and _is_zero_block(one) and _is_zero_block(other):
                yield CommonField(start, size, byte_block(size), ZERO, ZERO)


def _is_zero_block(field: FieldValue) -> bool:
    """Whether a field says that bytes are zero, whatever is in them."""
    return field.value == ZERO and is_block(field.type)


def _are_zero(fields: Sequence[FieldValue], wanted: FieldValue) -> bool:
    """Whether fields say that all bytes of another one are zero, and there is a number for it."""
    if isinstance(wanted.type, Floating):
        return False
    at = wanted.offset
    for field in fields:
        if field.offset <= at < field.offset + field.size and field.value == ZERO:
            at = field.offset + field.size
    return at >= wanted.offset + wanted.size
