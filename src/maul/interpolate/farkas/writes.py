"""Equations of arrays that tell two states apart, after a few writes.

Comes in: two states that no other atom of L(k) tells apart. Goes out: ``a = store(b, e, v)``, with
at most k writes, or its negation. In a state in which it is true the writes are where the arrays
differ: about a write of what is there anyway a read says the same.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.farkas.columns import sums_of
from maul.logic.build import Term, constant_array, equal, integer, not_, select, store
from maul.logic.sorts import INT, Array
from maul.logic.values import ArrayValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from maul.interpolate.farkas.columns import Meaning, Sum, ValuedTerm, Vocabulary
    from maul.interpolate.farkas.languages import Language
    from maul.logic.values import Value

Values: TypeAlias = "tuple[ArrayValue, ArrayValue]"
Writes: TypeAlias = "list[tuple[Term, Term]]"


def equation(
    columns: Sequence[ValuedTerm],
    vocabulary: Vocabulary,
    states: tuple[Meaning, Meaning],
    language: Language,
) -> Term | None:
    """A literal that is true in the first state and false in the second; None if there is none."""
    sums: list[Sum] | None = None
    for a, b, of_a, of_b in _pairs(vocabulary, states, language):
        if (of_a[0] == of_b[0]) != (of_a[1] == of_b[1]):
            return equal(a, b) if of_a[0] == of_b[0] else not_(equal(a, b))
        for side in (0, 1):
            keys = _differences(of_a[side], of_b[side])
            if not keys or len(keys) > language.k or of_a[0].sort.element is not INT:
                continue
            sums = sums_of(columns, language) if sums is None else sums
            for terms in _written(keys, (a, of_a, of_b), side, sums, language):
                literal = equal(a, _after(b, terms))
                return literal if side == 0 else not_(literal)
    return None


def _pairs(
    vocabulary: Vocabulary, states: tuple[Meaning, Meaning], language: Language
) -> Iterator[tuple[Term, Term, Values, Values]]:
    """Arrays of a sort, the second one perhaps constant everywhere, and their values."""
    arrays = {s: _values(s, states) for s in vocabulary.symbols if isinstance(s.sort, Array)}
    for place, (a, of_a) in enumerate(arrays.items()):
        for b, of_b in list(arrays.items())[place + 1 :]:
            if a.sort is b.sort:
                yield a, b, of_a, of_b
        for number in dict.fromkeys(each.default for each in of_a):
            sort = of_a[0].sort
            if sort.element is INT and isinstance(number, int) and language.has_constant(number):
                everywhere = ArrayValue(sort, number, {})
                constant = constant_array(sort, integer(number))
                yield a, constant, of_a, (everywhere, everywhere)


def _values(symbol: Term, states: tuple[Meaning, Meaning]) -> Values:
    left, right = (state.values[symbol] for state in states)
    assert isinstance(left, ArrayValue)
    assert isinstance(right, ArrayValue)
    return left, right


def _differences(a: ArrayValue, b: ArrayValue) -> list[int]:
    """Where two arrays differ; nothing when it is everywhere."""
    if a.default != b.default:
        return []
    keys = [key for key in {**a.entries, **b.entries} if a.at(key) != b.at(key)]
    return sorted([key for key in keys if isinstance(key, int)])


def _written(
    keys: Sequence[int],
    arrays: tuple[Term, Values, Values],
    side: int,
    sums: Sequence[Sum],
    language: Language,
) -> Iterator[Writes]:
    """Writes that make the second array the first one on a side, and not on the other."""
    _, of_a, of_b = arrays
    for order in permutations(keys):
        candidates = [list(_candidates(key, arrays, side, sums, language)) for key in order]
        for chosen in product(*candidates):
            there = of_b[1 - side]
            for (index, element), _ in chosen:
                there = there.with_element(index, element)
            if there != of_a[1 - side]:
                yield [terms for _, terms in chosen]


def _candidates(
    key: int,
    arrays: tuple[Term, Values, Values],
    side: int,
    sums: Sequence[Sum],
    language: Language,
) -> Iterator[tuple[tuple[int, Value], tuple[Term, Term]]]:
    """What may be written where: its values on the other side, and its terms."""
    a, of_a, _ = arrays
    elements = _known_as(of_a[side].at(key), side, sums, language)
    for index, term in _known_as(key, side, sums, language).items():
        read = select(a, term)
        if language.knows(read):
            yield (index, of_a[1 - side].at(index)), (term, read)
        for element, written in elements.items():
            yield (index, element), (term, written)


def _known_as(
    value: Value, side: int, sums: Sequence[Sum], language: Language
) -> Mapping[int, Term]:
    """The indices that have a value on a side, by their value on the other."""
    found: dict[int, Term] = {}
    for total in sums:
        here, there = (total.left, total.right) if side == 0 else (total.right, total.left)
        assert isinstance(value, int)
        if language.has_constant(value - here) and there + value - here not in found:
            found[there + value - here] = total.term(value - here)
    return found


def _after(array: Term, writes: Writes) -> Term:
    """An array after writes."""
    for index, element in writes:
        array = store(array, index, element)
    return array
