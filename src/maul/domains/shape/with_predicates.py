"""Memory graphs and predicates together: an abstract state is a point, a memory graph and a formula
over predicates there.

Comes in: the analyses of both parts, and the encoded statements of the program. Goes out: a
composite analysis [Beyer13, section 3, "Auxiliary Predicate Analysis"]. It goes where the graphs
go; a state is bottom when either part is, and covered when both are. Graphs are joined only where
the formulas are the same.

Predicates speak of plain variables: scalars whose address is never taken, and the fields of records
of which that is true. What is in memory is the business of the graphs: a value that comes from
there is arbitrary for predicates. Formulas are computed where states are kept, and where the search
ends, from the statements since the state before; they cost nothing where no predicates are tracked,
unless a path is known to end there (``doubt``).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.cfa.model import Assume
from maul.domains.predicate import PredicateState
from maul.errors import Unsupported
from maul.logic.build import FALSE, TRUE, symbol
from maul.logic.composed import composed
from maul.logic.free import free_symbols
from maul.logic.sorts import Array
from maul.logic.terms import name_of
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition
from maul.logic.walk import conjuncts
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from maul.cfa.calls import Point
    from maul.domains.predicate import PredicateCpa, PredicatePrecision
    from maul.domains.shape.analysis import ShapeCpa, ShapeState
    from maul.domains.shape.precision import ShapePrecision
    from maul.encode.blocks import Encoder
    from maul.encode.state import Layout
    from maul.logic.terms import Term


@node
class ShapesAndPredicates:
    """What is tracked of both kinds."""

    shapes: ShapePrecision
    predicates: PredicatePrecision


class ShapePredicateState:
    """The states at a point that both parts stand for. Between points at which states are kept
    ``predicates`` is what held at the last of them; ``way`` are the points since then, both ends
    included. Compared by identity."""

    __slots__ = ("is_kept", "predicates", "shape", "way")

    def __init__(
        self,
        shape: ShapeState,
        predicates: PredicateState,
        way: tuple[Point, ...],
        *,
        is_kept: bool,
    ) -> None:
        self.shape = shape
        self.predicates = predicates
        self.way = way
        self.is_kept = is_kept

    @property
    def point(self) -> Point:
        """Where it is."""
        return self.shape.point

    @property
    def formula(self) -> Term:
        """What is known of the predicates, here or at the last kept state."""
        return self.predicates.formula


class ShapePredicateCpa:
    """The analysis of one program."""

    merges = True

    def __init__(self, shapes: ShapeCpa, predicates: PredicateCpa, plain: PlainBlocks) -> None:
        self.shapes = shapes
        self._predicates = predicates
        self._plain = plain
        self._doubted: set[Point] = set()

    @property
    def posts(self) -> int:
        """How many abstract successors were computed."""
        return self.shapes.posts + self._predicates.posts

    @property
    def first(self) -> ShapePredicateState:
        """Where the program starts."""
        first = self.shapes.first
        formula = PredicateState(first.point, TRUE)
        return ShapePredicateState(first, formula, (first.point,), is_kept=True)

    def doubt(self, point: Point) -> bool:
        """Ask about every way to a point whether it is possible; False when that is done anyway."""
        is_new = point not in self._doubted and self.shapes.is_kept(point)
        self._doubted.add(point)
        return is_new and not self.shapes.points.is_error(point)

    # ---- the operators -----------------------------------------------------------------------

    def leq(self, e: ShapePredicateState, f: ShapePredicateState) -> bool:
        """Whether both parts of f are shown to follow from those of e."""
        if e.point is not f.point or e.is_kept is not f.is_kept:
            return False
        if e.formula is FALSE:
            return True
        if not e.is_kept and (e.predicates is not f.predicates or e.way != f.way):
            return False
        return self.shapes.leq(e.shape, f.shape) and (
            not e.is_kept or self._predicates.leq(e.predicates, f.predicates)
        )

    def post(
        self, e: ShapePredicateState, pi: ShapesAndPredicates
    ) -> Iterator[ShapePredicateState]:
        """The states that the graphs lead to."""
        before = (e.point,) if e.is_kept else e.way
        for shape in self.shapes.post(e.shape, pi.shapes):
            yield ShapePredicateState(shape, e.predicates, (*before, shape.point), is_kept=False)

    def merge(
        self, e: ShapePredicateState, old: ShapePredicateState, pi: ShapesAndPredicates
    ) -> ShapePredicateState:
        """Graphs are joined where the formulas are the same."""
        if not (e.is_kept and old.is_kept) or e.formula is not old.formula or e.formula is FALSE:
            return old
        merged = self.shapes.merge(e.shape, old.shape, pi.shapes)
        if merged is old.shape:
            return old
        return ShapePredicateState(merged, old.predicates, old.way, is_kept=True)

    def stop(
        self,
        e: ShapePredicateState,
        old: Collection[ShapePredicateState],
        pi: ShapesAndPredicates,
    ) -> ShapePredicateState | None:
        """One state that covers, the same formula before others."""
        if e.formula is FALSE or e.shape.lost is not None:
            return e
        if not e.is_kept:
            return None
        same = {f.shape: f for f in old if f.is_kept and f.formula is e.formula}
        found = self.shapes.stop(e.shape, same.keys(), pi.shapes)
        if found is not None:
            return same[found]
        weaker = {
            f.shape: f
            for f in old
            if f.is_kept
            and f.formula is not e.formula
            and self._predicates.leq(e.predicates, f.predicates)
        }
        found = self.shapes.stop(e.shape, weaker.keys(), pi.shapes) if weaker else None
        return None if found is None else weaker[found]

    def prec(
        self,
        e: ShapePredicateState,
        pi: ShapesAndPredicates,
        old: Collection[ShapePredicateState],
    ) -> tuple[ShapePredicateState, ShapesAndPredicates]:
        """The state with what is tracked at its point, where states are kept or the search ends."""
        if e.is_kept:
            return e, pi
        ends = e.shape.lost is not None or self.shapes.points.is_error(e.point)
        if not ends and not self.shapes.is_kept(e.point):
            return e, pi
        predicates = self._after(e, pi.predicates, is_asked=ends)
        shape = e.shape
        if predicates.formula is not FALSE:
            near = [f.shape for f in old if f.formula is predicates.formula]
            shape, _ = self.shapes.prec(shape, pi.shapes, near)
        return ShapePredicateState(shape, predicates, e.way, is_kept=True), pi

    def is_target(self, e: ShapePredicateState) -> bool:
        """Whether the property is violated or the shape is lost, unless that was looked at."""
        return e.formula is not FALSE and self.shapes.is_target(e.shape)

    # ---- predicates along the ways of graphs -------------------------------------------------

    def _after(
        self, e: ShapePredicateState, pi: PredicatePrecision, *, is_asked: bool
    ) -> PredicateState:
        """What the predicates at the end of a way say."""
        before = e.predicates
        tracked = self._predicates.tracked(e.point, pi, before.predicates)
        if not tracked and not is_asked and e.point not in self._doubted:
            return PredicateState(e.point, TRUE)
        try:
            block = self._plain.block(e.way)
        except Unsupported:  # it has no encoding: nothing is known behind it
            return PredicateState(e.point, TRUE)
        if block.transition.guards == (FALSE,):
            return PredicateState(e.point, FALSE, tracked)
        pending = PredicateState(e.point, before.formula, before.predicates, block)
        return self._predicates.prec(pending, pi, ())[0]

    def trace(self, path: Sequence[ShapePredicateState]) -> Trace:
        """What happens to plain variables along a path, from kept state to kept state."""
        return Trace(tuple([self._plain.block(e.way) for e in path[1:] if e.is_kept]))


class PlainBlocks:
    """What the statements between kept states do to plain variables."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._blocks: dict[tuple[Point, ...], Block] = {}

    def block(self, way: tuple[Point, ...]) -> Block:
        """What happens along a way; ``Unsupported`` when a statement has no encoding."""
        found = self._blocks.get(way)
        if found is None:
            steps = [self._transition(a, b) for a, b in pairwise(way)]
            made = without_memory(composed(steps, {}), self._encoder.layout)
            found = self._blocks[way] = Block(way[0], way[-1], made)
        return found

    def _transition(self, source: Point, target: Point) -> Transition:
        """One statement as a transition. Where its encoding leaves something out nothing is known
        of a condition, and of other statements there is none."""
        encoded = self._encoder.leaving(source)
        if encoded.left_out:
            for edge in source.location.leaving:
                if not isinstance(edge.operation, Assume):
                    raise Unsupported(edge.span, "more may happen than what is encoded")
            return Transition((), {}, ())
        for block in encoded.blocks:
            if block.target is target:
                return block.transition
        return encoded.blocked(target).transition


def without_memory(transition: Transition, layout: Layout) -> Transition:
    """What a transition says of plain variables: values from memory are arbitrary."""
    plain = plain_symbols(layout).union(transition.inputs)

    def is_plain(term: Term) -> bool:
        return plain.issuperset(free_symbols(term))

    guards = [part for guard in transition.guards for part in conjuncts(guard) if is_plain(part)]
    inputs = dict.fromkeys(transition.inputs)
    updates: dict[Term, Term] = {}
    for changed, new in transition.updates.items():
        if changed not in plain:
            continue
        if is_plain(new):
            updates[changed] = new
        else:
            updates[changed] = symbol(f"any {name_of(changed)}", changed.sort)
            inputs[updates[changed]] = None
    return Transition(tuple(guards), updates, tuple(inputs))


def plain_symbols(layout: Layout) -> frozenset[Term]:
    """The symbols of variables that no pointer reaches, as far as they were given out."""
    return frozenset(
        held
        for held, _, owner in layout.given()
        if owner is not None and not isinstance(held.sort, Array)
    )
