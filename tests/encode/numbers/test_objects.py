"""What wide addresses tell of objects, in both meanings of numbers, against Python's integers."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maul.encode.numbers.integers.intervals import range_of
from maul.encode.numbers.places import FIRST_ALLOCATED
from maul.logic.build import equal
from tests.encode.numbers.kinds import ALL, LAST, NUMBERS, WIDE, Drawn, Kind, near
from tests.encode.numbers.test_addresses import CODES, LAWS, Step, somewhere


@WIDE
@given(data=st.data())
@LAWS
def test_a_move_within_the_space_keeps_the_object(kind: Kind, data: st.DataObject) -> None:
    """And changes the offset by its distance."""
    drawn = Drawn(kind, data)
    p, number, offset = somewhere(drawn)
    step, objects = Step(drawn, offset), drawn.numbers.objects
    expected = (offset + step.distance) % (1 << kind.space.pointer_bits)

    assert number == drawn.read(objects.object_of(step(p)))
    assert expected == drawn.read(objects.offset_of(step(p)))


@WIDE
@given(data=st.data())
@LAWS
def test_a_known_place_has_its_parts(kind: Kind, data: st.DataObject) -> None:
    """offset_of(located(n, k)) = k modulo the numbers of a pointer, and object_of gives n."""
    drawn, objects = Drawn(kind, data), kind.numbers().objects
    number, offset = drawn.place()
    address = objects.located(number, offset)

    assert address is drawn.kind.numbers().objects.located(number, offset)
    assert (number, offset) == kind.space.parts(drawn.read(address))
    assert objects.numbered(number) is objects.object_of(address)
    assert offset % (1 << kind.space.pointer_bits) == drawn.read(objects.offset_of(address))
    assert objects.located(number) is objects.started(objects.numbered(number))


@WIDE
@given(data=st.data())
@LAWS
def test_two_objects_share_no_address(kind: Kind, data: st.DataObject) -> None:
    """Whatever the offsets are."""
    drawn = Drawn(kind, data)
    p, number, offset = somewhere(drawn)
    q, other, further = somewhere(drawn)
    assume(number != other)
    p, q = Step(drawn, offset)(p), Step(drawn, further)(q)

    assert not drawn.read(equal(p, q))
    assert not drawn.read(drawn.numbers.objects.is_in(p, drawn.number(other)))


@WIDE
@given(data=st.data())
@LAWS
def test_an_address_lies_in_its_object_only(kind: Kind, data: st.DataObject) -> None:
    drawn = Drawn(kind, data)
    p, number, _ = somewhere(drawn)
    other, objects = (
        drawn.draw(st.one_of(NUMBERS, st.just(number), st.just(0))),
        drawn.numbers.objects,
    )

    assert drawn.read(objects.is_object(p))
    assert (number >= FIRST_ALLOCATED) == drawn.read(objects.is_allocated(p))
    assert (number == other) == drawn.read(objects.is_in(p, drawn.number(other)))


@WIDE
@given(data=st.data())
@LAWS
def test_numbers_are_no_objects(kind: Kind, data: st.DataObject) -> None:
    """Null and error codes among them."""
    drawn, objects = Drawn(kind, data), kind.numbers().objects
    _, top = range_of(kind.model.size_t)
    for x in (0, 1, top, top - CODES, drawn.draw(near(0, top))):
        address = drawn.numbers.addresses.constant(x)

        assert not drawn.read(objects.is_object(address))
        assert not drawn.read(objects.is_allocated(address))
        assert not drawn.read(objects.is_in(address, drawn.number(drawn.draw(NUMBERS))))
        assert drawn.read(objects.is_in(address, drawn.number(0)))


@WIDE
@given(data=st.data())
@LAWS
def test_bytes_lie_inside_between_start_and_end(kind: Kind, data: st.DataObject) -> None:
    drawn = Drawn(kind, data)
    length = drawn.draw(st.one_of(st.integers(0, 9), near(0, kind.space.middle - 1)))
    close = st.one_of(st.integers(-1, 10), st.integers(length - 2, length + 2))
    number, (low, high) = drawn.draw(NUMBERS), drawn.borders()
    offset = max(low, min(high, drawn.draw(st.one_of(close, near(low, high)))))
    size = drawn.draw(st.one_of(st.integers(0, 9), near(*range_of(kind.model.size_t))))
    size = drawn.draw(st.sampled_from((size, max(length - offset, 0))))
    found = drawn.numbers.objects.is_inside(
        drawn.at(number, offset), drawn.index(size), drawn.number(number), drawn.index(length)
    )

    assert (0 <= offset and offset + size <= length) == drawn.read(found)


@WIDE
@given(data=st.data())
@LAWS
def test_numbers_of_objects_are_counted(kind: Kind, data: st.DataObject) -> None:
    drawn, objects = Drawn(kind, data), kind.numbers().objects
    number, other = drawn.draw(NUMBERS), drawn.draw(NUMBERS)
    n = drawn.number(number)

    assert number == drawn.read(objects.numbered(number))
    assert number + 1 == drawn.read(objects.next_number(n))
    assert number - 1 == drawn.read(objects.previous_number(n))
    assert (number <= other) == drawn.read(objects.at_most(n, drawn.number(other)))
    assert LAST >= number


@ALL
def test_plain_addresses_have_no_objects(kind: Kind) -> None:
    numbers = kind.numbers()
    if kind.is_wide:
        assert numbers.objects is numbers.addresses.objects
        return
    assert numbers.addresses.objects is None
    with pytest.raises(AssertionError):
        _ = numbers.objects
