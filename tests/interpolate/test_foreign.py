"""A refuter from outside: one that works, in thirty lines, and others that are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import LP64
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import SolverFailure
from maul.interpolate.foreign import as_refuter
from maul.interpolate.protocol import Feasible, Refutation, Refuted
from maul.logic.build import FALSE, TRUE, Term, equal, gt, integer, le, symbol
from maul.logic.sorts import INT
from maul.logic.transformers import wp
from maul.logic.transition import assign, assume
from maul.methods.impact import impact
from maul.methods.setting import Setting
from maul.proofs.verdict import Safe, Unsafe
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp, Sat, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from maul.system.deep import call_deep
from tests.interpolate.traces import trace_of
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.logic.trace import Trace

X = symbol("x", INT)
IMPOSSIBLE = trace_of(assign(X, integer(0)), assume(gt(X, integer(1))))
POSSIBLE = trace_of(assign(X, integer(2)), assume(gt(X, integer(1))))


# ---- thirty lines ----


def backwards(trace: Trace, seconds: float) -> Refutation:
    """Weakest preconditions of the whole trace, where they need no quantifiers."""
    prover = Z3Prover()
    conjuncts = [conjunct.formula for conjunct in trace.conjuncts()]
    match prover.check(conjuncts, seconds=seconds):
        case Sat(model=model):
            symbols = {trace.at(x, i) for i in range(len(trace) + 1) for x in variables(trace)}
            return Feasible(trace, {s: model.value(s) for s in sorted(symbols, key=str)})
        case Unsat():
            pass
        case GaveUp() as reason:
            return reason
    assertions = [FALSE]
    for block in reversed(trace.blocks[1:]):
        if block.transition.inputs:
            return GaveUp("a block has an input")
        assertions.append(wp(assertions[-1], block.transition))
    return Refuted(trace, (TRUE, *reversed(assertions)), "backwards")


def variables(trace: Trace) -> set[Term]:
    transitions = [block.transition for block in trace.blocks]
    return {s for each in transitions for s in (*each.reads(), *each.updates)}


def test_a_refuter_in_thirty_lines_works() -> None:
    refuter = as_refuter(backwards, prover_for)
    refuted, feasible = refuter(IMPOSSIBLE, 5.0), refuter(POSSIBLE, 5.0)

    assert "backwards" == refuter.name
    assert isinstance(refuted, Refuted)
    assert (TRUE, le(X, integer(1)), FALSE) == refuted.assertions
    assert refuted.perfect  # which the function did not claim: there is no loop
    assert isinstance(feasible, Feasible)


# ---- wrong ones ----


def claims(*assertions: Term, of: Trace = IMPOSSIBLE) -> Callable[[Trace, float], Refutation]:
    def liar(_trace: Trace, _seconds: float) -> Refutation:
        return Refuted(of, assertions, "craig:spacer", perfect=True)

    return liar


@pytest.mark.parametrize(
    ("trace", "assertions", "why"),
    [
        (POSSIBLE, (TRUE, FALSE, FALSE), "liar: the assertions around block 1 are not shown"),
        (POSSIBLE, (TRUE, TRUE, FALSE), "liar: the assertions around block 2 are not shown"),
        (POSSIBLE, (TRUE, TRUE, TRUE), "liar: the last assertion is not false"),
        (POSSIBLE, (FALSE, FALSE, FALSE), "liar: the first assertion is not true"),
        (IMPOSSIBLE, (TRUE, FALSE), "liar: there is not one assertion for each position"),
        (IMPOSSIBLE, (TRUE, equal(symbol("y", INT), X), FALSE), "liar: y is no variable"),
    ],
)
def test_assertions_that_break_a_law_are_not_believed(
    trace: Trace, assertions: tuple[Term, ...], why: str
) -> None:
    answer = as_refuter(claims(*assertions), prover_for)(trace, 5.0)

    assert isinstance(answer, GaveUp)
    assert answer.reason.startswith(why)


def test_assertions_about_another_trace_are_checked_on_this_one() -> None:
    honest_elsewhere = claims(TRUE, le(X, integer(1)), FALSE, of=IMPOSSIBLE)

    assert isinstance(as_refuter(honest_elsewhere, prover_for)(IMPOSSIBLE, 5.0), Refuted)
    assert isinstance(as_refuter(honest_elsewhere, prover_for)(POSSIBLE, 5.0), GaveUp)


@pytest.mark.parametrize("values", [{POSSIBLE.at(X, 1): 3}, {}])
def test_values_that_do_not_take_the_trace_are_not_believed(values: dict[Term, int]) -> None:
    def liar(trace: Trace, _seconds: float) -> Refutation:
        return Feasible(trace, values)

    answer = as_refuter(liar, prover_for)(POSSIBLE, 5.0)

    assert isinstance(answer, GaveUp)


class Named:
    """A callable that has a name."""

    name = "of-mine"

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Give up."""
        assert seconds > 0
        return GaveUp(f"{len(trace)} blocks are too many")


def test_a_callable_is_called_what_it_calls_itself() -> None:
    refuter = as_refuter(Named(), prover_for)

    assert "of-mine" == refuter.name
    assert GaveUp("2 blocks are too many") == refuter(IMPOSSIBLE, 5.0)


def test_a_method_proves_with_a_foreign_refuter_and_nothing_with_one_that_lies() -> None:
    def lies(trace: Trace, _seconds: float) -> Refutation:
        return Refuted(trace, (TRUE, *[FALSE] * len(trace)), "lies")

    def found(program: str, ask: Callable[[Trace, float], Refutation]) -> object:
        text = str(ROOT / "tests" / "programs" / program)
        cfa = prune(read_program([text], LP64, read_property("unreach-call"), ())).cfa
        setting = Setting(as_refuter(ask, prover_for))
        return call_deep(lambda: impact(cfa, setting, Run(20)))

    assert isinstance(found("switch_safe.c", backwards), Safe)
    with pytest.raises(SolverFailure, match="lies: the assertions around block 1"):
        found("lock_loop_safe.c", lies)
    # The path is executed without the refuter, and the execution is checked as always.
    assert isinstance(found("switch_unsafe.c", lies), Unsafe)
