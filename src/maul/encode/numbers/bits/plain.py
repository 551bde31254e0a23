"""Plain addresses as bit-vectors of the size of a pointer.

Comes in: addresses and indices. Goes out: addresses and indices, by the protocol
``maul.encode.numbers.addresses.Addresses``. Bit-vectors wrap around by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.numbers.bits.widths import resized
from maul.encode.numbers.scalars import is_signed
from maul.logic.build import TRUE, Term, bit_vector, bv_add, bv_mul, bv_sdiv, bv_sub, bv_ult
from maul.logic.sorts import BitVec, Sort

if TYPE_CHECKING:
    from maul.c.ctype import DataModel
    from maul.encode.numbers.protocol import Typed


class PlainBits:
    """Addresses as numbers; the methods are those of ``Addresses``."""

    objects = None

    def __init__(self, model: DataModel) -> None:
        self._bits = 8 * model.pointer_size
        self.sort: Sort = BitVec(self._bits)
        self.index_sort = self.sort

    def index(self, number: int) -> Term:
        """A known index."""
        return bit_vector(number, self._bits)

    def advanced(
        self,
        operator: str,
        index: Term,
        by: Typed,
        scale: int,
        *,
        wraps: bool = True,  # noqa: ARG002 - bit-vectors wrap anyway
    ) -> Term:
        """The index plus or minus ``scale`` times an integer of any type."""
        distance = multiple(by, scale, self._bits)
        return bv_add(index, distance) if operator == "+" else bv_sub(index, distance)

    def constant(self, number: int) -> Term:
        """The address that a number is."""
        return bit_vector(number, self._bits)

    def as_number(self, address: Term) -> tuple[Term, Term]:
        """The address itself."""
        return address, TRUE

    def as_address(self, number: Term) -> Term:
        """The number itself."""
        return number

    def numbered(self, address: Term) -> Term:
        """The address itself."""
        return address

    def around(self, address: Term, moved: Term) -> Term:  # noqa: ARG002 - there is one space only
        """What was moved."""
        return moved

    def plus(self, address: Term, offset: int, *, wraps: bool = True) -> Term:  # noqa: ARG002
        """An address so many bytes further."""
        return bv_add(address, bit_vector(offset, self._bits)) if offset else address

    def moved(
        self, operator: str, address: Term, index: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The address plus or minus ``scale`` times an index of any integer type."""
        return self.advanced(operator, address, index, scale, wraps=wraps)

    def difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two addresses divided by ``scale``, of type ptrdiff_t."""
        return bv_sdiv(bv_sub(left, right), bit_vector(max(scale, 1), self._bits))

    def is_below(self, left: Term, right: Term) -> Term:
        """Whether an address comes before another one."""
        return bv_ult(left, right)


def multiple(by: Typed, scale: int, width: int) -> Term:
    """``scale`` times an integer of any type, in so many bits."""
    at = resized(by[1], width, signed=is_signed(by[0]))
    return bv_mul(at, bit_vector(scale, width))
