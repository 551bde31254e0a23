"""Error paths and the values that refute them."""

from __future__ import annotations

import gc

import pytest

from maul.formula.trace import Block
from maul.formula.transition import Transition
from maul.interpolate.catalogue import refuter
from maul.methods.setting import Setting
from maul.methods.value import DEMANDED, ExplicitSearch
from maul.methods.value_refinement import Runs, seldom_collecting, state_after
from maul.proofs.check_safe import check_safe
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
    found = ExplicitSearch(DEMANDED, cfa, Setting(refuter("auto")), Run(20)).verdict()

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(cfa, found.evidence, Run(20)).outcome


def test_its_twin_is_found() -> None:
    cfa = marked(CONTRADICTION.replace("== 1", "== 3"))

    found = ExplicitSearch(DEMANDED, cfa, Setting(refuter("auto")), Run(20)).verdict()

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
