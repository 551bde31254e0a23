from __future__ import annotations

import pytest

from maul.interpolate.newton.live import (
    every_variable,
    future_live,
    havocked,
    past_live,
)
from maul.logic.build import Term, equal, not_
from maul.logic.trace import Trace
from maul.logic.transition import Transition, assign, havoc
from tests.interpolate.traces import (
    FAMILIES,
    ONE,
    infeasible,
    k,
    overwritten,
    trace_of,
    x,
    y,
)


def equal_to_one(term: Term) -> Term:
    return equal(term, ONE)


def is_future_live(trace: Trace, variable: Term, i: int) -> bool:
    """[Dietsch17, Def. 5.1], word for word."""
    return any(
        variable in trace.blocks[j - 1].transition.reads()
        and not any(variable in trace.blocks[m - 1].transition.updates for m in range(i + 1, j))
        for j in range(i + 1, len(trace) + 1)
    )


def is_past_live(trace: Trace, variable: Term, i: int) -> bool:
    """The same for the past; where a block both reads and havocs, the havoc comes last."""

    def havocs(j: int) -> bool:
        return variable in havocked(trace.blocks[j - 1].transition)

    def touches(j: int) -> bool:
        transition = trace.blocks[j - 1].transition
        return variable in transition.reads() or variable in transition.updates

    return any(touches(j) and not any(havocs(m) for m in range(j, i + 1)) for j in range(1, i + 1))


@pytest.mark.parametrize("family", FAMILIES)
def test_live_variables_are_as_defined(family: str) -> None:
    for trace in infeasible(family, 3):
        future, past = future_live(trace), past_live(trace)
        for i in range(len(trace) + 1):
            for variable in every_variable(trace)[0]:
                assert is_future_live(trace, variable, i) == (variable in future[i])
                assert is_past_live(trace, variable, i) == (variable in past[i])


def test_a_variable_is_not_live_before_it_is_written_again() -> None:
    assert [{y}, {k, y}, {y}, {k, y}, {y}, set()] == list(future_live(overwritten()))


def test_an_arbitrary_value_is_live_only_when_something_depends_on_it() -> None:
    chosen = havoc(x).inputs[0]
    alone = havoc(x)
    tested = Transition((not_(equal_to_one(chosen)),), {x: chosen}, (chosen,))
    copied = Transition((), {x: chosen, y: chosen}, (chosen,))

    assert [{x}, set(), set()] == [set(havocked(t)) for t in (alone, tested, copied)]
    assert [set(), {x}, set()] == list(past_live(trace_of(assign(x, ONE), alone)))
    assert [set(), {x}] == list(past_live(trace_of(tested)))


def test_a_read_before_a_havoc_in_the_same_block_is_about_the_old_value() -> None:
    chosen = havoc(x).inputs[0]
    block = Transition((equal_to_one(x),), {x: chosen}, (chosen,))

    assert [set(), set()] == list(past_live(trace_of(block)))
    assert [{x}, set()] == list(future_live(trace_of(block)))
