"""Lazy abstraction with interpolants: IMPACT [McMillan06].

Comes in: a program in blocks of any size, and a refuter. Goes out: ``Safe`` with the labels of a
safe, complete and well-labelled unwinding [McMillan06, Theorem 1], or ``Unsafe`` with an execution.

The procedures have the names of [McMillan06, Fig. 4 to 6]. What we changed: a vertex whose label
is false is never expanded; only strengthened vertices are closed again, as the paper suggests;
DFS keeps its own stack; and where the graph of the program ends is an error like others, only that
an execution which gets there is no counterexample: the graph goes on there. Path slicing is the
refuter's business (``maul.interpolate.refuter.decide``).
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import islice
from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.domains.questions import Questions
from maul.errors import NotExecuted, SolverFailure
from maul.events import Searched
from maul.explore.arg import Unwinding, Vertex, nearest_common_ancestor
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE, TRUE, not_
from maul.logic.trace import Block, Trace
from maul.logic.transition import assume
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.setting import MethodEntry
from maul.smt.allowance import A_SECOND, allowed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maul.cfa.model import Cfa
    from maul.logic.terms import Term
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Unsafe, Verdict
    from maul.run import Run

RECENT = "3"  # vertices of the same place by which a forced covering is tried
FORCING = A_SECOND  # steps for one forced covering: most fail, and the search can do without


def impact(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Unwind a program until an error is reached or every leaf is covered."""
    paths = error_paths(cfa, setting.blocks, setting.arith, run)
    questions = Questions(setting.provers, run)
    is_forced = setting.choice("cover", "forced") == "forced"
    recent = int(setting.choice("recent", RECENT)) if is_forced else 0
    return Impact(Inspector(paths, setting.refuter, run), questions, run, recent=recent).unwind()


METHOD = MethodEntry(
    "impact",
    impact,
    "[McMillan06]",
    "interpolants instead of predicates: quick proofs of programs with much control",
    choices=(("cover", "forced"), ("recent", RECENT)),
)


class Impact:
    """One unwinding under way. A covering by so many ``recent`` vertices is forced, if possible;
    ``watch`` is called after each change, for tests."""

    def __init__(
        self,
        inspector: Inspector,
        questions: Questions,
        run: Run,
        watch: Callable[[Unwinding], None] = lambda _: None,
        *,
        recent: int = int(RECENT),
    ) -> None:
        self.tree = Unwinding(inspector.graph.start)
        self._graph = inspector.graph
        self._inspector = inspector
        self._questions = questions
        self._run = run
        self._watch = watch
        self._recent = recent
        self._open: NotExecuted | SolverFailure | None = None  # of an error path that was left open
        self._leaves: list[tuple[int, Vertex]] = [(0, self.tree.root)]

    # ---- Fig. 5 ----

    def unwind(self) -> Verdict:
        """Unwind: as long as there is an uncovered leaf, search from it."""
        while (v := self._uncovered_leaf()) is not None:
            for w in v.path():
                self.close(w)
            counterexample = self.dfs(v)
            if counterexample is not None:
                return counterexample
        if self._open is not None:
            raise self._open
        return self._inspector.safe(self.tree.labels())

    def dfs(self, v: Vertex) -> Unsafe | None:
        """DFS: visit what is below a vertex, the errors among its children first, and last what is
        deep in a recursion."""
        stack = [v]
        while stack:
            v = stack.pop()
            self._run.tick()
            if v.expanded or v.label is FALSE:
                continue
            self.close(v)
            if v.is_covered:
                continue
            if self._is_error(v):
                counterexample = self.refine(v)
                if counterexample is not None:
                    return counterexample
            if v.label is FALSE or self._is_error(v) or self._forced(v):
                continue
            self.expand(v)
            stack += sorted(v.children, key=self._urgency)
        return None

    def close(self, v: Vertex) -> None:
        """Close: cover a vertex by an older one of its place, if there is one that can."""
        if v.is_covered or v.label is FALSE:
            return
        for w in self.tree.at(v.place):
            if w.number >= v.number:
                return
            if self.cover(v, w):
                return

    # ---- Fig. 4 ----

    def expand(self, v: Vertex) -> None:
        """Expand: a child for each block that leaves."""
        self.tree.expand(v, self._graph.leaving(v.place))
        for w in v.children:
            heappush(self._leaves, (w.number, w))
        self._changed()

    def refine(self, v: Vertex) -> Unsafe | None:
        """Refine: strengthen the labels on the path to an error so that its own gets false, and
        close what was strengthened; an execution when the path is possible. Where the graph ended
        and goes on now, nothing is refined: it is no error any more."""
        path = v.path()
        try:
            found = self._inspector.inspect(Trace(_blocks(path)))
        except (NotExecuted, SolverFailure) as stop:
            # Another path may be executed; without that there is no verdict.
            self._open, v.expanded = stop, True
            return None
        if not isinstance(found, Refuted):
            return found
        for w in self._strengthened(path, found.assertions):
            self.close(w)
        return None

    def cover(self, v: Vertex, w: Vertex) -> bool:
        """Cover: add the arc (v, w) if that keeps the unwinding well-labelled."""
        if w.is_covered or w.label is FALSE or not self._questions.entails(v.label, w.label):
            return False
        self.tree.cover(v, w)
        self._changed()
        return True

    def _strengthened(self, path: Sequence[Vertex], assertions: Sequence[Term]) -> list[Vertex]:
        """Conjoin to each label what does not follow from it anyway; those that changed."""
        changed = []
        for v, phi in zip(path, assertions, strict=True):
            if not self._questions.entails(v.label, phi):
                self.tree.strengthen(v, phi)
                changed.append(v)
        self._changed()
        return changed

    # ---- Fig. 6 ----

    def force_cover(self, v: Vertex, w: Vertex) -> bool:
        """ForceCover: strengthen the path from the nearest common ancestor so that the label of
        ``w`` holds at ``v``, if it must."""
        x = nearest_common_ancestor(v, w)
        path = v.path(x)
        before = Block(("before", x.place), x.place, assume(x.label))
        after = Block(v.place, ("after", v.place), assume(not_(w.label)))
        trace = Trace((before, *_blocks(path), after))
        with allowed(FORCING):
            answer = self._inspector.ask(trace)
        if not isinstance(answer, Refuted):
            return False
        self._strengthened(path, answer.assertions[1:-1])
        return self.cover(v, w)

    def _forced(self, v: Vertex) -> bool:
        """Whether one of a few recent vertices of the same place could be made to cover."""
        return any(self.force_cover(v, w) for w in islice(self._older(v), self._recent))

    def _older(self, v: Vertex) -> Iterator[Vertex]:
        """The vertices that may cover, the recent ones first."""
        for w in reversed(self.tree.at(v.place)):
            if w.number < v.number and not w.is_covered and w.label not in (TRUE, FALSE):
                yield w

    # ---- leaves, errors, limits ----

    def _uncovered_leaf(self) -> Vertex | None:
        """The oldest uncovered leaf that is not known to be unreachable."""
        for x in self.tree.uncovered:
            for y in x.subtree():
                if not y.expanded:
                    heappush(self._leaves, (y.number, y))
        self.tree.uncovered.clear()
        while self._leaves:
            _, v = heappop(self._leaves)
            if not (v.expanded or v.is_covered or v.label is FALSE):
                return v
        return None

    def _is_error(self, v: Vertex) -> bool:
        return self._graph.is_error(v.place)

    def _urgency(self, v: Vertex) -> int:
        if isinstance(v.place, Point) and self._graph.is_end(v.place):
            return 0
        return 2 if self._is_error(v) else 1

    def _changed(self) -> None:
        tree = self.tree
        self._run.emit(Searched(len(tree.vertices), tree.arcs, len(tree.vertices) - 1, 0))
        self._watch(tree)


def _blocks(path: Sequence[Vertex]) -> tuple[Block, ...]:
    """The blocks between the vertices of a path."""
    return tuple([v.block for v in path[1:] if v.block is not None])
