"""Floating-point terms, folded and simplified where IEEE 754 allows it.

Comes in: Float terms of one format, and a rounding mode (to nearest even unless said otherwise).
Goes out: an equivalent of the asked-for term. What SMT-LIB leaves open is not folded. Note that
``build_core.equal`` tells the zeros apart and makes NaN equal to itself; ``fp_eq`` is C's ``==``.
"""

from __future__ import annotations

from fractions import Fraction

from maul.logic import softfloat
from maul.logic.build.core import boolean, mismatch, not_
from maul.logic.meaning import signed
from maul.logic.softfloat import RNE, ROUNDING_MODES, RTZ
from maul.logic.sorts import BOOL, FLOAT64, REAL, BitVec, Float
from maul.logic.terms import FALSE, Term, application, indexed, int_payload, leaf


def fp_bits(bits: int, sort: Float) -> Term:
    """The constant with the given bits."""
    return leaf("constant", sort, softfloat.canonical(bits & ((1 << sort.width) - 1), sort))


def fp_number(value: float | Fraction, sort: Float, rounding: str = RNE) -> Term:
    """The constant nearest to a number."""
    if isinstance(value, float):
        bits = softfloat.from_float(value, FLOAT64)
        bits = softfloat.to_format(_mode(rounding), bits, FLOAT64, sort)
    else:
        bits = softfloat.rounded(Fraction(value), _mode(rounding), sort)
    return leaf("constant", sort, bits)


def fp_nan(sort: Float) -> Term:
    """Not a number."""
    return leaf("constant", sort, softfloat.nan(sort))


def fp_infinity(sort: Float, *, negative: bool = False) -> Term:
    """An infinity."""
    return leaf("constant", sort, softfloat.infinity(sort, negative=negative))


def fp_zero(sort: Float, *, negative: bool = False) -> Term:
    """A zero."""
    return leaf("constant", sort, softfloat.zero(sort, negative=negative))


def float_sort(operator: str, *terms: Term) -> Float:
    """The common format of the arguments."""
    sort = terms[0].sort
    if not isinstance(sort, Float) or any(term.sort is not sort for term in terms):
        raise mismatch(operator, *terms)
    return sort


def _mode(rounding: str) -> str:
    """The rounding mode, checked."""
    if rounding not in ROUNDING_MODES:
        raise ValueError(f"{rounding} is no rounding mode")
    return rounding


def _constant(*terms: Term) -> bool:
    """Whether all arguments are constants."""
    return all(term.operator == "constant" for term in terms)


# ---- arithmetic ----


def fp_add(left: Term, right: Term, rounding: str = RNE) -> Term:
    """The sum."""
    return _commuting("fp.add", left, right, rounding)


def fp_sub(left: Term, right: Term, rounding: str = RNE) -> Term:
    """The difference."""
    return _binary("fp.sub", left, right, rounding)


def fp_mul(left: Term, right: Term, rounding: str = RNE) -> Term:
    """The product."""
    for one, other in ((left, right), (right, left)):
        if other.sort is one.sort and _is_one(one):
            return other
    return _commuting("fp.mul", left, right, rounding)


def fp_div(left: Term, right: Term, rounding: str = RNE) -> Term:
    """The quotient."""
    if right.sort is left.sort and _is_one(right):
        return left
    return _binary("fp.div", left, right, rounding)


def _is_one(term: Term) -> bool:
    """Whether it is the constant one, the neutral element even for NaN and zeros."""
    return term.operator == "constant" and term is fp_number(Fraction(1), float_sort("*", term))


def _commuting(operator: str, left: Term, right: Term, rounding: str) -> Term:
    """A binary operation in its order of arguments."""
    if left.operator == "constant" or (left.number > right.number and right.operator != "constant"):
        left, right = right, left
    return _binary(operator, left, right, rounding)


def _binary(operator: str, left: Term, right: Term, rounding: str) -> Term:
    """A rounded binary operation."""
    sort = float_sort(operator, left, right)
    if _constant(left, right):
        compute = softfloat.BINARY[operator]
        return fp_bits(compute(_mode(rounding), sort, int_payload(left), int_payload(right)), sort)
    return indexed(operator, (left, right), _mode(rounding), sort)


def fp_fma(left: Term, right: Term, addend: Term, rounding: str = RNE) -> Term:
    """``left * right + addend``, rounded once."""
    sort = float_sort("fp.fma", left, right, addend)
    if _constant(left, right, addend):
        a, b, c = int_payload(left), int_payload(right), int_payload(addend)
        return fp_bits(softfloat.fma(_mode(rounding), sort, a, b, c), sort)
    return indexed("fp.fma", (left, right, addend), _mode(rounding), sort)


def fp_sqrt(term: Term, rounding: str = RNE) -> Term:
    """The square root."""
    sort = float_sort("fp.sqrt", term)
    if _constant(term):
        return fp_bits(softfloat.sqrt(_mode(rounding), sort, int_payload(term)), sort)
    return indexed("fp.sqrt", (term,), _mode(rounding), sort)


def fp_round(term: Term, rounding: str = RNE) -> Term:
    """Rounded to an integer, still a float."""
    sort = float_sort("fp.roundToIntegral", term)
    if _constant(term):
        bits = softfloat.round_to_integral(_mode(rounding), sort, int_payload(term))
        return fp_bits(bits, sort)
    if term.operator == "fp.roundToIntegral":
        return term
    return indexed("fp.roundToIntegral", (term,), _mode(rounding), sort)


def fp_rem(left: Term, right: Term) -> Term:
    """IEEE remainder (C's ``remainder``, not ``fmod``)."""
    sort = float_sort("fp.rem", left, right)
    if _constant(left, right):
        return fp_bits(softfloat.rem(sort, int_payload(left), int_payload(right)), sort)
    return application("fp.rem", (left, right), sort)


def fp_neg(term: Term) -> Term:
    """The number with the other sign."""
    sort = float_sort("fp.neg", term)
    if _constant(term):
        return fp_bits(softfloat.negated(int_payload(term), sort), sort)
    return term.arguments[0] if term.operator == "fp.neg" else application("fp.neg", (term,), sort)


def fp_abs(term: Term) -> Term:
    """The magnitude."""
    sort = float_sort("fp.abs", term)
    if _constant(term):
        return fp_bits(softfloat.absolute(int_payload(term), sort), sort)
    if term.operator == "fp.neg":
        return fp_abs(term.arguments[0])
    return term if term.operator == "fp.abs" else application("fp.abs", (term,), sort)


def fp_min(left: Term, right: Term) -> Term:
    """The lesser; a number when the other is NaN."""
    return _extreme("fp.min", left, right)


def fp_max(left: Term, right: Term) -> Term:
    """The greater; a number when the other is NaN."""
    return _extreme("fp.max", left, right)


def _extreme(operator: str, left: Term, right: Term) -> Term:
    """``fp.min`` or ``fp.max``; which zero is chosen is left open."""
    sort = float_sort(operator, left, right)
    if left is right:
        return left
    if _constant(left, right):
        compute = softfloat.minimum if operator == "fp.min" else softfloat.maximum
        bits = compute(sort, int_payload(left), int_payload(right))
        if bits is not None:
            return fp_bits(bits, sort)
    return application(operator, (left, right), sort)


# ---- questions ----


def fp_eq(left: Term, right: Term) -> Term:
    """IEEE equality: zeros are equal, NaN equals nothing."""
    if left.operator == "constant" or (left.number > right.number and right.operator != "constant"):
        left, right = right, left
    return _comparison("fp.eq", left, right)


def fp_lt(left: Term, right: Term) -> Term:
    """IEEE less; false for NaN."""
    return _comparison("fp.lt", left, right)


def fp_le(left: Term, right: Term) -> Term:
    """IEEE at most; false for NaN."""
    return _comparison("fp.leq", left, right)


def _comparison(operator: str, left: Term, right: Term) -> Term:
    """A comparison of two floats."""
    sort = float_sort(operator, left, right)
    if _constant(left, right):
        holds = softfloat.COMPARISON[operator](sort, int_payload(left), int_payload(right))
        return boolean(holds)
    for term in (left, right):
        if term.operator == "constant" and softfloat.is_nan(int_payload(term), sort):
            return FALSE
    if left is right:
        return FALSE if operator == "fp.lt" else not_(fp_is("fp.isNaN", left))
    return application(operator, (left, right), BOOL)


def fp_is(question: str, term: Term) -> Term:
    """One of ``fp.isNaN``, ``fp.isInfinite``, ``fp.isZero``, ``fp.isNormal``, ``fp.isSubnormal``,
    ``fp.isNegative``, ``fp.isPositive``.
    """
    sort = float_sort(question, term)
    test = softfloat.CLASSES[question]
    if _constant(term):
        return boolean(test(int_payload(term), sort))
    if term.operator in ("fp.neg", "fp.abs") and question not in (
        "fp.isNegative",
        "fp.isPositive",
    ):
        return fp_is(question, term.arguments[0])
    if question == "fp.isNaN" and term.operator in ("to_fp_signed", "to_fp_unsigned"):
        return FALSE
    return application(question, (term,), BOOL)


def fp_is_nan(term: Term) -> Term:
    """Whether it is not a number."""
    return fp_is("fp.isNaN", term)


# ---- conversions ----


def bits_to_fp(term: Term, sort: Float) -> Term:
    """The float whose bits a bit-vector holds."""
    if not isinstance(term.sort, BitVec) or term.sort.width != sort.width:
        raise mismatch(f"to_fp {sort}", term)
    if _constant(term):
        return fp_bits(int_payload(term), sort)
    return indexed("to_fp_bits", (term,), sort, sort)


def fp_to_fp(term: Term, sort: Float, rounding: str = RNE) -> Term:
    """The number in another format."""
    source = float_sort("to_fp", term)
    if source is sort:
        return term
    if _constant(term):
        return fp_bits(softfloat.to_format(_mode(rounding), int_payload(term), source, sort), sort)
    if term.operator == "to_fp_float":
        inner = term.arguments[0]
        if inner.sort is sort and _holds_all_of(source, sort):
            return inner
    return indexed("to_fp_float", (term,), (_mode(rounding), sort), sort)


def _holds_all_of(wide: Float, narrow: Float) -> bool:
    """Whether every number of the narrow format is one of the wide format."""
    return (
        wide.exponent_bits >= narrow.exponent_bits
        and wide.significand_bits >= narrow.significand_bits
    )


def signed_to_fp(term: Term, sort: Float, rounding: str = RNE) -> Term:
    """The float nearest to the two's complement number of a bit-vector."""
    return _bv_to_fp("to_fp_signed", term, sort, rounding)


def unsigned_to_fp(term: Term, sort: Float, rounding: str = RNE) -> Term:
    """The float nearest to the unsigned number of a bit-vector."""
    return _bv_to_fp("to_fp_unsigned", term, sort, rounding)


def _bv_to_fp(operator: str, term: Term, sort: Float, rounding: str) -> Term:
    """An integer in a bit-vector as a float."""
    if not isinstance(term.sort, BitVec):
        raise mismatch(operator, term)
    if _constant(term):
        value = int_payload(term)
        if operator == "to_fp_signed":
            value = signed(value, term.sort.width)
        return fp_number(Fraction(value), sort, rounding)
    return indexed(operator, (term,), (_mode(rounding), sort), sort)


def real_to_fp(term: Term, sort: Float, rounding: str = RNE) -> Term:
    """The float nearest to a Real constant."""
    if term.sort is not REAL or not isinstance(term.payload, Fraction):
        raise mismatch("to_fp of anything but a constant", term)
    return fp_number(term.payload, sort, rounding)


def fp_to_signed(term: Term, width: int, rounding: str = RTZ) -> Term:
    """The integer a float is rounded to, in two's complement; any vector when out of range."""
    return _fp_to_bv("fp.to_sbv", term, width, rounding)


def fp_to_unsigned(term: Term, width: int, rounding: str = RTZ) -> Term:
    """The integer a float is rounded to, unsigned; any vector when out of range."""
    return _fp_to_bv("fp.to_ubv", term, width, rounding)


def _fp_to_bv(operator: str, term: Term, width: int, rounding: str) -> Term:
    """A float as an integer in a bit-vector."""
    sort = float_sort(operator, term)
    if _constant(term):
        value = softfloat.to_integer(_mode(rounding), int_payload(term), sort)
        low = -(1 << (width - 1)) if operator == "fp.to_sbv" else 0
        if value is not None and low <= value < low + (1 << width):
            return leaf("constant", BitVec(width), value & ((1 << width) - 1))
    return indexed(operator, (term,), (_mode(rounding), width), BitVec(width))
