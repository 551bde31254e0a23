"""The CPA algorithm with small analyses of a graph of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.errors import LimitReached
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.reached import Entry, Reached
from maul.node import node
from maul.run import Run

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from maul.domains.cpa import Cpa


@node
class Interval:
    """The numbers from ``low`` to ``high`` at a place."""

    place: str
    low: int
    high: int


class Counting:
    """A counter that grows by one until it is ten, at a loop head and in the body; then the end.
    ``joins`` tells whether intervals at one place become one; a precision is the highest number
    that is told apart from others."""

    def __init__(self, target: str = "", *, joins: bool = False) -> None:
        self._target = target
        self.merges = joins

    def leq(self, e: Interval, f: Interval) -> bool:
        return e.place == f.place and f.low <= e.low and e.high <= f.high

    def post(self, e: Interval, _: int) -> Iterator[Interval]:
        if e.place == "body":
            yield Interval("head", e.low + 1, e.high + 1)
        elif e.place == "head":
            if e.low < 10:
                yield Interval("body", e.low, min(e.high, 9))
            if e.high >= 10:
                yield Interval("end", max(10, e.low), e.high)

    def merge(self, e: Interval, old: Interval, _: int) -> Interval:
        if not self.merges or e.place != old.place or self.leq(e, old):
            return old
        return Interval(e.place, min(e.low, old.low), max(e.high, old.high))

    def stop(self, e: Interval, old: Collection[Interval], _: int) -> Interval | None:
        return next((f for f in old if self.leq(e, f)), None)

    def prec(self, e: Interval, pi: int, _: Collection[Interval]) -> tuple[Interval, int]:
        return (e if e.high <= pi else Interval(e.place, e.low, 1000)), pi

    def is_target(self, e: Interval) -> bool:
        return e.place == self._target


def depth(entry: Entry[Interval, int]) -> tuple[int, ...]:
    return (entry.depth,)


def begun(pi: int) -> Reached[Interval, int]:
    reached = Reached[Interval, int](lambda e: e.place, depth)
    reached.add(Interval("head", 0, 0), pi, None)
    return reached


def seen(reached: Reached[Interval, int], place: str) -> list[tuple[int, int]]:
    return [(e.low, e.high) for e in reached if e.place == place]


def test_states_that_stay_apart_are_all_found() -> None:
    cpa: Cpa[Interval, int] = Counting()
    reached = begun(100)

    assert cpa_algorithm(cpa, reached, Run()) is None
    assert [(i, i) for i in range(11)] == seen(reached, "head")
    assert [(10, 10)] == seen(reached, "end")


def test_a_coarse_precision_reaches_a_fixed_point_early() -> None:
    reached = begun(3)

    assert cpa_algorithm(Counting(), reached, Run()) is None
    assert [(0, 0), (1, 1), (2, 2), (3, 3), (4, 1000)] == seen(reached, "head")


class SelfLoop(Counting):
    """The same in one place, which follows itself."""

    def post(self, e: Interval, _: int) -> Iterator[Interval]:
        if e.high < 10:
            yield Interval(e.place, e.low + 1, e.high + 1)


def test_a_state_may_be_merged_with_its_own_successor() -> None:
    reached = begun(1000)

    assert cpa_algorithm(SelfLoop(joins=True), reached, Run(10)) is None
    assert [(0, 10)] == seen(reached, "head")


def test_merged_states_are_explored_again() -> None:
    reached = begun(100)

    assert cpa_algorithm(Counting(joins=True), reached, Run()) is None
    assert [(0, 10)] == seen(reached, "head")
    assert [(0, 9)] == seen(reached, "body")
    assert [(10, 10)] == seen(reached, "end")


def test_a_target_ends_the_search_and_the_rest_can_follow() -> None:
    reached = begun(3)
    target = cpa_algorithm(Counting("end"), reached, Run())

    assert target is not None
    assert "end" == target.place
    assert [(0, 0), (1, 1), (2, 2), (3, 3), (4, 1000)] == seen(reached, "head")
    assert ["head", "body"] * 4 + ["head", "end"] == [e.place for e in reached.path(target)]
    assert cpa_algorithm(Counting(), reached, Run()) is None


def test_a_search_without_time_is_stopped() -> None:
    with pytest.raises(LimitReached, match="time limit"):
        cpa_algorithm(Counting(), begun(100), Run(0))


class Walking(Counting):
    """Steps along the edges of a graph; all states at a place are the same."""

    def __init__(self, edges: dict[str, str], target: str = "") -> None:
        super().__init__(target)
        self._edges = edges

    def post(self, e: Interval, _: int) -> Iterator[Interval]:
        for place in self._edges.get(e.place, ""):
            yield Interval(place, 0, 0)


def test_what_comes_after_a_target_is_not_forgotten() -> None:
    reached = Reached[Interval, int](lambda e: e.place, depth)
    reached.add(Interval("s", 0, 0), 1, None)
    edges = {"s": "ab"}
    target = cpa_algorithm(Walking(edges, "a"), reached, Run())

    assert target is not None
    assert ["s", "a"] == [e.place for e in reached]
    assert cpa_algorithm(Walking(edges), reached, Run()) is None
    assert ["s", "a", "b"] == [e.place for e in reached]


def test_what_lost_its_cover_is_found_again() -> None:
    reached = Reached[Interval, int](lambda e: e.place, depth)
    reached.add(Interval("s", 0, 0), 1, None)
    edges = {"s": "ab", "a": "x", "b": "x", "x": "y"}

    assert cpa_algorithm(Walking(edges), reached, Run()) is None
    assert ["s", "a", "b", "x", "y"] == [e.place for e in reached]
    (a,) = (e for e in reached if e.place == "a")
    reached.prune(a)
    assert cpa_algorithm(Walking({**edges, "s": "b"}), reached, Run()) is None
    assert ["s", "b", "x", "y"] == [e.place for e in reached]


# ---- analyses that look ahead ----


class LookingAhead(Walking):
    """Nothing follows from some places, since nothing bad lies ahead of them; from others an error
    follows at once."""

    def __init__(self, edges: dict[str, str], target: str = "", safe: str = "") -> None:
        super().__init__(edges, target)
        self.safe = safe
        self.foreseen = ""
        self.asked: list[str] = []

    def post(self, e: Interval, pi: int) -> Iterator[Interval]:
        self.asked.append(e.place)
        if e.place in self.foreseen:
            yield Interval("error", 0, 0)
        elif e.place not in self.safe:
            yield from super().post(e, pi)

    def is_target(self, e: Interval) -> bool:
        return e.place == "error" or super().is_target(e)


def test_nothing_is_explored_beyond_a_state_without_successors() -> None:
    reached = Reached[Interval, int](lambda e: e.place, depth)
    reached.add(Interval("s", 0, 0), 1, None)
    ahead = LookingAhead({"s": "ab", "a": "xe", "x": "e", "b": "y"}, "e", safe="a")

    assert cpa_algorithm(ahead, reached, Run()) is None
    assert ["s", "a", "b", "y"] == [e.place for e in reached]
    assert ["s", "a", "b", "y"] == ahead.asked


def test_a_state_without_successors_may_cover_others() -> None:
    reached = Reached[Interval, int](lambda e: e.place, depth)
    reached.add(Interval("s", 0, 0), 1, None)

    edges = {"s": "ab", "a": "x", "b": "x"}
    assert cpa_algorithm(LookingAhead(edges, safe="x"), reached, Run()) is None
    assert ["s", "a", "b", "x"] == [e.place for e in reached]
    assert 1 == reached.covered


def test_the_search_stops_at_an_error_that_is_foreseen_and_can_go_on() -> None:
    reached = Reached[Interval, int](lambda e: e.place, depth)
    reached.add(Interval("s", 0, 0), 1, None)
    ahead = LookingAhead({"s": "ab", "a": "x", "b": "y"})
    ahead.foreseen = "a"
    target = cpa_algorithm(ahead, reached, Run())

    assert target is not None
    assert ["s", "a", "error"] == [e.place for e in reached.path(target)]
    assert ["s", "a", "b", "error"] == [e.place for e in reached]
    ahead.foreseen = ""
    reached.prune(target)
    assert cpa_algorithm(ahead, reached, Run()) is None
    assert ["s", "a", "b", "x", "y"] == [e.place for e in reached]


def test_a_state_may_be_narrowed_while_its_successors_are_asked_for() -> None:
    """It covers less then: what comes from b is no longer in it."""

    class Widening(Walking):
        """x is entered with all numbers from a, and with one from b, which comes later."""

        def post(self, e: Interval, pi: int) -> Iterator[Interval]:
            if e.place == "x" and e.high == 9:
                reached.narrow(e, Interval("x", 0, 0))
                return
            low, high = (0, 9) if e.place == "a" else (5, 5)
            for f in super().post(e, pi):
                yield Interval("x", low, high) if f.place == "x" else f

    reached = Reached[Interval, int](lambda e: e.place, depth)
    reached.add(Interval("s", 0, 0), 100, None)
    widening = Widening({"s": "ac", "a": "x", "c": "d", "d": "x"})

    assert cpa_algorithm(widening, reached, Run()) is None
    assert [(0, 0), (5, 5)] == seen(reached, "x")
