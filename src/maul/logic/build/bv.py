"""Arithmetic and logic on bit-vectors: the terms of QF_BV, simplified at a glance.

Comes in: bit-vector terms of fitting widths. Goes out: an equivalent of the asked-for term. A
constant argument stands on the right of what commutes; sums collect their constants. There are two
comparisons, ``bvule`` and ``bvsle``: the others are said with them, so that a comparison and its
opposite are a term and its negation. Moving bits around is in ``build_bits``.
"""

from __future__ import annotations

from maul.logic.build.core import boolean, equal, mismatch, not_, split_offset
from maul.logic.meaning import BV_BINARY, BV_COMPARISON, signed
from maul.logic.sorts import BOOL, BitVec
from maul.logic.terms import FALSE, TRUE, Term, application, int_payload, leaf


def bit_vector(value: int, width: int) -> Term:
    """The constant congruent to ``value``, of ``width`` bits."""
    return leaf("constant", BitVec(width), value & ((1 << width) - 1))


def width_of(term: Term) -> int:
    """The number of bits of a bit-vector term."""
    sort = term.sort
    if not isinstance(sort, BitVec):
        raise mismatch("a bit-vector operator", term)
    return sort.width


def _like(term: Term, value: int) -> Term:
    """A constant of the sort of ``term``."""
    return bit_vector(value, width_of(term))


# ---- arithmetic ----


def bv_add(left: Term, right: Term) -> Term:
    """The sum modulo 2^width."""
    sort = left.sort
    if right.sort is not sort or type(sort) is not BitVec:
        raise mismatch("bvadd", left, right)
    if left.operator == "constant":
        left, right = right, left
    if right.operator == "constant":
        if not right.payload:
            return left
        if left.operator == "constant":
            return _like(left, int_payload(left) + int_payload(right))
        if left.operator == "bvadd":
            base, offset = left.arguments
            if offset.operator == "constant":
                return bv_add(base, _like(left, int_payload(offset) + int_payload(right)))
    elif left.number > right.number:
        left, right = right, left
    return application("bvadd", (left, right), sort)


def bv_sub(left: Term, right: Term) -> Term:
    """The difference modulo 2^width."""
    if right.sort is not left.sort:
        raise mismatch("bvsub", left, right)
    if right.operator == "constant":
        return bv_add(left, _like(left, -int_payload(right)))
    if left.operator == "constant" and not left.payload:
        return bv_neg(right)
    width = width_of(left)
    base, offset = split_offset(left)
    other, other_offset = split_offset(right)
    if base is other:
        return bit_vector(offset - other_offset, width)
    return application("bvsub", (left, right), left.sort)


def bv_neg(term: Term) -> Term:
    """The negative modulo 2^width."""
    if term.operator == "constant":
        return _like(term, -int_payload(term))
    if term.operator == "bvneg":
        return term.arguments[0]
    if term.operator == "bvsub":
        return bv_sub(term.arguments[1], term.arguments[0])
    width_of(term)
    return application("bvneg", (term,), term.sort)


def bv_mul(left: Term, right: Term) -> Term:
    """The product modulo 2^width."""
    if left.operator == "constant" or (right.operator != "constant" and left.number > right.number):
        left, right = right, left
    if right.operator == "constant" and right.sort is left.sort:
        value = int_payload(right)
        if value == 0:
            return right
        if value == 1:
            return left
        if left.operator == "bvmul" and left.arguments[1].operator == "constant":
            base, factor = left.arguments
            return bv_mul(base, _like(left, int_payload(factor) * value))
    return _binary("bvmul", left, right)


def bv_udiv(left: Term, right: Term) -> Term:
    """The unsigned quotient; all ones when dividing by zero."""
    return left if _is_one(left, right) else _binary("bvudiv", left, right)


def bv_urem(left: Term, right: Term) -> Term:
    """The unsigned remainder; the dividend when dividing by zero."""
    return _like(left, 0) if _is_one(left, right) else _binary("bvurem", left, right)


def bv_sdiv(left: Term, right: Term) -> Term:
    """The signed quotient, truncated as in C; dividing by zero gives 1 or -1."""
    return left if _is_one(left, right) else _binary("bvsdiv", left, right)


def bv_srem(left: Term, right: Term) -> Term:
    """The signed remainder, with the sign of the dividend as in C."""
    return _like(left, 0) if _is_one(left, right) else _binary("bvsrem", left, right)


def bv_smod(left: Term, right: Term) -> Term:
    """The signed remainder with the sign of the divisor."""
    return _like(left, 0) if _is_one(left, right) else _binary("bvsmod", left, right)


def _is_one(left: Term, right: Term) -> bool:
    """Whether the divisor is the number one; in one bit, signed, there is no such number."""
    return right.payload == 1 and right.operator == "constant" and width_of(left) > 1


def _binary(operator: str, left: Term, right: Term) -> Term:
    """A binary operation, folded when both arguments are constants."""
    sort = left.sort
    if right.sort is not sort or type(sort) is not BitVec:
        raise mismatch(operator, left, right)
    if right.operator == "constant" and left.operator == "constant":
        value = BV_BINARY[operator](sort.width, int_payload(left), int_payload(right))
        return leaf("constant", sort, value)
    return application(operator, (left, right), sort)


# ---- bitwise ----


def bv_not(term: Term) -> Term:
    """Every bit flipped."""
    if term.operator == "constant":
        return _like(term, ~int_payload(term))
    if term.operator == "bvnot":
        return term.arguments[0]
    width_of(term)
    return application("bvnot", (term,), term.sort)


def bv_and(left: Term, right: Term) -> Term:
    """Bitwise conjunction."""
    if left is right:
        return left
    if _is_constant_of(right, left, 0) or _is_constant_of(left, right, -1):
        return right
    if _is_constant_of(left, right, 0) or _is_constant_of(right, left, -1):
        return left
    if _complementary(left, right):
        return _like(left, 0)
    return _bitwise("bvand", left, right)


def bv_or(left: Term, right: Term) -> Term:
    """Bitwise disjunction."""
    if left is right:
        return left
    if _is_constant_of(right, left, -1) or _is_constant_of(left, right, 0):
        return right
    if _is_constant_of(left, right, -1) or _is_constant_of(right, left, 0):
        return left
    if _complementary(left, right):
        return _like(left, -1)
    return _bitwise("bvor", left, right)


def bv_xor(left: Term, right: Term) -> Term:
    """Bitwise exclusive disjunction."""
    if left is right:
        return _like(left, 0)
    for one, other in ((left, right), (right, left)):
        if _is_constant_of(one, other, 0):
            return other
        if _is_constant_of(one, other, -1):
            return bv_not(other)
    if _complementary(left, right):
        return _like(left, -1)
    return _bitwise("bvxor", left, right)


def _is_constant_of(term: Term, other: Term, value: int) -> bool:
    """Whether the term is the constant ``value`` (0 or -1), of the sort of the other."""
    if term.operator != "constant" or term.sort is not other.sort:
        return False
    return term.payload == (value if value == 0 else (1 << width_of(term)) - 1)


def _complementary(left: Term, right: Term) -> bool:
    """Whether one is the bitwise negation of the other."""
    return (left.operator == "bvnot" and left.arguments[0] is right) or (
        right.operator == "bvnot" and right.arguments[0] is left
    )


def _bitwise(operator: str, left: Term, right: Term) -> Term:
    """A bitwise operation in its order of arguments, with the constants of two collected."""
    if left.operator == "constant" or (right.operator != "constant" and left.number > right.number):
        left, right = right, left
    if right.operator == "constant" and left.operator == operator:
        base, constant = left.arguments
        if constant.operator == "constant" and right.sort is left.sort:
            return BITWISE[operator](base, _binary(operator, constant, right))
    return _binary(operator, left, right)


BITWISE = {"bvand": bv_and, "bvor": bv_or, "bvxor": bv_xor}


def bv_shl(left: Term, right: Term) -> Term:
    """Shifted left; zero when the amount reaches the width."""
    return _shift("bvshl", left, right)


def bv_lshr(left: Term, right: Term) -> Term:
    """Shifted right, filled with zeros."""
    return _shift("bvlshr", left, right)


def bv_ashr(left: Term, right: Term) -> Term:
    """Shifted right, filled with the sign."""
    return _shift("bvashr", left, right)


def _shift(operator: str, left: Term, right: Term) -> Term:
    """A shift; by a constant amount it may be none or leave nothing."""
    if right.operator == "constant" and right.sort is left.sort:
        amount = int_payload(right)
        if not amount:
            return left
        if amount >= width_of(left) and operator != "bvashr":
            return _like(left, 0)
    return _binary(operator, left, right)


# ---- comparisons ----


def bv_ule(left: Term, right: Term) -> Term:
    """At most, unsigned."""
    return _at_most("bvule", left, right)


def bv_sle(left: Term, right: Term) -> Term:
    """At most, signed."""
    return _at_most("bvsle", left, right)


def bv_ult(left: Term, right: Term) -> Term:
    """Less, unsigned."""
    return not_(_at_most("bvule", right, left))


def bv_slt(left: Term, right: Term) -> Term:
    """Less, signed."""
    return not_(_at_most("bvsle", right, left))


def _at_most(operator: str, left: Term, right: Term) -> Term:
    """A comparison; with a constant it becomes ``x <= c`` or its negation."""
    sort = left.sort
    if right.sort is not sort or type(sort) is not BitVec:
        raise mismatch(operator, left, right)
    if left is right:
        return TRUE
    if right.operator == "constant":
        value, (least, greatest) = int_payload(right), _range(operator, sort.width)
        if left.operator == "constant":
            return boolean(BV_COMPARISON[operator](sort.width, int_payload(left), value))
        if value == greatest:
            return TRUE
        if value == least:
            return equal(left, right)
        if left.operator == "zero_extend" or (
            left.operator == "sign_extend" and operator == "bvsle"
        ):
            return _extended_at_most(operator, left, value)
    elif left.operator == "constant":
        value, (least, greatest) = int_payload(left), _range(operator, sort.width)
        if value == least:
            return TRUE
        if value == greatest:
            return equal(left, right)
        return not_(_at_most(operator, right, _like(left, value - 1)))
    elif left.operator == right.operator in ("zero_extend", "sign_extend"):
        inner, other = left.arguments[0], right.arguments[0]
        if inner.sort is other.sort:
            return bv_ule(inner, other) if _unsigned(operator, left) else bv_sle(inner, other)
    return application(operator, (left, right), BOOL)


def _unsigned(operator: str, extended: Term) -> bool:
    """Whether extended vectors compare as the unextended ones do unsigned.

    Zeros in front make the numbers non-negative; copies of the sign keep the order both ways.
    """
    return extended.operator == "zero_extend" or operator == "bvule"


def _extended_at_most(operator: str, left: Term, value: int) -> Term:
    """An extended vector compared with a constant, by comparing what was extended."""
    inner = left.arguments[0]
    width = width_of(inner)
    number = value if operator == "bvule" else signed(value, width_of(left))
    if left.operator == "zero_extend":
        compare, low, high = bv_ule, 0, (1 << width) - 1
    else:
        compare, low, high = bv_sle, -(1 << (width - 1)), (1 << (width - 1)) - 1
    if number >= high:
        return TRUE
    return FALSE if number < low else compare(inner, bit_vector(number, width))


def _range(operator: str, width: int) -> tuple[int, int]:
    """The least and the greatest vector in the order of the comparison."""
    if operator == "bvule":
        return 0, (1 << width) - 1
    return 1 << (width - 1), (1 << (width - 1)) - 1
