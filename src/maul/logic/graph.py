"""What is explored: places, and the blocks between them.

A program in blocks is such a graph, and so is one that is built by hand. It may be infinite: who
explores asks for the blocks of one place after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from maul.logic.trace import Block


class Graph(Protocol):
    """Places with the blocks that leave them. Places are compared with ``==``; what is asked again
    is answered with the same blocks."""

    @property
    def start(self) -> Hashable:
        """Where every execution begins."""
        ...

    def leaving(self, place: Hashable) -> Sequence[Block]:
        """The blocks from a place; none from an error."""
        ...

    def is_error(self, place: Hashable) -> bool:
        """Whether nothing may arrive there."""
        ...
