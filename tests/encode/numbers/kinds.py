"""Both kinds of addresses in both meanings of numbers, for both data models, with values in them.

Comes in: a kind, and draws of hypothesis. Goes out: terms for numbers that are known to the test,
now a constant and now a symbol, and the numbers that terms stand for.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

from maul.c.ctype import ILP32, LP64, DataModel, Integer
from maul.choices import Arith
from maul.encode.numbers import BitNumbers, IntNumbers, Numbers
from maul.encode.numbers.places import FIRST_ALLOCATED, FIRST_UNKNOWN, Space, space_of
from maul.logic.bit_functions import MEANINGS
from maul.logic.build import symbol
from maul.logic.evaluate import evaluate
from maul.logic.sorts import BitVec
from maul.logic.values import constant
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import TypeVar

    from maul.c.ctype import CType
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.logic.values import Value

    Anything = TypeVar("Anything")

LAST = (1 << 32) - 2  # the last number of an object
SLOTS = [(1 << bits) - 2 + at for bits in (14, 24) for at in range(3)]  # near the last ones
FIRST = [1, 2, *(first + at for first in (FIRST_UNKNOWN, FIRST_ALLOCATED) for at in (-1, 0, 1, 2))]
NUMBERS = st.sampled_from([*FIRST, *SLOTS, LAST - 1, LAST])
"""Numbers of objects: variables, unknown and allocated ones, the last ones with a slot."""


@node
class Kind:
    """A kind of addresses in a meaning of numbers."""

    meaning: Arith
    model: DataModel
    is_wide: bool

    def __str__(self) -> str:
        return f"{self.meaning}-{self.model.name}-{'wide' if self.is_wide else 'plain'}"

    @property
    def space(self) -> Space:
        """How wide addresses are put together."""
        return space_of(self.model)

    def numbers(self, without_object: Collection[int] = ()) -> Numbers:
        """That meaning of numbers, with nothing known of any symbol; some slots are no object's."""
        make = BitNumbers if self.meaning is Arith.BV else IntNumbers
        return make(self.model, is_wide=self.is_wide, without_object=without_object)


KINDS = tuple(Kind(*each) for each in product((Arith.BV, Arith.INT), (ILP32, LP64), (False, True)))
ALL = pytest.mark.parametrize("kind", KINDS, ids=str)
WIDE = pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.is_wide], ids=str)


def near(low: int, high: int) -> st.SearchStrategy[int]:
    """Numbers from low to high, often at a border or near zero."""
    borders = (low, low + 1, high - 1, high, -9, -1, 0, 1, 2, 4, 100)
    inside = sorted({each for each in borders if low <= each <= high})
    return st.one_of(st.sampled_from(inside), st.integers(low, high))


class Drawn:
    """Terms for numbers, and what terms stand for."""

    def __init__(
        self, kind: Kind, data: st.DataObject, without_object: Collection[int] = ()
    ) -> None:
        self.kind = kind
        self.numbers = kind.numbers(without_object)
        self.values: dict[Term, Value] = {}
        self._data = data

    def draw(self, strategy: st.SearchStrategy[Anything]) -> Anything:
        """Something."""
        return self._data.draw(strategy)

    # ---- numbers as terms ----

    def term(self, t: CType, value: int) -> Term:
        """A value of a type."""
        found = self._given(self.numbers.sort(t), value)
        if found.operator == "symbol":
            self.numbers.facts(t, found)
        return found

    def index(self, value: int) -> Term:
        """An index."""
        return self.term(self.kind.model.size_t, value)

    def number(self, value: int) -> Term:
        """The number of an object."""
        return self._given(self.numbers.objects.sort, value)

    def address(self, code: int) -> Term:
        """An address."""
        return self.term(self.pointer, code)

    def at(self, number: int, offset: int) -> Term:
        """The address so far behind the start of an object."""
        if self.draw(st.booleans()):
            start = self.numbers.objects.started(self.number(number))
            return self.numbers.addresses.plus(start, offset)
        return self.address(self.kind.space.at(number, offset))

    def _given(self, sort: Sort, value: int) -> Term:
        """A constant, or a symbol that has the value."""
        code = value % (1 << sort.width) if isinstance(sort, BitVec) else value
        if self.draw(st.booleans()):
            return constant(code, sort)
        made = symbol(f"x{len(self.values)}", sort)
        self.values[made] = code
        return made

    # ---- terms as numbers ----

    def read(self, term: Term) -> int:
        """The number, or the truth value, that a term stands for."""
        found = evaluate(term, self.values, dict(MEANINGS))
        assert isinstance(found, int)
        return found

    # ---- what addresses are ----

    @property
    def pointer(self) -> CType:
        """A type of pointers."""
        return self.kind.model.pointer_to(Integer(8, signed=True))

    def place(self) -> tuple[int, int]:
        """An object and an offset in it; when addresses are plain no object and a number."""
        whole = 1 << self.kind.space.pointer_bits
        if not self.kind.is_wide:
            return 0, self.draw(near(0, whole - 1))
        return self.draw(NUMBERS), self.draw(near(-(whole // 2), whole // 2 - 1))

    def code(self, number: int, offset: int) -> int:
        """The number that the address of a place is."""
        return self.kind.space.at(number, offset) if self.kind.is_wide else offset

    def borders(self) -> tuple[int, int]:
        """The first and the last offset."""
        bits = self.kind.space.pointer_bits
        return (
            (-(1 << bits - 1), (1 << bits - 1) - 1) if self.kind.is_wide else (0, (1 << bits) - 1)
        )
