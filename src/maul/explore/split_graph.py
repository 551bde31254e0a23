"""A graph whose places are split into parts: the abstraction of splitting [EHP12].

Comes in: a graph, assertions to split parts by, and edges that are impossible. Goes out: a shortest
path to an error through the edges that are left, and labels when there is none. A part stands for
the states at its place in which its label holds; the parts of one place share no state and have all
of them together. An edge leads from a part by a block to a part; what is not known to be impossible
is possible. There is no solver here: whoever knows that an edge is impossible says so.

Splits of a place are a binary tree whose leaves are the parts of now. Edges are kept on the side
of their source, and their targets are brought up to date when they are asked for: a target that was
split since then stands for both its halves. So a split costs nothing but its two halves, and halves
have exactly the edges that were left to the whole: labels only get stronger.

The search keeps what it has found: a split or a removed edge undoes it only from where it matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from maul.logic.build import FALSE, TRUE, Term, and_, not_, or_
from maul.logic.walk import conjuncts

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from maul.logic.graph import Graph
    from maul.logic.trace import Block
    from maul.run import Run


class SplitPart:
    """The states at a place in which a label holds. ``facts`` are the conjuncts of the label,
    ``number`` is the order of creation. ``phi`` and ``halves`` tell how it was split: where phi
    holds, and where not."""

    __slots__ = ("edges", "facts", "halves", "number", "phi", "place")

    def __init__(self, number: int, place: Hashable, facts: Mapping[Term, None]) -> None:
        self.number = number
        self.place = place
        self.facts = facts
        self.phi: Term = TRUE
        self.halves: tuple[SplitPart, SplitPart] | None = None
        self.edges: dict[Block, list[SplitPart]] = {}  # a block that was followed: to where

    @property
    def label(self) -> Term:
        """What holds in its states."""
        return and_(*self.facts)

    def __repr__(self) -> str:
        return f"part {self.number} of {self.place}"


class SplitEdge(NamedTuple):
    """From a part by a block to a part."""

    source: SplitPart
    block: Block
    target: SplitPart


class SplitGraph:
    """The parts of a graph's places, the edges between them, and the search."""

    def __init__(self, graph: Graph, run: Run) -> None:
        self.removed = 0
        self.size = 0  # parts there are now
        self._graph = graph
        self._run = run
        self._made = 0
        self._whole: dict[Hashable, SplitPart] = {}
        self._leaving: dict[Hashable, Sequence[Block]] = {}
        self._errors: dict[Hashable, bool] = {}
        self.start = self._at(graph.start)
        self._search = _BreadthFirst(self.start)

    # ---- parts and edges ----

    def _at(self, place: Hashable) -> SplitPart:
        """The part of a place that was there first: all its states."""
        found = self._whole.get(place)
        if found is None:
            found = self._whole[place] = self._part(place, {})
            self.size += 1
        return found

    def _part(self, place: Hashable, facts: Mapping[Term, None]) -> SplitPart:
        self._made += 1
        return SplitPart(self._made, place, facts)

    def parts_of(self, place: Hashable) -> tuple[SplitPart, ...]:
        """The parts of a place, in a fixed order."""
        return tuple(_leaves([self._at(place)]))

    def blocks(self, part: SplitPart) -> Sequence[Block]:
        """The blocks that leave a part."""
        found = self._leaving.get(part.place)
        if found is None:
            found = self._leaving[part.place] = self._graph.leaving(part.place)
        return found

    def targets(self, part: SplitPart, block: Block) -> list[SplitPart]:
        """Where the edges of a part by a block lead."""
        found = part.edges.get(block)
        if found is None:
            found = [self._at(block.target)]
        if any(target.halves is not None for target in found):
            found = list(_leaves(found))
        part.edges[block] = found
        return found

    def is_error(self, part: SplitPart) -> bool:
        """Whether nothing may arrive at a part."""
        place = part.place
        found = self._errors.get(place)
        if found is None:
            found = self._errors[place] = self._graph.is_error(place)
        return found

    def renew(self) -> None:
        """Ask the graph anew for errors and blocks; what is known of the edges stays."""
        self._leaving.clear()
        self._errors.clear()
        self._search = _BreadthFirst(self.start)

    # ---- what changes ----

    def split(self, part: SplitPart, phi: Term) -> tuple[SplitPart, SplitPart]:
        """Split a part into the states in which ``phi`` holds and those in which it does not."""
        assert part.halves is None, "what was split is no part any more"
        assert part is not self.start, "every execution begins with the start as it is"
        new = [fact for fact in conjuncts(phi) if fact not in part.facts]
        part.phi = and_(*new)
        others = conjuncts(not_(part.phi))
        yes = self._part(part.place, {**part.facts, **dict.fromkeys(new)})
        no = self._part(part.place, {**part.facts, **dict.fromkeys(others)})
        part.halves = (yes, no)
        for block, targets in part.edges.items():
            yes.edges[block] = list(targets)
            no.edges[block] = list(targets)
        part.edges = {}
        self.size += 1
        self._search.forget(part)
        return part.halves

    def remove(self, edge: SplitEdge) -> None:
        """Remove an edge that is impossible."""
        self._drop(edge)
        self._search.undo(edge.source)

    def _drop(self, edge: SplitEdge) -> None:
        source, block, target = edge
        source.edges[block] = [each for each in self.targets(source, block) if each is not target]
        self.removed += 1

    # ---- paths ----

    def path(self, is_possible: Callable[[SplitEdge], bool]) -> tuple[SplitEdge, ...] | None:
        """A shortest path from the start to an error; None when there is none. Edges that would
        lead to a new part are asked about, and removed when they are impossible."""
        search = self._search
        while (part := search.next()) is not None:
            self._run.tick()
            for block in self.blocks(part):
                for target in self.targets(part, block):
                    if search.has_met(target):
                        continue
                    edge = SplitEdge(part, block, target)
                    if not is_possible(edge):
                        self._drop(edge)
                    elif self.is_error(target):
                        search.undo(part)
                        return (*search.path(part), edge)
                    else:
                        search.meet(edge)
        return None

    def labels(self) -> dict[Hashable, Term]:
        """What holds at each place, when no error is reached: one of the parts that are. Where both
        halves are reached in full, so is the whole."""
        found: dict[Hashable, Term] = {}
        for place, whole in self._whole.items():
            label = self._reached(whole)
            if label is not FALSE:
                found[place] = label
        return found

    def _reached(self, whole: SplitPart) -> Term:
        """The states of a place in the reached parts, told as short as the splits allow."""
        said: dict[SplitPart, Term] = {}  # beside the label of the part
        for part in reversed(list(_tree(whole))):
            if part.halves is None:
                said[part] = TRUE if self._search.has_met(part) else FALSE
                continue
            yes, no = (said.pop(half) for half in part.halves)
            if yes is no:
                said[part] = yes
            elif yes is TRUE:
                said[part] = or_(part.phi, no)
            elif no is TRUE:
                said[part] = or_(not_(part.phi), yes)
            else:
                said[part] = or_(and_(part.phi, yes), and_(not_(part.phi), no))
        return said[whole]


def _leaves(parts: Sequence[SplitPart]) -> Iterator[SplitPart]:
    """What parts consist of now."""
    for part in parts:
        for each in _tree(part):
            if each.halves is None:
                yield each


def _tree(whole: SplitPart) -> Iterator[SplitPart]:
    """A part and all that it was split into, wholes first."""
    waiting = [whole]
    while waiting:
        part = waiting.pop()
        yield part
        if part.halves is not None:
            waiting += reversed(part.halves)


class _BreadthFirst:
    """Parts breadth first, in the order in which they were met."""

    def __init__(self, start: SplitPart) -> None:
        self._met: list[SplitPart] = [start]
        self._ways: dict[SplitPart, SplitEdge | None] = {start: None}
        self._turns: dict[SplitPart, int] = {}  # an expanded part: its turn
        self._met_before: list[int] = []  # a turn: how many parts had been met before it

    def next(self) -> SplitPart | None:
        """The part whose turn it is."""
        turn = len(self._met_before)
        if turn == len(self._met):
            return None
        part = self._met[turn]
        self._turns[part] = turn
        self._met_before.append(len(self._met))
        return part

    def meet(self, edge: SplitEdge) -> None:
        """Come to a part for the first time."""
        self._ways[edge.target] = edge
        self._met.append(edge.target)

    def has_met(self, part: SplitPart) -> bool:
        """Whether a part is reached."""
        return part in self._ways

    def path(self, part: SplitPart) -> list[SplitEdge]:
        """The way on which a part was met."""
        found: list[SplitEdge] = []
        way = self._ways[part]
        while way is not None:
            found.append(way)
            way = self._ways[way.source]
        found.reverse()
        return found

    def forget(self, part: SplitPart) -> None:
        """Go back to before a part was met."""
        way = self._ways.get(part)
        if way is not None:
            self.undo(way.source)

    def undo(self, part: SplitPart) -> None:
        """Go back to before a part had its turn: it will be the next."""
        turn = self._turns.get(part)
        if turn is None:
            return
        for other in self._met[turn : len(self._met_before)]:
            del self._turns[other]
        for other in self._met[self._met_before[turn] :]:
            del self._ways[other]
        del self._met[self._met_before[turn] :]
        del self._met_before[turn:]
