"""One path to an error: found, encoded, and followed again with the values of a model.

Comes in: a program model. Goes out: the n-th shortest path to an error, or the shortest one that
passes given lines, as a trace for a refuter; and from the values that make a trace feasible the
inputs that the interpreter needs to take that path.
"""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Points
from maul.encode.blocks import Encoded, Encoder, followed, layout_for
from maul.errors import BadInput, NotExecuted
from maul.explore.walks import passing, walks
from maul.interpolate.protocol import Feasible
from maul.logic.bit_functions import MEANINGS
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.trace import Trace
from maul.logic.values import default_value
from maul.methods.paths.confirm import Infeasible, confirm
from maul.methods.paths.valuation import Noted
from maul.node import node
from maul.proofs.verdict import Unsafe
from maul.smt.protocols import GaveUp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.cfa.blocks import Step
    from maul.cfa.calls import Point
    from maul.cfa.model import Cfa
    from maul.encode.blocks import Way
    from maul.encode.state import Layout
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.logic.terms import Term
    from maul.logic.values import Value
    from maul.run import Run

LONG = 3600.0  # seconds, where there is no limit


@node
class ErrorPath:
    """A path of blocks to an error, as points and as a trace."""

    points: tuple[Point, ...]
    encoded: tuple[Encoded, ...]
    trace: Trace
    steps: tuple[tuple[Step, ...], ...]  # for each block the statements it consists of

    @property
    def is_complete(self) -> bool:
        """Whether the trace stands for all executions along the path."""
        return not any(encoded.left_out for encoded in self.encoded)


def error_paths(cfa: Cfa, size: str, arith: str, run: Run) -> ErrorPaths:
    """The paths of a program in blocks of a size, with ``bv`` or ``int`` arithmetic."""
    return ErrorPaths(BlockGraph(Points(cfa), size), layout_for(cfa, arith), run)


class ErrorPaths:
    """The paths of one program to its errors, in blocks of one size."""

    def __init__(self, graph: BlockGraph, layout: Layout, run: Run) -> None:
        self.cfa = graph.points.cfa
        self.layout = layout
        self.is_exact = layout.numbers.name == "bv"
        self.graph = graph
        self.encoder = Encoder(graph, layout)
        self._run = run

    def shortest(self, number: int) -> ErrorPath | None:
        """The n-th shortest path, from 1; None when there are fewer."""
        found = None
        for count, points in enumerate(walks(self.graph, self._run, number), 1):
            if count == number:
                found = self.path(points)
        return found

    def through(self, lines: Sequence[int]) -> ErrorPath:
        """The shortest path that passes source lines in the given order."""
        points = passing(self.graph, self._run, tuple(lines))
        if points is None:
            asked = ", ".join(map(str, lines))
            raise BadInput(f"--path: no path to an error passes the lines {asked} in this order")
        return self.path(points)

    @property
    def points(self) -> Points:
        """The points of the program."""
        return self.graph.points

    def leaving(self, point: Point) -> Encoded:
        """The blocks that leave a point."""
        return self.encoder.leaving(point)

    def path(self, points: tuple[Point, ...]) -> ErrorPath:
        """A sequence of points as a trace."""
        encoded = tuple(self.encoder.leaving(point) for point in points[:-1])
        blocks = []
        for leaving, target in zip(encoded, points[1:], strict=True):
            self._run.tick()
            block = next((block for block in leaving.blocks if block.target is target), None)
            blocks.append(block or leaving.blocked(target))
        steps = tuple(
            self.graph.piece(source).steps_to(target) for source, target in pairwise(points)
        )
        return ErrorPath(points, encoded, Trace(tuple(blocks)), steps)

    def precise(self) -> ErrorPaths:
        """The same paths bit by bit: integers over-approximate what bit operations do."""
        return ErrorPaths(self.graph, layout_for(self.cfa, "bv"), self._run)

    def claim(self, path: ErrorPath, answer: Feasible) -> Unsafe:
        """The execution that the values of a feasible trace describe."""
        noted = Noted()
        for position, way in self.ways(path, answer):
            values = _ValuesBefore(path.trace, position, answer)
            noted.note(way.step.edge.operation, way.step.source, way.chosen, values.of)
        return noted.claim(self.cfa.errors[path.points[-1].location])

    def ways(self, path: ErrorPath, answer: Feasible) -> list[tuple[int, Way]]:
        """The single statements that the values of a feasible trace take, each with the position
        of its block."""
        taken: list[tuple[int, Way]] = []
        for position, encoded in enumerate(path.encoded, 1):
            values = _ValuesBefore(path.trace, position, answer)
            ways, end = followed(encoded, values.holds)
            assert end is path.points[position], "the model leaves the path"
            taken += [(position, way) for way in ways]
        return taken

    def execution(self, points: tuple[Point, ...]) -> Unsafe:
        """An execution along the points of a feasible trace, bit by bit: integers let bit
        operations be any function."""
        match confirm(self.graph, self.layout, points, self._run):
            case Unsafe() as found:
                return found
            case Infeasible():
                raise NotExecuted("a path is possible for the refuter, but no execution takes it")
            case GaveUp(reason=reason):
                raise NotExecuted(reason)


@node
class Explained:
    """What a refuter said of a path, and how long it took."""

    paths: ErrorPaths
    path: ErrorPath
    answer: Refutation
    seconds: float


def explained(paths: ErrorPaths, path: ErrorPath, refute: Refuter, run: Run) -> Explained:
    """Ask a refuter about a path. What is feasible over integers is asked again bit by bit: their
    bit operations are any function."""
    began = time.monotonic()
    answer = refute(path.trace, _seconds(run))
    if isinstance(answer, Feasible) and not paths.is_exact:
        paths = paths.precise()
        path = paths.path(path.points)
        answer = refute(path.trace, _seconds(run))
    return Explained(paths, path, answer, time.monotonic() - began)


def _seconds(run: Run) -> float:
    left = run.left()
    return LONG if left is None else left


class _ValuesBefore:
    """The values that a model gives to the variables before a block and to its inputs."""

    def __init__(self, trace: Trace, position: int, answer: Feasible) -> None:
        self._trace = trace
        self._position = position
        self._answer = answer
        self._inputs = frozenset(trace.blocks[position - 1].transition.inputs)

    def of(self, symbol: Term) -> Value:
        """The value of a variable or input; any when the formula leaves it open."""
        if symbol in self._inputs:
            indexed = self._trace.input(symbol, self._position)
        else:
            indexed = self._trace.at(symbol, self._position - 1)
        found = self._answer.values.get(indexed)
        return default_value(symbol.sort) if found is None else found

    def holds(self, condition: Term) -> bool:
        """Whether a condition over the values before the block is true."""
        values = {s: self.of(s) for s in free_symbols(condition)}
        return bool(evaluate(condition, values, MEANINGS))
