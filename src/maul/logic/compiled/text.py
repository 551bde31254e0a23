"""What each operator computes, as Python text over the texts of its arguments.

Comes in: a term and the texts of its arguments, names or literals. Goes out: an expression. The
straight text needs every argument to be known. The careful text may be given names that are None
(unknown) and is the three-valued extension: it answers when what is known decides. Operators that
SMT-LIB leaves open for some arguments answer None there: nothing may rest on a choice that a solver
need not make.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from maul.logic.bit_functions import MEANINGS
from maul.logic.build import cut_of
from maul.logic.cells import Cells, Known
from maul.logic.compiled import floats
from maul.logic.meaning import BV_BINARY, int_div, int_mod
from maul.logic.sorts import REAL, Array, BitVec, Float, Sort
from maul.logic.terms import Function, Term, int_payload

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_SIGNS = 50  # in a row
NEVER = "None"  # the text of what is never known
NAMESPACE: dict[str, object] = {}  # what the texts refer to by name
_names: dict[object, str] = {}


def named(thing: object) -> str:
    """A name in the texts for a thing that has no literal, always the same one."""
    found = _names.get(thing)
    if found is None:
        found = _names[thing] = f"k{len(_names)}"
        NAMESPACE[found] = thing
    return found


def literal(value: Known) -> str:
    """The text of a value."""
    if isinstance(value, (Fraction, Cells)):
        return named(value)
    return f"({value})" if value < 0 else str(value)


def constant_text(term: Term) -> str:
    """The text of a constant."""
    assert isinstance(term.payload, (bool, int, Fraction))
    return literal(term.payload)


def mask_of(term: Term) -> int:
    """All ones in the width of a bit-vector term."""
    assert isinstance(term.sort, BitVec)
    return (1 << term.sort.width) - 1


def sign_of(term: Term) -> int:
    """The highest bit in the width of a bit-vector term."""
    return (mask_of(term) + 1) >> 1


def is_open(sort: Sort) -> bool:
    """Whether values of the sort cannot be kept: arrays whose indices are no integers."""
    while isinstance(sort, Array):
        if sort.index is REAL or isinstance(sort.index, Array):
            return True
        sort = sort.element
    return False


# ---- straight: every argument is known ----


def straight(term: Term, parts: list[str]) -> str | None:
    """The expression for a term whose arguments are known; None when it has no meaning here."""
    made = STRAIGHT.get(term.operator)
    if made is not None:
        return made(term, parts)
    if term.arguments and isinstance(term.arguments[0].sort, Float):
        return floats.text(term, parts, named)
    if isinstance(term.sort, Float):
        return floats.text_to_float(term, parts, named)
    return None


def _infix(operator: str) -> Callable[[Term, list[str]], str]:
    return lambda _, parts: f"({f' {operator} '.join(parts)})"


def _total(_: Term, parts: list[str]) -> str:
    # Python's compiler goes down once for each sign.
    return f"({' + '.join(parts)})" if len(parts) < MOST_SIGNS else f"sum(({', '.join(parts)}))"


def _wrapped(operator: str) -> Callable[[Term, list[str]], str]:
    return lambda term, parts: f"(({parts[0]} {operator} {parts[1]}) & {mask_of(term)})"


def _called(operator: str) -> Callable[[Term, list[str]], str]:
    compute = BV_BINARY[operator]

    def text(term: Term, parts: list[str]) -> str:
        assert isinstance(term.sort, BitVec)
        return f"{named(compute)}({term.sort.width}, {parts[0]}, {parts[1]})"

    return text


def _signed_at_most(term: Term, parts: list[str]) -> str:
    """Signed comparison of unsigned numbers; with a constant it is one of unsigned numbers."""
    sign = sign_of(term.arguments[0])
    left, right = parts
    if term.arguments[1].operator == "constant":
        if int_payload(term.arguments[1]) < sign:
            return f"({left} <= {right} or {left} >= {sign})"
        return f"({sign} <= {left} <= {right})"
    if term.arguments[0].operator == "constant":
        if int_payload(term.arguments[0]) < sign:
            return f"({left} <= {right} < {sign})"
        return f"({right} < {sign} or {right} >= {left})"
    return f"({left} ^ {sign} <= {right} ^ {sign})"


def _signed_by(operator: str, called: Callable[[Term, list[str]], str]) -> Callable[..., str]:
    """A signed quotient or remainder, or shift, written out for positive constants."""

    def text(term: Term, parts: list[str]) -> str:
        left, right = parts
        by, sign, mask = term.arguments[1], sign_of(term), mask_of(term)
        if by.operator != "constant" or not 0 < int_payload(by) < sign:
            return called(term, parts)
        if operator == ">>":
            negative = f"({left} - {mask + 1} >> {right}) & {mask}"
        else:
            negative = f"-(({mask + 1} - {left}) {operator} {right}) & {mask}"
        return f"({left} {operator} {right} if {left} < {sign} else {negative})"

    return text


def _divided(operator: str, by_zero: str) -> Callable[[Term, list[str]], str]:
    def text(term: Term, parts: list[str]) -> str:
        left, right = parts
        if term.arguments[1].operator == "constant" and term.arguments[1].payload:
            return f"({left} {operator} {right})"
        other = left if by_zero == "left" else str(mask_of(term))
        return f"({left} {operator} {right} if {right} else {other})"

    return text


def _shifted(term: Term, parts: list[str]) -> str:
    left, amount = parts
    if term.operator == "bvshl":
        shifted = f"({left} << {amount}) & {mask_of(term)}"
    else:
        shifted = f"{left} >> {amount}"
    assert isinstance(term.sort, BitVec)
    width = term.sort.width
    if term.arguments[1].operator == "constant":
        return f"({shifted})" if int_payload(term.arguments[1]) < width else "0"
    return f"({shifted} if {amount} < {width} else 0)"


def _extracted(term: Term, parts: list[str]) -> str:
    low = cut_of(term)[1]
    return f"({parts[0]} >> {low} & {mask_of(term)})" if low else f"({parts[0]} & {mask_of(term)})"


def _sign_extended(term: Term, parts: list[str]) -> str:
    inner = term.arguments[0]
    ones = mask_of(term) ^ mask_of(inner)
    return f"({parts[0]} if {parts[0]} < {sign_of(inner)} else {parts[0]} | {ones})"


def _concatenated(term: Term, parts: list[str]) -> str:
    low = term.arguments[1].sort
    assert isinstance(low, BitVec)
    return f"({parts[0]} << {low.width} | {parts[1]})"


def _distinct(_: Term, parts: list[str]) -> str:
    return f"(len({{{', '.join(parts)}}}) == {len(parts)})"


def _applied(term: Term, parts: list[str]) -> str | None:
    assert isinstance(term.payload, Function)
    meaning = MEANINGS.get(term.payload)
    return None if meaning is None else f"{named(meaning)}({', '.join(parts)})"


def _quotient(left: int, right: int) -> int | None:
    return int_div(left, right) if right else None


def _remainder(left: int, right: int) -> int | None:
    return int_mod(left, right) if right else None


def _ratio(left: Fraction, right: Fraction) -> Fraction | None:
    return left / right if right else None


def _plain_call(function: Callable[..., object]) -> Callable[[Term, list[str]], str]:
    return lambda _, parts: f"{named(function)}({', '.join(parts)})"


STRAIGHT: dict[str, Callable[[Term, list[str]], str | None]] = {
    "not": lambda _, parts: f"(not {parts[0]})",
    "and": _infix("and"),
    "or": _infix("or"),
    "=": _infix("=="),
    "distinct": _distinct,
    "ite": lambda _, parts: f"({parts[1]} if {parts[0]} else {parts[2]})",
    "+": _total,
    "*": _infix("*"),
    "<=": _infix("<="),
    "div": _plain_call(_quotient),
    "mod": _plain_call(_remainder),
    "/": _plain_call(_ratio),
    "to_real": _plain_call(Fraction),
    "to_int": lambda _, parts: f"{parts[0]}.__floor__()",
    "bv2nat": lambda _, parts: parts[0],
    "int2bv": lambda term, parts: f"({parts[0]} & {mask_of(term)})",
    "bvadd": _wrapped("+"),
    "bvsub": _wrapped("-"),
    "bvmul": _wrapped("*"),
    "bvneg": lambda term, parts: f"(-{parts[0]} & {mask_of(term)})",
    "bvnot": lambda term, parts: f"({parts[0]} ^ {mask_of(term)})",
    "bvand": _infix("&"),
    "bvor": _infix("|"),
    "bvxor": _infix("^"),
    "bvudiv": _divided("//", "ones"),
    "bvurem": _divided("%", "left"),
    "bvsdiv": _signed_by("//", _called("bvsdiv")),
    "bvsrem": _signed_by("%", _called("bvsrem")),
    "bvsmod": _called("bvsmod"),
    "bvshl": _shifted,
    "bvlshr": _shifted,
    "bvashr": _signed_by(">>", _called("bvashr")),
    "bvule": _infix("<="),
    "bvsle": _signed_at_most,
    "concat": _concatenated,
    "extract": _extracted,
    "zero_extend": lambda _, parts: parts[0],
    "sign_extend": _sign_extended,
    "apply": _applied,
}

# These texts contain an argument more than once.
REPEATING = frozenset(
    ("bvsle", "bvsdiv", "bvsrem", "bvashr", "bvudiv", "bvurem", "bvshl", "bvlshr", "sign_extend")
)

# These may answer None although every argument is known.
PARTIAL = frozenset(("div", "mod", "/", "fp.min", "fp.max", "fp.to_sbv", "fp.to_ubv"))


def is_partial(term: Term) -> bool:
    """Whether the straight text may answer None."""
    if term.operator in ("div", "mod", "/"):
        return term.arguments[1].operator != "constant" or not term.arguments[1].payload
    return term.operator in PARTIAL
