"""Expressions on the edges of a control-flow automaton: typed, free of side effects, every
conversion explicit.

Evaluation of an expression reads variables and memory and changes nothing. Integer arithmetic
wraps around (two's complement) whatever the signedness: what is undefined in C is a question for
the specification and the interpreter. The nesting depth of any expression is bounded by
``MAX_DEPTH`` (deeper ones are cut by temporaries), so that recursion over expressions is safe
everywhere.
"""

from __future__ import annotations

from typing import TypeAlias

from maul.c.ctype import CType, Field
from maul.c.tree import Variable
from maul.node import node

MAX_DEPTH = 400

COMPARISONS = frozenset(("<", ">", "<=", ">=", "==", "!="))
"""The operators of ``Binary`` whose result is a truth value."""

# ---- places: what can be assigned ----


@node
class Place:
    """A whole variable."""

    type: CType
    variable: Variable


@node
class Deref:
    """The object of type ``type`` at an address."""

    type: CType
    pointer: Expression


@node
class MemberOf:
    """A member of a record in a place; a bit-field has the type Integer(width, signed) or
    Boolean.
    """

    type: CType
    base: Lvalue
    field: Field


@node
class ElementOf:
    """Element ``index`` (any integer type) of an array in a place; nothing says that it lies
    inside.
    """

    type: CType
    base: Lvalue
    index: Expression


Lvalue: TypeAlias = Place | Deref | MemberOf | ElementOf

# ---- values ----


@node
class Constant:
    """int for integers, _Bool and pointers; float for binary32/64; (numerator, denominator) for
    long double.
    """

    type: CType
    value: int | float | tuple[int, int]


@node
class Zero:
    """All-zero bytes of an aggregate type."""

    type: CType


@node
class Bytes:
    """The given bytes as a value of an array type; ``data`` is exactly as long as the type."""

    type: CType
    data: bytes


@node
class Load:
    """The value in a place; of a scalar or record (or, for copying whole objects, array) type."""

    type: CType
    place: Lvalue


@node
class AddressOf:
    """The address of a place that is no bit-field. An array that decays is the address of its
    element 0.
    """

    type: CType
    place: Lvalue


@node
class FunctionAddress:
    """The address of a function: an object of its own, different from all others and from null."""

    type: CType
    function: str


@node
class Unary:
    """``- ~`` with operand of type ``type``; ``!`` of type int (1 when the operand is zero) on
    any scalar.
    """

    type: CType
    operator: str
    operand: Expression


@node
class Binary:
    """``* / % + - & | ^`` on two operands of type ``type``; ``<< >>`` with a left operand of
    type ``type`` and a right one of any integer type; ``< > <= >= == !=`` of type int (0 or 1)
    on two operands of one type. ``/ %`` truncate; ``>>`` of a signed left operand is arithmetic.
    """

    type: CType
    operator: str
    left: Expression
    right: Expression


@node
class PointerAdd:
    """``pointer`` moved by ``index * scale`` bytes ("+" or "-"); index of any integer type,
    taken by value.
    """

    type: CType
    operator: str
    pointer: Expression
    index: Expression
    scale: int


@node
class PointerDifference:
    """The distance in bytes divided by ``scale``, of type ptrdiff_t."""

    type: CType
    left: Expression
    right: Expression
    scale: int


@node
class Convert:
    """Conversion between scalars: integer to integer modulo 2^bits; to Boolean: unequal zero;
    floats by rounding to nearest even; float to integer by truncation; pointer and integer by
    address; pointer to pointer keeps the address.
    """

    type: CType
    operand: Expression


@node
class Overflows:
    """1 when ``left operator right`` computed in mathematical integers does not fit ``of``
    (operators + - * / << and "neg", whose operand is ``left`` and whose ``right`` is a copy of
    it); the operands are of any integer type.
    """

    type: CType  # int
    operator: str
    left: Expression
    right: Expression
    of: CType


@node
class Valid:
    """A question about memory, 1 for yes: "deref" (the ``size`` bytes at ``pointer`` lie in one
    live object), "free" (``pointer`` is null or the start of a live heap object), "memtrack"
    (every live heap object can be reached from a variable), "memcleanup" (no live heap object);
    the last two ignore pointer and size.
    """

    type: CType  # int
    question: str
    pointer: Expression
    size: Expression


Expression: TypeAlias = (
    Constant
    | Zero
    | Bytes
    | Load
    | AddressOf
    | FunctionAddress
    | Unary
    | Binary
    | PointerAdd
    | PointerDifference
    | Convert
    | Overflows
    | Valid
)
