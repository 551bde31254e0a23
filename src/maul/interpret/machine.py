"""The concrete interpreter: a control-flow automaton and a sequence of inputs in, what happens out.

Every location is translated into a Python closure when it is met first; a closure does what the
edge says and returns where to go on. Calls use a stack of frames of our own, so that the depth of
recursion of the interpreted program is not that of Python.

Conventions where C leaves a choice: memory is little endian; signed overflow wraps around;
objects are at addresses that depend on the program and its inputs only. What C leaves undefined
ends the execution (``UndefinedBehaviour``), signed overflow excepted. What is arbitrary and not
chosen by the caller is zero: uninitialised and undefined variables, what assembly writes, the
parameters of main. Inputs are consumed by ``__VERIFIER_nondet_*`` and by every other function
that has no body, no model and a result that is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from maul.c.ctype import INT
from maul.c.source import Span
from maul.c.tree import Variable
from maul.cfa.expressions import Convert, Deref, Expression, Lvalue, Place
from maul.cfa.library import INPUT_PREFIX, STREAMS, canonical
from maul.cfa.model import (
    CHANGED,
    VOLATILE,
    Assign,
    Assume,
    Automaton,
    Call,
    Cfa,
    Edge,
    Havoc,
    Location,
    Return,
)
from maul.cfa.order import loop_heads
from maul.cfa.outcome import (
    Blocked,
    DependsOnOutside,
    Ended,
    ErrorReached,
    Execution,
    Finish,
    InputExhausted,
    Outcome,
    OutOfSteps,
    UndefinedBehaviour,
)
from maul.cfa.walk import root
from maul.errors import Unsupported
from maul.interpret.choices import Ask, Choices, Choose, NoInput, in_order
from maul.interpret.frames import Activations, Effect, ExecutablePlace, Results, Routine, move
from maul.interpret.library.functions import LIBRARY
from maul.interpret.library.site import LibraryCall, World
from maul.interpret.memory import Exhausted, ObjectMemory, Undefined, Unmodelled, Unsettled
from maul.interpret.registers import (
    FunctionRegisters,
    Registers,
    object_size,
    sort_of,
    variables_of,
)
from maul.interpret.steps import (
    Run,
    finish,
    passing,
    set_register,
    store_value,
    telling,
    then,
)
from maul.interpret.values import Translator
from maul.result import Violation

T = TypeVar("T")


SLICE = 1 << 16  # steps between two looks at the clock
SPARED_AT_ONCE = 4  # objects that a question about lost ones may cost


def nothing() -> None:
    """Nobody looks at the clock."""


def never() -> bool:
    """The answer of a ``malloc`` that does not fail."""
    return False


def interpret(
    cfa: Cfa,
    inputs: Iterable[int | float] = (),
    *,
    steps: int = 10_000_000,
    choose: Choose | None = None,
    malloc_fails: Callable[[], bool] = never,
    record_path: bool = False,
) -> Execution:
    """Execute the program; what is not modelled, as long double, raises Unsupported when met.

    Expressions may be nested ``MAX_DEPTH`` deep: call it through ``maul.system.deep.call_deep``.
    """
    machine = Machine(cfa, in_order(inputs), choose, malloc_fails=malloc_fails)
    if record_path:
        machine.path = []
    return machine.execute(steps)


class Machine:
    """One execution. A ``sparing`` one does not look for lost objects whenever it passes a loop; as
    lost objects stay lost, it finds them later."""

    def __init__(
        self,
        cfa: Cfa,
        ask: Ask,
        choose: Choose | None = None,
        *,
        malloc_fails: Callable[[], bool] = never,
        sparing: bool = False,
    ) -> None:
        self.cfa = cfa
        self._sparing = sparing
        self._spared = 0  # questions about lost objects since the last one that was answered
        self.registers = Registers(self._in_memory())
        self._here = cfa.start.entry  # the location that is being translated
        questions = {"memtrack": self._memtrack, "memcleanup": self._memcleanup}
        self.memory = self._new_memory()
        self.translator = Translator(cfa.model, self.registers, self.memory, questions)
        self.choices = Choices(self.memory, ask, choose)
        self.world = World(self.translator, self.choices, malloc_fails)
        self.stack = Activations(self.registers, self.memory)
        self.results = Results(self.translator, self.choices)
        self.path: list[Edge] | None = None
        self.observe: Callable[[Edge], None] | None = None  # told of each edge once it is taken
        self._failed: Edge | None = None  # the edge that led to an error
        self.visited = 0  # locations that some execution came to
        self._fixed = frozenset(v.name for v in cfa.addressed if v.constant)
        self._routines: dict[str, Routine] = {}
        self._nodes: dict[Location, ExecutablePlace] = {}
        self._globals: list[Variable] = []  # those that are objects, in the order of addresses
        self._floor = self.memory.globals.mark()
        for variable in cfa.globals:
            self._add_global(variable)

    def _in_memory(self) -> frozenset[Variable]:
        """The variables that are objects whatever their type."""
        return self.cfa.addressed

    def _new_memory(self) -> ObjectMemory:
        return ObjectMemory(self.cfa.model)

    # ---- the loop ----------------------------------------------------------------------------

    def execute(self, limit: int, tick: Callable[[], None] = nothing) -> Execution:
        """Run from the start until something ends the execution; ``tick`` is called now and then
        and may raise."""
        node = self._node(self.cfa.start.entry)
        taken = 0
        outcome: Outcome
        try:
            node = self._begin()
            while taken < limit:
                tick()
                for taken in range(taken + 1, min(limit, taken + SLICE) + 1):  # noqa: B020, B007
                    node = node.run()
            outcome = OutOfSteps("steps", node.span)
        except Finish as end:
            outcome = end.outcome
        except Undefined as what:
            outcome = UndefinedBehaviour(str(what), node.span)
        except Exhausted as full:
            outcome = OutOfSteps(full.which, node.span)
        except MemoryError:
            outcome = OutOfSteps("memory", node.span)
        except Unmodelled as what:
            raise Unsupported(node.span, str(what)) from None
        except NoInput:
            outcome = InputExhausted(node.span)
        except Unsettled as what:
            outcome = DependsOnOutside(str(what), node.span)
        return Execution(
            outcome,
            b"".join(self.world.output),
            taken,
            tuple(self.path) if self.path is not None else None,
            self.choices.used,
            tuple(self.world.approximations),
            self._violation(outcome),
        )

    def _violation(self, outcome: Outcome) -> Violation | None:
        """What happened in words, when an error was reached."""
        if not isinstance(outcome, ErrorReached):
            return None
        from maul.interpret.violation import Told  # noqa: PLC0415 - for counterexamples

        is_lost, place = outcome.property == "valid-memtrack", outcome.location
        lost = partial(self.stack.lost, place) if is_lost else list
        return Told(self.cfa, self.translator, lost).violation(outcome, self._failed)

    def reset(self) -> None:
        """Get ready for another execution: what was translated stays."""
        for routine in self._routines.values():
            routine.active = 0
        self.registers.clear()
        self.stack.frames.clear()
        self.memory.clear(self._floor)
        self.world.output.clear()
        self.world.approximations.clear()
        self.choices.used = 0
        for variable in self._globals:
            self._place(variable)

    def _begin(self) -> ExecutablePlace:
        """Enter the start automaton."""
        routine = self._routine(self.cfa.start)
        self.stack.enter(routine, routine.entry, lambda: None)
        return routine.entry

    def _memtrack(self) -> Callable[[], int]:
        location = self._here
        if not self._sparing or location not in loop_heads(self._automaton(location)):
            return lambda: 0 if self.stack.lost(location) else 1

        def answer() -> int:
            self._spared += SPARED_AT_ONCE
            if self._spared < len(self.memory.heap.objects):
                return 1
            self._spared = 0
            return 0 if self.stack.lost(location) else 1

        return answer

    def _automaton(self, location: Location) -> Automaton:
        return next(each for each in self.cfa.automata() if each.name == location.function)

    def _memcleanup(self) -> Callable[[], int]:
        return lambda: 0 if self.memory.heap.objects else 1

    # ---- variables and functions -------------------------------------------------------------

    def _add_global(self, variable: Variable) -> None:
        if variable in self.registers.slots:
            return
        self.registers.add(variable)
        if self.registers.home(variable) == "object":
            self._globals.append(variable)
            self._place(variable)

    def _place(self, variable: Variable) -> None:
        """Make the object of a global."""
        size = object_size(variable)
        kind = "incomplete" if size < 0 else "string" if is_string(variable) else "global"
        at = self.memory.globals.place(kind, variable.name, size)
        at.made = variable.span
        at.writable = True  # until the start has initialised it
        self.memory.leave_open(at)
        self.registers.objects[self.registers.slots[variable]] = at

    def _seal(self) -> None:
        """String literals cannot be written from now on."""
        for at in self.memory.globals.objects:
            at.writable = at.kind != "string"

    def _routine(self, automaton: Automaton) -> Routine:
        routine = self._routines.get(automaton.name)
        if routine is None:
            variables = variables_of(automaton)
            for variable in variables:
                if variable.function == "":
                    self._add_global(variable)
            own = [v for v in variables if v not in self.registers.slots]
            registry = FunctionRegisters(self.registers, own)
            routine = Routine(automaton, registry, self._node(automaton.entry))
            self._routines[automaton.name] = routine
        return routine

    def _node(self, location: Location) -> ExecutablePlace:
        node = self._nodes.get(location)
        if node is None:
            edges = location.leaving or location.entering
            span = edges[0].span if edges else self.cfa.start.span
            node = self._nodes[location] = ExecutablePlace(location, span)
            made = node

            def first() -> ExecutablePlace:
                self.visited += 1
                self.translator.span = made.span
                made.run = self._translate(made)
                return made.run()

            node.run = first
        return node

    def _target(self, edge: Edge) -> ExecutablePlace:
        """What comes behind an edge; an error is told where the edge stands that leads to it."""
        property_ = self.cfa.errors.get(edge.target)
        if property_ is None:
            return self._node(edge.target)
        node = ExecutablePlace(edge.target, edge.span)
        node.run = self._fail(edge, property_)
        return node

    def _fail(self, edge: Edge, property_: str) -> Run:
        """The error that an edge leads to."""
        outcome = ErrorReached(edge.target, property_, edge.span)

        def run() -> ExecutablePlace:
            self._failed = edge
            raise Finish(outcome)

        return run

    # ---- edges -------------------------------------------------------------------------------

    def _translate(self, node: ExecutablePlace) -> Run:
        """The closure of a location."""
        location = self._here = node.location
        if location in self.cfa.errors:
            return finish(ErrorReached(location, self.cfa.errors[location], node.span))
        if not location.leaving:
            return finish(Blocked(node.span))
        if len(location.leaving) == 2:
            return self._branch(location.leaving[0], location.leaving[1])
        edge = location.leaving[0]
        run = self._edge(edge)
        if self.observe is not None:
            run = telling(run, edge, self.observe)
        path = self.path
        if path is None:
            return run

        def recorded() -> ExecutablePlace:
            path.append(edge)
            return run()

        return recorded

    def _branch(self, first: Edge, second: Edge) -> Run:
        if not isinstance(first.operation, Assume) or not isinstance(second.operation, Assume):
            raise ValueError(f"{first.source} does not branch by assumptions")
        condition = self.translator.truth(first.operation.condition)
        yes, no = self._target(first), self._target(second)
        path, observe = self.path, self.observe
        if path is None and observe is None:
            return lambda: yes if condition() else no

        def recorded() -> ExecutablePlace:
            taken, node = (first, yes) if condition() else (second, no)
            if path is not None:
                path.append(taken)
            if observe is not None:
                observe(taken)
            return node

        return recorded

    def _edge(self, edge: Edge) -> Run:
        match edge.operation:
            case Assume(condition=condition):
                return self._assume(condition, self._target(edge), edge.span)
            case Assign(target=target, value=value):
                return self._assign(target, value, self._target(edge))
            case Havoc():
                return then(self._havoc(edge, edge.operation), self._target(edge))
            case Call():
                return self._call(edge, edge.operation)
            case Return(value=returned):
                return self._return(edge, returned)

    def _assume(self, condition: Expression, target: ExecutablePlace, span: Span) -> Run:
        holds, blocked = self.translator.truth(condition), Blocked(span)

        def run() -> ExecutablePlace:
            if holds():
                return target
            raise Finish(blocked)

        return run

    def _assign(self, place: Lvalue, value: Expression, target: ExecutablePlace) -> Run:
        t, slot = self.translator, self.translator.in_register(place)
        match t.sort(place):
            case "integer":
                if slot is not None:
                    return set_register(self.registers.integers, slot, t.integer(value), target)
                return store_value(t.store_integer(place), t.integer(value), target)
            case "real":
                if slot is not None:
                    return set_register(self.registers.reals, slot, t.real(value), target)
                return store_value(t.store_real(place), t.real(value), target)
            case "pointer":
                if slot is not None:
                    return set_register(self.registers.pointers, slot, t.pointer(value), target)
                return store_value(t.store_pointer(place), t.pointer(value), target)
        return store_value(t.store_blob(place), t.blob(value), target)

    def _havoc(self, edge: Edge, operation: Havoc) -> Effect:
        place, choices = operation.target, self.choices
        if (
            operation.origin == "extern"
            and isinstance(place, Place)
            and place.variable.name in STREAMS
            and sort_of(place.type) == "pointer"
        ):
            store, stream = (
                self.translator.store_pointer(place),
                self.world.streams[place.variable.name],
            )
            return lambda: store((stream, 0))
        if isinstance(place, Place) and object_size(place.variable) < 0:
            return lambda: None
        if operation.origin.startswith(CHANGED) or operation.origin == VOLATILE:
            return self._change(edge, place)
        is_count = operation.origin == "parameter of main" and sort_of(place.type) == "integer"
        default = 1 if is_count else 0  # a program is started with its own name at least
        return self._fill(place, lambda: choices.arbitrary(edge, place.type, default))

    def _change(self, edge: Edge, place: Lvalue) -> Effect:
        """A function without body, or another agent, stores what somebody has chosen. Where nobody
        has, and where C does not allow it, everything stays as it is."""
        choices, top = self.choices, root(place)
        chosen: list[bytes | int | float] = []
        effect = self._fill(place, chosen.pop)
        pointer = self.translator.pointer(top.pointer) if isinstance(top, Deref) else None
        fixed = self._fixed

        def run() -> None:
            given = choices.chosen(edge, place.type)
            if given is None:
                return
            with suppress(Undefined):
                if pointer is None or pointer()[0].name not in fixed:
                    chosen.append(given)
                    effect()

        return run

    def _fill(self, place: Lvalue, given: Callable[[], bytes | int | float]) -> Effect:
        """Store a given value, converted to the type of the place."""
        t, c, what = self.translator, self.choices, place.type
        match sort_of(what):
            case "integer":
                return move(t.store_integer(place), lambda: c.as_integer(given(), what))
            case "real":
                return move(t.store_real(place), lambda: c.as_real(given(), what))
            case "pointer":
                return move(t.store_pointer(place), lambda: c.as_pointer(given()))
        size = t.size(what)
        return move(t.store_blob(place), lambda: c.as_blob(given(), size()))

    # ---- calls and returns -------------------------------------------------------------------

    def _call(self, edge: Edge, call: Call) -> Run:
        if edge.target in self.cfa.errors:  # the call itself is the violation, whatever it does
            return self._fail(edge, self.cfa.errors[edge.target])
        callee = self.cfa.functions.get(call.function)
        if callee is None:
            effect, memory = self._call_without_body(edge, call), self.memory
            target = self._node(edge.target)

            def call_library() -> ExecutablePlace:
                memory.here = edge
                effect()
                return target

            return call_library
        routine, back = self._routine(callee), self._node(edge.target)
        passings = self._passings(edge, call, callee)
        receive = self.results.receiver(call.result, callee.result)
        enter = self.stack.enter

        def run() -> ExecutablePlace:
            deliveries = [evaluate() for evaluate in passings]
            enter(routine, back, receive)
            for deliver in deliveries:
                deliver()
            return routine.entry

        if edge.source.function != self.cfa.start.name:
            return run

        def sealed() -> ExecutablePlace:
            self._seal()
            return run()

        return sealed

    def _passings(self, edge: Edge, call: Call, callee: Automaton) -> list[Callable[[], Effect]]:
        """For each parameter a closure that computes the argument and gives one that stores it."""
        passings = []
        t = self.translator
        for index, parameter in enumerate(callee.parameters):
            place = Place(parameter.type, parameter)
            if index >= len(call.arguments):
                passings.append(self._missing(edge, place))
                continue
            argument = call.arguments[index]
            sort = t.sort(place)
            if argument.type != parameter.type and sort != "blob":
                if sort_of(argument.type) == "blob":
                    raise Undefined("argument of another type than the parameter")
                argument = Convert(parameter.type, argument)
            match sort:
                case "integer":
                    passings.append(passing(t.integer(argument), t.store_integer(place)))
                case "real":
                    passings.append(passing(t.real(argument), t.store_real(place)))
                case "pointer":
                    passings.append(passing(t.pointer(argument), t.store_pointer(place)))
                case _:
                    passings.append(passing(t.blob(argument), t.store_blob(place)))
        return passings

    def _missing(self, edge: Edge, place: Place) -> Callable[[], Effect]:
        """An argument that the call does not give is arbitrary."""
        fill = self._fill(place, lambda: self.choices.arbitrary(edge, place.type))
        return lambda: fill

    def _return(self, edge: Edge, value: Expression | None) -> Run:
        if edge.source.function == self.cfa.start.name:
            return self._end(value)
        what = self.cfa.functions[edge.source.function].result
        results, leave, memory = self.results, self.stack.leave, self.memory
        deposit = results.deposit(value) if value else results.deposit_arbitrary(edge, what)

        def run() -> ExecutablePlace:
            deposit()
            memory.here = edge
            return leave()

        return run

    def _end(self, value: Expression | None) -> Run:
        """The start returns: the program ends with what main gave."""
        status = self.translator.integer(value) if value is not None else None
        returned = self.results.integer

        def run() -> ExecutablePlace:
            number = returned[0] if status is None else status()
            raise Finish(Ended(number & 0xFF))

        return run

    def _call_without_body(self, edge: Edge, call: Call) -> Effect:
        """A function of the library, or one of which nothing is known."""
        name = canonical(call.function)
        site = LibraryCall(self.world, edge, call.function, call.arguments, call.result)
        library = LIBRARY.get(name)
        if library is not None:
            return library(site)
        c = self.choices
        if name.startswith(INPUT_PREFIX) and call.result is None:
            return lambda: drop(c.next_input(edge, INT))
        if call.result is None:
            return lambda: None
        if sort_of(call.result.type) == "blob":
            self.translator.sort(call.result)
            return self._fill(call.result, lambda: 0)
        what = call.result.type
        return self._fill(call.result, lambda: c.next_input(edge, what))


def is_string(variable: Variable) -> bool:
    """Whether a global is the array of a string literal."""
    return variable.name.startswith('"')


def drop(_: object) -> None:
    """A value that nobody wants."""
