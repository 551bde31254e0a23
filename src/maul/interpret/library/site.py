"""A call of a library function: its arguments as closures, its result as a place, and the world
it acts on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from maul.c.ctype import CType, Floating, Integer
from maul.c.numbers import single, wrap
from maul.c.source import Span
from maul.cfa.expressions import Convert, Expression, Lvalue
from maul.cfa.library import STREAMS
from maul.cfa.model import Edge
from maul.errors import Unsupported
from maul.interpret.arithmetic import truncated
from maul.interpret.choices import Choices
from maul.interpret.memory import Address, Object, ObjectMemory, Undefined
from maul.interpret.values import Translator

T = TypeVar("T")
Effect: TypeAlias = Callable[[], None]


class World:
    """What library functions act on, one for each execution."""

    def __init__(
        self, translator: Translator, choices: Choices, malloc_fails: Callable[[], bool]
    ) -> None:
        self.translator = translator
        self.memory: ObjectMemory = translator.memory
        self.choices = choices
        self.malloc_fails = malloc_fails
        self.output: list[bytes] = []
        self.approximations: dict[str, None] = {}
        self.streams: dict[str, Object] = {
            name: self.memory.globals.place("stream", name, 1) for name in sorted(STREAMS)
        }


class LibraryCall:
    """One call in the program."""

    def __init__(
        self,
        world: World,
        edge: Edge,
        function: str,
        arguments: tuple[Expression, ...],
        result: Lvalue | None,
    ) -> None:
        self.world = world
        self.edge = edge
        self.function = function
        self.arguments = arguments
        self.result = result
        self._translator = world.translator

    @property
    def span(self) -> Span:
        """Where the call stands."""
        return self.edge.span

    # ---- arguments ---------------------------------------------------------------------------

    def _argument(self, index: int) -> Expression:
        if index >= len(self.arguments):
            raise Undefined(f"too few arguments in a call of {self.function}")
        return self.arguments[index]

    def integer(self, index: int) -> Callable[[], int]:
        """Argument ``index`` as an integer, of the type it has."""
        argument, t = self._argument(index), self._translator
        match t.sort(argument):
            case "integer":
                return t.integer(argument)
            case "pointer":
                return t.integer(Convert(t.model.size_t, argument))
        raise Undefined(f"argument {index + 1} of {self.function} is not an integer")

    def size(self, index: int) -> Callable[[], int]:
        """Argument ``index`` as a size_t."""
        value, mask = self.integer(index), self.world.memory.mask
        return lambda: value() & mask

    def pointer(self, index: int) -> Callable[[], Address]:
        """Argument ``index`` as a pointer."""
        argument, t = self._argument(index), self._translator
        if t.sort(argument) == "pointer":
            return t.pointer(argument)
        value, at, mask = self.integer(index), self.world.memory.at, self.world.memory.mask
        return lambda: at(value() & mask)

    def real(self, index: int) -> Callable[[], float]:
        """Argument ``index`` as a float of the type it has, or an integer converted to double."""
        argument, t = self._argument(index), self._translator
        if t.sort(argument) == "real":
            return t.real(argument)
        value = self.integer(index)
        return lambda: float(value())

    def numbers(self, first: int) -> list[tuple[CType, Callable[[], int | float | Address]]]:
        """The arguments from ``first`` on, with their types: those of a variadic call."""
        found: list[tuple[CType, Callable[[], int | float | Address]]] = []
        for argument in self.arguments[first:]:
            match self._translator.sort(argument):
                case "integer":
                    found.append((argument.type, self._translator.integer(argument)))
                case "real":
                    found.append((argument.type, self._translator.real(argument)))
                case "pointer":
                    found.append((argument.type, self._translator.pointer(argument)))
                case _:
                    raise Unsupported(self.span, f"record as an argument of {self.function}")
        return found

    # ---- the result --------------------------------------------------------------------------

    def give_integer(self, value: Callable[[], int]) -> Effect:
        """Store an integer, converted to the type of the result."""
        result, t = self.result, self._translator
        if result is None:
            return lambda: _drop(value())
        what = result.type
        match t.sort(result):
            case "integer":
                if isinstance(what, Integer):
                    bits, signed = what.bits, what.signed
                    return _pass(
                        t.store_integer(result), lambda: wrap(value(), bits, signed=signed)
                    )
                return _pass(t.store_integer(result), lambda: 1 if value() else 0)
            case "pointer":
                at, mask = self.world.memory.at, self.world.memory.mask
                return _pass(t.store_pointer(result), lambda: at(value() & mask))
            case "real":
                return _pass(t.store_real(result), lambda: float(value()))
        raise Undefined(f"result of {self.function} used as an aggregate")

    def give_pointer(self, value: Callable[[], Address]) -> Effect:
        """Store a pointer."""
        result = self.result
        if result is None:
            return lambda: _drop(value())
        if self._translator.sort(result) == "pointer":
            return _pass(self._translator.store_pointer(result), value)
        number = self.world.memory.number
        return self.give_integer(lambda: number(value()))

    def give_real(self, value: Callable[[], float]) -> Effect:
        """Store a float, rounded to the type of the result."""
        result, t = self.result, self._translator
        if result is None:
            return lambda: _drop(value())
        if isinstance(result.type, Floating) and t.sort(result) == "real":
            if result.type.bits == 32:
                return _pass(t.store_real(result), lambda: single(value()))
            return _pass(t.store_real(result), value)
        return self.give_integer(lambda: truncated(value(), -(1 << 63), (1 << 63) - 1))


def _drop(_: object) -> None:
    """A value that nobody wants."""


def _pass(store: Callable[[T], None], value: Callable[[], T]) -> Effect:
    return lambda: store(value())
