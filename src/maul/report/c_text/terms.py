"""Terms over program variables as C expressions, for witnesses and for people.

Comes in: a term, and for each of its symbols C text and the C type it has. Goes out: a C expression
that has, for gcc, exactly the term's value wherever the term has one, or None when C cannot say it:
quantifiers, functions, arrays without a name, what might divide by zero, integers that may leave
the range of long long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import ArrayType, Boolean, Integer
from maul.c.ctype import Floating as FloatingType
from maul.logic import softfloat
from maul.logic.build import cut_of
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, BitVec, Float
from maul.logic.terms import int_payload
from maul.logic.walk import fold
from maul.report.c_text.numbers import number_comparison, number_constant, number_operation
from maul.report.c_text.pieces import (
    AND,
    CHOICE,
    EQUALITY,
    OR,
    PRIMARY,
    SUM,
    UNARY,
    FloatPiece,
    IntegerPiece,
    Truth,
    Vector,
    bitwise,
    cast,
    chained,
    compared,
    cut,
    divided,
    inside,
    joined,
    read_as,
    shifted,
    truncated,
    vector_constant,
    widened,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from maul.c.ctype import CType
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term

Piece: TypeAlias = Truth | Vector | IntegerPiece | FloatPiece
LONGEST = 1 << 16  # characters; sharing is lost in C, and nobody reads more


def c_text(term: Term, names: Mapping[Term, tuple[str, CType]]) -> str | None:
    """The term as a C expression; None when C cannot say it."""

    def step(part: Term, pieces: list[Piece | None]) -> Piece | None:
        if part.operator == "symbol":
            text, ctype = names.get(part, ("", None))
            return None if ctype is None else _variable(text, ctype, part.sort)
        if part.operator == "select" and part.arguments[0] in names:
            return _element(part, names[part.arguments[0]], pieces[1])
        known = [piece for piece in pieces if piece is not None]
        if len(known) < len(pieces):
            return None
        made = _piece(part, known)
        return made if made is None or len(made.text) <= LONGEST else None

    found = fold(term, step)
    return None if found is None else found.text


def _variable(text: str, ctype: CType, sort: Sort) -> Piece | None:
    """A variable of the program, or a part of one, as a primary expression."""
    match ctype:
        case Boolean():
            bits, signed = 8, False
        case Integer():
            bits, signed = ctype.bits, ctype.signed
        case FloatingType() if isinstance(sort, Float) and sort.width == ctype.bits:
            return FloatPiece(text, PRIMARY, ctype.bits) if sort in (FLOAT32, FLOAT64) else None
        case _:
            return None
    unsigned = not signed and bits >= 32
    if sort is BOOL:
        return Truth(text, PRIMARY)
    if isinstance(sort, BitVec) and sort.width == bits and bits <= 64:
        return Vector(text, PRIMARY, bits, signed, max(32, bits), unsigned)
    if sort is INT and bits <= 64:
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
        if isinstance(ctype, Boolean):
            high = 1
        return IntegerPiece(text, PRIMARY, low, high, 32 if bits <= 32 else 64, unsigned)
    return None


def _element(part: Term, array: tuple[str, CType], index: Piece | None) -> Piece | None:
    """An element of an array of the program."""
    text, ctype = array
    if not isinstance(ctype, ArrayType) or not isinstance(index, (Vector, IntegerPiece)):
        return None
    return _variable(f"{text}[{index.text}]", ctype.element, part.sort)


def _piece(term: Term, pieces: list[Piece]) -> Piece | None:
    """A term from its arguments' texts."""
    if term.operator == "constant":
        return _constant(term)
    truths = [piece for piece in pieces if isinstance(piece, Truth)]
    if term.sort is BOOL and len(truths) == len(pieces):
        return _logic(term.operator, truths)
    match pieces:
        case [Truth() as condition, then, other]:
            return _choice(condition, then, other)
        case [Vector(), *_]:
            return _of_vectors(term, [piece for piece in pieces if isinstance(piece, Vector)])
        case [IntegerPiece(), *_]:
            return _of_numbers(term, [piece for piece in pieces if isinstance(piece, IntegerPiece)])
        case [FloatPiece(), *_]:
            return _of_floats(term, [piece for piece in pieces if isinstance(piece, FloatPiece)])
    return None


def _constant(term: Term) -> Piece | None:
    """A constant."""
    sort = term.sort
    if sort is BOOL:
        return Truth("1" if term.payload else "0", PRIMARY)
    if sort is INT:
        return number_constant(int_payload(term))
    if isinstance(sort, BitVec) and sort.width <= 64:
        return vector_constant(int_payload(term), sort.width, signed=True)
    if sort in (FLOAT32, FLOAT64):
        assert isinstance(sort, Float)
        return _float_constant(int_payload(term), sort)
    return None


# ---- truth values ----


def _logic(operator: str, pieces: list[Truth]) -> Truth | None:
    """An operation on truth values."""
    match operator:
        case "not":
            (piece,) = pieces
            if piece.opposite:
                return Truth(piece.opposite, piece.strength, piece.text)
            return Truth(f"!{inside(piece, UNARY)}", UNARY)
        case "and":
            return Truth(" && ".join([inside(piece, EQUALITY) for piece in pieces]), AND)
        case "or":
            return Truth(" || ".join([inside(piece, EQUALITY) for piece in pieces]), OR)
        case "=":
            left, right = [f"!{inside(piece, UNARY)}" for piece in pieces]
            return Truth(f"{left} == {right}", EQUALITY, f"{left} != {right}")
        case "ite":
            return Truth(" : ".join(_branches(pieces[0], *pieces[1:])), CHOICE)
    return None


def _branches(condition: Truth, then: Piece, other: Piece) -> tuple[str, str]:
    """The two halves of a choice around its colon."""
    return f"{inside(condition, OR)} ? {inside(then, OR)}", inside(other, OR)


def _choice(condition: Truth, then: Piece, other: Piece) -> Piece | None:
    """One of two numbers."""
    match then, other:
        case Vector(), Vector():
            signed = then.signed if then.constant is None else other.signed
            a, b = read_as(then, signed=signed), read_as(other, signed=signed)
            if a is None or b is None:
                return None
            text, bits = " : ".join(_branches(condition, a, b)), max(a.bits, b.bits)
            return Vector(text, CHOICE, then.width, signed, bits, a.unsigned or b.unsigned)
        case IntegerPiece(), IntegerPiece() if (
            then.unsigned == other.unsigned and then.bits == other.bits
        ):
            low, high = min(then.low, other.low), max(then.high, other.high)
            text = " : ".join(_branches(condition, then, other))
            return IntegerPiece(text, CHOICE, low, high, then.bits, then.unsigned)
        case FloatPiece(), FloatPiece():
            return FloatPiece(" : ".join(_branches(condition, then, other)), CHOICE, then.bits)
    return None


def _comparison(text: str | None, opposite: str | None, strength: int) -> Truth | None:
    """A comparison with its contrary."""
    return None if text is None else Truth(text, strength, opposite or "")


# ---- bit-vectors ----

_WRAPPED = {"bvadd": "+", "bvsub": "-", "bvmul": "*"}
_BITWISE = {"bvand": "&", "bvor": "|", "bvxor": "^"}


def _of_vectors(term: Term, pieces: list[Vector]) -> Piece | None:
    """An operation on bit-vectors."""
    operator = term.operator
    if len(pieces) == 2:
        return _of_two_vectors(operator, *pieces)
    if len(pieces) != 1:
        return None
    (piece,) = pieces
    zero = vector_constant(0, piece.width, signed=False)
    match operator:
        case "bvneg":
            return wrapped("-", zero, piece)
        case "bvnot":
            source = read_as(piece, signed=True)
            if source is None:
                return None
            text = f"~{inside(source, UNARY)}"
            return Vector(text, UNARY, piece.width, signed=True, bits=source.bits, unsigned=False)
        case "extract":
            return cut(piece, *cut_of(term))
        case "zero_extend" | "sign_extend":
            width = piece.width + int_payload(term)
            return widened(piece, width, signed=operator == "sign_extend")
        case "bv2nat":
            source = read_as(piece, signed=False)
            high = (1 << piece.width) - 1
            return source and IntegerPiece(
                source.text, source.strength, 0, high, source.bits, source.unsigned
            )
        case "to_fp_signed" | "to_fp_unsigned":
            source = read_as(piece, signed=operator == "to_fp_signed")
            return source and _converted(term, inside(source, UNARY))
    return None


def _of_two_vectors(operator: str, left: Vector, right: Vector) -> Piece | None:
    """A binary operation on bit-vectors."""
    if operator in _WRAPPED:
        return wrapped(_WRAPPED[operator], left, right)
    if operator in _BITWISE:
        return bitwise(_BITWISE[operator], left, right)
    match operator:
        case "=":
            plain = [piece for piece in (left, right) if piece.constant is None]
            signed = all(piece.signed for piece in plain)
            if all(cast(piece, signed=signed) is None for piece in plain):
                signed = False  # a width without a type is read unsigned
            text = compared("==", left, right, signed=signed)
            return _comparison(text, compared("!=", left, right, signed=signed), EQUALITY)
        case "bvule" | "bvsle":
            signed = operator == "bvsle"
            text = compared("<=", left, right, signed=signed)
            return _comparison(text, compared(">", left, right, signed=signed), EQUALITY + 1)
        case "bvudiv" | "bvurem" | "bvsdiv" | "bvsrem":
            return divided(operator, left, right)
        case "bvshl" | "bvlshr" | "bvashr":
            amount = right.constant
            if amount is None or amount >= left.width:
                return None
            return shifted(operator, left, amount)
        case "concat":
            return chained(left, right)
    return None


# ---- integers ----


def _of_numbers(term: Term, pieces: list[IntegerPiece]) -> Piece | None:
    """An operation on mathematical integers."""
    operator = term.operator
    if operator in ("<=", "="):
        sign, contrary = ("<=", ">") if operator == "<=" else ("==", "!=")
        text = number_comparison(sign, *pieces)
        strength = EQUALITY if operator == "=" else EQUALITY + 1
        return _comparison(text, number_comparison(contrary, *pieces), strength)
    if operator == "int2bv":
        bits = 32 if int_payload(term) <= 32 else 64
        name = "unsigned int" if bits == 32 else "unsigned long long"
        return truncated(f"({name}){inside(pieces[0], UNARY)}", UNARY, int_payload(term), bits)
    return number_operation(operator, pieces)


# ---- floats ----

_FLOATS = {"fp.add": "+", "fp.sub": "-", "fp.mul": "*", "fp.div": "/"}
_FLOAT_COMPARISONS = {"fp.eq": "==", "fp.lt": "<", "fp.leq": "<="}
_QUESTIONS: dict[str, Callable[[str], str]] = {
    "fp.isNaN": lambda x: f"__builtin_isnan({x})",
    "fp.isInfinite": lambda x: f"__builtin_isinf({x})",
    "fp.isNormal": lambda x: f"__builtin_isnormal({x})",
    "fp.isNegative": lambda x: f"(__builtin_signbit({x}) && !__builtin_isnan({x}))",
    "fp.isPositive": lambda x: f"(!__builtin_signbit({x}) && !__builtin_isnan({x}))",
}


def _of_floats(term: Term, pieces: list[FloatPiece]) -> Piece | None:
    """An operation on floats; C rounds to nearest."""
    operator, first = term.operator, pieces[0]
    if operator in _QUESTIONS:
        return Truth(_QUESTIONS[operator](first.text), PRIMARY)
    if operator in _FLOAT_COMPARISONS:
        strength = EQUALITY if operator == "fp.eq" else EQUALITY + 1
        return Truth(joined(first, _FLOAT_COMPARISONS[operator], pieces[1]), strength)
    if operator in _FLOATS and term.payload == softfloat.RNE:
        sign = _FLOATS[operator]
        return FloatPiece(
            joined(first, sign, pieces[1]), SUM if sign in "+-" else SUM + 1, first.bits
        )
    match operator:
        case "=":
            return _same_float(*[piece.text for piece in pieces])
        case "fp.isZero":
            return Truth(f"{inside(first, EQUALITY)} == 0", EQUALITY)
        case "fp.neg":
            return FloatPiece(f"-{inside(first, PRIMARY)}", UNARY, first.bits)
        case "fp.abs":
            suffix = "f" if first.bits == 32 else ""
            return FloatPiece(f"__builtin_fabs{suffix}({first.text})", PRIMARY, first.bits)
        case "to_fp_float":
            return _converted(term, inside(first, UNARY))
    return None


def _same_float(left: str, right: str) -> Truth:
    """Equality that tells zeros apart and finds NaN equal to itself."""
    text = (
        f"(__builtin_isnan({left}) ? __builtin_isnan({right}) : ({left}) == ({right})"
        f" && !__builtin_signbit({left}) == !__builtin_signbit({right}))"
    )
    return Truth(text, PRIMARY)


def _converted(term: Term, text: str) -> FloatPiece | None:
    """A conversion to a float type, as C does it."""
    if term.sort not in (FLOAT32, FLOAT64) or not isinstance(term.payload, tuple):
        return None
    if term.payload[0] != softfloat.RNE:
        return None
    bits = 32 if term.sort is FLOAT32 else 64
    return FloatPiece(f"({'float' if bits == 32 else 'double'}){text}", UNARY, bits)


def _float_constant(bits: int, sort: Float) -> FloatPiece:
    """A literal of a float type."""
    suffix = "f" if sort is FLOAT32 else ""
    if softfloat.is_nan(bits, sort):
        text = f'__builtin_nan{suffix}("")'
    elif softfloat.is_infinite(bits, sort):
        text = f"__builtin_inf{suffix}()"
        text = f"-{text}" if softfloat.is_negative(bits, sort) else text
    else:
        value = softfloat.to_float(bits, sort)
        short = repr(value)
        text = f"{short if len(short) < 12 and 'e' not in short else value.hex()}{suffix}"
    return FloatPiece(text, UNARY if text.startswith("-") else PRIMARY, sort.width)
