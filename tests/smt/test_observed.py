"""Every prover reports its questions, whoever made it."""

import threading

import pytest

from maul.events import Queried
from maul.logic.build import FALSE, TRUE, Term, not_
from maul.logic.build.core import symbol
from maul.logic.sorts import BOOL
from maul.smt.catalogue import prover
from maul.smt.choose import prover_for
from maul.smt.observed import observed_by

P: Term = symbol("p", BOOL)


@pytest.mark.parametrize("name", ["z3", "bitwuzla", "cvc5"])
def test_a_question_is_reported_with_its_outcome(name: str) -> None:
    heard: list[Queried] = []
    with observed_by(heard.append):
        asked = prover(name, 20.0)
        asked.assert_(P)
        asked.check()
        asked.check((not_(P),))
    asked.check()

    assert [(name, "sat"), (name, "unsat")] == [(each.prover, each.outcome) for each in heard]
    assert all(each.seconds > 0 for each in heard)


def test_a_relay_reports_the_prover_that_was_asked() -> None:
    heard: list[Queried] = []
    with observed_by(heard.append):
        prover_for((P,)).check((P,))

    assert ["z3"] == [each.prover for each in heard]


def test_another_thread_is_another_context() -> None:
    heard: list[Queried] = []
    with observed_by(heard.append):
        thread = threading.Thread(target=lambda: prover("z3").check((TRUE, FALSE)))
        thread.start()
        thread.join()

    assert [] == heard
