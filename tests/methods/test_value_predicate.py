"""Values and predicates together on small programs: verdicts, evidence, and what is tracked."""

from __future__ import annotations

from itertools import product

import pytest

from maul.cfa.model import Cfa
from maul.domains.explicit_states import EVERYTHING, NOTHING
from maul.domains.predicate import by_function
from maul.errors import LimitReached
from maul.events import Event, Refined, Searched
from maul.explore.orders import breadth_first, depth_first
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Refutation, Refuted, Refuter
from maul.interpolate.refuter import decide
from maul.logic.build import FALSE, TRUE
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.trace import Trace
from maul.methods.catalogue import method
from maul.methods.explicit_value import value
from maul.methods.setting import Setting
from maul.methods.value_predicate import CompositeSearch
from maul.methods.value_styles import CombinedStyle
from maul.methods.value_styles import CompositeOrder as Order
from maul.node import node
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unknown, Unsafe, Verdict
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp
from maul.system.deep import call_deep
from tests.cfa.c_text import marked

STARTS = {"all": EVERYTHING, "some": NOTHING}

# A safe program, and the same with one thing changed so that the error can be reached.
TWINS: dict[str, tuple[str, str, str]] = {
    "an order that a state machine depends on": (
        """int main(void) { int s = 0, x = nondet(), y = nondet();
        while (nondet()) {
          if (s == 0) { if (x < y) s = 1; else s = 2; }
          else if (s == 1) { if (y <= x) reach_error(); s = 3; }
          else if (s == 3) s = 0; }
        return 0; }""",
        "y <= x",
        "y <= x + 1",
    ),
    "two inputs compared twice": (
        """int main(void) { int x = nondet(), y = nondet(), flag = 0;
        if (x < y) flag = 1;
        while (nondet()) { if (flag && x >= y) reach_error(); }
        return 0; }""",
        "x < y",
        "x <= y",
    ),
    "counters that are equal": (
        """int main(void) { int x = 0, y = 0;
        while (nondet()) { x = x + 1; y = y + 1; }
        if (x != y) reach_error(); return 0; }""",
        "y = y + 1;",
        "y = y + 2;",
    ),
    "a bound from outside": (
        """int main(void) { int i = 0, n = nondet();
        while (i < n) i = i + 1;
        if (n >= 0 && i != n) reach_error(); return 0; }""",
        "i != n",
        "i == n",
    ),
    "a lock": (
        """int main(void) { int lock = 0, old, new = nondet();
        do { if (lock) reach_error(); lock = 1; old = new;
          if (nondet()) { lock = 0; new = new + 1; } } while (new != old);
        if (!lock) reach_error(); return 0; }""",
        "new = new + 1;",
        "",
    ),
    "modes in calls": (
        """int mode, limit; void set(int m) { mode = m; }
        int check(int v) { if (mode == 1 && v > limit) return 1; return 0; }
        int main(void) { limit = nondet(); int v = nondet(); set(0);
        while (nondet()) { if (v <= limit) set(1); if (check(v)) reach_error(); set(0); }
        return 0; }""",
        "v <= limit",
        "v >= limit",
    ),
    "cells of an array": (
        """int a[8]; int main(void) { unsigned i = 0; a[3] = 5;
        while (nondet()) { i = i + 1; a[4 + i % 4] = 7; }
        if (a[3] != 5) reach_error(); return 0; }""",
        "4 + i % 4",
        "3 + i % 4",
    ),
}
CASES = tuple(product(TWINS, STARTS, ("single", "large")))


def searched(
    cfa: Cfa, style: CombinedStyle, size: str = "large", run: Run | None = None
) -> tuple[Verdict, CompositeSearch]:
    search = CompositeSearch(style, cfa, Setting(refuter("auto"), size), run or Run(30))
    return call_deep(search.verdict), search


def dropped(search: CompositeSearch) -> list[str]:
    """The variables that took too many values."""
    assert search.threshold is not None
    return sorted(name_of(symbol) for symbol in search.threshold.all())


def style_for(start: str) -> CombinedStyle:
    return CombinedStyle(STARTS[start], threshold=8)


def is_proof(cfa: Cfa, verdict: Verdict) -> bool:
    """Whether the labels of a verdict show that the program is safe."""
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.evidence, Labelled)
    evidence = verdict.evidence
    return call_deep(lambda: check_safe(cfa, evidence, Run(20))).outcome == "confirmed"


@pytest.mark.parametrize(("name", "start", "size"), CASES)
def test_a_safe_program_has_inductive_labels(name: str, start: str, size: str) -> None:
    cfa = marked(TWINS[name][0])

    assert is_proof(cfa, searched(cfa, style_for(start), size)[0])


@pytest.mark.parametrize(("name", "start", "size"), CASES)
def test_an_error_is_executed(name: str, start: str, size: str) -> None:
    text, old, new = TWINS[name]
    assert old in text
    cfa = marked(text.replace(old, new))
    verdict, _ = searched(cfa, style_for(start), size)

    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)


@pytest.mark.parametrize("start", STARTS)
def test_the_catalogue_has_both(start: str) -> None:
    name = "value+predicate" if start == "all" else "value-itp+predicate"
    cfa = marked(TWINS["two inputs compared twice"][0])
    entry = method(name)
    setting = Setting(refuter("auto"), entry.blocks)

    assert is_proof(cfa, call_deep(lambda: entry.run(cfa, setting, Run(30))))


def test_values_alone_do_not_suffice_for_the_order() -> None:
    cfa = marked(TWINS["an order that a state machine depends on"][0])

    assert isinstance(value(cfa, Setting(refuter("auto")), Run(20)), Unknown)


# ---- what is tracked ----


def test_values_are_refined_before_predicates() -> None:
    cfa = marked("""int main(void) { int flag = 0, x = nondet();
      while (nondet()) { if (x > 3) x = x - 1; if (flag == 1) reach_error(); } return 0; }""")
    verdict, search = searched(cfa, style_for("some"))
    symbols = search.tracked.values.symbols()
    assert symbols is not None

    assert is_proof(cfa, verdict)
    assert ["main::flag"] == [name_of(symbol) for symbol in symbols]
    assert 0 == search.tracked.predicates.size


def test_what_values_decide_is_no_predicate() -> None:
    cfa = marked(TWINS["an order that a state machine depends on"][0])
    _, search = searched(cfa, style_for("all"))
    found = {
        name_of(s)
        for predicates in search.tracked.predicates.predicates.values()
        for predicate in predicates
        for s in free_symbols(predicate)
    }

    assert {"main::x", "main::y"} == found


COUNTER = """int main(void) { int i = 0, n = nondet(), s = 0;
  while (i < n) { i = i + 1; s = 1; }
  if (i < 0 || (i > 0 && s == 0)) reach_error(); return 0; }"""


@pytest.mark.parametrize("threshold", [3, 10])
def test_a_counter_leaves_the_values_for_good_and_comes_back_as_predicates(threshold: int) -> None:
    cfa = marked(COUNTER)
    verdict, search = searched(cfa, CombinedStyle(EVERYTHING, threshold))
    predicates = [p for found in search.tracked.predicates.predicates.values() for p in found]

    assert is_proof(cfa, verdict)
    assert ["main::i"] == dropped(search)
    assert any(name_of(s) == "main::i" for p in predicates for s in free_symbols(p))
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.evidence, Labelled)
    labels = verdict.evidence.labels.values()
    assert any("main::s" in {name_of(s) for s in free_symbols(label)} for label in labels)


def test_a_tracked_counter_leaves_when_refinement_asked_for_it() -> None:
    cfa = marked("""int main(void) { int i = 0, n = nondet();
      while (nondet()) { i = i + 1; if (i == 0 && n == 3) reach_error(); if (i > 100) i = 1; }
      return 0; }""")
    verdict, search = searched(cfa, CombinedStyle(NOTHING, 5))

    assert is_proof(cfa, verdict)
    assert ["main::i"] == dropped(search)
    assert search.tracked.predicates.size


def test_a_loop_of_fewer_rounds_than_the_threshold_is_executed() -> None:
    cfa = marked("""int main(void) { int i = 0, s = 0;
      while (i < 20) { i = i + 1; s = s + i; } if (s != 210) reach_error(); return 0; }""")
    verdict, search = searched(cfa, CombinedStyle(EVERYTHING, 30))

    assert is_proof(cfa, verdict)
    assert [] == dropped(search)
    assert 0 == search.tracked.predicates.size


@pytest.mark.parametrize("order", [breadth_first, depth_first])
@pytest.mark.parametrize("start", STARTS)
def test_the_choices_do_not_change_the_verdict(start: str, order: Order) -> None:
    for name in ("a lock", "two inputs compared twice"):
        cfa = marked(TWINS[name][0])
        style = CombinedStyle(STARTS[start], 8, by_function, order)

        assert is_proof(cfa, searched(cfa, style)[0])


# ---- limits and events ----


def test_what_is_beyond_the_encoding_is_no_proof() -> None:
    cfa = marked("""int main(void) { char *a[200], *b[200]; size_t n = nondet(); int x = 0;
      if (n < 200) memcpy(a, b, n); if (x && *a) reach_error(); return 0; }""")
    for start in STARTS.values():
        with pytest.raises(LimitReached, match="larger"):
            searched(cfa, CombinedStyle(start))


@node
class Stubborn:
    """Refutes every impossible trace by its last block alone, which is a lie."""

    name = "stubborn"

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        found = decide(trace, prover_for, seconds)
        if found is not None:
            return found
        return Refuted(trace, (*[TRUE] * len(trace), FALSE), self.name)


@node
class Silent:
    """Gives up."""

    name = "silent"

    def __call__(self, trace: Trace, seconds: float) -> Refutation:  # noqa: ARG002
        return GaveUp("it does not want to")


def test_a_refuter_that_gives_nothing_new_ends_the_search() -> None:
    cfa = marked(TWINS["two inputs compared twice"][0])

    with pytest.raises(LimitReached, match="no progress: stubborn"):
        call_deep(with_refuter(cfa, Stubborn()).verdict)


def test_a_path_that_is_not_refuted_is_no_proof_but_errors_are_still_found() -> None:
    safe = TWINS["two inputs compared twice"][0]
    unsafe = safe.replace("return 0;", "if (x == y) reach_error(); return 0;")

    found = call_deep(with_refuter(marked(safe), Silent()).verdict)
    assert isinstance(found, Unknown)
    assert "it does not want to" in found.reason
    assert isinstance(call_deep(with_refuter(marked(unsafe), Silent()).verdict), Unsafe)


def with_refuter(cfa: Cfa, chosen: Refuter) -> CompositeSearch:
    return CompositeSearch(CombinedStyle(EVERYTHING), cfa, Setting(chosen), Run(20))


def test_the_search_tells_what_it_does() -> None:
    events: list[Event] = []
    cfa = marked(TWINS["modes in calls"][0])
    _, search = searched(cfa, style_for("some"), run=Run(20, events.append))
    refined = [event.source for event in events if isinstance(event, Refined)]
    last = [event for event in events if isinstance(event, Searched)][-1]

    assert "explicit values" in refined
    assert any(source != "explicit values" for source in refined)
    assert search.tracked.values.size + search.tracked.predicates.size == last.predicates
