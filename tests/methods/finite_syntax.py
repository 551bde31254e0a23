"""Programs over a few bits: statements, and expressions as C and as Python."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

State: TypeAlias = tuple[int, ...]


class Expression(NamedTuple):
    """An unsigned number, in C and as Python over the state ``s``."""

    c: str
    python: str


class Place(NamedTuple):
    """What can be assigned: in C, and its index in the state as Python."""

    c: str
    at: str
    bits: int


class Let(NamedTuple):
    place: Place
    value: Expression


class Input(NamedTuple):
    """Any value of a place: ``listed`` as a choice between numbers, or a masked input."""

    place: Place
    listed: bool


class If(NamedTuple):
    condition: Expression | None
    then: Statements
    other: Statements


class While(NamedTuple):
    condition: Expression | None
    body: Statements


class Switch(NamedTuple):
    """Cases of numbers; one that does not ``leave`` falls through to the next."""

    subject: Expression
    cases: tuple[tuple[int, Statements, bool], ...]
    default: Statements


class Aim(NamedTuple):
    """Let the pointer point to a variable."""

    variable: int


class Invoke(NamedTuple):
    place: Place
    function: int
    argument: Expression


class Label(NamedTuple):
    name: str


class Goto(NamedTuple):
    name: str


class Claim(NamedTuple):
    """Where the claim is made."""


Statement: TypeAlias = Let | Input | If | While | Switch | Aim | Invoke | Label | Goto | Claim
Statements: TypeAlias = tuple[Statement, ...]


class Function(NamedTuple):
    parameter: Place
    body: Statements
    result: Expression


class Program(NamedTuple):
    """``types`` of the variables, the ``first`` state (variables, cells, pointer, parameters), how
    many variables are global, how many cells the array has, and whether there is a pointer."""

    types: tuple[str, ...]
    first: State
    globals: int
    cells: int
    points: bool
    functions: tuple[Function, ...]
    body: Statements


def mask(place: Place) -> int:
    """All bits of a place."""
    return (1 << place.bits) - 1
