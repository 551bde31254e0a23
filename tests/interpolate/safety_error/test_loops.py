"""Safety interpolants at the heads of loops: one that is inductive justifies itself."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from maul.interpolate.protocol import Feasible, Refuted
from maul.interpolate.refuter import decide
from maul.interpolate.safety_error.spurious import Spurious
from maul.logic.build import FALSE, TRUE, add, and_, ge, gt, le, lt, not_
from maul.logic.trace import Block
from maul.logic.transition import Transition, assign, assume, havoc
from maul.smt.choose import prover_for
from tests.explore.hand_built import ERROR, HandBuilt, not_inductive
from tests.interpolate.safety_error.test_interpolants import (
    END,
    ONE,
    SKIP,
    THREE,
    ZERO,
    X,
    Y,
    Z,
    along,
    is_same,
    more,
    path,
    safety_of,
    start,
)

if TYPE_CHECKING:
    from maul.logic.terms import Term


def loop(*body: Transition, bad: Term, **values: int) -> HandBuilt:
    """A loop from place 1 back to it, and an error from there."""
    places = [1, *range(3, 2 + len(body)), 1]
    blocks = [Block(a, b, t) for (a, b), t in zip(pairwise(places), body, strict=True)]
    leave = Block(1, END, assume(not_(bad)))
    return HandBuilt(Block(0, 1, start(**values)), *blocks, leave, Block(1, ERROR, assume(bad)))


def test_a_loop_head_whose_interpolant_is_inductive_is_full() -> None:
    graph = loop(more(Y), bad=gt(X, ZERO), x=0)
    safety = safety_of(graph, 1)

    assert (0, 1) == safety.update(path(graph, 0, 1, ERROR))
    assert is_same(le(X, ZERO), safety.interpolant(1))
    assert [] == not_inductive(graph.blocks, safety.labels([1]))


def test_a_loop_head_whose_interpolant_is_not_inductive_is_half() -> None:
    """x grows: after some rounds the error is reached."""
    graph = loop(more(X), bad=gt(X, THREE), x=0)
    safety = safety_of(graph, 1)

    for rounds in range(4):
        assert () == safety.update(path(graph, 0, *[1] * rounds, 1, ERROR))
        assert not safety.is_full(1)
    assert isinstance(decide(along(graph, 0, *[1] * 5, ERROR), prover_for, 5.0), Feasible)


def test_a_loop_through_several_places_is_closed_at_once() -> None:
    graph = loop(more(Y), assume(le(X, ZERO)), more(X, -1), bad=gt(X, ZERO), x=0)
    safety = safety_of(graph, 1)
    full = safety.update(path(graph, 0, 1, ERROR))

    assert (0, 1) == full
    assert all(safety.is_full(place) for place in (3, 4))
    assert is_same(le(X, ONE), safety.interpolant(4))
    assert [] == not_inductive(graph.blocks, safety.labels([1]))
    assert {1, 3, 4} <= set(safety.labels([1]))


def test_a_loop_with_a_branch_is_closed_when_both_sides_lead_back() -> None:
    blocks = loop(more(Y), more(Y), bad=gt(X, ZERO), x=0).blocks
    for step, expected in ((more(X, -1), True), (more(X), False)):
        graph = HandBuilt(*blocks, Block(3, 5, step), Block(5, 1, SKIP))
        safety = safety_of(graph, 1)
        safety.update(path(graph, 0, 1, ERROR))

        assert expected == safety.is_full(1)
        assert expected == safety.is_full(5)
        if expected:
            assert [] == not_inductive(graph.blocks, safety.labels([1]))


def test_a_loop_with_an_error_inside_is_closed_only_without_it() -> None:
    blocks = loop(more(Y), SKIP, bad=gt(X, ZERO), x=0).blocks
    for guard, expected in ((gt(X, ONE), True), (gt(Y, ONE), False)):
        graph = HandBuilt(*blocks, Block(3, ERROR, assume(guard)))
        safety = safety_of(graph, 1)
        safety.update(path(graph, 0, 1, ERROR))

        assert expected == safety.is_full(1)


def test_what_is_true_on_the_path_may_make_an_interpolant_inductive() -> None:
    """x >= 0 is not inductive, x >= 0 and z >= 0 is; the assertions of the path know."""
    graph = loop(assign(X, add(X, Z)), bad=lt(X, ZERO), x=0, z=1)
    trace = along(graph, 0, 1, ERROR)
    both = and_(ge(X, ZERO), ge(Z, ZERO))
    without, with_ = safety_of(graph, 1), safety_of(graph, 1)
    without.update(Spurious(Refuted(trace, (TRUE, ge(X, ZERO), FALSE), "by hand"), prover_for))
    with_.update(Spurious(Refuted(trace, (TRUE, both, FALSE), "by hand"), prover_for))

    assert not without.is_full(1)
    assert with_.is_full(1)
    assert is_same(both, with_.interpolant(1))
    assert [] == not_inductive(graph.blocks, with_.labels([1]))


def nested(inner: Transition) -> HandBuilt:
    """A loop at 2 inside of one at 1, and an error behind the outer one."""
    return HandBuilt(
        Block(0, 1, start(x=0)),
        Block(1, 2, SKIP),
        Block(2, 2, inner),
        Block(2, 1, SKIP),
        Block(1, END, assume(le(X, ZERO))),
        Block(1, ERROR, assume(gt(X, ZERO))),
    )


@pytest.mark.parametrize("inner", [more(X), havoc(X)], ids=["grows", "anything"])
def test_nested_loops_that_reach_the_error_are_never_full(inner: Transition) -> None:
    graph = nested(inner)
    safety = safety_of(graph, 1, 2)
    for places in ((0, 1, ERROR), (0, 1, 2, 1, ERROR), (0, 1, 2, 1, 2, 1, ERROR)):
        safety.update(path(graph, *places))

        assert not safety.is_full(1)
        assert not safety.is_full(2)


def test_what_is_full_in_nested_loops_is_labelled_inductively() -> None:
    graph = nested(more(X, -1))
    safety = safety_of(graph, 1, 2)
    for places in ((0, 1, ERROR), (0, 1, 2, 1, ERROR), (0, 1, 2, 2, 1, ERROR)):
        safety.update(path(graph, *places))
        full = [place for place in (0, 1, 2) if safety.is_full(place)]

        assert [] == not_inductive(graph.blocks, safety.labels(full))


def test_loops_that_are_too_wide_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = loop(*[SKIP] * 6, bad=gt(X, ZERO), x=0)
    monkeypatch.setattr("maul.interpolate.safety_error.interpolants.WIDEST", 4)
    safety = safety_of(graph, 1)
    safety.update(path(graph, 0, 1, ERROR))

    assert not safety.is_full(1)
    monkeypatch.setattr("maul.interpolate.safety_error.interpolants.WIDEST", 8)
    safety = safety_of(graph, 1)
    safety.update(path(graph, 0, 1, ERROR))
    assert safety.is_full(1)
