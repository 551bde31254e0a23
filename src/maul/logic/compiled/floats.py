"""Operations on floats, as Python text over the texts of their arguments.

Comes in: a term and the texts of its arguments. Goes out: an expression. In general that calls
``softfloat``. Binary64 and binary32 rounded to nearest go through Python's floats, which are
binary64 and round to nearest: exact for binary64; for binary32 the result is rounded twice, which
gives the same number for sums, differences, products and quotients because 53 bits are at least
twice 24 bits and two more.
"""

from __future__ import annotations

from fractions import Fraction
from math import copysign, inf, isfinite
from struct import Struct
from typing import TYPE_CHECKING

from maul.logic import softfloat
from maul.logic.meaning import signed
from maul.logic.softfloat import RNE, RTZ
from maul.logic.sorts import FLOAT32, FLOAT64, BitVec, Float

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.logic.terms import Term


# ---- texts ----


def text(term: Term, parts: list[str], named: Callable[[object], str]) -> str | None:
    """The expression for an operation on floats."""
    operator, sort = term.operator, term.arguments[0].sort
    assert isinstance(sort, Float)
    mode, arguments = _mode(term), ", ".join(parts)
    quick = QUICK.get((operator, sort, mode, term.sort if operator == "to_fp_float" else None))
    if quick is not None:
        return f"{named(quick)}({arguments})"
    if operator in softfloat.BINARY:
        return f"{named(softfloat.BINARY[operator])}({mode!r}, {named(sort)}, {arguments})"
    if operator in softfloat.COMPARISON:
        return f"{named(softfloat.COMPARISON[operator])}({named(sort)}, {arguments})"
    if operator in softfloat.CLASSES:
        return f"{named(softfloat.CLASSES[operator])}({parts[0]}, {named(sort)})"
    if operator in UNROUNDED:
        return f"{named(UNROUNDED[operator])}({named(sort)}, {arguments})"
    if operator in ROUNDED:
        return f"{named(ROUNDED[operator])}({mode!r}, {named(sort)}, {arguments})"
    if operator in TO_VECTOR:
        assert isinstance(term.sort, BitVec)
        arguments = f"{term.sort.width}, {arguments}"
        return f"{named(TO_VECTOR[operator])}({mode!r}, {named(sort)}, {arguments})"
    if operator == "to_fp_float":
        return f"{named(converted)}({mode!r}, {named(sort)}, {named(term.sort)}, {arguments})"
    return None


def text_to_float(term: Term, parts: list[str], named: Callable[[object], str]) -> str | None:
    """The expression for a conversion from bit-vectors to floats."""
    sort, source = term.sort, term.arguments[0].sort if term.arguments else None
    if not isinstance(source, BitVec):
        return None
    if term.operator == "to_fp_bits":
        return f"{named(softfloat.canonical)}({parts[0]}, {named(sort)})"
    if term.operator not in ("to_fp_signed", "to_fp_unsigned"):
        return None
    width = source.width if term.operator == "to_fp_signed" else 0
    return f"{named(from_vector)}({_mode(term)!r}, {named(sort)}, {width}, {parts[0]})"


def _mode(term: Term) -> str | None:
    mode = term.payload[0] if isinstance(term.payload, tuple) else term.payload
    return mode if isinstance(mode, str) else None


# ---- any format ----


def negated(sort: Float, bits: int) -> int:
    """The number with the other sign."""
    return softfloat.negated(bits, sort)


def absolute(sort: Float, bits: int) -> int:
    """The magnitude."""
    return softfloat.absolute(bits, sort)


def converted(mode: str, source: Float, target: Float, bits: int) -> int:
    """The number in another format."""
    return softfloat.to_format(mode, bits, source, target)


def to_signed(mode: str, sort: Float, width: int, bits: int) -> int | None:
    """A two's complement number; None when it is out of range."""
    value = _integer(mode, sort, bits)
    half = 1 << (width - 1)
    return None if value is None or not -half <= value < half else value & (2 * half - 1)


def to_unsigned(mode: str, sort: Float, width: int, bits: int) -> int | None:
    """A number that is not negative; None when it is out of range."""
    value = _integer(mode, sort, bits)
    return None if value is None or value < 0 or value >> width else value


def _integer(mode: str, sort: Float, bits: int) -> int | None:
    """The integer that a mode rounds to; None for NaN and infinities."""
    decode = DECODE.get(sort)
    if decode is None or mode != RTZ:
        return softfloat.to_integer(mode, bits, sort)
    value = decode(bits)
    return int(value) if isfinite(value) else None


def from_vector(mode: str, sort: Float, width: int, bits: int) -> int:
    """The float nearest to a bit-vector, which is signed when a width is given."""
    value = signed(bits, width) if width else bits
    if mode == RNE and abs(value) <= EXACT and sort in ENCODE:
        return ENCODE[sort](float(value))
    return softfloat.rounded(Fraction(value), mode, sort)


UNROUNDED: dict[str, Callable[..., int | None]] = {
    "fp.neg": negated,
    "fp.abs": absolute,
    "fp.rem": softfloat.rem,
    "fp.min": softfloat.minimum,
    "fp.max": softfloat.maximum,
}
ROUNDED: dict[str, Callable[..., int]] = {
    "fp.fma": softfloat.fma,
    "fp.sqrt": softfloat.sqrt,
    "fp.roundToIntegral": softfloat.round_to_integral,
}
TO_VECTOR: dict[str, Callable[..., int | None]] = {
    "fp.to_sbv": to_signed,
    "fp.to_ubv": to_unsigned,
}

# ---- binary64 and binary32 ----

EXACT = 1 << 53  # integers up to here are binary64 numbers
_DOUBLE, _DOUBLE_BITS = Struct("<d"), Struct("<Q")
_SINGLE, _SINGLE_BITS = Struct("<f"), Struct("<I")
_NAN64, _NAN32 = softfloat.nan(FLOAT64), softfloat.nan(FLOAT32)


def _decode(number: Struct, bits: Struct) -> Callable[[int], float]:
    unpack, pack = number.unpack, bits.pack

    def decode(value: int) -> float:
        found: float = unpack(pack(value))[0]
        return found

    return decode


def encode64(value: float) -> int:
    """The bits of a Python float."""
    if value != value:  # noqa: PLR0124 - NaN
        return _NAN64
    bits: int = _DOUBLE_BITS.unpack(_DOUBLE.pack(value))[0]
    return bits


def encode32(value: float) -> int:
    """The bits of the binary32 number nearest to a Python float."""
    if value != value:  # noqa: PLR0124 - NaN
        return _NAN32
    try:
        packed = _SINGLE.pack(value)
    except OverflowError:  # rounds to an infinity
        packed = _SINGLE.pack(copysign(inf, value))
    bits: int = _SINGLE_BITS.unpack(packed)[0]
    return bits


DECODE: dict[Float, Callable[[int], float]] = {
    FLOAT64: _decode(_DOUBLE, _DOUBLE_BITS),
    FLOAT32: _decode(_SINGLE, _SINGLE_BITS),
}
ENCODE: dict[Float, Callable[[float], int]] = {FLOAT64: encode64, FLOAT32: encode32}


def _quick(sort: Float) -> dict[str, Callable[[int, int], int | bool]]:
    """The operations of a format through Python's floats."""
    encode, decode = ENCODE[sort], DECODE[sort]

    def divided(a: int, b: int) -> int:
        divisor = decode(b)
        return encode(decode(a) / divisor) if divisor else softfloat.div(RNE, sort, a, b)

    return {
        "fp.add": lambda a, b: encode(decode(a) + decode(b)),
        "fp.sub": lambda a, b: encode(decode(a) - decode(b)),
        "fp.mul": lambda a, b: encode(decode(a) * decode(b)),
        "fp.div": divided,
        "fp.eq": lambda a, b: decode(a) == decode(b),
        "fp.lt": lambda a, b: decode(a) < decode(b),
        "fp.leq": lambda a, b: decode(a) <= decode(b),
    }


def _converting(source: Float, target: Float) -> Callable[[int], int]:
    encode, decode = ENCODE[target], DECODE[source]
    return lambda bits: encode(decode(bits))


QUICK: dict[tuple[str, Float, str | None, object], Callable[..., int | bool]] = {
    (operator, sort, RNE if operator in softfloat.BINARY else None, None): compute
    for sort in (FLOAT64, FLOAT32)
    for operator, compute in _quick(sort).items()
}
QUICK |= {
    ("to_fp_float", source, RNE, target): _converting(source, target)
    for source, target in ((FLOAT64, FLOAT32), (FLOAT32, FLOAT64))
}
