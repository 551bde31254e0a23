"""The laws of our own interpolator, and what its languages keep out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from maul.interpolate.farkas.interpolants import FarkasInterpolator, farkas
from maul.interpolate.farkas.languages import KnownNumbers, language, numbers_of
from maul.interpolate.farkas.multipliers import partial_sums, small_multipliers
from maul.interpolate.farkas.rows import Alternative, Reading, Row, formula
from maul.logic import build
from maul.logic.build import (
    FALSE,
    add,
    and_,
    equal,
    integer,
    ite,
    le,
    lt,
    modulo,
    multiply,
    not_,
    real,
    symbol,
)
from maul.logic.sorts import BOOL, INT, REAL, Array
from maul.logic.terms import Function
from maul.logic.transition import Transition, assign, assume
from maul.logic.walk import subterms
from maul.smt.protocols import GaveUp, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.interpolate.traces import infeasible, trace_of
from tests.smt.sequence_laws import broken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term
    from maul.logic.trace import Trace

x, y, z = (symbol(name, INT) for name in "xyz")
r, s = (symbol(name, REAL) for name in "rs")
p = symbol("p", BOOL)
ONE = integer(1)


def rows_of(term: Term) -> list[Row]:
    """The comparisons and equations of numbers in a formula, and their negations, as rows."""
    reading = Reading()
    for part in subterms(term):
        if part.operator == "<=":
            reading.take(1, Alternative((part, not_(part))))
        if part.operator == "=" and part.arguments[0].sort is INT:
            left, right = part.arguments
            reading.take(1, Alternative((part, lt(left, right), lt(right, left))))
    return reading.rows


@pytest.mark.parametrize("family", ["linear", "ite", "mod"])
def test_interpolants_obey_the_laws(family: str) -> None:
    answers = [(trace.parts(), farkas(trace.parts(), 10.0)) for trace in infeasible(family, 20, 1)]
    found = [(parts, answer) for parts, answer in answers if not isinstance(answer, GaveUp)]

    assert len(found) >= 19
    assert [] == [complaint for parts, answer in found for complaint in broken(parts, answer)]


def random_reals(rng: random.Random) -> tuple[Term, ...]:
    """A few parts of linear comparisons of rationals, half of them strict or equations."""
    variables = [symbol(f"r{number}", REAL) for number in range(4)]
    parts = []
    for place in range(4):
        near = variables[max(0, place - 1) : place + 2]
        facts = []
        for _ in range(2):
            sides = [
                add(
                    multiply(rng.choice(near), real(rng.randint(-2, 3))),
                    real(rng.randint(-3, 3)),
                    multiply(rng.choice(near), build.divide(real(1), real(rng.randint(1, 3)))),
                )
                for _ in range(2)
            ]
            facts.append(rng.choice((le, lt, equal))(*sides))
        parts.append(and_(*facts))
    return tuple(parts)


def test_interpolants_of_rationals_obey_the_laws() -> None:
    rng = random.Random(3)
    prover = Z3Prover()
    drawn = [random_reals(rng) for _ in range(60)]
    unsatisfiable = [parts for parts in drawn if isinstance(prover.check(parts), Unsat)]
    answers = [(parts, farkas(parts, 10.0)) for parts in unsatisfiable]

    assert len(unsatisfiable) > 20
    assert [] == [answer for _, answer in answers if isinstance(answer, GaveUp)]
    assert [] == [
        complaint
        for parts, answer in answers
        if not isinstance(answer, GaveUp)
        for complaint in broken(parts, answer)
    ]


def nested(rng: random.Random, variables: Sequence[Term], depth: int) -> Term:
    """A formula of bounds, truth values and junctions of them."""
    if not depth:
        left, right = rng.choice(variables), integer(rng.randint(0, 2))
        other = add(rng.choice(variables), integer(rng.randint(-1, 1)))
        return rng.choice(
            (le(left, right), lt(right, left), le(left, other), equal(left, other), p)
        )
    parts = [nested(rng, variables, depth - 1) for _ in range(3)]
    made = rng.choice((build.and_, build.or_, build.ite))(*parts)
    return rng.choice((made, made, not_(made)))


@pytest.mark.parametrize(("seed", "formulas"), [(9, 1), (1, 3)])
def test_interpolants_of_nested_formulas_obey_the_laws(seed: int, formulas: int) -> None:
    rng = random.Random(seed)
    variables = [symbol(f"n{number}", INT) for number in range(6)]
    prover = Z3Prover()
    answers: list[tuple[tuple[Term, ...], tuple[Term, ...] | GaveUp]] = []
    while len(answers) < 100:
        parts = tuple(
            [nested(rng, variables[i : i + 3], 2) for i in range(4) for _ in range(formulas)]
        )
        if isinstance(prover.check(parts), Unsat):
            answers.append((parts, farkas(parts, 10.0)))
    found = [(parts, answer) for parts, answer in answers if not isinstance(answer, GaveUp)]

    assert len(found) >= 95
    assert [] == [complaint for parts, answer in found for complaint in broken(parts, answer)]


@pytest.mark.parametrize("k", [1, 2])
def test_restricted_interpolants_are_in_their_language(k: int) -> None:
    answered = 0
    for trace in infeasible("linear", 20, 2):
        parts = trace.parts()
        found = farkas(parts, 10.0, k, k)
        if isinstance(found, GaveUp) or any(t.operator == "mod" for t in subterms(*found)):
            continue  # not in the language, or a congruence
        answered += 1
        wanted = language(k, numbers_of(parts))
        rows = [row for interpolant in found for row in rows_of(interpolant)]

        assert [] == broken(parts, found)
        assert all(abs(c) <= k for row in rows for c in row.coefficients.values())
        # Rows and their negations were read: one of the two is meant.
        for row, negation in zip(rows[::2], rows[1::2], strict=True):
            assert any(
                low <= constant <= high
                for constant in (row.constant, negation.constant)
                for low, high in wanted.ranges
            )
    assert answered >= 8


# ---- loops of any length ----


def up(rounds: int) -> Trace:
    """``x`` starts at 0 and goes up; it is never negative."""
    return trace_of(assign(x, integer(0)), *[assign(x, add(x, ONE))] * rounds, assume(lt(x, x0)))


x0 = integer(0)


@pytest.mark.parametrize("rounds", [1, 5, 20])
def test_constants_do_not_grow_with_the_trace(rounds: int) -> None:
    trace = up(rounds)
    found = farkas(trace.parts(), 10.0)

    assert not isinstance(found, GaveUp)
    assert {not_(lt(x, x0))} == {trace.plain(interpolant) for interpolant in found}


def in_step(rounds: int) -> Trace:
    """``x`` and ``y`` go up in step, below 100; at 100 ``y`` has kept up."""
    both = Transition((lt(x, integer(100)),), {x: add(x, ONE), y: add(y, ONE)}, ())
    start = Transition((), {x: x0, y: x0}, ())
    last = assume(and_(not_(lt(x, integer(100))), lt(y, x)))
    return trace_of(start, *[both] * rounds, last)


def test_the_language_prefers_what_relates_variables_to_what_counts_rounds() -> None:
    trace = in_step(12)
    parts = trace.parts()
    restricted, counted = farkas(parts, 10.0), farkas(parts, 10.0, 1000)

    assert not isinstance(restricted, GaveUp)
    assert {le(x, y)} == {trace.plain(interpolant) for interpolant in restricted}
    assert not isinstance(counted, GaveUp)
    assert [] == broken(parts, counted)


def test_small_multipliers_are_found_among_all_rows() -> None:
    """A language without the constant 100 does not count rounds: only ``x <= y`` is left."""
    trace = in_step(6)
    reading = Reading()
    for part, term in enumerate(trace.parts(), 1):
        reading.take(part, Alternative((term,)))
    wanted = language(1, KnownNumbers(frozenset((0, 1))))
    found = small_multipliers(reading.rows, wanted, 10.0)

    assert found is not None
    sums = partial_sums(found, len(trace), wanted)
    assert sums is not None
    assert {le(x, y)} == {trace.plain(formula(row)) for row in sums}


def with_a_factor() -> tuple[Term, ...]:
    both = Transition((), {x: add(x, ONE), y: add(y, integer(2))}, ())
    start = Transition((), {x: x0, y: x0}, ())
    return trace_of(start, *[both] * 8, assume(not_(equal(y, multiply(x, integer(2)))))).parts()


def test_a_relation_with_a_factor_is_in_the_second_language_only() -> None:
    parts = with_a_factor()
    found = farkas(parts, 10.0, 1, 2)

    assert isinstance(farkas(parts, 10.0, 1, 1), GaveUp)
    assert not isinstance(found, GaveUp)
    assert [] == broken(parts, found)


@pytest.mark.parametrize("prime", [2, 3, 7])
def test_what_a_loop_preserves_modulo_a_number_is_found(prime: int) -> None:
    number = integer(prime)
    step = assign(x, add(x, number))
    multiple = assume(equal(x, multiply(y, number)))
    trace = trace_of(assign(x, add(multiply(z, number), ONE)), *[step] * 6, multiple)
    found = farkas(trace.parts(), 10.0)

    assert not isinstance(found, GaveUp)
    assert {equal(modulo(x, number), ONE)} == {trace.plain(i) for i in found}


def test_the_alternatives_of_a_part_are_not_multiplied() -> None:
    rounds = 12
    step = Transition((), {x: ite(p, add(x, ONE), add(x, integer(2)))}, (p,))
    trace = trace_of(assign(x, x0), *[step] * rounds, assume(lt(x, integer(rounds))))
    found = farkas(trace.parts(), 10.0)

    assert not isinstance(found, GaveUp)
    assert [le(integer(i), x) for i in range(rounds + 1)] == [trace.plain(i) for i in found]


# ---- what it does not do ----

f = Function("f", (INT,), INT)
cells = symbol("cells", Array(INT, INT))
REFUSED = {
    "satisfiable": (lt(x, y), lt(y, z)),
    "congruence": (equal(x, y), not_(equal(build.apply(f, x), build.apply(f, y)))),
    "products": (lt(multiply(x, x), x0), le(y, x)),
    "quantifiers": (build.exists([x], lt(x, y)), FALSE),
}


@pytest.mark.parametrize("parts", REFUSED.values(), ids=REFUSED.keys())
def test_what_linear_arithmetic_does_not_refute_is_given_up(parts: tuple[Term, ...]) -> None:
    assert isinstance(farkas(parts, 5.0), GaveUp)


def test_opaque_terms_are_variables() -> None:
    application, cell = build.apply(f, x), build.select(cells, x)
    parts = (and_(lt(application, cell), equal(y, x)), and_(lt(cell, z), p), le(z, application))
    found = farkas(parts, 5.0)

    assert (lt(application, cell), lt(application, z)) == found


def test_truth_values_are_interpolated() -> None:
    q = symbol("q", BOOL)
    parts = (p, equal(p, q), not_(q))

    assert (p, q) == farkas(parts, 5.0)


def test_integers_and_rationals_mix() -> None:
    parts = (lt(build.to_real(x), r), lt(r, real(1)), lt(x0, x))
    found = farkas(parts, 5.0)

    assert not isinstance(found, GaveUp)
    assert [] == broken(parts, found)


def test_no_time_is_a_limit() -> None:
    assert isinstance(FarkasInterpolator().interpolate(up(3).parts(), 0.0), GaveUp)
