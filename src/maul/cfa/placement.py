"""Which values depend on where objects lie in memory.

Comes in: a program model. Goes out: the expressions whose value is another one when objects lie
elsewhere. In formulas every object has one fixed address, while C promises little about addresses:
not null, apart from each other, and here neither in the first page nor at the end of the address
space. So a proof must not use more than that.

What does not depend on it: whether a pointer is null, equal to another one, or to a number (that a
program guesses an address is not considered, see ``regions``); comparisons with numbers that no
object lies at; the order of two pointers, which has to be one inside of an object [C11 6.5.8]; and
sums, from which an address can be had back. All else that is computed from an address as a number
does: its order with other numbers, its single bits, its lower half.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Function, Integer, Pointer
from maul.cfa.expressions import Binary, Convert, Load, Overflows, Place, Unary
from maul.cfa.regions_nodes import current
from maul.cfa.regions_operations import solved
from maul.cfa.walk import inner_first, operands, top_expressions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa, Operation
    from maul.cfa.regions_flow import Flows

# Objects lie from here to there, by the size of a pointer: an address is no error code of Linux,
# and with 64 bits it is positive as a signed number.
LOWEST = 0x1000
HIGHEST = {4: 0xFFFF_0000, 8: 0x7FFF_FFFF_0000}
_ORDER = frozenset(("<", ">", "<=", ">="))
_EQUALITY = frozenset(("==", "!="))


def dependent_on_placement(cfa: Cfa) -> dict[Expression, Span]:
    """The expressions, each with a place in the source text."""
    flows = solved(cfa)
    found: dict[Expression, Span] = {}
    for automaton in cfa.automata():
        # The variables of functions that are analysed anew for each call are others each time.
        for variables in flows.calls.get(automaton.name, (None,)):
            flows.locals = variables
            uses = _Uses(flows)
            for location in automaton.locations:
                for edge in location.leaving:
                    for e in uses.dependent(edge.operation):
                        found.setdefault(e, edge.span)
    return found


def placement_matters(places: Iterable[Span]) -> str | None:
    """What to say of a proof that uses one placement, when there may be other ones."""
    place = next(iter(places), None)
    return None if place is None else f"it may depend on where objects lie in memory ({place})"


class _Uses:
    """What is done with addresses."""

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._size = flows.cfa.model.pointer_size

    def dependent(self, operation: Operation) -> Iterator[Expression]:
        """The expressions that make a number from an address which says where an object lies."""
        evaluated = inner_first(operation)
        # Numbers of functions are not followed any further than to a comparison with null.
        used = {*top_expressions(operation)}
        for e in evaluated:
            if not (isinstance(e, Binary) and e.operator in _EQUALITY):
                used.update(operands(e))
        for e in evaluated:
            if self._is_dependent(e) or (_is_number_of_function(e) and e in used):
                yield e

    def _is_dependent(self, e: Expression) -> bool:
        match e:
            case Binary(operator=operator) if operator in _EQUALITY:
                return False
            case Binary(operator=operator) if operator in _ORDER:
                return self._is_ordered(e)
            case Binary(operator="+" | "-") if not self._is_narrow(e.type):
                return self._carries(e.left) and self._carries(e.right)
            case Binary(left=left, right=right) | Overflows(left=left, right=right):
                return self._carries(left) or self._carries(right)
            case Unary(operator=operator, operand=operand):
                return operator != "!" and self._carries(operand)
            case Convert(type=t, operand=operand):
                return self._is_narrow(t) and self._carries(operand)
            case Load(type=t, place=place):  # a part of an address, by its bytes
                return self._is_narrow(t) and not self._is_value(place) and self._carries(e)
        return False

    def _is_ordered(self, e: Binary) -> bool:
        """Whether the order of two values is that of an address and something else."""
        t = e.left.type
        if _is_code(t):
            return True
        left, right = self._carries(e.left), self._carries(e.right)
        if not left and not right:
            return False
        if left and right:
            return not isinstance(t, Pointer)
        number = self._flows.numbers.constant(e.right if left else e.left)
        is_signed = isinstance(t, Integer) and t.signed
        if number is None or self._is_narrow(t) or (self._size == 4 and is_signed):
            return True
        return LOWEST <= number % (1 << 8 * self._size) < HIGHEST[self._size]

    def _is_narrow(self, t: CType) -> bool:
        return isinstance(t, Integer) and t.bits < 8 * self._size

    def _is_value(self, place: Lvalue) -> bool:
        """Whether a place is a variable that no pointer reaches."""
        return isinstance(place, Place) and place.variable not in self._flows.cfa.addressed

    def _carries(self, e: Expression) -> bool:
        """Whether a value may be, or be computed from, the address of an object."""
        for source, _, _ in self._flows.value(e):
            nodes = [source[0]] if isinstance(source, tuple) else [*source.top().targets]
            if any(current((node, 0))[0] is not self._flows.nowhere for node in nodes):
                return True
        return False


def _is_code(t: CType) -> bool:
    return isinstance(t, Pointer) and isinstance(t.target, Function)


def _is_number_of_function(e: Expression) -> bool:
    """Whether a pointer to a function becomes something else."""
    return (
        isinstance(e, Convert)
        and _is_code(e.operand.type)
        and not _is_code(e.type)
        and not isinstance(e.type, Boolean)
    )
