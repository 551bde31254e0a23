"""``__sync_*``, ``__atomic_*`` and ``__c11_atomic_*``: in a program of one thread, plain reads and
writes, or volatile ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, INT, VOID, Boolean, Floating, Integer, Pointer
from maul.cfa.build.code import Code, CodePoint
from maul.cfa.build.constants import (
    NOTHING,
    ONE,
    ZERO,
    convert,
    number,
    pointed,
    unary,
    wrapping,
    zero,
)
from maul.cfa.build.volatile import read_atomically, write_atomically
from maul.cfa.expressions import Binary, Expression, Load, Lvalue, PointerAdd
from maul.errors import Unsupported

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.build.library.requests import LoweredCall

_OPERATORS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "nand": "&"}


def atomic(code: Code, request: LoweredCall) -> Expression:
    """The value of an atomic builtin, after its edges."""
    name = request.name.removeprefix("__c11").removeprefix("__sync_").removeprefix("__atomic_")
    name = name.removeprefix("_atomic_")
    if name in {"synchronize", "thread_fence", "signal_fence"}:
        return NOTHING
    words = name.split("_")
    if words[0] == "fetch":
        return _fetch(code, request, words[-1])[0]
    if words[-1] == "fetch":
        return _fetch(code, request, words[0])[1]
    if "compare" in words:
        return _compare_and_exchange(code, request)
    return _move(code, request, name)


def _object(code: Code, request: LoweredCall) -> tuple[CType, Lvalue]:
    """What the first argument points to."""
    pointer = code.handy(request.arguments[0])
    t = pointer.type.target if isinstance(pointer.type, Pointer) else VOID
    if not isinstance(t, (Integer, Pointer, Boolean, Floating)):
        raise Unsupported(request.span, f"{request.name} on a type that is no scalar")
    return t, pointed(t, pointer)


def _value(code: Code, request: LoweredCall, target: Lvalue) -> Expression:
    """What the object holds."""
    if request.is_volatile:
        return read_atomically(code, target)
    return Load(target.type, target)


def _store(code: Code, request: LoweredCall, target: Lvalue, new: Expression) -> None:
    """Give the object a value."""
    if request.is_volatile:
        write_atomically(code, target, new, request.span)
    else:
        code.assign(target, new, request.span)


def _fetch(code: Code, request: LoweredCall, operation: str) -> tuple[Expression, Expression]:
    """The value before and after a change in place; pointers move by bytes."""
    t, target = _object(code, request)
    operator = _OPERATORS[operation]
    old = code.save(_value(code, request, target))
    new: Expression
    if isinstance(t, Pointer):
        if operator not in {"+", "-"}:
            raise Unsupported(request.span, f"{request.name} on a pointer")
        new = PointerAdd(t, operator, old, request.arguments[1], 1)
    else:
        new = wrapping(t, operator, old, convert(t, request.arguments[1]))
        if operation == "nand":
            new = unary(t, "~", new)
    new = code.save(new)
    _store(code, request, target, new)
    return old, new


def _compare_and_exchange(code: Code, request: LoweredCall) -> Expression:
    """``__sync_*`` gives the expected value itself, the others a pointer to it, which gets the old
    value.
    """
    t, target = _object(code, request)
    if isinstance(t, Floating):
        raise Unsupported(request.span, f"{request.name} on a floating type: it compares bytes")
    through_pointer = not request.name.startswith("__sync_")
    expected, desired = (code.handy(argument) for argument in request.arguments[1:3])
    wanted = code.handy(Load(t, pointed(t, expected))) if through_pointer else convert(t, expected)
    if request.name == "__atomic_compare_exchange":
        desired = Load(t, pointed(t, desired))
    old = code.save(_value(code, request, target))
    flag = code.whole.place(code.temporary(INT))
    equal, other, end = CodePoint(), CodePoint(), CodePoint()
    code.test(Binary(INT, "==", old, wanted), equal, other)
    code.resume(equal)
    _store(code, request, target, convert(t, desired))
    code.assign(flag, ONE)
    code.jump(end)
    code.resume(other)
    if through_pointer:
        code.assign(pointed(t, expected), old, request.span)
    code.assign(flag, ZERO)
    code.enter(end)
    return old if "val" in request.name.split("_") else code.whole.load(flag.variable)


def _move(code: Code, request: LoweredCall, name: str) -> Expression:
    """Loads, stores and exchanges."""
    if name in {"test_and_set", "clear"}:
        return _flag(code, request, name)
    t, target = _object(code, request)
    if name == "load":
        if request.name.startswith("__c11"):
            return code.save(_value(code, request, target))
        code.assign(pointed(t, request.arguments[1]), _value(code, request, target), request.span)
        return NOTHING
    if name == "load_n":
        return code.save(_value(code, request, target))
    if name == "lock_release":
        _store(code, request, target, zero(t))
        return NOTHING
    given = request.arguments[1]
    if name in {"store", "exchange"} and not request.name.startswith("__c11"):
        given = Load(t, pointed(t, given))
    new = convert(t, given)
    if name in {"store", "store_n", "init"}:
        _store(code, request, target, new)
        return NOTHING
    new = code.save(new)
    old = code.save(_value(code, request, target))
    _store(code, request, target, new)
    if name == "exchange" and not request.name.startswith("__c11"):
        code.assign(pointed(t, request.arguments[2]), old, request.span)
    return old


def _flag(code: Code, request: LoweredCall, name: str) -> Expression:
    """``__atomic_test_and_set`` and ``__atomic_clear`` on a byte."""
    pointer = code.handy(request.arguments[0])
    target = pointed(CHAR, convert(code.whole.program.model.pointer_to(CHAR), pointer))
    if name == "clear":
        _store(code, request, target, number(CHAR, 0))
        return NOTHING
    old = code.save(_value(code, request, target))
    _store(code, request, target, number(CHAR, 1))
    return Binary(INT, "!=", old, number(CHAR, 0))
