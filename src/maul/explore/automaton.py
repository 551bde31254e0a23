"""The error traces of a program that are not excluded yet, as an automaton over its blocks.

Comes in: a graph with errors, and Floyd-Hoare automata to subtract. Goes out: an error trace that
none of them refutes, or, when there is none, labels that prove the program. Everything is made as
far as it is asked for: the graph may be infinite, a Floyd-Hoare automaton has exponentially many
states, and the part of the program behind what cannot be reached is never looked at.

A node is a place with what each subtracted automaton knows there; all that together is its
annotation, which holds whenever a word leads to the node. The difference with one more automaton is
the product of nodes and its states: where the automaton knows that nothing is possible, there is no
product. A node from which no error can be reached is a dead end and leaves; the annotations of all
dead ends are a proof once everything is one: what a block leads to from a dead end is a dead end,
too, or impossible.

Nodes that are followed by the same words can be merged; what holds there is then one of what held
at each. That keeps the automaton small where automata remember what does not matter any more.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from maul.explore.floyd_hoare import NOTHING, State
from maul.logic.build import Term, and_, or_
from maul.logic.terms import by_number

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from maul.explore.floyd_hoare import FloydHoare
    from maul.logic.graph import Graph
    from maul.logic.trace import Block

Annotation: TypeAlias = frozenset[State]
"""A disjunction of conjunctions of predicates."""

States: TypeAlias = "tuple[States, State] | tuple[()]"
"""One state for each automaton: those of all but the last, and the last."""

Order: TypeAlias = "Callable[[int, Hashable], int]"
"""Which nodes to look at first, from how many blocks lead there and the place: the least."""

BEYOND = 200  # nodes to expand after the first error was met, for the sake of dead ends


def shortest(depth: int, _: Hashable) -> int:
    """Shortest error traces first."""
    return depth


def deepest(depth: int, _: Hashable) -> int:
    """Depth first."""
    return -depth


class ProductState:
    """A place with the states of the automata, the last one first, None for what was merged.
    ``edges`` is None until the node is expanded, and for errors."""

    __slots__ = ("edges", "is_error", "merged", "place", "states")

    def __init__(self, place: Hashable, states: States | None, *, is_error: bool = False) -> None:
        self.place = place
        self.states = states
        self.is_error = is_error
        self.merged: Annotation = frozenset()  # what holds instead, when there are no states
        self.edges: list[tuple[Block, ProductState]] | None = None

    def annotation(self) -> Annotation:
        """What holds whenever a word leads here."""
        if self.states is None:
            return self.merged
        return frozenset((NOTHING.union(*_unrolled(self.states)),))


def _unrolled(states: States) -> list[State]:
    """The states of the automata, the first one first."""
    found: list[State] = []
    while states:
        states, last = states
        found.append(last)
    found.reverse()
    return found


class Remaining:
    """The error traces of a graph that no automaton refutes."""

    def __init__(
        self,
        graph: Graph,
        automata: Iterable[FloydHoare] = (),
        before: Remaining | None = None,
    ) -> None:
        self.automata = tuple(automata)
        self.proved: dict[Hashable, set[State]] = {}  # the annotations of dead ends
        self.dead_ends = 0  # found so far, in all differences
        self._graph = graph
        self._errors: dict[Hashable, ProductState] = {}  # one node for each place is enough
        self._nodes: dict[object, ProductState] = {}
        self._before = before  # the same without the last automaton
        self._products: dict[
            ProductState, tuple[ProductState, State]
        ] = {}  # nodes of these, not expanded yet
        if before is None:
            states: States = ()
            for _ in self.automata:
                states = (states, NOTHING)
            self.start = self._node(graph.start, states)
        else:
            self.proved, self.dead_ends = before.proved, before.dead_ends
            self.start = self._product(before.start, NOTHING)

    def minus(self, automaton: FloydHoare) -> Remaining:
        """The difference: without the traces that one more automaton refutes."""
        while merged := [node for node in self._products if node.states is None]:
            for node in merged:
                self.expanded(node)
        self._before, self._products = None, {}  # whoever is not expanded yet knows its states
        return Remaining(self._graph, (*self.automata, automaton), self)

    @property
    def size(self) -> int:
        """How many nodes were made."""
        return len(self._nodes)

    def labels(self) -> dict[Hashable, Term]:
        """What holds at each place where only dead ends are left."""
        return {place: _disjunction(states) for place, states in self.proved.items()}

    # ---- error traces ----

    def word(self, order: Order, tick: Callable[[], None]) -> tuple[Block, ...] | None:
        """An error trace, the first in an order; None when there is none left. The search goes on
        for a while after it: the more is expanded, the more dead ends are found, and these never
        have to be looked at again."""
        reached: dict[ProductState, tuple[ProductState, Block] | None] = {self.start: None}
        waiting = [(0, 0, 0, self.start)]
        error: ProductState | None = None
        more = BEYOND
        while waiting and more:
            tick()
            _, _, depth, node = heappop(waiting)
            if node.is_error:
                error = error or node
                continue
            more -= error is not None
            for block, target in self.expanded(node):
                if target not in reached:
                    reached[target] = (node, block)
                    key = order(depth + 1, target.place)
                    heappush(waiting, (key, len(reached), depth + 1, target))
        self._remove_dead_ends(reached, tick)
        return None if error is None else _word(error, reached)

    # ---- nodes ----

    def expanded(self, node: ProductState) -> list[tuple[Block, ProductState]]:
        """The edges of a node, made when they are first asked for."""
        if node.edges is None:
            based = self._products.pop(node, None)
            if based is None:
                node.edges = list(self._from_graph(node))
            else:
                node.edges = list(self._from_base(*based))
        return node.edges

    def _from_graph(self, node: ProductState) -> Iterable[tuple[Block, ProductState]]:
        """Successors by all automata, one after the other: the first may know enough."""
        assert node.states is not None, "what was merged is expanded by its product"
        before = _unrolled(node.states)
        for block in self._graph.leaving(node.place):
            states: States = ()
            for automaton, state in zip(self.automata, before, strict=True):
                after = automaton.successor(state, block)
                if after is None:
                    break
                states = (states, after)
            else:
                yield block, self._node(block.target, states)

    def _from_base(self, old: ProductState, state: State) -> Iterable[tuple[Block, ProductState]]:
        """Successors by the last automaton: the others are in the nodes that were there before."""
        assert self._before is not None
        automaton = self.automata[-1]
        for block, target in self._before.expanded(old):
            after = automaton.successor(state, block)
            if after is not None:
                yield block, self._product(target, after)

    def _node(self, place: Hashable, states: States) -> ProductState:
        if self._graph.is_error(place):
            return self._error(place)
        key = (place, states)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = ProductState(place, states)
        return found

    def _product(self, old: ProductState, state: State) -> ProductState:
        """An old node with the state of the last automaton."""
        if old.is_error:
            return self._error(old.place)
        key = (old, state)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = ProductState(old.place, None)
            if old.states is None:
                found.merged = frozenset(known | state for known in old.merged)
            else:
                found.states = (old.states, state)
            self._products[found] = key
        return found

    def _error(self, place: Hashable) -> ProductState:
        found = self._errors.get(place)
        if found is None:
            found = self._errors[place] = ProductState(place, (), is_error=True)
        return found

    # ---- dead ends ----

    def _remove_dead_ends(
        self, reached: Mapping[ProductState, object], tick: Callable[[], None]
    ) -> None:
        """Nodes that lead to no error, and to nothing that is not expanded yet, leave."""
        alive = _leading_to(reached, [node for node in reached if node.edges is None])
        for node in reached:
            tick()
            if node not in alive:
                self._prove(node)
            elif node.edges is not None:
                node.edges = [(block, target) for block, target in node.edges if target in alive]

    def _prove(self, node: ProductState) -> None:
        """What is known at a dead end is part of the proof, unless a weaker statement is."""
        self.dead_ends += 1
        known = self.proved.setdefault(node.place, set())
        for state in node.annotation():
            if not any(weaker <= state for weaker in known):
                known.difference_update([other for other in known if state <= other])
                known.add(state)

    # ---- minimisation ----

    def minimise(self, tick: Callable[[], None]) -> None:
        """Merge nodes that are followed by the same words."""
        nodes = _reachable(self.start)
        classes = _bisimilar(nodes, tick)
        members: dict[int, list[ProductState]] = {}
        for node in nodes:
            members.setdefault(classes[node], []).append(node)
        first = {node: members[classes[node]][0] for node in nodes}
        for node in nodes:
            if node.edges is not None:
                node.edges = [(block, first[target]) for block, target in node.edges]
        for kept, *others in members.values():
            if others:
                kept.merged = kept.annotation().union(*(node.annotation() for node in others))
                kept.states = None
        self.start = first[self.start]


def _reachable(start: ProductState) -> list[ProductState]:
    """The nodes that are reached from one by edges that are there, it included."""
    found = {start: None}
    waiting = [start]
    while waiting:
        for _, target in waiting.pop().edges or ():
            if target not in found:
                found[target] = None
                waiting.append(target)
    return list(found)


def _bisimilar(nodes: Iterable[ProductState], tick: Callable[[], None]) -> dict[ProductState, int]:
    """For each node the number of its class: in a class all have the same place, and the same
    blocks to the same classes. What is not expanded is alone. A class whose nodes lead to
    different classes is split; its largest part keeps the number, so that few nodes change."""
    classes: dict[ProductState, int] = {}
    members: list[list[ProductState]] = []
    numbers: dict[object, int] = {}
    for node in nodes:
        key = node if node.edges is None else node.place
        number = classes[node] = numbers.setdefault(key, len(numbers))
        if number == len(members):
            members.append([])
        members[number].append(node)
    sources = _sources(classes)
    waiting = dict.fromkeys(range(len(members)))
    while waiting:
        tick()
        number, _ = waiting.popitem()
        parts: dict[object, list[ProductState]] = {}
        for node in members[number]:
            after = frozenset((block, classes[target]) for block, target in node.edges or ())
            parts.setdefault(after, []).append(node)
        members[number], *others = sorted(parts.values(), key=len, reverse=True)
        for part in others:
            classes.update(dict.fromkeys(part, len(members)))
            members.append(part)
        moved = [node for part in others for node in part]
        waiting.update(dict.fromkeys(classes[x] for node in moved for x in sources.get(node, ())))
    return classes


def _sources(nodes: Iterable[ProductState]) -> dict[ProductState, list[ProductState]]:
    """From which of some nodes each node is reached by an edge."""
    sources: dict[ProductState, list[ProductState]] = {}
    for node in nodes:
        for _, target in node.edges or ():
            sources.setdefault(target, []).append(node)
    return sources


def _leading_to(nodes: Iterable[ProductState], targets: list[ProductState]) -> set[ProductState]:
    """The nodes from which some of the targets can be reached, these included."""
    sources = _sources(nodes)
    found = set(targets)
    waiting = list(targets)
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found


def _word(
    node: ProductState, reached: Mapping[ProductState, tuple[ProductState, Block] | None]
) -> tuple[Block, ...]:
    """The blocks on the way to a node."""
    blocks: list[Block] = []
    while (step := reached[node]) is not None:
        node, block = step
        blocks.append(block)
    return tuple(reversed(blocks))


def _disjunction(states: Iterable[State]) -> Term:
    """One of the states holds."""
    ordered = sorted((sorted(state, key=by_number) for state in states), key=_order)
    return or_(*(and_(*state) for state in ordered))


def _order(predicates: list[Term]) -> tuple[int, list[int]]:
    return (len(predicates), [by_number(predicate) for predicate in predicates])
