"""The checker shares no state with the search: what a search does to its layout and its points does
not make a proof of what is none, nor the other way round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from maul.cfa.calls import Point, Points, Stack
from maul.encode.blocks import layout_for
from maul.encode.state import Layout
from maul.logic.build import equal, symbol
from maul.logic.sorts import BitVec
from maul.proofs.checked import Checked
from maul.proofs.labelling.check import check_safe
from maul.proofs.labelling.own import Misplaced, OwnPoints
from maul.proofs.labelling.translate import bit_precise
from maul.proofs.verdict import Labelled
from maul.run import Run
from tests.proofs.labelling.labellings import (
    PROOFS,
    Proof,
    cut_points,
    labelling,
    program,
    relabelled,
)


def checked(evidence: Labelled) -> Checked:
    return check_safe(evidence.points.cfa, evidence, Run(60))


def unsafe(proof: Proof) -> Proof:
    """The labels for a program in which the error is reached."""
    before, _, after = proof.text.rpartition("reach_error();")
    return Proof(f"{before} reach_error(); else reach_error(); {after}", proof.labels)


# ---- damage ------------------------------------------------------------------------------------


def exchange_registers(evidence: Labelled) -> None:
    """All variables of a sort are one symbol."""
    known = evidence.layout._registers
    for variable, held in list(known.items()):
        known[variable] = next(other for other in known.values() if other.sort is held.sort)


def lose_what_was_given(evidence: Labelled) -> None:
    evidence.layout._registers.clear()
    evidence.layout._held.clear()
    evidence.layout.own_cells._made.clear()


def leave_everything_open(evidence: Labelled) -> None:
    class Anything:
        def __contains__(self, _: object) -> bool:
            return True

    evidence.layout.arbitrary = Anything()


def begin_the_heap_elsewhere(evidence: Labelled) -> None:
    evidence.layout.heap = symbol("somewhere", evidence.layout.heap.sort)


def forget_points(evidence: Labelled) -> None:
    """Points are made again, as other objects; calls lead back to the start."""
    points = evidence.points
    points._points.clear()
    points._instances.clear()
    stacks = [point.stack for point in evidence.labels]
    for stack in (frame for each in stacks for frame in (each, *each.outer())):
        stack.calls.update(dict.fromkeys(stack.calls, points.start.stack))


DAMAGE = [
    exchange_registers,
    lose_what_was_given,
    leave_everything_open,
    begin_the_heap_elsewhere,
    forget_points,
]


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", PROOFS)
def test_a_damaged_layout_does_not_influence_the_check(
    name: str, damage: Callable[[Labelled], None]
) -> None:
    proof, none = labelling(PROOFS[name]), labelling(unsafe(PROOFS[name]))
    damage(proof)
    damage(none)

    assert ["confirmed", "refuted"] == [checked(proof).outcome, checked(none).outcome]


ADDRESSES = """
int main(void) {
  int x = 0, y = 0;
  int *p = &x, *q = &y;
  while (nondet()) { }
  if (p != q) reach_error();
}"""


def addresses() -> tuple[Labelled, Layout]:
    """A claim that two pointers are the same."""
    points = Points(program(ADDRESSES))
    layout = layout_for(points.cfa, "bv")
    (head,) = cut_points(points)
    p, q = (symbol(f"main::{name}", BitVec(64)) for name in "pq")
    return Labelled(points, layout, {head: equal(p, q)}), layout


@pytest.mark.parametrize(
    "places",
    [
        {"main::x": 1 << 16, "main::y": 1 << 16, "": 1 << 17},
        {"main::x": 1 << 16, "main::y": (1 << 16) + 2, "": 1 << 17},
        {"main::x": 0, "": 1 << 17},
        {"main::z": 1 << 16, "": 1 << 17},
        {"main::x": 1 << 16, "": 1 << 16},
    ],
)
def test_objects_that_overlap_prove_nothing(places: dict[str, int]) -> None:
    evidence, layout = addresses()

    assert "refuted" == checked(evidence).outcome

    layout.settle(places)

    assert "inconclusive" == checked(evidence).outcome


# ---- what is the checker's own -----------------------------------------------------------------


@pytest.mark.parametrize("name", PROOFS)
def test_nothing_of_the_search_is_used_but_its_labels(name: str) -> None:
    evidence = labelling(PROOFS[name])
    own = bit_precise(evidence)

    assert own.points.cfa is evidence.points.cfa
    assert own.points is not evidence.points
    assert set(own.labels).isdisjoint(evidence.labels)
    assert list(map(str, evidence.labels)) == list(map(str, own.labels))
    assert list(evidence.labels.values()) == list(own.labels.values())
    for attribute in ("regions", "own_cells", "lookup", "_addresses", "_registers", "_held"):
        assert getattr(own.layout, attribute) is not getattr(evidence.layout, attribute)


@pytest.mark.parametrize("name", PROOFS)
def test_the_check_leaves_the_layout_of_the_search_as_it_was(name: str) -> None:
    evidence = labelling(PROOFS[name])
    layout = evidence.layout
    before = layout.places(), layout.symbols, layout.arbitrary, dict(layout._registers)
    checked(evidence)

    assert before == (layout.places(), layout.symbols, layout.arbitrary, layout._registers)


def test_a_label_under_calls_that_do_not_lead_there_is_refused() -> None:
    evidence = labelling(PROOFS["called"])
    ((point, label),) = evidence.labels.items()
    elsewhere = Point(point.location, Stack(evidence.points.cfa.start, None, None))

    with pytest.raises(Misplaced):
        OwnPoints(evidence.points.cfa).of(elsewhere)
    assert "inconclusive" == checked(relabelled(evidence, {elsewhere: label})).outcome
