"""Wide addresses as bit-vectors: what moves is the lower bits, so the object stays the same.

Comes in: addresses and indices. Goes out: addresses and indices, by the protocol
``maul.encode.numbers.addresses.Addresses``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.numbers.bits.objects import ObjectBits
from maul.encode.numbers.bits.plain import PlainBits, multiple
from maul.encode.numbers.bits.widths import low_bits, resized
from maul.encode.numbers.places import OBJECT_BITS, SMALL_STEP
from maul.logic.build import (
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_sub,
    bv_ule,
    bv_ult,
    concat,
    equal,
    extract,
    ite,
    not_,
    or_,
    width_of,
)
from maul.logic.meaning import signed
from maul.logic.sorts import BitVec, Sort
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.c.ctype import DataModel
    from maul.encode.numbers.protocol import Typed


class WideBits:
    """Addresses of objects, each in a space of its own; the methods are those of ``Addresses``."""

    def __init__(self, model: DataModel, without_object: Collection[int] = ()) -> None:
        self.objects = ObjectBits(model)
        self._space = self.objects.space
        self._bits = self._space.pointer_bits
        self._spared = sorted(without_object)
        self._indices = PlainBits(model)
        self.sort: Sort = BitVec(self._space.bits)
        self.index_sort = self._indices.sort

    # ---- indices ----

    def index(self, number: int) -> Term:
        """A known index."""
        return self._indices.index(number)

    def advanced(
        self, operator: str, index: Term, by: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The index plus or minus ``scale`` times an integer of any type."""
        return self._indices.advanced(operator, index, by, scale, wraps=wraps)

    # ---- addresses and numbers ----

    def constant(self, number: int) -> Term:
        """The address that a number is; it is none of an object."""
        return bit_vector(number, self._space.bits)

    def as_number(self, address: Term) -> tuple[Term, Term]:
        """The slot of the object and the offset in it, and whether there is such a slot; what is
        none of an object is itself, and leads back unless it names a slot."""
        space, number = self._space, self.objects.object_of(address)
        low, offset = low_bits(address, self._bits), self.objects.offset_of(address)
        fine = bit_vector(1 << space.fine_bits, self._bits)
        slot = resized(number, space.slot_bits, signed=False)
        placed = concat(slot, extract(offset, space.fine_bits - 1, 0))
        last = self.objects.numbered(space.last_slot)
        fits = and_(bv_ule(number, last), not_(self._is_spared(slot)), bv_ult(offset, fine))
        none = not_(self.objects.is_object(address))
        named = extract(low, self._bits - 1, space.fine_bits)
        return ite(none, low, placed), ite(none, not_(self._is_slot(named)), fits)

    def as_address(self, number: Term) -> Term:
        """The address in the slot that the upper bits name; none of an object if they name none."""
        space = self._space
        slot = extract(number, self._bits - 1, space.fine_bits)
        offset = resized(extract(number, space.fine_bits - 1, 0), self._bits, signed=False)
        there = concat(
            resized(slot, OBJECT_BITS, signed=False),
            bv_add(offset, bit_vector(space.middle, self._bits)),
        )
        return ite(self._is_slot(slot), there, resized(number, space.bits, signed=False))

    def numbered(self, address: Term) -> Term:
        """The offset behind the slot of the object, or what is none of an object itself."""
        space = self._space
        slot = extract(address, self._bits + space.slot_bits - 1, self._bits)
        start = concat(slot, bit_vector(0, space.fine_bits))
        placed = bv_add(start, self.objects.offset_of(address))
        return ite(self.objects.is_object(address), placed, low_bits(address, self._bits))

    def around(self, address: Term, moved: Term) -> Term:
        """The space of the one, and where in it the other is."""
        return concat(self.objects.object_of(address), low_bits(moved, self._bits))

    def _is_slot(self, slot: Term) -> Term:
        """Whether the upper bits of a number name a slot that an object may have."""
        none = bit_vector(0, self._space.slot_bits)
        last = bit_vector(self._space.last_slot, self._space.slot_bits)
        return and_(not_(equal(slot, none)), bv_ule(slot, last), not_(self._is_spared(slot)))

    def _is_spared(self, slot: Term) -> Term:
        """Whether no object has a slot because a constant pointer names it."""
        return or_(*(equal(slot, bit_vector(each, width_of(slot))) for each in self._spared))

    # ---- arithmetic ----

    def plus(self, address: Term, offset: int, *, wraps: bool = True) -> Term:  # noqa: ARG002
        """An address so many bytes further."""
        if not offset:
            return address
        if address.operator == "concat":
            number, low = address.arguments
            return concat(number, bv_add(low, bit_vector(offset, width_of(low))))
        if address.operator == "ite":
            condition, then, other = address.arguments
            if then.operator == other.operator == "constant":
                return ite(condition, self.plus(then, offset), self.plus(other, offset))
        return bv_add(address, bit_vector(offset, self._space.bits))

    def moved(
        self,
        operator: str,
        address: Term,
        index: Typed,
        scale: int,
        *,
        wraps: bool = True,  # noqa: ARG002 - bit-vectors wrap anyway
    ) -> Term:
        """The address plus or minus ``scale`` times an index of any integer type."""
        distance = multiple(index, scale, self._bits)
        if distance.operator == "constant":
            by = signed(int_payload(distance), self._bits) * (1 if operator == "+" else -1)
            if abs(by) <= SMALL_STEP:
                return self.plus(address, by)
        low = low_bits(address, self._bits)
        low = bv_add(low, distance) if operator == "+" else bv_sub(low, distance)
        return concat(self.objects.object_of(address), low)

    def difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two addresses in one space divided by ``scale``, of type ptrdiff_t."""
        low, other = low_bits(left, self._bits), low_bits(right, self._bits)
        return self._indices.difference(low, other, scale)

    def is_below(self, left: Term, right: Term) -> Term:
        """Whether an address comes before another one. Numbers that are none of objects come before
        all objects or, as the error codes of Linux, after them."""
        return bv_ult(self._ordered(left), self._ordered(right))

    def _ordered(self, address: Term) -> Term:
        """A number that is greater the later the address comes."""
        low = low_bits(address, self._bits)
        codes = bit_vector(self._space.first_code, self._bits)
        is_late = and_(not_(self.objects.is_object(address)), bv_ule(codes, low))
        return ite(is_late, concat(bit_vector(-1, OBJECT_BITS), low), address)
