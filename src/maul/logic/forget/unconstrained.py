"""Forgetting a value that is used in one way only.

Comes in: facts, and a symbol below one operation in all of them. Goes out: the facts with a new
symbol for the result of that operation, and what results it can have: when ``x`` may be anything
and is met only in ``x + t``, that sum may be anything as well; ``x | t`` may be whatever has the
bits of ``t``. Step by step the symbol moves outward, where it is easier to forget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import (
    Term,
    and_,
    bit_vector,
    bv_and,
    bv_ashr,
    bv_lshr,
    bv_or,
    bv_shl,
    bv_udiv,
    bv_ule,
    bv_ult,
    equal,
    extract,
    fp_infinity,
    fp_is,
    fp_is_nan,
    implies,
    integer,
    le,
    lt,
    modulo,
    not_,
    or_,
    sign_extend,
    width_of,
    zero_extend,
)
from maul.logic.free import free_symbols
from maul.logic.softfloat import CLASSES
from maul.logic.sorts import INT, BitVec, Float
from maul.logic.terms import int_payload
from maul.logic.walk import rewrite, subterms
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from maul.logic.sorts import Sort

# Whatever the other arguments are, each value is a result.
ONTO = frozenset(
    (
        *("bvadd", "bvsub", "bvxor", "bvneg", "bvnot", "+", "fp.neg", "not", "=", "<="),
        *("extract", "select", "div", "int2bv", "to_int", "to_fp_bits", *CLASSES),
    )
)


@node
class Moved:
    """Facts that say the same when one symbol is forgotten and new ones have come in its place."""

    facts: tuple[Term, ...]
    new: tuple[Term, ...]


def moved_outward(facts: Sequence[Term], x: Term, fresh: Callable[[Sort], Term]) -> Moved | None:
    """The facts about the result of the only operation on a symbol, if its range is known."""
    users = users_of(facts, x)
    if len(users) != 1 or x in facts:
        return None
    (user,) = users
    places = [place for place, part in enumerate(user.arguments) if x in free_symbols(part)]
    if len(places) != 1:
        return None
    new = fresh(user.sort)
    reached = _range(user, places[0], new)
    if reached is None:
        return None
    memo = {user: new}
    return Moved((*[rewrite(fact, _same, memo) for fact in facts], *reached), (new,))


def blurred(facts: Sequence[Term], dead: Collection[Term], fresh: Callable[[Sort], Term]) -> Moved:
    """Weaker facts without dead symbols: operations on them might have any result, each its own."""
    about = frozenset(dead)
    users = [part for part in subterms(*facts) if not about.isdisjoint(part.arguments)]
    memo = {user: fresh(user.sort) for user in users}
    new = tuple(memo.values())
    kept = [rewrite(fact, _same, memo) for fact in facts if fact not in about]
    return Moved(tuple(kept), new)


def users_of(facts: Sequence[Term], x: Term) -> list[Term]:
    """The operations that have a symbol as argument."""
    return [part for part in subterms(*facts) if x in part.arguments]


def _same(term: Term) -> Term:
    return term


def _range(user: Term, place: int, new: Term) -> tuple[Term, ...] | None:
    """What is true of exactly the results of an operation when one argument may be anything."""
    others = [part for i, part in enumerate(user.arguments) if i != place]
    operator = user.operator
    if operator in ONTO:
        # A read has any result by its array, a quotient by its dividend.
        is_onto = operator not in ("select", "div") or place == 0
        return () if is_onto and (operator != "div" or _is_nonzero(others[0])) else None
    if isinstance(user.sort, BitVec):
        return _range_of_bits(user, place, new, others)
    match operator:
        case "ite":
            return _range_of_choice(place, new, others)
        case "and":
            return (implies(new, and_(*others)),)
        case "or":
            return (implies(or_(*others), new),)
        case "fp.leq" | "fp.eq" | "fp.lt":
            return (implies(new, _is_comparable(operator, place, others[0])),)
        case "fp.abs":
            return (not_(fp_is("fp.isNegative", new)),)
        case "bvule" | "bvsle":
            return (or_(new, not_(_always(operator, place, others[0]))),)
        case "*" if others[0].operator == "constant":
            return (equal(modulo(new, others[0]), integer(0)),) if new.sort is INT else ()
        case "mod" if place == 0 and _is_nonzero(others[0]):
            return (le(integer(0), new), lt(new, integer(abs(int_payload(others[0])))))
        case "bv2nat":
            width = width_of(user.arguments[0])
            return (le(integer(0), new), lt(new, integer(1 << width)))
    return None


def _is_nonzero(term: Term) -> bool:
    return term.operator == "constant" and bool(term.payload)


def _always(operator: str, place: int, other: Term) -> Term:
    """When ``x <= other`` (or ``other <= x``) holds for every x: the other is an extreme."""
    width = width_of(other)
    if operator == "bvule":
        return equal(other, bit_vector(0 if place else -1, width))
    return equal(other, bit_vector((1 << (width - 1)) - (0 if place else 1), width))


def _is_comparable(operator: str, place: int, other: Term) -> Term:
    """When there is a float on the other side of a comparison."""
    if operator != "fp.lt":
        return not_(fp_is_nan(other))
    assert isinstance(other.sort, Float)
    return not_(or_(fp_is_nan(other), equal(other, fp_infinity(other.sort, negative=place == 0))))


def _range_of_choice(place: int, new: Term, others: Sequence[Term]) -> tuple[Term, ...]:
    if place == 0:
        return (or_(*[equal(new, other) for other in others]),)
    condition, other = others
    return (or_(condition if place == 1 else not_(condition), equal(new, other)),)


def _range_of_bits(
    user: Term, place: int, new: Term, others: Sequence[Term]
) -> tuple[Term, ...] | None:
    width = width_of(user)
    if user.operator in ("zero_extend", "sign_extend"):
        narrow = width_of(user.arguments[0])
        extend = zero_extend if user.operator == "zero_extend" else sign_extend
        return (equal(new, extend(extract(new, narrow - 1, 0), width - narrow)),)
    if not others:
        return None
    other = others[0]
    match user.operator:
        case "ite":
            return _range_of_choice(place, new, others)
        case "bvor":
            return (equal(new, bv_or(new, other)),)
        case "bvand":
            return (equal(new, bv_and(new, other)),)
        case "bvmul" if _is_nonzero(other):
            zeros = (int_payload(other) & -int_payload(other)).bit_length() - 1
            low_bits = bit_vector(0, zeros) if zeros else None
            return () if low_bits is None else (equal(extract(new, zeros - 1, 0), low_bits),)
        case "bvshl" if place == 0:
            return (equal(new, bv_shl(bv_lshr(new, other), other)),)
        case "bvlshr" if place == 0:
            return (equal(new, bv_lshr(bv_shl(new, other), other)),)
        case "bvashr" if place == 0 and other.operator == "constant" and int_payload(other) < width:
            return (equal(new, bv_ashr(bv_shl(new, other), other)),)
        case "bvurem" if place == 0:
            return (or_(equal(other, bit_vector(0, width)), bv_ult(new, other)),)
        case "bvudiv" if place == 0 and _is_nonzero(other):
            return (bv_ule(new, bv_udiv(bit_vector(-1, width), other)),)
    return None
