"""A conjunction as a set of facts that knows which of them mention a symbol.

Comes in: facts, one at a time. Goes out: the facts that a change is about, so that a long
conjunction is changed without looking at all of it. Facts are split as far as they are
conjunctions; of integer bounds on one term only the tightest is kept; a fact and its negation make
everything false.
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import combinations
from typing import TYPE_CHECKING

from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    bit_vector,
    bv_add,
    equal,
    integer,
    not_,
    split_offset,
)
from maul.logic.free import free_symbols
from maul.logic.sorts import INT, REAL, BitVec
from maul.logic.terms import int_payload
from maul.logic.walk import Substitution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from maul.logic.sorts import Sort


class Facts:
    """Facts that hold together, in the order in which they came."""

    def __init__(self, facts: Iterable[Term] = ()) -> None:
        self._facts: dict[Term, None] = {}
        self._mentions: dict[Term, dict[Term, None]] = {}
        self._bounds: dict[tuple[Term, bool], Term] = {}
        self.add(*facts)

    def __iter__(self) -> Iterator[Term]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    @property
    def is_false(self) -> bool:
        """Whether the facts are seen to contradict each other."""
        return FALSE in self._facts

    def mentioning(self, symbol: Term) -> tuple[Term, ...]:
        """The facts in which the symbol is free."""
        return tuple(self._mentions.get(symbol, ()))

    def term(self) -> Term:
        """The conjunction."""
        return and_(*self._facts)

    def add(self, *facts: Term) -> None:
        """Let more hold."""
        for part in separate(facts):
            if self.is_false:
                return
            if part is FALSE or not_(part) in self._facts:
                self._contradict()
            elif part not in self._facts:
                self._enter(part)

    def remove(self, *facts: Term) -> None:
        """Forget some of the facts."""
        for fact in facts:
            del self._facts[fact]
            for symbol in free_symbols(fact):
                del self._mentions[symbol][fact]
            bound = _bound(fact)
            if bound is not None:
                del self._bounds[bound[:2]]

    def substitute(self, replacements: Mapping[Term, Term]) -> None:
        """Replace free symbols."""
        self.change(replacements, Substitution(replacements))

    def change(self, symbols: Iterable[Term], step: Callable[[Term], Term]) -> None:
        """Put something else in the place of each fact that mentions one of the symbols."""
        changed = dict.fromkeys([fact for s in symbols for fact in self.mentioning(s)])
        self.remove(*changed)
        self.add(*[step(fact) for fact in changed])

    def _enter(self, fact: Term) -> None:
        bound = _bound(fact)
        if bound is not None:
            base, is_upper, limit = bound
            known = self._bounds.get((base, is_upper))
            if known is not None:
                if (_limit(known) <= limit) == is_upper:
                    return
                self.remove(known)
            opposite = self._bounds.get((base, not is_upper))
            if opposite is not None:
                most, more_than = sorted((fact, opposite), key=_is_lower)
                if _limit(most) <= _limit(more_than):
                    self._contradict()
                    return
            self._bounds[base, is_upper] = fact
        self._facts[fact] = None
        for symbol in free_symbols(fact):
            self._mentions.setdefault(symbol, {})[fact] = None

    def _contradict(self) -> None:
        self._mentions.clear()
        self._bounds.clear()
        self._facts = {FALSE: None}


def separate(facts: Iterable[Term]) -> Iterator[Term]:
    """The parts of which the conjunction of some facts is made, none of them ``true``."""
    stack = list(facts)
    stack.reverse()
    while stack:
        part = stack.pop()
        inner = part.arguments[0] if part.operator == "not" else part
        if part.operator == "and":
            stack.extend(reversed(part.arguments))
        elif inner is not part and inner.operator == "or":
            stack.extend([not_(disjunct) for disjunct in reversed(inner.arguments)])
        elif part.operator == "distinct":
            stack.extend([not_(equal(*pair)) for pair in combinations(part.arguments, 2)])
        elif inner.operator == "=" and (simpler := _cancelled(*inner.arguments)) is not inner:
            stack.append(simpler if inner is part else not_(simpler))
        elif part is not TRUE:
            yield part


def _cancelled(left: Term, right: Term) -> Term:
    """An equation of sums without what both sides have in common."""
    if left.operator != right.operator or left.operator not in ("+", "bvadd") or left.sort is REAL:
        return equal(left, right)
    parts, others = Counter(left.arguments), Counter(right.arguments)
    if parts & others:
        rests = [_sum(rest.elements(), left.sort) for rest in (parts - others, others - parts)]
        return equal(*rests)
    base, offset = split_offset(left)
    other, other_offset = split_offset(right)
    if not offset or not other_offset:
        return equal(left, right)
    return equal(_sum((base, _number(offset - other_offset, left.sort)), left.sort), other)


def _sum(parts: Iterable[Term], sort: Sort) -> Term:
    return reduce(bv_add if isinstance(sort, BitVec) else add, parts, _number(0, sort))


def _number(value: int, sort: Sort) -> Term:
    return bit_vector(value, sort.width) if isinstance(sort, BitVec) else integer(value)


def _bound(fact: Term) -> tuple[Term, bool, int] | None:
    """An integer bound as a term, whether it is at most (or else more than) a number, the number.

    ``build`` leaves no other form with a constant.
    """
    inner = fact.arguments[0] if fact.operator == "not" else fact
    if inner.operator != "<=" or inner.arguments[1].operator != "constant":
        return None
    base, limit = inner.arguments
    return (base, inner is fact, int_payload(limit)) if base.sort is INT else None


def _is_lower(bound: Term) -> bool:
    """Whether a bound is one from below."""
    return bound.operator == "not"


def _limit(bound: Term) -> int:
    """The number in a bound."""
    inner = bound.arguments[0] if bound.operator == "not" else bound
    return int_payload(inner.arguments[1])
