"""What must hold before an edge may be taken: the questions a property asks about each of its
expressions and accesses, and those about memory.

Comes in: a location with its leaving edges, and what the range analysis knows. Goes out: the checks
to make there, in the order of evaluation (operands before what is computed from them), each a
condition that must hold.

Memory, after the rules of SV-COMP. Every byte read or written lies in one live object (deref). What
free and realloc get is null or the start of a live heap object (free). Every live heap object can
be reached from a variable (memtrack), at all times: it is enough to ask where an execution ends or
comes round again, because what is lost stays lost. No heap object is left when the program ends
(memcleanup). A program ends when main has returned, and its locals are gone, or when it calls a
function that never returns: exit, and also abort and a failing assert, as the verdicts of the
tasks of SV-COMP have it; then the locals of all active functions still count as variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, INT, VOID, ArrayType, Pointer, size_of
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Load,
    MemberOf,
    Place,
    PointerAdd,
    Unary,
    Valid,
)
from maul.cfa.library import UNKNOWN_FUNCTION, WRITING_ANY
from maul.cfa.model import CHANGED, Call, Havoc, Return
from maul.cfa.order import loop_heads, recursive_functions
from maul.cfa.transform.bodies import is_copy
from maul.cfa.transform.checks.arithmetic import divisors, overflows, shifts
from maul.cfa.transform.checks.check import Check
from maul.cfa.transform.checks.places import indices, null_pointers
from maul.cfa.walk import inner_first, is_handle, root, written_place
from maul.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maul.c.source import Span
    from maul.c.tree import Variable
    from maul.cfa.analyses.ranges import Ranges
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa, Edge, Location, Operation

ALLOCATING_FUNCTIONS = frozenset({"malloc", "calloc", "realloc", "strdup", "strndup"})
FREEING_FUNCTIONS = frozenset({"free", "cfree", "realloc"})

# The pointers a function of the library accesses memory by, each with the argument that counts the
# bytes. What goes byte by byte has a body here (maul.cfa.transform.bodies).
_BLOCKS: dict[str, tuple[tuple[int, int], ...]] = {
    "memcpy": ((0, 2), (1, 2)),
    "mempcpy": ((0, 2), (1, 2)),
    "memmove": ((0, 2), (1, 2)),
    "memset": ((0, 2),),
    **dict.fromkeys(WRITING_ANY, ((0, 1),)),
}
# The argument by which one object of the type it points to is written.
_OBJECTS = {f"{name}{suffix}": 1 for name in ("modf", "frexp") for suffix in ("", "f", "l")}


class Checks:
    """The checks of a program. ``operands`` and ``memory`` say what to look for ("overflow",
    "division", "shift", "null", "index"; the questions of ``Valid``), and what a violation is
    reported as."""

    def __init__(
        self, cfa: Cfa, ranges: Ranges, operands: Mapping[str, str], memory: Mapping[str, str]
    ) -> None:
        self._cfa = cfa
        self._ranges = ranges
        self._operands = operands
        self._memory = memory
        self.addressed: dict[Variable, None] = {}  # variables whose address a check asks about
        self._allocates = _allocates(cfa)
        self._rounds = self._turning_points() if "memtrack" in memory else frozenset()

    def before(self, at: Location) -> list[Check]:
        """What must hold at a location before control goes on."""
        found: list[Check] = []
        if at in self._rounds:
            found += self._leak("memtrack", at.leaving[0].span)
        if at.leaving:
            # Of a branch one side will do: the other is its negation and evaluates the same.
            found += self._before_edge(at.leaving[0])
        return found

    def _before_edge(self, edge: Edge) -> Iterator[Check]:
        """The checks of the expressions on an edge, inner ones first, then of what the operation
        does."""
        for expression in inner_first(edge.operation):
            if isinstance(expression, (Binary, Unary)):
                yield from self._of_arithmetic(edge, expression)
            if isinstance(expression, Load):
                yield from self._of_place(edge, expression.place)
        target = written_place(edge.operation)
        is_plain = not isinstance(edge.operation, Call) and not _is_elsewhere(edge.operation)
        if target is not None and is_plain:
            yield from self._of_place(edge, target)
        if isinstance(edge.operation, Call):
            yield from self._of_call(edge, edge.operation, target)
        elif isinstance(edge.operation, Return) and edge.source.function == self._cfa.start.name:
            yield from self._leaks(edge.span)

    # ---- operands -------------------------------------------------------------------------------

    def _of_arithmetic(self, edge: Edge, expression: Binary | Unary) -> Iterator[Check]:
        """The checks of one operator."""
        asked, ranges = self._operands, self._ranges
        if "overflow" in asked:
            yield from overflows(ranges, edge, expression, asked["overflow"])
        if isinstance(expression, Binary):
            if "division" in asked:
                yield from divisors(ranges, edge, expression, asked["division"])
            if "shift" in asked:
                yield from shifts(ranges, edge, expression, asked["shift"])

    def _of_place(self, edge: Edge, place: Lvalue) -> Iterator[Check]:
        """The checks of reading or writing a place."""
        asked = self._operands
        if "null" in asked:
            yield from null_pointers(edge, place, asked["null"])
        if "index" in asked:
            yield from indices(self._ranges, edge, place, asked["index"])
        if "deref" in self._memory:
            yield from self._of_access(edge, place)

    # ---- memory ---------------------------------------------------------------------------------

    def _of_access(self, edge: Edge, place: Lvalue) -> Iterator[Check]:
        """The check of reading or writing a place, unless it certainly lies inside its variable."""
        if self._is_inside(edge.source, place):
            return
        top = root(place)
        if isinstance(top, Place):
            self.addressed[top.variable] = None
        try:
            pointer, size = self._bytes_of(place)
        except ValueError:
            raise Unsupported(edge.span, "access to an object of unknown size") from None
        yield self._valid("deref", pointer, Constant(self._cfa.model.size_t, size), edge.span)

    def _is_inside(self, at: Location, place: Lvalue) -> bool:
        """Whether a place is part of a variable, every index being inside its array."""
        while True:
            match place:
                case Place():
                    return True
                case Deref(type=of, pointer=AddressOf(place=inner)):
                    if of != inner.type:
                        return False
                    place = inner
                case Deref(type=of, pointer=pointer):
                    return is_handle(pointer) and pointer.type == self._cfa.model.pointer_to(of)
                case MemberOf(base=base):
                    place = base
                case ElementOf(base=base, index=index):
                    low, high = self._ranges.of(at, index)
                    length = base.type.length if isinstance(base.type, ArrayType) else None
                    if length is None or not (low >= 0 and high < length):
                        return False
                    place = base

    def _bytes_of(self, place: Lvalue) -> tuple[Expression, int]:
        """The address and number of the bytes an access touches; for a bit-field those that hold
        its bits."""
        model = self._cfa.model
        if isinstance(place, MemberOf) and place.field.width is not None:
            first = place.field.offset // 8
            last = (place.field.offset + max(place.field.width, 1) - 1) // 8
            base = AddressOf(model.pointer_to(place.base.type), place.base)
            step = Constant(model.ptrdiff_t, first)
            return PointerAdd(model.pointer_to(CHAR), "+", base, step, 1), last - first + 1
        return AddressOf(model.pointer_to(place.type), place), size_of(place.type)

    def _of_call(self, edge: Edge, call: Call, target: Lvalue | None) -> Iterator[Check]:
        """What a function of the library does to memory; then the storing of a result."""
        if call.function not in self._cfa.functions:
            name = call.function
            if "deref" in self._memory:
                yield from self._of_blocks(edge, name, call.arguments)
            if "free" in self._memory and name in FREEING_FUNCTIONS and call.arguments:
                size = Constant(self._cfa.model.size_t, 0)
                yield self._valid("free", call.arguments[0], size, edge.span)
            if not edge.target.leaving and not self._is_exit(edge.target):
                yield from self._leaks(edge.span)
        if target is not None:
            yield from self._of_place(edge, target)

    def _of_blocks(
        self, edge: Edge, name: str, arguments: tuple[Expression, ...]
    ) -> Iterator[Check]:
        """The checks of functions that access as many bytes as an argument says."""
        if name == UNKNOWN_FUNCTION:  # called by a pointer that points to no function
            null = Constant(self._cfa.model.pointer_to(VOID), 0)
            yield self._valid("deref", null, Constant(self._cfa.model.size_t, 1), edge.span)
        for pointer, size in _BLOCKS.get(name, ()):
            yield self._of_block(arguments[pointer], arguments[size], edge.span)
        if name in _OBJECTS:
            pointer_value = arguments[_OBJECTS[name]]
            assert isinstance(pointer_value.type, Pointer)
            size_value = Constant(self._cfa.model.size_t, size_of(pointer_value.type.target))
            yield self._valid("deref", pointer_value, size_value, edge.span)

    def _of_block(self, pointer: Expression, size: Expression, span: Span) -> Check:
        """The check of a block of bytes: of none nothing is asked, not even the pointer."""
        size_t = self._cfa.model.size_t
        count = size if size.type == size_t else Convert(size_t, size)
        check = self._valid("deref", pointer, count, span)
        if isinstance(size, Constant) and size.value != 0:
            return check
        is_nothing = Binary(INT, "==", count, Constant(size_t, 0))
        holds = Binary(INT, "|", is_nothing, check.holds)
        return Check(holds, Unary(INT, "!", holds), check.subproperty, span)

    def _is_exit(self, at: Location) -> bool:
        """Whether a location is where its function returns."""
        if at.function == self._cfa.start.name:
            return at is self._cfa.start.exit
        return at is self._cfa.functions[at.function].exit

    def _leaks(self, span: Span) -> Iterator[Check]:
        """What must hold of the heap where the program ends."""
        yield from self._leak("memtrack", span)
        yield from self._leak("memcleanup", span)

    def _leak(self, question: str, span: Span) -> Iterator[Check]:
        """A question about the whole heap, in programs that use it."""
        if question in self._memory and self._allocates:
            null = Constant(self._cfa.model.pointer_to(VOID), 0)
            yield self._valid(question, null, Constant(self._cfa.model.size_t, 0), span)

    def _valid(self, question: str, pointer: Expression, size: Expression, span: Span) -> Check:
        """The check that a question about memory is answered with yes."""
        holds = Valid(INT, question, pointer, size)
        return Check(holds, Unary(INT, "!", holds), self._memory[question], span)

    def _turning_points(self) -> frozenset[Location]:
        """Where an execution that never ends comes round: loop heads and the entries of recursive
        functions. The loops of maul's own bodies end: memory does."""
        heads = {
            head
            for automaton in self._cfa.automata()
            if not is_copy(automaton.name)
            for head in loop_heads(automaton)
        }
        entries = {self._cfa.functions[name].entry for name in recursive_functions(self._cfa)}
        return frozenset(heads | entries)


def _is_elsewhere(operation: Operation) -> bool:
    """Whether a function without body may store something: it knows where it may."""
    return isinstance(operation, Havoc) and operation.origin.startswith(CHANGED)


def _allocates(cfa: Cfa) -> bool:
    """Whether the program asks the library for heap memory anywhere."""
    return any(
        isinstance(edge.operation, Call)
        and edge.operation.function not in cfa.functions
        and edge.operation.function in ALLOCATING_FUNCTIONS
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
    )
