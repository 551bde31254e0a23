"""The symbols that no quantifier binds.

Comes in: terms. Goes out: their free symbols, remembered at each term that was asked about. Apart
from the other walks because those rebuild terms, and building a quantifier needs these.
"""

from __future__ import annotations

from maul.logic.terms import Term, bound_of, by_number

QUANTIFIERS = ("exists", "forall")


def free_symbols(term: Term) -> tuple[Term, ...]:
    """The symbols that no quantifier binds, by number; remembered at the term."""
    try:
        return term._free  # noqa: SLF001 - the slot is this function's
    except AttributeError:
        pass
    # Inner quantified terms first: each finds those inside it answered.
    for part in _unanswered(term):
        _remember_free(part)
    return _remember_free(term)


def _unanswered(term: Term) -> list[Term]:
    """The quantified terms below a term whose free symbols are not known, inner ones first."""
    body = term.arguments[0] if term.operator in QUANTIFIERS else term
    seen = {body}
    stack = [body]
    while stack:
        part = stack.pop()
        for argument in part.arguments:
            if argument not in seen and not hasattr(argument, "_free"):
                seen.add(argument)
                stack.append(argument)
    quantified = [part for part in seen if part.operator in QUANTIFIERS and part is not term]
    return sorted(quantified, key=by_number)


def _remember_free(term: Term) -> tuple[Term, ...]:
    """Find the free symbols of a term in which those of quantified parts are remembered."""
    found: set[Term] = set()
    seen = {term}
    stack = [term]
    while stack:
        part = stack.pop()
        if part.operator == "symbol":
            found.add(part)
            continue
        if part is not term and hasattr(part, "_free"):
            found.update(part._free)  # noqa: SLF001 - see above
            continue
        for argument in part.arguments:
            if argument not in seen:
                seen.add(argument)
                stack.append(argument)
    if term.operator in QUANTIFIERS:
        found.difference_update(bound_of(term))
    free = tuple(sorted(found, key=by_number))
    term._free = free  # noqa: SLF001 - see above
    return free
