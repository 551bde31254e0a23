"""What can be computed from the addresses of objects, wherever the objects lie: integers that never
become pointers again.

Comes in: a program model, and which of its expressions depend on the placement or carry an address.
Goes out: those that formulas can compute from where objects lie, which is a function of which they
know little.

An integer that carries an address has one of two forms in the formulas of a proof. *Kept*, it is
the number that formulas give to the address; it leads back there, and where it lies in an execution
is a function of it. *Real*, it is the number of an execution, as is all that is computed from one;
it leads nowhere. So a value may be real only if it goes one way: it is compared, computed with, an
index, or in a variable, a parameter or a result whose values all go that way. In memory, or where
it may become a pointer, a number must be kept or arbitrary.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Integer, Pointer, is_scalar
from maul.c.tree import Variable
from maul.cfa.addresses import LOWEST
from maul.cfa.expressions import Binary, Constant, Convert, Load, Place, PointerAdd, Unary
from maul.cfa.model import Assign, Assume, Call, Havoc, Return
from maul.cfa.order import entered_function
from maul.cfa.walk import operands, place_operands, written_place
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Edge

Holder: TypeAlias = Variable | str
"""What holds an integer for a while: a variable, or the result of the function of that name."""


class _Form(Enum):
    KEPT = "kept"
    REAL = "real"


class _Direction(Enum):
    ONE = "one way"
    BACK = "back"


_Use: TypeAlias = "Holder | _Direction"
"""Where a value goes: into a holder, to where it goes no further, or to where it may lead back."""


@node
class Computed:
    """The expressions that are computed from where objects lie, which of their operands are kept
    numbers, and the indices and sizes that are real numbers as they are."""

    expressions: frozenset[Expression] = frozenset()
    kept: frozenset[Expression] = frozenset()
    indices: frozenset[Expression] = frozenset()


def computed(
    cfa: Cfa,
    dependent: Collection[Expression],
    carrying: Collection[Expression],
    tags: Collection[Expression],
    fleeting: Collection[Expression],
    indices: Collection[Expression],
) -> Computed:
    """Those of the dependent expressions that can be computed. ``tags`` are those that change only
    bits of an address that alignment gives, ``fleeting`` pointers those to variables of functions,
    which lie elsewhere in each call."""
    return _GivenAndUsed(cfa, dependent, carrying, tags, fleeting).computed(indices)


class _GivenAndUsed:
    """What a program gives to its holders of addresses, and where it uses what they hold."""

    def __init__(
        self,
        cfa: Cfa,
        dependent: Collection[Expression],
        carrying: Collection[Expression],
        tags: Collection[Expression],
        fleeting: Collection[Expression],
    ) -> None:
        self._cfa = cfa
        self._dependent = dependent
        self._carrying = carrying
        self._tags = tags
        self._fleeting = fleeting
        self._bits = 8 * cfa.model.pointer_size
        self._given: dict[Holder, list[Expression | Holder]] = {}
        self._uses: dict[Expression, set[_Use]] = {}
        self._loads: dict[Holder, set[_Use]] = {}
        self._others: set[Holder] = set()  # what is given other numbers, too
        for automaton in cfa.automata():
            for at in automaton.locations:
                for edge in at.leaving:
                    self._operation(automaton, edge)
        # What holds an integer that carries an address at some time: kept numbers, or real ones.
        self._holding = frozenset(self._holders())
        self._kept = {each for each in self._holding if self._may_keep(each)}
        self._one_way: set[Holder] = set()
        self._made_real: set[Expression] = set()
        while left := {each for each in self._kept if not self._keeps(each)}:
            self._kept -= left
        self._one_way = set(self._holding) - self._kept
        # Pointers that are made real numbers as soon as they are converted.
        self._made_real = {e for e in self._uses if self._is_given_number(e)}
        while self._leave_out():
            pass

    def computed(self, indices: Collection[Expression]) -> Computed:
        """What can be computed."""
        found = self._made_real.union(e for e in self._dependent if self._is_computed(e))
        kept = frozenset(
            part for e in found for part in operands(e) if self._form(part) is _Form.KEPT
        )
        known = (index for index in indices if index not in self._dependent)
        real = frozenset(index for index in known if self._form(index) is _Form.REAL)
        return Computed(frozenset(found), kept, real - found)

    # ---- where values come from and go ----

    def _operation(self, automaton: Automaton, edge: Edge) -> None:
        operation = edge.operation
        target = written_place(operation)
        for part in () if target is None else place_operands(target):
            self._use(part, _Direction.ONE)
        match operation:
            case Assume(condition=condition):
                self._use(condition, _Direction.ONE)
            case Assign(target=place, value=value):
                self._give(self._holder(place), value)
            case Return(value=value) if value is not None:
                self._give(automaton.name, value)
            case Havoc(target=Place(variable=variable), origin=origin):
                if origin != "uninitialised":
                    self._others.add(variable)
            case Call():
                self._call(operation, entered_function(self._cfa, edge))

    def _call(self, call: Call, callee: Automaton | None) -> None:
        for number, argument in enumerate(call.arguments):
            holder: _Use = _Direction.BACK
            if callee is not None and number < len(callee.parameters):
                parameter = callee.parameters[number]
                holder = self._holder(Place(parameter.type, parameter))
            self._give(holder, argument)
        if callee is not None and call.result is not None:
            holder = self._holder(call.result)
            self._loads.setdefault(callee.name, set()).add(holder)
            if not isinstance(holder, _Direction):
                self._given.setdefault(holder, []).append(callee.name)
        elif isinstance(call.result, Place):
            self._others.add(call.result.variable)

    def _holder(self, place: Lvalue) -> _Use:
        if not isinstance(place, Place) or place.variable in self._cfa.addressed:
            return _Direction.BACK
        return place.variable if is_scalar(place.type) else _Direction.BACK

    def _give(self, to: _Use, value: Expression) -> None:
        if isinstance(value.type, Integer):
            if not isinstance(to, _Direction):
                self._given.setdefault(to, []).append(value)
            self._use(value, to)
        else:
            self._use(value, _Direction.ONE)

    def _use(self, value: Expression, where: _Use) -> None:
        """Note where a value goes, and what it is computed from."""
        waiting: list[tuple[Expression, _Use]] = [(value, where)]
        while waiting:
            e, use = waiting.pop()
            self._uses.setdefault(e, set()).add(use)
            if isinstance(e, Load) and isinstance(e.place, Place):
                self._loads.setdefault(e.place.variable, set()).add(use)
            waiting += ((part, self._use_of_operand(e, part, use)) for part in operands(e))

    def _use_of_operand(self, e: Expression, part: Expression, use: _Use) -> _Use:
        """Where an operand of a value goes that goes somewhere."""
        if isinstance(part.type, Integer) and isinstance(e, Convert):
            if isinstance(e.type, Pointer):
                return _Direction.BACK
            if self._is_same_number(e):
                return use
        return use if e in self._tags and e not in self._dependent else _Direction.ONE

    def _is_same_number(self, e: Convert) -> bool:
        """Whether a conversion leaves all bits of an address as they are."""
        return (
            isinstance(e.type, Integer)
            and e.type.bits == self._bits
            and isinstance(e.operand.type, Integer | Pointer)
            and e not in self._dependent
        )

    # ---- forms ----

    def _form(self, e: Expression) -> _Form | None:
        """The form of a number; None where it may have either."""
        while True:
            if isinstance(e.type, Pointer):
                return None if e in self._fleeting else _Form.KEPT
            if e not in self._carrying or e in self._dependent or e in self._made_real:
                return _Form.REAL  # a plain number, or computed, or arbitrary
            if isinstance(e, Convert) and self._is_same_number(e):
                e = e.operand
            elif isinstance(e, Binary):
                if e not in self._tags:
                    return _Form.REAL  # a distance, or bits that are the same in both
                e = e.left if e.left in self._carrying else e.right
            else:
                return self._form_of_variable(e)

    def _form_of_variable(self, e: Expression) -> _Form | None:
        if not isinstance(e, Load) or not isinstance(e.place, Place):
            return None
        if e.place.variable in self._kept:
            return _Form.KEPT
        return _Form.REAL if e.place.variable in self._one_way else None

    def _is_computed(self, e: Expression) -> bool:
        """Whether an expression is computed from numbers of known forms and goes one way."""
        match e:
            case Binary() | Unary():
                known = True
            case Convert(type=t, operand=operand):
                known = isinstance(t, Integer) and isinstance(operand.type, Integer | Pointer)
            case PointerAdd(pointer=pointer):
                # A number added to null is a number that becomes a pointer.
                known = not isinstance(pointer, Constant | Convert)
            case _:
                known = False
        return (
            known
            and all(map(self._goes_one_way, self._uses.get(e, ())))
            and all(self._form(part) is not None for part in operands(e))
        )

    def _goes_one_way(self, use: _Use) -> bool:
        if isinstance(use, _Direction):
            return use is _Direction.ONE
        return use in self._one_way or use not in self._holding

    # ---- holders ----

    def _holders(self) -> Iterator[Holder]:
        for holder, given in self._given.items():
            if any(value in self._carrying for value in given):
                yield holder
        for e in self._carrying:
            if isinstance(e, Load):
                loaded = self._holder(e.place)
                if not isinstance(loaded, _Direction):
                    yield loaded

    def _may_keep(self, holder: Holder) -> bool:
        if isinstance(holder, Variable):
            is_whole = isinstance(holder.type, Integer) and holder.type.bits == self._bits
            return is_whole and holder not in self._others
        return True

    def _keeps(self, holder: Holder) -> bool:
        """Whether all that a holder is given is a kept number, as far as is known."""
        return all(map(self._is_kept, self._given.get(holder, ())))

    def _is_kept(self, value: Expression | Holder) -> bool:
        if isinstance(value, Variable | str):
            return value in self._kept
        if isinstance(value, Constant) and isinstance(value.value, int):
            return 0 <= value.value < LOWEST  # the same in both forms
        return self._form(value) is _Form.KEPT

    def _is_given_number(self, e: Expression) -> bool:
        """Whether a pointer is converted to an integer only to be given to holders."""
        if not isinstance(e, Convert) or not self._is_same_number(e):
            return False
        is_known = isinstance(e.operand.type, Pointer) and e.operand not in self._fleeting
        return is_known and not any(isinstance(use, _Direction) for use in self._uses[e])

    def _leave_out(self) -> bool:
        """Leave out what is not real or may lead back; whether there was something."""
        left = {each for each in self._one_way if not self._stays_real(each)}
        back = {e for e in self._made_real if not self._uses[e] <= self._one_way}
        self._one_way -= left
        self._made_real -= back
        return bool(left or back)

    def _stays_real(self, holder: Holder) -> bool:
        """Whether all that a holder is given is real, and goes on into others that are or no
        further, as far as is known."""
        given: Sequence[Expression | Holder] = self._given.get(holder, ())
        return all(map(self._is_real, given)) and all(
            map(self._goes_one_way, self._loads.get(holder, ()))
        )

    def _is_real(self, value: Expression | Holder) -> bool:
        if isinstance(value, Variable | str):
            return value in self._one_way or value not in self._holding
        return self._form(value) is _Form.REAL
