"""What is known of the objects that addresses lead to.

Comes in: classes of objects in the graph of the alias analysis, expressions, programs. Goes out:
what the addresses of objects are multiples of, and which objects may end while a program runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer, known_size
from maul.cfa.expressions import AddressOf, Convert, Place
from maul.cfa.library import RELEASING, canonical
from maul.cfa.model import Call, is_disturbance
from maul.cfa.walk import before_arithmetic, root

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.analyses.regions import MemoryNode, Thing
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Cfa, Operation


def alignment(at: MemoryNode) -> int:
    """What the addresses of all objects of a class are multiples of."""
    if at.unknown or at.origins or not at.things:
        return 1
    return min(thing.alignment for thing, _ in at.things)


def is_end(thing: Thing, distance: int) -> bool:
    """Whether the end of an object may be so far behind its start."""
    variable = thing.variable
    size = None if variable is None else known_size(variable.type)
    return distance != 0 and not (size is not None and 0 < distance < size)


def is_fleeting(thing: Thing, *, is_freeing: bool) -> bool:
    """Whether an object may end before the program does, which is ``freeing`` memory or not."""
    if thing.variable is not None:
        return bool(thing.variable.function)
    return is_freeing or not thing.is_allocated


def variable_around(number: Expression) -> Variable | None:
    """The variable of which a pointer to a part is converted right here."""
    if not isinstance(number, Convert) or not isinstance(number.operand.type, Pointer):
        return None
    pointer = before_arithmetic(number.operand)
    top = root(pointer.place) if isinstance(pointer, AddressOf) else None
    return top.variable if isinstance(top, Place) else None


def frees_memory(cfa: Cfa) -> bool:
    """Whether a program may end objects on the heap."""
    return any(
        _frees(edge.operation)
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
    )


def _frees(operation: Operation) -> bool:
    """Whether an operation may end an object on the heap."""
    if not isinstance(operation, Call):
        return False
    return is_disturbance(operation) or canonical(operation.function) in RELEASING
