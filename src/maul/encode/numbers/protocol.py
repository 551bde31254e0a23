"""What C's numbers and addresses mean in formulas: the protocol of two interchangeable meanings.

``bv`` (``bits.values.BitNumbers``) is bit-precise: a value is a bit-vector. ``int``
(``integers.values.IntNumbers``) takes mathematical integers that stay in the range of their type.
What addresses mean is a part of it (``addresses``).
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
    from maul.encode.numbers.addresses import Addresses, Objects
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

    @property
    def addresses(self) -> Addresses:
        """What addresses mean."""

    @property
    def objects(self) -> Objects:
        """What addresses tell of objects; to be asked of wide ones only."""

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
