"""Values and predicates together: what states say, what is asked, and what leaves."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.domains.abstraction import cartesian
from maul.domains.assignments import Formulas, known
from maul.domains.explicit_states import EVERYTHING, NOTHING, ValuePrecision
from maul.domains.explicit_value import ExplicitCpa, ValueProgram
from maul.domains.predicate import PredicateCpa, PredicatePrecision, by_location
from maul.domains.program_graph import ProgramGraph
from maul.domains.questions import Questions
from maul.domains.thresholds import Threshold
from maul.domains.value_predicate import (
    CompositeShelf,
    CompositeState,
    Tracked,
    ValuePredicateCpa,
)
from maul.encode.blocks import Encoder, layout_for
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.explore.walks import walks
from maul.interpolate.protocol import Feasible
from maul.interpolate.refuter import decide
from maul.logic.build import FALSE, TRUE, Term, and_, bit_vector, bv_sle, equal, not_
from maul.logic.composed import composed
from maul.logic.evaluate import evaluate, holds
from maul.logic.free import free_symbols
from maul.logic.sorts import BitVec
from maul.logic.terms import name_of
from maul.logic.trace import Trace
from maul.logic.transition import Transition
from maul.logic.values import Value, constant, default_value
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.solvers.z3.prover import Z3Prover
from tests.cfa.c_text import marked

TEXTS = (
    """int main(void) { int i = 0, n = nondet();
      while (i < n) { i = i + 1; if (nondet() == 3) i = i + 2; }
      if (i > 1) reach_error(); return 0; }""",
    """int g; int add(int a) { g = g + a; return g; }
      int main(void) { int x = nondet(), y = add(x); y = add(y); if (x == 2) y = add(1);
      if (y != g || x == 1) reach_error(); return 0; }""",
    """int main(void) { int s = 0, x = nondet(), y = nondet();
      while (nondet()) { if (s == 0) { if (x < y) s = 1; } else if (s == 1) { x = x - 1; s = 2; }
        else s = 0; }
      if (s == 1 || y < x) reach_error(); return 0; }""",
)


class Subject:
    """The analysis of a program, with random values and predicates to track."""

    def __init__(
        self, text: str, precision: ValuePrecision, seed: int, threshold: int = 1000
    ) -> None:
        cfa = marked(text)
        random = Random(seed)
        self.graph = BlockGraph(Points(cfa), "basic")
        encoder = self.encoder = Encoder(self.graph, layout_for(cfa, "bv"))
        self.paths = list(walks(self.graph, Run(20), 8))
        points = list(dict.fromkeys(point for path in self.paths for point in path))
        blocks = [block for point in points for block in encoder.leaving(point).blocks]
        self.symbols = list(dict.fromkeys(x for block in blocks for x in block.transition.updates))
        numbers = [x for x in self.symbols if isinstance(x.sort, BitVec) and x.sort.width == 32]

        def predicate() -> Term:
            x, y = random.choice(numbers), random.choice(numbers)
            right = y if random.random() < 0.5 else bit_vector(random.randint(-1, 3), 32)
            return random.choice((equal, bv_sle))(x, right)

        found = [(point, predicate()) for point in points for _ in range(random.randint(0, 3))]
        values = precision.with_more((point, [random.choice(self.symbols)]) for point in points)
        self.tracked = Tracked(values, PredicatePrecision(by_location, {}).with_more(found))
        graph = ProgramGraph(encoder)
        program = ValueProgram(graph, stops_everywhere=False)
        self.threshold = Threshold(threshold, program.is_cut)
        self.explicit = ExplicitCpa(program, values, threshold=self.threshold)
        predicates = PredicateCpa(graph, cartesian, Questions(prover_for, Run(20)))
        self.cpa = ValuePredicateCpa(self.explicit, predicates)
        for point in points:
            if random.random() < 0.3:
                self.cpa.doubt(point)

    def next(self, e: CompositeState) -> list[CompositeState]:
        found = list(self.cpa.post(e, self.tracked))
        return [self.cpa.prec(f, self.tracked, ())[0] for f in found]

    def formula(self, e: CompositeState) -> Term:
        values = known(e.values.values, self.explicit.machine.slots)
        return and_(Formulas()(values), e.predicates.formula)

    def states(self, most: int = 60) -> list[CompositeState]:
        found = [self.cpa.first]
        for e in found:
            if len(found) > most:
                break
            if e.predicates.formula is not FALSE:
                found += self.next(e)
        return found


CASES = [
    pytest.param(text, precision, seed, id=f"{number}-{name}-{seed}")
    for number, text in enumerate(TEXTS)
    for name, precision in (("all", EVERYTHING), ("some", NOTHING))
    for seed in range(3)
]


# ---- laws ----


@pytest.mark.parametrize(("text", "precision", "seed"), CASES)
def test_what_executions_do_states_stand_for(
    text: str, precision: ValuePrecision, seed: int
) -> None:
    subject = Subject(text, precision, seed)
    executed = 0
    for path in subject.paths:
        blocks = [subject.encoder.leaving(a).blocks for a in path[:-1]]
        ways = [
            next((block for block in leaving if block.target is b), None)
            for leaving, b in zip(blocks, path[1:], strict=True)
        ]
        trace = Trace(tuple(way for way in ways if way is not None))
        answer = decide(trace, prover_for, 10.0) if len(trace) == len(ways) else None
        if not isinstance(answer, Feasible):
            continue
        executed += 1
        e, successors = subject.cpa.first, subject.next(subject.cpa.first)
        for position, target in enumerate(path[1:], 1):
            near = [f for f in successors if f.place is target]
            if near:
                e = next(f for f in near if is_true(subject.formula(f), trace, position, answer))
                successors = subject.next(e)

        assert e.place is path[-1]

    assert executed


def is_true(formula: Term, trace: Trace, position: int, model: Feasible) -> bool:
    at = {x: trace.at(x, position) for x in free_symbols(formula)}
    return holds(formula, {x: model.values.get(i, default_value(x.sort)) for x, i in at.items()})


@pytest.mark.parametrize(("text", "precision", "seed"), CASES)
def test_a_state_is_covered_only_by_one_that_it_implies(
    text: str, precision: ValuePrecision, seed: int
) -> None:
    subject, prover = Subject(text, precision, seed), Z3Prover()
    shelves: dict[object, CompositeShelf] = {}
    for e in subject.states():
        shelf = shelves.setdefault(e.place, CompositeShelf())
        found = subject.cpa.stop(e, shelf, subject.tracked)
        plain = subject.cpa.stop(e, tuple(shelf), subject.tracked)

        assert (found is None) == (plain is None)
        assert subject.cpa.leq(e, e)
        if found is None:
            shelf[e] = None
        elif found is not e:
            assert found.place == e.place
            assert prover.implies(subject.formula(e), subject.formula(found))
    for shelf in shelves.values():
        for e in tuple(shelf):
            del shelf[e]
            found = subject.cpa.stop(e, shelf, subject.tracked)

            assert found is None or found is not e or e.predicates.formula is FALSE


@pytest.mark.parametrize("seed", range(30))
def test_a_composed_transition_does_what_its_parts_do(seed: int) -> None:
    random = Random(seed)
    subject = Subject(random.choice(TEXTS), EVERYTHING, seed)
    path = random.choice(subject.paths)
    blocks = [
        next(iter(subject.encoder.leaving(a).blocks))
        for a, _ in pairwise(path)
        if subject.encoder.leaving(a).blocks
    ][: random.randint(1, 5)]
    parts = list(dict.fromkeys(block.transition for block in blocks))
    spoken_of = dict.fromkeys(s for part in parts for s in (*part.reads(), *part.updates))
    before: dict[Term, Value] = {s: random_value(s, random) for s in spoken_of}
    inputs = {s: random_value(s, random) for part in parts for s in part.inputs}
    fixed = [s for s in spoken_of if isinstance(s.sort, BitVec) and random.random() < 0.5]
    whole = composed(parts, {s: constant(before[s], s.sort) for s in fixed})

    values, possible = dict(before), True
    for part in parts:
        possible &= taken(part, {**values, **inputs})
        values = after(part, values, inputs)

    assert possible == taken(whole, {**before, **inputs})
    if possible:
        assert values == after(whole, before, inputs)


def random_value(symbol: Term, random: Random) -> Value:
    return random.randint(0, 3) if isinstance(symbol.sort, BitVec) else default_value(symbol.sort)


def taken(transition: Transition, values: dict[Term, Value]) -> bool:
    return all(evaluate(guard, values) for guard in transition.guards)


def after(
    transition: Transition, values: dict[Term, Value], inputs: dict[Term, Value]
) -> dict[Term, Value]:
    new = {x: evaluate(e, {**values, **inputs}) for x, e in transition.updates.items()}
    return {**values, **new}


# ---- examples ----

COUNTER = """int main(void) { int i = 0, s = 0, n = nondet();
  while (i < n) { i = i + 1; s = 1 - s; } if (s == 5) reach_error(); return 0; }"""


def dropped(text: str, threshold: int) -> list[str]:
    """What is dropped somewhere when a program is explored with all values."""
    subject = Subject(text, EVERYTHING, 0, threshold)
    tracked = Tracked(EVERYTHING, PredicatePrecision(by_location, {}))
    reached: Reached[CompositeState, Tracked] = Reached(_place, breadth_first, CompositeShelf)
    reached.add(subject.cpa.first, tracked, None)
    cpa_algorithm(subject.cpa, reached, Run(20))
    return sorted(name_of(symbol) for symbol in subject.threshold.all())


def _place(e: CompositeState) -> object:
    return e.place


@pytest.mark.parametrize("threshold", [2, 5, 20])
def test_a_variable_with_too_many_values_on_a_path_is_named(threshold: int) -> None:
    found = dropped(COUNTER, threshold)

    assert ["main::i"] == found


def test_values_that_are_few_on_each_path_stay() -> None:
    assert [] == dropped(
        """int main(void) { int i = 0, s = 0;
        while (nondet()) { i = (i + 1) % 6; s = i == 3 ? 1 : 0; }
        if (s == 5) reach_error(); return 0; }""",
        6,
    )


def test_nothing_is_asked_where_no_predicate_is_tracked() -> None:
    subject = Subject(TEXTS[2], EVERYTHING, 0)
    nothing = Tracked(EVERYTHING, PredicatePrecision(by_location, {}))
    fresh = ValuePredicateCpa(subject.explicit, subject.cpa.predicates)
    states = [fresh.first]
    for e in states:
        if len(states) > 40:
            break
        states += [fresh.prec(f, nothing, ())[0] for f in fresh.post(e, nothing)]

    assert len(states) > 5
    assert all(e.predicates.formula is TRUE for e in states)
    assert 0 == fresh.predicates.posts


def test_what_a_state_knows_decides_conditions_for_the_predicates() -> None:
    subject = Subject(
        """int main(void) { int s = 1, x = nondet(), y = nondet();
        while (1) { if (s == 1) { if (x < y) s = 2; } else if (y <= x) reach_error(); } }""",
        EVERYTHING,
        0,
    )
    machine = subject.explicit.machine
    head = next(e for e in subject.states() if machine.node(e.place).stops)
    (inside, _) = subject.next(head)
    trail = machine.trail(head.values, inside.values)
    assert trail is not None
    guards = subject.cpa.block(head, inside.place, trail).transition.guards

    assert 1 == len(guards)
    assert {"main::x", "main::y"} == {name_of(s) for s in free_symbols(guards[0])}


def test_a_place_in_doubt_is_asked_about() -> None:
    subject = Subject(
        "int main(void) { int x = nondet(); if (x > 3) { if (x < 2) reach_error(); } return 0; }",
        EVERYTHING,
        0,
    )
    error = next(p for p in subject.paths[0] if subject.graph.points.is_error(p))
    assert isinstance(error, Point)
    x = next(s for s in subject.symbols if name_of(s) == "main::x")
    above = not_(bv_sle(x, bit_vector(3, 32)))
    precision = PredicatePrecision(by_location, {}).with_more(
        (point, above) for point in subject.paths[0]
    )
    tracked = Tracked(EVERYTHING, precision)
    found = []
    for is_doubted in (False, True):
        cpa = ValuePredicateCpa(subject.explicit, subject.cpa.predicates)
        assert not is_doubted or cpa.doubt(error)
        states = [cpa.first]
        for e in states:
            if e.predicates.formula is not FALSE:
                states += [cpa.prec(f, tracked, ())[0] for f in cpa.post(e, tracked)]
        found.append(any(cpa.is_target(e) for e in states))

    assert [True, False] == found


def test_an_array_whose_elements_change_seldom_stays() -> None:
    found = dropped(
        """int a[40]; int main(void) { int i = 0;
            while (nondet() && i < 40) { a[i] = 1; i = i + 1; }
            if (a[7] == 5) reach_error(); return 0; }""",
        10,
    )

    assert ["main::i"] == found


def test_a_loop_whose_way_values_decide_simply_runs() -> None:
    assert [] == dropped(
        """int main(void) { int i = 0, s = 0; while (i < 100) { s = s + i; i = i + 1; }
        while (nondet()) if (s != 4950) reach_error(); return 0; }""",
        10,
    )


def test_an_element_with_too_many_values_makes_the_array_leave() -> None:
    found = dropped(
        """int a[4]; int main(void) { int s = 0;
            while (nondet()) { a[2] = a[2] + 1; s = 1 - s; } if (s == 5) reach_error();
            return 0; }""",
        10,
    )

    assert ["a"] == [name.partition("[")[0] for name in found]


def test_a_predicate_about_a_known_variable_is_decided() -> None:
    text = """int main(void) { int s = 1, x = nondet();
      while (x > 3) { x = x - 1; } if (x == 3 && s == 1) reach_error(); return 0; }"""
    subject = Subject(text, EVERYTHING, 0)
    s = next(symbol for symbol in subject.symbols if name_of(symbol) == "main::s")
    small = bv_sle(s, bit_vector(3, 32))
    points = dict.fromkeys(point for path in subject.paths for point in path)
    later = [point for point in points if len(point.location.entering) == 1]
    precision = PredicatePrecision(by_location, {}).with_more((point, small) for point in later)
    cpa = ValuePredicateCpa(subject.explicit, subject.cpa.predicates)
    states = [cpa.first]
    for e in states:
        if len(states) > 12:
            break
        tracked = Tracked(EVERYTHING, precision)
        states += [cpa.prec(f, tracked, ())[0] for f in cpa.post(e, tracked)]
    asked = [e for e in states if e.predicates.predicates]

    assert asked
    assert all(e.predicates.formula is small for e in asked)
