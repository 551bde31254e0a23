"""One step of the program on a memory graph.

Comes in: a graph, its point, and an edge that leaves it. Goes out: the graphs behind the edge. They
stand for at least the states that the program can have there; a step that depends on what the graph
leaves open gives several. ``Unsupported`` where a graph cannot go on.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from maul.c.ctype import holds_pointers
from maul.cfa.analyses.live import Live
from maul.cfa.calls import bindings, result_place
from maul.cfa.expressions import Place, Valid
from maul.cfa.model import CHANGED, Assign, Assume, Call, Havoc, Return
from maul.cfa.order import entered_function
from maul.cfa.walk import inner_first, mentioned_variables
from maul.domains.shape import library
from maul.domains.shape.cases import Stuck, every_case
from maul.domains.shape.conditions import assume
from maul.domains.shape.draft import EMPTY, GraphDraft
from maul.domains.shape.evaluate import ShapeEvaluation
from maul.domains.shape.storing import converted, evaluated, find, forget, put, store
from maul.shapes.graph import Address, KnownNumber, MemoryRegion, ShapeGraph, UnknownValue

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.calls import Point, Points, Stack
    from maul.cfa.model import Cfa, Edge
    from maul.domains.shape.cases import OpenCases
    from maul.shapes.graph import ObjectId


class ShapeExecution:
    """The steps of one program."""

    def __init__(self, points: Points) -> None:
        self._points = points
        self._live = Live(points)
        self._locals: dict[Stack, tuple[Variable, ...]] = {}
        self._asks_for_lost = asks_for_lost(points.cfa)

    def initial(self) -> ShapeGraph:
        """The graph where the program starts: there is nothing in memory."""
        return EMPTY

    def step(self, graph: ShapeGraph, point: Point, edge: Edge) -> tuple[ShapeGraph, ...]:
        """The graphs at ``points.step(point, edge)``; none when the edge cannot be taken."""

        def attempt(before: ShapeGraph, cases: OpenCases) -> ShapeGraph:
            draft = GraphDraft(before)
            self._take(draft, cases, point, edge)
            if draft.has_fresh:
                draft.drop_symbols()
            return draft.finish()

        return tuple(every_case(graph, attempt))

    def _take(self, draft: GraphDraft, cases: OpenCases, point: Point, edge: Edge) -> None:
        """Change a draft as an edge does."""
        at = self._evaluation(draft, cases, point, point.stack, edge)
        match edge.operation:
            case Assume(condition=condition):
                assume(at, condition, holds=True)
            case Assign(target=target, value=value):
                what = evaluated(at, value)
                store(at, target, what)
            case Havoc(target=target, origin=origin) if origin.startswith(CHANGED):
                with suppress(Stuck):  # what cannot be written stays as it is
                    forget(at, target)
            case Havoc(target=target):
                forget(at, target)
            case Call() if entered_function(self._points.cfa, edge) is not None:
                self._enter(at, draft, cases, point, edge)
            case Call() as call if edge.target not in self._points.cfa.errors:
                library.call(at, call)
            case Return(value=value) if point.stack.parent is not None:
                outer = self._evaluation(draft, cases, point, point.stack.parent, edge)
                place = result_place(point.stack)
                if place is not None:
                    if value is None:
                        forget(outer, place)
                    else:
                        what = converted(outer, evaluated(at, value), value, place)
                        store(outer, place, what)
                for variable in self._locals_of(point.stack):
                    draft.drop_variable(variable)
                draft.collect()

    def _enter(
        self, at: ShapeEvaluation, draft: GraphDraft, cases: OpenCases, point: Point, edge: Edge
    ) -> None:
        """Give the parameters of the function that is entered their values."""
        stack = self._points.step(point, edge).stack
        inner = self._evaluation(draft, cases, point, stack, edge)
        passed = [
            (Place(parameter.type, parameter), argument) for parameter, argument in bindings(stack)
        ]
        values = [
            converted(at, evaluated(at, argument), argument, place) for place, argument in passed
        ]
        for (place, _), what in zip(passed, values, strict=True):
            put(inner, place, find(inner, place), what)

    def _evaluation(
        self, draft: GraphDraft, cases: OpenCases, point: Point, stack: Stack, edge: Edge
    ) -> ShapeEvaluation:
        """A draft as the innermost activation of a stack sees it."""
        points = self._points

        def instance(variable: Variable) -> Variable:
            return points.instance(variable, stack)

        def roots(of: GraphDraft) -> list[ObjectId]:
            live = self._live.at(point)
            return [n for v, n in of.variables.items() if not is_temporary(v) or v in live]

        size = points.cfa.model.pointer_size
        return ShapeEvaluation(draft, cases, instance, roots, size, edge.span)

    def _locals_of(self, stack: Stack) -> tuple[Variable, ...]:
        """The variables of the innermost activation of a stack."""
        found = self._locals.get(stack)
        if found is None:
            automaton = stack.automaton
            named = dict.fromkeys(automaton.parameters)
            for at in automaton.locations:
                for edge in at.leaving:
                    named.update(dict.fromkeys(mentioned_variables(edge.operation)))
            found = self._locals[stack] = tuple(
                self._points.instance(v, stack) for v in named if v.function == automaton.name
            )
        return found

    # ---- what does not matter any more ----------------------------------------------------------

    def forget_dead(self, graph: ShapeGraph, point: Point) -> ShapeGraph:
        """The graph without the variables that nobody reads any more. Pointers in variables of the
        source are kept where the property asks which objects are lost."""
        draft, live = GraphDraft(graph), self._live.at(point)
        pointed = {
            field.value.object
            for fields in draft.fields.values()
            for field in fields
            if isinstance(field.value, Address)
        }
        for variable, number in graph.variables.items():
            if not variable.function or variable in live or number in pointed:
                continue
            if (
                self._asks_for_lost
                and not is_temporary(variable)
                and holds_pointers(variable.type)
                and self._leads_to_something(draft, number)
            ):
                self._keep_addresses(draft, number)
                continue
            del draft.variables[variable], draft.objects[number]
            draft.fields.pop(number, None)
        draft.collect()
        return draft.finish()

    def _leads_to_something(self, draft: GraphDraft, number: ObjectId) -> bool:
        """Whether there is an address of a live object in an object."""
        for field in draft.fields_of(number):
            if isinstance(field.value, Address):
                found = draft.objects[field.value.object]
                if not isinstance(found, MemoryRegion) or found.is_live:
                    return True
        return False

    def _keep_addresses(self, draft: GraphDraft, number: ObjectId) -> None:
        """Forget what leads nowhere."""
        for field in draft.fields_of(number):
            if isinstance(field.value, (KnownNumber, UnknownValue)):
                draft.forget(number, field.offset, field.size)


def is_temporary(variable: Variable) -> bool:
    """Whether a variable is none of the source."""
    return "::$" in variable.name


def asks_for_lost(cfa: Cfa) -> bool:
    """Whether a program asks which objects are lost."""
    return any(
        isinstance(part, Valid) and part.question == "memtrack"
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
        if isinstance(edge.operation, Assume)
        for part in inner_first(edge.operation)
    )
