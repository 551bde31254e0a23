"""Proofs are confirmed, and what is no proof is refused with the place at which it fails."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter

import pytest

from maul.cfa.calls import Point, Points
from maul.encode.blocks import layout_for
from maul.encode.state import HEAP
from maul.interpolate.catalogue import refuter
from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_sle,
    bv_ule,
    equal,
    not_,
    or_,
    symbol,
)
from maul.logic.build.array import constant_array, store
from maul.logic.sorts import BOOL, FLOAT32, Array, BitVec
from maul.methods.catalogue import method
from maul.methods.setting import Setting
from maul.proofs.checked import Checked
from maul.proofs.labelling.check import check_safe
from maul.proofs.labelling.examiners import Examiners, is_obvious
from maul.proofs.labelling.labelled import Conditions
from maul.proofs.labelling.pieces import Pieces, Uncut
from maul.proofs.verdict import Labelled, Safe, Unrolled
from maul.run import Run
from maul.smt.asked import Answered
from maul.smt.protocols import Sat, Unsat
from maul.system.deep import call_deep
from tests.cfa.c_text import DECLARATIONS, marked
from tests.proofs.labelling.labellings import (
    PROOFS,
    Proof,
    cut_points,
    labelling,
    program,
    relabelled,
)

UNSAFE_LOOP = """
int main(void) {
  unsigned x = 0;
  while (x < 5) { x++; }
  if (x == 5) reach_error();
}"""


def checked(evidence: Labelled) -> Checked:
    return check_safe(evidence.points.cfa, evidence, Run(60))


def only(evidence: Labelled) -> tuple[Point, Term]:
    """The only label."""
    ((point, label),) = evidence.labels.items()
    return point, label


# ---- proofs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_written_by_hand_is_confirmed(name: str) -> None:
    assert "confirmed" == checked(labelling(PROOFS[name])).outcome


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_does_not_prove_the_program_whose_error_is_reached(name: str) -> None:
    proof = PROOFS[name]
    before, _, after = proof.text.rpartition("reach_error();")
    text = f"{before} reach_error(); else reach_error(); {after}"

    assert "refuted" == checked(labelling(Proof(text, proof.labels))).outcome


def test_points_between_cut_points_may_be_labelled_with_what_is_needed_there() -> None:
    evidence = labelling(PROOFS["bounded"])
    head, label = only(evidence)
    inside = evidence.points.successors(head)[0][1]
    exact = and_(label, bv_sle(symbol("main::x", BitVec(32)), bit_vector(9, 32)))

    outcomes = [checked(relabelled(evidence, {head: label, inside: it})) for it in (exact, label)]

    assert ["confirmed", "refuted"] == [found.outcome for found in outcomes]


def test_the_start_may_be_labelled_with_what_holds_there() -> None:
    evidence = labelling(PROOFS["lockstep"])
    start, heap = evidence.points.start, evidence.layout.heap
    known = equal(heap, evidence.layout.numbers.addresses.constant(HEAP))

    assert "confirmed" == checked(relabelled(evidence, {**evidence.labels, start: known})).outcome
    wrong = checked(relabelled(evidence, {**evidence.labels, start: not_(known)}))
    assert "refuted" == wrong.outcome
    assert wrong.reason.startswith("initially at ")


# ---- no proofs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, proof in PROOFS.items() if proof.labels])
@pytest.mark.parametrize("label", [TRUE, FALSE], ids=["true", "false"])
def test_a_label_that_says_nothing_or_too_much_is_refuted(name: str, label: Term) -> None:
    evidence = labelling(PROOFS[name])
    for point in evidence.labels:
        damaged = relabelled(evidence, {**evidence.labels, point: label})

        assert "refuted" == checked(damaged).outcome


@pytest.mark.parametrize("name", [name for name, proof in PROOFS.items() if proof.labels])
def test_a_cut_point_without_a_label_is_claimed_unreachable_and_that_is_refuted(name: str) -> None:
    evidence = labelling(PROOFS[name])
    for left_out in evidence.labels:
        rest = {point: label for point, label in evidence.labels.items() if point is not left_out}

        assert "refuted" == checked(relabelled(evidence, rest)).outcome


def test_a_label_at_the_error_does_not_make_it_harmless() -> None:
    points = Points(program(UNSAFE_LOOP))
    (head,) = cut_points(points)
    errors = [points.point(at, head.stack) for at in points.cfa.errors]
    labels = dict.fromkeys((head, *errors), TRUE)

    assert "refuted" == checked(Labelled(points, layout_for(points.cfa, "bv"), labels)).outcome


def test_the_reason_names_the_lines_between_which_the_label_is_lost() -> None:
    evidence = labelling(PROOFS["lockstep"])
    head, _ = only(evidence)
    x = symbol("main::x", BitVec(32))

    found = checked(relabelled(evidence, {head: equal(x, bit_vector(0, 32))}))

    assert "refuted" == found.outcome
    lines = [line for line, text in enumerate(_lines("lockstep"), 1) if "while" in text]
    assert f".c:{lines[0]} the label does not hold" in found.reason


def _lines(name: str) -> list[str]:
    return (DECLARATIONS + PROOFS[name].text).splitlines()


def test_labels_of_another_program_are_refuted() -> None:
    evidence = labelling(PROOFS["lockstep"])

    assert "refuted" == check_safe(program(PROOFS["bounded"].text), evidence, Run()).outcome


def test_what_the_encoding_leaves_out_has_to_be_impossible() -> None:
    text = """
    int main(void) {
      unsigned n = nondet();
      char **p = malloc(100000), **q = malloc(100000);
      LIMIT
      memcpy(p, q, n);
      if (n == 100001 && *p) reach_error();
    }"""
    outcomes = {}
    for limit in ("if (n != 8) return 0;", "if (n > 100000) return 0;"):
        points = Points(program(text.replace("LIMIT", limit)))
        outcomes[limit] = checked(Labelled(points, layout_for(points.cfa, "bv"), {}))

    assert ["confirmed", "refuted"] == [found.outcome for found in outcomes.values()]
    assert "beyond what is encoded" in outcomes["if (n > 100000) return 0;"].reason


# ---- no answer ---------------------------------------------------------------------------------


def test_a_label_over_an_arbitrary_value_is_not_believed() -> None:
    """Each time the loop reads another value: the label would be inductive by its name alone."""
    text = """
    int main(void) {
      int x = nondet(), y = x;
      while (nondet()) { y = x; x = nondet(); }
      if (x != y) reach_error();
    }"""
    points = Points(program(text))
    layout = layout_for(points.cfa, "bv")
    (head,) = cut_points(points)
    first = Pieces(points, layout, lambda point: point is head, Run())
    given = first.passage(points.start, {})
    chosen = min(given.inputs, key=lambda term: term.number)
    layout.symbols = 0  # the same names are given out again

    evidence = Labelled(points, layout, {head: equal(symbol("main::x", BitVec(32)), chosen)})

    assert "inconclusive" == checked(evidence).outcome


def test_a_check_without_time_is_inconclusive() -> None:
    evidence = labelling(PROOFS["cases"])
    run = Run(0.0)
    time.sleep(0.01)

    assert "inconclusive" == check_safe(evidence.points.cfa, evidence, run).outcome


def test_a_cycle_that_is_not_cut_is_never_passed() -> None:
    points = Points(program(UNSAFE_LOOP))
    pieces = Pieces(points, layout_for(points.cfa, "bv"), points.is_error, Run())

    with pytest.raises(Uncut):
        pieces.passage(points.start, {})


# ---- unrollings --------------------------------------------------------------------------------


def test_an_unrolling_is_confirmed_when_no_claim_can_hold() -> None:
    x = symbol("x", BitVec(8))
    small = bv_ule(x, bit_vector(3, 8))
    cfa = program(UNSAFE_LOOP)

    found = {
        claim: check_safe(cfa, Unrolled((small,), (claim,)), Run()).outcome
        for claim in (equal(x, bit_vector(4, 8)), equal(x, bit_vector(3, 8)))
    }

    assert ["confirmed", "refuted"] == list(found.values())


# ---- who is asked ------------------------------------------------------------------------------


def test_what_is_obvious_follows() -> None:
    a, b, c = (symbol(name, BOOL) for name in "abc")

    assert is_obvious((and_(a, b), c), and_(a, c))
    assert is_obvious((a, not_(a)), b)
    assert is_obvious((a,), TRUE)
    assert not is_obvious((a,), FALSE)
    assert not is_obvious((a, b), c)


def test_the_solvers_that_answered_are_named() -> None:
    examiners = Examiners(Run())
    x = symbol("x", BitVec(8))
    small = bv_ule(x, bit_vector(3, 8))

    assert "rewriting" == examiners.names
    assert isinstance(examiners.follows((small,), bv_ule(x, bit_vector(4, 8))), Unsat)
    assert "bitwuzla" == examiners.names


@pytest.mark.parametrize("searcher", ["z3", "bitwuzla", "cvc5"])
def test_who_was_wanted_for_the_search_is_not_asked(searcher: str) -> None:
    x, y = symbol("x", BitVec(8)), symbol("y", BitVec(8))
    f, g = symbol("f", FLOAT32), symbol("g", FLOAT32)
    a, b = (symbol(name, Array(BitVec(8), BitVec(8))) for name in "ab")
    for one, other in ((x, y), (f, g), (a, b)):
        examiners = Examiners(Run(60), Answered(searcher))
        premise = or_(equal(one, other), and_(bv_ule(x, y), bv_ule(y, bv_add(x, x))))
        answers = [
            examiners.follows((premise, not_(equal(one, other))), bv_ule(x, y)),
            examiners.follows((premise,), equal(one, other)),
        ]

        assert [Unsat, Sat] == [type(answer) for answer in answers]
        assert searcher not in examiners.names.split(" and ")


def test_obligations_between_labels_are_small() -> None:
    evidence = labelling(PROOFS["nested"])
    obligations = list(Conditions(evidence, Run()).obligations())
    sources = Counter(obligation.source for obligation in obligations)

    assert {evidence.points.start, *evidence.labels} == set(sources)
    assert max(sources.values()) <= 3


def test_the_checker_loads_nothing_that_searches() -> None:
    code = (
        "import sys, pkgutil, importlib, maul.proofs as p\n"
        "for module in pkgutil.iter_modules(p.__path__, 'maul.proofs.'):\n"
        "    importlib.import_module(module.name)\n"
        "found = ('maul.methods', 'maul.explore', 'maul.interpolate', 'maul.domains')\n"
        "print([m for m in sys.modules if m.startswith(found)])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert "[]" == answer.stdout.strip()


def test_arrays_are_not_compared_by_a_solver_that_cannot() -> None:
    examiners = Examiners(Run(60))
    sort = Array(BitVec(8), BitVec(8))
    a, b = (symbol(name, sort) for name in "ab")
    zero = constant_array(sort, bit_vector(0, 8))
    premises = (equal(a, zero), equal(b, store(a, bit_vector(3, 8), bit_vector(1, 8))))
    changed = not_(equal(a, b))

    assert isinstance(examiners.follows(premises, changed), Unsat)
    assert "bitwuzla" not in examiners.names


@pytest.mark.parametrize("blocks", ["single", "large"])
def test_what_ranges_exclude_may_be_reached_by_integers(blocks: str) -> None:
    """Bit operations on integers are any function, so the search gets to where no execution does,
    and the label there does not know what the ranges know of the places after it."""
    cfa = marked(
        """int main(void) {
          unsigned x = 1, y = 1;
          if (y >= 2u + x) y = 2;
          if (x >= (y ^ 2u)) { if (x != (x | 1u)) { } }
          if (y == 2u) reach_error();
          return 0;
        }"""
    )
    setting = Setting(refuter("auto"), blocks, "int")
    verdict = call_deep(lambda: method("predicate").run(cfa, setting, Run(30)))
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.evidence, Labelled)
    evidence = verdict.evidence
    assert "confirmed" == call_deep(lambda: check_safe(cfa, evidence, Run(20))).outcome
