"""Which objects of two graphs correspond to each other, and to which object of a third graph that
stands for both: the first half of a join [Dudka13, section 5].

Both graphs are followed at the same time, from values that correspond on. Two addresses make their
objects correspond, one to one. A region corresponds to a segment of which it may be the only cell.
A segment, or a region that looks like a cell, may also correspond to nothing: in the other graph it
has no cells, and the other value is what lies behind it. Where there is a choice, the ways are
tried in turn, a limited number of times.

Depths say in whose copies we are. Of two objects, one of which is owned by a segment and the other
by nobody, the latter is taken to be owned by the only cell there is, a region.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.shape.compare.lookup import field_at, live_on_heap
from maul.domains.shape.compare.pieces import are_alike, pieces
from maul.domains.shape.compare.twins import (
    Depth,
    Level,
    Pairing,
    Shape,
    Skip,
    Twin,
    are_corresponding,
    cell_fields,
    is_first,
    is_same_pointer,
    level_of,
    looks_like,
    shape_of,
)
from maul.shapes.graph import (
    Address,
    End,
    Kind,
    KnownNumber,
    MemoryRegion,
    ObjectId,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from maul.domains.shape.precision import ShapePrecision
    from maul.shapes.graph import FieldValue

ATTEMPTS = 200  # choices that are tried


class Correspondence:
    """Objects of two graphs that correspond so far. ``left`` and ``right`` say what an object
    becomes, ``twins`` what that stands for. Objects at a depth of less than ``floor`` are not made.
    """

    def __init__(
        self,
        left: ShapeGraph,
        right: ShapeGraph,
        precision: ShapePrecision,
        shapes: Collection[Shape],
    ) -> None:
        self.graphs = (left, right)
        self.precision = precision
        self.shapes = shapes
        self.becomes: tuple[dict[ObjectId, ObjectId], dict[ObjectId, ObjectId]] = ({}, {})
        self.twins: dict[ObjectId, Twin] = {}
        self.skips: dict[tuple[bool, Value, Value], Skip] = {}
        self.waiting: list[Pairing] = []
        self.floor = 0
        self.shared: ObjectId | None = None  # the first cell of a row that becomes a segment
        self.attempts = [ATTEMPTS]
        self.next = 1

    def branch(self) -> Correspondence:
        """The same once more, to try something. The attempts are counted together."""
        other = Correspondence(*self.graphs, self.precision, self.shapes)
        other.becomes = (dict(self.becomes[0]), dict(self.becomes[1]))
        other.twins, other.skips = dict(self.twins), dict(self.skips)
        other.waiting, other.floor, other.next = list(self.waiting), self.floor, self.next
        other.shared, other.attempts = self.shared, self.attempts
        return other

    def solved(self) -> Correspondence | None:
        """All that corresponds, when everything that is asked does."""
        current = self
        while current.waiting:
            ways = current._ways(current.waiting.pop(0))
            if ways is None:
                continue
            if len(ways) == 1:
                current = ways[0]
                continue
            for way in ways:
                if self.attempts[0] == 0:
                    return None
                self.attempts[0] -= 1
                found = way.solved()
                if found is not None:
                    return found
            return None
        return current if current.closes() else None

    # ---- questions ---------------------------------------------------------------------------

    def _ways(self, question: Pairing) -> Sequence[Correspondence] | None:
        """What can be done for two values to correspond; None if they do already."""
        left, right = question.left, question.right
        if (True, left, right) in self.skips or (False, right, left) in self.skips:
            return None
        if isinstance(left, Address) and isinstance(right, Address):
            if left == right and is_first(left, self.shared):
                return None
            one, other = self.becomes[0].get(left.object), self.becomes[1].get(right.object)
            if one is not None and one == other:
                return None if left.offset == right.offset else ()
            return tuple(self._choices(question, left, right, one, other))
        if isinstance(left, Address):
            return self._one_address(question, left, right, is_left=True)
        if isinstance(right, Address):
            return self._one_address(question, right, left, is_left=False)
        return None if are_corresponding(left, right, question) else ()

    def _choices(
        self,
        question: Pairing,
        left: Address,
        right: Address,
        one: ObjectId | None,
        other: ObjectId | None,
    ) -> Iterator[Correspondence]:
        """Ways for two addresses to correspond that do not yet."""
        if one is None and other is None and left.offset == right.offset:
            can_skip = self._can_skip(left, 0) or self._can_skip(right, 1)
            way = self.branch() if can_skip else self
            if way.pair(left.object, right.object, question.depth):
                yield way
        if one is None or self._is_skipped(one):
            yield from self._skipping(question, left, right, is_left=True)
        if other is None or self._is_skipped(other):
            yield from self._skipping(question, right, left, is_left=False)

    def _one_address(
        self, question: Pairing, address: Address, other: Value, *, is_left: bool
    ) -> Sequence[Correspondence] | None:
        """Ways for an address and another value to correspond. A value that is not known does;
        the object must be found elsewhere."""
        found = self.becomes[not is_left].get(address.object)
        if isinstance(other, UnknownValue) and not (found is not None and self._is_skipped(found)):
            return None
        if found is None or self._is_skipped(found):
            return tuple(self._skipping(question, address, other, is_left=is_left))
        return ()

    def _is_skipped(self, result: ObjectId) -> bool:
        """Whether an object has no cells in one of the graphs."""
        return result in self.twins and self.twins[result].is_skipped

    # ---- pairs -------------------------------------------------------------------------------

    def pair(self, left: ObjectId, right: ObjectId, depth: Depth = ()) -> bool:
        """Let two objects correspond; their fields remain to be looked at."""
        one, other = self.graphs[0].objects[left], self.graphs[1].objects[right]
        shape: Shape | None = None
        if isinstance(one, MemoryRegion) and isinstance(other, MemoryRegion):
            sizes = {type(one.size), type(other.size)}
            if one.is_live is not other.is_live or (
                sizes == {KnownNumber} and one.size != other.size
            ):
                return False
        else:
            shape = self._common_shape(left, right)
            if shape is None:
                return False
        home = self._home(left, right, depth)
        if one.kind is not other.kind or home is None:
            return False
        twin = Twin(self._fresh(), left, right, shape, home)
        self.twins[twin.result] = twin
        self.becomes[0][left] = self.becomes[1][right] = twin.result
        return self.ask_contents(twin) and (shape is None or self._ask_links(twin, shape))

    def _common_shape(self, left: ObjectId, right: ObjectId) -> Shape | None:
        """The shape of a segment that stands for two objects, one of which is a segment."""
        shapes: list[Shape] = []
        for graph, number in zip(self.graphs, (left, right), strict=True):
            found = graph.objects[number]
            if isinstance(found, Segment):
                shapes.append(shape_of(found))
        first, last = shapes[0], shapes[-1]
        if (first.size, first.link, first.head) != (last.size, last.link, last.head):
            return None
        back = first.back if first.back == last.back else None
        if None not in (first.back, last.back) and first.back != last.back:
            return None
        shape = Shape(first.size, first.link, first.head, back)
        if looks_like(self.graphs[0], left, shape) and looks_like(self.graphs[1], right, shape):
            return shape
        return None

    def ask_contents(self, twin: Twin) -> bool:
        """Ask whether the fields of two objects correspond, but for those that link cells."""
        assert twin.left is not None
        assert twin.right is not None
        exact = self._is_exact(twin.left)
        fields = [
            cell_fields(graph, number, twin.shape)
            for graph, number in zip(self.graphs, (twin.left, twin.right), strict=True)
        ]
        if twin.shape is not None and not are_alike(*fields):
            return False
        for piece in pieces(*fields):
            self.waiting.append(Pairing(piece.left, piece.right, piece.type, exact, twin.inside))
        return True

    def _ask_links(self, twin: Twin, shape: Shape) -> bool:
        """Ask whether the fields that link cells correspond."""
        assert twin.left is not None
        assert twin.right is not None
        for offset in (shape.link, shape.back):
            one = field_at(self.graphs[0], twin.left, offset)
            other = field_at(self.graphs[1], twin.right, offset)
            if offset is None:
                continue
            if one is None or other is None or not are_alike((one,), (other,)):
                return False
            question = Pairing(one.value, other.value, one.type, False, twin.depth)  # noqa: FBT003
            self.waiting.append(question)
        return True

    def _is_exact(self, left: ObjectId) -> bool:
        """Whether different numbers in an object are kept apart."""
        if self.graphs[0].objects[left].kind is Kind.VARIABLE:
            return any(
                self.graphs[0].variables.get(variable) == left
                for variable in self.precision.numbers
            )
        return self.precision.data

    # ---- depths ------------------------------------------------------------------------------

    def _home(self, left: ObjectId | None, right: ObjectId | None, depth: Depth) -> Depth | None:
        """In whose copies objects that correspond are made; None if that cannot be."""
        levels: list[int] = []
        numbers = (left, right)
        for side, number in enumerate(numbers):
            if number is None:
                levels.append(0)
                continue
            level = level_of(self.graphs[side].objects[number].owner, side, depth)
            if level is None:
                return None
            levels.append(level)
        home = max(*levels, self.floor)
        if None in numbers:
            side = numbers.index(None) ^ 1
            while home < len(depth) and self._is_single(depth[home], side):
                home += 1
        for side, number in enumerate(numbers):
            if number is not None and not all(
                self._is_single(level, side) for level in depth[levels[side] : home]
            ):
                return None
        return depth[:home]

    def _is_single(self, level: Level, side: int) -> bool:
        """Whether there is exactly one cell of a level in a graph, a region."""
        number = (level.left, level.right)[side]
        return number is not None and isinstance(self.graphs[side].objects[number], MemoryRegion)

    def _fresh(self) -> ObjectId:
        """A number for a result."""
        self.next += 1
        return self.next - 1

    # ---- objects without a counterpart ---------------------------------------------------------

    def _skipping(
        self, question: Pairing, address: Address, other: Value, *, is_left: bool
    ) -> Iterator[Correspondence]:
        """Ways to say that the object of an address has no cells in the other graph. Objects of
        both graphs in a row that have none in the other one would rather correspond."""
        side = 0 if is_left else 1
        if not self.precision.empties or question.behind == 1 - side:
            return
        known = (is_left, address, other)
        for shape in self._shapes_of(address.object, side):
            link = field_at(self.graphs[side], address.object, shape.link)
            if address.offset != shape.head or not is_same_pointer(link, question.type):
                continue
            ends = (End.FIRST, End.LAST) if address.end is End.WHOLE else (address.end,)
            for end in ends:
                offset = shape.link if end is End.FIRST else shape.back
                beyond = field_at(self.graphs[not is_left], address.object, offset)
                if beyond is None or end is End.OWN:
                    continue
                way = self.branch()
                twin = way._skip(address.object, shape, question.depth, is_left=is_left)  # noqa: SLF001
                if twin is None:
                    continue
                way.skips[known] = Skip(is_left, address, other, end)
                pair = (beyond.value, other) if is_left else (other, beyond.value)
                way.waiting.insert(0, Pairing(*pair, beyond.type, False, twin.depth, side))  # noqa: FBT003
                yield way

    def _can_skip(self, address: Address, side: int) -> bool:
        """Whether an object may be said to have no cells in the other graph."""
        return self.precision.empties and any(
            shape.head == address.offset for shape in self._shapes_of(address.object, side)
        )

    def _shapes_of(self, number: ObjectId, side: int) -> Iterator[Shape]:
        """The shapes by which an object can be taken for cells of a list."""
        result = self.becomes[side].get(number)
        found = self.graphs[side].objects[number]
        if result is not None:
            shape = self.twins[result].shape
            if shape is not None:
                yield shape
        elif isinstance(found, Segment):
            yield shape_of(found)
        elif found.kind is Kind.HEAP and found.is_live:
            for shape in self.shapes:
                if looks_like(self.graphs[side], number, shape):
                    yield shape

    def _skip(self, number: ObjectId, shape: Shape, depth: Depth, *, is_left: bool) -> Twin | None:
        """Let an object correspond to no cells."""
        side = 0 if is_left else 1
        result = self.becomes[side].get(number)
        if result is not None:
            return self.twins[result]
        graph = self.graphs[side]
        links = (field_at(graph, number, offset) for offset in (shape.link, shape.back))
        if any(
            field is not None and isinstance(field.value, Address) and field.value.object == number
            for field in links
        ):
            return None
        return self._alone(number, shape, depth, is_left=is_left, is_skipped=True)

    def _alone(
        self,
        number: ObjectId,
        shape: Shape | None,
        depth: Depth,
        *,
        is_left: bool,
        is_skipped: bool,
    ) -> Twin | None:
        """Let an object be in one of the graphs only."""
        left, right = (number, None) if is_left else (None, number)
        home = self._home(left, right, depth)
        if home is None or (not is_skipped and len(home) < len(depth)):
            return None
        twin = Twin(self._fresh(), left, right, shape, home, is_skipped)
        self.twins[twin.result] = twin
        self.becomes[not is_left][number] = twin.result
        return twin

    def closes(self) -> bool:
        """Whether what cells without counterpart lead to can be owned by them, and nothing is
        left over."""
        for twin in list(self.twins.values()):
            if (twin.left is None or twin.right is None) and not self._owns(twin):
                return False
        for side, graph in enumerate(self.graphs):
            if self.floor == 0 and not any(each.is_lost for each in self.graphs):
                missing = (n for n in live_on_heap(graph) if n not in self.becomes[side])
                if next(missing, None) is not None:
                    return False
        return True

    def _owns(self, twin: Twin) -> bool:
        """Let an object that is in one graph only own what it leads to and nobody else has."""
        side = 0 if twin.right is None else 1
        waiting = [twin]
        while waiting:
            each = waiting.pop()
            number = each.left if side == 0 else each.right
            assert number is not None
            graph = self.graphs[side]
            fields: tuple[FieldValue, ...] = (
                cell_fields(graph, number, each.shape)
                if each.is_skipped
                else graph.fields_of(number)
            )
            for field in fields:
                target = field.value
                if not isinstance(target, Address) or target.object in self.becomes[side]:
                    continue
                found = graph.objects[target.object]
                shape = shape_of(found) if isinstance(found, Segment) else None
                links = () if each.shape is None else (each.shape.link, each.shape.back)
                depth = each.depth if field.offset in links else each.inside
                new = self._alone(target.object, shape, depth, is_left=side == 0, is_skipped=False)
                if new is None:
                    return False
                waiting.append(new)
        return True
