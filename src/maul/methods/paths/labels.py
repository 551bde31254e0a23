"""The labels of a search as evidence.

Comes in: labels of points at which blocks begin, inductive over the blocks of a graph. Goes out:
``Safe``. Where a block ends can depend on where it begins: a piece that would get too large ends
at calls that a smaller one runs through. The label of a point that another block passes says
nothing about the executions inside that block, so it is left out; the checker then looks at longer
pieces, which the labels around them carry all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.proofs.verdict import Labelled, Safe

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from maul.cfa.blocks import BlockGraph
    from maul.encode.state import Layout
    from maul.logic.terms import Term


def proof(graph: BlockGraph, layout: Layout, labels: Mapping[Hashable, Term]) -> Safe:
    """That the labels show that no error is reached."""
    inner = graph.inner()
    kept = {
        place: label
        for place, label in labels.items()
        if isinstance(place, Point) and place is not graph.start and place not in inner
    }
    return Safe(Labelled(graph.points, layout, kept))
