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
    """What was observed in a search: the solver that the user wanted, if it was asked at all, the
    pairs (solver, theory) of those who answered, and the solver that the user wanted for traces, if
    it was asked. A solver that gave up has not answered."""

    wanted: str | None = None
    pairs: frozenset[tuple[str, str]] = frozenset()
    tracer: str | None = None

    def names(self, usual: str) -> str:
        """Those who searched, for people: the solver that was wanted, and that for traces; else the
        usual one, with those who answered questions of the same theories."""
        if self.wanted is not None:
            others = set[str]()
        else:
            its = {theory for name, theory in self.pairs if name == usual}
            others = {name for name, theory in self.pairs if theory in its}
        others |= set() if self.tracer is None else {self.tracer}
        first = self.wanted or usual
        return " and ".join([first, *sorted(others - {first})])


NOBODY_ASKED = Answered()


class Hearing:
    """Hears of all questions that are answered in a search, and passes the events on."""

    def __init__(
        self, wanted: str | None, pass_on: Callable[[Queried], None], tracer: str | None = None
    ) -> None:
        self._wanted = wanted
        self._tracer = tracer
        self._pass_on = pass_on
        self._asked: set[str | None] = set()
        self._heard: set[tuple[str, str]] = set()

    def hear(self, event: Queried) -> None:
        """Note who answered."""
        self._asked.add(event.prover)
        if event.outcome != "gave up":
            self._heard.add((event.prover, event.theory))
        self._pass_on(event)

    def asked(self) -> Answered:
        """What was observed so far."""
        wanted = self._wanted if self._wanted in self._asked else None
        tracer = self._tracer if self._tracer in self._asked else None
        return Answered(wanted, frozenset(self._heard), tracer)
