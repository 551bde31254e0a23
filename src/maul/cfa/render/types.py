"""C types in C syntax, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import (
    ArrayType,
    Boolean,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    VariableArray,
    Void,
    size_of,
)

if TYPE_CHECKING:
    from maul.c.ctype import CType

_INTEGERS = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
_FLOATS = {32: "float", 64: "double", 80: "long double", 128: "__float128"}


def type_text(t: CType) -> str:
    """A type as in a cast; 64 bits are ``long long`` in both models, a bit-field is ``int:5``."""
    return _declared(t, "").rstrip()


def _declared(t: CType, inner: str) -> str:
    """The declaration of something whose declarator, inside out, begins with ``inner``."""
    match t:
        case Pointer(target=target):
            wrapped = isinstance(target, (ArrayType, FunctionType, VariableArray))
            return _declared(target, f"(*{inner})" if wrapped else f"*{inner}")
        case ArrayType(element=element, length=length):
            return _declared(element, f"{inner}[{'' if length is None else length}]")
        case VariableArray(element=element):
            return _declared(element, f"{inner}[*]")
        case FunctionType(result=result, parameters=parameters, variadic=variadic):
            names = [type_text(parameter) for parameter in parameters]
            names += ["..."] if variadic else []
            shown = ", ".join(names) if names else "void" if t.prototyped else ""
            return _declared(result, f"{inner}({shown})")
        case _:
            return f"{_base(t)} {inner}"


def _base(t: CType) -> str:
    match t:
        case Integer(bits=bits, signed=signed):
            name = _INTEGERS.get(bits, f"int:{bits}")
            return name if signed else f"unsigned {name}"
        case Floating(bits=bits):
            return _FLOATS[bits]
        case Boolean():
            return "_Bool"
        case Record(is_union=is_union, tag=tag):
            return f"{'union' if is_union else 'struct'} {tag}"
        case Void():
            return "void"
    raise ValueError(f"no base type: {t}")


def size_known(pointer: CType) -> int | None:
    """The size of what a pointer points to; None when it is not known."""
    if not isinstance(pointer, Pointer):
        return None
    target = pointer.target
    incomplete = (isinstance(target, Record) and target.size is None) or (
        isinstance(target, ArrayType) and target.length is None
    )
    if incomplete or isinstance(target, (VariableArray, ArrayType)):
        return None
    return size_of(target)
