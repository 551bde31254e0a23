"""The reached set: abstract states with precisions, where each came from, and which of them wait.

Comes in: states that an algorithm adds. Goes out: the next one to explore, by a key function; the
states at one place; paths; and, for refinement, the set without a subtree. What is removed may have
covered states elsewhere: then the states those came from wait again, and exploring them finds what
is no longer covered. So at all times every successor of a state that does not wait is covered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

S = TypeVar("S")
P = TypeVar("P")

Key: TypeAlias = tuple[int, ...]


class Entry(Generic[S, P]):
    """A state in the set: its precision, the state it came from, and what depends on it."""

    __slots__ = (
        "children",
        "covers",
        "depth",
        "is_waiting",
        "number",
        "parent",
        "precision",
        "state",
    )

    def __init__(self, state: S, precision: P, parent: Entry[S, P] | None, number: int) -> None:
        self.state = state
        self.precision = precision
        self.parent = parent
        self.number = number  # counts all states ever added
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.children: list[Entry[S, P]] = []
        self.covers: dict[Entry[S, P], None] = {}  # whose successors are covered by this state
        self.is_waiting = False


class Reached(Generic[S, P]):
    """The set. ``place`` tells which states can cover each other; the waiting state with the least
    ``order`` comes first, the older one of two. The states of one place are on a shelf, which may
    be one that finds covering states quickly."""

    def __init__(
        self,
        place: Callable[[S], Hashable],
        order: Callable[[Entry[S, P]], Key],
        shelf: Callable[[], dict[S, None]] = dict,
    ) -> None:
        self.covered = 0  # how many states were covered when they were found
        self.added = 0
        self._place = place
        self._order = order
        self._shelf = shelf
        self._empty: Mapping[S, None] = shelf()
        self._entries: dict[S, Entry[S, P]] = {}
        self._at: dict[Hashable, dict[S, None]] = {}
        self._queue: list[tuple[Key, int, Entry[S, P]]] = []

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, e: object) -> bool:
        return e in self._entries

    def __iter__(self) -> Iterator[S]:
        return iter(self._entries)

    def near(self, e: S) -> Mapping[S, None]:
        """The shelf of the states at the place of a state, oldest first."""
        return self._at.get(self._place(e), self._empty)

    def pop(self) -> tuple[S, P] | None:
        """The next state to explore, with its precision; None when none waits."""
        while self._queue:
            _, _, entry = heappop(self._queue)
            if entry.is_waiting and self._entries.get(entry.state) is entry:
                entry.is_waiting = False
                return entry.state, entry.precision
        return None

    # ---- growing -----------------------------------------------------------------------------

    def add(self, e: S, pi: P, parent: S | None) -> None:
        """A new state, which waits."""
        entry = Entry(e, pi, None if parent is None else self._entries[parent], self.added)
        self.added += 1
        if entry.parent is not None:
            entry.parent.children.append(entry)
        self._entries[e] = entry
        place = self._place(e)
        shelf = self._at.get(place)
        if shelf is None:
            shelf = self._at[place] = self._shelf()
        shelf[e] = None
        self._wait(entry)

    def cover(self, parent: S, by: S) -> None:
        """Note that a successor of ``parent`` need not be explored because of ``by``."""
        self.covered += 1
        if by in self._entries:
            self._entries[by].covers[self._entries[parent]] = None

    def replace(self, old: S, merged: S, pi: P) -> None:
        """Have a weaker state in place of ``old``; it waits."""
        entry = self._entries.pop(old)
        entry.state, entry.precision = merged, pi
        self._entries[merged] = entry
        near = self._at[self._place(old)]
        del near[old]
        near[merged] = None
        self._wait(entry)

    def is_covering(self, e: S) -> bool:
        """Whether there are states whose successors are covered by a state."""
        return any(self._entries.get(by.state) is by for by in self._entries[e].covers)

    def narrow(self, old: S, stronger: S) -> None:
        """Have a stronger state in place of ``old``, which covers nothing."""
        assert not self.is_covering(old), "what it covers would not be any more"
        entry = self._entries.pop(old)
        entry.state = stronger
        self._entries[stronger] = entry
        near = self._at[self._place(old)]
        del near[old]
        near[stronger] = None

    def wait(self, e: S) -> None:
        """Explore a state once more."""
        self._wait(self._entries[e])

    def _wait(self, entry: Entry[S, P]) -> None:
        if not entry.is_waiting:
            entry.is_waiting = True
            heappush(self._queue, (self._order(entry), entry.number, entry))

    # ---- refining ----------------------------------------------------------------------------

    def path(self, e: S) -> tuple[S, ...]:
        """The states by which e was reached, from the first one on."""
        found: list[S] = []
        entry: Entry[S, P] | None = self._entries[e]
        while entry is not None:
            found.append(entry.state)
            entry = entry.parent
        found.reverse()
        return tuple(found)

    def parent(self, e: S) -> S | None:
        """The state that a state came from; None for the first one."""
        parent = self._entries[e].parent
        return None if parent is None else parent.state

    def children(self, e: S) -> tuple[S, ...]:
        """The states that came from a state."""
        return tuple(child.state for child in self._entries[e].children)

    def prune(self, e: S) -> None:
        """Remove a state, but never the first one, and all that was reached by it; what it came
        from and what has no cover any more waits."""
        top = self._entries[e]
        if top.parent is None:
            remaining, stack = top, top.children
            top.children = []
        else:
            remaining, stack = top.parent, [top]
            top.parent.children.remove(top)
        exposed: dict[Entry[S, P], None] = {remaining: None}
        while stack:
            entry = stack.pop()
            stack += entry.children
            exposed.update(entry.covers)
            del self._entries[entry.state]
            del self._at[self._place(entry.state)][entry.state]
        for entry in exposed:
            if self._entries.get(entry.state) is entry:
                self._wait(entry)

    def reorder(self) -> None:
        """Ask for the order of the waiting states again."""
        waiting = [entry for _, _, entry in self._queue if entry.is_waiting]
        self._queue = [(self._order(entry), entry.number, entry) for entry in waiting]
        heapify(self._queue)

    def sharpen(self, pi: P) -> None:
        """Let everything go on with another precision."""
        for entry in self._entries.values():
            entry.precision = pi
