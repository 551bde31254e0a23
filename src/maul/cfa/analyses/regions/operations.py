"""What each operation of a program adds to its memory graph, calls of library functions included.

Comes in: a program model. Goes out: its ``Flows``, solved. Every function that ``maul.cfa.library``
models is covered: what it reads and writes byte by byte, what it copies, and of which argument it
returns a pointer. A function that is not modelled returns a pointer to an object of its own, or,
where ``DISTURB`` says what such functions may change, to anything that they can reach.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, INT, Integer, Pointer, is_scalar, known_size
from maul.cfa.analyses.regions.cells import spread_unknown
from maul.cfa.analyses.regions.flow import Flows
from maul.cfa.analyses.regions.nodes import Slot, current
from maul.cfa.analyses.regions.wrappers import wrappers
from maul.cfa.expressions import Load, Place
from maul.cfa.library import (
    ARGUMENTS_OF_MAIN,
    BEGIN_OBJECT,
    DISTURB,
    PRIMITIVE,
    WRITING_ANY,
    canonical,
    model,
)
from maul.cfa.model import Assign, Assume, Call, Havoc, Return
from maul.cfa.order import entered_function

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.analyses.regions.flow import Flow
    from maul.cfa.analyses.regions.nodes import MemoryCell, MemoryNode, Ref
    from maul.cfa.analyses.regions.outside import Outside
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Edge

_FRESH = frozenset(("malloc", "calloc", "alloca", BEGIN_OBJECT, "strdup", "strndup"))

_HEAP = frozenset(("malloc", "calloc", "realloc"))

_FILLED = frozenset(("calloc", "realloc", "strdup", "strndup"))
"""Those that write what they return a pointer to."""

_TEXTS = {
    **dict.fromkeys(("memcmp", "bcmp", "strcmp", "strncmp", "strspn", "strcspn"), (0, 1)),
    **dict.fromkeys(("strstr", "strpbrk"), (0, 1)),
    **dict.fromkeys(("strcpy", "strncpy", "stpcpy", "strcat", "strncat"), (0, 1)),
    **dict.fromkeys(("memchr", "index", "rindex", "strchr", "strrchr"), (0,)),
    **dict.fromkeys(("strlen", "strnlen", "strdup", "strndup"), (0,)),
    **dict.fromkeys(("sprintf", "snprintf", "vsprintf", "vsnprintf"), (0,)),
}
"""The arguments that functions read or write byte by byte."""

_TEXT_COPIES = frozenset(("strcpy", "strncpy", "stpcpy", "strcat", "strncat"))
_COPIES = frozenset(("memcpy", "mempcpy", "memmove"))
_RETURN_FIRST = frozenset(
    ("memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat", "strncat", "realloc")
)
_RETURN_INSIDE_FIRST = frozenset(
    ("mempcpy", "stpcpy", "memchr", "index", "rindex", "strchr", "strrchr", "strstr", "strpbrk")
)


def read_bytes(call: Call) -> tuple[Expression, ...]:
    """The arguments of a library function that point to what it reads or writes byte by byte."""
    return tuple(call.arguments[index] for index in _TEXTS.get(canonical(call.function), ()))


def solved(cfa: Cfa, *, code: bool = False, guesses: frozenset[Expression] | None = None) -> Flows:
    """All constraints of a program; with ``code`` also those of addresses of functions, and with
    ``guesses`` those of numbers from nowhere: what comes from outside, and these, which are made
    pointers."""
    work = _Operations(cfa, code=code)
    work.flows.guesses = guesses
    for automaton in cfa.automata():
        for location in automaton.locations:
            for edge in location.leaving:
                work.operation(automaton, edge)
    if work.flows.outside is not None:
        work.flows.outside.close()
    if guesses is not None:
        work.guess_contents()
    work.flows.solving = False
    return work.flows


def _cells_of(refs: Sequence[Ref]) -> list[MemoryCell]:
    """The cells of nodes, and of what is in them."""
    waiting = [current(ref)[0] for ref in refs]
    seen = dict.fromkeys(waiting)
    while waiting:
        inner = [current((part.child, 0))[0] for part in waiting.pop().parts.values()]
        waiting += [each for each in inner if each not in seen]
        seen.update(dict.fromkeys(inner))
    return [cell for each in seen for cell in each.cells.values()]


def _is_made(node: MemoryNode) -> bool:
    """Whether what a call makes is among the objects of a node."""
    return any(thing.variable is None for thing, _ in node.things)


class _Operations:
    """Adds one operation after the other."""

    def __init__(self, cfa: Cfa, *, code: bool) -> None:
        self.cfa = cfa
        self.flows = Flows(cfa, code=code)
        self.graph = self.flows.graph
        self._wrappers = wrappers(cfa)
        self._returned: dict[str, Slot] = {}
        self._made: dict[str, int] = {}
        self._filled: list[Ref] = []  # what gets any bytes
        self._caller: Span | None = None  # of the outermost wrapper that is being analysed

    def operation(self, automaton: Automaton, edge: Edge) -> None:
        """The constraints of one operation."""
        match edge.operation:
            case Assume(condition=condition):
                self.flows.value(condition)
            case Assign(target=target, value=value):
                self._assign(target, value)
            case Havoc(target=target, origin=origin):
                self._havoc(target, origin, edge.span)
            case Call() as call:
                callee = entered_function(self.cfa, edge)
                if callee is not None:
                    self._call(call, callee, edge.span)
                else:
                    self._library(call, edge.span)
            case Return(value=value):
                if value is not None:
                    self._return(automaton, value)

    # ---- assignments ---------------------------------------------------------------------------

    def _assign(self, target: Lvalue, value: Expression) -> None:
        if is_scalar(target.type):
            self.flows.into(self.flows.value(value), self.flows.scalar(target))
        else:
            self._copy_value(self.flows.location(target), value)

    def _copy_value(self, target: Ref, value: Expression) -> None:
        """A record or array gets a value."""
        size = known_size(value.type)
        if isinstance(value, Load):
            self.graph.copied(target, self.flows.location(value.place), size)
        elif size is not None:
            self.graph.cut(target, size)

    def _havoc(self, target: Lvalue, origin: str, span: Span) -> None:
        if is_scalar(target.type):
            slot = self.flows.scalar(target)
            if isinstance(target.type, Pointer) and origin != "uninitialised":
                self._unknown(slot, origin, span)
            elif origin != "uninitialised":
                self._guess(slot, target.type)
            return
        ref = self.flows.location(target)
        size = known_size(target.type)
        if size is not None:
            self.graph.cut(ref, size)
        if origin != "uninitialised":
            current(ref)[0].arbitrary = True

    def _guess(self, slot: Slot, t: CType) -> None:
        """A slot may hold a number from nowhere that may be an address."""
        is_wide = isinstance(t, Integer) and known_size(t) == self.cfa.model.pointer_size
        if is_wide and self.flows.guesses is not None:
            self.graph.give(slot, (self.flows.guessed, 0), 1)

    def guess_contents(self) -> None:
        """Numbers in memory that nobody wrote may be addresses: in objects that the program does
        not make, that hold what comes from outside, or that were allocated."""
        known, found = -1, self._guess_cells()
        while known != found:
            known, found = found, self._guess_cells()

    def _guess_cells(self) -> int:
        """Let numbers in such memory be guesses; how many there are."""
        self.flows.point_strays_elsewhere()
        tops = [made for made in self.graph.nodes if made.above is None]
        spread_unknown(tops)
        found = [
            cell
            for made in tops
            if made.unknown or made.arbitrary or _is_made(made)
            for cell in made.cells.values()
        ]
        for cell in found:
            if cell.type is not None:
                self._guess(cell.slot, cell.type)
        for cell in _cells_of(self._filled):
            if cell.type is None or isinstance(cell.type, Pointer):
                self.graph.give(cell.slot, (self.flows.guessed, 0), 1)
        return len(found)

    def _unknown(self, slot: Slot, name: str, span: Span) -> None:
        """A slot may point to an object that the program does not make."""
        node = self._object(name, span)
        node.unknown = True
        self.graph.give(slot, (node, 0))

    def _object(self, name: str, span: Span, *, is_allocated: bool = False) -> MemoryNode:
        """What a call allocates or returns."""
        site = self._caller or span
        full = f"{name}@{os.path.basename(site.file)}:{site.line}"
        count = self._made[full] = self._made.get(full, 0) + 1
        if count > 1:
            full = f"{full}#{count}"
        return self.graph.thing(full, None, None, is_allocated=is_allocated)

    # ---- functions with a body -----------------------------------------------------------------

    def _returned_slot(self, function: str) -> Slot:
        return self._returned.setdefault(function, Slot())

    def _returned_node(self, function: str) -> Ref:
        node = self.flows.results.get(function)
        if node is None:
            node = self.flows.results[function] = self.graph.node()
        return node, 0

    def _return(self, automaton: Automaton, value: Expression) -> None:
        if is_scalar(value.type):
            self.flows.into(self.flows.value(value), self._returned_slot(automaton.name))
        else:
            self._copy_value(self._returned_node(automaton.name), value)

    def _call(self, call: Call, callee: Automaton, span: Span) -> None:
        # What the caller's variables hold comes before anything of the callee's.
        given = [self._given(argument) for argument in call.arguments]
        result = None if call.result is None else self._result(call.result)
        outer = None
        if call.function in self._wrappers:
            outer = self.flows.locals, self._returned.get(call.function), self._caller
            self.flows.locals = {}
            self.flows.calls.setdefault(call.function, []).append(self.flows.locals)
            self._returned[call.function] = Slot()
            self._caller = self._caller or span
        self._pass(callee, given)
        if outer is not None:
            for location in callee.locations:
                for edge in location.leaving:
                    self.operation(callee, edge)
        self._receive(call, result)
        if outer is not None:
            self.flows.locals, before, self._caller = outer
            self._returned[call.function] = before or Slot()

    def _result(self, place: Lvalue) -> Slot | Ref:
        if is_scalar(place.type):
            return self.flows.scalar(place)
        return self.flows.location(place)

    def _given(self, argument: Expression) -> tuple[Sequence[Flow], Ref | None]:
        """What a scalar argument may hold; where the record is that is passed."""
        if is_scalar(argument.type):
            return self.flows.value(argument), None
        return (), self.flows.location(argument.place) if isinstance(argument, Load) else None

    def _pass(self, callee: Automaton, given: list[tuple[Sequence[Flow], Ref | None]]) -> None:
        for parameter, (flows, record) in zip(callee.parameters, given, strict=False):
            if is_scalar(parameter.type):
                self.flows.into(flows, self.flows.scalar(Place(parameter.type, parameter)))
            elif record is not None:
                node = self.flows.node_of(parameter)
                self.graph.copied((node, 0), record, known_size(parameter.type))

    def _receive(self, call: Call, result: Slot | Ref | None) -> None:
        if isinstance(result, Slot):
            self.graph.flow(self._returned_slot(call.function), 0, 0, result)
        elif result is not None and call.result is not None:
            size = known_size(call.result.type)
            self.graph.copied(result, self._returned_node(call.function), size)

    def _stored(self, ref: Ref, t: CType) -> Slot:
        """The slot of a scalar stored somewhere; of no other type than it has."""
        return self.graph.access(ref, known_size(t) or 1, t)

    # ---- functions without ---------------------------------------------------------------------

    def _library(self, call: Call, span: Span) -> None:
        known, name = model(call.function), canonical(call.function)
        values = [self.flows.value(argument) for argument in call.arguments]
        outside = self.flows.outside
        if name == DISTURB and outside is not None:
            self._give_away(call.arguments, values, outside)
            return
        result = None
        if call.result is not None:
            if not is_scalar(call.result.type):
                self._receive_record(call.result, outside if known is None else None)
                return
            result = self.flows.scalar(call.result)
        if known is None or known.kind != PRIMITIVE:
            if result is not None and call.result and isinstance(call.result.type, Pointer):
                if known is None and outside is not None:
                    outside.give(result)
                else:
                    self._unknown(result, name, span)
            elif result is not None and call.result is not None:
                self._guess(result, call.result.type)
            return
        slots = [self._texts(argument) for argument in read_bytes(call)]
        self._effects(name, call.arguments, slots)
        if result is None:
            return
        if name == ARGUMENTS_OF_MAIN:
            self._unknown(result, "argv", span)
        if name in _FRESH or name == "realloc":
            self._allocated(name, result, slots, span)
        if name in _RETURN_FIRST:
            self.flows.into(values[0], result)
        elif name in _RETURN_INSIDE_FIRST:
            self.flows.into(self._inside_first(name, call.arguments, values[0]), result)
        if name in _FILLED:
            self.graph.target(result)

    def _give_away(
        self,
        arguments: tuple[Expression, ...],
        values: Sequence[Sequence[Flow]],
        outside: Outside,
    ) -> None:
        """Functions without body get to know their arguments."""
        for argument, flows in zip(arguments, values, strict=True):
            if is_scalar(argument.type):
                outside.take(flows)
            elif isinstance(argument, Load):
                ref = self.flows.location(argument.place)
                outside.take_record(ref, known_size(argument.type) or 0)

    def _receive_record(self, place: Lvalue, outside: Outside | None) -> None:
        """A function without body returns a record."""
        ref = self.flows.location(place)
        current(ref)[0].arbitrary = True
        if outside is not None:
            outside.give_record(ref, known_size(place.type) or 0)

    def _inside_first(
        self, name: str, arguments: tuple[Expression, ...], first: Sequence[Flow]
    ) -> Sequence[Flow]:
        size = self.flows.numbers.constant(arguments[2]) if name == "mempcpy" else None
        if size is not None:
            return [(source, distance + size, stride) for source, distance, stride in first]
        return [(source, distance, 1) for source, distance, _ in first]

    def _texts(self, argument: Expression) -> Slot:
        """The bytes that an argument points to."""
        ref = self.flows.pointer(argument)
        self.graph.stride(ref, 1)
        return self.graph.access(ref, 1, CHAR)

    def _effects(self, name: str, arguments: tuple[Expression, ...], slots: list[Slot]) -> None:
        """What a library function does to memory."""
        if name in _TEXT_COPIES:
            self.graph.flow(slots[1], 0, 0, slots[0])
        elif name in _COPIES:
            target, source = (self.flows.pointer(argument) for argument in arguments[:2])
            self.graph.copied(target, source, self.flows.numbers.constant(arguments[2]))
        elif name == "memset" or name in WRITING_ANY:
            target, size = (
                self.flows.pointer(arguments[0]),
                self.flows.numbers.constant(arguments[-1]),
            )
            if size is not None:
                self.graph.cut(target, size)
            if name in WRITING_ANY:
                current(target)[0].arbitrary = True
                self._filled.append(target)
        elif name.startswith(("modf", "frexp")):
            t = INT if name.startswith("frexp") else arguments[0].type
            self._stored(self.flows.pointer(arguments[1]), t)

    def _allocated(self, name: str, result: Slot, slots: list[Slot], span: Span) -> None:
        node = self._object(name, span, is_allocated=name in _HEAP)
        self.graph.give(result, (node, 0))
        if slots:  # strdup
            self.graph.stride((node, 0), 1)
            self.graph.flow(slots[0], 0, 0, self.graph.access((node, 0), 1, CHAR))
