"""In which order waiting states are explored: functions from entries to keys, the least first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from maul.cfa.calls import Point
from maul.cfa.order import reverse_postorder

if TYPE_CHECKING:
    from maul.cfa.model import Automaton, Location
    from maul.explore.reached import Entry, Key

S = TypeVar("S")
P = TypeVar("P")


def breadth_first(entry: Entry[S, P]) -> Key:
    """Short paths first, the oldest of them."""
    return (entry.depth, entry.number)


def depth_first(entry: Entry[S, P]) -> Key:
    """Long paths first, the newest of them."""
    return (-entry.depth, -entry.number)


def left_to_right(entry: Entry[S, P]) -> Key:
    """Depth first, of the states after the same one the oldest first: paths in the order of the
    edges, as [Tian17, Fig. 5] goes back to the last branch for other possibilities."""
    before = -1 if entry.parent is None else entry.parent.number
    return (-entry.depth, -before, entry.number)


def shallow_recursion_first(place: Callable[[S], object]) -> Callable[[Entry[S, P]], Key]:
    """Depth first, but what is in fewer activations of its function comes before: where nothing is
    known yet, recursion would be followed for ever."""

    def order(entry: Entry[S, P]) -> Key:
        at = place(entry.state)
        level = at.stack.activation if isinstance(at, Point) else 0
        return (level, -entry.depth, -entry.number)

    return order


def round_by_round(place: Callable[[S], object]) -> Callable[[Entry[S, P]], Key]:
    """Long paths first, but a location is not entered again before all else is explored."""

    def location(entry: Entry[S, P]) -> Location | None:
        at = place(entry.state)
        return at.location if isinstance(at, Point) else None

    def order(entry: Entry[S, P]) -> Key:
        here, rounds, at = location(entry), 0, entry.parent
        while at is not None:
            rounds += location(at) is here
            at = at.parent
        return (rounds, -entry.depth, -entry.number)

    return order


class TextOrder:
    """Points in reverse post-order: before a point all that lead to it, but for loops; a call
    before what comes after it."""

    def __init__(self) -> None:
        self._ranks: dict[Automaton, dict[Location, int]] = {}
        self._keys: dict[Point, Key] = {}

    def __call__(self, point: Point) -> Key:
        """The rank of a point: that of each call on its stack, and its own."""
        found = self._keys.get(point)
        if found is None:
            stacks = (point.stack, *point.stack.outer())
            calls = [(outer, inner.call) for inner, outer in pairwise(stacks)]
            ranks = [
                self._rank(at.automaton, call.source) for at, call in calls if call is not None
            ]
            own = self._rank(point.stack.automaton, point.location)
            found = self._keys[point] = (*reversed(ranks), own)
        return found

    def _rank(self, automaton: Automaton, at: Location) -> int:
        ranks = self._ranks.get(automaton)
        if ranks is None:
            order = reverse_postorder(automaton)
            ranks = self._ranks[automaton] = {at: rank for rank, at in enumerate(order)}
        return ranks.get(at, 0)


def reverse_post_order(place: Callable[[S], object]) -> Callable[[Entry[S, P]], Key]:
    """Explore the states first that lead to the others: these find all covering states there."""
    rank = TextOrder()

    def order(entry: Entry[S, P]) -> Key:
        at = place(entry.state)
        return rank(at) if isinstance(at, Point) else ()

    return order


def order_of(name: str, place: Callable[[S], object]) -> Callable[[Entry[S, P]], Key]:
    """An order by the name that users know it by (``maul.choices``)."""
    match name:
        case "breadth-first":
            return breadth_first
        case "depth-first":
            return depth_first
        case "left-to-right":
            return left_to_right
        case "round-by-round":
            return round_by_round(place)
        case "reverse-post-order":
            return reverse_post_order(place)
        case _:
            return shallow_recursion_first(place)
