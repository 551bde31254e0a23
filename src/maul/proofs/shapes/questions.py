"""The questions about memory: whether bytes can be accessed, whether an object can be freed,
whether objects are lost or left.

Comes in: a graph and a question. Goes out: yes, no, or None when it may be either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer
from maul.cfa.walk import mentioned_variables
from maul.proofs.shapes.cases import Near, TakenApart, demand_cells
from maul.proofs.shapes.evaluate import FIRST_PAGE
from maul.proofs.shapes.unfold import by_emptiness
from maul.shapes.graph import (
    Address,
    End,
    FunctionPointer,
    Kind,
    KnownNumber,
    MemoryRegion,
    ObjectId,
    Segment,
)

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.calls import Point, Points
    from maul.cfa.expressions import Valid
    from maul.cfa.model import Location
    from maul.proofs.shapes.cases import Found
    from maul.proofs.shapes.evaluate import GraphEvaluation
    from maul.proofs.shapes.memory import WorkingGraph
    from maul.proofs.shapes.numbers import Interval


class MemoryQuestions:
    """Answers to questions asked at one point."""

    def __init__(self, points: Points, point: Point) -> None:
        self._points = points
        self._point = point

    def answer(self, at: GraphEvaluation, e: Valid) -> bool | None:
        """What is known about a question."""
        match e.question:
            case "deref":
                size = at.memory.interval(at.plain(at.value(e.size)), e.size.type)
                return can_access(at, at.value(e.pointer), size)
            case "free":
                return can_free(at, at.value(e.pointer))
            case "memtrack":
                return self._all_reached(at.memory) or None
            case "memcleanup":
                return nothing_left(at.memory)
        return None

    def _all_reached(self, memory: WorkingGraph) -> bool:
        """Whether a chain of addresses leads from variables to every live heap object."""
        if memory.is_lost:
            return False
        reached = reached_from(memory, [memory.variables[v] for v in self._that_count(memory)])
        return all(
            number in reached
            for number, made in memory.objects.items()
            if made.kind is Kind.HEAP and (isinstance(made, Segment) or made.is_live)
        )

    def _that_count(self, memory: WorkingGraph) -> list[Variable]:
        """The variables that lead to objects: of the functions of the compiler's own those that
        may be read again."""
        read: set[Variable] = set()
        stack, location = self._point.stack, self._point.location
        while True:
            read |= {self._points.instance(each, stack) for each in mentioned_from(location)}
            if stack.call is None or stack.parent is None:
                break
            location, stack = stack.call.target, stack.parent
        return [each for each in memory.variables if "::$" not in each.name or each in read]


def mentioned_from(location: Location) -> set[Variable]:
    """The variables that are mentioned behind a location, in its function."""
    found: set[Variable] = set()
    seen, waiting = {location}, [location]
    while waiting:
        for edge in waiting.pop().leaving:
            found.update(mentioned_variables(edge.operation))
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    return found


def reached_from(memory: WorkingGraph, roots: list[ObjectId]) -> set[ObjectId]:
    """The objects to which chains of addresses lead, however many cells segments have. What a
    segment owns is there only if a cell is; so from there, and from the cells, a chain leads on for
    certain only to what is there under the same condition. Of an empty segment FIRST means what the
    link says, LAST what the back link says."""
    reached: set[tuple[ObjectId, End]] = set()
    waiting = [(root, End.WHOLE) for root in roots]
    while waiting:
        number, end = waiting.pop()
        if (number, end) in reached:
            continue
        reached.add((number, end))
        made, needed = memory.objects[number], _perhaps_missing(memory, number)
        for field in memory.fields_of(number):
            value = field.value
            if not isinstance(value, Address) or not isinstance(field.type, Pointer):
                continue
            through = (
                isinstance(made, Segment) and end is End.FIRST and field.offset == made.link
            ) or (isinstance(made, Segment) and end is End.LAST and field.offset == made.back)
            given = needed - {number} if through else needed
            is_there = given <= _perhaps_missing(memory, value.object)
            if is_there and leads_to_all(memory.objects[value.object], value.end):
                waiting.append((value.object, value.end))
    return {number for number, _ in reached}


def _perhaps_missing(memory: WorkingGraph, number: ObjectId) -> set[ObjectId]:
    """The segments that may have no cells among an object and its owners."""
    found: set[ObjectId] = set()
    here: ObjectId | None = number
    while here is not None:
        made = memory.objects[here]
        if isinstance(made, Segment) and made.minimum == 0:
            found.add(here)
        here = made.owner
    return found


def leads_to_all(target: MemoryRegion | Segment, end: End) -> bool:
    """Whether an address leads to a region, or to all cells of a segment."""
    match target:
        case MemoryRegion():
            return True
        case Segment(back=back):
            return end is End.FIRST or (end is End.LAST and back is not None)


def nothing_left(memory: WorkingGraph) -> bool | None:
    """Whether no object on the heap is alive."""
    for number, made in memory.objects.items():
        if made.kind is not Kind.HEAP or (isinstance(made, MemoryRegion) and not made.is_live):
            continue
        if made.owner is not None:
            continue  # there is one when its segment has a cell
        if isinstance(made, Segment) and made.minimum == 0:
            raise TakenApart(by_emptiness(memory, number))
        return False
    return None if memory.is_lost else True


def can_access(at: GraphEvaluation, start: Found, size: Interval) -> bool | None:
    """Whether so many bytes lie in one live object."""
    match start:
        case KnownNumber(value=number) if number < FIRST_PAGE:
            return False
        case FunctionPointer():
            return False
        case Address(object=number, offset=offset, end=end):
            demand_cells(at.memory, start)
            start = Near(number, offset, offset, end)
        case Near():
            pass
        case _:
            return None
    made = at.memory.objects[start.object]
    if isinstance(made, MemoryRegion) and not made.is_live:
        return False
    least, most = at.memory.size(start.object)
    if start.low >= 0 and start.high + size[1] <= least:
        return True
    if start.high < 0 or start.low + size[0] > most:
        return False
    return None


def can_free(at: GraphEvaluation, start: Found) -> bool | None:
    """Whether a pointer is null or the start of a live object on the heap."""
    match start:
        case KnownNumber(value=0):
            return True
        case FunctionPointer():
            return False
        case Address(object=number, offset=offset):
            demand_cells(at.memory, start)
            made = at.memory.objects[number]
            is_live = isinstance(made, Segment) or made.is_live
            return is_live and made.kind is Kind.HEAP and offset == 0
    return None
