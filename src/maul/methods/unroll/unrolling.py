"""The program unrolled: a graph without cycles, states merged where branches meet.

Comes in: a program model and a bound on how often a loop or a recursive call may be repeated on
conditions that depend on inputs. Goes out: for each error and for each place where the unrolling
was cut, the condition under which an execution gets there.

A node is a point of the program (a location under a call stack) in certain iterations of the loops
around it, and of those around each call. Its key lists ranks and iterations, so that keys in
lexicographic order are a topological order of the unrolled graph: when a node is taken from the
queue, all its predecessors have been. The guard of a node is the condition under which it is
reached; branches that meet have disjoint guards, so their states merge by case distinction.
Repetitions that do not depend on inputs are executed rather than counted: constant loops end.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from maul.cfa.analyses.nesting import Nesting, nesting
from maul.cfa.calls import Point, Points
from maul.cfa.model import Assume
from maul.encode.state import Layout, State, initial_values
from maul.encode.steps import joined, take
from maul.logic.build import FALSE, TRUE, Term, and_, implies, not_
from maul.methods.paths.unknown_objects import Careful, accessible, reads
from maul.methods.unroll.unrolled import (
    Key,
    Loop,
    StepUnderWay,
    UnrolledFrame,
    UnrolledPoint,
    UnrolledStep,
    more_counted,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.cfa.model import Cfa, Edge, Location
    from maul.run import Run

SMALL_BOUND = 2
LOOK_EVERY = 8  # iterations from one to the next that may go on for ever
DEEPEST_CALL = 2000  # activations of one function, whatever its calls depend on


class Unrolling:
    """The unrolled program up to a bound. ``feasible`` may tell that a repetition is dead. With
    ``is_careful`` it notes what keeps executions from following null pointers."""

    def __init__(
        self,
        cfa: Cfa,
        bound: int,
        feasible: Callable[[Term], bool],
        run: Run,
        layout: Layout,
        *,
        is_careful: bool = False,
    ) -> None:
        self.cfa = cfa
        self.points = Points(cfa)
        self.layout = layout
        self.nodes: dict[Key, UnrolledPoint] = {}
        self.definitions: list[Term] = []  # hold in every execution
        self.cuts: list[Term] = []  # guards of what lies beyond the bound
        self.dropped: list[Term] = []  # guards that were told to be dead
        self.left_out: list[Term] = []  # guards of what has no encoding, whatever the bound
        self.careful: dict[UnrolledPoint, Careful] = {}
        self._bound = bound
        self._is_careful = is_careful
        self._feasible = feasible
        self._run = run
        self._queue: list[Key] = []
        self._nestings: dict[str, Nesting] = {}
        self._keys: dict[tuple[UnrolledFrame, ...], Key] = {}  # of the activations around a call
        start = self.points.start
        self.start = self._key((UnrolledFrame(start.location, ()),))
        state = State(layout)
        state.values.update(initial_values(layout))
        self._add(start, (UnrolledFrame(start.location, ()),), TRUE, state)

    def next_error(self) -> UnrolledPoint | None:
        """Go on to the next node that is an error; None when everything is unrolled."""
        while self._queue:
            self._run.tick()
            current = self.nodes[heappop(self._queue)]
            if self.points.is_error(current.point):
                return current
            self._expand(current)
        return None

    # ---- steps -------------------------------------------------------------------------------

    def _expand(self, current: UnrolledPoint) -> None:
        edges = current.point.location.leaving
        self._begin_iteration(current)
        if self._is_careful and edges:
            step = self.points, current.point, edges[0], current.state
            self.careful[current] = Careful(tuple(accessible(*step)), tuple(reads(*step)))
        if len(edges) == 2:
            self._branch(current, edges[0], edges[1])
        elif edges:
            self._step(current, edges[0])
        current.state = State(self.layout)  # the successors have it now

    def _branch(self, current: UnrolledPoint, first: Edge, second: Edge) -> None:
        assert isinstance(first.operation, Assume)
        taken = take(self.points, current.point, first, current.state)
        holds, limits = taken.condition, taken.sure
        self._define(current, taken.facts)
        if limits is not TRUE:
            self.left_out.append(and_(current.guard, not_(limits)))
        for edge, plain in ((first, holds), (second, not_(holds))):
            condition = and_(plain, limits)
            guard = and_(current.guard, condition)
            if guard is not FALSE:
                self._go(current, StepUnderWay(edge, condition, guard, current.state.copy(), None))

    def _step(self, current: UnrolledPoint, edge: Edge) -> None:
        taken = take(self.points, current.point, edge, current.state)
        self._define(current, taken.facts)
        if taken.sure is not TRUE:
            self.left_out.append(and_(current.guard, not_(taken.sure)))
        condition = and_(taken.condition, taken.sure)
        guard = and_(current.guard, condition)
        if guard is not FALSE:
            self._go(current, StepUnderWay(edge, condition, guard, current.state, taken.chosen))

    def _define(self, current: UnrolledPoint, facts: Iterable[Term]) -> None:
        """Note what holds in every execution that comes to a node."""
        self.definitions += [implies(current.guard, fact) for fact in facts if fact is not TRUE]

    def _go(self, current: UnrolledPoint, way: StepUnderWay) -> None:
        """Add the node that a step leads to, unless it lies beyond the bound or is dead."""
        target = self.points.step(current.point, way.edge)
        if self._goes_round(current.frames, target, way):
            return
        frames = self._moved(current.frames, target, way.guard)
        repeats = len(frames) > len(current.frames) and target.stack.activation > 1
        repeats |= any(loop.iteration for loop in frames[-1].loops[-1:]) and self._is_head(target)
        key: Key | None = None
        if self._lies_beyond(frames[-1], target, way.guard):
            self.cuts.append(way.guard)
        elif repeats and self._is_dead(way.guard):
            self.dropped.append(way.guard)
        else:
            key = self._key(frames)
            known = self.nodes.get(key)
            if known is None:
                self._add(target, frames, way.guard, way.state)
            else:
                known.frames = tuple(map(more_counted, known.frames, frames))
                known.guard, case = joined(known.guard, way.guard)
                known.state = way.state.merged(case, known.state)
        current.steps.append(UnrolledStep(way.edge, way.condition, key, way.chosen))

    def _goes_round(
        self, frames: tuple[UnrolledFrame, ...], target: Point, way: StepUnderWay
    ) -> bool:
        """Whether a step leads back to the head of a loop, and nothing has changed: no execution
        leaves that loop."""
        depth, location = target.stack.depth, target.location
        if depth > len(frames) or not self._is_head(target):
            return False
        frame = frames[depth - 1]
        if self._nesting(location).heads[frame.at] != self._nesting(location).heads[location]:
            return False
        return bool(frame.loops) and frame.loops[-1].is_repeated_in(
            way.guard, self.layout.symbols, way.state.values
        )

    def _is_dead(self, guard: Term) -> bool:
        """Whether no input repeats something once more. With a small bound that is not worth a
        question: little is repeated."""
        if guard is TRUE or self._bound <= SMALL_BOUND:
            return False
        return not self._feasible(guard)

    def _add(
        self, point: Point, frames: tuple[UnrolledFrame, ...], guard: Term, state: State
    ) -> None:
        key = self._key(frames)
        self.nodes[key] = UnrolledPoint(point, frames, guard, state)
        heappush(self._queue, key)

    # ---- positions ---------------------------------------------------------------------------

    def _nesting(self, location: Location) -> Nesting:
        name = location.function
        found = self._nestings.get(name)
        if found is None:
            start = self.cfa.start
            found = nesting(start if name == start.name else self.cfa.functions[name])
            self._nestings[name] = found
        return found

    def _is_head(self, point: Point) -> bool:
        heads = self._nesting(point.location).heads[point.location]
        return bool(heads) and heads[-1] is point.location

    def _moved(
        self, frames: tuple[UnrolledFrame, ...], target: Point, guard: Term
    ) -> tuple[UnrolledFrame, ...]:
        """The frames after a step: one more after a call, one less after a return."""
        location, depth = target.location, target.stack.depth
        if depth > len(frames):
            loops = (Loop(0, 0, guard, self.layout.symbols),) * len(
                self._nesting(location).heads[location]
            )
            return (*frames, UnrolledFrame(location, loops))
        heads = self._nesting(location).heads
        moved = frames[depth - 1].moved(location, heads, guard, self.layout.symbols)
        return (*frames[: depth - 1], moved)

    def _begin_iteration(self, current: UnrolledPoint) -> None:
        """At a loop head, note what is known now that all ways to it have met."""
        if self._is_head(current.point):
            frame = current.frames[-1]
            last = frame.loops[-1]
            often = last.iteration % LOOK_EVERY == LOOK_EVERY - 1
            values = dict(current.state.values) if often else None
            begun = Loop(last.iteration, last.counted, current.guard, self.layout.symbols, values)
            current.frames = (
                *current.frames[:-1],
                UnrolledFrame(frame.at, (*frame.loops[:-1], begun)),
            )

    def _lies_beyond(self, frame: UnrolledFrame, target: Point, guard: Term) -> bool:
        if any(loop.counted > self._bound for loop in frame.loops):
            return True
        deepest = DEEPEST_CALL if guard is TRUE else self._bound + 1
        return target.stack.activation > deepest

    def _key(self, frames: tuple[UnrolledFrame, ...]) -> Key:
        """Ranks and iterations from the outermost activation inwards."""
        if not frames:
            return ()
        outer, frame = frames[:-1], frames[-1]
        before = self._keys.get(outer)
        if before is None:
            before = self._keys[outer] = self._key(outer)
        found = self._nesting(frame.at)
        key: list[int] = []
        for head, loop in zip(found.heads[frame.at], frame.loops, strict=True):
            key += (found.rank[head], loop.iteration)
        return (*before, *key, found.rank[frame.at])
