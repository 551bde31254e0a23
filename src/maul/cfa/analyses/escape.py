"""Which automatic objects may be used after they have ended.

Comes in: a program model whose scopes are marked. Goes out: the variables whose address, or what it
points to, may outlast their scope, and the functions whose ``alloca`` objects may outlast them. All
others may live as long as one likes: nobody can tell.

An address outlasts its object when it gets into memory (a global, the heap, a record, a variable
whose address is taken), is returned, or stays in a local variable that is read after the scope was
left. A flow-insensitive analysis of what each scalar may be computed from; calls are summarised by
which parameters get into memory, and which into the result. What is left when ``main`` ends is of
no interest, as nothing is accessed after that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Pointer, is_scalar
from maul.c.tree import Variable
from maul.cfa.analyses.live import LiveLocals
from maul.cfa.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    Deref,
    Load,
    Overflows,
    Place,
    Unary,
    Valid,
)
from maul.cfa.library import DISTURB, ENTER_SCOPE, LEAVE_SCOPE, canonical
from maul.cfa.model import Assign, Call, Edge, Return
from maul.cfa.order import entered_function
from maul.cfa.walk import inner_first, operands, place_operands, root, written_place
from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Operation

MARKERS = frozenset((ENTER_SCOPE, LEAVE_SCOPE))


@value
class _Home:
    """Where an address may come from, or get to, besides a scalar: the object of a variable or of
    an ``alloca``, the memory, or the result of the function."""

    of: Variable | Edge | str


_Node: TypeAlias = Variable | _Home
_MEMORY, _RESULT = _Home("memory"), _Home("result")


@node
class Escaping:
    """``variables``: those, addressed or pointers to arrays of variable length, whose objects may
    be used after they have ended; ``functions``: those with an ``alloca`` of which that is true."""

    variables: frozenset[Variable]
    functions: frozenset[str]


def marked(operation: Operation, which: Iterable[str] = MARKERS) -> bool:
    """Whether an operation only says that control enters or leaves a scope."""
    return isinstance(operation, Call) and operation.function in which


def objects_of(operation: Operation) -> Iterator[tuple[Variable, bool]]:
    """The variables of a mark, and whether each is the pointer to an array."""
    assert isinstance(operation, Call)
    for argument in operation.arguments:
        assert isinstance(argument, (AddressOf, Load))
        assert isinstance(argument.place, Place)
        yield argument.place.variable, isinstance(argument, Load)


def escaping(cfa: Cfa) -> Escaping:
    """All objects of a program that may be used too late."""
    graphs: dict[str, _AddressFlow] = {}
    for automaton in cfa.automata():
        graphs[automaton.name] = _AddressFlow(cfa, automaton, graphs)
    callers: dict[str, dict[str, None]] = {}
    for graph in graphs.values():
        for callee in graph.callees():
            callers.setdefault(callee, {})[graph.automaton.name] = None
    pending = dict.fromkeys(graphs)
    while pending:
        name, _ = pending.popitem()
        if graphs[name].settle():
            pending.update(callers.get(name, {}))
    variables: list[Variable] = []
    functions: list[str] = []
    for name, graph in graphs.items():
        is_last = name == "main" and list(callers.get(name, ())) == [cfa.start.name]
        variables += graph.escaping_variables(is_last=is_last)
        if graph.gives_away_allocas() and not is_last:
            functions.append(name)
    return Escaping(frozenset(variables), frozenset(functions))


class _AddressFlow:
    """What the scalars of a function may be computed from. ``lost`` and ``given`` are all that
    may get into memory and into the result."""

    def __init__(self, cfa: Cfa, automaton: Automaton, graphs: Mapping[str, _AddressFlow]) -> None:
        self.automaton = automaton
        self._cfa = cfa
        self._graphs = graphs  # of all functions
        self._flows: dict[_Node, dict[_Node, None]] = {}  # from what an address comes to where
        self._calls: list[tuple[_Node, str, Variable, _Node | None]] = []
        self._left: dict[Variable, list[Edge]] = {}  # where the scope of an object is left
        self._arrays: dict[Variable, None] = {}
        self._allocas: list[_Home] = []
        self.lost: frozenset[_Node] = frozenset(
            v for v in automaton.parameters if not self._is_scalar(v)
        )
        self.given: frozenset[_Node] = frozenset()
        for at in automaton.locations:
            for edge in at.leaving:
                self._add(edge)

    # ---- the graph ----------------------------------------------------------------------------

    def _add(self, edge: Edge) -> None:
        match edge.operation:
            case Assign(target=target, value=stored):
                self._flow(self._sources(stored), self._node(target))
            case Return(value=returned) if returned is not None:
                self._flow(self._sources(returned), _RESULT)
            case Call() as call if marked(call):
                if call.function == LEAVE_SCOPE:
                    for variable, is_array in objects_of(call):
                        self._left.setdefault(variable, []).append(edge)
                        if is_array:
                            self._arrays[variable] = None
            case Call() as call:
                self._add_call(edge, call)

    def _add_call(self, edge: Edge, call: Call) -> None:
        result = None if call.result is None else self._node(call.result)
        callee = entered_function(self._cfa, edge)
        if callee is not None:
            for parameter, argument in zip(callee.parameters, call.arguments, strict=False):
                for source in self._sources(argument):
                    self._calls.append((source, callee.name, parameter, result))
            return
        if call.function == DISTURB:
            result = _MEMORY
        elif call.result is None or not isinstance(call.result.type, Pointer):
            return
        assert result is not None
        for argument in call.arguments:
            self._flow(self._sources(argument), result)
        if canonical(call.function) == "alloca":
            self._allocas.append(_Home(edge))
            self._flow([_Home(edge)], result)

    def _flow(self, sources: Iterable[_Node], target: _Node) -> None:
        for source in sources:
            self._flows.setdefault(source, {})[target] = None

    def _node(self, place: Lvalue) -> _Node:
        """What a place is: one of the scalars of the function, or memory."""
        if isinstance(place, Place) and self._is_scalar(place.variable):
            return place.variable
        return _MEMORY

    def _is_scalar(self, variable: Variable) -> bool:
        is_own = variable.function == self.automaton.name
        return is_own and variable not in self._cfa.addressed and is_scalar(variable.type)

    def _sources(self, e: Expression) -> Iterator[_Node]:
        """What an address in the value of an expression may come from. What is read from memory
        is nothing new: it was lost when it was stored there."""
        match e:
            case Load(place=place):
                if isinstance(place, Place) and self._is_scalar(place.variable):
                    yield place.variable
            case AddressOf(place=place):
                top = root(place)
                if isinstance(top, Place) and top.variable.function:
                    yield _Home(top.variable)
                for operand in place_operands(place):
                    yield from self._sources(operand)
            case Binary(operator=operator) if operator in COMPARISONS:
                return
            case Unary(operator="!") | Valid() | Overflows():
                return
            case _:
                for operand in operands(e):
                    yield from self._sources(operand)

    def callees(self) -> Iterator[str]:
        """The functions that are entered from here."""
        for at in self.automaton.locations:
            for edge in at.leaving:
                callee = entered_function(self._cfa, edge)
                if callee is not None:
                    yield callee.name

    # ---- the solution -------------------------------------------------------------------------

    def settle(self) -> bool:
        """Look again at what the callees do; whether the callers of this function have to."""
        before = self.lost, self.given
        flows: dict[_Node, list[_Node]] = {}  # against the flow
        for source, targets in self._all_flows():
            for target in targets:
                flows.setdefault(target, []).append(source)
        self.lost = self.lost | _reached(flows, (_MEMORY, *self.lost))
        self.given = _reached(flows, (_RESULT,))
        parameters = frozenset[_Node](self.automaton.parameters)
        return any(
            (old ^ new) & parameters
            for old, new in zip(before, (self.lost, self.given), strict=True)
        )

    def _all_flows(self) -> Iterator[tuple[_Node, Iterable[_Node]]]:
        yield from self._flows.items()
        for source, callee, parameter, result in self._calls:
            if parameter in self._graphs[callee].lost:
                yield source, (_MEMORY,)
            if result is not None and parameter in self._graphs[callee].given:
                yield source, (result,)

    def gives_away_allocas(self) -> bool:
        """Whether what ``alloca`` gave may be used after the function has returned; arrays of
        variable length have a scope instead."""
        return any(
            home in self.lost or home in self.given
            for home in self._allocas
            if self._arrays.keys().isdisjoint(self._reach(home))
        )

    def escaping_variables(self, *, is_last: bool) -> Iterator[Variable]:
        """The variables whose objects may be used after their scope was left; ``is_last``: nothing
        happens after this function."""
        live: LiveLocals | None = None
        for variable, edges in self._left.items():
            left = [edge for edge in edges if not is_last or _accesses_follow(edge)]
            homes = [_Home(variable)]
            if variable in self._arrays:
                homes = [home for home in self._allocas if variable in self._reach(home)]
            if any(home in self.lost or home in self.given for home in homes):
                if left:
                    yield variable
                continue
            holders = {each for home in homes for each in self._reach(home)}
            if holders and left:
                live = live or LiveLocals(self.automaton, self._cfa.addressed)
                if any(not holders.isdisjoint(live.at(edge.target)) for edge in left):
                    yield variable

    def _reach(self, home: _Node) -> frozenset[_Node]:
        """The scalars that may be computed from the address of an object."""
        flows: dict[_Node, list[_Node]] = {}
        for source, targets in self._all_flows():
            flows.setdefault(source, []).extend(targets)
        return _reached(flows, (home,)) - {home}


def _reached(flows: dict[_Node, list[_Node]], seeds: Iterable[_Node]) -> frozenset[_Node]:
    found = dict.fromkeys(seeds)
    stack = list(found)
    while stack:
        for target in flows.get(stack.pop(), ()):
            if target not in found:
                found[target] = None
                stack.append(target)
    return frozenset(found)


def _accesses_follow(edge: Edge) -> bool:
    """Whether the function accesses memory, or calls something that may, behind an edge."""
    found = {edge.target: None}
    stack = [edge.target]
    while stack:
        for following in stack.pop().leaving:
            if _may_access(following.operation):
                return True
            if following.target not in found:
                found[following.target] = None
                stack.append(following.target)
    return False


def _may_access(operation: Operation) -> bool:
    """Whether an operation goes through a pointer."""
    if isinstance(operation, Call):
        return not marked(operation)
    target = written_place(operation)
    places = [] if target is None else [target]
    places += [e.place for e in inner_first(operation) if isinstance(e, Load)]
    return any(isinstance(root(place), Deref) for place in places)
