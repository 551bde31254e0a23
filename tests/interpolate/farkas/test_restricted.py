"""Interpolants in a language, and the proofs that there are none."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from maul.interpolate.farkas.languages import KnownNumbers, language, numbers_of, uncovered
from maul.interpolate.farkas.restricted import NO_INTERPOLANT, Separated
from maul.logic.build import (
    Term,
    add,
    and_,
    apply,
    bit_vector,
    constant_array,
    divide,
    equal,
    exists,
    integer,
    le,
    lt,
    modulo,
    multiply,
    not_,
    or_,
    select,
    store,
    symbol,
)
from maul.logic.sorts import BOOL, INT, Array
from maul.logic.terms import Function
from maul.logic.walk import substitute
from maul.run import Deadline
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.interpolate.farkas.test_interpolants import rows_of
from tests.smt.sequence_laws import broken

if TYPE_CHECKING:
    from collections.abc import Sequence

x, y, z, i, j, v, w = (symbol(name, INT) for name in "xyzijvw")
p, q = (symbol(name, BOOL) for name in "pq")
f, g = Function("f", (INT,), INT), Function("g", (INT, INT), INT)
CELLS = Array(INT, INT)
a, b, c, d = (symbol(name, CELLS) for name in "abcd")
ZEROS = constant_array(CELLS, integer(0))


def number(value: int) -> Term:
    return integer(value)


def different(left: Term, right: Term) -> Term:
    return not_(equal(left, right))


def times(term: Term, factor: int) -> Term:
    return multiply(term, number(factor))


def in_step(rounds: int, factor: int) -> tuple[Term, ...]:
    """``x`` counts rounds, and ``y`` goes up by a factor in each."""
    xs = [symbol(f"x{each}", INT) for each in range(rounds + 1)]
    ys = [symbol(f"y{each}", INT) for each in range(rounds + 1)]
    steps = [
        and_(equal(xs[n + 1], add(xs[n], number(1))), equal(ys[n + 1], add(ys[n], number(factor))))
        for n in range(rounds)
    ]
    start = and_(equal(xs[0], number(0)), equal(ys[0], number(0)))
    return start, *steps, different(ys[-1], times(xs[-1], factor))


FIRST = {  # the parts, and the first language that has interpolants
    "truth values": ((or_(p, q), not_(p), not_(q)), 1),
    "a bound": ((equal(x, number(3)), equal(y, add(x, number(2))), lt(y, number(5))), 1),
    "a factor": (in_step(4, 2), 2),
    "a greater factor": (in_step(5, 3), 3),
    "parity": ((equal(x, times(y, 2)), equal(x, add(times(z, 2), number(1)))), 2),
    "a remainder": ((equal(y, modulo(x, number(4))), different(y, modulo(x, number(4)))), 1),
    "a quotient": ((equal(y, divide(x, number(4))), different(y, divide(x, number(4)))), 1),
    "a distance": (
        (equal(x, add(y, number(5))), equal(z, add(x, number(5))), lt(z, add(y, number(10)))),
        1,
    ),
    "congruence": ((equal(x, y), equal(z, apply(f, x)), different(z, apply(f, y))), 1),
    "two arguments": (
        (and_(equal(x, y), equal(v, apply(g, x, z))), different(v, apply(g, y, z))),
        1,
    ),
    "nested functions": (
        (equal(v, apply(f, apply(f, x))), equal(x, y), different(v, apply(f, apply(f, y)))),
        2,
    ),
    "a read": (
        (
            equal(select(a, i), number(7)),
            and_(equal(b, store(a, j, number(1))), different(i, j)),
            different(select(b, i), number(7)),
        ),
        1,
    ),
    "a write": (
        (equal(b, store(a, i, v)), equal(c, store(b, j, w)), different(select(c, j), w)),
        1,
    ),
    "equal arrays": (
        (
            and_(equal(b, store(a, i, v)), equal(c, store(a, i, v))),
            different(select(b, j), select(c, j)),
        ),
        1,
    ),
    "arrays but for a write": (
        (equal(b, store(a, i, v)), and_(different(i, j), different(select(b, j), select(a, j)))),
        1,
    ),
    "constant but for a write": (
        (equal(b, store(ZEROS, i, v)), and_(different(i, j), different(select(b, j), number(0)))),
        1,
    ),
    "a read at what is read": (
        (equal(select(a, select(b, i)), number(3)), different(select(a, select(b, i)), number(3))),
        2,
    ),
}


@pytest.mark.parametrize(("parts", "first"), FIRST.values(), ids=FIRST.keys())
def test_the_first_language_with_interpolants(parts: tuple[Term, ...], first: int) -> None:
    numbers = numbers_of(parts)
    separated = Separated(parts, {})
    smaller = [
        separated.interpolants(language(k, numbers), Deadline(20.0)) for k in range(1, first)
    ]
    found = separated.interpolants(language(first, numbers), Deadline(20.0))

    assert [NO_INTERPOLANT] * (first - 1) == smaller
    assert not isinstance(found, GaveUp)
    assert [] == broken(parts, found)


def drawn(rng: random.Random) -> tuple[Term, Term]:
    """Two formulas about two variables: a few comparisons with coefficients of up to 3."""
    halves = []
    for _ in range(2):
        facts = []
        for _ in range(3):
            sum_ = add(times(x, rng.randint(-3, 3)), times(y, rng.randint(-3, 3)))
            facts.append(rng.choice((le, equal))(sum_, number(rng.randint(-2, 2))))
        halves.append(and_(or_(facts[0], facts[1]), facts[2]))
    return halves[0], halves[1]


def has_interpolant(parts: Sequence[Term], k: int, numbers: KnownNumbers) -> bool:
    """Whether states of the parts are told apart by one of all comparisons of L(k), which are
    written down; no congruences."""
    own = language(k, numbers)
    right = {term: symbol(f"{term.payload}'", INT) for term in (x, y)}
    prover = Z3Prover()
    prover.assert_(and_(parts[0], substitute(parts[1], right)))
    for one, other in product(range(-k, k + 1), repeat=2):
        for constant in own.constants():
            atom = le(add(times(x, one), times(y, other), number(constant)), number(0))
            prover.assert_(equal(atom, substitute(atom, right)))
    return isinstance(prover.check(), Unsat)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_that_there_are_none_is_what_all_comparisons_say(k: int) -> None:
    rng = random.Random(5)
    prover = Z3Prover()
    pairs = [drawn(rng) for _ in range(150)]
    unsatisfiable = [pair for pair in pairs if isinstance(prover.check(pair), Unsat)][:25]
    told = []
    for parts in unsatisfiable:
        numbers = KnownNumbers(numbers_of(parts).constants)
        found = Separated(parts, {}).interpolants(language(k, numbers), Deadline(20.0))
        told.append((not has_interpolant(parts, k, numbers), found))

    assert len(unsatisfiable) == 25
    assert [] == [found for none, found in told if none is not (found == NO_INTERPOLANT)]
    assert k == 3 or len({none for none, _ in told}) == 2


@pytest.mark.parametrize("k", [2, 3])
def test_interpolants_are_in_their_language(k: int) -> None:
    parts = in_step(4, k)
    own = language(k, numbers_of(parts))
    found = Separated(parts, {}).interpolants(own, Deadline(20.0))

    assert not isinstance(found, GaveUp)
    rows = [row for interpolant in found for row in rows_of(interpolant)]
    assert rows
    assert all(own.has(row) and own.has_constant(row.constant) for row in rows)


def test_literals_of_use_are_kept() -> None:
    literals: dict[Term, None] = {}
    shorter, longer = in_step(3, 2), in_step(4, 2)
    own = language(2, numbers_of(shorter))
    Separated(shorter, literals).interpolants(own, Deadline(20.0))
    known = dict(literals)
    found = Separated(longer, literals).interpolants(own, Deadline(20.0))

    assert known
    assert not isinstance(found, GaveUp)
    assert [] == broken(longer, found)


def test_parts_that_hold_together_have_none() -> None:
    parts = (equal(x, number(1)), equal(y, x))
    assert isinstance(Z3Prover().check(parts), Sat)
    found = Separated(parts, {}).interpolants(language(3, numbers_of(parts)), Deadline(20.0))

    assert NO_INTERPOLANT == found


def test_no_time_is_no_answer() -> None:
    parts = in_step(4, 2)

    assert TIME_LIMIT == Separated(parts, {}).interpolants(
        language(1, KnownNumbers()), Deadline(0.0)
    )


# ---- languages ----

NONE = KnownNumbers()
SOME = KnownNumbers(frozenset((0, 7, -100)), frozenset((6,)))


@pytest.mark.parametrize("k", [1, 2, 5])
def test_a_language_is_closed_under_negation(k: int) -> None:
    own = language(k, SOME)

    assert all(own.has_constant(1 - constant) for constant in own.constants())


@pytest.mark.parametrize("k", [1, 2, 5])
def test_a_language_is_in_the_next_one(k: int) -> None:
    own, next_one = language(k, SOME), language(k + 1, SOME)

    assert set(own.constants()) < set(next_one.constants())
    assert set(own.moduli) <= set(next_one.moduli)


def test_constants_are_near_those_of_the_program() -> None:
    assert {-11, -10, -9, -1, 0, 1, 2, 9, 10, 11, 12, -8} == set(
        language(2, KnownNumbers(frozenset((10,)))).constants()
    )


TERMS = {
    "a variable": (x, 1),
    "a read": (select(a, x), 1),
    "a read next to it": (select(a, add(x, number(1))), 1),
    "a read farther away": (select(a, add(x, number(3))), 3),
    "a read at a sum": (select(a, add(x, y)), 2),
    "a read at a multiple": (select(a, times(x, 3)), 3),
    "a function of a function": (apply(f, apply(f, x)), 2),
    "a function of a read of a function": (apply(f, select(a, apply(f, x))), 3),
}


@pytest.mark.parametrize(("term", "first"), TERMS.values(), ids=TERMS.keys())
def test_the_first_language_that_has_a_term(term: Term, first: int) -> None:
    assert [k >= first for k in range(1, 5)] == [language(k, NONE).knows(term) for k in range(1, 5)]


def test_the_strides_of_the_program_are_in_all_its_languages() -> None:
    cell = select(a, add(times(x, 4), number(4096)))

    assert not language(1, NONE).knows(cell)
    assert language(1, numbers_of((equal(cell, y),))).knows(cell)


UNCOVERED = {
    "bit-vectors or floats; --arith int makes numbers of integers": equal(
        symbol("bits", bit_vector(0, 8).sort), bit_vector(1, 8)
    ),
    "products of unknown numbers": equal(multiply(x, y), number(3)),
    "quantifiers": exists([x], lt(x, y)),
}


@pytest.mark.parametrize(("what", "part"), UNCOVERED.items(), ids=UNCOVERED.keys())
def test_what_no_language_has_is_named(what: str, part: Term) -> None:
    assert what == uncovered((part,))
