"""What single steps do to values is what their terms say."""

from __future__ import annotations

import random

import pytest

from maul.cfa.calls import Points
from maul.cfa.model import Call
from maul.encode.blocks import layout_for
from maul.logic.build import TRUE, Term, bit_vector, symbol
from maul.logic.free import free_symbols
from maul.logic.sorts import BitVec
from maul.logic.walk import Substitution
from maul.proofs.labelling import effects
from maul.proofs.labelling.effects import StepEffects, Ungrounded, Values
from tests.proofs.labelling.labellings import program

TEXT = """
int a[4];
int twice(int n) { return n + n; }
int main(void) {
  int x = nondet(), y = 3;
  unsigned char z = x;
  while (x < 10 && y != z) {
    x = twice(y) + (x >> 2);
    a[x & 3] = y * z;
    y = a[1] % 7;
    z++;
  }
  if (y == 5) reach_error();
}"""


def drawn(symbols: tuple[Term, ...], rng: random.Random) -> Values:
    """Constants for some symbols."""
    found = {}
    for each in symbols:
        if isinstance(each.sort, BitVec) and rng.random() < 0.8:
            found[each] = bit_vector(rng.choice((0, 1, 2, 3, 5, 9, 200)), each.sort.width)
    return found


@pytest.mark.parametrize("most", [1, 4096])
def test_an_outcome_is_the_step_with_values_put_in(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "MOST_KNOWN", most)
    points = Points(program(TEXT))
    made = StepEffects(points, layout_for(points.cfa, "bv"), frozenset())
    rng = random.Random(0)
    waiting, seen = [points.start], {points.start}
    compared = 0
    for point in waiting:
        for edge, target in points.successors(point):
            effect = made.of(point, edge)
            assert effect is made.of(point, edge)
            general = effect.general
            for _ in range(20):
                values = drawn(effect.reads, rng)
                outcome, put_in = effect.outcome(values), Substitution(values)

                assert put_in(general.condition) is outcome.condition
                assert put_in(general.limits) is outcome.limits
                expected = [(held, put_in(term)) for held, term in general.updates]
                assert expected == list(outcome.updates)
                assert outcome.plain == (outcome.condition is TRUE and outcome.limits is TRUE)
                assert set(effect.decides) == set(free_symbols(general.condition))
                compared += len(expected) + len(effect.decides)
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    assert compared > 300


def test_labels_do_not_speak_of_what_steps_choose() -> None:
    points = Points(program("int main(void) { int x = nondet(); if (x) reach_error(); }"))
    layout = layout_for(points.cfa, "bv")
    chosen = symbol("nondet#1", BitVec(32))
    made = StepEffects(points, layout, frozenset((chosen,)))
    point = points.start
    edge, target = points.successors(point)[0]
    while not (isinstance(edge.operation, Call) and edge.operation.function == "nondet"):
        made.of(point, edge)
        point = target
        edge, target = points.successors(point)[0]
    with pytest.raises(Ungrounded):
        made.of(point, edge)
