"""Types and values as C text, for what a harness defines.

Comes in: a type of the program, a value that an execution was given. Goes out: a type of the same
size and kind, and a constant of it, exactly.
"""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Floating, Integer, Pointer
from maul.c.numbers import wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.ctype import CType
    from maul.interpret.choices import Given

_INTEGERS = {8: "signed char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
_FLOATS = {32: "float", 64: "double"}


def listed(values: Sequence[str]) -> str:
    """Values on as many lines as they need."""
    if sum(map(len, values)) < 60:
        return ", ".join(values)
    rows = [", ".join(values[at : at + 8]) for at in range(0, len(values), 8)]
    return "\n    " + ",\n    ".join(rows)


def type_name(t: CType) -> str | None:
    """A type of the same size and kind as ``t``; None when it is no number."""
    match t:
        case Integer(bits=bits, signed=signed) if bits in _INTEGERS:
            name = _INTEGERS[bits]
            return name if signed else f"unsigned {name.removeprefix('signed ')}"
        case Boolean():
            return "_Bool"
        case Floating(bits=32 | 64 as bits):
            return _FLOATS[bits]
        case Pointer():
            return "void *"
    return None


def base_name(t: str) -> str:
    """The type of the entries of a table: pointers are numbers there."""
    return "__UINTPTR_TYPE__" if t == "void *" else t


def cast_text(t: str) -> str:
    """What turns an entry of a table into a value of the type."""
    return "(void *)" if t == "void *" else ""


def constant(given: Given | None, t: CType) -> str:
    """A given value, zero if there is none, as a constant of type ``t``, exactly."""
    given = 0 if given is None else given  # minus zero stays what it is
    if isinstance(t, Floating):
        return _real(given, narrow=t.bits == 32)
    number = int.from_bytes(given, "little") if isinstance(given, bytes) else int(given)
    match t:
        case Integer(bits=bits, signed=signed):
            number = wrap(number, bits, signed=signed)
            if bits == 128:
                high, low = number >> 64 & (1 << 64) - 1, number & (1 << 64) - 1
                return f"(unsigned __int128){high}ULL << 64 | {low}ULL"
            if signed and number == -(1 << bits - 1):
                return f"{number + 1}LL - 1"
            wide = "ULL" if not signed else "LL"
            return f"{number}{wide if bits == 64 else 'U' if not signed and bits == 32 else ''}"
        case Pointer(size=size):
            return hex(number & (1 << 8 * size) - 1)
    return "1" if number else "0"


def _real(given: Given, *, narrow: bool) -> str:
    """A float as a constant."""
    if isinstance(given, bytes):
        size = 4 if narrow else 8
        given = struct.unpack("<f" if narrow else "<d", given[:size].ljust(size, b"\0"))[0]
    number = float(given)
    if math.isfinite(number):
        return number.hex() + ("f" if narrow else "")
    sign = "-" if math.copysign(1.0, number) < 0 else ""
    suffix = "f" if narrow else ""
    return f"{sign}__builtin_inf{suffix}()" if math.isinf(number) else _nan(number, sign, suffix)


def _nan(number: float, sign: str, suffix: str) -> str:
    """A quiet NaN with its payload."""
    (bits,) = struct.unpack("<Q", struct.pack("<d", number))
    payload = bits & (1 << 51) - 1
    return f'{sign}__builtin_nan{suffix}("{payload >> 29 if suffix else payload:#x}")'
