"""Addresses that are held as numbers for a while, and become pointers again.

Comes in: what a program does with addresses. Goes out: which pointers may be made of such numbers,
and whether these may outlive the objects that they lead to. A number becomes a pointer by a cast;
or in memory, where a union, a copied record or a pointer of another type reads it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maul.c.ctype import Integer, Pointer
from maul.cfa.analyses.placement.kept_pointers import fresh_numbers
from maul.cfa.analyses.placement.objects import frees_memory, is_fleeting
from maul.cfa.expressions import Convert, Load, Place
from maul.cfa.walk import parts

if TYPE_CHECKING:
    from maul.cfa.analyses.placement.uses import Uses
    from maul.cfa.analyses.regions import Flows, MemoryNode, Slot, Thing
    from maul.cfa.expressions import Expression, Lvalue


class HeldNumbers:
    """What may hold addresses as numbers in memory, and what the pointers lead to that are made of
    numbers; both are noted edge by edge."""

    def __init__(self, uses: Uses, flows: Flows) -> None:
        self._uses = uses
        self._flows = flows
        self._is_freeing = frees_memory(flows.cfa)
        self._is_fresh = fresh_numbers(flows.cfa)
        self._addressed = Counter(variable.function for variable in flows.cfa.addressed)
        self._numbered: set[Slot] = set()
        self._returned: set[MemoryNode] = set()

    def note_number(self, place: Lvalue) -> None:
        """Note that a place in memory gets a value, if that may be an address as a number."""
        if isinstance(place.type, Integer) and not self._uses.is_other(place.type):
            is_memory = not isinstance(place, Place) or self._flows.is_memory(place.variable)
            slot = self._flows.scalar(place) if is_memory else None
            if slot is not None and self._uses.leads(slot):
                self._numbered.add(slot.top())

    def _is_numbered(self, e: Expression) -> bool:
        """Whether a pointer is read where memory may hold an address as a number."""
        if not isinstance(e, Load) or not isinstance(e.type, Pointer):
            return False
        if isinstance(e.place, Place) and not self._flows.is_memory(e.place.variable):
            return False
        return self._flows.scalar(e.place).top() in self._numbered

    def is_returning(self, e: Expression) -> bool:
        """Whether an expression makes a pointer of an address that may have been a number."""
        return self._is_numbered(e) or self._uses.is_made_pointer(e)

    def note_return(self, e: Expression) -> None:
        """Note to what a number leads that becomes a pointer after it was held for a while."""
        if self._is_return(e):
            self._returned.update(self._objects(e))

    def may_outlive(self, e: Expression, function: str) -> bool:
        """Whether a number that was held becomes, in a function, a pointer to what may have ended
        meanwhile. As long as a call lasts, the variables of its callers live; and one of its own,
        if it is the only one with an address, shares its place with no other."""
        things = [thing for at in self._objects(e) if not at.unknown for thing, _ in at.things]
        if isinstance(e, Convert) and self._is_fresh(e.operand, function):
            things = [thing for thing in things if not self._lasts(thing, function)]
        is_freeing = self._is_freeing
        ends = any(is_fleeting(thing, is_freeing=is_freeing) for thing in things)
        return ends and self._is_return(e)

    def _lasts(self, thing: Thing, function: str) -> bool:
        """Whether a variable lives as long as a call of a function, or nothing takes its place."""
        variable = thing.variable
        if variable is None:
            return False
        return variable.function != function or self._addressed[function] == 1

    def may_lead_elsewhere(self, e: Expression) -> bool:
        """Whether a number that was held becomes a pointer that may lead to the end of an object,
        and so to the start of another one."""
        return self._is_return(e) and self._uses.may_be_end(e)

    def _is_return(self, e: Expression) -> bool:
        """Whether an expression makes a pointer of a number that was held for a while."""
        is_made = isinstance(e, Convert) and isinstance(e.type, Pointer)
        return self._is_numbered(e) or (is_made and self._is_held(e))

    def _objects(self, e: Expression) -> set[MemoryNode]:
        return {at for at, _, _ in self._uses.targets(e)}

    def _is_held(self, number: Expression) -> bool:
        """Whether an address was in an integer for a while."""
        return any(
            isinstance(part, Load) and isinstance(part.type, Integer) and self._uses.carries(part)
            for part in parts(number)
        )

    def may_have_ended(self, *pointers: Expression) -> bool:
        """Whether a pointer is made of a number that was held perhaps longer than its object."""
        objects = {at for pointer in pointers for at, _, _ in self._uses.targets(pointer)}
        return any(self._ends(at) for at in objects & self._returned)

    def _ends(self, at: MemoryNode) -> bool:
        """Whether an object of a class that the program makes may end before the program does."""
        return any(is_fleeting(thing, is_freeing=self._is_freeing) for thing, _ in at.things)

    def stays(self, number: Expression) -> bool:
        """Whether no object that comes later ever lies where a number leads to."""
        objects = [at for at, _, _ in self._uses.targets(number)]
        return not any(at.unknown or at.origins or self._ends(at) for at in objects)

    def is_returned(self, pointer: Expression) -> bool:
        """Whether a pointer to an object that the program makes may be made of a held number."""
        return any(at.things for at, _, _ in self._uses.targets(pointer) if at in self._returned)
