"""One term made again with other arguments: the table from operators to the functions that build.

Comes in: a term and new arguments. Goes out: the term of the same operator and payload over them,
simplified anew. The reader of SMT-LIB text and every rewriting walk go through here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import array, bits, bv, core, fp, integers
from maul.logic.sorts import Array, Float
from maul.logic.terms import Function, Term, bound_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PLAIN: dict[str, Callable[..., Term]] = {
    "not": core.not_,
    "and": core.and_,
    "or": core.or_,
    "=": core.equal,
    "distinct": core.distinct,
    "ite": core.ite,
    "+": integers.add,
    "*": integers.multiply,
    "div": integers.divide,
    "/": integers.divide,
    "mod": integers.modulo,
    "<=": integers.le,
    "to_real": integers.to_real,
    "to_int": integers.to_int,
    "bvadd": bv.bv_add,
    "bvsub": bv.bv_sub,
    "bvmul": bv.bv_mul,
    "bvudiv": bv.bv_udiv,
    "bvurem": bv.bv_urem,
    "bvsdiv": bv.bv_sdiv,
    "bvsrem": bv.bv_srem,
    "bvsmod": bv.bv_smod,
    "bvneg": bv.bv_neg,
    "bvnot": bv.bv_not,
    "bvand": bv.bv_and,
    "bvor": bv.bv_or,
    "bvxor": bv.bv_xor,
    "bvshl": bv.bv_shl,
    "bvlshr": bv.bv_lshr,
    "bvashr": bv.bv_ashr,
    "bvule": bv.bv_ule,
    "bvsle": bv.bv_sle,
    "concat": bits.concat,
    "bv2nat": bits.bv_to_int,
    "select": array.select,
    "store": array.store,
    "fp.rem": fp.fp_rem,
    "fp.neg": fp.fp_neg,
    "fp.abs": fp.fp_abs,
    "fp.min": fp.fp_min,
    "fp.max": fp.fp_max,
    "fp.eq": fp.fp_eq,
    "fp.lt": fp.fp_lt,
    "fp.leq": fp.fp_le,
}

NUMBERED: dict[str, Callable[[Term, int], Term]] = {
    "zero_extend": bits.zero_extend,
    "sign_extend": bits.sign_extend,
    "int2bv": bits.int_to_bv,
}

# These take the rounding mode last.
ROUNDED: dict[str, Callable[..., Term]] = {
    "fp.add": fp.fp_add,
    "fp.sub": fp.fp_sub,
    "fp.mul": fp.fp_mul,
    "fp.div": fp.fp_div,
    "fp.fma": fp.fp_fma,
    "fp.sqrt": fp.fp_sqrt,
    "fp.roundToIntegral": fp.fp_round,
}

TO_FLOAT: dict[str, Callable[[Term, Float, str], Term]] = {
    "to_fp_float": fp.fp_to_fp,
    "to_fp_signed": fp.signed_to_fp,
    "to_fp_unsigned": fp.unsigned_to_fp,
}

FROM_FLOAT: dict[str, Callable[[Term, int, str], Term]] = {
    "fp.to_sbv": fp.fp_to_signed,
    "fp.to_ubv": fp.fp_to_unsigned,
}


def rebuild(term: Term, arguments: tuple[Term, ...], bound: Iterable[Term] | None = None) -> Term:
    """The term over other arguments; a quantified one may also bind other symbols."""
    operator, payload = term.operator, term.payload
    if payload is None:
        build = PLAIN.get(operator)
        return fp.fp_is(operator, arguments[0]) if build is None else build(*arguments)
    match payload:
        case int() if operator in NUMBERED:
            return NUMBERED[operator](arguments[0], payload)
        case str() if operator in ROUNDED:
            return ROUNDED[operator](*arguments, payload)
        case Function():
            return core.apply(payload, *arguments)
        case Array():
            return array.constant_array(payload, arguments[0])
        case Float():
            return fp.bits_to_fp(arguments[0], payload)
        case (str() as mode, Float() as sort):
            return TO_FLOAT[operator](arguments[0], sort, mode)
        case (str() as mode, int() as width):
            return FROM_FLOAT[operator](arguments[0], width, mode)
        case (int() as high, int() as low):
            return bits.extract(arguments[0], high, low)
    if operator in ("exists", "forall"):
        quantify = core.exists if operator == "exists" else core.forall
        return quantify(bound_of(term) if bound is None else bound, arguments[0])
    return term
