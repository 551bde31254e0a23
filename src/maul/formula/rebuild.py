"""One term made again with other arguments: the table from operators to the functions that build.

Comes in: a term and new arguments. Goes out: the term of the same operator and payload over them,
simplified anew. The reader of SMT-LIB text and every rewriting walk go through here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.formula import build_array, build_bits, build_bv, build_core, build_fp, build_int
from maul.formula.sorts import Array, Float
from maul.formula.terms import Function, Term, bound_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PLAIN: dict[str, Callable[..., Term]] = {
    "not": build_core.not_,
    "and": build_core.and_,
    "or": build_core.or_,
    "=": build_core.equal,
    "distinct": build_core.distinct,
    "ite": build_core.ite,
    "+": build_int.add,
    "*": build_int.multiply,
    "div": build_int.divide,
    "/": build_int.divide,
    "mod": build_int.modulo,
    "<=": build_int.le,
    "to_real": build_int.to_real,
    "to_int": build_int.to_int,
    "bvadd": build_bv.bv_add,
    "bvsub": build_bv.bv_sub,
    "bvmul": build_bv.bv_mul,
    "bvudiv": build_bv.bv_udiv,
    "bvurem": build_bv.bv_urem,
    "bvsdiv": build_bv.bv_sdiv,
    "bvsrem": build_bv.bv_srem,
    "bvsmod": build_bv.bv_smod,
    "bvneg": build_bv.bv_neg,
    "bvnot": build_bv.bv_not,
    "bvand": build_bv.bv_and,
    "bvor": build_bv.bv_or,
    "bvxor": build_bv.bv_xor,
    "bvshl": build_bv.bv_shl,
    "bvlshr": build_bv.bv_lshr,
    "bvashr": build_bv.bv_ashr,
    "bvule": build_bv.bv_ule,
    "bvsle": build_bv.bv_sle,
    "concat": build_bits.concat,
    "bv2nat": build_bits.bv_to_int,
    "select": build_array.select,
    "store": build_array.store,
    "fp.rem": build_fp.fp_rem,
    "fp.neg": build_fp.fp_neg,
    "fp.abs": build_fp.fp_abs,
    "fp.min": build_fp.fp_min,
    "fp.max": build_fp.fp_max,
    "fp.eq": build_fp.fp_eq,
    "fp.lt": build_fp.fp_lt,
    "fp.leq": build_fp.fp_le,
}

NUMBERED: dict[str, Callable[[Term, int], Term]] = {
    "zero_extend": build_bits.zero_extend,
    "sign_extend": build_bits.sign_extend,
    "int2bv": build_bits.int_to_bv,
}

# These take the rounding mode last.
ROUNDED: dict[str, Callable[..., Term]] = {
    "fp.add": build_fp.fp_add,
    "fp.sub": build_fp.fp_sub,
    "fp.mul": build_fp.fp_mul,
    "fp.div": build_fp.fp_div,
    "fp.fma": build_fp.fp_fma,
    "fp.sqrt": build_fp.fp_sqrt,
    "fp.roundToIntegral": build_fp.fp_round,
}

TO_FLOAT: dict[str, Callable[[Term, Float, str], Term]] = {
    "to_fp_float": build_fp.fp_to_fp,
    "to_fp_signed": build_fp.signed_to_fp,
    "to_fp_unsigned": build_fp.unsigned_to_fp,
}

FROM_FLOAT: dict[str, Callable[[Term, int, str], Term]] = {
    "fp.to_sbv": build_fp.fp_to_signed,
    "fp.to_ubv": build_fp.fp_to_unsigned,
}


def rebuild(term: Term, arguments: tuple[Term, ...], bound: Iterable[Term] | None = None) -> Term:
    """The term over other arguments; a quantified one may also bind other symbols."""
    operator, payload = term.operator, term.payload
    if payload is None:
        build = PLAIN.get(operator)
        return build_fp.fp_is(operator, arguments[0]) if build is None else build(*arguments)
    match payload:
        case int() if operator in NUMBERED:
            return NUMBERED[operator](arguments[0], payload)
        case str() if operator in ROUNDED:
            return ROUNDED[operator](*arguments, payload)
        case Function():
            return build_core.apply(payload, *arguments)
        case Array():
            return build_array.constant_array(payload, arguments[0])
        case Float():
            return build_fp.bits_to_fp(arguments[0], payload)
        case (str() as mode, Float() as sort):
            return TO_FLOAT[operator](arguments[0], sort, mode)
        case (str() as mode, int() as width):
            return FROM_FLOAT[operator](arguments[0], width, mode)
        case (int() as high, int() as low):
            return build_bits.extract(arguments[0], high, low)
    if operator in ("exists", "forall"):
        quantify = build_core.exists if operator == "exists" else build_core.forall
        return quantify(bound_of(term) if bound is None else bound, arguments[0])
    return term
