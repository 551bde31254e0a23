"""What must be shown for a labelling to be a proof: Floyd's verification conditions.

Comes in: points with formulas. Goes out: obligations, those about the pieces from one point
together. A point is cut when it has a label, or begins a loop or an activation of a recursive
function, or is an error; so the pieces between cut points have no cycles. Each label has to hold
when the program starts (initiation) or when a piece leads to it from a label that holds
(consecution); of errors, and of cut points without a label, it has to be shown that no piece leads
there; and nothing may happen that the encoding of a piece leaves out.

Points that no piece leads to are not looked at, whatever their label says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.source import NOWHERE
from maul.cfa.order import loop_heads, recursive_functions
from maul.formula.build import FALSE, TRUE, Term, not_
from maul.formula.state import initial_values
from maul.formula.walk import Substitution, disjuncts, free_symbols
from maul.node import node
from maul.proofs.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from maul.c.source import Span
    from maul.cfa.calls import Point, Points
    from maul.proofs.pieces import Passage
    from maul.proofs.verdict import Labelled
    from maul.run import Run


class Ungrounded(Exception):
    """A label speaks of a symbol that is no variable of the program."""


@node
class Obligation:
    """Whenever all ``premises`` hold, the ``goal`` holds."""

    premises: tuple[Term, ...]
    goal: Term
    text: str


@node
class Claim:
    """The obligations about what begins at a point. All of them start with one of the ``cases`` of
    its label, and with what holds on every way."""

    cases: tuple[Term, ...]
    facts: tuple[Term, ...]
    obligations: tuple[Obligation, ...]


class Conditions:
    """The verification conditions of a labelling, over bit-precise variables."""

    def __init__(self, evidence: Labelled, run: Run) -> None:
        self._points = points = evidence.points
        self._layout = layout = evidence.layout
        self._labels = labels = evidence.labels
        self._pieces = Pieces(points, layout, cut_at(points, labels), run)
        self._spoken_of = frozenset(s for label in labels.values() for s in free_symbols(label))

    def claims(self) -> Iterator[Claim]:
        """What is to be shown, point by point."""
        start = self._points.start
        values = initial_values(self._layout)
        waiting: dict[Point, None] = {}
        claim = self._claim(self._pieces.passage(start, values), (TRUE,), waiting)
        if start in self._labels:
            goal = Substitution(values)(self._labels[start])
            first = Obligation((), goal, f"initially at {where(start)}")
            claim = Claim(claim.cases, claim.facts, (first, *claim.obligations))
        yield claim
        done: set[Point] = set()
        while waiting:
            point, _ = waiting.popitem()
            done.add(point)
            reached: dict[Point, None] = {}
            passage = self._pieces.passage(point, {})
            yield self._claim(passage, disjuncts(self._labels[point]), reached)
            waiting.update(dict.fromkeys(end for end in reached if end not in done))

    def _claim(
        self, passage: Passage, cases: tuple[Term, ...], reached: dict[Point, None]
    ) -> Claim:
        """What is to be shown of one passage; the points with labels that it leads to."""
        if not passage.inputs.isdisjoint(self._spoken_of):
            raise Ungrounded("a label speaks of an arbitrary value that is none of a variable")
        source = where(passage.source)
        found: list[Obligation] = []
        for arrival in passage.arrivals:
            end = arrival.end
            label = FALSE if self._points.is_error(end) else self._labels.get(end, FALSE)
            goal = Substitution(arrival.updates)(label)
            found.append(Obligation(arrival.guards, goal, f"from {source} to {where(end)}"))
            if label is not FALSE:
                reached[end] = None
        if passage.left_out is not FALSE:
            text = f"from {source} on, beyond what is encoded"
            found.append(Obligation((), not_(passage.left_out), text))
        return Claim(cases, passage.facts, tuple(found))


def cut_at(points: Points, labels: Mapping[Point, Term]) -> Callable[[Point], bool]:
    """Whether pieces end at a point."""
    cfa = points.cfa
    cut = {at for automaton in cfa.automata() for at in loop_heads(automaton)}
    cut.update(cfa.functions[name].entry for name in recursive_functions(cfa))
    cut.update(cfa.errors)
    return lambda point: point in labels or point.location in cut


def where(point: Point) -> str:
    """The place of a point in the source text."""
    at = point.location
    span: Span = next((edge.span for edge in (*at.leaving, *at.entering)), NOWHERE)
    return f"{span.file}:{span.line}"
