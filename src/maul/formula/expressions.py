"""Expressions of the program model as terms over a state.

Comes in: an expression or a place, and the state in which it is evaluated. Goes out: a term, or
for a record or array the terms of its bytes, lowest address first. Reading changes nothing but
which symbols the state has met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Array, Boolean, CType, Floating, Integer, is_scalar
from maul.cfa.expressions import (
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
from maul.formula.build import (
    Term,
    bit_vector,
    bv_add,
    bv_mul,
    bv_not,
    bv_sdiv,
    bv_sub,
    concat,
    equal,
    extract,
    not_,
    width_of,
)
from maul.formula.build_array import select, store
from maul.formula.build_fp import bits_to_fp
from maul.formula.c_values import (
    NoTerm,
    arithmetic,
    bits_of,
    comparison,
    constant,
    converted,
    is_signed,
    negated,
    number,
    object_size,
    overflows,
    resized,
    shifted,
    sort_of,
    truth,
)
from maul.formula.sorts import BitVec, Float
from maul.formula.state import Layout, State, is_register
from maul.formula.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.c.tree import Variable

COMPARISONS = frozenset(("<", ">", "<=", ">=", "==", "!="))
LARGEST_OBJECT = 1 << 16  # bytes that are copied one by one

Spot: TypeAlias = "tuple[Variable | None, Term, int]"
"""Whose bytes, the address of the first one, and the bit in it where a bit-field begins."""


class Evaluation:
    """One state, seen by one activation: ``instance`` tells which variable a local is there."""

    def __init__(self, state: State, instance: Callable[[Variable], Variable]) -> None:
        self.state = state
        self.layout: Layout = state.layout
        self._instance = instance
        # What must hold for the encoding to be right; the rest is left out of the unrolling.
        self.limits: list[Term] = []

    # ---- values --------------------------------------------------------------------------------

    def truth(self, e: Expression) -> Term:
        """Whether a condition holds."""
        match e:
            case Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
                return comparison(left.type, operator, self.value(left), self.value(right))
            case Unary(operator="!", operand=operand):
                return not_(self.truth(operand))
            case Overflows(operator=operator, left=left, right=right, of=of):
                sides = (left.type, self.value(left)), (right.type, self.value(right))
                return overflows(operator, *sides, of)
            case Convert(type=Integer() | Boolean(), operand=operand) if _keeps_truth(e):
                return self.truth(operand)
        return truth(e.type, self.value(e))

    def value(self, e: Expression) -> Term:
        """The value of a scalar expression."""
        match e:
            case Constant(type=t, value=given):
                return constant(t, given)
            case Load(place=place):
                return self.load(place)
            case AddressOf(place=place):
                return self.address(place)
            case FunctionAddress(function=function):
                return self.layout.function(function)
            case Unary(type=t, operator=operator, operand=operand) if operator != "!":
                inner = self.value(operand)
                return negated(t, inner) if operator == "-" else bv_not(inner)
            case Binary(operator=operator) if operator not in COMPARISONS:
                return self._binary(e)
            case PointerAdd():
                return self._moved(e)
            case PointerDifference(type=t, left=left, right=right, scale=scale):
                distance = bv_sub(self.value(left), self.value(right))
                return bv_sdiv(distance, bit_vector(max(scale, 1), width_of(distance)))
            case Convert(type=t, operand=operand) if is_scalar(t):
                return converted(operand.type, t, self.value(operand))
            case Unary() | Binary() | Overflows():
                return number(e.type, self.truth(e))
            case Valid():
                raise NoTerm("the validity of memory")
        raise NoTerm(f"a value of type {e.type}")

    def _binary(self, e: Binary) -> Term:
        left, right = self.value(e.left), self.value(e.right)
        if e.operator in ("<<", ">>"):
            return shifted(e.type, e.operator, left, right, e.right.type)
        return arithmetic(e.type, e.operator, left, right)

    def _moved(self, e: PointerAdd) -> Term:
        index = resized(self.value(e.index), self.layout.bits, signed=is_signed(e.index.type))
        distance = bv_mul(index, bit_vector(e.scale, self.layout.bits))
        base = self.value(e.pointer)
        return bv_add(base, distance) if e.operator == "+" else bv_sub(base, distance)

    def bytes(self, e: Expression) -> tuple[Term, ...]:
        """The bytes of a record or array."""
        size = _copied_size(e.type)
        match e:
            case Zero():
                return (bit_vector(0, 8),) * size
            case Bytes(data=data):
                return tuple(bit_vector(byte, 8) for byte in data)
            case Load(place=place):
                owner, address, _ = self.spot(place)
                return self.read(owner, address, size)
        raise NoTerm(f"a value of type {e.type}")

    # ---- places --------------------------------------------------------------------------------

    def variable(self, place: Lvalue) -> Variable | None:
        """The variable that is all of the place and one term; None for other places."""
        if isinstance(place, Place):
            variable = self._instance(place.variable)
            if is_register(self.layout, variable):
                return variable
        return None

    def whole(self, place: Lvalue) -> Variable | None:
        """The variable that is all of the place and has bytes of its own; None for other places."""
        if isinstance(place, Place):
            variable = self._instance(place.variable)
            if not self.layout.is_addressed(variable) and not is_scalar(variable.type):
                return variable
        return None

    def spot(self, place: Lvalue) -> Spot:
        """Where a place that is no single term lies."""
        match place:
            case Place(variable=named):
                variable = self._instance(named)
                if self.layout.is_addressed(variable):
                    return None, self.layout.address(variable), 0
                return variable, bit_vector(0, self.layout.bits), 0
            case Deref(pointer=pointer):
                return None, self.value(pointer), 0
            case MemberOf(base=base, field=field):
                owner, address, bit = self.spot(base)
                offset = field.offset + bit
                return owner, self._plus(address, offset // 8), offset % 8
            case ElementOf(base=base, index=index):
                owner, address, _ = self.spot(base)
                t = base.type
                scale = object_size(t.element) if isinstance(t, Array) else object_size(place.type)
                at = resized(self.value(index), self.layout.bits, signed=is_signed(index.type))
                distance = bv_mul(at, bit_vector(scale, self.layout.bits))
                return owner, bv_add(address, distance), 0

    def address(self, place: Lvalue) -> Term:
        """The address of a place."""
        owner, address, _ = self.spot(place)
        assert owner is None, "an address is taken of what has none"
        return address

    def load(self, place: Lvalue) -> Term:
        """The scalar in a place."""
        variable = self.variable(place)
        if variable is not None:
            return self.state.value(variable)
        owner, address, bit = self.spot(place)
        sort = sort_of(place.type)
        bits = 8 * object_size(place.type) if isinstance(sort, Float) else bits_of(place.type)
        read = _joined(self.read(owner, address, (bit + bits + 7) // 8))
        cut = extract(read, bit + bits - 1, bit)
        return bits_to_fp(cut, sort) if isinstance(sort, Float) else cut

    def store(self, place: Lvalue, value: Term) -> None:
        """Put a scalar into a place."""
        variable = self.variable(place)
        if variable is not None:
            self.state.values[variable] = value
            return
        owner, address, bit = self.spot(place)
        bits, size = self._as_bits(place.type, value), _stored_size(place)
        if size is None:
            count = (bit + width_of(bits) + 7) // 8
            old = _joined(self.read(owner, address, count))
            self.write(owner, address, _split(_replaced(old, bits, bit)))
        else:
            self.write(owner, address, _split(resized(bits, 8 * size, signed=False)))

    def _as_bits(self, t: CType, value: Term) -> Term:
        """A value as the bits that represent it."""
        if not isinstance(t, Floating):
            return value
        if value.operator == "constant":
            return bit_vector(int_payload(value), t.bits)
        # SMT-LIB has no function from floats to bits: they are bits that make that float.
        bits = self.layout.fresh("bits", BitVec(t.bits))
        sort = sort_of(t)
        assert isinstance(sort, Float)
        self.layout.definitions.append(equal(bits_to_fp(bits, sort), value))
        return bits

    def write(self, owner: Variable | None, address: Term, data: Sequence[Term]) -> None:
        """Put bytes at an address."""
        memory = self.state.memory(owner)
        for offset, byte in enumerate(data):
            memory = store(memory, self._plus(address, offset), byte)
        self.state.memories[owner] = memory

    def read(self, owner: Variable | None, address: Term, count: int) -> tuple[Term, ...]:
        """The bytes at an address."""
        memory = self.state.memory(owner)
        return tuple(select(memory, self._plus(address, offset)) for offset in range(count))

    def low_byte(self, e: Expression) -> Term:
        """The lowest eight bits of an integer."""
        return extract(self.value(e), 7, 0)

    def _plus(self, address: Term, offset: int) -> Term:
        return bv_add(address, bit_vector(offset, self.layout.bits)) if offset else address


def _keeps_truth(e: Convert) -> bool:
    """Whether converting keeps nonzero values nonzero."""
    source, target = e.operand.type, e.type
    return isinstance(target, Boolean) or (
        isinstance(source, Integer) and isinstance(target, Integer) and target.bits >= source.bits
    )


def _copied_size(t: CType) -> int:
    size = object_size(t)
    if size > LARGEST_OBJECT:
        raise NoTerm(f"an object of {size} bytes")
    return size


def _stored_size(place: Lvalue) -> int | None:
    """The bytes that a scalar fills; None for a bit-field."""
    if isinstance(place, MemberOf) and place.field.width is not None:
        return None
    return object_size(place.type)


def _joined(data: Sequence[Term]) -> Term:
    """Bytes as one bit-vector, the first one lowest."""
    whole = data[0]
    for byte in data[1:]:
        whole = concat(byte, whole)
    return whole


def _split(whole: Term) -> tuple[Term, ...]:
    """A bit-vector as bytes, the lowest one first."""
    return tuple(extract(whole, low + 7, low) for low in range(0, width_of(whole), 8))


def _replaced(old: Term, bits: Term, at: int) -> Term:
    """``old`` with some bits replaced."""
    width, total = width_of(bits), width_of(old)
    result = bits if at == 0 else concat(bits, extract(old, at - 1, 0))
    if at + width < total:
        result = concat(extract(old, total - 1, at + width), result)
    return result
