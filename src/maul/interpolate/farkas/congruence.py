"""Equations that no integers solve though rationals do, and the interpolants of that.

Comes in: rows, two of a part being an equation when they are opposite. Goes out: a sum of multiples
of equations in which all coefficients, but not the constant, are divisible by a prime, if there is
one. As with inequalities, the sum of the equations of the first ``i`` parts is an interpolant when
it is read modulo the prime: ``x mod 2 = 1`` for what a loop that adds two to ``x`` preserves. There
are few primes, so these sums do not grow with the trace either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from maul.interpolate.farkas.languages import PRIMES
from maul.interpolate.farkas.rows import Row, as_number
from maul.logic.build import FALSE, TRUE, Term, add, equal, integer, modulo, multiply
from maul.logic.sorts import REAL
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maul.interpolate.farkas.languages import Language

K = TypeVar("K")

ALWAYS = 3  # greater ones only where they divide a coefficient


@node
class Equation:
    """``coefficients * terms + constant`` is zero; of one part, and from two levels."""

    part: int
    coefficients: Mapping[Term, int]
    constant: int
    levels: tuple[int, int]


@node
class Congruence:
    """Equations with their factors, and the prime that divides the sum, but not its constant."""

    prime: int
    equations: tuple[tuple[Equation, int], ...]


def equations(rows: Sequence[tuple[Row, int]]) -> list[Equation]:
    """The equations among rows over integers, with the levels of the rows."""
    found = []
    seen: dict[tuple[object, ...], int] = {}
    for row, level in rows:
        if any(term.sort is REAL for term in row.coefficients):
            continue
        opposite = Row(row.part, {t: -c for t, c in row.coefficients.items()}, -row.constant)
        other = seen.get((row.part, *opposite.key()))
        if other is not None:
            found.append(Equation(row.part, row.coefficients, row.constant, (other, level)))
        seen.setdefault((row.part, *row.key()), level)
    return found


def congruence(found: Sequence[Equation], restriction: Language | None) -> Congruence | None:
    """A sum of multiples of the equations that has no solution modulo a prime."""
    coefficients = {abs(c) for equation in found for c in equation.coefficients.values()}
    for prime in PRIMES:
        if restriction is not None and prime not in restriction.moduli:
            continue
        if prime <= ALWAYS or any(c % prime == 0 for c in coefficients):
            factors = _contradiction(found, prime)
            if factors is not None:
                return Congruence(prime, tuple([(found[i], f) for i, f in sorted(factors.items())]))
    return None


@node
class _Reduced:
    """A sum of equations modulo a prime: coefficients, constant, and factor by equation."""

    coefficients: dict[Term, int]
    constant: int
    factors: dict[int, int]

    def plus(self, other: _Reduced, factor: int, prime: int) -> _Reduced:
        """The sum with a multiple of another."""
        return _Reduced(
            _sum(self.coefficients, other.coefficients, factor, prime),
            (self.constant + factor * other.constant) % prime,
            _sum(self.factors, other.factors, factor, prime),
        )


def _sum(one: dict[K, int], other: Mapping[K, int], factor: int, prime: int) -> dict[K, int]:
    made = dict(one)
    for key, number in other.items():
        made[key] = (made.get(key, 0) + factor * number) % prime
    return {key: number for key, number in made.items() if number}


def _contradiction(found: Sequence[Equation], prime: int) -> dict[int, int] | None:
    """The factors of a sum that says that a number other than 0 is 0: Gauss's elimination."""
    pivots: list[tuple[Term, _Reduced]] = []
    for place, equation in enumerate(found):
        start = _sum({}, equation.coefficients, 1, prime)
        row = _Reduced(start, equation.constant % prime, {place: 1})
        for term, pivot in pivots:
            if term in row.coefficients:
                row = row.plus(pivot, -row.coefficients[term], prime)
        if row.coefficients:
            term, leading = next(iter(row.coefficients.items()))
            inverse = pow(leading, -1, prime)
            pivots.append((term, _Reduced({}, 0, {}).plus(row, inverse, prime)))
        elif row.constant:
            return row.factors
    return None


def congruent_sums(
    found: Congruence, parts: int, restriction: Language | None
) -> tuple[Term, ...] | None:
    """The interpolants: what the equations up to each cut say modulo the prime; None when a
    language has not all their terms."""
    prime = found.prime
    coefficients: dict[Term, int] = {}
    constant = 0
    interpolants = []
    for part in range(1, parts):
        for equation, factor in found.equations:
            if equation.part == part:
                coefficients = _sum(coefficients, equation.coefficients, factor, prime)
                constant = (constant + factor * equation.constant) % prime
        if restriction is not None and not all(map(restriction.knows, coefficients)):
            return None
        interpolants.append(_formula(coefficients, constant, prime))
    return tuple(interpolants)


def _formula(coefficients: Mapping[Term, int], constant: int, prime: int) -> Term:
    """That a sum is divisible by a prime, with the first coefficient 1."""
    if not coefficients:
        return FALSE if constant else TRUE
    inverse = pow(next(iter(coefficients.values())), -1, prime)
    products = []
    for term, coefficient in coefficients.items():
        smallest = coefficient * inverse % prime
        if smallest > prime // 2:
            smallest -= prime
        products.append(multiply(as_number(term), integer(smallest)))
    return equal(modulo(add(*products), integer(prime)), integer(-constant * inverse % prime))
