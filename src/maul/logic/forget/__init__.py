"""Forgetting symbols without a solver: what a quantifier leaves behind.

Comes in: a formula and symbols. Goes out: a formula without them that means the same, or nothing.
"""

from maul.logic.forget.bounds import without_bounds
from maul.logic.forget.facts import Facts
from maul.logic.forget.quantifiers import (
    Fresh,
    cases,
    connected,
    is_closed,
    joined,
    read_through,
    resolve,
    unread,
    unwritten,
)
from maul.logic.forget.unconstrained import Moved, blurred, moved_outward

__all__ = [
    "Facts",
    "Fresh",
    "Moved",
    "blurred",
    "cases",
    "connected",
    "is_closed",
    "joined",
    "moved_outward",
    "read_through",
    "resolve",
    "unread",
    "unwritten",
    "without_bounds",
]
