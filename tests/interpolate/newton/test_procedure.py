from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.interpolate.cores import infeasible_core, minimised_core, relevant, whole_trace
from maul.interpolate.newton.elimination import Projection
from maul.interpolate.newton.live import every_variable, future_live, past_live
from maul.interpolate.newton.procedure import keep_all, live_only, newton, sp, wp
from maul.interpolate.newton.variants import VARIANTS
from maul.interpolate.protocol import Refuted
from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    and_,
    constant_array,
    equal,
    exists,
    ge,
    le,
    not_,
    select,
    symbol,
)
from maul.logic.evaluate import evaluate, holds
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT, Array
from maul.logic.trace import Trace
from maul.logic.transition import Transition, assign, assume, havoc
from maul.run import Deadline
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.interpolate import traces
from tests.interpolate.traces import FAMILIES, ONE, ZERO, counting, infeasible, trace_of
from tests.logic.finite import assignments

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.values import Value

SECONDS = 10.0
# Of the answers; what is missing are quantifiers that nothing eliminates.
ENOUGH = dict.fromkeys(FAMILIES, 0.7) | dict.fromkeys(("linear", "ite", "mod"), 1.0)


def formulas(trace: Trace) -> list[Term]:
    return [conjunct.formula for conjunct in trace.conjuncts()]


def core_of(trace: Trace) -> Trace:
    core = infeasible_core(trace, prover_for(formulas(trace)), SECONDS)
    assert core is not None
    return core


def answer_of(trace: Trace, variant: str) -> tuple[Term, ...] | GaveUp:
    chosen = VARIANTS[variant]
    return newton(
        trace, chosen.core, chosen.transform, chosen.project, prover_for, Deadline(SECONDS)
    )


def assertions_of(trace: Trace, variant: str) -> tuple[Term, ...]:
    answer = answer_of(trace, variant)
    assert not isinstance(answer, GaveUp)
    assert [] == list(Refuted(trace, answer, variant).broken_laws(Z3Prover()))
    return answer


# ---- laws ----


def test_there_are_eight_variants() -> None:
    names = {f"{it}{way}{lv}" for it in ("", "IT-") for way in ("SP", "WP") for lv in ("", "-LV")}

    assert names == set(VARIANTS)


@pytest.mark.parametrize("family", FAMILIES)
def test_assertions_obey_the_laws(family: str) -> None:
    found = infeasible(family, 2)
    answered = 0
    for trace in found:
        for variant in VARIANTS:
            answer = answer_of(trace, variant)
            if isinstance(answer, GaveUp):
                continue
            answered += 1
            prover = prover_for(formulas(trace))
            assert [] == list(Refuted(trace, answer, variant).broken_laws(prover))
            known = every_variable(trace)[0]
            assert all(s in known for phi in answer for s in free_symbols(phi))
    assert answered >= ENOUGH[family] * len(found) * len(VARIANTS)


def after(states: list[dict[Term, Value]], transition: Transition) -> list[dict[Term, Value]]:
    """The states that a transition leads to."""
    found: list[dict[Term, Value]] = []
    for state in states:
        for inputs in assignments(transition.inputs):
            values = {**state, **inputs}
            if all(holds(guard, values) for guard in transition.guards):
                reached = {x: evaluate(transition.updates.get(x, x), values) for x in state}
                if reached not in found:
                    found.append(reached)
    return found


class Weakened(Exception):
    """The answer would not be exact."""


def exact(trace: Trace, variant: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Term, ...] | None:
    """The assertions of a variant if nothing had to be weakened."""

    def weaken(*_: object) -> None:
        raise Weakened

    monkeypatch.setattr(Projection, "weaken", weaken)
    try:
        answer = answer_of(trace, variant)
    except Weakened:
        return None
    assert not isinstance(answer, GaveUp)
    return answer


def same_on(state: dict[Term, Value], others: Iterable[dict[Term, Value]], kept: object) -> bool:
    """Whether some state agrees on the variables that are kept."""
    assert isinstance(kept, frozenset)
    return any(all(state[x] == other[x] for x in state if x in kept) for other in others)


@pytest.mark.parametrize("variant", ["SP", "SP-LV"])
def test_strongest_posts_are_what_is_reached(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exact_ones = 0
    for trace in infeasible("nibbles", 12):
        answer = exact(trace, variant, monkeypatch)
        if answer is None:
            continue
        exact_ones += 1
        kept = VARIANTS[variant].project(trace, VARIANTS[variant].transform)
        states = list(assignments(sorted(every_variable(trace)[0], key=str)))
        reached = states
        for position in range(len(trace) + 1):
            if position:
                reached = after(reached, trace.blocks[position - 1].transition)
            for state in states:
                assert same_on(state, reached, kept[position]) == holds(answer[position], state)
    assert exact_ones >= 8


@pytest.mark.parametrize("variant", ["WP", "WP-LV"])
def test_weakest_preconditions_are_what_cannot_go_on(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact_ones = 0
    for trace in infeasible("nibbles", 12):
        answer = exact(trace, variant, monkeypatch)
        if answer is None:
            continue
        exact_ones += 1
        kept = VARIANTS[variant].project(trace, VARIANTS[variant].transform)
        states = list(assignments(sorted(every_variable(trace)[0], key=str)))
        going_on = states
        for position in range(len(trace), -1, -1):
            if position < len(trace):
                transition = trace.blocks[position].transition
                going_on = [s for s in states if any_in(after([s], transition), going_on)]
            for state in states:
                stuck = not same_on(state, going_on, kept[position])
                assert stuck == holds(answer[position], state)
    assert exact_ones >= 8


def any_in(some: list[dict[Term, Value]], others: list[dict[Term, Value]]) -> bool:
    return any(state in others for state in some)


@pytest.mark.parametrize("family", FAMILIES)
def test_an_infeasible_core_is_infeasible_and_an_abstraction(family: str) -> None:
    for trace in infeasible(family, 2):
        core = core_of(trace)
        parts = formulas(core)

        assert isinstance(prover_for(parts).check(parts), Unsat)
        for block, abstract in zip(trace.blocks, core.blocks, strict=True):
            assert set(abstract.transition.guards) <= set(block.transition.guards)
            for x, e in abstract.transition.updates.items():
                assert e is block.transition.updates[x] or e in abstract.transition.inputs
            assert set(block.transition.updates) == set(abstract.transition.updates)


@pytest.mark.parametrize("family", ["linear", "nibbles"])
def test_updates_that_no_guard_depends_on_are_not_relevant(family: str) -> None:
    for trace in infeasible(family, 8):
        kept = [conjunct.formula for conjunct in relevant(trace)]

        assert isinstance(Z3Prover().check(kept), Unsat)
        guards = [c for c in trace.conjuncts() if isinstance(c.name, int)]
        assert all(guard.formula in kept for guard in guards)


# ---- the papers' examples ----


def test_the_counter_is_dropped_and_the_arrays_stay_equal() -> None:
    trace = traces.memory_leak()
    same = equal(traces.a, traces.b)
    held = not_(select(traces.a, traces.p))
    strongest = assertions_of(trace, "SP")
    reduced = assertions_of(trace, "IT-SP")

    # [Dietsch17, Fig. 2], the last column; at 7 in other words.
    assert (TRUE, same, same, same, and_(same, held)) == reduced[:5]
    assert Z3Prover().implies(reduced[7], same)
    assert all(traces.x not in free_symbols(phi) for phi in reduced)
    assert all(traces.x in free_symbols(phi) for phi in strongest[2:8])


@pytest.mark.parametrize("variant", ["WP", "IT-WP", "WP-LV", "IT-WP-LV"])
def test_the_counter_matters_to_no_weakest_precondition(variant: str) -> None:
    answer = assertions_of(traces.memory_leak(), variant)

    assert all(traces.x not in free_symbols(phi) for phi in answer)
    assert equal(traces.a, traces.b) is answer[7]


def test_a_value_that_is_overwritten_is_projected_away() -> None:
    trace = traces.overwritten()
    strongest, live = assertions_of(trace, "SP"), assertions_of(trace, "SP-LV")

    # [Dietsch17, Fig. 3] and section 5.
    k, y = traces.k, traces.y
    assert (TRUE, equal(k, ZERO), and_(equal(k, ZERO), ge(y, k))) == strongest[:3]
    assert ge(y, ZERO) is live[2]
    assert ge(y, ONE) is live[4]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_lock_is_free_where_it_is_taken(variant: str) -> None:
    free = equal(traces.lock, ZERO)

    # [McMillan06, Fig. 2].
    assert (TRUE, free, FALSE) == assertions_of(traces.lock_at_once(), variant)
    again = assertions_of(traces.lock_after_unlock(), variant)
    assert Z3Prover().implies(again[4], free)
    assert FALSE is assertions_of(traces.lock_without_unlock(), variant)[-1]


@pytest.mark.parametrize("variant", ["IT-SP", "IT-WP", "IT-SP-LV", "IT-WP-LV"])
def test_only_what_matters_of_the_lock_is_left(variant: str) -> None:
    free = equal(traces.lock, ZERO)
    again = assertions_of(traces.lock_after_unlock(), variant)

    assert free is again[4]
    assert (free, free) == again[3:5]


@pytest.mark.parametrize("variant", ["IT-SP", "IT-WP", "IT-SP-LV", "IT-WP-LV"])
def test_the_flag_is_the_only_thing_to_know(variant: str) -> None:
    trace = traces.flag_after_loop()
    weak = le(traces.flag, ZERO)

    # [Beyer13, Listing 1.1].
    middle = equal(traces.flag, ZERO) if "SP" in variant else weak
    assert (TRUE, *[middle] * (len(trace) - 1), FALSE) == assertions_of(trace, variant)


def test_a_loop_of_two_counters_has_an_invariant() -> None:
    i, j = (
        variable for variable in counting(1).blocks[0].transition.updates if str(variable) in "ij"
    )
    trace = counting(30)

    assert (TRUE, *[equal(i, j)] * 31, FALSE) == assertions_of(trace, "IT-WP")


# ---- corners ----


def test_a_feasible_trace_has_no_core_and_no_proof() -> None:
    trace = trace_of(assign(traces.x, ONE), assume(equal(traces.x, ONE)))

    assert infeasible_core(trace, Z3Prover(), SECONDS) is None
    for variant in VARIANTS:
        assert isinstance(answer_of(trace, variant), GaveUp)


def test_a_trace_with_quantifiers_is_given_up() -> None:
    guard = exists([traces.y], equal(traces.x, traces.y))
    answer = answer_of(trace_of(assume(guard), assume(FALSE)), "SP")

    assert GaveUp("the trace has quantifiers") == answer


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_input_may_be_called_like_a_variable(variant: str) -> None:
    chosen = symbol("chosen", INT)
    trace = trace_of(
        assign(chosen, ONE),
        Transition((equal(chosen, ZERO),), {traces.x: chosen}, (chosen,)),
        assume(not_(equal(chosen, ONE))),
    )

    assert FALSE is assertions_of(trace, variant)[-1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_false_and_true_come_as_early_as_they_can(variant: str) -> None:
    p = symbol("p", BOOL)
    trace = trace_of(havoc(traces.x), assume(and_(p, not_(p))), assign(traces.x, ONE))

    assert (TRUE, TRUE, FALSE, FALSE) == assertions_of(trace, variant)


def test_without_time_there_is_no_answer() -> None:
    for variant in VARIANTS.values():
        steps = variant.core, variant.transform, variant.project
        answer = newton(traces.memory_leak(), *steps, prover_for, Deadline(0.0))
        assert isinstance(answer, GaveUp)


def test_the_projections_are_those_of_the_paper() -> None:
    trace = traces.memory_leak()

    assert future_live(trace) == live_only(trace, sp)
    assert past_live(trace) == live_only(trace, wp)
    assert every_variable(trace) == keep_all(trace, sp) == keep_all(trace, wp)


def test_the_names_of_the_variants_tell_what_is_chosen() -> None:
    for name, variant in VARIANTS.items():
        it, lv = name.startswith("IT-"), name.endswith("-LV")
        assert (minimised_core if it else whole_trace) is variant.core
        assert (live_only if lv else keep_all) is variant.project
        assert (sp if "SP" in name else wp) is variant.transform


def test_a_contradiction_is_seen_before_it_is_forgotten() -> None:
    array, i = symbol("array", Array(INT, INT)), symbol("i", INT)
    zeros = constant_array(Array(INT, INT), ZERO)
    # Nothing says where the array would have to differ when the index is forgotten.
    trace = trace_of(
        assign(array, zeros), assume(equal(select(array, i), ONE)), havoc(i), assume(TRUE)
    )

    assert (TRUE, equal(array, zeros), FALSE, FALSE, FALSE) == assertions_of(trace, "IT-SP")
