"""What tells two states apart in a language.

Comes in: two states, what a formula may speak of, and L(k). Goes out: a literal of L(k) that is
true in the first and false in the second, over terms that there are anyway and with few of them
where there are several; or nothing, and then there is none: no formula of L(k) tells them apart.

That a linear combination of three or more terms does is a question for a solver of integers: its
coefficients are unknown there, and the values of the terms are numbers. A congruence does if that
of one of its terms does.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.farkas.columns import deeper, different, given, variables, whole
from maul.interpolate.farkas.rows import Row, formula
from maul.interpolate.farkas.writes import equation
from maul.logic.build import (
    Term,
    add,
    and_,
    equal,
    integer,
    le,
    modulo,
    multiply,
    not_,
    or_,
    symbol,
)
from maul.logic.sorts import BOOL, INT
from maul.smt.protocols import Sat, Unsat
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maul.interpolate.farkas.columns import Meaning, ValuedTerm, Vocabulary
    from maul.interpolate.farkas.languages import Language


class NotDecided(Exception):
    """The solver did not find out."""


def telling_apart(
    vocabulary: Vocabulary,
    states: tuple[Meaning, Meaning],
    language: Language,
    left: Callable[[], float],
) -> Term | None:
    """A literal that is true in the first state and false in the second; None if there is none."""
    plain = variables(vocabulary, *states)
    columns = different([*plain, *given(vocabulary, states, language)])
    found = _scalar(columns, language, left) or equation(columns, vocabulary, states, language)
    if found is not None:
        return found
    columns = different(plain)
    for _ in range(language.k):
        known = len(columns)
        columns = different([*columns, *deeper(columns, vocabulary, states, language)])
        if len(columns) == known:
            break
        found = _scalar(columns, language, left)
        if found is not None:
            return found
    return equation(columns, vocabulary, states, language)


def _scalar(
    columns: Sequence[ValuedTerm], language: Language, left: Callable[[], float]
) -> Term | None:
    """A truth value, comparison or congruence."""
    return _boolean(columns) or _linear(columns, language, left)


def _boolean(columns: Sequence[ValuedTerm]) -> Term | None:
    """A truth value that is another."""
    for column in columns:
        if column.term.sort is BOOL and column.left != column.right:
            return column.term if column.left else not_(column.term)
    return None


def _linear(
    columns: Sequence[ValuedTerm], language: Language, left: Callable[[], float]
) -> Term | None:
    """A comparison or congruence."""
    numbers = [column for column in columns if column.term.sort is INT]
    if all(column.left == column.right for column in numbers):
        return None
    apart = [row for factors in _short(numbers, language.k) if (row := _row(factors, language))]
    if apart:
        return formula(min(apart, key=_length))
    for column in numbers:
        for modulus in language.moduli:
            remainder = whole(column.left) % modulus
            if remainder != whole(column.right) % modulus:
                return equal(modulo(column.term, integer(modulus)), integer(remainder))
    factors = _long(numbers, language, left) if len(numbers) > 2 else None
    row = _row(factors, language) if factors else None
    return None if row is None else formula(row)


Factors: TypeAlias = "dict[ValuedTerm, int]"


def _short(columns: Sequence[ValuedTerm], k: int) -> Iterator[Factors]:
    """The multiples of one or two terms, but for the sign."""
    for column in columns:
        yield {column: 1}
    for one, other in combinations(columns, 2):
        for a in range(1, k + 1):
            for b in range(-k, k + 1):
                if b:
                    yield {one: a, other: b}


def _length(row: Row) -> tuple[int, int]:
    """How complicated a row is."""
    return abs(row.constant) + sum(map(abs, row.coefficients.values())), len(row.coefficients)


def _row(factors: Factors, language: Language) -> Row | None:
    """The row over a sum that is true in the first state and not in the second."""
    a = sum([whole(column.left) * factor for column, factor in factors.items()])
    b = sum([whole(column.right) * factor for column, factor in factors.items()])
    sign = 1 if a < b else -1
    least, most = sorted((a, b))
    if sign < 0:
        least, most = -most, -least
    constant = language.between(1 - most, -least)  # least <= -constant < most
    if constant is None:
        return None
    return Row(0, {column.term: sign * f for column, f in factors.items()}, constant)


def _long(
    columns: Sequence[ValuedTerm], language: Language, left: Callable[[], float]
) -> Factors | None:
    """The multiples of any number of terms."""
    prover = Z3Prover()
    unknown = [symbol(f"coefficient {place}", INT) for place in range(len(columns))]
    for factor in unknown:
        prover.assert_(_within(factor, -language.k, language.k))
    constant = symbol("constant", INT)
    prover.assert_(or_(*[_within(constant, low, high) for low, high in language.ranges]))
    totals = [
        add(
            constant,
            *[
                multiply(factor, integer(whole(value)))
                for factor, value in zip(unknown, side, strict=True)
            ],
        )
        for side in ([c.left for c in columns], [c.right for c in columns])
    ]
    prover.assert_(and_(le(totals[0], integer(0)), le(integer(1), totals[1])))
    answer = prover.check(seconds=left())
    match answer:
        case Unsat():
            return None
        case Sat(model=model):
            found = [whole(model.value(factor)) for factor in unknown]
            return {c: factor for c, factor in zip(columns, found, strict=True) if factor}
    raise NotDecided(answer.reason)


def _within(term: Term, low: int, high: int) -> Term:
    return and_(le(integer(low), term), le(term, integer(high)))
