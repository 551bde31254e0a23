"""A proof is checked by a solver other than the one that found it.

Comes in: the evidence of a ``Safe``. Goes out: how many obligations were discharged, or the first
that was not, and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.formula.build import or_
from maul.node import node
from maul.smt.protocols import GaveUp, Sat

if TYPE_CHECKING:
    from maul.proofs.verdict import Unrolled
    from maul.run import Run
    from maul.smt.protocols import Prover


@node
class Checked:
    """``confirmed``; or ``refuted`` by a model; or ``inconclusive``, for the reason given."""

    outcome: str
    obligations: int
    reason: str = ""


def check_unrolled(evidence: Unrolled, prover: Prover, run: Run) -> Checked:
    """Show once more that none of the claims can hold."""
    if not evidence.claims:
        return Checked("confirmed", 0)
    for definition in evidence.definitions:
        prover.assert_(definition)
    prover.assert_(or_(*evidence.claims))
    match prover.check(seconds=run.left()):
        case Sat():
            return Checked("refuted", len(evidence.claims))
        case GaveUp(reason=reason):
            return Checked("inconclusive", len(evidence.claims), reason)
    return Checked("confirmed", len(evidence.claims))
