"""Expressions of the program model on a memory graph.

Comes in: a draft and an expression. Goes out: its value. Reading may make symbols for what was not
known; nothing else changes in the draft. Numbers are computed exactly; of other integers bounds are
computed, and the result is a symbol that the graph keeps when it is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import (
    CType,
    Floating,
    Pointer,
    holds_pointers,
    known_size,
    size_of,
)
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
from maul.cfa.intervals import compared
from maul.cfa.render import expression_text
from maul.domains.shape import questions
from maul.domains.shape.addresses import (
    NEAR,
    Somewhere,
    are_equal,
    distance,
    lies_near,
    open_segment,
    reached_region,
)
from maul.domains.shape.arithmetic import computed, negated, overflows
from maul.domains.shape.cases import CaseSplit, Stuck
from maul.domains.shape.conversions import convert
from maul.domains.shape.values import ONE, ZERO, bounds_of, fits, wrapped
from maul.errors import Unsupported
from maul.shapes.graph import Address, End, Fact, FunctionPointer, KnownNumber, UnknownValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.source import Span
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.intervals import Interval
    from maul.domains.shape.addresses import Target
    from maul.domains.shape.cases import OpenCases
    from maul.domains.shape.draft import GraphDraft
    from maul.shapes.graph import ObjectId, Value

FEW = 16  # values of an index that are taken apart


class ShapeEvaluation:
    """A draft as one activation sees it. ``instance`` names its variables; ``roots`` gives the
    variables by which objects can be reached."""

    __slots__ = ("cases", "draft", "instance", "pointer_size", "roots", "span")

    def __init__(
        self,
        draft: GraphDraft,
        cases: OpenCases,
        instance: Callable[[Variable], Variable],
        roots: Callable[[GraphDraft], list[ObjectId]],
        pointer_size: int,
        span: Span,
    ) -> None:
        self.draft = draft
        self.cases = cases
        self.instance = instance
        self.roots = roots
        self.pointer_size = pointer_size
        self.span = span

    # ---- values ---------------------------------------------------------------------------------

    def value(self, e: Expression) -> Value:
        """The value of an expression of scalar type, as a graph can keep it."""
        return self.kept(self.target(e))

    def kept(self, found: Target) -> Value:
        """A value as a graph can keep it."""
        if isinstance(found, Somewhere):
            is_nothing = are_equal(self.draft, found, ZERO, self.pointer_size)
            return self.draft.symbol(Fact(may_be_zero=is_nothing is None))
        return found

    def target(self, e: Expression) -> Target:
        """The value of an expression of scalar type."""
        match e:
            case Constant():
                return self._constant(e)
            case Load(place=place):
                return self.load(place)
            case AddressOf(place=place):
                return self.address(place)
            case FunctionAddress(function=function):
                return FunctionPointer(function)
            case Convert():
                return self._converted(e)
            case PointerAdd(pointer=pointer, index=index, scale=scale, operator=operator):
                step = scale if operator == "+" else -scale
                what = e.type.target if isinstance(e.type, Pointer) else e.type
                return self._moved(self.target(pointer), index, step, what)
            case Binary():
                return self._binary(e)
            case Unary():
                return self._unary(e)
            case PointerDifference():
                return self._difference(e)
            case Overflows(operator=operator, left=left, right=right, of=of):
                sides = self.bounds(left), self.bounds(right)
                return self.between(overflows(operator, *sides, of))
            case Valid():
                return self.truth_value(questions.answer(self, e))
        raise Unsupported(self.span, f"the value of `{expression_text(e)}`")

    def bounds(self, e: Expression) -> Interval:
        """The bounds of the value of an expression of integer type."""
        return self.bounds_of_value(self.value(e), e.type)

    def bounds_of_value(self, found: Value, t: CType) -> Interval:
        """The bounds of a value of an integer type."""
        bounds = bounds_of(t)
        assert bounds is not None
        if isinstance(found, KnownNumber):
            return found.value, found.value
        if isinstance(found, UnknownValue):
            fact = self.draft.fact(found)
            if fact.low is not None and fact.high is not None and fits(fact, t):
                return fact.low, fact.high
        return bounds

    def between(self, bounds: Interval) -> Value:
        """Some integer between bounds."""
        low, high = bounds
        if low == high:
            return KnownNumber(low)
        return self.draft.symbol(Fact(low, high, may_be_zero=low <= 0 <= high))

    def truth_value(self, answer: bool | None) -> Value:  # noqa: FBT001
        """A truth value as a number; None is either."""
        if answer is None:
            return self.between((0, 1))
        return ONE if answer else ZERO

    def anything(self, t: CType) -> Value:
        """Any value of a type."""
        return self.draft.any_value(t)

    def is_true(self, found: Target, t: CType) -> bool | None:
        """Whether a value is unequal to zero; None when that depends."""
        if isinstance(t, Floating):
            return None
        if isinstance(found, KnownNumber):
            return found.value != 0
        equal = are_equal(self.draft, found, ZERO, self.pointer_size)
        return None if equal is None else not equal

    def _constant(self, e: Constant) -> Value:
        if isinstance(e.value, int) and not isinstance(e.type, Floating):
            return KnownNumber(wrapped(e.value, e.type))
        return self.anything(e.type)

    # ---- operators ------------------------------------------------------------------------------

    def _unary(self, e: Unary) -> Value:
        if e.operator == "!":
            found = self.is_true(self.target(e.operand), e.operand.type)
            return self.truth_value(None if found is None else not found)
        if isinstance(e.type, Floating):
            return self.anything(e.type)
        return self.between(negated(e.operator, self.bounds(e.operand), e.type))

    def _binary(self, e: Binary) -> Target:
        left, right = self.target(e.left), self.target(e.right)
        if e.operator in COMPARISONS:
            return self.truth_value(self.compare(e.operator, left, right, e.left.type))
        if isinstance(e.type, Floating):
            return self.anything(e.type)
        if isinstance(right, KnownNumber) and right.value == 0 and e.operator in "+-|^":
            return left
        known = self._address_arithmetic(e, left, right)
        if known is not None:
            return known
        if isinstance(left, Somewhere) or isinstance(right, Somewhere):
            return self.anything(e.type)
        sides = self.bounds_of_value(left, e.left.type), self.bounds_of_value(right, e.right.type)
        return self.between(computed(e.operator, *sides, e.type))

    def _address_arithmetic(self, e: Binary, left: Target, right: Target) -> Target | None:
        """Sums and differences of the numbers of addresses, where they have all their bits."""
        if e.operator not in "+-" or size_of(e.type) != self.pointer_size:
            return None
        match left, right:
            case Address(), KnownNumber(value=number):
                return self._shifted(left, number if e.operator == "+" else -number)
            case KnownNumber(value=number), Address() if e.operator == "+":
                return self._shifted(right, number)
            case Address(), Address() if e.operator == "-":
                apart = distance(left, right)
                return None if apart is None else KnownNumber(wrapped(apart, e.type))
        return None

    def compare(self, operator: str, left: Target, right: Target, t: CType) -> bool | None:
        """Whether a comparison holds between two values of a type; None when that depends."""
        if isinstance(t, Floating):
            return None
        if operator in ("==", "!="):
            equal = are_equal(self.draft, left, right, self.pointer_size)
            if equal is None and not isinstance(t, Pointer):
                equal = self._compare_bounds("==", left, right, t)
            return None if equal is None else equal is (operator == "==")
        if isinstance(t, Pointer):
            apart = distance(left, right)
            if apart is None or not (self._is_near(left) and self._is_near(right)):
                return None
            return compared(operator, (apart, apart), (0, 0)) == (1, 1)
        return self._compare_bounds(operator, left, right, t)

    def _is_near(self, found: Target) -> bool:
        """Whether the number of an address does not wrap around."""
        return isinstance(found, KnownNumber) or (
            isinstance(found, Address) and lies_near(self.draft, found)
        )

    def _compare_bounds(self, operator: str, left: Target, right: Target, t: CType) -> bool | None:
        if isinstance(left, UnknownValue) and left == right:
            return operator in ("==", "<=", ">=")
        if not isinstance(left, (KnownNumber, UnknownValue)) or not isinstance(
            right, (KnownNumber, UnknownValue)
        ):
            return None
        sides = self.bounds_of_value(left, t), self.bounds_of_value(right, t)
        low, high = compared(operator, *sides)
        return bool(low) if low == high else None

    def _difference(self, e: PointerDifference) -> Value:
        apart = distance(self.target(e.left), self.target(e.right))
        if apart is None:
            return self.anything(e.type)
        apart = wrapped(apart, e.type)
        quotient = abs(apart) // (e.scale or 1)
        return KnownNumber(quotient if apart >= 0 else -quotient)

    def _converted(self, e: Convert) -> Target:
        return convert(self, self.target(e.operand), e.operand.type, e.type)

    # ---- places ---------------------------------------------------------------------------------

    def address(self, place: Lvalue) -> Target:
        """The address of a place; of a bit-field that of its first byte."""
        match place:
            case Place(variable=variable):
                return Address(self.variable(variable), 0)
            case Deref(pointer=pointer):
                return self.target(pointer)
            case MemberOf(base=base, field=field):
                return self._shifted(self.address(base), field.offset // 8)
            case ElementOf(base=base, index=index, type=t):
                return self._moved(self.address(base), index, self.size(t), t)

    def variable(self, variable: Variable) -> ObjectId:
        """The object of a variable."""
        found = self.instance(variable)
        if known_size(found.type) is None:
            raise Unsupported(self.span, f"`{variable.name}`, whose size is not known")
        return self.draft.variable(found)

    def size(self, t: CType) -> int:
        """The size of a type."""
        size = known_size(t)
        if size is None:
            raise Unsupported(self.span, "an object whose size is not known")
        return size

    def _shifted(self, pointer: Target, bytes_: int) -> Target:
        """An address moved by a number of bytes."""
        if bytes_ == 0:
            return pointer
        half = 1 << (8 * self.pointer_size - 1)
        if isinstance(pointer, (Address, Somewhere)):
            open_segment(self.draft, pointer, self.pointer_size)
        match pointer:
            case Address(object=at, offset=offset, end=end):
                return Address(at, (offset + bytes_ + half) % (2 * half) - half, end)
            case KnownNumber(value=number):
                return KnownNumber((number + bytes_) % (2 * half))
            case Somewhere(object=at, low=low, high=high, end=end):
                return self._somewhere(at, low + bytes_, high + bytes_, end)
        return self.draft.symbol()

    def _somewhere(self, at: ObjectId, low: int, high: int, end: End) -> Target:
        """An address between two offsets; at any one if it may wrap around."""
        half = 1 << (8 * self.pointer_size - 1)
        if low < -half or high >= half:
            low, high = -half, half - 1
        return Somewhere(at, low, high, end)

    def _moved(self, pointer: Target, index: Expression, scale: int, what: CType) -> Target:
        """An address moved by an index. ``what`` is the type of what is there: an unknown index is
        taken apart only where there are pointers."""
        found = self.value(index)
        if isinstance(found, KnownNumber):
            return self._shifted(pointer, found.value * scale)
        low, high = self.bounds_of_value(found, index.type)
        if isinstance(found, UnknownValue) and high - low < FEW and holds_pointers(what):
            return self._shifted(pointer, self.one_of(found, index, low, high) * scale)
        ends = low * scale, high * scale
        if isinstance(pointer, (Address, Somewhere)):
            open_segment(self.draft, pointer, self.pointer_size)
        match pointer:
            case Address(object=at, offset=offset, end=end):
                return self._somewhere(at, offset + min(ends), offset + max(ends), end)
            case Somewhere(object=at, end=end):
                first, last = pointer.low + min(ends), pointer.high + max(ends)
                return self._somewhere(at, first, last, end)
        return self.draft.symbol()

    def one_of(self, symbol: UnknownValue, e: Expression, low: int, high: int) -> int:
        """One of the values of a symbol: of one that is in the graph the graph is split."""
        if not self.draft.mentions(symbol):
            return self.cases.choose(e, low, high)
        parts = []
        fact = self.draft.fact(symbol)
        for number in range(low, high + 1):
            if number != 0 or fact.may_be_zero:
                part = self.draft.copy()
                part.substitute(symbol, KnownNumber(number))
                parts.append(part.finish())
        raise CaseSplit(*parts)

    # ---- reading --------------------------------------------------------------------------------

    def reach(self, pointer: Target, size: int, place: Lvalue) -> tuple[ObjectId, int, int]:
        """The region that a pointer leads into, and bounds of the offset there."""
        match pointer:
            case Address() | Somewhere():
                return reached_region(self.draft, pointer, size, self.pointer_size)
            case FunctionPointer():
                raise Stuck
            case KnownNumber(value=number):
                if number < NEAR or number >= (1 << (8 * self.pointer_size)) - NEAR:
                    raise Stuck
        text = expression_text(Load(place.type, place))
        raise Unsupported(self.span, f"`{text}` leads nowhere known")

    def load(self, place: Lvalue) -> Value:
        """The value of scalar type in a place."""
        if isinstance(place, Place):
            return self.draft.read(self.variable(place.variable), 0, place.type)
        if isinstance(place, MemberOf) and place.field.width is not None:
            return self._load_bits(place)
        size = self.size(place.type)
        at, low, high = self.reach(self.address(place), size, place)
        if low == high:
            return self.draft.read(at, low, place.type)
        if self.draft.is_zero(at, low, high - low + size) and not isinstance(place.type, Floating):
            return ZERO
        return self.anything(place.type)

    def _load_bits(self, place: MemberOf) -> Value:
        """The value of a bit-field: any, but where all bytes are zero."""
        size = bit_field_bytes(place)
        at, low, high = self.reach(self.address(place), size, place)
        if self.draft.is_zero(at, low, high - low + size):
            return ZERO
        return self.anything(place.type)


def bit_field_bytes(place: MemberOf) -> int:
    """How many bytes from the first one the bits of a bit-field lie in."""
    width = place.field.width
    assert width is not None
    return (place.field.offset % 8 + max(width, 1) + 7) // 8
