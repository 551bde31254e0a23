"""A labelling over points and a layout of the checker's own: it shares no state with the search.

Comes in: a labelling, over the points and the layout of a search. Goes out: the same claim over new
ones, made from the program. Of the search's layout plain data are taken: the addresses of objects,
which must not overlap, how many arbitrary values there have been, and which symbol it gave to which
region of memory; a region is recognised by the accesses of the program to it. Whatever else the
search has done to its objects, before or meanwhile, is not seen. Data that are wrong make the
labels wrong, and these are checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import is_scalar
from maul.cfa.calls import Points
from maul.cfa.expressions import Load, Place
from maul.cfa.walk import inner_first, mentioned_variables, root, written_place
from maul.encode.numbers import object_size
from maul.encode.state import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maul.cfa.analyses.regions import Region
    from maul.cfa.calls import Point, Stack
    from maul.cfa.expressions import Lvalue
    from maul.cfa.model import Cfa


class Misplaced(Exception):
    """Labels are at points, or objects at addresses, at which they cannot be."""


class OwnPoints:
    """New points of a program, and for the points of a search the same ones among them."""

    def __init__(self, cfa: Cfa) -> None:
        self.points = Points(cfa)
        self._stacks: dict[Stack, Stack] = {}

    def of(self, point: Point) -> Point:
        """The same location under the same calls."""
        stack = self._stack(point.stack)
        if point.location.function != stack.automaton.name:
            raise Misplaced(f"{point.location} is not in {stack.automaton.name}")
        return self.points.point(point.location, stack)

    def _stack(self, stack: Stack) -> Stack:
        found = self._stacks.get(stack)
        if found is None:
            frames = [frame for frame in (stack, *stack.outer()) if frame.call is not None]
            found = self.points.start.stack
            for frame in reversed(frames):
                assert frame.call is not None
                at = self.points.point(frame.call.source, found)
                found = self.points.step(at, frame.call).stack
            self._stacks[stack] = found
        return found


def own_layout(cfa: Cfa, given: Layout) -> Layout:
    """A bit-precise layout in which objects have the addresses of a given one."""
    layout = Layout(cfa)
    places = given.places()
    demand_room(places, cfa, layout)
    layout.settle(places)
    layout.symbols = given.symbols
    return layout


def own_regions(
    cfa: Cfa, given: Layout, wanted: set[Region], layout: Layout
) -> dict[Region, Region]:
    """For regions that pointers reach those of another layout, by the first access to each."""
    found: dict[Region, Region] = {}
    if wanted:
        for place in shared_accesses(cfa, layout):
            region = given.regions.of(place)
            if region in wanted and region not in found:
                found[region] = layout.regions.of(place)
                if len(found) == len(wanted):
                    break
    return found


def shared_accesses(cfa: Cfa, layout: Layout) -> Iterator[Lvalue]:
    """The scalars that pointers reach and the program accesses, in the order of the program."""
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                target = written_place(edge.operation)
                places: list[Lvalue] = [] if target is None else [target]
                loads = (e for e in inner_first(edge.operation) if isinstance(e, Load))
                places += [load.place for load in loads]
                yield from (place for place in places if _is_shared(layout, place))


def _is_shared(layout: Layout, place: Lvalue) -> bool:
    """Whether a place is a scalar that pointers reach."""
    top = root(place)
    if isinstance(top, Place) and not layout.is_addressed(top.variable):
        return False
    return is_scalar(place.type)


# ---- addresses ---------------------------------------------------------------------------------


def demand_room(places: Mapping[str, int], cfa: Cfa, layout: Layout) -> None:
    """Refuse addresses at which objects would overlap: a proof over these would prove nothing."""
    first = layout.places()[""]
    named = {name: at for name, at in places.items() if name}
    sizes = _sizes(cfa) if named else {}
    end = first
    for name, at in sorted(named.items(), key=lambda place: place[1]):
        if at < end:
            raise Misplaced(f"there is no room for {name} at {at}")
        end = at + layout.room(_size(name, sizes))
    if not end <= places[""] <= layout.end_of_variables:
        raise Misplaced("there is no room for more variables")


def _size(name: str, sizes: Mapping[str, int]) -> int:
    """The bytes of what has a name in a layout."""
    if name.endswith("()"):
        return 1  # a function, perhaps one without body or one that the pruned program lacks
    # In deeper activations of a recursive function its variables have numbers.
    known = name if name in sizes else name.partition("@")[0]
    if known not in sizes:
        raise Misplaced(f"nothing that has an address is called {name}")
    return sizes[known]


def _sizes(cfa: Cfa) -> dict[str, int]:
    """The bytes of every variable that has an address, by its name in a layout."""
    found: dict[str, int] = {}
    for automaton in cfa.automata():
        variables = [*automaton.parameters]
        for at in automaton.locations:
            for edge in at.leaving:
                variables += mentioned_variables(edge.operation)
        found.update({v.name: object_size(v.type) for v in variables if v in cfa.addressed})
    return found
