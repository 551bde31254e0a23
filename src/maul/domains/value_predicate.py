"""Explicit values and predicates together: an abstract state is a point, the values of variables
and a formula over predicates there.

Comes in: the analyses of both parts, and what is tracked: variables and predicates by location.
Goes out: a composite analysis [Beyer13, section 3, "Auxiliary Predicate Analysis"]. It goes where
the values go; a state is bottom when either part is, and covered when both are.

The values help the predicates: what happened from one state to the next is one block in which what
the first state knows is replaced by constants, so that only those conditions are left that values
do not decide. And predicates cost nothing where none are tracked: nothing is asked there, unless a
path is known to end there (``doubt``).

A variable that takes too many values on a path is dropped by the analysis of values; what it has to
do with errors is left to the predicates that refinements find (dynamic precision adjustment).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.domains.explicit_states import shape_of
from maul.domains.predicate import PredicateState
from maul.logic.build import FALSE, TRUE, Term
from maul.logic.cells import Cells
from maul.logic.composed import composed
from maul.logic.free import free_symbols
from maul.logic.terms import by_number
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition
from maul.logic.values import constant
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence

    from maul.domains.explicit_states import ExplicitState, Place, ValuePrecision
    from maul.domains.explicit_value import ExplicitCpa
    from maul.domains.predicate import PredicateCpa, PredicatePrecision
    from maul.logic.compiled import Values


@node
class Tracked:
    """What is tracked of both kinds."""

    values: ValuePrecision
    predicates: PredicatePrecision


class CompositeState:
    """The states at a point that both parts stand for. While ``source`` is there, ``predicates``
    is the part of that state, from which the run of values is still to be followed."""

    __slots__ = ("predicates", "source", "values")

    def __init__(
        self,
        values: ExplicitState,
        predicates: PredicateState,
        source: CompositeState | None = None,
    ) -> None:
        self.values = values
        self.predicates = predicates
        self.source = source

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.values.place


class CompositeShelf(dict[CompositeState, None]):
    """The states at one point, by what they know of values."""

    def __init__(self) -> None:
        super().__init__()
        self._shapes: dict[tuple[int, ...], dict[Values, dict[CompositeState, None]]] = {}

    def __setitem__(self, e: CompositeState, _: None) -> None:
        super().__setitem__(e, None)
        shape, chosen = _placed(e)
        self._shapes.setdefault(shape, {}).setdefault(chosen, {})[e] = None

    def __delitem__(self, e: CompositeState) -> None:
        super().__delitem__(e)
        shape, chosen = _placed(e)
        del self._shapes[shape][chosen][e]

    def with_values_of(self, values: Values) -> Iterator[CompositeState]:
        """The states whose values stand for all that these stand for."""
        for shape, states in self._shapes.items():
            yield from states.get(tuple([values[slot] for slot in shape]), ())


def _placed(e: CompositeState) -> tuple[tuple[int, ...], Values]:
    """Which slots of a state are known, and their values."""
    values = e.values.values
    shape = shape_of(values)
    return shape, tuple([values[slot] for slot in shape])


class ValuePredicateCpa:
    """The analysis of one program."""

    merges = False

    def __init__(self, values: ExplicitCpa, predicates: PredicateCpa) -> None:
        self.values = values
        self.predicates = predicates
        self._doubted: set[Place] = set()
        self._reads: dict[tuple[Block, ...], tuple[Term, ...]] = {}
        self._composed: dict[Hashable, Transition] = {}
        self._residues: dict[Hashable, Block] = {}

    @property
    def posts(self) -> int:
        """How many abstract successors were computed."""
        return self.values.posts + self.predicates.posts

    @property
    def first(self) -> CompositeState:
        """The state in which the program begins."""
        return CompositeState(self.values.first, self.predicates.first)

    def doubt(self, place: Place) -> bool:
        """Ask about every way to a place whether it is possible; False when that is done anyway."""
        is_new = place not in self._doubted
        self._doubted.add(place)
        return is_new

    # ---- the operators -------------------------------------------------------------------------

    def leq(self, e: CompositeState, f: CompositeState) -> bool:
        """Whether both parts of f are shown to follow from those of e."""
        return self.values.leq(e.values, f.values) and self.predicates.leq(
            e.predicates, f.predicates
        )

    def post(self, e: CompositeState, pi: Tracked) -> Iterator[CompositeState]:
        """The states that the values lead to."""
        for values in self.values.post(e.values, pi.values):
            yield CompositeState(values, e.predicates, e)

    def merge(self, _: CompositeState, old: CompositeState, __: Tracked) -> CompositeState:
        """States stay apart."""
        return old

    def stop(
        self, e: CompositeState, old: Collection[CompositeState], _: Tracked
    ) -> CompositeState | None:
        """One state that covers, the same formula before others."""
        if e.predicates.formula is FALSE:
            return e
        if isinstance(old, CompositeShelf):
            old = tuple(old.with_values_of(e.values.values))
        formula = e.predicates.formula
        same = (f for f in old if f.predicates.formula is formula)
        found = next((f for f in same if self.values.leq(e.values, f.values)), None)
        return found or next((f for f in old if self.leq(e, f)), None)

    def prec(
        self, e: CompositeState, pi: Tracked, _: Collection[CompositeState]
    ) -> tuple[CompositeState, Tracked]:
        """The state with what is tracked at its location."""
        source = e.source
        if source is None:
            return e, pi
        values = self.values.prec(e.values, pi.values, ())[0]
        return CompositeState(values, self._after(source, e.values, pi.predicates)), pi

    def is_target(self, e: CompositeState) -> bool:
        """Whether this is an error, or beyond what is encoded."""
        return e.predicates.formula is not FALSE and self.values.is_target(e.values)

    # ---- predicates along a run of values ------------------------------------------------------

    def _after(
        self, source: CompositeState, target: ExplicitState, pi: PredicatePrecision
    ) -> PredicateState:
        """What the predicates at the end of a run say."""
        place, before = target.place, source.predicates
        tracked = self.predicates.tracked(place, pi, before.predicates)
        if not tracked and place not in self._doubted:
            return PredicateState(place, TRUE)
        block = self._residue(source, target, tracked)
        if block.transition.guards == (FALSE,):
            return PredicateState(place, FALSE, tracked)
        pending = PredicateState(place, before.formula, before.predicates, block)
        return self.predicates.prec(pending, pi, ())[0]

    def trace(self, path: Sequence[CompositeState], trails: Sequence[Sequence[Block]]) -> Trace:
        """What happens along the trails from state to state of a path, as far as there are some."""
        steps = zip(pairwise(path), trails, strict=False)
        return Trace(tuple([self.block(a, b.place, trail) for (a, b), trail in steps]))

    def block(self, source: CompositeState, target: Place, trail: Sequence[Block]) -> Block:
        """What happens along a trail of blocks from a state, in the words of what the state does
        not know."""
        return Block(source.place, target, self._followed(source, tuple(trail)))

    def _followed(self, source: CompositeState, trail: tuple[Block, ...]) -> Transition:
        """A trail of blocks from a state as one transition."""
        reads = self._reads.get(trail)
        if reads is None:
            read = frozenset().union(*(block.transition.reads() for block in trail))
            reads = self._reads[trail] = tuple(sorted(read, key=by_number))
        held = self._constants(reads, source)
        key = (trail, *held.items())
        found = self._composed.get(key)
        if found is None:
            found = composed([block.transition for block in trail], held)
            self._composed[key] = found
        return found

    def _constants(self, symbols: Iterable[Term], e: CompositeState) -> dict[Term, Term]:
        """The symbols that hold a number that a state knows."""
        found: dict[Term, Term] = {}
        for symbol in symbols:
            slot = self.values.machine.slots.of(symbol)
            held = None if slot is None else e.values.values[slot]
            if held is not None and not isinstance(held, Cells):
                found[symbol] = constant(held, symbol.sort)
        return found

    def _residue(
        self, source: CompositeState, target: ExplicitState, tracked: tuple[Term, ...]
    ) -> Block:
        """What of a run matters to the predicates after it; the same residue is the same block,
        whatever the values around it are."""
        trail = self.values.machine.trail(source.values, target)
        assert trail is not None, "it was found just now"
        transition = self._followed(source, tuple(trail))
        spoken_of = tuple(dict.fromkeys(s for p in tracked for s in free_symbols(p)))
        updates = self._constants(spoken_of, source)
        updates.update((s, transition.updates[s]) for s in spoken_of if s in transition.updates)
        guards = transition.guards
        if target.place not in self._doubted:
            before = source.predicates.formula
            terms = (before, *tracked, *updates.values())
            guards = _related(guards, (s for term in terms for s in free_symbols(term)))
        key = (guards, *updates.items())
        found = self._residues.get(key)
        if found is None:
            made = Transition(guards, updates, transition.inputs)
            found = self._residues[key] = Block(source.place, target.place, made)
        return found


def _related(guards: tuple[Term, ...], symbols: Iterable[Term]) -> tuple[Term, ...]:
    """The guards that have to do with symbols, directly or by others. To leave out the others is
    exact as long as they can be true, and sound in any case."""
    reached = set(symbols)
    left = {guard: free_symbols(guard) for guard in guards}
    while near := [guard for guard, spoken in left.items() if not reached.isdisjoint(spoken)]:
        for guard in near:
            reached.update(left.pop(guard))
    return tuple(guard for guard in guards if guard not in left)
