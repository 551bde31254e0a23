"""The analysis that remembers parts of the program, with random precisions: what it has reached is
inductive, and paths through units are paths of the program."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.cfa.analyses.units import units_of
from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.domains.abstraction import boolean, cartesian
from maul.domains.predicate import (
    PredicateCpa,
    PredicatePrecision,
    PredicateState,
    by_function,
    by_location,
)
from maul.domains.program_graph import ProgramGraph
from maul.domains.questions import Questions
from maul.encode.blocks import Encoder, layout_for
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.memoised import MemoisedCpa, States, Summaries
from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.interpolate.protocol import holds
from maul.logic.build import Term, bit_vector, bv_sle, equal, or_
from maul.logic.sorts import BitVec
from maul.run import Run
from maul.smt.choose import prover_for
from tests.cfa.c_text import cfa_of

if TYPE_CHECKING:
    from maul.domains.abstraction import Abstraction

TEXTS = {
    "calls": """int g, h; int add(int a) { int s = g + a; if (s > 9) s = 0; g = s; return s; }
      int twice(int a) { int t = add(a); t = add(t); return t; }
      int main(void) { int x = nondet(), y = 3; h = 5; y = twice(x); y = twice(y); y = add(h);
      g = twice(g); return y; }""",
    "writes": """int last, n; void put(int v) { while (nondet()) n = n + 1; last = v; }
      int main(void) { last = 1; put(2); n = last; put(1); put(n); last = 3; put(3); return last; }
      """,
    "loops": """int g, n; void up(int m) { int i = 0; while (i < m) { int j = 0; g = g + i;
      while (j < i) { j = j + 1; if (nondet()) g = g + 1; } i = i + 1; } }
      int main(void) { n = 4; up(n); while (nondet()) { up(n); n = n - 1; } up(3); return g; }""",
    "memory": """int a[4], n; void put(int *p, int v) { while (nondet()) { *p = v; v = v + 1; } }
      int main(void) { int i = 0; n = 7; put(&a[1], 2); a[0] = 3; put(&a[2], n);
      while (i < 4) { put(a, i); i = i + 1; } return a[3]; }""",
}
CASES = [
    (text, size, abstraction, seed)
    for text in TEXTS
    for size, abstraction in (("single", cartesian), ("large", boolean), ("basic", cartesian))
    for seed in range(2)
]


class Subject:
    """A program explored with a random precision."""

    def __init__(
        self, text: str, size: str, seed: int, abstraction: Abstraction = cartesian
    ) -> None:
        cfa = cfa_of(TEXTS[text])
        run = Run(60)
        points = Points(cfa)
        units = units_of(cfa, with_functions=True, with_loops=True, with_short=True)
        ends = units.ends()
        self.blocks = BlockGraph(points, size, lambda point: point.location in ends)
        self.encoder = Encoder(self.blocks, layout_for(cfa, "bv"))
        graph = ProgramGraph(self.encoder)
        self.inside = PredicateCpa(graph, abstraction, Questions(prover_for, run))
        self.summaries = Summaries(self.inside, graph, units, self.empty, run)
        self.cpa = MemoisedCpa(self.summaries)
        self.random = Random(seed)
        self.first = self.inside.first
        self.reached = self.empty()
        # Boolean combinations of many predicates are many.
        self.reached.add(self.first, self.precision(3 if abstraction is cartesian else 1), None)
        assert cpa_algorithm(self.cpa, self.reached, run) is None

    @staticmethod
    def empty() -> States:
        return Reached(lambda e: e.point, breadth_first)

    def precision(self, each: int) -> PredicatePrecision:
        """A few predicates over variables that are written, at random points."""
        points = [self.blocks.start]
        for point in points:
            for block in self.encoder.leaving(point).blocks:
                if block.target not in points and isinstance(block.target, Point):
                    points.append(block.target)
        blocks = [block for point in points for block in self.encoder.leaving(point).blocks]
        written = dict.fromkeys(x for block in blocks for x in block.transition.updates)
        symbols = [x for x in written if x.sort == BitVec(32)]
        scope = self.random.choice((by_location, by_function))
        found = [
            (self.random.choice(points), self.predicate(symbols))
            for _ in range(each * len(symbols))
        ]
        return PredicatePrecision(scope, {}).with_more(found)

    def predicate(self, symbols: list[Term]) -> Term:
        x, y = self.random.choice(symbols), self.random.choice(symbols)
        number = bit_vector(self.random.randrange(8), 32)
        return self.random.choice((equal(x, number), bv_sle(x, number), equal(x, y)))

    def labels(self) -> dict[Point, Term]:
        """What was reached at each point."""
        found: dict[Point, list[Term]] = {}
        for instance in self.cpa.instances(self.reached):
            found.setdefault(instance.point, []).append(instance.formula)
        return {point: or_(*formulas) for point, formulas in found.items()}


@pytest.mark.parametrize(("text", "size", "abstraction", "seed"), CASES)
def test_what_was_reached_is_inductive(
    text: str, size: str, abstraction: Abstraction, seed: int
) -> None:
    subject = Subject(text, size, seed, abstraction)
    labels = subject.labels()

    assert subject.summaries.analysed > 0
    for point, before in labels.items():
        for block in subject.encoder.leaving(point).blocks:
            assert isinstance(block.target, Point)
            after, step = labels[block.target], block.transition
            prover = prover_for((before, after, *step.guards, *step.updates.values()))
            assert holds(prover, before, step, after, seconds=5.0)


@pytest.mark.parametrize("text", TEXTS)
def test_a_path_through_units_is_one_of_the_program(text: str) -> None:
    subject = Subject(text, "basic", 1)
    for e in subject.reached:
        path = subject.cpa.unrolled(subject.reached.path(e))

        assert path[0] is subject.first
        assert path[-1] is e
        for one, next_ in pairwise(path):
            assert isinstance(one.point, Point)
            targets = [block.target for block in subject.encoder.leaving(one.point).blocks]
            assert next_.point in targets


def test_a_unit_is_explored_once_for_each_reduced_state() -> None:
    subject = Subject("calls", "basic", 0)
    before = (subject.summaries.analysed, subject.inside.posts)
    again = subject.empty()
    again.add(subject.first, precision_of(subject), None)
    cpa_algorithm(MemoisedCpa(subject.summaries), again, Run(60))

    assert before == (subject.summaries.analysed, subject.inside.posts)
    assert {state_of(e) for e in again} == {state_of(e) for e in subject.reached}


def precision_of(subject: Subject) -> PredicatePrecision:
    """The precision with which a program was explored."""
    subject.reached.wait(subject.first)
    waiting = subject.reached.pop()
    assert waiting is not None
    return waiting[1]


def state_of(e: PredicateState) -> tuple[object, Term]:
    return e.point, e.formula
