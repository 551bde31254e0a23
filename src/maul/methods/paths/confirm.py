"""Whether a path to an error can be executed, however long it is.

Comes in: the points of a path, block ends of a graph from the start to an error. Goes out: the
execution along it as a claim for the replay, or that there is none, or why that is not known. An
explicit-value path with unknown values is no proof of an error [Beyer13, section 3]: this is.

The path is executed symbolically from its start: what is constant is computed, so that of a loop
with constant bounds nothing is left, however often it runs; conditions on inputs are collected and
put to a solver as one question. What an encoding leaves out or adds (``Taken.sure``) is demanded
not to happen. Where a block has several ways to its end, states are merged as in large-block
encoding.

Formulas let an execution follow any pointer, the interpreter does not. When the execution that was
found does what C leaves undefined, the path is executed once more, and what it accesses is demanded
to be an object, possibly an unknown one (``maul.methods.paths.unknown_objects``).
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.model import Return, is_disturbance
from maul.cfa.outcome import UndefinedBehaviour
from maul.encode.blocks import Way
from maul.encode.state import Layout, State, initial_values
from maul.encode.steps import joined, take
from maul.logic.build import FALSE, TRUE, Term, and_, implies
from maul.logic.walk import conjuncts
from maul.methods.paths.unknown_objects import accessible, apart, contents, from_nowhere, reads
from maul.methods.paths.valuation import Noted, PathValues
from maul.node import value
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.verdict import Unsafe
from maul.smt.choose import bit_prover
from maul.smt.protocols import GaveUp, Sat, Unsat, smaller

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from maul.cfa.blocks import BlockGraph, Step
    from maul.cfa.calls import Point
    from maul.encode.chosen import Chosen
    from maul.methods.paths.unknown_objects import Read
    from maul.run import Run


CORE_SECONDS = 2.0  # to find out where a path ends


@value
class Infeasible:
    """No execution takes the path, not even its first so many blocks."""

    blocks: int


Confirmation: TypeAlias = Unsafe | Infeasible | GaveUp


def confirm(graph: BlockGraph, layout: Layout, points: Sequence[Point], run: Run) -> Confirmation:
    """Find an execution along the points of a path to an error. ``layout`` is that of the search:
    objects keep their addresses, whatever its arithmetic. It may raise ``Unsupported``."""
    exact = Layout(graph.points.cfa, split=layout.regions)
    exact.settle(layout.places())
    path = _Path(graph, exact, run)
    possible = path.walked(points)
    if not possible:
        return Infeasible(path.blocks)
    found = path.execution()
    is_disturbed = path.is_disturbed
    if not isinstance(found, Unsafe) or not _is_doubtful(graph, found, is_disturbed=is_disturbed):
        return found  # what else may be wrong with it is for the checker to find
    path = _Path(graph, exact, run, is_careful=True)
    if not path.walked(points):
        return GaveUp("functions without body would have to change more than can be executed")
    for further in (apart(exact, path.chosen), ()):
        found = path.execution((*path.demands, *further))
        if isinstance(found, Unsafe) and confirms(replay(graph.points.cfa, found), found):
            return found
    return GaveUp("no execution was found along the path that does nothing undefined")


def _is_doubtful(graph: BlockGraph, claim: Unsafe, *, is_disturbed: bool) -> bool:
    """Whether an execution does what C leaves undefined, as following a null pointer, or goes
    elsewhere since functions without body would have to change more than the interpreter lets
    them."""
    execution = replay(graph.points.cfa, claim)
    if isinstance(execution.outcome, UndefinedBehaviour):
        return True
    return is_disturbed and not confirms(execution, claim)


class _Path:
    """A path that is executed block by block: the state at its end so far, what must hold to come
    there, and what is chosen on the way. With ``is_careful`` it notes what keeps executions from
    following null pointers: ``demands``, and the ``reads`` that tell what unknown objects hold; and
    ``DISTURB`` changes nothing."""

    def __init__(
        self, graph: BlockGraph, layout: Layout, run: Run, *, is_careful: bool = False
    ) -> None:
        self.blocks = 0
        self.chosen: list[Chosen] = []
        self.demands: list[Term] = []
        self.is_disturbed = False  # functions without body may change something on the way
        self._reads: list[Read] = []
        self._is_careful = is_careful
        self._layout = layout
        self._graph = graph
        self._points = graph.points
        self._run = run
        self._end = graph.start
        self._state = State(layout)
        self._state.values.update(initial_values(layout))
        self._conditions: dict[Term, int] = {}  # and in which block each came up
        # Steps that choose something, or all steps of a block of which some are not taken.
        self._ways: list[tuple[Way, ...]] = []
        self._steps: dict[tuple[Point, Point], tuple[Step, ...]] = {}

    # ---- executing -----------------------------------------------------------------------------

    def walked(self, points: Sequence[Point]) -> bool:
        """Execute a path; False when a condition on it is false whatever the inputs are."""
        for source, target in pairwise(points):
            self._run.tick()
            self.blocks += 1
            steps = self._steps_between(source, target)
            is_chain = len(steps) == len({step.source for step in steps})
            if not (self._follow(steps) if is_chain else self._follow_all(steps, target)):
                return False
        self._end = points[-1]
        return True

    def _steps_between(self, source: Point, target: Point) -> tuple[Step, ...]:
        found = self._steps.get((source, target))
        if found is None:
            found = self._graph.piece(source).steps_to(target)
            self._steps[source, target] = found
        return found

    def _follow(self, steps: tuple[Step, ...]) -> bool:
        """Take steps one after the other."""
        for step in steps:
            way = self._take(step, TRUE, self._state)
            if way.condition is FALSE:
                return False
            if way.condition is not TRUE:
                self._demand(conjuncts(way.condition))
            if way.chosen is not None or isinstance(step.edge.operation, Return):
                self._ways.append((way,))
        return True

    def _follow_all(self, steps: tuple[Step, ...], target: Point) -> bool:
        """Take all ways to the end of a block, and merge the states where they meet."""
        at = {steps[0].source: (TRUE, self._state)}
        ways: list[Way] = []
        for source, leaving in groupby(steps, lambda step: step.source):
            if source not in at:
                continue  # no way leads there: the conditions before it are false
            guard, state = at.pop(source)
            for step in leaving:
                after = state.copy()
                way = self._take(step, guard, after)
                reached = and_(guard, way.condition)
                if reached is FALSE:
                    continue
                ways.append(way)
                if step.target in at:
                    other, old = at[step.target]
                    reached, case = joined(other, reached)
                    after = after.merged(case, old)
                at[step.target] = reached, after
        if target not in at:
            return False
        guard, self._state = at[target]
        self._demand(conjuncts(guard))
        self._ways.append(tuple(ways))
        return True

    def _take(self, step: Step, guard: Term, state: State) -> Way:
        """Take a step where a guard holds; it is taken only if its encoding is right."""
        at = self._points, step.source, step.edge, state
        if is_disturbance(step.edge.operation):
            self.is_disturbed = True
            if self._is_careful:  # to change nothing is one of the things that it may do
                return Way(step, TRUE, None)
        if self._is_careful:
            self._reads += reads(*at)
            self.demands += [implies(guard, condition) for condition in accessible(*at)]
        taken = take(*at)
        self._demand(implies(guard, fact) for fact in taken.facts)
        if self._is_careful and taken.chosen is not None:
            self.chosen.append(taken.chosen)
            self.demands += from_nowhere(self._layout, taken.chosen)
        return Way(step, and_(taken.condition, taken.sure), taken.chosen)

    def _demand(self, conditions: Iterable[Term]) -> None:
        """Note what must hold to come through a block."""
        for condition in conditions:
            self._conditions.setdefault(condition, self.blocks)

    # ---- asking --------------------------------------------------------------------------------

    def execution(self, further: Sequence[Term] = ()) -> Confirmation:
        """The execution of the path that a solver finds, if ``further`` conditions are to hold."""
        prover = bit_prover()
        conditions = tuple(dict.fromkeys((*self._conditions, *further)))
        for condition in conditions:
            prover.assert_(condition)
        match prover.check(seconds=self._run.left()):
            case Sat(model=model):
                return self._claim(PathValues(model, conditions))
            case Unsat():
                return Infeasible(self.blocks if further else self._contradiction())
            case stopped:
                return stopped

    def _contradiction(self) -> int:
        """After how many blocks the conditions contradict one another; later ones often have
        nothing to do with it."""
        seconds = smaller(CORE_SECONDS, self._run.left())
        answer = bit_prover().check(tuple(self._conditions), core=True, seconds=seconds)
        core = answer.core if isinstance(answer, Unsat) else ()
        return max((self._conditions[condition] for condition in core), default=self.blocks)

    def _claim(self, values: PathValues) -> Unsafe:
        """What a model chooses on its way."""
        noted = Noted()
        for way in self._taken(values):
            noted.note(way.step.edge.operation, way.step.source, way.chosen, values.of)
        violated = self._points.cfa.errors[self._end.location]
        if not self._is_careful:
            return noted.claim(violated)
        return noted.claim(violated, contents(self._layout, self._reads, values.of))

    def _taken(self, values: PathValues) -> Iterator[Way]:
        """The steps that a model takes. In a block each step comes after those to its source."""
        for ways in self._ways:
            point = ways[0].step.source
            for way in ways:
                if way.step.source is point and values.holds(way.condition):
                    yield way
                    point = way.step.target
