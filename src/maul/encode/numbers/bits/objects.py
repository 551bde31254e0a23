"""The objects of wide addresses that are bit-vectors: the upper bits number the object.

Comes in: addresses and numbers of objects. Goes out: what one tells of the other, by the protocol
``maul.encode.numbers.addresses.Objects``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.numbers.bits.widths import low_bits
from maul.encode.numbers.places import FIRST_ALLOCATED, OBJECT_BITS, space_of
from maul.logic.build import (
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_sub,
    bv_ule,
    concat,
    equal,
    extract,
    not_,
)
from maul.logic.sorts import BitVec, Sort

if TYPE_CHECKING:
    from maul.c.ctype import DataModel


class ObjectBits:
    """Which object, and where in it; the methods are those of ``Objects``."""

    sort: Sort = BitVec(OBJECT_BITS)

    def __init__(self, model: DataModel) -> None:
        self.space = space_of(model)
        self._bits = self.space.pointer_bits

    # ---- numbers of objects ----

    def numbered(self, number: int) -> Term:
        """The number of an object."""
        return bit_vector(number, OBJECT_BITS)

    def next_number(self, number: Term) -> Term:
        """The number after that of an object."""
        return bv_add(number, bit_vector(1, OBJECT_BITS))

    def previous_number(self, number: Term) -> Term:
        """The number before that of an object."""
        return bv_add(number, bit_vector(-1, OBJECT_BITS))

    def at_most(self, number: Term, other: Term) -> Term:
        """Whether a number of an object is at most another one."""
        return bv_ule(number, other)

    # ---- the two parts of an address ----

    def located(self, number: int, offset: int = 0) -> Term:
        """The address so many bytes behind the start of an object."""
        return bit_vector(self.space.at(number, offset), self.space.bits)

    def started(self, number: Term) -> Term:
        """The address of the start of an object."""
        return concat(number, bit_vector(self.space.middle, self._bits))

    def object_of(self, address: Term) -> Term:
        """The number of the object that an address lies in."""
        return extract(address, self.space.bits - 1, self._bits)

    def offset_of(self, address: Term) -> Term:
        """The distance of an address from the start of its object, as an index."""
        return bv_sub(low_bits(address, self._bits), bit_vector(self.space.middle, self._bits))

    # ---- where an address lies ----

    def is_object(self, address: Term) -> Term:
        """Whether an address is more than a number: it has an object."""
        return not_(equal(self.object_of(address), self.numbered(0)))

    def is_allocated(self, address: Term) -> Term:
        """Whether an address lies in the space of an object that is none of a variable."""
        return bv_ule(self.numbered(FIRST_ALLOCATED), self.object_of(address))

    def is_in(self, address: Term, number: Term) -> Term:
        """Whether an address lies in the space of an object."""
        return equal(self.object_of(address), number)

    def is_inside(
        self,
        address: Term,
        size: Term,
        number: Term,  # noqa: ARG002 - an offset is one in any object
        length: Term,
    ) -> Term:
        """Whether so many bytes from an address in the space of an object lie inside of it."""
        offset = self.offset_of(address)
        return and_(bv_ule(offset, length), bv_ule(size, bv_sub(length, offset)))
