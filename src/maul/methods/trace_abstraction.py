"""Trace abstraction: exclude one set of error traces after the other [HHP09].

Comes in: a program in blocks of any size, and a refuter. Goes out: ``Unsafe`` with an execution, or
``Safe`` with the Floyd-Hoare annotation of the product [Dietsch17, 7: Ultimate Automizer].

The loop: take an error trace that is not excluded yet; when it cannot be executed, its assertions
make a Floyd-Hoare automaton, and all traces that this one refutes are excluded. An automaton
refutes at least the trace that it was made for, so every round makes progress.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maul.choices import BlockSize
from maul.domains.hoare import Triples
from maul.domains.program_graph import STEP_BY_STEP
from maul.domains.questions import Questions
from maul.events import Searched
from maul.explore.automaton import Order, Remaining, shortest
from maul.explore.floyd_hoare import FloydHoare, Generalisation, Unification, by_place
from maul.interpolate.path_programs import places
from maul.interpolate.protocol import Refuted
from maul.logic.build import Term, and_
from maul.logic.trace import Trace
from maul.logic.walk import conjuncts
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.setting import MethodEntry
from maul.node import node
from maul.proofs.verdict import Unsafe

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from maul.cfa.model import Cfa
    from maul.logic.graph import Graph
    from maul.methods.paths.inspector import Inspect
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run


@node
class AutomizerStyle:
    """The choices that are left open: which edges an automaton has beside its trace, what a
    predicate of an assertion is, which error trace is taken, and whether what is left is
    minimised."""

    generalisation: Generalisation = Generalisation.LAZY
    predicates: Callable[[Term], tuple[Term, ...]] = conjuncts
    order: Order = shortest
    minimise: bool = False


def trace_abstraction(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by trace abstraction."""
    return trace_abstraction_in(AutomizerStyle(), cfa, setting, run)


METHOD = MethodEntry(
    "automizer",
    trace_abstraction,
    "[HHP09]",
    "trace abstraction: excludes whole sets of error paths, by automata; loops",
    blocks=BlockSize.MEDIUM,
)


def trace_abstraction_in(style: AutomizerStyle, cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program with given choices."""
    paths = error_paths(cfa, setting.blocks, setting.arith, run)
    inspector = Inspector(paths, setting.refuter, run, deepening=STEP_BY_STEP)
    questions = Questions(setting.provers, run)
    search = TraceAbstraction(inspector.graph, inspector.inspect, questions, run, style)
    found = search.result()
    return found if isinstance(found, Unsafe) else inspector.safe(found)


class TraceAbstraction:
    """One verification: the error traces that are left."""

    def __init__(
        self,
        graph: Graph,
        inspect: Inspect,
        questions: Questions,
        run: Run,
        style: AutomizerStyle,
    ) -> None:
        self.remaining = Remaining(graph)
        self._graph = graph
        self._inspect = inspect
        self._style = style
        self._run = run
        self._triples = Triples(questions)
        self._unified = Unification(questions)
        self._predicates: set[Term] = set()

    def result(self) -> Mapping[Hashable, Term] | Unsafe:
        """Labels that prove the graph, or an execution."""
        while (word := self.remaining.word(self._style.order, self._run.tick)) is not None:
            self._tell()
            match self._inspect(Trace(word)):
                case Unsafe() as found:
                    return found
                case Refuted() as refuted:
                    automaton = self._automaton(refuted)
                    assert automaton.refutes(word), "an automaton refutes its own trace"
                    if self._style.minimise:
                        self.remaining.minimise(self._run.tick)
                    self.remaining = self.remaining.minus(automaton)
                case None:
                    self.remaining = Remaining(self._graph, self.remaining.automata)
        self._tell()
        return self.remaining.labels()

    def _automaton(self, refuted: Refuted) -> FloydHoare:
        """The Floyd-Hoare automaton of a refuted trace. Assertions that prove the path program are
        the same whenever a place is passed, so that the loops of the trace are loops of it."""
        assertions = refuted.assertions
        if refuted.perfect:
            assertions = by_place(places(refuted.trace), assertions)
        parts = self._style.predicates
        unified = tuple(and_(*map(self._unified, parts(a))) for a in assertions)
        blocks = refuted.trace.blocks
        found = FloydHoare(blocks, unified, self._triples, self._style.generalisation, parts)
        self._predicates.update(found.predicates)
        return found

    def _tell(self) -> None:
        left, asked = self.remaining, self._triples.asked
        self._run.emit(Searched(left.size, left.dead_ends, asked, len(self._predicates)))
