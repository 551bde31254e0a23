"""The program between cut points, put together from single statements by the checker itself.

Comes in: a point, the values there, and where to stop. Goes out: for each cut point that is reached
next how it is reached: the conditions, over the values before, and the values after. The steps are
those that the methods take, one statement each; how they are put together is not: the checker
shares neither blocks nor their encoding with what searched. A point is passed when all steps into
it were made, counted beforehand, so a cycle that is not cut cannot be passed by mistake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.state import State
from maul.encode.steps import joined, take
from maul.logic.build import FALSE, TRUE, Term, and_, implies, not_, or_
from maul.logic.walk import conjuncts
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeAlias

    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Edge
    from maul.encode.state import Layout
    from maul.run import Run

    Steps: TypeAlias = dict[Point, tuple[tuple[Edge, Point], ...]]


class Uncut(Exception):
    """A cycle of the program passes no cut point."""


@node
class Piece:
    """The steps from a point to the next cut points: the points that are passed, in order, each
    after all that lead to it, the steps from each of them, and how many lead to each."""

    source: Point
    steps: Steps
    order: tuple[Point, ...]
    entering: Mapping[Point, int]


@node
class Arrival:
    """How a cut point is reached: when all ``guards`` hold; then each variable in ``updates`` has
    the value of its term."""

    end: Point
    guards: tuple[Term, ...]
    updates: Mapping[Term, Term]


@node
class Passage:
    """All ways from a point to the next cut points; what holds in every execution on them, when
    an execution is left out, and the symbols that stand for arbitrary values."""

    source: Point
    arrivals: tuple[Arrival, ...]
    facts: tuple[Term, ...]
    left_out: Term
    inputs: frozenset[Term]


class Pieces:
    """The pieces of one program between its cut points."""

    def __init__(
        self, points: Points, layout: Layout, is_cut: Callable[[Point], bool], run: Run
    ) -> None:
        self._points = points
        self._layout = layout
        self.is_cut = is_cut
        self._run = run
        self._pieces: dict[Point, Piece] = {}

    def passage(self, source: Point, values: Mapping[Term, Term]) -> Passage:
        """What begins at a point with the given values; other variables stand for themselves."""
        piece = self.piece(source)
        walk = _Walk(self._points)
        state = State(self._layout)
        state.values.update(values)
        walk.arrive(source, TRUE, state)
        for point in piece.order:
            self._run.tick()
            walk.leave(point, piece.steps[point])
        return walk.passage(source)

    def leaving(self, point: Point) -> tuple[tuple[Edge, Point], ...]:
        """All steps from a point."""
        return self._points.successors(point)

    def piece(self, source: Point) -> Piece:
        """The steps from a point to the next cut points, in order."""
        found = self._pieces.get(source)
        if found is None:
            steps = self._steps(source)
            entering = self._entering(steps)
            found = Piece(source, steps, _in_order(source, steps, entering), entering)
            self._pieces[source] = found
        return found

    def _steps(self, source: Point) -> Steps:
        """The steps from the source and from every point on a way to a cut point."""
        found: Steps = {}
        before: dict[Point, list[Point]] = {}
        ends: dict[Point, None] = {}
        waiting = {source: None}
        while waiting:
            self._run.tick()
            point, _ = waiting.popitem()
            found[point] = self._points.successors(point)
            for _, target in found[point]:
                before.setdefault(target, []).append(point)
                if self.is_cut(target):
                    ends[target] = None
                elif target not in found:
                    waiting[target] = None
        useful = _backwards(ends, before)
        return {
            point: tuple((edge, target) for edge, target in leaving if target in useful)
            for point, leaving in found.items()
            if point is source or point in useful
        }

    def _entering(self, steps: Steps) -> dict[Point, int]:
        """How many steps lead to each point that is passed."""
        counts: dict[Point, int] = {}
        for leaving in steps.values():
            for _, target in leaving:
                if not self.is_cut(target):
                    counts[target] = counts.get(target, 0) + 1
        return counts


def _in_order(source: Point, steps: Steps, entering: Mapping[Point, int]) -> tuple[Point, ...]:
    """The points that are passed, each after all that lead to it."""
    pending = dict(entering)
    found = [source]
    for point in found:
        for _, target in steps[point]:
            if target in pending:
                pending[target] -= 1
                if not pending[target]:
                    found.append(target)
    if source in pending or any(pending.values()):
        raise Uncut(f"a cycle after {source} is not cut")
    return tuple(found)


def _backwards(ends: Iterable[Point], before: Mapping[Point, list[Point]]) -> set[Point]:
    """The points from which one of the ends is reached, the ends included."""
    found = set(ends)
    waiting = list(found)
    while waiting:
        for point in before.get(waiting.pop(), ()):
            if point not in found:
                found.add(point)
                waiting.append(point)
    return found


class _Walk:
    """Where the ways through a piece have come: for each point that was reached and not yet left
    when it is reached, over the values before the piece, and the state there."""

    def __init__(self, points: Points) -> None:
        self._points = points
        self._reached: dict[Point, tuple[Term, State]] = {}
        self._facts: list[Term] = []
        self._left_out: list[Term] = []
        self._inputs: list[Term] = []

    def arrive(self, point: Point, guard: Term, state: State) -> None:
        """Come to a point, perhaps by one more way."""
        known = self._reached.get(point)
        if known is not None:
            guard, case = joined(known[0], guard)
            state = state.merged(case, known[1])
        self._reached[point] = guard, state

    def leave(self, point: Point, steps: tuple[tuple[Edge, Point], ...]) -> None:
        """Make all steps from a point; none when the conditions on all ways to it are false."""
        if point not in self._reached:
            return
        guard, state = self._reached.pop(point)
        for number, (edge, target) in enumerate(steps, 1):
            after = state if number == len(steps) else state.copy()
            taken = take(self._points, point, edge, after)
            self._inputs += taken.inputs
            self._facts += [implies(guard, fact) for fact in taken.facts]
            # Where the limits do not hold the condition of the step says nothing.
            self._left_out.append(and_(guard, not_(taken.limits)))
            condition = and_(guard, taken.condition, taken.limits)
            if condition is not FALSE:
                self.arrive(target, condition, after)

    def passage(self, source: Point) -> Passage:
        """What was found when all points inside were left."""
        arrivals = tuple(
            Arrival(end, conjuncts(guard), {x: e for x, e in state.values.items() if e is not x})
            for end, (guard, state) in self._reached.items()
        )
        facts = dict.fromkeys(self._facts)
        facts.pop(TRUE, None)
        left_out = or_(*self._left_out)
        return Passage(source, arrivals, tuple(facts), left_out, frozenset(self._inputs))
