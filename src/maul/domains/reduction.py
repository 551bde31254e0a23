"""What a part of the program needs to know of a state, and what stays true meanwhile.

Comes in: abstract states and precisions of the predicate analysis, and the variables that a part of
the program reads or writes. Goes out: the reduced state and precision, which say nothing of what
has to do with none of these variables; and a state at the end of the part, expanded by what was
left out at its beginning [WW12]. The part neither reads nor writes what that speaks of, so that it
is still true.

What is related to a variable by a predicate matters, too: of ``a = g`` and ``a = 3`` both are kept
where ``g`` is read. So what is kept and what is left out share no variables, and to leave something
out loses nothing: what follows of the variables of the part still does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.predicate import PredicatePrecision
from maul.logic.build import Term, and_
from maul.logic.free import free_symbols
from maul.logic.walk import conjuncts
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable

    from maul.domains.predicate import PredicateState


@node
class Knowledge:
    """A formula over predicates; of these, those that follow are among its conjuncts, and so are
    those whose negations follow."""

    formula: Term
    predicates: tuple[Term, ...]


@node
class Reduced:
    """What a part of the program needs to know, and what was left out."""

    kept: Knowledge
    left_out: Knowledge


def related(symbols: Collection[Term], formulas: Iterable[Term]) -> frozenset[Term]:
    """Variables, and all that formulas relate to them, directly or by others."""
    found = set(symbols)
    open_ = [free_symbols(formula) for formula in formulas]
    grows = True
    while grows:
        touched = [each for each in open_ if not found.isdisjoint(each)]
        open_ = [each for each in open_ if found.isdisjoint(each)]
        found.update(*touched)
        grows = bool(touched)
    return frozenset(found)


def reduced_precision(
    pi: PredicatePrecision, scopes: Iterable[Hashable], symbols: Collection[Term]
) -> tuple[PredicatePrecision, frozenset[Term]]:
    """The predicates in some scopes that have to do with variables; and these variables with those
    that the predicates relate to them."""
    inside = {scope: pi.predicates[scope] for scope in scopes if scope in pi.predicates}
    relevant = related(symbols, (p for predicates in inside.values() for p in predicates))
    kept = {
        scope: tuple([p for p in predicates if not relevant.isdisjoint(free_symbols(p))])
        for scope, predicates in inside.items()
    }
    some = {scope: predicates for scope, predicates in kept.items() if predicates}
    return PredicatePrecision(pi.scope, some, pi.rule), relevant


def reduced(e: PredicateState, relevant: Collection[Term]) -> Reduced:
    """What a state says of variables, and of those that it relates to them; and what it says
    beside that."""
    parts = conjuncts(e.formula)
    mattering = related(relevant, parts)
    symbols = {p: free_symbols(p) for p in (*parts, *e.predicates)}
    touched = [part for part in parts if not mattering.isdisjoint(symbols[part])]
    others = [part for part in parts if mattering.isdisjoint(symbols[part])]
    inside = tuple([p for p in e.predicates if mattering.issuperset(symbols[p])])
    outside = tuple([p for p in e.predicates if mattering.isdisjoint(symbols[p])])
    return Reduced(Knowledge(and_(*touched), inside), Knowledge(and_(*others), outside))


def expanded(e: PredicateState, left_out: Knowledge) -> Knowledge:
    """What a state says together with what was left out before."""
    formula = and_(e.formula, left_out.formula)
    return Knowledge(formula, tuple(dict.fromkeys((*e.predicates, *left_out.predicates))))
