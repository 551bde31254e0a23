"""A prover in a worker is the same as one here, whatever becomes of the worker."""

from __future__ import annotations

import random

import pytest

from maul.logic.build import Term, add, equal, integer, le, lt, not_, symbol
from maul.logic.sorts import INT
from maul.smt import isolated
from maul.smt.catalogue import prover
from maul.smt.isolated import IsolatedProver
from maul.smt.protocols import Sat, Unsat
from maul.smt.solvers.cvc5.capabilities import CAPABILITIES
from maul.smt.solvers.cvc5.prover import Cvc5Prover
from maul.smt.solvers.z3.prover import Z3Prover
from maul.smt.worker import warm_worker

X, Y, Z = (symbol(name, INT) for name in "xyz")


def random_term(chooser: random.Random) -> Term:
    one, other = chooser.sample([X, Y, Z], 2)
    sum_ = add(other, integer(chooser.randint(-2, 2)))
    return chooser.choice([equal, le, lt])(one, sum_)


@pytest.mark.parametrize("seed", range(6))
def test_commands_in_any_order_have_the_answers_of_a_prover_here(seed: int) -> None:
    chooser = random.Random(seed)
    here, there = Z3Prover(), prover("cvc5")
    levels = 0
    for _ in range(60):
        match chooser.choice(("assert", "push", "pop", "check", "check", "kill")):
            case "assert":
                term = random_term(chooser)
                here.assert_(term)
                there.assert_(term)
            case "push":
                here.push()
                there.push()
                levels += 1
            case "pop" if levels:
                here.pop()
                there.pop()
                levels -= 1
            case "check":
                assumed = [random_term(chooser) for _ in range(chooser.randint(0, 3))]
                one = here.check(assumed, seconds=20.0)
                other = there.check(assumed, core=True, seconds=20.0)
                assert type(one) is type(other)
                if isinstance(other, Unsat):
                    assert isinstance(here.check(other.core), Unsat)
            case "kill" if chooser.random() < 0.2:
                warm_worker().kill()


def test_a_worker_that_forgets_a_prover_is_told_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int | None] = []
    send = IsolatedProver._sent

    def noted(self: IsolatedProver, assumed: list[Term], limit: float, *, core: bool) -> object:
        sent.append(self._told)
        return send(self, assumed, limit, core=core)

    monkeypatch.setattr(IsolatedProver, "_sent", noted)
    first = prover("cvc5")
    first.assert_(lt(X, Y))
    for _ in range(2):
        assert isinstance(first.check((lt(Y, X),), seconds=20.0), Unsat)
    assert [None, 1] == sent
    for number in range(isolated.MOST_KEPT):
        other = prover("cvc5")
        other.assert_(equal(X, integer(number)))
        assert isinstance(other.check(seconds=20.0), Sat)
    del sent[:]

    assert isinstance(first.check((lt(Y, X),), seconds=20.0), Unsat)
    assert [1, None] == sent


def test_a_level_that_nobody_asked_about_is_not_sent() -> None:
    proved = IsolatedProver("cvc5", CAPABILITIES, Cvc5Prover)
    proved.assert_(lt(X, Y))
    proved.push()
    proved.assert_(lt(Y, X))
    proved.pop()

    assert [("assert", lt(X, Y))] == proved._new
    assert isinstance(proved.check((not_(lt(Y, X)),), seconds=20.0), Sat)
