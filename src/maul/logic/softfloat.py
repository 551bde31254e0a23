"""IEEE 754 binary arithmetic in any format, exact and then rounded once.

Comes in: numbers as their bits (an int) in the format of a ``Float`` sort, and a rounding mode.
Goes out: bits. All NaNs are one number, as in SMT-LIB. What SMT-LIB leaves open (``min`` of two
zeros of different signs, integers out of range) gives None.
"""

from __future__ import annotations

import struct
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from maul.logic.sorts import FLOAT64, Float

if TYPE_CHECKING:
    from collections.abc import Callable

RNE, RNA, RTP, RTN, RTZ = "RNE", "RNA", "RTP", "RTN", "RTZ"
ROUNDING_MODES = (RNE, RNA, RTP, RTN, RTZ)


# ---- formats ----


def infinity(sort: Float, *, negative: bool = False) -> int:
    """The bits of an infinity."""
    return ((negative << sort.exponent_bits) | ((1 << sort.exponent_bits) - 1)) << (
        sort.significand_bits - 1
    )


def nan(sort: Float) -> int:
    """The bits of the one NaN: quiet and positive."""
    return infinity(sort) | (1 << (sort.significand_bits - 2))


def zero(sort: Float, *, negative: bool = False) -> int:
    """The bits of a zero."""
    return negative << (sort.width - 1)


def canonical(bits: int, sort: Float) -> int:
    """The same number, NaN being only one."""
    return nan(sort) if is_nan(bits, sort) else bits


def _magnitude(bits: int, sort: Float) -> int:
    """The bits without the sign; ordered as the magnitudes are."""
    return bits & ((1 << (sort.width - 1)) - 1)


def is_negative(bits: int, sort: Float) -> bool:
    """Whether the sign bit is set (and the number no NaN)."""
    return bool(bits >> (sort.width - 1)) and not is_nan(bits, sort)


def is_positive(bits: int, sort: Float) -> bool:
    """Whether the sign bit is clear (and the number no NaN)."""
    return not bits >> (sort.width - 1) and not is_nan(bits, sort)


def is_nan(bits: int, sort: Float) -> bool:
    """Whether it is not a number."""
    return _magnitude(bits, sort) > infinity(sort)


def is_infinite(bits: int, sort: Float) -> bool:
    """Whether it is an infinity."""
    return _magnitude(bits, sort) == infinity(sort)


def is_zero(bits: int, sort: Float) -> bool:
    """Whether it is a zero of either sign."""
    return not _magnitude(bits, sort)


def is_subnormal(bits: int, sort: Float) -> bool:
    """Whether it is too small for the hidden bit, and no zero."""
    return 0 < _magnitude(bits, sort) < 1 << (sort.significand_bits - 1)


def is_normal(bits: int, sort: Float) -> bool:
    """Whether it is finite, with the hidden bit set."""
    return 1 << (sort.significand_bits - 1) <= _magnitude(bits, sort) < infinity(sort)


def exact(bits: int, sort: Float) -> Fraction:
    """The value of a finite number."""
    magnitude, fraction_bits = _magnitude(bits, sort), sort.significand_bits - 1
    exponent, fraction = magnitude >> fraction_bits, magnitude & ((1 << fraction_bits) - 1)
    if exponent:
        fraction |= 1 << fraction_bits
    power = max(exponent, 1) - ((1 << (sort.exponent_bits - 1)) - 1) - fraction_bits
    value = Fraction(fraction << power) if power >= 0 else Fraction(fraction, 1 << -power)
    return -value if bits >> (sort.width - 1) else value


# ---- rounding ----


def rounded_integer(value: Fraction, mode: str) -> int:
    """The integer that a rounding mode chooses."""
    low = value.__floor__()
    rest = value - low
    if not rest or mode == RTN:
        return low
    if mode == RTP:
        return low + 1
    if mode == RTZ:
        return low if value > 0 else low + 1
    half = Fraction(1, 2)
    if rest != half:
        return low + (rest > half)
    if mode == RNA:
        return low + (value > 0)
    return low + (low & 1)


def rounded(value: Fraction, mode: str, sort: Float, *, negative_zero: bool = False) -> int:
    """The bits of the number that a rounding mode chooses; the sign matters for a zero."""
    if not value:
        return zero(sort, negative=negative_zero)
    negative = value < 0
    fraction_bits = sort.significand_bits - 1
    bias = (1 << (sort.exponent_bits - 1)) - 1
    quantum = max(_log2(abs(value)), 1 - bias) - fraction_bits
    scaled = value / (1 << quantum) if quantum >= 0 else value * (1 << -quantum)
    magnitude = abs(rounded_integer(scaled, mode))
    if magnitude >> fraction_bits:
        # The hidden bit adds one to the exponent, and so does a carry out of the fraction.
        magnitude += (quantum + fraction_bits + bias - 1) << fraction_bits
    if magnitude >= infinity(sort):
        away = mode in (RNE, RNA) or mode == (RTN if negative else RTP)
        magnitude = infinity(sort) - (not away)
    return magnitude | zero(sort, negative=negative)


def _log2(value: Fraction) -> int:
    """The greatest power of two not above a positive value."""
    top, bottom = value.numerator, value.denominator
    power = top.bit_length() - bottom.bit_length()
    reached = top >= bottom << power if power >= 0 else top << -power >= bottom
    return power if reached else power - 1


def from_float(value: float, sort: Float) -> int:
    """The bits of a Python float, rounded to nearest in narrower formats."""
    if sort is FLOAT64:
        return canonical(int.from_bytes(struct.pack(">d", value), "big"), sort)
    bits = from_float(value, FLOAT64)
    return to_format(RNE, bits, FLOAT64, sort)


def to_float(bits: int, sort: Float) -> float:
    """The Python float nearest to a number."""
    wide = to_format(RNE, bits, sort, FLOAT64)
    (value,) = struct.unpack(">d", wide.to_bytes(8, "big"))
    assert isinstance(value, float)
    return value


# ---- conversions ----


def to_format(mode: str, bits: int, source: Float, target: Float) -> int:
    """A number in another format."""
    if is_nan(bits, source):
        return nan(target)
    negative = is_negative(bits, source)
    if is_infinite(bits, source):
        return infinity(target, negative=negative)
    return rounded(exact(bits, source), mode, target, negative_zero=negative)


def to_integer(mode: str, bits: int, sort: Float) -> int | None:
    """The integer a mode rounds to; None for NaN and infinities."""
    if is_nan(bits, sort) or is_infinite(bits, sort):
        return None
    return rounded_integer(exact(bits, sort), mode)


def round_to_integral(mode: str, sort: Float, bits: int) -> int:
    """The number rounded to an integer, with the sign kept at zero."""
    whole = to_integer(mode, bits, sort)
    if whole is None:
        return bits
    return rounded(Fraction(whole), mode, sort, negative_zero=is_negative(bits, sort))


# ---- arithmetic ----


def negated(bits: int, sort: Float) -> int:
    """The number with the other sign; NaN stays."""
    return bits if is_nan(bits, sort) else bits ^ zero(sort, negative=True)


def absolute(bits: int, sort: Float) -> int:
    """The magnitude."""
    return _magnitude(bits, sort)


def add(mode: str, sort: Float, a: int, b: int) -> int:
    """The sum."""
    if is_nan(a, sort) or is_nan(b, sort):
        return nan(sort)
    if is_infinite(a, sort):
        return nan(sort) if is_infinite(b, sort) and a != b else a
    if is_infinite(b, sort):
        return b
    # A sum that is zero is negative when both zeros are, else only when rounding down.
    negative = is_negative(a, sort)
    if not (is_zero(a, sort) and is_zero(b, sort) and negative == is_negative(b, sort)):
        negative = mode == RTN
    return rounded(exact(a, sort) + exact(b, sort), mode, sort, negative_zero=negative)


def sub(mode: str, sort: Float, a: int, b: int) -> int:
    """The difference."""
    return add(mode, sort, a, negated(b, sort))


def _signs_differ(sort: Float, a: int, b: int) -> bool:
    """Whether two numbers, not NaN, have different signs."""
    return is_negative(a, sort) != is_negative(b, sort)


def mul(mode: str, sort: Float, a: int, b: int) -> int:
    """The product."""
    if is_nan(a, sort) or is_nan(b, sort):
        return nan(sort)
    negative = _signs_differ(sort, a, b)
    if is_infinite(a, sort) or is_infinite(b, sort):
        if is_zero(a, sort) or is_zero(b, sort):
            return nan(sort)
        return infinity(sort, negative=negative)
    return rounded(exact(a, sort) * exact(b, sort), mode, sort, negative_zero=negative)


def div(mode: str, sort: Float, a: int, b: int) -> int:
    """The quotient."""
    if is_nan(a, sort) or is_nan(b, sort):
        return nan(sort)
    negative = _signs_differ(sort, a, b)
    if is_infinite(a, sort):
        return nan(sort) if is_infinite(b, sort) else infinity(sort, negative=negative)
    if is_infinite(b, sort):
        return zero(sort, negative=negative)
    if is_zero(b, sort):
        return nan(sort) if is_zero(a, sort) else infinity(sort, negative=negative)
    return rounded(exact(a, sort) / exact(b, sort), mode, sort, negative_zero=negative)


def fma(mode: str, sort: Float, a: int, b: int, c: int) -> int:
    """``a * b + c``, rounded once."""
    product = mul(mode, sort, a, b)
    special = any(is_nan(x, sort) or is_infinite(x, sort) for x in (a, b, c))
    if special:
        # The product of finite numbers must not overflow here: only its sign counts.
        finite = not (is_infinite(a, sort) or is_infinite(b, sort) or is_nan(product, sort))
        return add(mode, sort, zero(sort) if finite else product, c)
    total = exact(a, sort) * exact(b, sort)
    negative = _signs_differ(sort, a, b)
    if not (total == 0 and is_zero(c, sort) and negative == is_negative(c, sort)):
        negative = mode == RTN
    return rounded(total + exact(c, sort), mode, sort, negative_zero=negative)


def sqrt(mode: str, sort: Float, a: int) -> int:
    """The square root."""
    if is_nan(a, sort) or is_zero(a, sort):
        return a
    if is_negative(a, sort):
        return nan(sort)
    if is_infinite(a, sort):
        return a
    value = exact(a, sort)
    # Many more bits than the format has; what is cut off only has to be seen not to be zero.
    shift = 2 * (sort.significand_bits + 4 + max(0, -_log2(value)))
    scaled = (value.numerator << shift) // value.denominator
    root = isqrt(scaled)
    doubled = 2 * root + (root * root != scaled)
    return rounded(Fraction(doubled, 2 << (shift // 2)), mode, sort)


def rem(sort: Float, a: int, b: int) -> int:
    """IEEE remainder: ``a - b * n`` with n the integer nearest to a / b."""
    if is_nan(a, sort) or is_nan(b, sort) or is_infinite(a, sort) or is_zero(b, sort):
        return nan(sort)
    if is_infinite(b, sort):
        return a
    x, y = exact(a, sort), exact(b, sort)
    value = x - y * rounded_integer(x / y, RNE)
    return rounded(value, RNE, sort, negative_zero=is_negative(a, sort))


def less(sort: Float, a: int, b: int) -> bool:
    """IEEE ``<``."""
    return _ordered(sort, a, b) and _key(a, sort) < _key(b, sort)


def at_most(sort: Float, a: int, b: int) -> bool:
    """IEEE ``<=``."""
    return _ordered(sort, a, b) and _key(a, sort) <= _key(b, sort)


def equal(sort: Float, a: int, b: int) -> bool:
    """IEEE ``==``: zeros are equal, NaN equals nothing."""
    return _ordered(sort, a, b) and _key(a, sort) == _key(b, sort)


def _ordered(sort: Float, a: int, b: int) -> bool:
    """Whether neither is NaN."""
    return not is_nan(a, sort) and not is_nan(b, sort)


def _key(bits: int, sort: Float) -> int:
    """A number by which numbers are ordered, infinities included."""
    magnitude = _magnitude(bits, sort)
    return -magnitude if bits >> (sort.width - 1) else magnitude


def minimum(sort: Float, a: int, b: int) -> int | None:
    """The lesser; a number when the other is NaN; None for zeros of different signs."""
    return _extreme(sort, a, b, less)


def maximum(sort: Float, a: int, b: int) -> int | None:
    """The greater; a number when the other is NaN; None for zeros of different signs."""
    return _extreme(sort, a, b, lambda s, x, y: less(s, y, x))


def _extreme(sort: Float, a: int, b: int, better: Callable[[Float, int, int], bool]) -> int | None:
    """The better of two numbers."""
    if is_nan(a, sort):
        return b
    if is_nan(b, sort):
        return a
    if is_zero(a, sort) and is_zero(b, sort):
        return a if a == b else None
    return a if better(sort, a, b) else b


BINARY = {"fp.add": add, "fp.sub": sub, "fp.mul": mul, "fp.div": div}
COMPARISON = {"fp.eq": equal, "fp.lt": less, "fp.leq": at_most}
CLASSES = {
    "fp.isNaN": is_nan,
    "fp.isInfinite": is_infinite,
    "fp.isZero": is_zero,
    "fp.isNormal": is_normal,
    "fp.isSubnormal": is_subnormal,
    "fp.isNegative": is_negative,
    "fp.isPositive": is_positive,
}
