"""Labels of many cases: shown case by case, they are proofs exactly when they are otherwise.

The labels are all values that a plain search finds at cut points, whole or damaged. Each way to
show them is made to be taken: cases one by one with ways apart, or together; the piece as a whole
for a case; and the label as it stands.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice

import pytest

from maul.cfa.calls import Point
from maul.cfa.model import Cfa
from maul.logic.build import Term, and_, bit_vector, bv_ule, equal, or_, symbol
from maul.logic.free import free_symbols
from maul.logic.sorts import BitVec
from maul.logic.terms import name_of
from maul.logic.walk import conjuncts, disjuncts
from maul.proofs.checked import Checked
from maul.proofs.labelling import labelled, ways
from maul.proofs.labelling.check import check_safe
from maul.proofs.labelling.examiners import Examiners
from maul.proofs.verdict import Labelled
from maul.run import Run
from maul.smt.protocols import Answer
from tests.methods.finite_programs import cases
from tests.proofs.labelling.damage import (
    Damage,
    Labels,
    conjunct_dropped,
    constant_changed,
    damaged,
    is_inductive,
    labels_swapped,
    point_left_out,
)
from tests.proofs.labelling.explored import ErrorFound, explored
from tests.proofs.labelling.labellings import program, relabelled

ONE_BY_ONE: dict[str, dict[str, int]] = {
    "apart": {"FEW": 0},
    "together": {"FEW": 0, "APART": 0},
    "few steps": {"FEW": 0, "MOST_STEPS": 3},
    "few questions": {"FEW": 0, "MOST_OPEN": 0},
    "large": {"LARGE": 0},
}


def outcome(evidence: Labelled, limits: dict[str, int]) -> str:
    """What the checker says with other limits."""
    with pytest.MonkeyPatch.context() as patch:
        if not limits:
            patch.setattr(labelled, "gives_only_values", lambda _: False)
            patch.setattr(labelled, "gives_values", lambda _: False)
        for name, limit in limits.items():
            patch.setattr(labelled if hasattr(labelled, name) else ways, name, limit)
        return check(evidence).outcome


def check(evidence: Labelled) -> Checked:
    return check_safe(evidence.points.cfa, evidence, Run(60))


# ---- random programs ---------------------------------------------------------------------------


def case_dropped(labels: Labels, rng: random.Random) -> Labels:
    """A label does not know of one of its cases."""
    point = rng.choice(list(labels))
    found = list(disjuncts(labels[point]))
    if found:
        found.pop(rng.randrange(len(found)))
    return {**labels, point: or_(*found)}


DAMAGES: tuple[Damage, ...] = (
    case_dropped,
    case_dropped,
    conjunct_dropped,
    constant_changed,
    labels_swapped,
    point_left_out,
)


@cache
def random_proofs() -> tuple[Labelled, ...]:
    """The values at the cut points of random programs that have some, but few."""
    found = []
    for case in islice(cases(8, listed=True, limit=100), 60):
        try:
            evidence = explored(program(case.text))
        except ErrorFound:
            continue
        counts = [len(disjuncts(label)) for label in evidence.labels.values()]
        if max(counts, default=0) > 2 and sum(counts) < 30:
            found.append(evidence)
    return tuple(found)


@cache
def broken_proofs() -> tuple[tuple[Labelled, str], ...]:
    """The same damaged, and whether that is still a proof, as the label stands."""
    found = []
    for number, evidence in enumerate(random_proofs()):
        for turn in range(2):
            broken, _ = damaged(evidence, random.Random(f"{number} {turn}"), DAMAGES)
            found.append((broken, outcome(broken, {})))
    return tuple(found)


def test_there_are_random_proofs_that_still_hold_and_that_do_not() -> None:
    outcomes = Counter(expected for _, expected in broken_proofs())

    assert len(random_proofs()) >= 6
    assert {"confirmed", "refuted"} == set(outcomes)
    assert min(outcomes.values()) >= 2


def test_what_is_shown_as_it_stands_is_inductive_for_blocks() -> None:
    for broken, expected in broken_proofs():
        assert ("confirmed" == expected) == is_inductive(broken, "large")


@pytest.mark.parametrize("way", ONE_BY_ONE)
def test_one_by_one_the_same_is_shown(way: str) -> None:
    for evidence in random_proofs():
        assert "confirmed" == outcome(evidence, ONE_BY_ONE[way])


@pytest.mark.parametrize("way", ONE_BY_ONE)
def test_one_by_one_the_same_is_refuted(way: str) -> None:
    for broken, expected in broken_proofs():
        assert expected == outcome(broken, ONE_BY_ONE[way])


# ---- damage of each kind -----------------------------------------------------------------------

COUNTED = """
int main(void) {
  int i = 0, s = 0;
  while (i < 40) { i++; s += i; }
  if (s != 820) reach_error();
}"""
MACHINE = """
int main(void) {
  int mode = 0, level = 5, spare = 0;
  while (1) {
    int in = nondet();
    if (in != 1 && in != 2 && in != 3) return 0;
    if (mode == 0 && in == 1) mode = 1;
    else if (mode == 1 && in == 2) { mode = 2; level = level == 5 ? 6 : 5; }
    else if (mode == 2 && in == 3) mode = 3;
    else if (mode == 3 && in != 1) { mode = 0; spare = spare == 15 ? 0 : spare + 3; }
    if (mode == 2 && level == 7) reach_error();
  }
}"""
FILLED = """
int a[4];
int main(void) {
  int i = 0, turn = 0;
  while (nondet()) {
    a[i] = turn;
    i = (i + 1) & 3;
    if (i == 0 && turn < 5) turn++;
    if (a[i] > 5) reach_error();
  }
}"""
BOUNDED = """
int main(void) {
  unsigned x = 0, n = nondet();
  int step = 0;
  if (n > 100) return 0;
  while (x < n) {
    x++;
    step = step == 19 ? 0 : step + 1;
    if (step > 19 || x > 100) reach_error();
  }
}"""
KEPT = {"machine": ("main::mode", "main::level", "main::spare")}
TEXTS = {"counted": COUNTED, "machine": MACHINE, "filled": FILLED}


@cache
def proof(name: str) -> Labelled:
    """All values at the head of the loop of a program."""
    return explored(program(TEXTS[name]), only=KEPT.get(name))


def head(evidence: Labelled) -> tuple[Point, tuple[Term, ...]]:
    """The head of the only loop, and the cases of its label."""
    ((point, label),) = evidence.labels.items()
    return point, disjuncts(label)


def with_cases(evidence: Labelled, found: list[Term] | tuple[Term, ...]) -> Labelled:
    """Other cases for the head of the loop."""
    return relabelled(evidence, {head(evidence)[0]: or_(*found)})


def variable(evidence: Labelled, name: str) -> Term:
    """The symbol of a variable in the labels."""
    symbols = (s for label in evidence.labels.values() for s in free_symbols(label))
    return next(s for s in symbols if name_of(s).endswith(name))


@pytest.mark.parametrize("name", TEXTS)
def test_many_cases_are_shown_without_a_solver(name: str) -> None:
    checked = check(proof(name))

    assert "confirmed" == checked.outcome
    assert "rewriting" == checked.checker
    assert checked.obligations >= len(head(proof(name))[1]) > labelled.FEW


@pytest.mark.parametrize("name", TEXTS)
def test_no_case_can_be_left_out(name: str) -> None:
    _, found = head(proof(name))
    for place in range(0, len(found), 5):
        left = [*found[:place], *found[place + 1 :]]

        assert "refuted" == check(with_cases(proof(name), left)).outcome


@pytest.mark.parametrize("name", TEXTS)
def test_no_constant_can_be_changed(name: str) -> None:
    evidence = proof(name)
    for number in range(8):
        rng = random.Random(f"{name} {number}")
        changed = constant_changed(dict(evidence.labels), rng)

        assert "refuted" == check(relabelled(evidence, changed)).outcome


def test_a_case_that_says_too_little_is_refuted() -> None:
    evidence = proof("machine")
    _, found = head(evidence)
    level = variable(evidence, "level")
    weaker = and_(*(part for part in conjuncts(found[3]) if level not in free_symbols(part)))

    assert "refuted" == check(with_cases(evidence, [*found, weaker])).outcome


def test_a_case_that_says_less_of_what_does_not_matter_covers_others() -> None:
    evidence = proof("machine")
    _, found = head(evidence)
    spare = variable(evidence, "spare")
    weaker = [
        and_(*(part for part in conjuncts(case) if spare not in free_symbols(part)))
        for case in found
    ]

    assert "confirmed" == check(with_cases(evidence, [*found, *weaker])).outcome
    assert "confirmed" == check(with_cases(evidence, weaker)).outcome


def test_cases_that_are_never_reached_need_to_be_inductive_too() -> None:
    evidence = proof("counted")
    i, s = variable(evidence, "::i"), variable(evidence, "::s")
    _, found = head(evidence)
    beyond = and_(equal(i, bit_vector(50, 32)), equal(s, bit_vector(820, 32)))
    wrong = and_(equal(i, bit_vector(50, 32)), equal(s, bit_vector(3, 32)))

    assert "confirmed" == check(with_cases(evidence, [*found, beyond])).outcome
    assert "refuted" == check(with_cases(evidence, [*found, wrong])).outcome


def test_the_beginning_has_to_be_among_the_cases() -> None:
    evidence = proof("counted")
    i = variable(evidence, "::i")
    zero = equal(i, bit_vector(0, 32))
    later = [case for case in head(evidence)[1] if zero not in conjuncts(case)]

    assert len(later) == len(head(evidence)[1]) - 1
    assert "refuted" == check(with_cases(evidence, later)).outcome


def test_an_error_that_one_case_leads_to_is_found() -> None:
    text = COUNTED.replace("i++;", "i++; if (i == 33) reach_error();")
    evidence = explored(program(text), past_errors=True)

    assert 33 == len(head(evidence)[1])
    assert "refuted" == check(evidence).outcome


# ---- what else labels may say ------------------------------------------------------------------


def limited(most: int) -> Labelled:
    """A label that gives values to one variable, and says of two others that they are small."""
    evidence = explored(program(BOUNDED), only=["main::step"], past_errors=True)
    found = free_symbols(evidence.labels[head(evidence)[0]])
    assert ["main::step"] == [name_of(s) for s in found]
    n, x = (symbol(f"main::{name}", BitVec(32)) for name in "nx")
    bounds = and_(bv_ule(n, bit_vector(most, 32)), bv_ule(x, n))
    return with_cases(evidence, [and_(case, bounds) for case in head(evidence)[1]])


def test_cases_may_say_more_than_values() -> None:
    checked = check(limited(100))

    assert "confirmed" == checked.outcome
    assert "bitwuzla" == checked.checker
    # Without the bound that holds before the loop the label does not hold at first.
    assert "refuted" == check(limited(99)).outcome
    assert "refuted" == check(limited(101)).outcome


def test_what_is_asked_of_many_cases_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Term] = []
    answered = Examiners._asked

    def noted(examiners: Examiners, question: Term) -> Answer:
        asked.append(question)
        return answered(examiners, question)

    monkeypatch.setattr(Examiners, "_asked", noted)
    checked = check(limited(100))

    assert checked.obligations > 20
    assert len(asked) < 8


def test_a_label_must_not_speak_of_what_is_chosen_later() -> None:
    evidence = proof("machine")
    _, found = head(evidence)
    for number in range(1, 60):
        chosen = symbol(f"nondet#{number}", BitVec(32))
        told = [and_(case, equal(chosen, bit_vector(4, 32))) for case in found]

        assert "confirmed" != check(with_cases(evidence, told)).outcome


def test_what_is_said_of_a_symbol_that_is_none_of_the_program_is_not_believed() -> None:
    evidence = proof("counted")
    _, found = head(evidence)
    strange = symbol("strange", BitVec(32))
    told = [and_(case, equal(strange, bit_vector(4, 32))) for case in found]

    assert "refuted" == check(with_cases(evidence, told)).outcome


def test_a_contradiction_is_no_beginning_but_covers_nothing() -> None:
    evidence = proof("counted")
    _, found = head(evidence)
    s = variable(evidence, "::s")
    nothing = [and_(equal(s, bit_vector(n, 32)), equal(s, bit_vector(n + 1, 32))) for n in range(9)]

    assert "confirmed" == check(with_cases(evidence, [*found, *nothing])).outcome
    assert "refuted" == check(with_cases(evidence, [*found[1:], *nothing])).outcome


def test_a_label_without_cases_is_that_of_a_point_never_reached() -> None:
    evidence = proof("counted")

    assert "refuted" == check(with_cases(evidence, [])).outcome


# ---- many ways ---------------------------------------------------------------------------------


def choices(count: int, unless: str = "0") -> Cfa:
    """A loop with many choices that matter in no way."""
    tests = "".join(
        f"if (nondet()) t{n} = {n}; else {{ t{n} = 7; t += 2; }}\n" for n in range(count)
    )
    variables = ", ".join(f"t{n} = 0" for n in range(count))
    return program(
        f"""
        int main(void) {{
          int round = 0, kept = 3, t = 0, {variables};
          while (round < 25) {{
            {tests}
            round++;
            if (kept != 3 || {unless}) reach_error();
          }}
        }}"""
    )


def test_ways_that_differ_in_what_does_not_matter_become_one() -> None:
    evidence = explored(choices(24), only=["main::round", "main::kept"])
    checked = check(evidence)

    assert "confirmed" == checked.outcome
    assert "rewriting" == checked.checker
    assert checked.obligations < 60


def test_ways_that_differ_in_what_decides_do_not() -> None:
    evidence = explored(
        choices(12, "(t0 == 0 && t11 == 7)"), only=["main::round", "main::kept"], past_errors=True
    )

    assert "refuted" == check(evidence).outcome
