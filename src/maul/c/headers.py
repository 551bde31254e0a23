"""The system headers that maul brings along, so that ``#include`` needs neither clang's nor libc's.

Comes in: nothing. Goes out: the texts by name in a directory that exists only for the parser.
Sizes, constants and the meaning of macros follow the GNU C library on x86, so that a program means
the same as when gcc compiles it. ``<fenv.h>``, ``<complex.h>`` and ``<tgmath.h>`` are missing on
purpose: maul models neither rounding modes nor complex numbers, and a missing header is refused
with its place.
"""

from __future__ import annotations

import re
from functools import cache

DIRECTORY = "/<maul>"  # no such directory exists

# The headers that belong to gcc.
_OF_THE_COMPILER = (
    *("float.h", "iso646.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h"),
    "stdnoreturn.h",
)
_GUARDS = {"float.h": "_FLOAT_H___", "limits.h": "_LIBC_LIMITS_H_"}
_LIBRARY = {"_FEATURES_H": "1", "__GNU_LIBRARY__": "6", "__GLIBC__": "2", "__GLIBC_MINOR__": "36"}
# A header that means something else each time it is included.
_INCLUDED_AGAIN = frozenset({"assert.h"})


@cache
def system_headers() -> dict[str, bytes]:
    """All headers: full name to contents."""
    # Imported here because most programs are preprocessed and need no header.
    from maul.c import (  # noqa: PLC0415 - start-up time
        headers_generated,
        headers_language,
        headers_library,
        headers_posix,
    )

    texts = (
        headers_language.TEXTS
        | headers_library.TEXTS
        | headers_posix.TEXTS
        | headers_generated.texts()
    )
    return {f"{DIRECTORY}/{name}": _contents(name, text) for name, text in texts.items()}


def _contents(name: str, text: str) -> bytes:
    """A header as the parser gets it, protected against being included twice."""
    guard = "" if name in _INCLUDED_AGAIN else "#pragma once\n"
    return (guard + text + _marks(name)).encode("ascii")


def _marks(name: str) -> str:
    """The macros by which programs see that a header of the GNU library is there."""
    if name == "stddef.h":
        return ""  # it is read in parts, by other headers as well
    own = _GUARDS.get(name, "_" + re.sub(r"\W", "_", name.upper()))
    if name in _OF_THE_COMPILER:
        marks = {own: ""}
    else:
        marks = {own: "" if name == "signal.h" else "1"} | _LIBRARY
    return "".join(f"#ifndef {mark}\n#define {mark} {n}\n#endif\n" for mark, n in marks.items())
