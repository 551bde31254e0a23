"""A graph that stands for two others, made of the objects that correspond: the second half of a
join. Values that differ become symbols, the same one for the same two values in the same copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Integer
from maul.domains.shape.compare.facts import fact_about, widened
from maul.domains.shape.compare.lookup import field_at, owner_of
from maul.domains.shape.compare.pieces import pieces
from maul.domains.shape.compare.twins import cell_fields, is_first, level_of
from maul.node import replace
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
    FunctionPointer,
    KnownNumber,
    MemoryRegion,
    Object,
    ObjectId,
    Segment,
    UnknownValue,
    Value,
)

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.domains.shape.compare.correspondence import Correspondence
    from maul.domains.shape.compare.twins import Depth, Shape, Twin

SIZE = Integer(64, signed=False)


class Product:
    """The objects, fields and facts of the results of a correspondence.

    ``is_possible`` is false when something differs for which there is no value.
    """

    def __init__(self, found: Correspondence) -> None:
        self.objects: dict[ObjectId, Object] = {}
        self.fields: dict[ObjectId, tuple[FieldValue, ...]] = {}
        self.facts: dict[ObjectId, Fact] = {}
        self.is_possible = True
        self._found = found
        self._next = found.next
        self._symbols: dict[tuple[ObjectId | None, Value | None, Value | None], UnknownValue] = {}
        for twin in found.twins.values():
            self._make(twin)
            if not self.is_possible:
                break

    # ---- objects -----------------------------------------------------------------------------

    def _make(self, twin: Twin) -> None:
        """Make the object that stands for two, or for one."""
        owner = twin.depth[-1].result if twin.depth else None
        one = None if twin.left is None else self._found.graphs[0].objects[twin.left]
        other = None if twin.right is None else self._found.graphs[1].objects[twin.right]
        known = one or other
        assert known is not None
        if twin.shape is None:
            assert isinstance(known, MemoryRegion)
            size = self._size(one, other, twin)
            self.objects[twin.result] = replace(known, size=size, owner=owner)
        else:
            shape = twin.shape
            least = 0 if twin.is_skipped else min(_least(each) for each in (one, other) if each)
            self.objects[twin.result] = Segment(
                shape.size, known.kind, shape.link, shape.head, shape.back, least, owner
            )
        fields = self._both(twin) if one is not None and other is not None else self._one(twin)
        if fields:
            self.fields[twin.result] = tuple(sorted(fields, key=_offset))

    def _size(
        self, one: Object | None, other: Object | None, twin: Twin
    ) -> KnownNumber | UnknownValue:
        """The size of a region."""
        if one is not None and other is not None:
            size = self.value(one.size, other.size, SIZE, twin.depth)
        else:
            known = one or other
            assert known is not None
            size = self._alone(known.size, twin.depth, 0 if other is None else 1)
        if isinstance(size, (KnownNumber, UnknownValue)):
            return size
        self.is_possible = False
        return KnownNumber(0)

    def _both(self, twin: Twin) -> list[FieldValue]:
        """The fields of which both objects say something."""
        assert twin.left is not None
        assert twin.right is not None
        left, right = self._found.graphs
        fields = [
            FieldValue(
                piece.offset,
                piece.size,
                piece.type,
                self.value(piece.left, piece.right, piece.type, twin.inside),
            )
            for piece in pieces(
                cell_fields(left, twin.left, twin.shape),
                cell_fields(right, twin.right, twin.shape),
            )
        ]
        is_row = twin.left == self._found.shared
        for offset in () if is_row else _links(twin.shape):
            one, other = field_at(left, twin.left, offset), field_at(right, twin.right, offset)
            if one is not None and other is not None:
                value = self.value(one.value, other.value, one.type, twin.depth)
                fields.append(FieldValue(one.offset, one.size, one.type, value))
        return fields

    def _one(self, twin: Twin) -> list[FieldValue]:
        """The fields of an object that is in one of the graphs only."""
        side = 0 if twin.right is None else 1
        number = twin.left if side == 0 else twin.right
        assert number is not None
        graph = self._found.graphs[side]
        fields: list[FieldValue] = []
        for field in cell_fields(graph, number, twin.shape):
            value = self._alone(field.value, twin.inside, side)
            fields.append(FieldValue(field.offset, field.size, field.type, value))
        for offset, end in zip(_links(twin.shape), (End.FIRST, End.LAST), strict=False):
            field_there = field_at(graph, number, offset)
            if field_there is not None:
                value = self._behind(twin, field_there, end, side)
                fields.append(
                    FieldValue(field_there.offset, field_there.size, field_there.type, value)
                )
        return fields

    def _behind(self, twin: Twin, field: FieldValue, end: End, side: int) -> Value:
        """Where cells that are in one graph only lead to; in the other graph, what is found in the
        place of their address."""
        number = (twin.left, twin.right)[side]
        there: set[Value] = set()
        for skip in self._found.skips.values():
            if skip.address.object == number and skip.is_left == (side == 0) and skip.end is end:
                pair = (field.value, skip.other) if side == 0 else (skip.other, field.value)
                there.add(self.value(*pair, field.type, twin.depth))
        if not there:
            return self._alone(field.value, twin.depth, side)
        self.is_possible &= len(there) == 1
        return there.pop()

    # ---- values ------------------------------------------------------------------------------

    def value(self, left: Value, right: Value, t: CType | None, depth: Depth) -> Value:
        """A value that stands for two values at some depth."""
        if isinstance(left, Address) and left == right and is_first(left, self._found.shared):
            return Address(self._found.becomes[0][left.object], left.offset, End.FIRST)
        skip = self._skipped(left, right)
        if skip is not None:
            return skip if self._is_visible(skip.object, depth) else self._fail()
        if isinstance(left, Address) and isinstance(right, Address):
            return self._address(left, right, depth)
        if left == right and isinstance(left, (KnownNumber, FunctionPointer)):
            return left
        return self._symbol(left, right, t, depth)

    def _skipped(self, left: Value, right: Value) -> Address | None:
        """The address of cells that one of the graphs does not have."""
        for is_left, value, other in ((True, left, right), (False, right, left)):
            if isinstance(value, Address):
                skip = self._found.skips.get((is_left, value, other))
                if skip is not None:
                    result = self._found.becomes[not is_left][value.object]
                    return Address(result, value.offset, skip.end)
        return None

    def _address(self, left: Address, right: Address, depth: Depth) -> Value:
        """The address of what two objects have become."""
        result = self._found.becomes[0].get(left.object)
        if result is None or result != self._found.becomes[1].get(right.object):
            return self._fail()
        if left.offset != right.offset or not self._is_visible(result, depth):
            return self._fail()
        ends = {left.end, right.end} - {End.WHOLE}
        twin = self._found.twins.get(result)
        if twin is None or twin.shape is None:
            return Address(result, left.offset, left.end) if len(ends) < 2 else self._fail()
        is_own = any(level.result == result for level in depth)
        end = (ends or {End.OWN}).pop()
        if ends or (end is End.OWN and not is_own):
            return self._fail()
        return Address(result, left.offset, end)

    def _is_visible(self, result: ObjectId, depth: Depth) -> bool:
        """Whether a result may be mentioned at a depth: its copies are made there or outside."""
        twin = self._found.twins.get(result)
        return twin is None or twin.depth == depth[: len(twin.depth)]

    def _symbol(self, left: Value, right: Value, t: CType | None, depth: Depth) -> Value:
        """A symbol for two values."""
        one, other = self._level(left, 0, depth), self._level(right, 1, depth)
        if one is None or other is None:
            return self._fail()
        level = max(one, other)
        if self._found.floor:
            if left == right and level < self._found.floor:
                return left
            level = max(level, self._found.floor)
        owner = depth[level - 1].result if level else None
        old = self._symbols.get((owner, left, right))
        if old is not None:
            return old
        graphs = self._found.graphs
        fact = widened(fact_about(left, graphs[0]), fact_about(right, graphs[1]), t, owner)
        return self._new((owner, left, right), fact)

    def _new(
        self, key: tuple[ObjectId | None, Value | None, Value | None], fact: Fact
    ) -> UnknownValue:
        """A new symbol."""
        symbol = self._symbols[key] = UnknownValue(self._next)
        self.facts[self._next] = fact
        self._next += 1
        return symbol

    def _level(self, value: Value, side: int, depth: Depth) -> int | None:
        """How deep a value of one of the graphs is made."""
        return level_of(owner_of(value, self._found.graphs[side]), side, depth)

    def _alone(self, value: Value, depth: Depth, side: int) -> Value:
        """A value that is in one of the graphs only."""
        match value:
            case KnownNumber() | FunctionPointer():
                return value
            case UnknownValue():
                level = self._level(value, side, depth)
                if level is None:
                    return self._fail()
                if level < self._found.floor:
                    return value
                owner = depth[level - 1].result if level else None
                key = (owner, value, None) if side == 0 else (owner, None, value)
                fact = self._found.graphs[side].facts.get(value.number, Fact())
                return self._symbols.get(key) or self._new(
                    key, Fact(fact.low, fact.high, fact.may_be_zero, owner)
                )
            case Address(object=target, offset=offset, end=end):
                result = self._found.becomes[side].get(target)
                if result is None or result < 0 or not self._is_visible(result, depth):
                    return self._fail()
                twin = self._found.twins.get(result)
                if twin is None or twin.shape is None or end is not End.WHOLE:
                    return Address(result, offset, end)
                is_own = any(level.result == result for level in depth)
                return Address(result, offset, End.OWN if is_own else End.FIRST)

    def _fail(self) -> Value:
        """There is no value."""
        self.is_possible = False
        return KnownNumber(0)


def are_ends_right(
    objects: dict[ObjectId, Object], fields: dict[ObjectId, tuple[FieldValue, ...]]
) -> bool:
    """Whether addresses of segments that can be empty mean something when they are."""
    for number, each in fields.items():
        for field in each:
            if not isinstance(field.value, Address) or field.value.end in (End.WHOLE, End.OWN):
                continue
            target = objects[field.value.object]
            if isinstance(target, Segment) and target.minimum == 0:
                if field.value.offset != target.head:
                    return False
                if field.value.end is End.LAST and target.back is None:
                    return False
                if number == field.value.object and field.offset in (target.link, target.back):
                    return False
                if _leads_back(field.value, objects, fields):
                    return False
    return True


def _leads_back(
    address: Address,
    objects: dict[ObjectId, Object],
    fields: dict[ObjectId, tuple[FieldValue, ...]],
) -> bool:
    """Whether what lies behind segments without cells is the first of these segments again."""
    value: Value = address
    seen: set[ObjectId] = set()
    while isinstance(value, Address) and value.end in (End.FIRST, End.LAST):
        found = objects[value.object]
        if not isinstance(found, Segment) or found.minimum > 0:
            return False
        if value.object in seen:
            return True
        seen.add(value.object)
        offset = found.link if value.end is End.FIRST else found.back
        value = next(
            (field.value for field in fields[value.object] if field.offset == offset),
            KnownNumber(0),
        )
    return False


def _links(shape: Shape | None) -> tuple[int | None, ...]:
    """The offsets of the fields that link cells."""
    return () if shape is None else (shape.link, shape.back)


def _least(found: Object) -> int:
    """How many cells an object is at least."""
    return found.minimum if isinstance(found, Segment) else 1


def _offset(field: FieldValue) -> int:
    """Where a field begins."""
    return field.offset
