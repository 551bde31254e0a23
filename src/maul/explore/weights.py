"""Which of several edges to follow first [Tian17, section IV.B].

Comes in: what became known about the places of a spurious path. Goes out: the order of edges that
makes safety interpolants full early: who has seen one side of a branch should see the other side
soon. A weight is a number or not defined, and (> 0) > not defined > 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from maul.logic.trace import Block


class Weights:
    """The weights of the edges that were met. ``leaving`` gives the edges from a place."""

    def __init__(self, leaving: Callable[[Hashable], Sequence[Block]]) -> None:
        self._leaving = leaving
        self._weights: dict[Block, int] = {}
        self._entering: dict[Hashable, dict[Block, None]] = {}

    def weight(self, edge: Block) -> int | None:
        """The weight of an edge; None when it is not defined."""
        return self._weights.get(edge)

    def rank(self, edge: Block) -> tuple[int, int]:
        """The weight for comparisons; the largest goes first."""
        weight = self._weights.get(edge)
        if weight is None:
            return (1, 0)
        return (2, weight) if weight > 0 else (0, 0)

    def meet(self, edge: Block) -> None:
        """Know an edge."""
        self._entering.setdefault(edge.target, {})[edge] = None

    def entering(self, place: Hashable) -> int:
        """How many edges to a place were met."""
        return len(self._entering.get(place, ()))

    def update(self, full: Iterable[Hashable], half: Hashable | None) -> None:
        """Set the weights of the edges to places that became full, and of those to the last
        reachable place of a path if it is half; then those of all edges before them, from there
        backwards, each once, so that loops come to an end."""
        given: dict[Block, int] = {}
        for place in full:
            given.update(dict.fromkeys(self._entering.get(place, ()), 0))
        if half is not None:
            others = len(self._leaving(half)) - 1
            given.update(dict.fromkeys(self._entering.get(half, ()), others))
        changed = {edge.source: None for edge, weight in given.items() if self._set(edge, weight)}
        for place in self._backwards(changed):
            if place in changed:
                weight = self._sum(place)
                for edge in self._entering.get(place, ()):
                    if edge not in given and self._set(edge, weight):
                        changed[edge.source] = None

    def _backwards(self, ends: Iterable[Hashable]) -> list[Hashable]:
        """The places before some places, with them: each after all that it leads to, but for
        loops."""
        finished: list[Hashable] = []
        met: set[Hashable] = set()
        for end in ends:
            stack = [(end, iter(self._entering.get(end, ())))] if end not in met else []
            met.add(end)
            while stack:
                place, edges = stack[-1]
                source = next((edge.source for edge in edges if edge.source not in met), None)
                if source is None:
                    stack.pop()
                    finished.append(place)
                else:
                    met.add(source)
                    stack.append((source, iter(self._entering.get(source, ()))))
        finished.reverse()
        return finished

    def _set(self, edge: Block, weight: int) -> bool:
        """Whether this changes the weight of an edge."""
        is_new = self._weights.get(edge) != weight
        self._weights[edge] = weight
        return is_new

    def _sum(self, place: Hashable) -> int:
        """The defined weights of the edges from a place, and one for each of the others."""
        weights = [self._weights.get(edge) for edge in self._leaving(place)]
        return sum(1 if weight is None else weight for weight in weights)
