"""What labels add to the graphs of a proof: where walks cannot go, and what holds where they end.

Comes in: a label for each graph, over a layout that anybody may have made. Goes out: whether a walk
that began at a labelled graph is impossible, and whether a label holds at its end. Where a walk
goes is what graphs decide; here the same statements are executed symbolically, bit-precisely over a
layout of the checker's own, and solvers other than those that searched are asked
(``maul.proofs.labelling``). Nothing is asked of walks about which labels have nothing to say.

What the encoding of a statement leaves out is shown not to happen before anything else is believed;
otherwise there is no telling. Of a condition nothing is believed where its encoding is not right.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.c.source import NOWHERE
from maul.cfa.analyses.placement import dependent_on_placement
from maul.cfa.model import Assume
from maul.encode.state import State, initial_values
from maul.encode.steps import take
from maul.logic.build import FALSE, TRUE, Term, and_, implies, or_
from maul.logic.free import free_symbols
from maul.logic.walk import Substitution
from maul.proofs.labelling import (
    NOBODY,
    Examiners,
    Misplaced,
    Ungrounded,
    Untranslated,
    bit_precise_terms,
    demand_grounded,
    with_ranges,
)
from maul.proofs.shapes.cases import TrackLost
from maul.proofs.shapes.own import own_points
from maul.proofs.shapes.wellformed import demand
from maul.proofs.verdict import Labelled
from maul.result import CheckOutcome
from maul.smt.protocols import GaveUp, Sat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Cfa, Edge
    from maul.encode.state import Layout
    from maul.proofs.shapes.execute import Steps
    from maul.proofs.verdict import Shaped
    from maul.run import Run
    from maul.smt.asked import Answered


class WalkedWay:
    """A walk since a labelled graph, or since the start of the program: the step that was taken
    last, and the way before it. What it comes to is worked out when it is first asked about:
    ``holds`` is what the last step adds to what holds of the values at the beginning."""

    __slots__ = ("before", "edge", "holds", "is_sure", "limits", "point", "state")

    def __init__(self, before: WalkedWay | None, point: Point, edge: Edge | None) -> None:
        self.before = before
        self.point = point
        self.edge = edge
        self.state: State | None = None
        self.holds: tuple[Term, ...] = ()
        self.limits = TRUE
        self.is_sure = False

    def then(self, point: Point, edge: Edge) -> WalkedWay:
        """One step further."""
        return WalkedWay(self, point, edge)

    def steps(self) -> list[WalkedWay]:
        """The way step by step, from its beginning."""
        found, at = [self], self.before
        while at is not None:
            found.append(at)
            at = at.before
        found.reverse()
        return found


class Labels:
    """The labels of one proof, over a layout of the checker's own."""

    def __init__(
        self, points: Points, labels: Mapping[Point, tuple[Term, ...]], layout: Layout
    ) -> None:
        self.layout = layout
        self._labels = labels
        self._points = points
        self._spoken_of = frozenset(
            symbol for each in labels.values() for label in each for symbol in free_symbols(label)
        )

    def initial(self) -> WalkedWay:
        """Where the program starts."""
        way = WalkedWay(None, self._points.start, None)
        way.state = State(self.layout)
        way.state.values.update(initial_values(self.layout))
        way.is_sure = True
        return way

    def at(self, point: Point, index: int) -> WalkedWay:
        """Where walks from a graph begin."""
        way = WalkedWay(None, point, None)
        way.state = State(self.layout)
        way.holds = (self._labels[point][index],)
        way.is_sure = True
        return way

    def of(self, point: Point, index: int) -> Term:
        """The label of a graph."""
        return self._labels[point][index]

    def work_out(self, way: WalkedWay) -> list[WalkedWay]:
        """Execute the steps of a way that were not executed yet; all of its steps."""
        steps = way.steps()
        for before, after in pairwise(steps):
            if after.state is None:
                assert before.state is not None
                assert after.edge is not None
                state = before.state.copy()
                taken = take(self._points, after.point, after.edge, state)
                self._demand_grounded(taken.inputs)
                condition = taken.condition
                if isinstance(after.edge.operation, Assume):  # it changes nothing
                    condition = implies(taken.limits, condition)
                else:
                    after.limits = taken.limits
                holds = (*taken.facts, condition)
                after.holds = tuple(term for term in holds if term is not TRUE)
                after.state = state
        return steps

    def _demand_grounded(self, inputs: tuple[Term, ...]) -> None:
        """Refuse labels that speak of what is chosen on the way."""
        try:
            demand_grounded(inputs, self._spoken_of)
        except Ungrounded as wrong:
            raise TrackLost(str(wrong)) from None

    def with_ranges(self, given: Layout) -> Labels:
        """The same labels, with what a search over integers knew of ranges."""
        assert given.ranges is not None
        nothing = Labelled(self._points, self.layout, dict.fromkeys(self._labels, TRUE))
        bounds = with_ranges(nothing, given.ranges).labels
        labels = {
            point: tuple(and_(label, bounds[point]) for label in each)
            for point, each in self._labels.items()
        }
        return Labels(self._points, labels, self.layout)


def own_labels(points: Points, steps: Steps, evidence: Shaped) -> Labels:
    """The labels of the evidence over a layout and points of the checker's own."""
    given = evidence.layout
    assert given is not None
    own = own_points(points, steps, evidence)
    found: dict[Point, list[Term]] = {}
    for foreign, graphs in evidence.graphs.items():
        labels = evidence.labels.get(foreign, ())
        demand(len(labels) == len(graphs), "not one label for each graph")
        found.setdefault(own[foreign], []).extend(labels)
    try:
        terms = tuple(label for labels in found.values() for label in labels)
        layout, terms = bit_precise_terms(points.cfa, given, terms)
    except (Misplaced, Untranslated) as stop:
        raise TrackLost(str(stop)) from None
    left = iter(terms)
    translated = {point: tuple(next(left) for _ in each) for point, each in found.items()}
    return Labels(points, translated, layout)


class PathConditions:
    """What is shown of ways, and by whom."""

    def __init__(self, cfa: Cfa, labels: Labels, run: Run, asked: Answered) -> None:
        self._labels = labels
        self._examiners = Examiners(run, asked)
        self._placed = placed = dependent_on_placement(cfa)
        self._is_asked = False
        layout = labels.layout
        layout.arbitrary = placed.arbitrary
        layout.computed, layout.kept = placed.computed.expressions, placed.computed.kept

    @property
    def names(self) -> tuple[str, ...]:
        """Those who have answered."""
        return () if self._examiners.names == NOBODY else (self._examiners.names,)

    def initial(self) -> WalkedWay:
        """Where the program starts."""
        return self._labels.initial()

    def at(self, point: Point, index: int) -> WalkedWay:
        """Where walks from a graph begin."""
        return self._labels.at(point, index)

    def excludes(self, way: WalkedWay) -> bool:
        """Whether no execution takes a way."""
        return self._follows(way, FALSE)

    def leads_to(self, way: WalkedWay, point: Point, indices: Iterable[int]) -> bool:
        """Whether one of the labels of a point holds at the end of a way."""
        return self._follows(way, or_(*(self._labels.of(point, index) for index in indices)))

    def leads_to_all(self, way: WalkedWay, point: Point, indices: Iterable[int]) -> bool:
        """Whether some labels of a point hold at the end of a way."""
        return self._follows(way, and_(*(self._labels.of(point, index) for index in indices)))

    def doubt(self, outcome: CheckOutcome) -> str | None:
        """Why an outcome tells nothing; None when it does. What a library function makes of
        addresses is not made arbitrary, and of other things a proof may need more than is known."""
        placed = self._placed
        if not self._is_asked or placed.doubt is None:
            return None
        is_doubtful = outcome == CheckOutcome.REFUTED or placed.calls or placed.guess
        return placed.doubt if is_doubtful else None

    def _follows(self, way: WalkedWay, goal: Term) -> bool:
        """Whether a formula over the values at the end of a way holds there."""
        if goal is TRUE:
            return True
        self._is_asked = True
        premises: list[Term] = []
        for step in self._labels.work_out(way):
            if not step.is_sure:
                # What holds in every execution that comes along may be used, its condition not.
                if not self._is_shown(premises, step.limits):
                    raise TrackLost(f"{_where(step)}: more may happen than what is encoded")
                step.is_sure = True
            premises += step.holds
        assert way.state is not None
        return self._is_shown(premises, Substitution(way.state.values)(goal))

    def _is_shown(self, premises: list[Term], goal: Term) -> bool:
        """Whether a goal follows."""
        if goal is TRUE:
            return True
        match self._examiners.follows(premises, goal):
            case Sat():
                return False
            case GaveUp(reason=why):
                raise TrackLost(f"labels: {why}")
        return True


def _where(step: WalkedWay) -> str:
    """The place of a step in the source text."""
    span = NOWHERE if step.edge is None else step.edge.span
    return f"{span.file}:{span.line}"
