from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.c.ctype import ILP32, LP64, DataModel
from maul.interpret.memory import (
    ALIGNMENT,
    GAP,
    NOWHERE,
    NULL,
    AddressRange,
    Blob,
    Exhausted,
    ObjectMemory,
    Undefined,
    Unmodelled,
)

MODELS = pytest.mark.parametrize("model", [ILP32, LP64], ids=["ILP32", "LP64"])


@MODELS
@given(sizes=st.lists(st.integers(0, 300), min_size=1, max_size=20))
def test_objects_are_aligned_and_apart(model: DataModel, sizes: list[int]) -> None:
    memory = ObjectMemory(model)
    made = [memory.heap.place("heap", "", size) for size in sizes]
    made.append(memory.stack.push("local", "x", 5))
    made.append(memory.globals.place("global", "g", 5))
    made.sort(key=lambda at: at.base)

    assert all(at.base % ALIGNMENT == 0 and at.base <= memory.mask for at in made)
    for at, following in pairwise(made):
        assert at.base + at.size + GAP <= following.base


@MODELS
@given(size=st.integers(0, 100), offset=st.integers(0, 100))
def test_a_number_finds_the_object_it_came_from(model: DataModel, size: int, offset: int) -> None:
    memory = ObjectMemory(model)
    at = memory.allocate(size)
    assert at is not None
    number = memory.number((at, offset))

    assert ((at, offset) if offset <= size else (NOWHERE, number)) == memory.at(number)


def test_null_is_nowhere() -> None:
    memory = ObjectMemory(LP64)

    assert NULL == memory.at(0)
    assert 0 == memory.number(NULL)


def test_functions_have_addresses_and_no_bytes() -> None:
    memory = ObjectMemory(LP64)
    main, other = memory.function("main"), memory.function("other")

    assert main is memory.function("main")
    assert main.base != other.base
    assert (main, 0) == memory.at(main.base)
    with pytest.raises(Undefined):
        memory.read((main, 0), 1)


def test_a_full_region_reuses_what_was_freed_and_says_when_nothing_is_left() -> None:
    region = AddressRange(0, 5 * 3 * ALIGNMENT)
    made = [region.place("heap", "", ALIGNMENT) for _ in range(5)]
    with pytest.raises(Exhausted):
        region.place("heap", "", ALIGNMENT)
    region.remove(made[2])
    again = region.place("heap", "", 90)

    assert made[2].base == again.base
    assert [at.base for at in region.objects] == sorted(at.base for at in region.objects)


def test_freed_memory_is_found_by_no_number() -> None:
    memory = ObjectMemory(LP64)
    at = memory.allocate(8)
    assert at is not None
    memory.release((at, 0))

    assert NOWHERE is memory.at(at.base)[0]


@given(
    stored=st.integers(0, 24),
    start=st.integers(0, 31),
    size=st.integers(1, 8),
)
def test_an_overlapping_write_forgets_a_pointer(stored: int, start: int, size: int) -> None:
    memory = ObjectMemory(LP64)
    at = memory.allocate(40)
    target = memory.allocate(1)
    assert at is not None
    assert target is not None
    number = memory.number((target, 0)).to_bytes(8, "little")
    memory.write_blob((at, stored), Blob(number, ((0, (target, 0)),)))
    memory.write((at, start), b"\xff" * size)
    untouched = start + size <= stored or stored + 8 <= start

    assert untouched == (stored in at.pointers)


@given(
    source=st.integers(0, 16),
    size=st.integers(0, 16),
    target=st.integers(0, 16),
)
def test_copying_a_part_takes_the_pointers_that_lie_inside(
    source: int, size: int, target: int
) -> None:
    memory = ObjectMemory(LP64)
    at = memory.allocate(32)
    other = memory.allocate(32)
    assert at is not None
    assert other is not None
    memory.write_blob((at, 8), Blob(bytes(8), ((0, (other, 5)),)))
    memory.write_blob((other, target), memory.read_blob((at, source), size))
    inside = source <= 8 and 16 <= source + size

    assert ({8 - source + target: (other, 5)} if inside else {}) == other.pointers


@MODELS
def test_an_automatic_object_that_has_ended_is_known_by_its_pointers(model: DataModel) -> None:
    memory = ObjectMemory(model)
    first = memory.stack.push("stack", "f::x", 4)
    memory.end((first, 0))
    second = memory.stack.push("stack", "f::x", 4)

    with pytest.raises(Undefined, match="f::x accessed after its scope was left"):
        memory.check(first, 0, 1)
    assert (second, 3) == memory.check(second, 3, 1)
    assert not memory.are_equal((first, 0), (second, 0))
    assert NOWHERE is memory.at(first.base)[0]


@MODELS
def test_the_end_of_null_is_nothing_and_of_other_objects_refused(model: DataModel) -> None:
    memory = ObjectMemory(model)
    memory.end(NULL)
    local, heap = memory.stack.push("local", "f::y", 4), memory.heap.place("heap", "", 4)
    stack = memory.stack.push("stack", "f::x", 4)
    for at, offset in ((local, 0), (heap, 0), (stack, 1)):
        with pytest.raises(Unmodelled):
            memory.end((at, offset))

    memory.end((stack, 0))
    with pytest.raises(Unmodelled):
        memory.end((stack, 0))


@MODELS
def test_a_frame_ends_with_what_was_made_later_and_has_not_ended(model: DataModel) -> None:
    memory = ObjectMemory(model)
    kinds = ("local", "alloca", "stack", "alloca", "local", "stack")
    made = [memory.stack.push(kind, "", 0) for kind in kinds]
    heap = memory.heap.place("heap", "", 4)
    memory.end((made[3], 0))
    memory.end_from((made[2], 0))

    assert [0, 0, -1, -1, 0, -1] == [at.size for at in made]
    assert 4 == heap.size
