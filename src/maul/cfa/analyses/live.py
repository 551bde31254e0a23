"""Which local variables are live: may be read before they are written again.

Comes in: a program model. Goes out: for a location the locals of its function whose values matter
there, and for a point those of all activations on its stack. Locals that pointers may reach are
live as long as their function is on the stack. A backward data-flow analysis, function by function,
with sets of variables as the bits of a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.expressions import AddressOf, Load, Place
from maul.cfa.order import reverse_postorder
from maul.cfa.walk import inner_first, mentioned_variables, variables_in_place, written_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maul.c.tree import Variable
    from maul.cfa.calls import Point, Points, Stack
    from maul.cfa.model import Automaton, Edge, Location, Operation


class Live:
    """The live locals of a program, computed for a function when first asked for."""

    def __init__(self, points: Points) -> None:
        self._points = points
        self._functions: dict[str, LiveLocals] = {}
        self._found: dict[Point, frozenset[Variable]] = {}

    def at(self, point: Point) -> frozenset[Variable]:
        """The locals that matter at a point, as the activations on its stack know them."""
        known = self._found.get(point)
        if known is None:
            known = self._found[point] = self._at(point)
        return known

    def _at(self, point: Point) -> frozenset[Variable]:
        found = list(self._instances(point.stack, self._function(point.stack).at(point.location)))
        inner = point.stack
        for frame in point.stack.outer():
            assert inner.call is not None
            found += self._instances(frame, self._function(frame).around(inner.call))
            inner = frame
        return frozenset(found)

    def _instances(self, stack: Stack, variables: Iterable[Variable]) -> Iterator[Variable]:
        return (self._points.instance(variable, stack) for variable in variables)

    def _function(self, stack: Stack) -> LiveLocals:
        automaton = stack.automaton
        found = self._functions.get(automaton.name)
        if found is None:
            found = LiveLocals(automaton, self._points.cfa.addressed)
            self._functions[automaton.name] = found
        return found


class LiveLocals:
    """The live locals of one function."""

    def __init__(self, automaton: Automaton, addressed: frozenset[Variable]) -> None:
        operations = (edge.operation for at in automaton.locations for edge in at.leaving)
        mentioned = (v for operation in operations for v in mentioned_variables(operation))
        names = dict.fromkeys(v for v in (*automaton.parameters, *mentioned) if v.function)
        self._bits = {variable: 1 << number for number, variable in enumerate(names)}
        self._always = self._set(v for v in names if v in addressed)
        self._live = self._solved(automaton)

    def at(self, location: Location) -> Iterator[Variable]:
        """The locals that matter at a location."""
        return self._members(self._live.get(location, self._always))

    def around(self, call: Edge) -> Iterator[Variable]:
        """The locals that matter while a call runs: what comes after it reads them, and it does
        not store its result, a temporary, there."""
        live = self._live.get(call.target, self._always)
        return self._members(live & ~self._overwritten(call.operation) | self._always)

    def _solved(self, automaton: Automaton) -> dict[Location, int]:
        """The least solution: a location needs what its edges read and what their targets need but
        is not overwritten on the way."""
        order = tuple(reversed(reverse_postorder(automaton)))
        steps = {
            at: tuple(
                (self._read(e.operation), ~self._overwritten(e.operation), e.target)
                for e in at.leaving
            )
            for at in order
        }
        live = dict.fromkeys(order, self._always)
        changed = True
        while changed:
            changed = False
            for at in order:
                found = live[at]
                for read, kept, target in steps[at]:
                    found |= read | live[target] & kept
                if found != live[at]:
                    live[at] = found
                    changed = True
        return live

    def _read(self, operation: Operation) -> int:
        """The variables that an operation evaluates, whole or in part."""
        reads = (e for e in inner_first(operation) if isinstance(e, (Load, AddressOf)))
        return self._set(v for e in reads for v in variables_in_place(e.place))

    def _overwritten(self, operation: Operation) -> int:
        """The variable that an operation stores into as a whole."""
        place = written_place(operation)
        return self._set((place.variable,)) if isinstance(place, Place) else 0

    def _set(self, variables: Iterable[Variable]) -> int:
        found = 0
        for variable in variables:
            found |= self._bits.get(variable, 0)
        return found

    def _members(self, live: int) -> Iterator[Variable]:
        return (v for v, bit in self._bits.items() if live & bit)
