"""In which order waiting states are explored: functions from entries to keys, the least first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from maul.cfa.calls import Point
from maul.cfa.order import reverse_postorder

if TYPE_CHECKING:
    from maul.cfa.model import Cfa, Location
    from maul.explore.reached import Entry, Key

S = TypeVar("S")
P = TypeVar("P")


def breadth_first(entry: Entry[S, P]) -> Key:
    """Short paths first, the oldest of them."""
    return (entry.depth, entry.number)


def depth_first(entry: Entry[S, P]) -> Key:
    """Long paths first, the newest of them."""
    return (-entry.depth, -entry.number)


def shallow_recursion_first(place: Callable[[S], object]) -> Callable[[Entry[S, P]], Key]:
    """Depth first, but what is in fewer activations of its function comes before: where nothing is
    known yet, recursion would be followed for ever."""

    def order(entry: Entry[S, P]) -> Key:
        at = place(entry.state)
        level = at.stack.activation if isinstance(at, Point) else 0
        return (level, -entry.depth, -entry.number)

    return order


class TextOrder:
    """Points in reverse post-order: before a point all that lead to it, but for loops; a call
    before what comes after it."""

    def __init__(self, cfa: Cfa) -> None:
        self._ranks: dict[Location, int] = {
            at: rank
            for automaton in cfa.automata()
            for rank, at in enumerate(reverse_postorder(automaton))
        }
        self._keys: dict[Point, Key] = {}

    def __call__(self, point: Point) -> Key:
        """The rank of a point: that of each call on its stack, and its own."""
        found = self._keys.get(point)
        if found is None:
            calls = [frame.call for frame in (point.stack, *point.stack.outer())]
            sources = [call.source for call in reversed(calls) if call is not None]
            found = tuple(self._ranks.get(at, 0) for at in (*sources, point.location))
            self._keys[point] = found
        return found


def reverse_post_order(cfa: Cfa, place: Callable[[S], object]) -> Callable[[Entry[S, P]], Key]:
    """Explore the states first that lead to the others: these find all covering states there."""
    rank = TextOrder(cfa)

    def order(entry: Entry[S, P]) -> Key:
        at = place(entry.state)
        return rank(at) if isinstance(at, Point) else ()

    return order
