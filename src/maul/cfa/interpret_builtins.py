"""The builtin functions on integers, for automata in which they are still calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from maul.cfa.interpret_memory import Undefined
from maul.cfa.interpret_site import Effect, Site

Entry: TypeAlias = Callable[[Site], Effect]


def _bits(site: Site, suffix: str) -> int:
    return {"": 32, "l": 8 * site.world.memory.pointer_size, "ll": 64}[suffix]


def _counted(count: Callable[[int, int], int], suffix: str) -> Entry:
    """A function of the bits of an unsigned value and of their number."""

    def entry(site: Site) -> Effect:
        x, bits = site.integer(0), _bits(site, suffix)
        mask = (1 << bits) - 1
        return site.give_integer(lambda: count(x() & mask, bits))

    return entry


def _leading(x: int, bits: int) -> int:
    if x == 0:
        raise Undefined("leading zeros of 0 counted")
    return bits - x.bit_length()


def _trailing(x: int, _: int) -> int:
    if x == 0:
        raise Undefined("trailing zeros of 0 counted")
    return (x & -x).bit_length() - 1


def _redundant_sign(x: int, bits: int) -> int:
    magnitude = x ^ ((1 << bits) - 1) if x >> bits - 1 else x
    return bits - 1 - magnitude.bit_length()


_COUNTS: dict[str, Callable[[int, int], int]] = {
    "clz": _leading,
    "ctz": _trailing,
    "popcount": lambda x, _: x.bit_count(),
    "parity": lambda x, _: x.bit_count() & 1,
    "ffs": lambda x, _: (x & -x).bit_length(),
    "clrsb": _redundant_sign,
}


def _bswap(size: int) -> Entry:
    def entry(site: Site) -> Effect:
        x, mask = site.integer(0), (1 << 8 * size) - 1
        return site.give_integer(
            lambda: int.from_bytes((x() & mask).to_bytes(size, "little"), "big")
        )

    return entry


def _absolute(site: Site) -> Effect:
    x = site.integer(0)
    return site.give_integer(lambda: abs(x()))


BUILTINS: dict[str, Entry] = {
    **{
        name + suffix: _counted(count, suffix)
        for name, count in _COUNTS.items()
        for suffix in ("", "l", "ll")
    },
    **{f"bswap{8 * size}": _bswap(size) for size in (2, 4, 8, 16)},
    **dict.fromkeys(("abs", "labs", "llabs", "imaxabs"), _absolute),
}
