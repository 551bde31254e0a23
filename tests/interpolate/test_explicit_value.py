"""Interpolation of variable assignments: the laws on random paths, and paths worked out by hand."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest
from maul.domains.assignments import (
    Assignment,
    Cell,
    implies,
    known,
    symbol_of,
    value_in,
    values_of,
)
from maul.formula.build import (
    bit_vector,
    bv_add,
    bv_slt,
    constant_array,
    equal,
    not_,
    select,
    store,
    symbol,
)
from maul.formula.compiled import Slots, compiled_step
from maul.formula.sorts import BOOL, Array, BitVec
from maul.formula.trace import Block
from maul.formula.transition import Transition, assign, assume, havoc
from maul.formula.values import cardinality
from maul.interpolate.explicit_value import (
    FIRST,
    PREFIXES,
    SELECTIONS,
    SHORTEST_LIVED,
    WHOLE,
    DOMAIN_TYPE,
    Interpolants,
    Refiner,
    Selection,
)
from maul.interpolate.explicit_value_posts import part
from maul.interpolate.explicit_value_types import DomainTypes, by_occurrence
from tests.interpolate.traces import Maker

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from maul.domains.assignments import Key
    from maul.formula.sorts import Sort
    from maul.formula.terms import Term
    from maul.interpolate.explicit_value_types import Order

NIBBLE, WORD = BitVec(2), BitVec(32)
CELLS = Array(NIBBLE, NIBBLE)
FAMILIES: dict[str, tuple[Sort, ...]] = {
    "numbers": (NIBBLE, NIBBLE, NIBBLE, BOOL, BOOL),
    "cells": (CELLS, CELLS, NIBBLE, NIBBLE, BOOL),
}
PATHS = 400


class Path:
    """A path with what is known at its start and what is never tracked."""

    def __init__(
        self, blocks: Sequence[Block], start: Assignment, excluded: Collection[Key] = ()
    ) -> None:
        self.blocks = tuple(blocks)
        self.start = start
        self.excluded = tuple(excluded)


def path_of(*transitions: Transition) -> tuple[Block, ...]:
    return tuple(Block(i, i + 1, transition) for i, transition in enumerate(transitions))


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
    excluded = [key for key in start if rng.random() < 0.1]
    return Path(blocks, start, excluded)


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
            found[Cell(variable, index)] = element
    return found


# ---- the algorithms as the paper prints them ----


class Naive:
    """Strongest posts of assignments, one block at a time, and Alg. 3 and 4 with them."""

    def __init__(self, path: Path, order: Order) -> None:
        self.path = path
        self.slots = Slots(64)
        self.rank = order(block.transition for block in path.blocks)

    def without_excluded(self, v: Assignment) -> Assignment:
        kept = {key: held for key, held in v.items() if symbol_of(key) not in self.path.excluded}
        for key in self.path.excluded:
            if isinstance(key, Cell) and (key in kept or key.array in kept):
                kept[key] = None
        return kept

    def post(self, block: Block, v: Assignment) -> Assignment | None:
        found = compiled_step((block.transition,), self.slots)(values_of(v, self.slots))
        return self.without_excluded(known(found[0][1], self.slots)) if found else None

    def contradicting(self, suffix: Sequence[Block], v: Assignment) -> bool:
        after: Assignment | None = v
        for block in suffix:
            after = self.post(block, after)
            if after is None:
                return True
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
        v: Assignment | None = self.without_excluded(self.path.start)
        if not self.contradicting(blocks, v):
            return None
        gammas: list[Assignment] = []
        for i in range(len(blocks)):
            gammas.append(self.interpolate(v, blocks[i:]))
            v = self.post(blocks[i], gammas[-1])
            if v is None:
                return gammas
        raise AssertionError("strongest posts are not monotone")


# ---- laws ----

PATHS_OF = pytest.mark.parametrize("family", FAMILIES)


def refined(path: Path, selection: Selection = WHOLE, order: Order | None = None) -> Interpolants:
    found = Refiner(selection, order).refine(path.blocks, path.start, path.excluded)
    assert found is not None
    return found


@cache
def infeasible(family: str) -> tuple[Path, ...]:
    found = tuple(
        path
        for path in random_paths(family)
        if Refiner(FIRST).refine(path.blocks, path.start, path.excluded) is not None
    )
    assert PATHS / 8 < len(found) < PATHS
    return found


@PATHS_OF
@pytest.mark.parametrize("order", [DomainTypes(), by_occurrence])
def test_the_result_is_that_of_the_printed_algorithms(family: str, order: Order) -> None:
    refiner = Refiner(order=order)
    for path in random_paths(family):
        naive = Naive(path, order).refine()
        found = refiner.refine(path.blocks, path.start, path.excluded)
        assert naive == (None if found is None else [*found.assignments])
        assert found is None or found.is_minimal


@PATHS_OF
@pytest.mark.parametrize("selection", SELECTIONS.values(), ids=SELECTIONS)
@pytest.mark.parametrize("steps", [10**6, -(10**6)], ids=["exact", "coarse"])
def test_interpolants_follow_block_by_block_and_end_in_a_contradiction(
    family: str, selection: Selection, steps: int
) -> None:
    for path in infeasible(family):
        refiner = Refiner(selection, steps=steps)
        found = refiner.refine(path.blocks, path.start, path.excluded)
        assert found is not None
        naive = Naive(path, by_occurrence)
        assert implies(naive.without_excluded(path.start), found.assignments[0])
        for block, here, after in zip(
            path.blocks, found.assignments, [*found.assignments[1:], None], strict=False
        ):
            assert implies(naive.post(block, here), after)
        tracked = {key for keys in found.precision() for key in keys}
        assert not tracked.intersection(path.excluded)
