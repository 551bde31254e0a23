"""An unwinding of the program: a tree of vertices with labels and a covering relation.

Comes in: blocks to expand by, labels to strengthen, arcs to add. Goes out: which vertices are
covered, paths, and the labelling of places that a complete unwinding stands for
[McMillan06, Def. 1 to 3]. The tree keeps the covering relation consistent: an arc into a vertex
goes when its label gets stronger, and arcs into a subtree go when the subtree gets covered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import FALSE, TRUE, Term, and_, or_
from maul.logic.walk import conjuncts

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from maul.logic.trace import Block
    from maul.logic.transition import Transition


class Vertex:
    """A vertex v: M_v(v) is its ``place``, psi(v) its ``label``, M_e of the edge from its parent
    the ``block``. ``number`` is the order of creation, which respects ancestors."""

    __slots__ = (
        "block",
        "children",
        "coverer",
        "covers",
        "depth",
        "expanded",
        "facts",
        "label",
        "number",
        "parent",
        "place",
        "shadows",
    )

    def __init__(
        self, number: int, place: Hashable, parent: Vertex | None, block: Block | None
    ) -> None:
        self.number = number
        self.place = place
        self.parent = parent
        self.block = block
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.label: Term = TRUE
        self.facts: dict[Term, None] = {}  # the conjuncts of the label
        self.children: tuple[Vertex, ...] = ()
        self.expanded = False
        self.coverer: Vertex | None = None
        self.covers: dict[Vertex, None] = {}  # the sources of arcs to this vertex
        # How many of the vertex and its ancestors are the source of an arc.
        self.shadows: int = 0 if parent is None else parent.shadows

    @property
    def is_covered(self) -> bool:
        """Whether it or an ancestor is the source of an arc [McMillan06, Def. 2]."""
        return self.shadows > 0

    def path(self, top: Vertex | None = None) -> list[Vertex]:
        """The vertices from an ancestor, the root if none is given, down to this one."""
        found: list[Vertex] = []
        at: Vertex | None = self
        while at is not None:
            found.append(at)
            at = None if at is top else at.parent
        found.reverse()
        return found

    def subtree(self) -> Iterator[Vertex]:
        """This vertex and all below, parents first."""
        waiting = [self]
        while waiting:
            vertex = waiting.pop()
            yield vertex
            waiting += reversed(vertex.children)

    def __repr__(self) -> str:
        return f"v{self.number} at {self.place}"


class Unwinding:
    """The labelled unwinding of a program from a start place."""

    def __init__(self, start: Hashable) -> None:
        self.vertices: list[Vertex] = []
        self._at: dict[Hashable, list[Vertex]] = {}
        self.arcs = 0
        self.root = self._made(start, None, None)
        self.uncovered: list[Vertex] = []  # sources of arcs that were removed

    def _made(self, place: Hashable, parent: Vertex | None, block: Block | None) -> Vertex:
        vertex = Vertex(len(self.vertices), place, parent, block)
        self.vertices.append(vertex)
        self._at.setdefault(place, []).append(vertex)
        return vertex

    def at(self, place: Hashable) -> Sequence[Vertex]:
        """The vertices of a place in the order of creation."""
        return self._at.get(place, ())

    def expand(self, v: Vertex, blocks: Sequence[Block]) -> None:
        """Add a child for each block that leaves the place of ``v``."""
        v.expanded = True
        v.children = tuple([self._made(block.target, v, block) for block in blocks])

    def strengthen(self, v: Vertex, phi: Term) -> None:
        """Conjoin to the label; who was covered because of the weaker one no longer is. Below a
        vertex that cannot be reached nothing can."""
        self._forget_covered(v)
        v.facts.update(dict.fromkeys(conjuncts(phi)))
        v.label = and_(*v.facts)
        if v.label is FALSE:
            for w in v.subtree():
                if w.label is not FALSE:
                    self._forget_covered(w)
                    w.label, w.facts = FALSE, {FALSE: None}

    def _forget_covered(self, v: Vertex) -> None:
        """Delete all arcs to ``v``."""
        for x in tuple(v.covers):
            self._uncover(x)

    def cover(self, v: Vertex, w: Vertex) -> None:
        """Add the arc (v, w), and delete all arcs into the subtree of ``v``."""
        assert not w.is_covered, "a covered vertex must not cover [McMillan06, Fig. 3]"
        assert v.number > w.number, "covering respects the order of creation"
        v.coverer = w
        w.covers[v] = None
        self.arcs += 1
        for y in v.subtree():
            y.shadows += 1
            self._forget_covered(y)

    def _uncover(self, x: Vertex) -> None:
        """Delete the arc from ``x``."""
        assert x.coverer is not None, "there is an arc"
        del x.coverer.covers[x]
        x.coverer = None
        self.arcs -= 1
        for y in x.subtree():
            y.shadows -= 1
        self.uncovered.append(x)

    def labels(self) -> dict[Hashable, Term]:
        """The invariant of each place: the disjunction of the labels of its uncovered vertices
        [McMillan06, proof of Theorem 1]."""
        found: dict[Hashable, Term] = {}
        for place, vertices in self._at.items():
            shown = [v.label for v in vertices if not v.is_covered]
            found[place] = or_(*shown)
        return {place: label for place, label in found.items() if label is not FALSE}

    def broken_laws(
        self,
        holds: Callable[[Term, Transition, Term], bool],
        implies: Callable[[Term, Term], bool],
    ) -> Iterator[str]:
        """The conditions of [McMillan06, Def. 1 and 3] that are not shown to hold."""
        if self.root.label is not TRUE:
            yield "the label of the root is not true"
        for v in self.vertices:
            if v.parent is not None and v.block is not None:
                if not holds(v.parent.label, v.block.transition, v.label):
                    yield f"the label of {v} does not follow from its parent's"
                if v.shadows != v.parent.shadows + (v.coverer is not None):
                    yield f"the covered ancestors of {v} are counted wrongly"
            if v.coverer is not None:
                if v.coverer.is_covered:
                    yield f"{v.coverer} is covered and covers {v}"
                if v.coverer.place != v.place or not implies(v.label, v.coverer.label):
                    yield f"{v.coverer} does not cover {v}"


def nearest_common_ancestor(v: Vertex, w: Vertex) -> Vertex:
    """The lowest vertex above, or equal to, both."""
    while v is not w:
        if v.depth >= w.depth:
            assert v.parent is not None, "only the root has no parent"
            v = v.parent
        else:
            assert w.parent is not None, "only the root has no parent"
            w = w.parent
    return v
