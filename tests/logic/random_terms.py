"""Random terms, each twice: as asked for, and as the smart constructors answer.

Comes in: a random number generator. Goes out: pairs of a raw term, put together without any
simplification, and the built one; values for the symbols of both.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from maul.logic import build, softfloat
from maul.logic.rebuild import rebuild
from maul.logic.sorts import BOOL, INT, REAL, Array, BitVec, Float, Sort
from maul.logic.terms import Term, application, indexed
from maul.logic.values import ArrayValue, Value, constant

if TYPE_CHECKING:
    from collections.abc import Callable

Pair: TypeAlias = tuple[Term, Term]

# Small sorts, so that few values distinguish terms.
NARROW, WIDE = BitVec(2), BitVec(4)
TINY = Float(3, 4)
MEMORY = Array(NARROW, WIDE)
ALL_SORTS: tuple[Sort, ...] = (BOOL, INT, REAL, NARROW, WIDE, TINY, MEMORY)
# Terms over few sorts are simplified more often, and by more of the rules.
FAMILIES: dict[str, tuple[Sort, ...]] = {
    "vectors": (BOOL, NARROW, WIDE),
    "integers": (BOOL, INT),
    "numbers": (BOOL, INT, REAL),
    "floats": (BOOL, TINY),
    "arrays": (BOOL, NARROW, WIDE, MEMORY),
    "conversions": (BOOL, INT, WIDE, TINY),
    "all": ALL_SORTS,
}

_BV_BINARY = [
    *("bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"),
    *("bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr"),
]
_QUESTIONS = list(softfloat.CLASSES)


def symbols(sort: Sort) -> list[Term]:
    """The symbols of a sort that random terms use."""
    name = "".join([c for c in str(sort) if c.isalnum()])
    return [build.symbol(f"{letter}_{name}", sort) for letter in "xy"]


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
    """Makes random pairs whose parts are of the given sorts."""

    def __init__(
        self,
        rng: random.Random,
        sorts: tuple[Sort, ...] = ALL_SORTS,
        *,
        unspecified: bool = True,
    ) -> None:
        self.rng = rng
        self.sorts = sorts
        self.unspecified = unspecified  # may operators occur that SMT-LIB does not define wholly?

    def any_pair(self) -> Pair:
        """A random term, half of the time a truth value."""
        sort = BOOL if self.rng.random() < 0.5 else self.rng.choice(self.sorts)
        return self.pair(sort, self.rng.randint(1, 4))

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

    def _among(self, *sorts: Sort) -> list[Sort]:
        """Those of the sorts that may occur."""
        return [sort for sort in sorts if sort in self.sorts]

    def _truth(self, depth: int) -> Pair:
        rng = self.rng
        some = rng.choice(self.sorts)
        choices: list[Callable[[], Pair]] = [
            lambda: self._simple("not", BOOL, [BOOL], depth),
            lambda: self._simple("and", BOOL, [BOOL] * rng.randint(2, 4), depth),
            lambda: self._simple("or", BOOL, [BOOL] * rng.randint(2, 4), depth),
            lambda: self._simple("distinct", BOOL, [some] * rng.randint(2, 3), depth),
            *[lambda: self._simple("=", BOOL, [some] * 2, depth)] * 3,
        ]
        for sort in self._among(INT, REAL):
            choices += [partial(self._simple, "<=", BOOL, [sort] * 2, depth)] * 2
        for sort in self._among(NARROW, WIDE):
            order = rng.choice(("bvule", "bvsle"))
            choices += [partial(self._simple, order, BOOL, [sort] * 2, depth)] * 2
        if TINY in self.sorts:
            comparison = rng.choice(("fp.eq", "fp.lt", "fp.leq"))
            choices += [lambda: self._simple(comparison, BOOL, [TINY] * 2, depth)] * 2
            choices.append(lambda: self._simple(rng.choice(_QUESTIONS), BOOL, [TINY], depth))
        return rng.choice(choices)()

    def _number(self, sort: Sort, depth: int) -> Pair:
        rng = self.rng
        operators = ["+", "+", "*", "*"]
        if self.unspecified:
            operators += ["div", "mod", "mod"] if sort is INT else ["/"]
        if sort is INT and REAL in self.sorts:
            operators.append("to_int")
        if sort is REAL and INT in self.sorts:
            operators.append("to_real")
        vectors = self._among(NARROW, WIDE)
        if sort is INT and vectors:
            operators.append("bv2nat")
        operator = rng.choice(operators)
        if operator == "to_int":
            return self._simple(operator, INT, [REAL], depth)
        if operator == "to_real":
            return self._simple(operator, REAL, [INT], depth)
        if operator == "bv2nat":
            return self._simple(operator, INT, [rng.choice(vectors)], depth)
        count = rng.randint(2, 3) if operator == "+" else 2
        return self._simple(operator, sort, [sort] * count, depth)

    def _vector(self, sort: BitVec, depth: int) -> Pair:
        rng = self.rng
        choices: list[Callable[[], Pair]] = [
            *[lambda: self._simple(rng.choice(_BV_BINARY), sort, [sort] * 2, depth)] * 4,
            lambda: self._simple(rng.choice(("bvneg", "bvnot")), sort, [sort], depth),
        ]
        if INT in self.sorts:
            choices.append(
                lambda: self._made("int2bv", [self.pair(INT, depth - 1)], sort.width, sort)
            )
        if TINY in self.sorts and self.unspecified:
            choices.append(lambda: self._rounded_to(sort, depth))
        if sort is NARROW and WIDE in self.sorts:
            low = rng.randint(0, 2)
            choices += [
                lambda: self._made("extract", [self.pair(WIDE, depth - 1)], (low + 1, low), NARROW)
            ] * 2
        if sort is WIDE and NARROW in self.sorts:
            extension = rng.choice(("zero_extend", "sign_extend"))
            choices += [
                lambda: self._simple("concat", WIDE, [NARROW, NARROW], depth),
                *[lambda: self._made(extension, [self.pair(NARROW, depth - 1)], 2, WIDE)] * 3,
            ]
        if sort is WIDE and MEMORY in self.sorts:
            choices += [lambda: self._simple("select", WIDE, [MEMORY, NARROW], depth)] * 4
        return rng.choice(choices)()

    def _rounded_to(self, sort: BitVec, depth: int) -> Pair:
        payload = (self.rng.choice(softfloat.ROUNDING_MODES), sort.width)
        operator = self.rng.choice(("fp.to_sbv", "fp.to_ubv"))
        return self._made(operator, [self.pair(TINY, depth - 1)], payload, sort)

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
        if choice < 0.9 and WIDE in self.sorts:
            operator = rng.choice(("to_fp_signed", "to_fp_unsigned"))
            return self._made(operator, [self.pair(WIDE, depth - 1)], (mode, sort), sort)
        middle = rng.choice((Float(4, 6), Float(2, 3), Float(4, 3)))
        inner = self._made("to_fp_float", [self.pair(sort, depth - 1)], (mode, middle), middle)
        return self._made(
            "to_fp_float", [inner], (rng.choice(softfloat.ROUNDING_MODES), sort), sort
        )

    def _array(self, sort: Array, depth: int) -> Pair:
        if self.rng.random() < 0.2:
            return self._made("const", [self.pair(sort.element, depth - 1)], sort, sort)
        return self._simple("store", sort, [sort, sort.index, sort.element], depth)
