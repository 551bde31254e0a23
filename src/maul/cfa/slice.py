"""Leaving out what cannot influence whether an error is reached: the cone of influence
[McMillan06, sec. 2].

Comes in: a program with error locations, best after pruning. Goes out: a program that reaches
its errors in exactly the same cases, without the assignments, branches and calls that do not
matter.

[McMillan06] slices paths; here the program is sliced once. A variable matters when a condition
that matters reads it, or when it goes into one that matters. All variables whose address is
taken, and the heap, count as one: memory. A condition does not matter when both sides of its
branch lead, through nothing that matters, to the same location; a call does not when nothing is
left of its function. The least set closed under these rules is computed: first nothing matters,
then more and more.

Loops are kept, even empty ones: whether they end decides whether what follows is reached. So are
calls of unknown functions and of inputs, with their results: an execution is told by the values
they return, and that must stay the same list. As [McMillan06] says, a variable that was left out
may be one that a simple invariant would need.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Array, Floating, Record
from maul.cfa import library
from maul.cfa.expressions import Constant, Load, Place, Valid, Zero
from maul.cfa.model import Assign, Assume, Call, Cfa, Edge, Havoc, Location, Operation, Return
from maul.cfa.order import callees, components, entered_function, reverse_postorder
from maul.cfa.rewrite import Draft, Rewritten
from maul.cfa.walk import inner_first, mentioned_variables, root

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton

MEMORY = "memory"
MANY_ROUNDS = 20  # then every condition matters: more than necessary is kept, in linear time
_ALLOCATION = frozenset({"malloc", "calloc", "realloc", "free", "alloca"})
Item: TypeAlias = "Variable | str"
"""What can matter: a variable whose address is never taken, memory, or the result of a function
(its name in angle brackets)."""


def slice_program(cfa: Cfa) -> Rewritten:
    """The program without what cannot influence the reaching of its errors."""
    return _Slice(cfa).result()


class _Slice:
    """What matters in a program, and the program without the rest."""

    def __init__(self, cfa: Cfa) -> None:
        self._cfa = cfa
        self._matters: dict[Item, None] = {}
        self._because: dict[Item, list[Item]] = {}
        self._skip: dict[Location, Location] = {}
        self._empty: dict[str, None] = {}
        self._origin: dict[Location, Location] = {}
        self._collect_dependences()
        self._find()

    # ---- what matters

    def _find(self) -> None:
        """Let more and more matter until every condition that remains finds all it reads."""
        calls = callees(self._cfa)
        functions = {each.name: each for each in self._cfa.automata()}
        order = [
            (functions[name], name in calls[name] or len(group) > 1)
            for group in components(calls)
            for name in group
        ]
        orders = {each.name: reverse_postorder(each)[::-1] for each in functions.values()}
        seen: set[Location] = set()
        for number in itertools.count():
            self._skip, self._empty = {}, {}
            for automaton, recursive in order:
                for at in orders[automaton.name]:
                    self._skip_if_idle(at, automaton)
                if not recursive and self._does_nothing(automaton):
                    self._empty[automaton.name] = None
            before = len(self._matters)
            for automaton in functions.values():
                for at in automaton.locations:
                    wanted = at not in self._skip or number >= MANY_ROUNDS
                    if wanted and at not in seen and _is_condition(at):
                        seen.add(at)
                        self._close(self._read_by(at.leaving[0].operation))
            if len(self._matters) == before:
                return

    def _close(self, waiting: list[Item]) -> None:
        """Let the items matter, and what goes into them."""
        stack = list(waiting)
        while stack:
            item = stack.pop()
            if item not in self._matters:
                self._matters[item] = None
                stack += self._because.get(item, ())

    def _item(self, place: Lvalue) -> Item:
        """What a place belongs to."""
        top = root(place)
        if isinstance(top, Place):
            return self._item_of(top.variable)
        return MEMORY

    def _item_of(self, variable: Variable) -> Item:
        return MEMORY if variable in self._cfa.addressed else variable

    def _read_by(self, operation: Operation) -> list[Item]:
        """What the expressions of an operation depend on, those in its target included."""
        found: list[Item] = []
        for part in inner_first(operation):
            if isinstance(part, Load):
                found.append(self._item(part.place))
            elif isinstance(part, Valid):
                found.append(MEMORY)
        return found

    def _collect_dependences(self) -> None:
        """For everything that is stored into: what it depends on."""
        for automaton in self._cfa.automata():
            for at in automaton.locations:
                for edge in at.leaving:
                    operation = edge.operation
                    match operation:
                        case Assign(target=target) | Havoc(target=target):
                            self._depends(self._item(target), self._read_by(operation))
                        case Return():
                            self._depends(f"<{automaton.name}>", self._read_by(operation))
                        case Call():
                            self._collect_call(edge, operation)
                        case _:
                            pass

    def _depends(self, item: Item, reads: list[Item]) -> None:
        self._because.setdefault(item, []).extend(reads)

    def _collect_call(self, edge: Edge, call: Call) -> None:
        """Parameters depend on arguments, a result on what is returned; of the library both, and
        memory, on everything it is given."""
        entered = entered_function(self._cfa, edge)
        if entered is not None:
            for parameter, argument in zip(entered.parameters, call.arguments, strict=False):
                self._depends(self._item_of(parameter), self._read_by(Return(argument)))
            if call.result is not None:
                self._depends(self._item(call.result), [f"<{entered.name}>"])
        elif _is_primitive(call.function):
            reads = [*self._read_by(call), MEMORY]
            if _changes_memory(call.function):
                self._depends(MEMORY, reads)
            if call.result is not None:
                self._depends(self._item(call.result), reads)

    # ---- what control only passes through

    def _skip_if_idle(self, at: Location, automaton: Automaton) -> None:
        """Note where control goes on from a location where nothing that matters happens."""
        if not at.leaving or at in self._cfa.errors:
            return
        target = self._end(at.leaving[0].target)
        if any(self._end(edge.target) is not target for edge in at.leaving[1:]):
            return
        if target is at or (at is automaton.entry and target in self._cfa.errors):
            return  # a loop without end; a function that begins with an error
        if len(at.leaving) == 2 or self._is_idle(at.leaving[0]):
            self._skip[at] = target

    def _end(self, at: Location) -> Location:
        """Where control goes on when it comes to a location. No cycle is made of skipped locations
        only: one that would lead back to itself is not skipped."""
        while at in self._skip:
            at = self._skip[at]
        return at

    def _is_idle(self, edge: Edge) -> bool:
        """Whether an edge changes nothing that matters and can always be passed."""
        operation = edge.operation
        match operation:
            case Assume(condition=condition):
                return isinstance(condition, Constant) and condition.value != 0
            case Assign(target=target) | Havoc(target=target):
                return self._item(target) not in self._matters
            case Call(result=result, function=function):
                if result is not None and self._item(result) in self._matters:
                    return False
                if edge.target in self._cfa.errors:
                    return False
                if function in self._cfa.functions:
                    return function in self._empty
                return _is_primitive(function) and not (
                    MEMORY in self._matters and _changes_memory(function)
                )
            case _:
                return False

    def _does_nothing(self, automaton: Automaton) -> bool:
        """Whether all that is left of a function is to return."""
        leaving = self._end(automaton.entry).leaving
        return len(leaving) == 1 and isinstance(leaving[0].operation, Return)

    # ---- the rest goes

    def result(self) -> Rewritten:
        """The program without what does not matter."""
        automata = [self._rewritten(automaton) for automaton in self._cfa.automata()]
        operations = [
            edge.operation
            for automaton in automata
            for at in automaton.locations
            for edge in at.leaving
        ]
        mentioned = {each for operation in operations for each in mentioned_variables(operation)}
        called = {each.function for each in operations if isinstance(each, Call)}
        functions = {each.name: each for each in automata[1:] if each.name in called}
        kept = {at for each in (automata[0], *functions.values()) for at in each.locations}
        cfa = Cfa(
            functions=functions,
            start=automata[0],
            globals=tuple(each for each in self._cfa.globals if each in mentioned),
            addressed=self._cfa.addressed,
            model=self._cfa.model,
            assumptions=self._cfa.assumptions,
            errors={
                new: self._cfa.errors[old]
                for new, old in self._origin.items()
                if new in kept and old in self._cfa.errors
            },
            missing=self._cfa.missing,
        )
        return Rewritten(cfa, {new: old for new, old in self._origin.items() if new in kept})

    def _rewritten(self, automaton: Automaton) -> Automaton:
        """One function without the locations that control only passes through."""
        draft = Draft(automaton)
        for at in automaton.locations:
            if at not in self._skip:
                for edge in at.leaving:
                    target = draft.copy(self._end(edge.target))
                    draft.add(draft.copy(at), self._reduced(edge), target, edge.span)
        self._origin.update(draft.origin())
        return draft.finish(draft.copy(self._end(automaton.entry)))

    def _reduced(self, edge: Edge) -> Operation:
        """An operation without the parts that do not matter."""
        operation = edge.operation
        if isinstance(operation, Call):
            return self._reduced_call(edge, operation)
        if not isinstance(operation, Return) or operation.value is None:
            return operation
        if f"<{edge.source.function}>" in self._matters:
            return operation
        return Return(_nothing(operation.value))

    def _reduced_call(self, edge: Edge, call: Call) -> Call:
        """A call without a result that does not matter, and with empty arguments for parameters
        that do not: those of unknown functions never do."""
        entered = entered_function(self._cfa, edge)
        result, arguments = call.result, list(call.arguments)
        if entered is not None:
            if result is not None and self._item(result) not in self._matters:
                result = None
            for index, parameter in enumerate(entered.parameters[: len(arguments)]):
                if self._item_of(parameter) not in self._matters:
                    arguments[index] = _nothing(arguments[index])
        elif not _is_primitive(call.function) or edge.target in self._cfa.errors:
            arguments = [_nothing(argument) for argument in arguments]
        return Call(result, call.function, tuple(arguments))


def _is_primitive(function: str) -> bool:
    """Whether a function without body has a meaning that its arguments go into, and returns."""
    known = library.model(function)
    return known is not None and known.kind in library.MEANINGFUL and known.returns


def _changes_memory(function: str) -> bool:
    """Whether a function of the library changes objects, or which objects there are."""
    known = library.model(function)
    if known is None or known.kind not in library.MEANINGFUL:
        return False
    return known.writes or function in _ALLOCATION


def _is_condition(at: Location) -> bool:
    return bool(at.leaving) and isinstance(at.leaving[0].operation, Assume)


def _nothing(expression: Expression) -> Expression:
    """A value of the same type that depends on nothing."""
    of = expression.type
    if isinstance(expression, (Constant, Zero)):
        return expression
    if isinstance(of, (Record, Array)):
        return Zero(of)
    if isinstance(of, Floating):
        return Constant(of, 0.0 if of.bits <= 64 else (0, 1))
    return Constant(of, 0)
