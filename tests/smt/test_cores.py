from __future__ import annotations

import random
from itertools import pairwise

import pytest

from maul.logic.build import add, integer, le, lt, symbol
from maul.logic.sorts import INT
from maul.smt import cores
from maul.smt.allowance import A_SECOND
from maul.smt.cores import smaller_core
from maul.smt.solvers.z3.prover import Z3Prover

NUMBERS = [symbol(f"n{i}", INT) for i in range(12)]
CHAIN = [lt(one, other) for one, other in pairwise(NUMBERS)]
CYCLE = le(NUMBERS[6], NUMBERS[2])
NEEDED = [*CHAIN[2:6], CYCLE]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is."""
    monkeypatch.setattr(cores, "LEAST_PATIENCE", 10 * A_SECOND)
    monkeypatch.setattr(cores, "MINIMISING", 60 * A_SECOND)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_can_be_spared_of_what_is_left(seed: int) -> None:
    rng = random.Random(seed)
    core = rng.sample([*CHAIN, CYCLE], len(CHAIN) + 1)
    cut = rng.randint(0, len(core))
    found = smaller_core(Z3Prover(), core, [core[:cut], core[cut:]], 60)

    assert [term for term in core if term in NEEDED] == list(found)


def test_only_chunks_are_tried() -> None:
    core = (*CHAIN, CYCLE)

    assert core[2:] == smaller_core(Z3Prover(), core[1:], [CHAIN[1:2], CHAIN[2:3]], 60)
    assert (*CHAIN[2:], CYCLE) == smaller_core(Z3Prover(), core, [CHAIN[:2]], 60)


def test_the_first_chunks_go_first() -> None:
    one, other = le(NUMBERS[0], NUMBERS[1]), le(NUMBERS[0], add(NUMBERS[1], integer(-1)))
    core = (one, other, lt(NUMBERS[1], NUMBERS[0]))

    assert (other, core[2]) == smaller_core(Z3Prover(), core, [[one], [other]], 60)
    assert (one, core[2]) == smaller_core(Z3Prover(), core, [[other], [one]], 60)


def test_what_cannot_be_refuted_again_is_left_alone() -> None:
    assert tuple(CHAIN) == smaller_core(Z3Prover(), CHAIN, [CHAIN], 60)
    assert (CYCLE,) == smaller_core(Z3Prover(), (CYCLE,), [], 0)
