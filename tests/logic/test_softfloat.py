from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import softfloat as sf
from maul.logic.sorts import FLOAT32, FLOAT64, Float

if TYPE_CHECKING:
    from collections.abc import Callable

EDGES = [0.0, -0.0, 1.0, -1.5, 5e-324, -2.2250738585072014e-308, 1.7976931348623157e308]
SPECIAL = [*EDGES, math.inf, -math.inf, math.nan]
doubles = st.one_of(st.sampled_from(SPECIAL), st.floats())


SMALL = Float(4, 5)
FINITE = sorted(
    {
        sf.exact(pattern, SMALL)
        for pattern in range(1 << SMALL.width)
        if not (sf.is_nan(pattern, SMALL) or sf.is_infinite(pattern, SMALL))
    }
)


def bits(value: float) -> int:
    return sf.from_float(value, FLOAT64)


def divided(a: float, b: float) -> float:
    if b:
        return a / b
    if not a or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


@given(doubles, doubles)
@settings(max_examples=300)
def test_doubles_are_computed_as_the_processor_does(a: float, b: float) -> None:
    x, y = bits(a), bits(b)

    assert bits(a + b) == sf.add(sf.RNE, FLOAT64, x, y)
    assert bits(a - b) == sf.sub(sf.RNE, FLOAT64, x, y)
    assert bits(a * b) == sf.mul(sf.RNE, FLOAT64, x, y)
    assert bits(divided(a, b)) == sf.div(sf.RNE, FLOAT64, x, y)
    assert (a < b, a <= b, a == b) == (
        sf.less(FLOAT64, x, y),
        sf.at_most(FLOAT64, x, y),
        sf.equal(FLOAT64, x, y),
    )
    if not math.isinf(a) and b:
        assert bits(math.remainder(a, b)) == sf.rem(FLOAT64, x, y)
    if a >= 0:
        assert bits(math.sqrt(a)) == sf.sqrt(sf.RNE, FLOAT64, x)


@given(doubles)
@settings(max_examples=300)
def test_doubles_become_floats_as_the_processor_makes_them(a: float) -> None:
    try:
        expected = int.from_bytes(struct.pack(">f", a), "big")
    except OverflowError:
        expected = sf.infinity(FLOAT32, negative=a < 0)

    assert sf.canonical(expected, FLOAT32) == sf.from_float(a, FLOAT32)
    assert sf.is_nan(bits(a), FLOAT64) == math.isnan(a)
    if not math.isnan(a):
        assert sf.to_float(bits(a), FLOAT64) == a


@given(st.fractions(-300, 300), st.sampled_from(sf.ROUNDING_MODES))
@settings(max_examples=200)
def test_rounding_takes_a_neighbour_on_the_right_side(value: Fraction, mode: str) -> None:
    result = sf.rounded(value, mode, SMALL)
    below = max([x for x in FINITE if x <= value], default=None)
    above = min([x for x in FINITE if x >= value], default=None)
    if sf.is_infinite(result, SMALL):
        assert below is None or above is None
        assert mode != sf.RTZ
        return
    chosen = sf.exact(result, SMALL)

    assert chosen in (below, above)
    if mode == sf.RTN:
        assert chosen == below
    if mode == sf.RTP:
        assert chosen == above
    if mode == sf.RTZ:
        assert abs(chosen) <= abs(value)
    if mode in (sf.RNE, sf.RNA) and below is not None and above is not None:
        assert abs(chosen - value) == min(value - below, above - value)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(sf.RNE, [2, -2, 3]), (sf.RNA, [3, -3, 3]), (sf.RTP, [3, -2, 3]), (sf.RTN, [2, -3, 2])],
)
def test_halves_are_rounded_by_the_mode(mode: str, expected: list[int]) -> None:
    halves = [Fraction(5, 2), Fraction(-5, 2), Fraction(11, 4)]

    assert expected == [sf.rounded_integer(value, mode) for value in halves]


OPERATIONS: dict[str, Callable[[str, int, int, int], int]] = {
    "fp.add": lambda mode, a, b, _: sf.add(mode, FLOAT32, a, b),
    "fp.mul": lambda mode, a, b, _: sf.mul(mode, FLOAT32, a, b),
    "fp.div": lambda mode, a, b, _: sf.div(mode, FLOAT32, a, b),
    "fp.fma": lambda mode, a, b, c: sf.fma(mode, FLOAT32, a, b, c),
    "fp.sqrt": lambda mode, a, _b, _c: sf.sqrt(mode, FLOAT32, a),
}


@given(st.sampled_from(sorted(OPERATIONS)), st.sampled_from(sf.ROUNDING_MODES), st.data())
@settings(max_examples=150)
def test_floats_in_every_rounding_mode_are_those_of_z3(
    name: str, mode: str, data: st.DataObject
) -> None:
    z3 = pytest.importorskip("z3")
    single = st.one_of(
        st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 0x80000000, 0x7F800000, 0x3F800001])
    )
    values = [sf.canonical(data.draw(single), FLOAT32) for _ in range(3)]
    count = {"fp.fma": 3, "fp.sqrt": 1}.get(name, 2)
    arguments = " ".join([f"((_ to_fp 8 24) #x{value:08x})" for value in values[:count]])
    result = OPERATIONS[name](mode, *values)
    text = f"(assert (= ({name} {mode} {arguments}) ((_ to_fp 8 24) #x{result:08x})))"

    assert z3.is_true(z3.simplify(z3.And(*z3.parse_smt2_string(text))))


def test_a_fused_sum_with_an_infinity_does_not_overflow_first() -> None:
    large, infinite = bits(1.7976931348623157e308), bits(math.inf)

    assert bits(-math.inf) == sf.fma(sf.RNE, FLOAT64, large, large, bits(-math.inf))
    assert sf.nan(FLOAT64) == sf.fma(sf.RNE, FLOAT64, infinite, bits(1.0), bits(-math.inf))
    assert sf.nan(FLOAT64) == sf.fma(sf.RNE, FLOAT64, infinite, bits(0.0), bits(1.0))


def test_the_least_and_greatest_take_numbers_before_nan_and_leave_zeros_open() -> None:
    one, nan = bits(1.0), sf.nan(FLOAT64)

    assert one == sf.minimum(FLOAT64, one, nan) == sf.maximum(FLOAT64, nan, one)
    assert sf.minimum(FLOAT64, bits(0.0), bits(-0.0)) is None
    assert bits(-1.0) == sf.minimum(FLOAT64, bits(-1.0), one)
    assert one == sf.maximum(FLOAT64, bits(-1.0), one)


def test_rounding_to_an_integer_keeps_the_sign_of_zero() -> None:
    assert bits(-0.0) == sf.round_to_integral(sf.RNE, FLOAT64, bits(-0.25))
    assert bits(-1.0) == sf.round_to_integral(sf.RTN, FLOAT64, bits(-0.25))
    assert bits(math.inf) == sf.round_to_integral(sf.RTN, FLOAT64, bits(math.inf))
    assert sf.to_integer(sf.RTZ, bits(math.nan), FLOAT64) is None
    assert -2 == sf.to_integer(sf.RTZ, bits(-2.9), FLOAT64)


@pytest.mark.parametrize("mode", sf.ROUNDING_MODES)
def test_a_difference_that_vanishes_is_negative_only_when_rounding_down(mode: str) -> None:
    one = bits(1.0)

    assert bits(-0.0 if mode == sf.RTN else 0.0) == sf.sub(mode, FLOAT64, one, one)
    assert bits(-0.0) == sf.add(mode, FLOAT64, bits(-0.0), bits(-0.0))
