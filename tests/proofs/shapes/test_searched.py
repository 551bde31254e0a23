"""Graphs that a search found, whole and damaged; and those of one that passes errors over."""

from __future__ import annotations

import random
import re
from functools import partial
from pathlib import Path

import pytest

from maul.domains.shape.precision import ShapePrecision
from maul.proofs.shapes import check_shapes
from maul.proofs.verdict import Shaped
from maul.run import Run
from maul.system.deep import call_deep
from tests.paths import PROGRAMS
from tests.proofs.shapes.damage import damaged_sets
from tests.proofs.shapes.executed import Companion
from tests.proofs.shapes.searched import careless_graphs_of, graphs_of
from tests.proofs.shapes.test_executed import INPUTS, STEPS, whole

SAFE = ("cells_with_buffers", "freed_from_the_back", "list_of_lists", "ring_with_sentinel")
UNSAFE = sorted(path.stem for path in (PROGRAMS / "shapes").glob("*_unsafe.c"))
EACH = 40  # damages of one set


def found(name: str) -> Shaped:
    """The proof that is found of a program of which nothing is left out."""
    path = PROGRAMS / "shapes" / f"{name}_safe.c"
    return call_deep(lambda: graphs_of(whole(path, "valid-memsafety")))


@pytest.mark.parametrize("name", SAFE)
def test_what_is_confirmed_stands_for_what_executions_come_to(name: str) -> None:
    evidence = found(name)
    cfa, rng = evidence.points.cfa, random.Random(name)
    assert call_deep(lambda: check_shapes(cfa, evidence, Run(30))).outcome == "confirmed"
    damaged = list(damaged_sets(evidence))
    outcomes: set[str] = set()
    for _, each in rng.sample(damaged, EACH):
        outcome = call_deep(partial(check_shapes, cfa, each, Run(30))).outcome
        outcomes.add(outcome)
        if outcome == "confirmed":
            for inputs in INPUTS:
                call_deep(partial(Companion(cfa, inputs, each).run, STEPS))
    assert "refuted" in outcomes


@pytest.mark.parametrize("name", UNSAFE)
def test_whoever_passes_errors_over_proves_nothing(name: str) -> None:
    path: Path = PROGRAMS / "shapes" / f"{name}.c"
    asked = re.search(r"// property: (\S+)", path.read_text())
    assert asked is not None
    cfa = whole(path, asked[1])
    evidence = call_deep(lambda: careless_graphs_of(cfa, ShapePrecision().apart()))
    checked = call_deep(lambda: check_shapes(cfa, evidence, Run(30)))
    assert checked.outcome == "refuted"
