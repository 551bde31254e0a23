"""The objects of wide addresses that are integers: a number times the size of a space.

Comes in: addresses and numbers of objects. Goes out: what one tells of the other, by the protocol
``maul.encode.numbers.addresses.Objects``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.numbers.integers.bits import cut, dropped
from maul.encode.numbers.places import FIRST_ALLOCATED, space_of
from maul.logic.build import Term, add, and_, integer, le, lt, multiply, subtract
from maul.logic.sorts import INT, Sort

if TYPE_CHECKING:
    from maul.c.ctype import DataModel
    from maul.encode.numbers.integers.intervals import Intervals


class ObjectIntegers:
    """Which object, and where in it; the methods are those of ``Objects``."""

    sort: Sort = INT

    def __init__(self, model: DataModel, intervals: Intervals) -> None:
        self.space = space_of(model)
        self._bits = self.space.pointer_bits
        self._whole = integer(1 << self._bits)  # bytes of a space
        self._intervals = intervals

    # ---- numbers of objects ----

    def numbered(self, number: int) -> Term:
        """The number of an object."""
        return integer(number)

    def next_number(self, number: Term) -> Term:
        """The number after that of an object."""
        return add(number, integer(1))

    def previous_number(self, number: Term) -> Term:
        """The number before that of an object."""
        return subtract(number, integer(1))

    def at_most(self, number: Term, other: Term) -> Term:
        """Whether a number of an object is at most another one."""
        return le(number, other)

    # ---- the two parts of an address ----

    def located(self, number: int, offset: int = 0) -> Term:
        """The address so many bytes behind the start of an object."""
        return integer(self.space.at(number, offset))

    def started(self, number: Term) -> Term:
        """The address of the start of an object."""
        return add(multiply(number, self._whole), integer(self.space.middle))

    def object_of(self, address: Term) -> Term:
        """The number of the object that an address lies in."""
        return dropped(address, self._bits, self._intervals)

    def low(self, address: Term) -> Term:
        """What of an address is not the number of the object."""
        return cut(address, self._bits, None, self._intervals)

    def offset_of(self, address: Term) -> Term:
        """The distance of an address from the start of its object, as an index."""
        behind = subtract(self.low(address), integer(self.space.middle))
        return cut(behind, self._bits, None, self._intervals)

    # ---- where an address lies ----

    def is_object(self, address: Term) -> Term:
        """Whether an address is more than a number: it has an object."""
        return le(self._whole, address)

    def is_allocated(self, address: Term) -> Term:
        """Whether an address lies in the space of an object that is none of a variable."""
        return le(integer(FIRST_ALLOCATED << self._bits), address)

    def is_in(self, address: Term, number: Term) -> Term:
        """Whether an address lies in the space of an object."""
        first = multiply(number, self._whole)
        return and_(le(first, address), lt(address, add(first, self._whole)))

    def is_inside(self, address: Term, size: Term, number: Term, length: Term) -> Term:
        """Whether so many bytes from an address in the space of an object lie inside of it."""
        start = self.started(number)
        return and_(le(start, address), le(add(address, size), add(start, length)))
