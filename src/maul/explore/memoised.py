"""Block-abstraction memoisation: an analysis that remembers what it has found out of parts of the
program [Wonisch12].

Comes in: a predicate analysis, the units of the program (``maul.cfa.analyses.units``) and the CPA
algorithm. Goes out: an analysis whose ``post`` goes through a whole unit at once. Where a unit
begins the state and the precision are reduced to what has to do with the variables that the unit
reads or writes. If it has been analysed from the same state with the same precision, the summary of
that is used, else the unit is explored on its own, in a reached set of its own, in which the units
inside are gone through in the same way. The states at which it is left, expanded by what was left
out, are the successors; an error that is found inside is the only one.

A unit is explored under the call stack under which it was first met, whatever the stacks are from
which it is entered: variables are the same under all of them (``Units``). Where a state came
through a unit, ``paths`` says how, and ``instances`` what was reached there, for each stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.analyses.units import Inside
from maul.cfa.calls import Point
from maul.domains.predicate import PredicatePrecision, PredicateState
from maul.domains.reduction import expanded, reduced, reduced_precision
from maul.encode.blocks import Beyond
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.logic.build import TRUE, and_
from maul.logic.walk import conjuncts
from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator

    from maul.cfa.analyses.units import ProgramUnit, Units
    from maul.cfa.calls import Stack
    from maul.domains.predicate import PredicateCpa
    from maul.domains.program_graph import ProgramGraph
    from maul.domains.reduction import Knowledge
    from maul.explore.cpa_algorithm import Ticks
    from maul.explore.reached import Reached
    from maul.logic.terms import Term

States: TypeAlias = "Reached[PredicateState, PredicatePrecision]"


class Summary:
    """What is reached in a unit from one reduced state, with one precision. It is complete when no
    ``target`` was found."""

    __slots__ = ("cpa", "first", "inside", "precision", "reached", "target")

    def __init__(
        self,
        cpa: MemoisedCpa,
        inside: Inside,
        first: PredicateState,
        precision: PredicatePrecision,
        reached: States,
    ) -> None:
        self.cpa = cpa
        self.inside = inside
        self.first = first
        self.precision = precision
        self.reached = reached
        self.target: PredicateState | None = None
        reached.add(first, precision, None)

    def complete(self, run: Ticks) -> None:
        """Explore the unit until a target is found or nothing is left. A target that was found
        before was refuted meanwhile."""
        if self.target is not None:
            self.reached.prune(self.target)
        self.target = cpa_algorithm(self.cpa, self.reached, run)

    def ends(self) -> tuple[PredicateState, ...]:
        """The states that come out of the unit: the target, or else those where it is left."""
        if self.target is not None:
            return (self.target,)
        is_left = self.inside.is_left_at
        return tuple(e for e in self.reached if isinstance(e.point, Point) and is_left(e.point))


@node
class Use:
    """A summary that is used: under which stack, and what was left out of the state there."""

    summary: Summary
    stack: Stack
    left_out: Knowledge


@node
class Instance:
    """A state at a point, explored under another stack ``at`` a point of that."""

    at: Point
    point: Point
    formula: Term


@node
class Contents:
    """The variables that a unit reads or writes, and the points at which it has states."""

    symbols: frozenset[Term]
    points: tuple[Point, ...]


@node
class InUnit:
    """A precision as a unit has it, and the variables that matter there."""

    precision: PredicatePrecision
    relevant: frozenset[Term]


@value
class _Key:
    """What a summary is stored for: ``known`` are the conjuncts of the state."""

    unit: ProgramUnit
    known: frozenset[Term]
    precision: PredicatePrecision


class Summaries:
    """The summaries of a program. ``empty`` makes the reached sets."""

    def __init__(
        self,
        cpa: PredicateCpa,
        graph: ProgramGraph,
        units: Units,
        empty: Callable[[], States],
        run: Ticks,
    ) -> None:
        self.cpa = cpa
        self.units = units
        self.points = graph.points
        self.analysed = 0
        self.reused = 0
        self._graph = graph
        self._empty = empty
        self._run = run
        self._stacks: dict[ProgramUnit, Stack] = {}  # under which a unit is explored
        self._contents: dict[ProgramUnit, Contents] = {}
        self._found: dict[_Key, Summary] = {}
        self._precisions: dict[tuple[ProgramUnit, PredicatePrecision], InUnit] = {}
        self._known_precisions: dict[tuple[Hashable, ...], PredicatePrecision] = {}

    def __iter__(self) -> Iterator[Summary]:
        return iter(self._found.values())

    def entered(
        self, unit: ProgramUnit, point: Point, e: PredicateState, pi: PredicatePrecision
    ) -> Use:
        """Go through a unit from a state at its entry."""
        inside = self._inside(unit, point)
        known = self.in_unit(unit, pi)
        parts = reduced(e, known.relevant)
        key = _Key(unit, frozenset(conjuncts(parts.kept.formula)), known.precision)
        summary = self._found.get(key)
        if summary is None:
            entry = self.points.point(unit.entry, inside.stack)
            first = PredicateState(entry, parts.kept.formula, parts.kept.predicates)
            cpa = MemoisedCpa(self, inside)
            summary = Summary(cpa, inside, first, known.precision, self._empty())
            self._found[key] = summary
            self.analysed += 1
            summary.complete(self._run)
        elif summary.target is not None:
            summary.complete(self._run)
        else:
            self.reused += 1
        return Use(summary, point.stack, parts.left_out)

    def _inside(self, unit: ProgramUnit, point: Point) -> Inside:
        return Inside(unit, self._stacks.setdefault(unit, point.stack))

    # ---- precisions ----------------------------------------------------------------------------

    def in_unit(self, unit: ProgramUnit, pi: PredicatePrecision) -> InUnit:
        """A precision reduced to a unit, one object for the same predicates."""
        found = self._precisions.get((unit, pi))
        if found is None:
            contents = self.contents(unit)
            scopes = dict.fromkeys(map(pi.scope, contents.points))
            precision, relevant = reduced_precision(pi, scopes, contents.symbols)
            content = tuple(precision.predicates.items())
            precision = self._known_precisions.setdefault((unit, content), precision)
            found = self._precisions[unit, pi] = InUnit(precision, relevant)
        return found

    def sharpen(self, pi: PredicatePrecision) -> None:
        """Forget the summaries that were made with less than a precision has for their units."""
        self._precisions.clear()
        self._found = {
            key: summary
            for key, summary in self._found.items()
            if key.precision is self.in_unit(key.unit, pi).precision
        }

    def contents(self, unit: ProgramUnit) -> Contents:
        """What a unit that has been entered reads, writes and passes, with the units inside."""
        found = self._contents.get(unit)
        if found is None:
            found = self._contents[unit] = self._looked_into(unit)
        return found

    def _looked_into(self, unit: ProgramUnit) -> Contents:
        inside = Inside(unit, self._stacks[unit])
        symbols: set[Term] = set()
        points: dict[Point, None] = {}
        seen = {self.points.point(unit.entry, inside.stack): None}
        waiting = list(seen)
        while waiting:
            point = waiting.pop()
            points[point] = None
            if inside.is_left_at(point):
                continue
            inner = self.units.entered(point, inside)
            if inner is None:
                after: Iterable[Hashable] = self._followed(point, symbols)
            else:
                self._inside(inner, point)
                contents = self.contents(inner)
                symbols |= contents.symbols
                points.update(dict.fromkeys(contents.points))
                after = [self.points.point(at, point.stack) for at in inner.exits]
            new = [at for at in after if isinstance(at, Point) and at not in seen]
            seen.update(dict.fromkeys(new))
            waiting += new
        return Contents(frozenset(symbols), tuple(points))

    def _followed(self, point: Point, symbols: set[Term]) -> list[Hashable]:
        """Where the blocks from a point lead to; their variables are noted."""
        found: list[Hashable] = []
        for block in self._graph.leaving(point):
            transition = block.transition
            symbols |= transition.reads()
            symbols.update(transition.updates)
            found.append(block.target)
        return found

    def sizes(self, outermost: States) -> tuple[int, int]:
        """How many states are reached inside and outside of units, and how many were covered."""
        sets = (outermost, *(summary.reached for summary in self))
        return sum(map(len, sets)), sum(reached.covered for reached in sets)

    # ---- states under other stacks -------------------------------------------------------------

    def outside(self, e: PredicateState, use: Use) -> PredicateState:
        """A state inside a unit as it is where the summary is used."""
        old = use.summary.inside.stack
        known = expanded(e, use.left_out)
        return PredicateState(self.moved(e.point, old, use.stack), known.formula, known.predicates)

    def moved(self, at: Point | Beyond, old: Stack, new: Stack) -> Point | Beyond:
        """What a place is when the activation of one stack is that of another instead."""
        if isinstance(at, Beyond):
            return Beyond(self.points.moved(at.source, old, new))
        return self.points.moved(at, old, new)


class MemoisedCpa:
    """The analysis of the program, or of a unit that has been entered: as the analysis inside, but
    that units are gone through at once. ``uses`` says which summary was used last after a state at
    the entry of a unit, and ``origins`` for a state that came out of a unit from which use, and
    what it is in its summary."""

    merges = False

    def __init__(self, summaries: Summaries, inside: Inside | None = None) -> None:
        self.uses: dict[PredicateState, Use] = {}
        self.origins: dict[PredicateState, tuple[Use, PredicateState]] = {}
        self._summaries = summaries
        self._inside = inside
        self._cpa = summaries.cpa

    def post(self, e: PredicateState, pi: PredicatePrecision) -> Iterator[PredicateState]:
        """The states after each block from a point, or those that come out of a unit."""
        point = e.point
        if isinstance(point, Point):
            if self._inside is not None and self._inside.is_left_at(point):
                return
            unit = self._summaries.units.entered(point, self._inside)
            if unit is not None:
                yield from self._through(unit, point, e, pi)
                return
        yield from self._cpa.post(e, pi)

    def _through(
        self, unit: ProgramUnit, point: Point, e: PredicateState, pi: PredicatePrecision
    ) -> Iterator[PredicateState]:
        use = self.uses[e] = self._summaries.entered(unit, point, e, pi)
        for end in use.summary.ends():
            found = self._summaries.outside(end, use)
            self.origins[found] = use, end
            yield found

    def forget(self, reached: Collection[PredicateState]) -> None:
        """Keep in mind only states that are reached."""
        self.uses = {e: use for e, use in self.uses.items() if e in reached}
        self.origins = {e: origin for e, origin in self.origins.items() if e in reached}

    def instances(self, reached: States) -> Iterator[Instance]:
        """All states that are reached, those inside units at their points under all stacks under
        which a summary is used."""
        points = self._summaries.points
        seen: set[tuple[Summary, Stack, Term]] = set()
        waiting: list[tuple[MemoisedCpa, States, Stack, Stack, Term]] = []
        waiting.append((self, reached, points.start.stack, points.start.stack, TRUE))
        while waiting:
            cpa, states, old, new, context = waiting.pop()
            for e in states:
                if not isinstance(e.point, Point):
                    continue
                point = points.moved(e.point, old, new)
                yield Instance(e.point, point, and_(e.formula, context))
                use = cpa.uses.get(e)
                if use is None:
                    continue
                summary, left_out = use.summary, and_(use.left_out.formula, context)
                if (summary, point.stack, left_out) not in seen:
                    seen.add((summary, point.stack, left_out))
                    inner = (summary.cpa, summary.reached, summary.inside.stack)
                    waiting.append((*inner, point.stack, left_out))

    def unrolled(self, path: tuple[PredicateState, ...]) -> list[PredicateState]:
        """A path with the states inside the units that it goes through."""
        found: list[PredicateState] = []
        for e in path:
            if e in self.origins:
                use, end = self.origins[e]
                summary = use.summary
                inner = summary.cpa.unrolled(summary.reached.path(end))
                found += [self._summaries.outside(f, use) for f in inner[1:-1]]
            found.append(e)
        return found

    # ---- as the analysis inside ----

    def leq(self, e: PredicateState, f: PredicateState) -> bool:
        """Whether the formula of f is shown to follow."""
        return self._cpa.leq(e, f)

    def merge(
        self, e: PredicateState, old: PredicateState, pi: PredicatePrecision
    ) -> PredicateState:
        """States stay apart."""
        return self._cpa.merge(e, old, pi)

    def stop(
        self, e: PredicateState, old: Collection[PredicateState], pi: PredicatePrecision
    ) -> PredicateState | None:
        """One state that covers."""
        return self._cpa.stop(e, old, pi)

    def prec(
        self, e: PredicateState, pi: PredicatePrecision, old: Collection[PredicateState]
    ) -> tuple[PredicateState, PredicatePrecision]:
        """The state in the words of the predicates at its point; one that came out of a unit is."""
        return self._cpa.prec(e, pi, old)

    def is_target(self, e: PredicateState) -> bool:
        """Whether this is an error, or where the graph ends."""
        return self._cpa.is_target(e)
