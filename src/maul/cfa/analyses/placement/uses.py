"""What a program does with addresses, expression by expression.

Comes in: the graph of the alias analysis, which follows addresses through integers, memory and
calls. Goes out: answers about single expressions: whether their value depends on where objects lie,
and whether they make numbers of addresses or addresses of numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Floating, FunctionType, Integer, Pointer, is_scalar, size_of
from maul.cfa.addresses import END, LOWEST
from maul.cfa.analyses.placement.held import HeldNumbers
from maul.cfa.analyses.placement.objects import (
    alignment,
    is_end,
    variable_around,
)
from maul.cfa.analyses.regions import bytes_of, current, lookup, read_bytes
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Convert,
    Deref,
    Load,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
)
from maul.cfa.model import Call
from maul.cfa.walk import (
    accessed_places,
    inner_first,
    place_operands,
    root,
    written_place,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maul.c.ctype import CType
    from maul.cfa.analyses.regions import Flows, MemoryNode, Slot
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Edge, Operation

_ORDER = frozenset(("<", ">", "<=", ">="))
_EQUALITY = frozenset(("==", "!="))


class Uses:
    """What is done with addresses."""

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._size = flows.cfa.model.pointer_size
        self.held = HeldNumbers(self, flows)

    def is_dependent(self, e: Expression) -> bool:
        """Whether an expression makes something from an address that says where an object lies."""
        match e:
            case Binary(operator=operator) if operator in _EQUALITY:
                return self._is_chance(e)
            case Binary(operator=operator) if operator in _ORDER:
                return self._is_ordered(e)
            case Binary() if self.is_tag(e) or self._is_low_bits(e) or self._is_distance(e):
                return False
            case Binary(left=left, right=right) | Overflows(left=left, right=right):
                return self.carries(left) or self.carries(right)
            case PointerDifference(left=left, right=right):
                is_from_null = self.carries(left) != self.carries(right)
                is_late = self.held.may_have_ended(left, right)
                return is_from_null or is_late or self._are_apart(left, right)
            case PointerAdd(index=index):
                return self.carries(index)
            case Unary(operator=operator, operand=operand):
                return operator != "!" and self.carries(operand)
            case Convert(type=t, operand=operand):
                return not isinstance(t, Boolean) and self.is_other(t) and self.carries(operand)
            case Load(type=t, place=place) if is_scalar(t):
                return self._is_part(t, place) and self.carries(e)
        return False

    def is_sum(self, e: Expression) -> bool:
        """Whether an expression moves an address as a number, and tells nothing else of it."""
        if not isinstance(e, Binary) or e.operator not in "+-" or self.is_other(e.type):
            return False
        return self.carries(e.left) != self.carries(e.right)

    def is_read(self, call: Call, callee: Automaton | None) -> bool:
        """Whether a library function, which is no callee to enter, looks at an address as a number,
        or at the bytes of one."""
        if callee is not None:
            return False
        for argument in read_bytes(call):
            cell = lookup(self._flows.pointer(argument), 1)
            if cell is not None and self.leads(cell.slot):
                return True
        if not _gives_number(call):
            return False  # the numbers that it gets are sizes
        return any(not _is_pointer(a) and self.carries(a) for a in call.arguments)

    def indices(self, operation: Operation, callee: Automaton | None) -> Iterator[Expression]:
        """The addresses that are indices of arrays, or sizes, for library functions and in
        questions about memory, as they are."""
        found = [part for at in accessed_places(operation) for part in place_operands(at)]
        found += [e.size for e in inner_first(operation) if isinstance(e, Valid)]
        if isinstance(operation, Call) and callee is None and not _gives_number(operation):
            found += operation.arguments
        yield from (e for e in found if isinstance(e.type, Integer) and self.carries(e))

    # ---- bits that alignment gives ----

    def is_tag(self, e: Binary) -> bool:
        """Whether an operator changes only bits of an address that are zero where its object
        begins, such as ``p | 1`` and ``p & ~3``: then it moves the address inside of its object."""
        match e.operator:
            case "|" | "^":
                return self._is_within_alignment(e, lambda number: number)
            case "&":
                return self._is_within_alignment(e, lambda number: ~number)
        return False

    def _is_low_bits(self, e: Binary) -> bool:
        """Whether an operator gives just bits of an address that are zero where its object begins:
        they are those of the distance from there."""
        match e.operator:
            case "&":
                return self._is_within_alignment(e, lambda number: number)
            case "%":
                is_unsigned = isinstance(e.type, Integer) and not e.type.signed
                number = self._flows.numbers.constant(e.right)
                is_power = number is not None and number > 0 and not number & number - 1
                return is_unsigned and is_power and self._is_within_alignment(e, _before)
        return False

    def _is_within_alignment(self, e: Binary, bits: Callable[[int], int]) -> bool:
        """Whether the bits that a constant operand stands for are below the alignment of all
        objects that the other operand may be an address in."""
        if self.is_other(e.type):
            return False
        constant = self._flows.numbers.constant
        number, address = constant(e.right), e.left
        if number is None and e.operator != "%":
            number, address = constant(e.left), e.right
        if number is None:
            return False
        return (
            0
            <= bits(number)
            < min((alignment(at) for at, _, _ in self.targets(address)), default=1)
        )

    def _is_distance(self, e: Binary) -> bool:
        """Whether two pointers, converted right here, into one object are subtracted."""
        return e.operator == "-" and self._are_pointers_into_one(e.left, e.right)

    def _are_pointers_into_one(self, left: Expression, right: Expression) -> bool:
        """Whether two values are pointers, converted right here, into one and the same variable."""
        one, other = variable_around(left), variable_around(right)
        return one is not None and one is other

    # ---- numbers and pointers ----

    def is_exposing(self, e: Expression) -> bool:
        """Whether the address of an object becomes a number, or is one."""
        match e:
            case Convert(type=t, operand=operand):
                return isinstance(t, Integer | Floating) and self.carries(operand)
            case Load(type=t):
                return isinstance(t, Integer | Floating) and self.carries(e)
        return False

    def is_made_pointer(self, e: Expression) -> bool:
        """Whether a number that is no constant becomes a pointer."""
        if not isinstance(e, Convert) or not isinstance(e.type, Pointer):
            return False
        is_number = isinstance(e.operand.type, Integer)
        return is_number and self._flows.numbers.constant(e.operand) is None

    def is_number_as_pointer(self, e: Expression) -> bool:
        """Whether a number at which an object can lie is a pointer: a constant, or what is added to
        a pointer that leads nowhere."""
        if not isinstance(e.type, Pointer):
            return False
        number = self._flows.numbers.constant(e)
        if number is not None:
            return self._is_possible(number)
        match e:
            case PointerAdd(pointer=pointer):
                return not self.carries(pointer)
            case AddressOf(place=place):
                top = root(place)
                return isinstance(top, Deref) and not self.carries(top.pointer)
        return False

    def is_mixing(self, e: Expression) -> bool:
        """Whether two addresses are compared, or computed with, as numbers; pointers that are
        converted just to be compared are compared as pointers, and pointers as numbers if they are
        made of such that were held for a while."""
        if not isinstance(e, Binary) or not isinstance(e.left.type, Integer | Pointer):
            return False
        is_comparison = e.operator in _EQUALITY | _ORDER
        if is_comparison and _is_pointer(e.left) and _is_pointer(e.right):
            return self.held.is_returned(e.left) or self.held.is_returned(e.right)
        return self.carries(e.left) and self.carries(e.right)

    def is_punned(self, e: Expression) -> bool:
        """Whether a pointer is read where something else may have been stored."""
        if not isinstance(e, Load) or not isinstance(e.type, Pointer):
            return False
        if isinstance(e.place, Place) and not self._flows.is_memory(e.place.variable):
            return False
        cell = lookup(self._flows.location(e.place), self._size)
        return cell is None or not isinstance(cell.type, Pointer)

    def is_from_nowhere(self, number: Expression) -> bool:
        """Whether nobody knows where a number came from: it is made of no pointer."""
        targets = self.targets(number)
        return not any(at.unknown or at.things or at.origins for at, _, _ in targets)

    def is_fleeting(self, pointer: Expression) -> bool:
        """Whether a pointer may point to a variable of a function, which lies elsewhere each time
        that the function or a block is entered, or into some part of an object."""
        return any(
            at.origins or any(thing.variable and thing.variable.function for thing, _ in at.things)
            for at, _, _ in self.targets(pointer)
        )

    def is_guessed(self, pointer: Expression) -> bool:
        """Whether a pointer may come from such a number."""
        guessed = current((self._flows.guessed, 0))[0]
        return any(at is guessed for at, _, _ in self.targets(pointer))

    def is_compared_guess(self, e: Expression) -> bool:
        """Whether a pointer that may be guessed is compared with one to an object."""
        match e:
            case Binary(operator=operator, left=left, right=right):
                is_comparison = operator in _EQUALITY | _ORDER and _is_pointer(left)
            case PointerDifference(left=left, right=right):
                is_comparison = True
            case _:
                return False
        pairs = (left, right), (right, left)
        return is_comparison and any(
            self.is_guessed(one) and self._is_into_object(other) for one, other in pairs
        )

    def _is_into_object(self, pointer: Expression) -> bool:
        targets = self.targets(pointer)
        return any(not at.unknown and bool(at.things or at.origins) for at, _, _ in targets)

    # ---- comparisons ----

    def _is_chance(self, e: Binary) -> bool:
        """Whether it is chance that two values are equal: that of an address and a number at which
        an object can lie; of addresses kept as numbers, perhaps longer than their objects; of a
        pointer into one object and one that may be at the end of another."""
        left, right = self.carries(e.left), self.carries(e.right)
        if not left and not right:
            return False
        are_pointers = _is_pointer(e.left) and _is_pointer(e.right)
        if left and right:
            is_end = self.is_moved(e.left) or self.is_moved(e.right)
            is_apart = is_end and self._are_apart(e.left, e.right)
            return not are_pointers or is_apart or self.held.may_have_ended(e.left, e.right)
        number = self._flows.numbers.constant(e.right if left else e.left)
        return not are_pointers if number is None else self._is_possible(number)

    def _is_ordered(self, e: Binary) -> bool:
        """Whether the order of two values is that of an address and something else."""
        left, right = self.carries(e.left), self.carries(e.right)
        if not left and not right:
            return False
        t = e.left.type
        if left and right:
            if isinstance(t, Pointer):
                is_code = isinstance(t.target, FunctionType)
                is_late = self.held.may_have_ended(e.left, e.right)
                return is_code or is_late or self._are_apart(e.left, e.right)
            is_sign_seen = self._size == 4 and isinstance(t, Integer) and t.signed
            return is_sign_seen or not self._are_pointers_into_one(e.left, e.right)
        number = self._flows.numbers.constant(e.right if left else e.left)
        is_signed = isinstance(t, Integer) and t.signed
        if number is None or self.is_other(t) or (self._size == 4 and is_signed):
            return True
        return self._is_possible(number)

    def _is_possible(self, number: int) -> bool:
        """Whether an object can lie at a number, in executions or in formulas."""
        return LOWEST <= number % (1 << 8 * self._size) < END[self._size]

    def _are_apart(self, left: Expression, right: Expression) -> bool:
        """Whether two values are addresses in different objects."""
        one, other = self.targets(left), self.targets(right)
        return bool(one and other) and not {at for at, *_ in one} & {at for at, *_ in other}

    def is_moved(self, e: Expression) -> bool:
        """Whether an address may be another one than that of the start of an object."""
        return any(
            stride or at.stride or any(start != offset for _, start in at.things)
            for at, offset, stride in self.targets(e)
        )

    def may_be_end(self, e: Expression) -> bool:
        """Whether an address may be the end of an object that the program makes."""
        return any(
            stride or at.stride or any(is_end(thing, offset - start) for thing, start in at.things)
            for at, offset, stride in self.targets(e)
            if at.things and not at.unknown
        )

    # ---- addresses ----

    def is_other(self, t: CType) -> bool:
        """Whether a type is none that an address is kept in as it is."""
        return not isinstance(t, Pointer | Integer) or size_of(t) != self._size

    def _is_part(self, t: CType, place: Lvalue) -> bool:
        """Whether what is read at a place may be a part of an address, or of two."""
        if isinstance(place, Place) and not self._flows.is_memory(place.variable):
            return False
        size, whole = bytes_of(place)
        if whole is None or self.is_other(t):
            return True
        cell = lookup(self._flows.location(place), size)
        return cell is None or cell.type is None

    def carries(self, e: Expression) -> bool:
        """Whether a value may be, or be computed from, the address of an object or function."""
        return bool(self.targets(e))

    def leads(self, slot: Slot) -> bool:
        """The same of what a slot may hold."""
        return any(current((at, 0))[0] is not self._flows.nowhere for at in slot.top().targets)

    def targets(self, e: Expression) -> list[tuple[MemoryNode, int, int]]:
        """What a value may point to: objects, the distance from their start, and a stride."""
        found = []
        for source, distance, stride in self._flows.value(e):
            if isinstance(source, tuple):
                targets = {source[0]: (source[1], 0)}
            else:
                targets = source.top().targets
            for below, (offset, step) in targets.items():
                at, start = current((below, offset + distance))
                if at is not self._flows.nowhere:
                    found.append((at, start, stride or step))
        return found


def _gives_number(call: Call) -> bool:
    return call.result is not None and not isinstance(call.result.type, Pointer)


def _is_pointer(e: Expression) -> bool:
    """Whether a value is a pointer, or one that was just converted, as some tools write all
    comparisons of pointers."""
    if isinstance(e, Convert) and isinstance(e.type, Integer):
        e = e.operand
    return isinstance(e.type, Pointer)


def _before(number: int) -> int:
    return number - 1


def edges_with_uses(cfa: Cfa, flows: Flows) -> Iterator[tuple[Edge, Uses]]:
    """All edges, and what addresses are where they are taken."""
    uses = Uses(flows)
    for edge in _edges(cfa, flows):
        written = written_place(edge.operation)
        for place in () if written is None else (written,):
            uses.held.note_number(place)
    for automaton in cfa.automata():
        for parameter in automaton.parameters:
            uses.held.note_number(Place(parameter.type, parameter))
    for edge in _edges(cfa, flows):
        for e in inner_first(edge.operation):
            uses.held.note_return(e)
    for edge in _edges(cfa, flows):
        yield edge, uses


def _edges(cfa: Cfa, flows: Flows) -> Iterator[Edge]:
    """All edges, those of functions that are analysed anew for each call once for each: their
    variables are others each time."""
    for automaton in cfa.automata():
        for variables in flows.calls.get(automaton.name, (None,)):
            flows.locals = variables
            for location in automaton.locations:
                yield from location.leaving
