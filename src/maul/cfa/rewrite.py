"""Making new automata from old ones, whose locations stay as they are.

Comes in: an automaton, then the edges of the new one, in the order of their sources. Goes out: an
automaton of fresh locations, numbered in that order from the entry on, without what its entry does
not lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.model import Automaton, Cfa, Edge, Location, Operation, connect
from maul.node import node

if TYPE_CHECKING:
    from maul.c.source import Span


@node
class Rewritten:
    """A program made from another, and where each of its locations comes from; what was added has
    no origin."""

    cfa: Cfa
    origin: dict[Location, Location]


class Draft:
    """An automaton in the making: copies of the old locations, new ones, and edges between them."""

    def __init__(self, old: Automaton) -> None:
        self.old = old
        self.edges: list[Edge] = []
        self._copies: dict[Location, Location] = {}

    def copy(self, at: Location) -> Location:
        """The new location that stands for an old one."""
        found = self._copies.get(at)
        if found is None:
            found = self._copies[at] = Location(self.old.name, at.index)
        return found

    def fresh(self) -> Location:
        """A location that stands for no old one."""
        return Location(self.old.name, -1)

    def add(self, source: Location, operation: Operation, target: Location, span: Span) -> None:
        """One edge between new locations."""
        self.edges.append(Edge(source, operation, target, span))

    def finish(self, entry: Location | None = None) -> Automaton:
        """The new automaton: what ``entry`` (the copy of the old entry) leads to, numbered and
        connected."""
        first = self.copy(self.old.entry) if entry is None else entry
        leave = self.copy(self.old.exit)
        reached = _reached(first, self.edges)
        edges = [edge for edge in self.edges if edge.source in reached]
        order = dict.fromkeys([first, *(edge.source for edge in edges)])
        order.pop(leave, None)
        order.update(dict.fromkeys(edge.target for edge in edges if edge.target is not leave))
        if leave in reached:
            order[leave] = None
        locations = tuple(order)
        for index, at in enumerate(locations):
            at.index = index
        if leave not in reached:
            leave.index = len(locations)
        connect(locations, edges)
        labels = {
            name: self._copies[at] for name, at in self.old.labels.items() if at in self._copies
        }
        return Automaton(
            name=self.old.name,
            parameters=self.old.parameters,
            result=self.old.result,
            entry=first,
            exit=leave,
            locations=locations,
            labels={name: at for name, at in labels.items() if at in reached},
            span=self.old.span,
        )

    def origin(self) -> dict[Location, Location]:
        """Where the copied locations come from."""
        return {new: old for old, new in self._copies.items()}


def _reached(entry: Location, edges: list[Edge]) -> dict[Location, None]:
    """The locations that ``entry`` leads to along the edges."""
    targets: dict[Location, list[Location]] = {}
    for edge in edges:
        targets.setdefault(edge.source, []).append(edge.target)
    reached = {entry: None}
    stack = [entry]
    while stack:
        for target in targets.get(stack.pop(), ()):
            if target not in reached:
                reached[target] = None
                stack.append(target)
    return reached
