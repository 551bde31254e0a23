"""A proof is checked by solvers other than the one that found it.

Comes in: a program and the evidence of a ``Safe``. Goes out: how many obligations were discharged
and by whom; or the first that was refuted by a model; or why the check has no result. Nothing here
searches, and nothing of what searched is used but its labels: from them the obligations are derived
statement by statement, bit-precisely (``labelled``).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from maul.errors import LimitReached, Unsupported
from maul.formula.build import or_
from maul.node import node
from maul.proofs.examiners import NOBODY, Examiners, others_than
from maul.proofs.labelled import Conditions, Ungrounded
from maul.proofs.pieces import Uncut
from maul.proofs.translate import bit_precise, with_ranges
from maul.proofs.translate_terms import Untranslated
from maul.proofs.verdict import Labelled, Unrolled
from maul.smt.protocols import GaveUp, Sat, smaller

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.run import Run


@node
class Checked:
    """``confirmed``; or ``refuted`` by a model; or ``inconclusive``, for the reason given."""

    outcome: str
    obligations: int
    reason: str = ""
    checker: str = ""


def check_safe(cfa: Cfa, evidence: Unrolled | Labelled, run: Run) -> Checked:
    """Show once more that no execution of the program reaches an error."""
    if isinstance(evidence, Unrolled):
        return check_unrolled(evidence, run)
    if evidence.points.cfa is not cfa:
        return Checked("refuted", 0, "the labels are those of another program")
    return check_labelled(evidence, run)


def check_unrolled(evidence: Unrolled, run: Run) -> Checked:
    """Show that none of the claims can hold: one question for all of them."""
    if not evidence.claims:
        return Checked("confirmed", 0, "", NOBODY)
    count, left = len(evidence.claims), run.left()
    checked = Checked("inconclusive", count, "no other solver")
    makers = others_than(evidence.searcher)
    for number, make in enumerate(makers, 1):
        prover = make()
        for definition in evidence.definitions:
            prover.assert_(definition)
        prover.assert_(or_(*evidence.claims))
        share = None if left is None else left * number / len(makers)
        match prover.check(seconds=smaller(share, run.left())):
            case Sat():
                return Checked("refuted", count, "an error can be reached", prover.name)
            case GaveUp(reason=reason):
                checked = Checked("inconclusive", count, reason, prover.name)
            case _:
                return Checked("confirmed", count, "", prover.name)
    return checked


def check_labelled(evidence: Labelled, run: Run) -> Checked:
    """Show that every label holds and no error is reached. Labels over integers are translated,
    if need be with what made the operations of the program integer ones."""
    try:
        exact = bit_precise(evidence)
        checked = _check_exact(exact, run)
        known = evidence.layout.ranges
        if checked.outcome == "confirmed" or known is None:
            return checked
        return _check_exact(with_ranges(exact, known), run)
    except Untranslated as stop:
        return Checked("inconclusive", 0, str(stop))


def _check_exact(evidence: Labelled, run: Run) -> Checked:
    """Show a bit-precise labelling, obligation by obligation."""
    examiners = Examiners(run)
    count = 0
    try:
        for claim in Conditions(evidence, run).claims():
            for obligation, case in product(claim.obligations, claim.cases):
                run.tick()
                count += 1
                premises = (case, *claim.facts, *obligation.premises)
                match examiners.follows(premises, obligation.goal):
                    case Sat():
                        reason = f"{obligation.text} the label does not hold"
                        return Checked("refuted", count, reason, examiners.names)
                    case GaveUp(reason=why):
                        reason = f"{obligation.text}: {why}"
                        return Checked("inconclusive", count, reason, examiners.names)
    except (LimitReached, Unsupported, Ungrounded, Uncut) as stop:
        return Checked("inconclusive", count, str(stop), examiners.names)
    return Checked("confirmed", count, "", examiners.names)
