"""The laws of configurable program analyses, on small programs with random precisions.

What a step does is known from models of feasible paths: they give every variable a value at each
position, and an abstract state must be true of those at its point.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import partial
from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import pytest

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.domains.abstraction import boolean, cartesian
from maul.domains.assignments import Element, Key, formula, known
from maul.domains.explicit_states import (
    EVERYTHING,
    NOTHING,
    NOTHING_BY_LOCATION,
    ExplicitState,
    Shelf,
)
from maul.domains.explicit_states import ValuePrecision as ExplicitPrecision
from maul.domains.explicit_value import ExplicitCpa, ValueProgram
from maul.domains.predicate import PredicateCpa, PredicatePrecision, PredicateState, by_location
from maul.domains.program_graph import ProgramGraph
from maul.domains.questions import Questions
from maul.encode.blocks import Encoder, layout_for
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.explore.walks import walks
from maul.interpolate.protocol import Feasible
from maul.interpolate.protocol import holds as shown
from maul.interpolate.refuter import decide
from maul.logic.build import FALSE, TRUE, bit_vector, bv_sle, equal, or_
from maul.logic.evaluate import holds
from maul.logic.free import free_symbols
from maul.logic.sorts import Array, BitVec
from maul.logic.trace import Trace
from maul.logic.values import default_value
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.solvers.z3.prover import Z3Prover
from tests.cfa.c_text import marked

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.domains.abstraction import Abstraction
    from maul.domains.cpa import Cpa
    from maul.logic.terms import Term
    from maul.logic.trace import Block

S = TypeVar("S")
P = TypeVar("P")
ABSTRACTIONS = (cartesian, boolean)
TEXTS = {
    "loop": """int main(void) { int i = 0, n = nondet();
      while (i < n) { i = i + 1; if (nondet() == 3) i = i + 2; }
      if (i > 1) reach_error(); return 0; }""",
    "call": """int g; int add(int a) { g = g + a; return g; }
      int main(void) { int x = nondet(), y = add(x); y = add(y);
      if (y != g || x == 1) reach_error(); return 0; }""",
    "memory": """int a[3]; int main(void) { int *p = &a[1], n = 2; a[2] = 7; *p = n;
      while (nondet() == 1) { a[n] = (a[n] + *p) & 7; n = (n + 1) % 3; if (nondet()) p = &a[n]; }
      if (a[0] < a[1] || *p == 9) reach_error(); return 0; }""",
}


class Subject(Generic[S, P]):
    """An analysis of a program, a random precision for it, and what its states mean."""

    def __init__(self, text: str, size: str, seed: int) -> None:
        cfa: Cfa = marked(TEXTS[text])
        self.graph = BlockGraph(Points(cfa), size)
        self.encoder = Encoder(self.graph, layout_for(cfa, "bv"))
        self.random = Random(seed)
        self.paths = list(walks(self.graph, Run(20), 6))
        self.points = list(dict.fromkeys(point for path in self.paths for point in path))
        blocks = [block for point in self.points for block in self.encoder.leaving(point).blocks]
        self.symbols = list(dict.fromkeys(x for block in blocks for x in block.transition.updates))
        self.cpa, self.precision = self.analysis()

    def analysis(self) -> tuple[Cpa[S, P], P]:
        """The analysis and a random precision."""
        raise NotImplementedError

    def first(self) -> S:
        """The state in which the program begins."""
        raise NotImplementedError

    def formula(self, e: S) -> Term:
        """What a state says."""
        raise NotImplementedError

    def point(self, e: S) -> Hashable:
        """Where a state is."""
        raise NotImplementedError

    def refine(self) -> None:
        """Make the precision finer."""
        raise NotImplementedError

    def fixed_point(self) -> Collection[S]:
        """All that is reached when errors are no targets."""
        raise NotImplementedError

    def block(self, source: Point, target: Point) -> Block | None:
        """The block between two points, if there is one."""
        blocks = self.encoder.leaving(source).blocks
        return next((block for block in blocks if block.target is target), None)

    def next(self, e: S) -> list[S]:
        """The abstract successors of a state."""
        found = self.cpa.post(e, self.precision)
        return [self.cpa.prec(f, self.precision, ())[0] for f in found]

    def states(self) -> list[S]:
        """Some states, many of them at one point."""
        found = [self.first()]
        for e in found:
            if len(found) > 120:
                break
            if self.formula(e) is not FALSE:
                found += self.next(e)
        return found


class Law(Protocol):
    """What holds of every analysis."""

    def __call__(self, subject: Subject[S, P]) -> None: ...


# ---- the analyses ------------------------------------------------------------------------------


class PredicateSubject(Subject[PredicateState, PredicatePrecision]):
    """Predicate abstraction."""

    def __init__(self, text: str, size: str, abstraction: Abstraction, seed: int = 0) -> None:
        self.abstraction = abstraction
        super().__init__(text, size, seed)

    def analysis(self) -> tuple[PredicateCpa, PredicatePrecision]:
        self.variables = [
            x for x in self.symbols if isinstance(x.sort, BitVec) and x.sort.width == 32
        ]
        cpa = PredicateCpa(
            ProgramGraph(self.encoder), self.abstraction, Questions(prover_for, Run(20))
        )
        found = [(point, self.predicate()) for point in self.points for _ in range(3)]
        return cpa, PredicatePrecision(by_location, {}).with_more(found)

    def predicate(self) -> Term:
        """A comparison of two variables, or of one with a small number."""
        x, y = self.random.choice(self.variables), self.random.choice(self.variables)
        right = y if self.random.random() < 0.3 else bit_vector(self.random.randint(-2, 3), 32)
        return self.random.choice((equal, bv_sle))(x, right)

    def first(self) -> PredicateState:
        return PredicateState(self.graph.points.start, TRUE)

    def formula(self, e: PredicateState) -> Term:
        return e.formula

    def point(self, e: PredicateState) -> Hashable:
        return e.point

    def refine(self) -> None:
        found = [(p, self.predicate()) for p in dict.fromkeys(self.paths[0]) for _ in range(3)]
        self.precision = self.precision.with_more(found)

    def fixed_point(self) -> Collection[PredicateState]:
        class Untargeted(PredicateCpa):
            """Explores errors like everything else."""

            def is_target(self, _: PredicateState) -> bool:
                return False

        cpa = Untargeted(
            ProgramGraph(self.encoder), self.abstraction, Questions(prover_for, Run(20))
        )
        return _fixed_point(cpa, cpa.first, self)


class ExplicitSubject(Subject[ExplicitState, ExplicitPrecision]):
    """Explicit values; of blocks of one statement each state is kept."""

    def __init__(
        self,
        text: str,
        size: str,
        start: ExplicitPrecision,
        seed: int = 0,
        threshold: int | None = None,
    ) -> None:
        self.start = start
        self.limit = threshold
        super().__init__(text, size, seed)

    def analysis(self) -> tuple[ExplicitCpa, ExplicitPrecision]:
        self.precision = self.start
        for _ in range(2):
            self.refine()
        self.explicit = self._cpa(ExplicitCpa)
        return self.explicit, self.precision

    def _cpa(self, kind: type[ExplicitCpa]) -> ExplicitCpa:
        everywhere = self.graph.size == "single"
        program = ValueProgram(ProgramGraph(self.encoder), stops_everywhere=everywhere)
        self.threshold = program.threshold(self.limit, self.precision)
        return kind(program, self.precision, threshold=self.threshold)

    def _key(self) -> Key:
        """A variable, a whole array, or one of the elements that the program speaks of."""
        found = self.random.choice(self.symbols)
        if isinstance(found.sort, Array) and self.random.random() < 0.7:
            return Element(found, 4096 + 4 * self.random.randrange(3))
        return found

    def first(self) -> ExplicitState:
        return self.explicit.first

    def formula(self, e: ExplicitState) -> Term:
        return formula(known(e.values, self.explicit.machine.slots))

    def point(self, e: ExplicitState) -> Hashable:
        return e.place

    def refine(self) -> None:
        self.precision = self.precision.with_more(
            (point, [self._key() for _ in range(2)]) for point in self.points
        )

    def fixed_point(self) -> Collection[ExplicitState]:
        class Untargeted(ExplicitCpa):
            """Explores errors like everything else."""

            def is_target(self, _: ExplicitState) -> bool:
                return False

        self.explicit = self._cpa(Untargeted)
        return _fixed_point(self.explicit, self.first(), self, Shelf)


def _fixed_point(
    cpa: Cpa[S, P], first: S, subject: Subject[S, P], shelf: Callable[[], dict[S, None]] = dict
) -> Collection[S]:
    reached: Reached[S, P] = Reached(subject.point, breadth_first, shelf)
    reached.add(first, subject.precision, None)

    assert cpa_algorithm(cpa, reached, Run(20)) is None
    return tuple(reached)


def predicates(text: str, size: str, abstraction: Abstraction, law: Law) -> None:
    law(PredicateSubject(text, size, abstraction))


def values(text: str, size: str, start: ExplicitPrecision, law: Law) -> None:
    for seed, threshold in enumerate((None, 1)):
        law(ExplicitSubject(text, size, start, seed, threshold))


SOURCES: dict[str, Callable[[Law], None]] = {
    **{
        f"predicates, {text}, {size}, {abstraction.__name__}": partial(
            predicates, text, size, abstraction
        )
        for text, size, abstraction in product(("loop", "call"), ("single", "large"), ABSTRACTIONS)
    },
    **{
        f"values, {text}, {size}, {name}": partial(values, text, size, start)
        for text, size, (name, start) in product(
            TEXTS,
            ("single", "basic"),
            (("all", EVERYTHING), ("some", NOTHING), ("here", NOTHING_BY_LOCATION)),
        )
    },
}


# ---- the laws ----------------------------------------------------------------------------------


def steps_stand_for_executions(subject: Subject[S, P]) -> None:
    """What feasible paths do, abstract states along them say."""
    executed = 0
    for path in subject.paths:
        blocks = [subject.block(a, b) for a, b in pairwise(path)]
        trace = Trace(tuple(block for block in blocks if block is not None))
        answer = decide(trace, prover_for, 10) if len(trace) == len(blocks) else None
        if not isinstance(answer, Feasible):
            continue
        executed += 1
        e = subject.first()
        successors = subject.next(e)
        for position, target in enumerate(path[1:], 1):
            # Some analyses keep no state at some points: there they have no successor.
            near = [f for f in successors if subject.point(f) == target]
            if not near:
                continue
            true = [f for f in near if _is_true(subject.formula(f), trace, position, answer)]

            assert true
            e = true[0]
            if position < len(path) - 1:
                assert subject.cpa.stop(e, (), subject.precision) is None
            successors = subject.next(e)

        assert subject.point(e) == path[-1]

    assert executed


def _is_true(formula: Term, trace: Trace, position: int, model: Feasible) -> bool:
    at = {x: trace.at(x, position) for x in free_symbols(formula)}
    found = {x: model.values.get(i, default_value(x.sort)) for x, i in at.items()}
    return holds(formula, found)


def the_order_means_entailment(subject: Subject[S, P]) -> None:
    leq, prover = subject.cpa.leq, Z3Prover()
    # Some of the states were made when less was tracked.
    states = subject.states()[:15]
    subject.refine()
    states += subject.states()[:15]

    assert all(leq(e, e) for e in states)
    for e, f in product(states, states):
        if leq(e, f):
            assert subject.point(e) == subject.point(f)
            assert prover.implies(subject.formula(e), subject.formula(f))
            assert all(leq(e, g) for g in states if leq(f, g))


def the_order_misses_nothing(subject: Subject[S, P]) -> None:
    prover = Z3Prover()

    for e, f in product(subject.states()[:25], repeat=2):
        same = subject.point(e) == subject.point(f)
        if same and prover.implies(subject.formula(e), subject.formula(f)):
            assert subject.cpa.leq(e, f)


def merging_and_stopping_lose_no_state(subject: Subject[S, P]) -> None:
    cpa, pi, states = subject.cpa, subject.precision, subject.states()[:25]
    for e, old in product(states, states):
        merged = cpa.merge(e, old, pi)

        assert cpa.merges or merged is old
        assert cpa.leq(old, merged)
        assert Z3Prover().implies(subject.formula(old), subject.formula(merged))
    for number, e in enumerate(states):
        cover = cpa.stop(e, states[:number], pi)
        if cover is None:
            assert not any(cpa.leq(e, f) for f in states[:number])
        elif subject.formula(e) is not FALSE:
            assert cover in states[:number]
            assert Z3Prover().implies(subject.formula(e), subject.formula(cover))


@pytest.mark.parametrize("source", SOURCES)
def test_abstract_steps_stand_for_concrete_ones(source: str) -> None:
    SOURCES[source](steps_stand_for_executions)


@pytest.mark.parametrize("source", SOURCES)
def test_the_order_is_reflexive_and_transitive_and_means_entailment(source: str) -> None:
    SOURCES[source](the_order_means_entailment)


@pytest.mark.parametrize("source", [name for name in SOURCES if "values" not in name])
def test_the_order_misses_nothing_that_the_solver_shows(source: str) -> None:
    # Values are compared cell by cell, not by what they mean.
    SOURCES[source](the_order_misses_nothing)


@pytest.mark.parametrize("source", SOURCES)
def test_merging_and_stopping_lose_no_state(source: str) -> None:
    SOURCES[source](merging_and_stopping_lose_no_state)


# ---- fixed points ------------------------------------------------------------------------------


def a_fixed_point_is_closed(subject: Subject[S, P]) -> None:
    """What the blocks of the program do from what is reached is reached."""
    reached, prover = subject.fixed_point(), Z3Prover()

    assert len(reached) > 1
    for e in reached:
        point = subject.point(e)
        if not isinstance(point, Point) or subject.graph.points.is_error(point):
            continue
        encoded = subject.encoder.leaving(point)
        beyond = encoded.beyond()
        for block in encoded.blocks if beyond is None else (beyond, *encoded.blocks):
            after = or_(*(subject.formula(f) for f in reached if subject.point(f) == block.target))

            assert shown(prover, subject.formula(e), block.transition, after)


@pytest.mark.parametrize(
    ("text", "size", "abstraction"),
    list(product(("loop", "call"), ("single", "large"), ABSTRACTIONS)),
)
def test_a_fixed_point_of_predicates_is_closed_under_the_blocks_of_the_program(
    text: str, size: str, abstraction: Abstraction
) -> None:
    a_fixed_point_is_closed(PredicateSubject(text, size, abstraction, seed=1))


@pytest.mark.parametrize(("text", "seed"), list(product(("call", "memory"), range(3))))
def test_a_fixed_point_of_values_is_closed_under_the_blocks_of_the_program(
    text: str, seed: int
) -> None:
    a_fixed_point_is_closed(ExplicitSubject(text, "single", NOTHING_BY_LOCATION, seed))


def test_a_fixed_point_is_closed_also_when_variables_are_dropped() -> None:
    subject = ExplicitSubject("loop", "single", EVERYTHING, threshold=1)
    a_fixed_point_is_closed(subject)

    assert subject.threshold is not None
    assert subject.threshold.all()


def test_a_shelf_finds_what_a_search_finds() -> None:
    subject = ExplicitSubject("memory", "single", NOTHING_BY_LOCATION, seed=4)
    states = subject.states()
    subject.refine()
    states += subject.states()
    shelves: dict[object, Shelf] = {}
    for e in states:
        shelf = shelves.setdefault(e.place, Shelf())
        found = subject.cpa.stop(e, shelf, subject.precision)
        listed = subject.cpa.stop(e, tuple(shelf), subject.precision)

        assert (found is None) == (listed is None)
        if found is not None:
            assert subject.cpa.leq(e, found)
        shelf[e] = None
    for shelf in shelves.values():
        for e in tuple(shelf):
            del shelf[e]

            assert shelf.covering(e.values) is None or shelf.covering(e.values) in shelf
