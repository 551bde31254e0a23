"""Reading and writing volatile objects, and registers of the hardware.

Comes in: an lvalue of the text and the place that it means. Goes out: its value, in a temporary
that may hold anything, or plain. What lies at a constant address is no object of the program: two
reads need not agree, and a write is seen by nobody here.

The plain value goes to the temporary before the arbitrary one: the alias analysis then knows what a
volatile pointer may point to besides, and reading through an invalid pointer stays an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import tree
from maul.c.ctype import ArrayType, Record
from maul.cfa import library, model
from maul.cfa.expressions import (
    AddressOf,
    Constant,
    Convert,
    Deref,
    Expression,
    Load,
    Lvalue,
    MemberOf,
    PointerAdd,
)
from maul.cfa.walk import root
from maul.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.build.code import Code

PLAIN = "volatile objects are changed by the program alone"


def read(code: Code, e: tree.Expression, at: Lvalue) -> Expression:
    """The value of an lvalue."""
    plain = Load(e.type, at)
    if code.at is None or not _is_volatile(code, e):
        return plain
    is_whole = e in code.whole.program.volatile
    return _read(code, at, _label(e), is_whole=is_whole)


def read_atomically(code: Code, at: Lvalue) -> Expression:
    """The value of a volatile object that an atomic operation reads."""
    return _read(code, at, "", is_whole=True)


def _read(code: Code, at: Lvalue, label: str, *, is_whole: bool) -> Expression:
    """The value of a volatile lvalue, or of one with volatile members."""
    plain = Load(at.type, at)
    is_register = is_fixed(at)
    if not is_register and code.whole.volatile == library.PLAIN:
        code.whole.assume(PLAIN, code.span)
        return plain
    result = code.whole.place(code.temporary(at.type, label))
    if is_register:
        code.emit(model.Havoc(result, model.REGISTER))
        return code.whole.load(result.variable)
    code.assign(result, plain)
    for changing in (result,) if is_whole else _volatile_members(code, result):
        code.emit(model.Havoc(changing, model.VOLATILE))
    return code.whole.load(result.variable)


def _label(e: tree.Expression) -> str:
    """What a temporary is named after."""
    match e:
        case tree.Name(variable=variable):
            return f"{variable.name.rpartition('::')[2]}."
        case tree.Member(field=field):
            return f"{field.name}."
    return ""


def _volatile_members(code: Code, record: Lvalue) -> Iterator[Lvalue]:
    """The parts of a record that are volatile."""
    t = record.type
    if isinstance(t, ArrayType) and _holds_volatile(t):
        raise Unsupported(code.span, "a copy of an array of records with volatile members")
    if isinstance(t, Record):
        for field in t.fields:
            member = MemberOf(field.type, record, field)
            if field.volatile:
                yield member
            else:
                yield from _volatile_members(code, member)


def write(code: Code, e: tree.Expression, at: Lvalue, new: Expression, span: Span) -> None:
    """Store a value; in a register nobody can tell."""
    if code.at is None or e not in code.whole.program.volatile:
        code.assign(at, new, span)
    else:
        write_atomically(code, at, new, span)


def write_atomically(code: Code, at: Lvalue, new: Expression, span: Span) -> None:
    """Store a value in a volatile object; in a register nobody can tell."""
    if not is_fixed(at):
        code.assign(at, new, span)
        return
    seen = code.whole.place(code.temporary(new.type))
    code.assign(seen, new, span)
    code.emit(model.Havoc(seen, model.REGISTER), span)


def _is_volatile(code: Code, e: tree.Expression) -> bool:
    return e in code.whole.program.volatile or _holds_volatile(e.type)


def _holds_volatile(t: CType) -> bool:
    """Whether a record has members that are volatile."""
    while isinstance(t, ArrayType):
        t = t.element
    return isinstance(t, Record) and any(
        field.volatile or _holds_volatile(field.type) for field in t.fields
    )


def is_fixed(at: Lvalue) -> bool:
    """Whether a place lies at a constant address."""
    top = root(at)
    if not isinstance(top, Deref):
        return False
    pointer = top.pointer
    while True:
        match pointer:
            case Convert(operand=operand):
                pointer = operand
            case PointerAdd(pointer=inner):
                pointer = inner
            case AddressOf(place=place) if isinstance(root(place), Deref):
                return is_fixed(place)
            case Constant(value=int(value)):
                return value != 0
            case _:
                return False
