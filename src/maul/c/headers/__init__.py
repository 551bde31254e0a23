"""The system headers that maul brings along, so that ``#include`` needs no installed ones.

Comes in: the name of a header. Goes out: its text, with the macros of glibc 2.36.
"""

from maul.c.headers.catalogue import DIRECTORY, system_headers

__all__ = ["DIRECTORY", "system_headers"]
