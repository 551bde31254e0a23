"""Whether some graphs stand for one.

Comes in: a graph, and those that may stand for it. Goes out: which of them are needed. When none of
them does alone, the graph is taken apart: a segment is empty or not, or has its first cell beside
it; a symbol with few values has one of them. Then each part needs one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.proofs.shapes.embed import includes
from maul.proofs.shapes.memory import Contradiction, WorkingGraph
from maul.proofs.shapes.unfold import by_emptiness, by_first
from maul.shapes.graph import KnownNumber, Segment, ShapeGraph, UnknownValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.run import Run

DEEPEST = 3  # how often a graph is taken apart
FEW = 4  # values of a symbol
MOST_PARTS = 200  # graphs that are looked at for one answer


class Covering:
    """Questions whether graphs stand for a graph."""

    def __init__(self, pointer_size: int, run: Run) -> None:
        self._pointer_size = pointer_size
        self._run = run
        self._left = 0

    def by(
        self, graph: ShapeGraph, others: Sequence[ShapeGraph], depth: int = DEEPEST
    ) -> frozenset[int] | None:
        """The indices of graphs that stand for one together; None when nobody knows any."""
        self._left = MOST_PARTS
        return self._by(graph, others, depth)

    def _by(
        self, graph: ShapeGraph, others: Sequence[ShapeGraph], depth: int
    ) -> frozenset[int] | None:
        self._left -= 1
        for index, other in enumerate(others):
            self._run.tick()
            if includes(other, graph, self._pointer_size, self._run):
                return frozenset((index,))
        if depth == 0:
            return None
        for parts in self._apart(graph):
            if self._left < 0:
                return None
            needed: frozenset[int] | None = frozenset()
            for part in parts:
                part.collect()
                more = self._by(part.graph(), others, depth - 1)
                if more is None or needed is None:
                    needed = None
                    break
                needed |= more
            if needed is not None:
                return needed
        return None

    def _apart(self, graph: ShapeGraph) -> Iterator[tuple[WorkingGraph, ...]]:
        """The ways to take a graph apart."""
        memory = WorkingGraph(graph, self._pointer_size)
        for number, made in sorted(graph.objects.items()):
            if isinstance(made, Segment) and made.owner is None:
                by = by_first if made.minimum > 0 else by_emptiness
                yield by(memory, number)
        for number, fact in sorted(graph.facts.items()):
            low, high = fact.low, fact.high
            if fact.owner is None and low is not None and high is not None and high - low < FEW:
                yield tuple(_with_values(memory, UnknownValue(number), range(low, high + 1)))


def _with_values(
    memory: WorkingGraph, symbol: UnknownValue, values: range
) -> Iterator[WorkingGraph]:
    """A symbol has each of some values."""
    for value in values:
        case = memory.copy()
        try:
            case.put_for(symbol, KnownNumber(value))
        except Contradiction:
            continue
        yield case
