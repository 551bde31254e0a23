"""The functions of the SMT-LIB theories, by name.

Comes in: a function's name, its indices and arguments. Goes out: the term, or an error when there
is no such function. Knows what solvers print beyond the standard: ``bit2bool``, integers among
rationals, old and new names of the conversions.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.logic import build as b
from maul.logic.build import width_of
from maul.logic.rebuild import FROM_FLOAT, NUMBERED, PLAIN, ROUNDED
from maul.logic.softfloat import CLASSES, RNA, RNE, RTN, RTP, RTZ
from maul.logic.sorts import INT, REAL, BitVec, Float
from maul.logic.terms import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Argument: TypeAlias = "Term | str"  # a rounding mode is a string

MODES = {
    **{mode: mode for mode in (RNE, RNA, RTP, RTN, RTZ)},
    "roundNearestTiesToEven": RNE,
    "roundNearestTiesToAway": RNA,
    "roundTowardPositive": RTP,
    "roundTowardNegative": RTN,
    "roundTowardZero": RTZ,
}


WIDEST = 1 << 20  # no index is greater: what is wider is garbage, and would fill the memory

_NUMBER = re.compile(
    r"(?P<integer>[0-9]+)|(?P<decimal>[0-9]+\.[0-9]+)"
    r"|(?P<hexadecimal>#x[0-9a-fA-F]+)|(?P<binary>#b[01]+)"
)


class UnknownFunction(ValueError):
    """There is no function of that name, or not for these arguments."""


def _bit(condition: Term) -> Term:
    """A truth value as one bit."""
    return b.ite(condition, b.bit_vector(1, 1), b.bit_vector(0, 1))


def _mixed(terms: Sequence[Term]) -> list[Term]:
    """Numbers of one sort: integers among rationals become rationals."""
    if any(term.sort is REAL for term in terms):
        return [b.to_real(term) if term.sort is INT else term for term in terms]
    return list(terms)


def _left(function: Callable[[Term, Term], Term]) -> Callable[..., Term]:
    """A binary function of any number of arguments, from the left."""
    return lambda *terms: reduce(function, terms)


def _chain(function: Callable[[Term, Term], Term]) -> Callable[..., Term]:
    """A comparison of neighbours."""
    return lambda *terms: b.and_(*[function(*pair) for pair in pairwise(_mixed(terms))])


def _minus(*terms: Term) -> Term:
    return b.negate(terms[0]) if len(terms) == 1 else reduce(b.subtract, _mixed(terms))


def _quotient(*terms: Term) -> Term:
    reals = [b.to_real(term) if term.sort is INT else term for term in terms]
    return reduce(b.divide, reals)


def _implies(*terms: Term) -> Term:
    return b.or_(*[b.not_(term) for term in terms[:-1]], terms[-1])


FUNCTIONS: dict[str, Callable[..., Term]] = {
    **PLAIN,
    "=": _chain(b.equal),
    "=>": _implies,
    "xor": _left(b.xor),
    "iff": b.equal,
    "implies": b.implies,
    "if": b.ite,
    "distinct": lambda *terms: b.distinct(*_mixed(terms)),
    "ite": lambda condition, *terms: b.ite(condition, *_mixed(terms)),
    "+": lambda *terms: b.add(*_mixed(terms)),
    "-": _minus,
    "*": lambda *terms: reduce(b.multiply, _mixed(terms)),
    "/": _quotient,
    "div": _left(b.divide),
    "<=": _chain(b.le),
    "<": _chain(b.lt),
    ">=": _chain(b.ge),
    ">": _chain(b.gt),
    "abs": b.absolute,
    "is_int": b.is_integer,
    "bv2int": b.bv_to_int,
    "ubv_to_int": b.bv_to_int,
    "sbv_to_int": b.signed_bv_to_int,
    **{name: _left(PLAIN[name]) for name in ("bvadd", "bvmul", "bvand", "bvor", "bvxor", "concat")},
    "bvnand": lambda x, y: b.bv_not(b.bv_and(x, y)),
    "bvnor": lambda x, y: b.bv_not(b.bv_or(x, y)),
    "bvxnor": lambda x, y: b.bv_not(b.bv_xor(x, y)),
    "bvcomp": lambda x, y: _bit(b.equal(x, y)),
    "bvredor": lambda x: _bit(b.not_(b.equal(x, b.bit_vector(0, width_of(x))))),
    "bvredand": lambda x: _bit(b.equal(x, b.bit_vector(-1, width_of(x)))),
    "bvult": b.bv_ult,
    "bvugt": lambda x, y: b.bv_ult(y, x),
    "bvuge": lambda x, y: b.bv_ule(y, x),
    "bvslt": b.bv_slt,
    "bvsgt": lambda x, y: b.bv_slt(y, x),
    "bvsge": lambda x, y: b.bv_sle(y, x),
    "bvnego": lambda x: b.bv_neg_overflows(x, signed=True),
    "bvuaddo": lambda x, y: b.bv_add_overflows(x, y, signed=False),
    "bvsaddo": lambda x, y: b.bv_add_overflows(x, y, signed=True),
    "bvusubo": lambda x, y: b.bv_sub_overflows(x, y, signed=False),
    "bvssubo": lambda x, y: b.bv_sub_overflows(x, y, signed=True),
    "bvumulo": lambda x, y: b.bv_mul_overflows(x, y, signed=False),
    "bvsmulo": lambda x, y: b.bv_mul_overflows(x, y, signed=True),
    "bvsdivo": b.bv_sdiv_overflows,
    "fp.eq": _chain(b.fp_eq),
    "fp.lt": _chain(b.fp_lt),
    "fp.leq": _chain(b.fp_le),
    "fp.gt": _chain(lambda x, y: b.fp_lt(y, x)),
    "fp.geq": _chain(lambda x, y: b.fp_le(y, x)),
    "fp": lambda sign, exponent, fraction: b.bits_to_fp(
        b.concat(sign, b.concat(exponent, fraction)),
        Float(width_of(exponent), width_of(fraction) + 1),
    ),
}


def applied(name: str, arguments: Sequence[Argument]) -> Term:
    """A function without indices, applied."""
    terms = [argument for argument in arguments if isinstance(argument, Term)]
    if name in ROUNDED:
        mode, *rest = arguments
        if isinstance(mode, str) and len(rest) == len(terms):
            return ROUNDED[name](*terms, mode)
    elif len(terms) == len(arguments):
        if name in CLASSES and len(terms) == 1:
            return b.fp_is(name, terms[0])
        if name in FUNCTIONS:
            return FUNCTIONS[name](*terms)
    raise UnknownFunction(f"no function {name} of {len(arguments)} such arguments")


def applied_indexed(name: str, indices: Sequence[int], arguments: Sequence[Argument]) -> Term:
    """A function with indices, ``(_ name ..)``, applied."""
    terms = [argument for argument in arguments if isinstance(argument, Term)]
    mode = next((argument for argument in arguments if isinstance(argument, str)), None)
    match name, indices, terms:
        case ("extract", (high, low), (term,)) if mode is None:
            return b.extract(term, high, low)
        case (_, (count,), (term,)) if name in NUMBERED and mode is None:
            return NUMBERED[name](term, count)
        case ("int_to_bv", (width,), (term,)) if mode is None:
            return b.int_to_bv(term, width)
        case ("bit2bool", (place,), (term,)):
            return b.equal(b.extract(term, place, place), b.bit_vector(1, 1))
        case ("repeat", (count,), (term,)) if 0 < count * width_of(term) <= WIDEST:
            return reduce(b.concat, [term] * count)
        case ("rotate_left", (count,), (term,)):
            return _rotated(term, count)
        case ("rotate_right", (count,), (term,)):
            return _rotated(term, -count)
        case (_, (width,), (term,)) if name in FROM_FLOAT and mode is not None:
            return FROM_FLOAT[name](term, width, mode)
        case ("to_fp" | "to_fp_unsigned", (exponent, significand), (term,)):
            return _to_float(name, Float(exponent, significand), term, mode)
    raise UnknownFunction(f"no function (_ {name} ..) of {len(arguments)} such arguments")


def _rotated(term: Term, count: int) -> Term:
    """The bits rotated to the left."""
    width = width_of(term)
    count %= width
    if not count:
        return term
    return b.concat(
        b.extract(term, width - count - 1, 0), b.extract(term, width - 1, width - count)
    )


def _to_float(name: str, sort: Float, term: Term, mode: str | None) -> Term:
    """The many faces of ``to_fp``."""
    if mode is None:
        return b.bits_to_fp(term, sort)
    if isinstance(term.sort, BitVec):
        convert = b.unsigned_to_fp if name == "to_fp_unsigned" else b.signed_to_fp
        return convert(term, sort, mode)
    if term.sort is INT:
        term = b.to_real(term)
    return b.real_to_fp(term, sort, mode) if term.sort is REAL else b.fp_to_fp(term, sort, mode)


def indexed_constant(name: str, indices: Sequence[int]) -> Term:
    """``(_ bv5 32)``, ``(_ NaN 8 24)`` and their like."""
    if name.startswith("bv") and name[2:].isdecimal() and len(indices) == 1:
        return b.bit_vector(int(name[2:]), indices[0])
    if len(indices) == 2:
        sort = Float(indices[0], indices[1])
        match name:
            case "NaN":
                return b.fp_nan(sort)
            case "+oo" | "-oo":
                return b.fp_infinity(sort, negative=name == "-oo")
            case "+zero" | "-zero":
                return b.fp_zero(sort, negative=name == "-zero")
    raise UnknownFunction(f"no constant (_ {name} ..)")


def literal(text: str) -> Term | None:
    """A number, or None when the text is none."""
    kind = _NUMBER.fullmatch(text)
    match kind.lastgroup if kind else None:
        case "integer":
            return b.integer(int(text))
        case "decimal":
            return b.real(Fraction(text))
        case "hexadecimal":
            return b.bit_vector(int(f"0{text[1:]}", 0), 4 * (len(text) - 2))
        case "binary":
            return b.bit_vector(int(f"0{text[1:]}", 0), len(text) - 2)
    return None
