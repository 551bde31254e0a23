"""Small automata made by hand, for tests of the interpreter that do not depend on the front end."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maul.c.ctype import CHAR, INT, LP64, ArrayType, CType, DataModel, Pointer
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.cfa.expressions import (
    AddressOf,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Expression,
    Load,
    Lvalue,
    Place,
)
from maul.cfa.model import Assign, Automaton, Call, Cfa, Edge, Location, Operation, Return, connect
from maul.cfa.outcome import Execution
from maul.interpret.choices import Choose
from maul.interpret.machine import interpret

LONG = LP64.ptrdiff_t
SIZE = LP64.size_t
CHARS = Pointer(CHAR, 8)
Line = tuple[int, Operation, int]


def variable(name: str, t: CType = INT, function: str = "main") -> Variable:
    return Variable(f"{function}::{name}" if function else name, t, function, NOWHERE)


def place(v: Variable) -> Place:
    return Place(v.type, v)


def load(v: Variable | Lvalue) -> Load:
    at = place(v) if isinstance(v, Variable) else v
    return Load(at.type, at)


def number(value: int, t: CType = INT) -> Constant:
    return Constant(t, value)


def address(v: Variable) -> AddressOf:
    return AddressOf(Pointer(v.type, 8), place(v))


def decayed(v: Variable) -> AddressOf:
    assert isinstance(v.type, ArrayType)
    first = ElementOf(v.type.element, place(v), number(0))
    return AddressOf(Pointer(v.type.element, 8), first)


def behind(pointer: Expression, t: CType) -> Deref:
    return Deref(t, pointer)


def as_type(t: CType, e: Expression) -> Convert:
    return Convert(t, e)


def automaton(
    name: str, lines: list[Line], parameters: tuple[Variable, ...] = (), result: CType = INT
) -> Automaton:
    """An automaton whose edges are given as (source, operation, target)."""
    count = 1 + max(max(source, target) for source, _, target in lines)
    locations = tuple(Location(name, index) for index in range(count))
    edges = [
        Edge(locations[source], op, locations[target], NOWHERE) for source, op, target in lines
    ]
    connect(locations, edges)
    ends = [edge.target for edge in edges if isinstance(edge.operation, Return)]
    last = ends[0] if ends else locations[-1]
    return Automaton(name, parameters, result, locations[0], last, locations, {}, NOWHERE)


def straight(
    name: str,
    *operations: Operation,
    parameters: tuple[Variable, ...] = (),
    result: CType = INT,
) -> Automaton:
    """An automaton that does one thing after the other."""
    lines = [(index, op, index + 1) for index, op in enumerate(operations)]
    return automaton(name, lines, parameters, result)


def program(
    *functions: Automaton,
    addressed: Iterable[Variable] = (),
    global_variables: tuple[Variable, ...] = (),
    first: tuple[Operation, ...] = (),
    errors: dict[Location, str] | None = None,
    model: DataModel = LP64,
) -> Cfa:
    """A program whose start does ``first`` and calls main."""
    status = Variable("<start>::status", INT, "<start>", NOWHERE)
    start = straight("<start>", *first, Call(place(status), "main", ()), Return(load(status)))
    named = {function.name: function for function in functions}
    return Cfa(named, start, global_variables, frozenset(addressed), model, (), errors or {}, ())


def run(
    *operations: Operation,
    addressed: Iterable[Variable] = (),
    inputs: Iterable[int | float] = (),
    choose: Choose | None = None,
    malloc_fails: Callable[[], bool] = lambda: False,
) -> Execution:
    """Execute a main that does the given things and returns 0."""
    main = straight("main", *operations, Return(number(0)))
    return interpret(
        program(main, addressed=addressed), inputs, choose=choose, malloc_fails=malloc_fails
    )


def assign(target: Variable | Lvalue, value: Expression) -> Assign:
    return Assign(place(target) if isinstance(target, Variable) else target, value)
