"""What a program looks like at a glance: enough to choose a sequence of methods.

Comes in: a program model from which everything that does not matter for the error was pruned. Goes
out: a few numbers and yes-or-no answers, found in one pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import ArrayType, Floating, Pointer, Record, holds_pointers
from maul.cfa.library import INPUT_PREFIX
from maul.cfa.model import Call, Havoc
from maul.cfa.order import loop_heads, recursive_functions
from maul.cfa.walk import mentioned_variables
from maul.node import value

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.model import Cfa


ALLOCATING = frozenset(("malloc", "calloc", "realloc"))
MUCH, VERY_MUCH = 80, 1000  # locations in a loop


@value
class Features:
    """``memory`` is about pointers and arrays, ``inputs`` about anything that is not determined.
    ``structures``: records on the heap lead to others."""

    locations: int
    loops: int
    recursion: bool
    floats: bool
    memory: bool
    inputs: bool
    structures: bool = False

    @property
    def is_acyclic(self) -> bool:
        """Whether every execution is as short as the program."""
        return not self.loops and not self.recursion

    @property
    def is_control(self) -> bool:
        """Whether there is much code in few loops, and only plain variables: state machines."""
        return not self.memory and self.locations >= MUCH * self.loops

    @property
    def is_huge(self) -> bool:
        """Whether there is so much code in a loop that only quick steps get through it."""
        return self.locations >= VERY_MUCH * max(self.loops, 1)


def features(cfa: Cfa) -> Features:
    """Look at every operation once."""
    locations = loops = 0
    floats = memory = inputs = allocates = linked = False
    for automaton in cfa.automata():
        locations += len(automaton.locations)
        loops += len(loop_heads(automaton))
        for at in automaton.locations:
            for edge in at.leaving:
                operation = edge.operation
                inputs |= isinstance(operation, Havoc) or (
                    isinstance(operation, Call) and operation.function.startswith(INPUT_PREFIX)
                )
                allocates |= isinstance(operation, Call) and operation.function in ALLOCATING
                if floats and memory and linked:
                    continue
                for variable in mentioned_variables(operation):
                    floats |= isinstance(variable.type, Floating)
                    memory |= isinstance(variable.type, Pointer | ArrayType)
                    linked |= _leads_on(variable.type)
    recursion = bool(recursive_functions(cfa))
    return Features(locations, loops, recursion, floats, memory, inputs, allocates and linked)


def _leads_on(t: CType) -> bool:
    """Whether a value of a type is a pointer to a record with pointers."""
    return isinstance(t, Pointer) and isinstance(t.target, Record) and holds_pointers(t.target)
