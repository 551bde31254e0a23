"""The modelled functions of ``<math.h>``.

Everything IEEE 754 defines is exact. Of the others (``sin``, ``exp`` ...) two C libraries may
differ in the last bit: a call of one is noted among the approximations of the execution.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import TypeAlias

from maul.c.ctype import Floating
from maul.c.numbers import INVALID, bounds
from maul.errors import Unsupported
from maul.interpret.arithmetic import truncated
from maul.interpret.library.site import Effect, LibraryCall

Entry: TypeAlias = Callable[[LibraryCall], Effect]

# ---- exact functions of floats -----------------------------------------------------------------


def _rounded(function: Callable[[float], float]) -> Callable[[float], float]:
    """A function to integers as one of floats: what is not finite stays, and so does the sign of
    zero.
    """

    def run(x: float) -> float:
        return math.copysign(function(x), x) if math.isfinite(x) else x

    return run


def _away(x: float) -> float:
    """``round``: halfway cases away from zero [C11 7.12.9.6]."""
    whole = math.trunc(x)
    return float(whole + (1 if x > 0 else -1)) if abs(x - whole) >= 0.5 else float(whole)


def _sqrt(x: float) -> float:
    return float(INVALID) if x < 0 else math.sqrt(x) if math.isfinite(x) else x


def _fmod(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y):
        return x + y
    return float(INVALID) if math.isinf(x) or y == 0 else math.fmod(x, y)


def _remainder(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y):
        return x + y
    return float(INVALID) if math.isinf(x) or y == 0 else math.remainder(x, y)


def _fmin(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y):
        return y if math.isnan(x) else x
    return x if x < y or (x == y and math.copysign(1, x) < 0) else y


def _fmax(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y):
        return y if math.isnan(x) else x
    return x if x > y or (x == y and math.copysign(1, x) > 0) else y


def _fdim(x: float, y: float) -> float:
    return x - y if math.isnan(x) or math.isnan(y) or x > y else 0.0


_EXACT_ONE: dict[str, Callable[[float], float]] = {
    "fabs": abs,
    "sqrt": _sqrt,
    "floor": _rounded(math.floor),
    "ceil": _rounded(math.ceil),
    "trunc": _rounded(math.trunc),
    "round": _rounded(_away),
    "rint": _rounded(round),
    "nearbyint": _rounded(round),
    "roundeven": _rounded(round),
}
_EXACT_TWO: dict[str, Callable[[float, float], float]] = {
    "fmin": _fmin,
    "fmax": _fmax,
    "fmod": _fmod,
    "remainder": _remainder,
    "drem": _remainder,
    "copysign": math.copysign,
    "fdim": _fdim,
}
_TO_INTEGER: dict[str, Callable[[float], float]] = {
    "round": _rounded(_away),
    "rint": _rounded(round),
}


def _one(function: Callable[[float], float]) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        x = site.real(0)
        return site.give_real(lambda: function(x()))

    return entry


def _two(function: Callable[[float, float], float]) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        x, y = site.real(0), site.real(1)
        return site.give_real(lambda: function(x(), y()))

    return entry


def _to_integer(function: Callable[[float], float], *, long_long: bool) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        x = site.real(0)
        bits = 64 if long_long else 8 * site.world.memory.pointer_size
        low, high = bounds(bits, signed=True)
        return site.give_integer(lambda: truncated(function(x()), low, high))

    return entry


def _dyadic(x: float) -> tuple[int, int]:
    """A finite float as an integer times a power of two."""
    numerator, denominator = x.as_integer_ratio()
    return numerator, 1 - denominator.bit_length()


def _scaled(site: LibraryCall) -> Effect:
    """``ldexp``: times a power of two, rounded once also when the result is subnormal."""
    x, power, narrow = site.real(0), site.integer(1), _width(site, 0) == 32

    def run() -> float:
        value = x()
        if not math.isfinite(value) or value == 0:
            return value
        number, exponent = _dyadic(value)
        return _nearest(number, exponent + max(-4000, min(4000, power())), narrow=narrow)

    return site.give_real(run)


def _fused(site: LibraryCall) -> Effect:
    """``fma``: x * y + z with one rounding."""
    x, y, z, narrow = site.real(0), site.real(1), site.real(2), _width(site, 0) == 32

    def run() -> float:
        p, q, r = x(), y(), z()
        if not (math.isfinite(p) and math.isfinite(q)):
            return p * q + r
        if not math.isfinite(r):
            return r
        (m, i), (n, j), (k, h) = _dyadic(p), _dyadic(q), _dyadic(r)
        least = min(i + j, h)
        exact = (m * n << i + j - least) + (k << h - least)
        return _nearest(exact, least, narrow=narrow) if exact else p * q + r

    return site.give_real(run)


def _nearest(number: int, exponent: int, *, narrow: bool) -> float:
    """The float nearest to number * 2^exponent, ties to even; what is too large is infinite."""
    digits, least = (24, -149) if narrow else (53, -1074)
    magnitude = abs(number)
    unit = max(magnitude.bit_length() + exponent - digits, least)
    cut = unit - exponent
    if cut > 0:
        kept, rest, half = magnitude >> cut, magnitude & (1 << cut) - 1, 1 << cut - 1
        magnitude = kept + (rest > half or (rest == half and kept & 1 == 1))
        exponent = unit
    try:
        value = math.ldexp(magnitude, exponent)
    except OverflowError:
        value = math.inf
    return value if number >= 0 else -value


def _nextafter(site: LibraryCall) -> Effect:
    x, y = site.real(0), site.real(1)
    if _width(site, 0) == 64:
        return site.give_real(lambda: math.nextafter(x(), y()))
    return site.give_real(lambda: _next_single(x(), y()))


def _next_single(x: float, y: float) -> float:
    """The binary32 number after ``x`` in the direction of ``y``."""
    if math.isnan(x) or math.isnan(y):
        return x + y
    if x == y:
        return y
    if x == 0:
        return math.copysign(2.0**-149, y)
    code: int = struct.unpack("<i", struct.pack("<f", x))[0]
    moved = code + (1 if (y > x) == (x > 0) else -1)
    value: float = struct.unpack("<f", struct.pack("<i", moved))[0]
    return value


def _modf(site: LibraryCall) -> Effect:
    """The fraction, the whole part being stored; both with the sign of the argument."""
    x, store = site.real(0), _store_through(site, 1)

    def run() -> float:
        value = x()
        whole = _rounded(math.trunc)(value)
        store(whole)
        return math.copysign(0.0 if math.isinf(value) else value - whole, value)

    return site.give_real(run)


def _store_through(site: LibraryCall, index: int) -> Callable[[float], None]:
    memory, target = site.world.memory, site.pointer(index)
    code = "<f" if _width(site, 0) == 32 else "<d"
    return lambda value: memory.write(target(), struct.pack(code, value))


def _frexp(site: LibraryCall) -> Effect:
    memory, x, target = site.world.memory, site.real(0), site.pointer(1)

    def run() -> float:
        fraction, power = math.frexp(x())
        memory.write(target(), struct.pack("<i", power))
        return fraction

    return site.give_real(run)


def _width(site: LibraryCall, index: int) -> int:
    t = site.arguments[index].type
    return t.bits if isinstance(t, Floating) else 64


def _signbit(site: LibraryCall) -> Effect:
    x = site.real(0)
    return site.give_integer(lambda: int(math.copysign(1, x()) < 0))


# ---- functions that C libraries may round differently ------------------------------------------

_INEXACT_ONE: dict[str, Callable[[float], float]] = {
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "exp": math.exp,
    "exp2": math.exp2,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "cbrt": math.cbrt,
}
_INEXACT_TWO: dict[str, Callable[[float, float], float]] = {
    "pow": math.pow,
    "atan2": math.atan2,
    "hypot": math.hypot,
}


def _guarded(value: Callable[[], float], site: LibraryCall) -> Callable[[], float]:
    """Note the approximation; errors are what Python raises for a pole, a domain error or
    overflow.
    """
    noted = site.world.approximations

    def run() -> float:
        noted.setdefault(site.function)
        try:
            return value()
        except ValueError:
            raise Unsupported(site.span, f"domain or pole error of {site.function}") from None
        except OverflowError:
            raise Unsupported(site.span, f"overflow of {site.function}") from None

    return run


def _inexact_one(function: Callable[[float], float]) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        x = site.real(0)
        return site.give_real(_guarded(lambda: function(x()), site))

    return entry


def _inexact_two(function: Callable[[float, float], float]) -> Entry:
    def entry(site: LibraryCall) -> Effect:
        x, y = site.real(0), site.real(1)
        return site.give_real(_guarded(lambda: function(x(), y()), site))

    return entry


def _all_widths(entries: dict[str, Entry]) -> dict[str, Entry]:
    """The functions for double, float and long double (which ends at its first argument)."""
    return {name + suffix: entry for name, entry in entries.items() for suffix in ("", "f", "l")}


MATHEMATICS: dict[str, Entry] = {
    **_all_widths(
        {
            **{name: _one(function) for name, function in _EXACT_ONE.items()},
            **{name: _two(function) for name, function in _EXACT_TWO.items()},
            **{name: _inexact_one(function) for name, function in _INEXACT_ONE.items()},
            **{name: _inexact_two(function) for name, function in _INEXACT_TWO.items()},
            **dict.fromkeys(("signbit", "__signbit"), _signbit),
            **{f"l{name}": _to_integer(f, long_long=False) for name, f in _TO_INTEGER.items()},
            **{f"ll{name}": _to_integer(f, long_long=True) for name, f in _TO_INTEGER.items()},
            **dict.fromkeys(("ldexp", "scalbn"), _scaled),
            "fma": _fused,
            "nextafter": _nextafter,
            "modf": _modf,
            "frexp": _frexp,
        }
    ),
}
