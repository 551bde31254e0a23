"""Solving an equation for a symbol: what makes a definition of it.

Comes in: a fact and a symbol. Goes out: ``x = value`` and a rest which together are
equivalent to the fact, as destructive equality resolution needs it [Dietsch17, section 7], also
when the symbol stands below operations that can be undone. An array below a write is known but at
one index, a vector of which a piece was taken but around it: there stand new symbols.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    add,
    bit_vector,
    bv_add,
    bv_mul,
    bv_neg,
    bv_not,
    bv_sub,
    bv_xor,
    concat,
    cut_of,
    divide,
    equal,
    extract,
    fp_neg,
    integer,
    is_integer,
    modulo,
    multiply,
    not_,
    number_of,
    real,
    select,
    sign_extend,
    store,
    subtract,
    to_int,
    width_of,
    zero_extend,
)
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT, REAL, BitVec
from maul.logic.terms import int_payload
from maul.logic.walk import subterms
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.logic.sorts import Sort

UNDONE = frozenset(
    (
        *("bvadd", "bvsub", "bvxor", "bvneg", "bvnot", "bvmul", "concat", "extract", "zero_extend"),
        *("sign_extend", "+", "*", "to_real", "not", "=", "fp.neg", "store"),
    )
)
MOST_WRITES = 64  # to one array that are undone; each leaves a fact about what it wrote


@node
class Solution:
    """A fact, said as: for some values of the new symbols, the symbol has the value and the rest
    holds. The rest may mention the symbol; the value does not."""

    value: Term
    rest: tuple[Term, ...]
    new: tuple[Term, ...]


def solved(fact: Term, x: Term, fresh: Callable[[Sort], Term]) -> Solution | None:
    """The fact as a definition of a symbol, unless it is none at a glance."""
    inner = fact.arguments[0] if fact.operator == "not" else fact
    if inner is x:
        return Solution(TRUE if inner is fact else FALSE, (), ())
    if inner.operator != "=" or (inner is not fact and inner.arguments[0].sort is not BOOL):
        return None
    left, right = inner.arguments
    if inner is not fact:
        right = not_(right)
    if not mentions(left, x):
        left, right = right, left
    if mentions(right, x):
        if left.sort is not INT and left.sort is not REAL:
            return None
        left, right = subtract(left, right), integer(0) if left.sort is INT else real(0)
    if left is x:
        return Solution(right, (), ())
    return _Undoing(left, right, x, fresh).solution() if left.operator in UNDONE else None


def mentions(term: Term, x: Term) -> bool:
    """Whether a symbol is free in a term."""
    return x in free_symbols(term)


class _Undoing:
    """``term = target``, where only the term mentions the symbol; the term gets smaller."""

    def __init__(self, term: Term, target: Term, x: Term, fresh: Callable[[Sort], Term]) -> None:
        self._term, self._target, self._x = term, target, x
        self._fresh = fresh
        self._rest: list[Term] = []
        self._new: list[Term] = []
        # One pass for all steps: the term may be deep.
        self._about = {x}
        for part in subterms(term):
            if not self._about.isdisjoint(part.arguments):
                self._about.add(part)

    def solution(self) -> Solution | None:
        """Undo one operation after the other, from outside."""
        while self._term is not self._x:
            arguments = self._term.arguments
            places = [i for i, part in enumerate(arguments) if part in self._about]
            if len(places) != 1 and (self._term.operator != "store" or places != [0, 2]):
                return None
            target = self._undone(self._term, places[0])
            if target is None:
                return None
            self._term, self._target = arguments[places[0]], target
        return Solution(self._target, tuple(self._rest), tuple(self._new))

    def _undone(self, term: Term, place: int) -> Term | None:
        """What the argument at a place has to be; None if that is not one term."""
        target = self._target
        others = [part for i, part in enumerate(term.arguments) if i != place]
        match term.operator:
            case "bvadd":
                return bv_sub(target, others[0])
            case "bvsub":
                return bv_sub(others[0], target) if place else bv_add(target, others[0])
            case "bvxor":
                return bv_xor(target, others[0])
            case "bvneg":
                return bv_neg(target)
            case "bvnot":
                return bv_not(target)
            case "bvmul":
                return self._odd_quotient(others[0])
            case "concat":
                return self._piece(term, place)
            case "extract":
                return self._around(term)
            case "zero_extend" | "sign_extend":
                return self._narrowed(term)
            case "+":
                return subtract(target, add(*others))
            case "*":
                return self._quotient(others[0])
            case "to_real":
                self._rest.append(is_integer(target))
                return to_int(target)
            case "not":
                return not_(target)
            case "=" if others[0].sort is BOOL:
                return equal(target, others[0])
            case "fp.neg":
                return fp_neg(target)
            case "store":
                return self._before_write(term, place)
        return None

    def _odd_quotient(self, factor: Term) -> Term | None:
        """Odd numbers have an inverse modulo a power of two."""
        if factor.operator != "constant" or not int_payload(factor) % 2:
            return None
        width = width_of(factor)
        return bv_mul(self._target, bit_vector(pow(int_payload(factor), -1, 1 << width), width))

    def _piece(self, term: Term, place: int) -> Term:
        width = width_of(term.arguments[1])
        high = extract(self._target, width_of(term) - 1, width)
        low = extract(self._target, width - 1, 0)
        self._rest.append(equal(term.arguments[1 - place], high if place else low))
        return low if place else high

    def _around(self, term: Term) -> Term:
        """A piece, with new symbols for the bits on both sides of it."""
        high, low = cut_of(term)
        width = width_of(term.arguments[0])
        target = self._target
        if low:
            self._new.append(self._fresh(BitVec(low)))
            target = concat(target, self._new[-1])
        if high < width - 1:
            self._new.append(self._fresh(BitVec(width - 1 - high)))
            target = concat(self._new[-1], target)
        return target

    def _narrowed(self, term: Term) -> Term:
        narrow = width_of(term.arguments[0])
        target = extract(self._target, narrow - 1, 0)
        extend = zero_extend if term.operator == "zero_extend" else sign_extend
        self._rest.append(equal(self._target, extend(target, width_of(term) - narrow)))
        return target

    def _quotient(self, factor: Term) -> Term | None:
        if factor.operator != "constant":
            return None
        number = number_of(factor)
        if factor.sort is REAL:
            return multiply(self._target, real(1 / Fraction(number)))
        if abs(number) == 1:
            return multiply(self._target, factor)
        self._rest.append(equal(modulo(self._target, factor), integer(0)))
        return divide(self._target, factor)

    def _before_write(self, term: Term, place: int) -> Term | None:
        array, index, element = term.arguments
        if place == 1 or len(self._rest) == MOST_WRITES:
            return None
        held = select(self._target, index)
        if place == 2:
            self._rest.append(equal(self._target, store(array, index, held)))
            return held
        self._rest.append(equal(held, element))
        self._new.append(self._fresh(element.sort))
        return store(self._target, index, self._new[-1])
