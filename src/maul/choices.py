"""What a user may choose among, each choice spelled once.

The members are strings: they compare equal to what the command line and JSON say.
"""

from __future__ import annotations

from enum import StrEnum


class BlockSize(StrEnum):
    """How much of a program is one step (``maul.cfa.blocks`` says where each of them ends)."""

    SINGLE = "single"
    BASIC = "basic"
    MEDIUM = "medium"
    LARGE = "large"


class Arith(StrEnum):
    """What integers are in formulas: bit-vectors, numbers, or what suits the solver."""

    AUTO = "auto"
    BV = "bv"
    INT = "int"
