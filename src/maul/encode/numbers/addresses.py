"""What C's addresses mean in formulas: the protocols of two kinds of addresses.

A plain address is a number of the size of a pointer. A wide one tells, besides, which object it
lies in (``maul.encode.numbers.places``), so it has ``objects``. Either kind exists for either
meaning of numbers.

An index is an unsigned integer of the size of a pointer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from maul.encode.numbers.places import Space
    from maul.encode.numbers.protocol import Typed
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term


class Addresses(Protocol):
    """A kind of addresses."""

    @property
    def sort(self) -> Sort:
        """The sort of addresses, the one of pointers."""

    @property
    def objects(self) -> Objects | None:
        """What addresses tell of objects, if they are wide."""

    # ---- indices ----

    @property
    def index_sort(self) -> Sort:
        """The sort of indices."""

    def index(self, number: int) -> Term:
        """A known index."""

    def advanced(
        self, operator: str, index: Term, by: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The index plus or minus ``scale`` times an integer of any type."""

    # ---- addresses and numbers ----

    def constant(self, number: int) -> Term:
        """The address that a number is; when addresses are wide it is none of an object."""

    def as_number(self, address: Term) -> tuple[Term, Term]:
        """An address as an unsigned integer of the size of a pointer, and when that is one that
        leads back to it."""

    def as_address(self, number: Term) -> Term:
        """The address that an unsigned integer of the size of a pointer leads to."""

    def numbered(self, address: Term) -> Term:
        """The number of an address, also of one that it does not lead back to."""

    def around(self, address: Term, moved: Term) -> Term:
        """An address that was moved, in the space that it came from: what leaves a space at its end
        comes round to its beginning."""

    # ---- arithmetic ----

    def plus(self, address: Term, offset: int, *, wraps: bool = True) -> Term:
        """An address so many bytes further; inside of one object it does not wrap."""

    def moved(
        self, operator: str, address: Term, index: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The address plus or minus ``scale`` times an index of any integer type."""

    def difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two addresses divided by ``scale``, of type ptrdiff_t."""

    def is_below(self, left: Term, right: Term) -> Term:
        """Whether an address comes before another one. Numbers that are none of objects come before
        all objects or, as the error codes of Linux, after them."""


class Objects(Protocol):
    """What wide addresses tell of objects."""

    @property
    def space(self) -> Space:
        """How addresses are put together."""

    # ---- numbers of objects ----

    @property
    def sort(self) -> Sort:
        """The sort of the numbers of objects."""

    def numbered(self, number: int) -> Term:
        """The number of an object."""

    def next_number(self, number: Term) -> Term:
        """The number after that of an object."""

    def previous_number(self, number: Term) -> Term:
        """The number before that of an object."""

    def at_most(self, number: Term, other: Term) -> Term:
        """Whether a number of an object is at most another one."""

    # ---- the two parts of an address ----

    def located(self, number: int, offset: int = 0) -> Term:
        """The address so many bytes behind the start of an object."""

    def started(self, number: Term) -> Term:
        """The address of the start of an object."""

    def object_of(self, address: Term) -> Term:
        """The number of the object that an address lies in."""

    def offset_of(self, address: Term) -> Term:
        """The distance of an address from the start of its object, as an index."""

    # ---- where an address lies ----

    def is_object(self, address: Term) -> Term:
        """Whether an address is more than a number: it has an object."""

    def is_allocated(self, address: Term) -> Term:
        """Whether an address lies in the space of an object that is none of a variable."""

    def is_in(self, address: Term, number: Term) -> Term:
        """Whether an address lies in the space of an object."""

    def is_inside(self, address: Term, size: Term, number: Term, length: Term) -> Term:
        """Whether so many bytes from an address in the space of an object lie inside of it."""


def objects_of(addresses: Addresses) -> Objects:
    """What wide addresses tell of objects."""
    assert addresses.objects is not None, "plain addresses tell nothing of objects"
    return addresses.objects
