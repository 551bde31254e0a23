"""Interpolation of variable assignments: its laws, and the printed algorithms, on random paths."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from maul.domains.assignments import (
    BOTTOM,
    Assignment,
    Element,
    implies,
    known,
    symbol_of,
    values_of,
)
from maul.interpolate.explicit_value.interpolants import (
    DOMAIN_TYPE,
    FIRST,
    SELECTIONS,
    SHORTEST_LIVED,
    WHOLE,
    Interpolants,
    Refiner,
    Selection,
)
from maul.interpolate.explicit_value.posts import Places, part
from maul.interpolate.explicit_value.runs import Trail, minimised
from maul.interpolate.explicit_value.types import DomainTypes, by_occurrence
from maul.logic.build import symbol
from maul.logic.compiled.posts import Slots, compiled_step
from maul.logic.sorts import BOOL, Array, BitVec
from maul.logic.trace import Block
from maul.logic.transition import assign
from maul.logic.values import cardinality
from tests.interpolate.traces import Maker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.domains.assignments import Key
    from maul.interpolate.explicit_value.runs import Change
    from maul.interpolate.explicit_value.types import Order
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term

NIBBLE = BitVec(2)
CELLS = Array(NIBBLE, NIBBLE)
FAMILIES: dict[str, tuple[Sort, ...]] = {
    "numbers": (NIBBLE, NIBBLE, NIBBLE, BOOL, BOOL),
    "cells": (CELLS, CELLS, NIBBLE, NIBBLE, BOOL),
}
PATHS = 160


class Path:
    """A path with what is known at its start."""

    def __init__(self, blocks: Sequence[Block], start: Assignment) -> None:
        self.blocks = tuple(blocks)
        self.start = start


# ---- random paths ----


@cache
def random_paths(family: str) -> tuple[Path, ...]:
    rng = random.Random(f"values {family}")
    return tuple(_random_path(rng, FAMILIES[family]) for _ in range(PATHS))


def _random_path(rng: random.Random, sorts: tuple[Sort, ...]) -> Path:
    maker = Maker(rng, sorts, frozenset({"bits", "ite"}))
    variables = [symbol(f"v{i}", sort) for i, sort in enumerate(sorts)]
    maker.variables = variables
    pool = [Block(0, 0, maker.transition()) for _ in range(rng.randint(2, 7))]
    pool += [
        Block(0, 0, assign(x, maker._constant(x.sort)))
        for x in rng.sample(variables, rng.randint(0, 3))
        if not isinstance(x.sort, Array)
    ]
    blocks = [rng.choice(pool) for _ in range(rng.randint(1, 25))]
    start: dict[Key, bool | int | None] = {}
    for variable in variables:
        if rng.random() < 0.6:
            start.update(_random_value(rng, variable))
    return Path(blocks, start)


def _random_value(rng: random.Random, variable: Term) -> dict[Key, bool | int | None]:
    if not isinstance(variable.sort, Array):
        count = cardinality(variable.sort)
        assert count is not None
        drawn = rng.randrange(count)
        return {variable: bool(drawn) if variable.sort is BOOL else drawn}
    found: dict[Key, bool | int | None] = {}
    default = rng.randrange(4) if rng.random() < 0.5 else None
    if default is not None:
        found[variable] = default
    for index in range(4):
        element = rng.choice((None, 0, 1, 2, 3))
        if element != default and rng.random() < 0.7:
            found[Element(variable, index)] = element
    return found


# ---- the algorithms as the paper prints them ----


class Naive:
    """Strongest posts of assignments, one block at a time, and Alg. 3 and 4 with them."""

    def __init__(self, path: Path, order: Order) -> None:
        self.path = path
        self.slots = Slots(64)
        self.rank = order(block.transition for block in path.blocks)

    def post(self, block: Block, v: Assignment) -> Assignment | None:
        found = compiled_step((block.transition,), self.slots)(values_of(v, self.slots))
        return known(found[0][1], self.slots) if found else None

    def contradicting(self, suffix: Sequence[Block], v: Assignment) -> bool:
        for block in suffix:
            after = self.post(block, v)
            if after is None:
                return True
            v = after
        return False

    def interpolate(self, v: Assignment, suffix: Sequence[Block]) -> Assignment:
        """Alg. 3."""

        def place(key: Key) -> tuple[int, int, int]:
            return self.rank(key), symbol_of(key).number, getattr(key, "index", -1)

        kept = [key for key, held in v.items() if held is not None]
        for x in sorted(kept, key=place):
            fewer = [key for key in kept if key != x]
            if self.contradicting(suffix, part(v, fewer)):
                kept = fewer
        return part(v, kept)

    def refine(self) -> list[Assignment] | None:
        """Alg. 4."""
        blocks = self.path.blocks
        v = self.path.start
        if not self.contradicting(blocks, v):
            return None
        gammas: list[Assignment] = []
        for i in range(len(blocks)):
            gammas.append(self.interpolate(v, blocks[i:]))
            after = self.post(blocks[i], gammas[-1])
            if after is None:
                return gammas
            v = after
        raise AssertionError("strongest posts are not monotone")


# ---- laws ----

PATHS_OF = pytest.mark.parametrize("family", FAMILIES)
HARDLY_ANY = -(10**9)  # strongest posts: the first question that needs a run is one too many


@cache
def infeasible(family: str) -> tuple[Path, ...]:
    found = tuple(path for path in random_paths(family) if _refined(path) is not None)
    assert PATHS / 6 < len(found) < PATHS / 2
    return found


def _refined(path: Path, refiner: Refiner | None = None) -> Interpolants | None:
    return (refiner or Refiner()).refine(path.blocks, path.start)


def refined(path: Path, refiner: Refiner | None = None) -> Interpolants:
    found = _refined(path, refiner)
    assert found is not None
    return found


@PATHS_OF
@pytest.mark.parametrize("order", [DomainTypes(), by_occurrence], ids=["types", "occurrence"])
def test_the_result_is_that_of_the_printed_algorithms(family: str, order: Order) -> None:
    refiner = Refiner(order=order)
    for path in random_paths(family):
        found = _refined(path, refiner)
        assert Naive(path, order).refine() == (found and [*found.assignments])
        assert found is None or found.is_minimal


@PATHS_OF
@pytest.mark.parametrize("selection", SELECTIONS.values(), ids=SELECTIONS)
@pytest.mark.parametrize("steps", [10**6, HARDLY_ANY], ids=["exact", "coarse"])
def test_interpolants_follow_block_by_block_and_end_in_a_contradiction(
    family: str, selection: Selection, steps: int
) -> None:
    for path in infeasible(family):
        found = refined(path, Refiner(selection, steps=steps))
        naive = Naive(path, by_occurrence)
        assert implies(path.start, found.assignments[0])
        after = (*found.assignments[1:], BOTTOM)
        for block, here, there in zip(path.blocks, found.assignments, after, strict=False):
            assert implies(naive.post(block, here), there)


@PATHS_OF
def test_what_is_called_minimal_is_so_also_after_few_steps(family: str) -> None:
    coarse = [refined(path, Refiner(steps=HARDLY_ANY)) for path in infeasible(family)]
    for path, found in zip(infeasible(family), coarse, strict=True):
        assert not found.is_minimal or found.assignments == refined(path).assignments
    assert {False, True} == {found.is_minimal for found in coarse}


@PATHS_OF
@pytest.mark.parametrize("selection", [WHOLE, FIRST], ids=["whole", "first"])
def test_every_variable_is_needed_and_occurs_on_both_sides(
    family: str, selection: Selection
) -> None:
    for path in infeasible(family)[: PATHS // 8]:
        found = refined(path, Refiner(selection))
        naive = Naive(path, by_occurrence)
        blocks = path.blocks if selection is WHOLE else path.blocks[: found.contradiction]
        for i, v in enumerate(found.assignments):
            before, after = _symbols(blocks[:i]) | set(map(symbol_of, path.start)), blocks[i:]
            keys = [key for key, held in v.items() if held is not None]
            for key in keys:
                assert not naive.contradicting(after, part(v, [k for k in keys if k != key]))
                assert symbol_of(key) in before & _symbols(after)


def _symbols(blocks: Sequence[Block]) -> set[Term]:
    transitions = [block.transition for block in blocks]
    return {s for each in transitions for s in (*each.reads(), *each.updates)}


@PATHS_OF
def test_a_path_is_refuted_whatever_is_selected_or_not_at_all(family: str) -> None:
    for path in random_paths(family):
        refuted = [_refined(path, Refiner(each)) is not None for each in SELECTIONS.values()]
        assert refuted == [Naive(path, by_occurrence).refine() is not None] * len(SELECTIONS)


@PATHS_OF
def test_a_selected_reason_has_the_least_score(family: str) -> None:
    for path in infeasible(family):
        rank = DomainTypes()(block.transition for block in path.blocks)
        first = refined(path, Refiner(FIRST))
        for selection in (SHORTEST_LIVED, DOMAIN_TYPE):
            found = refined(path, Refiner(selection))
            assert selection.score(found, rank) <= selection.score(first, rank)
            assert found.dropped or found.assignments == first.assignments


# ---- what the algorithms stand on ----


@PATHS_OF
def test_a_tuple_says_what_its_assignment_implies(family: str) -> None:
    rng = random.Random(f"says {family}")
    variables = [symbol(f"v{i}", sort) for i, sort in enumerate(FAMILIES[family])]
    slots = Slots(len(variables), variables)
    places = Places(slots)
    answers = []
    for _ in range(3000):
        v = {key: held for x in variables for key, held in _random_value(rng, x).items()}
        w = dict(v)
        for x in rng.sample(variables, 1):
            w = {key: held for key, held in w.items() if symbol_of(key) is not x}
            w.update(_random_value(rng, x) if rng.random() < 0.9 else {})
        held, wanted = values_of(v, slots), values_of(w, slots)
        assert known(held, slots) == places.known(held, range(len(variables)))
        assert held == places.values(known(held, slots))
        answers.append(implies(known(held, slots), known(wanted, slots)))
        assert answers[-1] == places.says(held, known(wanted, slots))
        assert answers[-1] == Trail(held, []).says(0, wanted, range(len(variables)))
    assert 300 < sum(answers) < 2700


def test_a_trail_tells_the_values_at_every_position() -> None:
    rng = random.Random("trail")
    for _ in range(200):
        states = [tuple(rng.choice((None, 0, 1)) for _ in range(3))]
        changes: list[Change] = []
        for place in range(rng.randint(0, 8)):
            after = [*states[-1]]
            for slot in rng.sample(range(3), rng.randint(0, 2)):
                changes.append((place, slot, after[slot]))
                after[slot] = rng.choice((None, 0, 1))
            states.append(tuple(after))
        trail = Trail(states[-1], changes)
        for position, state in enumerate(states):
            wanted = tuple(rng.choice((None, 0, 1)) for _ in range(3))
            says = all(x in (None, held) for x, held in zip(wanted, state, strict=True))
            assert says == trail.says(position, wanted, range(3))


@pytest.mark.parametrize("count", range(12))
def test_variables_are_left_out_one_by_one_whatever_the_number(count: int) -> None:
    rng = random.Random(count)
    keys = [symbol(f"key {i}", NIBBLE) for i in range(count)]
    for _ in range(100):
        reasons = [set(rng.sample(keys, rng.randint(0, min(count, 4)))) for _ in range(3)]

        def suffices(left: list[Key], reasons: Sequence[set[Term]] = reasons) -> bool:
            return set(left) == set(keys) or any(reason.issubset(left) for reason in reasons)

        kept: list[Key] = [*keys]
        for key in keys:
            fewer = [each for each in kept if each is not key]
            kept = fewer if suffices(fewer) else kept
        assert kept == minimised(keys, suffices)
