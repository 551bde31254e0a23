"""Many points of a program as one function that runs through them while values decide the way.

Comes in: points with their transitions and where these lead to, the first one the entry. Goes out:
a function from values at the entry to the point where the run stops, the values there and the
number of transitions taken. It stops at points without transitions, where a cycle closes, and
before any point at which something is unknown or not exactly one transition can be taken: there
``compiled_step`` goes on. It never learns anything from guards, and takes no transition that the
steps of the points would not take one by one.

Values are local variables. A point to which one way leads is written where it is reached; where
ways meet a block begins. Blocks are in an order in which ways lead down, so that most of them are
simply reached; those that a way passes by ask for their number.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from maul.formula.compiled_code import Code, function_of, uses_of
from maul.formula.compiled_parts import Part
from maul.formula.compiled_text import NEVER
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.formula.compiled_parts import Slots, Values
    from maul.formula.terms import Term
    from maul.formula.transition import Transition

Run: TypeAlias = "Callable[[Values], tuple[int, Values, int]]"

DEEPEST = 12  # points written into one another
SMALL = 6  # points to the end of the run that are written wherever they are reached


@node
class Stretch:
    """A point of a run: its transitions, and the places of the points they lead to."""

    transitions: Sequence[Transition]
    targets: Sequence[int]


def compiled_run(points: Sequence[Stretch], slots: Slots) -> Run:
    """The function that runs from the first point as far as values decide."""
    writer = _Writer(points, slots)
    writer.write()
    run: Run = function_of(writer.function(), {})
    return run


@node
class _Leaf:
    """Where the way out of a block is written: the line, and the place it leads to."""

    line: int
    start: str
    block: int
    target: int


class _Writer:
    """Writes the blocks of a run."""

    def __init__(self, points: Sequence[Stretch], slots: Slots) -> None:
        self._points = points
        self._parts = [[Part(t, slots) for t in point.transitions] for point in points]
        self._order = _order(points)
        self._ways_in = _ways_in(points, self._order)
        self._sizes = _sizes(points, self._order)
        self._lines: list[str] = []
        self._leaves: list[_Leaf] = []
        self._heads: dict[int, int] = {}  # the block of a point: the line where it begins
        self._waiting: list[tuple[int, int]] = []
        self._certain: dict[int, set[str]] = {0: set()}  # names that are known at a block
        self._used: dict[int, None] = {}
        self._changed: dict[int, None] = {}
        self._block = 0

    def write(self) -> None:
        """Write all blocks, in order."""
        heappush(self._waiting, (0, 0))
        while self._waiting:
            _, place = heappop(self._waiting)
            self._block = place
            self._heads[place] = len(self._lines)
            self._lines.append("")
            self._write(place, "   ", 0, self._certain[place])
        self._finish()

    def function(self) -> list[str]:
        """The lines of the whole function."""
        reads = [f" x{slot} = v[{slot}]" for slot in sorted({*self._used, *self._changed})]
        changed = sorted(self._changed)
        tail = [" return at, v, n"]
        if changed:
            same = " and ".join([f"x{slot} == v[{slot}]" for slot in changed])
            news = "; ".join([f"w[{slot}] = x{slot}" for slot in changed])
            tail = [f" if {same}: return at, v, n", f" w = [*v]; {news}", " return at, tuple(w), n"]
        return [*reads, " n = 0", " while True:", *self._lines, "  break", *tail]

    # ---- one point ----

    def _write(self, place: int, indent: str, steps: int, certain: set[str]) -> None:
        """Write a point that is reached after some steps in this block."""
        parts = self._parts[place]
        stop = f"n += {steps}; at = {place}; break" if steps else f"at = {place}; break"
        # An atom is tested once for each transition: naming it costs more than testing it again.
        atoms = list(dict.fromkeys([atom for part in parts for atom, _ in part.literals()]))
        uses = uses_of([*atoms, *[value for part in parts for _, value in part.updates]])
        code = Code(lambda symbol: self._read(parts, symbol), uses, quick=True)
        code.lines, code.indent, code.bail, code.certain = self._lines, indent, stop, certain
        code.need(atoms)
        if not parts or any(code.operands[atom] == NEVER for atom in atoms):
            code.line(stop)
            return
        code.sure(atoms)
        if len(parts) == 1 and not atoms:
            self._take(code, place, 0, steps)
            return
        if not _are_exclusive(parts):
            code.line(stop)
            return
        settled = len(parts) == 2 and len(parts[0].guards) == len(parts[1].guards) == 1
        for number, part in enumerate(parts):
            tests = [
                code.operands[atom] if wanted else f"not {code.operands[atom]}"
                for atom, wanted in part.literals()
            ]
            opening = f"{'elif' if number else 'if'} {' and '.join(tests)}:"
            code.line("else:" if number and settled else opening)
            self._take(code.inner(), place, number, steps)
        if not settled:
            code.line(f"else: {stop}")

    def _read(self, parts: list[Part], symbol: Term) -> str:
        for part in parts:
            slot = part.slots.get(symbol)
            if slot is not None and not any(symbol in other.inputs for other in parts):
                self._used[slot] = None
                return f"x{slot}"
        return NEVER

    def _take(self, code: Code, place: int, number: int, steps: int) -> None:
        """Write a transition and where it leads to."""
        updates = self._parts[place][number].updates
        code.need([value for _, value in updates])
        news = [(slot, code.operands[value]) for slot, value in updates]
        if news:
            names = ", ".join([f"x{slot}" for slot, _ in news])
            code.line(f"{names} = {', '.join([operand for _, operand in news])}")
        unsure = [operand == NEVER or operand in code.unsure for _, operand in news]
        for (slot, _), is_unsure in zip(news, unsure, strict=True):
            self._changed[slot] = None
            (code.certain.discard if is_unsure else code.certain.add)(f"x{slot}")
        target = self._points[place].targets[number]
        certain = {name for name in code.certain if name.startswith("x")}
        self._go(target, code.indent, steps + 1, certain, self._order[place])

    def _go(self, target: int, indent: str, steps: int, certain: set[str], here: int) -> None:
        """Write the way to a point: the point itself, a way to its block, or an end."""
        if not self._parts[target] or self._order[target] <= here:
            self._lines.append(f"{indent}n += {steps}; at = {target}; break")
            return
        is_inner = self._ways_in[target] == 1 or self._sizes[target] <= SMALL
        if is_inner and len(indent) < DEEPEST and target not in self._certain:
            self._write(target, indent, steps, certain)
            return
        if target in self._certain:
            self._certain[target] &= certain
        else:
            self._certain[target] = certain
            heappush(self._waiting, (self._order[target], target))
        self._leaves.append(_Leaf(len(self._lines), f"{indent}n += {steps}", self._block, target))
        self._lines.append("")

    # ---- blocks ----

    def _finish(self) -> None:
        """Write where blocks begin and which one comes next, now that all are known."""
        position = {place: number for number, place in enumerate(self._heads)}
        passed: set[int] = set()
        for leaf in self._leaves:
            passed.update(range(position[leaf.block] + 1, position[leaf.target]))
        for leaf in self._leaves:
            at = position[leaf.target]
            is_next = at == position[leaf.block] + 1 and at not in passed
            self._lines[leaf.line] = leaf.start if is_next else f"{leaf.start}; at = {leaf.target}"
        for place, line in self._heads.items():
            is_plain = position[place] not in passed
            self._lines[line] = "  if True:" if is_plain else f"  if at == {place}:"


def _are_exclusive(parts: Sequence[Part]) -> bool:
    """Whether it is plain to see that no two transitions can be taken."""
    literals = [set(part.literals()) for part in parts]
    return all(
        any((atom, not wanted) in other for atom, wanted in one)
        for number, one in enumerate(literals)
        for other in literals[:number]
    )


def _order(points: Sequence[Stretch]) -> list[int]:
    """For each point a number that is smaller than those of the points behind it, cycles aside."""
    found = [-1] * len(points)
    finished: list[int] = []
    stack = [(0, iter(points[0].targets))]
    found[0] = 0
    while stack:
        place, targets = stack[-1]
        target = next(targets, None)
        if target is None:
            finished.append(place)
            stack.pop()
        elif found[target] < 0:
            found[target] = 0
            stack.append((target, iter(points[target].targets)))
    for number, place in enumerate(reversed(finished)):
        found[place] = number
    return found


def _sizes(points: Sequence[Stretch], order: Sequence[int]) -> list[int]:
    """For each point how many would be written from there to the ends if nothing were shared."""
    found = [0] * len(points)
    for place in sorted(range(len(points)), key=order.__getitem__, reverse=True):
        if points[place].transitions:
            behind = [found[t] for t in points[place].targets if order[t] > order[place]]
            found[place] = min(1 + sum(behind), SMALL + 1)
    return found


def _ways_in(points: Sequence[Stretch], order: Sequence[int]) -> list[int]:
    """For each point how many transitions lead to it, from points that can be reached."""
    found = [0] * len(points)
    for place, point in enumerate(points):
        for target in point.targets:
            found[target] += order[place] >= 0
    return found
