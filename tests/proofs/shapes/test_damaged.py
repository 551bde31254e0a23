"""Damaged sets of graphs: whatever is no proof any more is refused."""

from __future__ import annotations

import pytest

from maul.proofs.shapes import check_shapes
from maul.run import Run
from tests.proofs.shapes.damage import damaged_sets
from tests.proofs.shapes.proofs import PROOFS, evidence

HARMLESS = {
    # What is in the cells is not read; what is behind the last cell is not followed.
    "stack": {
        "0: s1 at 0 forgotten of graph 0",
        "0: s1 at 0 elsewhere of graph 0",
        "1: s1 at 0 forgotten of graph 0",
        "1: s1 at 0 elsewhere of graph 0",
    },
    "stack left": {
        "0: s1 at 0 forgotten of graph 0",
        "0: s1 at 0 elsewhere of graph 0",
        "1: s1 at 0 forgotten of graph 0",
        "1: s1 at 0 elsewhere of graph 0",
    },
    # Nobody asks whether objects are lost.
    "walked": {"0: is_lost changed of graph 0"},
    # The list is freed from its end.
    "doubly": {
        "0: s1 at 8 forgotten of graph 0",
        "0: main::first at 0 forgotten of graph 0",
        "0: main::first forgotten of graph 0",
        "1: s2 at 8 forgotten of graph 0",
    },
    # A ring looks the same from each cell; a pointer to a cell that was freed is not null.
    "ring": {
        "0: main::ring at 0 leads to s2 of graph 0",
        "1: o1 at 8 forgotten of graph 0",
        "1: ?3 may be zero or not of graph 0",
    },
    # One of the two conditions is enough.
    "counted": {
        "0: is_lost changed of graph 1",
        "0: s1 at 8 forgotten of graph 1",
        "0: main::state at 0 forgotten of graph 1",
        "0: main::state forgotten of graph 1",
    },
}
"""Damages that leave a proof."""

FOLLOWED_NO_FURTHER = {
    "stack left": {"1: s1 at 8 forgotten of graph 0"},
    "walked": {
        "0: main::tail at 0 forgotten of graph 0",
        "0: main::tail forgotten of graph 0",
    },
}
"""Damages after which the checker does not know what the program writes or frees."""


def test_there_are_two_hundred_damaged_sets() -> None:
    assert sum(1 for name in PROOFS for _ in damaged_sets(evidence(name))) >= 200


@pytest.mark.parametrize("name", PROOFS)
def test_exactly_what_is_no_proof_any_more_is_refuted(name: str) -> None:
    found: dict[str, set[str]] = {"confirmed": set(), "inconclusive": set()}
    for what, damaged in damaged_sets(evidence(name)):
        checked = check_shapes(damaged.points.cfa, damaged, Run(20))
        if checked.outcome != "refuted":
            found[checked.outcome].add(what)
    assert found["confirmed"] == HARMLESS.get(name, set())
    assert found["inconclusive"] == FOLLOWED_NO_FURTHER.get(name, set())
