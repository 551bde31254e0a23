"""The one execution of a program that nothing from outside decides, if it is such a program.

Comes in: a program model. Goes out: its execution, which is the only one there is; it ends with
``Undetermined`` where it would depend on an input, on what memory holds before it is written, or on
where objects lie.

An object whose bytes are not all determined has ``ready`` -1, so that every access to it takes the
slow way through ``check``; once all its bytes are written it is like any other. Bytes of a stored
pointer are determined only as that pointer. Scalars that may be read before they are written are
objects here; the static question which of them are is answered by a walk from each ``Havoc``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from maul.c.ctype import Void
from maul.cfa.expressions import Expression, Load, Lvalue, Place
from maul.cfa.library import ARGUMENTS_OF_MAIN, DISTURB, INPUT_PREFIX, PRINTING, STREAMS, canonical
from maul.cfa.model import Havoc
from maul.cfa.walk import inner_first, written_place
from maul.interpret.frames import ignore
from maul.interpret.library.functions import LIBRARY
from maul.interpret.machine import Machine
from maul.interpret.memory import LARGEST, NOWHERE, NULL, Exhausted, ObjectMemory, Unsettled
from maul.interpret.places import locate
from maul.interpret.registers import object_size, sort_of

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.model import Automaton, Call, Cfa, Edge, Location, Operation
    from maul.cfa.outcome import Execution
    from maul.interpret.frames import Effect, ExecutablePlace, Routine
    from maul.interpret.memory import Address, Blob, Object
    from maul.interpret.steps import Run

KNOWN, OPEN, ADDRESS = 0, 1, 2  # a byte was written, was not, is part of a pointer's number


def execute_determined(cfa: Cfa, steps: int, tick: Callable[[], None]) -> Execution:
    """The only execution of a program, as far as it is determined."""
    return DeterminedMachine(cfa).execute(steps, tick)


class Mask:
    """Which bytes of an object are known, and how many are not."""

    __slots__ = ("bytes", "open")

    def __init__(self, size: int, kind: int) -> None:
        self.bytes = bytearray([kind]) * size
        self.open = 0 if kind == KNOWN else size

    def put(self, offset: int, size: int, kind: int) -> None:
        """Say of some bytes what they are."""
        end = offset + size
        before = size - self.bytes.count(KNOWN, offset, end)
        self.bytes[offset:end] = bytes([kind]) * size
        self.open += (0 if kind == KNOWN else size) - before

    def is_known(self, offset: int, size: int) -> bool:
        """Whether some bytes are all known."""
        return self.bytes.count(KNOWN, offset, offset + size) == size


class DeterminedMemory(ObjectMemory):
    """Memory that refuses to say what nothing determines."""

    is_direct = False

    def __init__(self, cfa: Cfa) -> None:
        super().__init__(cfa.model)
        self._masks: dict[Object, Mask] = {}

    # ---- objects -----------------------------------------------------------------------------

    def leave_open(self, at: Object) -> None:
        """None of its bytes is known."""
        if at.size > 0:
            self._mask(at, OPEN)

    def open(self, address: Address, size: int) -> None:
        """Some bytes are not known any more."""
        at, offset = self.check_write(*address, size)
        if size:
            self._mask(at, KNOWN).put(offset, size, OPEN)

    def _mask(self, at: Object, kind: int) -> Mask:
        """The mask of an object, which is of one kind if it is new."""
        found = self._masks.get(at)
        if found is None:
            if at.size > LARGEST:
                raise Exhausted("memory")
            found = self._masks[at] = Mask(at.size, kind)
            at.data.extend(bytes(at.size - len(at.data)))
            at.ready = -1
        return found

    def allocate(self, size: int) -> Object | None:
        """A new heap object; whether there is one must not depend on how much memory there is."""
        found = super().allocate(size) if size else None
        if found is None:
            raise Unsettled("whether an allocation succeeds")
        return found

    def release(self, address: Address) -> None:
        """``free``."""
        at, _ = self.resolve(address)
        super().release(address)
        self._masks.pop(at, None)

    def unwind(self, mark: tuple[int, int]) -> None:
        """End the life of all stack objects made since ``mark``."""
        for at in self.stack.objects[mark[0] :]:
            self._masks.pop(at, None)
        super().unwind(mark)

    def end(self, address: Address) -> None:
        """End the life of an automatic object."""
        at, _ = self.resolve(address)
        super().end(address)
        self._masks.pop(at, None)

    # ---- addresses ---------------------------------------------------------------------------

    def number(self, address: Address) -> int:
        """Only what belongs to no object has a number that does not depend on where objects lie."""
        if address[0] is not NOWHERE:
            raise Unsettled("the address of an object")
        return address[1] & self.mask

    def at(self, number: int) -> Address:
        """No object is where a number says: it is not known where objects lie."""
        return (NOWHERE, number) if number else NULL

    def is_null(self, address: Address) -> bool:
        """Whether an address is the null pointer."""
        if address[0] is NOWHERE:
            return self.number(address) == 0
        return not self._is_apart(address)

    def are_equal(self, left: Address, right: Address) -> bool:
        """Whether two addresses are the same."""
        if left[0] is right[0]:
            return self.distance(left, right) == 0
        for one, other in ((left, right), (right, left)):
            if one[0] is NOWHERE:
                return not (self.is_null(one) and self._is_apart(other)) and self.number(other) == 0
        return not (self._is_apart(left) and self._is_apart(right))

    def _is_apart(self, address: Address) -> bool:
        """True when an address is inside of an object, hence neither null nor in another."""
        at, offset = address
        if not (0 <= offset < at.size or (at.kind == "function" and offset == 0)):
            raise Unsettled("an address outside of its object")
        return True

    def distance(self, left: Address, right: Address) -> int:
        """How far the first address is behind the second."""
        at = left[0]
        if at is right[0] and 0 <= left[1] <= at.size and 0 <= right[1] <= at.size:
            return left[1] - right[1]
        if at is right[0] and at.kind == "function" and left[1] == right[1] == 0:
            return 0
        return self.number(left) - self.number(right)

    def overlap(self, left: Address, right: Address, size: int) -> bool:
        """Different objects have no bytes in common."""
        return left[0] is right[0] and 0 < abs(left[1] - right[1]) < size

    # ---- bytes -------------------------------------------------------------------------------

    def _inside(self, at: Object, offset: int, size: int) -> tuple[Object, int, Mask | None]:
        """An address in its object, and the mask of that."""
        found, where = self.resolve((at, offset))
        mask = self._masks.get(found)
        if mask is None or not 0 <= where <= found.size - size:
            found, where = super().check(at, offset, size)
        return found, where, mask

    def check(self, at: Object, offset: int, size: int) -> Address:
        """The address once more, where ``size`` bytes are known."""
        found, where, mask = self._inside(at, offset, size)
        if mask is not None and size and not mask.is_known(where, size):
            raise Unsettled("memory that was not written")
        return found, where

    def check_write(self, at: Object, offset: int, size: int) -> Address:
        """The address once more, where ``size`` bytes will be written."""
        found, where, mask = self._inside(at, offset, size)
        if size and not found.writable:
            return super().check_write(at, offset, size)
        if mask is not None and size:
            mask.put(where, size, KNOWN)
            if mask.open == 0:
                del self._masks[found]
                found.ready = found.size
        return found, where

    def check_update(self, at: Object, offset: int, size: int) -> Address:
        """Where some bits stay what they were, these must be known."""
        self.check(at, offset, size)
        return self.check_write(at, offset, size)

    def check_pointer(self, at: Object, offset: int) -> Address:
        """The bytes are known, or a pointer was stored there."""
        found, where, _ = self._inside(at, offset, self.pointer_size)
        if where in found.pointers:
            return found, where
        return self.check(at, offset, self.pointer_size)

    def keep(self, at: Object, offset: int, pointer: Address) -> None:
        """The bytes of a pointer are known as that pointer only."""
        super().keep(at, offset, pointer)
        self._mask(at, KNOWN).put(offset, self.pointer_size, ADDRESS)

    def write_any(self, address: Address, data: bytes) -> None:
        """Bytes that might be others are not known."""
        self.open(address, len(data))

    def read_blob(self, address: Address, size: int) -> Blob:
        """All bytes are known or belong to a pointer that lies inside."""
        at, offset, mask = self._inside(*address, size)
        if mask is None or mask.is_known(offset, size):
            return super().read_blob(address, size)
        inside = [key for key in at.pointers if offset <= key <= offset + size - self.pointer_size]
        for key in inside:
            mask.put(key, self.pointer_size, KNOWN)
        try:
            return super().read_blob(address, size)
        finally:
            for key in inside:
                mask.put(key, self.pointer_size, ADDRESS)

    def text(self, address: Address, limit: int | None = None) -> bytes:
        """The characters before the first zero; they and the zero are known."""
        found = super().text(address, limit)
        is_ended = limit is None or len(found) < limit
        self.check(*address, len(found) + is_ended)
        return found


class DeterminedMachine(Machine):
    """An execution that stops where it would depend on something from outside."""

    memory: DeterminedMemory

    def __init__(self, cfa: Cfa) -> None:
        super().__init__(cfa, _no_input)

    def _in_memory(self) -> frozenset[Variable]:
        """Globals that are arbitrary at first or later are objects, of which that can be said."""
        edges = [
            edge
            for automaton in self.cfa.automata()
            for at in automaton.locations
            for edge in at.leaving
        ]
        arbitrary = {
            edge.operation.target.variable
            for edge in edges
            if isinstance(edge.operation, Havoc) and isinstance(edge.operation.target, Place)
        }
        arbitrary = {variable for variable in arbitrary if variable.function == ""}
        written = [
            written_place(edge.operation) for at in self.cfa.start.locations for edge in at.leaving
        ]
        first = {place.variable for place in written if isinstance(place, Place)}
        return self.cfa.addressed | arbitrary | (set(self.cfa.globals) - first)

    def _new_memory(self) -> DeterminedMemory:
        return DeterminedMemory(self.cfa)

    def _memtrack(self) -> Callable[[], int]:
        raise Unsettled("what memory points to")

    def _routine(self, automaton: Automaton) -> Routine:
        if automaton.name not in self._routines:
            self.registers.put_in_memory(self._maybe_unset(automaton))
        return super()._routine(automaton)

    def _maybe_unset(self, automaton: Automaton) -> frozenset[Variable]:
        """The scalars of a function that are read where they may not have been written."""
        found = maybe_unset(automaton, self._is_scalar)
        if any("$" in variable.name for variable in found):
            raise Unsettled("a temporary")  # it may be the length of an array
        return found

    def _is_scalar(self, variable: Variable) -> bool:
        return variable.function != "" and self.registers.home(variable) != "object"

    # ---- edges -------------------------------------------------------------------------------

    def _havoc(self, edge: Edge, operation: Havoc) -> Effect:
        place = operation.target
        if isinstance(place, Place):
            is_stream = operation.origin == "extern" and place.variable.name in STREAMS
            if is_stream or object_size(place.variable) < 0:
                return super()._havoc(edge, operation)
        if self.translator.in_register(place) is not None:
            return ignore  # nobody reads it before it is written
        return self._open(place)

    def _open(self, place: Lvalue) -> Effect:
        """What a place holds is not known any more."""
        memory, where = self.memory, locate(self.translator, place)
        address, size = where.address(), self.translator.size(place.type)
        if where.width is not None:
            touched = (where.skip + where.width + 7) // 8
            return lambda: memory.open(address(), touched)
        return lambda: memory.open(address(), size())

    def _missing(self, edge: Edge, place: Place) -> Callable[[], Effect]:
        del edge, place
        return _unsettled("an argument that is missing")

    def _return(self, edge: Edge, value: Expression | None) -> Run:
        is_start = edge.source.function == self.cfa.start.name
        if value is not None or is_start:
            return super()._return(edge, value)
        if isinstance(self.cfa.functions[edge.source.function].result, Void):
            return super()._return(edge, value)
        frames, leave = self.stack.frames, self.stack.leave

        def run() -> ExecutablePlace:
            if frames[-1].receive is not ignore:
                raise Unsettled("the result of a function that gives none")
            return leave()

        return run

    def _call_without_body(self, edge: Edge, call: Call) -> Effect:
        name = canonical(call.function)
        if name == DISTURB:
            return _unsettled("what an undefined function changes")
        if name == ARGUMENTS_OF_MAIN:
            return _unsettled("the arguments of main")
        if name in PRINTING and call.result is not None:
            return _unsettled(f"whether {name} succeeds")
        is_input = name.startswith(INPUT_PREFIX)
        if name in LIBRARY or (call.result is None and not is_input):
            return super()._call_without_body(edge, call)
        if call.result is not None and sort_of(call.result.type) == "blob":
            return self._open(call.result)
        return _unsettled(f"the result of {call.function}")


def _no_input(_: Edge, __: CType) -> int | float:
    raise Unsettled("an input")


def _unsettled(what: str) -> Callable[[], NoReturn]:
    def run() -> NoReturn:
        raise Unsettled(what)

    return run


def maybe_unset(automaton: Automaton, is_scalar: Callable[[Variable], bool]) -> frozenset[Variable]:
    """The scalars that some way through a function reads before it writes them, or after a
    ``Havoc``; parameters are written by the call."""
    bits: dict[Variable, int] = {}

    def bit(variable: Variable) -> int:
        return 1 << bits.setdefault(variable, len(bits))

    uses: dict[Edge, tuple[int, int, int]] = {}  # read, written, arbitrary from now on
    for at in automaton.locations:
        for edge in at.leaving:
            uses[edge] = _uses(edge.operation, is_scalar, bit)
    parameters = sum(bit(v) for v in dict.fromkeys(automaton.parameters))
    unset: dict[Location, int] = {automaton.entry: (1 << len(bits)) - 1 & ~parameters}
    found = 0
    pending = [automaton.entry]
    while pending:
        at = pending.pop()
        for edge in at.leaving:
            read, written, arbitrary = uses[edge]
            found |= unset[at] & read
            after = unset[at] & ~written | arbitrary
            if edge.target not in unset or after & ~unset[edge.target]:
                unset[edge.target] = unset.get(edge.target, 0) | after
                pending.append(edge.target)
    return frozenset(variable for variable, index in bits.items() if found >> index & 1)


def _uses(
    operation: Operation, is_scalar: Callable[[Variable], bool], bit: Callable[[Variable], int]
) -> tuple[int, int, int]:
    """What an operation reads, writes, and makes arbitrary."""
    read = written = arbitrary = 0
    for expression in inner_first(operation):
        if isinstance(expression, Load) and isinstance(expression.place, Place):
            variable = expression.place.variable
            read |= bit(variable) if is_scalar(variable) else 0
    target = written_place(operation)
    if isinstance(target, Place) and is_scalar(target.variable):
        if isinstance(operation, Havoc):
            arbitrary = bit(target.variable)
        else:
            written = bit(target.variable)
    return read, written, arbitrary
