"""The ways through a piece from known values, one after the other.

Comes in: a point, the values of variables there, and what else is known. Goes out: a stop for each
way to a cut point: the values there, and the conditions on the way that the values do not decide.
Most branches are decided, so most of a piece is never looked at. A condition that is not decided
is assumed on either side; where it says which value something has, that is put in from there on.

When there are many ways they go on side by side: where they meet, those whose values agree, as far
as values still matter, become one, of which only the conditions that they have in common are known.
So what is shown of the stops holds of all executions; but a stop need not be one of an execution.

The symbol that a step chooses stands for one value, so no way makes that step twice.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from maul.errors import Unsupported
from maul.logic.build import FALSE, TRUE, Term, not_, store
from maul.logic.free import free_symbols
from maul.logic.sorts import Array
from maul.logic.walk import conjuncts, substitute
from maul.node import node
from maul.proofs.labelling.cases import binding_of
from maul.proofs.labelling.effects import MOST_KNOWN
from maul.proofs.labelling.pieces import Uncut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from maul.cfa.calls import Point
    from maul.cfa.model import Edge
    from maul.proofs.labelling.effects import Effect, StepEffects, Values
    from maul.proofs.labelling.pieces import Piece, Pieces
    from maul.run import Run

APART = 16  # ways that go on on their own
MOST_STEPS = 100_000  # from one beginning
LONGEST = 1 << 24  # steps of a way


class TooManyWays(Exception):
    """There are too many ways to follow each of them."""


@node
class Stop:
    """Where a way comes to: a cut point with its values; or, without a point, a step of which
    ``limits`` must hold. All ``guards`` hold then."""

    end: Point | None
    values: Values
    guards: tuple[Term, ...]
    limits: Term


class _WayUnderWay:
    """An execution under way: where it is, and its values, over those in the beginning."""

    __slots__ = ("chosen", "guards", "place", "values")

    def __init__(
        self,
        place: _Place,
        values: Values,
        guards: dict[Term, None],
        chosen: frozenset[Point] = frozenset(),
    ) -> None:
        self.place = place
        self.values = values
        self.guards = guards
        self.chosen = chosen  # where arbitrary values were chosen

    def choose(self, point: Point) -> None:
        """Note a choice: each is one symbol, so it must not be made twice."""
        if point in self.chosen:
            raise Uncut(f"a cycle through {point} is not cut")
        self.chosen |= {point}

    def assume(self, conditions: Iterable[Term], inputs: set[Term]) -> bool:
        """Go on only when conditions hold; whether that can be, at a glance."""
        for condition in conditions:
            for part in conjuncts(condition):
                if part is FALSE or not_(part) in self.guards:
                    return False
                if part not in self.guards:
                    self.guards[part] = None
                    if not self._learn(part, inputs):
                        return False
        return True

    def _learn(self, part: Term, inputs: set[Term]) -> bool:
        """Put in the value that a condition gives to something, if it does."""
        binding = binding_of(part)
        if binding is None or isinstance(binding[0].sort, Array):
            return True
        held, known = binding
        if held.operator == "select":
            held, index = held.arguments
            known = store(held, index, known)
        put_in = {held: known}
        for each, term in self.values.items():
            if term.operator != "constant" and held in free_symbols(term):
                self.values[each] = substitute(term, put_in)
        if held not in self.values and held not in inputs:
            self.values[held] = known
        about = [guard for guard in self.guards if held in free_symbols(guard)]
        return all(substitute(guard, put_in) is not FALSE for guard in about)


class _Place:
    """A point that ways come to, and the steps from it, found when a first way goes on there.

    ``opposite``: there are two, each made exactly when the other is not, that change nothing;
    ``single``: the one variable that decides which, and ``decided`` to where its values lead.
    """

    __slots__ = ("decided", "ends", "opposite", "point", "single", "steps")

    def __init__(self, point: Point, *, ends: bool) -> None:
        self.point = point
        self.ends = ends  # it is a cut point
        self.steps: tuple[tuple[Effect, _Place], ...] = ()
        self.opposite = False
        self.single: Term | None = None
        self.decided: dict[Term, _Place] = {}

    def lead_to(self, steps: tuple[tuple[Effect, _Place], ...]) -> None:
        """Tell which steps there are."""
        self.steps = steps
        if len(steps) == 2:
            one, other = (effect.general for effect, _ in steps)
            self.opposite = one.condition is not_(other.condition) and all(
                not each.updates and not each.facts and each.limits is TRUE for each in (one, other)
            )
            if self.opposite and len(steps[0][0].reads) == 1:
                self.single = steps[0][0].reads[0]

    def decide(self, held: Term, after: _Place) -> None:
        """Remember to where a value of the variable that decides leads."""
        if len(self.decided) >= MOST_KNOWN:
            self.decided.clear()
        self.decided[held] = after


class Ways:
    """The ways from one point. ``spoken_at`` is what matters at cut points."""

    def __init__(
        self,
        pieces: Pieces,
        source: Point,
        effects: StepEffects,
        spoken_at: Callable[[Point], tuple[Term, ...]],
        most_steps: int = MOST_STEPS,
    ) -> None:
        self.source = source
        self.inputs = effects.inputs
        self.most_steps = most_steps
        self._pieces = pieces
        self._effects = effects
        self._spoken_at = spoken_at
        # Where they begin may be where they end, too, so the beginning is no place of these.
        self._first = _Place(source, ends=False)
        self._places: dict[Point, _Place] = {}
        self._merging: Merging | None = None

    def stops(self, values: Values, guards: Iterable[Term], run: Run) -> Iterator[Stop]:
        """Where the ways come to that begin with the values when the guards hold."""
        first = _WayUnderWay(self._first, dict(values), {})
        if first.assume(guards, self.inputs):
            yield from _WaysFrom(self, run).stops(first)

    def steps(self, place: _Place) -> tuple[tuple[Effect, _Place], ...]:
        """The steps from a place."""
        if not place.steps:
            found = self._pieces.leaving(place.point)
            place.lead_to(
                tuple((self._effect(place.point, e), self._place(target)) for e, target in found)
            )
        return place.steps

    def _effect(self, point: Point, edge: Edge) -> Effect:
        """What a step does. When it has no encoding the piece as a whole tells whether it matters:
        it may be a step that no execution makes, or from which no cut point is reached."""
        try:
            return self._effects.of(point, edge)
        except Unsupported as what:
            raise TooManyWays(str(what)) from None

    def _place(self, point: Point) -> _Place:
        found = self._places.get(point)
        if found is None:
            found = self._places[point] = _Place(point, ends=self._pieces.is_cut(point))
        return found

    def merging(self) -> Merging:
        """What is needed to tell which ways become one: it takes the whole piece."""
        if self._merging is None:
            piece = self._pieces.piece(self.source)
            numbers = {point: number for number, point in enumerate(piece.order)}
            meets = frozenset(point for point, count in piece.entering.items() if count > 1)
            self._merging = Merging(numbers, meets, self._live(piece))
        return self._merging

    def _live(self, piece: Piece) -> dict[Point, tuple[Term, ...]]:
        """The variables whose values matter at each point that is passed."""
        found: dict[Point, dict[Term, None]] = {}
        for point in reversed(piece.order):
            live: dict[Term, None] = {}
            for edge, target in piece.steps[point]:
                effect = self._effect(point, edge)
                # Where they end may be where they begin, which is not yet found.
                after = found.get(target)
                if after is None:
                    after = dict.fromkeys(self._spoken_at(target))
                changed = dict(effect.general.updates)
                live.update((held, None) for held in after if held not in changed)
                live.update(dict.fromkeys(effect.decides))
                for held, term in changed.items():
                    if held in after:
                        live.update(dict.fromkeys(free_symbols(term)))
            found[point] = live
        return {point: tuple(live) for point, live in found.items()}


@node
class Merging:
    """For the points that are passed: their numbers in an order in which each comes after all that
    lead to it, those at which ways meet, and the variables whose values matter there: they decide
    something, or labels at cut points speak of them, or what matters is computed from them."""

    numbers: Mapping[Point, int]
    meets: frozenset[Point]
    live: Mapping[Point, tuple[Term, ...]]


class _WaysFrom:
    """All ways from one beginning."""

    def __init__(self, ways: Ways, run: Run) -> None:
        self._ways = ways
        self._run = run
        self._steps = ways.most_steps
        self._forks = 0
        self._merging: Merging | None = None  # when there are many ways
        self._apart: list[_WayUnderWay] = []
        # Those that wait, by the numbers of their places and what they hold that matters there.
        self._together: dict[int, dict[tuple[Term, ...], _WayUnderWay]] = {}
        self._numbers: list[int] = []  # of places with ways that wait, a heap

    def stops(self, first: _WayUnderWay) -> Iterator[Stop]:
        """Follow all ways to their ends."""
        self._apart.append(first)
        while self._apart or self._numbers:
            self._run.tick()
            yield from self._follow(self._apart.pop() if self._apart else self._met())

    def _follow(self, way: _WayUnderWay) -> Iterator[Stop]:
        """Go on until a way stops, or branches, or waits, or no cut point is reached from it."""
        values, place = way.values, way.place
        while True:
            place = _decided(place, values)
            if place.ends:
                yield Stop(place.point, values, tuple(way.guards), TRUE)
                return
            if not (place.steps or self._ways.steps(place)):
                return
            way.place = place
            after = self._after(way)
            if after is None:
                yield from self._branch(way)
                return
            way.place = place = after
            if self._merging is not None and place.point in self._merging.meets:
                self._wait(way, self._merging)
                return

    def _after(self, way: _WayUnderWay) -> _Place | None:
        """The next place when it is decided, and nothing has to be shown or noted on the way."""
        self._steps -= 1
        if not self._steps:
            raise TooManyWays(f"more than {self._ways.most_steps} steps")
        place, values = way.place, way.values
        effect, after = place.steps[0]
        outcome = effect.outcome(values)
        if place.opposite and outcome.condition.operator == "constant":
            if outcome.condition is FALSE:
                after = place.steps[1][1]
            if place.single is not None:
                place.decide(values.get(place.single, place.single), after)
            return after
        if outcome.plain and len(place.steps) == 1:
            if effect.chooses:
                way.choose(place.point)
            values.update(outcome.updates)
            return after
        return None

    def _branch(self, way: _WayUnderWay) -> Iterator[Stop]:
        """Make all steps from a place, with their conditions."""
        inputs, count = self._ways.inputs, 0
        if any(effect.chooses for effect, _ in way.place.steps):
            way.choose(way.place.point)
        for effect, target in way.place.steps:
            outcome = effect.outcome(way.values)
            if outcome.limits is not TRUE:  # where these do not hold the condition says nothing
                before = _WayUnderWay(target, way.values, dict(way.guards), way.chosen)
                if before.assume(outcome.facts, inputs):
                    yield Stop(None, {}, tuple(before.guards), outcome.limits)
            if outcome.condition is FALSE:
                continue
            # All terms are over the values in the beginning: the order does not matter.
            values = {**way.values, **dict(outcome.updates)}
            after = _WayUnderWay(target, values, dict(way.guards), way.chosen)
            if not after.assume((outcome.condition, outcome.limits, *outcome.facts), inputs):
                continue
            count += 1
            if target.ends:
                yield Stop(target.point, after.values, tuple(after.guards), TRUE)
            else:
                self._apart.append(after)
        self._forks += max(0, count - 1)
        if self._forks > APART:
            # There are many: from now on they wait for each other.
            self._merging = merging = self._ways.merging()
            for each in self._apart:
                self._wait(each, merging)
            self._apart.clear()

    def _wait(self, way: _WayUnderWay, merging: Merging) -> None:
        """Have a way wait for others that come to its place with the same values."""
        point, values = way.place.point, way.values
        number = merging.numbers.get(point)
        if number is None:
            return  # from there no cut point is reached
        if number not in self._together:
            heappush(self._numbers, number)
            self._together[number] = {}
        key = tuple([values.get(held, held) for held in merging.live[point]])
        known = self._together[number].setdefault(key, way)
        if known is not way:
            known.guards = {guard: None for guard in known.guards if guard in way.guards}
            known.chosen |= way.chosen

    def _met(self) -> _WayUnderWay:
        """The next way from the first place at which ways wait: all that lead there have come."""
        number = self._numbers[0]
        waiting = self._together[number]
        _, way = waiting.popitem()
        if not waiting:
            heappop(self._numbers)
            del self._together[number]
        return way


def _decided(place: _Place, values: Values) -> _Place:
    """The place that known values lead to, as far as it is remembered."""
    for _ in range(LONGEST):
        single = place.single
        if single is None:
            return place
        following = place.decided.get(values.get(single, single))
        if following is None:
            return place
        place = following
    raise Uncut(f"a cycle through {place.point} is not cut")
