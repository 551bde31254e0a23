"""Quantifiers that only say that a number divides another.

Comes in: a term. Goes out: an equivalent one with ``t mod c = 0`` for ``exists v. c * v + t = 0``,
and its negation for ``forall v. not (c * v + t = 0)``. Other quantifiers stay. Solvers of
Presburger arithmetic write interpolants over the integers in this way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import equal, integer, modulo, multiply, not_, subtract
from maul.logic.free import QUANTIFIERS, free_symbols
from maul.logic.sorts import INT
from maul.logic.terms import bound_of, int_payload
from maul.logic.walk import rewrite

if TYPE_CHECKING:
    from maul.logic.terms import Term


def without_divisors(term: Term) -> Term:
    """The term with remainders in place of quantified divisors."""
    return rewrite(term, _step)


def _step(term: Term) -> Term:
    """One quantified part, if it is of that form."""
    if term.operator not in QUANTIFIERS or len(bound_of(term)) != 1:
        return term
    (divisor,), (body,) = bound_of(term), term.arguments
    if term.operator == "exists":
        return _divides(divisor, body) or term
    if body.operator != "not":
        return term
    divides = _divides(divisor, body.arguments[0])
    return not_(divides) if divides else term


def _divides(symbol: Term, equation: Term) -> Term | None:
    """What an integer solution of an equation in one symbol says of the rest of it."""
    if symbol.sort is not INT or equation.operator != "=" or equation.arguments[0].sort is not INT:
        return None
    difference = subtract(*equation.arguments)
    parts = difference.arguments if difference.operator == "+" else (difference,)
    factors = [factor for part in parts if (factor := _factor(symbol, part))]
    if len(factors) != 1:
        return None
    rest = subtract(difference, multiply(symbol, integer(factors[0])))
    if symbol in free_symbols(rest):
        return None
    return equal(modulo(rest, integer(abs(factors[0]))), integer(0))


def _factor(symbol: Term, part: Term) -> int:
    """By which number a part of a sum multiplies the symbol; 0 when it is no such part."""
    if part is symbol:
        return 1
    if part.operator == "*" and part.arguments[0] is symbol:
        number = part.arguments[1]
        return int_payload(number) if number.operator == "constant" else 0
    return 0
