"""Labellings of a search as bit-precise labellings over points and a layout of the checker's own.

Comes in: a labelling over the variables of a program, bit-precise or integers. Goes out: the
labelling of the same points over its bit-precise variables. The places of variables in memory stay
the same. Every integer term becomes a signed bit-vector with as many bits as its bounds need, which
come from the types of the variables in it; what stands for bitwise operators becomes these
operators. Whether the result is inductive is for the checker to find out, so a translation can be
wrong without harm.

Over integers an analysis of ranges has shown which operations do not wrap. What it knows can be
added to the labels (``with_ranges``): then it is checked as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.choices import Arith
from maul.encode.memory import cell_type
from maul.encode.numbers import is_signed
from maul.logic.build import FALSE, Term, and_, bit_vector, bv_sle, bv_ule, width_of
from maul.logic.free import free_symbols
from maul.logic.walk import Substitution
from maul.proofs.labelling.integers import Translation
from maul.proofs.labelling.own import OwnPoints, own_layout, own_regions
from maul.proofs.verdict import Labelled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.cfa.analyses.ranges import Ranges
    from maul.cfa.analyses.regions import Region
    from maul.cfa.calls import Point, Stack
    from maul.cfa.model import Cfa, Location
    from maul.encode.state import Layout
    from maul.proofs.labelling.integers import Counterparts


def is_exact(evidence: Labelled) -> bool:
    """Whether the labels are over bit-precise variables as they stand."""
    return evidence.layout.numbers.name is Arith.BV


def bit_precise(evidence: Labelled) -> Labelled:
    """The same labelling over the variables of a new, bit-precise layout and over new points;
    ``Misplaced`` when there is none."""
    own = OwnPoints(evidence.points.cfa)
    labels = tuple(evidence.labels.values())
    layout, labels = bit_precise_terms(evidence.points.cfa, evidence.layout, labels)
    points = map(own.of, evidence.labels)
    return Labelled(own.points, layout, dict(zip(points, labels, strict=True)))


def bit_precise_terms(
    cfa: Cfa, given: Layout, labels: tuple[Term, ...]
) -> tuple[Layout, tuple[Term, ...]]:
    """A new, bit-precise layout, and terms over a given one as terms over its variables;
    ``Misplaced`` when there is none."""
    layout = own_layout(cfa, given)
    regions = _own_regions(cfa, given, labels, layout)
    if given.numbers.name is Arith.BV:
        # Variables have the same symbols in every layout of a program, regions need not.
        renamed = {given.held(old, None): layout.held(new, None) for old, new in regions.items()}
        return layout, tuple(map(Substitution(renamed), labels))
    translation = Translation(_counterparts(given, layout, regions))
    return layout, tuple(map(translation.truth, labels))


def _own_regions(
    cfa: Cfa, given: Layout, labels: tuple[Term, ...], layout: Layout
) -> dict[Region, Region]:
    """The regions that pointers reach and labels speak of, as another layout knows them."""
    spoken_of = {symbol for label in labels for symbol in free_symbols(label)}
    shared = {
        region
        for held, region, owner in given.given()
        if region is not None and owner is None and held in spoken_of
    }
    return own_regions(cfa, given, shared, layout)


def _counterparts(given: Layout, layout: Layout, regions: Mapping[Region, Region]) -> Counterparts:
    """What the symbols that the given layout has given out correspond to in another one, with the
    types of their values."""
    size_t = given.model.size_t
    found: Counterparts = {given.heap: (layout.heap, size_t)}  # unsigned, whatever its width
    if given.sizes is not None and layout.sizes is not None:
        found[given.sizes] = layout.sizes, size_t
    if given.validity is not None and layout.validity is not None:
        pairs = zip(given.validity.symbols, layout.validity.symbols, strict=True)
        found.update((kept, (new, size_t)) for kept, new in pairs)
    for held, region, owner in given.given():
        if region is not None:
            found[held] = layout.held(regions.get(region, region), owner), cell_type(region)
        elif owner is not None:
            found[held] = layout.register(owner), owner.type
    return found


# ---- ranges ------------------------------------------------------------------------------------


def with_ranges(exact: Labelled, known: Ranges) -> Labelled:
    """A bit-precise labelling that also says what the analysis of ranges has found out."""
    labels = {
        point: and_(label, *_bounds(exact, known, point)) for point, label in exact.labels.items()
    }
    return Labelled(exact.points, exact.layout, labels)


def _bounds(exact: Labelled, known: Ranges, point: Point) -> list[Term]:
    """The bounds of the variables of all activations at a point; false where none arrives."""
    found: list[Term] = []
    at: Location | None = point.location
    stack: Stack | None = point.stack
    while at is not None and stack is not None:
        bounds = known.known_at(at)
        if bounds is None:
            return [FALSE]
        for variable, (low, high) in bounds.items():
            if stack is not point.stack and not variable.function:
                continue  # what callers knew of globals may have changed
            held = exact.layout.register(exact.points.instance(variable, stack))
            at_most = bv_sle if is_signed(variable.type) else bv_ule
            least, most = (bit_vector(bound, width_of(held)) for bound in (low, high))
            found += [at_most(least, held), at_most(held, most)]
        at = None if stack.call is None else stack.call.source
        stack = stack.parent
    return found
