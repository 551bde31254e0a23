"""Small sorts, all of whose values can be tried: quantifiers without a solver.

``counterexample`` looks for values under which two existential statements differ.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from maul.logic.build import and_
from maul.logic.evaluate import holds
from maul.logic.free import free_symbols
from maul.logic.softfloat import canonical
from maul.logic.sorts import BOOL, Array, BitVec, Float
from maul.logic.values import ArrayValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.logic.values import Value

BITS, NIBBLE = BitVec(3), BitVec(2)
SMALL_FLOAT = Float(2, 3)
BIT = BitVec(1)
SMALL_ARRAY = Array(BIT, BIT)


def values_of(sort: Sort) -> list[Value]:
    """Every value of a small sort."""
    if sort is BOOL:
        return [False, True]
    if isinstance(sort, Array):
        indices, elements = values_of(sort.index), values_of(sort.element)
        return [
            ArrayValue(sort, elements[0], dict(zip(indices, chosen, strict=True)))
            for chosen in product(elements, repeat=len(indices))
        ]
    if isinstance(sort, Float):
        return list(dict.fromkeys(canonical(bits, sort) for bits in range(1 << sort.width)))
    assert isinstance(sort, BitVec)
    return list(range(1 << sort.width))


def assignments(symbols: Sequence[Term]) -> Iterator[dict[Term, Value]]:
    """All values of some symbols."""
    for chosen in product(*[values_of(s.sort) for s in symbols]):
        yield dict(zip(symbols, chosen, strict=True))


def possible(body: Term, values: dict[Term, Value]) -> bool:
    """Whether some values of the other symbols make the body true."""
    others = [s for s in free_symbols(body) if s not in values]
    return any(holds(body, {**values, **chosen}) for chosen in assignments(others))


def counterexample(
    one: Sequence[Term], other: Sequence[Term], dead: Sequence[Term]
) -> dict[Term, Value] | None:
    """Values under which only one of two conjunctions is possible; of the dead symbols, and of
    those that only the second one has, some values will do."""
    left, right = and_(*one), and_(*other)
    shared = [s for s in free_symbols(left) if s not in dead]
    for values in assignments(shared):
        if possible(left, values) != possible(right, values):
            return values
    return None
