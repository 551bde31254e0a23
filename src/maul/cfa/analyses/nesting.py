"""How loops nest: for every location the heads of the loops around it, and a rank.

This is a weak topological order (Bourdoncle 1993): an edge leads to a higher rank unless it leads
to the head of a loop that its source is in. Unlike natural loops it exists for every graph, gotos
into the middle of loops included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.order import components, reverse_postorder
from maul.node import node

if TYPE_CHECKING:
    from maul.cfa.model import Automaton, Location


@node
class Nesting:
    """``heads`` gives the loops around a location, the outermost first; a head is in its own."""

    rank: dict[Location, int]
    heads: dict[Location, tuple[Location, ...]]


def nesting(automaton: Automaton) -> Nesting:
    """The loops of one function."""
    order = reverse_postorder(automaton)
    first = {at: index for index, at in enumerate(order)}
    found = Nesting({}, {})
    # Strongly connected parts that are still to be ranked, the next one last, with what is around.
    pending: list[tuple[tuple[Location, ...], tuple[Location, ...]]] = [
        (group, ()) for group in _groups(order)
    ]
    while pending:
        group, around = pending.pop()
        head = min(group, key=first.__getitem__)
        body = tuple(at for at in group if at is not head)
        if body or any(edge.target is head for edge in head.leaving):
            around = (*around, head)
        found.rank[head] = len(found.rank)
        found.heads[head] = around
        pending.extend((inner, around) for inner in _groups(body))
    return found


def _groups(part: tuple[Location, ...]) -> tuple[tuple[Location, ...], ...]:
    """The strongly connected components of a part of the graph, each after those it leads to."""
    inside = set(part)
    return components(
        {at: tuple(edge.target for edge in at.leaving if edge.target in inside) for at in part}
    )
