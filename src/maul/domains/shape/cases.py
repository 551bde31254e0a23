"""When a step depends on which of several cases holds.

Two kinds of cases. Those of the graph, such as a segment with or without cells: ``CaseSplit`` gives
graphs that together stand for the same states, and the step is made again for each of them. Those
of a value that no graph keeps, such as ``h % 4``: ``OpenCases.choose`` gives one of its values, and
``every_case`` makes the step again until all have been chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from maul.cfa.expressions import Expression
from maul.errors import LimitReached
from maul.shapes.graph import ShapeGraph

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")
Question: TypeAlias = tuple[Expression, int, int]  # the least and the greatest value
Choice: TypeAlias = tuple[Question, int]

MOST = 512  # cases of one step


class CaseSplit(Exception):
    """The graph is to be replaced by these graphs, which stand for the same states."""

    def __init__(self, *graphs: ShapeGraph) -> None:
        super().__init__()
        self.graphs = graphs


class Stuck(Exception):
    """No execution goes on here: a condition does not hold, or what is done is undefined in C and
    no question of the property."""


class _Undecided(Exception):
    """A value has to be chosen first."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question


class OpenCases:
    """The values chosen so far in one attempt at a step, in the order of the questions."""

    __slots__ = ("_asked", "_chosen")

    def __init__(self, chosen: tuple[Choice, ...]) -> None:
        self._chosen = chosen
        self._asked = 0

    def choose(self, of: Expression, low: int, high: int) -> int:
        """A value between bounds for an expression."""
        if low == high:
            return low
        question = of, low, high
        if self._asked == len(self._chosen):
            raise _Undecided(question)
        found, value = self._chosen[self._asked]
        if found != question:  # a split has changed what is asked
            raise LimitReached("cases that depend on each other in one step")
        self._asked += 1
        return value


def every_case(graph: ShapeGraph, attempt: Callable[[ShapeGraph, OpenCases], T]) -> Iterator[T]:
    """What an attempt gives in all cases; where it is stuck it gives nothing. An attempt does the
    same again when it is made again, and splits the graph before it changes what that says of
    executions that go on."""
    waiting: list[tuple[ShapeGraph, tuple[Choice, ...]]] = [(graph, ())]
    made = 0
    while waiting:
        made += 1
        if made > MOST:
            raise LimitReached(f"more than {MOST} cases in one step")
        first, chosen = waiting.pop()
        try:
            yield attempt(first, OpenCases(chosen))
        except Stuck:
            continue
        except CaseSplit as split:
            waiting += [(part, chosen) for part in reversed(split.graphs)]
        except _Undecided as stop:
            _, low, high = stop.question
            values = range(high, low - 1, -1)
            waiting += [(first, (*chosen, (stop.question, value))) for value in values]
