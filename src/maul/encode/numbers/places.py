"""Where objects are in formulas: each in a space of its own, whatever its size.

An address is a number in two parts: which object, and where in it. The start of an object lies in
the middle of its space, so that a pointer may go before the start and come back. Object 0 is none:
its space holds the numbers that are no addresses of objects, null among them. Addresses are wider
than the pointers of the program; as a number of the program an address is a ``slot`` and the offset
in it, as long as there is a slot for the object and the offset fits. Slots are where objects can
lie in executions: a program that compares an address with a number learns nothing else here. Slots
that constant pointers of the program name are no object's, so such a pointer is the number alone.

Variables and functions have numbers from 1, objects that pointers from outside lead to come next,
and then the objects that are allocated, counted by a symbol of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.addresses import HIGHEST, PAGE, UNKNOWN
from maul.node import node

if TYPE_CHECKING:
    from maul.c.ctype import DataModel

OBJECT_BITS = 32
FIRST_UNKNOWN = 1 << 12  # the numbers below are those of variables and functions
FIRST_ALLOCATED = 1 << 13
SMALL_STEP = 1 << 20  # bytes that a pointer moves by without leaving the space of its object
_FINE = {4: 18, 8: 28}  # bits of the offset in a slot, by the size of a pointer


@node
class Space:
    """How the addresses of a data model are put together: so many bits of a pointer, which are
    those of an offset, too, and of the offset in a slot."""

    pointer_bits: int
    fine_bits: int

    @property
    def bits(self) -> int:
        """The bits of an address."""
        return OBJECT_BITS + self.pointer_bits

    @property
    def middle(self) -> int:
        """Where an object starts in its space."""
        return 1 << (self.pointer_bits - 1)

    @property
    def slot_bits(self) -> int:
        """The bits of a number above the offset in a slot."""
        return self.pointer_bits - self.fine_bits

    @property
    def last_slot(self) -> int:
        """The last slot that an object may have: where the one behind it starts, or soon after, no
        object lies any more."""
        return (HIGHEST[self.pointer_bits // 8] >> self.fine_bits) - 1

    @property
    def first_code(self) -> int:
        """The first of the numbers behind all slots."""
        return (self.last_slot + 1) << self.fine_bits

    def at(self, number: int, offset: int = 0) -> int:
        """The address so many bytes behind the start of an object."""
        return (number << self.pointer_bits) + self.middle + offset

    def parts(self, address: int) -> tuple[int, int]:
        """The number of an object and the distance from its start; of object 0, from 0."""
        number, low = address >> self.pointer_bits, address & ((1 << self.pointer_bits) - 1)
        return number, low - self.middle if number else low


def space_of(model: DataModel) -> Space:
    """How the addresses of a data model are put together."""
    return Space(8 * model.pointer_size, _FINE[model.pointer_size])


def slot_of(number: int, model: DataModel) -> int | None:
    """The slot that a number lies in; None where there is none."""
    space = space_of(model)
    slot = number % (1 << space.pointer_bits) >> space.fine_bits
    return slot if 0 < slot <= space.last_slot else None


def executed(address: int, pointer_size: int) -> int:
    """The number that stands for an address in an execution: objects that pointers from outside
    lead to have known places there, for all others it is the number that formulas give them."""
    if address < 1 << 8 * pointer_size:
        return address
    space = Space(8 * pointer_size, _FINE[pointer_size])
    number, offset = space.parts(address)
    if FIRST_UNKNOWN <= number < FIRST_ALLOCATED:
        start, _ = UNKNOWN[pointer_size]
        return start + (number - FIRST_UNKNOWN) * PAGE + offset
    return ((number << space.fine_bits) + offset) & ((1 << space.pointer_bits) - 1)
