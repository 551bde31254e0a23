"""Where values are tracked: programs that need a variable at some locations and not at others."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

from maul.cfa.transform.prune import prune
from maul.errors import LimitReached
from maul.events import Event, Searched
from maul.interpolate.catalogue import refuter
from maul.methods.catalogue import method
from maul.methods.setting import Setting
from maul.methods.value_styles import PRECISIONS
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import marked

# A safe program in which a variable is checked and counts without bound elsewhere, and the same
# with one thing changed so that the error can be reached.
TWINS: dict[str, tuple[str, str, str]] = {
    "a check before the loop": (
        """int main(void) { int i = 0, flag = 0; if (i != 0) reach_error();
        while (nondet()) i++;
        if (flag) reach_error(); return 0; }""",
        "flag = 0",
        "flag = 1",
    ),
    "two variables": (
        """int main(void) { int i = 0, k = 5, flag = 0;
        if (i + k != 5) reach_error();
        while (nondet()) { i++; if (nondet()) k = k + i; }
        if (flag) reach_error(); return 0; }""",
        "!= 5",
        "!= 6",
    ),
    "a check in the loop behind another flag": (
        """int main(void) { int i = 0, go = 0; if (i != 0) reach_error();
        while (nondet()) { if (go) { if (i > 2) reach_error(); } i++; }
        return 0; }""",
        "i != 0",
        "i == 0",
    ),
    "a check in a function called before the loop and in it": (
        """void check(int k) { if (k != 0) reach_error(); }
        int main(void) { int i = 0; check(i);
        while (nondet()) { check(0); i++; }
        return 0; }""",
        "check(0)",
        "check(i)",
    ),
    "a counter in a function called from the loop": (
        """int i; int flag; void step(void) { i++; }
        int main(void) { i = 0; flag = 0; if (i != 0) reach_error();
        while (nondet()) { step(); if (flag) reach_error(); }
        return 0; }""",
        "flag = 0;",
        "flag = i + 1;",
    ),
    "a loop before and a loop behind the check": (
        """int main(void) { int i = 3, on = 1;
        while (nondet()) { if (!on) i = 4; }
        if (i != 3) reach_error();
        while (nondet()) { i++; if (!on) reach_error(); }
        return 0; }""",
        "on = 1",
        "on = 0",
    ),
    "a check in an inner loop, counted in the outer one": (
        """int main(void) { int i = 0, s = 0;
        while (nondet()) {
          s = 1; while (nondet()) { if (s != 1) reach_error(); }
          i++; s = i; }
        return 0; }""",
        "s = 1;",
        "",
    ),
}
SIZES = ("single", "basic", "medium", "large", "adjustable:3")
LOCAL = ("location", "region")


def verified(
    text: str, blocks: str, name: str = "value-itp", **choices: str
) -> tuple[Verdict, bool]:
    """The verdict, and whether its evidence is confirmed."""
    cfa = prune(marked(text)).cfa
    setting = Setting(refuter("auto"), blocks, choices=tuple(choices.items()))
    verdict = call_deep(lambda: method(name).run(cfa, setting, Run(20)))
    if isinstance(verdict, Unsafe):
        return verdict, call_deep(lambda: confirms(replay(cfa, verdict), verdict))
    assert isinstance(verdict, Safe), verdict
    assert isinstance(verdict.evidence, Labelled)
    evidence = verdict.evidence
    return verdict, "confirmed" == call_deep(lambda: check_safe(cfa, evidence, Run(20))).outcome


@pytest.mark.parametrize(("name", "blocks", "precision"), list(product(TWINS, SIZES, LOCAL)))
def test_a_counter_is_not_tracked_where_nothing_asks_for_it(
    name: str, blocks: str, precision: str
) -> None:
    verdict, confirmed = verified(TWINS[name][0], blocks, precision=precision, threshold="none")

    assert isinstance(verdict, Safe)
    assert confirmed


@pytest.mark.parametrize(("name", "blocks", "precision"), list(product(TWINS, SIZES, PRECISIONS)))
def test_the_error_of_its_twin_is_found(name: str, blocks: str, precision: str) -> None:
    text, old, new = TWINS[name]
    assert old in text
    verdict, confirmed = verified(text.replace(old, new), blocks, precision=precision)

    assert isinstance(verdict, Unsafe)
    assert confirmed


@pytest.mark.parametrize("name", TWINS)
def test_with_predicates_it_does_not_matter_where_values_are_tracked(name: str) -> None:
    for precision in PRECISIONS:
        verdict, confirmed = verified(
            TWINS[name][0], "large", "value-itp+predicate", precision=precision
        )

        assert isinstance(verdict, Safe)
        assert confirmed


@pytest.mark.parametrize("blocks", ["single", "large"])
def test_a_counter_that_is_tracked_in_the_whole_program_counts_for_ever(blocks: str) -> None:
    cfa = prune(marked(TWINS["a check before the loop"][0])).cfa
    choices = (("precision", "program"), ("threshold", "none"))
    setting = Setting(refuter("auto"), blocks, choices=choices)

    with pytest.raises(LimitReached):
        call_deep(lambda: method("value-itp").run(cfa, setting, Run(0.5)))


# ---- thresholds --------------------------------------------------------------------------------

# Where it is needed the counter cannot be told from where it is not: only its value is in the way.
COUNTED: dict[str, tuple[str, str, str]] = {
    "a check in the first round": (
        """int main(void) { int i = 0, first = 1;
        while (nondet()) { if (first) { if (i != 0) reach_error(); first = 0; } i++; }
        return 0; }""",
        "first = 0; }",
        "first = nondet(); }",
    ),
    "a flag behind the loop": (
        """int main(void) { int most = nondet(), flag = 0, ticks = 0;
        while (nondet()) { ticks++; if (ticks > most) break; }
        if (flag > 0) reach_error(); return 0; }""",
        "flag = 0",
        "flag = 1",
    ),
    "two counters": (
        """int main(void) { int most = nondet(), flag = 0, ticks = 0, turns = 5;
        while (nondet()) {
          ticks++; while (turns < most) turns = turns + 2; if (ticks > turns) flag = 0; }
        if (flag > 0) reach_error(); return 0; }""",
        "flag = 0; }",
        "flag = 2; }",
    ),
    "a counter in a function": (
        """int ticks; int tick(int most) { ticks++; return ticks > most; }
        int main(void) { int most = nondet(), flag = 0;
        while (nondet()) { if (tick(most)) break; }
        if (flag > 0 && ticks > 0) reach_error(); return 0; }""",
        "flag = 0",
        "flag = nondet()",
    ),
}
WITH_THRESHOLD = ("value", "value-itp", "value+predicate", "value-itp+predicate")


@pytest.mark.parametrize(
    ("counted", "blocks", "name"), list(product(COUNTED, ("single", "large"), WITH_THRESHOLD))
)
def test_a_counter_is_dropped_in_every_size_of_blocks(counted: str, blocks: str, name: str) -> None:
    text, old, new = COUNTED[counted]
    assert old in text
    safe, safe_confirmed = verified(text, blocks, name, threshold="10")
    unsafe, unsafe_confirmed = verified(text.replace(old, new), blocks, name, threshold="10")

    assert isinstance(safe, Safe)
    assert isinstance(unsafe, Unsafe)
    assert safe_confirmed
    assert unsafe_confirmed


@pytest.mark.parametrize(("blocks", "name"), list(product(SIZES, WITH_THRESHOLD)))
def test_few_states_are_made_before_a_counter_is_dropped(blocks: str, name: str) -> None:
    # In the second program pruning has removed the way on which the values decide the last check.
    for text in (COUNTED["a flag behind the loop"][0], TWINS["a check before the loop"][0]):
        events: list[Event] = []
        run, cfa = Run(20, listener=events.append), prune(marked(text)).cfa
        setting = Setting(refuter("auto"), blocks, choices=(("threshold", "50"),))
        verdict = call_deep(partial(method(name).run, cfa, setting, run))

        assert isinstance(verdict, Safe)
        assert 500 > max(event.posts for event in events if isinstance(event, Searched))


BOUND = """int main(void) { int i = 0, n = nondet();
  while (i < 70) { if (nondet()) i = i + 1; else if (n > 3) n--; }
  if (i != 70) reach_error(); return 0; }"""


@pytest.mark.parametrize("name", ["value", "value-itp"])
def test_a_variable_that_is_needed_comes_back(name: str) -> None:
    safe, safe_confirmed = verified(BOUND, "large", name, threshold="10")
    unsafe, unsafe_confirmed = verified(
        BOUND.replace("!= 70", "== 70"), "large", name, threshold="10"
    )

    assert isinstance(safe, Safe)
    assert isinstance(unsafe, Unsafe)
    assert safe_confirmed
    assert unsafe_confirmed
