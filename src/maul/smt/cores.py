"""Small cores: what is left of unsatisfiable assumptions when some can be spared.

Comes in: a prover and assumptions, possibly thousands. Goes out: a subset of them. Many are left
out at a time, and the rest is asserted plainly, which a prover refutes orders of magnitude faster
than guarded assumptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.run import Deadline
from maul.smt.allowance import A_SECOND, allowed
from maul.smt.protocols import Unsat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term
    from maul.smt.protocols import Prover


MINIMISING = A_SECOND // 2  # steps to make a core smaller
# The rest of a core is refuted about as fast as the core, or needs what was left out.
PATIENCE = 4
LEAST_PATIENCE = A_SECOND // 10  # steps


def smaller_core(
    prover: Prover, core: Sequence[Term], chunks: Sequence[Sequence[Term]], seconds: float
) -> tuple[Term, ...]:
    """What is left of a core without the chunks that can be spared, in parts if not as a whole;
    the first ones are tried first, until the time is over or it has been enough."""
    left = Deadline(seconds)
    with allowed(MINIMISING) as allowance:
        kept = tuple(core)
        if not isinstance(prover.check(kept, seconds=seconds), Unsat):
            return kept
        patience = max(LEAST_PATIENCE, PATIENCE * allowance.spent)
        waiting = list(reversed(chunks))
        while waiting and allowance.left() and left():
            kept = _without(prover, kept, waiting, patience, left())
    return kept


def _without(
    prover: Prover,
    kept: tuple[Term, ...],
    waiting: list[Sequence[Term]],
    patience: int,
    seconds: float,
) -> tuple[Term, ...]:
    """What is left without the last chunk that is waiting; when it is needed its halves wait."""
    chunk = frozenset(waiting[-1]).intersection(kept)
    whole = [term for term in waiting.pop() if term in chunk]
    if not whole:
        return kept
    rest = tuple([term for term in kept if term not in chunk])
    with allowed(patience):
        answer = prover.check(rest, seconds=seconds)
    if isinstance(answer, Unsat):
        return rest
    if len(whole) > 1:
        half = len(whole) // 2
        waiting += [whole[half:], whole[:half]]
    return kept
