"""Who looks at error paths: what is asked, where the graph of a program ends, and how it grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.cfa.calls import Point
from maul.cfa.transform.prune import prune
from maul.encode.blocks import Beyond
from maul.errors import LimitReached, SolverFailure
from maul.explore.automaton import Remaining, shortest
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Refutation, Refuted
from maul.logic.trace import Block, Trace
from maul.methods.catalogue import method
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.setting import Setting
from maul.methods.trace_abstraction import trace_abstraction
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.smt.protocols import TIME_LIMIT, GaveUp
from maul.system.deep import call_deep
from tests.cfa.c_text import DECLARATIONS, marked
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Hashable

SIZES = ("single", "basic", "large")

TWO_ERRORS = """int main(void) {
  int x = nondet();
  if (x > 3) { if (x < 2) reach_error(); }
  while (x < 10) { x++; if (x == 7) reach_error(); }
  return 0;
}"""

COPY = """char *t[1000], *s[1000];
int main(void) {
  unsigned n = nondet();
  if (n > 1000) return 0;
  memcpy(t, s, n);
  if (t[0] == s[0] + WRONG) reach_error();
  return 0;
}"""

DOWN = """int down(int n) { if (n <= 0) return 0; return down(n - 1) + 1; }
int main(void) {
  int n = nondet();
  if (n < 0 || n > MOST) return 0;
  if (down(n) == WRONG) reach_error();
  return 0;
}"""

# Nothing depends on how deep it gets, so that the stack can grow quickly.
WALK = """int g = 0;
void walk(void) { if (nondet()) walk(); }
int main(void) { walk(); if (g == WRONG) reach_error(); return 0; }"""

TWO_WALKS = """int g = 0;
void left(void);
void right(void) { if (nondet()) left(); }
void left(void) { if (nondet()) right(); }
int main(void) { left(); if (g == WRONG) reach_error(); return 0; }"""


class Answers:
    """A refuter that always says the same."""

    name = "the same"

    def __init__(self, answer: Refutation) -> None:
        self._answer = answer

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """The answer, to any question."""
        assert len(trace) > 0
        assert seconds > 0
        return self._answer


def inspector_of(text: str, blocks: str = "large", seconds: float = 60) -> Inspector:
    run = Run(seconds)
    paths = error_paths(prune(marked(DECLARATIONS + text)).cfa, blocks, "bv", run)
    return Inspector(paths, refuter("auto"), run)


def answered(text: str, answer: Refutation, seconds: float = 60) -> Inspector:
    run = Run(seconds)
    paths = error_paths(prune(marked(DECLARATIONS + text)).cfa, "large", "bv", run)
    return Inspector(paths, Answers(answer), run)


def error_trace(inspector: Inspector) -> Trace:
    word = Remaining(inspector.graph).word(shortest, lambda: None)
    assert word is not None
    return Trace(word)


def verdict(text: str, blocks: str = "large", seconds: float = 60) -> Verdict:
    cfa = prune(marked(DECLARATIONS + text)).cfa
    return trace_abstraction(cfa, Setting(refuter("auto"), blocks, "bv"), Run(seconds))


# ---- one trace ----


@pytest.mark.parametrize("blocks", SIZES)
def test_the_graph_leads_from_the_start_to_errors_and_ends_there(blocks: str) -> None:
    inspector = inspector_of(TWO_ERRORS, blocks)
    trace = error_trace(inspector)
    first, last = trace.blocks[0], trace.blocks[-1]

    assert inspector.graph.start == first.source
    assert inspector.graph.is_error(last.target)
    assert () == inspector.graph.leaving(last.target)
    assert not any(inspector.graph.is_error(block.source) for block in trace.blocks)
    assert all(block in inspector.graph.leaving(block.source) for block in trace.blocks)


def test_what_is_no_place_of_the_program_is_left_by_nothing() -> None:
    inspector = inspector_of(TWO_ERRORS)

    assert () == inspector.graph.leaving("elsewhere")
    assert not inspector.graph.is_error("elsewhere")


def test_a_trace_that_can_be_executed_is_an_execution() -> None:
    text = TWO_ERRORS.replace("x < 2", "x < 6")
    inspector = inspector_of(text)
    found = inspector.inspect(error_trace(inspector))

    assert isinstance(found, Unsafe)
    assert confirms(replay(marked(DECLARATIONS + text), found), found)


def test_a_trace_that_cannot_be_executed_is_refuted() -> None:
    inspector = inspector_of(TWO_ERRORS, "single")
    trace = error_trace(inspector)
    found = inspector.inspect(trace)

    assert isinstance(found, Refuted)
    assert found.trace is trace


def test_a_refuter_that_gives_up_is_named() -> None:
    inspector = answered(TWO_ERRORS, GaveUp("no idea"))

    with pytest.raises(SolverFailure, match="the same gave up on an error path: no idea"):
        inspector.inspect(error_trace(inspector))


def test_a_refuter_without_time_has_reached_the_limit_only_when_time_is_over() -> None:
    long, short = answered(TWO_ERRORS, TIME_LIMIT, 60), answered(TWO_ERRORS, TIME_LIMIT, 10)

    with pytest.raises(SolverFailure, match="gave up"):
        long.inspect(error_trace(long))
    with pytest.raises(LimitReached, match="time limit"):
        short.inspect(error_trace(short))


# ---- what is not encoded ----


def test_what_is_left_out_is_an_error_until_it_is_reached() -> None:
    inspector = inspector_of(COPY.replace("WRONG", "1"))
    (beyond,) = (
        b for b in inspector.graph.leaving(inspector.graph.start) if isinstance(b.target, Beyond)
    )

    assert inspector.graph.is_error(beyond.target)
    assert inspector.inspect(Trace((beyond,))) is None
    assert not inspector.graph.is_error(beyond.target)
    assert beyond not in inspector.graph.leaving(inspector.graph.start)
    with pytest.raises(LimitReached, match="larger than what is encoded"):
        inspector.safe({})


def test_an_error_of_the_program_is_found_beside_what_is_left_out() -> None:
    text = COPY.replace("WRONG", "0")
    found = verdict(text)

    assert isinstance(found, Unsafe)
    assert confirms(replay(marked(DECLARATIONS + text), found), found)


# ---- recursion ----


@pytest.mark.parametrize("blocks", SIZES)
def test_bounded_recursion_is_proved_when_the_stack_is_deep_enough(blocks: str) -> None:
    found = verdict(DOWN.replace("MOST", "5").replace("WRONG", "6"), blocks)

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(found.evidence.points.cfa, found.evidence, Run(60)).outcome


@pytest.mark.parametrize("blocks", SIZES)
@pytest.mark.parametrize(("most", "wrong"), [("5", "5"), ("1000", "7")])
def test_an_error_deep_in_a_recursion_is_found(most: str, wrong: str, blocks: str) -> None:
    text = DOWN.replace("MOST", most).replace("WRONG", wrong)
    found = verdict(text, blocks)

    assert isinstance(found, Unsafe)
    assert confirms(replay(marked(DECLARATIONS + text), found), found)


def test_the_graph_ends_where_the_stack_is_too_deep_and_grows_when_it_is_reached() -> None:
    inspector = inspector_of(WALK.replace("WRONG", "1"))
    depths = []
    for _ in range(4):
        trace, end = deepest(inspector)
        depths.append(end.stack.activation)

        assert inspector.graph.is_error(end)
        assert () == inspector.graph.leaving(end)
        assert inspector.inspect(trace) is None
        assert not inspector.graph.is_error(end)
        assert () != inspector.graph.leaving(end)
    assert sorted(set(depths)) == depths


def deepest(inspector: Inspector) -> tuple[Trace, Point]:
    """A trace to the error that is deepest in a recursion."""
    waiting: list[tuple[Hashable, tuple[Block, ...]]] = [(inspector.graph.start, ())]
    seen = {inspector.graph.start}
    ends: list[tuple[Trace, Point]] = []
    for place, word in waiting:
        for block in inspector.graph.leaving(place):
            if isinstance(block.target, Point) and block.target not in seen:
                seen.add(block.target)
                waiting.append((block.target, (*word, block)))
                if inspector.graph.is_error(block.target):
                    ends.append((Trace((*word, block)), block.target))
    return max(ends, key=lambda found: found[1].stack.activation)


@pytest.mark.parametrize("blocks", SIZES)
@pytest.mark.parametrize(("text", "name"), [(WALK, "walk"), (TWO_WALKS, "left|right")])
def test_recursion_without_end_says_which_function_goes_on(
    text: str, name: str, blocks: str
) -> None:
    with pytest.raises(LimitReached, match=f"recursion: ({name}) calls itself on and on"):
        verdict(text.replace("WRONG", "1"), blocks)


@pytest.mark.parametrize("text", [WALK, TWO_WALKS])
def test_an_error_beside_recursion_without_end_is_found(text: str) -> None:
    text = text.replace("WRONG", "0")
    found = verdict(text)

    assert isinstance(found, Unsafe)
    assert confirms(replay(marked(DECLARATIONS + text), found), found)


# ---- for every method ----

# Those that ask of a path whether it can be executed go along paths, the others look at the whole.
ALONG_PATHS = ("impact", "predicate", "value+predicate", "value-itp+predicate", "interp:R+S+E+W")
ON_THE_WHOLE = ("automizer", "kojak")
BY_VALUES = ("value", "value-itp")

DEEP = """int down(int n) { if (n <= 0) return 0; return down(n - 1) + 1; }
int main(void) { if (down(60) == 60) reach_error(); return 0; }"""


def said_by(name: str, text: str, seconds: float = 60) -> Verdict:
    cfa = prune(marked(DECLARATIONS + text)).cfa
    setting = Setting(refuter("auto"), method(name).blocks, "bv")
    return call_deep(lambda: method(name).run(cfa, setting, Run(seconds)))


@pytest.mark.parametrize("name", ["impact", "predicate", "interp:R+S", "automizer", "kojak"])
def test_every_method_with_a_refuter_proves_bounded_recursion(name: str) -> None:
    found = said_by(name, DOWN.replace("MOST", "3").replace("WRONG", "4"))

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(found.evidence.points.cfa, found.evidence, Run(60)).outcome


@pytest.mark.parametrize("name", [*ALONG_PATHS, *BY_VALUES])
def test_methods_that_go_along_paths_find_errors_that_lie_deep(name: str) -> None:
    found = said_by(name, DEEP)

    assert isinstance(found, Unsafe)
    assert confirms(replay(marked(DECLARATIONS + DEEP), found), found)


@pytest.mark.parametrize("name", [*ALONG_PATHS, *ON_THE_WHOLE])
def test_no_method_claims_a_proof_where_something_is_not_encoded(name: str) -> None:
    with pytest.raises(LimitReached, match="larger than what is encoded"):
        said_by(name, COPY.replace("WRONG", "1"))


def test_nobody_else_asks_a_refuter() -> None:
    asking = [
        path.name
        for path in sorted((ROOT / "src" / "maul" / "methods").rglob("*.py"))
        if "Observed(" in path.read_text() or "refuter(trace" in path.read_text()
    ]

    assert ["inspector.py"] == asking
