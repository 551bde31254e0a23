"""Exact values of literals from their text.

Comes in: the text of one literal. Goes out: integers that lose nothing, because the parser library
cuts strings at the first NUL and rounds every floating constant to double.
"""

from __future__ import annotations

import re
from math import inf

# Patterns are compiled at their first use: most programs need none or one of them.
_PIECE = (
    r"\\(?P<octal>[0-7]{1,3})|\\x(?P<hex>[0-9a-fA-F]+)|\\[uU](?P<code>[0-9a-fA-F]{8}|[0-9a-fA-F]{4})"
    r'|\\(?P<letter>.)|(?P<join>"[ ]*")|(?P<plain>.)'
)
_LETTERS = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "e": 27}


def string_units(literal: str) -> list[int]:
    """The code units of a string literal as clang prints it: all special characters escaped."""
    begin = literal.index('"')
    utf16 = literal[:begin] == "u"
    units: list[int] = []
    for piece in re.finditer(_PIECE, literal[begin + 1 : -1], re.DOTALL):
        octal, hexadecimal, code, letter, join, plain = piece.groups()
        if octal is not None:
            units.append(int(octal, 8))
        elif hexadecimal is not None:
            units.append(int(hexadecimal, 16))
        elif code is not None:
            units.extend(_encoded(int(code, 16), utf16=utf16))
        elif letter is not None:
            units.append(_LETTERS.get(letter, ord(letter)))
        elif join is None:
            units.append(ord(plain))
    return units


def _encoded(code_point: int, *, utf16: bool) -> tuple[int, ...]:
    """A code point as one unit, or as a surrogate pair in UTF-16."""
    if not utf16 or code_point <= 0xFFFF:
        return (code_point,)
    rest = code_point - 0x10000
    return (0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF))


_DECIMAL = r"(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?[a-zA-Z0-9]*"
_HEXADECIMAL = r"0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)[a-zA-Z0-9]*"
# Beyond every format; these keep 1e999999999 from filling the memory and Python from giving up.
_LARGEST_EXPONENT, _LONGEST = 100_000, 4_000


def exact_floating(literal: str) -> tuple[int, int] | None:
    """Numerator and denominator of a floating constant [C11 6.4.4.2]; None when it is not one."""
    if match := re.fullmatch(_HEXADECIMAL, literal):
        base, radix, shift = 16, 2, 4
    elif match := re.fullmatch(_DECIMAL, literal):
        base, radix, shift = 10, 10, 1
    else:
        return None
    whole, fraction, power = match[1], match[2], int(match[3] or 0)
    if not 0 < len(whole + fraction) <= _LONGEST or abs(power) > _LARGEST_EXPONENT:
        return None
    mantissa = int(whole + fraction, base)
    exponent = power - shift * len(fraction)
    return (mantissa * radix**exponent, 1) if exponent >= 0 else (mantissa, radix**-exponent)


def is_close(exact: tuple[int, int], rounded: float) -> bool:
    """Whether ``rounded`` can be the double nearest to an exact value, give or take a bit."""
    try:
        value = exact[0] / exact[1]
    except OverflowError:
        value = inf
    return value == rounded or abs(value - rounded) <= 1e-15 * abs(value)


_EXTENDED = (64, -16445)  # bits of the mantissa, exponent of the least number above zero
_FORMATS = {32: (24, -149), 64: (53, -1074)}


def narrowed(exact: tuple[int, int], bits: int) -> float:
    """The binary32 or binary64 that a long double constant of an exact value is converted to."""
    numerator, denominator = _rounded(*_rounded(*exact, *_EXTENDED), *_FORMATS[bits])
    largest = 2**128 if bits == 32 else 2**1024
    return inf if numerator >= largest * denominator else numerator / denominator


def _rounded(numerator: int, denominator: int, mantissa: int, least: int) -> tuple[int, int]:
    """The nearest number of a binary format, ties to even, as a fraction."""
    if numerator == 0:
        return 0, 1
    exponent = numerator.bit_length() - denominator.bit_length()
    if numerator << max(-exponent, 0) < denominator << max(exponent, 0):
        exponent -= 1
    unit = max(exponent - mantissa + 1, least)
    denominator <<= max(unit, 0)
    count, rest = divmod(numerator << max(-unit, 0), denominator)
    count += 2 * rest > denominator or (2 * rest == denominator and count % 2 == 1)
    return count << max(unit, 0), 1 << max(-unit, 0)
