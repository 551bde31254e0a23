"""Multipliers that make a contradiction of rows, and the interpolants they give.

Comes in: rows that cannot hold together. By Farkas' lemma a sum of non-negative multiples of them
says ``0 < 0`` or ``1 <= 0``. The sum of the rows of the first ``i`` parts alone is an interpolant:
with the rows of the next part it gives the next one, and a term that only one side speaks of has
cancelled out. Goes out: these partial sums, one row for each cut.

The sums may be restricted to a language (``languages``). A sum outside it may be weakened into it:
``x >= 7`` implies ``x >= 1``, as if every part had a row ``0 <= 6``. This search is quick and not
complete: a sum in the language that needs large multipliers is not found (``restricted`` finds it).
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.farkas.rows import Row, normal
from maul.logic.build import Term, add, and_, equal, integer, le, multiply, or_, real, symbol
from maul.logic.sorts import INT, REAL
from maul.smt.allowance import A_SECOND, allowed
from maul.smt.protocols import Sat
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maul.interpolate.farkas.languages import Language
    from maul.logic.sorts import Sort

Weakening: TypeAlias = "Callable[[Row, Row, Language | None], int | None]"

# A search for small multipliers that takes longer, among more rows, or for larger ones, is not
# worth it.
SMALL = A_SECOND * 3 // 10  # steps
ROWS = 400
LARGEST = 8


# ---- partial sums ----


def partial_sums(
    factors: Mapping[Row, int], parts: int, restriction: Language | None
) -> tuple[Row, ...] | None:
    """The sums up to each cut, weakened into a language; None when they are not in it.

    What is given away at a cut is missing later. First each sum is weakened to the constant of the
    one before it: what does not change along a loop is an invariant. When that gives away too much
    sums are weakened only as far as the language demands.
    """
    for weakened in (_steady, _least):
        found = _weakened_sums(factors, parts, restriction, weakened)
        if found is not None:
            return found
    return None


def _weakened_sums(
    factors: Mapping[Row, int], parts: int, restriction: Language | None, weakened: Weakening
) -> tuple[Row, ...] | None:
    used: dict[int, list[tuple[Row, int]]] = {}
    for row, factor in factors.items():
        used.setdefault(row.part, []).append((row, factor))
    coefficients: dict[Term, int] = {}
    constant, strict = 0, False
    found = [Row(0, {}, 0)]
    for part in range(1, parts + 1):
        coefficients = dict(coefficients)
        for row, factor in used.get(part, ()):
            constant += factor * row.constant
            strict |= row.strict
            for term, coefficient in row.coefficients.items():
                coefficients[term] = coefficients.get(term, 0) + factor * coefficient
        coefficients = {term: c for term, c in coefficients.items() if c}
        made = Row(part, coefficients, constant, strict)
        if coefficients:
            divisor = gcd(*coefficients.values())
            smallest = _over_divisor(made, divisor)
            target = weakened(found[-1], smallest, restriction)
            if target is None:
                return None
            if restriction is not None or target < smallest.constant:
                constant = min(constant, divisor * target)
            made = normal(Row(part, coefficients, constant, strict))
        found.append(made)
    contradicts = not coefficients and (constant > 0 or (constant == 0 and strict))
    return tuple(found[1:-1]) if contradicts else None


def _over_divisor(row: Row, divisor: int) -> Row:
    """A row in smaller numbers: over integers tightened, over rationals perhaps weakened."""
    over_reals = any(term.sort is REAL for term in row.coefficients)
    constant = row.constant // divisor if over_reals else -(-row.constant // divisor)
    smaller = {term: c // divisor for term, c in row.coefficients.items()}
    return Row(row.part, smaller, constant, row.strict)


def _steady(before: Row, row: Row, restriction: Language | None) -> int | None:
    """The constant of the row before, when the row implies that it can be kept."""
    alike = sorted(before.coefficients.values()) == sorted(row.coefficients.values())
    kept = alike and before.constant <= row.constant
    least = _least(before, row, restriction)
    return before.constant if kept and least is not None else least


def _least(_: Row, row: Row, restriction: Language | None) -> int | None:
    """The constant of the row, or the greatest below it in a language; None when there is none."""
    if restriction is None:
        return row.constant
    return restriction.at_most(row.constant) if restriction.has(row) else None


# ---- multipliers ----


def multipliers(rows: Sequence[Row], seconds: float) -> dict[Row, int] | None:
    """Positive whole numbers that make a contradiction of some of the rows."""
    unknown = [symbol(f"factor {place}", REAL) for place in range(len(rows))]
    prover = Z3Prover()
    for term in unknown:
        prover.assert_(le(real(0), term))
    for opaque in dict.fromkeys([term for row in rows for term in row.coefficients]):
        columns = [row.coefficients.get(opaque, 0) for row in rows]
        prover.assert_(equal(_sum(columns, unknown, REAL), real(0)))
    prover.assert_(_contradiction(rows, unknown, _constants(rows, unknown, REAL)))
    return _positive(rows, _values(prover, unknown, seconds))


def small_multipliers(
    rows: Sequence[Row], restriction: Language, seconds: float
) -> dict[Row, int] | None:
    """Multipliers whose partial sums, with some weakening, are in a language."""
    if len(rows) > ROWS or restriction.k > LARGEST:
        return None
    unknown = [symbol(f"factor {place}", INT) for place in range(len(rows))]
    prover = Z3Prover()
    for term in unknown:
        prover.assert_(and_(le(integer(0), term), le(term, integer(2 * restriction.k))))
    last = {term: row.part for row in sorted(rows, key=_part) for term in row.coefficients}
    running: dict[Term, Term] = {}
    constant: Term = integer(0)
    for part in sorted({row.part for row in rows}):
        here = [
            (row, factor) for row, factor in zip(rows, unknown, strict=True) if row.part == part
        ]
        added, factors = [row for row, _ in here], [factor for _, factor in here]
        for opaque in dict.fromkeys([term for row in added for term in row.coefficients]):
            columns = [row.coefficients.get(opaque, 0) for row in added]
            before = running.pop(opaque, integer(0))
            after = add(before, _sum(columns, factors, INT))
            if last[opaque] == part or not restriction.knows(opaque):
                prover.assert_(equal(after, integer(0)))
            else:
                running[opaque] = _named(prover, after, f"sum {part} {opaque.number}")
                prover.assert_(_within(running[opaque], (-restriction.k, restriction.k)))
        slack = symbol(f"slack {part}", INT)
        prover.assert_(le(integer(0), slack))
        after = add(constant, _constants(added, factors, INT), multiply(slack, integer(-1)))
        constant = _named(prover, after, f"constant {part}")
        prover.assert_(or_(*[_within(constant, bounds) for bounds in restriction.narrow]))
    prover.assert_(_contradiction(rows, unknown, constant))
    with allowed(SMALL):
        return _positive(rows, _values(prover, unknown, seconds))


def _positive(rows: Sequence[Row], factors: Sequence[int] | None) -> dict[Row, int] | None:
    """The rows that have a multiplier other than zero, with it."""
    if factors is None:
        return None
    return {row: factor for row, factor in zip(rows, factors, strict=True) if factor}


def _part(row: Row) -> int:
    return row.part


def _named(prover: Z3Prover, term: Term, name: str) -> Term:
    """A new symbol for a term."""
    made = symbol(name, term.sort)
    prover.assert_(equal(made, term))
    return made


def _within(term: Term, bounds: tuple[int, int]) -> Term:
    return and_(le(integer(bounds[0]), term), le(term, integer(bounds[1])))


def _number(value: int, sort: Sort) -> Term:
    return real(value) if sort is REAL else integer(value)


def _sum(numbers: Sequence[int], unknown: Sequence[Term], sort: Sort) -> Term:
    """The sum of multiples of unknown numbers."""
    products = [
        multiply(term, _number(number, sort))
        for number, term in zip(numbers, unknown, strict=True)
        if number
    ]
    return add(_number(0, sort), *products)


def _constants(rows: Sequence[Row], unknown: Sequence[Term], sort: Sort) -> Term:
    return _sum([row.constant for row in rows], unknown, sort)


def _contradiction(rows: Sequence[Row], unknown: Sequence[Term], total: Term) -> Term:
    """The sum of all, in which no term is left, says ``1 <= 0`` or ``0 < 0``."""
    one, zero = _number(1, total.sort), _number(0, total.sort)
    strict = _sum([int(row.strict) for row in rows], unknown, total.sort)
    return or_(le(one, total), and_(le(zero, total), le(one, strict)))


def _values(prover: Z3Prover, unknown: Sequence[Term], seconds: float) -> tuple[int, ...] | None:
    """Values of unknown numbers, in the smallest whole numbers of the same proportions."""
    answer = prover.check(seconds=seconds)
    if not isinstance(answer, Sat):
        return None
    values = [answer.model.value(term) for term in unknown]
    numbers = [Fraction(value) for value in values if isinstance(value, (int, Fraction))]
    scale = lcm(*[number.denominator for number in numbers])
    whole = [int(number * scale) for number in numbers]
    divisor = gcd(*whole) or 1
    return tuple([number // divisor for number in whole])
