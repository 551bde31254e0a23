"""States that models have shown, and what holds in them: most of a question is answered by the
models of those before it.

Comes in: models, and terms. Goes out: the combinations of values that terms have in the states in
which others hold. A state gives every symbol a value, also those that its model did not speak of,
so it is one whatever is asked. What holds where is a number with a bit for each state.

Nobody relies on a witness: too many of them only make an abstraction weaker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.logic.evaluate import Undetermined, holds
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL
from maul.logic.values import default_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maul.logic.terms import Term
    from maul.logic.values import Value
    from maul.smt.protocols import Model

MOST_STATES = 1500  # beyond, all are forgotten: the next questions bring those that matter now

Sides: TypeAlias = tuple[int, int]
"""The states in which a term is true, and those in which it is false; where its value cannot be
computed it is neither."""


class Witnesses:
    """The states seen so far."""

    def __init__(self) -> None:
        self._states: list[Mapping[Term, Value]] = []
        self._sides: dict[Term, Sides] = {}  # of the terms asked about, in all states
        self._atoms: dict[Term, tuple[int, Sides]] = {}  # and in how many states that is known

    def see(self, model: Model, terms: Iterable[Term]) -> None:
        """Keep the state of a model, which speaks of the symbols of terms."""
        if len(self._states) >= MOST_STATES:
            self._states.clear()
            self._atoms.clear()
        self._sides.clear()
        symbols = dict.fromkeys(symbol for term in terms for symbol in free_symbols(term))
        self._states.append({symbol: model.value(symbol) for symbol in symbols})

    def combinations(self, told: Iterable[Term], asked: Sequence[Term]) -> list[tuple[bool, ...]]:
        """The values of what is asked, each combination once, in the states in which all that is
        told holds."""
        states = (1 << len(self._states)) - 1
        for term in told:
            states &= self._sides_of(term)[0]
        found: list[tuple[tuple[bool, ...], int]] = [((), states)] if states else []
        for term in asked:
            true, false = self._sides_of(term)
            found = [
                ((*values, value), left)
                for values, states in found
                for value, side in ((True, true), (False, false))
                if (left := states & side)
            ]
        return [values for values, _ in found]

    def _sides_of(self, whole: Term) -> Sides:
        known = self._sides
        stack = [whole]
        while stack:
            term = stack[-1]
            parts = term.arguments if is_connective(term) else ()
            missing = [part for part in parts if part not in known]
            if missing:
                stack += missing
                continue
            stack.pop()
            if term not in known:
                sides = [known[part] for part in parts]
                known[term] = _connected(term.operator, sides) if sides else self._atom(term)
        return known[whole]

    def _atom(self, term: Term) -> Sides:
        """The sides of a term that is not made of others; only new states are looked at."""
        seen, (true, false) = self._atoms.get(term, (0, (0, 0)))
        for place in range(seen, len(self._states)):
            state = self._states[place]
            values = {s: state.get(s, default_value(s.sort)) for s in free_symbols(term)}
            try:
                value = holds(term, values)
            except Undetermined:
                continue
            true |= value << place
            false |= (not value) << place
        self._atoms[term] = len(self._states), (true, false)
        return true, false


def is_connective(term: Term) -> bool:
    """Whether a term is true or false depending only on parts that are."""
    connects = term.operator in ("and", "or", "not", "ite", "=") and bool(term.arguments)
    return connects and all(part.sort is BOOL for part in term.arguments)


def _connected(operator: str, sides: Sequence[Sides]) -> Sides:
    """The sides of a connective from those of its parts."""
    (true, false), *others = sides
    if operator == "not":
        return false, true
    if operator == "ite":
        (high, not_high), (low, not_low) = others
        return (true & high) | (false & low), (true & not_high) | (false & not_low)
    for more, less in others:
        if operator == "and":
            true, false = true & more, false | less
        elif operator == "or":
            true, false = true | more, false & less
        else:
            true, false = (true & more) | (false & less), (true & less) | (false & more)
    return true, false
