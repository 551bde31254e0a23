"""Terms of propositional logic, equality, if-then-else, symbols, functions and quantifiers.

Comes in: well-sorted terms. Goes out: an equivalent of the asked-for term, simplified as far as a
look at the arguments (and now and then at theirs) allows. ``=>`` and Boolean ``xor`` are said with
``or`` and ``=``; ``and`` and ``or`` are flat, without repetition, ordered by number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT, BitVec, Sort
from maul.logic.terms import (
    FALSE,
    TRUE,
    Function,
    Term,
    application,
    by_number,
    constants_last,
    indexed,
    int_payload,
    leaf,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

# A longer junction inside a junction stays nested: else adding one part at a time is quadratic.
FLAT = 64


class SortMismatch(ValueError):
    """A term was asked for whose arguments do not fit together."""


def mismatch(operator: str, *terms: Term) -> SortMismatch:
    """What to raise when the arguments of an operator do not fit."""
    return SortMismatch(f"{operator} of {', '.join([str(term.sort) for term in terms])}")


def symbol(name: str, sort: Sort) -> Term:
    """A variable, free or (below a quantifier) bound."""
    return leaf("symbol", sort, name)


def boolean(value: bool) -> Term:  # noqa: FBT001 - the value is what the term is
    """``true`` or ``false``."""
    return TRUE if value else FALSE


def apply(function: Function, *arguments: Term) -> Term:
    """An uninterpreted function applied to arguments; without arguments it is a symbol."""
    if tuple([argument.sort for argument in arguments]) != function.parameters:
        raise mismatch(function.name, *arguments)
    if not arguments:
        return symbol(function.name, function.result)
    return indexed("apply", arguments, function, function.result)


# ---- propositional logic ----


def not_(term: Term) -> Term:
    """Negation."""
    if term.operator == "not":
        return term.arguments[0]
    if term.operator == "constant":
        return FALSE if term is TRUE else TRUE
    if term.sort is not BOOL:
        raise mismatch("not", term)
    return application("not", (term,), BOOL)


def and_(*parts: Term) -> Term:
    """Conjunction; true when there are no parts."""
    return _junction("and", parts, TRUE, FALSE)


def or_(*parts: Term) -> Term:
    """Disjunction; false when there are no parts."""
    return _junction("or", parts, FALSE, TRUE)


def _junction(operator: str, parts: tuple[Term, ...], unit: Term, zero: Term) -> Term:
    """``and`` or ``or`` with its neutral and its absorbing element."""
    kept: dict[Term, None] = {}
    for part in parts:
        if part is zero:
            return zero
        if part.operator == operator and len(part.arguments) <= FLAT:
            kept.update(dict.fromkeys(part.arguments))
        elif part is not unit:
            if part.sort is not BOOL:
                raise mismatch(operator, part)
            kept[part] = None
    for part in kept:
        if part.operator == "not" and part.arguments[0] in kept:
            return zero
    if len(kept) < 2:
        return next(iter(kept), unit)
    return application(operator, tuple(sorted(kept, key=by_number)), BOOL)


def implies(left: Term, right: Term) -> Term:
    """Implication, as a disjunction."""
    return or_(not_(left), right)


def xor(left: Term, right: Term) -> Term:
    """Exactly one of two Booleans."""
    return not_(equal(left, right))


# ---- equality ----


def equal(left: Term, right: Term) -> Term:
    """Both terms have the same value; on floats this is not ``fp.eq``: NaN equals itself."""
    if left is right:
        return TRUE
    sort = left.sort
    if right.sort is not sort:
        raise mismatch("=", left, right)
    if left.operator == "constant" or (left.number > right.number and right.operator != "constant"):
        left, right = right, left
    if sort is BOOL:
        return _iff(left, right)
    if right.operator == "constant":
        simpler = _equal_to_constant(left, right)
        if simpler is not None:
            return simpler
    elif differ_by_constant(left, right):
        return FALSE
    elif left.operator == right.operator == "concat" and left.arguments[0] is right.arguments[0]:
        return equal(left.arguments[1], right.arguments[1])
    return application("=", (left, right), BOOL)


def _iff(left: Term, right: Term) -> Term:
    """Equality of Booleans; a constant stands on the right, and negations go outside."""
    if right.operator == "constant":
        return left if right is TRUE else not_(left)
    negated = False
    if left.operator == "not":
        left, negated = left.arguments[0], True
    if right.operator == "not":
        right, negated = right.arguments[0], not negated
    if left is right:
        return boolean(not negated)
    pair = (left, right) if left.number < right.number else (right, left)
    found = application("=", pair, BOOL)
    return not_(found) if negated else found


def _equal_to_constant(left: Term, right: Term) -> Term | None:
    """A simpler form of an equality with a constant, if there is one at a glance."""
    operator = left.operator
    if operator == "constant":
        return FALSE
    if operator == "ite":
        condition, then, other = left.arguments
        if then.operator == other.operator == "constant":
            if then is right:
                return condition
            return not_(condition) if other is right else FALSE
    elif operator in ("bvadd", "+"):
        base, offset = split_offset(left)
        if offset:
            return equal(base, leaf("constant", left.sort, _shifted(right, -offset)))
    elif operator == "concat" and left.arguments[0].operator == "constant":
        high, low = _halves(right, left)
        return equal(left.arguments[1], low) if high is left.arguments[0] else FALSE
    elif operator == "zero_extend":
        inner, value = left.arguments[0], int_payload(right)
        assert isinstance(inner.sort, BitVec)
        if value >> inner.sort.width:
            return FALSE
        return equal(inner, leaf("constant", inner.sort, value))
    return None


def _shifted(constant: Term, by: int) -> int:
    """The value of an Int or BitVec constant plus a number, in its sort."""
    value = int_payload(constant) + by
    return value & ((1 << constant.sort.width) - 1) if isinstance(constant.sort, BitVec) else value


def split_offset(term: Term) -> tuple[Term, int]:
    """An Int or BitVec term that is no constant as something plus a number."""
    if term.operator == "bvadd" and term.arguments[1].operator == "constant":
        return term.arguments[0], int_payload(term.arguments[1])
    if term.operator == "+" and term.sort is INT and term.arguments[-1].operator == "constant":
        rest = term.arguments[:-1]
        base = rest[0] if len(rest) == 1 else application("+", rest, INT)
        return base, int_payload(term.arguments[-1])
    return term, 0


def differ_by_constant(left: Term, right: Term) -> bool:
    """Whether the terms surely differ: distinct constants, or one base plus distinct numbers."""
    if left.operator == "constant" and right.operator == "constant":
        return left is not right
    operators = (left.operator, right.operator)
    if "concat" in operators:
        return _halves_differ(left, right)
    if "bvadd" not in operators and "+" not in operators:
        return False
    base, offset = split_offset(left)
    other_base, other_offset = split_offset(right)
    return base is other_base and offset != other_offset


def _halves_differ(left: Term, right: Term) -> bool:
    """Whether bits put together surely differ from others: in their high or their low half."""
    if left.operator != "concat":
        left, right = right, left
    if right.operator == "constant":
        high, low = _halves(right, left)
    elif right.operator == "concat" and right.arguments[1].sort is left.arguments[1].sort:
        high, low = right.arguments
    else:
        return False
    if left.arguments[0] is high:
        return differ_by_constant(left.arguments[1], low)
    return differ_by_constant(left.arguments[0], high)


def _halves(constant: Term, like: Term) -> tuple[Term, Term]:
    """A constant cut where a ``concat`` is put together."""
    value, (high, low) = int_payload(constant), (part.sort for part in like.arguments)
    assert isinstance(low, BitVec)
    rest = leaf("constant", low, value & ((1 << low.width) - 1))
    return leaf("constant", high, value >> low.width), rest


def distinct(*terms: Term) -> Term:
    """No two of the terms have the same value."""
    kept = sorted(dict.fromkeys(terms), key=constants_last)
    if any(term.sort is not kept[0].sort for term in kept):
        raise mismatch("distinct", *terms)
    if len(kept) < len(terms):
        return FALSE
    if len(kept) < 2 or all(term.operator == "constant" for term in kept):
        return TRUE
    if len(kept) == 2:
        return not_(equal(*kept))
    return application("distinct", tuple(kept), BOOL)


# ---- choice ----


def ite(condition: Term, then: Term, other: Term) -> Term:
    """``then`` if the condition holds, else ``other``."""
    if condition.sort is not BOOL or then.sort is not other.sort:
        raise mismatch("ite", condition, then, other)
    if condition.operator == "constant":
        return then if condition is TRUE else other
    if condition.operator == "not":
        condition, then, other = condition.arguments[0], other, then
    if then.operator == "ite" and then.arguments[0] is condition:
        then = then.arguments[1]
    if other.operator == "ite" and other.arguments[0] is condition:
        other = other.arguments[2]
    if then is other:
        return then
    if then.sort is BOOL:
        if then.operator == "constant":
            return or_(condition, other) if then is TRUE else and_(not_(condition), other)
        if other.operator == "constant":
            return or_(not_(condition), then) if other is TRUE else and_(condition, then)
    return application("ite", (condition, then, other), then.sort)


# ---- quantifiers ----


def exists(symbols: Iterable[Term], body: Term) -> Term:
    """Some values of the symbols satisfy the body; symbols that are not free in it are left out."""
    return _quantified("exists", symbols, body)


def forall(symbols: Iterable[Term], body: Term) -> Term:
    """All values of the symbols satisfy the body; symbols that are not free in it are left out."""
    return _quantified("forall", symbols, body)


def _quantified(operator: str, symbols: Iterable[Term], body: Term) -> Term:
    """The body below a quantifier, merged with one of the same kind."""
    if body.sort is not BOOL:
        raise mismatch(operator, body)
    wanted = set(symbols)
    if any(term.operator != "symbol" for term in wanted):
        raise SortMismatch(f"{operator} binds symbols only")
    bound = [term for term in free_symbols(body) if term in wanted]
    if not bound:
        return body
    if body.operator == operator:
        inner = body.payload
        assert isinstance(inner, tuple)
        bound = sorted([*bound, *[term for term in inner if isinstance(term, Term)]], key=by_number)
        body = body.arguments[0]
    return indexed(operator, (body,), tuple(bound), BOOL)
