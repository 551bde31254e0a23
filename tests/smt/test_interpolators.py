"""The laws of interpolators and eliminators, checked with a prover."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from maul.formula import build
from maul.formula.sorts import INT, Array, BitVec
from maul.formula.terms import FALSE, TRUE
from maul.formula.walk import free_symbols, has_quantifier
from maul.smt import catalogue
from maul.smt.protocols import GaveUp, Sat, Unsat
from maul.smt.z3_backend import Z3Prover
from maul.smt.z3_eliminator import Z3Eliminator

if TYPE_CHECKING:
    from maul.formula.terms import Term

B8 = BitVec(8)
i, j, k = (build.symbol(name, INT) for name in "ijk")
x, y, z = (build.symbol(name, B8) for name in "xyz")
cells = build.symbol("cells", Array(INT, INT))
ONE = build.integer(1)


def byte(number: int) -> Term:
    return build.bit_vector(number, 8)


VECTORS = (
    build.equal(x, byte(1)),
    build.equal(y, build.bv_add(x, byte(1))),
    build.equal(y, build.bv_add(x, byte(1))),
    build.equal(z, build.bv_add(y, byte(1))),
    build.bv_ult(z, byte(2)),
)
NUMBERS = (build.lt(i, j), build.lt(j, k), build.le(k, i))


@pytest.mark.parametrize(
    ("name", "parts"), [("bitwuzla", VECTORS), ("cvc5", VECTORS), ("cvc5", NUMBERS)]
)
def test_interpolants_are_inductive_and_speak_of_what_is_shared(
    name: str, parts: tuple[Term, ...]
) -> None:
    found = catalogue.interpolator(name).interpolate(parts, 20.0)

    assert not isinstance(found, GaveUp), found
    assert len(parts) - 1 == len(found)
    sequence = (TRUE, *found, FALSE)
    prover = Z3Prover(10.0)
    for place, part in enumerate(parts):
        assert prover.implies(build.and_(sequence[place], part), sequence[place + 1])
    for cut, interpolant in enumerate(found, 1):
        before = free_symbols(build.and_(*parts[:cut]))
        after = free_symbols(build.and_(*parts[cut:]))
        assert {*free_symbols(interpolant)} <= {*before} & {*after}


@pytest.mark.parametrize("name", ["bitwuzla", "cvc5"])
def test_satisfiable_parts_and_short_limits_are_given_up(name: str) -> None:
    interpolator = catalogue.interpolator(name)
    start = time.monotonic()

    assert isinstance(interpolator.interpolate(VECTORS[:3], 1.0), GaveUp)
    assert isinstance(interpolator.interpolate(VECTORS, 0.0), GaveUp)
    assert time.monotonic() - start < 2.0


QUANTIFIED = (
    build.exists([i], build.and_(build.lt(j, i), build.lt(i, k))),
    build.forall([i], build.or_(build.le(i, j), build.le(k, i))),
    build.exists([i], build.equal(build.multiply(i, build.integer(2)), j)),
    build.exists([i], build.equal(i, build.add(j, ONE))),
    build.and_(build.lt(k, j), build.exists([i], build.and_(build.lt(i, j), build.lt(k, i)))),
    build.exists([i], build.forall([k], build.or_(build.le(k, i), build.lt(j, k)))),
    build.exists([i], build.equal(build.select(cells, j), i)),
)


@pytest.mark.parametrize("term", QUANTIFIED, ids=str)
def test_an_eliminated_term_is_equivalent(term: Term) -> None:
    found = Z3Eliminator().eliminate(term, 10.0)

    assert not isinstance(found, GaveUp), found
    assert not has_quantifier(found)
    assert {*free_symbols(found)} <= {*free_symbols(term)}
    different = build.xor(term, found)
    answers = [catalogue.prover(name, 2.0).check((different,)) for name in ("z3", "cvc5")]
    assert not any(isinstance(answer, Sat) for answer in answers)
    assert any(isinstance(answer, Unsat) for answer in answers)


def test_arrays_are_not_eliminated_wrongly() -> None:
    differ = build.distinct(build.select(cells, j), build.select(cells, k))

    assert isinstance(Z3Eliminator().eliminate(build.exists([cells], differ), 5.0), GaveUp)


def test_an_elimination_that_takes_too_long_is_given_up() -> None:
    start = time.monotonic()
    equation = build.equal(build.bv_mul(x, build.bv_mul(x, y)), build.bv_urem(z, x))
    found = Z3Eliminator().eliminate(build.exists([x], equation), 0.3)

    assert isinstance(found, GaveUp) or not has_quantifier(found)
    assert time.monotonic() - start < 1.3
