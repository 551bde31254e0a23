"""What is computed from addresses as numbers, in every placement of objects.

Comes in: an expression that depends on where objects lie, of which ``maul.cfa.analyses.placement``
says that it can be computed. Goes out: its value, from where objects lie: a function that never
changes, from the numbers that formulas give to addresses to those of an execution. Of this function
little is known. Numbers at which no object lies are themselves; what lies in one object keeps its
distance where a number tells the start of its object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Integer, Pointer
from maul.cfa.addresses import LOWEST
from maul.cfa.expressions import COMPARISONS, Binary, Convert, Expression, PointerAdd, Unary
from maul.encode.numbers import NoTerm, bits_of, is_signed
from maul.encode.state import numbers_of_addresses
from maul.logic.build import FALSE, Term, and_, ite

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.encode.expressions import Evaluation
    from maul.encode.numbers import Typed
    from maul.encode.state import Layout


def computed(at: Evaluation, e: Expression) -> Term:
    """The value of an expression in the placement of an execution."""
    numbers = at.numbers
    match e:
        case Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
            (t, one), (_, other) = _real(at, left), _real(at, right)
            return numbers.number(e.type, numbers.comparison(t, operator, one, other))
        case Binary(operator="<<" | ">>" as operator, left=left, right=right):
            return numbers.shifted(operator, _real(at, left), _real(at, right))
        case Binary(type=t, operator=operator, left=left, right=right):
            return numbers.arithmetic(t, operator, _real(at, left)[1], _real(at, right)[1])
        case Unary(type=t, operator="-", operand=operand):
            return numbers.negated(t, _real(at, operand)[1])
        case Unary(type=t, operator="~", operand=operand):
            return numbers.complement(t, _real(at, operand)[1])
        case Convert(type=t, operand=operand):
            of, number = _real(at, operand)
            return numbers.converted(of, t, number)
        case PointerAdd(index=index):
            return at.moved(e, _real(at, index))
    raise NoTerm("what is computed from where objects lie")


def may_be_address(layout: Layout, number: Typed) -> Term:
    """Whether an object can lie at a number."""
    t, value = number
    if bits_of(t) != 8 * layout.model.pointer_size:
        return FALSE
    if is_signed(t):
        t = Integer(bits_of(t), signed=False)
        value = layout.numbers.converted(number[0], t, value)
    return and_(*_between(layout, t, value))


def _between(layout: Layout, t: CType, value: Term) -> tuple[Term, Term]:
    """That a number is one at which an object can lie."""
    comparison, constant = layout.numbers.comparison, layout.numbers.constant
    return (
        comparison(t, ">=", value, constant(t, LOWEST)),
        comparison(t, "<", value, constant(t, layout.heap_end)),
    )


def _real(at: Evaluation, e: Expression) -> Typed:
    """The value of an operand in an execution; a pointer is a number there."""
    t, value = at.typed(e)
    if isinstance(t, Pointer):
        number, of = at.memory.number_of(t, value)
        return of, _where(at, number)
    if e not in at.layout.kept:
        return t, value
    of = numbers_of_addresses(at.layout.model)
    number = at.numbers.converted(t, of, value)
    return t, at.numbers.converted(of, t, _where(at, number))


def _where(at: Evaluation, number: Term) -> Term:
    """Where an address with a number in formulas is in an execution."""
    layout, numbers = at.layout, at.numbers
    t = numbers_of_addresses(layout.model)
    start, offset = number, numbers.constant(t, 0)
    if layout.is_wide:
        mask = numbers.constant(t, (1 << numbers.objects.space.fine_bits) - 1)
        offset = numbers.arithmetic(t, "&", number, mask)
        start = numbers.arithmetic(t, "-", number, offset)
    found = layout.lookup.element(at.state.value(layout.where), start)
    at.facts.extend(_between(layout, t, found))
    real = numbers.arithmetic(t, "+", found, offset)
    return ite(may_be_address(layout, (t, number)), real, number)
