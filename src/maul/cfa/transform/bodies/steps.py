"""What stands in the program instead of a call: steps, one after the other.

A step calls a copy of a body, or it is an operation as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.model import Operation
from maul.node import node

if TYPE_CHECKING:
    from maul.cfa.expressions import Expression, Lvalue


@node
class BodyCall:
    """Call a copy of the body ``name``; what does not fit its parameters is converted. ``shown`` is
    the function that the program calls.
    """

    name: str
    arguments: tuple[Expression, ...]
    result: Lvalue | None
    shown: str


@node
class Loosen:
    """Any number of the same sign instead of the one in ``result``."""

    result: Lvalue
    shown: str


Step: TypeAlias = BodyCall | Loosen | Operation
