"""Explicit-value analysis: an abstract state is a point and the values of variables there.

Comes in: the blocks of a program and a precision: which variables are tracked at which location.
Goes out: a configurable program analysis [Beyer13, section 2, "Explicit-Value Analysis as CPA"].
States are not merged; one covers another when it says nothing that the other does not; ``prec``
restricts a state to its precision, and to what is live; a variable that takes too many values on a
path is dropped (``thresholds``).

Two things make it quick. The transitions from a point are compiled into one Python function
(``maul.logic.compiled``). And states are kept only where they can cover one another: where a
cycle is cut, and where a condition with unknown value parts the ways; from one such state to the
next the analysis runs through compiled points. With ``stops_everywhere`` all states are kept, and
restricted, as in the paper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maul.cfa.analyses.live import Live
from maul.cfa.calls import Point
from maul.cfa.order import cut_at
from maul.domains import thresholds
from maul.domains.assignments import Element, Key, symbol_of
from maul.domains.explicit_states import (
    ExplicitState,
    Kept,
    Place,
    Shelf,
    ValuePrecision,
    covers,
    everywhere,
)
from maul.domains.program_graph import beyond_first
from maul.domains.thresholds import NONE, Threshold
from maul.encode.blocks import Beyond
from maul.logic.compiled import Slots, compiled_step, compiled_terms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from maul.c.tree import Variable
    from maul.domains.program_graph import ProgramGraph
    from maul.logic.compiled import Step, Values
    from maul.logic.terms import Term
    from maul.logic.trace import Block

CAPACITY = 32  # variables that states have room for at first


# ---- the program, compiled ---------------------------------------------------------------------


class CompiledPlace:
    """A place of the program: the compiled transitions from it and where they lead to; what is kept
    of values there; and, where somebody has asked, the conditions of each way."""

    __slots__ = ("blocks", "conditions", "kept", "place", "step", "stops", "targets")

    def __init__(self, place: Place, step: Step, *, stops: bool) -> None:
        self.place = place
        self.step = step
        self.stops = stops
        self.blocks: tuple[Block, ...] = ()
        self.targets: tuple[CompiledPlace, ...] = ()
        self.kept: Kept | None = None
        self.conditions: dict[int, Callable[[Values], Values]] = {}

    def decides(self, way: int, values: Values, symbols: tuple[Term, ...]) -> bool:
        """Whether all executions with these values go this way: others may have been pruned."""
        guards = self.blocks[way].transition.guards
        if not guards:
            return True
        conditions = self.conditions.get(way)
        if conditions is None:
            conditions = self.conditions[way] = compiled_terms(guards, symbols)
        return all(held is True for held in conditions(values))


class CompiledProgram:
    """A program compiled for a precision. When more is tracked, only the nodes are compiled again
    that the new variables are about; the values of older states keep their meaning."""

    def __init__(
        self,
        program: ValueProgram,
        precision: ValuePrecision,
        capacity: int,
        threshold: Threshold | None = None,
    ) -> None:
        self.precision = precision
        self.slots = Slots(capacity, only=precision.symbols())
        self.posts = 0
        self._program = program
        self._threshold = threshold
        self._nodes: dict[Place, CompiledPlace] = {}
        self._about: dict[
            Term, list[CompiledPlace]
        ] = {}  # the compiled nodes in which a symbol occurs

    def track(self, precision: ValuePrecision) -> None:
        """Go on with a precision that tracks more."""
        self.precision = precision
        symbols = precision.symbols()
        if symbols is None:
            return
        known = self.slots.symbols()
        new = [symbol for symbol in symbols if symbol not in known]
        if new:
            self.slots = Slots(self.slots.capacity, only=(*known, *new))
        for symbol in new:
            for changed in self._about.pop(symbol, ()):
                self._forget(changed)

    def node(self, place: Place) -> CompiledPlace:
        """The node of a place."""
        found = self._nodes.get(place)
        if found is None:
            found = CompiledPlace(place, _no_way, stops=self._program.stops(place))
            self._nodes[place] = found
            self._forget(found)
        return found

    def _forget(self, node: CompiledPlace) -> None:
        """Compile a node when it is left the next time; where the graph ends, when it has grown."""

        def first(values: Values) -> tuple[tuple[int, Values], ...]:
            if self._program.is_end(node.place):
                return ()
            self._compile(node)
            return node.step(values)

        node.step = first

    def _compile(self, node: CompiledPlace) -> None:
        if not node.blocks:
            node.stops = self._program.stops(node.place)
            node.blocks = self._program.blocks(node.place)
            node.targets = tuple(self.node(place_of(block)) for block in node.blocks)
        node.step = compiled_step([block.transition for block in node.blocks], self.slots)
        node.conditions = {}
        for symbol in self._program.symbols(node.place):
            self._about.setdefault(symbol, []).append(node)

    def run(self, e: ExplicitState) -> Iterator[ExplicitState]:
        """The states at the next places where states are kept."""
        node, values, steps = self.node(e.place), e.values, 1
        ways, is_forced = node.step(values), self._threshold is not None
        while len(ways) == 1:
            way, after = ways[0]
            if is_forced:
                is_forced = node.decides(way, values, self.slots.symbols())
            node, values = node.targets[way], after
            if node.stops:
                self.posts += steps
                found = ExplicitState(
                    node.place, values, self.precision, steps, e, is_forced=is_forced
                )
                yield found
                return
            ways = node.step(values)
            steps += 1
        self.posts += steps
        for way, values in ways:
            yield ExplicitState(node.targets[way].place, values, self.precision, steps, e)

    def trail(self, e: ExplicitState, f: ExplicitState) -> list[Block] | None:
        """The blocks by which a state was found from another one; None when with what is tracked
        now it would not be found any more."""
        found: list[Block] = []
        node, values = self.node(e.place), e.values
        for step in range(f.steps):
            ways = node.step(values)
            if step == f.steps - 1:
                ways = tuple(way for way in ways if node.targets[way[0]].place == f.place)
            if not ways:
                return None
            way, values = ways[0]
            found.append(node.blocks[way])
            node = node.targets[way]
        return found

    def restricted(self, e: ExplicitState) -> ExplicitState:
        """The state with what its precision tracks."""
        node, precision = self.node(e.place), self.precision
        kept, count = node.kept, len(self.slots)
        tracked = None if precision.keys is None else self._program.tracked(e.place, precision)
        dropped = NONE if self._threshold is None else self._threshold.at(e.place)
        if (
            kept is None
            or kept.symbols != count
            or kept.tracked is not tracked
            or kept.dropped is not dropped
        ):
            symbols = self.slots.symbols()
            kept = node.kept = self._program.kept(e.place, precision, symbols, dropped)
        values = kept.restricted(e.values)
        if values is e.values:
            return e
        return ExplicitState(e.place, values, e.precision, e.steps, e.source, is_forced=e.is_forced)


def _no_way(_: Values) -> tuple[tuple[int, Values], ...]:
    return ()


def place_of(block: Block) -> Place:
    """Where a block leads to."""
    assert isinstance(block.target, Point | Beyond)
    return block.target


class ValueProgram:
    """What is the same for all precisions: blocks, where states are kept, what is live."""

    def __init__(self, graph: ProgramGraph, *, stops_everywhere: bool) -> None:
        self._graph = graph
        self._live = Live(graph.points)
        self._is_cut = cut_at(graph.points, {})
        self._stops_everywhere = stops_everywhere
        self._homes: dict[Term, Variable | None] = {}

    def threshold(self, limit: int | None, precision: ValuePrecision) -> Threshold | None:
        """What drops variables with more values than this on a path: at points, or in the whole
        program if that is how they are tracked; None for no limit."""
        if limit is None:
            return None
        scope = thresholds.everywhere if precision.scope is everywhere else thresholds.there
        return Threshold(limit, self.is_cut, scope)

    @property
    def first(self) -> Point:
        """Where the program begins."""
        return self._graph.start

    def is_end(self, place: Place) -> bool:
        """Whether nothing is followed from here, as long as the graph does not grow."""
        return isinstance(place, Beyond) or self._graph.is_error(place)

    def is_target(self, place: Place) -> bool:
        """Whether the search is for this place."""
        return self._graph.is_error(place)

    def is_cut(self, place: Place) -> bool:
        """Whether cycles are cut here."""
        return isinstance(place, Point) and self._is_cut(place)

    def stops(self, place: Place) -> bool:
        """Whether states are kept here whatever their values."""
        return self._stops_everywhere or self.is_end(place) or self.is_cut(place)

    def blocks(self, point: Place) -> tuple[Block, ...]:
        """The blocks from a point, first to what lies beyond the encoding."""
        return beyond_first(self._graph.leaving(point))

    def symbols(self, point: Place) -> frozenset[Term]:
        """The symbols in the blocks from a point."""
        transitions = [block.transition for block in self.blocks(point)]
        written = (symbol for t in transitions for symbol in t.updates)
        return frozenset(written).union(*(t.reads() for t in transitions))

    def tracked(self, place: Place, precision: ValuePrecision) -> tuple[Key, ...]:
        """The variables that are tracked at a place; where the search ends nothing is."""
        return () if isinstance(place, Beyond) else precision.at(place)

    def kept(
        self,
        place: Place,
        precision: ValuePrecision,
        symbols: tuple[Term, ...],
        dropped: frozenset[Term] = NONE,
    ) -> Kept:
        """What is kept at a place of values of these symbols: what is tracked and live."""
        live = self._live.at(place) if isinstance(place, Point) else frozenset()
        alive = frozenset(s for s in symbols if s not in dropped and self._is_live(s, live))
        if precision.keys is None:
            slots = frozenset(slot for slot, symbol in enumerate(symbols) if symbol in alive)
            return Kept(len(symbols), None, dropped, slots, {})
        tracked = self.tracked(place, precision)
        slot_of = {symbol: slot for slot, symbol in enumerate(symbols)}
        lasting = [key for key in tracked if symbol_of(key) in alive]
        whole = frozenset(slot_of[key] for key in lasting if not isinstance(key, Element))
        cells: dict[int, set[int]] = {}
        for key in lasting:
            if isinstance(key, Element) and slot_of[key.array] not in whole:
                cells.setdefault(slot_of[key.array], set()).add(key.index)
        narrowed = {slot: frozenset(indices) for slot, indices in cells.items()}
        return Kept(len(symbols), tracked, dropped, whole.union(narrowed), narrowed)

    def _is_live(self, symbol: Term, live: frozenset[Variable]) -> bool:
        """Whether the value of a symbol may matter where these locals are live."""
        if symbol not in self._homes:
            given = self._graph.encoder.layout.given()
            self._homes.update((held, owner) for held, _, owner in given)
        owner = self._homes.setdefault(symbol, None)
        return owner is None or not owner.function or owner in live


class ExplicitCpa:
    """The analysis of one program. With a ``threshold``, variables that take too many values on a
    path are dropped."""

    merges = False

    def __init__(
        self,
        program: ValueProgram,
        precision: ValuePrecision,
        capacity: int = CAPACITY,
        threshold: Threshold | None = None,
    ) -> None:
        self.program = program
        self.capacity = capacity
        self.machine = CompiledProgram(program, precision, capacity, threshold)
        self._threshold = threshold
        self._dropped: set[tuple[ExplicitState, Place]] = set()

    @property
    def posts(self) -> int:
        """How many abstract successors were computed."""
        return self.machine.posts

    @property
    def first(self) -> ExplicitState:
        """The state in which the program begins."""
        machine = self.machine
        first = ExplicitState(self.program.first, machine.slots.top(), machine.precision, 0)
        if self._threshold is not None:
            self._threshold.follow(first, ())
        return first

    def leq(self, e: ExplicitState, f: ExplicitState) -> bool:
        """Whether f says nothing that e does not."""
        return e.place == f.place and covers(e.values, f.values)

    def post(self, e: ExplicitState, pi: ValuePrecision) -> Iterator[ExplicitState]:
        """The states at the next places where states are kept."""
        found = self._at(pi).run(e)
        if not self._dropped:
            return found
        return (f for f in found if (e, f.place) not in self._dropped)

    def drop(self, e: ExplicitState, target: Place) -> None:
        """Do not follow a state to a place any more."""
        self._dropped.add((e, target))

    def merge(self, _: ExplicitState, old: ExplicitState, __: ValuePrecision) -> ExplicitState:
        """States stay apart."""
        return old

    def stop(
        self, e: ExplicitState, old: Collection[ExplicitState], _: ValuePrecision
    ) -> ExplicitState | None:
        """One state that covers."""
        if isinstance(old, Shelf):
            return old.covering(e.values)
        return next((f for f in old if self.leq(e, f)), None)

    def prec(
        self, e: ExplicitState, pi: ValuePrecision, _: Collection[ExplicitState]
    ) -> tuple[ExplicitState, ValuePrecision]:
        """The state with what is tracked at its location, and not dropped there."""
        machine = self._at(pi)
        found = machine.restricted(e)
        if self._threshold is not None and self._threshold.follow(found, machine.slots.symbols()):
            course, found = found.course, machine.restricted(found)
            found.course = course
        return found, pi

    def _at(self, pi: ValuePrecision) -> CompiledProgram:
        """The program compiled for a precision."""
        if self.machine.precision is not pi:
            self.machine.track(pi)
        return self.machine

    def is_target(self, e: ExplicitState) -> bool:
        """Whether this is an error, or beyond what is encoded."""
        return self.program.is_target(e.place)
