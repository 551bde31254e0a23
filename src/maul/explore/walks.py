"""The shortest ways to an error, one after the other, or those that pass given lines.

Comes in: a block graph. Goes out: paths from the start to an error, by length, as an iterator. To
find the first ``n`` of them, no point need be expanded more than ``n`` times: the search is an
ordinary one for the shortest path, with that many visits of a point instead of one.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from maul.cfa.order import distances
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.blocks import BlockGraph, PieceOfProgram
    from maul.cfa.calls import Point
    from maul.run import Run


@node
class Walk:
    """A path that grows at its end: its last point, how it came there, and its length."""

    point: Point
    before: Walk | None
    length: int

    def points(self) -> tuple[Point, ...]:
        """All points from the start on."""
        found: list[Point] = []
        at: Walk | None = self
        while at is not None:
            found.append(at.point)
            at = at.before
        found.reverse()
        return tuple(found)


def walks(graph: BlockGraph, run: Run, most: int) -> Iterator[tuple[Point, ...]]:
    """The ``most`` shortest paths to an error, shortest first; ties in the order of the text."""
    visits: dict[Point, int] = {}
    queue = _Queue(graph)
    queue.add(Walk(graph.start, None, 0))
    found = 0
    while found < most and (walk := queue.next()) is not None:
        run.tick()
        count = visits.get(walk.point, 0)
        if count == most:
            continue
        visits[walk.point] = count + 1
        if graph.points.is_error(walk.point):
            found += 1
            yield walk.points()
            continue
        for end in graph.piece(walk.point).ends:
            queue.add(Walk(end, walk, walk.length + 1))


class _Queue:
    """Walks by the least length that they can have at an error (the A* search): so far, and for
    blocks of one statement the distance of the point."""

    def __init__(self, graph: BlockGraph) -> None:
        self._distances = distances(graph.points.cfa)
        self._counts = graph.size == "single"
        self._waiting: dict[int, deque[Walk]] = {}

    def add(self, walk: Walk) -> None:
        """Put a walk in its place, unless nothing leads on from it to an error."""
        distance = self._distances.get(walk.point.location)
        if distance is not None:
            at_least = walk.length + (distance if self._counts else min(distance, 1))
            self._waiting.setdefault(at_least, deque()).append(walk)

    def next(self) -> Walk | None:
        """A walk that can be the shortest, the oldest of them."""
        while self._waiting:
            least = min(self._waiting)
            if self._waiting[least]:
                return self._waiting[least].popleft()
            del self._waiting[least]
        return None


def passing(graph: BlockGraph, run: Run, lines: tuple[int, ...]) -> tuple[Point, ...] | None:
    """The shortest path to an error on which statements of the lines occur in that order."""
    start = (graph.start, 0)
    before: dict[tuple[Point, int], tuple[Point, int] | None] = {start: None}
    level = [start]
    while level:
        further: list[tuple[Point, int]] = []
        for state in level:
            run.tick()
            point, passed = state
            if graph.points.is_error(point):
                if passed == len(lines):
                    return _back(before, state)
                continue
            piece = graph.piece(point)
            for end in piece.ends:
                reached = (end, _passed(piece, end, lines, passed))
                if reached not in before:
                    before[reached] = state
                    further.append(reached)
        level = further
    return None


def _passed(piece: PieceOfProgram, end: Point, lines: tuple[int, ...], passed: int) -> int:
    """How many of the lines are passed after a block, when so many were before it. A line that is
    asked for twice in a row is passed by two blocks."""
    inside = {step.edge.span.line for step in piece.steps_to(end)}
    first = passed
    while passed < len(lines) and lines[passed] in inside:
        if passed > first and lines[passed] == lines[passed - 1]:
            break
        passed += 1
    return passed


def _back(
    before: dict[tuple[Point, int], tuple[Point, int] | None], last: tuple[Point, int]
) -> tuple[Point, ...]:
    """The points from the start to the last one."""
    found: list[Point] = []
    at: tuple[Point, int] | None = last
    while at is not None:
        found.append(at[0])
        at = before[at]
    found.reverse()
    return tuple(found)
