"""Bounds of integers: what an operation can give when its operands lie between bounds.

Comes in: intervals (least, greatest) of the operands, and the type of the result. Goes out: an
interval. Whatever may wrap around may be any value of the type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Boolean, Integer, Pointer
from maul.c.numbers import bounds, quotient, shape, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType

Interval: TypeAlias = tuple[int, int]


def all_of(t: CType) -> Interval:
    """The values of an integer type; of a pointer type, the numbers of its addresses."""
    match t:
        case Integer(bits=bits, signed=signed):
            return bounds(bits, signed=signed)
        case Boolean():
            return 0, 1
        case Pointer(size=size):
            return bounds(8 * size, signed=False)
    raise ValueError(f"not a type of numbers: {t}")


def within(inner: Interval, outer: Interval) -> bool:
    """Whether one interval lies in another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def in_both(left: Interval, right: Interval) -> Interval:
    """What lies in both; the least is greater than the greatest if nothing does."""
    return max(left[0], right[0]), min(left[1], right[1])


def wrapped(value: int, t: CType) -> int:
    """An integer brought into a type of integers or pointers."""
    if isinstance(t, Pointer):
        return value % (1 << 8 * t.size)
    if isinstance(t, Boolean):
        return int(value != 0)
    bits, signed = shape(t)
    return wrap(value, bits, signed=signed)


def exact(operator: str, left: Interval, right: Interval) -> Interval | None:
    """Bounds of the mathematical result; None when this module has none."""
    (a, b), (c, d) = left, right
    match operator:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
    if operator in ("/", "%", "<<", ">>"):
        return _with_constant(operator, left, c) if c == d else None
    if a < 0 or c < 0:
        return (0, b if c < 0 else d) if operator == "&" and (a >= 0 or c >= 0) else None
    return _of_bits(operator, left, right)


def _with_constant(operator: str, left: Interval, number: int) -> Interval | None:
    """Division, remainder and shifts by a known number."""
    low, high = left
    match operator:
        case "/" if number > 0:
            return quotient(low, number), quotient(high, number)
        case "%" if number != 0:
            most = abs(number) - 1
            return -min(most, max(-low, 0)), min(most, max(high, 0))
        case "<<" if 0 <= number < 128:
            return low << number, high << number
        case ">>" if 0 <= number < 128:
            return low >> number, high >> number
    return None


def _of_bits(operator: str, left: Interval, right: Interval) -> Interval | None:
    """``& | ^`` of two numbers that are not negative."""
    most = (1 << max(left[1], right[1]).bit_length()) - 1
    match operator:
        case "&":
            return 0, min(left[1], right[1])
        case "|":
            return max(left[0], right[0]), most
        case "^":
            return 0, most
    return None


def computed(operator: str, left: Interval, right: Interval, t: CType) -> Interval:
    """Bounds of the result of an operation in a type."""
    whole = all_of(t)
    if left[0] == left[1] and right[0] == right[1]:
        value = _of_numbers(operator, left[0], right[0], whole)
        if value is not None:
            number = wrapped(value, t)
            return number, number
    if operator in ("<<", ">>") and not within(right, (0, shape(t)[0] - 1)):
        return whole
    found = exact(operator, left, right)
    return found if found is not None and within(found, whole) else whole


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda p, q: p + q,
    "-": lambda p, q: p - q,
    "*": lambda p, q: p * q,
    "&": lambda p, q: p & q,
    "|": lambda p, q: p | q,
    "^": lambda p, q: p ^ q,
}


def _of_numbers(operator: str, left: int, right: int, whole: Interval) -> int | None:
    """The result for two numbers, before it wraps around; None where C leaves it open."""
    width = (whole[1] - whole[0]).bit_length()
    match operator:
        case "/" | "%" if right == 0:
            return None
        case "/":
            return quotient(left, right)
        case "%":
            return left - right * quotient(left, right)
        case "<<" | ">>" if not 0 <= right < width:
            return None
        case "<<":
            return left << right
        case ">>":
            return left >> right
    return _OPERATIONS[operator](left, right)


def compared(operator: str, left: Interval, right: Interval) -> bool | None:
    """Whether a comparison holds for all values, or for none; None otherwise."""
    (a, b), (c, d) = left, right
    match operator:
        case "<":
            return True if b < c else False if a >= d else None
        case "<=":
            return True if b <= c else False if a > d else None
        case ">":
            return compared("<", right, left)
        case ">=":
            return compared("<=", right, left)
        case "==":
            return True if a == b == c == d else False if b < c or d < a else None
    equal = compared("==", left, right)
    return None if equal is None else not equal


NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


def remaining(operator: str, left: Interval, right: Interval) -> Interval:
    """Bounds of the left side of a comparison that holds."""
    low, high = left
    match operator:
        case "<":
            return low, min(high, right[1] - 1)
        case "<=":
            return low, min(high, right[1])
        case ">":
            return max(low, right[0] + 1), high
        case ">=":
            return max(low, right[0]), high
        case "==":
            return in_both(left, right)
    if right[0] == right[1] == low:
        return low + 1, high
    if right[0] == right[1] == high:
        return low, high - 1
    return left
