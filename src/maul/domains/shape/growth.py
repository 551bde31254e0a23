"""Graphs that get larger and larger, or more and more: what they are about is no list.

Comes in: a graph where a cycle is cut, and how many others there are. Goes out: in the words of the
program, where the shape was lost; None as long as the graph is small and there are few others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer, Record
from maul.cfa.render import variable_text
from maul.errors import Unsupported
from maul.shapes.graph import Address, Kind, MemoryRegion
from maul.shapes.names import names_of, variables_in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.source import Span
    from maul.c.tree import Variable
    from maul.shapes.graph import ObjectId, ShapeGraph


class ShapeLost(Unsupported):
    """Graphs are too large or too many, one of them this, to be told apart by any precision."""

    def __init__(self, span: Span, what: str, graph: ShapeGraph) -> None:
        super().__init__(span, what)
        self.graph = graph


MOST = 24  # live objects on the heap, each segment counted once
MOST_OTHERS = 32  # graphs at one point


def outgrown(graph: ShapeGraph, others: int) -> str | None:
    """Why a graph with very many objects, or beside many others, is followed no more."""
    alive = [n for n in graph.objects if _is_alive(graph, n)]
    if len(alive) <= MOST and (others <= MOST_OTHERS or not alive):
        return None
    names = names_of(graph)
    widest = max(alive, key=lambda number: (len(_links(graph, number)), -number))
    links = _links(graph, widest)
    if not links:
        return f"more and more objects ({len(alive)}) are no list"
    members = [names.member(widest, offset) for offset in links]
    record = names.record(widest)
    told = " and ".join(f"`{each}`" for each in _expressions(graph, record, members))
    if len(links) > 1:
        return f"{told} are no list"
    return f"{told} is no list of cells that are alike"


def _is_alive(graph: ShapeGraph, number: ObjectId) -> bool:
    found = graph.objects[number]
    return found.kind is Kind.HEAP and not (isinstance(found, MemoryRegion) and not found.is_live)


def _links(graph: ShapeGraph, number: ObjectId) -> list[int]:
    """Where an object leads to others on the heap that are as large."""
    found = graph.objects[number]
    return [
        field.offset
        for field in graph.fields_of(number)
        if isinstance(field.value, Address)
        and field.value.object != number
        and _is_alive(graph, field.value.object)
        and graph.objects[field.value.object].size == found.size
    ]


def _expressions(graph: ShapeGraph, record: Record | None, members: list[str]) -> Iterator[str]:
    """Members of an object as the program calls them: by a variable that can lead there."""
    holder = next((v for v in variables_in_order(graph) if _leads_to(v, record)), None)
    for member in members:
        if holder is not None:
            yield f"{variable_text(holder)}->{member}"
        else:
            yield f"{record}.{member}" if record is not None else member


def _leads_to(variable: Variable, record: Record | None) -> bool:
    """Whether a variable is a pointer to a record."""
    t = variable.type
    return record is not None and isinstance(t, Pointer) and t.target is record
