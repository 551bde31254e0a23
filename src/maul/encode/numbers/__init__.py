"""What C's numbers and addresses mean in formulas: bit-vectors, or integers that wrap.

Comes in: typed operands as terms. Goes out: the term of the result. Two interchangeable meanings
of one protocol.
"""

from maul.encode.numbers.addresses import Addresses, Objects
from maul.encode.numbers.bits.values import BitNumbers
from maul.encode.numbers.integers.values import IntNumbers
from maul.encode.numbers.places import (
    FIRST_ALLOCATED,
    FIRST_UNKNOWN,
    OBJECT_BITS,
    executed,
    slot_of,
    space_of,
)
from maul.encode.numbers.protocol import Numbers, Typed
from maul.encode.numbers.scalars import NoTerm, bits_of, is_signed, object_size

__all__ = [
    "FIRST_ALLOCATED",
    "FIRST_UNKNOWN",
    "OBJECT_BITS",
    "Addresses",
    "BitNumbers",
    "IntNumbers",
    "NoTerm",
    "Numbers",
    "Objects",
    "Typed",
    "bits_of",
    "executed",
    "is_signed",
    "object_size",
    "slot_of",
    "space_of",
]
