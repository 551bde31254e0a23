"""Objects behind pointers in the place of variables.

Comes in: the variables to replace. Goes out: places and values in which the object that a pointer,
the handle of a variable, points to stands for the variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.tree import Variable
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Load,
    MemberOf,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
)
from maul.cfa.library import HANDLE
from maul.cfa.walk import operands

if TYPE_CHECKING:
    from maul.c.ctype import CType, DataModel
    from maul.cfa.expressions import Expression, Lvalue


class Handles:
    """Places and values in which an object behind a pointer stands for a variable."""

    def __init__(self, model: DataModel, variables: frozenset[Variable]) -> None:
        self._model = model
        self._variables = variables
        self._handles: dict[Variable, Variable] = {}

    def replaces(self, variable: Variable) -> bool:
        """Whether an object stands for a variable."""
        return variable in self._variables

    def handle(self, variable: Variable) -> Variable:
        """The pointer to the object of a variable."""
        found = self._handles.get(variable)
        if found is None:
            t, name = self._model.pointer_to(variable.type), f"{variable.name}{HANDLE}"
            found = self._handles[variable] = Variable(name, t, variable.function, variable.span)
        return found

    def place(self, of: Lvalue) -> Lvalue:
        """A place with objects for variables; the same one if it has none."""
        match of:
            case Place(type=t, variable=variable):
                if variable not in self._variables:
                    return of
                return Deref(t, self._address(variable))
            case Deref(type=t, pointer=pointer):
                moved = self.value(pointer)
                return of if moved is pointer else Deref(t, moved)
            case MemberOf(type=t, base=base, field=field):
                inner = self.place(base)
                return of if inner is base else MemberOf(t, inner, field)
            case ElementOf(type=t, base=base, index=index):
                inner, position = self.place(base), self.value(index)
                is_same = inner is base and position is index
                return of if is_same else ElementOf(t, inner, position)

    def value(self, of: Expression) -> Expression:
        """A value with objects for variables; the same one if it has none."""
        match of:
            case Load(type=t, place=place):
                new = self.place(place)
                return of if new is place else Load(t, new)
            case AddressOf(type=t, place=place):
                return self._address_of(of, t, place)
            case Unary(type=t, operator=operator, operand=operand):
                inner = self.value(operand)
                return of if inner is operand else Unary(t, operator, inner)
            case Convert(type=t, operand=operand):
                inner = self.value(operand)
                return of if inner is operand else Convert(t, inner)
            case Binary() | PointerAdd() | PointerDifference() | Overflows() | Valid():
                return self._of_two(of)
        return of

    def _of_two(
        self, of: Binary | PointerAdd | PointerDifference | Overflows | Valid
    ) -> Expression:
        first, second = operands(of)
        a, b = self.value(first), self.value(second)
        if a is first and b is second:
            return of
        match of:
            case Binary(type=t, operator=operator):
                return Binary(t, operator, a, b)
            case PointerAdd(type=t, operator=operator, scale=scale):
                return PointerAdd(t, operator, a, b, scale)
            case PointerDifference(type=t, scale=scale):
                return PointerDifference(t, a, b, scale)
            case Overflows(type=t, operator=operator, of=fits):
                return Overflows(t, operator, a, b, fits)
            case Valid(type=t, question=question):
                return Valid(t, question, a, b)

    def _address_of(self, of: AddressOf, t: CType, place: Lvalue) -> Expression:
        """An address; that of the object itself, or of its first element, is the handle."""
        start = place
        if isinstance(start, ElementOf) and isinstance(start.index, Constant):
            start = start.base if start.index.value == 0 else start
        if isinstance(start, Place) and start.variable in self._variables:
            found = self._address(start.variable)
            return found if found.type == t else Convert(t, found)
        new = self.place(place)
        return of if new is place else AddressOf(t, new)

    def _address(self, variable: Variable) -> Load:
        """The value of a handle."""
        handle = self.handle(variable)
        return Load(handle.type, Place(handle.type, handle))
