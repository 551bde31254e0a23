"""A proof is checked by solvers other than the one that found it.

Comes in: a program and the evidence of a ``Safe``. Goes out: how many obligations were discharged
and by whom; or the first that was refuted by a model; or why the check has no result. Nothing here
searches, and nothing of what searched is used but its labels, over points and a layout of the
checker's own (``own``): from them the obligations are derived statement by statement, bit-precisely
(``labelled``).
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from maul.cfa.analyses.placement import dependent_on_placement
from maul.errors import LimitReached, Unsupported
from maul.logic.build import TRUE, or_
from maul.proofs.checked import Checked
from maul.proofs.labelling.effects import Ungrounded
from maul.proofs.labelling.examiners import NOBODY, Examiners
from maul.proofs.labelling.integers import Untranslated
from maul.proofs.labelling.labelled import Conditions
from maul.proofs.labelling.own import Misplaced
from maul.proofs.labelling.pieces import Uncut
from maul.proofs.labelling.translate import bit_precise, with_ranges
from maul.proofs.verdict import Labelled, Unrolled
from maul.result import CheckOutcome
from maul.smt.asked import NOBODY_ASKED, Answered
from maul.smt.catalogue import SOLVERS
from maul.smt.choose import may_check
from maul.smt.protocols import GaveUp, Sat, smaller
from maul.smt.theories import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.cfa.analyses.placement import Placed
    from maul.cfa.model import Cfa
    from maul.proofs.labelling.labelled import Obligation
    from maul.run import Run


def check_safe(
    cfa: Cfa, evidence: Unrolled | Labelled, run: Run, asked: Answered = NOBODY_ASKED
) -> Checked:
    """Show once more that no execution of the program reaches an error; ``asked`` says who
    answered in the search."""
    if isinstance(evidence, Unrolled):
        doubt = dependent_on_placement(cfa).doubt
        return (
            Checked(CheckOutcome.INCONCLUSIVE, 0, doubt) if doubt else check_unrolled(evidence, run)
        )
    if evidence.points.cfa is not cfa:
        return Checked(CheckOutcome.REFUTED, 0, "the labels are those of another program")
    # With 100,000 cases more than half of the time went into the search for garbage.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return check_labelled(evidence, run, asked)
    finally:
        if collecting:
            gc.enable()


def check_unrolled(evidence: Unrolled, run: Run) -> Checked:
    """Show that none of the claims can hold: one question for all of them."""
    if not evidence.claims:
        return Checked(CheckOutcome.CONFIRMED, 0, "", NOBODY)
    count, left = len(evidence.claims), run.left()
    checked = Checked(CheckOutcome.INCONCLUSIVE, count, "no other solver")
    asked = Answered(None, frozenset({(evidence.searcher, PLAIN)}))
    panel = may_check(asked, PLAIN)
    for number, name in enumerate(panel, 1):
        prover = SOLVERS[name].prover(None)
        for definition in evidence.definitions:
            prover.assert_(definition)
        prover.assert_(or_(*evidence.claims))
        share = None if left is None else left * number / len(panel)
        match prover.check(seconds=smaller(share, run.left())):
            case Sat():
                return Checked(CheckOutcome.REFUTED, count, "an error can be reached", prover.name)
            case GaveUp(reason=reason):
                checked = Checked(CheckOutcome.INCONCLUSIVE, count, reason, prover.name)
            case _:
                return Checked(CheckOutcome.CONFIRMED, count, "", prover.name)
    return checked


def check_labelled(evidence: Labelled, run: Run, asked: Answered = NOBODY_ASKED) -> Checked:
    """Show that every label holds and no error is reached. Labels over integers are translated,
    if need be with what made the operations of the program integer ones."""
    try:
        exact = bit_precise(evidence)
        placed = dependent_on_placement(exact.points.cfa)
        checked = _check_exact(exact, placed, run, asked)
        known = evidence.layout.ranges
        if checked.outcome == CheckOutcome.CONFIRMED or known is None:
            return checked
        return _check_exact(with_ranges(exact, known), placed, run, asked)
    except (Untranslated, Misplaced) as stop:
        return Checked(CheckOutcome.INCONCLUSIVE, 0, str(stop))


def _check_exact(evidence: Labelled, placed: Placed, run: Run, asked: Answered) -> Checked:
    """Show a bit-precise labelling, obligation by obligation. Of what depends on where objects lie
    nothing is known but how it is computed."""
    shown = _Shown(Examiners(run, asked), run)
    outcome, reason = CheckOutcome.CONFIRMED, ""
    layout, computed = evidence.layout, placed.computed
    layout.arbitrary = placed.arbitrary
    layout.computed, layout.kept = computed.expressions, computed.kept
    try:
        failure = shown.first_failure(Conditions(evidence, run).obligations())
        if failure is not None:
            outcome, reason = failure
    except (LimitReached, Unsupported, Ungrounded, Uncut) as stop:
        outcome, reason = CheckOutcome.INCONCLUSIVE, str(stop)
    # What a library function makes of addresses is not made arbitrary: then there is no proof.
    if placed.doubt and (outcome == CheckOutcome.REFUTED or placed.calls or placed.guess):
        outcome, reason = CheckOutcome.INCONCLUSIVE, placed.doubt
    return Checked(outcome, shown.count, reason, shown.examiners.names)


class _Shown:
    """The obligations of one proof, as far as they were shown."""

    def __init__(self, examiners: Examiners, run: Run) -> None:
        self.examiners = examiners
        self.count = 0
        self._run = run

    def first_failure(self, obligations: Iterable[Obligation]) -> tuple[CheckOutcome, str] | None:
        """The outcome and the reason when an obligation does not hold, or nobody knows."""
        for obligation in obligations:
            self._run.tick()
            self.count += 1
            if obligation.goal is TRUE:
                continue
            failure = self._failure(obligation)
            if failure is not None and obligation.others is not None:
                failure = self.first_failure(obligation.others())
            if failure is not None:
                return failure
        return None

    def _failure(self, obligation: Obligation) -> tuple[CheckOutcome, str] | None:
        match self.examiners.follows(obligation.premises, obligation.goal):
            case Sat():
                return CheckOutcome.REFUTED, f"{obligation.text} the label does not hold"
            case GaveUp(reason=why):
                return CheckOutcome.INCONCLUSIVE, f"{obligation.text}: {why}"
        return None
