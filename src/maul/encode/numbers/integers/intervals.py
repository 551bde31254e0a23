"""Bounds of Int terms that can be seen at a glance.

Comes in: Int terms, and for symbols the bounds that their types give. Goes out: bounds that hold
whatever the other symbols are, or None. Nothing is remembered about a term that is made of others
except what follows from its parts: the same term may stand elsewhere for a value of another type.

A choice between a sum and the same sum moved by 2^n, as wrapping around makes it, is bounded by
what its condition says of the sum.
"""

from __future__ import annotations

from typing import TypeAlias

from maul.c.ctype import Boolean, CType, Pointer
from maul.cfa.intervals import Interval, full, joined, met
from maul.encode.numbers.scalars import NoTerm
from maul.logic.build import split_offset
from maul.logic.sorts import INT, BitVec
from maul.logic.terms import Term, int_payload

Constraint: TypeAlias = tuple[Term, int, bool]
"""Something, a bound, and whether it is at most the bound (or else larger)."""

LEAVES = ("symbol", "select", "apply")
NESTED = 3  # choices inside of choices that are looked through


def range_of(t: CType) -> Interval:
    """The values of an integer, boolean or pointer type."""
    if isinstance(t, Pointer):
        return (0, (1 << 8 * t.size) - 1)
    if isinstance(t, Boolean):
        return (0, 1)
    found = full(t)
    if found is None:
        raise NoTerm(f"a value of type {t}")
    return found


class Intervals:
    """Bounds of terms, computed when asked for and kept."""

    def __init__(self) -> None:
        self._known: dict[Term, Interval | None] = {}

    def learn(self, leaf: Term, bounds: Interval) -> None:
        """Take over bounds that hold of a symbol, or of an element of an array, everywhere.

        They only grow: where a wide number is known to fit a narrow variable, it is a value of the
        narrow type too, but only there.
        """
        if leaf.operator in LEAVES:
            old = self._known.get(leaf)
            self._known[leaf] = bounds if old is None else joined(old, bounds)

    def of(self, term: Term) -> Interval | None:
        """The bounds of a term; None when nothing is known."""
        stack = [term]
        while stack:
            current = stack[-1]
            if current in self._known:
                stack.pop()
                continue
            parts = _parts(current)
            missing = [part for part in parts if part not in self._known]
            if missing:
                stack += missing
                continue
            stack.pop()
            self._known[current] = self._computed(current)
        return self._known[term]

    def _computed(self, term: Term) -> Interval | None:
        if term.operator == "constant":
            return (int_payload(term), int_payload(term))
        if term.operator == "bv2nat":
            sort = term.arguments[0].sort
            assert isinstance(sort, BitVec)
            return (0, (1 << sort.width) - 1)
        if term.operator == "ite":
            return self._chosen(term)
        found = [self._known[part] for part in _parts(term)]
        bounds = [each for each in found if each is not None]
        if not bounds:
            return None
        if term.operator == "mod":
            return _remainder(found[0], bounds[-1]) if found[1] is not None else None
        if len(bounds) < len(found):
            return None
        if term.operator == "+":
            return (sum([each[0] for each in bounds]), sum([each[1] for each in bounds]))
        left, right = bounds
        if term.operator == "*":
            corners = [a * b for a in left for b in right]
            return (min(corners), max(corners))
        return _quotient(left, right)

    def _chosen(self, term: Term) -> Interval | None:
        """The bounds of a choice: of each branch, as far as it can be taken."""
        found: Interval | None = None
        for branch, constraints in _branches(term, (), NESTED):
            bounds = self._known[branch]
            if bounds is None:
                return None
            for constraint in constraints:
                if bounds is not None:
                    bounds = _limited(branch, bounds, constraint)
            if bounds is not None:
                found = bounds if found is None else joined(found, bounds)
        return found


def zeros(term: Term, depth: int = NESTED) -> int:
    """How many of the lowest bits are seen to be zero; 256 for zero itself."""
    if term.operator == "constant":
        value = int_payload(term)
        return (value & -value).bit_length() - 1 if value else 256
    if not depth or term.operator not in ("+", "*", "mod", "ite"):
        return 0
    parts = [zeros(part, depth - 1) for part in _parts(term)]
    return sum(parts) if term.operator == "*" else min(parts)


def _parts(term: Term) -> tuple[Term, ...]:
    """The arguments that the bounds of a term depend on."""
    if term.sort is not INT:
        return ()
    if term.operator in ("+", "*", "div", "mod"):
        return term.arguments
    return term.arguments[1:] if term.operator == "ite" else ()


def _remainder(left: Interval | None, right: Interval) -> Interval | None:
    """The bounds of ``mod``, whose sign does not depend on the divisor."""
    if right[0] <= 0 <= right[1]:
        return None
    smallest, largest = sorted((abs(right[0]), abs(right[1])))
    if left is not None and left[0] >= 0 and left[1] < smallest:
        return left
    return (0, largest - 1)


def _quotient(left: Interval, right: Interval) -> Interval | None:
    """The bounds of ``div``: monotone for a constant divisor, never larger than the dividend."""
    if right[0] <= 0 <= right[1]:
        return None
    if right[0] == right[1]:
        corners = [value // abs(right[0]) for value in left]
        return (corners[0], corners[1]) if right[0] > 0 else (-corners[1], -corners[0])
    largest = max(abs(left[0]), abs(left[1]))
    return (-largest, largest)


def _branches(
    term: Term, under: tuple[Constraint, ...], depth: int
) -> list[tuple[Term, tuple[Constraint, ...]]]:
    """What nested choices choose from, each with the constraints under which it is taken."""
    if term.operator != "ite" or not depth:
        return [(term, under)]
    condition, then, other = term.arguments
    here, elsewhere = under, under
    if condition.operator == "<=" and condition.arguments[0].sort is INT:
        base, bound = condition.arguments
        if bound.operator == "constant":
            here = (*under, (base, int_payload(bound), True))
            elsewhere = (*under, (base, int_payload(bound), False))
    return [*_branches(then, here, depth - 1), *_branches(other, elsewhere, depth - 1)]


def _limited(term: Term, bounds: Interval, constraint: Constraint) -> Interval | None:
    """The bounds under a constraint, when the term is a multiple of what that is about, plus a
    number; None when no value is left."""
    base, bound, at_most = constraint
    inner, offset = split_offset(term)
    factor = 1
    if inner is not base:
        if inner.operator != "*" or inner.arguments[0] is not base:
            return bounds
        if inner.arguments[1].operator != "constant":
            return bounds
        factor = int_payload(inner.arguments[1])
    edge = factor * (bound if at_most else bound + 1) + offset
    return met(bounds, (bounds[0], edge) if at_most is (factor > 0) else (edge, bounds[1]))
