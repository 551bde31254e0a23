"""One step of the program on a memory graph.

Comes in: a graph, a point, and an edge that leaves it. Goes out: graphs that stand for all states
behind the edge. A step is done again from its beginning on each of the cases that it has to tell
apart, so that nothing that was found out about one case is left over in another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, ArrayType, Integer, Pointer, is_scalar, known_size
from maul.cfa.calls import bindings, result_place
from maul.cfa.expressions import Bytes, Load, Zero
from maul.cfa.model import CHANGED, Assign, Assume, Call, Havoc, Return
from maul.cfa.walk import mentioned_variables
from maul.proofs.shapes.cases import Chosen, ChosenValues, EndsHere, TakenApart, TrackLost
from maul.proofs.shapes.conditions import assume
from maul.proofs.shapes.evaluate import GraphEvaluation, width_of
from maul.proofs.shapes.library import call
from maul.proofs.shapes.memory import ZERO, Contradiction, WorkingGraph
from maul.proofs.shapes.numbers import wrapped
from maul.proofs.shapes.questions import MemoryQuestions
from maul.shapes.graph import FieldValue, KnownNumber

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.calls import Point, Points, Stack
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Edge
    from maul.proofs.shapes.cases import Found
    from maul.run import Run
    from maul.shapes.graph import ShapeGraph, Value

MOST_CASES = 4096  # of one step
MOST_BYTES = 4096  # of a text that are kept


class Steps:
    """The steps of a program."""

    def __init__(self, points: Points, run: Run) -> None:
        self._points = points
        self._run = run
        self._mentioned: dict[Automaton, tuple[Variable, ...]] = {}

    def of(self, graph: ShapeGraph, point: Point, edge: Edge) -> list[ShapeGraph]:
        """The graphs behind an edge."""
        return [
            memory.graph()
            for memory in self._cases(
                WorkingGraph(graph, self._points.cfa.model.pointer_size),
                lambda memory, choices: self._step(memory, choices, point, edge),
            )
        ]

    def _cases(
        self, memory: WorkingGraph, action: Callable[[WorkingGraph, ChosenValues], None]
    ) -> list[WorkingGraph]:
        """What an action makes of a graph, in all cases that it tells apart."""
        waiting: list[tuple[WorkingGraph, Chosen]] = [(memory, ())]
        found: list[WorkingGraph] = []
        done = 0
        while waiting:
            self._run.tick()
            done += 1
            if done > MOST_CASES:
                raise TrackLost("a step has too many cases")
            before, given = waiting.pop()
            after, choices = before.copy(), ChosenValues(given)
            try:
                action(after, choices)
            except TakenApart as split:
                # Up to here nothing was changed but by reading, and by conditions on what was
                # chosen: the cases stand for all there is as long as the same is chosen again.
                waiting += [(case, tuple(choices.made)) for case in split.cases]
            except (Contradiction, EndsHere):
                pass
            else:
                after.collect()
                found.append(after)
            waiting += [(before, other) for other in choices.others()]
        return found

    # ---- operations ------------------------------------------------------------------------------

    def _step(self, memory: WorkingGraph, choices: ChosenValues, point: Point, edge: Edge) -> None:
        """Execute one edge."""
        stack = point.stack
        asked = MemoryQuestions(self._points, point)
        at = GraphEvaluation(memory, self._points, stack, choices, asked.answer)
        following = self._points.step(point, edge).stack
        match edge.operation:
            case Assume(condition=condition):
                assume(at, condition, is_set=True)
            case Assign(target=target, value=value):
                self._assign(at, target, at, value)
            case Havoc(target=target, origin=origin):
                self._havoc(at, target, may_be_elsewhere=origin.startswith(CHANGED))
            case Call() if following is not stack:
                self._enter(at, following)
            case Call(result=result) as operation:
                if result is None:
                    call(at, operation)
                    return
                at.spot(at.address(result), width_of(result)[0])  # before anything is changed
                self._store(at, result, call(at, operation))
            case Return(value=value):
                if stack.parent is not None:
                    self._leave(at, stack, stack.parent, value)

    def _assign(
        self, at: GraphEvaluation, target: Lvalue, where: GraphEvaluation, value: Expression
    ) -> None:
        """Store the value of an expression in a place that another activation knows."""
        if is_scalar(target.type):
            fits = is_scalar(value.type) and _is_alike(target.type, value.type)
            self._store(where, target, at.value(value) if fits else None)
            return
        size, _ = width_of(target)
        if size == 0:
            return  # no bytes of a record without members, wherever it is
        block = self._block(at, value)
        spot = where.spot(where.address(target), size)
        if spot is None:
            raise TrackLost("an object is written to an unknown place")
        if spot.low != spot.high or block is None:
            where.memory.forget(spot.object, spot.low, spot.high - spot.low + size)
        else:
            where.memory.write_block(spot.object, spot.low, size, block)

    def _block(self, at: GraphEvaluation, value: Expression) -> tuple[FieldValue, ...] | None:
        """What is known of the bytes of an aggregate; None is nothing."""
        match value:
            case Zero(type=t):
                size = known_size(t)
                if not size:
                    return None
                return (FieldValue(0, size, ArrayType(CHAR, size), ZERO),)
            case Bytes(data=data, type=t) if len(data) <= MOST_BYTES:
                element = t.element if isinstance(t, ArrayType) else CHAR
                if not isinstance(element, Integer) or element.bits != CHAR.bits:
                    element = CHAR
                return tuple(
                    FieldValue(offset, 1, element, KnownNumber(wrapped(byte, element)))
                    for offset, byte in enumerate(data)
                )
            case Load(place=place):
                size, _ = width_of(place)
                if size == 0:
                    return ()
                spot = at.spot(at.address(place), size)
                if spot is None or spot.low != spot.high:
                    return None
                return at.memory.block(spot.object, spot.low, size)
        return None

    def _store(self, at: GraphEvaluation, target: Lvalue, found: Found | None) -> None:
        """Store a scalar; None is any value."""
        memory, t = at.memory, target.type
        size, is_whole = width_of(target)
        spot = at.spot(at.address(target), size)
        if spot is None:
            raise TrackLost("a value is written to an unknown place")
        if found is None or spot.low != spot.high or not is_whole or not is_scalar(t):
            memory.forget(spot.object, spot.low, spot.high - spot.low + size)
            return
        memory.write(spot.object, spot.low, t, at.plain(found))

    def _havoc(self, at: GraphEvaluation, target: Lvalue, *, may_be_elsewhere: bool) -> None:
        """Give a place any value. What functions without a body change may be nowhere: then nothing
        happens."""
        if not may_be_elsewhere:
            self._store(at, target, None)
            return
        size, _ = width_of(target)
        try:
            spot = at.spot(at.address(target), size)
        except EndsHere:
            return
        if spot is None:
            raise TrackLost("a value is written to an unknown place")
        at.memory.forget(spot.object, spot.low, spot.high - spot.low + size)

    # ---- functions -------------------------------------------------------------------------------

    def _enter(self, at: GraphEvaluation, entered: Stack) -> None:
        """Begin an activation: its variables hold anything, but for the arguments."""
        memory = at.memory
        scalars: list[tuple[Variable, Value]] = []
        blocks: list[tuple[Variable, tuple[FieldValue, ...] | None]] = []
        for parameter, argument in bindings(entered):
            instance = self._points.instance(parameter, entered)
            if not is_scalar(parameter.type):
                is_same = argument.type == parameter.type
                blocks.append((instance, self._block(at, argument) if is_same else None))
            elif _is_alike(parameter.type, argument.type):
                scalars.append((instance, at.plain(at.value(argument))))
        for _, gone in self.variables(entered):
            memory.drop_variable(gone)
        for instance, value in scalars:
            memory.write(memory.home(instance), 0, instance.type, value)
        for instance, block in blocks:
            if block is not None and (size := known_size(instance.type)):
                memory.write_block(memory.home(instance), 0, size, block)

    def _leave(
        self, at: GraphEvaluation, stack: Stack, caller: Stack, value: Expression | None
    ) -> None:
        """Give the result to the caller; then the variables are gone."""
        result = result_place(stack)
        if result is not None:
            if value is None:
                self._store_any(at.of(caller), result)
            else:
                self._assign(at, result, at.of(caller), value)
        for _, variable in self.variables(stack):
            at.memory.drop_variable(variable)

    def _store_any(self, at: GraphEvaluation, target: Lvalue) -> None:
        """Store an arbitrary value of any type."""
        self._store(at, target, None)

    def variables(self, stack: Stack) -> list[tuple[Variable, Variable]]:
        """The variables of the innermost function, and as its activation knows them."""
        automaton = stack.automaton
        if automaton not in self._mentioned:
            found = dict.fromkeys(automaton.parameters)
            for location in automaton.locations:
                for edge in location.leaving:
                    found.update(dict.fromkeys(mentioned_variables(edge.operation)))
            self._mentioned[automaton] = tuple(each for each in found if each.function)
        plain = self._mentioned[automaton]
        return [(each, self._points.instance(each, stack)) for each in plain]


def _is_alike(one: CType, other: CType) -> bool:
    """Whether a value of one type can be stored as one of the other."""
    return one == other or (isinstance(one, Pointer) and isinstance(other, Pointer))
