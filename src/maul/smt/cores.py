"""Small cores: what is left of unsatisfiable assumptions when none can be spared.

Comes in: a prover and assumptions. Goes out: a subset of them. ``minimal_core`` looks at one
assumption after the other; ``smaller_core`` is for thousands of them: it leaves out many at a time,
and asserts the rest plainly, which a prover refutes orders of magnitude faster than guarded ones.
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


def minimal_core(
    prover: Prover, assumptions: Sequence[Term], seconds: float | None = None
) -> tuple[Term, ...] | None:
    """A core no assumption of which can be left out; None unless they are shown unsatisfiable.

    What the prover gives up on is kept, and so is the rest when the time is over: the answer is a
    core even then.
    """
    end = None if seconds is None else time.monotonic() + seconds
    answer = prover.check(assumptions, core=True, seconds=seconds)
    if not isinstance(answer, Unsat):
        return None
    core = list(answer.core)
    needed = 0
    while needed < len(core):
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            break
        rest = core[:needed] + core[needed + 1 :]
        answer = prover.check(rest, core=True, seconds=left)
        if isinstance(answer, Unsat):
            # Everything before the place is needed, so the smaller core still starts with it.
            kept = frozenset((*answer.core, *core[:needed]))
            core = [term for term in rest if term in kept]
        else:
            needed += 1
    return tuple(core)


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
