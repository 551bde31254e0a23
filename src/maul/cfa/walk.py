"""What an operation evaluates and touches: its expressions, operands first, and the places it reads
and writes.

Comes in: operations and expressions of the program model. Goes out: their parts. The depth of an
expression is bounded (``MAX_DEPTH``), yet nothing here recurses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Convert,
    Deref,
    ElementOf,
    Load,
    MemberOf,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
)
from maul.cfa.library import HANDLE
from maul.cfa.model import Assign, Assume, Call, Havoc, Return

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Operation


def root(place: Lvalue) -> Place | Deref:
    """The variable or dereferenced address that a place is a part of."""
    while not isinstance(place, (Place, Deref)):
        place = place.base
    return place


def is_handle(pointer: Expression) -> bool:
    """Whether a pointer is the one to the object that stands for a variable: wherever it is read,
    that object lives and is as large as the variable."""
    match pointer:
        case Load(place=Place(variable=variable)):
            return variable.name.endswith(HANDLE)
    return False


def followed(place: Lvalue) -> Expression | None:
    """The pointer that an access to a place follows, without what is added to it; None when that is
    the address of a variable."""
    top = root(place)
    while isinstance(top, Deref):
        pointer = before_arithmetic(top.pointer)
        if not isinstance(pointer, AddressOf):
            return pointer
        top = root(pointer.place)
    return None


def before_arithmetic(pointer: Expression) -> Expression:
    """A pointer before anything is added to it, of whichever type."""
    while True:
        match pointer:
            case PointerAdd(pointer=inner):
                pointer = inner
            case Convert(operand=inner) if isinstance(inner.type, Pointer):
                pointer = inner
            case _:
                return pointer


def place_operands(place: Lvalue) -> tuple[Expression, ...]:
    """The expressions evaluated to find a place: a dereferenced pointer, then indices, outermost
    last."""
    found: list[Expression] = []
    while True:
        match place:
            case Place():
                break
            case Deref(pointer=pointer):
                found.append(pointer)
                break
            case MemberOf(base=base):
                place = base
            case ElementOf(base=base, index=index):
                found.append(index)
                place = base
    found.reverse()
    return tuple(found)


def operands(expression: Expression) -> tuple[Expression, ...]:
    """The expressions whose values an expression is computed from, in order."""
    match expression:
        case Load(place=place) | AddressOf(place=place):
            return place_operands(place)
        case Binary(left=left, right=right) | Overflows(left=left, right=right):
            return (left, right)
        case Convert(operand=operand) | Unary(operand=operand):
            return (operand,)
        case PointerAdd(pointer=pointer, index=index):
            return (pointer, index)
        case PointerDifference(left=left, right=right):
            return (left, right)
        case Valid(pointer=pointer, size=size):
            return (pointer, size)
        case _:
            return ()


def written_place(operation: Operation) -> Lvalue | None:
    """The place an operation stores into, a call its result."""
    match operation:
        case Assign(target=target) | Havoc(target=target):
            return target
        case Call(result=result):
            return result
        case _:
            return None


def top_expressions(operation: Operation) -> tuple[Expression, ...]:
    """The expressions an operation evaluates, those in the place it writes included."""
    target = written_place(operation)
    own = () if target is None else place_operands(target)
    match operation:
        case Assume(condition=condition):
            return (condition,)
        case Assign(value=value):
            return (*own, value)
        case Call(arguments=arguments):
            return (*own, *arguments)
        case Return(value=value):
            return () if value is None else (value,)
        case _:
            return own


def inner_first(operation: Operation) -> list[Expression]:
    """Every expression an operation evaluates, each node once, operands before what uses them."""
    done: dict[Expression, None] = {}
    stack: list[tuple[Expression, bool]] = [
        (top, False) for top in reversed(top_expressions(operation))
    ]
    while stack:
        expression, ready = stack.pop()
        if ready:
            done[expression] = None
        elif expression not in done:
            parts = operands(expression)
            if parts:
                stack.append((expression, True))
                stack.extend((part, False) for part in reversed(parts))
            else:
                done[expression] = None
    return list(done)


def parts(expression: Expression) -> Iterator[Expression]:
    """All that an expression is computed from, itself first."""
    waiting = [expression]
    while waiting:
        e = waiting.pop()
        yield e
        waiting += operands(e)


def accessed_places(operation: Operation) -> Iterator[Lvalue]:
    """The places that an operation reads, writes, or takes the addresses of."""
    target = written_place(operation)
    if target is not None:
        yield target
    for e in inner_first(operation):
        if isinstance(e, (Load, AddressOf)):
            yield e.place


def variables_in_place(place: Lvalue) -> Iterator[Variable]:
    """The variable a place is part of, if any; not those its indices read."""
    top = root(place)
    if isinstance(top, Place):
        yield top.variable


def mentioned_variables(operation: Operation) -> Iterator[Variable]:
    """Every variable an operation names, read, written or with its address taken."""
    target = written_place(operation)
    if target is not None:
        yield from variables_in_place(target)
    for expression in inner_first(operation):
        if isinstance(expression, (Load, AddressOf)):
            yield from variables_in_place(expression.place)
