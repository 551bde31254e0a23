"""Reading from arrays whose indices are known up to a case distinction.

Comes in: an array term and an index. Goes out: the element there. Where branches have met, a
pointer is one of a few constants, each under a condition, and an array is one of two. Reading such
an array at such an index is a case distinction between elements: the solver sees no array at all.
Where an index is no choice of constants, the element is an ordinary ``select``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.logic.build import FALSE, TRUE, Term, ite, select, split_offset
from maul.logic.sorts import BitVec
from maul.logic.terms import int_payload
from maul.logic.values import constant
from maul.node import node

if TYPE_CHECKING:
    from maul.logic.sorts import Sort

MOST_CHOICES = 32  # constants that an index may be; beyond, the solver decides
LONG = 32  # writes that are looked through one by one
MOST_HISTORIES = 64  # that are kept

Choices: TypeAlias = "dict[int, Term]"
"""The constants that a term may be, and when it is each of them; the conditions exclude one another
and one of them holds."""


@node
class _History:
    """Writes at constant indices, one after the other: the array before them, and for each index
    the array after the last write there."""

    base: Term
    last: dict[int, Term]


class Lookup:
    """Remembers what was read where, and what was written by long sequences of writes."""

    def __init__(self) -> None:
        self._choices: dict[Term, Choices | None] = {}
        self._elements: dict[tuple[Term, int], Term] = {}
        self._histories: dict[Term, _History] = {}

    def element(self, array: Term, index: Term) -> Term:
        """The element of an array at an index."""
        found = self.choices(index)
        if found is None:
            return select(array, index)
        result: Term | None = None
        for number, holds in found.items():
            element = self._at(array, number, index.sort)
            result = element if result is None else ite(holds, element, result)
        assert result is not None
        return result

    # ---- which constants an index may be ----

    def choices(self, index: Term) -> Choices | None:
        """The constants that an index may be; None when that is not known."""
        waiting = [index]
        while waiting:
            current = waiting[-1]
            if current in self._choices:
                waiting.pop()
                continue
            missing = [each for each in _cases(current) if each not in self._choices]
            waiting += missing
            if not missing:
                self._choices[current] = self._chosen(current)
        return self._choices[index]

    def _chosen(self, term: Term) -> Choices | None:
        """The constants that a term may be, when those of its cases are known."""
        if term.operator == "constant":
            return {int_payload(term): TRUE}
        if term.operator == "ite":
            return self._joined(term)
        base, distance = split_offset(term)
        found = self._choices[base] if distance else None
        if found is None:
            return None
        mask = (1 << term.sort.width) - 1 if isinstance(term.sort, BitVec) else -1
        return {number + distance & mask: holds for number, holds in found.items()}

    def _joined(self, choice: Term) -> Choices | None:
        condition, *sides = choice.arguments
        left, right = (self._choices[side] for side in sides)
        if left is None or right is None:
            return None
        joined = {
            number: ite(condition, left.get(number, FALSE), right.get(number, FALSE))
            for number in {**left, **right}
        }
        return joined if len(joined) <= MOST_CHOICES else None

    # ---- what is there ----

    def _at(self, array: Term, number: int, sort: Sort) -> Term:
        """The element at a constant index, through writes and choices between arrays."""
        elements, index = self._elements, constant(number, sort)
        waiting = [array]
        while waiting:
            current = waiting[-1]
            if (current, number) not in elements:
                written, inner = self._through_writes(current, number)
                sides = inner.arguments[1:] if inner.operator == "ite" else ()
                missing = [side for side in sides if (side, number) not in elements]
                if missing:
                    waiting += missing
                    continue
                if sides:
                    left, right = (elements[side, number] for side in sides)
                    element = ite(inner.arguments[0], left, right)
                else:
                    element = select(inner, index)
                for holds, value in reversed(written):
                    element = ite(holds, value, element)
                elements[current, number] = element
            waiting.pop()
        return elements[array, number]

    def _through_writes(self, array: Term, number: int) -> tuple[list[tuple[Term, Term]], Term]:
        """The elements that were perhaps written at an index, last ones first, each with when it
        was, and the array before them."""
        written: list[tuple[Term, Term]] = []
        passed = 0
        while array.operator == "store":
            inner, at, value = array.arguments
            passed += 1
            if passed > LONG and at.operator == "constant":
                history = self._history(array)
                if number in history.last:
                    return written, history.last[number]
                array = history.base
                continue
            choices = self.choices(at)
            if choices is None:
                break
            holds = choices.get(number, FALSE)
            if holds is TRUE:
                break
            if holds is not FALSE:
                written.append((holds, value))
            array = inner
        return written, array

    def _history(self, array: Term) -> _History:
        """The writes at constant indices that made an array. The history of an earlier array goes
        on as that of a later one: in a loop each write is looked at once."""
        new: list[Term] = []
        current = array
        while (
            current not in self._histories
            and current.operator == "store"
            and current.arguments[1].operator == "constant"
        ):
            new.append(current)
            current = current.arguments[0]
        history = self._histories.pop(current, None) or _History(current, {})
        history.last.update((int_payload(made.arguments[1]), made) for made in reversed(new))
        self._histories[array] = history
        if len(self._histories) > MOST_HISTORIES:
            del self._histories[next(iter(self._histories))]
        return history


def _cases(term: Term) -> tuple[Term, ...]:
    """The terms on which it depends which constants a term may be."""
    if term.operator == "ite":
        return term.arguments[1:]
    if term.operator == "constant":
        return ()
    base, distance = split_offset(term)
    return (base,) if distance else ()
