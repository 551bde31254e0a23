"""Builtins and library functions that need no call: they become ordinary expressions and edges.

Comes in: a request, that is the canonical name, the result type and the argument values. Goes out:
the value. What every encoding would otherwise have to know twice is said here once, in the
arithmetic of the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, INT, VOID, Floating, Integer, Pointer
from maul.cfa.build.code import Code, CodePoint
from maul.cfa.build.constants import NOTHING, convert, number, pointed, unary, wrapping, zero
from maul.cfa.build.library.atomics import atomic
from maul.cfa.build.library.bits import HANDLERS as BIT_HANDLERS
from maul.cfa.build.library.described import assume, set_errno
from maul.cfa.build.library.numerals import NUMERALS
from maul.cfa.build.library.requests import LoweredCall
from maul.cfa.build.library.stdlib import STDLIB
from maul.cfa.expressions import (
    Binary,
    Constant,
    Convert,
    Deref,
    Expression,
    Load,
    Overflows,
    PointerAdd,
)
from maul.cfa.library import READS_TEXT, SCANS, argument_slots
from maul.cfa.model import Call, Havoc
from maul.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType

__all__ = ["LoweredCall", "lowered"]

BYTE = Integer(8, signed=False)


def lowered(code: Code, request: LoweredCall) -> Expression:
    """The value of a lowered function, after the edges it needs."""
    name = request.name
    if name.startswith(("__sync_", "__atomic_", "__c11_atomic_")):
        return atomic(code, request)
    if name.endswith(("_overflow", "_overflow_p")):
        return _overflow(code, request)
    handler = _HANDLERS.get(name)
    if handler is None:
        raise Unsupported(request.span, f"call of {name}")
    return handler(code, request)


# ---- hints ----


def _first(_: Code, request: LoweredCall) -> Expression:
    return request.arguments[0]


def _nothing(_: Code, request: LoweredCall) -> Expression:
    return zero(request.type) if request.type != VOID else NOTHING


def _object_size(code: Code, request: LoweredCall) -> Expression:
    """Any number: what gcc knows of an object depends on how it compiles."""
    size = code.temporary(request.type)
    code.emit(Havoc(code.whole.place(size), "size that a compiler knows"), request.span)
    return code.whole.load(size)


def _check_value(code: Code, request: LoweredCall) -> Expression:
    """An assumption or assertion called through a pointer is beyond what programs do."""
    raise Unsupported(request.span, f"{request.name} called in an unusual way in {code.name}")


# ---- variable arguments ----


def _argument_pointer(code: Code, storage: Expression) -> Deref:
    """Where a ``va_list`` keeps the address of the next argument: in its first bytes."""
    pointer = code.whole.program.model.pointer_to(VOID)
    return Deref(pointer, convert(code.whole.program.model.pointer_to(pointer), storage))


def _va_start(code: Code, request: LoweredCall) -> Expression:
    if code.varargs is None:
        raise Unsupported(request.span, "va_start in a function without variable arguments")
    target = _argument_pointer(code, request.arguments[0])
    code.assign(target, code.whole.load(code.varargs), request.span)
    return NOTHING


def _va_copy(code: Code, request: LoweredCall) -> Expression:
    target, source = (_argument_pointer(code, storage) for storage in request.arguments)
    code.assign(target, Load(source.type, source), request.span)
    return NOTHING


def _va_arg(code: Code, request: LoweredCall) -> Expression:
    """The address of the next argument; the list moves on by its slots."""
    storage = code.handy(request.arguments[0])
    size = request.arguments[1]
    if not isinstance(size, Constant) or not isinstance(size.value, int):
        raise Unsupported(request.span, "va_arg of a type of variable size")
    slots = argument_slots(size.value)
    target = _argument_pointer(code, storage)
    here = code.save(Load(target.type, target))
    beyond = PointerAdd(target.type, "+", here, Constant(INT, slots), 1)
    code.assign(target, beyond, request.span)
    return here


# ---- integers ----


def _scanned(code: Code, request: LoweredCall) -> Expression:
    """``scanf`` and its kin: every object that may be written becomes arbitrary, and so does the
    number of those that were. Text has no length that the types tell.
    """
    code.whole.assume(f"{request.name} may read any numbers, whatever the text", request.span)
    if request.name.endswith("sscanf"):
        code.emit(Call(None, READS_TEXT, request.arguments[:1]), request.span)
    for pointer in request.arguments[SCANS[request.name] :]:
        target = pointer.type.target if isinstance(pointer.type, Pointer) else VOID
        if not isinstance(target, (Integer, Floating)) or target in (CHAR, BYTE):
            raise Unsupported(request.span, f"{request.name} into something that is no number")
        code.emit(Havoc(pointed(target, pointer), "read by a format"), request.span)
    count = code.temporary(INT)
    code.emit(Havoc(code.whole.place(count), "read by a format"), request.span)
    most = max(len(request.arguments) - SCANS[request.name], 0)
    assume(code, _is(">=", code.whole.load(count), Constant(INT, -1)))
    assume(code, _is("<=", code.whole.load(count), Constant(INT, most)))
    set_errno(code, request.span)
    return convert(request.type, code.whole.load(count)) if request.type != VOID else NOTHING


def _absolute(code: Code, request: LoweredCall) -> Expression:
    number_given = code.handy(request.arguments[0])
    t = number_given.type
    result = code.whole.place(code.temporary(t))
    negative, other, end = CodePoint(), CodePoint(), CodePoint()
    code.test(Binary(INT, "<", number_given, number(t, 0)), negative, other)
    code.resume(negative)
    code.assign(result, unary(t, "-", number_given))
    code.jump(end)
    code.resume(other)
    code.assign(result, number_given)
    code.jump(end)
    code.resume(end)
    return code.whole.load(result.variable)


def _overflow(code: Code, request: LoweredCall) -> Expression:
    """``__builtin_add_overflow`` and its kin: compute as in mathematics, store wrapped, tell."""
    operator = {"add": "+", "sub": "-", "mul": "*"}[_operation(request.name)]
    left, right, third = request.arguments
    if request.name.endswith("_p"):
        return Overflows(INT, operator, left, right, third.type)
    target = third.type.target if isinstance(third.type, Pointer) else VOID
    if not isinstance(target, Integer):
        raise Unsupported(request.span, f"{request.name} on a type that is no integer")
    third = code.handy(third)
    left, right = code.handy(left), code.handy(right)
    flag = code.save(Overflows(INT, operator, left, right, target))
    wrapped = wrapping(target, operator, convert(target, left), convert(target, right))
    code.assign(pointed(target, third), wrapped, request.span)
    return flag


def _operation(name: str) -> str:
    return next(operation for operation in ("add", "sub", "mul") if operation in name)


# ---- floats ----

_SMALLEST_NORMAL = {32: 2.0**-126, 64: 2.0**-1022}


def _float_argument(code: Code, request: LoweredCall, index: int = 0) -> Expression:
    value = request.arguments[index]
    if not isinstance(value.type, Floating):
        raise Unsupported(request.span, f"{request.name} on a type that is no float")
    return code.handy(value)


def _double(t: CType, value: float) -> Expression:
    """A double as a constant of a float type; the wide formats have no infinite constants."""
    if isinstance(t, Floating) and t.bits <= 64:
        return Constant(t, value)
    return Convert(t, Constant(Floating(64, 8), value))


def _is(operator: str, a: Expression, b: Expression) -> Expression:
    return Binary(INT, operator, a, b)


def _or(a: Expression, b: Expression) -> Expression:
    return Binary(INT, "|", a, b)


def _and(a: Expression, b: Expression) -> Expression:
    return Binary(INT, "&", a, b)


def _is_nan(code: Code, request: LoweredCall) -> Expression:
    x = _float_argument(code, request)
    return _is("!=", x, x)


def _is_infinite(code: Code, request: LoweredCall) -> Expression:
    """Gcc's builtin and glibc's functions differ: the latter give -1 for minus infinity."""
    x = _float_argument(code, request)
    infinity = _double(x.type, float("inf"))
    minus = _double(x.type, float("-inf"))
    combine = _or if request.name == "__builtin_isinf" else _minus
    return combine(_is("==", x, infinity), _is("==", x, minus))


def _minus(a: Expression, b: Expression) -> Expression:
    return Binary(INT, "-", a, b)


def _finite(x: Expression) -> Expression:
    infinity = _double(x.type, float("inf"))
    minus = _double(x.type, float("-inf"))
    return _and(_is("<", x, infinity), _is(">", x, minus))


def _is_finite(code: Code, request: LoweredCall) -> Expression:
    return _finite(_float_argument(code, request))


def _large_enough(request: LoweredCall, x: Expression) -> Expression:
    """Whether the absolute value is at least the smallest normal number, or x is no number."""
    bits = x.type.bits if isinstance(x.type, Floating) else 0
    if bits not in _SMALLEST_NORMAL:
        raise Unsupported(request.span, f"{request.name} of long double")
    least = _SMALLEST_NORMAL[bits]
    return _or(_is(">=", x, _double(x.type, least)), _is("<=", x, _double(x.type, -least)))


def _is_normal(code: Code, request: LoweredCall) -> Expression:
    x = _float_argument(code, request)
    return _and(_finite(x), _large_enough(request, x))


def _comparison(operator: str) -> Callable[[Code, LoweredCall], Expression]:
    def compare(code: Code, request: LoweredCall) -> Expression:
        return _is(operator, *_two_floats(code, request))

    return compare


def _two_floats(code: Code, request: LoweredCall) -> tuple[Expression, Expression]:
    """Both arguments in the wider of their types."""
    a, b = request.arguments
    t = max((a.type, b.type), key=lambda t: t.bits if isinstance(t, Floating) else 0)
    return code.handy(convert(t, a)), code.handy(convert(t, b))


def _is_less_or_greater(code: Code, request: LoweredCall) -> Expression:
    a, b = _two_floats(code, request)
    return _or(_is("<", a, b), _is(">", a, b))


def _is_unordered(code: Code, request: LoweredCall) -> Expression:
    a, b = _two_floats(code, request)
    return _or(_is("!=", a, a), _is("!=", b, b))


def _classify(
    code: Code, x: Expression, classes: tuple[Expression, ...], request: LoweredCall
) -> Expression:
    """One of the classes NaN, infinite, normal, subnormal and zero, in this order."""
    nan, infinite, normal, subnormal, nought = classes
    result = code.whole.place(code.temporary(INT))
    end = CodePoint()
    tests = (
        (_is("!=", x, x), nan),
        (_is("==", x, number(x.type, 0)), nought),
        (unary(INT, "!", _finite(x)), infinite),
        (_large_enough(request, x), normal),
    )
    for condition, outcome in tests:
        yes, no = CodePoint(), CodePoint()
        code.test(condition, yes, no)
        code.resume(yes)
        code.assign(result, outcome)
        code.jump(end)
        code.resume(no)
    code.assign(result, subnormal)
    code.enter(end)
    return code.whole.load(result.variable)


def _fpclassify(code: Code, request: LoweredCall) -> Expression:
    x = _float_argument(code, request, 5)
    return _classify(code, x, request.arguments[:5], request)


def _libc_fpclassify(code: Code, request: LoweredCall) -> Expression:
    """Glibc's numbers: FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4."""
    x = _float_argument(code, request)
    classes = tuple(Constant(INT, number) for number in (0, 1, 4, 3, 2))
    return _classify(code, x, classes, request)


def _infinity(_: Code, request: LoweredCall) -> Expression:
    return _double(request.type, float("inf"))


def _not_a_number(_: Code, request: LoweredCall) -> Expression:
    return _double(request.type, float("nan"))


def _named(
    names: str, handler: Callable[[Code, LoweredCall], Expression]
) -> dict[str, Callable[[Code, LoweredCall], Expression]]:
    return dict.fromkeys(names.split(), handler)


_HANDLERS: dict[str, Callable[[Code, LoweredCall], Expression]] = {
    **_named("__builtin_expect __builtin_expect_with_probability __builtin_assume_aligned", _first),
    **_named(
        "__builtin_prefetch __VERIFIER_atomic_begin __VERIFIER_atomic_end __builtin_va_end",
        _nothing,
    ),
    **_named("assert __VERIFIER_assert __VERIFIER_assume", _check_value),
    **_named("__builtin_object_size __builtin_dynamic_object_size", _object_size),
    "__builtin_va_start": _va_start,
    "__builtin_va_copy": _va_copy,
    "__va_arg_ptr": _va_arg,
    **_named("abs labs llabs imaxabs", _absolute),
    **_named(" ".join(SCANS), _scanned),
    **_named("isnan isnanf isnanl __isnan __isnanf __isnanl __builtin_isnan", _is_nan),
    **_named(
        "isinf isinff isinfl __isinf __isinff __isinfl __builtin_isinf __builtin_isinf_sign",
        _is_infinite,
    ),
    **_named(
        "isfinite finite finitef finitel __finite __finitef __finitel __builtin_isfinite",
        _is_finite,
    ),
    **_named("isnormal __builtin_isnormal", _is_normal),
    "__builtin_fpclassify": _fpclassify,
    **_named("__fpclassify __fpclassifyf __fpclassifyl", _libc_fpclassify),
    "__builtin_isgreater": _comparison(">"),
    "__builtin_isgreaterequal": _comparison(">="),
    "__builtin_isless": _comparison("<"),
    "__builtin_islessequal": _comparison("<="),
    "__builtin_islessgreater": _is_less_or_greater,
    "__builtin_isunordered": _is_unordered,
    **_named("__builtin_inf __builtin_inff __builtin_infl", _infinity),
    **_named("__builtin_huge_val __builtin_huge_valf __builtin_huge_vall", _infinity),
    **_named("__builtin_nan __builtin_nanf __builtin_nanl", _not_a_number),
    **BIT_HANDLERS,
    **STDLIB,
    **NUMERALS,
}
