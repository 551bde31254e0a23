"""Cells out of segments [Dudka13, section 4.2, "materialization"].

Comes in: a draft and a segment without owner. Goes out: drafts that together stand for the same
states, in which the segment has cells for certain (``with_cells``) or its first or last cell is a
region (``unfold_first``, ``unfold_last``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import VOID, Pointer
from maul.domains.shape.draft import GraphDraft
from maul.node import replace
from maul.shapes.graph import Address, End, FieldValue, MemoryRegion, Segment, UnknownValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.shapes.graph import ObjectId, Value


def with_cells(draft: GraphDraft, number: ObjectId, pointer_size: int) -> tuple[GraphDraft, ...]:
    """Without the segment, if there may be no cells, and with at least one cell."""
    segment = _segment(draft, number)
    if segment.minimum > 0:
        return (draft,)
    some = draft.copy()
    some.objects[number] = replace(segment, minimum=1)
    return *_without(draft.copy(), number, Pointer(VOID, pointer_size)), some


def unfold_first(draft: GraphDraft, number: ObjectId, pointer_size: int) -> tuple[GraphDraft, ...]:
    """The first cell of a segment with cells becomes a region; the segment is what follows."""
    return _unfold(draft, number, Pointer(VOID, pointer_size), End.FIRST)


def unfold_last(draft: GraphDraft, number: ObjectId, pointer_size: int) -> tuple[GraphDraft, ...]:
    """The last cell of a segment with cells becomes a region; the segment is what precedes."""
    return _unfold(draft, number, Pointer(VOID, pointer_size), End.LAST)


def _unfold(
    draft: GraphDraft, number: ObjectId, pointer: Pointer, end: End
) -> tuple[GraphDraft, ...]:
    segment = _segment(draft, number)
    assert segment.minimum > 0
    if segment.minimum == 1 and not _may_run_out(draft, number, segment, end):
        only, more = draft.copy(), draft.copy()
        _make_region(only, number, segment)
        more.objects[number] = segment = replace(segment, minimum=2)
        _cut_off(more, number, segment, pointer, end)
        return only, more
    draft = draft.copy()
    _cut_off(draft, number, segment, pointer, end)
    return (draft,)


def _segment(draft: GraphDraft, number: ObjectId) -> Segment:
    """A segment whose cells can be told apart: nobody owns it."""
    found = draft.objects[number]
    assert isinstance(found, Segment)
    assert found.owner is None
    return found


def _cut_off(
    draft: GraphDraft, number: ObjectId, segment: Segment, pointer: Pointer, end: End
) -> None:
    """Let the cell at one end be a region, with copies of what the segment owns."""
    link, back, head = segment.link, segment.back, segment.head
    cell = draft.new_region(segment.size, segment.kind)
    _substitute_cell(draft, number, end, cell)
    outer_link = draft.read(number, link, pointer)
    outer_back = None if back is None else draft.read(number, back, pointer)
    copied = _copy_owned(draft, number, cell)
    draft.fields[cell] = tuple(
        FieldValue(field.offset, field.size, field.type, copied(field.value))
        for field in draft.fields_of(number)
    )
    here = Address(cell, head)
    if end is End.FIRST:
        draft.write(cell, link, pointer, Address(number, head, End.FIRST))
        if back is not None and outer_back is not None:
            draft.write(cell, back, pointer, outer_back)
            draft.write(number, back, pointer, here)
    else:
        draft.write(cell, link, pointer, outer_link)
        draft.write(number, link, pointer, here)
        if back is not None:
            draft.write(cell, back, pointer, Address(number, head, End.LAST))
    draft.objects[number] = replace(segment, minimum=segment.minimum - 1)


def _may_run_out(draft: GraphDraft, number: ObjectId, segment: Segment, end: End) -> bool:
    """Whether the rest of a segment with one cell can be left as one that may have none: what
    mentions it then means something without cells, too."""
    gone = {end: segment.head}
    stays = End.LAST if end is End.FIRST else End.FIRST
    has_back = segment.back is not None
    for owner, fields in draft.fields.items():
        for field in fields:
            value = field.value
            if not isinstance(value, Address) or value.object != number:
                continue
            if value.end in gone or value.end is End.OWN:
                continue
            if value.end is stays and value.offset != segment.head:
                return False
            if stays is End.LAST and not has_back:
                return False
            outer = segment.link if end is End.FIRST else segment.back
            if owner == number and field.offset == outer:
                return False
    return True


def _substitute_cell(draft: GraphDraft, number: ObjectId, end: End, cell: ObjectId) -> None:
    """Let addresses of one end of a segment, whatever their offsets, be those of a region."""
    for owner, fields in draft.fields.items():
        if any(_is_at(field.value, number, end) for field in fields):
            draft.fields[owner] = tuple(
                FieldValue(field.offset, field.size, field.type, Address(cell, field.value.offset))
                if isinstance(field.value, Address) and _is_at(field.value, number, end)
                else field
                for field in fields
            )


def _is_at(value: Value, number: ObjectId, end: End) -> bool:
    """Whether a value is an address in a cell of a segment."""
    return isinstance(value, Address) and value.object == number and value.end is end


def _without(draft: GraphDraft, number: ObjectId, pointer: Pointer) -> tuple[GraphDraft, ...]:
    """The draft without a segment that has no cells: what leads to it leads on. Other segments that
    may be empty must not lead to themselves then: see ``_settled``."""
    segment = _segment(draft, number)
    behind = draft.read(number, segment.link, pointer)
    before = None if segment.back is None else draft.read(number, segment.back, pointer)
    first, last = (Address(number, segment.head, end) for end in (End.FIRST, End.LAST))
    if before is not None:
        behind, before = before if behind == last else behind, behind if before == first else before
    if behind in (first, last) or before in (first, last):
        return ()  # from the one end to the other for ever: there is no such state
    for owned in _owned_within(draft, number):
        _drop(draft, owned)
    _drop(draft, number)
    draft.substitute(first, behind)
    if before is not None:
        draft.substitute(last, before)
    return _settled(draft, pointer)


def _settled(draft: GraphDraft, pointer: Pointer) -> tuple[GraphDraft, ...]:
    """The draft with each segment that leads to itself either left out or not empty."""
    for other, found in draft.objects.items():
        if isinstance(found, Segment) and found.minimum == 0 and _leads_to_itself(draft, other):
            some = draft.copy()
            some.objects[other] = replace(found, minimum=1)
            return *_without(draft, other, pointer), *_settled(some, pointer)
    return (draft,)


def _leads_to_itself(draft: GraphDraft, number: ObjectId) -> bool:
    """Whether what is around a segment is the segment."""
    segment = draft.objects[number]
    assert isinstance(segment, Segment)
    return any(
        field.offset in (segment.link, segment.back)
        and isinstance(field.value, Address)
        and field.value.object == number
        for field in draft.fields_of(number)
    )


def _drop(draft: GraphDraft, number: ObjectId) -> None:
    """Take an object or a symbol out."""
    draft.objects.pop(number, None)
    draft.fields.pop(number, None)
    draft.facts.pop(number, None)


def _make_region(draft: GraphDraft, number: ObjectId, segment: Segment) -> None:
    """Let a segment be its only cell; what it owned is owned by nobody."""
    for owned, found in list(draft.objects.items()):
        if found.owner == number:
            draft.objects[owned] = replace(found, owner=None)
    for symbol, fact in list(draft.facts.items()):
        if fact.owner == number:
            draft.facts[symbol] = replace(fact, owner=None)
    draft.objects[number] = MemoryRegion(segment.size, segment.kind)
    for end in (End.FIRST, End.LAST, End.OWN):
        _substitute_cell(draft, number, end, number)


def _owned_within(draft: GraphDraft, number: ObjectId) -> list[ObjectId]:
    """The objects and symbols that a segment owns, and those that these own, and so on."""
    owners = {number}
    found: list[ObjectId] = []
    while True:
        new = [n for n, o in draft.objects.items() if o.owner in owners and n not in owners]
        if not new:
            break
        found += new
        owners.update(new)
    return found + [n for n, fact in draft.facts.items() if fact.owner in owners]


def _copy_owned(draft: GraphDraft, number: ObjectId, cell: ObjectId) -> Callable[[Value], Value]:
    """Copy what a segment owns for one cell. Gives what values are in that cell's copy."""
    names = {owned: draft.fresh() for owned in _owned_within(draft, number)}

    def copied(value: Value) -> Value:
        match value:
            case Address(object=at, offset=offset, end=end):
                if at == number and end is End.OWN:
                    return Address(cell, offset)
                return Address(names.get(at, at), offset, end)
            case UnknownValue(number=symbol):
                return UnknownValue(names.get(symbol, symbol))
        return value

    for old, new in names.items():
        if old in draft.facts:
            fact = draft.facts[old]
            draft.facts[new] = replace(fact, owner=_renamed(fact.owner, number, names))
            continue
        found = draft.objects[old]
        owner = _renamed(found.owner, number, names)
        if isinstance(found, MemoryRegion):
            size = found.size
            if isinstance(size, UnknownValue):
                size = UnknownValue(names.get(size.number, size.number))
            draft.objects[new] = replace(found, owner=owner, size=size)
        else:
            draft.objects[new] = replace(found, owner=owner)
        if old in draft.fields:
            draft.fields[new] = tuple(
                FieldValue(field.offset, field.size, field.type, copied(field.value))
                for field in draft.fields[old]
            )
    return copied


def _renamed(
    owner: ObjectId | None, number: ObjectId, names: dict[ObjectId, ObjectId]
) -> ObjectId | None:
    """The owner of a copy: nobody, if it was the segment that is unfolded."""
    return None if owner == number or owner is None else names[owner]
