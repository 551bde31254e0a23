"""Random C values, computed three times: bit-precisely, in integers, and by Python.

Comes in: a random number generator. Goes out: samples, each with a term of either meaning and the
number that both have to stand for when the symbols have the values of ``Samples.values``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import LP64, Boolean, Integer
from maul.cfa.intervals import truncated
from maul.encode.numbers import BitNumbers, IntNumbers, bits_of, object_size
from maul.encode.numbers.integers.intervals import range_of
from maul.encode.numbers.protocol import Numbers
from maul.logic.bit_functions import MEANINGS
from maul.logic.build import symbol
from maul.logic.evaluate import evaluate
from maul.logic.sorts import BOOL, BitVec
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from maul.c.ctype import CType
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.logic.values import Value

INTEGERS = tuple(
    Integer(bits, signed=signed) for bits in (3, 8, 16, 32, 40, 64, 128) for signed in (True, False)
)
TYPES: tuple[CType, ...] = (*INTEGERS, Boolean(), LP64.pointer_to(Integer(32, signed=True)))
SUMS = ("+", "-", "*")
DIVISIONS = ("/", "%")
BITWISE = ("&", "|", "^")
ARITHMETIC = (*SUMS, *DIVISIONS, *BITWISE)
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
UCHAR = Integer(8, signed=False)


# ---- what Python says ----


def fitted(t: CType, value: int) -> int:
    """A number brought into a type."""
    low, high = range_of(t)
    return (value - low) % (high - low + 1) + low


def mathematical(operator: str, a: int, b: int) -> int:
    """An operation without any type; there must be a result."""
    match operator:
        case "/":
            return truncated(a, b)
        case "%":
            return a - b * truncated(a, b)
        case "<<":
            return a << b
        case ">>":
            return a >> b
    by_operator: dict[str, int] = {
        "+": a + b,
        "-": a - b,
        "*": a * b,
        "&": a & b,
        "|": a | b,
        "^": a ^ b,
        "neg": -a,
    }
    return by_operator[operator]


def expected(t: CType, operator: str, a: int, b: int) -> int:
    """An operation of a type, on undefined operands as bit-vectors have it."""
    low, high = range_of(t)
    if operator in DIVISIONS and b == 0:
        return a if operator == "%" else high if not low else 1 if a < 0 else -1
    if operator in ("<<", ">>") and not 0 <= b < bits_of(t):
        return 0 if operator == "<<" or a >= 0 else -1
    return fitted(t, mathematical(operator, a, b))


def compared(operator: str, a: int, b: int) -> bool:
    """A comparison."""
    return {
        "<": a < b,
        "<=": a <= b,
        ">": a > b,
        ">=": a >= b,
        "==": a == b,
        "!=": a != b,
    }[operator]


def overflow(operator: str, a: int, b: int, of: CType) -> bool:
    """Whether a mathematical result does not fit."""
    if operator == "/" and b == 0:
        return False
    if operator == "<<" and not 0 <= b <= 255:
        return False
    exactly = mathematical(operator, a, b)
    return exactly != fitted(of, exactly) or (operator == "<<" and a < 0)


# ---- what terms say ----


def read(t: CType, term: Term, values: Mapping[Term, Value]) -> int:
    """The number that a term of a type stands for."""
    found = evaluate(term, values, dict(MEANINGS))
    assert isinstance(found, int)
    if term.sort is BOOL:
        return int(found)
    return fitted(t, found) if isinstance(term.sort, BitVec) else found


def given(numbers: Numbers, t: CType, name: str, value: int) -> tuple[Term, int]:
    """A symbol of a type, and what it has to be for a number."""
    term = symbol(name, numbers.sort(t))
    return term, value % (1 << bits_of(t)) if isinstance(term.sort, BitVec) else value


def interesting(t: CType, rng: Random) -> int:
    """A value of a type, often at a border."""
    low, high = range_of(t)
    borders = [low, high, low + 1, high - 1, 0, 1, -1, 2, 3, 7, 8, 255, 256, 31, 32, 63, 64]
    inside = [value for value in borders if low <= value <= high]
    powers = [1 << bit for bit in range(high.bit_length())]
    return rng.choice([rng.choice(inside), rng.choice([*powers, 0]), rng.randint(low, high)])


@node
class Sample:
    """A value: its type, the terms (bit-precise, integer), and the number."""

    type: CType
    terms: tuple[Term, Term]
    value: int


class Samples:
    """Makes samples over the same symbols."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.meanings: tuple[Numbers, Numbers] = (BitNumbers(LP64), IntNumbers(LP64))
        self.values: dict[Term, Value] = {}

    def both(self, build: Callable[[Numbers, int], Term]) -> tuple[Term, Term]:
        """A term of each meaning."""
        return build(self.meanings[0], 0), build(self.meanings[1], 1)

    def leaf(self, t: CType, value: int | None = None) -> Sample:
        """A constant, or a symbol whose bounds are told or not."""
        number = interesting(t, self.rng) if value is None else value
        if self.rng.random() < 0.3:
            return Sample(t, self.both(lambda numbers, _: numbers.constant(t, number)), number)
        name = f"x{len(self.values)}"
        made = [given(numbers, t, name, number) for numbers in self.meanings]
        self.values.update(made)
        terms = made[0][0], made[1][0]
        if self.rng.random() < 0.7:
            for numbers, term in zip(self.meanings, terms, strict=True):
                numbers.facts(t, term)
        return Sample(t, terms, number)

    def grown(self, t: CType, depth: int) -> Sample:
        """A value computed by some operations."""
        if not depth:
            return self.leaf(t)
        ways = [self.converted, self.converted, self.remembered]
        if isinstance(t, Integer):
            ways += [self.calculated] * 4 + [self.shifted] * 2 + [self.negated, self.questioned]
            ways.append(self.patched)
        return self.rng.choice(ways)(t, depth - 1)

    def _wraps(self, t: CType, exactly: int) -> bool:
        """Whether to say that the result may leave the type."""
        return exactly != fitted(t, exactly) or self.rng.random() < 0.7

    def converted(self, t: CType, depth: int) -> Sample:
        """A value of another type, converted."""
        of = self.grown(self.rng.choice(TYPES), depth)
        value = int(of.value != 0) if isinstance(t, Boolean) else fitted(t, of.value)
        wraps = value != of.value or self.rng.random() < 0.7
        terms = self.both(lambda n, at: n.converted(of.type, t, of.terms[at], wraps=wraps))
        return Sample(t, terms, value)

    def calculated(self, t: CType, depth: int) -> Sample:
        """A binary operator on values of the type."""
        a, b = self.grown(t, depth), self.grown(t, self.rng.randint(0, depth))
        operator = self.rng.choice(ARITHMETIC)
        wraps = True
        if operator not in DIVISIONS or b.value:
            wraps = self._wraps(t, mathematical(operator, a.value, b.value))
        value = expected(t, operator, a.value, b.value)
        terms = self.both(
            lambda n, at: n.arithmetic(t, operator, a.terms[at], b.terms[at], wraps=wraps)
        )
        return Sample(t, terms, value)

    def shifted(self, t: CType, depth: int) -> Sample:
        """A shift by an amount of any type, mostly a possible one."""
        a, other = self.grown(t, depth), self.rng.choice(INTEGERS)
        b = self.grown(other, depth)
        if self.rng.random() < 0.7:
            b = self.leaf(other, min(self.rng.randrange(bits_of(t)), range_of(other)[1]))
        operator = self.rng.choice(("<<", ">>"))
        wraps = True
        if 0 <= b.value < bits_of(t):
            wraps = self._wraps(t, mathematical(operator, a.value, b.value))
        sides = [((t, a.terms[at]), (other, b.terms[at])) for at in (0, 1)]
        terms = self.both(lambda n, at: n.shifted(operator, *sides[at], wraps=wraps))
        return Sample(t, terms, expected(t, operator, a.value, b.value))

    def negated(self, t: CType, depth: int) -> Sample:
        """``-`` or ``~``."""
        a = self.grown(t, depth)
        if self.rng.random() < 0.5:
            terms = self.both(lambda n, at: n.complement(t, a.terms[at]))
            return Sample(t, terms, fitted(t, ~a.value))
        wraps = self._wraps(t, -a.value)
        terms = self.both(lambda n, at: n.negated(t, a.terms[at], wraps=wraps))
        return Sample(t, terms, fitted(t, -a.value))

    def questioned(self, t: CType, depth: int) -> Sample:
        """1 or 0 for a comparison, an overflow, or a truth value."""
        kind = self.rng.choice(("compare", "overflow", "truth"))
        a = self.grown(self.rng.choice(INTEGERS), depth)
        if kind == "truth":
            holds = self.both(lambda n, at: n.truth(a.type, a.terms[at]))
            answer = a.value != 0
        elif kind == "compare":
            operator, b = self.rng.choice(COMPARISONS), self.grown(a.type, depth)
            holds = self.both(
                lambda n, at: n.comparison(a.type, operator, a.terms[at], b.terms[at])
            )
            answer = compared(operator, a.value, b.value)
        else:
            operator, of = self.rng.choice(("+", "-", "*", "/", "<<", "neg")), self.any_integer()
            b = a if operator == "neg" else self.grown(self.any_integer(), depth)
            sides = [((a.type, a.terms[at]), (b.type, b.terms[at])) for at in (0, 1)]
            holds = self.both(lambda n, at: n.overflows(operator, *sides[at], of))
            answer = overflow(operator, a.value, b.value, of)
        if fitted(t, 1) != 1:
            return self.leaf(t)
        return Sample(t, self.both(lambda n, at: n.number(t, holds[at])), int(answer))

    def any_integer(self) -> Integer:
        """Some integer type."""
        return self.rng.choice(INTEGERS)

    def remembered(self, t: CType, depth: int) -> Sample:
        """A value stored as bytes and read again."""
        a = self.grown(t, depth)
        terms = self.both(lambda n, at: n.joined(t, n.split(t, a.terms[at], no_floats)))
        return Sample(t, terms, a.value)

    def patched(self, t: CType, depth: int) -> Sample:
        """A value with a bit-field replaced in its bytes, all or part of them read again."""
        a, part = self.grown(t, depth), Integer(self.rng.randint(1, 12), self.rng.random() < 0.5)
        total = 8 * object_size(t)
        if part.bits > total:
            return a
        bit = self.rng.randint(0, total - part.bits)
        b = self.grown(part, depth)
        old = a.value % (1 << bits_of(t))
        mask = ((1 << part.bits) - 1) << bit
        new = (old & ~mask) | (b.value << bit & mask)

        def build(n: Numbers, at: int) -> Term:
            data = n.split(t, a.terms[at], no_floats)
            data = n.replaced(part, data, bit, b.terms[at])
            return n.field(t, data, 0)

        return Sample(t, self.both(build), fitted(t, new))


def no_floats(sort: Sort, _law: Callable[[Term], Term]) -> Term:
    """Only floats need a symbol for their bits."""
    raise AssertionError(sort)
