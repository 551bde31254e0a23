"""Entailments: shown, not shown, and remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.domains.questions import Questions
from maul.errors import LimitReached
from maul.logic.build import (
    FALSE,
    TRUE,
    and_,
    bit_vector,
    bv_ule,
    equal,
    integer,
    le,
    multiply,
    not_,
    or_,
    symbol,
)
from maul.logic.sorts import INT, BitVec
from maul.logic.trace import Block
from maul.logic.transition import assume
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.protocols import Sat, Unsat
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.terms import Term
    from maul.smt.protocols import Prover

X, Y = symbol("x", BitVec(8)), symbol("y", BitVec(8))
SMALL, SMALLER = bv_ule(X, bit_vector(9, 8)), bv_ule(X, bit_vector(3, 8))


def test_what_follows_is_shown() -> None:
    questions = Questions(prover_for, Run(20))

    assert questions.entails(SMALLER, SMALL)
    assert not questions.entails(SMALL, SMALLER)
    assert questions.entails(and_(SMALLER, equal(X, Y)), and_(equal(X, Y), SMALL))
    assert questions.entails(SMALL, or_(equal(X, Y), SMALL))
    assert not questions.entails(SMALL, and_(SMALL, not_(equal(X, Y))))
    assert questions.entails(FALSE, SMALL)
    assert questions.entails(SMALL, TRUE)
    assert not questions.entails(TRUE, SMALL)


def test_a_question_is_asked_once() -> None:
    made: list[Prover] = []

    def make(terms: Iterable[Term]) -> Prover:
        made.append(prover_for(terms))
        return made[-1]

    questions = Questions(make, Run(20))

    assert questions.entails(SMALLER, SMALL)
    made[0].assert_(FALSE)  # now everything would follow
    assert not Questions(prover_for, Run(20)).entails(SMALL, SMALLER)
    assert questions.entails(SMALLER, SMALL)
    assert 1 == len(made)


def test_the_prover_of_a_block_knows_its_guards() -> None:
    questions = Questions(prover_for, Run(20))
    block = Block("a", "b", assume(SMALLER))
    prover = questions.prover_for_block(block)

    assert prover is questions.prover_for_block(block)
    assert isinstance(questions.ask(prover), Sat)
    assert isinstance(questions.ask(prover, (not_(SMALL),)), Unsat)


def test_nothing_is_asked_when_time_is_over() -> None:
    with pytest.raises(LimitReached, match="time limit"):
        Questions(prover_for, Run(0)).ask(Z3Prover())


def test_products_of_unknown_integers_have_a_prover_of_their_own() -> None:
    made: list[tuple[Term, ...]] = []

    def make(terms: Iterable[Term]) -> Prover:
        made.append(tuple(terms))
        return Z3Prover()

    a, b = symbol("a", INT), symbol("b", INT)
    questions = Questions(make, Run())
    questions.prover_for((le(a, integer(3)),))
    questions.prover_for((le(multiply(a, b), integer(3)),))
    questions.prover_for((le(multiply(integer(2), a), integer(3)),))

    assert 2 == len(made)
