"""Interval analysis: which bounds hold for integer expressions, and which operations cannot leave
their type.

Comes in: a program model. Goes out: ``Ranges``, to be asked for the bounds of an expression at a
location.

Integer variables whose address is never taken are followed along the edges of each function;
branches restrict them, loops are widened and narrowed. Between functions only summaries travel: the
bounds of each parameter over all calls, of each result over all returns, and of each global over
all assignments. The first round starts from no knowledge at all, each later one from the summaries
of the round before: so every round is sound by itself and rounds can be stopped at any time. They
go through the call graph upwards (results are news for callers) and downwards (arguments are news
for callees) in turn; functions that call one another are repeated until they find nothing new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from maul.c.ctype import Integer
from maul.cfa.analyses.ranges.flow import Flow, FlowShape
from maul.cfa.analyses.ranges.transfer import Bounds, State
from maul.cfa.expressions import Place
from maul.cfa.intervals import Interval, contains, fitted, full, joined
from maul.cfa.model import Call, Return
from maul.cfa.order import callees, components, entered_function
from maul.cfa.walk import written_place
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Automaton, Cfa, Edge, Location

T = TypeVar("T")

ROUNDS = 4  # up and down the call graph twice
SMALL_PROGRAM = 10_000  # edges; up to here rounds go on while they find something new
MANY_ROUNDS = 8
GROWTHS_OF_RECURSION = 4


def ranges(cfa: Cfa) -> Ranges:
    """Analyse a whole program."""
    analysis = _Analysis(cfa)
    edges = sum(len(at.leaving) for automaton in cfa.automata() for at in automaton.locations)
    for number in range(MANY_ROUNDS if edges <= SMALL_PROGRAM else ROUNDS):
        before = analysis.summary
        analysis.round(upwards=number % 2 == 0)
        if number > 1 and analysis.summary.says_the_same(before):
            break
    return Ranges(analysis)


@node
class _Summary:
    """What a round found out about the program as a whole. An absent function is never entered
    (``parameters``) or never returns (``results``); a bound of None says nothing."""

    parameters: dict[str, tuple[Interval | None, ...]]
    results: dict[str, Interval | None]
    globals: State

    def says_the_same(self, other: _Summary) -> bool:
        """Whether another round with these summaries would find the same."""
        return (
            self.parameters == other.parameters
            and self.results == other.results
            and self.globals == other.globals
        )


class _Analysis:
    """The rounds of the analysis and what they have found."""

    def __init__(self, cfa: Cfa) -> None:
        self.cfa = cfa
        self.shapes = {automaton.name: FlowShape(automaton) for automaton in cfa.automata()}
        self.states: dict[Location, State] = {}
        self._calls = callees(cfa)
        own = {automaton.name: _globals_written(automaton) for automaton in cfa.automata()}
        self._initialised = own[cfa.start.name]
        self._writes = _with_callees(own, self._calls)
        self._groups = components(self._calls)
        self._anything = _Summary(
            {
                automaton.name: tuple(full(each.type) for each in automaton.parameters)
                for automaton in cfa.automata()
            },
            {automaton.name: full(automaton.result) for automaton in cfa.automata()},
            {},
        )
        self.summary = self._anything
        self._found = self.summary
        self._parameters = dict(self.summary.parameters)
        self._results = dict(self.summary.results)

    def round(self, *, upwards: bool) -> None:
        """Analyse every function once, with the summaries of the round before and what this one has
        completed."""
        self.states = {}
        self._found = _Summary({self.cfa.start.name: ()}, {}, {})
        for group in self._groups if upwards else reversed(self._groups):
            if self._is_recursive(group):
                self._recursion(group, upwards=upwards)
                continue
            if not upwards:
                _publish(self._found.parameters, self._parameters, group)
            self._function(self.automaton(group[0]))
            if upwards:
                _publish(self._found.results, self._results, group)
        everywhere = {
            variable: interval
            for variable, interval in self._found.globals.items()
            if variable in self._initialised
        }
        self.summary = _Summary(self._found.parameters, self._found.results, everywhere)
        self._parameters = dict(self.summary.parameters)
        self._results = dict(self.summary.results)

    def _is_recursive(self, group: tuple[str, ...]) -> bool:
        """Whether the functions of a group call one another."""
        return len(group) > 1 or group[0] in self._calls[group[0]]

    def _recursion(self, group: tuple[str, ...], *, upwards: bool) -> None:
        """Analyse functions that call one another until what the round is about is stable: their
        results, at first none, or their parameters, at first those of calls from outside."""
        if upwards:
            self._stabilise(group, self._found.results, self._results, self._anything.results)
        else:
            self._stabilise(
                group, self._found.parameters, self._parameters, self._anything.parameters
            )

    def _stabilise(
        self,
        group: tuple[str, ...],
        found: dict[str, T],
        known: dict[str, T],
        anything: dict[str, T],
    ) -> None:
        """Let what is known grow to what is found; what grows too often may be anything."""
        _publish(found, known, group)
        growths = 0
        while True:
            for name in group:
                self._function(self.automaton(name))
            news = [
                name
                for name in group
                if name in found and (name not in known or known[name] != found[name])
            ]
            if not news:
                return
            growths += 1
            for name in news:
                if growths > GROWTHS_OF_RECURSION:
                    found[name] = anything[name]
                known[name] = found[name]

    def automaton(self, name: str) -> Automaton:
        """A function, or the start, by name."""
        return self.cfa.start if name == self.cfa.start.name else self.cfa.functions[name]

    def everywhere(self, name: str) -> State:
        """The bounds of globals that hold throughout a function; before the start has initialised
        them none do."""
        return {} if name == self.cfa.start.name else self.summary.globals

    def _function(self, automaton: Automaton) -> None:
        """Analyse one function and add what it does to the summaries."""
        bounds_of = self._parameters.get(automaton.name)
        if bounds_of is None:
            return
        entry = {
            variable: interval
            for variable, interval in zip(automaton.parameters, bounds_of, strict=True)
            if interval is not None
            and interval != full(variable.type)
            and variable not in self.cfa.addressed
        }
        shape, everywhere = self.shapes[automaton.name], self.everywhere(automaton.name)

        def quietly(edge: Edge, state: State) -> bool:
            return self.pass_edge(edge, Bounds(state, everywhere, self.cfa.addressed))

        def recording(edge: Edge, state: State) -> bool:
            bounds = Bounds(state, everywhere, self.cfa.addressed)
            self._record_before(edge, bounds, automaton)
            passed = self.pass_edge(edge, bounds)
            if passed:
                self._record_after(edge, bounds)
            return passed

        # Without loops each edge is passed once, in its final state.
        flow = Flow(shape, quietly if shape.heads else recording, everywhere)
        flow.run(entry)
        if shape.heads:
            flow.pass_edge = recording
            flow.visit()
        self.states.update(flow.states)

    def pass_edge(self, edge: Edge, bounds: Bounds) -> bool:
        """Change the bounds as an edge does; False when it cannot be passed."""
        operation = edge.operation
        if not isinstance(operation, Call):
            return bounds.pass_operation(operation)
        entered = entered_function(self.cfa, edge)
        if entered is None:
            return bounds.pass_operation(operation)
        if entered.name not in self._results:
            return False
        written = self._writes[entered.name]
        if len(written) < len(bounds.state):
            for variable in written:
                bounds.state.pop(variable, None)
        else:
            for variable in [each for each in bounds.state if each in written]:
                del bounds.state[variable]
        if operation.result is not None:
            result = self._results[entered.name]
            bounds.set(operation.result, _converted(result, operation.result.type))
        return True

    # ---- summaries ------------------------------------------------------------------------------

    def _record_before(self, edge: Edge, bounds: Bounds, automaton: Automaton) -> None:
        """Add the arguments of a call, or the value of a return, to the summaries."""
        operation = edge.operation
        if isinstance(operation, Return):
            value = None if operation.value is None else bounds.value(operation.value)
            new = _converted(value, automaton.result)
            results = self._found.results
            if automaton.name in results:
                new = _joined(results[automaton.name], new)
            results[automaton.name] = new
        elif isinstance(operation, Call):
            entered = entered_function(self.cfa, edge)
            if entered is not None:
                self._record_call(entered, [bounds.value(each) for each in operation.arguments])

    def _record_call(self, entered: Automaton, arguments: list[Interval | None]) -> None:
        """Add one call to the bounds of the parameters; one without argument can have any value."""
        arguments += [None] * (len(entered.parameters) - len(arguments))
        new = tuple(
            _converted(argument, parameter.type)
            for parameter, argument in zip(entered.parameters, arguments, strict=False)
        )
        old = self._found.parameters.get(entered.name)
        if old is not None:
            new = tuple(_joined(a, b) for a, b in zip(old, new, strict=True))
        self._found.parameters[entered.name] = new

    def _record_after(self, edge: Edge, bounds: Bounds) -> None:
        """Add a value stored in a global to its summary."""
        target = written_place(edge.operation)
        if isinstance(target, Place) and not target.variable.function:
            variable = target.variable
            if bounds.tracks(variable):
                new = bounds.variable(variable)
                assert new is not None
                old = self._found.globals.get(variable)
                self._found.globals[variable] = new if old is None else joined(old, new)


def _joined(left: Interval | None, right: Interval | None) -> Interval | None:
    """The join of two bounds, of which None says nothing."""
    return None if left is None or right is None else joined(left, right)


def _converted(value: Interval | None, of: CType) -> Interval | None:
    """The bounds of a value as a type receives it; all values of the type when nothing is known."""
    whole = full(of)
    if whole is None or value is None or contains(whole, value):
        return whole if value is None or whole is None else value
    return fitted(value, whole) if isinstance(of, Integer) else whole


def _publish(found: dict[str, T], known: dict[str, T], group: tuple[str, ...]) -> None:
    """Replace what was known of the functions in a group by what has been found, nothing
    included."""
    for name in group:
        known.pop(name, None)
        if name in found:
            known[name] = found[name]


def _globals_written(automaton: Automaton) -> frozenset[Variable]:
    """The globals that a function itself stores into by name."""
    return frozenset(
        target.variable
        for at in automaton.locations
        for edge in at.leaving
        if isinstance(target := written_place(edge.operation), Place)
        and not target.variable.function
    )


def _with_callees(
    own: dict[str, frozenset[Variable]], calls: dict[str, tuple[str, ...]]
) -> dict[str, frozenset[Variable]]:
    """The same with what the functions called, directly or not, store into."""
    found: dict[str, frozenset[Variable]] = {}
    for group in components(calls):
        parts = [own[name] for name in group]
        parts += [found[callee] for name in group for callee in calls[name] if callee in found]
        found.update(dict.fromkeys(group, frozenset().union(*parts)))
    return found


class Ranges:
    """What the analysis found. Asking location by location in the order of the text is fast."""

    def __init__(self, analysis: _Analysis) -> None:
        self._analysis = analysis
        self._at: Location | None = None
        self._bounds: Bounds | None = None  # at that location; None when it cannot be reached

    def of(self, location: Location, expression: Expression) -> Interval:
        """The bounds of an expression of integer type, evaluated at a location; low > high where no
        execution arrives."""
        bounds = self._bounds_at(location)
        if bounds is None:
            return (0, -1)
        found = bounds.value(expression)
        if found is None:
            raise ValueError(f"no integer type: {expression.type}")
        return found

    def cannot_wrap(self, edge: Edge, expression: Expression) -> bool:
        """Whether an operator or conversion on an edge always gives the value it has in
        mathematical integers."""
        bounds = self._bounds_at(edge.source)
        return bounds is None or bounds.stays_in_type(expression)

    def is_reached(self, location: Location) -> bool:
        """Whether the analysis cannot exclude that an execution arrives at the location."""
        return self._bounds_at(location) is not None

    def known_at(self, location: Location) -> dict[Variable, Interval] | None:
        """All variables, of the function or global, with bounds narrower than their types; None
        where no execution arrives."""
        bounds = self._bounds_at(location)
        return None if bounds is None else {**bounds.globals, **bounds.state}

    def everything(self) -> Iterator[tuple[Location, dict[Variable, Interval] | None]]:
        """``known_at`` of every location: what each execution has to agree with."""
        for automaton in self._analysis.cfa.automata():
            for at in automaton.locations:
                yield at, self.known_at(at)

    def _bounds_at(self, location: Location) -> Bounds | None:
        """The state at a location, computed from the nearest place before it where it is known."""
        if location is self._at:
            return self._bounds
        way: list[Edge] = []
        at = location
        shape = self._analysis.shapes[location.function]
        while at not in shape.anchors and at is not self._at and len(at.entering) == 1:
            way.append(at.entering[0])
            at = at.entering[0].source
        if at is self._at:
            bounds = self._bounds
        elif at in shape.anchors:
            bounds = self._known(at, self._analysis.states.get(at))
        else:
            # The exit, where nothing is kept, or a location that nothing leads to.
            bounds = self._known(at, {} if at.entering else None)
        for edge in reversed(way):
            if bounds is not None:
                bounds.memo = None
                if not self._analysis.pass_edge(edge, bounds):
                    bounds = None
        if bounds is not None:
            bounds.memo = {}
        self._at, self._bounds = location, bounds
        return bounds

    def _known(self, at: Location, state: State | None) -> Bounds | None:
        """Bounds that can be changed, from a state that is kept."""
        if state is None:
            return None
        analysis = self._analysis
        return Bounds(dict(state), analysis.everywhere(at.function), analysis.cfa.addressed)
