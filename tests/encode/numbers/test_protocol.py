"""Both meanings of C's numbers against each other and against Python's integers."""

from __future__ import annotations

from random import Random
from struct import pack, unpack
from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import ILP32, LP64, Boolean, DataModel, Floating, Integer
from maul.cfa.intervals import truncated
from maul.encode.numbers import BitNumbers, IntNumbers, NoTerm
from maul.encode.numbers.integers.intervals import range_of
from maul.logic.build import symbol
from maul.logic.evaluate import evaluate
from maul.logic.sorts import BitVec
from tests.report.c_text.samples import (
    INTEGERS,
    TYPES,
    UCHAR,
    Samples,
    fitted,
    given,
    interesting,
    no_floats,
    overflow,
    read,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.encode.numbers.protocol import Numbers
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term

DOUBLE, LONG_DOUBLE = Floating(64, 8), Floating(80, 16)
INT, LONG = Integer(32, signed=True), Integer(64, signed=True)
MODELS = pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)


@pytest.fixture(params=[BitNumbers, IntNumbers], ids=lambda meaning: meaning.name)
def meaning(request: pytest.FixtureRequest) -> Callable[[DataModel], Numbers]:
    found: Callable[[DataModel], Numbers] = request.param
    return found


@pytest.mark.parametrize("seed", range(20))
def test_both_meanings_agree_with_python(seed: int) -> None:
    rng = Random(seed)
    for _ in range(150):
        samples = Samples(rng)
        sample = samples.grown(rng.choice(TYPES), rng.randint(1, 4))

        for term in sample.terms:
            assert sample.value == read(sample.type, term, samples.values)


# ---- addresses ----


@MODELS
def test_addresses_move_as_unsigned_numbers(
    meaning: Callable[[DataModel], Numbers], model: DataModel
) -> None:
    rng, size_t = Random(7), model.size_t
    for _ in range(200):
        numbers = meaning(model)
        t, scale, operator = rng.choice(INTEGERS), rng.randrange(20), rng.choice("+-")
        base, index, offset = interesting(size_t, rng), interesting(t, rng), rng.randint(-9, 99)
        p, i = given(numbers, size_t, "p", base), given(numbers, t, "i", index)
        values, distance = dict((p, i)), scale * index if operator == "+" else -scale * index
        moved = numbers.addresses.moved(operator, p[0], (t, i[0]), scale)

        assert fitted(size_t, base + distance) == read(size_t, moved, values)
        assert fitted(size_t, base + offset) == read(
            size_t, numbers.addresses.plus(p[0], offset), values
        )


@MODELS
def test_the_difference_of_addresses_is_signed(
    meaning: Callable[[DataModel], Numbers], model: DataModel
) -> None:
    rng = Random(8)
    for _ in range(200):
        numbers, scale = meaning(model), rng.randrange(20)
        a, b = interesting(model.size_t, rng), interesting(model.size_t, rng)
        p, q = given(numbers, model.size_t, "p", a), given(numbers, model.size_t, "q", b)
        expected = truncated(fitted(model.ptrdiff_t, a - b), max(scale, 1))
        found = numbers.addresses.difference(p[0], q[0], scale)

        assert expected == read(model.ptrdiff_t, found, dict((p, q)))


def test_a_known_address_is_a_pointer(meaning: Callable[[DataModel], Numbers]) -> None:
    numbers, pointer = meaning(LP64), LP64.pointer_to(INT)

    assert numbers.addresses.sort is numbers.sort(pointer)
    assert numbers.constant(pointer, 0x1040) is numbers.addresses.constant(0x1040)


# ---- bytes ----


def test_bytes_are_those_of_memory(meaning: Callable[[DataModel], Numbers]) -> None:
    rng = Random(9)
    for bits, code in ((8, "b"), (16, "<h"), (32, "<i"), (64, "<q")):
        for _ in range(50):
            numbers, t = meaning(LP64), Integer(bits, signed=True)
            value = interesting(t, rng)
            x = given(numbers, t, "x", value)
            data = numbers.split(t, x[0], no_floats)

            assert pack(code, value) == bytes(read(UCHAR, byte, dict((x,))) for byte in data)


def test_bytes_of_a_value_read_again_are_the_value(
    meaning: Callable[[DataModel], Numbers],
) -> None:
    for t in (INT, LONG, Boolean(), LP64.size_t, LP64.pointer_to(INT)):
        numbers = meaning(LP64)
        x = symbol("x", numbers.sort(t))
        numbers.facts(t, x)

        assert x is numbers.joined(t, numbers.split(t, x, no_floats))


def test_some_bytes_of_a_value_are_a_part_of_it(meaning: Callable[[DataModel], Numbers]) -> None:
    rng = Random(10)
    for _ in range(200):
        numbers, t = meaning(LP64), rng.choice((INT, LONG, LP64.size_t))
        value = interesting(t, rng)
        x = given(numbers, t, "x", value)
        data = numbers.split(t, x[0], no_floats)
        size = rng.choice((1, 2))
        first, part = rng.randrange(len(data) - size), Integer(8 * size, rng.random() < 0.5)
        found = numbers.joined(part, data[first : first + size])

        assert fitted(part, value >> 8 * first) == read(part, found, dict((x,)))


def test_the_lowest_bit_of_a_byte_is_a_boolean(meaning: Callable[[DataModel], Numbers]) -> None:
    numbers = meaning(LP64)
    for number in (0, 1, 2, 3, 255):
        joined = numbers.joined(Boolean(), [numbers.byte(number)])

        assert number % 2 == read(Boolean(), joined, {})


def test_a_float_is_the_bits_that_make_it(meaning: Callable[[DataModel], Numbers]) -> None:
    numbers = meaning(LP64)
    laws: list[Term] = []

    def unknown(sort: Sort, law: Callable[[Term], Term]) -> Term:
        bits = symbol("bits", sort)
        laws.append(law(bits))
        return bits

    x = symbol("x", numbers.sort(DOUBLE))
    data = numbers.split(DOUBLE, x, unknown)
    (number,) = unpack("<Q", pack("<d", -0.1))
    values = {x: number, symbol("bits", BitVec(64)): number}

    assert evaluate(laws[0], values)
    assert pack("<d", -0.1) == bytes(read(UCHAR, byte, values) for byte in data)
    assert number == evaluate(numbers.joined(DOUBLE, data), values)
    known = numbers.split(DOUBLE, numbers.constant(DOUBLE, -0.1), no_floats)
    assert pack("<d", -0.1) == bytes(read(UCHAR, byte, {}) for byte in known)


# ---- floats ----


@pytest.mark.parametrize("number", [0, 1, -1, 2**31 - 1, -(2**31), 2**53 + 1, -(2**63)])
def test_integers_become_floats_and_come_back(
    meaning: Callable[[DataModel], Numbers], number: int
) -> None:
    numbers = meaning(LP64)
    x = given(numbers, LONG, "x", number)
    there = numbers.converted(LONG, DOUBLE, x[0])
    back = numbers.converted(DOUBLE, LONG, there)

    assert unpack("<Q", pack("<d", float(number)))[0] == evaluate(there, dict((x,)))
    assert int(float(number)) == read(LONG, back, dict((x,)))
    assert bool(number) == read(Boolean(), numbers.converted(DOUBLE, Boolean(), there), dict((x,)))


def test_unsigned_numbers_become_positive_floats(meaning: Callable[[DataModel], Numbers]) -> None:
    numbers, unsigned = meaning(LP64), LP64.size_t
    x = given(numbers, unsigned, "x", 2**63)
    there = numbers.converted(unsigned, DOUBLE, x[0])

    assert unpack("<Q", pack("<d", 2.0**63))[0] == evaluate(there, dict((x,)))
    assert 2**63 == read(unsigned, numbers.converted(DOUBLE, unsigned, there), dict((x,)))


def test_what_has_no_term_is_named(meaning: Callable[[DataModel], Numbers]) -> None:
    with pytest.raises(NoTerm, match="long double"):
        meaning(LP64).sort(LONG_DOUBLE)


# ---- facts ----


def test_facts_hold_exactly_of_the_values_of_a_type() -> None:
    numbers, x = IntNumbers(LP64), symbol("x", IntNumbers(LP64).sort(INT))
    for t in TYPES:
        low, high = range_of(t)
        facts = numbers.facts(t, x)

        for value, inside in ((low, True), (high, True), (low - 1, False), (high + 1, False)):
            assert inside == all(evaluate(fact, {x: value}) for fact in facts)


def test_a_product_of_narrow_numbers_fits_a_wide_type(
    meaning: Callable[[DataModel], Numbers],
) -> None:
    numbers, narrow = meaning(LP64), Integer(8, signed=True)
    for a, b in ((-128, -128), (127, -128), (3, 5)):
        x, y = given(numbers, narrow, "x", a), given(numbers, narrow, "y", b)
        for of in (LONG, INT, Integer(16, signed=True), narrow):
            found = numbers.overflows("*", (narrow, x[0]), (narrow, y[0]), of)

            assert overflow("*", a, b, of) == evaluate(found, dict((x, y)))


def test_bits_lost_by_narrow_numbers(meaning: Callable[[DataModel], Numbers]) -> None:
    numbers, narrow = meaning(LP64), Integer(3, signed=True)
    for a in range(-4, 4):
        for b in range(-4, 4):
            x, y = given(numbers, narrow, "x", a), given(numbers, narrow, "y", b)
            found = numbers.overflows("<<", (narrow, x[0]), (narrow, y[0]), narrow)

            assert overflow("<<", a, b, narrow) == evaluate(found, dict((x, y)))
