"""Values of memory graphs, apart from any graph: types, bounds, conversions."""

from __future__ import annotations

from maul.c.ctype import (
    BOOL,
    CHAR,
    ArrayType,
    Boolean,
    CType,
    Floating,
    Integer,
    Pointer,
    is_scalar,
)
from maul.shapes.graph import Address, Fact, FunctionPointer, KnownNumber, UnknownValue, Value

ZERO, ONE = KnownNumber(0), KnownNumber(1)
NULL = ZERO


def byte_block(size: int) -> CType:
    """The type of a block of zero bytes."""
    return ArrayType(CHAR, size)


def bounds_of(t: CType) -> tuple[int, int] | None:
    """The least and the greatest value of an integer type; None of other types."""
    match t:
        case Boolean():
            return 0, 1
        case Integer(bits=bits, signed=True):
            return -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        case Integer(bits=bits):
            return 0, (1 << bits) - 1
    return None


def fact_of(t: CType, owner: int | None = None) -> Fact:
    """What is known of any value of a type."""
    bounds = bounds_of(t)
    if bounds is None:
        return Fact(owner=owner)
    return Fact(bounds[0], bounds[1], owner=owner)


def wrapped(number: int, t: CType) -> int:
    """An integer converted to an integer type or, as an address, to a pointer type."""
    match t:
        case Boolean():
            return int(number != 0)
        case Integer(bits=bits, signed=signed):
            number &= (1 << bits) - 1
            return number - (1 << bits) if signed and number >> (bits - 1) else number
        case Pointer(size=size):
            return number & ((1 << (8 * size)) - 1)
    raise ValueError(f"no integers: {t}")


def reread(value: Value, old: CType, new: CType, fact: Fact | None) -> Value | None:
    """What the bytes of a value of one scalar type are in another of the same size; None when
    nobody knows. ``fact`` is that of a symbol."""
    if isinstance(old, Pointer) and isinstance(new, Pointer):
        return value
    if old == new:
        return value
    if isinstance(old, Floating) or isinstance(new, Floating) or BOOL in (old, new):
        return None
    match value:
        case KnownNumber(value=number):
            return KnownNumber(wrapped(number, new))
        case Address() | FunctionPointer():
            return value
        case UnknownValue() if fact is not None and isinstance(old, Integer):
            return value if fits(fact, new) else None
    return None


def may_be_zero(fact: Fact) -> bool:
    """Whether a value may be zero."""
    return (
        fact.may_be_zero
        and (fact.low is None or fact.low <= 0)
        and (fact.high is None or fact.high >= 0)
    )


def fits(fact: Fact, t: CType) -> bool:
    """Whether a value of an integer type is certainly one of another integer type."""
    bounds = bounds_of(t)
    return (
        bounds is not None
        and fact.low is not None
        and fact.high is not None
        and bounds[0] <= fact.low
        and fact.high <= bounds[1]
    )


def is_block(t: CType) -> bool:
    """Whether a field of a type is a block of zero bytes."""
    return not is_scalar(t)


def same_type(left: CType, right: CType) -> bool:
    """Whether values of two types are the same things: all pointers are."""
    if isinstance(left, Pointer) and isinstance(right, Pointer):
        return left.size == right.size
    return left == right
