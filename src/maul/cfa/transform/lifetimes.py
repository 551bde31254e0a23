"""Automatic objects that begin and end, for properties about memory.

Comes in: a program model in which ``ENTER_SCOPE`` and ``LEAVE_SCOPE`` say where the scopes of
objects are. Goes out: one without these calls. A variable that may be used after it has ended
becomes a pointer (its name and ``HANDLE``) to an object that ``BEGIN_OBJECT`` makes wherever its
scope is entered and ``END_OBJECT`` ends wherever it is left; a parameter is copied there. An array
of variable length ends where its scope is left. A function whose ``alloca`` objects may be used
after it has returned makes a mark when it is entered and calls ``END_FRAME`` where it returns. All
other objects stay what they were: nobody can tell when they end. A new object holds arbitrary
values, so a declaration that is only met with a new one need not say so again.

For the search of lost objects a pointer ends with its scope, too: a variable that holds pointers
and whose scope is left while its function goes on holds zeros from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, VOID, holds_pointers, is_scalar, size_of
from maul.c.tree import Variable
from maul.cfa.analyses.escape import escaping, marked, objects_of
from maul.cfa.expressions import Constant, Deref, Load, Place, Zero
from maul.cfa.library import BEGIN_OBJECT, END_FRAME, END_OBJECT, ENTER_SCOPE, LEAVE_SCOPE
from maul.cfa.model import Assign, Assume, Call, Havoc, Return
from maul.cfa.rewrite import Draft
from maul.cfa.transform.handles import Handles
from maul.cfa.transform.left_pointers import early_ends
from maul.cfa.walk import mentioned_variables
from maul.errors import Unsupported
from maul.node import replace

if TYPE_CHECKING:
    from collections.abc import Container

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.analyses.escape import Escaping
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Automaton, Cfa, Edge, Location, Operation

ONE = Constant(INT, 1)


def with_lifetimes(cfa: Cfa, *, pointers: bool = False) -> Cfa:
    """The program in which objects end, and ``pointers`` with them; it has no errors yet."""
    found = escaping(cfa)
    automata = [
        _Rewriting(cfa, automaton, found, early_ends(automaton) if pointers else ()).result()
        for automaton in cfa.automata()
    ]
    return replace(
        cfa,
        functions={automaton.name: automaton for automaton in automata[1:]},
        start=automata[0],
        addressed=cfa.addressed - found.variables,
    )


class _Rewriting:
    """One function."""

    def __init__(
        self, cfa: Cfa, automaton: Automaton, found: Escaping, early: Container[Edge]
    ) -> None:
        self._cfa = cfa
        self._automaton = automaton
        self._ending = found.variables
        self._early = early  # edges at which pointers end
        self._has_frame = automaton.name in found.functions
        pointer = cfa.model.pointer_to(VOID)
        name = automaton.name
        self._frame = Variable(f"{name}::$frame", pointer, name, automaton.span)
        self._draft = Draft(automaton)
        self._objects = Handles(cfa.model, found.variables & cfa.addressed)
        self._labelled = frozenset(automaton.labels.values())
        self._new: dict[Location, bool] = {}  # declarations, and whether they find a new object
        self._made = 0  # temporaries

    def result(self) -> Automaton:
        """The new automaton."""
        draft, entry = self._draft, self._resolved(self._automaton.entry)
        first = draft.copy(entry)
        if self._has_frame:
            first = draft.fresh()
            nothing = Constant(self._cfa.model.size_t, 0)
            call = Call(Place(self._frame.type, self._frame), BEGIN_OBJECT, (nothing,))
            draft.add(first, call, draft.copy(entry), self._automaton.span)
        for at in self._automaton.locations:
            for edge in at.leaving:
                self._rewrite(edge)
        return draft.finish(first)

    # ---- marks that say nothing ---------------------------------------------------------------

    def _is_idle(self, at: Location) -> bool:
        """Whether the only edge of a location is a mark about objects that nobody watches, or makes
        the contents of an object arbitrary that are so already."""
        if len(at.leaving) != 1 or at in self._labelled:
            return False
        edge = at.leaving[0]
        operation = edge.operation
        if not isinstance(operation, Havoc):
            return marked(operation) and not self._crossing(edge)
        if at not in self._new:
            self._new[at] = self._is_new(at, operation)
        return self._new[at]

    def _is_new(self, at: Location, operation: Havoc) -> bool:
        """Whether a declaration is met with a new object on every way: nothing has used it yet."""
        place = operation.target
        if operation.origin != "uninitialised" or not isinstance(place, Place):
            return False
        if not self._objects.replaces(place.variable):
            return False
        before = {at: None}
        stack = [at]
        while stack:
            here = stack.pop()
            if here is self._automaton.entry:
                return False
            for edge in here.entering:
                if _enters(edge.operation, place.variable):
                    continue
                if place.variable in mentioned_variables(edge.operation):
                    return False
                if edge.source not in before:
                    before[edge.source] = None
                    stack.append(edge.source)
        return True

    def _resolved(self, at: Location) -> Location:
        """Where control is once it has passed idle marks."""
        passed: dict[Location, None] = {}
        while self._is_idle(at):
            if at in passed:
                return at  # an empty endless loop
            passed[at] = None
            at = at.leaving[0].target
        return at

    # ---- edges --------------------------------------------------------------------------------

    def _rewrite(self, edge: Edge) -> None:
        draft, span = self._draft, edge.span
        source, target = draft.copy(edge.source), draft.copy(self._resolved(edge.target))
        operation = edge.operation
        if marked(operation):
            steps = self._crossing(edge)
            if not steps:  # at a label, or in an empty endless loop
                steps = [(Assume(ONE), span)]
        else:
            steps = [(step, span) for step in self._steps(operation, span)]
        for step, where in steps[:-1]:
            following = draft.fresh()
            draft.add(source, step, following, where)
            source = following
        step, where = steps[-1]
        draft.add(source, step, target, where)

    def _crossing(self, edge: Edge) -> list[tuple[Operation, Span]]:
        """What happens where a scope is entered or left, and where each step stands."""
        is_left = marked(edge.operation, (LEAVE_SCOPE,))
        steps: list[tuple[Operation, Span]] = []
        for variable, is_array in objects_of(edge.operation):
            ends = variable in self._ending
            if not is_left:
                if ends:
                    steps += [(step, variable.span) for step in self._begin(variable)]
                continue
            if ends:
                pointer = variable if is_array else self._objects.handle(variable)
                steps.append((Call(None, END_OBJECT, (_load(pointer),)), edge.span))
            if (is_array or not ends) and edge in self._early and holds_pointers(variable.type):
                steps.append((_cleared(variable), edge.span))
        return steps

    def _begin(self, variable: Variable) -> list[Operation]:
        """Make the object of a variable; a parameter has a value already."""
        pointer = self._objects.handle(variable)
        try:
            size = Constant(self._cfa.model.size_t, size_of(variable.type))
        except ValueError:
            raise Unsupported(variable.span, "an object of unknown size") from None
        steps: list[Operation] = [Call(Place(pointer.type, pointer), BEGIN_OBJECT, (size,))]
        if variable in self._automaton.parameters:
            steps.append(Assign(Deref(variable.type, _load(pointer)), _load(variable)))
        return steps

    def _steps(self, operation: Operation, span: Span) -> list[Operation]:
        """An operation in which objects stand for variables, and what goes with it."""
        new = self._objects
        match operation:
            case Assume(condition=condition):
                return [Assume(new.value(condition))]
            case Assign(target=target, value=value):
                return [Assign(new.place(target), new.value(value))]
            case Havoc(target=target, origin=origin):
                return [Havoc(new.place(target), origin)]
            case Call(result=result, function=function, arguments=arguments):
                given = tuple(map(new.value, arguments))
                if result is None or new.place(result) is result:
                    return [Call(result, function, given)]
                received = self._temporary(result.type, span)
                call = Call(Place(received.type, received), function, given)
                return [call, Assign(new.place(result), _load(received))]
            case Return(value=value):
                return self._returning(None if value is None else new.value(value), span)

    def _returning(self, value: Expression | None, span: Span) -> list[Operation]:
        if not self._has_frame:
            return [Return(value)]
        end = Call(None, END_FRAME, (_load(self._frame),))
        if value is None or isinstance(value, Constant):
            return [end, Return(value)]
        saved = self._temporary(value.type, span)
        return [Assign(Place(saved.type, saved), value), end, Return(_load(saved))]

    def _temporary(self, t: CType, span: Span) -> Variable:
        self._made += 1
        name = f"{self._automaton.name}::$kept{self._made}"
        return Variable(name, t, self._automaton.name, span)


def _cleared(variable: Variable) -> Assign:
    """The end of the pointers in a variable."""
    t = variable.type
    return Assign(Place(t, variable), Constant(t, 0) if is_scalar(t) else Zero(t))


def _enters(operation: Operation, variable: Variable) -> bool:
    """Whether the scope of a variable is entered."""
    if not marked(operation, (ENTER_SCOPE,)):
        return False
    return variable in (each for each, _ in objects_of(operation))


def _load(variable: Variable) -> Load:
    return Load(variable.type, Place(variable.type, variable))
