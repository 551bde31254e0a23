"""Pieces of C text that know what they mean, and how integers are written with them.

Comes in: pieces and the operation to write. Goes out: a piece whose value in C (gcc, two's
complement, int of 32 and long long of 64 bits) is exactly the one of the term, or None where C
would overflow or says nothing. A ``Vector`` of a width holds a C integer whose value is the signed
or the unsigned number of the bits; an ``IntegerPiece`` a C integer with that value, in a known
range.
"""

from __future__ import annotations

from maul.node import node

CHOICE, OR, AND, BIT_OR, BIT_XOR, BIT_AND, EQUALITY, ORDER, SHIFT, SUM, PRODUCT, UNARY, PRIMARY = (
    range(1, 14)
)
STRENGTH = {
    "|": BIT_OR,
    "^": BIT_XOR,
    "&": BIT_AND,
    "==": EQUALITY,
    "!=": EQUALITY,
    "<": ORDER,
    "<=": ORDER,
    ">": ORDER,
    ">=": ORDER,
    "<<": SHIFT,
    ">>": SHIFT,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
}
_NAMES = {8: "char", 16: "short", 32: "int", 64: "long long"}


@node
class Truth:
    """A C expression that is zero or not."""

    text: str
    strength: int
    opposite: str = ""  # the comparison that says the contrary, if there is one


@node
class Vector:
    """A C integer standing for ``width`` bits."""

    text: str
    strength: int
    width: int
    signed: bool  # is its value the signed number of the bits, or the unsigned one?
    bits: int  # of its C type after promotion
    unsigned: bool  # is that type unsigned?
    constant: int | None = None
    either: bool = False  # are the signed and the unsigned number the same?


@node
class IntegerPiece:
    """A C integer with the value of an Int term."""

    text: str
    strength: int
    low: int
    high: int
    bits: int
    unsigned: bool = False


@node
class FloatPiece:
    """A C float or double."""

    text: str
    strength: int
    bits: int


def inside(piece: Truth | Vector | IntegerPiece | FloatPiece, strength: int) -> str:
    """The text, in parentheses when what is around binds more strongly."""
    return piece.text if piece.strength >= strength else f"({piece.text})"


def joined(
    left: Vector | IntegerPiece | FloatPiece,
    operator: str,
    right: Vector | IntegerPiece | FloatPiece,
) -> str:
    """A binary operation, grouping to the left."""
    strength = STRENGTH[operator]
    return f"{inside(left, strength)} {operator} {inside(right, strength + 1)}"


def type_name(width: int, *, signed: bool) -> str | None:
    """The C type of a width, if there is one."""
    name = _NAMES.get(width)
    if name is None:
        return None
    if signed:
        return "signed char" if width == 8 else name
    return f"unsigned {name}"


# ---- vectors ----


def vector_constant(value: int, width: int, *, signed: bool) -> Vector:
    """A constant, as its signed or its unsigned number."""
    number = value - (1 << width) if signed and value >> (width - 1) else value
    bits = 32 if width <= 32 else 64
    suffix = "" if signed or width < 32 else "U"
    text, strength = _literal(number, bits, suffix)
    return Vector(text, strength, width, signed, bits, bool(suffix), value)


def _literal(number: int, bits: int, suffix: str) -> tuple[str, int]:
    """The text of a number in a type of 32 or 64 bits."""
    suffix += "LL" if bits == 64 else ""
    if number == -(1 << (bits - 1)):
        return f"{number + 1}{suffix} - 1", SUM  # the least number has no literal of its own
    return f"{number}{suffix}", UNARY if number < 0 else PRIMARY


def cast(piece: Vector, *, signed: bool) -> Vector | None:
    """The vector with the other reading of its bits."""
    if piece.constant is not None:
        return vector_constant(piece.constant, piece.width, signed=signed)
    name = type_name(piece.width, signed=signed)
    if name is None:
        return None
    text = f"({name}){inside(piece, UNARY)}"
    bits = max(piece.width, 32)
    return Vector(text, UNARY, piece.width, signed, bits, not signed and piece.width >= 32)


def read_as(piece: Vector, *, signed: bool) -> Vector | None:
    """The vector with its signed or its unsigned number as value."""
    if piece.constant is None and (piece.signed == signed or piece.either):
        return piece
    return cast(piece, signed=signed)


def compared(operator: str, left: Vector, right: Vector, *, signed: bool) -> str | None:
    """A comparison of the signed or the unsigned numbers."""
    a, b = read_as(left, signed=signed), read_as(right, signed=signed)
    return None if a is None or b is None else joined(a, operator, b)


def wrapped(operator: str, left: Vector, right: Vector) -> Vector | None:
    """A sum, difference or product modulo 2^width, in unsigned arithmetic."""
    width = left.width
    bits = 32 if width <= 32 else 64
    if right.constant is not None:
        right = _unsigned_constant(right, bits)
    elif left.constant is not None:
        left = _unsigned_constant(left, bits)
    if not any(piece.unsigned and piece.bits == bits for piece in (left, right)):
        left = _computing(left, bits)
    return truncated(joined(left, operator, right), STRENGTH[operator], width, bits)


def _unsigned_constant(piece: Vector, bits: int) -> Vector:
    """A constant whose C type is unsigned."""
    assert piece.constant is not None
    text = f"{piece.constant}{'ULL' if bits == 64 else 'U'}"
    return Vector(text, PRIMARY, piece.width, signed=False, bits=bits, unsigned=True)


def _computing(piece: Vector, bits: int) -> Vector:
    """The vector in an unsigned type of 32 or 64 bits; bits above its width may be anything."""
    if piece.unsigned and piece.bits == bits:
        return piece
    if piece.constant is not None:
        return _unsigned_constant(piece, bits)
    text = f"({type_name(bits, signed=False)}){inside(piece, UNARY)}"
    return Vector(text, UNARY, piece.width, signed=False, bits=bits, unsigned=True)


def truncated(text: str, strength: int, width: int, bits: int) -> Vector | None:
    """The lowest bits of an unsigned C expression of 32 or 64 bits."""
    if width == bits:
        return Vector(text, strength, width, signed=False, bits=bits, unsigned=True)
    name = type_name(width, signed=False)
    around = text if strength >= UNARY else f"({text})"
    if name is not None:
        made, made_bits = f"({name}){around}", max(width, 32)
        return Vector(made, UNARY, width, signed=False, bits=made_bits, unsigned=width >= 32)
    if width > 64:
        return None
    mask = f"{(1 << width) - 1:#x}{'ULL' if bits == 64 else 'U'}"
    around = text if strength > BIT_AND else f"({text})"
    return Vector(f"{around} & {mask}", BIT_AND, width, signed=False, bits=bits, unsigned=True)


def bitwise(operator: str, left: Vector, right: Vector) -> Vector | None:
    """A bitwise operation; two signed numbers need no conversion."""
    signed = all(p.signed or p.either or p.constant is not None for p in (left, right))
    a, b = read_as(left, signed=signed), read_as(right, signed=signed)
    if a is None or b is None:
        return None
    text, unsigned = joined(a, operator, b), a.unsigned or b.unsigned
    return Vector(text, STRENGTH[operator], left.width, signed, max(a.bits, b.bits), unsigned)


def shifted(operator: str, piece: Vector, amount: int) -> Vector | None:
    """A shift by less than the width: ``bvshl``, ``bvlshr`` or ``bvashr``."""
    bits = 32 if piece.width <= 32 else 64
    if operator == "bvshl":
        text = f"{inside(_computing(piece, bits), SHIFT)} << {amount}"
        return truncated(text, SHIFT, piece.width, bits)
    signed = operator == "bvashr"
    source = read_as(piece, signed=signed)
    if source is None:
        return None
    text = f"{inside(source, SHIFT)} >> {amount}"
    return Vector(text, SHIFT, piece.width, signed, source.bits, source.unsigned)


def divided(operator: str, left: Vector, right: Vector) -> Vector | None:
    """A quotient or remainder by a constant with which C and SMT-LIB agree."""
    signed = operator in ("bvsdiv", "bvsrem")
    divisor = right.constant
    if not divisor or (signed and divisor == (1 << right.width) - 1):
        return None
    a, b = read_as(left, signed=signed), read_as(right, signed=signed)
    if a is None or b is None:
        return None
    sign = "/" if operator.endswith("div") else "%"
    unsigned = a.unsigned or b.unsigned
    return Vector(joined(a, sign, b), PRODUCT, left.width, signed, max(a.bits, b.bits), unsigned)


def widened(piece: Vector, width: int, *, signed: bool) -> Vector | None:
    """The vector with zeros or copies of its sign in front."""
    source = read_as(piece, signed=signed)
    if source is None or width > 64:
        return None
    if width <= 32:
        # Zeros in front leave a number that is not negative, in a C int as long as that is wider.
        either = not signed and not source.unsigned
        return Vector(
            source.text, source.strength, width, signed, source.bits, source.unsigned, None, either
        )
    name = type_name(64, signed=signed)
    text = f"({name}){inside(source, UNARY)}"
    return Vector(text, UNARY, width, signed, 64, not signed)


def cut(piece: Vector, high: int, low: int) -> Vector | None:
    """Bits ``high`` down to ``low``."""
    bits = 32 if piece.width <= 32 else 64
    source = _computing(piece, bits) if low or high - low + 1 not in _NAMES else piece
    if not low:
        return truncated(source.text, source.strength, high + 1, 64 if high >= 32 else bits)
    return truncated(f"{inside(source, SHIFT)} >> {low}", SHIFT, high - low + 1, bits)


def chained(high: Vector, low: Vector) -> Vector | None:
    """The bits of one vector, then those of another."""
    width = high.width + low.width
    bits = 32 if width <= 32 else 64
    tail = read_as(low, signed=False)
    if tail is None or width > 64:
        return None
    text = f"{inside(_computing(high, bits), SHIFT)} << {low.width} | {inside(tail, BIT_XOR)}"
    return truncated(text, BIT_OR, width, bits)
