"""What C's numbers and addresses mean in formulas: bit-vectors, or integers that wrap.

Comes in: typed operands as terms. Goes out: the term of the result. Two interchangeable meanings
of one protocol.
"""

from maul.encode.numbers.bits import BitNumbers, NoTerm, bits_of, is_signed, object_size
from maul.encode.numbers.integers.values import IntNumbers
from maul.encode.numbers.protocol import Numbers, Typed

__all__ = [
    "BitNumbers",
    "IntNumbers",
    "NoTerm",
    "Numbers",
    "Typed",
    "bits_of",
    "is_signed",
    "object_size",
]
