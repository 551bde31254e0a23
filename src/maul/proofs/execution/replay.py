"""A counterexample is executed before it is believed.

Comes in: a program model with its error locations, and inputs. Goes out: whether the execution
really violates the property that the method says; and, with a pen, what it did on its way: who
asked for which input, which edges were taken in which activation, and the values they read and
wrote.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import ArrayType, CType, is_scalar
from maul.cfa.expressions import Load, Place
from maul.cfa.library import BEGIN_OBJECT, INPUT_PREFIX, canonical
from maul.cfa.model import Assign, Assume, Call, Cfa, Edge, Havoc, Return
from maul.cfa.outcome import ErrorReached, Execution
from maul.cfa.render import place_text
from maul.cfa.walk import operands
from maul.interpret.choices import NoInput, in_order
from maul.interpret.library.functions import LIBRARY
from maul.interpret.machine import Machine
from maul.interpret.memory import NOWHERE, Undefined, Unmodelled
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.interpret.choices import Given
    from maul.interpret.memory import Address
    from maul.proofs.verdict import Unsafe

FIRST, LAST = 20_000, 20_000  # steps at both ends of an execution that are kept
STEPS = 10_000_000

Seen: TypeAlias = int | float | str
"""A value as it is told: a number, or where a pointer points to."""

Values: TypeAlias = tuple[tuple[str, Seen], ...]
"""Names of places, and what is in them."""


def replay(cfa: Cfa, claim: Unsafe) -> Execution:
    """The execution that the claim describes."""
    machine = Machine(cfa, in_order(claim.inputs), Claimed(claim).choose)
    if claim.unknown is not None:
        machine.memory.know_unknown(claim.unknown)
    return machine.execute(STEPS)


def confirms(execution: Execution, claim: Unsafe) -> bool:
    """Whether the execution violates what the claim says it violates."""
    outcome = execution.outcome
    return isinstance(outcome, ErrorReached) and outcome.property == claim.violated


@node
class TakenEdge:
    """An edge that was taken, ``depth`` calls deep in an ``activation`` (numbered as they begin),
    with what it wrote, or read to decide: names of places and their values."""

    edge: Edge
    depth: int
    activation: int
    values: Values


@node
class Asked:
    """A value that the program does not determine: what ``edge`` was given; None when nobody wanted
    the result of a call, or nobody had chosen a value, so that it was zero. A choice was made
    ``after`` so many calls of functions without body and model."""

    edge: Edge
    type: CType | None
    value: Given | None
    after: int = 0


@node
class Followed:
    """An execution, the claim that describes it, and what it did: its first and last steps, how
    many are missing in between, the calls of functions without body and model, and whatever else
    was arbitrary."""

    cfa: Cfa
    claim: Unsafe
    execution: Execution
    first: tuple[TakenEdge, ...]
    missing: int
    last: tuple[TakenEdge, ...]
    calls: tuple[Asked, ...]
    choices: tuple[Asked, ...]

    @property
    def steps(self) -> tuple[TakenEdge, ...]:
        """The steps that were kept."""
        return (*self.first, *self.last)

    @property
    def violated(self) -> str:
        """The property that the execution violates; empty when it violates none."""
        outcome = self.execution.outcome
        return outcome.property if isinstance(outcome, ErrorReached) else ""

    def inputs(self) -> tuple[Asked, ...]:
        """The calls that used up an input."""
        return tuple(call for call in self.calls if call.value is not None)


def follow(cfa: Cfa, claim: Unsafe, steps: int | None = None) -> Followed:
    """Execute what the claim describes and note what happens; ``steps`` is how many steps a replay
    took, if there was one."""
    return _Pen(cfa, claim).follow(replay(cfa, claim).steps if steps is None else steps)


class Claimed:
    """What a claim says about arbitrary values, in the order in which it is asked."""

    def __init__(self, claim: Unsafe) -> None:
        self._choices, self._contents = iter(claim.choices), iter(claim.contents)

    def choose(self, edge: Edge, t: CType) -> Given | None:
        """The value chosen for one of them; None when the claim says nothing of it."""
        if isinstance(edge.operation, Call):  # an allocation, or an argument that is missing
            return next(self._contents, None) if isinstance(t, ArrayType) else None
        return next(self._choices, None)


class _Pen:
    """Notes what an execution does."""

    def __init__(self, cfa: Cfa, claim: Unsafe) -> None:
        self._cfa = cfa
        self._claim = claim
        self._machine = Machine(cfa, self._ask, self._choose)
        if claim.unknown is not None:
            self._machine.memory.know_unknown(claim.unknown)
        self._inputs: Iterator[int | float] = iter(claim.inputs)
        self._chosen = Claimed(claim)
        self._readers: dict[Lvalue, Callable[[], Seen | None]] = {}
        self._places: dict[Variable, Place] = {}
        self._calls: list[Asked] = []
        self._choices: list[Asked] = []
        self._first: list[TakenEdge] = []
        self._last: deque[TakenEdge] = deque(maxlen=LAST)
        self._callers: list[tuple[Call, int]] = []  # of the activations, and their numbers
        self._activation = self._activations = 0
        self._taken = 0
        self._tail = 0

    def follow(self, steps: int) -> Followed:
        """Execute; the last of ``steps`` steps are kept."""
        self._tail = steps - LAST
        self._machine.observe = self._observe
        execution = self._machine.execute(STEPS)
        first, last = tuple(self._first), tuple(self._last)
        return Followed(
            self._cfa,
            self._claim,
            execution,
            first,
            self._taken - len(first) - len(last),
            last,
            tuple(self._calls),
            tuple(self._choices),
        )

    # ---- what is arbitrary -------------------------------------------------------------------

    def _ask(self, edge: Edge, t: CType) -> int | float:
        for given in self._inputs:
            self._calls.append(Asked(edge, t, given))
            return given
        raise NoInput

    def _choose(self, edge: Edge, t: CType) -> Given | None:
        given = self._chosen.choose(edge, t)
        self._choices.append(Asked(edge, t, given, len(self._calls)))
        return given

    # ---- steps -------------------------------------------------------------------------------

    def _observe(self, edge: Edge) -> None:
        self._taken += 1
        operation = edge.operation
        if FIRST < self._taken <= self._tail and not isinstance(operation, (Call, Return)):
            return
        number, depth = self._activation, len(self._callers)
        match operation:
            case Call():
                values = self._enter(edge, operation)
            case Return() if self._callers:
                caller, self._activation = self._callers.pop()
                values = partial(self._returned, caller)
            case _:
                values = self._values(edge)
        if self._taken <= FIRST:
            self._first.append(TakenEdge(edge, depth, number, values()))
        elif self._taken > self._tail:
            self._last.append(TakenEdge(edge, depth, number, values()))

    def _enter(self, edge: Edge, call: Call) -> Callable[[], Values]:
        """Begin an activation, or note the call of a function without body."""
        if edge.target in self._cfa.errors:
            return tuple
        callee = self._cfa.functions.get(call.function)
        if callee is None:
            asked = bool(self._calls) and self._calls[-1].edge is edge
            if is_unknown(call.function) and not (asked and self._took_input(call)):
                self._calls.append(Asked(edge, call.result.type if call.result else None, None))
            return lambda: self._given(call)
        self._callers.append((call, self._activation))
        self._activations += 1
        self._activation = self._activations
        return lambda: self._written(*map(self._place, callee.parameters))

    def _took_input(self, call: Call) -> bool:
        """Whether a call of an unknown function asks for an input, as the interpreter decides."""
        if call.result is None:
            return call.function.startswith(INPUT_PREFIX)
        return is_scalar(call.result.type)

    def _values(self, edge: Edge) -> Callable[[], Values]:
        match edge.operation:
            case Assign(target=target) | Havoc(target=target):
                return lambda: self._written(target)
            case Assume(condition=condition):
                return lambda: self._read(condition)
        return tuple

    def _given(self, call: Call) -> Values:
        """What a function without body gave to a variable; a temporary has no name to tell."""
        if call.function == BEGIN_OBJECT:
            return ()
        if call.result is None or "$" in place_text(call.result):
            return self._returned(call)
        return self._written(call.result)

    def _returned(self, call: Call) -> Values:
        """What a call gave to its caller."""
        value = None if call.result is None else self._value(call.result)
        return () if value is None else ((f"{call.function}()", value),)

    def _written(self, *places: Lvalue) -> Values:
        """What is in the places now."""
        found = ((place_text(place), self._value(place)) for place in places)
        return tuple((name, value) for name, value in found if value is not None)

    def _read(self, condition: Expression) -> Values:
        """The places that a condition reads, but not those it reads to find other places."""
        found: dict[str, Seen] = {}
        waiting = [condition]
        while waiting:
            expression = waiting.pop()
            if isinstance(expression, Load):
                value = self._value(expression.place)
                if value is not None:
                    found[place_text(expression.place)] = value
            else:
                waiting += reversed(operands(expression))
        return tuple(found.items())

    # ---- values ------------------------------------------------------------------------------

    def _place(self, variable: Variable) -> Place:
        """The place of a variable, the same one each time."""
        if variable not in self._places:
            self._places[variable] = Place(variable.type, variable)
        return self._places[variable]

    def _value(self, place: Lvalue) -> Seen | None:
        """What is in a place now; None where that cannot be told in a word."""
        try:
            if place not in self._readers:
                self._readers[place] = self._reader(place)
            return self._readers[place]()
        except (Undefined, Unmodelled):
            return None

    def _reader(self, place: Lvalue) -> Callable[[], Seen | None]:
        translator, load = self._machine.translator, Load(place.type, place)
        match translator.sort(place):
            case "integer":
                return translator.integer(load)
            case "real":
                return translator.real(load)
            case "pointer":
                pointer = translator.pointer(load)
                return lambda: _pointed(pointer())
        return lambda: None


def is_unknown(function: str) -> bool:
    """Whether a function, if it has no body, has no model either: it returns any value."""
    return canonical(function) not in LIBRARY


def _pointed(address: Address) -> str:
    """Where a pointer points to."""
    at, offset = address
    if at is NOWHERE:
        return hex(offset) if offset else "NULL"
    if not at.name:
        return f"{at.base + offset:#x} ({at.kind})"
    name = at.name.rpartition("::")[2]
    return f"&{name}" if offset == 0 else f"&{name} + {offset} bytes"
