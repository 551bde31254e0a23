"""Pointers that end with their scope, where the question is which objects are lost.

Comes in: a function whose scopes are marked. Goes out: the edges that leave the scope of a variable
that holds pointers while the function goes on. If it does nothing more but compute something and
return, its pointers end anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.analyses.escape import marked
from maul.cfa.library import LEAVE_SCOPE
from maul.cfa.model import Call

if TYPE_CHECKING:
    from maul.cfa.model import Automaton, Edge, Location


def early_ends(automaton: Automaton) -> frozenset[Edge]:
    """The edges that leave a scope while the function goes on."""
    last = _last_steps(automaton)
    edges = (edge for at in automaton.locations for edge in at.leaving)
    return frozenset(
        edge for edge in edges if marked(edge.operation, (LEAVE_SCOPE,)) and edge.target not in last
    )


def _last_steps(automaton: Automaton) -> frozenset[Location]:
    """The locations from which a function neither calls anything nor goes round any more."""
    waits = {at: len(at.leaving) for at in automaton.locations}
    settled = [at for at, count in waits.items() if not count]
    found: set[Location] = set()
    while settled:
        at = settled.pop()
        found.add(at)
        for edge in at.entering:
            if isinstance(edge.operation, Call) and not marked(edge.operation):
                continue
            waits[edge.source] -= 1
            if not waits[edge.source]:
                settled.append(edge.source)
    return frozenset(found)
