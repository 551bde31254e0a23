"""A domain: which of a fixed list of facts hold; states at one point are merged."""

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.encode.blocks import Encoder, layout_for
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.interpolate.protocol import holds
from maul.logic.build import FALSE, and_, not_
from maul.logic.free import free_symbols
from maul.methods.paths.labels import proof
from maul.node import node
from maul.proofs.verdict import Unknown


@node
class FactsState:
    """The states at a point in which these facts hold."""

    point: Point
    facts: frozenset


class FactsCpa:
    """The analysis of one program: D is the facts by point, merge is their intersection."""

    merges = True

    def __init__(self, encoder, provers):
        self._encoder = encoder
        self._provers = provers

    def leq(self, e, f):
        return e.point is f.point and e.facts >= f.facts

    def post(self, e, pi):
        if self.is_target(e):
            return
        for block in self._encoder.leaving(e.point).blocks:
            if not self._holds(e, block, FALSE):  # an execution may take the block
                facts = frozenset(fact for fact in pi if self._holds(e, block, fact))
                yield FactsState(block.target, facts)

    def merge(self, e, old, pi):
        joined = e.facts & old.facts
        return old if joined == old.facts else FactsState(old.point, joined)

    def stop(self, e, old, pi):
        return next((f for f in old if self.leq(e, f)), None)

    def prec(self, e, pi, old):
        return e, pi

    def is_target(self, e):
        return self._encoder.graph.points.is_error(e.point)

    def _holds(self, e, block, fact):
        step, before = block.transition, and_(*e.facts)
        prover = self._provers((before, fact, *step.guards, *step.updates.values()))
        return holds(prover, before, step, fact, seconds=5.0)


def facts(cfa, setting, run):
    """A method: the facts are what guards the errors, negated."""
    graph, layout = BlockGraph(Points(cfa), setting.blocks), layout_for(cfa, setting.arith)
    encoder = Encoder(graph, layout)
    precision = candidates(encoder)
    if precision is None:
        return Unknown("the encoding does not cover every execution")
    reached = Reached(lambda e: e.point, breadth_first)
    reached.add(FactsState(graph.start, frozenset()), precision, None)
    if cpa_algorithm(FactsCpa(encoder, setting.provers), reached, run) is not None:
        return Unknown("the facts do not exclude every error")
    return proof(graph, layout, {e.point: and_(*e.facts) for e in reached})


def candidates(encoder):
    """The negated guards of all blocks to errors, without those that depend on an input."""
    found, points = {}, [encoder.graph.start]
    for point in points:  # grows; finite where nothing recurses
        encoded = encoder.leaving(point)
        if encoded.left_out:
            return None
        for block in encoded.blocks:
            if encoder.graph.points.is_error(block.target):
                inputs = block.transition.inputs
                for guard in block.transition.guards:
                    if not any(symbol in inputs for symbol in free_symbols(guard)):
                        found[not_(guard)] = None
            elif block.target not in points:
                points.append(block.target)
    return tuple(found)
