"""Arithmetic on integers and rationals, in exact constants, simplified at a glance.

Comes in: Int or Real terms (both of one sort). Goes out: an equivalent of the asked-for term. A
sum is flat: monomials ``t`` or ``t * c``, each ``t`` once, and the constant last. The negative is
``t * -1``. There is one comparison, ``<=``; ``a < b`` is ``not (b <= a)``. An integer bound is
``t <= c`` or its negation, never ``c <= t``. ``div`` and ``mod`` are SMT-LIB's (the remainder is
not negative), and are folded only when the divisor is a constant other than zero.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from maul.logic.build.core import boolean, equal, ite, mismatch, not_
from maul.logic.meaning import int_div, int_mod
from maul.logic.sorts import BOOL, INT, REAL, Sort
from maul.logic.terms import TRUE, Term, application, constants_last, leaf

if TYPE_CHECKING:
    from collections.abc import Iterable

# Longer sums stay nested: flattening them at each step of a path would copy them at each step.
FLAT = 16


def integer(value: int) -> Term:
    """An Int constant."""
    return leaf("constant", INT, value)


def real(value: int | Fraction) -> Term:
    """A Real constant."""
    return leaf("constant", REAL, Fraction(value))


def number_of(constant: Term) -> int | Fraction:
    """The value of an Int or Real constant."""
    value = constant.payload
    assert isinstance(value, (int, Fraction))
    return value


def _number(value: int | Fraction, sort: Sort) -> Term:
    """A constant of the given sort."""
    if sort is REAL:
        return leaf("constant", REAL, Fraction(value))
    assert value.denominator == 1
    return leaf("constant", INT, int(value))


def _numeric(operator: str, *terms: Term) -> Sort:
    """The common sort of the arguments."""
    sort = terms[0].sort
    if (sort is not INT and sort is not REAL) or any(term.sort is not sort for term in terms):
        raise mismatch(operator, *terms)
    return sort


# ---- sums and products ----


def add(*terms: Term) -> Term:
    """The sum of one or more terms."""
    sort = _numeric("+", *terms)
    return _sum([(term, 1) for term in terms], sort)


def subtract(left: Term, right: Term) -> Term:
    """The difference."""
    sort = _numeric("-", left, right)
    return _sum([(left, 1), (right, -1)], sort)


def negate(term: Term) -> Term:
    """The negative."""
    return multiply(_number(-1, _numeric("-", term)), term)


def multiply(left: Term, right: Term) -> Term:
    """The product."""
    sort = _numeric("*", left, right)
    if left.operator == "constant" or (left.number > right.number and right.operator != "constant"):
        left, right = right, left
    if right.operator == "constant":
        return _sum([(left, number_of(right))], sort)
    # Constant factors go outside.
    base, factor = _monomial(left)
    other, other_factor = _monomial(right)
    if factor != 1 or other_factor != 1:
        return _sum([(multiply(base, other), factor * other_factor)], sort)
    return application("*", (left, right), sort)


def _monomial(term: Term) -> tuple[Term, int | Fraction]:
    """A term that is no sum as something times a number."""
    if term.operator == "*" and term.arguments[1].operator == "constant":
        return term.arguments[0], number_of(term.arguments[1])
    return term, 1


def _scaled(base: Term, factor: int | Fraction) -> Term:
    """The monomial of a term that is neither constant nor monomial."""
    return base if factor == 1 else application("*", (base, _number(factor, base.sort)), base.sort)


def _sum(parts: Iterable[tuple[Term, int | Fraction]], sort: Sort) -> Term:
    """The sum of terms times numbers."""
    constant: int | Fraction = 0
    factors: dict[Term, int | Fraction] = {}
    for term, factor in parts:
        inside: tuple[Term, ...] = (term,)
        if term.operator == "+" and (len(term.arguments) <= FLAT or factor != 1):
            inside = term.arguments
        for part in inside:
            if part.operator == "constant":
                constant += factor * number_of(part)
            else:
                base, own = _monomial(part)
                factors[base] = factors.get(base, 0) + factor * own
    kept = [_scaled(base, factor) for base, factor in factors.items() if factor]
    if constant or not kept:
        kept.append(_number(constant, sort))
    if len(kept) == 1:
        return kept[0]
    return application("+", tuple(sorted(kept, key=constants_last)), sort)


def divide(left: Term, right: Term) -> Term:
    """The quotient: SMT-LIB ``div`` on Int, ``/`` on Real."""
    sort = _numeric("div", left, right)
    if right.operator == "constant" and right.payload:
        value = number_of(right)
        if sort is REAL:
            return _sum([(left, 1 / Fraction(value))], sort)
        if value == 1:
            return left
        if left.operator == "constant":
            return integer(int_div(int(number_of(left)), int(value)))
    return application("/" if sort is REAL else "div", (left, right), sort)


def modulo(left: Term, right: Term) -> Term:
    """The remainder of ``div``, from 0 to below the magnitude of the divisor."""
    if _numeric("mod", left, right) is not INT:
        raise mismatch("mod", left, right)
    if right.operator == "constant" and right.payload:
        modulus = abs(int(number_of(right)))
        if modulus == 1:
            return integer(0)
        if left.operator == "constant":
            return integer(int_mod(int(number_of(left)), modulus))
        if left.operator == "mod" and left.arguments[1].operator == "constant":
            inner = number_of(left.arguments[1])
            if inner and not inner % modulus:
                return modulo(left.arguments[0], right)
        right = integer(modulus)
    return application("mod", (left, right), INT)


# ---- comparisons ----


def le(left: Term, right: Term) -> Term:
    """At most."""
    sort = _numeric("<=", left, right)
    if left is right:
        return TRUE
    base, low = _split(left)
    other, high = _split(right)
    if base is None or other is None or base is other:
        bound = high - low
        if base is other:
            return boolean(bound >= 0)
        if other is None:
            return _at_most(_known(base), bound)
        return _at_least(_known(other), -bound)
    if low or high:
        # The constant stands on one side only.
        left, right = base, _sum([(other, 1), (_number(high - low, sort), 1)], sort)
    return application("<=", (left, right), BOOL)


def _known(term: Term | None) -> Term:
    """A term that cannot be missing."""
    assert term is not None
    return term


def lt(left: Term, right: Term) -> Term:
    """Less."""
    return not_(le(right, left))


def ge(left: Term, right: Term) -> Term:
    """At least."""
    return le(right, left)


def gt(left: Term, right: Term) -> Term:
    """Greater."""
    return not_(le(left, right))


def _split(term: Term) -> tuple[Term | None, int | Fraction]:
    """A term as something (None: nothing) plus a number."""
    if term.operator == "constant":
        return None, number_of(term)
    if term.operator == "+" and term.arguments[-1].operator == "constant":
        rest = term.arguments[:-1]
        base = rest[0] if len(rest) == 1 else application("+", rest, term.sort)
        return base, number_of(term.arguments[-1])
    return term, 0


def _at_most(term: Term, bound: int | Fraction) -> Term:
    """``term <= bound`` without a factor, where the term is no constant."""
    base, factor = _monomial(term)
    limit = Fraction(bound) / factor
    if factor < 0:
        return _lower(base, limit)
    return _upper(base, limit)


def _at_least(term: Term, bound: int | Fraction) -> Term:
    """``bound <= term`` without a factor, where the term is no constant."""
    base, factor = _monomial(term)
    limit = Fraction(bound) / factor
    if factor < 0:
        return _upper(base, limit)
    return _lower(base, limit)


def _upper(base: Term, limit: Fraction) -> Term:
    """``base <= limit``; on integers the limit is rounded down."""
    value = limit if base.sort is REAL else limit.__floor__()
    return application("<=", (base, _number(value, base.sort)), BOOL)


def _lower(base: Term, limit: Fraction) -> Term:
    """``limit <= base``; on integers the negation of an upper bound."""
    if base.sort is REAL:
        return application("<=", (_number(limit, REAL), base), BOOL)
    return not_(application("<=", (base, integer(limit.__ceil__() - 1)), BOOL))


# ---- between Int and Real ----


def to_real(term: Term) -> Term:
    """An integer as a rational."""
    if term.sort is not INT:
        raise mismatch("to_real", term)
    if term.operator == "constant":
        return real(number_of(term))
    return application("to_real", (term,), REAL)


def to_int(term: Term) -> Term:
    """The greatest integer not above a rational."""
    if term.sort is not REAL:
        raise mismatch("to_int", term)
    if term.operator == "constant":
        return integer(number_of(term).__floor__())
    if term.operator == "to_real":
        return term.arguments[0]
    return application("to_int", (term,), INT)


def absolute(term: Term) -> Term:
    """The magnitude."""
    zero = _number(0, _numeric("abs", term))
    return ite(le(zero, term), term, negate(term))


def is_integer(term: Term) -> Term:
    """Whether a rational is an integer."""
    return equal(to_real(to_int(term)), term)
