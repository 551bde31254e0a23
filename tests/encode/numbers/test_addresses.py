"""The laws of addresses, for both kinds in both meanings of numbers, against Python's integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from maul.c.ctype import ILP32, LP64, DataModel, Integer
from maul.cfa.addresses import HIGHEST, LOWEST
from maul.cfa.intervals import truncated
from maul.encode.numbers.integers.intervals import range_of
from maul.encode.numbers.places import FIRST_ALLOCATED, space_of
from maul.logic.build import TRUE
from tests.encode.numbers.kinds import ALL, NUMBERS, WIDE, Drawn, Kind, near
from tests.report.c_text.samples import COMPARISONS, compared, fitted

if TYPE_CHECKING:
    from maul.logic.terms import Term

INDICES = tuple(
    Integer(bits, signed=signed) for bits in (8, 16, 32, 64) for signed in (True, False)
)
SCALES = st.one_of(st.integers(1, 20), st.sampled_from((4, 8, 4096, (1 << 20) + 4)))
OPERATORS = st.sampled_from(("+", "-"))
LAWS = settings(max_examples=25)
CODES = 4095  # the last numbers that a pointer may be: the error codes of Linux


class Step:
    """An operator, and an index with a type and a scale that keep an offset within bounds."""

    def __init__(self, drawn: Drawn, offset: int, scale: int | None = None) -> None:
        low, high = drawn.borders()
        self.operator = drawn.draw(OPERATORS)
        self.type = drawn.draw(st.sampled_from(INDICES))
        self.scale = drawn.draw(SCALES) if scale is None else scale
        down, up = low - offset, high - offset
        if self.operator == "-":
            down, up = -up, -down
        first, last = range_of(self.type)
        nearest = max(first, -(-down // self.scale)), min(last, up // self.scale)
        self.index = drawn.draw(near(*nearest))
        self.term = drawn.term(self.type, self.index)
        sign = 1 if self.operator == "+" else -1
        self.distance = sign * self.scale * self.index
        self.wraps = drawn.draw(st.booleans())
        self._addresses = drawn.numbers.addresses

    def __call__(self, address: Term) -> Term:
        """The address moved."""
        return self._moved(self.operator, address)

    def back(self, address: Term) -> Term:
        """The address moved the other way."""
        return self._moved("-" if self.operator == "+" else "+", address)

    def _moved(self, operator: str, address: Term) -> Term:
        index = self.type, self.term
        return self._addresses.moved(operator, address, index, self.scale, wraps=self.wraps)


def somewhere(drawn: Drawn) -> tuple[Term, int, int]:
    """The address of a place, and the place."""
    number, offset = drawn.place()
    if drawn.kind.is_wide:
        return drawn.at(number, offset), number, offset
    return drawn.address(offset), number, offset


# ---- moves ----


@ALL
@given(data=st.data())
@LAWS
def test_a_move_adds_a_multiple_of_the_index(kind: Kind, data: st.DataObject) -> None:
    """Also when the caller knows that nothing wraps."""
    drawn = Drawn(kind, data)
    p, number, offset = somewhere(drawn)
    step = Step(drawn, offset)

    assert drawn.code(number, offset + step.distance) == drawn.read(step(p))


@ALL
@given(data=st.data())
@LAWS
def test_moving_there_and_back_leads_back(kind: Kind, data: st.DataObject) -> None:
    """(p + i) - i = p, and (p - i) + i = p."""
    drawn = Drawn(kind, data)
    p, _, offset = somewhere(drawn)
    step = Step(drawn, offset)

    assert drawn.read(p) == drawn.read(step.back(step(p)))


@ALL
@given(data=st.data())
@LAWS
def test_two_moves_are_one(kind: Kind, data: st.DataObject) -> None:
    """p + i + j = p + (i + j), within the space of an object."""
    drawn = Drawn(kind, data)
    p, _, offset = somewhere(drawn)
    scale = drawn.draw(SCALES)
    first = Step(drawn, offset, scale)
    second = Step(drawn, offset + first.distance, scale)
    wide = Integer(96, signed=True)
    total = (first.distance + second.distance) // scale
    once = drawn.numbers.addresses.moved("+", p, (wide, drawn.term(wide, total)), scale)

    assert drawn.read(once) == drawn.read(second(first(p)))


@ALL
@given(data=st.data())
@LAWS
def test_a_step_of_bytes_is_a_move(kind: Kind, data: st.DataObject) -> None:
    """Plain addresses wrap around, unless the caller knows that they do not."""
    drawn = Drawn(kind, data)
    p, number, offset = somewhere(drawn)
    low, high = drawn.borders()
    by, wraps = drawn.draw(near(low - offset, high - offset)), drawn.draw(st.booleans())
    if wraps and not kind.is_wide:
        by = drawn.draw(near(-high, high))
    expected = (offset + by - low) % (high - low + 1) + low

    assert drawn.code(number, expected) == drawn.read(
        drawn.numbers.addresses.plus(p, by, wraps=wraps)
    )


@ALL
@given(data=st.data())
@LAWS
def test_an_unsigned_index_may_stand_for_a_negative_one(kind: Kind, data: st.DataObject) -> None:
    """As 0xFFFFFFFF does for -1 where pointers have four bytes."""
    drawn = Drawn(kind, data)
    p, number, offset = somewhere(drawn)
    low, high = drawn.borders()
    scale, operator, t = drawn.draw(SCALES), drawn.draw(OPERATORS), kind.model.size_t
    room = (offset - low if operator == "+" else high - offset) // scale
    assume(room > 0)
    index = drawn.draw(near(1, room))
    opposite = drawn.term(t, (1 << t.bits) - index)
    distance = -scale * index if operator == "+" else scale * index
    moved = drawn.numbers.addresses.moved(operator, p, (t, opposite), scale)

    assert drawn.code(number, offset + distance) == drawn.read(moved)


@ALL
@given(data=st.data())
@LAWS
def test_huge_steps_go_round_in_one_space(kind: Kind, data: st.DataObject) -> None:
    """A distance counts modulo the bytes that a pointer can tell apart, and the object stays."""
    drawn = Drawn(kind, data)
    number, offset = drawn.place()
    low, high = drawn.borders()
    margin = 1 << 21  # near the ends of a space, a small step may lead into the next one
    assume(not kind.is_wide or low + margin <= offset <= high - margin)
    p = drawn.at(number, offset) if kind.is_wide else drawn.address(offset)
    operator, t, scale = (
        drawn.draw(OPERATORS),
        drawn.draw(st.sampled_from(INDICES)),
        drawn.draw(SCALES),
    )
    index = drawn.draw(near(*range_of(t)))
    distance = scale * index if operator == "+" else -scale * index
    moved = drawn.numbers.addresses.moved(operator, p, (t, drawn.term(t, index)), scale)
    expected = (offset + distance - low) % (high - low + 1) + low

    assert drawn.code(number, expected) == drawn.read(moved)


@ALL
@given(data=st.data())
@LAWS
def test_the_difference_is_what_a_move_adds(kind: Kind, data: st.DataObject) -> None:
    """(p + i) - p = i, and the difference of any two places is that of their offsets."""
    drawn = Drawn(kind, data)
    p, number, offset = somewhere(drawn)
    step = Step(drawn, offset)
    q = drawn.address(drawn.code(number, offset + step.distance))
    t, addresses = kind.model.ptrdiff_t, drawn.numbers.addresses
    scale = drawn.draw(st.sampled_from((step.scale, 3, 0)))
    expected = truncated(fitted(t, step.distance), max(scale, 1))

    assert expected == fitted(t, drawn.read(addresses.difference(q, p, scale)))
    assert expected == fitted(t, drawn.read(addresses.difference(step(p), p, scale)))


@ALL
@given(data=st.data())
@LAWS
def test_an_index_moves_as_an_unsigned_number(kind: Kind, data: st.DataObject) -> None:
    drawn, size_t = Drawn(kind, data), kind.model.size_t
    start = drawn.draw(near(*range_of(size_t)))
    operator, t, scale = (
        drawn.draw(OPERATORS),
        drawn.draw(st.sampled_from(INDICES)),
        drawn.draw(SCALES),
    )
    by = drawn.draw(near(*range_of(t)))
    distance = scale * by if operator == "+" else -scale * by
    index, addresses = (t, drawn.term(t, by)), drawn.numbers.addresses

    assert start == drawn.read(addresses.index(start))
    assert fitted(size_t, start + distance) == drawn.read(
        addresses.advanced(operator, drawn.index(start), index, scale)
    )


@ALL
@given(data=st.data())
@LAWS
def test_any_path_through_an_object_ends_where_python_says(kind: Kind, data: st.DataObject) -> None:
    """Moves, steps, and detours over the number that an address is."""
    drawn = Drawn(kind, data)
    address, number, offset = somewhere(drawn)
    addresses = drawn.numbers.addresses
    low, high = drawn.borders()
    for _ in range(drawn.draw(st.integers(2, 5))):
        choice = drawn.draw(st.sampled_from(("moved", "plus", "number")))
        if choice == "moved":
            step = Step(drawn, offset)
            address, offset = step(address), offset + step.distance
        elif choice == "plus":
            by = drawn.draw(near(max(low - offset, -(1 << 20)), min(high - offset, 1 << 20)))
            address, offset = addresses.plus(address, by), offset + by
        else:
            code, fits = addresses.as_number(address)
            if drawn.read(fits):
                address = addresses.as_address(code)

    assert drawn.code(number, offset) == drawn.read(address)


# ---- numbers that are addresses ----


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda model: model.name)
def test_objects_have_numbers_where_objects_lie(model: DataModel) -> None:
    """Else a comparison with a number at which no object lies would tell something untrue."""
    space = space_of(model)

    assert LOWEST <= 1 << space.fine_bits
    assert space.first_code <= HIGHEST[model.pointer_size]
    assert FIRST_ALLOCATED < space.last_slot


def slot(kind: Kind, number: int, offset: int) -> int | None:
    """The number that the address of a place is, where slots reach so far."""
    space = kind.space
    if not kind.is_wide:
        return offset
    if number > space.last_slot or not 0 <= offset < 1 << space.fine_bits:
        return None
    return (number << space.fine_bits) + offset


@ALL
@given(data=st.data())
@LAWS
def test_an_address_as_a_number_leads_back(kind: Kind, data: st.DataObject) -> None:
    """As far as there are slots; and else the limit says so."""
    drawn = Drawn(kind, data)
    number, offset = drawn.place()
    if kind.is_wide:
        offset = drawn.draw(st.sampled_from((offset, offset % (1 << kind.space.fine_bits))))
    p = drawn.at(number, offset) if kind.is_wide else drawn.address(offset)
    code, fits = drawn.numbers.addresses.as_number(p)
    expected = slot(kind, number, offset)

    assert (expected is not None) == bool(drawn.read(fits))
    if expected is not None:
        assert expected == drawn.read(code)
        assert drawn.code(number, offset) == drawn.read(drawn.numbers.addresses.as_address(code))


@ALL
@given(data=st.data())
@LAWS
def test_a_number_as_an_address_is_that_number(kind: Kind, data: st.DataObject) -> None:
    """as_number(as_address(x)) = x, for every x, without a limit."""
    drawn, size_t = Drawn(kind, data), kind.model.size_t
    _, top = range_of(size_t)
    fine = 1 << (kind.space.fine_bits if kind.is_wide else 12)
    x = drawn.draw(
        st.one_of(near(0, top), st.sampled_from((fine - 1, fine, top - CODES, top - fine)))
    )
    address = drawn.numbers.addresses.as_address(drawn.index(x))
    code, fits = drawn.numbers.addresses.as_number(address)

    assert x == drawn.read(code)
    assert drawn.read(fits)


@WIDE
@given(data=st.data())
@LAWS
def test_in_a_slot_without_object_a_number_is_the_same_pointer_as_a_constant(
    kind: Kind, data: st.DataObject
) -> None:
    """In any other slot the limit says that it is not, and objects have only those."""
    drawn, fine = Drawn(kind, data, without_object=(2, 5)), 1 << kind.space.fine_bits
    number = drawn.draw(st.sampled_from((1, 2, 3, 5, 6)))
    x = number * fine + drawn.draw(near(0, fine - 1))
    addresses, is_constant = drawn.numbers.addresses, number in (2, 5)
    of_constant, fits = addresses.as_number(drawn.address(x))
    _, object_fits = addresses.as_number(drawn.at(number, x % fine))

    assert x == drawn.read(of_constant)
    assert is_constant == (x == drawn.read(addresses.as_address(drawn.index(x))))
    assert is_constant == bool(drawn.read(fits))
    assert is_constant != bool(drawn.read(object_fits))


@ALL
@given(data=st.data())
@LAWS
def test_a_constant_is_the_number_that_it_names(kind: Kind, data: st.DataObject) -> None:
    drawn, size_t = Drawn(kind, data), kind.model.size_t
    x = drawn.draw(near(*range_of(size_t)))
    address = drawn.numbers.addresses.constant(x)

    assert x == drawn.read(address)
    assert drawn.numbers.constant(drawn.pointer, x) is address
    if not kind.is_wide:
        assert (address, TRUE) == drawn.numbers.addresses.as_number(address)


# ---- order ----


@ALL
@given(data=st.data())
@LAWS
def test_the_order_in_an_object_is_that_of_offsets(kind: Kind, data: st.DataObject) -> None:
    drawn = Drawn(kind, data)
    p, number, offset = somewhere(drawn)
    step = Step(drawn, offset)
    assume(abs(step.distance) < 1 << 8 * kind.model.pointer_size - 1)
    q = drawn.draw(
        st.sampled_from((step(p), drawn.address(drawn.code(number, offset + step.distance))))
    )
    for operator in COMPARISONS:
        found = drawn.numbers.comparison(drawn.pointer, operator, p, q)

        assert compared(operator, 0, step.distance) == drawn.read(found)


@WIDE
@given(data=st.data())
@LAWS
def test_objects_come_behind_null_and_before_error_codes(kind: Kind, data: st.DataObject) -> None:
    """Null < any object < the last 4095 numbers, and objects among themselves by their numbers."""
    drawn = Drawn(kind, data)
    p, number, _ = somewhere(drawn)
    other = drawn.draw(NUMBERS)
    assume(other != number)
    q = drawn.at(other, drawn.place()[1])
    top = 1 << kind.space.pointer_bits
    code, later = (drawn.address(top - at) for at in sorted(drawn.draw(pairs()), reverse=True))
    null, small = drawn.address(0), drawn.address(drawn.draw(near(1, CODES)))
    ordered = [null, small, *((p, q) if number < other else (q, p)), code, later]
    for at, left in enumerate(ordered):
        for behind, right in enumerate(ordered):
            for operator in COMPARISONS:
                found = drawn.numbers.comparison(drawn.pointer, operator, left, right)

                assert compared(operator, at, behind) == drawn.read(found)


def pairs() -> st.SearchStrategy[set[int]]:
    """Two different error codes."""
    return st.sets(near(1, CODES), min_size=2, max_size=2)
