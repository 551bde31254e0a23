"""Which variables interpolation tries to leave out first: domain types.

Comes in: the transitions of a path. Goes out: a number for each variable, the worse the less; the
variables of the least number are tried first, so those of the greatest stay when both would do.
What counts is how many values a variable takes when it is tracked: a loop counter unrolls its loop,
a flag has two values [Beyer13, section 1: ticks and flag]. The types, from worst to best:

- ``COUNTER``: some block adds a constant to it;
- ``WIDE``: some block gives it a value that is computed;
- ``CONSTANT``: blocks give it constants or arbitrary values only, or nothing at all;
- ``FLAG``: a Boolean, or blocks give it 0 and 1 only.

Variables that are copied into each other are of one type, the worst of theirs. The elements of an
array are of one type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from maul.domains.assignments import Key, symbol_of
from maul.logic.sorts import BOOL
from maul.logic.terms import Term
from maul.logic.transition import Transition

COUNTER, WIDE, CONSTANT, FLAG = range(4)

Rank: TypeAlias = Callable[[Key], int]
Order: TypeAlias = Callable[[Iterable[Transition]], Rank]  # the least rank is left out first
Use: TypeAlias = "tuple[Term, int | Term]"  # a variable; a type, or the variable it is a copy of

_CASTS = frozenset({"extract", "zero_extend", "sign_extend", "to_fp_float", "to_fp_signed"})
_SUMS = frozenset({"bvadd", "+", "fp.add", "fp.sub"})


def by_occurrence(transitions: Iterable[Transition]) -> Rank:  # noqa: ARG001 - an ``Order``
    """All variables alike: they are tried in the order in which their symbols were made."""
    return _alike


def _alike(key: Key) -> int:  # noqa: ARG001 - a ``Rank``
    return 0


class DomainTypes:
    """The order by domain types. What a transition says is found out once."""

    def __init__(self) -> None:
        self._uses: dict[Transition, tuple[Use, ...]] = {}

    def __call__(self, transitions: Iterable[Transition]) -> Rank:
        """The types of variables on a path."""
        copied: dict[Term, Term] = {}  # a variable: one that is of the same type
        types: dict[Term, int] = {}
        for transition in dict.fromkeys(transitions):
            uses = self._uses.get(transition)
            if uses is None:
                uses = self._uses[transition] = tuple(dict.fromkeys(_uses(transition)))
            for variable, how in uses:
                if isinstance(how, int):
                    types[variable] = min(how, types.get(variable, FLAG))
                else:
                    one, other = _root(copied, variable), _root(copied, how)
                    if one is not other:
                        copied[one] = other
        worst: dict[Term, int] = {}
        for variable, its in types.items():
            root = _root(copied, variable)
            worst[root] = min(its, worst.get(root, FLAG))

        def rank(key: Key) -> int:
            variable = symbol_of(key)
            if variable.sort is BOOL:
                return FLAG
            return worst.get(_root(copied, variable), CONSTANT)

        return rank


def _root(copied: dict[Term, Term], variable: Term) -> Term:
    """The variable that stands for all those of one type."""
    root = variable
    while root in copied:
        root = copied[root]
    while variable in copied:  # the next search is shorter
        copied[variable], variable = root, copied[variable]
    return root


def _uses(transition: Transition) -> Iterator[Use]:
    """What a transition says of the types of variables."""
    for variable, value in transition.updates.items():
        for leaf in _leaves(value):
            how = _how(variable, leaf)
            if isinstance(how, int) or not (how is variable or how in transition.inputs):
                yield variable, how


def _leaves(value: Term) -> Iterator[Term]:
    """What a value is chosen from; for an array, also what is stored in it."""
    stack, seen = [value], {value}
    while stack:
        term = stack.pop()
        inner = _parts(term)
        if not inner:
            yield term
        for part in inner:
            if part not in seen:
                seen.add(part)
                stack.append(part)


def _parts(term: Term) -> tuple[Term, ...]:
    if term.operator == "ite":
        return term.arguments[1:]
    if term.operator == "store":
        return (term.arguments[0], term.arguments[2])
    if term.operator in _CASTS or term.operator in ("const", "concat"):
        return term.arguments
    return ()


def _how(variable: Term, leaf: Term) -> int | Term:
    """What one possible value says of a variable."""
    if leaf.operator == "constant":
        return FLAG if leaf.payload in (0, 1) else CONSTANT
    source = _source(leaf)
    if source is not None:
        return source
    if leaf.operator in _SUMS:
        others = [part for part in leaf.arguments if part.operator != "constant"]
        if len(others) == 1 and variable in map(_source, _leaves(others[0])):
            return COUNTER
    return WIDE


def _source(leaf: Term) -> Term | None:
    """The variable whose value, or one of whose elements, is read."""
    while leaf.operator in ("select", "store"):
        leaf = leaf.arguments[0]
    if leaf.operator == "symbol":
        return leaf
    return None
