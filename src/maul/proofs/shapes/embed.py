"""Whether one memory graph stands for everything that another one stands for.

Comes in: a general graph and a special one, both well-formed. Goes out: yes, or no answer. The
general graph is laid over the special one, from the variables on: a region over a region, a segment
over a row of regions and segments that lead from one to the next, each cell with what it owns; a
symbol over a value. Different objects lie over different objects. What the special graph has
beside must be nothing that the general one rules out. Where a row may end in several places, each
is tried.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.c.ctype import VOID, Floating, Integer, Pointer, is_scalar
from maul.node import node
from maul.proofs.shapes.memory import ZERO, Contradiction, WorkingGraph
from maul.shapes.graph import (
    Address,
    End,
    FunctionPointer,
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
    from collections.abc import Iterator

    from maul.c.ctype import CType
    from maul.run import Run
    from maul.shapes.graph import Fact, FieldValue

MOST_TASKS = 20_000  # pairs that are compared for one answer


class No(Exception):
    """The general graph cannot lie over the special one in this way."""


@node
class EmbeddedCell:
    """Where owned things are looked for: ``over`` is the region of a cell, or the segment of which
    any cell is meant; ``of`` the general segment whose cell lies over it. None for both outside of
    all cells. ``owner`` has what is each cell's own in the special graph."""

    of: ObjectId | None
    over: ObjectId | None
    owner: ObjectId | None
    outer: EmbeddedCell | None


OUTSIDE = EmbeddedCell(None, None, None, None)


@node
class Pair:
    """In a cell, a value of the general graph has to stand for one of the special graph."""

    cell: EmbeddedCell
    general: Value
    special: Value
    type: CType


class Match:
    """What lies over what so far."""

    def __init__(self) -> None:
        self.regions: dict[tuple[EmbeddedCell, ObjectId], ObjectId] = {}
        self.rows: dict[tuple[EmbeddedCell, ObjectId], tuple[ObjectId, ...]] = {}
        self.symbols: dict[tuple[EmbeddedCell, ObjectId], tuple[Value, CType]] = {}
        self.covered: set[ObjectId] = set()
        self.pairs: list[Pair] = []

    def copy(self) -> Match:
        """Another one that is the same."""
        copied = Match()
        copied.regions, copied.rows = dict(self.regions), dict(self.rows)
        copied.symbols, copied.covered = dict(self.symbols), set(self.covered)
        copied.pairs = list(self.pairs)
        return copied


def includes(general: ShapeGraph, special: ShapeGraph, pointer_size: int, run: Run) -> bool:
    """Whether the general graph is known to stand for all that the special one stands for."""
    try:
        return Embedding(general, special, pointer_size, run).exists()
    except Contradiction:
        return True  # the special graph stands for nothing


class Embedding:
    """The search for a way to lay one graph over another."""

    def __init__(
        self, general: ShapeGraph, special: ShapeGraph, pointer_size: int, run: Run
    ) -> None:
        self._general = general
        self._special = WorkingGraph(special, pointer_size)
        self._run = run
        self._left = MOST_TASKS

    def exists(self) -> bool:
        """Whether there is one."""
        general, special, match = self._general, self._special, Match()
        if special.is_lost and not general.is_lost:
            return False
        if len(general.automatic) != len(special.automatic):
            return False
        try:
            for variable, number in general.variables.items():
                self._lay(match, OUTSIDE, number, special.home(variable))
            for number, other in zip(general.automatic, special.automatic, strict=True):
                self._lay(match, OUTSIDE, number, other)
        except No:
            return False
        return self._search(match)

    # ---- searching -------------------------------------------------------------------------------

    def _search(self, match: Match) -> bool:
        """Whether what is left to compare can be."""
        try:
            while match.pairs:
                self._left -= 1
                if self._left < 0:
                    return False
                self._run.tick()
                pair = self._next(match)
                open_segment = self._without_row(match, pair)
                if open_segment is not None:
                    return self._try_rows(match, pair, open_segment)
                self._compare(match, pair)
            return self._covers_all(match)
        except No:
            return False

    def _next(self, match: Match) -> Pair:
        """The next pair: those that need a row to be found last, of these those that say where it
        begins first."""

        def rank(index: int) -> tuple[int, int]:
            pair = match.pairs[index]
            if self._without_row(match, pair) is None:
                return 0, index
            assert isinstance(pair.general, Address)
            return (1 if pair.general.end is End.FIRST else 2), index

        return match.pairs.pop(min(range(len(match.pairs)), key=rank))

    def _without_row(self, match: Match, pair: Pair) -> tuple[EmbeddedCell, ObjectId] | None:
        """The segment that a pair is about when nobody knows yet which cells it lies over."""
        value = pair.general
        if not isinstance(value, Address) or value.end in (End.WHOLE, End.OWN):
            return None
        cell = self._cell_of(pair.cell, self._general.objects[value.object].owner)
        key = cell, value.object
        return None if key in match.rows else key

    def _try_rows(self, match: Match, pair: Pair, key: tuple[EmbeddedCell, ObjectId]) -> bool:
        """Try each row that a segment may lie over."""
        for row in self._possible_rows(match, pair, key):
            tried = match.copy()
            tried.pairs.append(pair)
            try:
                self._lay_row(tried, key, row)
            except No:
                continue
            if self._search(tried):
                return True
        return False

    def _possible_rows(
        self, match: Match, pair: Pair, key: tuple[EmbeddedCell, ObjectId]
    ) -> Iterator[tuple[ObjectId, ...]]:
        """Rows of cells that begin, or end, where a pair says; the longest first, the empty one
        last."""
        cell, number = key
        assert isinstance(pair.general, Address)
        target = pair.special.object if isinstance(pair.special, Address) else None
        starts: list[ObjectId] = []
        if target is not None:
            is_first = pair.general.end is End.FIRST
            starts = [target] if is_first else sorted(self._special.objects)
        for start in starts:
            row = self._longest(match, cell, number, start)
            for length in range(len(row), 0, -1):
                if pair.general.end is End.FIRST or row[length - 1] == target:
                    yield tuple(row[:length])
        yield ()

    def _longest(
        self, match: Match, cell: EmbeddedCell, number: ObjectId, start: ObjectId
    ) -> list[ObjectId]:
        """The cells that lead from one to the next, from one on."""
        segment = self._segment(number)
        row: list[ObjectId] = []
        here: ObjectId | None = start
        while here is not None and here not in row and here not in match.covered:
            if not self._is_like(segment, cell, here):
                break
            row.append(here)
            after = self._link(here, segment.link)
            here = None
            if isinstance(after, Address) and after.offset == segment.head:
                made = self._special.objects[after.object]
                is_start = isinstance(made, MemoryRegion) or after.end is End.FIRST
                here = after.object if is_start else None
        return row

    def _is_like(self, segment: Segment, cell: EmbeddedCell, number: ObjectId) -> bool:
        """Whether an object of the special graph can be cells of a segment of the general one."""
        made = self._special.objects[number]
        if (made.size, made.kind, made.owner) != (segment.size, segment.kind, cell.owner):
            return False
        if isinstance(made, MemoryRegion):
            return made.is_live
        if (made.link, made.head) != (segment.link, segment.head):
            return False
        return segment.back is None or made.back == segment.back

    # ---- laying ----------------------------------------------------------------------------------

    def _lay(self, match: Match, cell: EmbeddedCell, number: ObjectId, over: ObjectId) -> None:
        """Lay a region over a region."""
        general, special = self._general.objects[number], self._special.objects[over]
        known = match.regions.get((cell, number))
        if known is not None:
            self._demand(known == over)
            return
        self._demand(over not in match.covered)
        self._demand(isinstance(general, MemoryRegion) and isinstance(special, MemoryRegion))
        assert isinstance(general, MemoryRegion)
        assert isinstance(special, MemoryRegion)
        self._demand(general.is_live == special.is_live)
        self._demand(general.kind is special.kind or not general.is_live)
        self._demand(special.owner == cell.owner)
        match.regions[cell, number] = over
        match.covered.add(over)
        size_t = Integer(8 * self._special.pointer_size, signed=False)
        match.pairs.append(Pair(cell, general.size, special.size, size_t))
        self._lay_fields(match, cell, self._general.fields_of(number), over)

    def _lay_fields(
        self, match: Match, cell: EmbeddedCell, fields: tuple[FieldValue, ...], over: ObjectId
    ) -> None:
        """The fields of a region or cell have to stand for what is in an object."""
        for field in fields:
            if not is_scalar(field.type):
                self._demand(self._special.is_zero(over, field.offset, field.size))
                continue
            value = self._special.read(over, field.offset, field.type)
            match.pairs.append(Pair(cell, field.value, value, field.type))

    def _lay_row(
        self, match: Match, key: tuple[EmbeddedCell, ObjectId], row: tuple[ObjectId, ...]
    ) -> None:
        """Lay a segment over a row of cells."""
        cell, number = key
        segment = self._segment(number)
        least = 0
        for over in row:
            made = self._special.objects[over]
            self._demand(over not in match.covered and self._is_like(segment, cell, over))
            least += made.minimum if isinstance(made, Segment) else 1
            match.covered.add(over)
        self._demand(least >= segment.minimum)
        match.rows[key] = row
        if not row:
            return
        self._lay_links(match, key, row)
        ends = (segment.link, segment.back)
        inner = tuple(f for f in self._general.fields_of(number) if f.offset not in ends)
        for over in row:
            made = self._special.objects[over]
            owner = over if isinstance(made, Segment) else made.owner
            own = EmbeddedCell(number, over, owner, cell)
            self._lay_cell(match, own, inner, over)

    def _lay_cell(
        self, match: Match, cell: EmbeddedCell, fields: tuple[FieldValue, ...], over: ObjectId
    ) -> None:
        """The fields of a segment but its links stand for what is in a cell, or in all cells of a
        segment. What a segment says of its back link holds of one end only: where the general
        segment has no back link, the cells hold any addresses there."""
        made = self._special.objects[over]
        if not isinstance(made, Segment) or made.back is None:
            self._lay_fields(match, cell, fields, over)
            return
        back, size = made.back, self._special.pointer_size
        for field in fields:
            if field.offset + field.size <= back or back + size <= field.offset:
                self._lay_fields(match, cell, (field,), over)
                continue
            self._demand(is_scalar(field.type))
            unknown = self._special.any_of(field.type, cell.owner)
            match.pairs.append(Pair(cell, field.value, unknown, field.type))

    def _lay_links(
        self, match: Match, key: tuple[EmbeddedCell, ObjectId], row: tuple[ObjectId, ...]
    ) -> None:
        """Each cell leads to the next, and back if there is a way back; what the segment says of
        its ends holds of the first and last cell."""
        cell, number = key
        segment = self._segment(number)
        for here, after in pairwise(row):
            self._demand(self._link(here, segment.link) == self._head(after, segment, End.FIRST))
            if segment.back is not None:
                before = self._link(after, segment.back)
                self._demand(before == self._head(here, segment, End.LAST))
        last = self._link(row[-1], segment.link)
        match.pairs.append(self._end_pair(cell, number, segment.link, last))
        if segment.back is not None:
            first = self._link(row[0], segment.back)
            match.pairs.append(self._end_pair(cell, number, segment.back, first))

    def _end_pair(self, cell: EmbeddedCell, number: ObjectId, link: int, value: Value) -> Pair:
        field = next(f for f in self._general.fields_of(number) if f.offset == link)
        return Pair(cell, field.value, value, field.type)

    def _head(self, number: ObjectId, segment: Segment, end: End) -> Address:
        """The address that leads to the first or last cell of an object of the special graph."""
        is_region = isinstance(self._special.objects[number], MemoryRegion)
        return Address(number, segment.head, End.WHOLE if is_region else end)

    def _link(self, number: ObjectId, offset: int) -> Value:
        """The pointer at an offset of an object of the special graph."""
        pointer = Pointer(VOID, self._special.pointer_size)
        made = self._special.objects[number]
        if isinstance(made, Segment) and offset in (made.link, made.back):
            return self._special.field_at(number, offset).value
        return self._special.read(number, offset, pointer)

    # ---- comparing -------------------------------------------------------------------------------

    def _compare(self, match: Match, pair: Pair) -> None:
        """A value of the general graph stands for one of the special graph."""
        general, special = pair.general, pair.special
        match general:
            case KnownNumber(value=number):
                self._compare_number(number, special, pair.type)
            case FunctionPointer():
                self._demand(general == special)
            case UnknownValue():
                self._bind(match, pair, general)
            case Address(end=End.WHOLE):
                self._demand(
                    isinstance(special, Address)
                    and special.end is End.WHOLE
                    and special.offset == general.offset
                )
                assert isinstance(special, Address)
                owner = self._general.objects[general.object].owner
                self._lay(match, self._cell_of(pair.cell, owner), general.object, special.object)
            case Address(end=End.OWN):
                cell = self._cell_of(pair.cell, general.object)
                assert cell.over is not None
                is_region = isinstance(self._special.objects[cell.over], MemoryRegion)
                end = End.WHOLE if is_region else End.OWN
                self._demand(special == Address(cell.over, general.offset, end))
            case Address():
                self._compare_end(match, pair, general)

    def _compare_number(self, number: int, special: Value, t: CType) -> None:
        self._demand(
            isinstance(special, KnownNumber | UnknownValue) and not isinstance(t, Floating)
        )
        self._demand(self._special.interval(special, t) == (number, number))

    def _compare_end(self, match: Match, pair: Pair, general: Address) -> None:
        """The address of an end of a segment whose cells are known."""
        segment = self._segment(general.object)
        cell = self._cell_of(pair.cell, segment.owner)
        row, special = match.rows[cell, general.object], pair.special
        is_first = general.end is End.FIRST
        if not row:
            link = segment.link if is_first else segment.back
            assert link is not None
            match.pairs.append(self._end_pair(cell, general.object, link, special))
            return
        number = row[0] if is_first else row[-1]
        made = self._special.objects[number]
        if isinstance(made, Segment) and made.minimum == 0:
            self._demand(general.offset == segment.head)
            self._demand(is_first or segment.back is not None)
        end = End.WHOLE if isinstance(made, MemoryRegion) else general.end
        self._demand(special == Address(number, general.offset, end))

    def _bind(self, match: Match, pair: Pair, symbol: UnknownValue) -> None:
        """A symbol stands for a value, the same wherever it stands."""
        fact = self._general.facts[symbol.number]
        cell = self._cell_of(pair.cell, fact.owner)
        known = match.symbols.get((cell, symbol.number))
        if known is not None:
            value, t = known
            is_number = isinstance(value, KnownNumber | UnknownValue)
            self._demand(value == pair.special and (is_number or _is_alike(t, pair.type)))
            return
        self._demand(self._scope(pair.special) in _owners(cell))
        self._demand(self._allows(fact, pair.special, pair.type))
        match.symbols[cell, symbol.number] = pair.special, pair.type

    def _scope(self, value: Value) -> ObjectId | None:
        """The segment in whose cells a value of the special graph is each cell's own."""
        match value:
            case UnknownValue():
                return self._special.fact(value).owner
            case Address(object=number, end=End.OWN):
                return number
            case Address(object=number):
                return self._special.objects[number].owner
        return None

    def _allows(self, fact: Fact, value: Value, t: CType) -> bool:
        """Whether a fact allows all that a value of the special graph can be."""
        if isinstance(t, Floating):
            return True
        is_bounded = fact.low is not None or fact.high is not None
        if not fact.may_be_zero and self._may_be_zero(value, t):
            return False
        if not is_bounded:
            return True
        low, high = self._special.interval(value, t)
        return (fact.low is None or fact.low <= low) and (fact.high is None or high <= fact.high)

    def _may_be_zero(self, value: Value, t: CType, depth: int = 0) -> bool:
        """Whether a value of the special graph can be zero; an address in an empty segment is what
        its link says."""
        match value:
            case UnknownValue():
                low, high = self._special.interval(value, t)
                return self._special.fact(value).may_be_zero and low <= 0 <= high
            case KnownNumber():
                return value == ZERO
            case Address(object=number, end=end):
                made = self._special.objects[number]
                if isinstance(made, MemoryRegion) or made.minimum > 0 or end is End.OWN:
                    return False
                link = made.link if end is End.FIRST else made.back
                if link is None or depth > len(self._special.objects):
                    return True
                return self._may_be_zero(self._link(number, link), t, depth + 1)
        return False

    # ---- the rest --------------------------------------------------------------------------------

    def _covers_all(self, match: Match) -> bool:
        """Whether everything that the general graph has lies over something, and what nothing lies
        over is nothing that it rules out."""
        laid = {number for _, number in (*match.regions, *match.rows)}
        missing = [
            n for n, made in self._general.objects.items() if n not in laid and not made.owner
        ]
        if missing:
            return False
        if self._general.is_lost:
            return True
        for number, made in self._special.objects.items():
            is_live = isinstance(made, Segment) or made.is_live
            if made.kind is Kind.HEAP and is_live and number not in match.covered:
                return False
        return True

    def _cell_of(self, cell: EmbeddedCell, owner: ObjectId | None) -> EmbeddedCell:
        """The cell in which what a segment owns is looked for."""
        here: EmbeddedCell | None = cell
        while here is not None and here.of != owner:
            here = here.outer
        assert here is not None
        return here

    def _segment(self, number: ObjectId) -> Segment:
        made = self._general.objects[number]
        assert isinstance(made, Segment)
        return made

    def _demand(self, holds: object) -> None:
        if not holds:
            raise No


def _owners(cell: EmbeddedCell) -> set[ObjectId | None]:
    """The segments of the special graph whose cells a cell lies in, and None."""
    found: set[ObjectId | None] = {None}
    here: EmbeddedCell | None = cell
    while here is not None:
        found.add(here.owner)
        here = here.outer
    return found


def _is_alike(one: CType, other: CType) -> bool:
    """Whether the number of an address is the same in both types."""
    return one == other or (isinstance(one, Pointer) and isinstance(other, Pointer))
