"""Which functions the C library of this machine defines: they are called when a program runs.

Comes in: a name. Goes out: whether a program that does not define it gets it from the C library or
the mathematical library, as the dynamic loader says.
"""

from __future__ import annotations

import ctypes
import functools

_LIBRARIES = ("libc.so.6", "libm.so.6")


@functools.cache
def _libraries() -> tuple[ctypes.CDLL, ...]:
    found = []
    for name in _LIBRARIES:
        try:
            found.append(ctypes.CDLL(name))
        except OSError:  # a system of another make
            continue
    return tuple(found)


def is_in_c_library(name: str) -> bool:
    """Whether the C library defines a function."""
    return any(hasattr(each, name) for each in _libraries())
