"""Splitting via interpolants, the algorithm of Ultimate Kojak [EHP12, Dietsch17].

Comes in: a program in blocks of any size, and a refuter. Goes out: ``Safe`` with the labels of a
graph in which no error is reached, or ``Unsafe`` with an execution.

At first each place of the program is one part with all states. The search goes along edges that are
possible between the labels of their parts. As long as it comes to an error, the path is refuted,
and its parts are split by the assertions. Then the edge from where one assertion holds to where the
next one does not is impossible, since assertions are inductive; so every path through the halves is
cut somewhere, because the first assertion holds always and the last one never. That is the
progress: no path of parts, nor of their halves, is met twice, whatever the solver gives up on. An
edge that it gives up on stays, which is sound.

What we changed: an edge is asked about when the search would come to a new part by it. To ask only
about the edges of a path needs fewer questions, but a search after each (measured: up to ten times
as long); to ask about all edges of the halves at once needs up to twice as many questions, and as
many refutations. To split by the conjuncts of an assertion one by one saves no refutation either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.choices import BlockSize
from maul.domains.program_graph import STEP_BY_STEP
from maul.domains.questions import Questions
from maul.events import Searched
from maul.explore.split_graph import SplitEdge, SplitGraph
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE, TRUE, and_, not_
from maul.logic.free import free_symbols
from maul.logic.trace import Trace
from maul.logic.walk import conjuncts, speak_of
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.setting import MethodEntry
from maul.proofs.verdict import Unsafe
from maul.smt.protocols import Unsat

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from maul.cfa.model import Cfa
    from maul.explore.split_graph import SplitPart
    from maul.logic.graph import Graph
    from maul.logic.terms import Term
    from maul.logic.trace import Block
    from maul.methods.paths.inspector import Inspect
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run


def splitting(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Split the points of a program until an error is reached or none is left."""
    paths = error_paths(cfa, setting.blocks, setting.arith, run)
    inspector = Inspector(paths, setting.refuter, run, deepening=STEP_BY_STEP)
    questions = Questions(setting.provers, run)
    found = Splitting(inspector.graph, inspector.inspect, questions, run).labels_or_error()
    return found if isinstance(found, Unsafe) else inspector.safe(found)


METHOD = MethodEntry(
    "kojak",
    splitting,
    "[EHP12]",
    "splits places along the assertions: small programs, other proofs than automizer's",
    blocks=BlockSize.MEDIUM,
)


class Splitting:
    """One graph under way."""

    def __init__(self, graph: Graph, inspect: Inspect, questions: Questions, run: Run) -> None:
        self.graph = SplitGraph(graph, run)
        self._inspect = inspect
        self._edges = Edges(questions)
        self._run = run
        self._assertions: dict[Term, None] = {}

    def labels_or_error(self) -> Mapping[Hashable, Term] | Unsafe:
        """The labels of the places that may be reached, inductive over the blocks, or an execution
        that reaches an error."""
        while (path := self.graph.path(self._edges.is_possible)) is not None:
            self._tell()
            match self._inspect(Trace(tuple([edge.block for edge in path]))):
                case Refuted(assertions=assertions):
                    self._split(path, assertions)
                case None:
                    self.graph.renew()
                case execution:
                    return execution
        self._tell()
        return self.graph.labels()

    def _split(self, path: Sequence[SplitEdge], assertions: Sequence[Term]) -> None:
        """Split the parts of a refuted path, and cut the path through the halves."""
        inner = zip(path[1:], assertions[1:], strict=False)
        sides: list[tuple[SplitPart | None, SplitPart | None]] = [(path[0].source, None)]
        sides += [self._sides(edge.source, phi) for edge, phi in inner]
        sides.append((None, path[-1].target))
        cuts = [
            SplitEdge(before, edge.block, after)
            for edge, (before, _), (_, after) in zip(path, sides, sides[1:], strict=False)
            if before is not None and after is not None
        ]
        assert cuts, "progress: somewhere an assertion holds and the next one does not"
        for cut in cuts:
            self.graph.remove(cut)

    def _sides(self, part: SplitPart, phi: Term) -> tuple[SplitPart | None, SplitPart | None]:
        """Where in a part an assertion holds, and where it does not; split only if both can be."""
        self._assertions[phi] = None
        if self._edges.entails(part, phi):
            return part, None
        if self._edges.entails(part, not_(phi)):
            return None, part
        return self.graph.split(part, phi)

    def _tell(self) -> None:
        graph = self.graph
        event = Searched(graph.size, graph.removed, self._edges.asked, len(self._assertions))
        self._run.emit(event)


class Edges:
    """What a prover says about parts and edges, each asked once.

    A question is asked without what shares no variable with it: that is exact as long as labels and
    guards can be true, and sound in any case.
    """

    def __init__(self, questions: Questions) -> None:
        self.asked = 0
        self._questions = questions
        self._possible: set[SplitEdge] = set()
        self._answers: dict[tuple[tuple[Term, ...], frozenset[Term]], bool] = {}
        self._before: dict[tuple[Block, Term], tuple[Term, ...]] = {}

    def entails(self, part: SplitPart, phi: Term) -> bool:
        """Whether it is shown that an assertion holds in a part."""
        if phi is TRUE or phi is FALSE:
            return phi is TRUE
        near, _ = _connected(free_symbols(phi), part.facts)
        return self._questions.entails(and_(*near), phi)

    def is_possible(self, edge: SplitEdge) -> bool:
        """Whether it is not shown that no execution takes an edge."""
        if edge in self._possible:
            return True
        self.asked += 1
        if self._is_impossible(edge):
            return False
        self._possible.add(edge)
        return True

    def _is_impossible(self, edge: SplitEdge) -> bool:
        """Whether the labels and the guards contradict each other."""
        given, transition = edge.source.facts, edge.block.transition
        if speak_of(transition.inputs, (*given, *edge.target.facts)):
            return False  # a variable is called like an input
        guards = tuple([guard for guard in transition.guards if guard not in given])
        known = {*given, *guards}
        open_: dict[Term, None] = {}
        for fact in edge.target.facts:
            before = self._meaning_before(edge.block, fact)
            open_.update((term, None) for term in before if term not in known)
        if any(term is FALSE or not_(term) in known for term in (*guards, *open_)):
            return True
        return self._contradict((*given, *open_), open_, guards, edge.block)

    def _contradict(
        self, terms: Sequence[Term], open_: Iterable[Term], guards: tuple[Term, ...], block: Block
    ) -> bool:
        """Whether the terms that share variables with the guards, or with each other and one of
        the open ones, contradict each other."""
        if guards:
            near, terms = _connected([s for g in guards for s in free_symbols(g)], terms)
            if near and self._is_unsat(near, guards, block):
                return True
        for term in open_:
            if term in terms:
                near, terms = _connected(free_symbols(term), terms)
                if self._is_unsat(near, (), block):
                    return True
        return False

    def _is_unsat(self, terms: Sequence[Term], guards: tuple[Term, ...], block: Block) -> bool:
        """Whether terms contradict each other, or the guards of a block, if there are some."""
        # The prover of a block knows all its guards, also those that are given.
        key = (block.transition.guards if guards else (), frozenset(terms))
        found = self._answers.get(key)
        if found is None:
            questions = self._questions
            prover = (
                questions.prover_for_block(block) if guards else questions.prover_for(tuple(terms))
            )
            prover.push()
            for term in terms:
                prover.assert_(term)
            found = self._answers[key] = isinstance(questions.ask(prover), Unsat)
            prover.pop()
        return found

    def _meaning_before(self, block: Block, fact: Term) -> tuple[Term, ...]:
        """A fact about the values after a block as facts about the values before."""
        found = self._before.get((block, fact))
        if found is None:
            found = self._before[block, fact] = conjuncts(block.transition.before(fact))
        return found


def _connected(symbols: Iterable[Term], terms: Iterable[Term]) -> tuple[list[Term], list[Term]]:
    """The terms that share variables with symbols, directly or by others, and the rest."""
    known = set(symbols)
    near: list[Term] = []
    far = list(terms)
    while True:
        more = [term for term in far if not known.isdisjoint(free_symbols(term))]
        if not more:
            return near, far
        near += more
        far = [term for term in far if known.isdisjoint(free_symbols(term))]
        known.update(s for term in more for s in free_symbols(term))
