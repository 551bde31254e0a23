"""Integers that only keep pointers: a program converts a pointer, and later the number back.

Comes in: a program model. Goes out: the variables of which every value that the program gives them
is a pointer just converted, or a copy of such a variable. Nothing is computed from these numbers
before they become pointers again, so that they lead nowhere else, whatever addresses the program
compares or mixes. A value that nobody gave them is another matter
(``maul.cfa.analyses.placement``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Integer, Pointer
from maul.cfa.expressions import Convert, Load, Place
from maul.cfa.model import Assign, Call, Havoc

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Cfa


def keeps_pointer(cfa: Cfa) -> Callable[[Expression], bool]:
    """Whether an integer expression of the program is a pointer as it is."""
    kept, size = kept_pointers(cfa), cfa.model.pointer_size
    return lambda e: _is_kept(e, kept, size)


def kept_pointers(cfa: Cfa) -> frozenset[Variable]:
    """The variables that keep pointers and nothing else that the program computes."""
    given: dict[Variable, list[Expression]] = {}
    others = set(cfa.addressed)
    for automaton in cfa.automata():
        others.update(automaton.parameters)
        for at in automaton.locations:
            for edge in at.leaving:
                match edge.operation:
                    case Assign(target=Place(variable=variable), value=value):
                        given.setdefault(variable, []).append(value)
                    case Call(result=Place(variable=variable)):
                        others.add(variable)
                    case Havoc(target=Place(variable=variable), origin=origin):
                        if origin != "uninitialised":
                            others.add(variable)
    size = cfa.model.pointer_size
    kept = frozenset(v for v in given if _is_wide_enough(v.type, size) and v not in others)
    while True:
        fewer = frozenset(v for v in kept if all(_is_kept(e, kept, size) for e in given[v]))
        if fewer == kept:
            return kept
        kept = fewer


def _is_kept(e: Expression, kept: frozenset[Variable], size: int) -> bool:
    while isinstance(e, Convert) and _is_wide_enough(e.type, size):
        e = e.operand
    if isinstance(e, Load) and isinstance(e.place, Place) and e.place.variable in kept:
        return True
    return isinstance(e.type, Pointer)


def _is_wide_enough(t: CType, size: int) -> bool:
    """Whether a type keeps a pointer as it is."""
    return isinstance(t, Pointer) or (isinstance(t, Integer) and t.bits == 8 * size)
