"""Wide addresses as integers: moving one is a sum, as long as it stays in the space of its object.

Comes in: addresses and indices. Goes out: addresses and indices, by the protocol
``maul.encode.numbers.addresses.Addresses``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import DataModel, Integer
from maul.encode.numbers.integers.bits import cut, dropped
from maul.encode.numbers.integers.exact import truncated
from maul.encode.numbers.integers.objects import ObjectIntegers
from maul.encode.numbers.integers.plain import PlainIntegers
from maul.encode.numbers.places import SMALL_STEP
from maul.logic.build import (
    Term,
    add,
    and_,
    equal,
    integer,
    ite,
    le,
    lt,
    multiply,
    not_,
    or_,
    subtract,
)
from maul.logic.meaning import signed
from maul.logic.sorts import INT, Sort
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.encode.numbers.integers.wrapping import Wrapping
    from maul.encode.numbers.protocol import Typed


class WideIntegers:
    """Addresses of objects, each in a space of its own; the methods are those of ``Addresses``."""

    sort: Sort = INT
    index_sort: Sort = INT

    def __init__(
        self, model: DataModel, values: Wrapping, without_object: Collection[int] = ()
    ) -> None:
        self.objects = ObjectIntegers(model, values.intervals)
        self._space = self.objects.space
        self._spared = sorted(without_object)
        self._places = Integer(self._space.bits, signed=False)
        self._size_t = model.size_t
        self._ptrdiff_t = model.ptrdiff_t
        self._indices = PlainIntegers(model, values)
        self._values = values

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
        return self.index(number)

    def as_number(self, address: Term) -> tuple[Term, Term]:
        """The slot of the object and the offset in it, and whether there is such a slot; what is
        none of an object is itself, and leads back unless it names a slot."""
        space, objects = self._space, self.objects
        number, offset = objects.object_of(address), objects.offset_of(address)
        fine = integer(1 << space.fine_bits)
        spared = [equal(number, integer(slot)) for slot in self._spared]
        fits = and_(le(number, integer(space.last_slot)), lt(offset, fine), not_(or_(*spared)))
        placed, is_object = add(multiply(number, fine), offset), objects.is_object(address)
        leads_back = ite(is_object, fits, not_(self._names_slot(address)))
        return ite(is_object, placed, address), leads_back

    def as_address(self, number: Term) -> Term:
        """The address in the slot that the upper bits name; none of an object if they name none."""
        bits, intervals = self._space.fine_bits, self._values.intervals
        slot = dropped(number, bits, intervals)
        offset = cut(number, bits, None, intervals)
        there = add(self.objects.started(slot), offset)
        return ite(self._names_slot(number), there, number)

    def numbered(self, address: Term) -> Term:
        """The offset behind the slot of the object, or what is none of an object itself."""
        objects, bits = self.objects, self._space.pointer_bits
        fine = integer(1 << self._space.fine_bits)
        placed = add(multiply(objects.object_of(address), fine), objects.offset_of(address))
        whole = cut(placed, bits, None, self._values.intervals)
        return ite(objects.is_object(address), whole, address)

    def around(self, address: Term, moved: Term) -> Term:
        """The space of the one, and where in it the other is."""
        return add(subtract(address, self.objects.low(address)), self.objects.low(moved))

    def _names_slot(self, number: Term) -> Term:
        """Whether a number lies in a slot that an object may have."""
        bits = self._space.fine_bits
        spared = [
            and_(le(integer(slot << bits), number), lt(number, integer((slot + 1) << bits)))
            for slot in self._spared
        ]
        inside = and_(le(integer(1 << bits), number), lt(number, integer(self._space.first_code)))
        return and_(inside, not_(or_(*spared)))

    # ---- arithmetic ----

    def plus(self, address: Term, offset: int, *, wraps: bool = True) -> Term:  # noqa: ARG002
        """An address so many bytes further."""
        return add(address, integer(offset))

    def moved(
        self, operator: str, address: Term, index: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The address plus or minus ``scale`` times an index of any integer type."""
        if not wraps:
            start = (operator, address)
            return self._values.moved(self._places, start, index, scale, wraps=False)
        if index[1].operator == "constant":
            distance = scale * int_payload(index[1]) * (1 if operator == "+" else -1)
            by = signed(distance % (1 << self._space.pointer_bits), self._space.pointer_bits)
            if abs(by) <= SMALL_STEP:
                return self.plus(address, by)
        low = self.objects.low(address)
        new = self._values.moved(self._size_t, (operator, low), index, scale, wraps=True)
        return add(subtract(address, low), new)

    def difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two addresses divided by ``scale``, of type ptrdiff_t."""
        a, b = (self._values.bounds(self._places, side) for side in (left, right))
        exactly = subtract(left, right)
        distance = self._values.wrapped(self._ptrdiff_t, exactly, (a[0] - b[1], a[1] - b[0]))
        bounds = self._values.bounds(self._ptrdiff_t, distance)
        return truncated("/", distance, integer(max(scale, 1)), bounds)

    def is_below(self, left: Term, right: Term) -> Term:
        """Whether an address comes before another one. Numbers that are none of objects come before
        all objects or, as the error codes of Linux, after them."""
        return lt(self._ordered(left), self._ordered(right))

    def _ordered(self, address: Term) -> Term:
        """A number that is greater the later the address comes."""
        codes = integer(self._space.first_code)
        is_late = and_(le(codes, address), not_(self.objects.is_object(address)))
        return ite(is_late, add(address, integer(1 << self._space.bits)), address)
