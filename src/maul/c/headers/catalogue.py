"""The system headers that maul brings along, so that ``#include`` needs neither clang's nor libc's.

Comes in: nothing. Goes out: the texts by name in a directory that exists only for the parser.
Sizes, constants and the meaning of macros follow the GNU C library on x86, so that a program means
the same as when gcc compiles it. ``<fenv.h>``, ``<complex.h>`` and ``<tgmath.h>`` are missing on
purpose: maul models neither rounding modes nor complex numbers, and a missing header is refused
with its place. A macro of the GNU library that has no model is poisoned after the header: a program
that asks for it is refused as well (docs/decisions/0019-what-gcc-reads.md).
"""

from __future__ import annotations

from functools import cache

DIRECTORY = "/<maul>"  # no such directory exists
INTERNAL = "maul_"  # what the names of parts that no program includes begin with

# The headers that belong to gcc.
OF_THE_COMPILER = (
    *("float.h", "iso646.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h"),
    "stdnoreturn.h",
)
# Headers that mean something else each time they are included.
_INCLUDED_AGAIN = frozenset({"assert.h", "maul_extensions.h", "maul_null.h"})


@cache
def system_headers() -> dict[str, bytes]:
    """All headers: full name to contents."""
    # Imported here because most programs are preprocessed and need no header.
    from maul.c.headers.macros import definitions  # noqa: PLC0415 - start-up time

    macros = definitions()
    return {
        f"{DIRECTORY}/{name}": _contents(name, text, macros.get(name, ""))
        for name, text in written().items()
    }


def written() -> dict[str, str]:
    """The headers without the macros that are in the table."""
    from maul.c.headers import features, generated, internal, language, library, posix  # noqa: PLC0415 - start-up time

    return (
        {"features.h": features.FEATURES}
        | internal.TEXTS
        | language.TEXTS
        | library.TEXTS
        | posix.TEXTS
        | generated.texts()
    )


def _contents(name: str, text: str, macros: str) -> bytes:
    """A header as the parser gets it, protected against being included twice."""
    guard = "" if name in _INCLUDED_AGAIN else "#pragma once\n"
    if name not in ("features.h", *OF_THE_COMPILER) and not name.startswith(INTERNAL):
        guard += "#include <features.h>\n"
    return (guard + text + macros).encode("ascii")
