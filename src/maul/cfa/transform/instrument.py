"""Putting error locations into a program model.

Comes in: a program and, one by one, what must not happen. Goes out: a program of fresh locations
with an error location for each way of violating: the target of a forbidden call, a labelled
location, or the failing side of a branch put before the edge that a check is about. Each function
has one error location for each (sub)property, and one for each label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.model import Assume, Call, Cfa
from maul.cfa.rewrite import Draft

if TYPE_CHECKING:
    from maul.cfa.model import Automaton, Edge, Location
    from maul.cfa.transform.checks import Checks


def plain_name(function: str) -> str:
    """The name of a function as the text has it; statics of several files carry a suffix."""
    return function.partition("#")[0]


class Instrumentation:
    """A program in which errors are being marked."""

    def __init__(self, cfa: Cfa) -> None:
        self._cfa = cfa
        self._calls: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        self._operands: dict[str, str] = {}
        self._memory: dict[str, str] = {}
        self._errors: dict[Location, str] = {}

    def forbid_calls(self, functions: tuple[str, ...], subproperty: str) -> None:
        """A call of one of the functions is an error."""
        for function in functions:
            self._calls.setdefault(function, subproperty)

    def forbid_label(self, label: str, subproperty: str) -> None:
        """Passing a label of that name is an error."""
        self._labels.setdefault(label, subproperty)

    def forbid_operands(self, kind: str, subproperty: str) -> None:
        """Operands of a kind for which an operation is undefined are an error: "overflow",
        "division", "shift", "null" or "index"."""
        self._operands[kind] = subproperty

    def require_valid(self, question: str, subproperty: str) -> None:
        """A no to the question about memory is an error."""
        self._memory[question] = subproperty

    def finish(self, missing: tuple[str, ...]) -> Cfa:
        """The program with its error locations."""
        checks = self._checks()
        automata = [self._rewritten(automaton, checks) for automaton in self._cfa.automata()]
        addressed = self._cfa.addressed
        if checks is not None:
            addressed = addressed.union(checks.addressed)
        return Cfa(
            functions={automaton.name: automaton for automaton in automata[1:]},
            start=automata[0],
            globals=self._cfa.globals,
            addressed=addressed,
            model=self._cfa.model,
            assumptions=tuple(
                assumption  # a call that is the error itself has no effect to assume
                for assumption in self._cfa.assumptions
                if plain_name(assumption.function) not in self._calls
            ),
            errors=self._errors,
            missing=missing,
        )

    def _checks(self) -> Checks | None:
        """The checks before edges, when the property asks for any."""
        if not self._operands and not self._memory:
            return None
        # Reachability needs neither: start-up time is a feature.
        from maul.cfa.analyses.ranges import ranges  # noqa: PLC0415
        from maul.cfa.transform.checks import Checks  # noqa: PLC0415

        return Checks(self._cfa, ranges(self._cfa), self._operands, self._memory)

    def _rewritten(self, automaton: Automaton, checks: Checks | None) -> Automaton:
        """One function with its errors."""
        draft = Draft(automaton)
        labelled = {
            at: self._labels[name] for name, at in automaton.labels.items() if name in self._labels
        }
        shared: dict[str, Location] = {}
        for at in automaton.locations:
            copy = draft.copy(at)
            subproperty = labelled.get(at, self._cfa.errors.get(at))
            if subproperty is not None:
                self._errors[copy] = subproperty
                continue
            source = copy if checks is None else self._checked(draft, at, checks, shared)
            for edge in at.leaving:
                target = self._error_after(edge, draft, shared) or draft.copy(edge.target)
                draft.add(source, edge.operation, target, edge.span)
        new = draft.finish()
        for subproperty, at in shared.items():
            self._errors[at] = subproperty
        kept = frozenset(new.locations)
        for at in [*draft.origin(), *shared.values()]:
            if at not in kept:
                self._errors.pop(at, None)
        return new

    def _checked(
        self, draft: Draft, at: Location, checks: Checks, shared: dict[str, Location]
    ) -> Location:
        """Put the checks of a location behind it; where its own edges leave from then."""
        source = draft.copy(at)
        for check in checks.before(at):
            after = draft.fresh()
            error = self._error(draft, check.subproperty, shared)
            draft.add(source, Assume(check.holds), after, check.span)
            draft.add(source, Assume(check.fails), error, check.span)
            source = after
        return source

    def _error_after(
        self, edge: Edge, draft: Draft, shared: dict[str, Location]
    ) -> Location | None:
        """The error location that a forbidden call leads to."""
        if isinstance(edge.operation, Call):
            subproperty = self._calls.get(plain_name(edge.operation.function))
            if subproperty is not None:
                return self._error(draft, subproperty, shared)
        return None

    def _error(self, draft: Draft, subproperty: str, shared: dict[str, Location]) -> Location:
        """The error location of a (sub)property in this function."""
        found = shared.get(subproperty)
        if found is None:
            found = shared[subproperty] = draft.fresh()
        return found
