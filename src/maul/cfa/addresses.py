"""Where objects may be, and where unknown ones are: those that pointers from outside lead to.

Search, interpreter and harness have to agree on these addresses, or a counterexample of the one
would mean something else to the others.
"""

from __future__ import annotations

# Objects lie from here to there, by the size of a pointer: an address is no error code of Linux,
# and with 64 bits it is positive as a signed number.
LOWEST = 0x1000
HIGHEST = {4: 0xFFFF_0000, 8: 0x7FFF_FFFF_0000}

# Wherever objects lie, in formulas or in executions of other systems, they lie below: with 64 bits
# each allocated object has slots of its own there, more than there is memory for; with 32 bits all
# but the last page may be the program's.
END = {4: 0xFFFF_F000, 8: 1 << 63}

# From and to, by the size of a pointer; each object is on a page of its own.
UNKNOWN = {4: (0x0400_0000, 0x0800_0000), 8: (0x0800_0000_0000, 0x0900_0000_0000)}
PAGE = 1 << 16
