"""The program model: one control-flow automaton a function, edges that carry one operation each.

Shape. A location has no leaving edge (the end of a path: after ``abort``, or an error), one edge
with any operation, or exactly two edges that assume a condition and its negation. So every
execution is deterministic but for ``Havoc`` and calls of functions without a body, and the
interpreter needs no search.

Calls. ``Call`` leads to the location where the caller goes on; the callee runs in between. A
function that is in ``Cfa.functions`` is entered with its parameters set to the arguments (the
surplus ones of a variadic call are already stored in memory by ordinary edges); of any other the
model is the table in ``maul.cfa.library``, and what is not in that table returns an arbitrary
value; what it may change besides, the edges behind its call say. A call that leads to an error
location is the error itself: the callee is not entered. ``Return`` leads to the exit of its
function.
"""

from __future__ import annotations

from typing import TypeAlias

from maul.c.ctype import CType, DataModel
from maul.c.source import Span
from maul.c.tree import Variable
from maul.cfa.expressions import Expression, Lvalue
from maul.cfa.library import DISTURB
from maul.node import node, value

CHANGED = "changed by "
ERRNO = "errno"  # the origin of what a function of the C library leaves there
VOLATILE = "volatile"
REGISTER = "register of the hardware"


@node
class Assume:
    """Go on only when the (scalar) condition is not zero."""

    condition: Expression


@node
class Assign:
    """Store ``value`` in ``target``; both have the same type."""

    target: Lvalue
    value: Expression


@node
class Havoc:
    """Give ``target`` an arbitrary value. ``origin`` says why: "uninitialised", "extern", "asm",
    "parameter of main", "missing argument", "read by a format", VOLATILE, REGISTER, or CHANGED and
    a function without body, which may also leave it as it is where it lies in no object that can
    be written.
    """

    target: Lvalue
    origin: str


@node
class Call:
    """Call ``function`` and store its result, of the same type, in ``result`` (a temporary; None
    when the value is not wanted).
    """

    result: Lvalue | None
    function: str
    arguments: tuple[Expression, ...]


@node
class Return:
    """Leave the function; ``value`` is None in a void function or when control runs off the end."""

    value: Expression | None


Operation: TypeAlias = Assume | Assign | Havoc | Call | Return


def is_disturbance(operation: Operation) -> bool:
    """Whether an operation stands for all that functions without body may change."""
    return isinstance(operation, Call) and operation.function == DISTURB


def is_disturbed(cfa: Cfa) -> bool:
    """Whether functions without body may change something in a program."""
    return calls(cfa, DISTURB)


def calls(cfa: Cfa, function: str) -> bool:
    """Whether a program calls a function by its name."""
    return any(
        isinstance(edge.operation, Call) and edge.operation.function == function
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
    )


class Location:
    """A place in a function between two operations. Compared by identity; ``index`` is its
    number in the function, 0 at the entry. The edges are set once, when the automaton is
    finished.
    """

    __slots__ = ("entering", "function", "index", "leaving")

    def __init__(self, function: str, index: int) -> None:
        self.function = function
        self.index = index
        self.leaving: tuple[Edge, ...] = ()
        self.entering: tuple[Edge, ...] = ()

    def __repr__(self) -> str:
        return f"{self.function}@{self.index}"


@node
class Edge:
    """One step of control."""

    source: Location
    operation: Operation
    target: Location
    span: Span


@node
class Automaton:
    """The control-flow automaton of one function.

    ``exit`` is entered by Return edges only and has no leaving edge. A variadic function has one
    parameter more than it was written with, the last: the pointer to its surplus arguments.
    ``locations`` are ordered by index; those that nothing leads to are left out, but for the entry
    and the exit.
    """

    name: str
    parameters: tuple[Variable, ...]
    result: CType
    entry: Location
    exit: Location
    locations: tuple[Location, ...]
    labels: dict[str, Location]
    span: Span


@value
class Assumption:
    """Something the verdict takes for granted. One a cause; ``function`` is the undefined function
    that it is about, if any, and ``is_pure`` says that it is taken to change nothing.
    """

    text: str
    span: Span
    function: str = ""
    is_pure: bool = False


@node
class Cfa:
    """A whole program.

    ``start`` is an automaton of its own, named "<start>": it initialises the globals (string
    literals are among them) and calls main. Only the variables in ``addressed`` can be reached by a
    Deref. ``errors`` gives for each error location the (sub)property that it violates and
    ``missing`` what the property names and the program lacks; see maul.cfa.transform.specification.
    """

    functions: dict[str, Automaton]
    start: Automaton
    globals: tuple[Variable, ...]
    addressed: frozenset[Variable]
    model: DataModel
    assumptions: tuple[Assumption, ...]
    errors: dict[Location, str]
    missing: tuple[str, ...]

    def automata(self) -> tuple[Automaton, ...]:
        """The start and all functions, in a fixed order."""
        return (self.start, *self.functions.values())

    @property
    def size(self) -> int:
        """How many locations there are."""
        return sum(len(automaton.locations) for automaton in self.automata())


MEMORY = "valid-"
"""How the names of the properties of memory safety begin."""


def asks_about_memory(cfa: Cfa) -> bool:
    """Whether an error of a program is about memory."""
    return any(violated.startswith(MEMORY) for violated in cfa.errors.values())


def connect(locations: tuple[Location, ...], edges: list[Edge]) -> None:
    """Give each location its leaving and entering edges, in the order of ``edges``."""
    leaving: dict[Location, list[Edge]] = {at: [] for at in locations}
    entering: dict[Location, list[Edge]] = {at: [] for at in locations}
    for edge in edges:
        leaving[edge.source].append(edge)
        entering[edge.target].append(edge)
    for at in locations:
        at.leaving, at.entering = tuple(leaving[at]), tuple(entering[at])
