"""Integers that only keep pointers: a program converts a pointer, and later the number back.

Comes in: a program model. Goes out: the variables of which every value that the program gives them
is a pointer just converted, or a copy of such a variable. Nothing is computed from these numbers
before they become pointers again, so that they lead nowhere else, whatever addresses the program
compares or mixes. Some of them, and some pointers, only hold the starts of allocated objects. A
value that nobody gave them is another matter (``maul.cfa.analyses.placement``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Integer, Pointer
from maul.cfa.expressions import Constant, Convert, Load, Place
from maul.cfa.library import canonical
from maul.cfa.model import Assign, Call, Havoc
from maul.cfa.order import entered_function
from maul.cfa.walk import parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Cfa, Edge

_ALLOCATING = frozenset(("malloc", "calloc", "realloc"))


def keeps_pointer(cfa: Cfa) -> Callable[[Expression], bool]:
    """Whether an integer expression of the program is a pointer as it is."""
    kept, size = kept_pointers(cfa), cfa.model.pointer_size
    return lambda e: _is_one(e, kept, size, _is_pointer)


def kept_pointers(cfa: Cfa) -> frozenset[Variable]:
    """The variables that keep pointers and nothing else that the program computes."""
    given, others, allocated = _values(cfa)
    whole = {v: values for v, values in given.items() if isinstance(v.type, Integer)}
    return _closed(whole, others | allocated, cfa.model.pointer_size, _is_pointer)


def starts_object(cfa: Cfa) -> Callable[[Expression], bool]:
    """Whether an expression is null or where an allocated object starts, pointer or number."""
    given, others, allocated = _values(cfa)
    for variable in allocated - others:
        given.setdefault(variable, [])
    size = cfa.model.pointer_size
    starts = _closed(given, others, size, _is_null)
    return lambda e: _is_one(e, starts, size, _is_null)


def fresh_numbers(cfa: Cfa) -> Callable[[Expression, str], bool]:
    """Whether a number is computed from pointers by the same call of a function: all integers as
    wide as pointers that it reads are variables of that function, and got nothing but such numbers
    since it was called."""
    given, others, allocated = _values(cfa)
    others |= allocated
    size = cfa.model.pointer_size
    fresh = frozenset(v for v in given if v.function and v not in others)

    def is_fresh(e: Expression, function: str) -> bool:
        return all(
            isinstance(part.place, Place)
            and part.place.variable in fresh
            and part.place.variable.function == function
            for part in parts(e)
            if isinstance(part, Load)
            and isinstance(part.type, Integer)
            and _is_wide_enough(part.type, size)
        )

    while fewer := {v for v in fresh if not all(is_fresh(e, v.function) for e in given[v])}:
        fresh -= fewer
    return is_fresh


def _values(cfa: Cfa) -> tuple[dict[Variable, list[Expression]], set[Variable], set[Variable]]:
    """What the program gives to its variables; the variables that get other values, and those that
    get the results of allocations."""
    given: dict[Variable, list[Expression]] = {}
    others: set[Variable] = set(cfa.addressed)
    allocated: set[Variable] = set()
    for automaton in cfa.automata():
        others.update(automaton.parameters)
        for at in automaton.locations:
            for edge in at.leaving:
                match edge.operation:
                    case Assign(target=Place(variable=variable), value=value):
                        given.setdefault(variable, []).append(value)
                    case Call(result=Place(variable=variable)):
                        (allocated if _is_allocation(cfa, edge) else others).add(variable)
                    case Havoc(target=Place(variable=variable), origin=origin):
                        if origin != "uninitialised":
                            others.add(variable)
    return given, others, allocated


def _is_allocation(cfa: Cfa, edge: Edge) -> bool:
    call = edge.operation
    return (
        isinstance(call, Call)
        and canonical(call.function) in _ALLOCATING
        and entered_function(cfa, edge) is None
    )


def _closed(
    given: dict[Variable, list[Expression]],
    others: set[Variable],
    size: int,
    is_leaf: Callable[[Expression], bool],
) -> frozenset[Variable]:
    """The variables that are as wide as pointers and get nothing but leaves and copies of such
    variables."""
    kept = frozenset(v for v in given if _is_wide_enough(v.type, size) and v not in others)
    while True:
        fewer = frozenset(v for v in kept if all(_is_one(e, kept, size, is_leaf) for e in given[v]))
        if fewer == kept:
            return kept
        kept = fewer


def _is_one(
    e: Expression, kept: frozenset[Variable], size: int, is_leaf: Callable[[Expression], bool]
) -> bool:
    while isinstance(e, Convert) and _is_wide_enough(e.type, size):
        e = e.operand
    if isinstance(e, Load) and isinstance(e.place, Place) and e.place.variable in kept:
        return True
    return is_leaf(e)


def _is_pointer(e: Expression) -> bool:
    return isinstance(e.type, Pointer)


def _is_null(e: Expression) -> bool:
    return isinstance(e, Constant) and e.value == 0


def _is_wide_enough(t: CType, size: int) -> bool:
    """Whether a type keeps a pointer as it is."""
    return isinstance(t, Pointer) or (isinstance(t, Integer) and t.bits == 8 * size)
