"""Random terms, each twice: as asked for, and as the smart constructors answer.

Comes in: a random number generator. Goes out: pairs of a raw term, put together without any
simplification, and the built one; values for the symbols of both.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from maul.formula import build, softfloat
from maul.formula.rebuild import rebuild
from maul.formula.sorts import BOOL, INT, REAL, Array, BitVec, Float, Sort
from maul.formula.terms import Term, application, indexed
from maul.formula.values import ArrayValue, Value, constant

if TYPE_CHECKING:
    from collections.abc import Callable

Pair: TypeAlias = tuple[Term, Term]

V4, V8 = BitVec(4), BitVec(8)
TINY = Float(3, 4)
MEMORY = Array(V4, V8)
ALL_SORTS: tuple[Sort, ...] = (BOOL, INT, REAL, V4, V8, TINY, MEMORY)
EXACT_SORTS: tuple[Sort, ...] = (BOOL, INT, REAL, V4, V8, MEMORY)

_BV_BINARY = [
    *("bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"),
    *("bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr"),
]
_QUESTIONS = list(softfloat.CLASSES)


def symbols(sort: Sort) -> list[Term]:
    """The symbols of a sort that random terms use."""
    name = "".join([c for c in str(sort) if c.isalnum()])
    return [build.symbol(f"{letter}_{name}", sort) for letter in "xyz"]


ALL_SYMBOLS = [term for sort in ALL_SORTS for term in symbols(sort)]


def random_value(sort: Sort, rng: random.Random) -> Value:
    """A value, often an extreme one."""
    if sort is BOOL:
        return rng.random() < 0.5
    if sort is INT:
        return rng.randint(-4, 4)
    if sort is REAL:
        return Fraction(rng.randint(-6, 6), rng.choice((1, 1, 2, 3)))
    if isinstance(sort, Array):
        entries = {
            random_value(sort.index, rng): random_value(sort.element, rng)
            for _ in range(rng.randint(0, 2))
        }
        return ArrayValue(sort, random_value(sort.element, rng), entries)
    assert isinstance(sort, (BitVec, Float))
    top = 1 << sort.width
    bits = rng.choice([0, 1, top - 1, top // 2, top // 2 - 1, *[rng.randrange(top)] * 4])
    return softfloat.canonical(bits, sort) if isinstance(sort, Float) else bits


def random_values(rng: random.Random) -> dict[Term, Value]:
    """A value for every symbol."""
    return {term: random_value(term.sort, rng) for term in ALL_SYMBOLS}


class Maker:
    """Makes random pairs; ``floats`` says whether floating-point terms may occur."""

    def __init__(
        self, rng: random.Random, *, floats: bool = True, unspecified: bool = True
    ) -> None:
        self.rng = rng
        self.sorts = ALL_SORTS if floats else EXACT_SORTS
        self.floats = floats
        self.unspecified = unspecified  # may operators occur that SMT-LIB does not define wholly?

    def pair(self, sort: Sort, depth: int) -> Pair:
        """A random term of a sort."""
        if depth == 0 or self.rng.random() < 0.1:
            return self._leaf(sort)
        if self.rng.random() < 0.15:
            parts = [self.pair(BOOL, depth - 1), self.pair(sort, depth - 1)]
            return self._made("ite", [*parts, self.pair(sort, depth - 1)], None, sort)
        if isinstance(sort, Array):
            return self._array(sort, depth)
        if isinstance(sort, BitVec):
            return self._vector(sort, depth)
        if isinstance(sort, Float):
            return self._float(sort, depth)
        if sort is BOOL:
            return self._truth(depth)
        return self._number(sort, depth)

    def _leaf(self, sort: Sort) -> Pair:
        if self.rng.random() < 0.5 or isinstance(sort, Array):
            term = self.rng.choice(symbols(sort))
            return term, term
        term = constant(random_value(sort, self.rng), sort)
        return term, term

    def _made(self, operator: str, parts: list[Pair], payload: object, sort: Sort) -> Pair:
        """The operator over the raw arguments, and over the built ones."""
        raw_arguments = tuple([raw for raw, _ in parts])
        if payload is None:
            raw = application(operator, raw_arguments, sort)
        else:
            raw = indexed(operator, raw_arguments, payload, sort)  # type: ignore[arg-type]
        built = rebuild(raw, tuple([built for _, built in parts]))
        assert built.sort is sort, (raw, built)
        return raw, built

    def _simple(self, operator: str, sort: Sort, arguments: list[Sort], depth: int) -> Pair:
        parts = [self.pair(argument, depth - 1) for argument in arguments]
        return self._made(operator, parts, None, sort)

    def _truth(self, depth: int) -> Pair:
        rng = self.rng
        some = rng.choice(self.sorts)
        choices: list[Callable[[], Pair]] = [
            lambda: self._simple("not", BOOL, [BOOL], depth),
            lambda: self._simple("and", BOOL, [BOOL] * rng.randint(2, 4), depth),
            lambda: self._simple("or", BOOL, [BOOL] * rng.randint(2, 4), depth),
            lambda: self._simple("=", BOOL, [some] * 2, depth),
            lambda: self._simple("distinct", BOOL, [some] * rng.randint(2, 3), depth),
            lambda: self._simple("<=", BOOL, [rng.choice((INT, REAL))] * 2, depth),
            lambda: self._simple(
                rng.choice(("bvule", "bvsle")), BOOL, [rng.choice((V4, V8))] * 2, depth
            ),
        ]
        if self.floats:
            comparison = rng.choice(("fp.eq", "fp.lt", "fp.leq"))
            choices.append(lambda: self._simple(comparison, BOOL, [TINY] * 2, depth))
            choices.append(lambda: self._simple(rng.choice(_QUESTIONS), BOOL, [TINY], depth))
        return rng.choice(choices)()

    def _number(self, sort: Sort, depth: int) -> Pair:
        rng = self.rng
        operators = ["+", "+", "*"]
        if self.unspecified:
            operators += ["div", "mod"] if sort is INT else ["/"]
        operators.append("to_int" if sort is INT else "to_real")
        if sort is INT:
            operators.append("bv2nat")
        operator = rng.choice(operators)
        if operator == "to_int":
            return self._simple(operator, INT, [REAL], depth)
        if operator == "to_real":
            return self._simple(operator, REAL, [INT], depth)
        if operator == "bv2nat":
            return self._simple(operator, INT, [rng.choice((V4, V8))], depth)
        count = rng.randint(2, 3) if operator == "+" else 2
        return self._simple(operator, sort, [sort] * count, depth)

    def _vector(self, sort: BitVec, depth: int) -> Pair:
        rng = self.rng
        choice = rng.random()
        if choice < 0.5:
            return self._simple(rng.choice(_BV_BINARY), sort, [sort] * 2, depth)
        if choice < 0.6:
            return self._simple(rng.choice(("bvneg", "bvnot")), sort, [sort], depth)
        if choice < 0.65:
            return self._made("int2bv", [self.pair(INT, depth - 1)], sort.width, sort)
        if choice < 0.7 and self.floats and self.unspecified:
            payload = (rng.choice(softfloat.ROUNDING_MODES), sort.width)
            operator = rng.choice(("fp.to_sbv", "fp.to_ubv"))
            return self._made(operator, [self.pair(TINY, depth - 1)], payload, sort)
        if sort is V4:
            low = rng.randint(0, 4)
            return self._made("extract", [self.pair(V8, depth - 1)], (low + 3, low), V4)
        if choice < 0.8:
            return self._simple("select", V8, [MEMORY, V4], depth)
        if choice < 0.9:
            return self._simple("concat", V8, [V4, V4], depth)
        operator = rng.choice(("zero_extend", "sign_extend"))
        return self._made(operator, [self.pair(V4, depth - 1)], 4, V8)

    def _float(self, sort: Float, depth: int) -> Pair:
        rng = self.rng
        choice, mode = rng.random(), rng.choice(softfloat.ROUNDING_MODES)
        if choice < 0.4:
            parts = [self.pair(sort, depth - 1) for _ in range(2)]
            return self._made(rng.choice(list(softfloat.BINARY)), parts, mode, sort)
        if choice < 0.5:
            operator = rng.choice(("fp.sqrt", "fp.roundToIntegral"))
            return self._made(operator, [self.pair(sort, depth - 1)], mode, sort)
        if choice < 0.6:
            operators = ["fp.rem", *(["fp.min", "fp.max"] if self.unspecified else [])]
            return self._simple(rng.choice(operators), sort, [sort] * 2, depth)
        if choice < 0.7:
            return self._simple(rng.choice(("fp.neg", "fp.abs")), sort, [sort], depth)
        if choice < 0.8:
            return self._made("fp.fma", [self.pair(sort, depth - 1) for _ in range(3)], mode, sort)
        if choice < 0.9:
            operator = rng.choice(("to_fp_signed", "to_fp_unsigned"))
            return self._made(operator, [self.pair(V4, depth - 1)], (mode, sort), sort)
        wide = Float(4, 6)
        inner = self._made("to_fp_float", [self.pair(sort, depth - 1)], (mode, wide), wide)
        return self._made("to_fp_float", [inner], (mode, sort), sort)

    def _array(self, sort: Array, depth: int) -> Pair:
        if self.rng.random() < 0.2:
            return self._made("const", [self.pair(sort.element, depth - 1)], sort, sort)
        return self._simple("store", sort, [sort, sort.index, sort.element], depth)
