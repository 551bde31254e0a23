"""Leaving out what cannot reach the error [Tian17, IV.A], across calls.

Comes in: a program with error locations. Goes out: a program with the same executions that reach an
error, and no location from which none is reached. Going against the flow of control must not leave
a function through another call than it entered by, so three questions are answered one after the
other: from which locations can the function return, from which can an error be reached without
returning, and which functions return to a caller that still matters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.model import Cfa
from maul.cfa.order import entered_function
from maul.cfa.rewrite import Draft, Rewritten
from maul.node import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.cfa.model import Automaton, Edge, Location


def returning(cfa: Cfa) -> frozenset[Location]:
    """The locations from which the exit of their function can be reached, through callees that
    return."""
    callers = _Callers(cfa)
    found = callers.backwards((automaton.exit for automaton in cfa.automata()), descend=False)
    return frozenset(found)


def never_returning(cfa: Cfa) -> tuple[str, ...]:
    """The functions whose exit cannot be reached from their entry."""
    alive = returning(cfa)
    return tuple(name for name, automaton in cfa.functions.items() if automaton.entry not in alive)


def reaching_error(cfa: Cfa) -> frozenset[Location]:
    """The locations from which an error can be reached, in their own activation or one they call,
    or, if their function may return to such a caller, after returning."""
    return frozenset(_Relevance(cfa).useful)


def may_reach_error(cfa: Cfa) -> bool:
    """Whether control can flow from the start to an error, whatever the conditions on the way."""
    return cfa.start.entry in _Relevance(cfa).useful


def prune(cfa: Cfa) -> Rewritten:
    """The program without the locations and edges that no way to an error passes.

    A branch of which one side is cut off keeps the other side as a single assumption; where a
    callee matters and what comes after it does not, the call ends in a location without leaving
    edges.
    """
    relevance = _Relevance(cfa)
    origin: dict[Location, Location] = {}
    errors: dict[Location, str] = {}
    functions: dict[str, Automaton] = {}
    start: Automaton | None = None
    for automaton in cfa.automata():
        if automaton is not cfa.start and not relevance.enters(automaton):
            continue
        draft = Draft(automaton)
        for at in automaton.locations:
            for edge in at.leaving:
                if relevance.keeps(edge):
                    draft.add(draft.copy(at), edge.operation, draft.copy(edge.target), edge.span)
        new = draft.finish()
        kept = frozenset(new.locations)
        for location, old in draft.origin().items():
            if location in kept:
                origin[location] = old
                if old in cfa.errors:
                    errors[location] = cfa.errors[old]
        if automaton is cfa.start:
            start = new
        else:
            functions[automaton.name] = new
    assert start is not None
    return Rewritten(replace(cfa, functions=functions, start=start, errors=errors), origin)


class _Callers:
    """The edges of a program, indexed for walking against them."""

    def __init__(self, cfa: Cfa) -> None:
        self.calls: dict[Automaton, list[Edge]] = {}  # a function and the calls that enter it
        self.entered: dict[Edge, Automaton] = {}
        self.entries = {automaton.entry: automaton for automaton in cfa.functions.values()}
        for automaton in cfa.automata():
            for at in automaton.locations:
                for edge in at.leaving:
                    entered = entered_function(cfa, edge)
                    if entered is not None:
                        self.entered[edge] = entered
                        self.calls.setdefault(entered, []).append(edge)

    def backwards(
        self,
        seeds: Iterable[Location],
        *,
        descend: bool,
        passes: frozenset[Location] | None = None,
    ) -> dict[Location, None]:
        """The locations that lead to a seed. A call is passed when its callee returns (is in
        ``passes``, or is found itself when that is None); with ``descend`` also when the callee's
        entry leads to a seed."""
        found: dict[Location, None] = dict.fromkeys(seeds)
        stack = list(found)
        while stack:
            at = stack.pop()
            sources = [edge.source for edge in at.entering if self._passed(edge, found, passes)]
            automaton = self.entries.get(at)
            if automaton is not None:
                sources += [
                    call.source
                    for call in self.calls.get(automaton, ())
                    if descend or call.target in found
                ]
            for source in sources:
                if source not in found:
                    found[source] = None
                    stack.append(source)
        return found

    def _passed(
        self, edge: Edge, found: dict[Location, None], passes: frozenset[Location] | None
    ) -> bool:
        """Whether control can come over an edge from its source to its target."""
        entered = self.entered.get(edge)
        return entered is None or entered.entry in (found if passes is None else passes)


class _Relevance:
    """Which locations and edges lie on a way from the start to an error."""

    def __init__(self, cfa: Cfa) -> None:
        self._callers = _Callers(cfa)
        self._returning = returning(cfa)
        self._down = self._callers.backwards(cfa.errors, descend=True, passes=self._returning)
        self.reached = self._forwards(cfa)
        self.useful = self._with_returns()

    def keeps(self, edge: Edge) -> bool:
        """Whether some way from the start to an error passes the edge."""
        if edge.source not in self.reached:
            return False
        entered = self._callers.entered.get(edge)
        if entered is None:
            return edge.target in self.useful
        if entered.entry in self._down:
            return True
        return entered.entry in self._returning and edge.target in self.useful

    def enters(self, automaton: Automaton) -> bool:
        """Whether some way from the start to an error enters the function."""
        return any(self.keeps(call) for call in self._callers.calls.get(automaton, ()))

    def _forwards(self, cfa: Cfa) -> dict[Location, None]:
        """The locations that the start leads to, through callees that return."""
        reached: dict[Location, None] = {cfa.start.entry: None}
        stack = [cfa.start.entry]
        while stack:
            for edge in stack.pop().leaving:
                targets = [edge.target]
                entered = self._callers.entered.get(edge)
                if entered is not None:
                    targets = [entered.entry]
                    if entered.entry in self._returning:
                        targets.append(edge.target)
                for target in targets:
                    if target not in reached:
                        reached[target] = None
                        stack.append(target)
        return reached

    def _with_returns(self) -> dict[Location, None]:
        """Locations that lead to an error inside, and those from which a function returns to such a
        location."""
        useful = dict(self._down)
        stack = list(useful)
        while stack:
            for edge in stack.pop().entering:
                entered = self._callers.entered.get(edge)
                sources = [edge.source]
                if entered is not None:
                    if entered.entry not in self._returning or edge.source not in self.reached:
                        continue
                    sources.append(entered.exit)
                for source in sources:
                    if source not in useful:
                        useful[source] = None
                        stack.append(source)
        return useful
