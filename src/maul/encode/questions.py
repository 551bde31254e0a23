"""Questions about memory, answered in formulas.

Comes in: a question and the state in which it is asked. Goes out: the answer as a term.

An address with a known object is looked at by itself; where it is one of a few, case by case. Of
any other address the alias analysis tells which variables it may point to; what is allocated is the
business of ``maul.encode.validity``. A number that is none of an object is never the address of
one, and neither is a function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.encode.leaks import is_tracked
from maul.encode.numbers import FIRST_ALLOCATED
from maul.logic.build import FALSE, TRUE, Term, and_, equal, implies, or_
from maul.logic.terms import int_payload
from maul.logic.values import constant

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.cfa.expressions import Expression, Valid
    from maul.encode.expressions import Evaluation


def answered(at: Evaluation, e: Valid) -> Term:
    """The answer to a question about memory."""
    validity = at.layout.validity
    assert validity is not None, "a program with questions about memory keeps what they are about"
    match e.question:
        case "deref":
            return _is_accessible(at, e.pointer, at.size(e.size)[1])
        case "free":
            address = at.value(e.pointer)
            is_null = equal(address, at.numbers.addresses.constant(0))
            return or_(is_null, _each(at, address, lambda a: _can_be_freed(at, a)))
        case "memcleanup":
            return validity.is_clean(at)
    return is_tracked(at)


def _is_accessible(at: Evaluation, pointer: Expression, size: Term) -> Term:
    """Whether so many bytes from where a pointer points lie in one object that is alive."""
    none = equal(size, at.numbers.addresses.index(0))
    if none is TRUE:
        return TRUE
    targets = at.layout.targets_of(pointer)
    answer = _each(at, at.value(pointer), lambda a: _is_inside(at, a, size, targets))
    return or_(none, answer)


def _each(at: Evaluation, address: Term, answer: Callable[[Term], Term]) -> Term:
    """An answer about an address: where it is one of a few, for each of them."""
    choices = at.layout.lookup.choices(address)
    if choices is None:
        return answer(address)
    sort = address.sort
    return and_(*(implies(when, answer(constant(code, sort))) for code, when in choices.items()))


def _is_inside(
    at: Evaluation, address: Term, size: Term, targets: tuple[tuple[int, int], ...]
) -> Term:
    """Whether so many bytes from an address lie in one object: a variable that it may point to, or
    an allocated one."""
    layout, objects = at.layout, at.numbers.objects
    assert layout.validity is not None

    def is_in_variable(number: int, length: int) -> Term:
        end = at.numbers.addresses.index(length)
        return objects.is_inside(address, size, objects.numbered(number), end)

    if address.operator == "constant":
        number, _ = objects.space.parts(int_payload(address))
        if number < FIRST_ALLOCATED:
            length = layout.length_of(number)
            if length is None:
                return FALSE
            return is_in_variable(number, length)
    in_variables = [
        and_(
            objects.is_in(address, objects.numbered(number)),
            is_in_variable(number, length),
        )
        for number, length in targets
    ]
    allocated = objects.is_allocated(address)
    if allocated is FALSE:
        return or_(*in_variables)
    return or_(*in_variables, and_(allocated, layout.validity.is_inside(at, address, size)))


def _can_be_freed(at: Evaluation, address: Term) -> Term:
    """Whether an address is the start of an object on the heap that is alive."""
    validity = at.layout.validity
    assert validity is not None
    allocated = at.numbers.objects.is_allocated(address)
    return allocated if allocated is FALSE else and_(allocated, validity.is_heap_start(at, address))
