"""What the compiled program should do, as the interpreter foresees it.

Comes in: an execution that violates a property, with the values it was given. Goes out: the
execution with the values that a compiled program really has, where C or the system leaves no
choice: uninitialised variables hold zero (the compiler is told so), main gets a number of arguments
that can be given, inputs come function by function. When that execution violates the property,
too, it is the better counterexample: nothing about it is left open. When it does not, it says how
the compiled program ends; only if it ends so does the difference explain the other ending.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING

from maul.c.ctype import ArrayType, Integer, Pointer
from maul.cfa import library
from maul.cfa.expressions import Place
from maul.cfa.library import ANY_BYTES, defined_by_c_library, variables
from maul.cfa.model import (
    CHANGED,
    MEMORY,
    REGISTER,
    VOLATILE,
    Assume,
    Call,
    Havoc,
    Location,
    Return,
)
from maul.cfa.transform import may_fail
from maul.interpret.choices import NoInput, in_order
from maul.interpret.machine import Machine
from maul.node import node
from maul.proofs.execution.harness.writes import stored
from maul.proofs.execution.replay import STEPS, Asked, Claimed, confirms
from maul.proofs.verdict import Unsafe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from maul.c.ctype import CType
    from maul.cfa.model import Cfa, Edge, Operation
    from maul.cfa.outcome import Execution
    from maul.interpret.choices import Given
    from maul.proofs.execution.replay import Followed

ARGUMENTS = 100_000  # more arguments of main are not given


@node
class Foreseen:
    """An execution with the values of the compiled program, and the claim that describes it."""

    execution: Execution
    claim: Unsafe


def foresee(followed: Followed) -> Foreseen:
    """Execute what a claim describes with the values that the compiled program has."""
    return _Compiled(followed).execute()


def given_arguments(wanted: int) -> int:
    """How many arguments main is given when so many are wanted."""
    return min(max(wanted, 1), ARGUMENTS)


class _Compiled:
    """An execution as the compiled program would do it."""

    def __init__(self, followed: Followed) -> None:
        self._cfa: Cfa = followed.cfa
        self._claim = followed.claim
        self._results: dict[str, deque[int | float]] = defaultdict(deque)
        for asked in followed.inputs():
            if isinstance(asked.value, (int, float)):
                self._results[_function(asked.edge)].append(asked.value)
        self._chosen: dict[Edge, deque[Given | None]] = defaultdict(deque)
        for asked in followed.choices:
            if not isinstance(asked.edge.operation, Call):
                self._chosen[asked.edge].append(asked.value)
        self._stored = {each.edge for each in stored(followed)}
        self._contents = iter(followed.claim.contents)
        self._inputs: list[int | float] = []
        self._choices: list[Given | None] = []
        self._filled: list[bytes] = []

    def execute(self) -> Foreseen:
        """The execution, and what it was given."""
        machine = Machine(self._cfa, self._ask, self._choose)
        if self._claim.unknown is not None:
            machine.memory.know_unknown(self._claim.unknown)
        execution = machine.execute(STEPS)
        claim = Unsafe(
            self._claim.violated,
            tuple(self._inputs),
            tuple(self._choices),
            tuple(self._filled),
            self._claim.unknown,
        )
        return Foreseen(execution, claim)

    def _ask(self, edge: Edge, _: CType) -> int | float:
        results = self._results[_function(edge)]
        if not results:
            raise NoInput
        self._inputs.append(results.popleft())
        return self._inputs[-1]

    def _choose(self, edge: Edge, t: CType) -> Given | None:
        if isinstance(edge.operation, Call):  # an allocation, or an argument that is missing
            if not isinstance(t, ArrayType):
                return None
            chosen = next(self._contents, b"")
            self._filled.append(chosen if _function(edge) == "malloc" else b"")
            return self._filled[-1]
        self._choices.append(self._value(edge, t))
        return self._choices[-1]

    def _value(self, edge: Edge, t: CType) -> Given | None:
        rest = self._chosen[edge]
        given = rest.popleft() if rest else None
        match edge.operation:
            case Havoc(origin=origin) if origin.startswith(CHANGED) or origin == VOLATILE:
                # Nobody but the program and the stubs changes anything.
                return given if edge in self._stored else None
            case Havoc(origin="parameter of main") if isinstance(t, Integer):
                return given_arguments(given if isinstance(given, int) else 1)
            case Havoc(origin="parameter of main" | "extern" | may_fail.ORIGIN):
                return 0 if given is None else given
        return b"" if isinstance(given, bytes) else 0


def _function(edge: Edge) -> str:
    return edge.operation.function if isinstance(edge.operation, Call) else ""


# What C leaves open, or somebody outside of the program says: a FALSE may rest on it. All else that
# is arbitrary for maul is determined by the compiler or the library, which maul does not know.
_FREE = (
    *("uninitialised", "parameter of main", "missing argument", "missing result"),
    *("read by a format", "asm", "extern", may_fail.ORIGIN),
)


def rests_on_library(followed: Followed, can_come: AbstractSet[str]) -> bool:
    """Whether an execution was given values that the C library decides: results other than those
    that ``can_come`` from outside, ``errno``, or what its variables hold."""
    functions = {_function(asked.edge) for asked in followed.inputs()} - can_come
    chosen = [asked.edge.operation for asked in followed.choices]
    return any(map(defined_by_c_library, functions)) or any(
        isinstance(each, Havoc) and each.origin != REGISTER and not _is_free(each)
        for each in chosen
    )


def rests_on_free_values(followed: Followed) -> bool:
    """Whether all that was chosen in an execution could have been chosen so."""
    if any(defined_by_c_library(_function(asked.edge)) for asked in followed.inputs()):
        return False
    return all(
        _is_free(operation) if isinstance(operation, Havoc) else isinstance(operation, Return)
        for operation in (asked.edge.operation for asked in followed.choices)
        if not isinstance(operation, Call)
    )


def _is_free(operation: Havoc) -> bool:
    """Whether a value could be any: nobody says what a function without body stores."""
    if library_variable(operation) is not None:
        return False
    return operation.origin in (*_FREE, VOLATILE) or operation.origin.startswith(CHANGED)


def library_variable(operation: Operation) -> str | None:
    """The variable of the C library whose first value an edge chooses; None for other edges."""
    match operation:
        case Havoc(target=Place(variable=variable), origin="extern"):
            return variable.name if variable.name in variables() else None
    return None


def excessive_demand(followed: Followed) -> str | None:
    """Where the violation is that a function of the library finds no room for all bytes that it may
    write, of which it may write fewer; None where it is not."""
    if not followed.violated.startswith(MEMORY):
        return None
    waiting, seen = [followed.steps[-1].edge.source], set[Location]()
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        for edge in at.leaving:
            if isinstance(edge.operation, Assume):
                waiting.append(edge.target)
            elif _function(edge) == ANY_BYTES:
                return f"fewer bytes may be written ({edge.span})"
    return None


# ---- what nobody foresees ------------------------------------------------------------------------


def open_values(followed: Followed) -> Iterator[str]:
    """The values of an execution of which the compiled program may have others, nobody knows
    which, where that matters."""
    for name in followed.execution.approximations:
        yield f"{name} may be rounded differently"
    found = [
        f"a pointer was chosen at {_place(asked)}"
        for asked in followed.inputs()
        if isinstance(asked.type, Pointer) and asked.value
    ]
    found += [
        f"the result of {_function(asked.edge)} was chosen at {_place(asked)}"
        for asked in followed.inputs()
        if defined_by_c_library(_function(asked.edge))
    ]
    known = {each.edge for each in stored(followed)}
    found += [
        f"{why} at {_place(asked)}"
        for asked in followed.choices
        if asked.edge not in known and (why := _open(asked)) is not None
    ]
    if found and any(_changes(followed, known, value) for value in _OTHERS):
        yield from found


def _changes(followed: Followed, known: AbstractSet[Edge], value: int) -> bool:
    """Whether an execution ends otherwise when what is open has some other value; what is chosen
    at ``known`` edges is not open."""

    def choose(edge: Edge, t: CType) -> Given | None:
        given = chosen(edge, t)
        if edge in known or _open(Asked(edge, t, given)) is None:
            return given
        return bytes([value & 0xFF]) * FILLED if isinstance(t, ArrayType) else value

    def ask(edge: Edge, t: CType) -> int | float:
        given = asked(edge, t)
        is_open = defined_by_c_library(_function(edge)) or (isinstance(t, Pointer) and given)
        return value if is_open else given

    claim = followed.claim
    asked, chosen = in_order(claim.inputs), Claimed(claim).choose
    machine = Machine(followed.cfa, ask, choose)
    if claim.unknown is not None:
        machine.memory.know_unknown(claim.unknown)
    return not confirms(machine.execute(STEPS), claim)


FILLED = 4096  # bytes of an object that are tried to be others
_OTHERS = (0, 1, -1, 0x5000_0000)


def _open(asked: Asked) -> str | None:
    """Why nobody knows what a chosen value is in the compiled program; None when it is known."""
    if (name := library_variable(asked.edge.operation)) is not None:
        return f"the C library says what {name} holds"
    match asked.edge.operation:
        case Havoc(origin="extern" | "uninitialised" | may_fail.ORIGIN):
            return None
        case Havoc(origin="parameter of main") if isinstance(asked.type, Integer):
            return None
        case Havoc(origin=origin):
            return f"a value is arbitrary ({origin})"
        case Call(function="malloc" | library.BEGIN_OBJECT):
            return None
        case Call(function=function):
            return f"{function} gives memory that is not initialised"
        case Return():
            return "a function returns no value"
    return "a value is arbitrary"


def _place(asked: Asked) -> str:
    return f"{asked.edge.span.file}:{asked.edge.span.line}"
