"""What one operation does to the bounds of variables.

Comes in: a state, which maps variables to bounds, and an operation. Goes out: the state after it,
or None when the operation cannot be passed. Only integer variables whose address is never taken are
in a state; one that is absent has its default bounds: a global those that hold for it everywhere, a
local all values of its type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Boolean, Integer
from maul.cfa.expressions import (
    COMPARISONS,
    Binary,
    Constant,
    Convert,
    Load,
    Overflows,
    Place,
    Unary,
    Valid,
)
from maul.cfa.intervals import (
    OPPOSITE,
    TRUTH,
    Interval,
    bitwise,
    compared,
    contains,
    exact,
    fitted,
    full,
    met,
    restricted,
    shifted_right,
)
from maul.cfa.model import Assign, Assume, Call, Havoc

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Operation

State: TypeAlias = dict["Variable", Interval]


class Bounds:
    """A state that can be asked for the bounds of expressions and changed by operations."""

    __slots__ = ("addressed", "globals", "memo", "state")

    def __init__(self, state: State, everywhere: State, addressed: frozenset[Variable]) -> None:
        self.state = state
        self.globals = everywhere
        self.addressed = addressed
        self.memo: dict[Expression, Interval | None] | None = None

    # ---- values ---------------------------------------------------------------------------------

    def variable(self, variable: Variable) -> Interval | None:
        """The bounds of a variable; None when its type is no integer type."""
        found = self.state.get(variable)
        if found is None:
            found = self.globals.get(variable)
            if found is None:
                return full(variable.type)
        return found

    def tracks(self, variable: Variable) -> bool:
        """Whether every change of the variable is seen."""
        return isinstance(variable.type, (Integer, Boolean)) and variable not in self.addressed

    def value(self, expression: Expression) -> Interval | None:
        """The bounds of an expression; None when its type is no integer type."""
        if self.memo is None:
            return self._computed(expression)
        if expression not in self.memo:
            self.memo[expression] = self._computed(expression)
        return self.memo[expression]

    def _computed(self, expression: Expression) -> Interval | None:
        match expression:
            case Load(type=of, place=place):
                if isinstance(place, Place):
                    return self.variable(place.variable)
                return full(of)
            case Constant(type=of, value=value):
                whole = full(of)
                return fitted((value, value), whole) if whole and isinstance(value, int) else whole
            case Binary():
                return self._binary(expression)
            case Convert(type=of, operand=operand):
                whole = full(of)
                inner = self.value(operand) if whole is not None else None
                if whole is None or inner is None:
                    return whole
                if isinstance(of, Boolean):
                    return compared("!=", inner, (0, 0))
                return fitted(inner, whole)
            case Unary():
                return self._unary(expression)
            case Overflows():
                return self._overflows(expression)
            case Valid():
                return TRUTH
            case _:
                return full(expression.type)

    def _binary(self, expression: Binary) -> Interval | None:
        operator, of = expression.operator, expression.type
        left, right = self.value(expression.left), self.value(expression.right)
        if operator in COMPARISONS:
            return TRUTH if left is None or right is None else compared(operator, left, right)
        whole = full(of)
        if whole is None or left is None or right is None or not isinstance(of, Integer):
            return whole
        if operator in {"&", "|", "^"}:
            found = bitwise(operator, left, right)
        elif operator == ">>":
            found = shifted_right(left, right, of.bits)
        else:
            found = exact(operator, left, right, of.bits)
        return whole if found is None else fitted(found, whole)

    def _unary(self, expression: Unary) -> Interval | None:
        operator, inner, whole = (
            expression.operator,
            self.value(expression.operand),
            full(expression.type),
        )
        if operator == "!":
            return TRUTH if inner is None else compared("==", inner, (0, 0))
        if inner is None or whole is None:
            return whole
        if operator == "-":
            return fitted((-inner[1], -inner[0]), whole)
        return fitted((~inner[1], ~inner[0]), whole)

    def _overflows(self, expression: Overflows) -> Interval:
        """Whether the question can be answered: 0 when no combination of operands leaves the
        type."""
        found = self._mathematical(
            expression.operator, expression.left, expression.right, expression.of
        )
        whole = full(expression.of)
        if found is not None and whole is not None and contains(whole, found):
            return (0, 0)
        return TRUTH

    def _mathematical(
        self, operator: str, left: Expression, right: Expression, of: object
    ) -> Interval | None:
        """The bounds of a result in mathematical integers, if there is a result."""
        first, second = self.value(left), self.value(right)
        if first is None or second is None or not isinstance(of, Integer):
            return None
        if operator == "neg":
            return (-first[1], -first[0])
        return exact(operator, first, second, of.bits)

    def stays_in_type(self, expression: Expression) -> bool:
        """Whether an operator or conversion gives the value it gives in mathematical integers, for
        all values of its operands."""
        whole = full(expression.type)
        found: Interval | None = None
        match expression:
            case Binary(operator=operator, left=left, right=right, type=of):
                if operator in COMPARISONS or operator in {"&", "|", "^", ">>"}:
                    return True
                found = self._mathematical(operator, left, right, of)
                if operator == "%" and found is not None:
                    # a % b is defined when a / b is representable [C11 6.5.5p6].
                    found = self._mathematical("/", left, right, of)
            case Unary(operator="!"):
                return True
            case Unary(operator="-", operand=operand):
                found = self._mathematical("neg", operand, operand, expression.type)
            case Unary(operand=operand):
                inner = self.value(operand)
                found = None if inner is None else (~inner[1], ~inner[0])
            case Convert(operand=operand):
                found = self.value(operand)
        return found is not None and whole is not None and contains(whole, found)

    # ---- operations -----------------------------------------------------------------------------

    def pass_operation(self, operation: Operation) -> bool:
        """Change the state as an operation does that is no call of a function with a body; False
        when it cannot be passed."""
        match operation:
            case Assume(condition=condition):
                return self.assume(condition)
            case Assign(target=target, value=value):
                if isinstance(target, Place) and self.tracks(target.variable):
                    self.set(target, self.value(value))
            case Havoc(target=target):
                self.set(target, None)
            case Call(result=result):
                if result is not None:
                    self.set(result, None)
            case _:
                pass
        return True

    def set(self, target: Lvalue, value: Interval | None) -> None:
        """Store a value with the given bounds (None: any value) in a place."""
        if not isinstance(target, Place) or not self.tracks(target.variable):
            return
        variable = target.variable
        whole = full(variable.type)
        if value is None or value == whole:
            # For a global the default says less than "any value" and does not hold before it is
            # stored.
            if variable in self.globals and whole is not None:
                self.state[variable] = whole
            else:
                self.state.pop(variable, None)
        else:
            self.state[variable] = value

    def assume(self, condition: Expression) -> bool:
        """Restrict the state to where a condition is not zero; False when it is zero everywhere."""
        wanted = True
        while True:
            match condition:
                case Unary(operator="!", operand=operand):
                    condition, wanted = operand, not wanted
                case Convert(operand=operand) if _keeps_zero(condition):
                    condition = operand
                case Binary(
                    operator=("==" | "!=") as operator, left=left, right=Constant(value=0)
                ) if _is_truth(left):
                    condition, wanted = left, wanted == (operator == "!=")
                case Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
                    return self._compare(operator if wanted else OPPOSITE[operator], left, right)
                case _:
                    inner = self.value(condition)
                    if inner is None:
                        return True
                    kept = restricted("!=" if wanted else "==", inner, (0, 0))
                    return kept is not None and self.narrow(condition, kept[0])

    def _compare(self, operator: str, left: Expression, right: Expression) -> bool:
        """Restrict the state to where a comparison holds."""
        first, second = self.value(left), self.value(right)
        if first is None or second is None:
            return True
        kept = restricted(operator, first, second)
        return kept is not None and self.narrow(left, kept[0]) and self.narrow(right, kept[1])

    def narrow(self, expression: Expression, to: Interval) -> bool:
        """Restrict the state to where an expression has a value in ``to``, as far as that can be
        told; False when nowhere."""
        while True:
            match expression:
                case Load(place=Place(variable=variable)) if self.tracks(variable):
                    old = self.variable(variable)
                    new = to if old is None else met(old, to)
                    if new is None:
                        return False
                    if new != old:
                        self.state[variable] = new
                    return True
                case Convert(operand=operand) if self.stays_in_type(expression) and not isinstance(
                    expression.type, Boolean
                ):
                    expression = operand
                case Binary(operator="+" | "-", left=left, right=right) if self.stays_in_type(
                    expression
                ):
                    return self._narrow_sum(expression.operator, left, right, to)
                case _:
                    return True

    def _narrow_sum(self, operator: str, left: Expression, right: Expression, to: Interval) -> bool:
        """Restrict both sides of a sum or difference that does not wrap."""
        first, second = self.value(left), self.value(right)
        if first is None or second is None:
            return True
        if operator == "+":
            new_left = (to[0] - second[1], to[1] - second[0])
            new_right = (to[0] - first[1], to[1] - first[0])
        else:
            new_left = (to[0] + second[0], to[1] + second[1])
            new_right = (first[0] - to[1], first[1] - to[0])
        return self.narrow(left, new_left) and self.narrow(right, new_right)


def _keeps_zero(conversion: Convert) -> bool:
    """Whether a converted value is zero exactly when the operand is."""
    of, inner = conversion.type, conversion.operand.type
    if isinstance(of, Boolean):
        return True
    return isinstance(inner, Boolean) or (
        isinstance(of, Integer) and isinstance(inner, Integer) and of.bits >= inner.bits
    )


def _is_truth(expression: Expression) -> bool:
    """Whether an expression is a comparison or negation, or a conversion of one, so that comparing
    it with zero says nothing more."""
    while isinstance(expression, Convert) and _keeps_zero(expression):
        expression = expression.operand
    if isinstance(expression, Binary):
        return expression.operator in COMPARISONS
    return isinstance(expression, Unary) and expression.operator == "!"
