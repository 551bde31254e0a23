"""A program in blocks, as those see it who look for paths to an error and refute them.

Comes in: the paths of a program and a refuter. Goes out: a graph to explore; for a path to an error
an execution, or the assertions that exclude it; and the labels of a finished search as a proof.

What the encoding of a block leaves out is an error like others, until one is reached: then there
can be no proof any more, but there may still be an error of the program itself. In the same way
the graph ends where a function has been entered too often by recursion, until an execution gets
there: then the stack may grow a little more (docs/decisions/0014).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.encode.blocks import Beyond
from maul.errors import LimitReached, SolverFailure
from maul.events import Recursed
from maul.interpolate.protocol import Feasible, Refuted
from maul.methods.paths.labels import proof
from maul.methods.paths.observed import Observed
from maul.smt.protocols import TIME_LIMIT

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from maul.interpolate.protocol import Refuter
    from maul.logic.terms import Term
    from maul.logic.trace import Block, Trace
    from maul.methods.paths.error_path import ErrorPaths
    from maul.proofs.verdict import Safe, Unsafe
    from maul.run import Run

PATIENCE = 20.0  # seconds for one path
FIRST, MORE, MOST = 2, 2, 40  # activations of one function on the stack: at first, deeper, at most


class ProgramGraph:
    """The blocks of one program."""

    def __init__(self, paths: ErrorPaths, refuter: Refuter, run: Run) -> None:
        self._paths = paths
        self._refute = Observed(refuter, run)
        self._run = run
        self._heeds_beyond = True
        self._beyond: dict[Point, Block | None] = {}
        self._activations = FIRST

    @property
    def start(self) -> Point:
        """Where every execution begins."""
        return self._paths.points.start

    def leaving(self, place: Hashable) -> tuple[Block, ...]:
        """The blocks from a point."""
        if not isinstance(place, Point) or self.is_error(place):
            return ()
        encoded = self._paths.leaving(place)
        if not self._heeds_beyond or not encoded.left_out:
            return encoded.blocks
        if place not in self._beyond:
            self._beyond[place] = encoded.beyond()
        return tuple(filter(None, (*encoded.blocks, self._beyond[place])))

    def is_error(self, place: Hashable) -> bool:
        """Whether the property is violated at a place, or the graph ends there."""
        if isinstance(place, Beyond):
            return self._heeds_beyond
        return isinstance(place, Point) and (
            self._is_too_deep(place) or self._paths.points.is_error(place)
        )

    def _is_too_deep(self, point: Point) -> bool:
        return point.stack.activation > self._activations

    def inspect(self, trace: Trace) -> Refuted | Unsafe | None:
        """Why a trace to an error cannot be executed, or an execution; None when it leads to where
        the graph ends: there is no error any more, ask for errors and blocks again."""
        self._run.tick()
        left = self._run.left()
        seconds = PATIENCE if left is None else min(left, PATIENCE)
        match self._refute(trace, seconds):
            case Feasible():
                return self._reached(trace)
            case Refuted() as refuted:
                return refuted
            case stopped if stopped == TIME_LIMIT and seconds < PATIENCE:
                raise LimitReached("time limit")
            case stopped:
                raise SolverFailure(
                    f"{self._refute.name} gave up on an error path: {stopped.reason}"
                )

    def _reached(self, trace: Trace) -> Unsafe | None:
        """What it means that a trace can be executed."""
        match trace.blocks[-1].target:
            case Point() as deep if self._is_too_deep(deep):
                function = deep.stack.automaton.name
                self._activations += MORE
                if self._activations > MOST:
                    raise LimitReached(f"recursion: {function} calls itself on and on")
                self._run.emit(Recursed(function, self._activations))
                return None
            case Point():
                ends = [block.target for block in trace.blocks]
                points = (self.start, *(end for end in ends if isinstance(end, Point)))
                return self._paths.execution(points)
        self._heeds_beyond = False
        return None

    def safe(self, labels: Mapping[Hashable, Term]) -> Safe:
        """That labels, inductive over the blocks, show that no error is reached."""
        if not self._heeds_beyond:
            raise LimitReached("an object or copy may be larger than what is encoded")
        return proof(self._paths.graph, self._paths.layout, labels)
