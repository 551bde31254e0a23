"""What must be shown for a labelling to be a proof: Floyd's verification conditions.

Comes in: points with formulas. Goes out: obligations. A point is cut when it has a label, or begins
a loop or an activation of a recursive function, or is an error; so the pieces between cut points
have no cycles. Each label has to hold when the program starts (initiation) or when a piece leads to
it from a label that holds (consecution); of errors, and of cut points without a label, it has to be
shown that no piece leads there; and nothing may happen that the encoding of a piece leaves out.

A label of many cases that give values to variables is shown case by case: the ways from these
values are followed through the piece (``ways``), and where they come to is looked up among the
cases of the label there (``cases``). What is not found there is an obligation; if it does not hold,
or if there are too many ways, the piece as a whole decides about the case.

Points that no piece leads to are not looked at, whatever their label says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.source import NOWHERE
from maul.cfa.order import cut_at
from maul.encode.state import initial_values
from maul.logic.build import FALSE, TRUE, Term, and_, not_
from maul.logic.free import free_symbols
from maul.logic.walk import Substitution, disjuncts
from maul.node import node
from maul.proofs.labelling.cases import NO_CASE, Cover, gives_only_values, gives_values
from maul.proofs.labelling.effects import StepEffects, demand_grounded
from maul.proofs.labelling.pieces import Pieces
from maul.proofs.labelling.ways import MOST_STEPS, TooManyWays, Ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from maul.c.source import Span
    from maul.cfa.calls import Point
    from maul.proofs.labelling.cases import Case
    from maul.proofs.labelling.effects import Values
    from maul.proofs.labelling.ways import Stop
    from maul.proofs.verdict import Labelled
    from maul.run import Run

# Labels of values are shown case by case; those that say more, too, when they have more than a few
# cases, or pieces are large. Few cases are not worth many steps.
FEW = 16
LARGE = 1000
FEW_STEPS = 10_000
MOST_OPEN = 8  # obligations about one case before the piece as a whole decides
MOST_FAILURES = 4  # cases that the piece as a whole decides before it decides about all others


@node
class Obligation:
    """Whenever all ``premises`` hold at the source, the ``goal`` holds at the end; without a source
    the program starts there, without an end it says that the encoding leaves nothing out. If it
    does not hold there may be ``others`` that decide instead."""

    premises: tuple[Term, ...]
    goal: Term
    source: Point | None
    end: Point | None
    others: Callable[[], Iterator[Obligation]] | None = None

    @property
    def text(self) -> str:
        """Where it comes from, for people."""
        if self.source is None:
            return "initially" if self.end is None else f"initially at {where(self.end)}"
        if self.end is None:
            return f"from {where(self.source)} on, beyond what is encoded"
        return f"from {where(self.source)} to {where(self.end)}"


class Conditions:
    """The verification conditions of a labelling, over bit-precise variables."""

    def __init__(self, evidence: Labelled, run: Run) -> None:
        self._points = points = evidence.points
        self._layout = layout = evidence.layout
        self._labels = labels = evidence.labels
        self._run = run
        self._pieces = Pieces(points, layout, cut_at(points, labels), run)
        self._spoken_of = frozenset(s for label in labels.values() for s in free_symbols(label))
        self._effects = StepEffects(points, layout, self._spoken_of)
        self._covers = {
            point: Cover(label)
            for point, label in labels.items()
            if gives_only_values(label) or (len(disjuncts(label)) > FEW and gives_values(label))
        }
        self._reached: dict[Point, None] = {}

    def obligations(self) -> Iterator[Obligation]:
        """What is to be shown, point by point."""
        start, values = self._points.start, initial_values(self._layout)
        if start in self._labels:
            yield Obligation((), self._goal(start, values), None, start)
        if self._covers or (
            self._is_large(start) and any(map(gives_values, self._labels.values()))
        ):
            try:
                yield from self._followed(self._ways(start, 1), NO_CASE, values)
            except TooManyWays:
                yield from self._as_a_whole(start, values, (TRUE,))
        else:
            yield from self._as_a_whole(start, values, (TRUE,))
        done: set[Point] = set()
        while self._reached:
            point, _ = self._reached.popitem()
            if point not in done:
                done.add(point)
                yield from self._leaving(point)

    def _leaving(self, point: Point) -> Iterator[Obligation]:
        """What is to be shown of what begins at a label."""
        cover = self._cover(point)
        if cover is None:
            yield from self._as_a_whole(point, {}, disjuncts(self._labels[point]))
            return
        ways = self._ways(point, len(cover.cases))
        failures = 0
        for number, case in enumerate(cover.cases):
            if failures >= MOST_FAILURES and 2 * failures > number:
                yield from self._as_a_whole(point, {}, cover.terms[number:])
                return
            values = case.values()
            try:
                yield from self._followed(ways, case, values)
            except TooManyWays:
                failures += 1
                yield from self._decided(point, case, values)

    def _cover(self, point: Point) -> Cover | None:
        """The cases of a label that is shown case by case."""
        found, label = self._covers.get(point), self._labels[point]
        if found is None and self._is_large(point) and gives_values(label):
            found = Cover(label)
        return found

    def _is_large(self, point: Point) -> bool:
        return len(self._pieces.piece(point).order) > LARGE

    def _goal(self, end: Point, values: Mapping[Term, Term]) -> Term:
        """What has to hold of the values with which a cut point is reached."""
        if self._points.is_error(end):
            return FALSE
        cover = self._covers.get(end)
        if cover is not None:
            return cover.goal(values)
        return Substitution(values)(self._labels.get(end, FALSE))

    def _reach(self, end: Point) -> None:
        """Note that what begins at a cut point has to be looked at."""
        if not self._points.is_error(end) and self._labels.get(end, FALSE) is not FALSE:
            self._reached[end] = None

    # ---- a piece as a whole --------------------------------------------------------------------

    def _as_a_whole(
        self, source: Point, values: Mapping[Term, Term], cases: Sequence[Term]
    ) -> Iterator[Obligation]:
        """What is to be shown of the piece from a point, with given values, for each case."""
        passage = self._pieces.passage(source, values)
        demand_grounded(passage.inputs, self._spoken_of)
        for arrival in passage.arrivals:
            self._reach(arrival.end)
            goal = self._goal(arrival.end, arrival.updates)
            for case in cases:
                premises = (case, *passage.facts, *arrival.guards)
                yield Obligation(premises, goal, source, arrival.end)
        if passage.left_out is not FALSE:
            goal = not_(passage.left_out)
            for case in cases:
                yield Obligation((case, *passage.facts), goal, source, None)

    # ---- case by case --------------------------------------------------------------------------

    def _ways(self, source: Point, cases: int) -> Ways:
        most_steps = MOST_STEPS if cases > FEW else FEW_STEPS
        return Ways(self._pieces, source, self._effects, self._spoken_at, most_steps)

    def _spoken_at(self, end: Point) -> tuple[Term, ...]:
        return () if self._points.is_error(end) else free_symbols(self._labels.get(end, FALSE))

    def _followed(self, ways: Ways, case: Case, values: Values) -> Iterator[Obligation]:
        """What is to be shown of where the ways from one case come to."""
        open_ = 0
        for stop in ways.stops(values, case.rest, self._run):
            goal = self._goal_at(stop)
            if goal is not TRUE:
                open_ += 1
                if open_ > MOST_OPEN:
                    raise TooManyWays("too much is left to show of one case")
            yield Obligation(
                stop.guards,
                goal,
                ways.source,
                stop.end,
                lambda: self._decided(ways.source, case, values),
            )

    def _goal_at(self, stop: Stop) -> Term:
        """What has to hold where a way stops."""
        if stop.end is None:
            return stop.limits
        self._reach(stop.end)
        cover = self._covers.get(stop.end)
        if cover is not None and cover.has(stop.values) and not self._points.is_error(stop.end):
            return TRUE
        return self._goal(stop.end, stop.values)

    def _decided(self, source: Point, case: Case, values: Values) -> Iterator[Obligation]:
        """What is to be shown of one case, by the piece as a whole."""
        rest = and_(*map(Substitution(values), case.rest))
        yield from self._as_a_whole(source, values, (rest,))


def where(point: Point) -> str:
    """The place of a point in the source text."""
    at = point.location
    span: Span = next((edge.span for edge in (*at.leaving, *at.entering)), NOWHERE)
    return f"{span.file}:{span.line}"
