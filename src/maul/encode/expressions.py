"""Expressions of the program model as terms over a state.

Comes in: an expression or a place, and the state in which it is evaluated. Goes out: a term, or
for a record or array a source of its cells. Reading changes nothing but what is noted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, VOID, Boolean, CType, Integer, Pointer, is_scalar
from maul.cfa.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    Bytes,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Expression,
    FunctionAddress,
    Load,
    Lvalue,
    MemberOf,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
    Zero,
)
from maul.cfa.walk import operands, root
from maul.choices import Arith
from maul.encode.copies import Cells, Source, constant_data, copied
from maul.encode.memory import BYTE, Memory, Spot
from maul.encode.numbers import NoTerm, bits_of, is_signed, object_size
from maul.encode.placement import computed, may_be_address
from maul.encode.questions import answered
from maul.encode.state import numbers_of_addresses
from maul.logic.build import Term, and_, ite, not_, or_

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maul.c.tree import Variable
    from maul.cfa.analyses.regions import Region
    from maul.cfa.model import Edge
    from maul.encode.numbers import Numbers, Typed
    from maul.encode.state import Layout, State

WHOLE = Integer | Pointer


class Evaluation:
    """One state, seen by one activation on an edge: ``instance`` tells which variable a local is
    there, ``frames`` how all activations under way see it, each with its variables. What is noted
    on the way, facts, limits and inputs, is that of ``Memory``."""

    def __init__(
        self,
        state: State,
        instance: Callable[[Variable], Variable],
        edge: Edge,
        frames: Callable[[], Iterable[tuple[Evaluation, tuple[Variable, ...]]]] = tuple,
    ) -> None:
        self.frames = frames
        self.state = state
        self.layout: Layout = state.layout
        self.numbers: Numbers = state.layout.numbers
        self.memory = Memory(state)
        self.facts, self.limits = self.memory.facts, self.memory.limits
        self.exact = self.memory.exact
        self.inputs = self.memory.inputs
        self._instance = instance
        self._edge = edge
        # Only numbers that do not wrap by themselves care.
        self._ranges = state.layout.ranges if self.numbers.name is Arith.INT else None

    # ---- values --------------------------------------------------------------------------------

    def truth(self, e: Expression) -> Term:
        """Whether a condition holds."""
        if e in self.layout.arbitrary:
            return self.numbers.truth(e.type, self.value(e))
        return self._truth(e)

    def _truth(self, e: Expression) -> Term:
        match e:
            case Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
                if self._is_like_pointers(e):
                    t = self.layout.model.pointer_to(VOID)
                    sides = self.as_address(left), self.as_address(right)
                    return self._compared(t, e, sides)
                sides = self.value(left), self.value(right)
                if isinstance(left.type, Pointer):
                    return self._compared(left.type, e, sides)
                return self.numbers.comparison(left.type, operator, *sides)
            case Unary(operator="!", operand=operand):
                return not_(self.truth(operand))
            case Overflows(operator=operator, left=left, right=right, of=of):
                return self.numbers.overflows(operator, self.typed(left), self.typed(right), of)
            case Valid():
                return answered(self, e)
            case Convert(type=Integer() | Boolean(), operand=operand) if _keeps_truth(e):
                return self.truth(operand)
            case Convert(operand=operand) if self._is_address(e):
                return self.truth(operand)
        if isinstance(e.type, Pointer) and self._may_be_moved(e):
            null = Constant(e.type, 0)
            return self._truth(Binary(INT, "!=", e, null))
        return self.numbers.truth(e.type, self.value(e))

    def _compared(self, t: Pointer, e: Binary, sides: tuple[Term, Term]) -> Term:
        """How two pointers compare, as addresses. Where a program makes pointers of numbers, these
        count, too: wherever the two disagree the one or the other is right."""
        found = self.numbers.comparison(t, e.operator, *sides)
        is_order = e.operator not in ("==", "!=")
        if not is_order and not (self._may_be_moved(e.left) or self._may_be_moved(e.right)):
            return found
        if self.layout.made is None:
            return found
        number, numbered = numbers_of_addresses(self.layout.model), self.numbers.addresses.numbered
        by_number = self.numbers.comparison(number, e.operator, *map(numbered, sides))
        if by_number is found:
            return found
        either = self.numbers.truth(e.type, self.memory.fresh("either", e.type))
        return or_(and_(found, by_number), and_(either, or_(found, by_number)))

    def _may_be_moved(self, e: Expression) -> bool:
        """Whether a pointer may be none that its number leads to."""
        return self.layout.made is not None and self.layout.made.is_moved(e)

    def value(self, e: Expression) -> Term:
        """The value of a scalar expression."""
        return self._placed(e) if e in self.layout.arbitrary else self._value(e)

    def _value(self, e: Expression) -> Term:
        match e:
            case Constant(type=t, value=given):
                return self.numbers.constant(t, given)
            case Load(place=place):
                return self.load(place)
            case AddressOf(place=place):
                return self.address(place)
            case FunctionAddress(function=function):
                return self.layout.function(function)
            case Unary(type=t, operator="-", operand=operand):
                return self.numbers.negated(t, self.value(operand), wraps=self._wraps(e))
            case Unary(type=t, operator="~", operand=operand):
                return self.numbers.complement(t, self.value(operand))
            case Binary(operator=operator) if operator not in COMPARISONS:
                return self._binary(e)
            case PointerAdd():
                return self.moved(e, self.typed(e.index))
            case PointerDifference(left=left, right=right, scale=scale):
                return self._difference(self.value(left), self.value(right), scale)
            case Convert(type=t) if is_scalar(t):
                return self._converted(e)
            case Unary() | Binary() | Overflows() | Valid():
                return self.numbers.number(e.type, self._truth(e))
        raise NoTerm(f"a value of type {e.type}")

    def _difference(self, left: Term, right: Term, scale: int) -> Term:
        """The distance of two pointers, divided. In one object it is that of their numbers, and of
        pointers that were made of numbers nothing else is known."""
        addresses, numbers = self.numbers.addresses, self.numbers
        if self.layout.made is None:
            return addresses.difference(left, right, scale)
        t, of = self.layout.model.ptrdiff_t, numbers_of_addresses(self.layout.model)
        distance = numbers.arithmetic(of, "-", addresses.numbered(left), addresses.numbered(right))
        distance = numbers.converted(of, t, distance)
        return numbers.arithmetic(t, "/", distance, numbers.constant(t, max(scale, 1)))

    def _converted(self, e: Convert) -> Term:
        """A value converted to another scalar type."""
        t, operand = e.type, e.operand
        if isinstance(t, Pointer):
            return self.as_address(operand)
        if isinstance(operand.type, Pointer) and not isinstance(t, Boolean):
            number, of = self.memory.number_of(operand.type, self.value(operand))
            return self.numbers.converted(of, t, number)
        if isinstance(operand.type, Pointer):
            return self.numbers.number(t, self.truth(operand))
        value, wraps = self.value(operand), self._wraps(e)
        return self.numbers.converted(operand.type, t, value, wraps=wraps)

    # ---- numbers that are addresses ------------------------------------------------------------

    def as_address(self, e: Expression) -> Term:
        """The address that a pointer, or an integer as a number, is. One that was computed from a
        pointer right here keeps the object of that pointer."""
        if isinstance(e.type, Pointer):
            return self.value(e)
        if self._is_address(e):
            match e:
                case Convert(operand=operand):
                    return self.as_address(operand)
                case Binary(operator=operator, left=left, right=right):
                    if not self._is_address(left):
                        left, right = right, left
                    address = self.as_address(left)
                    moved = self.numbers.addresses.moved(operator, address, self.typed(right), 1)
                    return self._around(address, moved)
        t = Integer(8 * self.layout.model.pointer_size, signed=False)
        value = self.numbers.converted(e.type, t, self.value(e))
        return self.memory.as_address(value)

    def _is_like_pointers(self, e: Binary) -> bool:
        """Whether two integers are compared as the pointers that they were computed from are."""
        t, sides = e.left.type, (e.left, e.right)
        is_signed_order = e.operator not in ("==", "!=") and is_signed(t)
        return any(map(self._is_address, sides)) and not is_signed_order

    def _is_address(self, e: Expression) -> bool:
        """Whether an integer of the size of a pointer is computed from a pointer right here: the
        pointer, moved perhaps."""
        if not self.layout.is_wide or not isinstance(e.type, Integer):
            return False
        if e.type.bits != 8 * self.layout.model.pointer_size or e in self.layout.arbitrary:
            return False
        match e:
            case Convert(operand=operand):
                return isinstance(operand.type, Pointer) or self._is_address(operand)
            case Binary(operator="+", left=left, right=right):
                return self._is_address(left) != self._is_address(right)
            case Binary(operator="-", left=left, right=right):
                return self._is_address(left) and not self._is_address(right)
        return False

    # ---- placement -----------------------------------------------------------------------------

    def _placed(self, e: Expression) -> Term:
        """A value of which nothing is known when it is computed from an address, as far as the
        numbers tell, unless it is computed from where objects lie: what no object lies at is itself
        in every placement."""
        if e in self.layout.computed:
            return computed(self, e)
        any_value = self.memory.fresh("placement", e.type)
        if isinstance(e, Load):
            return any_value
        numbers = [self.typed(part) for part in operands(e) if isinstance(part.type, WHOLE)]
        may_be = (may_be_address(self.layout, number) for number in numbers)
        return ite(or_(*may_be), any_value, self._value(e))

    def _binary(self, e: Binary) -> Term:
        left, right, wraps = self.typed(e.left), self.typed(e.right), self._wraps(e)
        if e.operator in ("<<", ">>"):
            return self.numbers.shifted(e.operator, left, right, wraps=wraps)
        return self.numbers.arithmetic(e.type, e.operator, left[1], right[1], wraps=wraps)

    def moved(self, e: PointerAdd, index: Typed) -> Term:
        """A pointer moved by an index. C demands that it stays in or behind its object, so an index
        that is what it looks like does not wrap; a negative one may be written as an unsigned
        number."""
        wraps = not is_signed(e.index.type) and (bits_of(e.index.type) >= bits_of(e.type))
        self._demand_step(index, e.scale)
        address = self.value(e.pointer)
        moved = self.numbers.addresses.moved(e.operator, address, index, e.scale, wraps=wraps)
        return self._around(address, moved) if self._may_be_moved(e) else moved

    def _around(self, address: Term, moved: Term) -> Term:
        """A pointer that was moved; where numbers are pointers it comes round like a number."""
        made = self.layout.made is not None
        return self.numbers.addresses.around(address, moved) if made else moved

    def _demand_step(self, index: Typed, scale: int) -> None:
        """That a step is less than half of the address space, where memory is asked about: a longer
        one comes round to the same object, or to another one, and would pass for a short one."""
        if self.layout.validity is None:
            return
        t, value = index
        most = ((1 << 8 * self.layout.model.pointer_size - 1) - 1) // max(scale, 1)
        low = -(1 << bits_of(t) - 1) if is_signed(t) else 0
        high = low + (1 << bits_of(t)) - 1
        comparison, constant = self.numbers.comparison, self.numbers.constant
        if high > most:
            self.limits.append(comparison(t, "<=", value, constant(t, most)))
        if low < -most:
            self.limits.append(comparison(t, ">=", value, constant(t, -most)))

    def typed(self, e: Expression) -> Typed:
        """The value of a scalar expression with its type."""
        return e.type, self.value(e)

    def aggregate(self, e: Expression) -> Source:
        """The value of a record or array."""
        match e:
            case Zero():
                return constant_data(self.memory, bytes(object_size(e.type)))
            case Bytes(data=data):
                return constant_data(self.memory, data)
            case Load(place=place):
                return copied(self.memory, self.spot(place), self.cells(place))
        raise NoTerm(f"a value of type {e.type}")

    def size(self, e: Expression) -> Typed:
        """An integer as a size_t."""
        t = self.layout.model.size_t
        return t, self.numbers.converted(e.type, t, self.value(e))

    def low_byte(self, e: Expression) -> Term:
        """The lowest eight bits of an integer."""
        return self.numbers.converted(e.type, BYTE, self.value(e))

    def _wraps(self, e: Expression) -> bool:
        """Whether the result of an operator or conversion may not be the mathematical one."""
        return self._ranges is None or not self._ranges.cannot_wrap(self._edge, e)

    # ---- places --------------------------------------------------------------------------------

    def register(self, place: Lvalue) -> Variable | None:
        """The variable that is all of the place and one term; None for other places."""
        if isinstance(place, Place):
            variable = self._instance(place.variable)
            if self.layout.is_register(variable):
                return variable
        return None

    def is_own(self, place: Lvalue) -> bool:
        """Whether a place belongs to a variable that no pointer reaches."""
        top = root(place)
        return isinstance(top, Place) and not self.layout.is_addressed(top.variable)

    def region(self, place: Lvalue) -> Region:
        """The region of a scalar that is no single term."""
        if self.is_own(place):
            return self.layout.own_cells.of(place)
        return self.layout.regions.of(place)

    def cells(self, place: Lvalue) -> Cells:
        """The cells of a record or array."""
        if self.is_own(place):
            return self.layout.own_cells.cells(place)
        return self.layout.regions.cells(place, object_size(place.type))

    def spot(self, place: Lvalue, base: Term | None = None) -> Spot:
        """Where a place that is no single term lies; ``base`` is the pointer that it is reached by,
        if that is known."""
        match place:
            case Place(variable=named):
                variable = self._instance(named)
                if self.layout.is_addressed(variable):
                    return Spot(None, self.layout.address(variable), (), 0, 0)
                return Spot(variable, self.numbers.addresses.index(0), (), 0, 0)
            case Deref(pointer=pointer):
                return Spot(None, self.value(pointer) if base is None else base, (), 0, 0)
            case MemberOf(base=outer, field=field):
                at = self.spot(outer, base)
                offset = at.offset + field.offset // 8
                return Spot(at.owner, at.address, at.steps, offset, field.offset % 8)
            case ElementOf(type=element, base=outer, index=index):
                at, counted, scale = self.spot(outer, base), self.typed(index), object_size(element)
                if at.owner is not None:
                    return Spot(at.owner, at.address, (*at.steps, (counted, scale)), at.offset, 0)
                self._demand_step(counted, scale)
                # An index lies inside of its array, so the sum does not wrap.
                moved = self.numbers.addresses.moved("+", at.address, counted, scale, wraps=False)
                return Spot(None, moved, (), at.offset, 0)

    def address(self, place: Lvalue) -> Term:
        """The address of a place."""
        top = root(place)
        base = self.value(top.pointer) if isinstance(top, Deref) else None
        at = self.spot(place, base)
        assert at.owner is None, "an address is taken of what has none"
        found = self.numbers.addresses.plus(at.address, at.offset)
        return found if base is None or found is base else self._around(base, found)

    def load(self, place: Lvalue) -> Term:
        """The scalar in a place."""
        variable = self.register(place)
        if variable is not None:
            value = self.state.value(self.layout.register(variable))
            return self.memory.noted(variable.type, value)
        at, region = self.spot(place), self.region(place)
        if not _is_bit_field(place):
            return self.memory.scalar(region, at, place.type)
        data = self.memory.bytes(_of_bytes(region), at, _touched(place.type, at.bit))
        return self.numbers.field(place.type, data, at.bit)

    def store(self, place: Lvalue, value: Term) -> None:
        """Put a scalar into a place."""
        variable = self.register(place)
        if variable is not None:
            self.state.values[self.layout.register(variable)] = value
            return
        at, region = self.spot(place), self.region(place)
        if not _is_bit_field(place):
            self.memory.set_scalar(region, at, place.type, value)
            return
        old = self.memory.bytes(_of_bytes(region), at, _touched(place.type, at.bit))
        self.memory.set_bytes(region, at, self.numbers.replaced(place.type, old, at.bit, value))


def _keeps_truth(e: Convert) -> bool:
    """Whether converting keeps nonzero values nonzero."""
    source, target = e.operand.type, e.type
    return isinstance(target, Boolean) or (
        isinstance(source, Integer) and isinstance(target, Integer) and target.bits >= source.bits
    )


def _is_bit_field(place: Lvalue) -> bool:
    return isinstance(place, MemberOf) and place.field.width is not None


def _of_bytes(region: Region) -> Region:
    if region.type is not None:
        raise NoTerm("a bit-field in a cell")
    return region


def _touched(t: CType, bit: int) -> int:
    """The bytes that a bit-field touches."""
    return (bit + bits_of(t) + 7) // 8
