"""How many values a variable takes on a path, and what becomes of one that takes too many: dynamic
precision adjustment [Beyer13, sections 1 and 3].

Comes in: the states of a path of explicit values, one after the other. Goes out: for each place the
variables that are not tracked there any more. Their number is looked at where cycles are cut. A
variable that has had more than ``limit`` different values at one such place, on one path, is
dropped there: from that state on, and on whatever path the place is met later. Nothing begins anew,
and states that were found before stay as they are, unless they are in the way (``outdated``). To
know less is to stand for more executions, so nothing depends on what is dropped but whether the
search ends, and with what.

Where there are no predicates to take over, a variable without which an error path is not refuted is
tracked again, with room for twice as many values (``take_back``).

Only iterations count that the values alone do not decide: a loop with a constant bound runs to its
end, however many values its counter takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.cells import Cells

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from maul.domains.explicit_states import ExplicitState, Place
    from maul.logic.cells import Known
    from maul.logic.terms import Term

NONE: frozenset[Term] = frozenset()


class Course:
    """The way to a state. ``head`` is the last state before at which cycles are cut, if it is one
    from which values did not decide the way to here (``is_open``), or if here is no such state; of
    those, ``heads`` counts the ones on the way, this one included."""

    __slots__ = ("head", "heads", "is_open")

    def __init__(self) -> None:
        self.head: ExplicitState | None = None
        self.heads = 0
        self.is_open = False


def everywhere(_: Hashable) -> Hashable:
    """What is dropped anywhere is dropped in the whole program."""
    return None


def there(place: Hashable) -> Hashable:
    """What is dropped at a point is dropped there, and not under other call stacks."""
    return place


class Threshold:
    """What is dropped where, for more than ``limit`` values on a path. ``scope`` tells which places
    share it; where values did not decide the way, states have to say so."""

    def __init__(
        self,
        limit: int,
        is_cut: Callable[[Place], bool],
        scope: Callable[[Hashable], Hashable] = there,
    ) -> None:
        self.limit = limit
        self._is_cut = is_cut
        self._scope = scope
        self._dropped: dict[Hashable, frozenset[Term]] = {}
        self._limits: dict[tuple[Hashable, Term], int] = {}

    def at(self, place: Hashable) -> frozenset[Term]:
        """The variables that are not tracked at a place."""
        return self._dropped.get(self._scope(place), NONE)

    def take_back(self, place: Hashable, back: Iterable[Term]) -> None:
        """Track variables at a place again, and let them have twice as many values there."""
        scope = self._scope(place)
        for symbol in self.at(place).intersection(back):
            self._limits[scope, symbol] = 2 * self._limits.get((scope, symbol), self.limit)
        self._dropped[scope] = self.at(place).difference(back)

    def all(self) -> frozenset[Term]:
        """The variables that are not tracked somewhere."""
        return NONE.union(*self._dropped.values())

    def outdated(self, path: Iterable[ExplicitState], symbols: Sequence[Term]) -> int | None:
        """The number of the first state of a path that knows what is dropped at its place by now;
        None if there is none."""
        return next((n for n, e in enumerate(path) if self._knows(e, symbols)), None)

    def _knows(self, e: ExplicitState, symbols: Sequence[Term]) -> bool:
        gone = self.at(e.place)
        known = zip(symbols, e.values, strict=False)
        return bool(gone) and any(held is not None and x in gone for x, held in known)

    def follow(self, e: ExplicitState, symbols: Sequence[Term]) -> bool:
        """Note how a state was reached; whether a variable is dropped at its place from now on."""
        course = e.course = Course()
        source = e.source
        if source is not None:
            before = source.course
            is_after_cut = self._is_cut(source.place)
            course.is_open = not e.is_forced or (not is_after_cut and before.is_open)
            course.head = source if is_after_cut else before.head
        if not self._is_cut(e.place):
            return False
        if course.head is not None and not course.is_open:
            # Where values decide everything, loops simply run.
            course.head = course.head.course.head
        course.heads = 1 if course.head is None else course.head.course.heads + 1
        # Look when there are a few more heads than may be values, and when there are twice as many.
        rounds, rest = divmod(course.heads - 1, self.limit)
        if rest or not rounds or rounds & (rounds - 1):
            return False
        return self._look_back(e, symbols)

    def _look_back(self, e: ExplicitState, symbols: Sequence[Term]) -> bool:
        """Drop the variables with too many values at one place of the path to a state."""
        columns: dict[Hashable, list[set[Known]]] = {}
        state: ExplicitState | None = e
        while state is not None:
            seen = columns.setdefault(self._scope(state.place), [set() for _ in e.values])
            for column, held in zip(seen, state.values, strict=True):
                if held is not None:
                    column.add(held)
            state = state.course.head
        for scope, seen in columns.items():
            many = [
                symbol
                for symbol, column in zip(symbols, seen, strict=False)
                if _are_many(column, self._limits.get((scope, symbol), self.limit))
            ]
            if many:
                self._dropped[scope] = self._dropped.get(scope, NONE).union(many)
        return self._knows(e, symbols)


def _are_many(column: set[Known], limit: int) -> bool:
    """Whether a variable, or one element of an array, has more values."""
    if len(column) <= limit:
        return False
    elements: dict[int, set[Known]] = {}
    for held in column:
        if not isinstance(held, Cells):
            return True
        for index, element in held.items():
            if element is not None:
                elements.setdefault(index, set()).add(element)
    return any(len(values) > limit for values in elements.values())
