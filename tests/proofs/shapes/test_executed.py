"""The steps of the checker, compared with the interpreter: whatever an execution comes to, a graph
stands for."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.c.preprocess import read_sources
from maul.cfa.model import Cfa
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.system.deep import call_deep
from tests.paths import PROGRAMS
from tests.proofs.shapes.executed import Companion
from tests.proofs.shapes.proofs import PROOFS, shaped
from tools.generate import lists
from tools.generate.memory import program as memory
from tools.generate.program import generate

INPUTS = ([0] * 50, [1, 5, 0, 3, *[0] * 50], [1, 2, 1, 3, 1, 5, 0, 1, 2, *[0] * 50])
STEPS = 200
SHAPES = sorted((PROGRAMS / "shapes").glob("*.c"))


def whole(path: Path, wanted: str) -> Cfa:
    """A program with the errors of a property, nothing left out."""

    def read() -> Cfa:
        sources = read_sources((str(path),), LP64, (), "never")
        return read_program(sources, LP64, read_property(wanted))

    return call_deep(read)


def follow(cfa: Cfa, inputs: list[int]) -> int:
    """Compare along an execution; how many steps were compared."""
    companion = Companion(cfa, inputs)
    call_deep(lambda: companion.run(STEPS))
    return companion.compared


@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.stem)
def test_graphs_stand_for_what_programs_about_lists_do(path: Path) -> None:
    cfa = whole(path, "valid-memsafety")
    assert sum(follow(cfa, inputs) for inputs in INPUTS) > 20


@pytest.mark.parametrize("seed", range(8))
def test_graphs_stand_for_what_generated_programs_do(seed: int, tmp_path: Path) -> None:
    scalars, heap, linked = generate(seed), memory.generate(seed), lists.generate(seed)
    for name, text, inputs, wanted in (
        ("scalars", scalars.text, list(scalars.inputs), "unreach-call"),
        ("heap", heap.text, [1, 2, 3] * 40, "valid-memsafety"),
        ("linked", linked.text, [1, 2, 0, 3] * 40, "valid-memsafety"),
    ):
        path = tmp_path / f"{name}.c"
        path.write_text(text, encoding="utf-8")
        assert follow(whole(path, wanted), inputs) > 10


@pytest.mark.parametrize("name", PROOFS)
def test_graphs_by_hand_stand_for_what_executions_come_to(name: str) -> None:
    evidence = shaped(PROOFS[name], is_pruned=False)
    for inputs in INPUTS:
        companion = Companion(evidence.points.cfa, inputs, evidence)
        call_deep(partial(companion.run, STEPS))
        assert companion.compared > 5
        assert not companion.lost
