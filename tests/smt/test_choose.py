from __future__ import annotations

import pytest

from maul.logic import build
from maul.logic.build import Term, equal, symbol
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, REAL, Array, BitVec, Float, Sort
from maul.smt.choose import preferring, prover_for
from maul.smt.isolated import IsolatedProver
from maul.smt.protocols import Sat, Unsat
from tests.smt.provers import PROVERS

WORD = BitVec(32)


def about(sort: Sort) -> Term:
    return equal(symbol("x", sort), symbol("y", sort))


@pytest.mark.parametrize("sort", [FLOAT32, FLOAT64, Float(5, 11), Array(WORD, FLOAT32)], ids=str)
def test_floats_go_to_bitwuzla(sort: Sort) -> None:
    read = build.fp_is_nan(symbol("f", FLOAT32))

    assert "bitwuzla" == prover_for((about(sort), read, about(WORD))).name


@pytest.mark.parametrize("sort", [BOOL, INT, WORD, Array(INT, FLOAT32), Float(3, 4)], ids=str)
def test_everything_else_goes_to_z3(sort: Sort) -> None:
    assert "z3" == prover_for((about(sort),)).name


def test_what_bitwuzla_does_not_know_goes_to_z3_with_its_floats() -> None:
    floats = about(FLOAT32)
    quantified = build.exists([symbol("x", WORD)], about(WORD))

    assert "z3" == prover_for((floats, about(INT))).name
    assert "z3" == prover_for((floats, about(Float(15, 64)))).name
    assert "z3" == prover_for((floats, quantified)).name


@pytest.mark.parametrize(
    ("term", "is_isolated"),
    [
        (build.multiply(symbol("x", INT), symbol("y", INT)), True),
        (build.modulo(symbol("x", INT), symbol("y", INT)), True),
        (build.multiply(symbol("x", INT), build.integer(3)), False),
        (build.modulo(symbol("x", INT), build.integer(3)), False),
        (build.bv_mul(symbol("x", WORD), symbol("y", WORD)), False),
    ],
)
def test_products_of_unknown_integers_cannot_crash_anything(
    term: Term, *, is_isolated: bool
) -> None:
    prover = prover_for((equal(term, term), build.equal(term, symbol("z", term.sort))))

    assert is_isolated == isinstance(prover, IsolatedProver)
    assert "z3" == prover.name


def test_no_terms_are_no_problem() -> None:
    assert "z3" == prover_for(()).name


# ---- a solver that is wanted ----

WANTED = [
    *("z3", "bitwuzla", "cvc5"),
    pytest.param(
        "smtinterpol",
        marks=pytest.mark.skipif(
            "smtinterpol" not in PROVERS, reason="needs: maul solvers install smtinterpol"
        ),
    ),
    pytest.param(
        "yices",
        marks=pytest.mark.skipif(
            "yices" not in PROVERS, reason="needs: maul solvers install yices"
        ),
    ),
]
KNOWN: dict[str, tuple[Sort, ...]] = {
    "z3": (BOOL, INT, REAL, WORD, FLOAT32, Float(3, 4), Array(INT, WORD)),
    "bitwuzla": (BOOL, WORD, FLOAT64, Array(WORD, FLOAT32)),
    "cvc5": (BOOL, INT, REAL, WORD, FLOAT32, Array(INT, WORD)),
    "smtinterpol": (BOOL, INT, REAL, Array(INT, Array(INT, INT))),
    "yices": (BOOL, INT, REAL, WORD, Array(INT, WORD)),
}
UNKNOWN: dict[str, tuple[Sort, ...]] = {
    "z3": (),
    "bitwuzla": (INT, REAL, Float(3, 4), Array(INT, WORD)),
    "cvc5": (Float(3, 4), Array(WORD, Float(15, 64))),
    "smtinterpol": (WORD, FLOAT32, Array(INT, WORD)),
    "yices": (FLOAT32, Float(3, 4), Array(WORD, FLOAT32)),
}


@pytest.mark.parametrize("solver", WANTED)
def test_a_solver_that_is_wanted_is_asked_what_it_knows(solver: str) -> None:
    make = preferring(solver)
    asked = {sort: make((about(sort),)).name for sort in KNOWN[solver]}
    passed = {sort: make((about(sort),)).name for sort in UNKNOWN[solver]}

    assert dict.fromkeys(KNOWN[solver], solver) == asked
    assert {sort: prover_for((about(sort),)).name for sort in UNKNOWN[solver]} == passed
    assert solver not in passed.values()


def test_when_nobody_is_wanted_it_is_what_suits() -> None:
    make = preferring(None)

    assert ["z3", "z3", "bitwuzla"] == [make((about(sort),)).name for sort in (INT, WORD, FLOAT32)]


@pytest.mark.parametrize("solver", WANTED)
@pytest.mark.parametrize("sort", [INT, WORD, FLOAT32], ids=str)
def test_what_a_wanted_solver_does_not_know_is_asked_of_another(solver: str, sort: Sort) -> None:
    # The prover is made for the first term, and meets the others later.
    made = about(WORD) if solver == "bitwuzla" else about(INT)
    x, y = symbol("x", sort), symbol("y", sort)
    prover = preferring(solver)((made,))
    prover.push()
    prover.assert_(equal(x, y))

    assert isinstance(prover.check((build.not_(equal(y, x)),), seconds=20.0), Unsat)
    assert isinstance(prover.check((equal(y, x),), seconds=20.0), Sat)
    prover.pop()


@pytest.mark.parametrize("solver", WANTED)
def test_a_wanted_solver_finds_cores(solver: str) -> None:
    sort = WORD if solver == "bitwuzla" else INT
    x, y, z, u, v = (symbol(name, sort) for name in "xyzuv")
    parts = (equal(x, y), equal(x, z), build.not_(equal(y, z)), equal(u, v))
    answer = preferring(solver)(parts).check(parts, core=True, seconds=20.0)

    assert Unsat(parts[:3]) == answer
