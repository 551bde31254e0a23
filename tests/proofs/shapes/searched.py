"""Graphs that a search finds, also one that does not care for errors."""

from __future__ import annotations

import contextlib

from maul.cfa.calls import Point, Points
from maul.cfa.model import Cfa
from maul.domains.shape.analysis import ShapeCpa, ShapeState
from maul.domains.shape.precision import ShapePrecision
from maul.errors import LimitReached, Unsupported
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.orders import reverse_post_order
from maul.explore.reached import Reached
from maul.interpolate.catalogue import refuter
from maul.methods.graphs.alone import place, shape
from maul.methods.setting import Setting
from maul.proofs.verdict import Safe, Shaped
from maul.run import Run
from maul.shapes.graph import ShapeGraph


class Careless(ShapeCpa):
    """The analysis, when nothing is an error."""

    def is_target(self, e: ShapeState) -> bool:
        """Whether to stop here: never."""
        del e
        return False


def graphs_of(cfa: Cfa, seconds: float = 20) -> Shaped:
    """The proof that the method finds."""
    verdict = shape(cfa, Setting(refuter("auto"), "single", "bv"), Run(seconds))
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.evidence, Shaped)
    return verdict.evidence


def careless_graphs_of(cfa: Cfa, precision: ShapePrecision) -> Shaped:
    """The graphs that are found when errors are passed over, as far as the search gets: no proof
    of anything."""
    cpa = Careless(Points(cfa))
    reached: Reached[ShapeState, ShapePrecision] = Reached(place, reverse_post_order(place))
    reached.add(cpa.first, precision, None)
    with contextlib.suppress(LimitReached, Unsupported):
        assert cpa_algorithm(cpa, reached, Run(5)) is None
    graphs: dict[Point, tuple[ShapeGraph, ...]] = {}
    for state in reached:
        if cpa.is_kept(state.point):
            graphs[state.point] = (*graphs.get(state.point, ()), state.graph)
    return Shaped(cpa.points, graphs)
