"""Calls of the C library replaced by calls of bodies.

Comes in: a program without errors, under a property about the memory that is accessed. Goes out: a
program in which each call that touches bytes one by one calls a copy of its own. The text of the
bodies is parsed once, and only of those that are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT
from maul.c.tree import Variable
from maul.cfa.build import convert
from maul.cfa.expressions import Binary, Constant, Load, Place
from maul.cfa.model import Assign, Assume, Call, Havoc
from maul.cfa.rewrite import Draft
from maul.cfa.transform.bodies.calls import LibraryCalls
from maul.cfa.transform.bodies.copies import COPY, copied
from maul.cfa.transform.bodies.definitions import automata
from maul.cfa.transform.bodies.steps import BodyCall, Loosen
from maul.node import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.model import Automaton, Cfa, Edge, Location
    from maul.cfa.transform.bodies.steps import Step


def with_bodies(cfa: Cfa) -> Cfa:
    """The program in which functions on texts have bodies."""
    library = LibraryCalls(cfa)
    steps: dict[Edge, tuple[Step, ...]] = {}
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                found = library.steps(edge)
                if found is not None:
                    steps[edge] = found
    if not steps:
        return cfa
    names = dict.fromkeys(
        step.name for found in steps.values() for step in found if isinstance(step, BodyCall)
    )
    return _Expansion(cfa, steps, automata(names, cfa.model) if names else {}).program()


class _Expansion:
    """A program in which calls are being replaced."""

    def __init__(
        self, cfa: Cfa, steps: dict[Edge, tuple[Step, ...]], bodies: dict[str, Automaton]
    ) -> None:
        self._cfa = cfa
        self._steps = steps
        self._bodies = bodies
        self._copies: dict[str, Automaton] = {}
        self._counts: dict[str, int] = {}
        self._temporaries = 0

    def program(self) -> Cfa:
        """The new program."""
        errors: dict[Location, str] = {}
        automata = [self._rewritten(automaton, errors) for automaton in self._cfa.automata()]
        functions = {automaton.name: automaton for automaton in automata[1:]}
        functions.update(self._copies)
        return replace(self._cfa, functions=functions, start=automata[0], errors=errors)

    def _rewritten(self, automaton: Automaton, errors: dict[Location, str]) -> Automaton:
        """One function, with other steps for its calls."""
        draft = Draft(automaton)
        for at in automaton.locations:
            for edge in at.leaving:
                source, target = draft.copy(at), draft.copy(edge.target)
                found = self._steps.get(edge)
                if found is None:
                    draft.add(source, edge.operation, target, edge.span)
                else:
                    self._replace(draft, source, found, target, edge.span)
        new = draft.finish()
        kept = frozenset(new.locations)
        for location, old in draft.origin().items():
            if location in kept and old in self._cfa.errors:
                errors[location] = self._cfa.errors[old]
        return new

    def _replace(
        self, draft: Draft, at: Location, steps: Sequence[Step], target: Location, span: Span
    ) -> None:
        """The steps of one call, from one location to another."""
        for number, step in enumerate(steps, 1):
            end = target if number == len(steps) else draft.fresh()
            match step:
                case BodyCall():
                    self._run(draft, at, step, end, span)
                case Loosen():
                    self._loosen(draft, at, step, end, span)
                case operation:
                    draft.add(at, operation, end, span)
            at = end

    def _run(self, draft: Draft, at: Location, step: BodyCall, end: Location, span: Span) -> None:
        """Call a copy of a body."""
        body = self._copy(step, span)
        arguments = tuple(
            convert(parameter.type, argument)
            for parameter, argument in zip(body.parameters, step.arguments, strict=True)
        )
        result = step.result
        if result is None or result.type == body.result:
            draft.add(at, Call(result, body.name, arguments), end, span)
            return
        between = Place(body.result, self._temporary(draft, body.result, span))
        after = draft.fresh()
        draft.add(at, Call(between, body.name, arguments), after, span)
        value = convert(result.type, Load(body.result, between))
        draft.add(after, Assign(result, value), end, span)

    def _copy(self, step: BodyCall, span: Span) -> Automaton:
        """A new copy of a body, called as the program calls it."""
        count = self._counts[step.shown] = self._counts.get(step.shown, 0) + 1
        name = f"{step.shown}{COPY}{count}"
        made = self._copies[name] = copied(self._bodies[step.name], name, span)
        return made

    def _loosen(self, draft: Draft, at: Location, step: Loosen, end: Location, span: Span) -> None:
        """Any number of the same sign, as C tells no more of a comparison."""
        t = step.result.type
        other = Place(t, self._temporary(draft, t, span))
        old, new, nought = Load(t, step.result), Load(t, other), Constant(t, 0)
        below, above = (
            Binary(INT, "==", Binary(INT, sign, old, nought), Binary(INT, sign, new, nought))
            for sign in "<>"
        )
        alike, after, taken = Binary(INT, "&", below, above), draft.fresh(), draft.fresh()
        draft.add(at, Havoc(other, f"result of {step.shown}"), after, span)
        draft.add(after, Assume(Binary(INT, "!=", alike, Constant(INT, 0))), taken, span)
        draft.add(after, Assume(Binary(INT, "==", alike, Constant(INT, 0))), end, span)
        draft.add(taken, Assign(step.result, new), end, span)

    def _temporary(self, draft: Draft, t: CType, span: Span) -> Variable:
        """A fresh variable of the function that calls."""
        self._temporaries += 1
        function = draft.old.name
        return Variable(f"{function}::$body{self._temporaries}", t, function, span)
