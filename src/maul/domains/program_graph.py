"""A program in blocks, as analyses follow it: where it goes on, where it is wrong, where it ends.

Comes in: the blocks of a program. Goes out: a graph to explore. Beside the errors of the program it
has two kinds of ends that are errors like others until an execution gets there. One is what the
encoding of a block leaves out: from then on there is no proof any more, but there may still be an
error of the program itself. The other one is where a function has been entered too often by
recursion: then the stack may grow (docs/decisions/0014). Whether an execution gets to an end is for
others to find out (``maul.methods.paths.inspector``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.encode.blocks import Beyond
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Hashable

    from maul.encode.blocks import Encoder
    from maul.logic.trace import Block


@node
class Deepening:
    """How many activations of one function the stack may have: at first, when it grows, and at
    most."""

    first: int
    deeper: Callable[[int], int]
    most: int


# A search along paths gets to an error a hundred activations deep within a second, if only a few of
# the paths there are looked at.
DOUBLING = Deepening(2, lambda activations: 2 * activations, 1 << 16)
# To one that has to do with the whole graph, every step deeper is dear.
STEP_BY_STEP = Deepening(2, lambda activations: activations + 2, 40)


class ProgramGraph:
    """The blocks of one program."""

    def __init__(self, encoder: Encoder, deepening: Deepening = DOUBLING) -> None:
        self.encoder = encoder
        self.points = encoder.graph.points
        self.heeds_beyond = True  # whether what lies beyond the encoding is an error
        self.activations = deepening.first
        self._deepening = deepening
        self._beyond: dict[Point, Block | None] = {}

    @property
    def start(self) -> Point:
        """Where every execution begins."""
        return self.points.start

    def leaving(self, place: Hashable) -> tuple[Block, ...]:
        """The blocks from a point, the one to what lies beyond the encoding last."""
        if not isinstance(place, Point) or self.is_error(place):
            return ()
        encoded = self.encoder.leaving(place)
        if not self.heeds_beyond or not encoded.left_out:
            return encoded.blocks
        if place not in self._beyond:
            self._beyond[place] = encoded.beyond()
        return tuple(filter(None, (*encoded.blocks, self._beyond[place])))

    def is_error(self, place: Hashable) -> bool:
        """Whether the property is violated at a place, or the graph ends there."""
        if isinstance(place, Beyond):
            return self.heeds_beyond
        return self.is_end(place) or self.is_violation(place)

    def is_violation(self, place: Hashable) -> bool:
        """Whether the property is violated at a place."""
        return isinstance(place, Point) and self.points.is_error(place)

    def is_end(self, place: Hashable) -> bool:
        """Whether the graph ends at a place, whatever the property says of it."""
        if isinstance(place, Point):
            return place.stack.activation > self.activations
        return isinstance(place, Beyond)

    def deepen(self) -> bool:
        """Let the stack grow; False when it is as deep as it may be."""
        self.activations = self._deepening.deeper(self.activations)
        return self.activations <= self._deepening.most


def beyond_first(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks from a point, with the one to what lies beyond the encoding in front."""
    if blocks and isinstance(blocks[-1].target, Beyond):
        return (blocks[-1], *blocks[:-1])
    return blocks
