"""Where the interpreter keeps variables: in one of four register files, or in a memory object
that a register names.

Scalars whose address is never taken are plain Python values. Every other variable is an object;
the register holds the one of the current activation. Each function has its own registers, so a
call saves something only when the function is already active.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from maul.c.ctype import Boolean, CType, Floating, Integer, Pointer, VariableArray, size_of
from maul.c.tree import Variable
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Convert,
    Deref,
    ElementOf,
    Expression,
    Load,
    Lvalue,
    MemberOf,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
)
from maul.cfa.model import Assign, Assume, Automaton, Call, Havoc, Operation, Return
from maul.interpret.memory import NOWHERE, NULL, Address, Object


def sort_of(t: CType) -> str:
    """How a value of ``t`` is represented: "integer", "real", "pointer" or "blob" (long double
    too).
    """
    match t:
        case Integer() | Boolean():
            return "integer"
        case Pointer():
            return "pointer"
        case Floating(bits=32 | 64):
            return "real"
    return "blob"


class Registers:
    """The four files, and which register of which file a variable has."""

    def __init__(self, addressed: frozenset[Variable]) -> None:
        self.integers: list[int] = []
        self.reals: list[float] = []
        self.pointers: list[Address] = []
        self.objects: list[Object] = []
        self.slots: dict[Variable, int] = {}
        self._addressed = addressed

    def home(self, variable: Variable) -> str:
        """The file of a variable: the sort of its type, or "object" for one in memory."""
        if variable in self._addressed:
            return "object"
        sort = sort_of(variable.type)
        return "object" if sort == "blob" else sort

    def put_in_memory(self, variables: frozenset[Variable]) -> None:
        """Make objects of variables that have no register yet."""
        self._addressed |= variables

    def clear(self) -> None:
        """Give all registers the values they begin with."""
        self.integers[:] = [0] * len(self.integers)
        self.reals[:] = [0.0] * len(self.reals)
        self.pointers[:] = [NULL] * len(self.pointers)
        self.objects[:] = [NOWHERE] * len(self.objects)

    def add(self, variable: Variable) -> None:
        """Give a variable its register."""
        file: list[int] | list[float] | list[Address] | list[Object]
        match self.home(variable):
            case "integer":
                file = self.integers
                self.integers.append(0)
            case "real":
                file = self.reals
                self.reals.append(0.0)
            case "pointer":
                file = self.pointers
                self.pointers.append(NULL)
            case _:
                file = self.objects
                self.objects.append(NOWHERE)
        self.slots[variable] = len(file) - 1


class FunctionRegisters:
    """The registers of one function: a slice of each file."""

    def __init__(self, registers: Registers, variables: list[Variable]) -> None:
        self._files = registers
        starts = self._heights()
        for variable in variables:
            registers.add(variable)
        ends = self._heights()
        self.integers, self.reals, self.pointers, self.objects = (
            slice(start, end) for start, end in zip(starts, ends, strict=True)
        )
        self.in_memory = [
            (registers.slots[v], v, object_size(v))
            for v in variables
            if registers.home(v) == "object"
        ]
        pointers = [v for v in variables if registers.home(v) == "pointer"]
        self._pointers = [(registers.slots[v], v) for v in pointers]

    def _heights(self) -> tuple[int, int, int, int]:
        r = self._files
        return len(r.integers), len(r.reals), len(r.pointers), len(r.objects)

    def held(self, wanted: Collection[Variable]) -> list[Address]:
        """The pointers in the registers, without those of temporaries that are not wanted."""
        file = self._files.pointers
        return [file[slot] for slot, v in self._pointers if v in wanted or not is_temporary(v)]

    def save(self) -> Saved:
        """The values of all registers of the function."""
        r = self._files
        return Saved(
            r.integers[self.integers],
            r.reals[self.reals],
            r.pointers[self.pointers],
            r.objects[self.objects],
        )

    def restore(self, saved: Saved) -> None:
        """Give the registers the values they had."""
        r = self._files
        r.integers[self.integers] = saved.integers
        r.reals[self.reals] = saved.reals
        r.pointers[self.pointers] = saved.pointers
        r.objects[self.objects] = saved.objects


class Saved:
    """The register values of an activation that waits for another of the same function."""

    __slots__ = ("integers", "objects", "pointers", "reals")

    def __init__(
        self,
        integers: list[int],
        reals: list[float],
        pointers: list[Address],
        objects: list[Object],
    ) -> None:
        self.integers = integers
        self.reals = reals
        self.pointers = pointers
        self.objects = objects


def is_temporary(variable: Variable) -> bool:
    """Whether a variable is the front end's, and not one of the program."""
    return "::$" in variable.name


def object_size(variable: Variable) -> int:
    """The size of the object of a variable; -1 when its type is never completed."""
    try:
        return size_of(variable.type)
    except ValueError:
        return -1


def variables_of(automaton: Automaton) -> list[Variable]:
    """Every variable a function mentions, parameters first, each once."""
    found = dict.fromkeys(automaton.parameters)
    for location in automaton.locations:
        for edge in location.leaving:
            for top in _parts(edge.operation):
                _collect(top, found)
    return list(found)


def _parts(operation: Operation) -> Iterator[Expression | Lvalue]:
    match operation:
        case Assume(condition=condition):
            yield condition
        case Assign(target=target, value=value):
            yield target
            yield value
        case Havoc(target=target):
            yield target
        case Call(result=result, arguments=arguments):
            if result is not None:
                yield result
            yield from arguments
        case Return(value=returned):
            if returned is not None:
                yield returned


def _collect(e: Expression | Lvalue, found: dict[Variable, None]) -> None:
    """Add the variables of an expression, those that array types depend on included."""
    if isinstance(e, Place):
        found.setdefault(e.variable)
    elif isinstance(e, (Load, AddressOf)):
        _collect(e.place, found)
    elif isinstance(e, (Binary, PointerDifference, Overflows)):
        _collect(e.left, found)
        _collect(e.right, found)
    elif isinstance(e, (Unary, Convert)):
        _collect(e.operand, found)
    elif isinstance(e, Deref):
        _collect(e.pointer, found)
    elif isinstance(e, MemberOf):
        _collect(e.base, found)
    elif isinstance(e, ElementOf):
        _collect(e.base, found)
        _collect(e.index, found)
    elif isinstance(e, PointerAdd):
        _collect(e.pointer, found)
        _collect(e.index, found)
    elif isinstance(e, Valid):
        _collect(e.pointer, found)
        _collect(e.size, found)
    t: CType = e.type
    while isinstance(t, VariableArray):
        found.setdefault(t.length)
        t = t.element
