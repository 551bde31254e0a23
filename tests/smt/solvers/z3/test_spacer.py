"""Interpolants by Horn clauses: the laws, and what cannot be asked."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from maul.logic import build
from maul.logic.build import and_, equal, integer, lt, not_, symbol
from maul.logic.sorts import BOOL, FLOAT32, INT, Array, BitVec
from maul.logic.terms import FALSE, Function
from maul.smt import catalogue
from maul.smt.protocols import TIME_LIMIT, GaveUp, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from maul.smt.solvers.z3.spacer import SpacerInterpolator
from tests.interpolate.traces import infeasible
from tests.smt.sequence_laws import broken

if TYPE_CHECKING:
    from maul.logic.terms import Term

i, j, k = (symbol(name, INT) for name in "ijk")
p, q = (symbol(name, BOOL) for name in "pq")
x, y, z = (symbol(name, BitVec(8)) for name in "xyz")
cells, more = (symbol(name, Array(INT, INT)) for name in ("cells", "more"))
f, g = Function("f", (INT,), INT), Function("g", (INT, INT), INT)
ONE = integer(1)
SPACER = SpacerInterpolator()


def byte(number: int) -> Term:
    return build.bit_vector(number, 8)


EXAMPLES = {
    "numbers": (lt(i, j), lt(j, k), lt(k, i)),
    "one part": (lt(i, i),),
    "nothing shared": (lt(i, integer(3)), and_(lt(j, k), lt(k, j)), lt(i, i)),
    "truth values": (p, equal(p, q), not_(q)),
    "rationals": (
        build.lt(symbol("r", build.real(0).sort), build.real(0)),
        build.lt(build.real(1), symbol("r", build.real(0).sort)),
    ),
    "bits": (
        equal(x, byte(1)),
        equal(y, build.bv_shl(x, byte(1))),
        equal(build.extract(y, 0, 0), build.bit_vector(1, 1)),
    ),
    "remainders": (
        build.bv_ult(build.bv_urem(x, y), z),
        build.bv_ult(z, byte(9)),
        build.bv_ult(byte(10), build.bv_urem(x, y)),
    ),
    "quotients": (
        build.bv_ult(build.bv_udiv(x, y), z),
        build.bv_ult(z, byte(9)),
        build.bv_ult(byte(10), build.bv_udiv(x, y)),
    ),
    "arrays": (
        equal(more, build.store(cells, i, ONE)),
        equal(i, j),
        lt(build.select(more, j), ONE),
    ),
    "a function": (equal(i, j), lt(build.apply(f, i), k), lt(k, build.apply(f, j))),
    "a function of two": (
        equal(i, j),
        equal(build.apply(g, i, k), ONE),
        equal(build.apply(g, j, k), integer(2)),
    ),
    "odd names": (
        lt(symbol("a|b", INT), symbol("let", INT)),
        lt(symbol("let", INT), symbol("a|b", INT)),
    ),
    "a name of two sorts": (
        and_(lt(symbol("n", INT), i), symbol("n", BOOL)),
        and_(lt(i, symbol("n", INT)), symbol("n", BOOL)),
    ),
}


@pytest.mark.parametrize("parts", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_interpolants_obey_the_laws(parts: tuple[Term, ...]) -> None:
    found = SPACER.interpolate(parts, 10.0)

    assert not isinstance(found, GaveUp), found
    assert [] == broken(parts, found)


@pytest.mark.parametrize("family", ["linear", "ite", "mod", "bytes"])
def test_interpolants_of_random_parts_obey_the_laws(family: str) -> None:
    answers = [
        (trace.parts(), SPACER.interpolate(trace.parts(), 5.0))
        for trace in infeasible(family, 12, 1)
    ]
    found = [(parts, answer) for parts, answer in answers if not isinstance(answer, GaveUp)]

    assert len(found) >= 10
    assert [] == [complaint for parts, answer in found for complaint in broken(parts, answer)]


def random_functions(rng: random.Random) -> tuple[Term, ...]:
    """Parts of equations between applications of two functions."""
    symbols = [symbol(f"n{number}", INT) for number in range(4)]

    def term() -> Term:
        one, other = rng.choice(symbols), rng.choice(symbols)
        return rng.choice((one, build.apply(f, one), build.apply(g, one, other)))

    facts = [equal(term(), term()) for _ in range(4)]
    return (*facts, not_(equal(term(), term())))


def test_interpolants_with_functions_obey_the_laws() -> None:
    rng = random.Random(5)
    drawn = [random_functions(rng) for _ in range(150)]
    unsatisfiable = [parts for parts in drawn if isinstance(Z3Prover().check(parts), Unsat)][:10]
    answers = [(parts, SPACER.interpolate(parts, 5.0)) for parts in unsatisfiable]
    found = [(parts, answer) for parts, answer in answers if not isinstance(answer, GaveUp)]

    assert len(found) >= 7
    assert [] == [complaint for parts, answer in found for complaint in broken(parts, answer)]


number = symbol("number", FLOAT32)
REFUSED = {
    "satisfiable": ((lt(i, j), lt(j, k)), "satisfiable"),
    "satisfiable arrays": ((equal(more, cells), lt(build.select(more, i), j)), "satisfiable"),
    "floats": ((build.fp_is_nan(number), not_(build.fp_is_nan(number))), "floats"),
    "quantifiers": ((build.exists([i], lt(i, j)), FALSE), "quantifiers"),
}


@pytest.mark.parametrize(("parts", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_answered_is_given_up(parts: tuple[Term, ...], why: str) -> None:
    found = SPACER.interpolate(parts, 10.0)

    assert isinstance(found, GaveUp)
    assert why in found.reason


def test_limits_hold() -> None:
    # The factors of the product of two large primes: no solver finds them.
    a, b = (symbol(name, BitVec(64)) for name in "ab")
    product = build.bv_mul(build.zero_extend(a, 64), build.zero_extend(b, 64))
    c = symbol("c", BitVec(128))
    one = build.bit_vector(1, 64)
    hard = (
        equal(product, c),
        equal(c, build.bit_vector((2**61 - 1) * (2**61 - 31), 128)),
        build.and_(build.bv_ult(one, a), build.bv_ult(one, b)),
    )

    assert TIME_LIMIT == SPACER.interpolate(hard, 0.3)
    assert TIME_LIMIT == SPACER.interpolate(EXAMPLES["numbers"], 0.0)


def test_the_catalogue_knows_it() -> None:
    assert "spacer" == catalogue.interpolator("spacer").name
