"""Pieces of the program as transitions.

Comes in: a piece, all ways from a point to the next ends. Goes out: a block for each end. Steps
follow one another by evaluating each in the state that the one before left (the sequence rule of
large-block encoding); where ways meet, states are merged by case distinction on how they were
reached (the choice rule). Since the program is deterministic but for its inputs, a model of a block
tells at each branch which edge was taken.

What an encoding leaves out (a copy of more bytes than are considered) is no part of the transition;
``Encoded.left_out`` says when that would have happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.analyses.ranges import ranges
from maul.choices import Arith
from maul.encode.constants import slots_of_constants
from maul.encode.numbers import IntNumbers
from maul.encode.state import Layout, State, initial_values, is_wide
from maul.encode.steps import joined, take
from maul.logic.build import FALSE, TRUE, Term, and_, implies, not_, or_
from maul.logic.trace import Block
from maul.logic.transition import Transition
from maul.logic.walk import conjuncts
from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.cfa.blocks import BlockGraph, PieceOfProgram, Step
    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Cfa
    from maul.encode.chosen import Chosen


@node
class Way:
    """A step of a piece: when it is taken, and what it chose, over the values before the piece."""

    step: Step
    condition: Term
    chosen: Chosen | None


@value
class Beyond:
    """Where an execution is that the encoding of a piece leaves out."""

    source: Point


@node
class Encoded:
    """The transitions from a point: a block for each end that can be reached, the ways through the
    piece, when the encoding leaves something out, and what such a block knows."""

    source: Point
    blocks: tuple[Block, ...]
    ways: tuple[Way, ...]
    left_out: tuple[Term, ...]
    facts: tuple[Term, ...]
    inputs: tuple[Term, ...]

    def beyond(self) -> Block | None:
        """What the encoding leaves out as a block: to where it leads nothing is known."""
        if not self.left_out:
            return None
        guards = (or_(*self.left_out), *self.facts)
        return Block(self.source, Beyond(self.source), Transition(guards, {}, self.inputs))

    def blocked(self, end: Point) -> Block:
        """The block to an end that no way leads to: its conditions are false as they stand."""
        return Block(self.source, end, Transition((FALSE,), {}, ()))


def layout_for(cfa: Cfa, arith: str) -> Layout:
    """How a program is laid out in ``bv`` or ``int`` arithmetic."""
    if arith == Arith.BV:
        return Layout(cfa)
    slots = slots_of_constants(cfa)
    numbers = IntNumbers(cfa.model, is_wide=is_wide(cfa), without_object=slots)
    return Layout(cfa, numbers, ranges(cfa))


class Encoder:
    """The blocks of a program as transitions, each encoded once."""

    def __init__(self, graph: BlockGraph, layout: Layout) -> None:
        self.graph = graph
        self.layout = layout
        self._encoded: dict[Point, Encoded] = {}

    def leaving(self, source: Point) -> Encoded:
        """The transitions from a point."""
        found = self._encoded.get(source)
        if found is None:
            found = self._encoded[source] = self._encode(self.graph.piece(source))
        return found

    def _encode(self, piece: PieceOfProgram) -> Encoded:
        state = State(self.layout)
        if piece.source is self.graph.start:
            state.values.update(initial_values(self.layout))
        passage = _Passage(self.graph.points, self.layout)
        passage.arrive(piece.source, TRUE, state)
        for steps in _by_source(piece):
            passage.leave(steps)
        blocks = tuple(
            Block(piece.source, end, passage.transition(end))
            for end in piece.ends
            if end in passage.ends
        )
        left_out = tuple(passage.left_out)
        facts = passage.known(or_(*left_out))
        return Encoded(
            piece.source, blocks, tuple(passage.ways), left_out, facts, tuple(passage.inputs)
        )


def _by_source(piece: PieceOfProgram) -> list[list[Step]]:
    """The steps of a piece, those from one point together."""
    found: list[list[Step]] = []
    for step in piece.steps:
        if found and found[-1][0].source is step.source:
            found[-1].append(step)
        else:
            found.append([step])
    return found


class _Passage:
    """The way through one piece: at each point the guard, over the values before the piece, and
    the state."""

    def __init__(self, points: Points, layout: Layout) -> None:
        self.ways: list[Way] = []
        self.left_out: list[Term] = []
        self.ends: dict[Point, tuple[Term, State]] = {}
        self._points = points
        self._layout = layout
        self.inputs: list[Term] = []
        self._facts: list[Term] = []

    def arrive(self, point: Point, guard: Term, state: State) -> None:
        """Come to a point, perhaps by one more way."""
        known = self.ends.get(point)
        if known is not None:
            guard, case = joined(known[0], guard)
            state = state.merged(case, known[1])
        self.ends[point] = guard, state

    def leave(self, steps: list[Step]) -> None:
        """Go on from a point to which all ways have come, by one edge or by two branches."""
        if steps[0].source not in self.ends:
            return  # no way leads there: the conditions before it are false
        guard, state = self.ends.pop(steps[0].source)
        for step in steps:
            self._go(step, guard, state.copy() if step is not steps[-1] else state)

    def _go(self, step: Step, guard: Term, state: State) -> None:
        taken = take(self._points, step.source, step.edge, state)
        self.inputs += taken.inputs
        self._facts += [implies(guard, fact) for fact in taken.facts]
        if taken.limits is not TRUE:
            # Where these do not hold the condition of the step says nothing.
            self.left_out.append(and_(guard, not_(taken.limits)))
        condition = and_(taken.condition, taken.limits)
        guard = and_(guard, condition)
        if guard is not FALSE:
            self.ways.append(Way(step, condition, taken.chosen))
            self.arrive(step.target, guard, state)

    def transition(self, end: Point) -> Transition:
        """The transition from the beginning of the piece to an end."""
        guard, state = self.ends[end]
        updates = {x: e for x, e in state.values.items() if e is not x}
        guards = dict.fromkeys((*conjuncts(guard), *self.known(guard, *updates.values())))
        guards.pop(TRUE, None)
        return Transition(tuple(guards), updates, tuple(self.inputs))

    def known(self, *terms: Term) -> tuple[Term, ...]:
        """What holds in every execution of the piece, and of the functions in terms."""
        return (*self._facts, *self._layout.numbers.laws(*terms, *self._facts))


def followed(encoded: Encoded, holds: Callable[[Term], bool]) -> tuple[tuple[Way, ...], Point]:
    """The ways that a model takes through a piece, and the end that it comes to."""
    from_point: dict[Point, list[Way]] = {}
    for way in encoded.ways:
        from_point.setdefault(way.step.source, []).append(way)
    taken: list[Way] = []
    point = encoded.source
    while not taken or (point in from_point and point is not encoded.source):
        way = next(way for way in from_point[point] if holds(way.condition))
        taken.append(way)
        point = way.step.target
    return tuple(taken), point
