"""The refuter that tries others: who is asked, and when it is content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.interpolate.auto import ORDERS, AutoRefuter, if_installed, theory
from maul.interpolate.catalogue import refuters
from maul.interpolate.protocol import Refuted, RefuterSetting
from maul.interpolate.refuter import SourceRefuter
from maul.logic.build import Term, add, equal, integer, symbol
from maul.logic.sorts import FLOAT32, INT, Array, BitVec
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume
from maul.run import Prospects
from maul.smt.allowance import STEP_LIMIT, allowed
from maul.smt.choose import prover_for
from maul.smt.protocols import TIME_LIMIT, GaveUp
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.interpolate.cores import Core
    from maul.interpolate.protocol import RefuterEntry
    from maul.run import Deadline
    from maul.smt.protocols import MakeProver

X, Y = symbol("x", INT), symbol("y", INT)


def looping(step: Transition) -> Trace:
    """Both start with zero; the step happens twice; then x is 7."""
    start = Transition((), {X: integer(0), Y: integer(0)}, ())
    blocks = (Block(0, 1, start), Block(1, 1, step), Block(1, 1, step))
    return Trace((*blocks, Block(1, 2, assume(equal(X, integer(7))))))


# The loop may be taken more often, and then the error is reached: no sequence is perfect.
COUNTING = looping(assign(X, add(X, integer(1))))
HARMLESS = looping(assign(Y, add(Y, integer(1))))


def asking(
    asked: list[str], change: Callable[[SourceRefuter], SourceRefuter | None] = lambda one: one
) -> AutoRefuter:
    """It tells who is asked."""

    def found(entry: RefuterEntry, setting: RefuterSetting) -> SourceRefuter | None:
        made = if_installed(entry, setting)
        assert made is not None
        asked.append(entry.name)
        return change(made)

    return AutoRefuter(RefuterSetting(prover_for), found)


def installed(which: str) -> list[str]:
    there = {entry.name for entry in refuters() if entry.is_installed()}
    return [entry.name for entry in ORDERS[which] if entry.name in there]


def test_the_first_perfect_sequence_is_the_answer() -> None:
    asked: list[str] = []
    answer = asking(asked)(HARMLESS, 20.0)

    assert isinstance(answer, Refuted)
    assert answer.perfect
    assert installed("integers")[:1] == asked


def test_two_imperfect_sequences_are_enough() -> None:
    asked: list[str] = []
    answer = asking(asked)(COUNTING, 20.0)

    assert isinstance(answer, Refuted)
    assert not answer.perfect
    assert installed("integers")[:2] == asked
    assert " and ".join(asked) == answer.source


def test_who_is_not_installed_is_passed_over() -> None:
    asked: list[str] = []
    first, *others = installed("integers")
    answer = asking(asked, lambda one: None if one.name == first else one)(HARMLESS, 20.0)

    assert isinstance(answer, Refuted)
    assert others[0] == answer.source
    assert [first, others[0]] == asked


@pytest.mark.parametrize("slow", [entry.name for entry in ORDERS["integers"]])
def test_who_is_slow_is_asked_again_only_if_nobody_else_answers(slow: str) -> None:
    calls: list[str] = []

    def once_late(one: SourceRefuter) -> SourceRefuter | None:
        def source(
            trace: Trace, core: Core, provers: MakeProver, left: Deadline
        ) -> tuple[Term, ...] | GaveUp:
            calls.append(one.name)
            is_first = calls.count(one.name) == 1
            return TIME_LIMIT if is_first else one.source(trace, core, provers, left)

        return SourceRefuter(one.name, source, one.core, one.setting)

    def only_slow(one: SourceRefuter) -> SourceRefuter | None:
        return once_late(one) if one.name == slow else None

    def slow_among_others(one: SourceRefuter) -> SourceRefuter | None:
        return once_late(one) if one.name == slow else one

    alone = asking([], only_slow)(HARMLESS, 20.0)
    assert isinstance(alone, Refuted)
    assert (slow, [slow, slow]) == (alone.source, calls)

    del calls[:]
    assert isinstance(asking([], slow_among_others)(COUNTING, 20.0), Refuted)
    assert len(calls) <= 1


def test_orders_name_refuters_that_there_are_and_need_nothing_installed() -> None:
    known = {entry.name for entry in refuters()}
    always = ("newton:", "craig:spacer", "craig:farkas", "craig:cvc5", "craig:bitwuzla")
    for order in ORDERS.values():
        names = [entry.name for entry in order]
        assert set(names) <= known
        assert len([name for name in names if name.startswith(always)]) >= 4


def test_the_theory_is_that_of_the_hardest_part() -> None:
    word, real = symbol("w", BitVec(32)), symbol("f", FLOAT32)
    array = symbol("a", Array(INT, INT))

    def about(*terms: Term) -> str:
        changes = [assign(term, term) for term in terms]
        return theory(Trace(tuple([Block(i, i + 1, c) for i, c in enumerate(changes)])))

    assert "integers" == about(X)
    assert "bits" == about(X, word)
    assert "array" == about(word, array)
    assert "float" == about(array, real)


def test_what_keeps_failing_is_tried_more_seldom() -> None:
    prospects, tried = Prospects(), 0
    for _ in range(100):
        if prospects.are_good():
            tried += 1
            prospects.tell(success=False)

    assert Prospects.MOST_FAILURES < tried < 25


def test_what_succeeds_now_and_then_is_always_tried() -> None:
    prospects = Prospects()
    for chance in range(100):
        assert prospects.are_good()
        prospects.tell(success=chance % Prospects.MOST_FAILURES == 0)


def test_without_steps_nothing_is_known() -> None:
    with allowed(0):
        assert STEP_LIMIT == asking([])(COUNTING, 20.0)


@pytest.mark.parametrize("steps", [500, 2_000, 20_000, 200_000])
def test_few_steps_make_no_wrong_answer(steps: int) -> None:
    spent = []
    for _ in range(2):
        with allowed(steps) as allowance:
            answer = asking([])(COUNTING, 60.0)
        spent.append((type(answer), allowance.spent > steps))
        if isinstance(answer, Refuted):
            assert [] == list(answer.broken_laws(Z3Prover()))
        else:
            assert isinstance(answer, GaveUp)

    assert spent[0] == spent[1]
