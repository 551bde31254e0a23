"""What bitwuzla holds is freed, and in an order that it survives."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver

CYCLES = """
import gc
from maul.logic.build import bv_add, bv_ule, symbol
from maul.logic.sorts import BitVec
from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver

class Ring:
    pass

x, y = symbol("x", BitVec(8)), symbol("y", BitVec(8))
for number in range(60):
    prover = BitwuzlaProver()
    prover.assert_(bv_ule(x, bv_add(y, y)))
    ring = Ring()
    ring.ring, ring.prover, ring.answer = ring, prover, prover.check((bv_ule(y, x),))
    ring.answer.model.value(x)
    del prover, ring
    if number % 7 == 0:
        gc.collect()
print("survived")
"""


def test_a_prover_that_nobody_needs_is_freed_at_once() -> None:
    gc.disable()  # what only the search for garbage finds may stay for long
    try:
        prover = BitwuzlaProver()
        prover.check(seconds=5.0)
        gone = weakref.ref(prover)
        del prover

        assert gone() is None
    finally:
        gc.enable()


def test_provers_in_cycles_are_freed_without_a_crash() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CYCLES], capture_output=True, text=True, check=False
    )

    assert (0, "survived\n") == (done.returncode, done.stdout)
