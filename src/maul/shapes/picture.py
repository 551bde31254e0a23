"""A memory graph in the language of Graphviz.

Comes in: a graph. Goes out: variables as ovals, objects as boxes, segments as boxes with two lines,
what has ended dashed; an arrow for each address, with the member that holds it; what the cells of a
segment each have for themselves stands in a frame.
"""

from __future__ import annotations

from collections.abc import Iterator

from maul.cfa.render import quoted
from maul.shapes.graph import (
    Address,
    End,
    FieldValue,
    Kind,
    MemoryRegion,
    ObjectId,
    Segment,
    ShapeGraph,
)
from maul.shapes.names import names_of
from maul.shapes.text import STEP, Shown


def dot(graph: ShapeGraph) -> str:
    """The graph as a drawing for Graphviz."""
    shown = Shown(graph, names_of(graph))
    lines = [
        "digraph shape {",
        "  rankdir=LR;",
        '  node [shape=box, fontname="mono"];',
        '  edge [fontname="mono"];',
        *_nodes(shown, None, STEP),
        *(edge for number in shown.names.order for edge in _edges(shown, number)),
    ]
    if graph.is_lost:
        lines.append('  lost [shape=plaintext, label="objects that nothing leads to"];')
    return "\n".join([*lines, "}"]) + "\n"


def _nodes(shown: Shown, owner: ObjectId | None, indent: str) -> Iterator[str]:
    """The objects of an owner; around what a segment owns is a frame."""
    for number in shown.names.order:
        if shown.graph.objects[number].owner != owner:
            continue
        yield f"{indent}n{number} [{_attributes(shown, number)}];"
        if any(made.owner == number for made in shown.graph.objects.values()):
            yield f"{indent}subgraph cluster_{number} {{"
            yield f"{indent}{STEP}label={quoted(f'each cell of {shown.names.objects[number]}')};"
            yield from _nodes(shown, number, indent + STEP)
            yield f"{indent}}}"


def _attributes(shown: Shown, number: ObjectId) -> str:
    """How an object is drawn; what leads elsewhere is an arrow and no text."""
    made = shown.graph.objects[number]
    known = [
        shown.names.member(number, field.offset, field.size) + shown.value_text(field)
        for field in shown.graph.fields_of(number)
        if not isinstance(field.value, Address)
    ]
    label = "\n".join([shown.names.objects[number].removeprefix("&"), *known])
    match made:
        case Segment(minimum=minimum):
            label = label.replace("\n", f" ({minimum} or more)\n", 1)
            label = label if known else f"{label} ({minimum} or more)"
            return f"label={quoted(label)}, peripheries=2"
        case MemoryRegion(is_live=False):
            return f"label={quoted(label)}, style=dashed"
        case MemoryRegion(kind=Kind.VARIABLE):
            return f"label={quoted(label)}, shape=oval"
    return f"label={quoted(label)}"


def _edges(shown: Shown, number: ObjectId) -> Iterator[str]:
    """An arrow for each address in an object."""
    for field in shown.graph.fields_of(number):
        if isinstance(field.value, Address):
            attributes = _arrow(shown, number, field, field.value)
            yield f"  n{number} -> n{field.value.object}{attributes};"


def _arrow(shown: Shown, number: ObjectId, field: FieldValue, address: Address) -> str:
    """Which member holds an address, and which place of the target it leads to."""
    variable = shown.graph.objects[number].kind is Kind.VARIABLE
    whole = variable and len(shown.graph.fields_of(number)) == 1 and field.offset == 0
    parts = []
    if not whole:
        label = shown.names.member(number, field.offset, field.size)
        parts.append(f"label={quoted(label)}")
    place = shown.names.member(address.object, address.offset) if address.offset else ""
    end = "" if address.end in (End.WHOLE, End.FIRST) else address.end.value
    there = f"{end} {place}".strip()
    if there:
        parts.append(f"headlabel={quoted(there)}")
    return f" [{', '.join(parts)}]" if parts else ""
