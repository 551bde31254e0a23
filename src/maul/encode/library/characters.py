"""The functions of ``<ctype.h>`` in formulas, in the "C" locale.

Comes in: the evaluation of a call and its operation. Goes out: the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import INT
from maul.logic.build import Term, and_, ite, or_

if TYPE_CHECKING:
    from maul.cfa.model import Call
    from maul.encode.expressions import Evaluation
    from maul.encode.numbers import Typed

Entry: TypeAlias = "Callable[[Evaluation, Call], Typed]"

_UPPER, _LOWER, _DIGITS = ((65, 90),), ((97, 122),), ((48, 57),)
_CLASSES: dict[str, tuple[tuple[int, int], ...]] = {
    "isalpha": _UPPER + _LOWER,
    "isdigit": _DIGITS,
    "isalnum": _UPPER + _LOWER + _DIGITS,
    "isspace": ((32, 32), (9, 13)),
    "isupper": _UPPER,
    "islower": _LOWER,
    "isxdigit": (*_DIGITS, (65, 70), (97, 102)),
    "ispunct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "isprint": ((32, 126),),
    "isgraph": ((33, 126),),
    "iscntrl": ((0, 31), (127, 127)),
    "isblank": ((9, 9), (32, 32)),
}


def _is_in(ranges: tuple[tuple[int, int], ...]) -> Entry:
    """Whether a character has one of some codes."""

    def entry(at: Evaluation, operation: Call) -> Typed:
        return INT, at.numbers.number(INT, _lies_in(at, _character(at, operation), ranges))

    return entry


def _moved_case(ranges: tuple[tuple[int, int], ...], distance: int) -> Entry:
    """Upper or lower case."""

    def entry(at: Evaluation, operation: Call) -> Typed:
        code, numbers = _character(at, operation), at.numbers
        other = numbers.arithmetic(INT, "+", code, numbers.constant(INT, distance), wraps=False)
        return INT, ite(_lies_in(at, code, ranges), other, code)

    return entry


def _character(at: Evaluation, operation: Call) -> Term:
    code = operation.arguments[0]
    return at.numbers.converted(code.type, INT, at.value(code))


def _lies_in(at: Evaluation, code: Term, ranges: tuple[tuple[int, int], ...]) -> Term:
    numbers = at.numbers
    inside = (
        and_(
            numbers.comparison(INT, "<=", numbers.constant(INT, low), code),
            numbers.comparison(INT, "<=", code, numbers.constant(INT, high)),
        )
        for low, high in ranges
    )
    return or_(*inside)


CHARACTERS: dict[str, Entry] = {
    **{name: _is_in(ranges) for name, ranges in _CLASSES.items()},
    "toupper": _moved_case(_LOWER, -32),
    "tolower": _moved_case(_UPPER, 32),
}
