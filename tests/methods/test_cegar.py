"""Alg. 2 by itself: what each answer of who refines does to the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.logic.build import TRUE
from maul.methods import cegar as module
from maul.methods.cegar import LeftOpen, Search, Sharper, cegar
from maul.proofs.verdict import Executed, Safe, Unknown, Unsafe
from maul.run import Run

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Mapping

    from maul.logic.terms import Term

ERROR = 9
PROOF = Safe(Executed(0))
EXECUTION = Unsafe("unreach-call", (), ())


class Counting:
    """States are numbers; each leads to the next one, but for those that a precision excludes."""

    merges = False

    def leq(self, e: int, f: int) -> bool:
        return e == f

    def post(self, e: int, pi: frozenset[int]) -> Iterator[int]:
        if e < ERROR and e + 1 not in pi:
            yield e + 1

    def merge(self, _: int, old: int, __: frozenset[int]) -> int:
        return old

    def stop(self, e: int, old: Collection[int], _: frozenset[int]) -> int | None:
        return e if e in old else None

    def prec(self, e: int, pi: frozenset[int], _: Collection[int]) -> tuple[int, frozenset[int]]:
        return e, pi

    def is_target(self, e: int) -> bool:
        return e == ERROR


def begun(told: list[int]) -> Search[int, frozenset[int]]:
    reached = Reached[int, frozenset[int]](lambda e: e, breadth_first)
    reached.add(0, frozenset(), None)
    return Search(
        Counting(),
        reached,
        Run(10),
        labels=lambda reached: dict.fromkeys(reached, TRUE),
        tell=lambda reached: told.append(len(reached)),
    )


def test_a_real_path_is_the_verdict() -> None:
    paths: list[tuple[int, ...]] = []

    def refine(path: tuple[int, ...]) -> Unsafe:
        paths.append(path)
        return EXECUTION

    assert EXECUTION is cegar(begun([]), refine, lambda _: PROOF)
    assert [tuple(range(ERROR + 1))] == paths


def test_a_refuted_path_is_explored_again_from_the_pivot_with_the_new_precision() -> None:
    told: list[int] = []
    proved: list[Mapping[Hashable, Term]] = []
    search = begun(told)

    def prove(labels: Mapping[Hashable, Term]) -> Safe:
        proved.append(labels)
        return PROOF

    found = cegar(search, lambda path: Sharper(path[4], frozenset({6})), prove)

    assert PROOF is found
    assert [dict.fromkeys(range(6), TRUE)] == proved
    assert [10, 6] == told  # when it stopped at the error, and at the end


def test_after_a_path_was_left_open_there_is_no_proof() -> None:
    search, unknown = begun([]), Unknown("nobody knows")

    def refine(path: tuple[int, ...]) -> LeftOpen[int]:
        search.reached.sharpen(frozenset({ERROR}))
        return LeftOpen(path[-1], unknown)

    assert unknown is cegar(search, refine, lambda _: pytest.fail("it is no proof"))


def test_an_error_after_a_path_was_left_open_is_found() -> None:
    paths: list[tuple[int, ...]] = []

    def refine(path: tuple[int, ...]) -> Unsafe | LeftOpen[int]:
        paths.append(path)
        return EXECUTION if len(paths) > 1 else LeftOpen(path[-1], Unknown("nobody knows"))

    assert EXECUTION is cegar(begun([]), refine, lambda _: PROOF)
    assert 2 == len(paths)


def test_it_tells_now_and_then_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OFTEN", 3)
    told: list[int] = []
    begun(told).explore()

    assert [3, 6, 9, 10] == told
