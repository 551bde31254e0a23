"""What searches with explicit values have in common: error paths, and which values refute them.

Comes in: states on a path to an error. Goes out: the blocks between them; a finer precision with
which the path ends in a contradiction [Beyer13, Alg. 4]; and which of the states is the first that
has to be found anew.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.between import Between
from maul.cfa.calls import Point
from maul.domains.assignments import symbol_of
from maul.domains.thresholds import NONE
from maul.errors import LimitReached
from maul.events import Refined
from maul.interpolate.explicit_value import Refiner
from maul.logic.build import or_, symbol
from maul.logic.terms import Term, name_of
from maul.logic.trace import Block
from maul.logic.transition import Transition

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.domains.assignments import Key
    from maul.domains.explicit_states import ExplicitState, ValuePrecision
    from maul.domains.explicit_value import CompiledProgram
    from maul.domains.thresholds import Threshold
    from maul.interpolate.explicit_value import Selection
    from maul.run import Run

SELDOM = (100_000, 50, 1000)  # thresholds of the collector

Path: TypeAlias = "tuple[ExplicitState, ...]"
Runs: TypeAlias = "list[list[Block]]"
"""For each state of a path but the first, the blocks of the run by which it was found."""


Asked: TypeAlias = "Sequence[tuple[Point, Sequence[Key]]]"
Spread: TypeAlias = "Callable[[Asked], Iterable[tuple[Hashable, Iterable[Key]]]]"
"""Where to track what a path asks for at its points: points, or what the scope of a precision
gives."""


def as_asked(asked: Asked) -> Asked:
    """Only at the points of the path [Beyer13, Alg. 4]."""
    return asked


def spread_between(cfa: Cfa) -> Spread:
    """Each variable also at all locations by which other ways go from the first point at which it
    is asked for to the last: else it is lost on the next way, which makes another error path."""
    between = Between(cfa)

    def spread(asked: Asked) -> Iterator[tuple[Hashable, Iterable[Key]]]:
        open_since: dict[Key, int] = {}
        for number in range(len(asked) + 1):
            here = asked[number][1] if number < len(asked) else ()
            over = [key for key in open_since if key not in here]
            pieces: dict[int, list[Key]] = {}
            for key in over:
                pieces.setdefault(open_since.pop(key), []).append(key)
            for began, keys in pieces.items():
                piece = [point for point, _ in asked[began:number]]
                yield from ((place, keys) for place in between(piece))
            for key in here:
                open_since.setdefault(key, number)

    return spread


class ValueRefinement:
    """Finds for error paths the variables that have to be tracked, but for those that a threshold
    has dropped somewhere on the path."""

    def __init__(
        self, selection: Selection, threshold: Threshold | None, run: Run, spread: Spread = as_asked
    ) -> None:
        self._refiner = Refiner(selection)
        self._refiner.tick = run.tick
        self._threshold = threshold
        self._spread = spread
        self._forgetting: dict[tuple[Transition, frozenset[Term]], Transition] = {}
        self._run = run

    def __call__(
        self, path: Path, runs: Runs, machine: CompiledProgram
    ) -> tuple[ValuePrecision, ExplicitState] | None:
        """The precision that refutes an error path, and the first state that is to know more; None
        when values do not refute the path."""
        precision = machine.precision
        if precision.keys is None:
            return None
        began = time.monotonic()
        blocks = [self._without_dropped(block) for block in chain.from_iterable(runs)]
        interpolants = self._refiner.refine(blocks, {})
        if interpolants is None:
            return None
        needed = list(interpolants.precision()[1:])
        pivot = pivot_of(path, runs, needed)
        if pivot is None:
            # A block may contradict what is known even when a variable that it reads is unknown,
            # but only if that is known to be a variable.
            block = blocks[interpolants.contradiction - 1]
            before = needed.pop() if needed else ()
            dropped = self._dropped(block.source)
            read = sorted(block.transition.reads() - dropped, key=name_of)
            needed.append((*before, *read))
            pivot = pivot_of(path, runs, needed)
        if pivot is None:
            raise LimitReached("no progress: the values that refute an error path are tracked")
        spent = time.monotonic() - began
        self._run.emit(Refined(len(blocks), "explicit values", perfect=False, seconds=spent))
        return precision.with_more(self._asked(blocks, needed)), pivot

    def recall(
        self, path: Path, runs: Runs, machine: CompiledProgram
    ) -> tuple[ValuePrecision, ExplicitState] | None:
        """The same by variables that were dropped on the path: they are tracked again."""
        threshold, blocks = self._threshold, list(chain.from_iterable(runs))
        if threshold is None or not any(threshold.at(block.target) for block in blocks):
            return None
        interpolants = self._refiner.refine(blocks, {})
        if interpolants is None:
            return None
        needed = interpolants.precision()[1:]
        back: dict[Hashable, set[Term]] = {}
        for block, keys in zip(blocks, needed, strict=False):
            gone = threshold.at(block.target).intersection(map(symbol_of, keys))
            if gone:
                back.setdefault(block.target, set()).update(gone)
        symbols = machine.slots.symbols()
        lacking = (
            e
            for e in path
            for x, held in zip(symbols, e.values, strict=False)
            if held is None and x in back.get(e.place, ())
        )
        pivots = [pivot_of(path, runs, needed), next(lacking, None)]
        pivot = next((e for e in path if e in pivots), None)
        if pivot is None:
            raise LimitReached("no progress: the values that refute an error path are tracked")
        for place, symbols_back in back.items():
            threshold.take_back(place, symbols_back)
        return machine.precision.with_more(self._asked(blocks, needed)), pivot

    def _asked(
        self, blocks: Sequence[Block], needed: Sequence[tuple[Key, ...]]
    ) -> Iterable[tuple[Hashable, Iterable[Key]]]:
        """Where to track the variables that are needed after each block."""
        return self._spread(
            [
                (block.target, keys)
                for block, keys in zip(blocks, needed, strict=False)
                if isinstance(block.target, Point)
            ]
        )

    def _dropped(self, place: Hashable) -> frozenset[Term]:
        return NONE if self._threshold is None else self._threshold.at(place)

    def _without_dropped(self, block: Block) -> Block:
        """A block after which nothing is known of what is dropped where it ends."""
        dropped = self._dropped(block.target)
        if not dropped:
            return block
        found = self._forgetting.get((block.transition, dropped))
        if found is None:
            old = block.transition
            anything = {
                s: symbol(f"dropped: {name_of(s)}", s.sort) for s in sorted(dropped, key=name_of)
            }
            found = Transition(
                old.guards, {**old.updates, **anything}, (*old.inputs, *anything.values())
            )
            self._forgetting[block.transition, dropped] = found
        return Block(block.source, block.target, found)


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
            if keys and isinstance(block.target, Point) and state.precision.keys is not None:
                tracked = state.precision.at(block.target)
                if any(key not in tracked for key in keys):
                    return state
    return None
