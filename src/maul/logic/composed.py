"""Transitions one after the other as one transition.

Comes in: transitions, and constants that some variables are known to hold before them. Goes out:
one transition that does the same from states in which they do. What the constants decide is
computed: of a path on which values decide most branches, few guards are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import FALSE, TRUE, Term
from maul.logic.transition import Transition
from maul.logic.walk import Substitution, conjuncts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def composed(transitions: Iterable[Transition], known: Mapping[Term, Term]) -> Transition:
    """What transitions do one after the other; they have no inputs in common."""
    values, written = dict(known), dict[Term, None]()
    guards: dict[Term, None] = {}
    inputs: list[Term] = []
    for transition in transitions:
        replaced = Substitution({x: values[x] for x in transition.reads() if x in values})
        for guard in transition.guards:
            guards.update(dict.fromkeys(conjuncts(replaced(guard))))
        new = {x: replaced(e) for x, e in transition.updates.items()}
        values.update(new)
        written.update(dict.fromkeys(new))
        inputs += transition.inputs
    if FALSE in guards:
        return Transition((FALSE,), {}, ())
    guards.pop(TRUE, None)
    updates = {x: values[x] for x in written if values[x] is not x}
    return Transition(tuple(guards), updates, tuple(inputs))
