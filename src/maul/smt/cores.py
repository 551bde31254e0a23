"""Small cores: what is left of unsatisfiable assumptions when some can be spared.

Comes in: a prover and assumptions, possibly thousands. Goes out: a subset of them. Many are left
out at a time, and the rest is asserted plainly, which a prover refutes orders of magnitude faster
than guarded assumptions.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from maul.smt.protocols import Unsat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term
    from maul.smt.protocols import Prover


# The rest of a core is refuted about as fast as the core, or needs what was left out.
PATIENCE = 4
LEAST_PATIENCE = 0.1


def smaller_core(
    prover: Prover, core: Sequence[Term], chunks: Sequence[Sequence[Term]], seconds: float
) -> tuple[Term, ...]:
    """What is left of a core without the chunks that can be spared, in parts if not as a whole;
    the first ones are tried first, until the time is over."""
    start = time.monotonic()
    end = start + seconds
    kept = tuple(core)
    if not isinstance(prover.check(kept, seconds=seconds), Unsat):
        return kept
    patience = max(LEAST_PATIENCE, PATIENCE * (time.monotonic() - start))
    waiting = list(reversed(chunks))
    while waiting and time.monotonic() < end:
        chunk = frozenset(waiting[-1]).intersection(kept)
        whole = [term for term in waiting.pop() if term in chunk]
        if not whole:
            continue
        rest = tuple([term for term in kept if term not in chunk])
        if isinstance(prover.check(rest, seconds=patience), Unsat):
            kept = rest
        elif len(whole) > 1:
            half = len(whole) // 2
            waiting += [whole[half:], whole[:half]]
    return kept
