"""What integers are: constants, and multiples of what. Address arithmetic moves by them.

Comes in: a program model. Goes out: for an integer expression its value, when that is the same in
all executions and can be told from the expression and the variables in it; and a number that
divides its value: 0 when the value is 0, 1 when nothing is known.

Variables are those whose address is never taken; all assignments to them count, whatever their
order. A product or sum in the width of pointers is taken not to wrap around the address space; a
narrower one may wrap, and then keeps its powers of two.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Integer, Pointer
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    Load,
    MemberOf,
    Place,
    PointerAdd,
    Unary,
)
from maul.cfa.model import Assign, Call, Havoc

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa

_LARGEST = 1 << 40
_DEEPEST = 30  # variables that are computed from each other


class Multiples:
    """Answers, computed when first asked."""

    def __init__(self, cfa: Cfa) -> None:
        self._bits = 8 * cfa.model.pointer_size
        self._assigned: dict[Variable, list[Expression]] = {}
        self._open: list[Variable] = []
        self._divisors: dict[Variable, int] = {}
        # What gets its value elsewhere can be anything.
        self._anything: set[Variable] = set(cfa.addressed)
        for automaton in cfa.automata():
            self._anything.update(automaton.parameters)
            for at in automaton.locations:
                for edge in at.leaving:
                    match edge.operation:
                        case Assign(target=Place(variable=variable), value=value):
                            self._assigned.setdefault(variable, []).append(value)
                        case Havoc(target=Place(variable=variable), origin=origin):
                            if origin != "uninitialised":
                                self._anything.add(variable)
                        case Call(result=Place(variable=variable)):
                            self._anything.add(variable)

    def _values(self, variable: Variable) -> list[Expression]:
        """All that a variable ever gets; nothing when that is not known."""
        return [] if variable in self._anything else self._assigned.get(variable, [])

    # ---- constants -----------------------------------------------------------------------------

    def constant(self, e: Expression) -> int | None:
        """The value of an integer or pointer, as a distance: 2^64 - 8 leads back by 8."""
        value = self._constant(e)
        return None if value is None else _signed(value, self._bits)

    def _constant(self, e: Expression) -> int | None:
        match e:
            case Constant(value=int(value)):
                return value
            case Convert(type=t, operand=operand):
                inner = self._constant(operand)
                return None if inner is None else _of_type(t, inner)
            case Load(place=Place(variable=variable)):
                return _only(self._values(variable))
            case AddressOf(place=place):
                return self._distance(place)
            case Binary(type=Integer() as t, operator="+" | "-" | "*" as operator):
                left, right = self._constant(e.left), self._constant(e.right)
                if left is None or right is None:
                    return None
                return _of_type(t, _computed(operator, left, right))
            case PointerAdd(operator="+" | "-" as operator, scale=scale):
                left, right = self._constant(e.pointer), self.constant(e.index)
                if left is None or right is None:
                    return None
                return _computed(operator, left, right * scale)
        return None

    def _distance(self, place: Lvalue) -> int | None:
        """The address of a member of what lies at a constant address, mostly null."""
        distance = 0
        while isinstance(place, MemberOf):
            distance += place.field.offset // 8
            place = place.base
        if not isinstance(place, Deref):
            return None
        start = self._constant(place.pointer)
        return None if start is None else start + distance

    # ---- multiples -----------------------------------------------------------------------------

    def divisor(self, e: Expression) -> int:
        """A number that divides the value of an integer."""
        return self._divisor(e, None, 0)

    def _divisor(self, e: Expression, own: Variable | None, assumed: int) -> int:
        """As ``divisor``, when the variable ``own`` is taken to be a multiple of ``assumed``."""
        match e:
            case Constant(value=int(value)):
                return abs(_signed(value, self._bits))
            case Load(place=Place(variable=variable)):
                return assumed if variable is own else self._of_variable(variable)
            case Convert(type=Integer() as t, operand=operand):
                return self._wrapped(t, self._divisor(operand, own, assumed))
            case Unary(operator="-", operand=operand):
                return self._divisor(operand, own, assumed)
            case Binary(type=Integer() as t):
                left, right = (self._divisor(side, own, assumed) for side in (e.left, e.right))
                return self._wrapped(t, _combined(e, left, right))
        return 1

    def _wrapped(self, t: Integer, divisor: int) -> int:
        if divisor > _LARGEST:
            divisor = 1
        return divisor if t.bits >= self._bits else gcd(divisor, 1 << t.bits)

    def _of_variable(self, variable: Variable) -> int:
        known = self._divisors.get(variable)
        if known is not None:
            return known
        values = self._values(variable)
        if (
            not values
            or not isinstance(variable.type, Integer)
            or variable in self._open
            or len(self._open) > _DEEPEST
        ):
            return 1
        self._open.append(variable)
        found, before = 0, -1
        while found != before:
            before = found
            found = gcd(found, *(self._divisor(value, variable, before) for value in values))
        self._open.pop()
        self._divisors[variable] = found
        return found


def _only(values: list[Expression]) -> int | None:
    """The integer that all of some expressions are."""
    found = {value.value if isinstance(value, Constant) else None for value in values}
    if len(found) != 1:
        return None
    only = found.pop()
    return only if isinstance(only, int) else None


def _signed(value: int, bits: int) -> int:
    """A number modulo 2^bits as a signed one."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def _of_type(t: CType, value: int) -> int | None:
    """A number converted to a type."""
    match t:
        case Integer(bits=bits, signed=signed):
            return _signed(value, bits) if signed else value & (1 << bits) - 1
        case Pointer():
            return value
        case Boolean():
            return int(value != 0)
    return None


def _computed(operator: str, left: int, right: int) -> int:
    if operator == "*":
        return left * right
    return left + right if operator == "+" else left - right


def _combined(e: Binary, left: int, right: int) -> int:
    """What divides the result of an operator when these divide its sides."""
    match e.operator:
        case "+" | "-" | "%":
            return gcd(left, right)
        case "*":
            return left * right
        case "<<" if isinstance(e.right, Constant) and isinstance(e.right.value, int):
            return left << min(max(e.right.value, 0), 64)
        case "&":
            return max(_power(left), _power(right))
        case "|" | "^":
            return gcd(_power(left), _power(right))
    return 1


def _power(divisor: int) -> int:
    """The power of two in a divisor; what is zero has all."""
    return divisor & -divisor if divisor else _LARGEST
