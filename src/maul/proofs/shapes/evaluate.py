"""What expressions and places mean in a memory graph.

Comes in: a graph under change and an expression. Goes out: a value, or a place in an object. Where
the answer depends on how many cells a segment has, or on a symbol with few values, ``TakenApart``
says the graphs that stand for the cases; the step is done again on each of them. Floats are
arbitrary, and so is everything else that nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Boolean, Floating, Integer, Pointer, is_scalar, known_size, size_of
from maul.c.numbers import quotient, wrap
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
from maul.node import value as plain_value
from maul.proofs.shapes.memory import ZERO, Contradiction
from maul.proofs.shapes.numbers import all_of, compared, computed, exact, within, wrapped
from maul.proofs.shapes.unfold import by_emptiness, by_first, by_last, by_length
from maul.shapes.graph import (
    Address,
    End,
    FunctionPointer,
    KnownNumber,
    MemoryRegion,
    ObjectId,
    Segment,
    UnknownValue,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType
    from maul.cfa.calls import Points, Stack
    from maul.cfa.expressions import Expression, Lvalue
    from maul.proofs.shapes.memory import WorkingGraph
    from maul.proofs.shapes.numbers import Interval

FEW = 16  # values of a symbol that are taken one by one
FIRST_PAGE = 4096  # numbers below are addresses of nothing

TRUTH = (0, 1)


class TakenApart(Exception):
    """The graphs that stand for the same states together."""

    def __init__(self, cases: tuple[WorkingGraph, ...]) -> None:
        super().__init__()
        self.cases = cases


class EndsHere(Exception):
    """The execution does what C leaves undefined, and the property does not ask about it."""


class TrackLost(Exception):
    """What the step does cannot be followed; the text says why."""


@plain_value
class Near:
    """An address in an object of which bounds are known: ``low`` to ``high`` bytes from the start
    of the region, or of the cell of a segment."""

    object: ObjectId
    low: int
    high: int
    end: End


Found: TypeAlias = Value | Near


Chosen: TypeAlias = tuple[tuple[int, int], ...]
"""Decisions, each with the number of its possibilities."""


class ChosenValues:
    """Decisions between numbers that nothing else in the graph depends on. The first ones are
    given; the others are the first possibility each, and are noted."""

    def __init__(self, given: Chosen) -> None:
        self.made: list[tuple[int, int]] = []
        self._given = given

    def among(self, count: int) -> int:
        """One of the numbers below ``count``."""
        at = len(self.made)
        chosen, possible = self._given[at] if at < len(self._given) else (0, count)
        if possible != count:
            raise TrackLost("decisions that depend on each other in one step")
        self.made.append((chosen, count))
        return chosen

    def others(self) -> list[Chosen]:
        """What else could have been decided after what was given."""
        return [
            (*self.made[:at], (other, count))
            for at, (_, count) in enumerate(self.made)
            if at >= len(self._given)
            for other in range(1, count)
        ]


class GraphEvaluation:
    """The meaning of expressions in one graph, for one activation.

    ``asks`` answers the questions about memory (``maul.proofs.shapes.questions``).
    """

    def __init__(
        self,
        memory: WorkingGraph,
        points: Points,
        stack: Stack,
        choices: ChosenValues,
        asks: Callable[[GraphEvaluation, Valid], bool | None],
    ) -> None:
        self.memory = memory
        self.points = points
        self.stack = stack
        self.choices = choices
        self._asks = asks

    def of(self, stack: Stack) -> GraphEvaluation:
        """The same for another activation."""
        return GraphEvaluation(self.memory, self.points, stack, self.choices, self._asks)

    # ---- places ----------------------------------------------------------------------------------

    def address(self, place: Lvalue) -> Found:
        """Where a place begins; of a bit-field the byte with its first bit."""
        match place:
            case Place(variable=variable):
                instance = self.points.instance(variable, self.stack)
                if known_size(instance.type) is None:
                    raise TrackLost(f"the size of {variable.name} is not known")
                return Address(self.memory.home(instance), 0)
            case Deref(pointer=pointer):
                return self.value(pointer)
            case MemberOf(base=base, field=field):
                return self.moved(self.address(base), (field.offset // 8, field.offset // 8))
            case ElementOf(type=element, base=base, index=index):
                size = known_size(element)
                if size is None:
                    raise TrackLost("an element of unknown size")
                return self._indexed(self.address(base), index, size)

    def _indexed(self, start: Found, index: Expression, scale: int) -> Found:
        """So many elements behind a place."""
        value = self.value(index)
        if isinstance(value, UnknownValue) and isinstance(start, Address):
            value = self._one_by_one(value, index.type)
        if not isinstance(index.type, Integer | Boolean):
            raise TrackLost("an index that is no integer")
        low, high = self.memory.interval(self.plain(value), index.type)
        ends = (low * scale, high * scale)
        return self.moved(start, (min(ends), max(ends)))

    def _one_by_one(self, symbol: UnknownValue, t: CType) -> Found:
        """A symbol, or one of its values if there are few."""
        low, high = self.memory.interval(symbol, t)
        if high - low >= FEW:
            return symbol
        if symbol in set(self.memory.values()):
            cases = []
            for number in range(low, high + 1):
                case = self.memory.copy()
                try:
                    case.put_for(symbol, KnownNumber(number))
                except Contradiction:
                    continue
                cases.append(case)
            raise TakenApart(tuple(cases))
        return KnownNumber(low + self.choices.among(high - low + 1))

    def moved(self, start: Found, by: Interval) -> Found:
        """An address and so many bytes."""
        low, high = by
        if low == high == 0:
            return start
        if isinstance(start, Address):
            self.demand_cells(start)
        bits = 8 * self.memory.pointer_size
        match start:
            case KnownNumber(value=number) if low == high:
                return KnownNumber((number + low) % (1 << bits))
            case Address(object=at, offset=offset, end=end):
                if low == high:
                    return Address(at, wrap(offset + low, bits, signed=True), end)
                return self._near(at, offset + low, offset + high, end)
            case Near(object=at, end=end):
                return self._near(at, start.low + low, start.high + high, end)
        return self.memory.fresh()

    def _near(self, number: ObjectId, low: int, high: int, end: End) -> Near:
        """An address between bounds; far away, addresses come round again."""
        half = 1 << 8 * self.memory.pointer_size - 1
        if low < -half or high >= half:
            low, high = -half, half - 1
        return Near(number, low, high, end)

    def demand_cells(self, address: Address) -> None:
        """Go on only when the segment that an address leads to has cells for certain."""
        made = self.memory.objects[address.object]
        if isinstance(made, Segment) and made.minimum == 0:
            raise TakenApart(by_emptiness(self.memory, address.object))

    def spot(self, start: Found, size: int) -> Near | None:
        """The bytes that an access touches, in a live region; None when nobody knows."""
        match start:
            case KnownNumber(value=number) if number < FIRST_PAGE:
                raise EndsHere
            case FunctionPointer():
                raise EndsHere
            case Address(object=at, offset=offset, end=end):
                found = Near(at, offset, offset, end)
            case Near():
                found = start
            case _:
                return None
        made = self.memory.objects[found.object]
        if isinstance(made, Segment):
            by = by_last if found.end is End.LAST else by_first
            raise TakenApart(by(self.memory, found.object))
        if not made.is_live:
            raise EndsHere
        low, high = max(found.low, 0), min(found.high, self.memory.size(found.object)[1] - size)
        if low > high:
            raise EndsHere
        return Near(found.object, low, high, found.end)

    # ---- reading ---------------------------------------------------------------------------------

    def load(self, place: Lvalue) -> Value:
        """The scalar in a place."""
        memory, t = self.memory, place.type
        size, is_whole = width_of(place)
        at = self.spot(self.address(place), size)
        if at is None:
            return memory.any_of(t)
        if at.low != at.high or not is_whole:
            span = at.high - at.low + size
            if memory.is_zero(at.object, at.low, span) and not isinstance(t, Floating):
                return ZERO
            return memory.any_of(t)
        return memory.read(at.object, at.low, t)

    def plain(self, found: Found) -> Value:
        """A value that can be stored."""
        if isinstance(found, Near):
            symbol = self.memory.fresh()
            self.memory.exclude_zero(symbol)
            return symbol
        return found

    # ---- values ----------------------------------------------------------------------------------

    def value(self, e: Expression) -> Found:
        """The value of a scalar expression."""
        memory, t = self.memory, e.type
        if isinstance(t, Floating):
            if isinstance(e, Load):
                return self.load(e.place)
            return memory.any_of(t)
        match e:
            case Constant(value=int(number)):
                return KnownNumber(wrapped(number, t))
            case Load(place=place) if is_scalar(t):
                return self.load(place)
            case AddressOf(place=place):
                return self.address(place)
            case FunctionAddress(function=function):
                return FunctionPointer(function)
            case PointerAdd(operator=operator, pointer=pointer, index=index, scale=scale):
                return self._indexed(
                    self.value(pointer), index, scale if operator == "+" else -scale
                )
            case Convert(operand=operand):
                return self._converted(self.value(operand), operand.type, t)
            case PointerDifference():
                return self._difference(e)
            case Overflows():
                return self._as_number(self._overflows(e))
            case Valid():
                return self._as_number(self._asks(self, e))
            case Unary(operator="!"):
                is_set = self.truth(e.operand)
                return self._as_number(None if is_set is None else not is_set)
            case Unary() | Binary() if isinstance(t, Integer):
                return self._operation(e, t)
        raise TrackLost("an expression of an unknown kind")

    def _as_number(self, holds: bool | None) -> Value:  # noqa: FBT001 - a truth value is data here
        return self.memory.between(0, 1) if holds is None else KnownNumber(int(holds))

    def truth(self, e: Expression) -> bool | None:
        """Whether a scalar is not zero."""
        if isinstance(e.type, Floating):
            return None
        return self.is_set(self.value(e), e.type)

    def is_set(self, value: Found, t: CType) -> bool | None:
        """Whether a value is not zero."""
        match value:
            case Address():
                self.demand_cells(value)
                return True
            case Near() | FunctionPointer():
                return True
            case UnknownValue():
                if not self.memory.fact(value).may_be_zero:
                    return True
                if isinstance(t, Pointer):
                    return None
        equal = compared("==", self.memory.interval(value, t), (0, 0))
        return None if equal is None else not equal

    def _operation(self, e: Unary | Binary, t: Integer) -> Value:
        """An operation on integers, or a comparison."""
        memory = self.memory
        if isinstance(e, Unary):
            operand = self.plain(self.value(e.operand))
            low, high = memory.interval(operand, t)
            if e.operator == "-":
                return memory.between(*computed("-", (0, 0), (low, high), t))
            whole = all_of(t)
            last = -1 if t.signed else whole[1]
            return memory.between(*computed("-", (last, last), (low, high), t))
        if e.operator in COMPARISONS:
            return self._as_number(self.compared(e))
        left, right = self.plain(self.value(e.left)), self.plain(self.value(e.right))
        a, b = memory.interval(left, e.left.type), memory.interval(right, e.right.type)
        if isinstance(left, UnknownValue | KnownNumber) and _changes_nothing(e.operator, a, b):
            return left
        return memory.between(*computed(e.operator, a, b, t))

    def _overflows(self, e: Overflows) -> bool | None:
        """Whether a mathematical result does not fit a type."""
        memory = self.memory
        left = memory.interval(self.plain(self.value(e.left)), e.left.type)
        right = memory.interval(self.plain(self.value(e.right)), e.right.type)
        operator = "-" if e.operator == "neg" else e.operator
        if e.operator == "neg":
            left, right = (0, 0), left
        if operator == "/" and right[0] == right[1] and right[0] < 0:
            return None
        found = exact(operator, left, right)
        if found is None:
            return None
        whole = all_of(e.of)
        if within(found, whole):
            return False
        return True if found[1] < whole[0] or whole[1] < found[0] else None

    def _converted(self, value: Found, old: CType, t: CType) -> Found:
        """A value of one scalar type as one of another."""
        memory = self.memory
        if isinstance(old, Floating):
            return memory.any_of(t)
        if isinstance(t, Boolean):
            return self._as_number(self.is_set(value, old))
        same_size = size_of(old) == size_of(t)
        match value:
            case KnownNumber(value=number):
                if isinstance(old, Pointer):
                    number = wrap(number, 8 * old.size, signed=True)
                return KnownNumber(wrapped(number, t))
            case Address() | FunctionPointer() | Near() if same_size:
                return value
            case UnknownValue() if isinstance(old, Pointer) and isinstance(t, Pointer):
                return value
            case UnknownValue() if not isinstance(old, Pointer) and not isinstance(t, Pointer):
                if within(memory.interval(value, old), all_of(t)):
                    memory.bound(value, all_of(t))
                    return value
        changed = memory.any_of(t)
        if same_size and isinstance(value, UnknownValue) and not memory.fact(value).may_be_zero:
            memory.exclude_zero(changed)
        return changed

    def _difference(self, e: PointerDifference) -> Value:
        left, right = self.value(e.left), self.value(e.right)
        if isinstance(left, Address) and isinstance(right, Address):
            self.demand_cells(left)
            self.demand_cells(right)
            if (left.object, left.end) == (right.object, right.end):
                distance = left.offset - right.offset
                return KnownNumber(wrapped(quotient(distance, e.scale or 1), e.type))
        return self.memory.any_of(e.type)

    # ---- comparisons -----------------------------------------------------------------------------

    def compared(self, e: Binary) -> bool | None:
        """Whether a comparison holds."""
        t = e.left.type
        if isinstance(t, Floating):
            return None
        left, right = self.value(e.left), self.value(e.right)
        if e.operator in ("==", "!="):
            equal = self.are_equal(left, right, t)
            return equal if equal is None or e.operator == "==" else not equal
        return self._in_order(e.operator, left, right, t)

    def _in_order(self, operator: str, left: Found, right: Found, t: CType) -> bool | None:
        """Whether a relation of two numbers or addresses holds."""
        memory = self.memory
        numbers = (KnownNumber, UnknownValue)
        if isinstance(left, numbers) and isinstance(right, numbers):
            if isinstance(left, UnknownValue) and left == right:
                return operator in ("<=", ">=")
            return compared(operator, memory.interval(left, t), memory.interval(right, t))
        if isinstance(left, Address) and isinstance(right, Address) and isinstance(t, Pointer):
            self.demand_cells(left)
            self.demand_cells(right)
            if (left.object, left.end) == (right.object, right.end):
                least = memory.size(left.object)[0]
                if 0 <= left.offset <= least and 0 <= right.offset <= least:
                    ends = (left.offset, left.offset), (right.offset, right.offset)
                    return compared(operator, *ends)
        return None

    def are_equal(self, left: Found, right: Found, t: CType) -> bool | None:
        """Whether two values of a type are the same."""
        if isinstance(left, UnknownValue) and left == right:
            return True
        if isinstance(left, Address) and isinstance(right, Address):
            return self._same_place(left, right)
        for each in (left, right):
            if isinstance(each, Address):
                self.demand_cells(each)
        for one, other in ((left, right), (right, left)):
            if other == ZERO:
                is_set = self.is_set(one, t)
                return None if is_set is None else not is_set
        if isinstance(left, FunctionPointer) and isinstance(right, FunctionPointer):
            return left == right
        numbers = (KnownNumber, UnknownValue)
        if isinstance(left, numbers) and isinstance(right, numbers):
            return compared("==", self.memory.interval(left, t), self.memory.interval(right, t))
        return None

    def is_byte(self, found: Found) -> bool:
        """Whether a value is the address of a byte of a live object: then whatever equals it is the
        same address."""
        if not isinstance(found, Address):
            return False
        self.demand_cells(found)
        made = self.memory.objects[found.object]
        is_live = isinstance(made, Segment) or made.is_live
        return is_live and 0 <= found.offset < self.memory.size(found.object)[0]

    def _same_place(self, left: Address, right: Address) -> bool | None:
        """Whether two addresses are equal. Two different live objects have no byte in common; the
        end of one may be the start of another."""
        self.demand_cells(left)
        self.demand_cells(right)
        memory = self.memory
        if left.object == right.object:
            if left.end is right.end:
                return left.offset == right.offset
            if memory.objects[left.object].minimum < 2:  # type: ignore[union-attr] # has two ends
                raise TakenApart(by_length(memory, left.object))
        ends = []
        for each in (left, right):
            made = memory.objects[each.object]
            if isinstance(made, MemoryRegion) and not made.is_live:
                return None
            least = memory.size(each.object)[0]
            ends.append((0 <= each.offset < least, 0 < each.offset <= least))
        has_byte = ends[0][0] and ends[1][0]
        has_byte_before = ends[0][1] and ends[1][1]
        return False if has_byte or has_byte_before else None


def width_of(place: Lvalue) -> tuple[int, bool]:
    """How many bytes an access to a place touches, and whether they hold nothing else."""
    if isinstance(place, MemberOf) and place.field.width is not None:
        return (place.field.offset % 8 + max(place.field.width, 1) + 7) // 8, False
    size = known_size(place.type)
    if size is None:
        raise TrackLost("access to an object of unknown size")
    return size, True


def _changes_nothing(operator: str, left: Interval, right: Interval) -> bool:
    """Whether the result of an operation is its left operand."""
    if right[0] != right[1]:
        return False
    number = right[0]
    match operator:
        case "+" | "-" | "|" | "^" | "<<" | ">>":
            return number == 0
        case "%":
            return left[0] >= 0 and left[1] < abs(number)
        case "&":
            return left[0] >= 0 and left[1] <= number and (number & (number + 1)) == 0
    return False
