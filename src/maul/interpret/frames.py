"""Activations of functions: entering, leaving, and handing over the result.

The stack of activations is a list of ours; how deep the interpreted program recurses has nothing
to do with the stack of Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from maul.c.ctype import CType, Void
from maul.c.source import Span
from maul.c.tree import Variable
from maul.cfa.expressions import Expression, Lvalue
from maul.cfa.model import Automaton, Edge, Location
from maul.interpret.choices import Choices
from maul.interpret.library.leaks import lost, mentioned_from
from maul.interpret.memory import NULL, Address, Blob, Exhausted, Object, ObjectMemory, Undefined
from maul.interpret.registers import FunctionRegisters, Registers, Saved, sort_of
from maul.interpret.values import Translator, setter

MAX_CALL_DEPTH = 100_000

T = TypeVar("T")
Effect: TypeAlias = Callable[[], None]


class ExecutablePlace:
    """A location with its closure, which does what its edge says and gives the next node."""

    __slots__ = ("location", "run", "span")

    def __init__(self, location: Location, span: Span) -> None:
        self.location = location
        self.span = span
        self.run: Callable[[], ExecutablePlace]


class Routine:
    """A function that has been called: its automaton, its registers, how often it is active."""

    __slots__ = ("active", "automaton", "entry", "registry")

    def __init__(
        self, automaton: Automaton, registry: FunctionRegisters, entry: ExecutablePlace
    ) -> None:
        self.automaton = automaton
        self.registry = registry
        self.entry = entry
        self.active = 0


class Activation:
    """An activation: where its caller goes on, and what has to be put back then."""

    __slots__ = ("back", "mark", "receive", "routine", "saved")

    def __init__(
        self,
        routine: Routine,
        back: ExecutablePlace,
        receive: Effect,
        saved: Saved | None,
        mark: tuple[int, int],
    ) -> None:
        self.routine = routine
        self.back = back
        self.receive = receive
        self.saved = saved
        self.mark = mark


class Activations:
    """The activations, the last one running."""

    def __init__(self, registers: Registers, memory: ObjectMemory) -> None:
        self.frames: list[Activation] = []
        self._registers = registers
        self._memory = memory
        self._mentioned: dict[Location, frozenset[Variable]] = {}

    def enter(self, routine: Routine, back: ExecutablePlace, receive: Effect) -> None:
        """Begin an activation: save the registers of the one it hides, make its objects."""
        if len(self.frames) >= MAX_CALL_DEPTH:
            raise Exhausted("call depth")
        registry, memory = routine.registry, self._memory
        saved = registry.save() if routine.active else None
        routine.active += 1
        self.frames.append(Activation(routine, back, receive, saved, memory.mark()))
        objects, push = self._registers.objects, memory.stack.push
        for slot, variable, size in registry.in_memory:
            objects[slot] = at = push("local", variable.name, size)
            at.made = variable.span
            memory.leave_open(at)

    def leave(self) -> ExecutablePlace:
        """End an activation and give its result to the caller."""
        frame = self.frames.pop()
        routine = frame.routine
        routine.active -= 1
        self._memory.unwind(frame.mark)
        if frame.saved is not None:
            routine.registry.restore(frame.saved)
        frame.receive()
        return frame.back

    def lost(self, location: Location) -> list[Object]:
        """The heap objects that no variable reaches, neither a global nor one of an activation,
        where the last activation is at a location. A temporary reaches what it holds as long as it
        may be read."""
        r = self._registers
        hidden = [frame.saved for frame in self.frames if frame.saved is not None]
        pointers = [pointer for saved in hidden for pointer in saved.pointers]
        objects = [at for saved in hidden for at in saved.objects]
        places = [frame.back.location for frame in self.frames[1:]] + [location]
        for frame, at in zip(self.frames, places, strict=True):
            registry = frame.routine.registry
            pointers += registry.held(self._mentioned_from(at))
            objects += r.objects[registry.objects]
        for variable, slot in r.slots.items():
            home = r.home(variable) if variable.function == "" else ""
            if home == "pointer":
                pointers.append(r.pointers[slot])
            elif home == "object":
                objects.append(r.objects[slot])
        return lost(self._memory, pointers, objects)

    def _mentioned_from(self, location: Location) -> frozenset[Variable]:
        if location not in self._mentioned:
            self._mentioned[location] = mentioned_from(location)
        return self._mentioned[location]


class Results:
    """The result of the function that returned last, in the register of its sort."""

    def __init__(self, translator: Translator, choices: Choices) -> None:
        self._translator = translator
        self._choices = choices
        self.integer = [0]
        self._real = [0.0]
        self._pointer: list[Address] = [NULL]
        self._blob = [Blob(b"", ())]

    def receiver(self, result: Lvalue | None, what: CType) -> Effect:
        """A closure that stores the result of type ``what`` in the caller's place."""
        t = self._translator
        if result is None:
            return ignore
        if sort_of(result.type) != sort_of(what):
            raise Undefined("result used with another type than the function has")
        match t.sort(result):
            case "integer":
                return move(t.store_integer(result), getter(self.integer))
            case "real":
                return move(t.store_real(result), getter(self._real))
            case "pointer":
                return move(t.store_pointer(result), getter(self._pointer))
        return move(t.store_blob(result), getter(self._blob))

    def deposit(self, value: Expression) -> Effect:
        """A closure that computes the result of the running function."""
        t = self._translator
        match t.sort(value):
            case "integer":
                return move(setter(self.integer, 0), t.integer(value))
            case "real":
                return move(setter(self._real, 0), t.real(value))
            case "pointer":
                return move(setter(self._pointer, 0), t.pointer(value))
        return move(setter(self._blob, 0), t.blob(value))

    def deposit_arbitrary(self, edge: Edge, what: CType) -> Effect:
        """Control runs off the end: a result, if the function has one, is arbitrary."""
        c = self._choices
        if isinstance(what, Void):
            return lambda: None

        def given() -> bytes | int | float:
            return c.arbitrary(edge, what)

        match sort_of(what):
            case "integer":
                return move(setter(self.integer, 0), lambda: c.as_integer(given(), what))
            case "real":
                return move(setter(self._real, 0), lambda: c.as_real(given(), what))
            case "pointer":
                return move(setter(self._pointer, 0), lambda: c.as_pointer(given()))
        size = self._translator.size(what)
        return move(setter(self._blob, 0), lambda: c.as_blob(given(), size()))


def ignore() -> None:
    """Nobody wants the result."""


def getter(register: list[T]) -> Callable[[], T]:
    """A closure that reads the one register of a file."""
    return lambda: register[0]


def move(store: Callable[[T], None], value: Callable[[], T]) -> Effect:
    """A closure that computes a value and stores it."""
    return lambda: store(value())
