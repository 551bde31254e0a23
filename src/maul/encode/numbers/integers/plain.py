"""Plain addresses as integers below the number of bytes that a pointer can tell apart.

Comes in: addresses and indices. Goes out: addresses and indices, by the protocol
``maul.encode.numbers.addresses.Addresses``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.numbers.integers.exact import truncated
from maul.logic.build import TRUE, Term, add, integer, lt, subtract
from maul.logic.sorts import INT, Sort

if TYPE_CHECKING:
    from maul.c.ctype import DataModel
    from maul.encode.numbers.integers.wrapping import Wrapping
    from maul.encode.numbers.protocol import Typed


class PlainIntegers:
    """Addresses as numbers; the methods are those of ``Addresses``."""

    objects = None
    sort: Sort = INT
    index_sort: Sort = INT

    def __init__(self, model: DataModel, values: Wrapping) -> None:
        self._values = values
        self._size_t = model.size_t
        self._ptrdiff_t = model.ptrdiff_t

    def index(self, number: int) -> Term:
        """A known index."""
        return integer(number % (1 << self._size_t.bits))

    def advanced(
        self, operator: str, index: Term, by: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The index plus or minus ``scale`` times an integer of any type."""
        return self._values.moved(self._size_t, (operator, index), by, scale, wraps=wraps)

    def constant(self, number: int) -> Term:
        """The address that a number is."""
        return self.index(number)

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

    def plus(self, address: Term, offset: int, *, wraps: bool = True) -> Term:
        """An address so many bytes further."""
        low, high = self._values.bounds(self._size_t, address)
        result = add(address, integer(offset))
        if not wraps:
            return result
        return self._values.wrapped(self._size_t, result, (low + offset, high + offset))

    def moved(
        self, operator: str, address: Term, index: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The address plus or minus ``scale`` times an index of any integer type."""
        return self.advanced(operator, address, index, scale, wraps=wraps)

    def difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two addresses divided by ``scale``, of type ptrdiff_t."""
        a, b = (self._values.bounds(self._size_t, side) for side in (left, right))
        exactly = subtract(left, right)
        distance = self._values.wrapped(self._ptrdiff_t, exactly, (a[0] - b[1], a[1] - b[0]))
        bounds = self._values.bounds(self._ptrdiff_t, distance)
        return truncated("/", distance, integer(max(scale, 1)), bounds)

    def is_below(self, left: Term, right: Term) -> Term:
        """Whether an address comes before another one."""
        return lt(left, right)
