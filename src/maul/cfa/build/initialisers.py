"""Initialisers: a local or global object gets its first value, part by part.

What braces do not name is zero [C11 6.7.9]. When that, or many parts that are zero anyway, makes it
worth while, the whole object is zeroed first and the zeros are left out. A large table of integers
is one edge with its bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c import tree
from maul.c.ctype import ArrayType, Integer, Record, size_of
from maul.cfa.build.constants import zero
from maul.cfa.build.expressions import store, value
from maul.cfa.expressions import Bytes, Constant, ElementOf, MemberOf, Place

if TYPE_CHECKING:
    from maul.c.ctype import CType, Field
    from maul.cfa.build.code import Code
    from maul.cfa.expressions import Lvalue

LARGE = 64  # integers in a table that becomes bytes

Parts: TypeAlias = "dict[Field | int, Parts | None]"
"""The parts of an object that get a value; None: the part as a whole."""

Item: TypeAlias = "tuple[tuple[tree.Step, ...], tree.Expression]"


def initialise(code: Code, target: Lvalue, initialiser: tree.Initialiser) -> None:
    """The edges that give ``target`` its value."""
    if not isinstance(initialiser, tree.Aggregate):
        _set(code, target, initialiser)
        return
    items = initialiser.items
    if isinstance(target.type, ArrayType) and len(items) >= LARGE:
        image = _image(code, target.type, items)
        if image is not None:
            code.assign(target, Bytes(target.type, image))
            return
    shorter = _without_zeros(code, target.type, items)
    if len(shorter) + 1 < len(items) or not _covers(target.type, _parts(items)):
        code.assign(target, zero(target.type))
        items = shorter
    for path, item in items:
        _set(code, _part(code, target, path), item)


def _set(code: Code, target: Lvalue, e: tree.Expression) -> None:
    """Give a part its value; a string literal fills a character array."""
    if isinstance(e, tree.StringLiteral) and isinstance(target.type, ArrayType):
        size = size_of(target.type)
        code.assign(target, Bytes(target.type, e.data[:size].ljust(size, b"\0")))
    elif isinstance(target, Place):
        store(code, target, e)
    else:
        code.assign(target, value(code, e))


def _part(code: Code, target: Lvalue, path: tuple[tree.Step, ...]) -> Lvalue:
    for step in path:
        if isinstance(step, int):
            assert isinstance(target.type, ArrayType)
            index = Constant(code.whole.program.model.ptrdiff_t, step)
            target = ElementOf(target.type.element, target, index)
        else:
            target = MemberOf(_field_type(step), target, step)
    return target


def _field_type(field: Field) -> CType:
    """The type of a member as a place: a bit-field has its width."""
    if field.width is not None and isinstance(field.type, Integer):
        return Integer(field.width, signed=field.type.signed)
    return field.type


# ---- is every byte given a value? ----


def _parts(items: tuple[Item, ...]) -> Parts | None:
    """The paths of the items as a tree; None when an item is the whole object."""
    top: Parts = {}
    for path, _ in items:
        if not path:
            return None
        at = top
        for step in path[:-1]:
            below = at.setdefault(step, {})
            if below is None:
                break
            at = below
        else:
            at[path[-1]] = None
    return top


def _covers(t: CType, parts: Parts | None) -> bool:
    """Whether the parts fill the object; padding counts, it is zero in a static object."""
    if parts is None:
        return True
    if isinstance(t, ArrayType):
        return t.length == len(parts) and all(_covers(t.element, below) for below in parts.values())
    if not isinstance(t, Record) or t.size is None:
        return False
    filled = 0
    for field, below in parts.items():
        if isinstance(field, int) or not _covers(field.type, below):
            return False
        filled += field.width if field.width is not None else 8 * size_of(field.type)
    return filled == 8 * t.size and (not t.is_union or len(parts) == 1)


# ---- zeros and tables ----


def _without_zeros(code: Code, t: CType, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items that change an object full of zeros."""
    kept: list[Item] = []
    written: set[tuple[tree.Step, ...]] = set()
    for path, e in items:
        overrides = any(path[:length] in written for length in range(len(path) + 1))
        if overrides or _integer(code, e) != 0 or _enters_union(t, path):
            kept.append((path, e))
            written.add(path)
    return tuple(kept)


def _integer(code: Code, e: tree.Expression) -> int | None:
    """The value of an integer constant expression; None for anything else."""
    if not isinstance(e, tree.Literal) and not _is_constant(e):
        return None
    result = value(code, e)
    return result.value if isinstance(result, Constant) and isinstance(result.value, int) else None


def _is_constant(e: tree.Expression) -> bool:
    """Whether the expression is made of literals and operators only."""
    match e:
        case tree.Literal():
            return True
        case tree.Conversion(operand=operand) | tree.UnaryOperation(operand=operand):
            return _is_constant(operand)
        case tree.BinaryOperation(left=left, right=right):
            return _is_constant(left) and _is_constant(right)
    return False


def _enters_union(t: CType, path: tuple[tree.Step, ...]) -> bool:
    """Whether the path leads into a union, where another member may have been written."""
    for step in path:
        if isinstance(t, Record) and t.is_union:
            return True
        if not isinstance(step, int):
            t = step.type
        elif isinstance(t, ArrayType):
            t = t.element
    return False


def _image(code: Code, t: ArrayType, items: tuple[Item, ...]) -> bytes | None:
    """The bytes of an object made of integers, little endian; None when it holds anything else."""
    image = bytearray(size_of(t))
    for path, e in items:
        number = _integer(code, e)
        if number is None:
            return None
        bit, width = _position(t, path)
        first, last = bit // 8, (bit + width + 7) // 8
        mask = (1 << width) - 1 << bit % 8
        old = int.from_bytes(image[first:last], "little")
        new = old & ~mask | number << bit % 8 & mask
        image[first:last] = new.to_bytes(last - first, "little")
    return bytes(image)


def _position(t: CType, path: tuple[tree.Step, ...]) -> tuple[int, int]:
    """Where a part lies in its object, and how long it is, in bits."""
    bit, width = 0, None
    for step in path:
        if isinstance(step, int):
            assert isinstance(t, ArrayType)
            t = t.element
            bit += 8 * size_of(t) * step
        else:
            t, width = step.type, step.width
            bit += step.offset
    return bit, 8 * size_of(t) if width is None else width
