"""The catalogue of solvers: one line each, and nothing is loaded before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from maul.errors import BadInput
from maul.smt.catalogue import (
    ENGINES,
    SEARCHERS,
    SOLVERS,
    arithmetic_for,
    demand_installed,
    interpolator,
    searcher,
    solvers,
)
from maul.smt.choose import CHECKERS
from maul.smt.protocols import THEORIES


@pytest.mark.parametrize("name", list(SOLVERS))
def test_a_solver_has_the_name_it_is_listed_under(name: str) -> None:
    solver = SOLVERS[name]

    assert name == solver.name
    assert solver.capabilities.theories.issubset(THEORIES)
    assert bool(solver.capabilities.interpolation) <= (solver.interpolator is not None)


def test_those_that_may_be_wanted_say_what_they_are_good_at() -> None:
    found = {solver.name: solver.search for solver in SOLVERS.values() if solver.search is not None}

    assert SEARCHERS == tuple(found)
    for name, search in found.items():
        assert search.theories <= SOLVERS[name].capabilities.theories


def test_those_that_check_are_solvers() -> None:
    assert {name for panel in CHECKERS.values() for name in panel} <= set(SOLVERS)


def test_every_solver_is_shown_once_in_the_order_of_the_catalogue() -> None:
    assert list(SOLVERS) == [entry.name for entry in solvers()]


def test_arithmetic_suits_the_solver() -> None:
    assert ["bv", "bv", "int", "bv"] == [
        arithmetic_for(name) for name in (None, "z3", "smtinterpol", "nobody")
    ]


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no solver foo; maul knows z3, bitwuzla, cvc5"):
        demand_installed("foo")
    with pytest.raises(BadInput, match="no search with the solver princess; there are z3"):
        searcher("princess")
    with pytest.raises(BadInput, match="z3 does not interpolate"):
        interpolator("z3")
    with pytest.raises(BadInput, match="yices does not interpolate"):
        interpolator("yices")


def test_an_engine_interpolates_and_is_no_solver_of_its_own() -> None:
    assert list(ENGINES) == [interpolator(name).name for name in ENGINES]
    assert set(ENGINES).isdisjoint(SOLVERS)


def test_the_catalogue_loads_no_solver() -> None:
    code = (
        "import sys, maul.smt.catalogue as c\n"
        "found = [m for m in sys.modules if m.startswith('maul.smt.')]\n"
        "names = [solver.name for solver in c.SOLVERS.values()]\n"
        "vendors = ('z3', 'bitwuzla', 'cvc5', 'maul.smt.solvers.z3.library')\n"
        "print(sorted(found), [m for m in vendors if m in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert "['maul.smt.catalogue', 'maul.smt.solver'] []" == answer.stdout.strip()
