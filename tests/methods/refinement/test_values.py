"""Error paths and the values that refute them."""

from __future__ import annotations

import gc

import pytest

from maul.cfa.transform.prune import prune
from maul.errors import LimitReached
from maul.interpolate.catalogue import refuter
from maul.interpolate.explicit_value.interpolants import Refiner
from maul.logic.build import bit_vector, bv_add, equal, symbol
from maul.logic.sorts import BitVec
from maul.logic.trace import Block
from maul.logic.transition import Transition, assign, assume
from maul.methods.catalogue import method
from maul.methods.refinement.values import Runs, seldom_collecting, state_after
from maul.methods.setting import Setting
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe
from maul.run import Run
from tests.cfa.c_text import marked

# The condition contradicts itself, whatever the variable holds that nobody tracks yet.
CONTRADICTION = """int main(void) { int x = nondet();
  while (nondet()) if ((x | 2) == 1) reach_error(); }"""
# So does what the encoding leaves out here: the sign of a number that is zero and none.
LEFT_OUT = """int main(void) { double c = -0.0;
  if (c == 0.0) if (!__builtin_signbit(c)) reach_error(); return 0; }"""


@pytest.mark.parametrize("text", [CONTRADICTION, LEFT_OUT])
def test_a_block_that_contradicts_itself_needs_no_value(text: str) -> None:
    cfa = marked(text)
    found = method("value-itp").run(cfa, Setting(refuter("auto")), Run(20))

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(cfa, found.evidence, Run(20)).outcome


def test_its_twin_is_found() -> None:
    cfa = marked(CONTRADICTION.replace("== 1", "== 3"))

    found = method("value-itp").run(cfa, Setting(refuter("auto")), Run(20))

    assert isinstance(found, Unsafe)


def runs_of(*lengths: int) -> Runs:
    """Runs of so many blocks that do nothing."""
    nothing = Transition((), {}, ())
    return [[Block(0, 0, nothing) for _ in range(length)] for length in lengths]


@pytest.mark.parametrize(("count", "number"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 3), (6, 3)])
def test_the_state_behind_some_blocks(count: int, number: int) -> None:
    assert number == state_after(count, runs_of(2, 1, 3))


def test_the_collector_goes_on_as_before() -> None:
    before = gc.get_threshold()
    with seldom_collecting():
        assert before < gc.get_threshold()

    assert before == gc.get_threshold()


MANY = f"""int main(void) {{ {" ".join(f"int a{i} = {i};" for i in range(70))}
  while (nondet()) if ({" + ".join(f"a{i}" for i in range(70))} != 2415) reach_error();
  return 0; }}"""


@pytest.mark.parametrize("name", ["value-itp", "value-itp+predicate"])
def test_one_refinement_may_bring_very_many_variables(name: str) -> None:
    cfa = marked(MANY)
    found = method(name).run(cfa, Setting(refuter("auto")), Run(20))

    assert isinstance(found, Safe)


COUNTED = """int main(void) { unsigned x = 0; int on = 0;
  while (nondet()) { x++; if (on && x == 1000000) reach_error(); } return 0; }"""


@pytest.mark.parametrize("name", ["value+predicate", "value-itp+predicate"])
def test_a_counter_leaves_when_the_other_branch_was_pruned(name: str) -> None:
    cfa = prune(marked(COUNTED)).cfa
    found = method(name).run(cfa, Setting(refuter("auto")), Run(20))

    assert isinstance(found, Safe)


def test_refinement_looks_at_the_clock() -> None:
    def over() -> None:
        raise LimitReached("time limit")

    refiner = Refiner()
    refiner.tick = over
    one, x = bit_vector(1, 8), symbol("refined: x", BitVec(8))
    rounds = [Block(0, 0, assign(x, bv_add(x, one))) for _ in range(50)]
    path = (*rounds, Block(0, 0, assume(equal(x, one))))

    with pytest.raises(LimitReached):
        refiner.refine(path, {x: 0})
