"""Strongest posts of the blocks of a path, each compiled once, and assignments as their tuples.

Comes in: transitions, and assignments over their variables. Goes out: for each transition a
``Post`` that also tells which slots it reads and writes, and at which indices of arrays;
assignments as tuples and back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.assignments import Assignment, Element, Key, said, symbol_of
from maul.logic.cells import Cells
from maul.logic.compiled import Outgrown, Slots, Values, compiled_step, compiled_terms
from maul.logic.free import free_symbols
from maul.logic.sorts import Array
from maul.logic.terms import Term, by_number
from maul.logic.transition import Transition
from maul.logic.walk import subterms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from maul.logic.compiled import Known, Step

FIRST_CAPACITY = 32
_INDEXED = frozenset({"select", "store"})


# ---- blocks ------------------------------------------------------------------------------------


class Post:
    """The strongest post of one transition, and which slots it has to do with."""

    __slots__ = (
        "_addresses",
        "has_arrays",
        "reading",
        "slots",
        "step",
        "touched",
        "transition",
        "written",
    )

    def __init__(self, transition: Transition, slots: Slots) -> None:
        self.transition = transition
        self.slots = slots
        self.step: Step = compiled_step((transition,), slots)
        guarded = {s for guard in transition.guards for s in free_symbols(guard)}
        self.reading = frozenset(_slots_of(transition.reads(), slots))
        self.written = frozenset(_slots_of(transition.updates, slots))
        # Where nothing is known of these, and nothing is to be known, the block does not matter.
        self.touched = self.written.union(_slots_of(guarded.difference(transition.inputs), slots))
        self.has_arrays = any(isinstance(s.sort, Array) for s in transition.reads())
        self._addresses: Callable[[Sequence[Known | None]], frozenset[int]] | None = None

    def addresses(self, values: Sequence[Known | None]) -> frozenset[int]:
        """The indices of elements of arrays that the transition speaks of, as far as known."""
        if self._addresses is None:
            self._addresses = _addresses(self.transition, self.slots)
        return self._addresses(values)


def _slots_of(symbols: Iterable[Term], slots: Slots) -> tuple[int, ...]:
    found = [slots.of(symbol) for symbol in symbols]
    return tuple(sorted({slot for slot in found if slot is not None}))


def _addresses(
    transition: Transition, slots: Slots
) -> Callable[[Sequence[Known | None]], frozenset[int]]:
    terms = (*transition.guards, *transition.updates.values())
    indices = [term.arguments[1] for term in subterms(*terms) if term.operator in _INDEXED]
    inputs = frozenset(transition.inputs)
    read = dict.fromkeys(s for index in indices for s in free_symbols(index) if s not in inputs)
    evaluated = compiled_terms(indices, (*read, *transition.inputs))
    places = [slots.of(symbol) for symbol in read]
    unknown = (None,) * len(transition.inputs)

    def addresses(values: Sequence[Known | None]) -> frozenset[int]:
        held = [None if place is None else values[place] for place in places]
        return frozenset(i for i in evaluated((*held, *unknown)) if isinstance(i, int))

    return addresses


class Posts:
    """Transitions of a program, each compiled once however often it is met."""

    def __init__(self) -> None:
        self.slots = Slots(FIRST_CAPACITY)
        self._made: dict[Transition, Post] = {}
        self._unguarded: dict[Post, Post] = {}

    def along(self, transitions: Sequence[Transition], keys: Iterable[Key]) -> list[Post]:
        """The posts of a path, all with the same slots, which some variables have, too."""
        # Slots are given in an order that does not change from run to run.
        symbols = sorted({symbol_of(key) for key in keys}, key=by_number)
        try:
            return self._along(transitions, symbols)
        except Outgrown:
            met = {s for each in dict.fromkeys(transitions) for s in (*each.reads(), *each.updates)}
            self.slots = Slots(self.slots.capacity // 2 + 2 * len(met.union(symbols)))
            self._made.clear()
            self._unguarded.clear()
            return self._along(transitions, symbols)

    def _along(self, transitions: Sequence[Transition], symbols: Sequence[Term]) -> list[Post]:
        for symbol in symbols:
            self.slots.of(symbol)
        return [self._post(transition) for transition in transitions]

    def _post(self, transition: Transition) -> Post:
        post = self._made.get(transition)
        if post is None:
            post = self._made[transition] = Post(transition, self.slots)
        return post

    def unguarded(self, post: Post) -> Post:
        """The post of a transition without its guards."""
        made = self._unguarded.get(post)
        if made is None:
            updates, inputs = post.transition.updates, post.transition.inputs
            made = self._unguarded[post] = Post(Transition((), updates, inputs), self.slots)
        return made


# ---- assignments -------------------------------------------------------------------------------


class Places:
    """Where variables are in tuples; looked up once for each variable."""

    def __init__(self, slots: Slots) -> None:
        self.symbols = slots.symbols()
        self._slots = slots
        self._top = slots.top()
        self._places: dict[Key, tuple[int, bool]] = {}

    def place(self, key: Key) -> tuple[int, bool]:
        """The slot of a variable, and whether it shares that with others as part of an array."""
        found = self._places.get(key)
        if found is None:
            symbol = symbol_of(key)
            slot = self._slots.of(symbol)
            assert slot is not None
            found = self._places[key] = (slot, isinstance(symbol.sort, Array))
        return found

    def slots(self, keys: Iterable[Key]) -> frozenset[int]:
        """The slots of some variables."""
        return frozenset([self.place(key)[0] for key in keys])

    def values(self, v: Assignment) -> Values:
        """An assignment as a tuple."""
        found = [*self._top]
        arrays: dict[int, dict[int | None, Known | None]] = {}  # by index; None: the others
        for key, held in v.items():
            slot, is_part = self.place(key)
            if is_part:
                index = key.index if isinstance(key, Element) else None
                arrays.setdefault(slot, {})[index] = held
            else:
                found[slot] = held
        for slot, elements in arrays.items():
            default = elements.get(None)
            cells = Cells(default, {i: held for i, held in elements.items() if i is not None})
            found[slot] = cells if cells.count or default is not None else None
        return tuple(found)

    def says(self, values: Sequence[Known | None], v: Assignment) -> bool:
        """Whether a tuple says all that an assignment says."""
        for key, wanted in v.items():
            if wanted is None:
                continue
            slot, is_part = self.place(key)
            held = values[slot]
            if is_part and isinstance(held, Cells):
                if isinstance(key, Element):
                    held = held.at(key.index)
                elif all(v.get(Element(key, i), wanted) in (None, x) for i, x in held.items()):
                    held = held.default
            if held != wanted:
                return False
        return True

    def known(
        self, values: Sequence[Known | None], slots: Iterable[int]
    ) -> dict[Key, Known | None]:
        """What a tuple says of some slots, as an assignment."""
        return said((self.symbols[slot], values[slot]) for slot in slots)


def part(v: Assignment, keys: Iterable[Key]) -> Assignment:
    """The assignment for some of its variables. What is not known of single elements stays said
    when the array is known as a whole."""
    found = {key: v[key] for key in keys}
    arrays = {key for key in found if not isinstance(key, Element) and isinstance(key.sort, Array)}
    if arrays:
        for key in v:
            if isinstance(key, Element) and key.array in arrays and key not in found:
                found[key] = None
    return found
