"""Who answered which theory in a search.

Comes in: the events of a search. Goes out: pairs of a solver and a theory, from which
``choose.may_check`` tells who may check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import value

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.events import Queried


@value
class Answered:
    """What was observed in a search: the solver that the user wanted, if it was asked at all, and
    the pairs (solver, theory) of those who answered. A solver that gave up has not answered."""

    wanted: str | None = None
    pairs: frozenset[tuple[str, str]] = frozenset()

    def names(self, usual: str) -> str:
        """Those who searched, for people: the solver that was wanted; else the usual one, with
        those who answered questions of the same theories."""
        if self.wanted is not None:
            return self.wanted
        its = {theory for name, theory in self.pairs if name == usual}
        others = {name for name, theory in self.pairs if name != usual and theory in its}
        return " and ".join([usual, *sorted(others)])


NOBODY_ASKED = Answered()


class Hearing:
    """Hears of all questions that are answered in a search, and passes the events on."""

    def __init__(self, wanted: str | None, pass_on: Callable[[Queried], None]) -> None:
        self._wanted = wanted
        self._pass_on = pass_on
        self._heard: set[tuple[str, str]] = set()
        self._is_wanted_heard = False

    def hear(self, event: Queried) -> None:
        """Note who answered."""
        if event.prover == self._wanted:
            self._is_wanted_heard = True
        if event.outcome != "gave up":
            self._heard.add((event.prover, event.theory))
        self._pass_on(event)

    def asked(self) -> Answered:
        """What was observed so far."""
        return Answered(self._wanted if self._is_wanted_heard else None, frozenset(self._heard))
