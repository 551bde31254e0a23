"""The tuple of known values: which symbols have a place in it, and what a transition does to it.

Comes in: symbols and transitions. Goes out: the slots of symbols, and the part of a transition that
is about symbols with slots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.logic.cells import Known
from maul.logic.compiled.text import constant_text, is_open
from maul.logic.free import free_symbols
from maul.logic.sorts import Array
from maul.logic.terms import Term, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.transition import Transition

Values: TypeAlias = "tuple[Known | None, ...]"


class Outgrown(ValueError):
    """There are more symbols than slots."""


class Slots:
    """Which symbols have a place in the tuple of values: some, or any that comes along."""

    def __init__(self, capacity: int, only: Iterable[Term] | None = None) -> None:
        self.capacity = capacity
        self._slots: dict[Term, int] = {}
        self._open = True
        for symbol in only or ():
            self.of(symbol)
        self._open = only is None

    def of(self, symbol: Term) -> int | None:
        """The slot of a symbol; None when it has none."""
        found = self._slots.get(symbol)
        if found is None and self._open:
            found = len(self._slots)
            if found >= self.capacity:
                raise Outgrown(f"{name_of(symbol)} is one of more than {self.capacity} symbols")
            self._slots[symbol] = found
        return found

    def __len__(self) -> int:
        return len(self._slots)

    def symbols(self) -> tuple[Term, ...]:
        """The symbols by slot."""
        return tuple(self._slots)

    def top(self) -> Values:
        """The values of which none is known."""
        return (None,) * self.capacity


class SlottedTransition:
    """A transition as far as symbols with slots are concerned."""

    def __init__(self, transition: Transition, slots: Slots) -> None:
        self.guards = transition.guards
        self.inputs = transition.inputs
        self.updates = [
            (slot, value)
            for symbol, value in transition.updates.items()
            if (slot := slots.of(symbol)) is not None and not is_open(symbol.sort)
        ]
        self.slots: dict[Term, int] = {}
        roots = (*self.guards, *[value for _, value in self.updates])
        for symbol in dict.fromkeys([s for root in roots for s in free_symbols(root)]):
            slot = None if symbol in self.inputs else slots.of(symbol)
            if slot is not None and not is_open(symbol.sort):
                self.slots[symbol] = slot

    def key(self) -> tuple[object, ...]:
        """What the function depends on."""
        return (self.guards, self.inputs, tuple(self.updates), tuple(self.slots.items()))

    def is_trivial(self) -> bool:
        """Whether neither what is known matters nor what happens."""
        return not self.updates and not self.slots and all(map(free_symbols, self.guards))

    def single(self) -> tuple[int, str] | None:
        """The slot and the value that the only guard binds, when both are plain to see."""
        if len(self.guards) != 1:
            return None
        atom, wanted = self.literals()[0]
        symbol, value = atom, str(wanted)
        if atom.operator == "=" and wanted and atom.arguments[1].operator == "constant":
            symbol = atom.arguments[0]
            value = constant_text(atom.arguments[1])
        slot = self.slots.get(symbol)
        if slot is None or isinstance(symbol.sort, Array):
            return None
        if any(slot == updated or symbol in free_symbols(e) for updated, e in self.updates):
            return None
        return slot, value

    def literals(self) -> list[tuple[Term, bool]]:
        """The guards without negation, with what they must be."""
        return [(g.arguments[0], False) if g.operator == "not" else (g, True) for g in self.guards]
