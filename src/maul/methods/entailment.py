"""Whether formulas follow from formulas, asked once each.

Comes in: labels and transitions. Goes out: what is shown to follow; what a prover gives up on is
not. The same test occurs many times in a search, so answers are kept [McMillan06, sec. 2, "Other
Optimizations"]. One prover serves all questions of a theory; it is started when first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.formula.build import FALSE, TRUE, Term, and_, not_
from maul.formula.sorts import Float
from maul.formula.walk import Substitution, conjuncts, free_symbols, subterms
from maul.interpolate.provers import prover_for
from maul.smt.protocols import GaveUp, Unsat

if TYPE_CHECKING:
    from maul.formula.transition import Transition
    from maul.run import Run
    from maul.smt.protocols import Prover

PATIENCE = 3.0  # seconds for one question


class Entailment:
    """Questions with memory."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._provers: dict[bool, Prover] = {}
        self._known: dict[Term, bool] = {}  # a formula: whether it is shown to have no model
        self._later: dict[tuple[Transition, Term], Term] = {}

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        if premise is FALSE or conclusion is TRUE or premise is conclusion:
            return True
        known = frozenset(conjuncts(premise))
        open_ = [part for part in conjuncts(conclusion) if part not in known]
        return not open_ or self.impossible(and_(premise, not_(and_(*open_))))

    def holds(self, before: Term, transition: Transition, after: Term) -> bool:
        """Whether ``{before} transition {after}`` is shown to be a valid Hoare triple."""
        if before is FALSE or after is TRUE:
            return True
        later = self._before(transition, after)
        return self.impossible(and_(before, *transition.guards, not_(later)))

    def _before(self, transition: Transition, after: Term) -> Term:
        """What a formula about the values afterwards says about those before."""
        key = (transition, after)
        found = self._later.get(key)
        if found is None:
            updates = transition.updates
            read = {s: updates[s] for s in free_symbols(after) if s in updates}
            found = self._later[key] = Substitution(read)(after)
        return found

    def impossible(self, formula: Term) -> bool:
        """Whether a formula is shown to have no model."""
        if formula is FALSE or formula is TRUE:
            return formula is FALSE
        known = self._known.get(formula)
        if known is not None:
            return known
        self._run.tick()
        left = self._run.left()
        prover = self._prover(formula)
        seconds = PATIENCE if left is None else min(left, PATIENCE)
        prover.push()
        prover.assert_(formula)
        answer = prover.check(seconds=seconds)
        prover.pop()
        if not isinstance(answer, GaveUp) or seconds == PATIENCE:
            self._known[formula] = isinstance(answer, Unsat)
        return isinstance(answer, Unsat)

    def _prover(self, formula: Term) -> Prover:
        floats = any(isinstance(part.sort, Float) for part in subterms(formula))
        found = self._provers.get(floats)
        if found is None:
            found = self._provers[floats] = prover_for((formula,))
        return found
