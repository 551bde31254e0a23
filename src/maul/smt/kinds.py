"""What bitwuzla's and cvc5's interfaces have in common: a term is a kind, arguments and numbers.

Comes in: a term. Goes out: its parameters in that form, and tables that name kinds the way most
solvers do: the rounding mode is an argument, and indices are numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.sorts import Float

if TYPE_CHECKING:
    from maul.logic.terms import Term

MODES = ("RNE", "RNA", "RTP", "RTN", "RTZ")

CORE = {"not": "NOT", "and": "AND", "or": "OR", "=": "EQUAL", "distinct": "DISTINCT", "ite": "ITE"}

# Kinds without the prefix of their theory.
VECTORS = {
    f"bv{name}": name.upper()
    for name in (
        *("neg", "not", "sub", "udiv", "urem", "sdiv", "srem", "smod", "and", "or", "xor", "shl"),
        *("ashr", "ule", "sle", "add"),
    )
} | {
    "concat": "CONCAT",
    "extract": "EXTRACT",
    "zero_extend": "ZERO_EXTEND",
    "sign_extend": "SIGN_EXTEND",
}
FLOATS = {
    f"fp.{name}": name.upper()
    for name in ("neg", "abs", "rem", "min", "max", "leq", "lt", "add", "sub", "div", "fma", "sqrt")
} | {
    "fp.roundToIntegral": "RTI",
    "fp.isNaN": "IS_NAN",
    "fp.isInfinite": "IS_INF",
    "fp.isZero": "IS_ZERO",
    "fp.isNormal": "IS_NORMAL",
    "fp.isSubnormal": "IS_SUBNORMAL",
    "fp.isNegative": "IS_NEG",
    "fp.isPositive": "IS_POS",
    "to_fp_float": "TO_FP_FROM_FP",
    "to_fp_signed": "TO_FP_FROM_SBV",
    "to_fp_unsigned": "TO_FP_FROM_UBV",
    "fp.to_sbv": "TO_SBV",
    "fp.to_ubv": "TO_UBV",
}


def parameters(term: Term) -> tuple[str | None, tuple[int, ...]]:
    """The rounding mode and the indices of a term."""
    match term.payload:
        case str() as mode:
            return mode, ()
        case int() as index:
            return None, (index,)
        case (int() as high, int() as low):
            return None, (high, low)
        case Float() as sort:
            return None, (sort.exponent_bits, sort.significand_bits)
        case (str() as mode, Float() as sort):
            return mode, (sort.exponent_bits, sort.significand_bits)
        case (str() as mode, int() as width):
            return mode, (width,)
    return None, ()
