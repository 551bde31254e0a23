"""``printf`` formats: the bytes that a format makes of its arguments [C11 7.21.6.1].

Comes in: the format, the arguments with their types, and a way to read strings. Goes out: the
bytes, as glibc writes them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from maul.c.numbers import wrap
from maul.interpret.memory import NOWHERE, Address, ObjectMemory, Undefined, Unmodelled

Argument: TypeAlias = int | float | Address
Take: TypeAlias = Callable[[str, int], Argument]
"""Gives the next argument, of a sort ("integer", "real", "pointer") and a number of bits."""

_DIRECTIVE = re.compile(
    rb"%([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d+)?)?(hh|h|ll|l|j|z|t|q|L)?(.)|%$", re.DOTALL
)
_PRECISION = re.compile(rb"%[-+ #0']*(?:\*|\d+)?\.")


class Directive:
    """One conversion specification with its numbers filled in."""

    __slots__ = ("flags", "letter", "precision", "width")

    def __init__(self, flags: str, width: int, precision: int | None, letter: str) -> None:
        self.flags = flags
        self.width = width
        self.precision = precision
        self.letter = letter


def formatted(template: bytes, take: Take, memory: ObjectMemory) -> bytes:
    """The template with its directives replaced."""
    parts: list[bytes] = []
    at = 0
    for found in _DIRECTIVE.finditer(template):
        parts.append(template[at : found.start()])
        parts.append(_expanded(found, take, memory))
        at = found.end()
    parts.append(template[at:])
    return b"".join(parts)


def _expanded(found: re.Match[bytes], take: Take, memory: ObjectMemory) -> bytes:
    if found[5] is None:
        raise Undefined("incomplete conversion in a format")
    letter = found[5].decode("latin-1")
    flags = (found[1] or b"").decode("ascii")
    width = _count(found[2], take)
    precision = _count(found[3], take) if _PRECISION.match(found[0]) else None
    if width < 0:
        flags, width = flags + "-", -width
    if precision is not None and precision < 0:
        precision = None
    directive = Directive(flags, width, precision, letter)
    length = (found[4] or b"").decode("ascii")
    if found[0] == b"%%":
        return b"%"
    return _convert(directive, length, take, memory)


def _count(text: bytes | None, take: Take) -> int:
    if text is None:
        return 0
    return _integer(take, 32) if text == b"*" else int(text)


def in_order(arguments: Iterable[Callable[[], Argument]]) -> Take:
    """The arguments of a call, whatever the format thinks they are."""
    rest = iter(arguments)

    def take(_: str, __: int) -> Argument:
        for argument in rest:
            return argument()
        raise Undefined("too few arguments for the format")

    return take


def _integer(take: Take, bits: int) -> int:
    value = take("integer", bits)
    if not isinstance(value, int):
        raise Undefined("argument of another type than the format says")
    return value


def _real(take: Take) -> float:
    value = take("real", 64)
    if not isinstance(value, float):
        raise Undefined("argument of another type than the format says")
    return value


def _address(take: Take, memory: ObjectMemory) -> Address:
    value = take("pointer", 8 * memory.pointer_size)
    if not isinstance(value, tuple):
        raise Undefined("argument of another type than the format says")
    return value


_LENGTHS = {
    **dict.fromkeys("diuxXo", ("", "hh", "h", "l", "ll", "q", "j", "z", "t")),
    **dict.fromkeys("csp", ("",)),
    **dict.fromkeys("fFeEgGaA", ("", "l")),
}
"""The lengths that are modelled, for each conversion: all that C defines but wide characters and
``long double``."""

NOTHING = b"(null)"
"""What glibc writes for a null pointer, if the precision leaves room for all of it."""

LONGEST = 1 << 20
"""Wider fields and more digits are not written."""


def _check(d: Directive, length: str) -> None:
    """Refuse a directive that is not modelled, or of which C does not say what it means."""
    is_known = length in _LENGTHS.get(d.letter, ())
    if d.letter in "csp":
        is_known = is_known and not d.flags.strip("-")
    if d.letter in "cp":
        is_known = is_known and d.precision is None
    if not is_known or max(d.width, d.precision or 0) > LONGEST:
        raise Unmodelled(f"conversion %{length}{d.letter} in a format, or its flags")


def _convert(d: Directive, length: str, take: Take, memory: ObjectMemory) -> bytes:
    _check(d, length)
    word = 8 * memory.pointer_size
    bits = {"hh": 8, "h": 16, "": 32, "l": word, "z": word, "t": word}.get(length, 64)
    match d.letter:
        case "d" | "i":
            return _signed(d, wrap(_integer(take, max(bits, 32)), bits, signed=True))
        case "u" | "x" | "X" | "o":
            return _unsigned(d, wrap(_integer(take, max(bits, 32)), bits, signed=False))
        case "c":
            return _padded(d, bytes([_integer(take, 32) & 0xFF]))
        case "s":
            address = _address(take, memory)
            if address == (NOWHERE, 0):
                is_whole = d.precision is None or d.precision >= len(NOTHING)
                return _padded(d, NOTHING if is_whole else b"")
            return _padded(d, memory.text(address, d.precision))
        case "p":
            number = memory.number(_address(take, memory))
            return _padded(d, b"0x%x" % number if number else b"(nil)")
    return _floating(d, _real(take))


def _padded(d: Directive, text: bytes) -> bytes:
    """``text`` in its field."""
    return text.ljust(d.width) if "-" in d.flags else text.rjust(d.width)


def _sign(d: Directive, *, negative: bool) -> str:
    if negative:
        return "-"
    if "+" in d.flags:
        return "+"
    return " " if " " in d.flags else ""


def _number(d: Directive, prefix: str, digits: str, *, zeros: bool) -> bytes:
    """Sign or base, then digits, with zeros between them where the flag wants them."""
    if zeros and "0" in d.flags and "-" not in d.flags:
        digits = digits.rjust(d.width - len(prefix), "0")
    return _padded(d, (prefix + digits).encode("ascii"))


def _digits(d: Directive, digits: str) -> str:
    """At least as many digits as the precision says; no digit for 0 with precision 0."""
    if d.precision == 0 and digits == "0":
        return ""
    return digits.rjust(d.precision or 0, "0")


def _signed(d: Directive, value: int) -> bytes:
    digits = _digits(d, str(abs(value)))
    return _number(d, _sign(d, negative=value < 0), digits, zeros=d.precision is None)


def _unsigned(d: Directive, value: int) -> bytes:
    digits = _digits(d, format(value, "d" if d.letter == "u" else d.letter))
    prefix = ""
    if "#" in d.flags:
        if d.letter == "o" and not digits.startswith("0"):
            digits = "0" + digits
        elif d.letter in "xX" and value:
            prefix = "0" + d.letter
    return _number(d, prefix, digits, zeros=d.precision is None)


def _floating(d: Directive, value: float) -> bytes:
    sign = _sign(d, negative=math.copysign(1.0, value) < 0)
    magnitude = abs(value)
    kind = d.letter.lower()
    if math.isnan(magnitude):
        raise Unmodelled("the sign of what is no number in a format")
    if math.isinf(magnitude):
        text = "inf"
        return _padded(d, (sign + (text.upper() if d.letter.isupper() else text)).encode("ascii"))
    prefix = ""
    if kind == "a":
        prefix, text = "0x", _hexadecimal(magnitude, d.precision, point="#" in d.flags)
    else:
        precision = 6 if d.precision is None else d.precision
        text = f"{magnitude:{'#' if '#' in d.flags else ''}.{precision}{kind}}"
    if d.letter.isupper():
        prefix, text = prefix.upper(), text.upper()
    return _number(d, sign + prefix, text, zeros=True)


def _hexadecimal(value: float, precision: int | None, *, point: bool) -> str:
    """The digits of ``%a`` after ``0x``, the first one being 1 but for zero and subnormal
    numbers.
    """
    mantissa, exponent = value.hex()[2:].split("p")
    lead, _, fraction = mantissa.partition(".")
    if precision is None:
        fraction = fraction.rstrip("0")
    elif precision < len(fraction):
        cut = 4 * (len(fraction) - precision)
        whole = int(lead + fraction, 16)
        kept, rest = whole >> cut, whole & (1 << cut) - 1
        half = 1 << cut - 1
        kept += rest > half or (rest == half and kept & 1)
        digits = format(kept, "x")
        lead = digits[: len(digits) - precision]
        fraction = digits[len(digits) - precision :]
    else:
        fraction = fraction.ljust(precision, "0")
    return f"{lead}{'.' if fraction or point else ''}{fraction}p{int(exponent):+d}"
