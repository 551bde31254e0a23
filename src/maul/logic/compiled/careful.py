"""What each operator computes when arguments may be unknown, as Python text.

Comes in: a term, the texts of its arguments (``None`` for what is never known), and which of them
may be None. Goes out: the three-valued expression, which answers when what is known decides: for
truth values as in Kleene's logic, for numbers when an absorbing or an extreme one is among them; or
nothing when it could never answer. Arrays are ``Cells``, or None when no element is known.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from maul.logic.cells import Cells, Known, known_cells
from maul.logic.compiled.text import NAMESPACE, NEVER, literal, mask_of, sign_of, straight
from maul.logic.sorts import REAL, Array

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from maul.logic.terms import Term


def careful(term: Term, parts: list[str], unsure: list[str]) -> str | None:
    """The three-valued expression, given the texts that may be None; None: it is never known."""
    made = CAREFUL.get(term.operator)
    if made is not None:
        return made(term, parts, unsure)
    if NEVER in parts:
        return None
    return _strict(term, parts, unsure)


def any_unknown(unsure: list[str]) -> str:
    """The test whether one of these is unknown."""
    return " or ".join([f"{part} is None" for part in dict.fromkeys(unsure)])


def _strict(term: Term, parts: list[str], unsure: list[str]) -> str | None:
    text = straight(term, parts)
    return None if text is None else f"(None if {any_unknown(unsure)} else {text})"


def _all_of(decisive: str, otherwise: str) -> Callable[[Term, list[str], list[str]], str | None]:
    def text(_: Term, parts: list[str], unsure: list[str]) -> str | None:
        decides = " or ".join([f"{part} is {decisive}" for part in parts if part != NEVER])
        if NEVER in unsure:
            return f"({decisive} if {decides} else None)" if decides else None
        return f"({decisive} if {decides} else None if {any_unknown(unsure)} else {otherwise})"

    return text


def _chosen(_: Term, parts: list[str], unsure: list[str]) -> str | None:
    condition, then, other = parts
    known = f"{then} if {condition} else {other}"
    if condition not in unsure:
        return f"({known})"
    agreed = f"{then} if {then} == {other} else None"
    if NEVER in (then, other):
        agreed = NEVER
    if condition == NEVER:
        return f"({agreed})" if agreed != NEVER else None
    return f"(({agreed}) if {condition} is None else {known})"


def _absorbed(value: str) -> Callable[[Term, list[str], list[str]], str | None]:
    """An operator of which one argument may decide the result alone, if it is the given value."""

    def text(term: Term, parts: list[str], unsure: list[str]) -> str | None:
        absorbing = str(mask_of(term)) if value == "ones" else value
        if term.sort is REAL:
            absorbing = literal(Fraction(value))
        able = [
            part
            for part, argument in zip(parts, term.arguments, strict=True)
            if part != NEVER and argument.operator != "constant"
        ]
        if not able or len(parts) > 2:
            return None if NEVER in parts else _strict(term, parts, unsure)
        decides = " or ".join([f"{part} == {absorbing}" for part in able])
        if NEVER in parts:
            return f"({absorbing} if {decides} else None)"
        text = straight(term, parts)
        alone = f"{absorbing} if {decides} else None"
        return f"(({alone}) if {any_unknown(unsure)} else {text})"

    return text


def _at_most(term: Term, parts: list[str], unsure: list[str]) -> str | None:
    """A comparison that an extreme value decides alone."""
    mask = mask_of(term.arguments[0])
    flip = sign_of(term.arguments[0]) if term.operator == "bvsle" else 0
    extremes = [f"{parts[0]} == {flip}", f"{parts[1]} == {mask ^ flip}"]
    able = [
        test
        for test, part, argument in zip(extremes, parts, term.arguments, strict=True)
        if part != NEVER and argument.operator != "constant"
    ]
    alone = f"True if {' or '.join(able)} else None" if able else NEVER
    if NEVER in parts:
        return f"({alone})" if able else None
    return f"(({alone}) if {any_unknown(unsure)} else {straight(term, parts)})"


CAREFUL: dict[str, Callable[[Term, list[str], list[str]], str | None]] = {
    "and": _all_of("False", "True"),
    "or": _all_of("True", "False"),
    "ite": _chosen,
    "bvand": _absorbed("0"),
    "bvmul": _absorbed("0"),
    "*": _absorbed("0"),
    "bvor": _absorbed("ones"),
    "bvule": _at_most,
    "bvsle": _at_most,
}


# ---- arrays: a value is Cells, or None when no element is known ----


def read(array: Cells | None, index: int | None) -> Known | None:
    """An element."""
    return None if array is None or index is None else array.at(index)


def written(array: Cells | None, index: int | None, value: Known | None) -> Cells | None:
    """An array with another element; at an unknown index every element may have changed."""
    if index is None:
        return None
    if array is None:
        return None if value is None else known_cells({index: value})
    return array.stored(index, value)


def filled(value: Known | None) -> Cells | None:
    """The array that is the same everywhere."""
    return None if value is None else Cells(value, {})


def either(then: Cells | None, other: Cells | None) -> Cells | None:
    """What two arrays agree on."""
    return None if then is None or other is None else then.agreed(other)


def same(left: Cells | None, right: Cells | None) -> bool | None:
    """Whether two arrays are equal."""
    return None if left is None or right is None else left.equal_to(right)


NAMESPACE.update(read=read, written=written, filled=filled, either=either, same=same)


def of_arrays(term: Term, parts: list[str], unsure: Collection[str]) -> str | None:
    """The expression for a term over arrays, whose arguments may all be unknown."""
    match term.operator:
        case "select":
            if parts[0] == NEVER or parts[1] == NEVER:
                return None
            if parts[1] not in unsure:
                return f"(None if {parts[0]} is None else {parts[0]}.at({parts[1]}))"
            return f"read({parts[0]}, {parts[1]})"
        case "store":
            return None if parts[1] == NEVER else f"written({', '.join(parts)})"
        case "const":
            return None if parts[0] == NEVER else f"filled({parts[0]})"
        case "ite":
            condition, then, other = parts
            both = NEVER if NEVER in (then, other) else f"either({then}, {other})"
            if condition == NEVER:
                return None if both == NEVER else both
            return f"({both} if {condition} is None else {then} if {condition} else {other})"
        case "=":
            return None if NEVER in parts else f"same({parts[0]}, {parts[1]})"
    return None


def takes_arrays(term: Term) -> bool:
    """Whether a term has an array among its arguments, or is one."""
    ends = (*term.arguments[:1], *term.arguments[-1:], term)
    return any(isinstance(part.sort, Array) for part in ends)
