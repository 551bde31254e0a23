"""Formulas as linear inequalities and choices between them.

Comes in: a Boolean term of one part of a sequence. Goes out: rows ``a1*x1 + .. + c <= 0`` (or
``< 0``) with whole numbers, and choices, of which one alternative holds. What is not linear is
opaque: it stands in a row like a variable. A Boolean atom that is no comparison stands for 1 or 0.

About some opaque terms facts are known that say what is linear about them (``x mod 3`` is between
0 and 2); they join the part in which the term occurs, and speak only of what occurs there.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import gcd, lcm
from typing import TYPE_CHECKING

from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    divide,
    equal,
    integer,
    ite,
    le,
    lt,
    modulo,
    multiply,
    not_,
    number_of,
    real,
    to_real,
)
from maul.logic.sorts import BOOL, INT, REAL, BitVec
from maul.logic.walk import fold
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maul.logic.sorts import Sort

NUMBERS = (INT, REAL)


@node
class Row:
    """``coefficients * terms + constant`` is at most zero, or less when strict; of one part."""

    part: int
    coefficients: Mapping[Term, int]
    constant: int
    strict: bool = False

    def key(self) -> tuple[object, ...]:
        """Equal for rows that say the same."""
        return frozenset(self.coefficients.items()), self.constant, self.strict


@node
class Alternative:
    """Terms and rows that hold together."""

    terms: tuple[Term, ...]
    rows: tuple[Row, ...] = ()


@node
class Choice:
    """One of the alternatives holds; of one part."""

    part: int
    alternatives: tuple[Alternative, ...]


# ---- sums ----


@node
class Linear:
    """A sum of multiples of opaque terms, and a number."""

    coefficients: Mapping[Term, Fraction]
    constant: Fraction


def combined(parts: Iterable[tuple[Linear, Fraction | int]]) -> Linear:
    """The sum of multiples of sums."""
    coefficients: dict[Term, Fraction] = {}
    constant = Fraction(0)
    for part, factor in parts:
        constant += part.constant * factor
        for term, coefficient in part.coefficients.items():
            coefficients[term] = coefficients.get(term, Fraction(0)) + coefficient * factor
    return Linear({term: c for term, c in coefficients.items() if c}, constant)


def _opaque(term: Term) -> Linear:
    return Linear({term: Fraction(1)}, Fraction(0))


def _linear_step(term: Term, arguments: list[Linear]) -> Linear:
    """What a term is, from what its arguments are."""
    if term.sort not in NUMBERS:
        return _opaque(term)
    match term.operator:
        case "constant":
            return Linear({}, Fraction(number_of(term)))
        case "+":
            return combined([(argument, 1) for argument in arguments])
        case "*":
            left, right = arguments
            if not left.coefficients:
                return combined([(right, left.constant)])
            if not right.coefficients:
                return combined([(left, right.constant)])
        case "to_real":
            return arguments[0]
    return _opaque(term)


def linear(term: Term, memo: dict[Term, Linear] | None = None) -> Linear:
    """A number as a sum."""
    return fold(term, _linear_step, memo)


def made_row(part: int, sum_: Linear, *, strict: bool) -> Row:
    """The row that says that a sum is at most zero, in the smallest whole numbers."""
    numbers = [*sum_.coefficients.values(), sum_.constant]
    scale = lcm(*[number.denominator for number in numbers])
    coefficients = {term: int(c * scale) for term, c in sum_.coefficients.items()}
    return normal(Row(part, coefficients, int(sum_.constant * scale), strict))


def normal(row: Row) -> Row:
    """The same row in the smallest whole numbers; over integers it is tightened to the next one."""
    coefficients, constant, strict = row.coefficients, row.constant, row.strict
    if any(term.sort is REAL for term in coefficients):
        divisor = gcd(*coefficients.values(), constant)
        constant //= divisor
    else:
        divisor = gcd(*coefficients.values()) or 1
        constant = -((-constant - strict) // divisor)
        strict = False
    return Row(row.part, {t: c // divisor for t, c in coefficients.items()}, constant, strict)


def formula(row: Row) -> Term:
    """A row as a formula."""
    row = normal(row)
    if all(term.sort is BOOL for term in row.coefficients) and len(row.coefficients) < 2:
        return _propositional(row)
    sort = REAL if any(term.sort is REAL for term in row.coefficients) else INT
    zero = _number(0, sort)
    if sort is INT and row.constant == 1 and len(row.coefficients) > 1:
        row = Row(row.part, row.coefficients, 0, strict=True)  # x < y, as programs say it
    left, right = [zero], [_number(-row.constant, sort)]
    for term, coefficient in row.coefficients.items():
        side = left if coefficient > 0 else right
        side.append(multiply(as_number(term, sort), _number(abs(coefficient), sort)))
    compare = lt if row.strict else le
    return compare(add(*left), add(*right))


def _propositional(row: Row) -> Term:
    """A row about at most one truth value."""
    if not row.coefficients:
        return TRUE if row.constant < 0 or (row.constant == 0 and not row.strict) else FALSE
    ((atom, coefficient),) = row.coefficients.items()
    when_true = TRUE if coefficient + row.constant <= 0 else FALSE
    when_false = TRUE if row.constant <= 0 else FALSE
    return ite(atom, when_true, when_false)


def _number(value: int, sort: Sort) -> Term:
    return real(value) if sort is REAL else integer(value)


def as_number(term: Term, sort: Sort = INT) -> Term:
    """An opaque term as a number: a truth value is 1 or 0."""
    if term.sort is BOOL:
        return ite(term, _number(1, sort), _number(0, sort))
    return to_real(term) if term.sort is INT and sort is REAL else term


# ---- formulas ----


class Reading:
    """The rows and choices that formulas of a part are; remembers which facts it has added."""

    def __init__(self, known: frozenset[tuple[int, Term]] = frozenset()) -> None:
        self.rows: list[Row] = []
        self.choices: list[Choice] = []
        self.known = set(known)
        self._unexplained: list[tuple[int, Term]] = []
        self._sums: dict[Term, Linear] = {}

    def take(self, part: int, alternative: Alternative) -> None:
        """Add what an alternative says, and what is known of its opaque terms."""
        self._take(part, alternative)
        while self._unexplained:
            self._add_facts(*self._unexplained.pop())

    def _take(self, part: int, alternative: Alternative) -> None:
        for row in alternative.rows:
            self._add(row)
        stack = list(reversed(alternative.terms))
        while stack:
            term = stack.pop()
            if term.operator == "and":
                stack.extend(reversed(term.arguments))
            elif term.operator == "not" and term.arguments[0].operator == "or":
                stack.extend([not_(argument) for argument in reversed(term.arguments[0].arguments)])
            else:
                self._take_one(part, term)

    def _take_one(self, part: int, term: Term) -> None:
        """Add a term that is no conjunction."""
        atom, holds = (term.arguments[0], False) if term.operator == "not" else (term, True)
        match atom.operator:
            case "constant":
                if (atom is TRUE) != holds:
                    self.rows.append(Row(part, {}, 1))
            case "or" | "and":
                self._choose(part, [a if holds else not_(a) for a in atom.arguments])
            case "ite":
                condition, then, other = atom.arguments
                cases = (and_(condition, then), and_(not_(condition), other))
                if not holds:
                    cases = (and_(condition, not_(then)), and_(not_(condition), not_(other)))
                self._choose(part, cases)
            case "distinct":
                self._take_distinct(part, atom, holds=holds)
            case "<=":
                left, right = atom.arguments
                self._compare(part, (left, right) if holds else (right, left), strict=not holds)
            case "=":
                self._take_equation(part, atom, holds=holds)
            case _:
                self._take_atom(part, atom, holds=holds)

    def _take_distinct(self, part: int, atom: Term, *, holds: bool) -> None:
        pairs = [equal(*pair) for pair in combinations(atom.arguments, 2)]
        if holds:
            self._take(part, Alternative(tuple([not_(pair) for pair in pairs])))
        else:
            self._choose(part, pairs)

    def _take_equation(self, part: int, atom: Term, *, holds: bool) -> None:
        left, right = atom.arguments
        if left.sort in NUMBERS and holds:
            self._compare(part, (left, right), strict=False)
            self._compare(part, (right, left), strict=False)
        elif left.sort in NUMBERS:
            self._choose(part, (lt(left, right), lt(right, left)))
        elif left.sort is BOOL:
            other = right if holds else not_(right)
            self._choose(part, (and_(left, other), and_(not_(left), not_(other))))
        else:
            self._take_atom(part, atom, holds=holds)

    def _take_atom(self, part: int, atom: Term, *, holds: bool) -> None:
        """Add an atom that is no comparison of numbers, as the number 1 or 0."""
        sign, constant = (-1, 1) if holds else (1, 0)
        self.rows.append(Row(part, {atom: sign}, constant))

    def _choose(self, part: int, terms: Iterable[Term]) -> None:
        self.choices.append(Choice(part, tuple([Alternative((term,)) for term in terms])))

    def _compare(self, part: int, pair: tuple[Term, Term], *, strict: bool) -> None:
        """Add that a number is at most, or less than, another."""
        left, right = (self._sum(term) for term in pair)
        self._add(made_row(part, combined([(left, 1), (right, -1)]), strict=strict))

    def _sum(self, term: Term) -> Linear:
        return linear(term, self._sums)

    # ---- facts ----

    def _add(self, row: Row) -> None:
        """Add a row; its opaque terms are to be explained."""
        self.rows.append(row)
        for term in row.coefficients:
            if (row.part, term) not in self.known:
                self.known.add((row.part, term))
                self._unexplained.append((row.part, term))

    def _add_facts(self, part: int, term: Term) -> None:
        match term.operator:
            case "ite":
                condition, then, other = term.arguments
                cases = ((condition, then), (not_(condition), other))
                alternatives = [
                    Alternative((case,), self._equation(part, term, value)) for case, value in cases
                ]
                self.choices.append(Choice(part, tuple(alternatives)))
            case "mod" | "div" if self._divisor(term):
                self._add_division(part, *term.arguments)
            case "to_int":
                self._compare(part, (to_real(term), term.arguments[0]), strict=False)
                above = add(to_real(term), real(1))
                self._compare(part, (term.arguments[0], above), strict=True)
            case "bv2nat":
                width = term.arguments[0].sort
                assert isinstance(width, BitVec)
                self._between(part, term, (1 << width.width) - 1)

    def _divisor(self, term: Term) -> int:
        """The divisor, 0 when it is not known."""
        divisor = term.arguments[1]
        return int(number_of(divisor)) if divisor.operator == "constant" else 0

    def _add_division(self, part: int, dividend: Term, divisor: Term) -> None:
        """``a = b * (a div b) + a mod b``, and ``a mod b`` is between 0 and below ``|b|``."""
        remainder = modulo(dividend, divisor)
        product = multiply(divisor, divide(dividend, divisor))
        for row in self._equation(part, dividend, add(product, remainder)):
            self._add(row)
        self._between(part, remainder, abs(int(number_of(divisor))) - 1)

    def _between(self, part: int, term: Term, most: int) -> None:
        self._compare(part, (integer(0), term), strict=False)
        self._compare(part, (term, integer(most)), strict=False)

    def _equation(self, part: int, left: Term, right: Term) -> tuple[Row, ...]:
        """The rows of an equation, not simplified by ``build``: ``left`` may be an ``ite``."""
        sums = self._sum(left), self._sum(right)
        pairs = (sums, tuple(reversed(sums)))
        return tuple([made_row(part, combined([(a, 1), (b, -1)]), strict=False) for a, b in pairs])
