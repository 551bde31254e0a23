"""Predicate abstraction on small programs: verdicts, evidence, and every choice of its style."""

from __future__ import annotations

from itertools import product

import pytest

from maul.cfa.model import Cfa
from maul.choices import CHOICES, chosen
from maul.domains.abstraction import boolean, cartesian
from maul.domains.predicate import atoms, by_function, by_location, own_or_parents
from maul.errors import LimitReached
from maul.events import Event, Refined, Searched
from maul.explore.orders import breadth_first, depth_first, round_by_round
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Refutation, Refuted, Refuter
from maul.interpolate.refuter import decide
from maul.logic.build import FALSE, TRUE
from maul.logic.trace import Trace
from maul.logic.walk import conjuncts
from maul.methods.predicate_abstraction import (
    CHOSEN,
    PredicateStyle,
    predicate_abstraction,
    predicate_abstraction_in,
    prune,
    restart,
    style_for,
)
from maul.methods.setting import Setting
from maul.node import node
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.smt.choose import prover_for
from maul.system.deep import call_deep
from tests.cfa.c_text import marked

# A safe program, and the same with one thing changed so that the error can be reached.
TWINS: dict[str, tuple[str, str, str]] = {
    "a loop with an invariant": (
        """int main(void) { int x = 0, y = 0;
        while (nondet()) { x = x + 1; y = y + 1; }
        if (x != y) reach_error(); return 0; }""",
        "y = y + 1;",
        "y = y + 2;",
    ),
    "a lock": (
        """int main(void) { int lock = 0, old, new = nondet();
        do { if (lock) reach_error(); lock = 1; old = new;
          if (nondet()) { lock = 0; new = new + 1; } } while (new != old);
        if (!lock) reach_error(); return 0; }""",
        "new = new + 1;",
        "",
    ),
    "a state machine": (
        """int main(void) { int s = 0, seen = 0;
        while (1) { if (s == 0) s = 1; else if (s == 1) { seen = 1; s = 2; }
          else if (s == 2 && seen) s = 0; else reach_error(); } }""",
        "seen = 1;",
        "",
    ),
    "calls": (
        """int g; void enter(void) { if (g) reach_error(); g = 1; }
        void leave(void) { if (!g) reach_error(); g = 0; }
        int main(void) { while (nondet()) { enter(); if (nondet()) { leave(); enter(); } leave(); }
        return 0; }""",
        "leave(); enter();",
        "leave();",
    ),
    "two loops": (
        """int main(void) { int x = 5, y = x, z;
        while (nondet()) { x = x + 2; y = y + 2; } z = x;
        while (nondet()) { y = y - 1; z = z - 1; } if (y != z) reach_error(); return 0; }""",
        "y = y - 1;",
        "y = y - 2;",
    ),
    "an array": (
        """int a[8]; int main(void) { unsigned i = 0; a[3] = 5;
        while (nondet()) { i = i + 1; a[4 + i % 4] = 7; }
        if (a[3] != 5) reach_error(); return 0; }""",
        "4 + i % 4",
        "3 + i % 4",
    ),
    "no way to the error": (
        "int main(void) { int x = nondet(); if (x > 3 && x < 3) reach_error(); return 0; }",
        "x < 3",
        "x < 5",
    ),
}
SIZES = ("single", "basic", "large", "loops-functions", "adjustable:3")
CASES = tuple(product(TWINS, SIZES))


def verified(
    cfa: Cfa, size: str = "large", style: PredicateStyle | None = None, run: Run | None = None
) -> Verdict:
    setting = Setting(refuter("auto"), size)
    return call_deep(
        lambda: predicate_abstraction_in(style or style_for(setting), cfa, setting, run or Run(30))
    )


def broken(name: str) -> str:
    text, old, new = TWINS[name]
    assert old in text
    return text.replace(old, new)


def is_proof(cfa: Cfa, verdict: Verdict) -> bool:
    """Whether the labels of a verdict show that the program is safe."""
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.evidence, Labelled)
    evidence = verdict.evidence
    return call_deep(lambda: check_safe(cfa, evidence, Run(20))).outcome == "confirmed"


@pytest.mark.parametrize(("name", "size"), CASES)
def test_a_safe_program_has_inductive_labels(name: str, size: str) -> None:
    cfa = marked(TWINS[name][0])

    assert is_proof(cfa, verified(cfa, size))


@pytest.mark.parametrize(("name", "size"), CASES)
def test_its_twin_has_an_execution_to_the_error(name: str, size: str) -> None:
    cfa = marked(broken(name))
    verdict = verified(cfa, size)

    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)


STYLES = {
    "default": PredicateStyle(),
    "atoms": PredicateStyle(predicates=atoms),
    "boolean": PredicateStyle(abstraction=boolean),
    "boolean over atoms": PredicateStyle(abstraction=boolean, predicates=atoms),
    "locations": PredicateStyle(scope=by_location),
    "functions": PredicateStyle(scope=by_function),
    "breadth": PredicateStyle(order=breadth_first),
    "depth": PredicateStyle(order=depth_first),
    "rounds": PredicateStyle(order=round_by_round(lambda e: e.point)),
    "pruned": PredicateStyle(refine=prune),
    "restarted": PredicateStyle(refine=restart),
    "lazy Blast": PredicateStyle(boolean, atoms, by_location, depth_first, prune),
    "of parents": PredicateStyle(scope=by_location, rule=own_or_parents),
    "of parents, restarted": PredicateStyle(scope=by_location, refine=restart, rule=own_or_parents),
    "eager": PredicateStyle(cartesian, conjuncts, by_function, breadth_first, restart),
}


@pytest.mark.parametrize("name", STYLES)
def test_every_style_gives_the_same_verdicts(name: str) -> None:
    style = STYLES[name]
    cfa = marked(TWINS["a lock"][0])

    assert is_proof(cfa, verified(cfa, "single", style))
    assert isinstance(verified(marked(broken("a lock")), "single", style), Unsafe)


@pytest.mark.parametrize("size", SIZES)
def test_blocks_with_few_places_have_predicates_of_locations(size: str) -> None:
    style = style_for(Setting(refuter("auto"), size))
    few = size in ("large", "loops-functions")

    assert style.scope is (by_location if few else by_function)
    assert few == (style.order is breadth_first)


def searched(cfa: Cfa, size: str, **choices: str) -> tuple[int, int]:
    """How many error paths were refuted, and how many states are left in the end."""
    refuted, states = 0, 0

    def listen(event: Event) -> None:
        nonlocal refuted, states
        refuted += isinstance(event, Refined)
        if isinstance(event, Searched):
            states = event.states

    setting = Setting(refuter("auto"), size, choices=chosen(choices))

    assert is_proof(cfa, call_deep(lambda: predicate_abstraction(cfa, setting, Run(30, listen))))
    return refuted, states


@pytest.mark.parametrize("choice", [name for name, _ in CHOSEN])
def test_every_value_of_a_choice_proves_the_same_program(choice: str) -> None:
    cfa = marked(TWINS["a lock"][0])

    for value in CHOICES[choice].values:
        searched(cfa, "single", **{choice: value})


@pytest.mark.parametrize("name", ["calls", "a state machine", "two loops"])
def test_blocks_of_one_step_are_single_and_longer_ones_leave_fewer_states(name: str) -> None:
    cfa = marked(TWINS[name][0])
    sizes = ("single", "adjustable:1", "adjustable:3", "adjustable:99", "loops-functions")
    counts = [searched(cfa, size, scope="function", order="breadth-first") for size in sizes]

    assert counts[0] == counts[1]
    assert counts[1][1] > counts[2][1] >= counts[3][1]
    assert counts[3] == counts[4]


def test_a_disjunction_is_seen_by_the_boolean_abstraction_alone() -> None:
    """With the atoms of an assertion as predicates."""
    cfa = marked("""int main(void) { int a = nondet(), b = nondet(); if (a != 1 && b != 1) return 0;
      while (nondet()) { if (a != 1 && b != 1) reach_error(); } return 0; }""")
    seen, _ = searched(cfa, "large", predicates="atoms", abstraction="boolean")
    missed, _ = searched(cfa, "large", predicates="atoms", abstraction="cartesian")

    assert (1, 2) == (seen, missed)


# The first path asks for a predicate at the loop head only: after it there is none.
PARENTS = """int main(void) { int lock = 0, n = nondet(), i = 0;
  while (i < n) { if (lock) reach_error(); i = i + 1; if (nondet()) i = i + 1; }
  if (lock) reach_error(); if (lock == 1) reach_error(); return 0; }"""


def test_predicates_of_parents_save_refinements_where_a_location_has_none() -> None:
    cfa = marked(PARENTS)
    of_location, _ = searched(cfa, "single", scope="location", order="breadth-first")
    of_parent, _ = searched(cfa, "single", scope="location-or-parent", order="breadth-first")

    assert of_parent < of_location


def test_a_restart_computes_more_states_than_a_subtree() -> None:
    posts: dict[str, int] = {}
    for value in CHOICES["refine"].values:
        setting = Setting(refuter("auto"), "single", choices=chosen({"refine": value}))
        heard: list[Event] = []
        cfa = marked(TWINS["calls"][0])
        run = Run(30, heard.append)
        call_deep(lambda: predicate_abstraction(cfa, setting, run))  # noqa: B023
        posts[value] = [event for event in heard if isinstance(event, Searched)][-1].posts

    assert posts["restart"] > posts["lazy"]


@pytest.mark.parametrize("size", SIZES)
def test_the_same_run_gives_the_same_events(size: str) -> None:
    def events() -> list[Event | int]:
        found: list[Event | int] = []

        def listen(event: Event) -> None:
            # Times differ from run to run.
            found.append(event.length if isinstance(event, Refined) else event)

        verified(marked(TWINS["a state machine"][0]), size, run=Run(30, listen))
        return found

    first = events()

    assert any(isinstance(event, Searched) and event.predicates for event in first)
    assert events() == first


@node
class Forgetful:
    """Says that paths are impossible, but not why."""

    name: str = "forgetful"

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        decided = decide(trace, prover_for, seconds)
        if decided is not None:
            return decided
        return Refuted(trace, (*(TRUE for _ in trace.blocks), FALSE), self.name)


def test_a_refuter_that_gives_nothing_new_is_no_endless_loop() -> None:
    useless: Refuter = Forgetful()
    cfa = marked(TWINS["a loop with an invariant"][0])

    with pytest.raises(LimitReached, match="no progress: forgetful gave nothing new"):
        predicate_abstraction(cfa, Setting(useless, "single"), Run(30))


UNENCODED = """int main(void) { unsigned n = nondet(), zero = 0;
  if (n > 800) return 0;
  static char *a[100], *b[100]; memcpy(a, b, n); if (n == 8 && !*a) reach_error(); return 0; }"""


def test_what_is_not_encoded_is_no_proof() -> None:
    cfa = marked(UNENCODED.replace("n == 8", "n != n + zero"))

    with pytest.raises(LimitReached, match="larger than what is encoded"):
        verified(cfa)


def test_an_error_is_found_behind_what_is_not_encoded() -> None:
    cfa = marked(UNENCODED)
    verdict = verified(cfa)

    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)


def test_time_is_limited() -> None:
    with pytest.raises(LimitReached, match="time limit"):
        verified(marked(TWINS["a lock"][0]), run=Run(0))


def test_integers_are_checked_bit_by_bit() -> None:
    cfa = marked(broken("two loops"))
    verdict = predicate_abstraction(cfa, Setting(refuter("auto"), "large", "int"), Run(30))

    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)
