"""Numbers that a program itself takes for pointers, such as the address of a device.

Comes in: a program. Goes out: the slots that such numbers lie in. No object has one of these slots,
so that a number in there is the same pointer however the program comes by it: as a constant, from
an integer, or from bytes (docs/decisions/0022).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer
from maul.cfa.expressions import Constant
from maul.cfa.walk import inner_first
from maul.encode.numbers import slot_of

if TYPE_CHECKING:
    from maul.cfa.model import Cfa


def slots_of_constants(cfa: Cfa) -> frozenset[int]:
    """The slots that the constant pointers of a program name."""
    constants = (
        part.value
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
        for part in inner_first(edge.operation)
        if isinstance(part, Constant) and isinstance(part.type, Pointer)
    )
    slots = (slot_of(value, cfa.model) for value in constants if isinstance(value, int))
    return frozenset(slot for slot in slots if slot is not None)
