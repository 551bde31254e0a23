"""Values of a model as the numbers that the interpreter reads."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from maul.cfa.model import Call
from maul.formula.sorts import Float

if TYPE_CHECKING:
    from maul.formula.sorts import Sort
    from maul.formula.values import Value
    from maul.methods.unrolling import Step


def as_number(sort: Sort, value: Value) -> int | float:
    """The number that a value stands for: a float's bits as the float."""
    assert isinstance(value, int)
    if not isinstance(sort, Float):
        return int(value)
    code = ("<I", "<f") if sort.width == 32 else ("<Q", "<d")
    number: float = struct.unpack(code[1], struct.pack(code[0], value))[0]
    return number


def is_input(step: Step) -> bool:
    """Whether the interpreter takes the value of a step from the inputs of the program."""
    return isinstance(step.edge.operation, Call)
