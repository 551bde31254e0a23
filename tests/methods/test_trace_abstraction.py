"""Trace abstraction: the paper's programs, random graphs against all executions, C programs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.api import verify
from maul.cfa.transform.prune import prune
from maul.domains.questions import Questions
from maul.errors import LimitReached
from maul.events import Refined, Searched
from maul.explore.automaton import deepest
from maul.explore.floyd_hoare import Generalisation, whole
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Feasible, Refuted
from maul.logic import build
from maul.logic.build import FALSE, TRUE, equal, not_
from maul.logic.free import free_symbols
from maul.logic.trace import Block, Trace
from maul.logic.transition import assign, assume, havoc
from maul.methods.setting import Setting
from maul.methods.trace_abstraction import AutomizerStyle, TraceAbstraction, trace_abstraction_in
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.solvers.z3.prover import Z3Prover
from tests.cfa.c_text import DECLARATIONS, marked
from tests.explore.hand_built import ERROR, HandBuilt, blocks_of, executed, is_safe, not_inductive
from tests.interpolate.traces import ONE, ZERO, a, b, k, p, x, y
from tests.methods.test_impact import PROGRAMS, SIZES
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from maul.logic.terms import Term

REFUTERS = ("newton:IT-SP-LV", "newton:IT-WP-LV", "newton:SP", "craig:spacer")
FOUND = Unsafe("an execution", (), ())

STYLES = {
    "usual": AutomizerStyle(),
    "trace": AutomizerStyle(generalisation=Generalisation.TRACE),
    "eager": AutomizerStyle(generalisation=Generalisation.EAGER),
    "whole": AutomizerStyle(predicates=whole),
    "deepest": AutomizerStyle(order=deepest),
    "minimised": AutomizerStyle(minimise=True),
    "all": AutomizerStyle(Generalisation.EAGER, whole, deepest, minimise=True),
}


class Inspected:
    """Asks a refuter about traces, and notes them."""

    def __init__(self, *names: str, most: int = 1000) -> None:
        self.traces: list[Trace] = []
        self._most = most
        self._refuters = [refuter(name) for name in names]

    def __call__(self, trace: Trace) -> Refuted | Unsafe:
        """What the first refuter that knows says of a trace."""
        if len(self.traces) == self._most:
            raise LimitReached("traces")
        self.traces.append(trace)
        for refute in self._refuters:
            match refute(trace, 20.0):
                case Refuted() as answer:
                    return answer
                case Feasible():
                    return FOUND
        pytest.fail("no refuter knows")


def result(
    graph: HandBuilt, inspect: Callable[[Trace], Refuted | Unsafe | None], style: AutomizerStyle
) -> Mapping[Hashable, Term] | Unsafe:
    run = Run(60)
    return TraceAbstraction(graph, inspect, Questions(prover_for, run), run, style).result()


# ---- the paper's programs ----


def leak(*, released: bool = True) -> HandBuilt:
    """Allocation and release in a loop, and a counter that does not matter [Dietsch17, Fig. 1];
    or without the release."""
    last = assign(a, build.store(a, p, FALSE)) if released else assume(TRUE)
    return HandBuilt(
        Block(0, 1, assign(b, a)),
        Block(1, 2, assign(x, ZERO)),
        Block(2, 3, havoc(p)),
        Block(3, 4, assume(not_(build.select(a, p)))),
        Block(4, 5, assign(a, build.store(a, p, TRUE))),
        Block(5, 6, assign(x, build.add(x, ONE))),
        Block(6, 2, last),
        Block(2, ERROR, assume(not_(equal(a, b)))),
    )


def overwritten(least: Term = ZERO) -> HandBuilt:
    """A variable that is written again before it is read [Dietsch17, Fig. 3]; ``least`` is what y
    must not be below in the end."""
    return HandBuilt(
        Block(0, 1, assign(k, ZERO)),
        Block(1, 2, assume(build.ge(y, k))),
        Block(2, 3, assign(k, ONE)),
        Block(3, 2, assign(y, build.add(y, k))),
        Block(2, ERROR, assume(build.lt(y, least))),
    )


@pytest.mark.parametrize("style", STYLES)
def test_the_arrays_of_the_paper_are_shown_to_stay_equal(style: str) -> None:
    graph = leak()
    labels = result(graph, Inspected("newton:IT-SP"), STYLES[style])

    assert not isinstance(labels, Unsafe)
    assert [] == not_inductive(graph.blocks, labels)
    assert TRUE is labels[0]
    assert ERROR not in labels
    assert all(Z3Prover().implies(labels[place], equal(a, b)) for place in (1, 2, 3, 4))
    assert all(x not in free_symbols(label) for label in labels.values())


def test_two_error_traces_of_the_paper_are_enough() -> None:
    inspect = Inspected("newton:IT-SP")
    result(leak(), inspect, AutomizerStyle())

    assert [3, 8] == [len(trace) for trace in inspect.traces]


def test_the_leak_is_found_where_nothing_is_released() -> None:
    for style in STYLES.values():
        inspect = Inspected("newton:IT-SP")

        assert FOUND is result(leak(released=False), inspect, style)
        assert 8 == len(inspect.traces[-1])


@pytest.mark.parametrize("style", STYLES)
def test_the_variable_that_is_overwritten_does_not_matter(style: str) -> None:
    graph = overwritten()
    labels = result(graph, Inspected("newton:IT-SP-LV"), STYLES[style])

    assert not isinstance(labels, Unsafe)
    assert [] == not_inductive(graph.blocks, labels)
    assert Z3Prover().implies(labels[2], build.ge(y, ZERO))
    assert FOUND is result(overwritten(ONE), Inspected("newton:IT-SP-LV"), STYLES[style])


# ---- random graphs ----


@pytest.mark.parametrize("style", STYLES)
def test_a_graph_with_few_states_gets_the_verdict_that_trying_everything_gives(style: str) -> None:
    random, verdicts = Random(f"{style} 51"), []
    for _ in range(40):
        graph = HandBuilt(*blocks_of(random, random.randint(2, 5)))
        names = [random.choice(REFUTERS), "craig:spacer"]
        inspect = Inspected(*names, most=25)
        found = attempt(graph, inspect, STYLES[style])
        verdicts.append(found if found is None else isinstance(found, Unsafe))

        words = [trace.blocks for trace in inspect.traces]
        assert len(set(words)) == len(words)
        if isinstance(found, Unsafe):
            assert executed(words[-1])
        elif found is not None:
            assert is_safe(graph)
            assert [] == not_inductive(graph.blocks, found)
    assert verdicts.count(True) > 5
    assert verdicts.count(False) > 5
    assert verdicts.count(None) < 3  # they were asked about one loop after the other


def attempt(
    graph: HandBuilt, inspect: Inspected, style: AutomizerStyle
) -> Mapping[Hashable, Term] | Unsafe | None:
    """The result, None when there are too many traces."""
    try:
        return result(graph, inspect, style)
    except LimitReached:
        return None


def test_the_errors_of_a_graph_that_grows_are_asked_for_again() -> None:
    class Growing(HandBuilt):
        """Has an error behind a place that is an error itself at first."""

        grown = False

        def is_error(self, place: Hashable) -> bool:
            return place == ERROR or (place == 2 and not self.grown)

        def leaving(self, place: Hashable) -> tuple[Block, ...]:
            return () if self.is_error(place) else super().leaving(place)

    graph = Growing(
        Block(0, 1, assign(x, ONE)),
        Block(1, 2, assume(build.ge(x, ONE))),
        Block(1, 1, assign(x, build.add(x, ONE))),
        Block(2, ERROR, assume(build.lt(x, ZERO))),
        Block(1, ERROR, assume(build.lt(x, ZERO))),
    )
    inspect = Inspected("newton:IT-WP")

    def grow(trace: Trace) -> Refuted | Unsafe | None:
        answer = inspect(trace)
        if answer is FOUND and not graph.grown:
            graph.grown = True
            return None
        return answer

    labels = result(graph, grow, AutomizerStyle())

    assert not isinstance(labels, Unsafe)
    assert graph.grown
    assert [] == not_inductive(graph.blocks, labels)
    assert TRUE is not labels[2]


# ---- programs ----

EXACT = ("newton:IT-SP-LV", "newton:IT-WP-LV", "craig:spacer")


def verdict(
    text: str, blocks: str, name: str = "auto", arith: str = "bv", style: str = "usual"
) -> Verdict:
    cfa = prune(marked(DECLARATIONS + text)).cfa
    return trace_abstraction_in(STYLES[style], cfa, Setting(refuter(name), blocks, arith), Run(60))


def assert_certified(found: Verdict) -> None:
    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(found.evidence.points.cfa, found.evidence, Run(60)).outcome


def assert_executed(text: str, found: Verdict) -> None:
    assert isinstance(found, Unsafe)
    assert confirms(replay(marked(DECLARATIONS + text), found), found)


def twins(name: str) -> tuple[str, str]:
    """A program that is safe, and one that is not."""
    text, safe, unsafe = PROGRAMS[name]
    return text.replace(*safe), text.replace(*unsafe)


@pytest.mark.parametrize(
    ("name", "blocks"),
    [
        *((name, "large") for name in PROGRAMS),
        *(("lock", "single"), ("odd", "single"), ("pointers", "basic"), ("branches", "basic")),
    ],
)
def test_programs_and_their_twins_get_their_verdicts_with_evidence(name: str, blocks: str) -> None:
    safe, unsafe = twins(name)

    assert_certified(verdict(safe, blocks))
    assert_executed(unsafe, verdict(unsafe, blocks))


@pytest.mark.parametrize("style", STYLES)
def test_every_style_serves(style: str) -> None:
    safe, unsafe = twins("branches")

    assert_certified(verdict(safe, "large", style=style))
    assert_executed(unsafe, verdict(unsafe, "large", style=style))


@pytest.mark.parametrize(("name", "blocks"), list(zip(EXACT, SIZES, strict=True)))
def test_every_refuter_serves(name: str, blocks: str) -> None:
    safe, unsafe = twins("lock")

    assert_certified(verdict(safe, blocks, name))
    assert_executed(unsafe, verdict(unsafe, blocks, name))


@pytest.mark.parametrize(
    ("program", "name"), [("counter", "auto"), *(("calls", name) for name in EXACT)]
)
def test_mathematical_integers_serve(program: str, name: str) -> None:
    safe, unsafe = twins(program)

    assert_certified(verdict(safe, "large", name, "int"))
    assert_executed(unsafe, verdict(unsafe, "large", name, "int"))


# ---- through the front door ----


@pytest.mark.parametrize(("kind", "expected"), [("safe", "TRUE"), ("unsafe", "FALSE")])
def test_an_array_that_is_restored_in_a_loop(kind: str, expected: str) -> None:
    path = ROOT / "tests" / "programs" / f"restored_array_{kind}.c"
    found = verify(path, method="automizer", refuter="newton:IT-SP")

    assert (expected, "automizer") == (found.verdict, found.decided_by.method), found.reason
    assert {"TRUE": "labelling", "FALSE": "inputs"}[expected] == found.evidence.kind


def test_an_array_that_is_restored_any_number_of_times() -> None:
    found = verify(ROOT / "examples" / "lockers.c", method="automizer", refuter="newton:IT-SP")

    assert "TRUE" == found.verdict, found.reason


def test_every_round_is_told() -> None:
    found = verify(ROOT / "examples" / "counter.c", method="automizer")
    refined = [event for event in found.events if isinstance(event, Refined)]
    searched = [event for event in found.events if isinstance(event, Searched)]

    assert "TRUE" == found.verdict
    assert found.statistics.refinements == len(refined) > 0
    assert len(refined) < len(searched)


def test_recursion_without_end_is_unknown_and_says_why(tmp_path: Path) -> None:
    path = tmp_path / "walk.c"
    path.write_text(f"{DECLARATIONS}void walk(void) {{ if (nondet()) walk(); }}\n{MAIN}")
    found = verify(path, method="automizer")

    assert "UNKNOWN" == found.verdict
    assert "recursion: walk calls itself on and on" == found.reason


MAIN = "int main(void) { int x = 0; walk(); if (x) reach_error(); return 0; }"
