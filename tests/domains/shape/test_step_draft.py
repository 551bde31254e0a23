"""Reading and writing in drafts of memory graphs, and what they drop."""

from maul.c.ctype import CHAR, INT, UNSIGNED, VOID, Floating, Integer, Pointer
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.domains.shape.draft import EMPTY, GraphDraft
from maul.shapes.graph import Address, Fact, Kind, KnownNumber, UnknownValue

POINTER = Pointer(VOID, 8)
LONG = Integer(64, signed=True)
SHORT = Integer(16, signed=True)


def draft_with(size: int = 16) -> tuple[GraphDraft, int]:
    """A draft with one object on the heap."""
    draft = GraphDraft(EMPTY)
    return draft, draft.new_region(KnownNumber(size), Kind.HEAP)


def test_what_is_not_known_is_the_same_when_it_is_read_again() -> None:
    """A new symbol is stored where nothing was known."""
    draft, at = draft_with()

    assert isinstance(draft.read(at, 0, INT), UnknownValue)
    assert draft.read(at, 0, INT) == draft.read(at, 0, INT)
    assert draft.read(at, 4, INT) != draft.read(at, 0, INT)


def test_bytes_of_something_else_are_anything() -> None:
    """A part of a number is no symbol that is kept."""
    draft, at = draft_with()
    draft.write(at, 0, INT, KnownNumber(5))

    assert draft.read(at, 1, CHAR) != draft.read(at, 1, CHAR)
    assert KnownNumber(5) == draft.read(at, 0, INT)


def test_zero_blocks_keep_what_is_not_overwritten() -> None:
    """The bytes before and behind stay zero."""
    draft, at = draft_with()
    draft.zero(at, 0, 16)
    draft.write(at, 4, INT, KnownNumber(5))

    assert KnownNumber(0) == draft.read(at, 0, INT)
    assert KnownNumber(5) == draft.read(at, 4, INT)
    assert KnownNumber(0) == draft.read(at, 8, POINTER)
    assert isinstance(draft.read(at, 2, INT), UnknownValue)


def test_a_zero_has_zero_bytes_only() -> None:
    """A part of a null pointer is zero."""
    draft, at = draft_with()
    draft.write(at, 0, POINTER, KnownNumber(0))

    assert KnownNumber(0) == draft.read(at, 3, SHORT)


def test_overlapped_fields_are_dropped() -> None:
    """Nothing is left of a number of which a byte was changed."""
    draft, at = draft_with()
    draft.write(at, 0, INT, KnownNumber(5))
    draft.write(at, 3, CHAR, KnownNumber(1))

    assert isinstance(draft.read(at, 0, INT), UnknownValue)
    assert [(3, 1)] == [(field.offset, field.size) for field in draft.fields_of(at)]


def test_numbers_are_read_in_another_type_of_the_same_size() -> None:
    """Two's complement."""
    draft, at = draft_with()
    draft.write(at, 0, INT, KnownNumber(-1))
    draft.write(at, 8, LONG, KnownNumber(-1))

    assert KnownNumber(2**32 - 1) == draft.read(at, 0, UNSIGNED)
    assert KnownNumber(2**64 - 1) == draft.read(at, 8, POINTER)
    assert isinstance(draft.read(at, 0, Floating(32, 4)), UnknownValue)


def test_a_symbol_is_read_in_another_type_if_it_fits() -> None:
    """Otherwise it is another value."""
    draft, at = draft_with()
    small, negative = draft.symbol(Fact(0, 9)), draft.symbol(Fact(-1, 9))
    draft.write(at, 0, INT, small)
    draft.write(at, 4, INT, negative)

    assert small == draft.read(at, 0, UNSIGNED)
    assert negative != draft.read(at, 4, UNSIGNED)


def test_an_address_is_read_as_its_number() -> None:
    """It is kept in an integer of its size."""
    draft, at = draft_with()
    draft.write(at, 0, POINTER, Address(at, 4))

    assert Address(at, 4) == draft.read(at, 0, LONG)


def test_blocks_are_copied_over_themselves() -> None:
    """What is copied is read before anything is written."""
    draft, at = draft_with()
    for place, number in enumerate((1, 2, 3, 4)):
        draft.write(at, 4 * place, INT, KnownNumber(number))
    draft.write_block(at, 4, 12, draft.block(at, 0, 12))

    assert [1, 1, 2, 3] == [draft.read(at, 4 * k, INT).value for k in range(4)]  # type: ignore[union-attr]


def test_part_of_a_zero_block_is_copied() -> None:
    """A number that is copied in part is not."""
    draft, at = draft_with()
    draft.zero(at, 0, 8)
    draft.write(at, 8, INT, KnownNumber(5))

    assert [(0, 4)] == [(field.offset, field.size) for field in draft.block(at, 4, 6)]


def test_what_is_not_reached_is_dropped_and_lost_if_it_lives() -> None:
    """A chain of addresses from a variable keeps objects."""
    draft, far = draft_with()
    variable = Variable("f::p", POINTER, "f", NOWHERE)
    root, near = draft.variable(variable), draft.new_region(KnownNumber(8), Kind.HEAP)
    draft.write(root, 0, POINTER, Address(near, 99))
    draft.write(near, 0, LONG, Address(far, -3))
    draft.read(far, 0, INT)
    draft.collect()

    assert {root, near, far} == set(draft.objects)
    assert not draft.is_lost
    assert 1 == len(draft.facts)

    draft.write(near, 0, LONG, KnownNumber(1))
    draft.collect()

    assert {root, near} == set(draft.objects)
    assert {} == draft.facts
    assert draft.is_lost


def test_ended_objects_are_dropped_and_not_lost() -> None:
    """They stay as long as an address is left."""
    draft, at = draft_with()
    draft.end(at)
    draft.collect()

    assert {} == draft.objects
    assert not draft.is_lost


def test_a_draft_leaves_its_graph_alone() -> None:
    """Two drafts of one graph do not see each other."""
    draft, at = draft_with()
    draft.write(at, 0, INT, KnownNumber(1))
    graph = draft.finish()
    other = GraphDraft(graph)
    other.write(at, 0, INT, KnownNumber(2))
    other.end(at)

    assert KnownNumber(1) == GraphDraft(graph).read(at, 0, INT)


def test_a_symbol_is_replaced_everywhere() -> None:
    """In fields, and as the size of an object."""
    draft, at = draft_with()
    size = draft.symbol(Fact(0, 9))
    other = draft.new_region(size, Kind.HEAP)
    draft.write(at, 0, INT, size)
    draft.substitute(size, KnownNumber(4))

    assert KnownNumber(4) == draft.read(at, 0, INT)
    assert KnownNumber(4) == draft.objects[other].size
    assert size.number not in draft.facts
