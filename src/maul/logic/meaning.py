"""What the operators on integers, rationals and bit-vectors compute, on Python's numbers.

Comes in: values, bit-vectors as their unsigned number. Goes out: the value. Used to fold constants
and to evaluate terms. Division by zero is fixed by SMT-LIB for bit-vectors; for Int and Real it is
any function there: terms are never folded over it, and evaluation takes the quotient 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction


def signed(value: int, width: int) -> int:
    """The two's complement number that ``width`` bits stand for."""
    return value - (1 << width) if value >> (width - 1) else value


def int_div(left: int, right: int) -> int:
    """The SMT-LIB quotient: the remainder is never negative."""
    if not right:
        return 0
    quotient = left // abs(right)
    return quotient if right > 0 else -quotient


def int_mod(left: int, right: int) -> int:
    """The SMT-LIB remainder: ``left - right * (left div right)``."""
    return left % abs(right) if right else left


def real_div(left: Fraction, right: Fraction) -> Fraction:
    """The exact quotient."""
    return left / right if right else right


def _udiv(width: int, left: int, right: int) -> int:
    return left // right if right else (1 << width) - 1


def _urem(_width: int, left: int, right: int) -> int:
    return left % right if right else left


def _sdiv(width: int, left: int, right: int) -> int:
    a, b = signed(left, width), signed(right, width)
    if not b:
        return 1 if a < 0 else (1 << width) - 1
    quotient = abs(a) // abs(b)
    return (quotient if (a < 0) == (b < 0) else -quotient) & ((1 << width) - 1)


def _srem(width: int, left: int, right: int) -> int:
    a, b = signed(left, width), signed(right, width)
    if not b:
        return left
    remainder = abs(a) % abs(b)
    return (remainder if a >= 0 else -remainder) & ((1 << width) - 1)


def _smod(width: int, left: int, right: int) -> int:
    a, b = signed(left, width), signed(right, width)
    return (a % b) & ((1 << width) - 1) if b else left


def _shl(width: int, left: int, right: int) -> int:
    return (left << right) & ((1 << width) - 1) if right < width else 0


def _lshr(width: int, left: int, right: int) -> int:
    return left >> right if right < width else 0


def _ashr(width: int, left: int, right: int) -> int:
    return (signed(left, width) >> min(right, width)) & ((1 << width) - 1)


BV_BINARY: dict[str, Callable[[int, int, int], int]] = {
    "bvadd": lambda width, left, right: (left + right) & ((1 << width) - 1),
    "bvsub": lambda width, left, right: (left - right) & ((1 << width) - 1),
    "bvmul": lambda width, left, right: (left * right) & ((1 << width) - 1),
    "bvudiv": _udiv,
    "bvurem": _urem,
    "bvsdiv": _sdiv,
    "bvsrem": _srem,
    "bvsmod": _smod,
    "bvand": lambda _width, left, right: left & right,
    "bvor": lambda _width, left, right: left | right,
    "bvxor": lambda _width, left, right: left ^ right,
    "bvshl": _shl,
    "bvlshr": _lshr,
    "bvashr": _ashr,
}

BV_COMPARISON: dict[str, Callable[[int, int, int], bool]] = {
    "bvule": lambda _width, left, right: left <= right,
    "bvsle": lambda width, left, right: signed(left, width) <= signed(right, width),
}


def extracted(value: int, high: int, low: int) -> int:
    """Bits ``high`` down to ``low``."""
    return (value >> low) & ((1 << (high - low + 1)) - 1)


def sign_extended(value: int, width: int, extra: int) -> int:
    """``extra`` copies of the sign bit before the value."""
    return signed(value, width) & ((1 << (width + extra)) - 1)
