"""Shapes and predicates together: programs that need both, and proofs that are damaged."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.cfa.calls import Points
from maul.cfa.order import loop_heads
from maul.domains.shape.precision import ShapePrecision
from maul.encode.state import Layout, State
from maul.encode.steps import Taken, take
from maul.errors import LimitReached
from maul.interpolate.catalogue import refuter
from maul.logic.build import FALSE, TRUE, Term, and_, bit_vector, equal, not_, or_, symbol
from maul.logic.sorts import BOOL
from maul.methods.catalogue import method
from maul.methods.graphs.alone import shape
from maul.methods.graphs.with_predicates import shape_predicate
from maul.methods.setting import Setting
from maul.node import replace
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.shapes import check_shapes, predicates
from maul.proofs.verdict import Safe, Shaped, Unknown, Unsafe
from maul.result import CheckOutcome
from maul.run import Run
from maul.smt.asked import NOBODY_ASKED, Answered
from maul.smt.theories import PLAIN
from tests.methods.test_shape import RELATED, read
from tests.proofs.shapes.searched import careless_graphs_of
from tests.proofs.shapes.sketch import named, program
from tools.shape_families import ShapeProgram, programs

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa, Edge
    from maul.proofs.checked import Checked
    from maul.proofs.verdict import Verdict

    Labels = dict[Point, tuple[Term, ...]]

SECONDS = 60.0
FOUND = {program.path.stem: program for program in programs() if program.family in RELATED}
SAFE = [stem for stem, found in FOUND.items() if not found.violated]

ASKED_TWICE = """int main(void) {
  int *p = 0, n = nondet(), m = nondet();
  if (n < m) p = malloc(sizeof *p);
  if (%s) *p = 1;
  return 0;
}"""

NOT_ENCODED = """int main(void) {
  int n = nondet();
  char *bytes = malloc(100);
  if (n < 0 || n > 100) return 0;
  memset(bytes, 1, n);
  if (n > 64) reach_error();
  return 0;
}"""


def setting(arith: str = "bv") -> Setting:
    return Setting(refuter("auto"), arith=arith)


def checked(cfa: Cfa, evidence: Shaped, asked: Answered = NOBODY_ASKED) -> Checked:
    return check_shapes(cfa, evidence, Run(SECONDS), asked)


def said(cfa: Cfa, arith: str = "bv") -> Verdict:
    """What the method says; what it claims is checked."""
    claim = shape_predicate(cfa, setting(arith), Run(SECONDS))
    match claim:
        case Safe(evidence=evidence):
            assert isinstance(evidence, Shaped)
            found = checked(cfa, evidence)
            assert (CheckOutcome.CONFIRMED, "") == (found.outcome, found.reason)
        case Unsafe():
            assert confirms(replay(cfa, claim), claim)
    return claim


def read_found(found: ShapeProgram) -> Cfa:
    return read(found.path, found.wanted)


@cache
def proved(stem: str) -> tuple[Cfa, Shaped]:
    """A program and its proof."""
    cfa = read_found(FOUND[stem])
    claim = shape_predicate(cfa, setting(), Run(SECONDS))
    assert isinstance(claim, Safe)
    assert isinstance(claim.evidence, Shaped)
    return cfa, claim.evidence


def relabelled(evidence: Shaped, change: Callable[[Labels], Labels]) -> Shaped:
    return replace(evidence, labels=change(dict(evidence.labels)))


def somewhere(evidence: Shaped) -> list[tuple[Point, int]]:
    """Where a label says something."""
    return [
        (point, index)
        for point, labels in evidence.labels.items()
        for index, label in enumerate(labels)
        if label is not TRUE
    ]


# ---- the method ----------------------------------------------------------------------------------


def test_the_method_has_its_name() -> None:
    entry = method("shape+predicate")
    assert entry.run is shape_predicate
    assert entry.takes_refuter


@pytest.mark.parametrize("stem", FOUND)
def test_what_needs_both_is_decided(stem: str) -> None:
    claim = said(read_found(FOUND[stem]))
    assert FOUND[stem].expected == {"Safe": "TRUE", "Unsafe": "FALSE"}.get(type(claim).__name__)


@pytest.mark.parametrize("stem", SAFE)
def test_shapes_alone_do_not_prove_it(stem: str) -> None:
    try:
        claim = shape(read_found(FOUND[stem]), setting(), Run(SECONDS))
    except LimitReached:
        return
    assert isinstance(claim, Unknown)


@pytest.mark.parametrize(("again", "expected"), [("m > n", Safe), ("m >= n", Unsafe)])
@pytest.mark.parametrize("arith", ["bv", "int"])
def test_two_inputs_decide_whether_a_pointer_is_null(
    again: str, expected: type[Safe | Unsafe], arith: str
) -> None:
    cfa = program(ASKED_TWICE % again, "valid-deref")
    assert isinstance(said(cfa, arith), expected)


def test_what_the_encoding_leaves_out_is_no_proof() -> None:
    cfa = program(NOT_ENCODED, "unreach-call")
    try:
        claim = said(cfa)
    except LimitReached:
        return
    assert not isinstance(claim, Safe)


# ---- the checker ---------------------------------------------------------------------------------


def test_those_who_were_asked_do_not_check() -> None:
    cfa, evidence = proved("counted_cells_safe")
    by_others = checked(cfa, evidence, Answered(None, frozenset({("cvc5", PLAIN)})))
    assert by_others.outcome == CheckOutcome.CONFIRMED
    assert "cvc5" not in by_others.checker
    assert by_others.checker != "graphs"


@pytest.mark.parametrize("stem", SAFE)
def test_graphs_without_labels_are_no_proof(stem: str) -> None:
    cfa, evidence = proved(stem)
    assert checked(cfa, Shaped(evidence.points, evidence.graphs)).outcome != CheckOutcome.CONFIRMED
    weak = relabelled(evidence, lambda all_: {p: (TRUE,) * len(each) for p, each in all_.items()})
    assert checked(cfa, weak).outcome != CheckOutcome.CONFIRMED


def test_a_label_that_is_missing_is_refuted() -> None:
    cfa, evidence = proved("extra_cell_safe")
    point, _ = somewhere(evidence)[0]
    short = relabelled(evidence, lambda all_: {**all_, point: all_[point][1:]})
    found = checked(cfa, short)
    assert found.outcome == CheckOutcome.REFUTED
    assert "one label for each graph" in found.reason


@pytest.mark.parametrize("stem", SAFE)
def test_a_label_is_false_or_turned_round_only_where_its_graph_is_not_needed(stem: str) -> None:
    cfa, evidence = proved(stem)
    needed = 0
    for point, index in somewhere(evidence):
        graphs, labels = evidence.graphs[point], evidence.labels[point]
        without = Shaped(
            evidence.points,
            {**evidence.graphs, point: (*graphs[:index], *graphs[index + 1 :])},
            evidence.layout,
            {**evidence.labels, point: (*labels[:index], *labels[index + 1 :])},
        )
        if checked(cfa, without).outcome == CheckOutcome.CONFIRMED:
            continue
        needed += 1
        for other in (FALSE, not_(labels[index])):
            changed = (*labels[:index], other, *labels[index + 1 :])
            damaged = replace(evidence, labels={**evidence.labels, point: changed})
            assert checked(cfa, damaged).outcome != CheckOutcome.CONFIRMED, (point, index)
    assert needed > 0


def test_a_graph_may_be_missing_only_where_others_stand_for_it() -> None:
    cfa, evidence = proved("extra_cell_safe")
    for point in evidence.graphs:
        graphs = {at: each for at, each in evidence.graphs.items() if at is not point}
        labels = {at: each for at, each in evidence.labels.items() if at is not point}
        damaged = checked(cfa, Shaped(evidence.points, graphs, evidence.layout, labels))
        is_loop = point.location in loop_heads(point.stack.automaton)
        assert is_loop == (damaged.outcome == CheckOutcome.REFUTED), point


def test_a_label_may_not_speak_of_what_is_no_variable() -> None:
    cfa, evidence = proved("extra_cell_safe")
    for name in ("nothing", f"nondet#{evidence.layout and evidence.layout.symbols + 1}"):
        foreign = symbol(name, BOOL)
        more = {p: tuple(and_(e, foreign) for e in each) for p, each in evidence.labels.items()}
        damaged = replace(evidence, labels=more)
        assert checked(cfa, damaged).outcome != CheckOutcome.CONFIRMED


@pytest.mark.parametrize("again", ["m <= n", "n < m"])
def test_ways_that_meet_do_not_stand_for_each_other(again: str) -> None:
    """Both ways lead to the same graph, and only one of them does not lead to the error."""
    text = f"""int main(void) {{
      int n = nondet(), m = nondet(), k;
      if (n < m) k = 1; else k = 1;
      if ({again}) reach_error();
      return 0;
    }}"""
    cfa = program(text, "unreach-call", is_pruned=False)
    points = Points(cfa)
    assert checked(cfa, Shaped(points, {}, Layout(cfa), {})).outcome == CheckOutcome.REFUTED


@pytest.mark.slow
@pytest.mark.parametrize("stem", SAFE)
def test_no_labels_prove_what_is_wrong(stem: str) -> None:
    """The labels of a proof at random places of the graphs that lead to an error."""
    _, evidence = proved(stem)
    words = [label for each in evidence.labels.values() for label in each if label is not TRUE]
    words += [not_(word) for word in words] + [TRUE, TRUE, FALSE]
    wrong = FOUND[stem.replace("_safe", "_unsafe")]
    cfa = read_found(wrong)
    graphs = careless_graphs_of(cfa, ShapePrecision())
    rng = Random(0)
    for _ in range(30):
        labels = {p: tuple(rng.choice(words) for _ in each) for p, each in graphs.graphs.items()}
        found = checked(cfa, Shaped(graphs.points, graphs.graphs, Layout(cfa), labels))
        assert found.outcome != CheckOutcome.CONFIRMED


ALWAYS_THE_SAME = """int main(void) {
  int x = nondet(), last = x, k = 0;
  while (1) {
    last = x;
    x = nondet();
    if (k < 2) k++;
    if (k == 2 && x != last) reach_error();
  }
}"""


def test_what_the_encoding_leaves_out_is_shown_not_to_happen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_limits(points: Points, source: Point, edge: Edge, state: State) -> Taken:
        taken = take(points, source, edge, state)
        return replace(taken, limits=symbol("the encoding is right", BOOL))

    cfa, evidence = proved("counted_cells_safe")
    monkeypatch.setattr(predicates, "take", with_limits)
    found = checked(cfa, evidence)
    assert found.outcome == CheckOutcome.INCONCLUSIVE
    assert "more may happen" in found.reason


def test_labels_do_not_speak_of_what_will_be_chosen() -> None:
    """If they did, whatever is read in the loop would be the same each time."""
    cfa = program(ALWAYS_THE_SAME, "unreach-call")
    found = careless_graphs_of(cfa, ShapePrecision())
    heads = loop_heads(cfa.functions["main"])
    graphs = {point: each for point, each in found.graphs.items() if point.location in heads}
    layout = Layout(cfa)
    x, last, k = (layout.register(named(cfa)[f"main::{name}"]) for name in ("x", "last", "k"))
    zero, one, two = (bit_vector(number, 32) for number in range(3))
    for number in range(1, 20):
        read = symbol(f"nondet#{number}", x.sort)
        label = or_(
            and_(equal(k, zero), equal(x, last)),
            and_(equal(k, one), equal(x, read)),
            and_(equal(k, two), equal(x, read), equal(last, read)),
        )
        labels = {point: (label,) * len(each) for point, each in graphs.items()}
        outcome = checked(cfa, Shaped(found.points, graphs, layout, labels)).outcome
        assert outcome != CheckOutcome.CONFIRMED, number
