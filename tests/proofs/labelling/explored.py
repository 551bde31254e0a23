"""Labels of many cases for tests: the values that a plain search finds at cut points.

The search follows single statements with constants put in for what is known, splits at conditions
that are not decided, and stores every state at every point; nothing of it is used by the checker.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.cfa.model import Cfa
from maul.encode.blocks import Encoder, layout_for
from maul.encode.state import initial_values
from maul.logic.build import FALSE, Term, and_, equal, or_
from maul.logic.build.array import select, store
from maul.logic.terms import int_payload, name_of
from maul.logic.walk import Substitution, conjuncts
from maul.proofs.verdict import Labelled
from tests.proofs.labelling.labellings import cut_points

MOST_STATES = 1_000_000
Known = dict[Term, Term]  # symbols, and elements of arrays, with constants
Stored = frozenset[tuple[Term, Term]]


class ErrorFound(Exception):
    """There is a state at an error."""


def explored(
    cfa: Cfa, only: Collection[str] | None = None, *, past_errors: bool = False
) -> Labelled:
    """A labelling of the cut points with all states found there; ``only`` names the variables of
    which values are kept. States at errors are an error, or are passed over."""
    points = Points(cfa)
    layout = layout_for(cfa, "bv")
    encoder = Encoder(BlockGraph(points, "single"), layout)
    first = frozenset(initial_values(layout).items())
    found: dict[Point, dict[Stored, None]] = {points.start: {first: None}}
    waiting = [(points.start, first)]
    while waiting:
        point, known = waiting.pop()
        if points.is_error(point):
            if past_errors:
                continue
            raise ErrorFound(str(point))
        for target, after in successors(encoder, point, dict(known)):
            kept = frozenset(
                (key, value) for key, value in after.items() if only is None or _name(key) in only
            )
            states = found.setdefault(target, {})
            if kept not in states:
                states[kept] = None
                waiting.append((target, kept))
                assert len(states) < MOST_STATES, "too many states"
    labels = {
        point: or_(*(and_(*(equal(*each) for each in state)) for state in found[point]))
        for point in cut_points(points)
        if point in found
    }
    return Labelled(points, layout, labels)


def _name(key: Term) -> str:
    return name_of(key if key.operator == "symbol" else key.arguments[0])


def successors(encoder: Encoder, point: Point, known: Known) -> Iterator[tuple[Point, Known]]:
    """The states after the blocks from a point."""
    for block in encoder.leaving(point).blocks:
        guards = [Substitution(as_values(known))(guard) for guard in block.transition.guards]
        if FALSE in guards:
            continue
        learnt = {**known}
        for part in (part for guard in guards for part in conjuncts(guard)):
            left, right = part.arguments if part.operator == "=" else (part, part)
            if left.operator == "symbol" and right.operator == "constant":
                learnt[left] = right
        substituted = Substitution(as_values(learnt))
        after = {key: v for key, v in learnt.items() if key not in block.transition.inputs}
        for held, term in block.transition.updates.items():
            after = {key: v for key, v in after.items() if _symbol(key) is not held}
            after.update(_known_of(held, substituted(term)))
        assert isinstance(block.target, Point)
        yield block.target, after


def _symbol(key: Term) -> Term:
    return key if key.operator == "symbol" else key.arguments[0]


def as_values(known: Known) -> dict[Term, Term]:
    """What each symbol holds."""
    found: dict[Term, Term] = {}
    for key, value in known.items():
        if key.operator == "symbol":
            found[key] = value
        else:
            array, index = key.arguments
            found[array] = store(found.get(array, array), index, value)
    return found


def _known_of(held: Term, term: Term) -> Known:
    """What is known of a symbol that holds a term: a constant, elements, or all elements."""
    if term.operator == "constant":
        return {held: term}
    found: Known = {}
    while term.operator == "store":
        array, index, value = term.arguments
        if index.operator != "constant":
            break
        found.setdefault(select(held, index), value)
        term = array
    if term.operator == "const" and all(
        v.operator == "constant" for v in (*found.values(), *term.arguments)
    ):
        for key in sorted(found, key=lambda key: int_payload(key.arguments[1])):
            term = store(term, key.arguments[1], found[key])
        return {held: term}
    return {key: value for key, value in found.items() if value.operator == "constant"}
