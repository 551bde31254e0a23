"""Small cores: what is left of unsatisfiable assumptions when none can be spared.

Comes in: a prover and assumptions. Goes out: a subset of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.smt.protocols import Unsat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.formula.terms import Term
    from maul.smt.protocols import Prover


def minimal_core(prover: Prover, assumptions: Sequence[Term]) -> tuple[Term, ...] | None:
    """A core no assumption of which can be left out; None unless they are shown unsatisfiable.

    What the prover gives up on is kept, so that the answer is a core even at a time limit.
    """
    answer = prover.check(assumptions, core=True)
    if not isinstance(answer, Unsat):
        return None
    core = list(answer.core)
    needed = 0
    while needed < len(core):
        rest = core[:needed] + core[needed + 1 :]
        answer = prover.check(rest, core=True)
        if isinstance(answer, Unsat):
            # Everything before the place is needed, so the smaller core still starts with it.
            core = [term for term in rest if term in answer.core or term in core[:needed]]
        else:
            needed += 1
    return tuple(core)
