"""Questions about one path after the other, against a solver that is asked about each anew."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.interpolate.safety_error import PathQuestions
from maul.logic.build import TRUE, add, gt, integer, le, not_, symbol
from maul.logic.sorts import INT
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume
from maul.smt.choose import prover_for
from maul.smt.protocols import Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.explore.hand_built import atom, transition_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.terms import Term
    from maul.smt.protocols import Prover

X = symbol("x", INT)


def is_possible(path: tuple[Block, ...], after: Term = TRUE) -> bool:
    """Whether an execution takes a path, after which a term is true."""
    whole = Trace((*path, Block("end", "after", assume(after))))
    return not isinstance(Z3Prover().check(whole.parts()), Unsat)


def test_the_answers_are_those_of_a_solver_that_begins_anew() -> None:
    random, paths = Random(17), PathQuestions(prover_for)
    blocks = [Block(0, 0, transition_of(random)) for _ in range(8)]
    path: tuple[Block, ...] = ()
    for _ in range(120):
        path = (*path[: random.randint(0, len(path))], random.choice(blocks), random.choice(blocks))
        path, goal = path[:6], atom(random)

        assert is_possible(path) == paths.is_feasible(path)
        assert is_possible(path) != paths.is_infeasible(path)
        if is_possible(path):
            assert is_possible(path, not_(goal)) != paths.implies(path, goal)


def test_what_a_path_makes_constant_is_not_asked() -> None:
    paths = PathQuestions(prover_for)
    path = (Block(0, 1, Transition((), {X: integer(1)}, ())), Block(1, 2, assign(X, add(X, X))))

    assert paths.implies(path, le(X, integer(2)))
    assert not paths.implies(path, gt(X, integer(2)))
    assert paths.is_infeasible((*path, Block(2, 3, assume(gt(X, integer(2))))))
    assert 0 == paths.asked


def test_a_path_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Term] = []

    def watched(terms: Iterable[Term]) -> Prover:
        prover = prover_for(terms)
        demand = prover.assert_

        def demanded(term: Term) -> None:
            told.append(term)
            demand(term)

        monkeypatch.setattr(prover, "assert_", demanded)
        return prover

    paths = PathQuestions(watched)
    path = tuple(Block(i, i + 1, assume(gt(X, integer(i)))) for i in range(5))
    for end in range(1, 6):
        assert paths.is_feasible(path[:end])
    assert 5 == len(told)
    assert paths.is_feasible((*path[:4], Block(4, 5, assume(le(X, integer(9))))))
    assert 6 == len(told)
