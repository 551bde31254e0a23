"""Graphs written by hand are proofs of small programs, and of nothing else."""

from __future__ import annotations

import pytest

from maul.proofs.shapes import check_shapes
from maul.run import Run
from tests.proofs.shapes.proofs import PROOFS, evidence


@pytest.mark.parametrize("name", PROOFS)
def test_graphs_by_hand_prove_a_program(name: str) -> None:
    shaped = evidence(name)
    checked = check_shapes(shaped.points.cfa, shaped, Run(20))
    assert (checked.outcome, checked.reason) == ("confirmed", "")
