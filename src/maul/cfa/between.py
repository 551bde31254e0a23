"""What lies between two points of a path: where an execution may come by on other ways from the one
to the other.

Comes in: a program model, and a piece of a path. Goes out: locations, each with the number of the
activation of its function. In a function that the piece passes they are those that lead from where
it comes in to where it goes out; of a function that is called on the way, all. It is a set for
heuristics: call stacks are not told apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.order import entered_function

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from maul.cfa.calls import Point, Stack
    from maul.cfa.model import Automaton, Cfa, Location

Place: TypeAlias = "tuple[Location, int]"


class Between:
    """Answers for one program; what was found for a function is kept."""

    def __init__(self, cfa: Cfa) -> None:
        self._cfa = cfa
        self._after: dict[Location, frozenset[Location]] = {}
        self._before: dict[Location, frozenset[Location]] = {}
        self._parts: dict[tuple[Location, Location], tuple[Location, ...]] = {}

    def __call__(self, piece: Sequence[Point]) -> tuple[Place, ...]:
        """What lies between the first and the last point of a piece of a path."""
        first: dict[Stack, Location] = {}
        last: dict[Stack, Location] = {}
        for point in piece:
            first.setdefault(point.stack, point.location)
            last[point.stack] = point.location
        found = dict.fromkeys((point.location, point.stack.activation) for point in piece)
        for stack, location in first.items():
            part = self._part(location, last[stack])
            found.update(dict.fromkeys((at, stack.activation) for at in part))
            found.update(dict.fromkeys((at, 1) for at in self._called(part)))
        return tuple(found)

    def _part(self, first: Location, last: Location) -> tuple[Location, ...]:
        """The locations of a function on ways from one to another."""
        part = self._parts.get((first, last))
        if part is None:
            after = _closure(self._after, first, lambda at: [e.target for e in at.leaving])
            before = _closure(self._before, last, lambda at: [e.source for e in at.entering])
            part = tuple(sorted(after & before, key=lambda at: at.index))
            self._parts[first, last] = part
        return part

    def _called(self, part: Sequence[Location]) -> Iterable[Location]:
        """All locations of the functions that are called and return between some locations."""
        inside = frozenset(part)
        waiting: list[Automaton] = []
        for edge in (edge for at in part for edge in at.leaving if edge.target in inside):
            entered = entered_function(self._cfa, edge)
            if entered is not None:
                waiting.append(entered)
        seen: dict[str, None] = {}
        while waiting:
            body = waiting.pop()
            if body.name not in seen:
                seen[body.name] = None
                edges = (edge for at in body.locations for edge in at.leaving)
                inner = (entered_function(self._cfa, edge) for edge in edges)
                waiting += [entered for entered in inner if entered is not None]
                yield from body.locations


def _closure(
    known: dict[Location, frozenset[Location]],
    start: Location,
    near: Callable[[Location], Iterable[Location]],
) -> frozenset[Location]:
    """All locations that can be come to from one, itself included."""
    found = known.get(start)
    if found is None:
        seen, waiting = {start}, [start]
        while waiting:
            for at in near(waiting.pop()):
                if at not in seen:
                    seen.add(at)
                    waiting.append(at)
        found = known[start] = frozenset(seen)
    return found
