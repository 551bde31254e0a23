"""A check of the program model: everything ``maul.cfa.model`` and ``expressions`` promise that can
be seen.

Comes in: a ``Cfa``. Goes out: the broken promises, as text. Meant for tests and for hunting
defects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import (
    INT,
    ArrayType,
    Boolean,
    Floating,
    Integer,
    Pointer,
    VariableArray,
    is_scalar,
    size_of,
)
from maul.cfa.expressions import (
    COMPARISONS,
    MAX_DEPTH,
    AddressOf,
    Binary,
    Bytes,
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
    Zero,
)
from maul.cfa.library import ENTER_SCOPE, LEAVE_SCOPE
from maul.cfa.model import Assign, Assume, Call, Havoc, Return
from maul.cfa.render import expression_text, operation_text

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Edge, Location, Operation


def well_formed(cfa: Cfa) -> list[str]:
    """What is wrong with the model; nothing when all is well."""
    return _Check(cfa).broken


class _Check:
    """One walk over all edges."""

    def __init__(self, cfa: Cfa) -> None:
        self.cfa = cfa
        self.broken: list[str] = []
        self.edge: Edge | None = None
        self.result: CType | None = None
        for automaton in cfa.automata():
            self.result = automaton.result
            self._automaton(automaton)

    def _complain(self, what: str) -> None:
        edge = self.edge
        where = "" if edge is None else f"{edge.source} ({edge.span}): "
        shown = "" if edge is None else f": {operation_text(edge.operation)[:200]}"
        self.broken.append(where + what + shown)

    def _expect(self, what: str, *, holds: bool) -> None:
        if not holds:
            self._complain(what)

    # -- shape --

    def _automaton(self, automaton: Automaton) -> None:
        self.edge = None
        indices = [at.index for at in automaton.locations]
        self._expect(
            f"{automaton.name}: locations are not numbered",
            holds=indices == list(range(len(indices))),
        )
        self._expect(f"{automaton.name}: entry is not 0", holds=automaton.entry.index == 0)
        for at in automaton.locations:
            self._location(automaton, at)
            for edge in at.leaving:
                self.edge = edge
                self._operation(edge.operation)
            self.edge = None

    def _location(self, automaton: Automaton, at: Location) -> None:
        if at is automaton.exit:
            self._expect(f"{at}: exit has leaving edges", holds=not at.leaving)
        if at is not automaton.entry:
            self._expect(f"{at}: cannot be entered", holds=bool(at.entering))
        for edge in at.leaving:
            self._expect(
                f"{at}: return edges lead to the exit and only they",
                holds=isinstance(edge.operation, Return) == (edge.target is automaton.exit),
            )
        if len(at.leaving) == 2:
            first, second = (edge.operation for edge in at.leaving)
            self._expect(f"{at}: not complementary", holds=_complementary(first, second))
        self._expect(f"{at}: {len(at.leaving)} leaving edges", holds=len(at.leaving) <= 2)

    # -- operations --

    def _operation(self, operation: Operation) -> None:
        match operation:
            case Assume(condition=condition):
                self._expression(condition, 0)
                self._expect("condition is no scalar", holds=is_scalar(condition.type))
            case Assign(target=target, value=value):
                self._place(target, 0)
                self._expression(value, 0)
                self._expect("assignment of another type", holds=target.type == value.type)
            case Havoc(target=target):
                self._place(target, 0)
            case Call():
                self._call(operation)
            case Return(value=value):
                if value is not None:
                    self._expression(value, 0)
                    self._expect("returns another type", holds=value.type == self.result)

    def _call(self, call: Call) -> None:
        if call.function in (ENTER_SCOPE, LEAVE_SCOPE):
            return  # what looks like an address only names a variable
        for argument in call.arguments:
            self._expression(argument, 0)
        if call.result is not None:
            self._place(call.result, 0)
        callee = self.cfa.functions.get(call.function)
        if callee is None:
            return
        if call.result is not None:
            self._expect("result of another type", holds=call.result.type == callee.result)
        given = [argument.type for argument in call.arguments]
        wanted = [parameter.type for parameter in callee.parameters]
        self._expect("arguments do not fit", holds=given == wanted)

    # -- places and expressions --

    def _place(self, place: Lvalue, depth: int) -> None:
        self._expect("too deep", holds=depth < MAX_DEPTH)
        match place:
            case Place(type=t, variable=variable):
                self._expect("place of another type than its variable", holds=t == variable.type)
            case Deref(pointer=pointer):
                self._expression(pointer, depth + 1)
                self._expect("no pointer", holds=isinstance(pointer.type, Pointer))
            case MemberOf(type=t, base=base, field=field):
                self._place(base, depth + 1)
                bits = t.bits if isinstance(t, Integer) else 1
                same = t == field.type if field.width is None else bits == field.width
                self._expect("member of another type", holds=same)
            case ElementOf(type=t, base=base, index=index):
                self._place(base, depth + 1)
                self._expression(index, depth + 1)
                array = base.type
                holds = isinstance(array, (ArrayType, VariableArray)) and array.element == t
                self._expect("element of another type", holds=holds)
                self._integer(index)

    def _integer(self, e: Expression) -> None:
        self._expect("no integer", holds=isinstance(e.type, (Integer, Boolean)))

    def _expression(self, e: Expression, depth: int) -> None:
        self._expect("too deep", holds=depth < MAX_DEPTH)
        match e:
            case Constant():
                self._constant(e)
            case Load(type=t, place=place):
                self._place(place, depth + 1)
                self._expect("load of another type", holds=t == place.type)
            case AddressOf(type=t, place=place):
                self._place(place, depth + 1)
                self._address(t, place)
            case Unary(type=t, operator=operator, operand=operand):
                self._expression(operand, depth + 1)
                wanted = INT if operator == "!" else operand.type
                self._expect("operand of another type", holds=t == wanted)
            case Binary(left=left, right=right):
                self._expression(left, depth + 1)
                self._expression(right, depth + 1)
                self._binary(e)
            case PointerAdd(type=t, pointer=pointer, index=index):
                self._expression(pointer, depth + 1)
                self._expression(index, depth + 1)
                holds = isinstance(t, Pointer) and isinstance(pointer.type, Pointer)
                self._expect("no pointer", holds=holds)
                self._integer(index)
            case PointerDifference(left=left, right=right):
                self._expression(left, depth + 1)
                self._expression(right, depth + 1)
            case Convert(type=t, operand=operand):
                self._expression(operand, depth + 1)
                holds = is_scalar(t) and is_scalar(operand.type) and t != operand.type
                self._expect(f"odd conversion {expression_text(e)[:80]}", holds=holds)
            case Bytes(type=t, data=data):
                self._expect("bytes do not fill the type", holds=len(data) == size_of(t))
            case Zero(type=t):
                self._expect("zero of a scalar", holds=not is_scalar(t))
            case Overflows(left=left, right=right) | Valid(pointer=left, size=right):
                self._expression(left, depth + 1)
                self._expression(right, depth + 1)
            case FunctionAddress(type=t):
                self._expect("no pointer", holds=isinstance(t, Pointer))

    def _constant(self, e: Constant) -> None:
        match e.type:
            case Floating(bits=bits):
                holds = isinstance(e.value, float if bits <= 64 else tuple)
            case Integer() | Boolean() | Pointer():
                holds = isinstance(e.value, int) and _in_range(e.value, e.type)
            case _:
                holds = False
        self._expect(f"odd constant {e.value} of {e.type}", holds=holds)

    def _address(self, t: CType, place: Lvalue) -> None:
        self._expect("no pointer", holds=isinstance(t, Pointer))
        bit_field = isinstance(place, MemberOf) and place.field.width is not None
        self._expect("address of a bit-field", holds=not bit_field)
        while isinstance(place, (MemberOf, ElementOf)):
            place = place.base
        if isinstance(place, Place):
            variable = place.variable
            self._expect("address not listed", holds=variable in self.cfa.addressed)

    def _binary(self, e: Binary) -> None:
        a, b = e.left.type, e.right.type
        if e.operator in COMPARISONS:
            self._expect("comparison is no int", holds=e.type == INT)
            self._expect("comparison of different types", holds=a == b)
        elif e.operator in {"<<", ">>"}:
            self._expect("shift of another type", holds=a == e.type)
            self._integer(e.right)
        else:
            self._expect("operands of another type", holds=e.type == a == b)
            self._expect("odd arithmetic", holds=isinstance(a, (Integer, Floating)))


def _in_range(value: int, t: CType) -> bool:
    match t:
        case Integer(bits=bits, signed=True):
            return -(1 << bits - 1) <= value < 1 << bits - 1
        case Integer(bits=bits):
            return 0 <= value < 1 << bits
        case Boolean():
            return value in {0, 1}
    return value >= 0


def _complementary(first: Operation, second: Operation) -> bool:
    """Whether the two assume a condition and its negation."""
    if not isinstance(first, Assume) or not isinstance(second, Assume):
        return False
    match first.condition, second.condition:
        case Unary(operator="!", operand=a), b if a is b:
            return True
        case a, Unary(operator="!", operand=b) if a is b:
            return True
        case Binary(operator=p, left=a, right=b), Binary(operator=q, left=c, right=d):
            opposite = {
                ("<", ">="),
                (">", "<="),
                ("==", "!="),
                (">=", "<"),
                ("<=", ">"),
                ("!=", "=="),
            }
            ordered = (p, q) in opposite and (p in {"==", "!="} or not isinstance(a.type, Floating))
            return ordered and a is c and b is d
    return False
