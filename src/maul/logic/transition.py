"""What a block of statements does to the state, as terms.

A state gives each program variable a value; a variable is a symbol. A transition is taken when its
guards hold; then every variable in ``updates`` gets the value of its term, all at once, and every
other one keeps its value. Guards and updates speak of the values before and of the ``inputs``:
symbols that stand for arbitrary values chosen on the way. ``havoc x`` is ``x := input``.

Every part has a name, the guard itself or the variable that is updated, so that cores can speak of
them; to leave out a guard, or to make an update an input, abstracts the transition
[Dietsch17, Def. 4.1].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import Term, and_, equal, symbol
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.walk import conjuncts, substitute
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Mapping


@node
class Transition:
    """Guards, updates and inputs; see the module."""

    guards: tuple[Term, ...]
    updates: Mapping[Term, Term]
    inputs: tuple[Term, ...]

    def reads(self) -> frozenset[Term]:
        """The variables whose values before matter."""
        terms = (*self.guards, *self.updates.values())
        return frozenset(s for term in terms for s in free_symbols(term)) - {*self.inputs}

    def before(self, after: Term) -> Term:
        """What a formula about the values afterwards says about the values before."""
        updates = self.updates
        changed = {s: updates[s] for s in free_symbols(after) if s in updates}
        return substitute(after, changed) if changed else after

    def relation(self) -> Term:
        """The transition over the values before (``x``) and after (``x'``), and the inputs."""
        return and_(*self.guards, *(equal(primed(x), e) for x, e in self.updates.items()))


def assume(condition: Term) -> Transition:
    """Go on only when the condition holds."""
    return Transition(conjuncts(condition), {}, ())


def assign(variable: Term, value: Term) -> Transition:
    """Give a variable the value of a term."""
    return Transition((), {variable: value}, ())


def havoc(variable: Term) -> Transition:
    """Give a variable an arbitrary value."""
    chosen = input_for(variable)
    return Transition((), {variable: chosen}, (chosen,))


def primed(variable: Term) -> Term:
    """The value of a variable afterwards."""
    return symbol(f"{name_of(variable)}'", variable.sort)


def input_for(variable: Term) -> Term:
    """The arbitrary value of a variable whose update is not known."""
    return symbol(f"any {name_of(variable)}", variable.sort)
