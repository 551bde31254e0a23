"""Cases that a step has to tell apart, and what can come of a step beside a graph.

Comes in: a graph in which something is open. Goes out: the exceptions that end an evaluation, and
decisions that nothing else in the graph depends on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.node import value
from maul.proofs.shapes.unfold import by_emptiness
from maul.shapes.graph import Address, End, ObjectId, Segment, Value

if TYPE_CHECKING:
    from maul.proofs.shapes.memory import WorkingGraph


class TakenApart(Exception):
    """The graphs that stand for the same states together."""

    def __init__(self, cases: tuple[WorkingGraph, ...]) -> None:
        super().__init__()
        self.cases = cases


class EndsHere(Exception):
    """The execution does what C leaves undefined, and the property does not ask about it."""


class TrackLost(Exception):
    """What the step does cannot be followed; the text says why."""


@value
class Near:
    """An address in an object of which bounds are known: ``low`` to ``high`` bytes from the start
    of the region, or of the cell of a segment."""

    object: ObjectId
    low: int
    high: int
    end: End


Found: TypeAlias = Value | Near


Chosen: TypeAlias = tuple[tuple[int, int, object], ...]
"""Decisions, each with the number of its possibilities and what it is about."""


class ChosenValues:
    """Decisions between numbers that nothing else in the graph depends on. The first ones are
    given; the others are the first possibility each, and are noted."""

    def __init__(self, given: Chosen) -> None:
        self.made: list[tuple[int, int, object]] = []
        self._given = given

    def among(self, count: int, about: object) -> int:
        """One of the numbers below ``count``; ``about`` is an expression, or what else is decided
        at one place of a step only."""
        at = len(self.made)
        chosen, possible, given = self._given[at] if at < len(self._given) else (0, count, about)
        if possible != count or given is not about:
            raise TrackLost("decisions that depend on each other in one step")
        self.made.append((chosen, count, about))
        return chosen

    def others(self) -> list[Chosen]:
        """What else could have been decided after what was given."""
        return [
            (*self.made[:at], (other, count, about))
            for at, (_, count, about) in enumerate(self.made)
            if at >= len(self._given)
            for other in range(1, count)
        ]


def demand_cells(memory: WorkingGraph, address: Address) -> None:
    """Go on only when the segment that an address leads to has cells for certain."""
    made = memory.objects[address.object]
    if isinstance(made, Segment) and made.minimum == 0:
        raise TakenApart(by_emptiness(memory, address.object))
