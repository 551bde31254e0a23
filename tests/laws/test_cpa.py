"""The laws of configurable program analyses, on small programs with random precisions.

What a step does is known from models of feasible paths: they give every variable a value at each
position, and an abstract state must be true of those at its point.
"""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.cfa.calls import Points
from maul.cfa.large_block import BlockGraph
from maul.domains.abstraction import boolean, cartesian
from maul.domains.predicate import Precision, PredicateCpa, PredicateState, by_location
from maul.domains.questions import Questions
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.reached import Reached
from maul.explore.walks import walks
from maul.formula.build import FALSE, bit_vector, bv_sle, equal, or_
from maul.formula.encode import Encoder, layout_for
from maul.formula.evaluate import holds
from maul.formula.sorts import BitVec
from maul.formula.trace import Trace
from maul.formula.values import default_value
from maul.formula.walk import free_symbols
from maul.interpolate.protocol import Feasible
from maul.interpolate.protocol import holds as shown
from maul.interpolate.provers import prover_for
from maul.interpolate.refuter import decide
from maul.run import Run
from maul.smt.z3_backend import Z3Prover
from tests.cfa.c_text import marked

if TYPE_CHECKING:
    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa
    from maul.domains.abstraction import Abstraction
    from maul.formula.terms import Term
    from maul.formula.trace import Block

TEXTS = {
    "loop": """int main(void) { int i = 0, n = nondet();
      while (i < n) { i = i + 1; if (nondet() == 3) i = i + 2; }
      if (i > 1) reach_error(); return 0; }""",
    "call": """int g; int add(int a) { g = g + a; return g; }
      int main(void) { int x = nondet(), y = add(x); y = add(y);
      if (y != g || x == 1) reach_error(); return 0; }""",
}
CASES = list(product(TEXTS, ("single", "large"), (cartesian, boolean)))


class Subject:
    """An analysis of a program and a random precision for it."""

    def __init__(self, text: str, size: str, abstraction: Abstraction, seed: int = 0) -> None:
        cfa: Cfa = marked(TEXTS[text])
        self.graph = BlockGraph(Points(cfa), size)
        self.encoder = Encoder(self.graph, layout_for(cfa, "bv"))
        self.cpa = PredicateCpa(self.encoder, abstraction, Questions(prover_for, Run(20)))
        self.random = Random(seed)
        self.paths = list(walks(self.graph, Run(20), 6))
        points = dict.fromkeys(point for path in self.paths for point in path)
        blocks = [block for point in points for block in self.encoder.leaving(point).blocks]
        self.variables = [
            x
            for x in dict.fromkeys(x for block in blocks for x in block.transition.updates)
            if isinstance(x.sort, BitVec) and x.sort.width == 32
        ]
        found = [(point, self.predicate()) for point in points for _ in range(3)]
        self.precision = Precision(by_location, {}).with_more(found)

    def predicate(self) -> Term:
        """A comparison of two variables, or of one with a small number."""
        x, y = self.random.choice(self.variables), self.random.choice(self.variables)
        right = y if self.random.random() < 0.3 else bit_vector(self.random.randint(-2, 3), 32)
        return self.random.choice((equal, bv_sle))(x, right)

    def block(self, source: Point, target: Point) -> Block | None:
        """The block between two points, if there is one."""
        blocks = self.encoder.leaving(source).blocks
        return next((block for block in blocks if block.target is target), None)

    def step(self, e: PredicateState, target: Point) -> PredicateState:
        """The abstract successor of a state at a point."""
        (found,) = (s for s in self.cpa.post(e, self.precision) if s.point == target)
        return self.cpa.prec(found, self.precision, ())[0]

    def states(self) -> list[PredicateState]:
        """Some states, many of them at one point."""
        found = [self.cpa.first]
        for path in self.paths:
            e = self.cpa.first
            for target in path[1:]:
                if e.formula is FALSE or self.block(path[0], path[1]) is None:
                    break
                e = self.step(e, target)
                found.append(e)
        return found


@pytest.mark.parametrize(("text", "size", "abstraction"), CASES)
def test_abstract_steps_stand_for_concrete_ones(
    text: str, size: str, abstraction: Abstraction
) -> None:
    subject = Subject(text, size, abstraction)
    executed = 0
    for path in subject.paths:
        blocks = [subject.block(a, b) for a, b in pairwise(path)]
        trace = Trace(tuple(block for block in blocks if block is not None))
        answer = decide(trace, 10) if len(trace) == len(blocks) else None
        if not isinstance(answer, Feasible):
            continue
        executed += 1
        e = subject.cpa.first
        for position, target in enumerate(path[1:], 1):
            e = subject.step(e, target)
            at = {x: trace.at(x, position) for x in free_symbols(e.formula)}
            values = {x: answer.values.get(i, default_value(x.sort)) for x, i in at.items()}

            assert holds(e.formula, values)
            if position < len(path) - 1:
                assert subject.cpa.stop(e, (), subject.precision) is None

    assert executed


@pytest.mark.parametrize(("text", "size", "abstraction"), CASES)
def test_the_order_is_reflexive_and_transitive_and_means_entailment(
    text: str, size: str, abstraction: Abstraction
) -> None:
    subject = Subject(text, size, abstraction)
    leq, prover = subject.cpa.leq, Z3Prover()
    # Some of the states were made when fewer predicates were known.
    states = subject.states()[:15]
    found = [(p, subject.predicate()) for p in dict.fromkeys(subject.paths[0]) for _ in range(3)]
    subject.precision = subject.precision.with_more(found)
    states += subject.states()[:15]

    assert all(leq(e, e) for e in states)
    for e, f in product(states, states):
        if leq(e, f):
            assert e.point == f.point
            assert prover.implies(e.formula, f.formula)
            assert all(leq(e, g) for g in states if leq(f, g))


@pytest.mark.parametrize(("text", "size", "abstraction"), CASES)
def test_the_order_misses_nothing_that_the_solver_shows(
    text: str, size: str, abstraction: Abstraction
) -> None:
    subject = Subject(text, size, abstraction)
    prover = Z3Prover()

    for e, f in product(subject.states()[:25], repeat=2):
        if e.point == f.point and prover.implies(e.formula, f.formula):
            assert subject.cpa.leq(e, f)


@pytest.mark.parametrize(("text", "size", "abstraction"), CASES)
def test_merging_and_stopping_lose_no_state(text: str, size: str, abstraction: Abstraction) -> None:
    subject = Subject(text, size, abstraction)
    cpa, pi, states = subject.cpa, subject.precision, subject.states()[:25]
    for e, old in product(states, states):
        assert cpa.leq(old, cpa.merge(e, old, pi))
        assert Z3Prover().implies(old.formula, cpa.merge(e, old, pi).formula)
    for number, e in enumerate(states):
        cover = cpa.stop(e, states[:number], pi)
        if cover is None:
            assert not any(cpa.leq(e, f) for f in states[:number])
        elif e.formula is not FALSE:
            assert cover in states[:number]
            assert Z3Prover().implies(e.formula, cover.formula)


@pytest.mark.parametrize(("text", "size", "abstraction"), CASES)
def test_a_fixed_point_is_closed_under_the_blocks_of_the_program(
    text: str, size: str, abstraction: Abstraction
) -> None:
    subject = Subject(text, size, abstraction, seed=1)

    class Untargeted(PredicateCpa):
        """Explores errors like everything else."""

        def is_target(self, _: PredicateState) -> bool:
            return False

    cpa = Untargeted(subject.encoder, abstraction, Questions(prover_for, Run(20)))
    reached: Reached[PredicateState, Precision] = Reached(lambda e: e.point, lambda e: (e.depth,))
    reached.add(cpa.first, subject.precision, None)

    assert cpa_algorithm(cpa, reached, Run(20)) is None
    prover = Z3Prover()
    for e in reached:
        for block in cpa.blocks(e):
            after = or_(*(f.formula for f in reached if f.point == block.target))

            assert shown(prover, e.formula, block.transition, after)
