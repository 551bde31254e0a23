"""Constants: zero of every type, folding of integer arithmetic, truth and negation of conditions.

Folding never changes what an expression means, nor what a check for undefined behaviour would find
in it: an operation that overflows or divides by zero stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, VOID, Boolean, Floating, Integer, Pointer, is_scalar
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    FunctionAddress,
    Load,
    MemberOf,
    Place,
    Unary,
    Zero,
)

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.expressions import Expression, Lvalue

ONE = Constant(INT, 1)
ZERO = Constant(INT, 0)
NOTHING = Constant(VOID, 0)
"""The value of what has none."""

NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


def number(t: CType, value: int) -> Constant:
    """A small integer as a constant of any scalar type."""
    if isinstance(t, Floating):
        return Constant(t, float(value) if t.bits <= 64 else (value, 1))
    return Constant(t, value)


def zero(t: CType) -> Constant | Zero:
    """The zero of a type: what static objects start with."""
    return number(t, 0) if is_scalar(t) else Zero(t)


def fits(value: int, t: CType) -> bool:
    """Whether an integer is a value of the type."""
    match t:
        case Integer(bits=bits, signed=True):
            return -(1 << bits - 1) <= value < 1 << bits - 1
        case Integer(bits=bits):
            return 0 <= value < 1 << bits
        case Pointer(size=size):
            return 0 <= value < 1 << 8 * size
        case Boolean():
            return value in {0, 1}
    return False


def wrapped(value: int, t: Integer) -> int:
    """The value modulo 2^bits in the range of the type."""
    value &= (1 << t.bits) - 1
    return value - (1 << t.bits) if t.signed and value >> t.bits - 1 else value


def convert(t: CType, value: Expression) -> Expression:
    """``value`` converted to ``t``; nothing when it has that type, a constant when it is one."""
    if value.type is t or value.type == t:
        return value
    if isinstance(value.type, Pointer) and isinstance(t, Integer):
        address = Integer(8 * value.type.size, signed=True)
        if t.bits > address.bits:  # gcc extends the sign
            return convert(t, convert(address, value))
    if isinstance(value, Constant) and isinstance(value.value, int):
        folded = _converted(t, value.value)
        if folded is not None:
            return folded
    if isinstance(value, Convert) and _is_detour(t, value):
        return convert(t, value.operand)
    return Convert(t, value)


def _is_detour(t: CType, value: Convert) -> bool:
    """Whether a conversion to ``t`` gives the same with and without the one before it: both are
    modulo a power of two, the second a smaller one.
    """
    return (
        isinstance(t, Integer)
        and isinstance(value.type, Integer)
        and isinstance(value.operand.type, (Integer, Boolean))
        and t.bits <= value.type.bits
    )


def _converted(t: CType, value: int) -> Constant | None:
    match t:
        case Integer():
            return Constant(t, wrapped(value, t))
        case Boolean():
            return Constant(t, int(value != 0))
        case Pointer(size=size):
            return Constant(t, value & (1 << 8 * size) - 1)
        case Floating() if abs(value) < 1 << 24:  # exact in every format
            return number(t, value)
    return None


def unary(t: CType, operator: str, operand: Expression) -> Expression:
    """``operator operand``, folded; ``!`` goes into comparisons."""
    if operator == "!":
        truth = truth_of(operand)
        if truth is not None:
            return ZERO if truth else ONE
        negated = negation(operand)
        if isinstance(negated, Binary):
            return negated
        return Unary(t, operator, operand)
    if isinstance(operand, Constant):
        value = operand.value
        if isinstance(value, int):
            result = -value if operator == "-" else ~value
            if isinstance(t, Integer) and (fits(result, t) or not t.signed):
                return Constant(t, wrapped(result, t))
        elif isinstance(value, float) and operator == "-":
            return Constant(t, -value)
    return Unary(t, operator, operand)


def binary(t: CType, operator: str, left: Expression, right: Expression) -> Expression:
    """``left operator right``, folded when both are integer constants and the result is defined."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        a, b = left.value, right.value
        if isinstance(a, int) and isinstance(b, int):
            result = _computed(operator, a, b, t)
            if result is not None:
                return Constant(t, result)
    return Binary(t, operator, left, right)


def wrapping(t: CType, operator: str, left: Expression, right: Expression) -> Expression:
    """``left operator right`` for what is defined to wrap around: computed without a sign."""
    if not isinstance(t, Integer) or not t.signed:
        return binary(t, operator, left, right)
    plain_bits = Integer(t.bits, signed=False)
    wrapped_bits = binary(
        plain_bits, operator, convert(plain_bits, left), convert(plain_bits, right)
    )
    return convert(t, wrapped_bits)


def _computed(operator: str, a: int, b: int, t: CType) -> int | None:
    """The integer ``a operator b``; None when C leaves it undefined."""
    match operator:
        case "==" | "!=" | "<" | ">" | "<=" | ">=":
            return int(_compared(operator, a, b))
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
        case "+":
            result = a + b
        case "-":
            result = a - b
        case "*":
            result = a * b
        case "/" | "%" if b != 0:
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            if not fits(quotient, t):
                return None
            result = quotient if operator == "/" else a - b * quotient
        case "<<" if isinstance(t, Integer) and 0 <= b < t.bits and a >= 0:
            result = a << b
        case ">>" if isinstance(t, Integer) and 0 <= b < t.bits:
            result = a >> b
        case _:
            return None
    if isinstance(t, Integer) and not t.signed:
        return wrapped(result, t)
    return result if fits(result, t) else None


def _compared(operator: str, a: int, b: int) -> bool:
    match operator:
        case "==":
            return a == b
        case "!=":
            return a != b
        case "<":
            return a < b
        case ">":
            return a > b
        case "<=":
            return a <= b
    return a >= b


def truth_of(condition: Expression) -> bool | None:
    """Whether a condition always or never holds; None when that depends."""
    match condition:
        case Constant(value=tuple() as fraction):
            return fraction[0] != 0
        case Constant(value=value):
            return value != 0
        case FunctionAddress():
            return True
        case AddressOf(place=place) if _in_a_variable(place):
            return True
    return None


def _in_a_variable(place: Lvalue) -> bool:
    """Whether the place is a fixed part of a variable: its address is a constant and not null."""
    while isinstance(place, MemberOf) or (
        isinstance(place, ElementOf) and isinstance(place.index, Constant)
    ):
        place = place.base
    return isinstance(place, Place)


def negation(condition: Expression) -> Expression:
    """The opposite condition; on floats only == and != have one: NaN is neither < nor >=."""
    match condition:
        case Binary(operator="==" | "!=" as operator, left=left, right=right):
            return Binary(INT, NEGATED[operator], left, right)
        case Binary(operator=operator, left=left, right=right) if (
            operator in NEGATED and not isinstance(left.type, Floating)
        ):
            return Binary(INT, NEGATED[operator], left, right)
        case Unary(operator="!", operand=operand):
            return operand
    return Unary(INT, "!", condition)


def pointed(t: CType, address: Expression) -> Lvalue:
    """The object of type ``t`` at an address; the place itself when the address was taken of it."""
    if isinstance(address, AddressOf) and address.place.type == t:
        return address.place
    return Deref(t, address)


def plain(value: Expression) -> bool:
    """Whether reading the value twice costs nothing: a constant, an address or a variable."""
    while isinstance(value, Convert):
        value = value.operand
    match value:
        case Constant() | FunctionAddress():
            return True
        case Load(place=place) | AddressOf(place=place):
            return _in_a_variable(place)
    return False
