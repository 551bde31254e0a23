"""From traces to interpolants and back: the laws of every source, and what solvers are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.interpolate.cores import infeasible_core
from maul.interpolate.craig import craig
from maul.interpolate.farkas.interpolants import FarkasInterpolator
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE, TRUE, add, equal, integer, lt, not_, symbol
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT
from maul.logic.transition import Transition, assign, assume, havoc
from maul.smt.catalogue import interpolator
from maul.smt.choose import prover_for
from maul.smt.protocols import Capabilities, GaveUp
from tests.interpolate import traces
from tests.interpolate.traces import infeasible, shared_vocabulary, trace_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term
    from maul.logic.trace import Trace
    from maul.smt.protocols import Interpolator

x, y, z = (symbol(name, INT) for name in "xyz")
ONE = integer(1)
COUNT = 8


def source(name: str) -> Interpolator:
    """An interpolator by name."""
    return FarkasInterpolator() if name == "farkas" else interpolator(name)


def core_of(trace: Trace) -> Trace:
    return infeasible_core(trace, prover_for(trace.parts()), 5.0) or trace


def broken(trace: Trace, assertions: tuple[Term, ...]) -> list[str]:
    """The laws a sequence breaks, that of the vocabulary included."""
    refuted = Refuted(trace, assertions, "test")
    complaints = list(refuted.broken_laws(prover_for((*trace.parts(), *assertions)), 10.0))
    for position, assertion in enumerate(assertions):
        if not shared_vocabulary(trace, position).issuperset(free_symbols(assertion)):
            complaints.append(f"vocabulary {position}")
    return complaints


# Solvers, theories, how many random traces, and how many of them are answered at least.
SOURCES = [
    *[("spacer", family, COUNT, COUNT - 1) for family in ("linear", "ite", "mod", "bytes")],
    *[("farkas", family, COUNT, COUNT - 1) for family in ("linear", "ite", "mod")],
    ("bitwuzla", "bytes", COUNT, COUNT - 1),
    ("bitwuzla", "words", COUNT, COUNT - 1),
    ("bitwuzla", "memory", COUNT, COUNT // 2),
    ("cvc5", "linear", COUNT, COUNT // 2),
    ("cvc5", "floats", 3, 1),
]


@pytest.mark.parametrize(("name", "family", "count", "least"), SOURCES)
def test_assertions_obey_the_laws(name: str, family: str, count: int, least: int) -> None:
    engine = source(name)
    found = []
    for trace in infeasible(family, count, 1):
        assertions = craig(core_of(trace), engine, 1.0)
        if not isinstance(assertions, GaveUp):
            found.append(broken(trace, assertions))

    assert len(found) >= least
    assert [] == [complaint for complaints in found for complaint in complaints]


def test_most_assertions_about_arrays_obey_the_laws() -> None:
    """Spacer has been seen to be wrong here: this is why sequences are verified."""
    answers = [
        (trace, craig(core_of(trace), source("spacer"), 1.0))
        for trace in infeasible("arrays", COUNT, 2)
    ]
    found = [(trace, answer) for trace, answer in answers if not isinstance(answer, GaveUp)]
    right = [trace for trace, answer in found if not broken(trace, answer)]

    assert len(right) >= COUNT // 2


@pytest.mark.parametrize("name", ["spacer", "farkas"])
@pytest.mark.parametrize(
    "trace",
    [
        traces.overwritten(),
        traces.lock_at_once(),
        traces.lock_after_unlock(),
        traces.lock_without_unlock(),
        traces.flag_after_loop(3),
    ],
)
def test_the_traces_of_the_papers_are_refuted(name: str, trace: Trace) -> None:
    for seen in (trace, core_of(trace)):
        assertions = craig(seen, source(name), 5.0)

        assert not isinstance(assertions, GaveUp)
        assert [] == broken(trace, assertions)


class Recorder:
    """An interpolator that remembers what it is asked and answers what it is told to."""

    name = "recorder"
    capabilities = Capabilities(frozenset(), cores=False, interpolation=frozenset())

    def __init__(self, *answer: Term) -> None:
        self.answer = answer
        self.parts: tuple[Term, ...] = ()

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The answer."""
        assert seconds > 0
        self.parts = tuple(parts)
        return self.answer


def test_blocks_that_say_nothing_are_not_sent() -> None:
    whole = trace_of(
        havoc(z),
        assign(x, ONE),
        havoc(y),
        Transition((), {}, ()),
        assume(lt(x, ONE)),
        havoc(x),
    )
    recorder = Recorder(equal(whole.at(x, 2), ONE))
    assertions = craig(whole, recorder, 1.0)

    assert not isinstance(assertions, GaveUp)
    assert 2 == len(recorder.parts)
    middle = equal(x, ONE)
    assert (TRUE, TRUE, middle, middle, middle, FALSE, FALSE) == assertions
    assert [] == broken(whole, assertions)


def test_an_input_that_is_read_twice_says_something() -> None:
    chosen = symbol("chosen", INT)
    both = Transition((), {x: chosen, y: chosen}, (chosen,))
    trace = trace_of(both, assume(not_(equal(x, y))))
    assertions = craig(trace, FarkasInterpolator(), 5.0)

    assert not isinstance(assertions, GaveUp)
    assert [] == broken(trace, assertions)


def test_one_block_needs_no_interpolator() -> None:
    recorder = Recorder()
    trace = trace_of(havoc(x), assume(lt(x, x)), havoc(y))

    assert isinstance(craig(trace, recorder, 1.0), tuple)
    assert () == recorder.parts


TRACE = trace_of(assign(x, ONE), assign(y, x), assume(lt(y, ONE)))


@pytest.mark.parametrize(
    "answer",
    [
        (TRUE,),
        (TRUE, TRUE, TRUE),
        (lt(TRACE.at(y, 2), ONE), TRUE),
        (TRUE, lt(TRACE.at(x, 1), ONE)),
        (symbol("unheard of", BOOL), TRUE),
    ],
)
def test_an_answer_of_another_form_is_given_up(answer: tuple[Term, ...]) -> None:
    assert isinstance(craig(TRACE, Recorder(*answer), 1.0), GaveUp)


def test_what_the_interpolator_gives_up_is_given_up() -> None:
    trace = trace_of(assign(x, ONE), assume(lt(ONE, add(x, ONE))))

    assert isinstance(craig(trace, FarkasInterpolator(), 1.0), GaveUp)
    assert isinstance(craig(trace_of(havoc(x)), FarkasInterpolator(), 1.0), GaveUp)


def test_the_vocabulary_is_what_both_sides_speak_of() -> None:
    assert frozenset() == shared_vocabulary(TRACE, 0)
    assert {x} == shared_vocabulary(TRACE, 1)
    assert {y} == shared_vocabulary(TRACE, 2)
    assert frozenset() == shared_vocabulary(TRACE, 3)
