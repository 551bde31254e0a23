"""The abstract states of explicit-value analysis: the values that variables have at a point.

Comes in: values, in slots, and which variables matter where. Goes out: precisions; states, and
shelves on which one that covers another is found quickly; and what a place keeps of values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.domains.assignments import Key, symbol_of
from maul.domains.predicate import Scope, by_location
from maul.encode.blocks import Beyond
from maul.logic.cells import Cells, Known
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.domains.thresholds import Course
    from maul.logic.compiled import Values
    from maul.logic.terms import Term

Place: TypeAlias = "Point | Beyond"

# ---- precision ---------------------------------------------------------------------------------


@node
class ValuePrecision:
    """The variables that are tracked, in the order in which they were found, None for all.
    ``scope`` tells which points share variables."""

    keys: Mapping[Hashable, tuple[Key, ...]] | None
    scope: Scope = by_location

    def at(self, point: Point) -> tuple[Key, ...]:
        """The variables of a point; asked only when not all are tracked."""
        assert self.keys is not None
        return self.keys.get(self.scope(point), ())

    def symbols(self) -> tuple[Term, ...] | None:
        """The symbols with variables that are tracked anywhere; None for all."""
        if self.keys is None:
            return None
        found = (symbol_of(key) for keys in self.keys.values() for key in keys)
        return tuple(dict.fromkeys(found))

    def with_more(self, found: Iterable[tuple[Hashable, Iterable[Key]]]) -> ValuePrecision:
        """The precision with more variables at some points, or in some of what ``scope`` gives."""
        if self.keys is None:
            return self
        keys = dict(self.keys)
        for at, more in found:
            place = self.scope(at) if isinstance(at, Point) else at
            known = keys.get(place, ())
            new = tuple(key for key in more if key not in known)
            if new:
                keys[place] = (*known, *new)
        return ValuePrecision(keys, self.scope)

    def room(self, capacity: int) -> int:
        """How many symbols states should have room for after a capacity was too small."""
        return 2 * max(capacity, len(self.symbols() or ()))

    @property
    def size(self) -> int:
        """How many variables are tracked, each in each scope."""
        return 0 if self.keys is None else sum(map(len, self.keys.values()))


def everywhere(_: Point) -> Hashable:
    """All points share variables: what matters anywhere is tracked wherever it is live."""
    return None


NOTHING = ValuePrecision({}, everywhere)
NOTHING_BY_LOCATION = ValuePrecision({}, by_location)
EVERYTHING = ValuePrecision(None)


# ---- states ------------------------------------------------------------------------------------


class ExplicitState:
    """The states at a place in which variables have given values. It was found by a run of so many
    ``steps`` from ``source`` that tracked what ``precision`` says; ``is_forced`` when it is known
    that values decided the way. Where values are counted, there is its ``course``."""

    __slots__ = ("course", "is_forced", "place", "precision", "source", "steps", "values")

    course: Course

    def __init__(
        self,
        place: Place,
        values: Values,
        precision: ValuePrecision,
        steps: int,
        source: ExplicitState | None = None,
        *,
        is_forced: bool = False,
    ) -> None:
        self.place = place
        self.values = values
        self.precision = precision
        self.steps = steps
        self.source = source
        self.is_forced = is_forced


class Shelf(dict[ExplicitState, None]):
    """The states at one point, ordered by which variables they know: those with few covers."""

    def __init__(self) -> None:
        super().__init__()
        self._exact: dict[Values, ExplicitState] = {}
        self._shapes: dict[tuple[int, ...], dict[Hashable, ExplicitState]] = {}
        self._choose: dict[tuple[int, ...], Callable[[Values], Hashable]] = {}

    def __setitem__(self, e: ExplicitState, _: None) -> None:
        super().__setitem__(e, None)
        self._exact[e.values] = e
        shape = shape_of(e.values)
        if shape not in self._shapes:
            self._shapes[shape] = {}
            self._choose[shape] = itemgetter(*shape) if shape else lambda _: ()
        self._shapes[shape][self._choose[shape](e.values)] = e

    def __delitem__(self, e: ExplicitState) -> None:
        super().__delitem__(e)
        if self._exact.get(e.values) is e:
            del self._exact[e.values]
        shape = shape_of(e.values)
        chosen = self._choose[shape](e.values)
        if self._shapes[shape].get(chosen) is e:
            del self._shapes[shape][chosen]

    def covering(self, values: Values) -> ExplicitState | None:
        """A state that stands for all that these values stand for."""
        found = self._exact.get(values)
        if found is not None:
            return found
        for shape, states in self._shapes.items():
            found = states.get(self._choose[shape](values))
            if found is not None:
                return found
        return None


def shape_of(values: Values) -> tuple[int, ...]:
    """The slots whose values are known."""
    return tuple(slot for slot, held in enumerate(values) if held is not None)


def covers(more: Values, less: Values) -> bool:
    """Whether what ``less`` says ``more`` says, too."""
    return all(held is None or held == other for held, other in zip(less, more, strict=True))


# ---- what is kept ------------------------------------------------------------------------------


@node
class Kept:
    """What a place keeps of values: in these slots, and of some arrays only some elements. It was
    made for so many symbols, of which these variables are tracked, but for those dropped."""

    symbols: int
    tracked: tuple[Key, ...] | None
    dropped: frozenset[Term]
    slots: frozenset[int]
    narrowed: Mapping[int, frozenset[int]]

    def restricted(self, values: Values) -> Values:
        """The values that are kept; the same tuple if that is all of them."""
        slots = self.slots
        changed: dict[int, Known | None] = {
            slot: None for slot, held in enumerate(values) if held is not None and slot not in slots
        }
        for slot, indices in self.narrowed.items():
            held = values[slot]
            if isinstance(held, Cells):
                left = held.restricted(indices)
                if left != held:
                    changed[slot] = left
        if not changed:
            return values
        found = list(values)
        for slot, kept in changed.items():
            found[slot] = kept
        return tuple(found)
