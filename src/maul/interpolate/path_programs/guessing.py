"""Invariants guessed from executions of a path program: equations and bounds that always held.

Comes in: the blocks of a path program. It is executed with values drawn at random, with a fixed
seed; the states met at each place are the data. Goes out: for each place the linear equations
between variables of a width that all of its states satisfy, and simple comparisons. They are
guesses: whoever uses them has to check them, as Houdini does (``perfect``). What
holds of the numbers holds of the machine's integers, too, so sums may wrap.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from random import Random
from typing import TYPE_CHECKING

from maul.logic.build import (
    Term,
    add,
    bit_vector,
    bv_add,
    bv_mul,
    bv_sle,
    bv_ule,
    bv_urem,
    equal,
    integer,
    le,
    modulo,
    multiply,
)
from maul.logic.evaluate import Undetermined, evaluate
from maul.logic.free import free_symbols
from maul.logic.meaning import signed
from maul.logic.sorts import BOOL, INT, BitVec
from maul.logic.terms import int_payload
from maul.logic.values import default_value
from maul.logic.walk import dag_size, subterms

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from maul.logic.sorts import Sort
    from maul.logic.trace import Block
    from maul.logic.values import Value

LARGEST = 2000  # subterms of a path program that is executed
WALKS, STEPS, TRIES = 30, 14, 6
MOST_EVALUATED = 300_000  # subterms, in all executions
MOST_VARIABLES = 14  # of one sort that are related to each other
LARGEST_FACTOR = 64
MOST_CONSTANTS = 8
FEWEST_STATES = 5
DIVISORS = (2, 3, 4, 5, 6, 7, 8, 10)
SMALL = (0, 1, 2, 3, 5, 8, 13, -1, -2)


def guesses(
    blocks: Sequence[Block], start: Hashable, left: Callable[[], float]
) -> dict[Hashable, tuple[Term, ...]]:
    """What seems to hold at the places where there were enough states to tell."""
    terms = [t for b in blocks for t in (*b.transition.guards, *b.transition.updates.values())]
    if dag_size(*terms) > LARGEST:
        return {}
    executions = _Executions(blocks, terms)
    for number in range(WALKS):
        if left() <= 0 or executions.evaluated > MOST_EVALUATED:
            return {}
        executions.walk(start, Random(number))  # noqa: S311 - drawn, with a seed
    variables = relevant_variables(blocks)
    constants = _constants([guard for block in blocks for guard in block.transition.guards])
    return {
        place: (
            *[part for look in LOOKS for part in look(states, variables)],
            *_bounds(states, variables, constants),
        )
        for place, states in executions.states.items()
        if len(states) >= FEWEST_STATES
    }


def _size(block: Block) -> int:
    transition = block.transition
    return dag_size(*transition.guards, *transition.updates.values())


def _constants(guards: Iterable[Term]) -> dict[Sort, list[int]]:
    """The numbers in conditions, by sort."""
    found: dict[Sort, dict[int, None]] = {}
    for part in subterms(*guards):
        if part.operator == "constant" and (part.sort is INT or isinstance(part.sort, BitVec)):
            found.setdefault(part.sort, {})[_signed(int_payload(part), part.sort)] = None
    return {sort: [*numbers][:MOST_CONSTANTS] for sort, numbers in found.items()}


def relevant_variables(blocks: Sequence[Block]) -> list[Term]:
    """The variables that guards depend on, directly or through updates."""
    needed: dict[Term, None] = {}
    inputs = {s for block in blocks for s in block.transition.inputs}
    waiting = [s for b in blocks for guard in b.transition.guards for s in free_symbols(guard)]
    while waiting:
        found = waiting.pop()
        if found in needed or found in inputs:
            continue
        needed[found] = None
        for block in blocks:
            value = block.transition.updates.get(found)
            if value is not None:
                waiting += free_symbols(value)
    return list(needed)


# ---- executions ----


class _Executions:
    """States of the variables that matter, by place."""

    def __init__(self, blocks: Sequence[Block], terms: Sequence[Term]) -> None:
        self.states: dict[Hashable, list[dict[Term, Value]]] = {}
        self.evaluated = 0  # subterms, about
        self._sizes = {block.transition: _size(block) for block in blocks}
        self._variables = relevant_variables(blocks)
        self._leaving: dict[Hashable, list[Block]] = {}
        for block in blocks:
            self._leaving.setdefault(block.source, []).append(block)
        constants = [
            int_payload(t)
            for t in subterms(*terms)
            if t.operator == "constant" and (t.sort is INT or isinstance(t.sort, BitVec))
        ]
        self._numbers = [*SMALL, *dict.fromkeys(c + d for c in constants for d in (-1, 0, 1))]

    def walk(self, place: Hashable, random: Random) -> None:
        """Go on from a place until there is no way or it has been enough."""
        state = {v: self._drawn(v.sort, random) for v in self._variables}
        for _ in range(STEPS):
            step = self._step(place, state, random)
            if step is None:
                return
            place, state = step
            self.states.setdefault(place, []).append(state)

    def _step(
        self, place: Hashable, state: Mapping[Term, Value], random: Random
    ) -> tuple[Hashable, dict[Term, Value]] | None:
        leaving = self._leaving.get(place, [])
        for _ in range(TRIES):
            for block in random.sample(leaving, len(leaving)):
                transition = block.transition
                self.evaluated += self._sizes[transition]
                inputs = {s: self._drawn(s.sort, random) for s in transition.inputs}
                values = {**state, **inputs}
                try:
                    if not all(evaluate(guard, values) for guard in transition.guards):
                        continue
                    updates = {
                        x: evaluate(transition.updates[x], values)
                        for x in self._variables
                        if x in transition.updates
                    }
                except Undetermined:
                    return None
                return block.target, {**state, **updates}
        return None

    def _drawn(self, sort: Sort, random: Random) -> Value:
        if sort is BOOL:
            return random.random() < 0.5
        if sort is INT:
            return random.choice(self._numbers)
        if isinstance(sort, BitVec):
            return random.choice(self._numbers) % (1 << sort.width)
        return default_value(sort)


# ---- what they have in common ----


def _of_sort(variables: Iterable[Term]) -> list[tuple[Sort, list[Term]]]:
    """The numbers among the variables, those of a sort together."""
    groups: dict[Sort, list[Term]] = {}
    for variable in variables:
        if variable.sort is INT or isinstance(variable.sort, BitVec):
            groups.setdefault(variable.sort, []).append(variable)
    return [(sort, group[:MOST_VARIABLES]) for sort, group in groups.items()]


def _number(state: Mapping[Term, Value], variable: Term) -> int:
    value = state[variable]
    assert isinstance(value, int)
    return _signed(value, variable.sort)


def _signed(value: int, sort: Sort) -> int:
    return signed(value, sort.width) if isinstance(sort, BitVec) else value


def _equations(states: Sequence[Mapping[Term, Value]], variables: Sequence[Term]) -> list[Term]:
    """The linear equations that all states satisfy, as few variables in each as is easily had."""
    found = []
    for sort, group in _of_sort(variables):
        rows = [[Fraction(1), *[Fraction(_number(s, v)) for v in group]] for s in states]
        relations = _relations(rows, len(group) + 1)
        simple = [r for r in relations if max(map(abs, r[1:])) <= LARGEST_FACTOR]
        found += [_equation(sort, group, relation) for relation in simple]
    return found


def _relations(rows: list[list[Fraction]], width: int) -> list[list[int]]:
    """Integer vectors that span what is orthogonal to all rows (by Gauss and Jordan)."""
    pivots: list[tuple[int, list[Fraction]]] = []
    for row in rows:
        left = row
        for column, pivot in pivots:
            if left[column]:
                factor = left[column]
                left = [a - factor * b for a, b in zip(left, pivot, strict=True)]
        first = next((i for i, a in enumerate(left) if a), None)
        if first is None:
            continue
        left = [a / left[first] for a in left]
        pivots = [(c, [a - p[first] * b for a, b in zip(p, left, strict=True)]) for c, p in pivots]
        pivots.append((first, left))
        if len(pivots) == width:
            return []
    taken = dict(pivots)
    free = [i for i in range(width) if i not in taken]
    found = []
    for i in free:
        vector = [Fraction(0)] * width
        vector[i] = Fraction(1)
        for column, pivot in pivots:
            vector[column] = -pivot[i]
        scale = lcm(*[a.denominator for a in vector])
        whole = [int(a * scale) for a in vector]
        common = reduce(gcd, whole)
        found.append([a // common for a in whole])
    return found


def _equation(sort: Sort, group: Sequence[Term], relation: Sequence[int]) -> Term:
    """A relation between 1 and variables as a term, those with negative factors on the right."""
    left = _sum(sort, group, [max(0, a) for a in relation])
    right = _sum(sort, group, [max(0, -a) for a in relation])
    return equal(left, right)


def _sum(sort: Sort, group: Sequence[Term], factors: Sequence[int]) -> Term:
    parts = [(variable, a) for variable, a in zip(group, factors[1:], strict=True) if a]
    if isinstance(sort, BitVec):
        total = bit_vector(factors[0], sort.width)
        for variable, a in parts:
            total = bv_add(total, bv_mul(bit_vector(a, sort.width), variable))
        return total
    return add(integer(factors[0]), *[multiply(integer(a), variable) for variable, a in parts])


def _comparisons(states: Sequence[Mapping[Term, Value]], variables: Sequence[Term]) -> list[Term]:
    """Which variable was never above which, and the small numbers none was ever below."""
    found = []
    for sort, group in _of_sort(variables):
        columns = {v: [_number(state, v) for state in states] for v in group}
        for x in group:
            lowest = min(columns[x])
            if lowest in (0, 1):
                found.append(_at_most(sort, _constant(sort, lowest), x))
            for y in group:
                pairs = zip(columns[x], columns[y], strict=True)
                if x is not y and all(a <= b for a, b in pairs):
                    found.append(_at_most(sort, x, y))
        if isinstance(sort, BitVec):
            raw = {v: [state[v] for state in states] for v in group}
            found += [
                bv_ule(x, y)
                for x in group
                for y in group
                if x is not y and all(_below(a, b) for a, b in zip(raw[x], raw[y], strict=True))
            ]
    return found


def _bounds(
    states: Sequence[Mapping[Term, Value]],
    variables: Sequence[Term],
    constants: Mapping[Sort, Sequence[int]],
) -> list[Term]:
    """The numbers of the program that a variable never passed."""
    found = []
    for sort, group in _of_sort(variables):
        for x in group:
            column = [_number(state, x) for state in states]
            for number in constants.get(sort, ()):
                bound = _constant(sort, number)
                if max(column) <= number:
                    found.append(_at_most(sort, x, bound))
                elif min(column) >= number:
                    found.append(_at_most(sort, bound, x))
    return found


def _below(a: Value, b: Value) -> bool:
    assert isinstance(a, int)
    assert isinstance(b, int)
    return a <= b


def _constant(sort: Sort, number: int) -> Term:
    return bit_vector(number, sort.width) if isinstance(sort, BitVec) else integer(number)


def _at_most(sort: Sort, x: Term, y: Term) -> Term:
    return bv_sle(x, y) if isinstance(sort, BitVec) else le(x, y)


def _remainders(states: Sequence[Mapping[Term, Value]], variables: Sequence[Term]) -> list[Term]:
    """The small numbers by which a variable that changes always left the same remainder."""
    found = []
    for sort, group in _of_sort(variables):
        for x in group:
            values = {state[x] for state in states if isinstance(state[x], int)}
            for divisor in DIVISORS if len(values) > 1 else ():
                rests = {value % divisor for value in values if isinstance(value, int)}
                if len(rests) == 1:
                    by = _constant(sort, divisor)
                    rest = bv_urem(x, by) if isinstance(sort, BitVec) else modulo(x, by)
                    found.append(equal(rest, _constant(sort, rests.pop())))
    return found


LOOKS = (_equations, _comparisons, _remainders)
