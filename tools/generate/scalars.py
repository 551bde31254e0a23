"""The arithmetic types a program may use, and constants of them.

Widths are those of the narrower data model, so that a value which fits does so in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Scalar:
    """An arithmetic type; ``bits`` is its least width over the data models."""

    name: str
    bits: int
    signed: bool
    floating: bool = False
    spellings: tuple[str, ...] = ()

    @property
    def boolean(self) -> bool:
        """Whether this is ``_Bool``."""
        return self.name == "_Bool"

    @property
    def least(self) -> int:
        """The least value that both data models represent."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def greatest(self) -> int:
        """The greatest value that both data models represent."""
        return (1 << (self.bits - self.signed)) - 1


BOOL = Scalar("_Bool", 1, signed=False)
CHAR = Scalar("char", 8, signed=True)
SCHAR = Scalar("signed char", 8, signed=True, spellings=("char signed",))
UCHAR = Scalar("unsigned char", 8, signed=False, spellings=("u8",))
SHORT = Scalar("short", 16, signed=True, spellings=("short int", "signed short", "s16"))
USHORT = Scalar("unsigned short", 16, signed=False, spellings=("short unsigned int", "u16"))
INT = Scalar("int", 32, signed=True, spellings=("signed", "signed int", "s32"))
UINT = Scalar("unsigned", 32, signed=False, spellings=("unsigned int", "u32"))
LONG = Scalar("long", 32, signed=True, spellings=("long int", "signed long"))
ULONG = Scalar("unsigned long", 32, signed=False, spellings=("long unsigned", "size_t"))
LLONG = Scalar("long long", 64, signed=True, spellings=("long long int", "long int long", "s64"))
ULLONG = Scalar("unsigned long long", 64, signed=False, spellings=("unsigned long long int", "u64"))
FLOAT = Scalar("float", 32, signed=True, floating=True)
DOUBLE = Scalar("double", 64, signed=True, floating=True)

SMALL = (BOOL, CHAR, SCHAR, UCHAR, SHORT, USHORT)
INTEGERS = (*SMALL, INT, UINT, LONG, ULONG, LLONG, ULLONG)
FLOATS = (FLOAT, DOUBLE)
ARITHMETIC = (*INTEGERS, *FLOATS)

_EDGES = (0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127, 128, 129, 200, 255, 256, 257)
_WIDE_EDGES = (32767, 32768, 65535, 65536, 65537, 2147483647, 2147483648, 4294967295, 4294967296)
_SUFFIXES = ("", "", "", "u", "U", "l", "UL", "LL", "ull", "LLU")
_CHARACTERS = ("'a'", "'\\0'", "'\\xff'", "'\\200'", "'\\n'", "'Z'", "'\\\\'", "'\\''")
FLOAT_CONSTANTS = (
    "0.0", "-0.0", "1.0", "0.1", "0.1f", "1.5f", "-2.75", "3.0e10", "1e-3f", "1e300", "1e38f",
    "16777217.0", "16777217.0f", "4294967295.0", "9007199254740993.0", "1e-310", "1e-42f",
    "0x1.8p3", "0x1.fffffep127f", "-1e-5", "7.f", ".5", "2.2250738585072014e-308",
)  # fmt: skip


def value_of(t: Scalar, random: Random) -> int:
    """A value of an integer type, often near an end of some range."""
    if t.boolean:
        return random.randrange(2)
    near = random.choice((0, t.least, t.greatest, *(v for v in _EDGES if v <= t.greatest)))
    chosen = random.choice(
        (near, near + random.randint(-3, 3), random.randint(t.least, t.greatest))
    )
    return min(max(chosen, t.least), t.greatest)


def integer_constant(random: Random) -> str:
    """An integer constant of any type; parenthesised when it is negative."""
    if random.random() < 0.08:
        return random.choice(_CHARACTERS)
    value = random.choice(_EDGES if random.random() < 0.75 else _WIDE_EDGES)
    if random.random() < 0.15:
        value = random.getrandbits(random.choice((8, 16, 31, 32, 40, 63)))
    text = random.choice((str, str, str, hex, lambda v: f"0{v:o}"))(value)
    text += random.choice(_SUFFIXES)
    return f"(-{text})" if random.random() < 0.25 else text


def literal(value: int, t: Scalar) -> str:
    """A constant expression with the given value, of a type that holds it, for initialisers."""
    if value == -(1 << 63):
        return "(-9223372036854775807LL - 1)"
    suffix = "" if -(1 << 31) < value < 1 << 31 else "LL" if value < 1 << 63 else "ULL"
    if not t.signed and not t.boolean and not suffix and t.bits >= 32:
        suffix = "U"
    return f"{value}{suffix}"
