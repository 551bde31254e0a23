"""Weakest preconditions of whole transitions [Dietsch17, 4.2].

Comes in: an assertion over variables and a transition. Goes out: an assertion, exact, with
quantifiers for the inputs. Along a whole trace both directions are computed without quantifiers, by
``maul.interpolate.newton``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import Term, and_, forall, implies, symbol
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.walk import Substitution, substitute

if TYPE_CHECKING:
    from maul.logic.transition import Transition


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
