"""Guessed inputs: what one execution is given, and values to begin with.

Comes in: inputs of an earlier execution, and how to guess the rest. Goes out: the inputs and
choices that the interpreter asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import ArrayType, Boolean, CType, Floating, Integer, is_scalar, known_size
from maul.c.numbers import single, wrap
from maul.cfa.expressions import Constant
from maul.cfa.model import Assume, Call
from maul.cfa.walk import inner_first
from maul.proofs.verdict import Unsafe

if TYPE_CHECKING:
    from maul.cfa.model import Cfa, Edge

Number: TypeAlias = int | float
Given: TypeAlias = bytes | int | float | None
Guess: TypeAlias = Callable[[CType], Number]
"""A value for an input of a type."""

SMALL = (0, 1, 2, 3, 4, 5, 6, 7, 8, -1, 10, 16, 100)
REALS = (0.0, 1.0, -1.0, 0.5, 2.0, -0.0, 1e10, -1e10, 1e-10, 1e300, float("inf"), float("nan"))


FRESH = 0xA5  # no byte of a pointer to an object
MOST_FRESH = 1 << 16  # bytes of an object that are all FRESH


class Attempt:
    """One execution: what it is given first (None: to be guessed), how the rest is guessed, the
    bytes of new objects and records, and afterwards what it read."""

    def __init__(
        self,
        inputs: tuple[Given, ...],
        choices: tuple[Given, ...],
        guess: Guess,
        fresh: int = 0,
    ) -> None:
        self._fresh = fresh
        self._first_inputs = inputs
        self._first_choices = choices
        self._guess = guess
        self.inputs: list[Given] = []
        self.choices: list[Given] = []
        self._contents: list[bytes] = []

    def again(self) -> Attempt:
        """The same execution, which goes on if there is more time."""
        return Attempt(tuple(self.inputs), tuple(self.choices), self._guess, self._fresh)

    def input(self, t: CType) -> Number:
        """The next input."""
        at, first = len(self.inputs), self._first_inputs
        given = first[at] if at < len(first) else None
        found = self._guess(t) if given is None or isinstance(given, bytes) else given
        self.inputs.append(found)
        return found

    def choice(self, edge: Edge, t: CType) -> Given:
        """The next arbitrary value; what is no scalar consists of one byte over and over."""
        if isinstance(edge.operation, Call):  # an allocation, or an argument that is missing
            if not isinstance(t, ArrayType):
                return None
            self._contents.append(self._bytes(t))
            return self._contents[-1] or None
        at, first = len(self.choices), self._first_choices
        given = first[at] if at < len(first) else None
        if given is None:
            given = self._guess(t) if is_scalar(t) else self._bytes(t)
        self.choices.append(given)
        return given

    def _bytes(self, t: CType) -> bytes:
        """What an object holds at first; what is not given is zero."""
        size = known_size(t) if self._fresh else 0
        return bytes([self._fresh]) * size if size and size <= MOST_FRESH else b""

    def claim(self, violated: str) -> Unsafe:
        """That this execution violates a property."""
        inputs = [given for given in self.inputs if isinstance(given, (int, float))]
        choices = [given for given in self.choices if given is not None]
        return Unsafe(violated, tuple(inputs), tuple(choices), tuple(self._contents))


def fitting(number: Number, t: CType) -> Number:
    """A number as a value of a type; pointers are null."""
    match t:
        case Integer(bits=bits, signed=signed):
            return wrap(int(number), bits, signed=signed)
        case Boolean():
            return 1 if number else 0
        case Floating(bits=32):
            return single(float(number))
        case Floating():
            return float(number)
    return 0


def _the_same(number: Number) -> Guess:
    return lambda t: fitting(number, t)


def _largest(t: CType) -> Number:
    if isinstance(t, Floating):
        return 1e30
    return fitting((1 << t.bits - t.signed) - 1, t) if isinstance(t, Integer) else fitting(1, t)


def _smallest(t: CType) -> Number:
    if isinstance(t, Floating):
        return -1e30
    return fitting(1 << t.bits - 1, t) if isinstance(t, Integer) and t.signed else fitting(0, t)


SIMPLE: tuple[Guess, ...] = (
    *(_the_same(number) for number in (0, 1, 2, -1)),
    _largest,
    _smallest,
)


def compared(cfa: Cfa) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The constants in conditions of the program, with their neighbours, and floats."""
    numbers, reals = dict.fromkeys(SMALL), dict.fromkeys(REALS)
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                if isinstance(edge.operation, Assume):
                    for expression in inner_first(edge.operation):
                        match expression:
                            case Constant(value=int(value)):
                                numbers |= dict.fromkeys((value, value - 1, value + 1))
                            case Constant(value=float(value)):
                                reals |= dict.fromkeys((value, -value, value * 1.001))
    return tuple(numbers), tuple(reals)
