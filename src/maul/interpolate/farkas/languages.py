"""The restriction languages L(1), L(2), .. of interpolants.

[McMillan06, sec. 2, "A Weak Notion of Completeness"] asks for a chain of quantifier-free languages
L0, L1, .. such that ascending chains in each are bounded and every formula is in one of them: then
unwinding with Lk ends, and proves the program if Lk has an invariant. Its own are those of its
reference [9]: difference bounds ``x - y <= c`` over integers, functions and arrays, where the
constants "fall in a certain finite set that depends on k", and so does the depth of functions
[McMillan06, sec. 3]. Here L(k), over symbols and a finite set D of numbers, has

- the *constants* that are less than k away from 0, from a number of D or from its negation, and one
  more above each, so that over integers the negation of a formula of L(k) is in L(k);
- the *terms* of depth 0: numeric variables; and of depth d + 1: also reads ``select(a, e)`` of
  array variables, applications ``f(e, ..)``, and ``e div m`` and ``e mod m`` for divisors m that
  the program has. An *index* ``e`` is a sum of a constant and of at most k terms of depth d, whose
  coefficients are at most k or those of an index of the program (C's arrays are indexed by bytes).
  A term of L(k) has a depth of at most k;
- the *atoms*: sums of terms with coefficients of at most k, and a constant, which are at most 0 or
  less; congruences of such sums modulo numbers whose square is at most k, and modulo primes of
  at most k that divide a coefficient of the program; Boolean variables, reads and applications; and
  equations ``a = b`` between array variables, arrays that are constant everywhere, and ``b``
  after at most k writes of indices to indices;
- the Boolean combinations of atoms.

There are finitely many atoms, so ascending chains are bounded. Coefficients, depths, writes and
distances of constants all grow with k, so each quantifier-free formula of linear arithmetic over
integers, functions and arrays is in some L(k); a division by a number that the program does not
divide by is written with a congruence. L(1) is larger than difference bounds: it has all sums with
coefficients of 1 and -1. D are the constants of the program: those of its paths, as they are met.
A constant that is in the language anyway is not added, so that labels, which are in it, add none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.farkas.rows import Alternative, Reading, linear
from maul.logic.sorts import BOOL, INT, REAL, Array
from maul.logic.walk import is_nonlinear, subterms
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from maul.interpolate.farkas.rows import Linear, Row
    from maul.logic.build import Term

PRIMES = (2, 3, 5, 7, 11, 13)
SCALARS = (BOOL, INT, REAL)


@node
class Language:
    """L(k) without the symbols: k, and the ranges of constants, lowest first, which do not
    overlap. In ``narrow`` ranges no constant is there only for a negation."""

    k: int
    ranges: tuple[tuple[int, int], ...]
    narrow: tuple[tuple[int, int], ...]
    moduli: tuple[int, ...]
    strides: frozenset[int]

    def at_most(self, constant: int) -> int | None:
        """The greatest constant that is not greater than a number, but for those of negations."""
        fitting = [min(high, constant) for low, high in self.narrow if low <= constant]
        return fitting[-1] if fitting else None

    def has_constant(self, number: int) -> bool:
        """Whether a number is a constant of the language."""
        return any(low <= number <= high for low, high in self.ranges)

    def has_factor(self, number: int) -> bool:
        """Whether a number is a coefficient of an index."""
        return abs(number) <= self.k or number in self.strides

    def constants(self) -> Iterator[int]:
        """All constants, those around zero first."""
        for low, high in sorted(self.ranges, key=lambda bounds: abs(_nearest(*bounds))):
            middle = _nearest(low, high)
            yield from range(middle, high + 1)
            yield from range(middle - 1, low - 1, -1)

    def between(self, low: int, high: int) -> int | None:
        """The constant nearest to zero among those from ``low`` to ``high``."""
        inside = [
            (max(low, a), min(high, b)) for a, b in self.ranges if max(low, a) <= min(high, b)
        ]
        return min([_nearest(a, b) for a, b in inside], key=abs, default=None)

    def has(self, row: Row) -> bool:
        """Whether the coefficients and terms of a row belong to the language."""
        truths = sum([term.sort is BOOL for term in row.coefficients])
        return truths in (0, len(row.coefficients)) and all(
            abs(coefficient) <= self.k and self.knows(term)
            for term, coefficient in row.coefficients.items()
        )

    def knows(self, term: Term, most: int | None = None) -> bool:
        """Whether an opaque term is one of the language, of at most a depth."""
        most = self.k if most is None else most
        if term.operator == "symbol":
            return term.sort in SCALARS
        if term.operator == "=":
            return all(side.operator == "symbol" for side in term.arguments)
        if most == 0:
            return False
        match term.operator:
            case "select":
                array, index = term.arguments
                return array.operator == "symbol" and self._has_index(index, most - 1)
            case "apply":
                return all(self._has_index(argument, most - 1) for argument in term.arguments)
            case "div" | "mod":
                dividend, divisor = term.arguments
                return divisor.operator == "constant" and self._has_index(dividend, most - 1)
        return False

    def _has_index(self, index: Term, most: int) -> bool:
        sum_ = linear(index)
        return (
            index.sort is INT
            and len(sum_.coefficients) <= self.k
            and sum_.constant.denominator == 1
            and self.has_constant(int(sum_.constant))
            and all(
                c.denominator == 1 and self.has_factor(int(c)) and self.knows(term, most)
                for term, c in sum_.coefficients.items()
            )
        )


def _nearest(low: int, high: int) -> int:
    return min(max(low, 0), high)


@node
class KnownNumbers:
    """The numbers of a program: constants and coefficients of its comparisons and indices, and the
    coefficients of indices alone."""

    constants: frozenset[int] = frozenset()
    coefficients: frozenset[int] = frozenset()
    strides: frozenset[int] = frozenset()


def language(k: int, numbers: KnownNumbers) -> Language:
    """L(k) of a program that has these numbers."""
    signed = [sign * constant for constant in numbers.constants for sign in (1, -1)]
    narrow = _joined((centre - k + 1, centre + k - 1) for centre in sorted({0, *signed}))
    moduli = [
        m
        for m in range(2, k + 1)
        if m * m <= k or (m in PRIMES and any(c % m == 0 for c in numbers.coefficients))
    ]
    wide = _joined((low, high + 1) for low, high in narrow)
    return Language(k, wide, narrow, tuple(moduli), numbers.strides)


def _joined(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sorted ranges, those that touch as one."""
    joined: list[tuple[int, int]] = []
    for low, high in ranges:
        if joined and low <= joined[-1][1] + 1:
            lowest, highest = joined.pop()
            joined.append((lowest, max(high, highest)))
        else:
            joined.append((low, high))
    return tuple(joined)


def numbers_of(parts: Iterable[Term]) -> KnownNumbers:
    """The numbers of all comparisons, whatever alternative they belong to, and of all indices."""
    reading = Reading()
    indices: list[Linear] = []
    for part, term in enumerate(parts, 1):
        waiting = [Alternative((term,))]
        while waiting:
            reading.take(part, waiting.pop())
            while reading.choices:
                waiting += reading.choices.pop().alternatives
        indices += map(linear, _indices(term))
    return KnownNumbers(
        frozenset([*[row.constant for row in reading.rows], *[int(i.constant) for i in indices]]),
        frozenset([abs(c) for row in reading.rows for c in row.coefficients.values()]),
        frozenset([int(c) for index in indices for c in index.coefficients.values()]),
    )


def _indices(term: Term) -> list[Term]:
    """The indices and arguments of numbers in a term."""
    found: list[Term] = []
    for part in subterms(term):
        match part.operator:
            case "select" | "store":
                found += part.arguments[1:]
            case "apply":
                found += part.arguments
            case "div" | "mod":
                found.append(part.arguments[0])
    return [index for index in found if index.sort is INT]


def uncovered(parts: Sequence[Term]) -> str | None:
    """What parts are about that no language has, if there is something."""
    for term in subterms(*parts):
        if term.operator in ("forall", "exists"):
            return "quantifiers"
        if is_nonlinear(term):
            return "products of unknown numbers"
        sort = term.sort
        if isinstance(sort, Array):
            if sort.index is not INT or sort.element not in SCALARS:
                return f"arrays like {sort}"
        elif sort not in SCALARS:
            return "bit-vectors or floats; --arith int makes numbers of integers"
    return None
