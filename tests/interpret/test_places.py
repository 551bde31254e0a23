from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.c.ctype import (
    BOOL,
    CHAR,
    ILP32,
    INT,
    LP64,
    ArrayType,
    CType,
    DataModel,
    Field,
    Floating,
    Integer,
    Pointer,
    Record,
)
from maul.c.source import NOWHERE as NO_SPAN
from maul.c.tree import Variable
from maul.cfa.expressions import Constant, ElementOf, Load, Lvalue, MemberOf, Place
from maul.interpret.memory import NOWHERE, NULL, Object, ObjectMemory
from maul.interpret.registers import FunctionRegisters, Registers
from maul.interpret.values import Translator

SIZE = 32
BYTES = Variable("bytes", ArrayType(Integer(8, signed=False), SIZE), "", NO_SPAN)


def memory_with(t: CType, model: DataModel = LP64) -> tuple[Translator, Object, Place]:
    """A translator and one object of the given type."""
    registers = Registers(frozenset())
    v = Variable("v", t, "", NO_SPAN)
    registry = FunctionRegisters(registers, [v])
    translator = Translator(model, registers, ObjectMemory(model), {})
    slot, _, size = registry.in_memory[0]
    at = translator.memory.globals.place("global", "v", size)
    registers.objects[slot] = at
    return translator, at, Place(t, v)


def record_of(size: int, *fields: Field) -> Record:
    record = Record("r", is_union=False)
    record.complete(size, 1, fields)
    return record


def field_place(base: Place, field: Field) -> Lvalue:
    return MemberOf(field.type, base, field)


@given(
    offset=st.integers(0, 64),
    width=st.integers(1, 64),
    signed=st.booleans(),
    noise=st.binary(min_size=SIZE, max_size=SIZE),
    data=st.data(),
)
def test_a_bit_field_keeps_its_value_and_its_neighbours(
    offset: int, width: int, *, signed: bool, noise: bytes, data: st.DataObject
) -> None:
    t = Integer(width, signed)
    field = Field("f", t, offset, width)
    translator, at, base = memory_with(record_of(SIZE, field))
    at.data[:] = noise
    low = -(1 << width - 1) if signed else 0
    value = data.draw(st.integers(low, low + (1 << width) - 1))
    place = field_place(base, field)
    translator.store_integer(place)(value)
    after = int.from_bytes(at.data, "little")
    mask = ((1 << width) - 1) << offset

    assert value == translator.integer(Load(t, place))()
    assert int.from_bytes(noise, "little") & ~mask == after & ~mask
    assert (value << offset) & mask == after & mask


@pytest.mark.parametrize("size", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("signed", [False, True])
@given(data=st.data())
def test_integers_are_little_endian(size: int, *, signed: bool, data: st.DataObject) -> None:
    t = Integer(8 * size, signed)
    low = -(1 << 8 * size - 1) if signed else 0
    value = data.draw(st.integers(low, low + (1 << 8 * size) - 1))
    translator, at, base = memory_with(ArrayType(t, 2))
    place = ElementOf(t, base, Constant(INT, 1))
    translator.store_integer(place)(value)

    assert value == translator.integer(Load(t, place))()
    assert value.to_bytes(size, "little", signed=signed) == bytes(at.data[size:])
    assert bytes(size) == bytes(at.data[:size])


def test_a_bool_other_than_zero_is_read_as_one() -> None:
    translator, at, base = memory_with(ArrayType(BOOL, 1))
    at.data[0] = 2

    assert 1 == translator.integer(Load(BOOL, ElementOf(BOOL, base, Constant(INT, 0))))()


@given(st.floats(width=32))
def test_a_float_is_stored_in_four_bytes(value: float) -> None:
    t = Floating(32, 4)
    translator, at, base = memory_with(ArrayType(t, 1))
    place = ElementOf(t, base, Constant(INT, 0))
    translator.store_real(place)(value)

    assert struct.pack("<f", value) == bytes(at.data)
    assert struct.pack("<d", value) == struct.pack("<d", translator.real(Load(t, place))())


@pytest.mark.parametrize("model", [ILP32, LP64])
def test_a_pointer_comes_back_as_it_was_even_outside_of_its_object(model: DataModel) -> None:
    t = model.pointer_to(INT)
    translator, _, base = memory_with(ArrayType(t, 2), model)
    target = translator.memory.allocate(8)
    assert target is not None
    place = ElementOf(t, base, Constant(INT, 1))
    for pointer in ((target, 0), (target, -400), (target, 8), NULL):
        translator.store_pointer(place)(pointer)

        assert pointer == translator.pointer(Load(t, place))()


def test_a_pointer_overwritten_in_part_is_looked_up_by_its_bytes() -> None:
    t = Pointer(CHAR, 8)
    translator, at, base = memory_with(ArrayType(t, 1))
    target = translator.memory.allocate(8)
    assert target is not None
    place = ElementOf(t, base, Constant(INT, 0))
    translator.store_pointer(place)((target, 0))
    byte = (translator.memory.number((target, 0)) & 0xFF) + 3
    translator.memory.write((at, 0), bytes([byte]))

    assert (target, 3) == translator.pointer(Load(t, place))()

    translator.memory.write((at, 7), b"\x7f")
    found, number = translator.pointer(Load(t, place))()

    assert found is NOWHERE
    assert 0x7F == number >> 56


def test_copying_a_record_copies_its_pointers() -> None:
    t = Pointer(CHAR, 8)
    field = Field("p", t, 64, None)
    translator, at, base = memory_with(ArrayType(record_of(16, field), 2))
    target = translator.memory.allocate(1)
    assert target is not None
    record = base.type.element if isinstance(base.type, ArrayType) else base.type
    first, second = (ElementOf(record, base, Constant(INT, index)) for index in (0, 1))
    translator.store_pointer(MemberOf(t, first, field))((target, 77))
    translator.store_blob(second)(translator.blob(Load(record, first))())

    assert (target, 77) == translator.pointer(Load(t, MemberOf(t, second, field)))()
    assert at.data[:16] == at.data[16:]
