"""Cells out of segments: what the first and the last are, and what each has of its own."""

from maul.c.ctype import INT, VOID, Pointer
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.domains.shape.draft import EMPTY, GraphDraft
from maul.domains.shape.unfold import unfold_first, unfold_last, with_cells
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    Kind,
    KnownNumber,
    MemoryRegion,
    ObjectId,
    Segment,
    UnknownValue,
)

POINTER = Pointer(VOID, 8)
NEXT, BACK, DATA, OWN, SIZE = 0, 8, 16, 24, 32


class Listed:
    """A graph with one segment: ``front`` and ``rear`` are variables with its two ends."""

    def __init__(self, minimum: int, *, doubly: bool = False, head: int = 0) -> None:
        self.draft = draft = GraphDraft(EMPTY)
        self.front = draft.variable(Variable("front", POINTER, "", NOWHERE))
        self.rear = draft.variable(Variable("rear", POINTER, "", NOWHERE))
        self.segment = number = draft.fresh()
        back = BACK if doubly else None
        draft.objects[number] = Segment(KnownNumber(SIZE), Kind.HEAP, NEXT, head, back, minimum)
        draft.write(number, NEXT, POINTER, KnownNumber(0))
        if doubly:
            draft.write(number, BACK, POINTER, KnownNumber(0))
        draft.write(self.front, 0, POINTER, Address(number, head, End.FIRST))
        if doubly or minimum > 0:
            draft.write(self.rear, 0, POINTER, Address(number, head, End.LAST))
        self.head = head

    def with_own(self) -> None:
        """Each cell has a number and an object of its own, which leads back to the cell."""
        draft, number = self.draft, self.segment
        symbol = draft.symbol(Fact(1, 9, owner=number))
        own = draft.new_region(KnownNumber(8), Kind.HEAP, owner=number)
        draft.write(own, 0, POINTER, Address(number, 0, End.OWN))
        draft.write(number, DATA, INT, symbol)
        draft.write(number, OWN, POINTER, Address(own, 0))


def walked(draft: GraphDraft, start: ObjectId, link: int = NEXT) -> list[ObjectId]:
    """The regions from a variable along a link, up to what is no region."""
    found: list[ObjectId] = []
    value = draft.read(start, 0, POINTER)
    while isinstance(value, Address) and isinstance(draft.objects[value.object], MemoryRegion):
        found.append(value.object)
        value = draft.read(value.object, link + value.offset, POINTER)
    return found


def test_a_segment_that_may_be_empty_is_left_out_or_has_a_cell() -> None:
    """What leads to it leads on where there is none."""
    listed = Listed(0, doubly=True)
    empty, some = with_cells(listed.draft, listed.segment, 8)

    assert KnownNumber(0) == empty.read(listed.front, 0, POINTER)
    assert KnownNumber(0) == empty.read(listed.rear, 0, POINTER)
    assert listed.segment not in empty.objects
    assert 1 == some.objects[listed.segment].minimum  # type: ignore[union-attr]


def test_what_an_empty_segment_owns_is_gone() -> None:
    """Objects and symbols."""
    listed = Listed(0)
    listed.with_own()
    empty, _ = with_cells(listed.draft, listed.segment, 8)

    assert {listed.front, listed.rear} == set(empty.objects)
    assert {} == empty.facts


def test_the_first_cell_leads_to_the_rest() -> None:
    """And the rest back to it."""
    listed = Listed(2, doubly=True, head=NEXT)
    (draft,) = unfold_first(listed.draft, listed.segment, 8)
    (cell,) = walked(draft, listed.front)

    assert Address(listed.segment, 0, End.FIRST) == draft.read(cell, NEXT, POINTER)
    assert KnownNumber(0) == draft.read(cell, BACK, POINTER)
    assert Address(cell, 0) == draft.read(listed.segment, BACK, POINTER)
    assert Address(listed.segment, 0, End.LAST) == draft.read(listed.rear, 0, POINTER)
    assert 1 == draft.objects[listed.segment].minimum  # type: ignore[union-attr]


def test_the_last_cell_follows_the_rest() -> None:
    """Also where no link leads back."""
    listed = Listed(1)
    (draft,) = unfold_last(listed.draft, listed.segment, 8)
    (cell,) = walked(draft, listed.rear)

    assert KnownNumber(0) == draft.read(cell, NEXT, POINTER)
    assert Address(cell, 0) == draft.read(listed.segment, NEXT, POINTER)
    empty, _ = with_cells(draft, listed.segment, 8)
    assert [cell] == walked(empty, listed.front)


def test_a_last_cell_that_is_named_without_back_link_keeps_the_segment_from_running_out() -> None:
    """There is one cell, or there are at least two."""
    listed = Listed(1)
    one, more = unfold_first(listed.draft, listed.segment, 8)

    assert walked(one, listed.front) == walked(one, listed.rear) == [listed.segment]
    assert Address(listed.segment, 0, End.LAST) == more.read(listed.rear, 0, POINTER)
    assert 1 == more.objects[listed.segment].minimum  # type: ignore[union-attr]


def test_a_cell_gets_a_copy_of_what_cells_own() -> None:
    """The copy leads to the cell, and the rest keeps its own."""
    listed = Listed(2)
    listed.with_own()
    (draft,) = unfold_first(listed.draft, listed.segment, 8)
    (cell,) = walked(draft, listed.front)
    own, number = draft.read(cell, OWN, POINTER), draft.read(cell, DATA, INT)

    assert isinstance(own, Address)
    assert isinstance(number, UnknownValue)
    assert draft.objects[own.object].owner is None
    assert Fact(1, 9) == draft.fact(number)
    assert Address(cell, 0) == draft.read(own.object, 0, POINTER)
    assert own != draft.read(listed.segment, OWN, POINTER)
    assert number != draft.read(listed.segment, DATA, INT)


def test_a_nested_segment_is_copied_with_all_it_owns() -> None:
    """Copies of what is owned further inside belong to the copy."""
    listed = Listed(2)
    draft, outer = listed.draft, listed.segment
    inner = draft.fresh()
    draft.objects[inner] = Segment(KnownNumber(24), Kind.HEAP, 0, 0, None, 0, owner=outer)
    draft.write(inner, 0, POINTER, KnownNumber(0))
    draft.write(inner, 8, INT, draft.symbol(Fact(0, 5, owner=inner)))
    draft.write(inner, 16, POINTER, Address(outer, 0, End.OWN))
    draft.write(outer, OWN, POINTER, Address(inner, 0, End.FIRST))
    (after,) = unfold_first(draft, outer, 8)
    (cell,) = walked(after, listed.front)
    copied = after.read(cell, OWN, POINTER)

    assert isinstance(copied, Address)
    assert copied.end is End.FIRST
    assert after.objects[copied.object].owner is None
    assert Address(cell, 0) == after.known(copied.object, 16, POINTER)
    symbol = after.known(copied.object, 8, INT)
    assert isinstance(symbol, UnknownValue)
    assert copied.object == after.fact(symbol).owner


def test_a_circle_stays_one() -> None:
    """The last cell leads to the first, whichever of them is cut off."""
    listed = Listed(1, doubly=True)
    draft, number = listed.draft, listed.segment
    draft.write(number, NEXT, POINTER, Address(number, 0, End.FIRST))
    draft.write(number, BACK, POINTER, Address(number, 0, End.LAST))
    (after,) = unfold_first(draft, number, 8)
    empty, some = with_cells(after, number, 8)
    cell = empty.read(listed.front, 0, POINTER)

    assert isinstance(cell, Address)
    assert cell == empty.read(cell.object, NEXT, POINTER) == empty.read(cell.object, BACK, POINTER)
    assert cell == empty.read(listed.rear, 0, POINTER)
    assert Address(number, 0, End.LAST) == some.read(cell.object, BACK, POINTER)
    assert cell == some.read(number, NEXT, POINTER)


def test_offsets_other_than_the_head_keep_a_segment_from_running_out() -> None:
    """An address of a member of the last cell means nothing without cells."""
    listed = Listed(1, doubly=True, head=NEXT)
    listed.draft.write(listed.rear, 0, POINTER, Address(listed.segment, DATA, End.LAST))
    one, more = unfold_first(listed.draft, listed.segment, 8)

    assert Address(listed.segment, DATA) == one.read(listed.rear, 0, POINTER)
    assert 1 == more.objects[listed.segment].minimum  # type: ignore[union-attr]
