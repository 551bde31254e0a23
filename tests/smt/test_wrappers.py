"""Provers around provers."""

from __future__ import annotations

import time

import pytest

from maul.errors import BadInput
from maul.formula import build
from maul.smt import catalogue
from maul.smt.cores import minimal_core
from maul.smt.protocols import GaveUp, Sat, Unsat
from maul.smt.values import decimal, fraction_of, integer_of
from maul.smt.wrappers import Budget, BudgetedProver, CachedProver, CountedProver, Query
from maul.smt.z3_backend import Z3Prover
from tests.smt.formulas import p, q, word, x, y
from tests.smt.test_provers import hard

SMALL, LARGE = build.bv_ult(x, word(3)), build.bv_ult(word(5), x)


def test_every_check_is_counted() -> None:
    queries: list[Query] = []
    prover = CountedProver(Z3Prover(5.0), queries.append)
    prover.check((SMALL,))
    prover.check((SMALL, LARGE))
    prover.implies(SMALL, LARGE)
    prover.check((SMALL,), seconds=0)

    assert ["sat", "unsat", "sat", "gave up"] == [query.outcome for query in queries]
    assert {"z3"} == {query.prover for query in queries}
    assert all(query.seconds >= 0 for query in queries)


def test_no_question_is_asked_twice() -> None:
    queries: list[Query] = []
    prover = CachedProver(CountedProver(Z3Prover(5.0), queries.append))
    prover.push()
    prover.assert_(SMALL)
    first = [prover.check((p, LARGE), core=True), prover.implies(p, SMALL), prover.implies(p, q)]
    asked = len(queries)
    prover.pop()
    prover.push()
    prover.assert_(SMALL)
    second = [prover.check((p, LARGE), core=True), prover.implies(p, SMALL), prover.implies(p, q)]

    assert first == second == [Unsat((LARGE,)), True, False]
    assert asked == len(queries)
    assert Unsat((LARGE,)) == prover.check((LARGE, p))
    prover.pop()
    assert isinstance(prover.check((p, LARGE)), Sat)
    assert not prover.implies(p, SMALL)


def test_a_budget_is_shared() -> None:
    budget = Budget(0.3)
    provers = [BudgetedProver(Z3Prover(60.0), budget) for _ in range(3)]
    start = time.monotonic()
    answers = [prover.check(hard(64)) for prover in provers]

    assert [GaveUp("time limit")] * 3 == answers
    assert time.monotonic() - start < 1.3


def test_the_own_limit_of_a_prover_holds_within_a_budget() -> None:
    prover = BudgetedProver(Z3Prover(0.2), Budget(60.0))
    start = time.monotonic()

    assert GaveUp("time limit") == prover.check(hard(64))
    assert time.monotonic() - start < 1.2


def test_nothing_can_be_left_out_of_a_minimal_core() -> None:
    prover = Z3Prover(5.0)
    chain = [build.bv_ult(x, y), SMALL, build.bv_ult(y, x), LARGE, build.equal(x, y), p]
    core = minimal_core(prover, chain)

    assert core is not None
    assert isinstance(prover.check(core), Unsat)
    for term in core:
        assert isinstance(prover.check([other for other in core if other is not term]), Sat)
    assert minimal_core(prover, [p, q]) is None


def test_the_catalogue_tells_what_is_installed_and_makes_it() -> None:
    listed = {solver.name: solver for solver in catalogue.solvers()}

    assert {"z3", "bitwuzla", "cvc5", "smtinterpol", "princess"} <= set(listed)
    for name in ("z3", "bitwuzla", "cvc5"):
        assert listed[name].installed
        assert listed[name].version
        assert isinstance(catalogue.prover(name, 10.0).check((p, build.not_(p))), Unsat)
    with pytest.raises(BadInput, match="there is no solver z4; maul knows z3"):
        catalogue.prover("z4")


@pytest.mark.parametrize("number", [0, -7, 10**4000, -(10**4000) + 1, 10**12_345 + 17], ids="abcde")
def test_decimal_texts_of_any_length_come_back(number: int) -> None:
    assert number == integer_of(decimal(number))
    assert number == fraction_of(f"{decimal(number)}/1")
