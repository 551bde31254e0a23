"""One copy of a body for each call, so that no two calls are mixed up.

Comes in: an automaton, a new name and the place of the call. Goes out: an automaton of fresh
locations and variables in which every edge stands where the call does: there the user sees what
goes wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast, get_args

from maul.c.tree import Variable
from maul.cfa.expressions import Expression, Lvalue
from maul.cfa.model import Automaton, Edge, Location, connect
from maul.node import replace

if TYPE_CHECKING:
    from maul.c.source import Span

COPY = "#call"
"""Behind the name of the function of which something is a copy, before its number."""

T = TypeVar("T")
_WITH_VARIABLES: tuple[type, ...] = (*get_args(Expression), *get_args(Lvalue))


def is_copy(function: str) -> bool:
    """Whether a function is a body of maul's own: it ends whatever happens."""
    return COPY in function


def copied(body: Automaton, name: str, span: Span) -> Automaton:
    """The body under another name, at the place of a call."""
    locations = {at: Location(name, at.index) for at in (*body.locations, body.exit)}
    variables = _Variables(body.name, name, span)
    edges = [
        Edge(locations[at], variables.renamed(edge.operation), locations[edge.target], span)
        for at in body.locations
        for edge in at.leaving
    ]
    kept = tuple(locations[at] for at in body.locations)
    connect(kept, edges)
    return Automaton(
        name=name,
        parameters=tuple(map(variables.of, body.parameters)),
        result=body.result,
        entry=locations[body.entry],
        exit=locations[body.exit],
        locations=kept,
        labels={},
        span=span,
    )


class _Variables:
    """The variables of a copy, by those of the body."""

    def __init__(self, old: str, new: str, span: Span) -> None:
        self._old = old
        self._new = new
        self._span = span
        self._known: dict[Variable, Variable] = {}
        self._parts: dict[object, object] = {}

    def of(self, variable: Variable) -> Variable:
        """The variable that stands for one of the body."""
        found = self._known.get(variable)
        if found is None:
            name = f"{self._new}::{variable.name.removeprefix(f'{self._old}::')}"
            found = Variable(name, variable.type, self._new, self._span)
            self._known[variable] = found
        return found

    def renamed(self, part: T) -> T:
        """An operation, a place or an expression, about the variables of the copy."""
        found = self._parts.get(part)
        if found is None:
            changes = {name: self._value(getattr(part, name)) for name in _fields(part)}
            found = self._parts[part] = replace(part, **changes)
        return cast("T", found)

    def _value(self, value: object) -> object:
        """A field of such a part."""
        if isinstance(value, Variable):
            return self.of(value)
        if isinstance(value, tuple):
            return tuple(map(self._value, value))
        return self.renamed(value) if isinstance(value, _WITH_VARIABLES) else value


def _fields(part: object) -> tuple[str, ...]:
    """The names of the fields of a node."""
    names: tuple[str, ...] = type(part).__match_args__  # type: ignore[attr-defined]
    return names
