"""What a method claims about a program, with the evidence that the claim rests on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from maul.cfa.calls import Point, Points
from maul.encode.state import Layout
from maul.logic.terms import Term
from maul.node import node
from maul.shapes.graph import ShapeGraph

NO_LABELS: Mapping[Point, tuple[Term, ...]] = MappingProxyType({})


@node
class Unrolled:
    """A finite unrolling shows that no error can be reached: each of the ``claims`` (an error, or
    what was left out of the unrolling) cannot hold together with the definitions, as the solver
    that searched says."""

    definitions: tuple[Term, ...]
    claims: tuple[Term, ...]
    searcher: str = "z3"


@node
class Labelled:
    """A labelling of points shows that no error can be reached: each label holds whenever its
    point is reached, and no error has one. Every cycle passes a labelled point or one at which
    every cycle of its function is cut; a point of the latter kind without a label is claimed never
    to be reached. Labels are over the symbols of the layout."""

    points: Points
    layout: Layout
    labels: Mapping[Point, Term]


@node
class Shaped:
    """Memory graphs show that no error can be reached: whenever a point is reached that has graphs,
    one of them stands for the state, and every cycle passes such a point or one that is claimed
    never to be reached. With a ``layout``, each graph has a label over its symbols, which holds,
    too; ``labels`` are in the order of the graphs."""

    points: Points
    graphs: Mapping[Point, tuple[ShapeGraph, ...]]
    layout: Layout | None = None
    labels: Mapping[Point, tuple[Term, ...]] = NO_LABELS


@node
class Executed:
    """The program has one execution, since nothing from outside decides anything; it ended after
    so many ``steps`` without an error."""

    steps: int


Proof: TypeAlias = Unrolled | Labelled | Shaped | Executed


@node
class Safe:
    """No execution violates the property."""

    evidence: Proof


@node
class Unsafe:
    """An execution violates the property: the inputs it reads, for each Havoc on its way the value
    chosen there (the bytes of a record or array; None for what is left as it is), and for each
    allocation what the object holds at first, as far as that matters. Where pointers from nowhere
    are followed, ``unknown`` says what is behind them: addresses and bytes."""

    violated: str
    inputs: tuple[int | float, ...]
    choices: tuple[bytes | int | float | None, ...]
    contents: tuple[bytes, ...] = ()
    unknown: tuple[tuple[int, bytes], ...] | None = None


@node
class Unknown:
    """No answer, and why; ``advice`` says what could help."""

    reason: str
    advice: str = ""


Verdict: TypeAlias = Safe | Unsafe | Unknown
