"""Operations on integers as closures: wrapping arithmetic, comparison, shifts, and the question
whether a result fits.

The operands of the most frequent operations are looked at: a register or a constant is read
without a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maul.c.numbers import bounds, quotient, shape, wrap
from maul.cfa.expressions import Binary, Constant, Expression, Load
from maul.interpret.arithmetic import divide, remainder, shift_amount

if TYPE_CHECKING:
    from maul.interpret.values import Translator

Value = Callable[[], int]


def wrapped(value: Value, bits: int, *, signed: bool) -> Value:
    """``value`` modulo 2^bits, in range."""
    mask = (1 << bits) - 1
    if not signed:
        return lambda: value() & mask
    half = 1 << bits - 1

    def wrap() -> int:
        x = value()
        return x if -half <= x < half else ((x + half) & mask) - half

    return wrap


def integer_operation(t: Translator, e: Binary) -> Value:
    """A binary operation on two integers."""
    operator = e.operator
    if operator in _COMPARE:
        return _comparison(t, operator, e.left, e.right)
    bits, signed = shape(e.type)
    if operator in ("+", "-"):
        return _sum(t, e, bits, signed=signed)
    left, right = t.integer(e.left), t.integer(e.right)
    lowest = bounds(bits, signed=signed)[0] if signed else 1  # no unsigned value divides by -1
    match operator:
        case "*":
            return wrapped(lambda: left() * right(), bits, signed=signed)
        case "/":
            return lambda: divide(left(), right(), lowest)
        case "%":
            return lambda: remainder(left(), right(), lowest)
        case "&":
            return lambda: left() & right()
        case "|":
            return lambda: left() | right()
        case "^":
            return lambda: left() ^ right()
        case "<<":
            return wrapped(lambda: left() << shift_amount(right(), bits), bits, signed=signed)
        case ">>":
            return lambda: left() >> shift_amount(right(), bits)
    raise ValueError(f"unknown operator: {operator}")


def _constant(e: Expression) -> int | None:
    if not isinstance(e, Constant) or not isinstance(e.value, int):
        return None
    bits, signed = shape(e.type)
    return wrap(e.value, bits, signed=signed)


def _register(t: Translator, e: Expression) -> int | None:
    return t.in_register(e.place) if isinstance(e, Load) else None


def _sum(t: Translator, e: Binary, bits: int, *, signed: bool) -> Value:
    """Addition or subtraction."""
    integers, slot, constant = t.registers.integers, _register(t, e.left), _constant(e.right)
    if slot is not None and constant is not None:
        return _step(
            integers, slot, constant if e.operator == "+" else -constant, bits, signed=signed
        )
    left, right = t.integer(e.left), t.integer(e.right)
    mask, half = (1 << bits) - 1, 1 << bits - 1
    if not signed:
        if e.operator == "+":
            return lambda: (left() + right()) & mask
        return lambda: (left() - right()) & mask
    if e.operator == "+":

        def plus() -> int:
            x = left() + right()
            return x if -half <= x < half else ((x + half) & mask) - half

        return plus

    def minus() -> int:
        x = left() - right()
        return x if -half <= x < half else ((x + half) & mask) - half

    return minus


def _step(integers: list[int], slot: int, step: int, bits: int, *, signed: bool) -> Value:
    """A register plus a constant: what loops are made of."""
    mask, half = (1 << bits) - 1, 1 << bits - 1
    if not signed:
        return lambda: (integers[slot] + step) & mask

    def stepped() -> int:
        x = integers[slot] + step
        return x if -half <= x < half else ((x + half) & mask) - half

    return stepped


def _comparison(t: Translator, operator: str, left: Expression, right: Expression) -> Value:
    integers, slot = t.registers.integers, _register(t, left)
    if slot is None:
        return _COMPARE[operator](t.integer(left), t.integer(right))
    constant, other = _constant(right), _register(t, right)
    if constant is not None:
        return _REGISTER_AND_CONSTANT[operator](integers, slot, constant)
    if other is not None:
        return _TWO_REGISTERS[operator](integers, slot, other)
    return _COMPARE[operator](t.integer(left), t.integer(right))


_COMPARE: dict[str, Callable[[Value, Value], Value]] = {
    "<": lambda p, q: lambda: 1 if p() < q() else 0,
    ">": lambda p, q: lambda: 1 if p() > q() else 0,
    "<=": lambda p, q: lambda: 1 if p() <= q() else 0,
    ">=": lambda p, q: lambda: 1 if p() >= q() else 0,
    "==": lambda p, q: lambda: 1 if p() == q() else 0,
    "!=": lambda p, q: lambda: 1 if p() != q() else 0,
}
_REGISTER_AND_CONSTANT: dict[str, Callable[[list[int], int, int], Value]] = {
    "<": lambda r, i, c: lambda: 1 if r[i] < c else 0,
    ">": lambda r, i, c: lambda: 1 if r[i] > c else 0,
    "<=": lambda r, i, c: lambda: 1 if r[i] <= c else 0,
    ">=": lambda r, i, c: lambda: 1 if r[i] >= c else 0,
    "==": lambda r, i, c: lambda: 1 if r[i] == c else 0,
    "!=": lambda r, i, c: lambda: 1 if r[i] != c else 0,
}
_TWO_REGISTERS: dict[str, Callable[[list[int], int, int], Value]] = {
    "<": lambda r, i, j: lambda: 1 if r[i] < r[j] else 0,
    ">": lambda r, i, j: lambda: 1 if r[i] > r[j] else 0,
    "<=": lambda r, i, j: lambda: 1 if r[i] <= r[j] else 0,
    ">=": lambda r, i, j: lambda: 1 if r[i] >= r[j] else 0,
    "==": lambda r, i, j: lambda: 1 if r[i] == r[j] else 0,
    "!=": lambda r, i, j: lambda: 1 if r[i] != r[j] else 0,
}


def compare_integers(operator: str, left: Value, right: Value) -> Value:
    """1 when the comparison holds."""
    return _COMPARE[operator](left, right)


def overflow(operator: str, left: Value, right: Value, of: tuple[int, bool]) -> Value:
    """1 when the mathematical result of an operation does not fit the type of the given width and
    signedness.
    """
    low, high = bounds(of[0], signed=of[1])
    exact = _EXACT[operator]
    return lambda: 0 if low <= exact(left(), right()) <= high else 1


def _exact_quotient(left: int, right: int) -> int:
    """A division by zero does not overflow: it is undefined for a reason of its own."""
    return quotient(left, right) if right else 0


def _exact_shift(left: int, right: int) -> int:
    """Amounts that are no amounts do not count as overflow."""
    return left << right if 0 <= right < 256 else 0


_EXACT: dict[str, Callable[[int, int], int]] = {
    "+": lambda p, q: p + q,
    "-": lambda p, q: p - q,
    "*": lambda p, q: p * q,
    "/": _exact_quotient,
    "<<": _exact_shift,
    "neg": lambda p, _: -p,
}


def exactly(operator: str, left: int, right: int) -> int:
    """The mathematical result of an operation whose overflow can be asked about."""
    return _EXACT[operator](left, right)
