"""Whether one graph stands for all states that another one stands for.

Objects of the general graph are matched with those of the special one, from the variables on along
the fields of the general one. A region is matched with one region, a segment with a row of regions
and segments, as long as possible first; what a segment owns is matched anew in each of its cells.
Symbols are bound to values. Where the length of a row was wrong the next shorter one is tried, a
limited number of times: the answer no may be wrong, yes is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.domains.shape.compare.facts import fact_about, implies
from maul.domains.shape.compare.lookup import (
    contents,
    field_at,
    is_live,
    live_on_heap,
    owner_of,
    with_variables,
)
from maul.domains.shape.compare.pieces import value_at
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
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

ATTEMPTS = 100  # rows that are tried

Copy: TypeAlias = tuple[tuple[ObjectId, ObjectId], ...]
"""In which cells we are: segments of the general graph, the outermost first, each with the object
of the special graph whose cell is looked at."""

Question: TypeAlias = "tuple[Value, Value, CType | None, Copy]"
"""Whether the first value, of the general graph, stands for the second one, in a copy."""


def includes(general: ShapeGraph, special: ShapeGraph) -> bool:
    """Whether every state of the special graph is one of the general graph."""
    if general is special:
        return True
    if special.is_lost and not general.is_lost:
        return False
    general, special = with_variables(general, special), with_variables(special, general)
    if general.variables.keys() != special.variables.keys():
        return False
    if len(general.automatic) != len(special.automatic):
        return False
    matching = _Matching(general, special)
    roots = [(general.variables[v], special.variables[v]) for v in general.variables]
    roots += zip(general.automatic, special.automatic, strict=True)
    return all(matching.pair(old, new, ()) for old, new in roots) and matching.succeeds()


class _Matching:
    """A part of the general graph matched with one of the special graph.

    ``regions`` and ``rows`` say what the objects of the general graph are in each copy, ``bound``
    what its symbols are; ``used`` has the objects of the special graph that are taken. Questions of
    which ``waiting`` are answered at once, those ``open`` ask for a segment without a row.
    """

    def __init__(self, general: ShapeGraph, special: ShapeGraph) -> None:
        self.general = general
        self.special = special
        self.regions: dict[tuple[Copy, ObjectId], ObjectId] = {}
        self.rows: dict[tuple[Copy, ObjectId], tuple[ObjectId, ...]] = {}
        self.bound: dict[tuple[Copy, ObjectId], Value] = {}
        self.used: set[ObjectId] = set()
        self.waiting: list[Question] = []
        self.open: list[Question] = []
        self.attempts = [ATTEMPTS]

    def branch(self) -> _Matching:
        """The same once more, to try something. The attempts are counted together."""
        other = _Matching(self.general, self.special)
        other.regions, other.rows = dict(self.regions), dict(self.rows)
        other.bound, other.used = dict(self.bound), set(self.used)
        other.waiting, other.open = list(self.waiting), list(self.open)
        other.attempts = self.attempts
        return other

    def succeeds(self) -> bool:
        """Whether everything that is asked can be answered with yes."""
        while self.waiting:
            if not self.matches(*self.waiting.pop()):
                return False
        while self.open:
            question = self.open.pop(0)
            general, _, _, copy = question
            assert isinstance(general, Address)
            if (_home(copy, self.general.objects[general.object].owner), general.object) in (
                self.rows
            ):
                self.waiting.append(question)
                return self.succeeds()
            for attempt in self._attempts(question):
                if self.attempts[0] == 0:
                    return False
                self.attempts[0] -= 1
                if attempt.succeeds():
                    return True
            return False
        return self._is_complete()

    # ---- values ------------------------------------------------------------------------------

    def matches(self, general: Value, special: Value, t: CType | None, copy: Copy) -> bool:
        """Whether a value of the general graph stands for one of the special graph, as far as that
        can be said before rows are chosen."""
        match general:
            case KnownNumber(value=number):
                fact = fact_about(special, self.special)
                return special == general or (
                    isinstance(special, UnknownValue) and fact.low == fact.high == number
                )
            case FunctionPointer():
                return special == general
            case UnknownValue(number=symbol):
                return self._binds(symbol, special, t, copy)
            case Address(end=End.WHOLE):
                return (
                    isinstance(special, Address)
                    and special.end is End.WHOLE
                    and special.offset == general.offset
                    and self.pair(general.object, special.object, copy)
                )
            case Address(object=segment, offset=offset, end=End.OWN):
                cell = next((cell for each, cell in copy if each == segment), None)
                return cell is not None and special == self._address(cell, offset, End.OWN)
            case Address():
                return self._is_end(general, special, t, copy)

    def _binds(self, symbol: ObjectId, special: Value, t: CType | None, copy: Copy) -> bool:
        """Whether a symbol can have a value, and has no other one in this copy."""
        fact = self.general.facts.get(symbol, Fact())
        home = _home(copy, fact.owner)
        if home is None:
            return False
        owner = owner_of(special, self.special)
        if owner is not None and all(cell != owner for _, cell in home):
            return False
        if self.bound.setdefault((home, symbol), special) != special:
            return False
        return implies(fact_about(special, self.special), fact, t)

    def _is_end(self, general: Address, special: Value, t: CType | None, copy: Copy) -> bool:
        """Whether the address of the first or last cell of a segment stands for a value."""
        segment = self.general.objects[general.object]
        home = _home(copy, segment.owner)
        if home is None or not isinstance(segment, Segment):
            return False
        row = self.rows.get((home, general.object))
        if row is None:
            self.open.append((general, special, t, copy))
            return True
        if row:
            cell = row[0] if general.end is End.FIRST else row[-1]
            return special == self._address(cell, general.offset, general.end)
        beyond = field_at(
            self.general, general.object, segment.link if general.end is End.FIRST else segment.back
        )
        return (
            beyond is not None
            and general.offset == segment.head
            and self.matches(beyond.value, special, beyond.type, home)
        )

    def _address(self, cell: ObjectId, offset: int, end: End) -> Address:
        """An address in a cell of the special graph, a region or the end of a segment."""
        is_segment = isinstance(self.special.objects[cell], Segment)
        return Address(cell, offset, end if is_segment else End.WHOLE)

    # ---- objects -----------------------------------------------------------------------------

    def pair(self, general: ObjectId, special: ObjectId, copy: Copy) -> bool:
        """Match a region with a region; their fields remain to be looked at."""
        old, new = self.general.objects[general], self.special.objects[special]
        home = _home(copy, old.owner)
        if home is None:
            return False
        found = self.regions.get((home, general))
        if found is not None:
            return found == special
        if (
            special in self.used
            or not isinstance(old, MemoryRegion)
            or not isinstance(new, MemoryRegion)
            or old.kind is not new.kind
            or old.is_live is not new.is_live
            or new.owner != self._owner(home)
            or not self.matches(old.size, new.size, None, home)
        ):
            return False
        self.used.add(special)
        self.regions[home, general] = special
        return self.ask_contents(general, special, home)

    def ask_contents(self, general: ObjectId, special: ObjectId, copy: Copy) -> bool:
        """Ask whether the fields of one object stand for those of another; no if they lack one."""
        fields = contents(self.special, special)
        for field in contents(self.general, general):
            value = value_at(fields, field)
            if value is None:
                return False
            self.waiting.append((field.value, value, field.type, copy))
        return True

    def _owner(self, home: Copy) -> ObjectId | None:
        """Who must own what there is one of in each copy: the innermost segment."""
        return next(
            (cell for _, cell in reversed(home) if isinstance(self.special.objects[cell], Segment)),
            None,
        )

    # ---- rows --------------------------------------------------------------------------------

    def _attempts(self, question: Question) -> Iterator[_Matching]:
        """Ways to choose a row for the segment a question asks about, the longest row first."""
        general, special, _, copy = question
        assert isinstance(general, Address)
        number = general.object
        segment = self.general.objects[number]
        home = _home(copy, segment.owner)
        assert isinstance(segment, Segment)
        assert home is not None
        row = self._row(number, general, special, home)
        for length in range(len(row), -1, -1):
            taken = row[:length] if general.end is End.FIRST else row[len(row) - length :]
            if sum(self._least(cell) for cell in taken) < segment.minimum:
                return
            attempt = self.branch()
            attempt.rows[home, number] = taken
            attempt.used.update(taken)
            attempt.waiting.append(question)
            if all(
                attempt.ask_contents(number, cell, (*home, (number, cell))) for cell in taken
            ) and attempt.ask_ends(number, home, taken):
                yield attempt

    def _least(self, cell: ObjectId) -> int:
        """How many cells an object is at least."""
        found = self.special.objects[cell]
        return found.minimum if isinstance(found, Segment) else 1

    def _row(
        self, number: ObjectId, general: Address, special: Value, home: Copy
    ) -> tuple[ObjectId, ...]:
        """The longest row, from its first or last cell on, that can be cells of a segment."""
        segment = self.general.objects[number]
        assert isinstance(segment, Segment)
        row: list[ObjectId] = []
        offset, value = general.offset, special
        while (
            isinstance(value, Address)
            and value.offset == offset
            and value.object not in row
            and value == self._address(value.object, offset, general.end)
            and self._is_cell(value.object, number, home)
        ):
            if row and not self._are_linked(number, row[-1], value.object, general.end):
                break
            row.append(value.object)
            offset = segment.head
            ahead = segment.link if general.end is End.FIRST else segment.back
            following = self._linked(number, value.object, ahead)
            if following is None:
                break
            value = following
        return tuple(row) if general.end is End.FIRST else tuple(reversed(row))

    def _are_linked(self, number: ObjectId, cell: ObjectId, following: ObjectId, end: End) -> bool:
        """Whether the cell that follows in a row, seen from the given end of it, leads back."""
        segment = self.general.objects[number]
        assert isinstance(segment, Segment)
        back, last = (segment.back, End.LAST) if end is End.FIRST else (segment.link, End.FIRST)
        return back is None or self._linked(number, following, back) == self._address(
            cell, segment.head, last
        )

    def _is_cell(self, special: ObjectId, number: ObjectId, home: Copy) -> bool:
        """Whether an object can be a cell, or cells, of a segment of the general graph."""
        segment, found = self.general.objects[number], self.special.objects[special]
        assert isinstance(segment, Segment)
        if (
            special in self.used
            or found.kind is not segment.kind
            or found.kind is not Kind.HEAP
            or found.size != segment.size
            or found.owner != self._owner(home)
            or not is_live(found)
        ):
            return False
        return not isinstance(found, Segment) or (
            found.link == segment.link
            and found.head == segment.head
            and segment.back in (None, found.back)
        )

    def _linked(self, number: ObjectId, cell: ObjectId, offset: int | None) -> Value | None:
        """What a cell says at the link or back of a segment."""
        field = field_at(self.general, number, offset)
        return None if field is None else value_at(self.special.fields_of(cell), field)

    def ask_ends(self, number: ObjectId, home: Copy, row: tuple[ObjectId, ...]) -> bool:
        """Ask whether the first and the last cell lead to where the segment says."""
        segment = self.general.objects[number]
        assert isinstance(segment, Segment)
        if row:
            for offset, cell in ((segment.link, row[-1]), (segment.back, row[0])):
                field: FieldValue | None = field_at(self.general, number, offset)
                if field is not None:
                    value = value_at(self.special.fields_of(cell), field)
                    if value is None:
                        return False
                    self.waiting.append((field.value, value, field.type, home))
        return True

    # ---- the whole ---------------------------------------------------------------------------

    def _is_complete(self) -> bool:
        """Whether nothing was left over in either graph."""
        if not self.general.is_lost and not self.used.issuperset(live_on_heap(self.special)):
            return False
        copies: dict[ObjectId | None, list[Copy]] = {None: [()]}
        for (home, segment), row in self.rows.items():
            copies.setdefault(segment, []).extend((*home, (segment, cell)) for cell in row)
        return all(
            (copy, number) in self.regions or (copy, number) in self.rows
            for number, found in self.general.objects.items()
            if is_live(found)
            for copy in copies.get(found.owner, [])
        )


def _home(copy: Copy, owner: ObjectId | None) -> Copy | None:
    """The copies that something with an owner is made in; None if this is no place for it."""
    if owner is None:
        return ()
    for index, (segment, _) in enumerate(copy):
        if segment == owner:
            return copy[: index + 1]
    return None
