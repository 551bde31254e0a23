"""What expressions and places mean in a memory graph.

Comes in: a graph under change and an expression. Goes out: a value, or a place in an object. Where
the answer depends on how many cells a segment has, or on a symbol with few values, ``TakenApart``
says the graphs that stand for the cases; the step is done again on each of them. Floats are
arbitrary, and so is everything else that nobody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from maul.proofs.shapes.cases import (
    ChosenValues,
    EndsHere,
    Found,
    Near,
    TakenApart,
    TrackLost,
    demand_cells,
)
from maul.proofs.shapes.compare import holds
from maul.proofs.shapes.memory import ZERO, Contradiction
from maul.proofs.shapes.numbers import all_of, compared, computed, exact, within, wrapped
from maul.proofs.shapes.unfold import by_first, by_last
from maul.shapes.graph import (
    Address,
    End,
    FunctionPointer,
    KnownNumber,
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
            value = self._one_by_one(value, index)
        if not isinstance(index.type, Integer | Boolean):
            raise TrackLost("an index that is no integer")
        low, high = self.memory.interval(self.plain(value), index.type)
        ends = (low * scale, high * scale)
        return self.moved(start, (min(ends), max(ends)))

    def _one_by_one(self, symbol: UnknownValue, index: Expression) -> Found:
        """A symbol, or one of its values if there are few."""
        low, high = self.memory.interval(symbol, index.type)
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
        return KnownNumber(low + self.choices.among(high - low + 1, index))

    def moved(self, start: Found, by: Interval) -> Found:
        """An address and so many bytes."""
        low, high = by
        if low == high == 0:
            return start
        if isinstance(start, Address):
            demand_cells(self.memory, start)
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
                demand_cells(self.memory, value)
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
            return self._as_number(holds(self, e))
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
            demand_cells(self.memory, left)
            demand_cells(self.memory, right)
            if (left.object, left.end) == (right.object, right.end):
                distance = left.offset - right.offset
                return KnownNumber(wrapped(quotient(distance, e.scale or 1), e.type))
        return self.memory.any_of(e.type)


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
