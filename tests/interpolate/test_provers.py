from __future__ import annotations

import pytest

from maul.formula import build
from maul.formula.build import Term, equal, symbol
from maul.formula.sorts import BOOL, FLOAT32, FLOAT64, INT, Array, BitVec, Float, Sort
from maul.interpolate.provers import prover_for

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


def test_no_terms_are_no_problem() -> None:
    assert "z3" == prover_for(()).name
