"""Boolean combinations of predicates as few clauses as will do.

Comes in: a combination, and literals that hold beside it. Goes out: clauses that say the same as
it, as long as the literals hold. What the predicates mean says much already: of ``x == 1`` and
``x == 2`` one is false wherever they occur, and a combination that says no more than that is true.
So what is left is small, falls into parts that share no variables, and mostly is nothing at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import Term, and_, equal, implies, not_, or_, symbol
from maul.logic.sorts import BOOL
from maul.node import node
from maul.smt.protocols import Sat, Unsat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.domains.abstraction import Ask
    from maul.domains.witnesses import Witnesses
    from maul.smt.protocols import Prover

MOST_CLAUSES = 40  # more than that, and the combination stays as it is
INSIDE, OUTSIDE = symbol("inside", BOOL), symbol("outside", BOOL)


@node
class Combination:
    """A Boolean combination of predicates, and literals that hold beside it."""

    whole: Term
    predicates: Sequence[Term]
    literals: Sequence[Term]


def clauses(prover: Prover, ask: Ask, of: Combination, witnesses: Witnesses) -> Term:
    """The clauses of a combination; the prover is left as it was."""
    prover.push()
    for literal in of.literals:
        prover.assert_(literal)
    prover.assert_(implies(INSIDE, of.whole))
    prover.assert_(implies(OUTSIDE, not_(of.whole)))
    names = {p: symbol(f"predicate {n} holds", BOOL) for n, p in enumerate(of.predicates)}
    for predicate, name in names.items():
        prover.assert_(equal(name, predicate))
    found: list[Term] = []
    result = of.whole
    while len(found) <= MOST_CLAUSES:
        answer = ask(prover, (OUTSIDE,))
        if isinstance(answer, Unsat):
            result = and_(*found)
            break
        if not isinstance(answer, Sat):
            break
        model = answer.model
        state = {
            (p if model.value(name) else not_(p)): name if model.value(name) else not_(name)
            for p, name in names.items()
        }
        impossible = _least(prover, ask, of, state, witnesses)
        if impossible is None:
            break
        prover.assert_(or_(*(not_(state[literal]) for literal in impossible)))
        found.append(or_(*map(not_, impossible)))
    prover.pop()
    return result


def _least(
    prover: Prover, ask: Ask, of: Combination, state: dict[Term, Term], witnesses: Witnesses
) -> list[Term] | None:
    """Literals of a state outside of a combination that together exclude it already, none of which
    can be left out; None when the prover gives up."""

    def excludes(literals: Sequence[Term]) -> bool:
        return isinstance(ask(prover, (INSIDE, *(state[literal] for literal in literals))), Unsat)

    def is_needed(literal: Term) -> bool:
        """Whether a witness shows that it cannot be left out."""
        others = [other for other in state if other is not literal]
        return bool(witnesses.combinations((of.whole, *of.literals, *others), ()))

    needed = [literal for literal in state if is_needed(literal)]
    if excludes(needed):
        return needed
    kept = list(state)
    if not excludes(kept):
        return None
    for literal in [literal for literal in state if literal not in needed]:
        fewer = [other for other in kept if other is not literal]
        if excludes(fewer):
            kept = fewer
    return kept
