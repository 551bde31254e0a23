"""Shape analysis: programs about lists with their twins, proofs checked, shapes that are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import LP64
from maul.c.preprocess import read_sources
from maul.cfa.read import ProgramReader
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import LimitReached
from maul.interpolate.catalogue import refuter
from maul.methods.graphs.alone import shape
from maul.methods.setting import Setting
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.shapes import check_shapes
from maul.proofs.verdict import Safe, Shaped, Unknown, Unsafe
from maul.result import CheckOutcome
from maul.run import Run
from tools.shape_families import ShapeProgram, programs

if TYPE_CHECKING:
    from pathlib import Path

    from maul.cfa.model import Cfa
    from maul.proofs.verdict import Verdict

FOUND = programs()
SECONDS = 60.0
# Cells of one list that are not alike: the shape is lost.
LOST = ("buffers_in_reverse", "flag_in_each_cell")
# Numbers that graphs do not relate: tests/methods/test_shape_predicate.py.
RELATED = ("counted_cells", "extra_cell", "limited_pushes")
KNOWN = [program for program in FOUND if program.family not in (*LOST, *RELATED)]
QUICK = ("pushed_and_freed", "queue", "reversed", "ring_with_sentinel")

TREE = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; };
int main(void) {
  struct node *root = calloc(1, sizeof *root);
  while (__VERIFIER_nondet_int()) {
    struct node *at = root;
    while (__VERIFIER_nondet_int() && at->left && at->right)
      at = __VERIFIER_nondet_int() ? at->left : at->right;
    if (!at->left)
      at->left = calloc(1, sizeof *at);
    else if (!at->right)
      at->right = calloc(1, sizeof *at);
  }
  return 0;
}
"""


def name(program: ShapeProgram) -> str:
    """How a test of a program is called."""
    return program.path.stem


def read(path: Path, wanted: str) -> Cfa:
    """A program with the errors of a property."""
    reader = ProgramReader(read_sources((str(path),), LP64, (), "never"), LP64, ())
    prop = read_property(wanted)
    return prune(reader.read(prop, prop.undefined, prop.volatile)).cfa


def said(cfa: Cfa) -> Verdict:
    """What the method says; what it claims is checked."""
    claim = shape(cfa, Setting(refuter("auto")), Run(SECONDS))
    match claim:
        case Safe(evidence=evidence):
            assert isinstance(evidence, Shaped)
            checked = check_shapes(cfa, evidence, Run(SECONDS))
            assert (CheckOutcome.CONFIRMED, "") == (checked.outcome, checked.reason)
        case Unsafe():
            assert confirms(replay(cfa, claim), claim)
    return claim


@pytest.mark.smoke
@pytest.mark.parametrize("program", [p for p in KNOWN if p.family in QUICK], ids=name)
def test_some_lists_are_proved_and_their_twins_are_not(program: ShapeProgram) -> None:
    claim = said(read(program.path, program.wanted))

    assert program.expected == {"Safe": "TRUE", "Unsafe": "FALSE"}.get(type(claim).__name__)


@pytest.mark.parametrize(
    "program", [p for p in KNOWN if not p.violated and p.family not in QUICK], ids=name
)
def test_lists_of_any_length_are_proved(program: ShapeProgram) -> None:
    assert isinstance(said(read(program.path, program.wanted)), Safe)


@pytest.mark.slow
@pytest.mark.parametrize("program", [p for p in KNOWN if p.violated], ids=name)
def test_what_is_wrong_is_not_proved(program: ShapeProgram) -> None:
    try:
        claim = said(read(program.path, program.wanted))
    except LimitReached:
        return
    assert not isinstance(claim, Safe)


def test_of_a_tree_it_is_said_where_the_shape_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "tree.c"
    path.write_text(TREE)

    claim = said(read(path, "valid-deref"))

    assert isinstance(claim, Unknown)
    assert "tree.c:8:" in claim.reason
    assert "`at->left` and `at->right` are no list" in claim.reason
    assert claim.advice.startswith("in memory: ")
