"""Counting and swapping bits: ``__builtin_popcount`` and its kin in plain arithmetic.

The methods are those of Warren's "Hacker's Delight", chapter 5. Every step is one edge on a
temporary, so that no expression grows large.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, Integer, size_of
from maul.cfa.build.code import Code, CodePoint
from maul.cfa.build.constants import ZERO, binary, convert, unary
from maul.cfa.expressions import Binary, Constant

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.cfa.build.library.requests import LoweredCall
    from maul.cfa.expressions import Expression


def _unsigned(code: Code, request: LoweredCall) -> tuple[Integer, Expression]:
    """The argument as an unsigned number of its own width."""
    argument = request.arguments[0]
    t = Integer(8 * size_of(argument.type), signed=False)
    return t, code.handy(convert(t, argument))


def _repeated(byte: int, bits: int) -> int:
    """The byte in every byte of a word."""
    return int.from_bytes(bytes((byte,)) * (bits // 8), "little")


def _shifted(t: Integer, x: Expression, by: int) -> Expression:
    return binary(t, ">>", x, Constant(INT, by))


def _masked(t: Integer, x: Expression, byte: int) -> Expression:
    return binary(t, "&", x, Constant(t, _repeated(byte, t.bits)))


def _ones(code: Code, t: Integer, x: Expression) -> Expression:
    """The number of one bits: pairs, nibbles, bytes, then all bytes by one multiplication."""
    x = code.handy(x)
    x = code.handy(binary(t, "-", x, _masked(t, _shifted(t, x, 1), 0x55)))
    x = code.handy(binary(t, "+", _masked(t, x, 0x33), _masked(t, _shifted(t, x, 2), 0x33)))
    x = code.handy(_masked(t, binary(t, "+", x, _shifted(t, x, 4)), 0x0F))
    total = binary(t, "*", x, Constant(t, _repeated(0x01, t.bits)))
    return convert(INT, _shifted(t, total, t.bits - 8))


def _popcount(code: Code, request: LoweredCall) -> Expression:
    t, x = _unsigned(code, request)
    return _ones(code, t, x)


def _parity(code: Code, request: LoweredCall) -> Expression:
    return binary(INT, "&", _popcount(code, request), Constant(INT, 1))


def _trailing_zeros(code: Code, request: LoweredCall) -> Expression:
    t, x = _unsigned(code, request)
    below = binary(t, "&", unary(t, "~", x), binary(t, "-", x, Constant(t, 1)))
    return _ones(code, t, below)


def _leading_zeros(code: Code, request: LoweredCall) -> Expression:
    """The zeros of the word whose leading one is smeared to the right."""
    t, x = _unsigned(code, request)
    distance = 1
    while distance < t.bits:
        x = code.handy(binary(t, "|", x, _shifted(t, x, distance)))
        distance *= 2
    return _ones(code, t, unary(t, "~", x))


def _first_set(code: Code, request: LoweredCall) -> Expression:
    """One plus the index of the lowest one bit; 0 for 0."""
    t, x = _unsigned(code, request)
    result = code.whole.place(code.temporary(INT))
    empty, other, end = CodePoint(), CodePoint(), CodePoint()
    code.test(Binary(INT, "==", x, Constant(t, 0)), empty, other)
    code.resume(empty)
    code.assign(result, ZERO)
    code.jump(end)
    code.resume(other)
    upto = binary(t, "^", x, binary(t, "-", x, Constant(t, 1)))
    code.assign(result, _ones(code, t, upto))
    code.enter(end)
    return code.whole.load(result.variable)


def _byte_swap(code: Code, request: LoweredCall) -> Expression:
    t, x = _unsigned(code, request)
    size = t.bits // 8
    result: Expression | None = None
    for index in range(size):
        byte = binary(t, "&", x, Constant(t, 0xFF << 8 * index))
        distance = 8 * (size - 1 - 2 * index)
        operator = "<<" if distance >= 0 else ">>"
        moved = binary(t, operator, byte, Constant(INT, abs(distance)))
        result = moved if result is None else binary(t, "|", result, moved)
    return result if result is not None else x


def _each(
    name: str, handler: Callable[[Code, LoweredCall], Expression]
) -> dict[str, Callable[[Code, LoweredCall], Expression]]:
    return dict.fromkeys((name, f"{name}l", f"{name}ll"), handler)


HANDLERS: dict[str, Callable[[Code, LoweredCall], Expression]] = {
    **_each("__builtin_popcount", _popcount),
    **_each("__builtin_parity", _parity),
    **_each("__builtin_ctz", _trailing_zeros),
    **_each("__builtin_clz", _leading_zeros),
    **_each("__builtin_ffs", _first_set),
    **_each("ffs", _first_set),
    **dict.fromkeys((f"__builtin_bswap{bits}" for bits in (16, 32, 64)), _byte_swap),
    **dict.fromkeys(("htonl", "htons", "ntohl", "ntohs"), _byte_swap),
}
