"""The strongest statement about predicates that follows from what a prover has been told.

Comes in: a prover with assertions, and predicates with the terms that stand for them there (their
values after a block). Goes out: false when the assertions have no model; the conjunction of the
predicates that follow, or whose negation does (Cartesian abstraction); or their strongest Boolean
combination (Boolean abstraction) [Beyer13, section 2, "Predicate Analysis as CPA"].

Each predicate gets a Boolean symbol, so that everything is asked of one incremental prover under
assumptions. A model tells of every predicate one value that it does not always have: only what is
the same in all models seen so far is asked about. The Boolean abstraction goes on from there and
excludes one combination of values after the other, those first that models of earlier questions
show. It asks for none where what was told is itself a combination of the predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from maul.domains.combinations import disjunction
from maul.domains.witnesses import is_connective
from maul.logic.build import FALSE, TRUE, Term, and_, equal, implies, not_, or_, symbol
from maul.logic.sorts import BOOL
from maul.logic.walk import rewrite
from maul.node import node
from maul.smt.protocols import Sat, Unsat

if TYPE_CHECKING:
    from maul.domains.witnesses import Witnesses
    from maul.smt.protocols import Answer, Model, Prover

MOST_COMBINATIONS = 200  # more than that, and only their common part is kept

Ask: TypeAlias = "Callable[[Prover, tuple[Term, ...]], Answer]"
"""How a prover is asked under assumptions, within its limits."""


@node
class Premises:
    """A prover with assertions: what it has been told of the predicates, which of these terms the
    abstraction need not say again, and the states seen in answers to such questions."""

    prover: Prover
    terms: tuple[Term, ...]
    lasting: frozenset[Term]
    ask: Ask
    witnesses: Witnesses


Abstraction: TypeAlias = "Callable[[Premises, Mapping[Term, Term]], Term]"
"""Assertions in a prover, predicates and the terms for them, in; the abstraction out. The prover is
left as it was. A predicate that follows, or whose negation does, is a conjunct."""


def cartesian(premises: Premises, predicates: Mapping[Term, Term]) -> Term:
    """The conjunction of the predicates, and of their negations, that follow."""
    premises.prover.push()
    following = _following(premises.prover, _defined(premises.prover, predicates), premises.ask)
    premises.prover.pop()
    return FALSE if following is None else and_(*following)


def boolean(premises: Premises, predicates: Mapping[Term, Term]) -> Term:
    """The strongest Boolean combination of the predicates that follows."""
    prover = premises.prover
    prover.push()
    literals = _defined(prover, predicates)
    following = _following(prover, literals, premises.ask)
    result = FALSE
    if following is not None:
        if combined_already(premises.terms, predicates, premises.lasting):
            known = dict.fromkeys((*following, *premises.lasting), TRUE)
            known |= {not_(literal): FALSE for literal in known}
            more = [rewrite(term, _same, {**known}) for term in premises.terms]
        else:
            decided = {p if p in predicates else not_(p) for p in following}
            open_ = {p: term for p, term in predicates.items() if p not in decided}
            more = [_combined(premises, open_, literals)]
        result = and_(*following, *more)
    prover.pop()
    return result


def combined_already(
    terms: Iterable[Term], predicates: Mapping[Term, Term], lasting: frozenset[Term]
) -> bool:
    """Whether terms are made of what is lasting and of predicates that mean what they say: then
    nothing stronger can be said of these."""
    known = lasting.union(predicates)
    return all(term is predicate for predicate, term in predicates.items()) and all(
        _is_made_of(known, term) for term in terms
    )


def _is_made_of(predicates: Container[Term], whole: Term) -> bool:
    """Whether a term is a Boolean combination of predicates."""
    seen, stack = {whole}, [whole]
    while stack:
        term = stack.pop()
        if term in predicates or not_(term) in predicates or term in (TRUE, FALSE):
            continue
        if not is_connective(term):
            return False
        stack += [part for part in term.arguments if part not in seen]
        seen.update(term.arguments)
    return True


def _same(term: Term) -> Term:
    return term


def implied(prover: Prover, predicates: Mapping[Term, Term], ask: Ask) -> list[Term] | None:
    """The predicates that follow, in their order; None when everything does. Their negations are
    of no interest: a model in which a predicate is false settles it."""
    prover.push()
    literals = _defined(prover, predicates)
    answer = ask(prover, ())
    found: list[Term] | None = []
    if isinstance(answer, Unsat):
        found = None
    elif isinstance(answer, Sat):
        model = answer.model
        candidates = {p: True for p, b in literals.items() if model.value(b) is True}
        found = _confirmed(prover, candidates, literals, ask)
    prover.pop()
    return found


def _defined(prover: Prover, predicates: Mapping[Term, Term]) -> dict[Term, Term]:
    """A Boolean symbol for each predicate; the prover learns what it means."""
    literals: dict[Term, Term] = {}
    for number, (predicate, term) in enumerate(predicates.items()):
        literals[predicate] = symbol(f"predicate {number} holds", BOOL)
        prover.assert_(equal(literals[predicate], term))
    return literals


def _following(prover: Prover, literals: Mapping[Term, Term], ask: Ask) -> list[Term] | None:
    """The predicates that follow and the negations of those whose negation does, in their order;
    None when everything follows. What the prover gives up on does not."""
    answer = ask(prover, ())
    if isinstance(answer, Unsat):
        return None
    if not isinstance(answer, Sat):
        return []
    candidates = {p: bool(answer.model.value(b)) for p, b in literals.items()}
    return _confirmed(prover, candidates, literals, ask)


def _confirmed(
    prover: Prover, candidates: dict[Term, bool], literals: Mapping[Term, Term], ask: Ask
) -> list[Term]:
    """Of predicates with a value that they have in some model those that always have it, as
    literals."""
    answer: Answer | None = None
    while candidates:
        # One question about all that are left: often they all follow. A symbol stands for it, since
        # provers go on from one question to the next only when they assume nothing but symbols.
        differs = symbol(f"one of {len(candidates)} differs", BOOL)
        others = (not_(literals[p]) if value else literals[p] for p, value in candidates.items())
        prover.assert_(implies(differs, or_(*others)))
        answer = ask(prover, (differs,))
        if not isinstance(answer, Sat):
            break
        _drop_different(candidates, literals, answer.model)
    if isinstance(answer, Unsat):
        return [p if value else not_(p) for p, value in candidates.items()]
    return _one_by_one(prover, candidates, literals, ask)


def _one_by_one(
    prover: Prover, candidates: Mapping[Term, bool], literals: Mapping[Term, Term], ask: Ask
) -> list[Term]:
    """The candidates that follow, when a question about all of them is too hard."""
    return [
        predicate if value else not_(predicate)
        for predicate, value in candidates.items()
        if isinstance(
            ask(prover, (not_(literals[predicate]) if value else literals[predicate],)), Unsat
        )
    ]


def _drop_different(
    candidates: dict[Term, bool], literals: Mapping[Term, Term], model: Model
) -> None:
    """Leave only the predicates that have the same value in a model, too."""
    different = [p for p, value in candidates.items() if bool(model.value(literals[p])) != value]
    for predicate in different:
        del candidates[predicate]


def _combined(
    premises: Premises, predicates: Mapping[Term, Term], literals: Mapping[Term, Term]
) -> Term:
    """The disjunction of all combinations of values that are possible; true when there are too
    many of them or the prover gives up. Those that witnesses show are excluded at once."""
    prover, witnesses = premises.prover, premises.witnesses
    symbols = tuple(literals[p] for p in predicates)
    found = witnesses.combinations(premises.terms, tuple(predicates.values())) if symbols else []
    if found:
        prover.assert_(not_(disjunction(symbols, found)))
    while symbols and len(found) < MOST_COMBINATIONS:
        answer = premises.ask(prover, ())
        if isinstance(answer, Unsat):
            return disjunction(tuple(predicates), found)
        if not isinstance(answer, Sat):
            break
        values = tuple(bool(answer.model.value(b)) for b in symbols)
        witnesses.see(answer.model, (*premises.terms, *predicates.values()))
        found.append(values)
        prover.assert_(or_(*(not_(b) if v else b for b, v in zip(symbols, values, strict=True))))
    return TRUE
