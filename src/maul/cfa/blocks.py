"""Blocks: pieces of the program without cycles that the methods treat as one step.

Comes in: the points of a program and where blocks end. Goes out: for a point the piece that begins
there: the steps up to the next ends, in an order in which every step comes after those that lead to
it. With an end at every point a block is one statement (``single``); with ends where paths meet or
part it is a basic block (``basic``); with ends only at loop heads, recursive functions and errors
it is everything in between, calls included (``large``, large-block encoding [BCGKS09]): paths that
meet in a piece are not told apart, so that one block stands for exponentially many paths. Between
these lie ``loops-functions``, with ends at loop heads and where functions are entered and left,
which [BKW10] calls ABE-lf; ``adjustable:n``, where blocks also end after n steps; and ``medium``:
large where that is a small piece, basic elsewhere, for refuters that compute with the paths of a
block one by one.

What [BKW10] calls the operator blk, which decides from the way since the last end and from a
location whether a block ends there, is here a function from a point to the ends of the piece that
begins there (``Ends``): a place and a greatest number of steps.

A piece that grows too large through calls ends at those of long functions instead, or at all calls
if that is not enough. Points are the same whatever the
size of blocks: every execution is a sequence of blocks, and every error is an end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.order import call_groups, entered_function, loop_heads, recursive_functions
from maul.choices import ADJUSTABLE, BlockSize
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Automaton, Cfa, Edge, Location

LARGEST_PIECE = 1000  # steps; beyond, a piece ends where functions are entered and left
MEDIUM_PIECE = 80  # steps of a medium block; beyond, a basic one begins there
LONG_FUNCTION = 100  # steps, those of the functions it calls included

Ends: TypeAlias = Callable[["Point"], bool]


@node
class Step:
    """One statement between two points."""

    source: Point
    edge: Edge
    target: Point


@node
class PieceOfProgram:
    """All ways from a point to the next ends; each step comes after the steps to its source."""

    source: Point
    steps: tuple[Step, ...]
    ends: tuple[Point, ...]

    def steps_to(self, end: Point) -> tuple[Step, ...]:
        """The steps on ways to one of the ends."""
        wanted = {end}
        found: list[Step] = []
        for step in reversed(self.steps):
            if step.target in wanted:
                found.append(step)
                # The source itself may be an end, but nothing on the way to itself.
                wanted.add(step.source)
        found.reverse()
        return tuple(found)


class BlockGraph:
    """The program as pieces between ends, made when first asked for. Wherever ``also`` says so
    there is an end, whatever the size."""

    def __init__(self, points: Points, size: str, also: Ends | None = None) -> None:
        self.points = points
        self.size = size
        self.start = points.start
        name, _, length = size.partition(":")
        self._length = int(length) if length else None
        self._tries = tuple(
            (ends if also is None else either(also, ends), most)
            for ends, most in _tries(points, name)
        )
        self._first_try: dict[Location, int] = {}
        self._pieces: dict[Point, PieceOfProgram] = {}

    def piece(self, source: Point) -> PieceOfProgram:
        """What begins at a point."""
        found = self._pieces.get(source)
        if found is None:
            found = self._pieces[source] = self._made(source)
        return found

    def inner(self) -> frozenset[Point]:
        """The points that some piece made so far passes: another piece may end there."""
        return frozenset(
            step.target
            for piece in self._pieces.values()
            for step in piece.steps
            if step.target not in piece.ends
        )

    def _made(self, source: Point) -> PieceOfProgram:
        """A piece that is not too large. What was too large under one call stack is not tried under
        another."""
        first = self._first_try.get(source.location, 0)
        for number, (ends, most) in enumerate(self._tries[first:], first):
            found = _piece(self.points, source, self._shortened(source, ends), most)
            if found is not None:
                self._first_try[source.location] = number
                return found
        raise AssertionError("a piece without a limit is never too large")

    def _shortened(self, source: Point, ends: Ends) -> Ends:
        """The ends, and those that the greatest length of a block makes."""
        if self._length is None:
            return ends
        return either(ends, _at_length(self.points, source, ends, self._length))


def _tries(points: Points, name: str) -> tuple[tuple[Ends, int | None], ...]:
    """What a piece tries in turn: where it ends and how many steps it may have then."""
    ends = _SIZES[name](points)
    if name == BlockSize.MEDIUM:
        return (ends, MEDIUM_PIECE), (_at_junctions(points), None)
    return (
        (ends, LARGEST_PIECE),
        (either(ends, _at_calls(points, LONG_FUNCTION)), LARGEST_PIECE),
        (either(ends, _at_calls(points, 0)), None),
    )


# ---- where blocks end --------------------------------------------------------------------------


def either(*ends: Ends) -> Ends:
    """Blocks end wherever one of several says so."""
    return lambda point: any(end(point) for end in ends)


def _everywhere(_: Points) -> Ends:
    return lambda _: True


def _at_junctions(points: Points) -> Ends:
    """Where paths meet or part, and around calls: basic blocks. Where two branches meet at once,
    one of them ends inside, so that no block has two ways, but for branches without a
    statement."""
    calls = _at_calls(points, 0)
    inside = {at for automaton in points.cfa.automata() for at in _sides(automaton)}

    def ends(point: Point) -> bool:
        at = point.location
        return _is_junction(at) or at in inside or calls(point)

    return either(ends, points.is_error)


def _is_junction(at: Location) -> bool:
    return len(at.entering) != 1 or len(at.leaving) != 1


def _sides(automaton: Automaton) -> Iterator[Location]:
    """For two branches that lead straight to one junction, a location inside of one of them."""
    for at in automaton.locations:
        if len(at.leaving) == 2:
            targets = [edge.target for edge in at.leaving]
            if len({_next_junction(target) for target in targets}) == 1:
                yield from [target for target in targets if not _is_junction(target)][:1]


def _next_junction(at: Location) -> Location:
    """Where the way from a location leads to without a choice."""
    while not _is_junction(at):
        at = at.leaving[0].target
    return at


def _at_cycles(points: Points) -> Ends:
    """At loop heads, entries of recursive functions and errors."""
    cfa = points.cfa
    cut = {at for automaton in cfa.automata() for at in loop_heads(automaton)}
    cut.update(cfa.functions[name].entry for name in recursive_functions(cfa))
    return lambda point: point.location in cut or points.is_error(point)


def _at_calls(points: Points, short: int) -> Ends:
    """Where functions with a body of more than ``short`` steps are entered, and where their callers
    go on."""
    cfa = points.cfa
    steps = _steps(cfa)
    cut = {automaton.entry for name, automaton in cfa.functions.items() if steps[name] > short}
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                entered = entered_function(cfa, edge)
                if entered is not None and steps[entered.name] > short:
                    cut.add(edge.target)
    return lambda point: point.location in cut


def _at_cycles_and_calls(points: Points) -> Ends:
    return either(_at_cycles(points), _at_calls(points, 0))


def _at_length(points: Points, source: Point, ends: Ends, length: int) -> Ends:
    """Where the longest way from a point, up to the ends, has so many steps: no way has more. It
    has so many at the latest where the shortest one does."""
    near = _piece(points, source, either(ends, _at_distance(points, source, length)), None)
    assert near is not None
    steps = {source: 0}
    for step in near.steps:
        before = steps.get(step.source, length)
        if before < length:
            steps[step.target] = max(steps.get(step.target, 0), before + 1)
    return frozenset(point for point, count in steps.items() if count == length).__contains__


def _at_distance(points: Points, source: Point, length: int) -> Ends:
    """Where the shortest way from a point has so many steps."""
    seen = {source}
    level = [source]
    for _ in range(length):
        targets = dict.fromkeys(t for point in level for _, t in points.successors(point))
        level = [target for target in targets if target not in seen]
        seen.update(level)
    return frozenset(level).__contains__


def _steps(cfa: Cfa) -> dict[str, int]:
    """How many steps each function has, with those of the functions it calls; more than a piece may
    have where there is recursion."""
    automata = {automaton.name: automaton for automaton in cfa.automata()}
    steps: dict[str, int] = {}
    for name in (name for group in call_groups(cfa) for name in group):
        count = 0
        for edge in (edge for at in automata[name].locations for edge in at.leaving):
            entered = entered_function(cfa, edge)
            count += 1 if entered is None else 1 + steps.get(entered.name, LARGEST_PIECE)
        steps[name] = min(count, LARGEST_PIECE)
    return steps


_SIZES: dict[str, Callable[[Points], Ends]] = {
    BlockSize.SINGLE: _everywhere,
    BlockSize.BASIC: _at_junctions,
    BlockSize.LARGE: _at_cycles,
    BlockSize.MEDIUM: _at_cycles,
    BlockSize.LOOPS_FUNCTIONS: _at_cycles_and_calls,
    ADJUSTABLE: _at_cycles_and_calls,
}

# ---- pieces ------------------------------------------------------------------------------------


def _piece(points: Points, source: Point, ends: Ends, most: int | None) -> PieceOfProgram | None:
    """The piece from a point to the next ends; None when it has more steps than ``most``.

    A depth-first search finishes a point after all that it leads to; the steps in reverse order of
    their sources' ends are the piece. What leads to no end is left out.
    """
    finished: list[Point] = []
    useful: set[Point] = set()  # points inside that lead to an end
    reached: dict[Point, None] = {}
    seen = {source}
    count = 0
    stack = [(source, points.successors(source), 0)]
    while stack:
        point, successors, place = stack.pop()
        if place == len(successors):
            finished.append(point)
            if any(target in useful or target in reached for _, target in successors):
                useful.add(point)
            continue
        stack.append((point, successors, place + 1))
        target = successors[place][1]
        count += 1
        if most is not None and count > most:
            return None
        if target is source or ends(target):
            reached[target] = None
        elif target not in seen:
            seen.add(target)
            stack.append((target, points.successors(target), 0))
    steps = tuple(
        Step(point, edge, target)
        for point in reversed(finished)
        for edge, target in points.successors(point)
        if target in useful or target in reached
    )
    return PieceOfProgram(source, steps, tuple(reached))
