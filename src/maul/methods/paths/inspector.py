"""Who looks at paths to an error: the only one who asks a refuter about them, for every method.

Comes in: the paths of a program and a refuter. Goes out: for a path to an error an execution, or
the assertions that exclude it; and the labels of a finished search as a proof. Here the time of the
refuter is capped, and here it is decided what it means that an execution gets to where the graph of
the program ends (``maul.domains.program_graph``): the search goes on with a graph that has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.calls import Point
from maul.domains.program_graph import DOUBLING, ProgramGraph
from maul.errors import LimitReached, SolverFailure
from maul.events import Recursed
from maul.interpolate.protocol import Feasible, Refuted
from maul.methods.paths.confirm import confirm
from maul.methods.paths.labels import proof
from maul.methods.paths.observed import Observed
from maul.proofs.verdict import Unsafe
from maul.smt.protocols import TIME_LIMIT

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from maul.domains.program_graph import Deepening
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.logic.terms import Term
    from maul.logic.trace import Trace
    from maul.methods.paths.confirm import Confirmation
    from maul.methods.paths.error_path import ErrorPaths
    from maul.proofs.verdict import Safe
    from maul.run import Run

PATIENCE = 20.0  # seconds for one path

Inspect: TypeAlias = "Callable[[Trace], Refuted | Unsafe | None]"
"""Why a trace to an error cannot be executed, or an execution; None when the graph has changed."""


class Inspector:
    """Who looks at the paths of one program. A path may take the refuter ``patience`` seconds."""

    def __init__(
        self,
        paths: ErrorPaths,
        refuter: Refuter,
        run: Run,
        *,
        patience: float = PATIENCE,
        deepening: Deepening = DOUBLING,
    ) -> None:
        self.graph = ProgramGraph(paths.encoder, deepening)
        self._paths = paths
        self._refute = Observed(refuter, run)
        self._run = run
        self._patience = patience

    @property
    def name(self) -> str:
        """The name of the refuter."""
        return self._refute.name

    def inspect(self, trace: Trace) -> Refuted | Unsafe | None:
        """Why a trace to an error cannot be executed, or an execution; None when it leads to where
        the graph ends: there is no error any more, ask for errors and blocks again."""
        match self.ask(trace):
            case Feasible():
                end = trace.blocks[-1].target
                if self.graph.is_end(end):
                    self.go_on_at(end)
                    return None
                return self.execution(trace)
            case Refuted() as refuted:
                return refuted
            case stopped:
                if self.graph.is_violation(trace.blocks[-1].target):
                    found = self.confirm(_points(trace))
                    if isinstance(found, Unsafe):
                        return found
                raise SolverFailure(f"{self.name} gave up on an error path: {stopped.reason}")

    def ask(self, trace: Trace, patience: float | None = None) -> Refutation:
        """Why a trace cannot be executed, if the refuter finds out within its time."""
        self._run.tick()
        patience = self._patience if patience is None else patience
        left = self._run.left()
        seconds = patience if left is None else min(left, patience)
        answer = self._refute(trace, seconds)
        if answer == TIME_LIMIT and seconds < patience:
            raise LimitReached("time limit")
        return answer

    def go_on_at(self, end: Hashable) -> None:
        """Let the graph go on: an execution gets to where it ended."""
        if isinstance(end, Point):
            function = end.stack.automaton.name
            if not self.graph.deepen():
                raise LimitReached(f"recursion: {function} calls itself on and on")
            self._run.emit(Recursed(function, self.graph.activations))
        else:
            self.graph.heeds_beyond = False

    def execution(self, trace: Trace) -> Unsafe:
        """An execution along a trace that is feasible for the refuter."""
        return self._paths.execution(_points(trace))

    def confirm(self, points: Sequence[Point]) -> Confirmation:
        """An execution along the points of a path, found without the refuter."""
        return confirm(self._paths.graph, self._paths.layout, points, self._run)

    def safe(self, labels: Mapping[Hashable, Term]) -> Safe:
        """That labels, inductive over the blocks, show that no error is reached."""
        if not self.graph.heeds_beyond:
            raise LimitReached("an object or copy may be larger than what is encoded")
        return proof(self._paths.graph, self._paths.layout, labels)


def _points(trace: Trace) -> tuple[Point, ...]:
    """The points that a trace comes through."""
    places = (trace.blocks[0].source, *(block.target for block in trace.blocks))
    return tuple(place for place in places if isinstance(place, Point))
