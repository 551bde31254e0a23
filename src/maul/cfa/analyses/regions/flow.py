"""From the operations of a program to constraints on its memory graph.

Comes in: operations. Goes out: the graph, with every scalar access recorded and every way that a
pointer can take followed, whatever the type of the value that carries it: integers, single bytes
and records as well as pointers. What an expression may point to is a list of *flows*: slots, or
pointers into nodes, each moved by a constant distance and by unknown multiples of a stride.
A sum in integers moves a pointer by what the other side is a multiple of, any other arithmetic by
any number of bytes.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import (
    ArrayType,
    Boolean,
    Pointer,
    Record,
    VariableArray,
    is_scalar,
    known_size,
    size_of,
)
from maul.cfa.analyses.regions.nodes import FAR, Slot, current
from maul.cfa.analyses.regions.numbers import Multiples
from maul.cfa.analyses.regions.outside import Outside
from maul.cfa.analyses.regions.solve import MemoryGraph, inside, lookup, target_of
from maul.cfa.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    FunctionAddress,
    Load,
    MemberOf,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
)
from maul.cfa.model import is_disturbed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.analyses.regions.nodes import MemoryNode, Ref
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa

Flow: TypeAlias = tuple["Slot | Ref", int, int]
"""What is pointed to, a constant distance from there, the stride of unknown ones (0: none)."""

_NONE: tuple[Flow, ...] = ()


def element_size(t: CType) -> int:
    """The size of an element of an array; of a variable-length one, that of what it consists of in
    the end: its own size is a multiple of that."""
    while isinstance(t, VariableArray):
        t = t.element
    return known_size(t) or 0


def _is_union(t: CType) -> bool:
    return isinstance(t, Record) and t.is_union


def extent(place: Lvalue) -> int:
    """The bytes of an array in a place. The last member of a record may be longer than declared
    when its length is 0 or 1 or left out."""
    t = place.type
    size = known_size(t)
    if size is None:
        return FAR
    if isinstance(t, ArrayType) and t.length in (0, 1) and _is_last(place):
        return FAR
    return size


def _is_last(place: Lvalue) -> bool:
    if not isinstance(place, MemberOf):
        return False
    record = place.base.type
    return isinstance(record, Record) and (
        record.is_union or (bool(record.fields) and record.fields[-1] is place.field)
    )


def bytes_of(place: Lvalue) -> tuple[int, CType | None]:
    """How many bytes an access to a scalar touches, and its type; a bit-field, which shares its
    bytes with others, has none."""
    if isinstance(place, MemberOf) and place.field.width is not None:
        return (place.field.offset % 8 + place.field.width + 7) // 8, None
    return size_of(place.type), place.type


def _given(slots: Sequence[Slot]) -> set[Slot]:
    """The slots that get what others hold, from these on."""
    found: set[Slot] = set()
    waiting = [slot.top() for slot in slots]
    while waiting:
        behind = {target.top() for target, _, _ in waiting.pop().followers} - found
        found |= behind
        waiting += behind
    return found


def _pointers(slots: dict[Variable, Slot]) -> Iterator[Slot]:
    """Those of variables that are pointers."""
    for variable, slot in slots.items():
        if isinstance(variable.type, Pointer):
            yield slot


class Flows:
    """The memory graph of a program and the slots and nodes of its variables.

    While ``solving``, expressions and places add what they need to the graph; afterwards they only
    look things up. With ``code`` functions are objects, too: nothing is read or written there, but
    their addresses go where those of others do.
    """

    def __init__(self, cfa: Cfa, *, code: bool = False) -> None:
        self.cfa = cfa
        self._code = code
        self._functions: dict[str, MemoryNode] = {}
        self.graph = MemoryGraph()
        self.numbers = Multiples(cfa)
        self.solving = True
        # Numbers from nowhere that are made pointers; None where nobody asks about such numbers.
        self.guesses: frozenset[Expression] | None = None
        self.guessed = self.graph.node()  # what these point to
        self.nodes: dict[Variable, MemoryNode] = {}
        self.results: dict[str, MemoryNode] = {}  # of records, by function
        self._slots: dict[Variable, Slot] = {}
        self.locals: dict[Variable, Slot] | None = None  # of one call of a wrapper
        self.calls: dict[str, list[dict[Variable, Slot]]] = {}  # these of all calls, by function
        self._names: dict[str, Variable] = {}
        self.outside = Outside(self.graph) if is_disturbed(cfa) else None
        self.nowhere = self.graph.node()  # what constants point to, at their value
        self.nowhere.unknown = True

    def point_strays_elsewhere(self) -> None:
        """Let every pointer that nobody gave a value lead to an object that the program does not
        make."""
        tops = [made for made in self.graph.nodes if made.above is None]
        cells = [cell for made in tops for cell in made.cells.values()]
        slots = [slot for slots in self._all_slots() for slot in slots.values()]
        given = _given(slots + [cell.slot for cell in cells])
        pointers = [slot for slots in self._all_slots() for slot in _pointers(slots)]
        pointers += [cell.slot for cell in cells if isinstance(cell.type, Pointer)]
        for slot in pointers:
            at = [current((each, 0))[0] for each in slot.top().targets]
            is_known = any(each.unknown or each.things or each.origins for each in at)
            if not is_known and slot.top() not in given:
                self.graph.give(slot, (self._elsewhere(), 0))

    def _all_slots(self) -> Iterator[dict[Variable, Slot]]:
        """Those of variables that are no objects, and of each call that is analysed anew."""
        yield self._slots
        for calls in self.calls.values():
            yield from calls

    def _elsewhere(self) -> MemoryNode:
        made = self.graph.node()
        made.unknown = True
        return made

    # ---- variables -----------------------------------------------------------------------------

    def is_memory(self, variable: Variable) -> bool:
        """Whether a variable is an object in memory, and no single value."""
        return not is_scalar(variable.type) or variable in self.cfa.addressed

    def variable(self, variable: Variable) -> Variable:
        """The variable of the program that an instance in a recursive activation stands for."""
        if variable in self._slots or variable in self.nodes:
            return variable
        name, _, activation = variable.name.rpartition("@")
        return self._names.get(name, variable) if activation.isdigit() else variable

    def node_of(self, variable: Variable) -> MemoryNode:
        """The node of a variable in memory."""
        node = self.nodes.get(variable)
        if node is None:
            node = self.graph.thing(variable.name, variable, known_size(variable.type))
            self.nodes[variable] = node
            self._names[variable.name] = variable
        return node

    def slot(self, variable: Variable) -> Slot:
        """The slot of a variable that is no memory."""
        slots = self._slots if self.locals is None or not variable.function else self.locals
        slot = slots.get(variable)
        if slot is None:
            slot = slots[variable] = Slot()
            self._names[variable.name] = variable
        return slot

    def _function(self, name: str) -> Ref:
        """A function as an object."""
        if name not in self._functions:
            self._functions[name] = self.graph.thing(name, None, None)
        return self._functions[name], 0

    # ---- places --------------------------------------------------------------------------------

    def location(self, place: Lvalue) -> Ref:
        """Where a place in memory is."""
        match place:
            case Place(variable=variable):
                return self.node_of(self.variable(variable)), 0
            case Deref(type=t, pointer=pointer):
                ref = self.pointer(pointer)
                if self.solving and isinstance(t, (ArrayType, Record)):
                    self.graph.view(ref, known_size(t) or 0)
                return ref
            case MemberOf(base=base, field=field):
                node, offset = self.location(base)
                return node, offset + field.offset // 8
            case ElementOf(type=t, base=base, index=index):
                return self._element(base, t, index)

    def _element(self, array: Lvalue, t: CType, index: Expression) -> Ref:
        """Where an element is: an array in a record is a part of its own."""
        start, size = self.location(array), element_size(t)
        number = None if isinstance(t, VariableArray) else self.numbers.constant(index)
        distance = 0 if number is None else number * size
        if isinstance(array, (MemberOf, Deref)):
            length = extent(array)
            if 0 <= distance <= length - size:
                start = self._part(start, length, "array")
        if number is None and self.solving:
            self.value(index)
            self.graph.stride(start, size * self.numbers.divisor(index))
        return start[0], start[1] + distance

    def _part(self, ref: Ref, size: int, kind: str) -> Ref:
        return self.graph.part(ref, size, kind) if self.solving else inside(ref, size) or ref

    def address(self, place: Lvalue) -> Ref:
        """A pointer to a place; a member is a part of its own. One to a member of a union is one to
        all of them."""
        while isinstance(place, MemberOf) and _is_union(place.base.type):
            place = place.base
        ref = self.location(place)
        size = extent(place)
        if not isinstance(place, MemberOf) or ref[0] is self.nowhere or not size:
            return ref
        if isinstance(place.type, ArrayType):
            return self._part(ref, size, "array")
        return self._part(ref, size, "scalar" if is_scalar(place.type) else "record")

    def distance(self, place: Lvalue) -> int:
        """How far a place is from the start of the variable it is in, unknown indices taken as
        zero."""
        total = 0
        while not isinstance(place, (Place, Deref)):
            if isinstance(place, MemberOf):
                total += place.field.offset // 8
            else:
                total += (self.numbers.constant(place.index) or 0) * element_size(place.type)
            place = place.base
        return total

    def scalar(self, place: Lvalue) -> Slot:
        """What may be held by a place of scalar type; the access is recorded."""
        if isinstance(place, Place):
            variable = self.variable(place.variable)
            if not self.is_memory(variable):
                return self.slot(variable)
        size, t = bytes_of(place)
        ref = self.location(place)
        if self.solving:
            return self.graph.access(ref, size, t)
        cell = lookup(ref, size)
        return Slot() if cell is None else cell.slot

    # ---- values --------------------------------------------------------------------------------

    def pointer(self, e: Expression) -> Ref:
        """What the value of an expression points to, as one pointer."""
        refs = [self._applied(flow) for flow in self.value(e)]
        if not refs:
            return self.nowhere, self.numbers.constant(e) or 0
        if self.solving:
            for other in refs[1:]:
                self.graph.equal(refs[0], other)
        return refs[0]

    def _applied(self, flow: Flow) -> Ref:
        source, distance, stride = flow
        if isinstance(source, tuple):
            node, offset = source
        elif self.solving:
            node, offset = self.graph.target(source)
        elif source.top().targets:
            node, offset = target_of(source)
        else:
            node, offset = self.nowhere, 0
        if stride and self.solving:
            self.graph.stride((node, offset), stride)
        return node, offset + distance

    def into(self, flows: Sequence[Flow], slot: Slot) -> None:
        """A slot may hold a value with these flows."""
        for source, distance, stride in flows:
            if isinstance(source, tuple):
                self.graph.give(slot, (source[0], source[1] + distance), stride)
            else:
                self.graph.flow(source, distance, stride, slot)

    def value(self, e: Expression) -> Sequence[Flow]:
        """What a scalar expression may point to; the accesses in it are recorded."""
        match e:
            case Load(type=t, place=place):
                if is_scalar(t):
                    held = (self.scalar(place), 0, 0)
                    return (((self.guessed, 0), 0, 1), held) if self._is_guess(e) else (held,)
                self.location(place)
            case AddressOf(place=place):
                ref = self.address(place)
                # The distance of a member from null is a number.
                return _NONE if ref[0] is self.nowhere else ((ref, 0, 0),)
            case FunctionAddress(function=function) if self._code:
                return ((self._function(function), 0, 0),)
            case Convert(type=t, operand=operand):
                flows = self.value(operand)
                if self._is_guess(e):
                    return ((self.guessed, 0), 0, 1), *flows
                return _NONE if isinstance(t, Boolean) else flows
            case PointerAdd():
                return self._added(e)
            case Binary():
                return self._binary(e)
            case Unary(operator=operator, operand=operand):
                flows = self.value(operand)
                return _NONE if operator == "!" else _wild(flows)
            case PointerDifference(left=left, right=right) | Overflows(left=left, right=right):
                self.value(left)
                self.value(right)
            case Valid(pointer=pointer, size=size):
                self.value(pointer)
                self.value(size)
        return _NONE

    def _is_guess(self, e: Expression) -> bool:
        return self.guesses is not None and e in self.guesses

    def _added(self, e: PointerAdd) -> Sequence[Flow]:
        flows, index = self.value(e.pointer), self.value(e.index)
        number = self.numbers.constant(e.index)
        if number is not None:
            return _shifted(flows, number * (e.scale if e.operator == "+" else -e.scale))
        if not flows and isinstance(e.pointer, (Constant, Convert)):
            return _wild(index)  # a number added to null
        return _strided(flows, e.scale * self.numbers.divisor(e.index))

    def _binary(self, e: Binary) -> Sequence[Flow]:
        left, right = self.value(e.left), self.value(e.right)
        if e.operator in COMPARISONS:
            return _NONE
        if e.operator not in "+-" or known_size(e.type) != self.cfa.model.pointer_size:
            return _wild([*left, *right])
        flows: list[Flow] = []
        for these, other in ((left, e.right), (right, e.left)):
            if not these:
                continue
            number = self.numbers.constant(other)
            if e.operator == "-" and other is e.left:
                flows += _wild(these)
            elif number is not None:
                flows += _shifted(these, number if e.operator == "+" else -number)
            else:
                flows += _strided(these, self.numbers.divisor(other))
        return flows


def _strided(flows: Sequence[Flow], distance: int) -> Sequence[Flow]:
    """Moved by unknown multiples of a distance; by nothing when that is zero."""
    return [(source, before, gcd(stride, distance)) for source, before, stride in flows]


def _shifted(flows: Sequence[Flow], distance: int) -> Sequence[Flow]:
    if not distance:
        return flows
    return [(source, before + distance, stride) for source, before, stride in flows]


def _wild(flows: Sequence[Flow]) -> Sequence[Flow]:
    return [(source, 0, 1) for source, _, _ in flows] if flows else _NONE
