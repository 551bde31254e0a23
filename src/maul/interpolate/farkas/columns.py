"""The terms of a language, each with its values in two states.

Comes in: a vocabulary, and what it means in two states. Goes out: terms of L(k), level by level of
their depth. Of terms that have the same two values the first is enough: what tells the states apart
with the other tells them apart with it. So an index is known by the element that it selects, in
either state, and most indices, which select what is everywhere else, are one.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, TypeAlias

from maul.logic.build import (
    Term,
    add,
    apply,
    divide,
    integer,
    modulo,
    multiply,
    select,
)
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.meaning import int_div, int_mod
from maul.logic.sorts import INT, Array
from maul.logic.values import ArrayValue
from maul.logic.walk import subterms
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from maul.interpolate.farkas.languages import Language
    from maul.logic.terms import Function
    from maul.logic.values import Value

_Apart: TypeAlias = "tuple[frozenset[int], frozenset[int]] | None"
MOST_SUMS = 20_000  # sums that are made for one level


class TooMany(Exception):
    """There are more terms in a language than can be looked at."""


@node
class Vocabulary:
    """What a formula may speak of: symbols, functions, and quotients and remainders by numbers; and
    the terms of these that there are anyway."""

    symbols: tuple[Term, ...]
    functions: tuple[Function, ...] = ()
    divisions: tuple[tuple[str, int], ...] = ()
    terms: tuple[Term, ...] = ()

    def has(self, formula: Term) -> bool:
        """Whether a formula speaks of nothing else."""
        called = {part.payload for part in subterms(formula) if part.operator == "apply"}
        return called <= set(self.functions) and set(free_symbols(formula)) <= set(self.symbols)


@node
class Table:
    """What a function means: its values where that matters, and one for everywhere else."""

    entries: Mapping[tuple[Value, ...], Value]
    default: Value

    def __call__(self, *arguments: Value) -> Value:
        """The value for arguments."""
        return self.entries.get(arguments, self.default)


@node
class Meaning:
    """What a vocabulary means."""

    values: Mapping[Term, Value]
    functions: Mapping[Function, Table]


@node
class ValuedTerm:
    """A term with its values in two states."""

    term: Term
    left: Value
    right: Value


@node
class _Operation:
    """What terms are made with: the values in both states, and for each argument the numbers for
    which a value may be another than elsewhere; None when it is another each time."""

    make: Callable[..., Term]
    left: Callable[..., Value]
    right: Callable[..., Value]
    told_apart: tuple[_Apart, ...]


def variables(vocabulary: Vocabulary, left: Meaning, right: Meaning) -> list[ValuedTerm]:
    """The variables, but for arrays."""
    return [
        ValuedTerm(symbol, left.values[symbol], right.values[symbol])
        for symbol in vocabulary.symbols
        if not isinstance(symbol.sort, Array)
    ]


def given(
    vocabulary: Vocabulary, states: tuple[Meaning, Meaning], language: Language
) -> list[ValuedTerm]:
    """The terms that there are anyway and that belong to a language."""
    terms = [term for term in vocabulary.terms if language.knows(term)]
    values = [[evaluate(term, each.values, each.functions) for term in terms] for each in states]
    return [ValuedTerm(*each) for each in zip(terms, *values, strict=True)]


def different(columns: Sequence[ValuedTerm]) -> list[ValuedTerm]:
    """The first column of each two values of a sort."""
    found: dict[tuple[object, ...], ValuedTerm] = {}
    for column in columns:
        found.setdefault((column.left, column.right, column.term.sort), column)
    return list(found.values())


def deeper(
    columns: Sequence[ValuedTerm],
    vocabulary: Vocabulary,
    states: tuple[Meaning, Meaning],
    language: Language,
) -> list[ValuedTerm]:
    """The terms that are made of sums of the terms there are."""
    operations = list(_operations(vocabulary, *states))
    if not operations:
        return []
    sums = sums_of(columns, language)
    found = []
    for operation in operations:
        classes = [_arguments(sums, language, apart) for apart in operation.told_apart]
        for chosen in product(*classes):
            terms = [each.term for each in chosen]
            left = operation.left(*[each.left for each in chosen])
            right = operation.right(*[each.right for each in chosen])
            found.append(ValuedTerm(operation.make(*terms), left, right))
    return found


def _operations(vocabulary: Vocabulary, left: Meaning, right: Meaning) -> Iterator[_Operation]:
    for array in vocabulary.symbols:
        if isinstance(array.sort, Array):
            a, b = left.values[array], right.values[array]
            assert isinstance(a, ArrayValue)
            assert isinstance(b, ArrayValue)
            keys = _whole(a.entries), _whole(b.entries)
            yield _Operation(_reader(array), a.at, b.at, (keys,))
    for function in vocabulary.functions:
        f, g = left.functions[function], right.functions[function]
        places = range(len(function.parameters))
        apart = tuple([(_keys(f, place), _keys(g, place)) for place in places])
        yield _Operation(_applier(function), f, g, apart)
    for operator, divisor in vocabulary.divisions:
        value, make = DIVISION[operator]

        def computed(number: int, by: int = divisor, of: _Division = value) -> Value:
            return of(number, by)

        def made(term: Term, by: int = divisor, of: _Maker = make) -> Term:
            return of(term, integer(by))

        yield _Operation(made, computed, computed, (None,))


_Division: TypeAlias = "Callable[[int, int], int]"
_Maker: TypeAlias = "Callable[[Term, Term], Term]"
DIVISION: Mapping[str, tuple[_Division, _Maker]] = {
    "div": (int_div, divide),
    "mod": (int_mod, modulo),
}


def _reader(array: Term) -> Callable[..., Term]:
    return lambda index: select(array, index)


def _applier(function: Function) -> Callable[..., Term]:
    return lambda *arguments: apply(function, *arguments)


def _whole(keys: Mapping[Value, Value]) -> frozenset[int]:
    return frozenset(key for key in keys if isinstance(key, int))


def _keys(table: Table, place: int) -> frozenset[int]:
    """The numbers that an argument is where a value matters."""
    return frozenset([whole(arguments[place]) for arguments in table.entries])


def _arguments(sums: Sequence[Sum], language: Language, apart: _Apart) -> list[ValuedTerm]:
    """Indices of a language, one for each pair of what they are among numbers that matter."""
    found: dict[tuple[object, ...], ValuedTerm] = {}
    for total in sums:
        for constant in _constants(total, language, apart):
            a, b = total.left + constant, total.right + constant
            key: tuple[object, ...] = (a, b)
            if apart is not None:
                key = (a if a in apart[0] else None, b if b in apart[1] else None)
            if key not in found:
                found[key] = ValuedTerm(total.term(constant), a, b)
        if len(found) > MOST_SUMS:
            raise TooMany
    return list(found.values())


def _constants(total: Sum, language: Language, apart: _Apart) -> Iterator[int]:
    """The constants that make a sum a number that matters, and one that makes it another; all of
    them when each number matters."""
    if apart is None:
        yield from language.constants()
        return
    left, right = apart
    matter = {*[key - total.left for key in left], *[key - total.right for key in right]}
    yield from sorted([c for c in matter if language.has_constant(c)], key=abs)
    elsewhere = next((c for c in language.constants() if c not in matter), None)
    if elsewhere is not None:
        yield elsewhere


@node
class Sum:
    """A sum of multiples of numbers, and what it is in two states."""

    columns: tuple[ValuedTerm, ...]
    factors: tuple[int, ...]
    left: int
    right: int

    def term(self, constant: int) -> Term:
        """The sum and a constant."""
        pairs = zip(self.columns, self.factors, strict=True)
        return add(
            *[multiply(column.term, integer(factor)) for column, factor in pairs],
            integer(constant),
        )


def sums_of(columns: Sequence[ValuedTerm], language: Language) -> list[Sum]:
    """The sums that indices are made of, the shortest first."""
    k = language.k
    numbers = [column for column in columns if column.term.sort is INT]
    coefficients = sorted({*range(-k, k + 1), *language.strides} - {0}, key=_size)
    found: list[Sum] = []
    for count in range(min(k, len(numbers)) + 1):
        for factors in product(coefficients, repeat=count):
            for chosen in combinations(numbers, count):
                if len(found) == MOST_SUMS:
                    raise TooMany
                pairs = list(zip(chosen, factors, strict=True))
                left = sum([whole(column.left) * factor for column, factor in pairs])
                right = sum([whole(column.right) * factor for column, factor in pairs])
                found.append(Sum(chosen, factors, left, right))
    return found


def _size(number: int) -> tuple[int, bool]:
    return abs(number), number < 0


def whole(value: Value) -> int:
    """The value of an integer."""
    assert isinstance(value, int)
    return value
