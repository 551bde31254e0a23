"""Values of a model as the numbers that the interpreter reads."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from maul.c.ctype import size_of
from maul.formula.sorts import Array, Float
from maul.formula.values import ArrayValue

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.formula.sorts import Sort
    from maul.formula.terms import Term
    from maul.formula.values import Value


def as_number(sort: Sort, value: Value) -> int | float:
    """The number that a value stands for: a float's bits as the float."""
    assert isinstance(value, int)
    if not isinstance(sort, Float):
        return int(value)
    code = ("<I", "<f") if sort.width == 32 else ("<Q", "<d")
    number: float = struct.unpack(code[1], struct.pack(code[0], value))[0]
    return number


def as_choice(t: CType, symbol: Term, value: Value) -> bytes | int | float:
    """The value chosen for a place of type ``t``: a number, or the bytes of what is no scalar."""
    if not isinstance(symbol.sort, Array):
        return as_number(symbol.sort, value)
    assert isinstance(value, ArrayValue)
    return bytes(byte_of(value.at(offset)) for offset in range(size_of(t)))


def byte_of(value: Value) -> int:
    """An element of an array of bytes."""
    assert isinstance(value, int)
    return value
