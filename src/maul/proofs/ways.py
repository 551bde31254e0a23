"""The ways through a piece from known values, one after the other.

Comes in: a point, the values of variables there, and what else is known. Goes out: a stop for each
way to a cut point: the values there, and the conditions on the way that the values do not decide.
Most branches are decided, so most of a piece is never looked at. A condition that is not decided
is assumed on either side; where it says which value something has, that is put in from there on.

When there are many ways they go on side by side: where they meet, those whose values agree, as far
as values still matter, become one, of which only the conditions that they have in common are known.
So what is shown of the stops holds of all executions; but a stop need not be one of an execution.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from maul.errors import Unsupported
from maul.formula.build import FALSE, TRUE, Term, not_
from maul.formula.build_array import store
from maul.formula.sorts import Array
from maul.formula.walk import conjuncts, free_symbols, substitute
from maul.node import node
from maul.proofs.cases import binding_of
from maul.proofs.effects import MOST_KNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from maul.cfa.calls import Point
    from maul.proofs.effects import Effect, Effects, Values
    from maul.proofs.pieces import Piece
    from maul.run import Run

APART = 16  # ways that go on on their own
# Steps before there are too many, and how many more for each point of the piece.
MOST_STEPS = 20_000
MOST_PASSES = 16


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


class _Way:
    """An execution under way: where it is, and its values, over those in the beginning."""

    __slots__ = ("guards", "place", "values")

    def __init__(self, place: _Place, values: Values, guards: dict[Term, None]) -> None:
        self.place = place
        self.values = values
        self.guards = guards

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

    __slots__ = ("decided", "ends", "meet", "number", "opposite", "point", "single", "steps")

    def __init__(self, point: Point, number: int, entering: int) -> None:
        self.point = point
        self.number = number  # in the order of the piece
        self.ends = not entering  # it is a cut point
        self.meet = entering > 1
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
    """The ways through one piece. ``spoken_at`` is what matters at cut points."""

    def __init__(
        self, piece: Piece, effects: Effects, spoken_at: Callable[[Point], tuple[Term, ...]]
    ) -> None:
        self.source = piece.source
        self.inputs = effects.inputs
        self._piece = piece
        self._effects = effects
        self._spoken_at = spoken_at
        # Where it begins may be where it ends, too, so the beginning is no place of these.
        self._first = _Place(piece.source, 0, 1)
        self._places = {
            point: _Place(point, number, piece.entering[point])
            for number, point in enumerate(piece.order)
            if number
        }
        self._live: dict[int, tuple[Term, ...]] = {}
        self.most_steps = MOST_STEPS + MOST_PASSES * len(piece.order)

    def stops(self, values: Values, guards: Iterable[Term], run: Run) -> Iterator[Stop]:
        """Where the ways come to that begin with the values when the guards hold."""
        first = _Way(self._first, dict(values), {})
        if first.assume(guards, self.inputs):
            yield from _Walk(self, run).stops(first)

    def steps(self, place: _Place) -> tuple[tuple[Effect, _Place], ...]:
        """The steps from a place."""
        if not place.steps:
            of, point = self._effects.of, place.point
            found = self._piece.steps[point]
            place.lead_to(tuple((of(point, edge), self._place(target)) for edge, target in found))
        return place.steps

    def _place(self, point: Point) -> _Place:
        found = self._places.get(point)
        if found is None:
            found = self._places[point] = _Place(point, len(self._piece.order), 0)
        return found

    def live(self, place: _Place) -> tuple[Term, ...]:
        """The variables whose values at a place matter: they decide something, or labels at cut
        points speak of them, or what matters is computed from them."""
        if not self._live:
            try:
                self._find_live()
            except Unsupported as what:
                # It may be a step that no execution makes: the piece as a whole will tell.
                raise TooManyWays(str(what)) from None
        return self._live[place.number]

    def _find_live(self) -> None:
        found: dict[int, dict[Term, None]] = {}
        inner = [self._places[point] for point in self._piece.order[1:]]
        for place in (*reversed(inner), self._first):
            live: dict[Term, None] = {}
            for effect, target in self.steps(place):
                after = found.get(target.number)
                if after is None:
                    after = dict.fromkeys(self._spoken_at(target.point))
                changed = dict(effect.general.updates)
                live.update((held, None) for held in after if held not in changed)
                live.update(dict.fromkeys(effect.decides))
                for held, term in changed.items():
                    if held in after:
                        live.update(dict.fromkeys(free_symbols(term)))
            found[place.number] = live
        self._live = {number: tuple(live) for number, live in found.items()}


class _Walk:
    """All ways from one beginning."""

    def __init__(self, ways: Ways, run: Run) -> None:
        self._ways = ways
        self._run = run
        self._steps = ways.most_steps
        self._forks = 0
        self._apart: list[_Way] = []
        # Those that wait, by the numbers of their places and what they hold that matters there.
        self._together: dict[int, dict[tuple[Term, ...], _Way]] = {}
        self._numbers: list[int] = []  # of places with ways that wait, a heap

    def stops(self, first: _Way) -> Iterator[Stop]:
        """Follow all ways to their ends."""
        self._apart.append(first)
        while self._apart or self._numbers:
            self._run.tick()
            yield from self._follow(self._apart.pop() if self._apart else self._met())

    def _follow(self, way: _Way) -> Iterator[Stop]:
        """Go on until a way stops, or branches, or waits, or no cut point is reached from it."""
        values, place = way.values, way.place
        while True:
            while (single := place.single) is not None:
                held = values.get(single, single)
                following = place.decided.get(held)
                if following is None:
                    break
                place = following
            if place.ends:
                yield Stop(place.point, values, tuple(way.guards), TRUE)
                return
            steps = place.steps or self._ways.steps(place)
            if not steps:
                return
            after = self._after(place, values)
            if after is None:
                yield from self._branch(way, steps)
                return
            place = after
            if self._forks > APART and place.meet:
                way.place = place
                self._wait(way)
                return

    def _after(self, place: _Place, values: Values) -> _Place | None:
        """The next place when it is decided, and nothing has to be shown or noted on the way."""
        self._steps -= 1
        if not self._steps:
            raise TooManyWays(f"more than {self._ways.most_steps} steps")
        effect, after = place.steps[0]
        outcome = effect.outcome(values)
        if place.opposite and outcome.condition.operator == "constant":
            if outcome.condition is FALSE:
                after = place.steps[1][1]
            if place.single is not None:
                place.decide(values.get(place.single, place.single), after)
            return after
        if outcome.plain and len(place.steps) == 1:
            values.update(outcome.updates)
            return after
        return None

    def _branch(self, way: _Way, steps: tuple[tuple[Effect, _Place], ...]) -> Iterator[Stop]:
        """Make all steps from a place, with their conditions."""
        inputs, count = self._ways.inputs, 0
        for effect, target in steps:
            outcome = effect.outcome(way.values)
            if outcome.condition is FALSE:
                continue
            # All terms are over the values in the beginning: the order does not matter.
            after = _Way(target, {**way.values, **dict(outcome.updates)}, dict(way.guards))
            if not after.assume((outcome.condition, *outcome.facts), inputs):
                continue
            if outcome.limits is not TRUE:
                yield Stop(None, {}, tuple(after.guards), outcome.limits)
                if not after.assume((outcome.limits,), inputs):
                    continue
            count += 1
            if target.ends:
                yield Stop(target.point, after.values, tuple(after.guards), TRUE)
            else:
                self._apart.append(after)
        self._forks += max(0, count - 1)
        if self._forks > APART:
            # There are many: from now on they wait for each other.
            for each in self._apart:
                self._wait(each)
            self._apart.clear()

    def _wait(self, way: _Way) -> None:
        """Have a way wait for others that come to its place with the same values."""
        number = way.place.number
        if number not in self._together:
            heappush(self._numbers, number)
            self._together[number] = {}
        values = way.values
        key = tuple([values.get(held, held) for held in self._ways.live(way.place)])
        known = self._together[number].setdefault(key, way)
        if known is not way:
            known.guards = {guard: None for guard in known.guards if guard in way.guards}

    def _met(self) -> _Way:
        """The next way from the first place at which ways wait: all that lead there have come."""
        number = self._numbers[0]
        waiting = self._together[number]
        _, way = waiting.popitem()
        if not waiting:
            heappop(self._numbers)
            del self._together[number]
        return way
