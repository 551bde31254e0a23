"""Splitting: random small graphs against all their executions, and programs with twins."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import TypeAlias

import pytest

from maul.cfa.transform.prune import prune
from maul.domains.questions import Questions
from maul.events import Event, Searched
from maul.explore.split_graph import SplitEdge, SplitGraph, SplitPart
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Feasible, Refuted
from maul.interpolate.protocol import holds as is_triple
from maul.logic.build import FALSE, TRUE, Term, add, and_, equal, ge, integer, le, not_, symbol
from maul.logic.evaluate import evaluate, holds
from maul.logic.sorts import BOOL, INT
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume, havoc
from maul.logic.values import Value
from maul.methods.setting import Setting
from maul.methods.splitting import Edges, Splitting, splitting
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp, MakeProver
from maul.smt.solvers.z3.prover import Z3Prover
from tests.cfa.c_text import DECLARATIONS, marked

X, Y, B = symbol("x", INT), symbol("y", INT), symbol("b", BOOL)
NUMBERS = range(3)
VARIABLES = (X, Y, B)
State: TypeAlias = "tuple[Value, ...]"
STATES: list[State] = list(product(NUMBERS, NUMBERS, (False, True)))
EXECUTED = Unsafe("unreach-call", (), ())


# ---- small graphs ----


class Places:
    """A graph of numbered places; nothing leaves an error."""

    def __init__(self, blocks: Sequence[Block], *errors: int) -> None:
        self.blocks = [block for block in blocks if block.source not in errors]
        self.errors = errors
        self.start = 0

    def leaving(self, place: Hashable) -> list[Block]:
        return [block for block in self.blocks if block.source == place]

    def is_error(self, place: Hashable) -> bool:
        return place in self.errors


def within(variable: Term) -> Term:
    """That a number is one of the few there are."""
    return and_(ge(variable, integer(0)), le(variable, integer(NUMBERS[-1])))


ENTERED = Transition((within(X), within(Y)), {}, ())  # the first block: from then on all are few


def transition(random: Random) -> Transition:
    """A guard and an update that keeps to the few numbers."""
    number = integer(random.choice(NUMBERS))
    guard = random.choice((TRUE, le(X, number), ge(X, number), equal(Y, number), equal(X, Y), B))
    guard = random.choice((guard, not_(guard))) if guard is not TRUE else guard
    one = integer(1)
    update = random.choice(
        (
            Transition((), {}, ()),
            assign(X, number),
            assign(Y, number),
            assign(X, Y),
            assign(B, random.choice((not_(B), equal(X, number), TRUE))),
            havoc(B),
            Transition((le(X, one),), {X: add(X, one)}, ()),
            Transition((le(Y, one),), {Y: add(Y, one), X: Y}, ()),
            Transition((within(symbol("any y", INT)),), havoc(Y).updates, havoc(Y).inputs),
        )
    )
    guards = (*(() if guard is TRUE else (guard,)), *update.guards)
    return Transition(guards, update.updates, update.inputs)


def drawn(seed: int, *, loops: bool = True) -> Places:
    """A graph in which about every other error is reached."""
    random = Random(seed)
    count = random.randint(3, 6)
    arrows = [(n, n + 1) for n in range(1, count)]
    for _ in range(count):
        a, b = random.randrange(1, count), random.randrange(1, count + 1)
        if loops or a < b:
            arrows.append((a, b))
    moves = [Block(a, b, transition(random)) for a, b in arrows]
    first = Block(0, 1, Transition(ENTERED.guards, {X: integer(0), B: FALSE}, ()))
    return Places([first, *moves], count)


def successors(block: Block, state: State) -> Iterator[State]:
    """What a block makes of a state."""
    step = block.transition
    domains = [(False, True) if chosen.sort is BOOL else NUMBERS for chosen in step.inputs]
    for chosen in product(*domains):
        values = dict(zip((*VARIABLES, *step.inputs), (*state, *chosen), strict=True))
        if all(holds(guard, values) for guard in step.guards):
            yield tuple(evaluate(step.updates.get(v, v), values) for v in VARIABLES)


def reached(places: Places) -> dict[Hashable, dict[State, None]]:
    """All states that each place is reached in."""
    found: dict[Hashable, dict[State, None]] = {0: dict.fromkeys(STATES)}
    waiting: list[tuple[Hashable, State]] = [(0, state) for state in STATES]
    for place, state in waiting:
        for block in places.leaving(place):
            for after in successors(block, state):
                if after not in found.setdefault(block.target, {}):
                    found[block.target][after] = None
                    waiting.append((block.target, after))
    return found


def is_in(state: State, label: Term) -> bool:
    return holds(label, dict(zip(VARIABLES, state, strict=True)))


class Watched:
    """A splitting that keeps every path it refutes."""

    def __init__(self, places: Places, name: str, provers: MakeProver = prover_for) -> None:
        run = Run(60)
        self.refute = refuter(name)
        self.traces: list[Trace] = []
        self.paths: list[tuple[SplitEdge, ...]] = []
        self.search = Splitting(places, self.inspect, Questions(provers, run), run)
        self.answer = self.search.labels_or_error()

    def inspect(self, trace: Trace) -> Refuted | Unsafe | None:
        path = self.search.graph.path(lambda _: True)
        assert path is not None
        assert trace.blocks == tuple(edge.block for edge in path)
        self.paths.append(path)
        match self.refute(trace, 10.0):
            case Refuted() as refuted:
                return refuted
            case Feasible():
                return EXECUTED
            case stopped:
                raise AssertionError(stopped)


def now(part: SplitPart) -> list[SplitPart]:
    """What a part consists of in the end."""
    found = [part]
    for each in found:
        found += each.halves or ()
    return [each for each in found if each.halves is None]


def can_go(graph: SplitGraph, path: Iterable[SplitEdge]) -> bool:
    """Whether there is a path through the descendants of a path."""
    at = [graph.start]
    for _, block, target in path:
        ends = now(target)
        at = [end for end in ends if any(end in graph.targets(part, block) for part in at)]
    return bool(at)


@pytest.mark.parametrize("name", ["newton:IT-SP", "newton:IT-WP-LV"])
@pytest.mark.parametrize("seed", range(40))
def test_an_error_is_found_exactly_when_there_is_an_execution(seed: int, name: str) -> None:
    places = drawn(seed)
    watched = Watched(places, name)

    assert bool(reached(places).get(places.errors[0])) == isinstance(watched.answer, Unsafe)


@pytest.mark.parametrize("seed", range(40))
def test_labels_are_inductive_and_exclude_the_error(seed: int) -> None:
    places = drawn(seed)
    labels = Watched(places, "newton:IT-SP-LV").answer
    if isinstance(labels, Unsafe):
        return

    assert TRUE is labels[0]
    assert places.errors[0] not in labels
    prover = Z3Prover()
    for block in places.blocks:
        before, after = labels.get(block.source, FALSE), labels.get(block.target, FALSE)
        assert is_triple(prover, before, block.transition, after)
    for place, states in reached(places).items():
        assert all(is_in(state, labels[place]) for state in states)


@pytest.mark.parametrize("seed", range(40))
def test_only_impossible_edges_are_removed(seed: int) -> None:
    places = drawn(seed)
    graph = Watched(places, "newton:IT-WP").search.graph

    for block in places.blocks:
        for part in graph.parts_of(block.source):
            removed = set(graph.parts_of(block.target)) - set(graph.targets(part, block))
            ends = [
                end
                for state in STATES
                if is_in(state, part.label)
                for end in successors(block, state)
            ]
            assert not any(is_in(end, other.label) for other in removed for end in ends)


@pytest.mark.parametrize("seed", range(40))
def test_a_refuted_path_never_comes_back(seed: int) -> None:
    watched = Watched(drawn(seed), "newton:IT-SP")
    refuted = watched.paths[:-1] if isinstance(watched.answer, Unsafe) else watched.paths

    assert len(refuted) == len(set(refuted))
    assert not any(can_go(watched.search.graph, path) for path in refuted)


class Tired(Z3Prover):
    """A prover that never has an answer."""

    def check(
        self,
        assumptions: Sequence[Term] = (),  # noqa: ARG002 - the protocol has them
        *,
        core: bool = False,  # noqa: ARG002
        seconds: float | None = None,  # noqa: ARG002
        steps: int | None = None,  # noqa: ARG002
    ) -> GaveUp:
        """Give up."""
        return GaveUp("tired")


@pytest.mark.parametrize("seed", range(30))
def test_a_prover_that_gives_up_costs_refutations_but_no_verdict(seed: int) -> None:
    places = drawn(seed, loops=False)
    watched = Watched(places, "newton:IT-SP", lambda _: Tired())

    assert bool(reached(places).get(places.errors[0])) == isinstance(watched.answer, Unsafe)


# ---- edges ----


def part(label: Term) -> SplitPart:
    return SplitPart(0, 0, {label: None})


def possible(before: Term, step: Transition, after: Term) -> bool:
    edges = Edges(Questions(prover_for, Run(60)))
    return edges.is_possible(SplitEdge(part(before), Block(0, 0, step), part(after)))


ONE, TWO = integer(1), integer(2)


@pytest.mark.parametrize(
    ("expected", "before", "step", "after"),
    [
        (False, le(X, ONE), assign(X, add(X, ONE)), ge(X, integer(3))),
        (True, le(X, ONE), assign(X, add(X, ONE)), ge(X, TWO)),
        (False, le(X, ONE), assume(ge(X, TWO)), B),
        (False, le(X, Y), assume(le(Y, ONE)), ge(X, TWO)),
        (True, le(X, Y), assume(le(Y, TWO)), ge(X, TWO)),
        (False, equal(X, ONE), assume(B), equal(X, TWO)),  # the guard has nothing to do with it
        (False, B, assign(B, FALSE), B),
        (True, B, havoc(X), equal(X, ONE)),
        (False, TRUE, assign(X, add(Y, Y)), equal(X, ONE)),
    ],
)
def test_an_edge_is_possible_when_its_labels_and_guards_are(
    expected: bool,  # noqa: FBT001 - a column of the table
    before: Term,
    step: Transition,
    after: Term,
) -> None:
    assert expected == possible(before, step, after)


def test_an_input_is_no_variable_of_the_same_name() -> None:
    chosen = Transition((equal(X, TWO),), {Y: X}, (X,))  # "x" is an input here

    assert possible(equal(X, ONE), chosen, B)
    assert possible(B, chosen, equal(X, ONE))


def test_progress_is_told() -> None:
    events: list[Event] = []
    run = Run(60, events.append)
    refute = refuter("newton:IT-SP")

    def inspect(trace: Trace) -> Refuted | None:
        answer = refute(trace, 10.0)
        return answer if isinstance(answer, Refuted) else None

    blocks = [Block(0, 1, assign(X, ONE)), Block(1, 2, assume(equal(X, TWO)))]
    Splitting(Places(blocks, 2), inspect, Questions(prover_for, run), run).labels_or_error()

    told = [event for event in events if isinstance(event, Searched)]
    assert [3, 4] == [event.states for event in told]
    assert 0 == told[0].covered
    assert 2 <= told[-1].covered  # from the start, and to the error
    assert 1 == told[-1].predicates


# ---- graphs that change ----


def test_a_graph_that_gets_larger_is_searched_again() -> None:
    near = Block(0, 1, assign(X, ONE))
    far = Block(1, 2, assume(equal(X, TWO)))
    places = Places([near], 1)
    seen: list[Sequence[Block]] = []
    refute = refuter("newton:IT-SP")

    def inspect(trace: Trace) -> Refuted | Unsafe | None:
        seen.append(trace.blocks)
        if trace.blocks == (near,):
            places.blocks.append(far)
            places.errors = (2,)
            return None
        answer = refute(trace, 10.0)
        assert isinstance(answer, Refuted)
        return answer

    run = Run(60)
    labels = Splitting(places, inspect, Questions(prover_for, run), run).labels_or_error()

    assert [(near,), (near, far)] == seen
    assert isinstance(labels, Mapping)
    assert {0, 1} == set(labels)
    assert not is_in((2, 0, False), labels[1])


# ---- programs ----

LOCK = """int held = 0;
int main(void) {
  int seen = 0, tries = 0;
  do {
    if (held) reach_error();
    held = 1;
    seen = tries;
    if (nondet()) { held = AFTER; tries++; }
  } while (tries != seen);
  if (!held) reach_error();
  return 0;
}"""

PHASES = """int main(void) {
  int phase = 0, work = 0;
  while (nondet()) {
    if (phase == 0) { phase = 1; work = 0; }
    else if (phase == 1) { work = 1; phase = 2; }
    else { if (work != DONE) reach_error(); phase = 0; }
  }
  return 0;
}"""

CALLS = """int total = 0;
void add(int n) { total += n; }
int main(void) {
  while (total < 10) { add(2); add(2); if (total == GOAL) reach_error(); }
  return 0;
}"""

RECURSION = """int depth(int n) { if (n <= 0) return 0; return depth(n - 1) + 1; }
int main(void) { if (depth(3) == DEPTH) reach_error(); return 0; }"""

PROGRAMS = {
    "lock": (LOCK, ("AFTER", "0"), ("AFTER", "2")),
    "phases": (PHASES, ("DONE", "1"), ("DONE", "2")),
    "calls": (CALLS, ("GOAL", "6"), ("GOAL", "8")),
    "recursion": (RECURSION, ("DEPTH", "4"), ("DEPTH", "3")),
}


def verdict(text: str, blocks: str, name: str) -> Verdict:
    cfa = prune(marked(DECLARATIONS + text)).cfa
    return splitting(cfa, Setting(refuter(name), blocks), Run(60))


@pytest.mark.parametrize(("blocks", "name"), [("single", "newton:IT-SP-LV"), ("large", "auto")])
@pytest.mark.parametrize("program", PROGRAMS)
def test_safe_programs_are_proved_and_the_proof_is_certified(
    program: str, blocks: str, name: str
) -> None:
    text, (hole, filling), _ = PROGRAMS[program]
    found = verdict(text.replace(hole, filling), blocks, name)

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(found.evidence.points.cfa, found.evidence, Run(60)).outcome


@pytest.mark.parametrize(("blocks", "name"), [("single", "newton:IT-SP-LV"), ("large", "auto")])
@pytest.mark.parametrize("program", PROGRAMS)
def test_unsafe_twins_are_refuted_by_an_execution(program: str, blocks: str, name: str) -> None:
    text, _, (hole, filling) = PROGRAMS[program]
    found = verdict(text.replace(hole, filling), blocks, name)

    assert isinstance(found, Unsafe)
    cfa = marked(DECLARATIONS + text.replace(hole, filling))
    assert confirms(replay(cfa, found), found)


def test_what_one_block_cannot_do_is_not_said_of_another() -> None:
    # The first label has no model, and its facts are guards of the first block.
    impossible, rest = [le(X, integer(0)), not_(le(X, integer(0)))], not_(equal(Y, integer(0)))
    small = le(Y, integer(5))
    edges = Edges(Questions(prover_for, Run(60)))

    def possible(facts: list[Term], guards: tuple[Term, ...]) -> bool:
        block = Block("a", "b", Transition(guards, {}, ()))
        source = SplitPart(1, "a", dict.fromkeys(facts))
        return edges.is_possible(SplitEdge(source, block, SplitPart(2, "b", {})))

    possible([small, *impossible], (*impossible, rest))
    assert possible([small], (rest,))
