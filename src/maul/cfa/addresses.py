"""Where unknown objects are: those that pointers from outside of the program lead to.

Search, interpreter and harness have to agree on these addresses, or a counterexample of the one
would mean something else to the others.
"""

from __future__ import annotations

# From and to, by the size of a pointer; each object is on a page of its own.
UNKNOWN = {4: (0x0400_0000, 0x0800_0000), 8: (0x0800_0000_0000, 0x0900_0000_0000)}
PAGE = 1 << 16
