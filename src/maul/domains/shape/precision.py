"""How much of memory graphs is kept apart when they are abstracted and joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import replace, value

if TYPE_CHECKING:
    from maul.c.tree import Variable

NO_VARIABLES: frozenset[Variable] = frozenset()


@value
class ShapePrecision:
    """``numbers``: integer variables whose known numbers are kept. ``shortest``: how many cells in
    a row become a segment. ``empties``: whether a join may make segments that can be empty.
    ``data``: whether different numbers on the heap are kept apart. ``joins``: whether different
    graphs are joined at all."""

    numbers: frozenset[Variable] = NO_VARIABLES
    shortest: int = 2
    empties: bool = True
    data: bool = False
    joins: bool = True

    @property
    def size(self) -> int:
        """How much more is kept apart than by the coarsest precision."""
        return (
            len(self.numbers)
            + self.shortest
            - 2
            + self.data
            + (not self.empties)
            + (not self.joins)
        )

    def with_numbers(self, variables: frozenset[Variable]) -> ShapePrecision:
        """One that keeps the numbers of some more variables."""
        return replace(self, numbers=self.numbers | variables)

    def with_data(self) -> ShapePrecision:
        """One that keeps different numbers on the heap apart."""
        return replace(self, data=True)

    def longer(self, shortest: int) -> ShapePrecision:
        """One with more cells in a row before they become a segment."""
        return replace(self, shortest=max(shortest, self.shortest))

    def without_empties(self) -> ShapePrecision:
        """One that makes no segments that can be empty."""
        return replace(self, empties=False)

    def apart(self) -> ShapePrecision:
        """One that joins nothing."""
        return replace(self, empties=False, joins=False)
