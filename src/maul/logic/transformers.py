"""Strongest postconditions and weakest preconditions of whole transitions [Dietsch17, 3 and 4.2].

Comes in: an assertion over variables and a transition. Goes out: an assertion, exact, with
quantifiers for what the transition forgets (old values, inputs). Law: ``sp(phi, t)`` implies
``psi`` if and only if ``phi`` implies ``wp(psi, t)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import Term, and_, equal, exists, forall, implies, symbol
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.walk import Substitution, substitute

if TYPE_CHECKING:
    from maul.logic.transition import Transition


def sp(phi: Term, transition: Transition) -> Term:
    """What holds after the transition, at least, when ``phi`` holds before."""
    inputs = _apart(transition, phi)
    taken = _taken(transition, phi).union(inputs.values())
    old = {x: new_symbol(x, taken) for x in transition.updates}
    before = Substitution(old)
    # Inputs are no variables: they have no old value, only a name of their own.
    within = Substitution({**old, **inputs})
    body = and_(
        before(phi),
        *(within(guard) for guard in transition.guards),
        *(equal(x, within(e)) for x, e in transition.updates.items()),
    )
    return exists((*old.values(), *inputs.values()), body)


def wp(phi: Term, transition: Transition) -> Term:
    """What has to hold before the transition, at least, for ``phi`` to hold after it."""
    inputs = _apart(transition, phi)
    within = Substitution(inputs)
    after = {x: within(e) for x, e in transition.updates.items()}
    guard = and_(*(within(guard) for guard in transition.guards))
    later = substitute(phi, {x: after[x] for x in free_symbols(phi) if x in after})
    return forall(tuple(inputs.values()), implies(guard, later))


def _apart(transition: Transition, phi: Term) -> dict[Term, Term]:
    """The inputs under names that mean nothing in the assertion."""
    taken = _taken(transition, phi)
    free = free_symbols(phi)
    clashing = [s for s in transition.inputs if s in free or s in transition.updates]
    return {s: new_symbol(s, taken) if s in clashing else s for s in transition.inputs}


def new_symbol(like: Term, taken: set[Term]) -> Term:
    """A symbol of the same sort that is not taken; now it is."""
    number = 0
    while (made := symbol(f"{name_of(like)}?{number}", like.sort)) in taken:
        number += 1
    taken.add(made)
    return made


def _taken(transition: Transition, phi: Term) -> set[Term]:
    """Every symbol of a transition and an assertion."""
    terms = (phi, *transition.guards, *transition.updates.values(), *transition.updates)
    return {s for term in terms for s in free_symbols(term)}.union(transition.inputs)
