"""The functions of ``<math.h>`` that IEEE 754 defines, in formulas.

Comes in: the evaluation of a call and its operation. Goes out: the result. A NaN has no sign in
SMT-LIB: where the sign of one matters, that case is left out as a limit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import INT, Floating, Integer
from maul.cfa.expressions import Deref
from maul.encode.numbers import NoTerm
from maul.logic.build import (
    RNA,
    RNE,
    RTN,
    RTP,
    RTZ,
    Term,
    and_,
    float_sort,
    fp_abs,
    fp_add,
    fp_eq,
    fp_fma,
    fp_is,
    fp_is_nan,
    fp_lt,
    fp_neg,
    fp_rem,
    fp_round,
    fp_sqrt,
    fp_sub,
    fp_zero,
    ite,
    not_,
    or_,
)

if TYPE_CHECKING:
    from maul.cfa.model import Call
    from maul.encode.expressions import Evaluation
    from maul.encode.numbers import Typed

Entry: TypeAlias = "Callable[[Evaluation, Call], Typed]"


def _arguments(at: Evaluation, operation: Call, count: int) -> tuple[Floating, list[Term]]:
    """The type and the values of floating arguments."""
    given = operation.arguments[:count]
    t = given[0].type if given else None
    if not isinstance(t, Floating) or any(each.type != t for each in given) or len(given) < count:
        raise NoTerm(f"a call of {operation.function} with arguments of other types")
    return t, [at.value(each) for each in given]


def _one(function: Callable[[Term], Term]) -> Entry:
    def entry(at: Evaluation, operation: Call) -> Typed:
        t, (x,) = _arguments(at, operation, 1)
        return t, function(x)

    return entry


def _two(function: Callable[[Term, Term], Term]) -> Entry:
    def entry(at: Evaluation, operation: Call) -> Typed:
        t, (x, y) = _arguments(at, operation, 2)
        return t, function(x, y)

    return entry


def _fma(at: Evaluation, operation: Call) -> Typed:
    t, (x, y, z) = _arguments(at, operation, 3)
    return t, fp_fma(x, y, z)


def _rounded(mode: str) -> Entry:
    return _one(lambda x: fp_round(x, mode))


def _to_integer(mode: str, *, long_long: bool) -> Entry:
    """Rounded, then converted to long or long long."""

    def entry(at: Evaluation, operation: Call) -> Typed:
        t, (x,) = _arguments(at, operation, 1)
        bits = 64 if long_long else 8 * at.layout.model.pointer_size
        whole = Integer(bits, signed=True)
        return whole, at.numbers.converted(t, whole, fp_round(x, mode))

    return entry


def _lesser(x: Term, y: Term) -> Term:
    """``fmin``: a number rather than a NaN, and the negative zero."""
    first = or_(fp_lt(x, y), and_(fp_eq(x, y), fp_is("fp.isNegative", x)))
    return ite(fp_is_nan(x), y, ite(or_(fp_is_nan(y), first), x, y))


def _greater(x: Term, y: Term) -> Term:
    """``fmax``: a number rather than a NaN, and the positive zero."""
    first = or_(fp_lt(y, x), and_(fp_eq(x, y), fp_is("fp.isPositive", x)))
    return ite(fp_is_nan(x), y, ite(or_(fp_is_nan(y), first), x, y))


def _difference(x: Term, y: Term) -> Term:
    """``fdim``: how much larger x is."""
    unordered = or_(fp_is_nan(x), fp_is_nan(y))
    return ite(or_(unordered, fp_lt(y, x)), fp_sub(x, y), fp_zero(float_sort("fdim", x)))


def _modulo(x: Term, y: Term) -> Term:
    """``fmod``, from the remainder that is nearest to zero: both are exact."""
    divisor = fp_abs(y)
    nearest = fp_rem(fp_abs(x), divisor)
    zero = fp_zero(float_sort("fmod", x))
    least = ite(fp_lt(nearest, zero), fp_add(nearest, divisor), nearest)
    return _with_sign_of(x, least)


def _with_sign_of(x: Term, magnitude: Term) -> Term:
    return ite(fp_is("fp.isNegative", x), fp_neg(fp_abs(magnitude)), fp_abs(magnitude))


def _copysign(at: Evaluation, operation: Call) -> Typed:
    t, (x, y) = _arguments(at, operation, 2)
    at.limits.append(not_(fp_is_nan(y)))
    return t, _with_sign_of(y, x)


def _signbit(at: Evaluation, operation: Call) -> Typed:
    _, (x,) = _arguments(at, operation, 1)
    at.limits.append(not_(fp_is_nan(x)))
    return INT, at.numbers.number(INT, fp_is("fp.isNegative", x))


def _modf(at: Evaluation, operation: Call) -> Typed:
    """The fraction, the whole part being stored; both with the sign of the argument."""
    t, (x,) = _arguments(at, operation, 1)
    whole = fp_round(x, RTZ)
    zero = fp_zero(float_sort("modf", x))
    fraction = ite(fp_is("fp.isInfinite", x), zero, fp_sub(x, whole))
    at.store(Deref(t, operation.arguments[1]), whole)
    return t, _with_sign_of(x, fraction)


_FUNCTIONS: dict[str, Entry] = {
    "fabs": _one(fp_abs),
    "sqrt": _one(fp_sqrt),
    "floor": _rounded(RTN),
    "ceil": _rounded(RTP),
    "trunc": _rounded(RTZ),
    "round": _rounded(RNA),
    **dict.fromkeys(("rint", "nearbyint", "roundeven"), _rounded(RNE)),
    "lround": _to_integer(RNA, long_long=False),
    "llround": _to_integer(RNA, long_long=True),
    "lrint": _to_integer(RNE, long_long=False),
    "llrint": _to_integer(RNE, long_long=True),
    "fmin": _two(_lesser),
    "fmax": _two(_greater),
    "fmod": _two(_modulo),
    **dict.fromkeys(("remainder", "drem"), _two(fp_rem)),
    "fdim": _two(_difference),
    "copysign": _copysign,
    **dict.fromkeys(("signbit", "__signbit"), _signbit),
    "fma": _fma,
    "modf": _modf,
}
MATHEMATICS: dict[str, Entry] = {
    name + suffix: entry for name, entry in _FUNCTIONS.items() for suffix in ("", "f", "l")
}
