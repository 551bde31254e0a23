"""Every prover reports its questions, whoever made it."""

import threading

import pytest

from maul.events import Queried
from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    bit_vector,
    bits_to_fp,
    equal,
    fp_is_nan,
    not_,
    or_,
)
from maul.logic.build.core import symbol
from maul.logic.sorts import BOOL, FLOAT32, BitVec
from maul.smt import catalogue
from maul.smt.catalogue import prover
from maul.smt.choose import prover_for
from maul.smt.observed import observed_by
from maul.smt.theories import FLOATS, PLAIN
from tests.smt.provers import PROVERS

P: Term = symbol("p", BOOL)


SOLVERS = [name for name in PROVERS if name in catalogue.SOLVERS]


@pytest.mark.parametrize("name", SOLVERS)
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


@pytest.mark.parametrize("name", PROVERS)
def test_a_question_is_reported_with_its_theory(name: str) -> None:
    number, byte = symbol("f", FLOAT32), symbol("b", BitVec(8))
    plain, floats = equal(byte, bit_vector(3, 8)), fp_is_nan(number)
    heard: list[Queried] = []
    asked = PROVERS[name](20.0)
    if not {"Float", "BitVec"} <= asked.capabilities.theories:
        pytest.skip(f"{name} does not know floats and bit-vectors")
    with observed_by(heard.append):
        asked.check((plain,))
        asked.check((or_(plain, floats),))
        asked.push()
        asked.assert_(floats)
        asked.check((plain,))
        asked.pop()
        asked.check((plain,))

    assert [PLAIN, FLOATS, FLOATS, PLAIN] == [each.theory for each in heard]


def test_a_float_inside_is_found_where_no_symbol_is_one() -> None:
    bits = symbol("word", BitVec(32))
    heard: list[Queried] = []
    with observed_by(heard.append):
        prover_for((P,)).check((fp_is_nan(bits_to_fp(bits, FLOAT32)),))

    assert {FLOATS} == {each.theory for each in heard}


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
