"""C types as maul sees them: what a value needs to be computed and where its bytes lie.

Qualifiers, typedef names and the difference between ``int`` and ``long`` of the same width are
gone (enumerations are their integer type). Sizes and offsets are those of the data model the
program was parsed for, taken from the parser, so that no layout rule is written twice. Types
compare by structure, records by identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.node import node, value

if TYPE_CHECKING:
    from maul.c.tree import Variable


@value
class Void:
    """``void``: no value."""


@value
class Boolean:
    """``_Bool``: one byte holding 0 or 1; converting to it compares with zero [C11 6.3.1.2]."""


@value
class Integer:
    """Two's complement of ``bits`` bits; bit-fields wider than int have types such as 40 bits
    (gcc).
    """

    bits: int
    signed: bool


@value
class Floating:
    """IEEE binary32 or binary64, the x87 format (80) or binary128, stored in ``size`` bytes."""

    bits: int
    size: int


@value
class Pointer:
    """An address of ``size`` bytes, 4 or 8."""

    target: CType
    size: int


@value
class ArrayType:
    """``length`` elements; None when incomplete (``extern int a[]``, flexible array members)."""

    element: CType
    length: int | None


@value
class VariableArray:
    """An array whose number of elements is the value of ``length`` (a hidden variable of
    size_t).
    """

    element: CType
    length: Variable


@value
class FunctionType:
    """``prototyped`` is false for ``int f()`` and K&R definitions."""

    result: CType
    parameters: tuple[CType, ...]
    variadic: bool
    prototyped: bool


@node
class Field:
    """A member of a record. ``offset`` counts BITS from the start of the record that contains it
    directly; ``width`` is None for an ordinary member and the number of bits for a bit-field."""

    name: str  # "" for an anonymous struct or union member
    type: CType
    offset: int
    width: int | None
    volatile: bool = False
    constant: bool = False


class Record:
    """A struct or union. Completed after creation because records refer to themselves."""

    __slots__ = ("alignment", "fields", "is_union", "size", "tag")

    def __init__(self, tag: str, *, is_union: bool) -> None:
        self.tag = tag  # for people; not unique
        self.is_union = is_union
        self.size: int | None = None  # bytes; None while incomplete
        self.alignment = 1
        self.fields: tuple[Field, ...] = ()  # declaration order, unnamed bit-fields left out

    def complete(self, size: int, alignment: int, fields: tuple[Field, ...]) -> None:
        """Say what the record contains; called once, by the elaboration."""
        self.size, self.alignment, self.fields = size, alignment, fields

    def __repr__(self) -> str:
        return f"{'union' if self.is_union else 'struct'} {self.tag}"


CType: TypeAlias = (
    Void
    | Boolean
    | Integer
    | Floating
    | Pointer
    | ArrayType
    | VariableArray
    | FunctionType
    | Record
)
Scalar: TypeAlias = Boolean | Integer | Floating | Pointer

VOID = Void()
BOOL = Boolean()
INT = Integer(32, signed=True)
UNSIGNED = Integer(32, signed=False)
CHAR = Integer(8, signed=True)


@value
class DataModel:
    """ILP32 or LP64 on x86: the two data models of SV-COMP."""

    name: str
    pointer_size: int  # bytes; also of long and size_t

    @property
    def size_t(self) -> Integer:
        """The type of ``sizeof``."""
        return Integer(8 * self.pointer_size, signed=False)

    @property
    def ptrdiff_t(self) -> Integer:
        """The type of a difference of pointers."""
        return Integer(8 * self.pointer_size, signed=True)

    def pointer_to(self, target: CType) -> Pointer:
        """The type of an address of a ``target``."""
        return Pointer(target, self.pointer_size)


ILP32 = DataModel("ILP32", 4)
LP64 = DataModel("LP64", 8)


def size_of(t: CType) -> int:
    """The size of an object of type ``t`` in bytes; void and functions have size 1, as in GNU C.

    An incomplete type has no size: ValueError. So has a VariableArray, whose size is a run-time
    value.
    """
    match t:
        case Integer(bits=bits):
            return max(1, 1 << ((bits + 7) // 8 - 1).bit_length())
        case Pointer(size=size) | Floating(size=size):
            return size
        case Record(size=int(size)):
            return size
        case ArrayType(element=element, length=int(length)):
            return length * size_of(element)
        case Boolean() | Void() | FunctionType():
            return 1
    raise ValueError(f"type of unknown size: {t}")


def known_size(t: CType) -> int | None:
    """The size of a type; None when it is known at run time only, or not at all."""
    try:
        return size_of(t)
    except ValueError:
        return None


def holds_pointers(t: CType) -> bool:
    """Whether pointers are in a value of a type."""
    match t:
        case Pointer():
            return True
        case ArrayType(element=element):
            return holds_pointers(element)
        case Record(fields=fields):
            return any(holds_pointers(field.type) for field in fields)
    return False


def is_scalar(t: CType) -> bool:
    """Whether a value of ``t`` is a number or an address."""
    return isinstance(t, (Integer, Pointer, Floating, Boolean))


def promoted(t: CType) -> CType:
    """The integer promotions [C11 6.3.1.1]; other types stay as they are."""
    if isinstance(t, Boolean) or (isinstance(t, Integer) and t.bits < INT.bits):
        return INT
    return t


def usual_conversion(left: CType, right: CType) -> CType:
    """The common type of the usual arithmetic conversions [C11 6.3.1.8], gcc's odd widths included.

    Ranks follow widths: two integer types of the same width differ here only in signedness.
    """
    if isinstance(left, Floating) or isinstance(right, Floating):
        floats = [t for t in (left, right) if isinstance(t, Floating)]
        return max(floats, key=lambda t: t.bits)
    a, b = promoted(left), promoted(right)
    if not isinstance(a, Integer) or not isinstance(b, Integer):
        raise ValueError(f"not arithmetic: {left}, {right}")
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return a if not a.signed else b
