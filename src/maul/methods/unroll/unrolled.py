"""What an unrolled program consists of: points in certain iterations, and steps between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.cfa.calls import Point
    from maul.cfa.model import Edge, Location
    from maul.encode.chosen import Chosen
    from maul.encode.state import State
    from maul.logic.terms import Term

Key: TypeAlias = tuple[int, ...]
"""Ranks and iterations of a point: in lexicographic order they are a topological order."""


@node
class Loop:
    """One loop around a location: the iteration, how many of them were counted, and what was known
    when the iteration began: the guard, how many symbols there were, and now and then the state."""

    iteration: int
    counted: int
    guard: Term
    symbols: int
    values: dict[Term, Term] | None = None

    def is_repeated_in(self, guard: Term, symbols: int, values: dict[Term, Term]) -> bool:
        """Whether all is as it was when the iteration began: then it is so for ever."""
        known = self.values
        if known is None or guard is not self.guard or symbols != self.symbols:
            return False
        return len(known) == len(values) and all(
            values.get(held) is value for held, value in known.items()
        )


@node
class UnrolledFrame:
    """Where an activation is, and in which iterations of the loops around."""

    at: Location
    loops: tuple[Loop, ...]

    def moved(
        self,
        target: Location,
        heads: Mapping[Location, tuple[Location, ...]],
        guard: Term,
        symbols: int,
    ) -> UnrolledFrame:
        """The frame after a step inside of one activation; ``heads`` are those of the loops around
        each location."""
        old, new = heads[self.at], heads[target]
        common = 0
        while common < min(len(old), len(new)) and old[common] is new[common]:
            common += 1
        loops = list(self.loops[:common])
        if common and common == len(new) and new[-1] is target:
            last = loops[-1]
            depends = guard is not last.guard or symbols != last.symbols
            loops[-1] = Loop(last.iteration + 1, last.counted + depends, guard, symbols)
        loops += [Loop(0, 0, guard, symbols)] * (len(new) - common)
        return UnrolledFrame(target, tuple(loops))


@node
class UnrolledStep:
    """A way from a node: the edge, when it is taken, where to (None: the unrolling was cut), and
    the symbol of the value that was chosen."""

    edge: Edge
    condition: Term
    target: Key | None
    chosen: Chosen | None


class UnrolledPoint:
    """A point of the program in certain iterations."""

    __slots__ = ("frames", "guard", "point", "state", "steps")

    def __init__(
        self, point: Point, frames: tuple[UnrolledFrame, ...], guard: Term, state: State
    ) -> None:
        self.point = point
        self.frames = frames
        self.guard = guard
        self.state = state
        self.steps: list[UnrolledStep] = []


@node
class StepUnderWay:
    """A step under way: the edge, when it is taken, when its end is reached, the state there and
    the symbol of the value that was chosen."""

    edge: Edge
    condition: Term
    guard: Term
    state: State
    chosen: Chosen | None


def more_counted(first: UnrolledFrame, second: UnrolledFrame) -> UnrolledFrame:
    """The same position, with the larger counts."""
    loops = (
        a if a.counted >= b.counted else b for a, b in zip(first.loops, second.loops, strict=True)
    )
    return UnrolledFrame(first.at, tuple(loops))
