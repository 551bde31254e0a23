"""A check: a condition that must hold at a place, and what is violated when it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT
from maul.cfa.expressions import Unary
from maul.node import node

if TYPE_CHECKING:
    from maul.c.source import Span
    from maul.cfa.expressions import Expression


@node
class Check:
    """``holds`` must not be zero, or else the (sub)property is violated; ``fails`` is its
    negation."""

    holds: Expression
    fails: Expression
    subproperty: str
    span: Span


def refuted(fails: Expression, subproperty: str, span: Span) -> Check:
    """The check that a condition does not hold."""
    return Check(Unary(INT, "!", fails), fails, subproperty, span)
