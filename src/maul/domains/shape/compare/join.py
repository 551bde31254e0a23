"""A graph that stands for the states of two graphs [Dudka13, section 5].

Which objects correspond is found first (``correspondence``); then the graph is made (``product``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.shape.compare.abstraction import with_segments, without_unknown_variables
from maul.domains.shape.compare.canonical import renumbered
from maul.domains.shape.compare.correspondence import Correspondence
from maul.domains.shape.compare.lookup import field_at, targets, with_variables
from maul.domains.shape.compare.product import Product, are_ends_right
from maul.domains.shape.compare.segments import shapes_in
from maul.domains.shape.compare.twins import Pairing
from maul.shapes.graph import Address, End, Segment, ShapeGraph

if TYPE_CHECKING:
    from maul.domains.shape.precision import ShapePrecision
    from maul.shapes.graph import FieldValue, ObjectId


def join(old: ShapeGraph, new: ShapeGraph, precision: ShapePrecision) -> ShapeGraph | None:
    """A graph that stands for at least the states of both; None if they are too different. Bounds
    that the old graph does not have are moved far."""
    old, new = with_variables(old, new), with_variables(new, old)
    if old.variables.keys() != new.variables.keys() or len(old.automatic) != len(new.automatic):
        return None
    start = Correspondence(old, new, precision, shapes_in(old, new))
    roots = [(old.variables[variable], new.variables[variable]) for variable in old.variables]
    roots += zip(old.automatic, new.automatic, strict=True)
    if not all(start.pair(one, other) for one, other in roots):
        return None
    start.waiting.sort(key=lambda question: _rank(question, old, new))
    found = start.solved()
    if found is None:
        return None
    product = Product(found)
    if not product.is_possible or not are_ends_right(product.objects, product.fields):
        return None
    joined = ShapeGraph(
        product.objects,
        product.fields,
        product.facts,
        {variable: found.becomes[0][number] for variable, number in old.variables.items()},
        tuple(found.becomes[0][number] for number in old.automatic),
        old.is_lost or new.is_lost,
    )
    joined = renumbered(without_unknown_variables(with_segments(joined, precision)))
    if _depth(joined) > max(_depth(old), _depth(new)):
        return None
    is_worse = _misses(joined) > max(_misses(old), _misses(new))
    return None if is_worse else joined


def _misses(graph: ShapeGraph) -> int:
    """How often a doubly linked segment leads to a cell that does not lead back to it. A join that
    has more of them than the graphs that it joins has taken cells for those of other places."""
    return sum(
        1
        for number, found in graph.objects.items()
        if isinstance(found, Segment) and found.back is not None
        for there, back, end in (
            (found.link, found.back, End.LAST),
            (found.back, found.link, End.FIRST),
        )
        if _misses_back(graph, number, field_at(graph, number, there), back, end)
    )


def _misses_back(
    graph: ShapeGraph, number: ObjectId, way: FieldValue | None, back: int, end: End
) -> bool:
    """Whether what a link of a segment leads to has another link back."""
    if way is None or not isinstance(way.value, Address):
        return False
    found = field_at(graph, way.value.object, back)
    if found is None or not isinstance(found.value, Address):
        return False
    return (found.value.object, found.value.end) != (number, end)


def _depth(graph: ShapeGraph) -> int:
    """How many steps away from the variables objects are. A join that makes rows of segments longer
    and longer has found other lists than the program has."""
    level: set[ObjectId] = {*graph.variables.values(), *graph.automatic}
    seen, steps = set(level), 0
    while level:
        level = {to for at in level for to in targets(graph.fields_of(at))} - seen
        seen |= level
        steps += 1
    return steps


def _rank(question: Pairing, old: ShapeGraph, new: ShapeGraph) -> int:
    """Which questions come first: those without a choice, then those of objects that look alike."""
    left, right = question.left, question.right
    if not isinstance(left, Address) and not isinstance(right, Address):
        return 0
    if not isinstance(left, Address) or not isinstance(right, Address):
        return 3
    return 1 if _is_segment(left, old) == _is_segment(right, new) else 2


def _is_segment(address: Address, graph: ShapeGraph) -> bool:
    """Whether an address is one of a segment."""
    return isinstance(graph.objects[address.object], Segment)
