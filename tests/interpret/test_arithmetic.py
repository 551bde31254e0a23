from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.c.ctype import INT, LP64, CType, Floating, Integer
from maul.c.numbers import bounds, single, single_of_integer, wrap
from maul.cfa.expressions import Binary, Constant, Convert, Expression, Overflows, Unary
from maul.interpret.memory import ObjectMemory, Undefined
from maul.interpret.registers import Registers
from maul.interpret.values import Translator

FLOAT, DOUBLE = Floating(32, 4), Floating(64, 8)
MACHINE = {
    (8, True): ctypes.c_int8,
    (8, False): ctypes.c_uint8,
    (16, True): ctypes.c_int16,
    (16, False): ctypes.c_uint16,
    (32, True): ctypes.c_int32,
    (32, False): ctypes.c_uint32,
    (64, True): ctypes.c_int64,
    (64, False): ctypes.c_uint64,
}


def translator() -> Translator:
    return Translator(LP64, Registers(frozenset()), ObjectMemory(LP64), {})


def integer(e: Expression) -> int:
    return translator().integer(e)()


def real(e: Expression) -> float:
    return translator().real(e)()


def same(left: float, right: float) -> bool:
    """Equal as bits, all NaNs being one."""
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return struct.pack("<d", left) == struct.pack("<d", right)


@st.composite
def operands(draw: st.DrawFn) -> tuple[Integer, int, int]:
    """A type of any width and two values of it, often at the ends of the range."""
    t = Integer(draw(st.integers(1, 128)), draw(st.booleans()))
    low, high = bounds(t.bits, signed=t.signed)
    values = st.one_of(
        st.integers(low, high), st.sampled_from([low, high, max(low, -1), 0, min(1, high)])
    )
    return t, draw(values), draw(values)


def binary(t: CType, operator: str, left: float, right: float) -> Binary:
    return Binary(t, operator, Constant(t, left), Constant(t, right))


@pytest.mark.parametrize(("bits", "signed"), sorted(MACHINE))
@given(value=st.integers(-(1 << 70), 1 << 70))
def test_wrapping_is_that_of_the_machine(bits: int, *, signed: bool, value: int) -> None:
    expected = MACHINE[bits, signed](value).value

    assert expected == wrap(value, bits, signed=signed)


@given(operands(), st.sampled_from("+-*"))
def test_arithmetic_is_exact_modulo_the_width(
    case: tuple[Integer, int, int], operator: str
) -> None:
    t, left, right = case
    exact = {"+": left + right, "-": left - right, "*": left * right}[operator]
    result = integer(binary(t, operator, left, right))
    low, high = bounds(t.bits, signed=t.signed)

    assert 0 == (result - exact) % (1 << t.bits)
    assert low <= result <= high


@given(operands())
def test_division_truncates_and_remainder_completes_it(case: tuple[Integer, int, int]) -> None:
    t, left, right = case
    low, _ = bounds(t.bits, signed=t.signed)
    if right == 0 or (t.signed and right == -1 and left == low):
        for operator in "/%":
            with pytest.raises(Undefined):
                integer(binary(t, operator, left, right))
        return
    quotient = integer(binary(t, "/", left, right))
    rest = integer(binary(t, "%", left, right))

    assert left == quotient * right + rest
    assert abs(rest) < abs(right)
    assert rest == 0 or (rest < 0) == (left < 0)


@given(operands(), st.sampled_from("&|^"))
def test_bit_operations_work_on_every_bit(case: tuple[Integer, int, int], operator: str) -> None:
    t, left, right = case
    mask = (1 << t.bits) - 1
    p, q = left & mask, right & mask
    expected = {"&": p & q, "|": p | q, "^": p ^ q}[operator]

    assert expected == integer(binary(t, operator, left, right)) & mask


@given(operands(), st.integers(-2, 130))
def test_shifts_are_defined_below_the_width(case: tuple[Integer, int, int], amount: int) -> None:
    t, left, _ = case
    shifted = {op: Binary(t, op, Constant(t, left), Constant(INT, amount)) for op in ("<<", ">>")}
    if not 0 <= amount < t.bits:
        for e in shifted.values():
            with pytest.raises(Undefined):
                integer(e)
        return

    assert wrap(left << amount, t.bits, signed=t.signed) == integer(shifted["<<"])
    assert left // (1 << amount) == integer(shifted[">>"])


@given(operands())
def test_negation_and_complement(case: tuple[Integer, int, int]) -> None:
    t, value, _ = case
    constant = Constant(t, value)

    assert wrap(-value, t.bits, signed=t.signed) == integer(Unary(t, "-", constant))
    assert wrap(~value, t.bits, signed=t.signed) == integer(Unary(t, "~", constant))
    assert int(value == 0) == integer(Unary(INT, "!", constant))


COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda p, q: p < q,
    ">": lambda p, q: p > q,
    "<=": lambda p, q: p <= q,
    ">=": lambda p, q: p >= q,
    "==": lambda p, q: p == q,
    "!=": lambda p, q: p != q,
}


@given(operands(), st.sampled_from(sorted(COMPARE)))
def test_comparison_of_integers(case: tuple[Integer, int, int], operator: str) -> None:
    t, left, right = case
    e = Binary(INT, operator, Constant(t, left), Constant(t, right))

    assert int(COMPARE[operator](left, right)) == integer(e)


@given(operands(), st.sampled_from(["+", "-", "*", "/", "neg"]))
def test_overflow_is_that_of_mathematical_integers(
    case: tuple[Integer, int, int], operator: str
) -> None:
    t, left, right = case
    low, high = bounds(t.bits, signed=t.signed)
    if operator == "/" and right == 0:
        right = 1
    quotient = abs(left) // max(1, abs(right)) * (1 if (left < 0) == (right < 0) else -1)
    exact = {"+": left + right, "-": left - right, "*": left * right, "/": quotient, "neg": -left}
    e = Overflows(INT, operator, Constant(t, left), Constant(t, right), t)

    assert int(not low <= exact[operator] <= high) == integer(e)


# ---- floats ------------------------------------------------------------------------------------


@given(st.floats(width=32), st.floats(width=32), st.sampled_from("+-*/"))
def test_float_arithmetic_rounds_once(left: float, right: float, operator: str) -> None:
    if not (math.isfinite(left) and math.isfinite(right)) or (operator == "/" and right == 0):
        return
    p, q = left.as_integer_ratio(), right.as_integer_ratio()
    exact = {
        "+": (p[0] * q[1] + q[0] * p[1], p[1] * q[1]),
        "-": (p[0] * q[1] - q[0] * p[1], p[1] * q[1]),
        "*": (p[0] * q[0], p[1] * q[1]),
        "/": (p[0] * q[1], p[1] * q[0]),
    }[operator]
    if exact[0] == 0:
        return  # the sign of zero is another test
    result = real(binary(FLOAT, operator, left, right))

    assert result == nearest_single(*exact)


def nearest_single(numerator: int, denominator: int) -> float:
    """The binary32 nearest to a fraction, by integers only."""
    sign = -1.0 if (numerator < 0) != (denominator < 0) else 1.0
    n, d = abs(numerator), abs(denominator)
    exponent = n.bit_length() - d.bit_length() - 24
    while True:
        unit = max(exponent, -149)
        top, bottom = (n << -unit, d) if unit < 0 else (n, d << unit)
        kept, rest = divmod(top, bottom)
        if kept.bit_length() > 24:
            exponent += 1
            continue
        kept += 2 * rest > bottom or (2 * rest == bottom and kept % 2 == 1)
        if kept.bit_length() + unit > 128:
            return sign * math.inf
        return sign * math.ldexp(kept, unit)


@given(st.integers(-(1 << 127), 1 << 128))
def test_an_integer_becomes_a_float_with_one_rounding(value: int) -> None:
    expected = 0.0 if value == 0 else nearest_single(value, 1)

    assert expected == single_of_integer(value)


def test_an_integer_that_two_roundings_would_get_wrong() -> None:
    value = (1 << 54) + (1 << 30) + 1  # through double it falls on the middle, and then to even

    assert single(float(value)) != single_of_integer(value)
    assert float((1 << 54) + (1 << 31)) == single_of_integer(value)


@given(st.floats())
def test_double_becomes_float_as_on_the_machine(value: float) -> None:
    narrowed = real(Convert(FLOAT, Constant(DOUBLE, value)))

    assert same(ctypes.c_float(value).value, narrowed)


@given(st.floats(), st.floats(), st.sampled_from(sorted(COMPARE)))
def test_comparison_of_floats(left: float, right: float, operator: str) -> None:
    e = Binary(INT, operator, Constant(DOUBLE, left), Constant(DOUBLE, right))

    assert int(COMPARE[operator](left, right)) == integer(e)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (1.0, 0.0, math.inf),
        (1.0, -0.0, -math.inf),
        (-1.0, 0.0, -math.inf),
        (math.inf, -0.0, -math.inf),
        (0.0, 0.0, math.nan),
        (math.nan, 0.0, math.nan),
        (math.inf, math.inf, math.nan),
        (-0.0, 5.0, -0.0),
    ],
)
def test_division_of_floats_is_total(left: float, right: float, expected: float) -> None:
    assert same(expected, real(binary(DOUBLE, "/", left, right)))


def test_the_sign_of_zero_is_kept() -> None:
    assert same(-0.0, real(Unary(DOUBLE, "-", Constant(DOUBLE, 0.0))))
    assert same(-0.0, real(binary(DOUBLE, "*", -1.0, 0.0)))
    assert same(0.0, real(binary(DOUBLE, "+", -0.0, 0.0)))


@given(value=st.floats(), bits=st.integers(1, 64), signed=st.booleans())
def test_a_float_becomes_an_integer_if_it_fits(value: float, bits: int, *, signed: bool) -> None:
    t = Integer(bits, signed)
    low, high = bounds(bits, signed=signed)
    e = Convert(t, Constant(DOUBLE, value))
    if math.isfinite(value) and low <= math.trunc(value) <= high:
        assert math.trunc(value) == integer(e)
    else:
        with pytest.raises(Undefined, match="does not fit"):
            integer(e)
