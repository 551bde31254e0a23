"""The program as its executions see it: points, made of a location and a call stack, created when
they are first met.

Comes in: a program model. Goes out: points and the steps between them. A step over a call of a
function with a body enters it; a step over ``Return`` leads to where the caller goes on. The stack
knows the calls it came by, so whoever makes a step can bind the parameters and store the result.

Stacks and points are interned: the same location under the same calls is one object, and two stacks
share what they have in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.tree import Variable
from maul.cfa.model import Call, Return
from maul.cfa.order import entered_function

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Edge, Location


class Stack:
    """The activations under way, the innermost first. ``call`` is the edge that made it, None at
    the bottom; ``activation`` counts how often its function is on the stack, itself included."""

    __slots__ = ("activation", "automaton", "call", "calls", "depth", "parent")

    def __init__(self, automaton: Automaton, call: Edge | None, parent: Stack | None) -> None:
        self.automaton = automaton
        self.call = call
        self.parent = parent
        self.depth: int = 1 if parent is None else parent.depth + 1
        self.activation: int = 1 + next(
            (frame.activation for frame in self.outer() if frame.automaton is automaton), 0
        )
        self.calls: dict[Edge, Stack] = {}  # the stacks made from this one

    def outer(self) -> Iterator[Stack]:
        """The activations around this one, from the caller to the bottom."""
        frame = self.parent
        while frame is not None:
            yield frame
            frame = frame.parent

    def __repr__(self) -> str:
        frames = [self, *self.outer()]
        return " > ".join(frame.automaton.name for frame in reversed(frames))


class Point:
    """A location under a call stack; one object each, so that identity is equality."""

    __slots__ = ("location", "stack")

    def __init__(self, location: Location, stack: Stack) -> None:
        self.location = location
        self.stack = stack

    def __repr__(self) -> str:
        return f"{self.location} under {self.stack}"


class Points:
    """All points of a program, created on demand."""

    def __init__(self, cfa: Cfa) -> None:
        self.cfa = cfa
        self._points: dict[tuple[Location, Stack], Point] = {}
        self._instances: dict[tuple[Variable, int], Variable] = {}
        self.start = self.point(cfa.start.entry, Stack(cfa.start, None, None))

    def point(self, location: Location, stack: Stack) -> Point:
        """The point of a location under a stack."""
        key = (location, stack)
        found = self._points.get(key)
        if found is None:
            found = self._points[key] = Point(location, stack)
        return found

    def successors(self, point: Point) -> tuple[tuple[Edge, Point], ...]:
        """The steps from a point, one for each leaving edge."""
        return tuple((edge, self.step(point, edge)) for edge in point.location.leaving)

    def step(self, point: Point, edge: Edge) -> Point:
        """Where an edge that leaves the point's location leads to."""
        stack = point.stack
        entered = entered_function(self.cfa, edge)
        if entered is not None:
            return self.point(entered.entry, _pushed(stack, edge, entered))
        if (
            isinstance(edge.operation, Return)
            and stack.call is not None
            and stack.parent is not None
        ):
            return self.point(stack.call.target, stack.parent)
        return self.point(edge.target, stack)

    def moved(self, point: Point, old: Stack, new: Stack) -> Point:
        """What a point is when the activation of ``old``, on whose stack it is, is that of ``new``
        instead: the calls made since then are the same."""
        if old is new:
            return point
        calls: list[Edge] = []
        frame = point.stack
        while frame is not old:
            assert frame.call is not None
            assert frame.parent is not None
            calls.append(frame.call)
            frame = frame.parent
        stack = new
        for call in reversed(calls):
            stack = self.step(self.point(call.source, stack), call).stack
        return self.point(point.location, stack)

    def is_error(self, point: Point) -> bool:
        """Whether the property is violated here."""
        return point.location in self.cfa.errors

    def instance(self, variable: Variable, stack: Stack) -> Variable:
        """A variable as the innermost activation of ``stack`` knows it.

        Globals and the locals of a first activation stand for themselves. In the n-th activation of
        a recursive function its local ``f::x`` is ``f::x@n``.
        """
        if not variable.function or stack.activation == 1:
            return variable
        key = (variable, stack.activation)
        found = self._instances.get(key)
        if found is None:
            name = f"{variable.name}@{stack.activation}"
            found = Variable(name, variable.type, variable.function, variable.span)
            self._instances[key] = found
        return found


def plain_name(variable: Variable) -> str:
    """The name of a variable in all activations of its function. Globals have one only, and the
    name of a string literal is its text, whatever is in it."""
    return variable.name.partition("@")[0] if variable.function else variable.name


def bindings(stack: Stack) -> tuple[tuple[Variable, Expression], ...]:
    """What entering the innermost function assigns: each parameter, as that activation knows it,
    and its argument, to be evaluated by the caller (``stack.parent``)."""
    if stack.call is None or not isinstance(stack.call.operation, Call):
        return ()
    return tuple(zip(stack.automaton.parameters, stack.call.operation.arguments, strict=False))


def result_place(stack: Stack) -> Lvalue | None:
    """Where returning from the innermost function stores the result, as the caller
    (``stack.parent``) knows it."""
    if stack.call is None or not isinstance(stack.call.operation, Call):
        return None
    return stack.call.operation.result


def _pushed(stack: Stack, call: Edge, entered: Automaton) -> Stack:
    """The stack after a call, made once."""
    found = stack.calls.get(call)
    if found is None:
        found = stack.calls[call] = Stack(entered, call, stack)
    return found
