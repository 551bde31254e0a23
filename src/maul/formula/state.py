"""The state of a program as terms: variables, and memory as arrays of bytes.

A scalar whose address is never taken is one term. Any other variable lives in bytes: when its
address is never taken in an array of its own, indexed by the offset, otherwise in the one memory
that all pointers share, at an address of its own. Addresses are plain numbers, as in the
interpreter: a pointer converted to an integer and back is the same pointer, and the bytes of a
pointer are the bytes of that number.

States are changed in place while an edge is encoded; ``copy`` and ``merged`` serve branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import DataModel, is_scalar
from maul.c.tree import Variable
from maul.formula.build import Term, bit_vector, ite, symbol
from maul.formula.c_values import object_size, sort_of
from maul.formula.sorts import Array, BitVec, Sort

if TYPE_CHECKING:
    from collections.abc import Iterable

GAP = 64  # bytes between two objects, as in the interpreter
ALIGNMENT = 16


class Layout:
    """Who lives where: the addresses of objects and functions, given out when first asked for."""

    def __init__(self, model: DataModel, addressed: Iterable[Variable]) -> None:
        self.model = model
        self.bits = 8 * model.pointer_size
        self.memory_sort = Array(BitVec(self.bits), BitVec(8))
        self._addressed = frozenset(variable.name for variable in addressed)
        self._addresses: dict[str, int] = {}
        self.definitions: list[Term] = []  # hold always: each defines a symbol that occurs in them
        self._next = 0x1000
        self.symbols = 0  # how many arbitrary values there have been

    def fresh(self, why: str, sort: Sort) -> Term:
        """A symbol that stands for an arbitrary value."""
        self.symbols += 1
        return symbol(f"{why}#{self.symbols}", sort)

    def is_addressed(self, variable: Variable) -> bool:
        """Whether the variable lives in the memory that pointers reach."""
        return variable.name.split("@")[0] in self._addressed

    def address(self, variable: Variable) -> Term:
        """The address of a variable in memory."""
        return bit_vector(self._place(variable.name, object_size(variable.type)), self.bits)

    def function(self, name: str) -> Term:
        """The address of a function."""
        return bit_vector(self._place(f"{name}()", 1), self.bits)

    def allocated(self, size: int) -> Term:
        """The address of a new object."""
        address = self._next
        self._advance(size)
        return bit_vector(address, self.bits)

    def _place(self, name: str, size: int) -> int:
        found = self._addresses.get(name)
        if found is None:
            found = self._addresses[name] = self._next
            self._advance(size)
        return found

    def _advance(self, size: int) -> None:
        end = self._next + size + GAP
        self._next = -(-end // ALIGNMENT) * ALIGNMENT


def is_register(layout: Layout, variable: Variable) -> bool:
    """Whether a variable is one term."""
    return is_scalar(variable.type) and not layout.is_addressed(variable)


class State:
    """What every variable and every byte holds. A variable not met yet holds an arbitrary value."""

    __slots__ = ("layout", "memories", "values")

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.values: dict[Variable, Term] = {}
        self.memories: dict[Variable | None, Term] = {}  # None: the memory that pointers share

    def copy(self) -> State:
        """A state that can be changed without changing this one."""
        copied = State(self.layout)
        copied.values = dict(self.values)
        copied.memories = dict(self.memories)
        return copied

    def value(self, variable: Variable) -> Term:
        """The value of a variable that is one term."""
        found = self.values.get(variable)
        if found is None:
            found = self.values[variable] = symbol(variable.name, sort_of(variable.type))
        return found

    def memory(self, owner: Variable | None) -> Term:
        """The bytes of a variable of its own, or all that pointers reach."""
        found = self.memories.get(owner)
        if found is None:
            name = "memory" if owner is None else f"{owner.name}[]"
            found = self.memories[owner] = symbol(name, self.layout.memory_sort)
        return found

    def merged(self, holds: Term, other: State) -> State:
        """This state where ``holds``, the other one elsewhere."""
        result = State(self.layout)
        for variable in {**self.values, **other.values}:
            result.values[variable] = ite(holds, self.value(variable), other.value(variable))
        for owner in {**self.memories, **other.memories}:
            result.memories[owner] = ite(holds, self.memory(owner), other.memory(owner))
        return result
