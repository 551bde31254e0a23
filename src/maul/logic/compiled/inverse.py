"""How a demand on the value of a term passes to its arguments, as lines of Python.

Comes in: a term that is unknown and the name of the value it must have. Goes out: lines that demand
values of its arguments where they follow, or leave with a contradiction. For each operator the rule
is exact or silent: ``x + 2 = 5`` demands ``x = 3``, ``x * 2 = 4`` demands nothing of bit-vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic import softfloat
from maul.logic.compiled.text import NEVER, literal, mask_of, sign_of
from maul.logic.sorts import BOOL, INT, REAL, Array, BitVec, Float
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.logic.compiled.code import PythonLines
    from maul.logic.terms import Term

CONTRADICTION = "return None"
MOST_PARTS = 8  # of a junction or a sum in which the last unknown one is looked for


class Demands:
    """The names for what terms must be, and the code that demands are written into."""

    def __init__(self, code: PythonLines, able: frozenset[Term]) -> None:
        self.code = code
        self.names: dict[Term, str] = {}
        self.able = able
        self._new: list[Term] = []

    def taken(self) -> list[Term]:
        """The terms that were demanded something of since this was last asked."""
        found, self._new = self._new, []
        return found

    def name(self, term: Term) -> str:
        """The name for what a term must be."""
        name = self.names.get(term)
        if name is None:
            name = self.names[term] = f"m{len(self.names)}"
            self._new.append(term)
        return name

    def want(self, term: Term, value: str, when: str = "True") -> None:
        """Demand a value of a term, if it can do anything with that, in a case."""
        if term not in self.able:
            return
        name, line = self.name(term), self.code.line
        indent = ""
        if when != "True":
            line(f"if {when}:")
            indent = " "
        line(f"{indent}if {name} is None: {name} = {value}")
        line(f"{indent}elif {name} != {value}: {CONTRADICTION}")

    def want_cell(self, array: Term, index: str, value: str, when: str = "True") -> None:
        """Demand a value of an element."""
        if array in self.able:
            self.code.line(f"if {when}: {self.name(array)}.append(({index}, {value}))")

    def operands(self, term: Term) -> list[str]:
        """The operands of the arguments."""
        return [self.code.operands[argument] for argument in term.arguments]

    def known(self, operand: str) -> str:
        """The test whether an operand is known."""
        if operand == NEVER:
            return "False"
        return f"{operand} is not None" if operand in self.code.unsure else "True"

    def unknown(self, operand: str) -> str:
        """The test whether an operand is unknown."""
        if operand == NEVER:
            return "True"
        return f"{operand} is None" if operand in self.code.unsure else "False"

    def never(self, when: str) -> None:
        """Write that a case contradicts."""
        self.code.line(f"if {when}: {CONTRADICTION}")


# ---- truth ----


def _not(demands: Demands, term: Term, wanted: str) -> None:
    demands.want(term.arguments[0], f"(not {wanted})")


def _junction(demands: Demands, term: Term, wanted: str) -> None:
    """All parts follow from a conjunction; from its negation one does if the others are known."""
    each = "True" if term.operator == "and" else "False"
    operands = demands.operands(term)
    for part in term.arguments:
        demands.want(part, each, f"{wanted} is {each}")
    if len(operands) > MOST_PARTS:
        return
    other = "False" if each == "True" else "True"
    count = " + ".join([f"({demands.unknown(operand)})" for operand in operands])
    for part, operand in zip(term.arguments, operands, strict=True):
        is_last = f"{demands.unknown(operand)} and {count} == 1"
        demands.want(part, other, f"{wanted} is {other} and {is_last}")


def _equal(demands: Demands, term: Term, wanted: str) -> None:
    left, right = demands.operands(term)
    sort = term.arguments[0].sort
    if isinstance(sort, Array):
        return
    for part, mine, its in zip(term.arguments, (left, right), (right, left), strict=True):
        if its == NEVER:
            continue
        demands.want(part, its, f"{wanted} and {demands.unknown(mine)} and {demands.known(its)}")
        if sort is BOOL:
            demands.want(part, f"(not {its})", f"not {wanted} and {demands.known(its)}")
        if isinstance(sort, BitVec) and sort.width == 1:
            demands.want(part, f"(1 - {its})", f"not {wanted} and {demands.known(its)}")


def _chosen(demands: Demands, term: Term, wanted: str) -> None:
    condition, then, other = term.arguments
    if isinstance(term.sort, Array):
        operand = demands.operands(term)[0]
        demands.want_cell(then, "at", "must", f"{operand} is True")
        demands.want_cell(other, "at", "must", f"{operand} is False")
        return
    c, a, b = demands.operands(term)
    not_then = f"({demands.unknown(c)} and {demands.known(a)} and {a} != {wanted})"
    not_other = f"({demands.unknown(c)} and {demands.known(b)} and {b} != {wanted})"
    demands.never(f"{not_then} and {not_other}")
    demands.want(condition, "False", not_then)
    demands.want(condition, "True", not_other)
    demands.want(then, wanted, f"{c} is True or {not_other}")
    demands.want(other, wanted, f"{c} is False or {not_then}")


# ---- bit-vectors ----


def _sum(demands: Demands, term: Term, wanted: str) -> None:
    left, right = demands.operands(term)
    mask = mask_of(term)
    for part, its in zip(term.arguments, (right, left), strict=True):
        if its != NEVER:
            demands.want(part, f"({wanted} - {its} & {mask})", demands.known(its))


def _difference(demands: Demands, term: Term, wanted: str) -> None:
    left, right = demands.operands(term)
    mask = mask_of(term)
    if right != NEVER:
        demands.want(term.arguments[0], f"({wanted} + {right} & {mask})", demands.known(right))
    if left != NEVER:
        demands.want(term.arguments[1], f"({left} - {wanted} & {mask})", demands.known(left))


def _exclusive(demands: Demands, term: Term, wanted: str) -> None:
    left, right = demands.operands(term)
    for part, its in zip(term.arguments, (right, left), strict=True):
        if its != NEVER:
            demands.want(part, f"({wanted} ^ {its})", demands.known(its))


def _product(demands: Demands, term: Term, wanted: str) -> None:
    left, right = demands.operands(term)
    mask = mask_of(term)
    for part, its in zip(term.arguments, (right, left), strict=True):
        if its != NEVER and part in demands.able:
            inverse = f"({wanted} * pow({its}, -1, {mask + 1}) & {mask})"
            demands.want(part, inverse, f"{demands.known(its)} and {its} & 1")
            demands.never(f"{demands.known(its)} and {wanted} & ({its} & -{its}) - 1")


def _negative(demands: Demands, term: Term, wanted: str) -> None:
    demands.want(term.arguments[0], f"(-{wanted} & {mask_of(term)})")


def _complement(demands: Demands, term: Term, wanted: str) -> None:
    demands.want(term.arguments[0], f"({wanted} ^ {mask_of(term)})")


def _bits(demands: Demands, term: Term, wanted: str) -> None:
    """Bits that one argument decides must agree; the other is decided where it is neutral."""
    neutral, decided = (mask_of(term), 0) if term.operator == "bvand" else (0, mask_of(term))
    left, right = demands.operands(term)
    for part, its in zip(term.arguments, (right, left), strict=True):
        demands.want(part, str(neutral), f"{wanted} == {neutral}")
        if its == NEVER:
            continue
        outside = f"{wanted} & ~{its}" if decided == 0 else f"{its} & ~{wanted}"
        demands.never(f"{demands.known(its)} and {outside}")
        demands.want(part, wanted, f"{its} == {neutral}")


def _zero_extended(demands: Demands, term: Term, wanted: str) -> None:
    inner = term.arguments[0]
    demands.never(f"{wanted} > {mask_of(inner)}")
    demands.want(inner, wanted)


def _sign_extended(demands: Demands, term: Term, wanted: str) -> None:
    inner = term.arguments[0]
    mask, sign = mask_of(inner), sign_of(inner)
    cut = f"({wanted} & {mask})"
    demands.never(f"(({cut} ^ {sign}) - {sign} & {mask_of(term)}) != {wanted}")
    demands.want(inner, cut)


def _concatenated(demands: Demands, term: Term, wanted: str) -> None:
    high, low = term.arguments
    assert isinstance(low.sort, BitVec)
    demands.want(high, f"({wanted} >> {low.sort.width})")
    demands.want(low, f"({wanted} & {mask_of(low)})")


def _at_most(demands: Demands, term: Term, wanted: str) -> None:
    """A comparison with an extreme number, or the one beside it, leaves one number."""
    left, right = term.arguments
    least, second, last, greatest = _extremes(term)
    a, b = demands.operands(term)
    demands.want(left, str(least), f"{wanted} and {b} == {least}")
    demands.want(right, str(greatest), f"{wanted} and {a} == {greatest}")
    demands.want(left, str(greatest), f"not {wanted} and {b} == {last}")
    demands.want(right, str(least), f"not {wanted} and {a} == {second}")


def _extremes(term: Term) -> tuple[int, int, int, int]:
    """The least number in the order of a comparison, its successor, the two greatest."""
    mask = mask_of(term.arguments[0])
    flip = sign_of(term.arguments[0]) if term.operator == "bvsle" else 0
    return flip, 1 ^ flip, (mask - 1) ^ flip, mask ^ flip


# ---- numbers ----


def _total(demands: Demands, term: Term, wanted: str) -> None:
    operands = demands.operands(term)
    if len(operands) > MOST_PARTS:
        return
    for place, part in enumerate(term.arguments):
        others = [*operands[:place], *operands[place + 1 :]]
        if part in demands.able and NEVER not in others:
            known = " and ".join([demands.known(other) for other in others])
            demands.want(part, f"({wanted} - sum(({', '.join(others)},)))", known)


def _times(demands: Demands, term: Term, wanted: str) -> None:
    if len(term.arguments) != 2:
        return
    left, right = demands.operands(term)
    for part, its in zip(term.arguments, (right, left), strict=True):
        if its == NEVER or part not in demands.able:
            continue
        if term.sort is INT:
            # When there is a remainder, the product that is computed next contradicts.
            demands.want(part, f"({wanted} // {its})", f"{its}")
        elif term.sort is REAL:
            demands.want(part, f"({wanted} / {its})", f"{its}")


def _natural(demands: Demands, term: Term, wanted: str) -> None:
    inner = term.arguments[0]
    demands.never(f"not 0 <= {wanted} <= {mask_of(inner)}")
    demands.want(inner, wanted)


def _real(demands: Demands, term: Term, wanted: str) -> None:
    demands.never(f"{wanted}.denominator != 1")
    demands.want(term.arguments[0], f"{wanted}.numerator")


# ---- floats ----


def _float_equal(demands: Demands, term: Term, wanted: str) -> None:
    """IEEE equality leaves one number unless it is a zero."""
    sort = term.arguments[0].sort
    assert isinstance(sort, Float)
    sign = softfloat.zero(sort, negative=True)
    left, right = demands.operands(term)
    for part, its in zip(term.arguments, (right, left), strict=True):
        if its != NEVER:
            demands.want(part, its, f"{wanted} and {its} and {its} != {sign}")


def _float_negated(demands: Demands, term: Term, wanted: str) -> None:
    assert isinstance(term.sort, Float)
    number, sign = softfloat.nan(term.sort), softfloat.zero(term.sort, negative=True)
    demands.want(term.arguments[0], f"({wanted} if {wanted} == {number} else {wanted} ^ {sign})")


def _float_bits(demands: Demands, term: Term, wanted: str) -> None:
    """Bits are those of the number, unless that is NaN, which has many."""
    assert isinstance(term.sort, Float)
    if term.operator == "to_fp_bits":
        demands.want(term.arguments[0], wanted, f"{wanted} != {softfloat.nan(term.sort)}")


def _not_a_number(demands: Demands, term: Term, wanted: str) -> None:
    sort = term.arguments[0].sort
    assert isinstance(sort, Float)
    demands.want(term.arguments[0], literal(softfloat.nan(sort)), wanted)


# ---- arrays ----


def _selected(demands: Demands, term: Term, wanted: str) -> None:
    array, _ = term.arguments
    index = demands.operands(term)[1]
    if index != NEVER:
        demands.want_cell(array, index, wanted, demands.known(index))


def _stored(demands: Demands, term: Term, _: str) -> None:
    array, element = term.arguments[0], term.arguments[2]
    index, held = demands.operands(term)[1:]
    if index == NEVER:
        return
    demands.never(f"{index} == at and {demands.known(held)} and {held} != must")
    demands.want(element, "must", f"{index} == at")
    demands.want_cell(array, "at", "must", f"{demands.known(index)} and {index} != at")


def _everywhere(demands: Demands, term: Term, _: str) -> None:
    demands.want(term.arguments[0], "must")


INVERSE: dict[str, Callable[[Demands, Term, str], None]] = {
    "not": _not,
    "and": _junction,
    "or": _junction,
    "=": _equal,
    "ite": _chosen,
    "bvadd": _sum,
    "bvsub": _difference,
    "bvxor": _exclusive,
    "bvmul": _product,
    "bvneg": _negative,
    "bvnot": _complement,
    "bvand": _bits,
    "bvor": _bits,
    "zero_extend": _zero_extended,
    "sign_extend": _sign_extended,
    "concat": _concatenated,
    "bvule": _at_most,
    "bvsle": _at_most,
    "+": _total,
    "*": _times,
    "bv2nat": _natural,
    "to_real": _real,
    "fp.eq": _float_equal,
    "fp.neg": _float_negated,
    "to_fp_bits": _float_bits,
    "fp.isNaN": _not_a_number,
    "select": _selected,
    "store": _stored,
    "const": _everywhere,
}


def can_pass(term: Term) -> bool:
    """Whether a demand on a term can ever pass to its arguments."""
    if term.operator in ("bvule", "bvsle"):
        values = [int_payload(part) for part in term.arguments if part.operator == "constant"]
        return all(value in _extremes(term) for value in values)
    if isinstance(term.sort, Array):
        # Demands on arrays speak of elements that are no arrays.
        return term.operator in ("store", "const", "ite") and not isinstance(
            term.sort.element, Array
        )
    return term.operator in INVERSE
