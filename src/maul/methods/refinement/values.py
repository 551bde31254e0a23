"""What searches with explicit values have in common: error paths, and which values refute them.

Comes in: states on a path to an error. Goes out: the blocks between them; a finer precision with
which the path ends in a contradiction [Beyer13, Alg. 4]; and which of the states is the first that
has to be found anew.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.errors import LimitReached
from maul.events import Refined
from maul.interpolate.explicit_value import Refiner
from maul.logic.build import or_
from maul.logic.terms import Term, name_of

if TYPE_CHECKING:
    from maul.domains.assignments import Key
    from maul.domains.explicit_value import CompiledProgram, ExplicitState, ValuePrecision
    from maul.interpolate.explicit_value import Selection
    from maul.logic.trace import Block
    from maul.run import Run

SELDOM = (100_000, 50, 1000)  # thresholds of the collector

Path: TypeAlias = "tuple[ExplicitState, ...]"
Runs: TypeAlias = "list[list[Block]]"
"""For each state of a path but the first, the blocks of the run by which it was found."""


class ValueRefinement:
    """Finds for error paths the variables that have to be tracked."""

    def __init__(self, selection: Selection, run: Run) -> None:
        self._refiner = Refiner(selection)
        self._refiner.tick = run.tick
        self._run = run

    def __call__(
        self, path: Path, runs: Runs, precision: ValuePrecision
    ) -> tuple[ValuePrecision, ExplicitState] | None:
        """The precision that refutes an error path, and the first state that is to know more; None
        when values do not refute the path."""
        if precision.keys is None:
            return None
        began = time.monotonic()
        blocks = list(chain.from_iterable(runs))
        interpolants = self._refiner.refine(blocks, {}, precision.excluded)
        if interpolants is None:
            return None
        needed = list(interpolants.precision()[1:])
        pivot = pivot_of(path, runs, needed)
        if pivot is None:
            # A block may contradict what is known even when a variable that it reads is unknown,
            # but only if that is known to be a variable.
            block = blocks[interpolants.contradiction - 1]
            before = needed.pop() if needed else ()
            read = sorted(block.transition.reads(), key=name_of)
            needed.append((*before, *(s for s in read if s not in precision.excluded)))
            pivot = pivot_of(path, runs, needed)
        if pivot is None:
            raise LimitReached("no progress: the values that refute an error path are tracked")
        spent = time.monotonic() - began
        self._run.emit(Refined(len(blocks), "explicit values", perfect=False, seconds=spent))
        finer = precision.with_more(
            (block.target, keys)
            for block, keys in zip(blocks, needed, strict=False)
            if isinstance(block.target, Point)
        )
        return finer, pivot


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Look for garbage seldom: states and terms stay, and there are very many of them."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def error_path(machine: CompiledProgram, path: Path) -> Runs:
    """The blocks by which each state of a path was found from the one before, up to the first that
    would not be found any more."""
    found: Runs = []
    for a, b in pairwise(path):
        blocks = machine.trail(a, b)
        if blocks is None:
            break
        found.append(blocks)
    return found


def points_of(runs: Runs) -> list[Point]:
    """The points that an error path passes."""
    blocks = list(chain.from_iterable(runs))
    places = (*(block.source for block in blocks), blocks[-1].target)
    return [place for place in places if isinstance(place, Point)]


def state_after(count: int, runs: Runs) -> int:
    """The number of the first state on a path that lies behind so many blocks."""
    return next(i for i, end in enumerate(accumulate(map(len, runs)), 1) if end >= count)


def one_of(labels: Iterable[tuple[Hashable, Term]]) -> dict[Hashable, Term]:
    """What holds at each place: one of its labels."""
    found: dict[Hashable, dict[Term, None]] = {}
    for place, label in labels:
        found.setdefault(place, {})[label] = None
    return {place: or_(*several) for place, several in found.items()}


def pivot_of(path: Path, runs: Runs, needed: Sequence[Collection[Key]]) -> ExplicitState | None:
    """The first state that was made by a run that did not track what is needed after each of the
    blocks of the path."""
    position = 0
    for state, run in zip(path[1:], runs, strict=True):
        for block in run:
            if position == len(needed):
                return None
            keys = needed[position]
            position += 1
            if keys and isinstance(block.target, Point):
                tracked = state.precision.at(block.target)
                if any(key not in tracked for key in keys):
                    return state
    return None
