"""Values that the program does not determine: inputs, and what an uninitialised variable holds.

Inputs are numbers given in order, or by a function that is asked for each; each is converted to
the type that is wanted, as an assignment in C would do. Whatever else is arbitrary is asked of
``choose`` and is zero when there is no such function or it answers None.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable
from typing import TypeAlias

from maul.c.ctype import CHAR, ArrayType, CType, Floating, Integer, size_of
from maul.c.numbers import single, single_of_integer, wrap
from maul.cfa.model import Edge
from maul.errors import BadInput
from maul.interpret.memory import NULL, Address, Blob, ObjectMemory

Given: TypeAlias = bytes | int | float
Choose: TypeAlias = Callable[[Edge, CType], "Given | None"]
Ask: TypeAlias = Callable[[Edge, CType], int | float]


class NoInput(Exception):
    """All inputs are used up."""


def in_order(inputs: Iterable[int | float]) -> Ask:
    """Inputs that are given one after the other, whatever they are for."""
    rest = iter(inputs)

    def ask(_: Edge, __: CType) -> int | float:
        for given in rest:
            return given
        raise NoInput

    return ask


class Choices:
    """Where the arbitrary values of one execution come from."""

    def __init__(self, memory: ObjectMemory, ask: Ask, choose: Choose | None) -> None:
        self.used = 0
        self._memory = memory
        self._ask = ask
        self._choose = choose

    def next_input(self, edge: Edge, t: CType) -> Given:
        """The next input, for a value of type ``t``."""
        given = self._ask(edge, t)
        self.used += 1
        return given

    def arbitrary(self, edge: Edge, t: CType, default: int = 0) -> Given:
        """What ``choose`` wants for a value of type ``t``, a default if it does not care."""
        given = self.chosen(edge, t)
        return default if given is None else given

    def chosen(self, edge: Edge, t: CType) -> Given | None:
        """What ``choose`` wants for a value of type ``t``."""
        return None if self._choose is None else self._choose(edge, t)

    def fill(self, edge: Edge, size: int) -> bytes | None:
        """The first contents of an allocated object; what is missing is zero."""
        given = None if self._choose is None else self._choose(edge, ArrayType(CHAR, size))
        return given[:size] if isinstance(given, bytes) else None

    def as_integer(self, given: Given, t: CType) -> int:
        """A given value as an integer or ``_Bool``."""
        if isinstance(given, bytes):
            given = int.from_bytes(given, "little")
        if not isinstance(t, Integer):
            return 1 if given else 0
        if not math.isfinite(given):
            raise BadInput(f"input {given} is not an integer")
        return wrap(int(given), t.bits, signed=t.signed)

    def as_real(self, given: Given, t: CType) -> float:
        """A given value as a float or double."""
        if isinstance(given, bytes):
            return _real_of_bytes(given, t)
        narrow = isinstance(t, Floating) and t.bits == 32
        if isinstance(given, int):
            if given.bit_length() > 1000:
                raise BadInput(f"input of {given.bit_length()} bits is too large")
            return single_of_integer(given) if narrow else float(given)
        return single(given) if narrow else given

    def as_pointer(self, given: Given) -> Address:
        """A given value as a pointer, by its number."""
        if isinstance(given, bytes):
            given = int.from_bytes(given, "little")
        if not math.isfinite(given):
            raise BadInput(f"input {given} is not an address")
        number = int(given) & self._memory.mask
        return self._memory.at(number) if number else NULL

    def as_blob(self, given: Given, size: int) -> Blob:
        """Given bytes as an aggregate, cut or filled with zeros; a number stands for zeros."""
        data = given if isinstance(given, bytes) else b""
        return Blob(data[:size].ljust(size, b"\0"), ())


def _real_of_bytes(given: bytes, t: CType) -> float:
    """The float that the given bytes are."""
    size = size_of(t)
    data = given[:size].ljust(size, b"\0")
    value: float = struct.unpack("<f" if size == 4 else "<d", data)[0]
    return value
