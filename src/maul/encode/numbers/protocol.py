"""What C's numbers and addresses mean in formulas: the protocol of two interchangeable meanings.

``bv`` (``c_values.BitNumbers``) is bit-precise: a value is a bit-vector. ``int``
(``int_values.IntNumbers``) takes mathematical integers that stay in the range of their type.
Booleans are 0 or 1 of their sort, floats are the same in both. Bytes stand lowest address first; a
byte is a value of type unsigned char.

``wraps=False`` says that the caller knows the result to be the mathematical one, in every state in
which the term matters; ``bv`` has no use for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.choices import Arith
    from maul.encode.numbers.places import Space
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term

Typed: TypeAlias = "tuple[CType, Term]"
Bytes: TypeAlias = "tuple[Term, ...]"
Unknown: TypeAlias = "Callable[[Sort, Callable[[Term], Term]], Term]"
"""Makes a new symbol of a sort, of which the given law is to hold whenever it matters."""


class Numbers(Protocol):
    """A meaning of the scalar types of C."""

    @property
    def name(self) -> Arith:
        """Which of the two."""

    # ---- values ----

    def sort(self, t: CType) -> Sort:
        """The sort of the values of a scalar type."""

    def constant(self, t: CType, value: int | float | tuple[int, int]) -> Term:  # noqa: PYI041
        """The term of a constant."""

    def facts(self, t: CType, value: Term) -> tuple[Term, ...]:
        """What holds of every value of the type. Whoever makes a symbol for a value asks this first
        with the symbol's own type, and sees to it that it holds of the symbol wherever the symbol
        matters: the numbers rely on it from then on."""

    def laws(self, *terms: Term) -> tuple[Term, ...]:
        """What holds of the uninterpreted functions in the terms. To assert it makes the meaning of
        the terms more exact; to leave it out is no error."""

    def truth(self, t: CType, value: Term) -> Term:
        """Whether a value is not zero."""

    def number(self, t: CType, holds: Term) -> Term:
        """1 or 0 of an integer type."""

    def converted(self, source: CType, target: CType, value: Term, *, wraps: bool = True) -> Term:
        """The value in another scalar type [C11 6.3.1]."""

    # ---- operators ----

    def negated(self, t: CType, value: Term, *, wraps: bool = True) -> Term:
        """``-value``."""

    def complement(self, t: CType, value: Term) -> Term:
        """``~value``."""

    def arithmetic(
        self, t: CType, operator: str, left: Term, right: Term, *, wraps: bool = True
    ) -> Term:
        """``left operator right`` for an operator whose operands have the type of the result."""

    def shifted(self, operator: str, left: Typed, right: Typed, *, wraps: bool = True) -> Term:
        """``left << right`` or ``left >> right``; the result has the type of the left side."""

    def comparison(self, t: CType, operator: str, left: Term, right: Term) -> Term:
        """Whether ``left operator right`` holds between two values of type ``t``."""

    def overflows(self, operator: str, left: Typed, right: Typed, of: CType) -> Term:
        """Whether the mathematical result of the operation does not fit the type ``of``."""

    # ---- indices: unsigned integers of the size of a pointer ----

    @property
    def index_sort(self) -> Sort:
        """The sort of indices."""

    def index(self, number: int) -> Term:
        """A known index."""

    def advanced(
        self, operator: str, index: Term, by: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The index plus or minus ``scale`` times an integer of any type."""

    # ---- addresses ----

    @property
    def is_wide(self) -> bool:
        """Whether each object has a space of its own (``maul.encode.numbers.places``); else an
        address is a number of the size of a pointer."""

    @property
    def space(self) -> Space:
        """How wide addresses are put together."""

    @property
    def address_sort(self) -> Sort:
        """The sort of addresses, the one of pointers."""

    @property
    def number_sort(self) -> Sort:
        """The sort of the numbers of objects."""

    def address(self, number: int) -> Term:
        """The address that a number is; when addresses are wide it is none of an object."""

    def located(self, number: int, offset: int = 0) -> Term:
        """The address so many bytes behind the start of an object."""

    def started(self, number: Term) -> Term:
        """The address of the start of an object."""

    def numbered(self, number: int) -> Term:
        """The number of an object."""

    def next_number(self, number: Term) -> Term:
        """The number after that of an object."""

    def at_most(self, number: Term, other: Term) -> Term:
        """Whether a number of an object is at most another one."""

    def object_of(self, address: Term) -> Term:
        """The number of the object that an address lies in."""

    def offset_of(self, address: Term) -> Term:
        """The distance of an address from the start of its object, as an index."""

    def previous_number(self, number: Term) -> Term:
        """The number before that of an object."""

    def is_in(self, address: Term, number: Term) -> Term:
        """Whether an address lies in the space of an object."""

    def is_allocated(self, address: Term) -> Term:
        """Whether an address lies in the space of an object that is none of a variable."""

    def is_inside(self, address: Term, size: Term, number: Term, length: Term) -> Term:
        """Whether so many bytes from an address in the space of an object lie inside of it."""

    def is_object(self, address: Term) -> Term:
        """Whether an address is more than a number: it has an object."""

    def as_number(self, address: Term) -> tuple[Term, Term]:
        """An address as an unsigned integer of the size of a pointer, and when that is one that
        leads back to it."""

    def as_address(self, number: Term) -> Term:
        """The address that an unsigned integer of the size of a pointer leads to."""

    def plus(self, address: Term, offset: int, *, wraps: bool = True) -> Term:
        """An address so many bytes further; inside of one object it does not wrap."""

    def moved(
        self, operator: str, address: Term, index: Typed, scale: int, *, wraps: bool = True
    ) -> Term:
        """The address plus or minus ``scale`` times an index of any integer type."""

    def difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two addresses divided by ``scale``, of type ptrdiff_t."""

    # ---- representation ----

    @property
    def byte_sort(self) -> Sort:
        """The sort of bytes."""

    def byte(self, number: int) -> Term:
        """A known byte."""

    def joined(self, t: CType, data: Sequence[Term]) -> Term:
        """The value that the bytes of an object of a scalar type represent."""

    def split(self, t: CType, value: Term, unknown: Unknown) -> Bytes:
        """The bytes that represent a value in an object of its type."""

    def field(self, t: CType, data: Sequence[Term], bit: int) -> Term:
        """The value of a bit-field that begins at a bit of the bytes and ends in the last one."""

    def replaced(self, t: CType, data: Sequence[Term], bit: int, value: Term) -> Bytes:
        """The bytes with the bit-field at that bit replaced."""
