"""The bounds of variables at every location of one function: a fixpoint with widening, then
narrowing.

Comes in: an automaton, the state at its entry, and how a state passes an edge. Goes out: the states
of the anchors: the entry and the locations with several entering edges. What lies between them has
one way in and is computed when asked for, which keeps straight-line code cheap.

Widening jumps to the next constant the function compares with, and after a few jumps to the bounds
of the type.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.expressions import Constant
from maul.cfa.intervals import full, met
from maul.cfa.model import Assume
from maul.cfa.order import loop_heads, reverse_postorder
from maul.cfa.walk import inner_first, mentioned_variables

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.tree import Variable
    from maul.cfa.analyses.ranges.transfer import State
    from maul.cfa.model import Automaton, Edge, Location

    Pass: TypeAlias = Callable[[Edge, State], bool]

JOINS_BEFORE_WIDENING = 2
JUMPS_TO_CONSTANTS = 6
NARROWINGS = 2


class FlowShape:
    """What the analysis needs of an automaton, whatever the states: computed once."""

    def __init__(self, automaton: Automaton) -> None:
        order = reverse_postorder(automaton)
        self.entry = automaton.entry
        self.heads = frozenset(loop_heads(automaton))
        self.order = [
            at
            for at in order
            if (at is automaton.entry or len(at.entering) > 1 or at in self.heads)
            and at is not automaton.exit
        ]
        self.anchors = {at: number for number, at in enumerate(self.order)}
        self.thresholds = _constants(order) if self.heads else []
        self._number = {at: number for number, at in enumerate(order)}
        self._last = _last_mentions(order, self._number)

    def useful(self, state: State, at: Location) -> State:
        """The state of the variables that can still be mentioned after an anchor is reached; to
        forget one is always sound."""
        last, number = self._last, self._number[at]
        return {
            variable: interval
            for variable, interval in state.items()
            if last.get(variable, -1) >= number
        }


def _last_mentions(order: tuple[Location, ...], number: dict[Location, int]) -> dict[Variable, int]:
    """Where in the order each variable is mentioned last; in a loop, where the outermost loop
    ends."""
    end = list(range(len(order)))
    loops = [
        (number[edge.target], number[at])
        for at in order
        for edge in at.leaving
        if number[edge.target] <= number[at]
    ]
    for first, last in sorted(loops, key=lambda loop: loop[1]):
        end[first : last + 1] = [last] * (last + 1 - first)
    found: dict[Variable, int] = {}
    for at in order:
        for edge in at.leaving:
            for variable in mentioned_variables(edge.operation):
                found[variable] = max(end[number[at]], found.get(variable, -1))
    return found


def _constants(order: tuple[Location, ...]) -> list[int]:
    """The integers that conditions mention, and their neighbours."""
    found: set[int] = {-1, 0, 1}
    for at in order:
        for edge in at.leaving[:1]:
            if isinstance(edge.operation, Assume):
                for expression in inner_first(edge.operation):
                    if isinstance(expression, Constant) and isinstance(expression.value, int):
                        found.update((expression.value - 1, expression.value, expression.value + 1))
    return sorted(found)


class Flow:
    """One run of the analysis over one function."""

    def __init__(self, shape: FlowShape, pass_edge: Pass, everywhere: State) -> None:
        self._shape = shape
        self.pass_edge = pass_edge
        self._everywhere = everywhere
        self.states: dict[Location, State] = {}
        self._incoming: dict[Location, dict[Edge | None, State]] = {}
        self._delivered: dict[Location, list[Edge]] = {}

    def run(self, entry: State) -> None:
        """Find states that hold whenever their anchor is reached from an entry in that state."""
        shape = self._shape
        self._incoming[shape.entry] = {None: entry}
        self._ascend()
        if shape.heads:
            for _ in range(NARROWINGS):
                self._descend()

    def visit(self) -> None:
        """Pass every edge once more, from the final states."""
        for anchor, state in self.states.items():
            self._walk(anchor, state)

    def _ascend(self) -> None:
        """Join and widen until nothing grows."""
        number = self._shape.anchors
        visits: dict[Location, int] = {}
        queue = [number[self._shape.entry]]
        queued = {self._shape.entry}
        while queue:
            anchor = self._shape.order[heappop(queue)]
            queued.discard(anchor)
            new = self._joined_incoming(anchor)
            old = self.states.get(anchor)
            if old is not None:
                grown = _join(old, new)
                if grown == old:
                    continue
                visits[anchor] = visits.get(anchor, 0) + 1
                if anchor in self._shape.heads and visits[anchor] > JOINS_BEFORE_WIDENING:
                    jumps = visits[anchor] - JOINS_BEFORE_WIDENING
                    grown = self._widened(old, grown, to_type=jumps > JUMPS_TO_CONSTANTS)
                new = grown
            self.states[anchor] = new
            for target in self._walk(anchor, new):
                if target not in queued:
                    queued.add(target)
                    heappush(queue, number[target])

    def _descend(self) -> None:
        """One round of narrowing: each state anew from what enters its anchor.

        Every state is an upper bound of what can happen, and so is what comes of passing edges from
        upper bounds.
        """
        for anchor in self._shape.order:
            old = self.states.pop(anchor, None)
            if old is None:
                continue
            for edge in self._delivered.pop(anchor, ()):
                # A loop back to the anchor itself still counts: it was passed from an upper bound.
                if edge.target is not anchor:
                    self._incoming[edge.target].pop(edge, None)
            if not self._incoming[anchor]:
                continue
            new = _meet(old, self._joined_incoming(anchor))
            if new is not None:
                self.states[anchor] = new
                self._walk(anchor, new)

    def _walk(self, anchor: Location, start: State) -> list[Location]:
        """Pass the edges from an anchor up to the next ones; the anchors that were reached."""
        anchors = self._shape.anchors
        delivered = self._delivered[anchor] = []
        reached: list[Location] = []
        stack = [(anchor, dict(start))]
        while stack:
            at, state = stack.pop()
            while at.leaving:
                for other in at.leaving[1:]:
                    copy = dict(state)
                    if self.pass_edge(other, copy):
                        if other.target in anchors:
                            self._deliver(other, copy, delivered, reached)
                        else:
                            stack.append((other.target, copy))
                edge = at.leaving[0]
                if not self.pass_edge(edge, state):
                    break
                if edge.target in anchors:
                    self._deliver(edge, state, delivered, reached)
                    break
                at = edge.target
        return reached

    def _deliver(
        self, edge: Edge, state: State, delivered: list[Edge], reached: list[Location]
    ) -> None:
        """Note the state in which an edge enters an anchor."""
        useful = self._shape.useful(state, edge.target)
        self._incoming.setdefault(edge.target, {})[edge] = useful
        delivered.append(edge)
        reached.append(edge.target)

    def _joined_incoming(self, anchor: Location) -> State:
        """The join of all states that enter an anchor."""
        states = iter(self._incoming[anchor].values())
        found = dict(next(states))
        for state in states:
            found = _join(found, state)
        return found

    def _widened(self, old: State, new: State, *, to_type: bool) -> State:
        """Bounds that moved jump to the next constant, or to the end of the type."""
        found: State = {}
        constants = [] if to_type else self._shape.thresholds
        for variable, after in new.items():
            before, whole = old[variable], full(variable.type)
            assert whole is not None
            low, high = after
            if low < before[0]:
                index = bisect_right(constants, low) - 1
                low = max(constants[index], whole[0]) if index >= 0 else whole[0]
            if high > before[1]:
                index = bisect_left(constants, high)
                high = min(constants[index], whole[1]) if index < len(constants) else whole[1]
            if (low, high) != whole or variable in self._everywhere:
                found[variable] = (low, high)
        return found


def _join(left: State, right: State) -> State:
    """What holds in both; a variable absent from one has its default there, and then in the join
    too."""
    found: State = {}
    for variable, (low, high) in left.items():
        other = right.get(variable)
        if other is not None:
            found[variable] = (
                min(low, other[0]),
                max(high, other[1]),
            )
    return found


def _meet(left: State, right: State) -> State | None:
    """What holds when both hold; None when that is impossible."""
    found = dict(left)
    for variable, interval in right.items():
        old = found.get(variable)
        new = interval if old is None else met(old, interval)
        if new is None:
            return None
        found[variable] = new
    return found
