"""Expressions as Python closures, one kind of closure for each kind of value.

``Translator.integer``, ``real``, ``pointer`` and ``blob`` take an expression of such a type and
give a function without parameters that computes its value; ``Translator.store_*`` take a place
and give a function that stores a value there. An operand that is a register or a constant is read
in place: that saves a call, and calls are what an execution costs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from maul.c.ctype import CType, DataModel, Floating, Integer, size_of
from maul.c.numbers import (
    bounds,
    quotient,
    quotient_of_floats,
    shape,
    single,
    single_of_integer,
    wrap,
)
from maul.c.source import NOWHERE as NO_SPAN
from maul.c.source import Span
from maul.c.tree import Variable
from maul.cfa.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    Bytes,
    Constant,
    Convert,
    Expression,
    FunctionAddress,
    Load,
    Lvalue,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
    Zero,
)
from maul.errors import Unsupported
from maul.interpret import places
from maul.interpret.arithmetic import truncated
from maul.interpret.integers import compare_integers, integer_operation, overflow, wrapped
from maul.interpret.memory import NOWHERE, NULL, Address, Blob, ObjectMemory
from maul.interpret.registers import Registers, sort_of

T = TypeVar("T")
Question: TypeAlias = Callable[[], Callable[[], int]]


class Translator:
    """Makes the closures of one execution: they read and write its registers and its memory.

    ``questions`` makes the closures for what only the whole execution knows ("memtrack",
    "memcleanup"); ``span`` is the edge being translated.
    """

    def __init__(
        self,
        model: DataModel,
        registers: Registers,
        memory: ObjectMemory,
        questions: dict[str, Question],
    ) -> None:
        self.model = model
        self.registers = registers
        self.memory = memory
        self.questions = questions
        self.span: Span = NO_SPAN

    def slot(self, variable: Variable) -> int:
        """The register of a variable."""
        return self.registers.slots[variable]

    def sort(self, e: Expression | Lvalue) -> str:
        """The representation of the value of an expression; long double has none."""
        if isinstance(e.type, Floating) and e.type.bits not in (32, 64):
            raise Unsupported(self.span, "long double")
        return sort_of(e.type)

    def size(self, what: CType) -> Callable[[], int]:
        """The size of a type, which may be a matter of run time."""
        return places.extent(self, what)

    def in_register(self, place: Lvalue) -> int | None:
        """The register that holds the value of a place itself."""
        if isinstance(place, Place) and self.registers.home(place.variable) != "object":
            return self.slot(place.variable)
        return None

    # ---- integers --------------------------------------------------------------------------------

    def integer(self, e: Expression) -> Callable[[], int]:
        """The value of an expression of integer type."""
        match e:
            case Constant(value=int(value)):
                constant = wrap(value, shape(e.type)[0], signed=shape(e.type)[1])
                return lambda: constant
            case Load(place=place):
                slot = self.in_register(place)
                if slot is None:
                    return places.load_integer(self, e.type, places.locate(self, place))
                integers, register = self.registers.integers, slot
                return lambda: integers[register]
            case Unary():
                return self._unary(e)
            case Binary(operator=operator, left=left):
                if operator in COMPARISONS and self.sort(left) != "integer":
                    return self._comparison(e)
                return integer_operation(self, e)
            case Convert():
                return self._to_integer(e)
            case PointerDifference():
                return self._difference(e)
            case Overflows(operator=operator, left=left, right=right, of=of):
                return overflow(operator, self.integer(left), self.integer(right), shape(of))
            case Valid():
                return self._valid(e)
        raise ValueError(f"not an integer expression: {type(e).__name__}")

    def _unary(self, e: Unary) -> Callable[[], int]:
        if e.operator == "!":
            holds = self.truth(e.operand)
            return lambda: 0 if holds() else 1
        operand = self.integer(e.operand)
        bits, signed = shape(e.type)
        if e.operator == "-":
            return wrapped(lambda: -operand(), bits, signed=signed)
        if signed:
            return lambda: ~operand()
        mask = (1 << bits) - 1
        return lambda: operand() ^ mask

    def truth(self, e: Expression) -> Callable[[], object]:
        """Something that is true in Python when the scalar is not zero."""
        match self.sort(e):
            case "integer":
                return self.integer(e)
            case "real":
                return self.real(e)  # NaN is not zero, for Python as for C
            case "pointer":
                pointer, is_null = self.pointer(e), self.memory.is_null
                return lambda: not is_null(pointer())
        raise ValueError(f"not a scalar: {e.type}")

    def _comparison(self, e: Binary) -> Callable[[], int]:
        """Comparison of floats, or of pointers by address."""
        if self.sort(e.left) == "real":
            return _compare_reals(e.operator, self.real(e.left), self.real(e.right))
        left, right, memory = self.pointer(e.left), self.pointer(e.right), self.memory
        if e.operator in ("==", "!="):
            same, other = (1, 0) if e.operator == "==" else (0, 1)
            are_equal = memory.are_equal
            return lambda: same if are_equal(left(), right()) else other
        distance = memory.distance
        return compare_integers(e.operator, lambda: distance(left(), right()), lambda: 0)

    def _to_integer(self, e: Convert) -> Callable[[], int]:
        operand, sort = e.operand, self.sort(e.operand)
        bits, signed = shape(e.type)
        if not isinstance(e.type, Integer):
            holds = self.truth(operand)
            return lambda: 1 if holds() else 0
        if sort == "integer":
            low, high = bounds(shape(operand.type)[0], signed=shape(operand.type)[1])
            least, most = bounds(bits, signed=signed)
            value = self.integer(operand)
            return value if least <= low and high <= most else wrapped(value, bits, signed=signed)
        if sort == "real":
            real, (least, most) = self.real(operand), bounds(bits, signed=signed)
            return lambda: truncated(real(), least, most)
        pointer, number = self.pointer(operand), self.memory.number
        return wrapped(lambda: number(pointer()), bits, signed=signed)

    def _difference(self, e: PointerDifference) -> Callable[[], int]:
        left, right = self.pointer(e.left), self.pointer(e.right)
        distance, scale, (bits, signed) = self.memory.distance, e.scale, shape(e.type)
        return lambda: quotient(wrap(distance(left(), right()), bits, signed=signed), scale or 1)

    def _valid(self, e: Valid) -> Callable[[], int]:
        if e.question in self.questions:
            return self.questions[e.question]()
        resolve, pointer = self.memory.resolve, self.pointer(e.pointer)
        if e.question == "free":

            def can_free() -> int:
                at, offset = resolve(pointer())
                if at is NOWHERE:
                    return 1 if offset == 0 else 0
                return 1 if at.kind == "heap" and at.size >= 0 and offset == 0 else 0

            return can_free
        if e.question != "deref":
            raise ValueError(f"unknown question: {e.question}")
        size = self.integer(e.size)

        def can_access() -> int:
            at, offset = resolve(pointer())
            return 1 if at.size >= 0 and 0 <= offset <= at.size - size() else 0

        return can_access

    # ---- floats ----------------------------------------------------------------------------------

    def real(self, e: Expression) -> Callable[[], float]:
        """The value of an expression of type float or double."""
        self.sort(e)
        narrow = isinstance(e.type, Floating) and e.type.bits == 32
        match e:
            case Constant(value=int(value) | float(value)):
                constant = single(float(value)) if narrow else float(value)
                return lambda: constant
            case Load(type=Floating() as what, place=place):
                slot = self.in_register(place)
                if slot is None:
                    return places.load_real(self, what, places.locate(self, place))
                reals, register = self.registers.reals, slot
                return lambda: reals[register]
            case Unary(operator="-", operand=operand):
                negated = self.real(operand)
                return lambda: -negated()
            case Binary():
                computed = _real_operation(e.operator, self.real(e.left), self.real(e.right))
                return (lambda: single(computed())) if narrow else computed
            case Convert(operand=operand):
                return self._to_real(operand, narrow=narrow)
        raise ValueError(f"not a float expression: {type(e).__name__}")

    def _to_real(self, operand: Expression, *, narrow: bool) -> Callable[[], float]:
        if self.sort(operand) == "real":
            real = self.real(operand)
            return (lambda: single(real())) if narrow else real
        integer = self.integer(operand)
        return (lambda: single_of_integer(integer())) if narrow else (lambda: float(integer()))

    # ---- pointers --------------------------------------------------------------------------------

    def pointer(self, e: Expression) -> Callable[[], Address]:
        """The value of an expression of pointer type."""
        match e:
            case Constant(value=int(value)):
                at, number = self.memory.at, value & self.memory.mask
                return (lambda: at(number)) if number else (lambda: NULL)
            case Load(place=place):
                slot = self.in_register(place)
                if slot is None:
                    return places.load_pointer(self, places.locate(self, place))
                pointers, register = self.registers.pointers, slot
                return lambda: pointers[register]
            case AddressOf(place=place):
                return places.locate(self, place).address()
            case FunctionAddress(function=function):
                address = (self.memory.function(function), 0)
                return lambda: address
            case PointerAdd():
                return self._pointer_add(e)
            case Convert(operand=operand):
                return self._to_pointer(operand)
        raise ValueError(f"not a pointer expression: {type(e).__name__}")

    def _pointer_add(self, e: PointerAdd) -> Callable[[], Address]:
        pointer, scale = self.pointer(e.pointer), e.scale if e.operator == "+" else -e.scale
        if isinstance(e.index, Constant) and isinstance(e.index.value, int):
            distance = e.index.value * scale

            def moved() -> Address:
                at, offset = pointer()
                return at, offset + distance

            return moved
        index = self.integer(e.index)

        def indexed() -> Address:
            at, offset = pointer()
            return at, offset + index() * scale

        return indexed

    def _to_pointer(self, operand: Expression) -> Callable[[], Address]:
        if self.sort(operand) == "pointer":
            return self.pointer(operand)
        if isinstance(operand, Constant) and operand.value == 0:
            return lambda: NULL
        integer, at, mask = self.integer(operand), self.memory.at, self.memory.mask

        def looked_up() -> Address:
            number = integer() & mask
            return at(number) if number else NULL

        return looked_up

    # ---- aggregates ------------------------------------------------------------------------------

    def blob(self, e: Expression) -> Callable[[], Blob]:
        """The value of an expression of record or array type."""
        if isinstance(e.type, Floating) and not isinstance(e, Load):
            raise Unsupported(self.span, "long double")
        match e:
            case Zero(type=what):
                zero = Blob(bytes(size_of(what)), ())
                return lambda: zero
            case Bytes(data=data):
                given = Blob(data, ())
                return lambda: given
            case Load(type=what, place=place):
                self.sort(e)
                return places.load_blob(self, what, places.locate(self, place))
        raise ValueError(f"not an aggregate expression: {type(e).__name__}")

    # ---- storing ---------------------------------------------------------------------------------

    def store_integer(self, place: Lvalue) -> Callable[[int], None]:
        """A closure that stores an integer of the place's type."""
        slot = self.in_register(place)
        if slot is None:
            return places.store_integer(self, place.type, places.locate(self, place))
        return setter(self.registers.integers, slot)

    def store_real(self, place: Lvalue) -> Callable[[float], None]:
        """A closure that stores a float of the place's type."""
        slot = self.in_register(place)
        if slot is not None:
            return setter(self.registers.reals, slot)
        if not isinstance(place.type, Floating):
            raise ValueError(f"not a float: {place.type}")
        return places.store_real(self, place.type, places.locate(self, place))

    def store_pointer(self, place: Lvalue) -> Callable[[Address], None]:
        """A closure that stores a pointer."""
        slot = self.in_register(place)
        if slot is None:
            return places.store_pointer(self, places.locate(self, place))
        return setter(self.registers.pointers, slot)

    def store_blob(self, place: Lvalue) -> Callable[[Blob], None]:
        """A closure that stores an aggregate."""
        return places.store_blob(self, places.locate(self, place))


def setter(file: list[T], slot: int) -> Callable[[T], None]:
    """A closure that sets a register."""

    def store(value: T) -> None:
        file[slot] = value

    return store


def _compare_reals(
    operator: str, left: Callable[[], float], right: Callable[[], float]
) -> Callable[[], int]:
    """IEEE comparison: with a NaN only ``!=`` holds."""
    match operator:
        case "<":
            return lambda: 1 if left() < right() else 0
        case ">":
            return lambda: 1 if left() > right() else 0
        case "<=":
            return lambda: 1 if left() <= right() else 0
        case ">=":
            return lambda: 1 if left() >= right() else 0
        case "==":
            return lambda: 1 if left() == right() else 0
    return lambda: 1 if left() != right() else 0


def _real_operation(
    operator: str, left: Callable[[], float], right: Callable[[], float]
) -> Callable[[], float]:
    """Arithmetic in binary64."""
    match operator:
        case "+":
            return lambda: left() + right()
        case "-":
            return lambda: left() - right()
        case "*":
            return lambda: left() * right()
        case "/":
            return lambda: quotient_of_floats(left(), right())
    raise ValueError(f"not an operator on floats: {operator}")
